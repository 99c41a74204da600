"""Measures what share of mutants of GEMM kernels the simulator finds.

usage: mutate.py QUARTET_SIM SOURCE_DIR WORK_DIR [--share=F] [--subject=NAME]
                 [--quartet-compile=PATH] [--verbose]

A mutant (mutants.py) is killed if quartet-sim reports an error or if the result
differs from NumPy's, under any of three seeds. A survivor is equivalent if its
witness says so, or for a reason that EQUIVALENT states. The exit code is 1 if
fewer than 95 % of the others are killed. --share takes the mutants whose
hash is below F. --quartet-compile adds the kernel that this compiler makes.
Exits with 77 without nvcc or NumPy; Triton's kernel is left
out without Triton.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True

try:
    import numpy as np
except ImportError:
    sys.exit(77)

import cases
import mutants
import run_cuda
from run_tcgen05 import e4m3, unpack

# Why survivors are equivalent: subject, operator, change and statement as
# regular expressions, the occurrences of the statement (None: all), the reason.
# Sections are those of the PTX ISA 9.0.
CUDA, TRITON = "cuda_gemm_128x256x1792", "triton_128x128x512"
COMPILED = "quartet_128x128x512"
EQUIVALENT = [
    (
        ".*",
        "descriptor",
        "leading offset of operand .",
        "tcgen05.mma",
        None,
        "K-major with a swizzle: the leading offset is not used (9.7.16.5)",
    ),
    (
        ".*",
        "descriptor",
        "leading offset of operand 1",
        "tcgen05.cp.*32x128b",
        None,
        "32 rows of 16 bytes are one column of core matrices, so the leading "
        "offset is never added (9.7.16.5, 9.7.16.9.2)",
    ),
    (
        TRITON,
        "descriptor",
        "version of operand .",
        "tcgen05.mma",
        None,
        "the version becomes what 9.7.16.4.1 wants; Triton leaves it 0",
    ),
    (
        CUDA,
        "fence",
        "none",
        "tcgen05.fence::before_thread_sync",
        (0,),
        "no tcgen05 operation but alloc, which is synchronous, comes before it "
        "(9.7.16.6.2)",
    ),
    (
        CUDA,
        "fence",
        "none",
        "tcgen05.fence::after_thread_sync",
        (0, 1),
        "what follows it is ordered by this thread or by the mbarrier that "
        "copies complete, not behind tcgen05 of other threads (9.7.16.6.2)",
    ),
    (
        CUDA,
        "wait",
        "none",
        "bar.warp.sync -1",
        None,
        "nothing is exchanged within the warp there (9.7.13.3)",
    ),
    (
        CUDA,
        "index",
        "constant",
        r"add.s32 .*, -16;",
        None,
        "the counter takes 16, 48, ..., 240: the loop's comparison gives the "
        "same for each",
    ),
    (
        CUDA,
        "index",
        "constant",
        r"add.s32 .*, -1;",
        (0,),
        "tells three K steps from more, and there are seven",
    ),
    (
        TRITON,
        "wait",
        "none",
        "bar.sync 0",
        (1, 2, 3, 6, 10, 11, 12, 21),
        "another barrier of the block lies between the same accesses, or "
        "nothing follows (9.7.13.1)",
    ),
    (
        TRITON,
        "wait",
        "none",
        "tcgen05.wait::st",
        (0, 1),
        "the next wait::st waits for these stores, too, before anyone reads "
        "them (9.7.16.8.5)",
    ),
    (
        TRITON,
        "predicate|index",
        "guard|address 0",
        r"tcgen05.st.*x128",
        (0,),
        "the first product does not read the accumulator that this clears "
        "(9.7.16.10.9: enable-input-d is false)",
    ),
    (
        TRITON,
        "predicate",
        "guard",
        "relinquish_alloc_permit",
        None,
        "the block allocates no more, whoever gives up the right (9.7.16.7.1)",
    ),
    (
        COMPILED,
        "bytes",
        "one arrival more",
        r"mbarrier.init.*_gemm_128x32_f32_1(\+\d+)?\], ",
        None,
        "eight K steps use each of the eight stages once: nobody waits until "
        "one is free again (9.7.13.15)",
    ),
    (
        COMPILED,
        "index",
        "constant",
        r"add.s64 .*, 127;|shl.b64 %rd9, .*, 2;",
        (0,),
        "twice as many tiles: those past D multiply zeros, which copies fill "
        "in (9.7.9.25), and store nothing",
    ),
    (
        COMPILED,
        "index",
        "constant",
        r"add.s32 .*, %r1, 64;",
        (0,),
        "copy and mma agree on other columns for the scales, which are "
        "allocated and free",
    ),
    (
        COMPILED,
        "predicate",
        "comparison",
        r"setp.lt.u16 .*, 4;",
        (0,),
        "chooses between vectors and elements, which store the same",
    ),
    (
        COMPILED,
        "fence",
        "none",
        "tcgen05.fence::before_thread_sync",
        (0, 3),
        "no tcgen05 operation but alloc, which is synchronous, comes before "
        "it, or none that the fence before the release does not cover "
        "(9.7.16.6.2)",
    ),
    (
        COMPILED,
        "fence",
        "none",
        "tcgen05.fence::after_thread_sync",
        (0, 2, 3),
        "either of the two fences before an mma orders it behind the loads of "
        "other threads, and nothing after the first one needs it (9.7.16.6.2)",
    ),
    (
        COMPILED,
        "wait",
        "none",
        "bar.warp.sync -1",
        (0,),
        "every thread has a row of D, so that the warp has not diverged "
        "(9.7.13.3)",
    ),
]


class Subject:
    """A kernel, the command that runs it, and the check of its result."""

    def __init__(self, name, ptx, command, out, want, bound):
        self.name, self.ptx = name, ptx
        self.command, self.out = command, out
        self.want, self.bound = want, bound

    def run(self, text, work, seed, limit):
        """The reason why it is wrong, or None."""
        path = os.path.join(work, f"{self.name}.mutant.ptx")
        with open(path, "w") as file:
            file.write(text)
        result = subprocess.run(
            [self.command[0], path, *self.command[1:]]
            + ["--seed", str(seed), "--max-instructions", str(limit)],
            capture_output=True,
            text=True,
        )
        if result.returncode:
            return result.stderr.strip().split("\n")[0]
        with np.errstate(invalid="ignore"):
            ok = np.abs(np.load(self.out) - self.want) <= self.bound
        return None if ok.all() else "wrong numbers"


def cuda_subject(sim, source_dir, work):
    """Our pipelined GEMM: TMA, an mbarrier ring, warp roles."""
    nvcc = shutil.which("nvcc")
    if not nvcc:
        sys.exit(77)
    # Seven K steps: the unrolled loop, its rest and both phases of the ring.
    case = cases.nvfp4_gemm(128, 256, 1792)
    source = os.path.join(source_dir, "cuda", case.source)
    ptx = run_cuda.compile_ptx(nvcc, source, case.target, work)
    command, outputs = run_cuda.make_command(sim, ptx, case, work)
    command.remove(ptx)
    return Subject(
        CUDA,
        ptx,
        command,
        outputs["d"],
        case.expect["d"],
        case.tolerance["d"],
    )


def triton_subject(sim, work):
    """Triton's NVFP4 product: cp.async, scales through registers. None without
    Triton."""
    try:
        import run_triton
    except SystemExit:
        return None
    os.environ["TRITON_CACHE_DIR"] = os.path.join(work, "cache")
    m = n = 128
    k = 512
    tile = (128, 128, 128, 3)
    types = ["*u8", "*fp8e4nv", "*u8", "*fp8e4nv", "*fp32"] + ["i32"] * 3
    ptx, out = f"{work}/triton_nvfp4.ptx", f"{work}/triton_nvfp4.npy"
    shared = run_triton.compile_kernel(run_triton.nvfp4, types, tile, 100, ptx)
    rng = np.random.default_rng(6)
    command = [sim, "--grid", "1,1", "--block", "128", "--shared", str(shared)]
    for rule in ("descriptor-version", "cp-async-fence", "tensor-fence"):
        command += ["--allow", rule]
    values = []
    for side in "ab":
        packed = rng.integers(0, 256, (m, k // 2), dtype=np.uint8)
        scale = rng.integers(0x20, 0x58, (m, k // 16), dtype=np.uint8)
        for name, array in ((side, packed), ("s" + side, scale)):
            np.save(f"{work}/triton_{name}.npy", array)
            command += ["--arg", f"buf:{work}/triton_{name}.npy"]
        values.append(unpack(packed) * np.repeat(e4m3(scale), 16, 1))
    command += ["--arg", f"out:float32:{m}x{n}:{out}"]
    for value in (m, n, k):
        command += ["--arg", f"i32:{value}"]
    command += ["--arg", "zeros:uint8:16"] * 2
    want = values[0] @ values[1].T
    # As in run_triton.py: one rounding per K step of 64.
    bound = k / 64 * 2.0**-24 * (np.abs(values[0]) @ np.abs(values[1]).T)
    return Subject(TRITON, ptx, command, out, want, bound)


def compiled_subject(sim, compiler, source_dir, work):
    """The product of `Inputs/product.mlir` as quartet-compile makes it for
    sm_100a: one block computes four tiles of 128 x 32, of two K steps
    each."""
    ptx, out = f"{work}/{COMPILED}.ptx", f"{work}/{COMPILED}.npy"
    source = os.path.join(source_dir, "Inputs", "product.mlir")
    command = [compiler, source, "--target=sm_100a", "--emit=ptx", "-o", ptx]
    subprocess.run([*command, "--no-remarks"], check=True)
    with open(ptx) as file:
        entry = re.search(r"\.entry (\w+)", file.read())[1]
    if entry != "nvfp4_gemm_128x32_f32":
        raise RuntimeError(f"expects tiles of 128 x 32, but got '{entry}'")
    m = n = 128
    k = 512
    rng = np.random.default_rng(7)
    command = [sim, "--grid", "1", "--block", "192"]
    # Eight stages of 24576 bytes, and up to 1024 to align the first.
    command += ["--shared", str(8 * 24576 + 1024)]
    maps, pointers, values = [], [], []
    for side, rows in (("a", 128), ("b", 32)):
        packed = rng.integers(0, 256, (m, k // 2), dtype=np.uint8)
        scale = rng.integers(0x20, 0x58, (m, k // 16), dtype=np.uint8)
        tiled = scale.reshape(4, 32, k // 64, 4).transpose(2, 1, 0, 3)
        tensor = rng.uniform(0.5, 2, 1).astype(np.float32)
        for name, array in (("", packed), ("s", tiled), ("t", tensor)):
            np.save(f"{work}/compiled_{side}{name}.npy", array)
            file = f"{side}{name}=buf:{work}/compiled_{side}{name}.npy"
            command += ["--buffer", file]
        dims, box = f"{k // 2}x{m}", f"128x{rows}"
        maps += [
            f"map:{side},dims={dims},box={box},strides={k // 2},swizzle=128",
            f"map:{side}s,dims=256x{k // 32}x1,box=256x8x1,"
            f"strides=256x{k * 8}",
        ]
        pointers.append(f"buf:{work}/compiled_{side}t.npy")
        values.append(
            unpack(packed)
            * np.repeat(e4m3(scale), 16, 1)
            * tensor.astype(np.float64)
        )
    for argument in [*maps, *pointers, f"out:float32:{m}x{n}:{out}"]:
        command += ["--arg", argument]
    command += ["--arg", f"u64:{m}", "--arg", f"u64:{k // 256}"]
    want = values[0] @ values[1].T
    # One rounding per instruction, and one for each tensor scale.
    bound = np.abs(values[0]) @ np.abs(values[1]).T * (k / 64 + 2) * 2.0**-24
    return Subject(COMPILED, ptx, command, out, want, bound)


def count_instructions(subject, text, work):
    path = os.path.join(work, f"{subject.name}.ptx")
    with open(path, "w") as file:
        file.write(text)
    result = subprocess.run(
        [subject.command[0], path, *subject.command[1:], "--stats"],
        capture_output=True,
        text=True,
    )
    if result.returncode:
        raise RuntimeError(result.stderr)
    return int(re.search(r"thread instructions +(\d+)", result.stdout)[1])


def reason_of(subject, mutant, survives):
    """Why the survivor `mutant` is equivalent, or None. `survives` runs the
    kernel with another replacement of the mutated statement."""
    if survives("trap;"):
        return "no thread executes the statement with these sizes"
    if mutant.witness and survives(mutant.witness):
        return (
            "the wait is always over by then (the phase before the first, "
            "9.7.13.15)"
            if mutant.operator == "wait"
            else "shifts or masks nothing but zero bits with these sizes"
        )
    for name, operator, change, statement, occurrences, reason in EQUIVALENT:
        if (
            re.fullmatch(name, subject)
            and re.fullmatch(operator, mutant.operator)
            and re.fullmatch(change, mutant.change)
            and re.search(statement, mutant.old)
            and (occurrences is None or mutant.occurrence in occurrences)
        ):
            return reason
    return None


def measure(subject, work, share, verbose):
    """Runs the sampled mutants and prints the result. Returns killed, not
    equivalent."""
    with open(subject.ptx) as file:
        text = file.read()
    # Loops that no longer end are stopped early.
    limit = 20 * count_instructions(subject, text, work)
    for seed in range(3):
        problem = subject.run(text, work, seed, limit)
        if problem:
            raise RuntimeError(f"{subject.name} itself: {problem}")
    all_mutants = list(mutants.generate(text))
    sampled = [m for m in all_mutants if m.key(subject.name) < share]
    by_operator = collections.Counter()
    killed_by = collections.Counter()
    justified, survivors = collections.Counter(), []
    for mutant in sampled:
        by_operator[mutant.operator] += 1

        def find(new=None, mutant=mutant):
            changed = mutant.apply(text, new)
            for seed in range(3):
                if problem := subject.run(changed, work, seed, limit):
                    return problem
            return None

        def survives(new, find=find):
            return not find(new)

        problem = find()
        if verbose:
            print(f"{mutant}\n  {problem or 'SURVIVED'}", flush=True)
        if problem:
            killed_by[mutant.operator] += 1
        elif reason := reason_of(subject.name, mutant, survives):
            justified[reason] += 1
        else:
            survivors.append(mutant)
    killed = sum(killed_by.values())
    total = killed + len(survivors)
    print(
        f"{subject.name}: {killed} of {total} mutants killed, "
        f"{sum(justified.values())} equivalent; sample {len(sampled)} of "
        f"{len(all_mutants)}"
    )
    for operator, count in sorted(by_operator.items()):
        print(f"  {operator}: {killed_by[operator]} of {count} killed")
    for reason, count in justified.most_common():
        print(f"  equivalent, {count}: {reason}")
    for mutant in survivors:
        print(f"  survived: {mutant}")
    return killed, total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sim")
    parser.add_argument("source_dir")
    parser.add_argument("work")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--subject")
    parser.add_argument("--quartet-compile", dest="compiler")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    start = time.monotonic()
    subjects = [
        cuda_subject(options.sim, options.source_dir, options.work),
        triton_subject(options.sim, options.work),
    ]
    if options.compiler:
        subjects.append(
            compiled_subject(
                options.sim, options.compiler, options.source_dir, options.work
            )
        )
    failed = False
    for subject in subjects:
        if not subject or options.subject not in (None, subject.name):
            continue
        killed, total = measure(
            subject, options.work, options.share, options.verbose
        )
        failed |= killed < 0.95 * total
    print(f"{time.monotonic() - start:.0f} s")
    sys.exit(failed)


if __name__ == "__main__":
    main()
