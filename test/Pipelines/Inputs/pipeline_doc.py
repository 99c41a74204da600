"""Writes docs/Pipeline.md, the IR of one product after every stage.

usage: pipeline_doc.py PIPELINE_MD [--update]

Runs quartet-opt and quartet-compile, found on PATH, on pipeline.mlir and builds
the page from what they print. Without --update the page is compared with the
file; a difference is printed and makes the exit code 1.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import textwrap

SOURCE = pathlib.Path(__file__).with_name("pipeline.mlir")
GEMM = "nvfp4_gemm_"
# Attributes that are long and say nothing about the product.
SIGNATURE = re.compile(r'quartet\.signature = "[^"]*"')


def run(*command, text=None):
    """What a tool prints; its message and exit code 1 if it fails."""
    result = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False
    )
    if result.returncode:
        sys.exit(f"{' '.join(command)}: {result.stderr.strip()[:2000]}")
    return result.stdout


def compile_to(stage):
    return run(
        "quartet-compile",
        str(SOURCE),
        "--target=sm_100a",
        f"--emit={stage}",
        "--no-remarks",
    )


def opt(text, *passes):
    return run("quartet-opt", "-", *passes, text=text)


def indent(line):
    return len(line) - len(line.lstrip())


def closing(lines, start):
    """The line that closes the region which line `start` opens."""
    column = indent(lines[start])
    for i in range(start + 1, len(lines)):
        if indent(lines[i]) == column and lines[i].strip().startswith("}"):
            return i
    sys.exit(f"{lines[start].strip()}: no end of its region")


def find(lines, pattern, start=0):
    for i in range(start, len(lines)):
        if re.search(pattern, lines[i]):
            return i
    sys.exit(f"no line matches '{pattern}'")


def dedent(lines):
    margin = min((indent(line) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]


def shorten(lines, keep, mark):
    """Lines that match a pattern of `keep`, `mark` in place of the others."""
    out = []
    for line in lines:
        if any(re.search(pattern, line) for pattern in keep):
            out.append(line)
        elif not out or out[-1].strip() != mark:
            out.append(" " * indent(line) + mark)
    return out


def function(text, name):
    """The function `name` of MLIR text."""
    lines = text.splitlines()
    start = find(lines, rf"func\S* (internal )?@{re.escape(name)}[\w.]*\(")
    return dedent(lines[start : closing(lines, start) + 1])


def region_around(lines, pattern, opener):
    """The innermost operation `opener` around the first line that matches."""
    at = find(lines, pattern)
    for start in range(at, -1, -1):
        opens = re.search(opener, lines[start])
        if opens and indent(lines[start]) < indent(lines[at]):
            end = closing(lines, start)
            return dedent([*lines[start:end], re.sub("}.*", "}", lines[end])])
    sys.exit(f"no {opener} around '{pattern}'")


def block_around(lines, pattern, label):
    """The basic block of the first line that matches."""
    at = find(lines, pattern)
    start = at
    while not re.search(label, lines[start]):
        start -= 1
    end = at
    while lines[end + 1].strip() not in ("", "}"):
        if re.search(label, lines[end + 1]):
            break
        end += 1
    return dedent(lines[start : end + 1])


def prose(*text):
    options = {"break_long_words": False, "break_on_hyphens": False}
    return [*textwrap.wrap(" ".join(text), 80, **options), ""]


def code(lines, language):
    return [f"```{language}", *lines, "```", ""]


def nvfp4():
    return code(function(compile_to("nvfp4"), "forward"), "mlir")


def fused():
    return code(function(compile_to("fused"), "forward"), "mlir")


def buffers():
    text = opt(compile_to("fused"), "--quartet-host-bufferize")
    text = SIGNATURE.sub('quartet.signature = "..."', text)
    return code(function(text, "forward"), "mlir")


def kernels():
    """The kernels' names, the two loops of the product, the launches."""
    text = compile_to("kernels")
    text = SIGNATURE.sub('quartet.signature = "..."', text)
    lines = text.splitlines()
    device = [
        re.sub(r"gpu\.func (@\w+)\(.*", r"gpu.func \1(...) kernel {...}", line)
        for line in lines
        if re.search(r"gpu\.module|gpu\.func", line)
    ]
    gemm = function(text, GEMM)
    signature = [
        gemm[0]
        .lstrip()
        .replace(", %", ",\n    %")
        .replace(") workgroup(", ")\n    workgroup(")
        .replace(") kernel", ")\n    kernel")
    ]
    keep = [r"scf\.(for|while|condition)", r"tcgen05\.", r"^}"]
    loop = r"scf\.for"
    load = shorten(
        region_around(gemm, r"tcgen05\.tma_load", loop), keep, "// ..."
    )
    multiply = shorten(
        region_around(gemm, r"tcgen05\.mma ", loop), keep, "// ..."
    )
    # Of vectors; edges of the matrix are handled by elements.
    epilogue = region_around(gemm, r"vector\.store", r"scf\.if")
    host = shorten(
        function(text, "forward"),
        [r"func\.func", r"launch_func", r"make_tensor_map", r"return", r"^}"],
        "// ...",
    )
    return [
        *prose("Kernels, without what is in them:"),
        *code([*dedent(device), "}"], "mlir"),
        *prose("The product's arguments:"),
        *code(signature, "mlir"),
        *prose("Its warp that loads, for one tile:"),
        *code(load, "mlir"),
        *prose("Its warp that multiplies, for one tile:"),
        *code(multiply, "mlir"),
        *prose(
            "Its epilogue, for 32 columns that lie within the matrix. The last",
            "addition and the rounding are the source's:",
        ),
        *code(epilogue, "mlir"),
        *prose("The host's side:"),
        *code(host, "mlir"),
    ]


def lowered():
    text = opt(compile_to("kernels"), "--quartet-gpu-lower")
    block = block_around(
        function(text, GEMM), r"nvvm\.tcgen05\.mma", r"^ *\^bb\d+"
    )
    keep = [r"\^bb", r"nvvm\.tcgen05", r"llvm\.(cond_)?br"]
    host = [
        line.strip()
        for line in function(text, "forward.body")
        if "@quartet_launch" in line
    ]
    return [
        *code(shorten(block, keep, "// ..."), "mlir"),
        *prose(
            "A launch is a call into the run-time library",
            "([Runtime.md](Runtime.md)). The last one:",
        ),
        *code(host[-1:], "mlir"),
    ]


def llvm():
    lines = compile_to("llvm").splitlines()
    block = block_around(lines, r"call .*tcgen05\.mma", r"^\d+:|^\w+:")
    keep = [r"^\w+:", r"tcgen05", r"^br "]
    return code(shorten(block, keep, "; ..."), "llvm")


def ptx():
    text = compile_to("ptx")
    head = [
        line
        for line in text.splitlines()
        if re.match(r"\.(version|target)", line)
    ]
    lines = [line.expandtabs(4) for line in text.splitlines()]
    block = block_around(lines, r"^ *tcgen05\.mma", r"^\$L")
    keep = [r"^\$L", r"tcgen05\.", r"bra"]
    return code([*head, "// ...", *shorten(block, keep, "// ...")], "ptx")


STAGES = {
    "Source": (
        "A layer's product in linalg on tensors, plus a bias, rounded to bf16.",
        lambda: code(SOURCE.read_text().splitlines(), "mlir"),
    ),
    "Raise": (
        "`quartet-compile --emit=nvfp4`: the contraction by the recipe"
        " ([Raise.md](Raise.md), [Recipes.md](Recipes.md)). Both operands are"
        " quantized along k into E2M1 codes, an E4M3 scale to 16 of them and"
        " an f32 scale for the matrix.",
        nvfp4,
    ),
    "Fuse": (
        "`--emit=fused`: the elementwise rest is the product's epilogue, two"
        " codes share a byte ([Fuse.md](Fuse.md)).",
        fused,
    ),
    "Buffers": (
        "`quartet-opt --quartet-host-bufferize`, which GPU targets share with"
        " the host: the result is an argument, temporaries are allocations.",
        buffers,
    ),
    "Kernels": (
        "`--target=sm_100a --emit=kernels`: kernels and launches, allocations"
        " planned into the workspace ([Kernels.md](Kernels.md),"
        " [Kernels/GEMM.md](Kernels/GEMM.md)).",
        kernels,
    ),
    "LLVM dialect": (
        "`quartet-opt --quartet-gpu-lower` on the kernel level: `nvvm` in the"
        " kernels. This is the block of the warp that multiplies. Descriptors"
        " of shared memory are i64, tensor memory is `!llvm.ptr<6>`.",
        lowered,
    ),
    "LLVM IR": (
        "`--emit=llvm`: after LLVM's optimisations, the same block.",
        llvm,
    ),
    "PTX": (
        "`--emit=ptx`, the same block. What `ptxas` makes of it is in"
        " [Targets/SM100a.md](Targets/SM100a.md).",
        ptx,
    ),
}


def page():
    lines = [
        "# One product, stage by stage",
        "",
        *prose(
            "What the compiler makes of one product for `sm_100a`, from linalg",
            "to PTX. Every stage can be printed, and the next one started from",
            "what is printed ([Tools.md](Tools.md)). `...` stands for lines",
            "left out.",
        ),
        *prose(
            "This page is the output of",
            "`test/Pipelines/Inputs/pipeline_doc.py`, and a test compares the",
            "two. After a change of the compiler, with the tools on `PATH`:",
        ),
        "```",
        "python3 test/Pipelines/Inputs/pipeline_doc.py"
        " docs/Pipeline.md --update",
        "```",
        "",
    ]
    for title, (text, stage) in STAGES.items():
        lines += [f"## {title}", "", *prose(text), *stage()]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    new = page()
    if args.update:
        args.page.write_text(new)
        return
    old = args.page.read_text()
    sys.stdout.writelines(
        difflib.unified_diff(
            old.splitlines(True), new.splitlines(True), str(args.page), "tools"
        )
    )
    sys.exit(old != new)


if __name__ == "__main__":
    main()
