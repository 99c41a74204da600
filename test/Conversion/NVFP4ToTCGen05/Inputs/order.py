"""Checks the order of asynchronous instructions in optimised kernels.

usage: order.py <work folder>

LLVM does not know what the matrix unit reads through descriptors, so the order
in PTX after -O3 is checked: it must be that of the operations.
"""

import os
import re
import sys

from gemm import Config, Kernel

EVENTS = {
    "wait": r"mbarrier\.try_wait",
    "after": r"tcgen05\.fence::after_thread_sync",
    "before": r"tcgen05\.fence::before_thread_sync",
    "scales": r"tcgen05\.cp\.",
    "mma": r"tcgen05\.mma\.",
    "commit": r"tcgen05\.commit\.",
    "load": r"tcgen05\.ld\.",
    "loaded": r"tcgen05\.wait::ld",
    "arrive": r"mbarrier\.arrive\.(?!expect_tx)",
    "expect": r"mbarrier\.arrive\.expect_tx",
    "copy": r"cp\.async\.bulk\.tensor",
}
FORBIDDEN = re.compile(r"\b(?:fma|mad)\.\w+\.f|\.ftz|\.approx")


def events(text):
    found = []
    for line in text.splitlines():
        for name, pattern in EVENTS.items():
            if re.search(pattern, line):
                found.append(name)
    return " ".join(found)


def check(config, text):
    blocks = (config.columns + 127) // 128
    scales = "scales " * (4 * (1 + blocks))
    order = events(text)
    wanted = {
        "scales, MMAs and commit after a wait and a fence": (
            f"wait after {scales}" + "mma " * 4 + "commit"
        ),
        # In a pair a branch stands between the wait and the copies.
        "the copies of a stage": (
            ("wait expect " if config.group == 1 else "")
            + "copy copy copy copy"
        ),
        "a fence before reading an accumulator": "wait after load loaded",
        "a fence before releasing an accumulator": "before arrive",
    }
    problems = [name for name, want in wanted.items() if want not in order]
    if order.count("load ") != order.count("load loaded"):
        problems.append("a wait right after each load")
    problems += [f"no {bad}" for bad in set(FORBIDDEN.findall(text))]
    return problems


failed = False
for group, columns in [(1, 64), (1, 192), (1, 256), (2, 128), (2, 256)]:
    work = os.path.join(sys.argv[1], f"{group}-{columns}")
    os.makedirs(work, exist_ok=True)
    config = Config(group, columns, n=1024, p=1024, element="bf16")
    kernel = Kernel(config, work)
    with open(kernel.ptx) as file:
        for problem in check(config, file.read()):
            failed = True
            print(f"FAIL {config}: expects {problem}")
if not failed:
    print("all kernels keep their order")
