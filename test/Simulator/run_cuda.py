"""Runs the CUDA C++ kernels of this directory on the simulator.

usage: run_cuda.py QUARTET_SIM SOURCE_DIR WORK_DIR [CASE ...]

Each case compiles a .cu file to PTX with nvcc, runs one kernel on
quartet-sim and compares with NumPy and, where it also ran on a GPU, with the
bytes that the GPU returned (recorded_sm90.npz, made by record_cuda.py). Without
nvcc or NumPy the script exits with 77, which CTest counts as skipped.
"""

import os
import shutil
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    sys.exit(77)

sys.dont_write_bytecode = True

import cases


def compile_ptx(nvcc, source, target, work):
    ptx = os.path.join(
        work, os.path.splitext(os.path.basename(source))[0] + ".ptx"
    )
    subprocess.run(
        [nvcc, "-arch=" + target, "-O3", "-ptx", source, "-o", ptx], check=True
    )
    return ptx


def make_command(sim, ptx, case, work):
    """The command that runs `case`, and the files of its outputs by name."""
    command = [
        sim,
        ptx,
        "--kernel",
        case.kernel,
        "--grid",
        ",".join(map(str, case.grid)),
        "--block",
        ",".join(map(str, case.block)),
    ]
    if case.shared:
        command += ["--shared", str(case.shared)]
    outputs = {}
    for name, value in case.args:
        path = os.path.join(work, f"{case.name}_{name}")
        if isinstance(value, cases.Output):
            shape = "x".join(map(str, value.shape))
            kind = "zeros" if value.zero else "out"
            outputs[name] = path + ".out.npy"
            spec = f"{kind}:{np.dtype(value.dtype)}:{shape}:{path}.out.npy"
        elif isinstance(value, cases.InOut):
            np.save(path + ".npy", value.array)
            outputs[name] = path + ".out.npy"
            spec = f"buf:{path}.npy:{path}.out.npy"
        elif isinstance(value, cases.Hidden):
            np.save(path + ".npy", value.array)
            spec = f"buf:{path}.npy"
            if value.is_output:
                outputs[name] = path + ".out.npy"
                spec += f":{path}.out.npy"
            command += ["--buffer", f"{name}={spec}"]
            continue
        elif isinstance(value, cases.Map):
            spec = "map:" + value.spec
        elif isinstance(value, np.ndarray):
            np.save(path + ".npy", value)
            spec = f"buf:{path}.npy"
        elif isinstance(value, np.float32):
            spec = f"f32:{float(value)!r}"
        else:
            spec = f"i32:{int(value)}"
        command += ["--arg", f"{name}={spec}"]
    return command, outputs


def run(sim, ptx, case, work, seed):
    """Returns the output arrays of `case`, by name."""
    command, outputs = make_command(sim, ptx, case, work)
    command += ["--seed", str(seed)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(result.stderr.strip())
    return {name: np.load(path) for name, path in outputs.items()}


def compare_recorded(recorded, case, got):
    """Why `got` is not what the GPU returned, or an empty string."""
    if case.target != "sm_90a":
        return ""
    for name, array in got.items():
        key = f"{case.name}.{name}"
        if key not in recorded:
            return f"{key} is not recorded: run record_cuda.py on a GPU"
        if recorded[key].tobytes() != array.tobytes():
            return f"{name} differs from what {recorded['gpu']} returned"
    return ""


def main():
    sim, source_dir, work = sys.argv[1:4]
    wanted = set(sys.argv[4:])
    nvcc = shutil.which("nvcc")
    if not nvcc:
        print("nvcc is not on PATH: skipped")
        sys.exit(77)
    os.makedirs(work, exist_ok=True)
    failures = 0
    compiled = {}
    recorded = np.load(os.path.join(source_dir, "recorded_sm90.npz"))
    for case in cases.all_cases():
        if wanted and case.name not in wanted:
            continue
        source = os.path.join(source_dir, "cuda", case.source)
        if source not in compiled:
            compiled[source] = compile_ptx(nvcc, source, case.target, work)
        for seed in (0, 1):
            try:
                got = run(sim, compiled[source], case, work, seed)
                problem = case.check(got) or compare_recorded(
                    recorded, case, got
                )
            except RuntimeError as error:
                problem = str(error)
            if problem:
                failures += 1
                print(f"FAIL {case.name} seed {seed}: {problem}")
            else:
                print(f"pass {case.name} seed {seed}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
