// RUN: not quartet-opt %s --convert-linalg-to-nvfp4="recipe=quartet" 2>&1 | FileCheck %s
// RUN: not quartet-opt %s --convert-linalg-to-nvfp4="recipe=" 2>&1 | FileCheck %s --check-prefix=EMPTY

// CHECK: unknown.mlir:{{[0-9]+}}:1: error: expects a recipe out of quartet2, rtn, sr, nvidia, tetrajet2, bf16, but got 'quartet'
// EMPTY: error: expects a recipe out of {{.*}}, but got ''
module {}
