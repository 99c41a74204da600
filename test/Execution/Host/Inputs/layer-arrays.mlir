// The arrays of layer-step.mlir: values between -1 and 1 that repeat late.

#id = affine_map<(m, n) -> (m, n)>

func.func private @fill(%to: tensor<?x?xbf16>, %first: index) -> tensor<?x?xbf16> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%to : tensor<?x?xbf16>) {
  ^bb0(%o: bf16):
    %c1 = arith.constant 7919 : index
    %c2 = arith.constant 26869 : index
    %m = arith.constant 1009 : index
    %half = arith.constant 504.0 : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ij = arith.muli %i, %j : index
    %a = arith.addi %i, %first : index
    %b = arith.muli %a, %c1 : index
    %c = arith.muli %j, %c2 : index
    %d = arith.addi %b, %c : index
    %e = arith.addi %d, %ij : index
    %f = arith.remui %e, %m : index
    %g = arith.index_cast %f : index to i32
    %h = arith.sitofp %g : i32 to f32
    %k = arith.subf %h, %half : f32
    %l = arith.divf %k, %half : f32
    %n = arith.truncf %l : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}

func.func @main() -> (tensor<37x72xbf16>, tensor<100x72xbf16>, tensor<37x100xbf16>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c37 = arith.constant 37 : index
  %c72 = arith.constant 72 : index
  %c100 = arith.constant 100 : index
  %x0 = tensor.empty(%c37, %c72) : tensor<?x?xbf16>
  %w0 = tensor.empty(%c100, %c72) : tensor<?x?xbf16>
  %e0 = tensor.empty(%c37, %c100) : tensor<?x?xbf16>
  %x1 = call @fill(%x0, %c1) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %w1 = call @fill(%w0, %c2) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %e1 = call @fill(%e0, %c3) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %x = tensor.cast %x1 : tensor<?x?xbf16> to tensor<37x72xbf16>
  %w = tensor.cast %w1 : tensor<?x?xbf16> to tensor<100x72xbf16>
  %e = tensor.cast %e1 : tensor<?x?xbf16> to tensor<37x100xbf16>
  return %x, %w, %e : tensor<37x72xbf16>, tensor<100x72xbf16>, tensor<37x100xbf16>
}
