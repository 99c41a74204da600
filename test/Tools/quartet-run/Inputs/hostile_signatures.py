"""Libraries whose signature lies: each is refused with one line."""

import pathlib
import subprocess
import sys

ARG = '{"name": "x", "dtype": "f32", "shape": [%s]%s}'
SIGNATURES = {
    "extent": ("[" + ARG % ("-2", "") + "]", "[]"),
    "result of an argument": ("[" + ARG % ("1", ', "inout": 1') + "]", "[]"),
    "argument of a result": ("[]", "[" + ARG % ("1", ', "inout": 0') + "]"),
    "one-sided": (
        "[" + ARG % ("1", "") + "]",
        "[" + ARG % ("1", ', "inout": 0') + "]",
    ),
    "shapes": (
        "[" + ARG % ("1", ', "inout": 0') + "]",
        "[" + ARG % ("2", ', "inout": 0') + "]",
    ),
    "seed": ("[" + ARG % ("1", ', "seed": true') + "]", "[]"),
}


def main(run, compiler, folder):
    for name, (args, results) in SIGNATURES.items():
        text = (
            f'{{"entry": "main", "args": {args}, "results": {results}, '
            '"checks": []}'
        ).replace('"', '\\"')
        source = pathlib.Path(folder) / "signature.c"
        source.write_text(f'const char main_signature[] = "{text}";\n')
        library = source.with_suffix(".so")
        subprocess.run(
            [compiler, "-shared", "-fPIC", source, "-o", library], check=True
        )
        done = subprocess.run(
            [run, library], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, (name, done)
        lines = done.stderr.splitlines()
        assert len(lines) == 1, (name, lines)
        assert "expects a signature in 'main_signature'" in lines[0], lines


main(*sys.argv[1:])
