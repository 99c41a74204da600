// RUN: quartet-opt %s --quartet-verify-entries --split-input-file -verify-diagnostics

// Signatures are those of quartet-prepare-entries.

func.func @written(%a: memref<4xf32>) attributes {
    quartet.signature = "{\"args\":[{\"dtype\":\"f32\",\"name\":\"x\",\"shape\":[4]}],\"checks\":[],\"entry\":\"written\",\"results\":[]}"} {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<4xf32>
  %s = memref.subview %a[1] [2] [1]
      : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  // expected-error @below {{expects argument 'x' of 'written' to be marked 'quartet.inout', but got a write into a read-only argument}}
  memref.store %v, %s[%c0] : memref<2xf32, strided<[1], offset: 1>>
  return
}

// -----

// The same, allowed.
func.func @marked(%a: memref<4xf32>) attributes {
    quartet.signature = "{\"args\":[{\"dtype\":\"f32\",\"name\":\"x\",\"shape\":[4],\"written\":true}],\"checks\":[],\"entry\":\"marked\",\"results\":[]}"} {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<4xf32>
  memref.store %v, %a[%c0] : memref<4xf32>
  return
}

// -----

func.func @unpacked() attributes {
    quartet.signature = "{\"args\":[],\"checks\":[],\"entry\":\"unpacked\",\"results\":[]}"} {
  // expected-error @below {{expects buffers of i8 with two f4E2M1FN codes per byte, but got 'memref<4x32xf4E2M1FN>'}}
  %a = memref.alloc() : memref<4x32xf4E2M1FN>
  return
}

// -----

// expected-error @below {{expects 0 results bound to arguments, but got 1}}
func.func @result(%a: memref<4xf32>) -> memref<4xf32> attributes {
    quartet.signature = "{\"args\":[{\"dtype\":\"f32\",\"name\":\"x\",\"shape\":[4]}],\"checks\":[],\"entry\":\"result\",\"results\":[]}"} {
  return %a : memref<4xf32>
}

// -----

// expected-error @below {{expects a signature in 'quartet.signature', but got:}}
func.func @malformed() attributes {quartet.signature = "{\"args\":7}"} {
  return
}
