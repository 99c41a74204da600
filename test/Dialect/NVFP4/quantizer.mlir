// RUN: quartet-opt %s | quartet-opt | FileCheck %s

// A named quantizer prints as its name.
// CHECK-LABEL: func.func @named
// CHECK-SAME: a = #nvfp4.quantizer<quartet2_forward>
// CHECK-SAME: b = #nvfp4.quantizer<te>
func.func @named() attributes {a = #nvfp4.quantizer<quartet2_forward>,
                               b = #nvfp4.quantizer<te>} {
  return
}
