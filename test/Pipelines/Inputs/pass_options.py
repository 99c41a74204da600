"""Every option of every pass and pipeline survives --dump-pass-pipeline.

    pass_options.py QUARTET_OPT INCLUDE

A pipeline that a user reads, stores or finds in a crash reproducer must be the
one that ran. For each pass that a .td file below INCLUDE defines, each pipeline
called quartet-*, and each value of each of their options, the printed pipeline
is given back with --pass-pipeline and must print the same; and each option must
make a difference to what is printed.
"""

import pathlib
import re
import subprocess
import sys

# By what stands after `=` in --help; an enumeration lists its values.
VALUES = {
    "": ["true", "false"],
    "<string>": ["rtn", "nvidia"],
    "<long>": ["16", "48"],
    "<int>": ["16", "48"],
    "<uint>": ["16", "48"],
    "<ulong>": ["16", "48"],
    "<number>": ["16", "48"],
}
DUMP = re.compile(
    r"^Pass Manager with \d+ passes:\n(builtin.*?)\n\n", re.M | re.S
)


def read_help(opt):
    """Options of all passes and pipelines: {name: {option: values}}."""
    text = subprocess.run(
        [opt, "--help"], capture_output=True, text=True, check=True
    ).stdout
    known = {}
    options = values = None
    for line in text.splitlines():
        if found := re.match(r" {6}--([\w-]+) ", line):
            options = known.setdefault(found[1], {})
            values = None
        elif found := re.match(r" {8}--([\w-]+)(?:=(<\w+>\S*))? ", line):
            if options is not None:
                kind = found[2] or ""
                values = options.setdefault(found[1], [])
                if kind != "<value>":
                    values += VALUES[kind]
        elif found := re.match(r" {4}=(\S+) ", line):
            if values is not None:
                values.append(found[1])
        else:
            options = values = None
    return known


def dump(opt, argument):
    """The pipeline that `argument` makes, as text."""
    done = subprocess.run(
        [opt, argument, "--dump-pass-pipeline", "-o", "/dev/null", "-"],
        input="module {}",
        capture_output=True,
        text=True,
    )
    found = DUMP.search(done.stderr)
    assert found, (argument, done.stderr)
    # Printed with a line per pass.
    return re.sub(r"\n *", "", found[1])


def main(opt, include):
    known = read_help(opt)
    names = {name for name in known if name.startswith("quartet-")}
    for path in pathlib.Path(include).rglob("*.td"):
        names.update(re.findall(r'\bPass<"([\w-]+)"', path.read_text()))
    pipelines = options = 0
    for name in sorted(names):
        arguments = [f"--{name}"]
        assert name in known, f"{name} is not registered"
        for option, values in known[name].items():
            assert values, f"{name} {option}: no value to try"
            cases = [f"--{name}={option}={value}" for value in values]
            assert (
                len({dump(opt, case) for case in cases}) > 1
            ), f"{name}: the printed pipeline does not depend on {option}"
            arguments += cases
            options += 1
        for argument in arguments:
            text = dump(opt, argument)
            again = dump(opt, f"--pass-pipeline={text}")
            assert text == again, (argument, text, again)
            pipelines += 1
    assert options, "no options found"
    print(f"{len(names)} passes and pipelines, {options} options")
    print(f"{pipelines} printed pipelines read back")


main(*sys.argv[1:])
