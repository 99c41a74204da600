"""Checks that every example of the operation documentation is tested.

usage: check_examples.py EXAMPLES.mlir FOLDER

Each ```mlir block in a .td file of FOLDER must occur in EXAMPLES.mlir, spaces
and line breaks aside; blocks of attributes are looked up line by line.
"""

import pathlib
import re
import sys


def squeeze(text):
    return " ".join(text.split())


def main():
    tested = squeeze(pathlib.Path(sys.argv[1]).read_text())
    count = missing = 0
    for path in sorted(pathlib.Path(sys.argv[2]).glob("*.td")):
        blocks = re.findall(r"```mlir\n(.*?)```", path.read_text(), re.DOTALL)
        for block in blocks:
            lines = [line for line in block.splitlines() if line.strip()]
            attributes = all(line.strip().startswith("#") for line in lines)
            for example in lines if attributes else [block]:
                count += 1
                if squeeze(example) not in tested:
                    missing += 1
                    print(f"{path}: example is not tested:\n{example}")
    if count == 0:
        sys.exit("no examples found")
    sys.exit(1 if missing else 0)


main()
