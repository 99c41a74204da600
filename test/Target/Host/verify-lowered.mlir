// RUN: quartet-opt %s --host-verify-lowered --split-input-file -verify-diagnostics

llvm.func @lowered() {
  llvm.return
}

// -----

llvm.func @left_over(%x: f32) {
  // expected-error @below {{expects operations that the host can lower, but got 'math.exp'}}
  %y = math.exp %x : f32
  llvm.return
}

// -----

llvm.func @type(%x: !llvm.ptr) {
  // expected-error @below {{expects types that the host can hold, but got '!llvm.ptr'}}
  %y = builtin.unrealized_conversion_cast %x : !llvm.ptr to tensor<4xf32>
  llvm.return
}
