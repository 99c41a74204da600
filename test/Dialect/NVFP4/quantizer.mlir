// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --emit-bytecode | quartet-opt | FileCheck %s

// A named quantizer prints as its name.
// CHECK-LABEL: func.func @named
// CHECK-SAME: a = #nvfp4.quantizer<quartet2_forward>
// CHECK-SAME: b = #nvfp4.quantizer<te>
func.func @named() attributes {a = #nvfp4.quantizer<quartet2_forward>,
                               b = #nvfp4.quantizer<te>} {
  return
}

// Fields that add up to a named quantizer print as its name.
// CHECK-LABEL: func.func @fields_of_a_name
// CHECK-SAME: a = #nvfp4.quantizer<quartet2_forward>
// CHECK-SAME: b = #nvfp4.quantizer<rtn>
// CHECK-SAME: c = #nvfp4.quantizer<quartet2_backward>
func.func @fields_of_a_name() attributes {
    a = #nvfp4.quantizer<candidates = 2, scale_max = 256.0>,
    b = #nvfp4.quantizer<scale_max = 448.0>,
    c = #nvfp4.quantizer<tensor_scale = post_hoc_pow2,
                         scale_override = 0.988125, scale = stochastic,
                         correction = group16>} {
  return
}

// Any other prints the fields that differ from rtn, in one order; numbers read
// back exactly.
// CHECK-LABEL: func.func @fields
// CHECK-SAME: a = #nvfp4.quantizer<scale_max = 256.0, candidates = 2, criterion = mae>
// CHECK-SAME: b = #nvfp4.quantizer<tensor_scale = amax_divide_twice, arithmetic = divide, scale_max = 255.99, scale_override = 1.0625, element = stochastic, zero_block = min_normal, block_rows = 16>
// CHECK-SAME: c = #nvfp4.quantizer<scale_max = 300.3333>
func.func @fields() attributes {
    a = #nvfp4.quantizer<criterion = mae, scale_max = 256.0, candidates = 2>,
    b = #nvfp4.quantizer<tensor_scale = amax_divide_twice,
        arithmetic = divide, scale_max = 255.99, scale_override = 1.0625,
        element = stochastic, zero_block = min_normal, block_rows = 16>,
    c = #nvfp4.quantizer<scale_max = 300.3333>} {
  return
}

// CHECK-LABEL: func.func @other_attributes
// CHECK-SAME: a = #nvfp4.role<fprop, layer = 0>
// CHECK-SAME: b = #nvfp4.role<wgrad, layer = 3, swapped = true>
// CHECK-SAME: c = #nvfp4.directions<both>
func.func @other_attributes() attributes {
    a = #nvfp4.role<fprop, layer = 0>,
    b = #nvfp4.role<wgrad, layer = 3, swapped = true>,
    c = #nvfp4.directions<both>} {
  return
}
