"""Compares the cost model's counts with what the simulator counts.

usage: model.py <work folder>
"""

import os
import re
import sys

from gemm import Config, Kernel

# The model's terms, under the names of quartet-sim's counters.
TERMS = (
    "tensor core mma",
    "multiply-adds",
    "tensor core busy clocks",
    "shared bytes written",
    "global bytes read",
    "of these by bulk copies",
    "global bytes written",
)
LIMIT = 0.02


def cases():
    """Configurations with whole sizes, and the multiprocessors of the chip."""
    # Whole tiles, one per block.
    yield Config(1, 128, m=256, n=256, p=512)
    # Several tiles per pair, the column scales of a tile in two row blocks.
    yield Config(2, 192, m=384, n=640, p=1024, multiprocessors=4)
    # Tails in M, N and K; D is read, and a bias once per element.
    yield Config(
        1,
        64,
        m=200,
        n=296,
        p=544,
        element="bf16",
        accumulate=True,
        epilogue=True,
        multiprocessors=4,
    )
    # One row, in a column of the matrix unit.
    yield Config(1, 32, swap=1, m=1, n=520, p=288, element="f16")
    # A batch of products smaller than their tiles.
    yield Config(2, 256, m=70, n=40, p=96, batched=True, batch=3)
    # A short ring, accumulators that overlap, K not whole tiles.
    yield Config(1, 256, m=300, n=385, p=1312, multiprocessors=3)


failed = False
for number, config in enumerate(cases()):
    work = os.path.join(sys.argv[1], str(number))
    os.makedirs(work, exist_ok=True)
    kernel = Kernel(config, work)
    problem = kernel.launch(
        config.m,
        config.n,
        config.p,
        config.batch or 1,
        blocks=config.multiprocessors,
    )
    if problem:
        sys.exit(f"{config}: {problem}")
    prediction = kernel.predict()
    print(f"{config}: {prediction}")
    for term in TERMS:
        predicted = re.search(rf"[,;] {term} (\d+)", prediction)
        if not predicted:
            sys.exit(f"{config}: expects a term '{term}', but got none")
        predicted = int(predicted[1])
        counted = kernel.statistics[term]
        off = abs(predicted - counted) / counted
        print(f"  {term}: {predicted} predicted, {counted} counted")
        if off > LIMIT:
            failed = True
            print(f"FAIL {config}: {term} is off by {100 * off:.1f} %")
if not failed:
    print("the model counts what the simulator counts")
