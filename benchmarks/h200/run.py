"""Checks and times the programs that build.py has made, on an H200.

usage: run.py [OUT.json] [--only=check|kernels|layers] [--no-peers]

Run it in the folder that build.py wrote. The checks compare with results of
the host, recorded when the programs were built, and need no PyTorch; they also
run on the simulator (QUARTET_DRIVER). Exits with 1 if a check fails.
"""

import argparse
import contextlib
import json
import os
import pathlib
import sys

import numpy as np
import programs

HERE = pathlib.Path(__file__).resolve().parent
os.environ.setdefault("QUARTET_RUNTIME", str(HERE / "libquartet_runtime.so"))

import quartet  # noqa: E402 - finds the library that was just named


class Checks:
    """Counts what does not hold."""

    def __init__(self):
        self.failed = 0

    def expect(self, holds, text):
        print(("ok    " if holds else "FAIL  ") + text, flush=True)
        self.failed += not holds


def as_tuple(results):
    return results if isinstance(results, tuple) else (results,)


def as_bytes(array):
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def is_equal(got, want):
    return np.array_equal(as_bytes(got), as_bytes(want))


def differing_blocks(got, want):
    """Blocks of 16 codes, 8 bytes, that differ between two matrices."""
    got, want = (a.reshape(-1, 8) for a in (got, want))
    return int((got != want).any(axis=1).sum()), len(want)


def get_shapes(record):
    """Shapes that were recorded, as text, in order."""
    return list(dict.fromkeys(k.split("/")[1] for k in record))


def check_kernels(checks):
    """Bytes against the host's. Of rotated matrices tensor scales are equal,
    and blocks may differ where a rotated value does: in its last bits, because
    the machines sum in different orders. Then a code or a scale falls on the
    other side of a threshold; one block in a hundred would be far more."""
    program = quartet.load(HERE / "check_kernels.so")
    record = np.load(HERE / "check_kernels.npz")
    for name, (_, may_differ) in programs.KERNELS.items():
        for shape in get_shapes(record):
            where = f"{name}/{shape}"

            def arrays(kind, where=where):
                keys = [k for k in record if k.startswith(f"{where}/{kind}")]
                return [record[k] for k in sorted(keys)]

            want = arrays("out")
            got = as_tuple(program[f"{name}_{shape}"](*arrays("arg")))
            equal = all(map(is_equal, got, want))
            if equal or not may_differ:
                checks.expect(equal, f"{where}: bytes of the host")
                continue
            scales = all(map(is_equal, got[2::3], want[2::3]))
            different, total = 0, 0
            for i in range(0, len(want), 3):
                part = differing_blocks(got[i], want[i])
                different, total = different + part[0], total + part[1]
            checks.expect(
                scales and different <= max(1, total // 100),
                f"{where}: {different} of {total} blocks differ, tensor scales "
                + ("equal" if scales else "differ"),
            )


def to_float(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def check_layer(checks):
    """Y is the product of the host's bytes: it differs by the order of f32 sums
    and by the rounding to bf16 that follows. K terms of at most the largest
    magnitudes m err by less than K^2 m 2^-24, and a value next to a midpoint
    goes to the other bf16 neighbour. The gradients may also contain blocks
    that differ; their error is bounded by a part of the quantization's."""
    program = quartet.load(HERE / "check_layer.so")
    record = np.load(HERE / "check_layer.npz")
    arguments = [record[f"arg{i}"] for i in range(4)]
    k = programs.CHECK_LAYER[2]
    x, w = (np.abs(to_float(a)).max() for a in arguments[:2])
    got = program["layer"](*arguments)
    for i, name in enumerate(("y", "dx", "dw")):
        mine, host = to_float(got[i]), to_float(record[f"out{i}"])
        error = np.abs(mine - host)
        relative = float(np.sqrt((error**2).sum() / (host**2).sum()))
        text = f"layer {name}: relative difference to the host {relative:.2e}"
        if name == "y":
            bound = np.abs(host) * 2.0**-7 + k * k * x * w * 2.0**-24
            checks.expect(bool((error <= bound).all()), text)
        else:
            checks.expect(relative < 2e-2, text)


class Recorded:
    """Calls of one entry on device arrays, as a graph."""

    def __init__(self, entry, arguments):
        self.entry, self.arguments = entry, arguments
        self.stream = quartet.Stream()
        self.out = None
        self.out = as_tuple(self.call())
        self.stream.synchronize()
        with self.stream.capture() as self.graph:
            self.call()

    def call(self):
        return self.entry(*self.arguments, out=self.out, stream=self.stream)

    def launch_default(self):
        """On the default stream, which is PyTorch's."""
        self.graph.launch(_DefaultStream)

    def results(self):
        self.stream.synchronize()
        return [r.numpy() for r in self.out]

    def clear(self):
        for r in self.out:
            r.copy_from(np.full(r.shape, 0x5A, np.uint8).astype(r.dtype))


class _DefaultStream:
    handle = None


def device(array):
    return quartet.DeviceArray.from_numpy(array)


def check_graphs(checks):
    """A replay writes the bytes that the calls wrote; another seed other bytes,
    those that a call with it writes."""
    shape = get_shapes(np.load(HERE / "check_kernels.npz"))[0]
    cases = [
        ("check_kernels", f"eden_both_{shape}", f"eden_both/{shape}/"),
        ("check_layer", "layer", ""),
    ]
    for file, entry, prefix in cases:
        record = np.load(HERE / f"{file}.npz")
        count = sum(k.startswith(f"{prefix}arg") for k in record)
        arguments = [device(record[f"{prefix}arg{i}"]) for i in range(count)]
        seed = arguments[-1]
        recorded = Recorded(quartet.load(HERE / f"{file}.so")[entry], arguments)
        first = recorded.results()
        recorded.clear()
        recorded.graph.launch()
        replayed = recorded.results()
        checks.expect(
            all(map(is_equal, replayed, first)),
            f"{entry}: a graph replays the bytes of the calls",
        )
        seed.copy_from(np.array(seed.numpy() + 1))
        recorded.graph.launch()
        second = recorded.results()
        checks.expect(
            not all(map(is_equal, second, first)),
            f"{entry}: another seed gives other bytes",
        )
        recorded.clear()
        recorded.call()
        checks.expect(
            all(map(is_equal, recorded.results(), second)),
            f"{entry}: calls and replays agree on them",
        )


def time_kernels(result):
    import peers
    import torch

    program = quartet.load(HERE / "kernels.so")
    rows, columns = programs.TOKENS, programs.WIDTH
    suffix = f"{rows}x{columns}"
    torch.manual_seed(0)
    x = torch.randn(rows, columns, device="cuda").to(torch.bfloat16)
    torch.cuda.synchronize()
    seed = device(np.array(1, np.int64))
    amax = program[f"amax_{suffix}"](x)
    saved = program[f"rtn_{suffix}"](x, amax)
    bandwidth = peers.copy_bandwidth()
    print(f"copy {bandwidth / 1e9:.0f} GB/s")
    result["copy_bytes_per_s"] = bandwidth
    result["kernels"] = {}
    for name, (floor, _) in programs.KERNELS.items():
        arguments = {
            "amax": (x,),
            "rtn": (x, amax),
            "four_six": (x, amax),
            "sr": (x, amax, seed),
            "requantize": (*saved, seed),
        }.get(name, (x, seed))
        recorded = Recorded(program[f"{name}_{suffix}"], arguments)
        ms = peers.median_ms(recorded.launch_default)
        share = floor * rows * columns / (ms * 1e-3) / bandwidth
        result["kernels"][name] = {"ms": ms, "share_of_copy": share}
        print(
            f"{name:11} {ms:8.4f} ms  {floor:6.4f} bytes/element  "
            f"{share:.1%} of copy",
            flush=True,
        )


def time_layers(result, with_peers):
    import peers
    import torch

    result["layers"] = {}
    tokens = programs.TOKENS
    for n, k in programs.LAYERS:
        program = quartet.load(HERE / f"layer_{n}x{k}.so")
        torch.manual_seed(0)
        x = torch.randn(tokens, k, device="cuda").to(torch.bfloat16)
        w = (torch.randn(n, k, device="cuda") * k**-0.5).to(torch.bfloat16)
        e = torch.randn(tokens, n, device="cuda").to(torch.bfloat16)
        torch.cuda.synchronize()
        if with_peers:
            row = peers.time_layer(n, k)
        else:
            row = {
                "bf16": peers.median_ms(
                    lambda x=x, w=w, e=e: (x @ w.t(), e @ w, e.t() @ x)
                )
            }
        recorded = Recorded(
            program["layer"], (x, w, e, device(np.array(1, np.int64)))
        )
        row["quartet"] = peers.median_ms(recorded.launch_default)
        result["layers"][f"{n}x{k}"] = row
        print(
            f"layer {n}x{k}: quartet2 {row['quartet']:.3f} ms, cuBLAS bf16 "
            f"{row['bf16']:.3f} ms, ratio {row['quartet'] / row['bf16']:.3f}",
            flush=True,
        )
        del recorded, x, w, e
        torch.cuda.empty_cache()


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("json", nargs="?")
    parser.add_argument("--only", choices=("check", "kernels", "layers"))
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    # PyTorch brings cuBLASLt, which products find in the process.
    with contextlib.suppress(ImportError):
        import torch  # noqa: F401
    checks, result = Checks(), {}
    if options.only in (None, "check"):
        check_kernels(checks)
        check_layer(checks)
        check_graphs(checks)
    if options.only in (None, "kernels"):
        time_kernels(result)
    if options.only in (None, "layers"):
        time_layers(result, not options.no_peers)
    result["failed_checks"] = checks.failed
    if options.json:
        with open(options.json, "w") as file:
            json.dump(result, file, indent=1)
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
