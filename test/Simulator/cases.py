"""Inputs and expected outputs of the CUDA C++ kernels of this directory.

Expected values are computed here with NumPy, in the kernels' order of
operations, so that comparisons are exact unless a case states a bound.
"""

from collections.abc import Callable

import ml_dtypes
import numpy as np
from async_cases import (
    bulk_ring,
    cluster_sum,
    cp_async_stages,
    mma,
    nvfp4_gemm,
    tensor_copy,
)
from basic_cases import (
    arithmetic,
    collatz,
    convert,
    histogram,
    integers,
    row_sum,
    saxpy,
    transpose,
    warp_ops,
)
from case import Case, Hidden, InOut, Map, Output

__all__ = [
    "Case",
    "Hidden",
    "InOut",
    "Map",
    "Output",
    "all_cases",
    "nvfp4_gemm",
]


def all_cases():
    makers: list[Callable[[], Case]] = [
        saxpy,
        row_sum,
        collatz,
        transpose,
        histogram,
        convert,
        integers,
        warp_ops,
        arithmetic,
        cp_async_stages,
        bulk_ring,
        cluster_sum,
        lambda: tensor_copy(0, 0),
        lambda: tensor_copy(-8, -2),
        lambda: tensor_copy(24, 33),
        lambda: tensor_copy(80, 0),
        lambda: mma("mma_f16", np.float16),
        lambda: mma("mma_bf16", ml_dtypes.bfloat16),
        lambda: nvfp4_gemm(128, 256, 256),
        lambda: nvfp4_gemm(256, 512, 1024),
        lambda: nvfp4_gemm(512, 256, 1280, pair=True),
    ]
    return [make() for make in makers]
