// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles -verify-diagnostics
// RUN: quartet-opt %s --split-input-file --nvfp4-share-saved -verify-diagnostics

func.func @bwd(
    // expected-error @below {{argument 0 of 'bwd' expects 'nvfp4.saved' to name another function of one block, but got @fwd}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>}) {
  return
}

// -----

func.func private @fwd() -> tensor<8x64xbf16>
func.func @bwd(
    // expected-error @below {{argument 0 of 'bwd' expects 'nvfp4.saved' to name another function of one block, but got @fwd}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>}) {
  return
}

// -----

func.func @self(
    // expected-error @below {{argument 0 of 'self' expects 'nvfp4.saved' to name another function of one block, but got @self}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@self, result = 0>}) -> tensor<8x64xbf16> {
  return %x : tensor<8x64xbf16>
}

// -----

func.func @fwd(%x: tensor<8x64xbf16>) -> tensor<8x64xbf16> {
  return %x : tensor<8x64xbf16>
}
func.func @bwd(%e: f32,
    // expected-error @below {{argument 1 of 'bwd' expects 'nvfp4.saved' to number one of the 1 results of @fwd, but got 1}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>}) {
  return
}

// -----

func.func @fwd(%x: tensor<8x64xbf16>) -> tensor<8x64xbf16> {
  return %x : tensor<8x64xbf16>
}
func.func @bwd(
    // expected-error @below {{argument 0 of 'bwd' expects 'nvfp4.saved' to name a result of type 'tensor<8x64xf32>', but got one of type 'tensor<8x64xbf16>'}}
    %x: tensor<8x64xf32> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>}) {
  return
}

// -----

func.func @fwd() -> tensor<8x64xbf16> {
  ub.unreachable
}
func.func @bwd(
    // expected-error @below {{argument 0 of 'bwd' expects 'nvfp4.saved' to name another function of one block, but got @fwd}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>}) {
  return
}
