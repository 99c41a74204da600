"""Every operation of every dialect goes through text and bytecode unchanged.

    bytecode_covers.py QUARTET_OPT INCLUDE TESTS

Takes the test files that say --emit-bytecode, compares their text before and
after, and looks for each operation that a .td file below INCLUDE defines.
"""

import pathlib
import re
import subprocess
import sys


def run(opt, data, *options):
    return subprocess.run(
        [opt, *options, "-"], input=data, capture_output=True, check=True
    ).stdout


def main(opt, include, tests):
    wanted = set()
    for folder in pathlib.Path(include).glob("*/IR"):
        texts = [path.read_text() for path in folder.glob("*.td")]
        dialect = next(
            found[1]
            for text in texts
            if (found := re.search(r': Dialect {\s+let name = "(\w+)"', text))
        )
        for text in texts:
            # Classes that put a prefix before their operations' names.
            prefix = dict(
                re.findall(r'class (\w+)<[^{]*?: \w+_Op<"(\w+)" # ', text)
            )
            for base_class, name in re.findall(
                r'^def \w+Op\s*: (\w+)<"([\w.]+)"', text, re.M
            ):
                wanted.add(f"{dialect}.{prefix.get(base_class, '')}{name}")
    assert len(wanted) > 20, wanted

    seen = ""
    files = 0
    for path in sorted(pathlib.Path(tests).rglob("*.mlir")):
        source = path.read_bytes()
        if b"--emit-bytecode" not in source:
            continue
        text = run(opt, source)
        bytecode = run(opt, source, "--emit-bytecode")
        assert bytecode.startswith(b"ML\xefR"), path
        assert run(opt, bytecode) == text, path
        seen += text.decode()
        files += 1
    missing = sorted(
        name for name in wanted if not re.search(rf"\b{name}\b", seen)
    )
    assert not missing, f"no bytecode test has {', '.join(missing)}"
    print(f"{len(wanted)} operations in {files} files")


main(*sys.argv[1:])
