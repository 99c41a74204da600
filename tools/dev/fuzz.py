#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds hostile programs to the pipelines and counts what goes wrong.

    tools/dev/fuzz.py --tools build/bin --corpus test --count 1000

Half of the programs are random modules (fuzz_modules.py), half are mutated
programs of the folders given with --corpus. Each goes through the raise, fuse
and host stages with a random recipe, some to an object; mutated tests also go
through the passes that they test. The compiler may refuse any of them, with an
error at a line of the file. It must not end by a signal, print an error without
a place, or take longer than --timeout. Program number N of a seed and corpus is
the same on every machine; --first N --count 1 runs it alone, and --keep stores
those that went wrong. The exit code is 1 if any did.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

import fuzz_modules

RECIPES = ("quartet2", "rtn", "sr", "nvidia", "tetrajet2", "bf16")
TYPES = ("f64", "f32", "f16", "bf16", "i1", "i8", "i32", "index", "f8E4M3FN")
# What LLVM and the sanitizers print when they end a process.
FATAL = re.compile(
    r"PLEASE submit a bug report|LLVM ERROR|Sanitizer|runtime error:|Assertion"
)


def mutate(rng, text):
    """One to four random edits of lines, numbers, types or names."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        kind = rng.randrange(7)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[at])
        elif kind == 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            pattern, choices = {
                3: (r"\d+", ("0", "1", "3", "33", "4096", "-1", "2147483648")),
                4: (r"\b(?:f64|f32|f16|bf16|i8|i32|index)\b", TYPES),
                5: (r"\d+(?=x)|\?(?=x)", ("?", "0", "1", "17", "64")),
                6: (r"%[a-z]\w*", re.findall(r"%[a-z]\w*", text) or ["%x"]),
            }[kind]
            found = list(re.finditer(pattern, lines[at]))
            if found:
                hit = rng.choice(found)
                line = lines[at]
                new = rng.choice(choices)
                lines[at] = line[: hit.start()] + new + line[hit.end() :]
        if not lines:
            break
    return "\n".join(lines) + "\n"


def read_corpus(folders):
    """Programs below the folders, with the passes that their tests run.

    Those of one file are taken one by one.
    """
    corpus = []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
            source = path.read_text()
            # Options of the first command, up to a pipe or redirection.
            run = re.search(r"RUN: quartet-opt %s ([^|>%\n\\]*)", source)
            passes = [
                option
                for option in shlex.split(run[1] if run else "")
                if re.match(r"-+(?!split-|verify-|mlir-|emit-|o$)\w", option)
            ]
            for text in source.split("// -----"):
                # Comments are no program, and hold expected messages.
                text = re.sub(r"\s*//.*", "", text)
                # Longer ones take longer than they are worth.
                if "func.func" in text and len(text) < 8000:
                    corpus.append((text, passes))
    return corpus


def make_options(stage, recipe, assume, fusion):
    """The tool and its options for the stages up to `stage`."""
    if stage == "object":
        options = [f"--recipe={recipe}", "--no-remarks", "--emit=obj"]
        options += ["--assume-weights"] * (assume == "true")
        options += ["--no-fusion"] * (fusion == "false")
        return "quartet-compile", options
    options = [f"--quartet-raise=recipe={recipe} assume-weights={assume}"]
    if stage != "raise":
        options.append(f"--quartet-fuse=fusion={fusion}")
    if stage == "host":
        options.append("--quartet-host")
    return "quartet-opt", options


def make_program(seed, number, corpus):
    """The text of a program, the tool it is for, and its options."""
    rng = random.Random(f"{seed}/{number}")
    passes = []
    if corpus and number % 2:
        text, passes = rng.choice(corpus)
        text = mutate(rng, text)
    else:
        text = fuzz_modules.generate(rng)
    if passes and rng.random() < 0.5:
        return text, "quartet-opt", passes
    options = make_options(
        rng.choice(("raise", "fuse", "host", "host", "object")),
        rng.choice(RECIPES),
        rng.choice(("true", "false")),
        rng.choice(("true", "true", "false")),
    )
    return text, *options


def take_intact(number, corpus):
    """A program of the corpus as it is, through all stages."""
    text, _ = corpus[number]
    return text, *make_options("object", "quartet2", "true", "true")


def judge(tool, path, options, timeout):
    """'accepted', 'refused' or what is wrong, and the standard error."""
    try:
        done = subprocess.run(
            [tool, path, *options, "-o", "/dev/null"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        return "timeout", ""
    if done.returncode < 0 or FATAL.search(done.stderr):
        return "crash", done.stderr
    place = re.compile(rf"{re.escape(str(path))}:[1-9]\d*:\d+: error: ")
    # Not the lines of the program that are quoted below messages.
    errors = re.findall(r"^(?:\S+: )?error: .*", done.stderr, re.MULTILINE)
    if done.returncode == 0:
        return ("accepted" if not errors else "error with code 0"), done.stderr
    if not errors or not all(place.match(line) for line in errors):
        return "unlocated error", done.stderr
    return "refused", done.stderr


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--tools",
        required=True,
        type=pathlib.Path,
        help="folder of quartet-opt and quartet-compile",
    )
    parser.add_argument("--seed", default="0")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument(
        "--corpus", action="append", default=[], help="folder of .mlir files"
    )
    parser.add_argument(
        "--intact",
        action="store_true",
        help="all programs of the corpus as they are, instead",
    )
    parser.add_argument(
        "--keep", type=pathlib.Path, help="folder for what went wrong"
    )
    return parser.parse_args()


def main():
    args = parse_arguments()
    corpus = read_corpus(args.corpus)
    counts = collections.Counter()

    def run(number):
        if args.intact:
            text, tool, options = take_intact(number, corpus)
        else:
            text, tool, options = make_program(args.seed, number, corpus)
        with tempfile.TemporaryDirectory(prefix="quartet-fuzz-") as folder:
            path = pathlib.Path(folder) / f"program-{number}.mlir"
            path.write_text(text)
            verdict, log = judge(args.tools / tool, path, options, args.timeout)
        return number, text, [tool, *options], verdict, log

    numbers = range(args.first, args.first + args.count)
    if args.intact:
        numbers = range(len(corpus))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for number, text, options, verdict, log in pool.map(run, numbers):
            counts[verdict] += 1
            if verdict in ("accepted", "refused"):
                continue
            line = next(
                (x for x in log.splitlines() if "error" in x.lower()), ""
            )
            print(f"{number}: {verdict}: {' '.join(options)}: {line[:200]}")
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                stem = args.keep / f"{args.seed}-{number}"
                stem.with_suffix(".mlir").write_text(text)
                stem.with_suffix(".log").write_text(
                    f"{' '.join(options)}\n{verdict}\n{log}"
                )
    total = sum(counts.values())
    print(
        f"{total} programs: "
        + ", ".join(
            f"{count} {verdict}" for verdict, count in sorted(counts.items())
        )
    )
    return 0 if counts["accepted"] + counts["refused"] == total else 1


if __name__ == "__main__":
    sys.exit(main())
