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

// -----

llvm.func @assembly() {
  // expected-error @below {{expects operations that the host can lower, but got inline assembly}}
  llvm.inline_asm "nop", "" : () -> ()
  llvm.return
}

// -----

// An entry that is called what a mathematical function is called.
llvm.func @expf(%x: f32) -> f32 attributes {
    quartet.signature = "{\"args\":[],\"checks\":[],\"entry\":\"expf\",\"results\":[]}"} {
  // expected-error @below {{expects no entry called 'expf', because the program calls a function of that name}}
  %y = llvm.call @expf(%x) : (f32) -> f32
  llvm.return %y : f32
}

// -----

llvm.func @quad(%x: f128) {
  // expected-error @below {{expects floats of type f16, bf16, f32 or f64, but got 'f128'}}
  %y = llvm.fmul %x, %x : f128
  llvm.return
}

// -----

llvm.func @wide(%x: i128) {
  %y = llvm.add %x, %x : i128
  // expected-error @below {{expects integers of at most 64 bits here, but got 'i128'}}
  %z = llvm.sdiv %y, %x : i128
  llvm.return
}

// -----

llvm.func @wide_vector(%x: vector<4xi65>) {
  // expected-error @below {{expects integers of at most 64 bits here, but got 'vector<4xi65>'}}
  %y = llvm.sitofp %x : vector<4xi65> to vector<4xf32>
  llvm.return
}
