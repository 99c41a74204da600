// RUN: not quartet-opt %s --convert-nvfp4-to-loops=vector-bytes=24 2>&1 | FileCheck %s

// CHECK: error: expects vector-bytes to be 16, 32 or 64, but got 24
module {}
