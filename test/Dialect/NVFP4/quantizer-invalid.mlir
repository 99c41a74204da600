// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{unknown quantizer 'nearest'; the named quantizers are quartet2_forward, quartet2_backward, rtn, rtn_16x16, sr, te, torchao, modelopt, quartet2_sim, quartet2_wmax256}}
func.func @unknown_name() attributes {a = #nvfp4.quantizer<nearest>} { return }

// -----

// expected-error @below {{unknown field 'scale_maximum' of a quantizer; the fields are tensor_scale, arithmetic, scale_max, scale_override, candidates, criterion, element, scale, correction, zero_block, block_rows}}
func.func @unknown_field() attributes {a = #nvfp4.quantizer<scale_maximum = 2.0>} { return }

// -----

// expected-error @below {{expects 'criterion' to be one of mse, mae, cosine, but got 'max'}}
func.func @unknown_value() attributes {a = #nvfp4.quantizer<candidates = 2, criterion = max>} { return }

// -----

// expected-error @below {{expects field 'scale_max' only once}}
func.func @field_twice() attributes {a = #nvfp4.quantizer<scale_max = 256.0, scale_max = 256.0>} { return }

// -----

// expected-error @below {{expected '='}}
func.func @no_value() attributes {a = #nvfp4.quantizer<scale_max, candidates = 2>} { return }

// -----

// expected-error @below {{expected valid keyword}}
func.func @empty() attributes {a = #nvfp4.quantizer<>} { return }

// -----

// expected-error @below {{expects 'candidates' between 0 and 255, but got 256}}
func.func @candidates_overflow() attributes {a = #nvfp4.quantizer<candidates = 256>} { return }

// -----

// expected-error @below {{expects 1 or 2 candidates}}
func.func @quantizer_c1_candidates() attributes {a = #nvfp4.quantizer<candidates = 3>} { return }

// -----

// expected-error @below {{expects scale_max between 1 and 448}}
func.func @quantizer_c1_scale_max() attributes {a = #nvfp4.quantizer<scale_max = 449.0>} { return }

// -----

// expected-error @below {{expects scale_override between 0.5 and 2}}
func.func @quantizer_c1_scale_override() attributes {a = #nvfp4.quantizer<scale_override = 0.0>} { return }

// -----

// expected-error @below {{expects 1 or 16 rows per block}}
func.func @quantizer_c1_block_rows() attributes {a = #nvfp4.quantizer<block_rows = 8>} { return }

// -----

// expected-error @below {{expects 1 candidate with stochastic rounding, because choosing by the realised error makes the result biased}}
func.func @quantizer_c2() attributes {a = #nvfp4.quantizer<candidates = 2, element = stochastic>} { return }

// -----

// expected-error @below {{expects stochastic rounding of elements or of scales, but not both}}
func.func @quantizer_c3() attributes {a = #nvfp4.quantizer<element = stochastic, scale = stochastic, correction = group16>} { return }

// -----

// expected-error @below {{expects stochastic scale rounding exactly with a correction}}
func.func @quantizer_c4_no_correction() attributes {a = #nvfp4.quantizer<scale = stochastic>} { return }

// -----

// expected-error @below {{expects stochastic scale rounding exactly with a correction}}
func.func @quantizer_c4_nearest() attributes {a = #nvfp4.quantizer<correction = group16>} { return }

// -----

// expected-error @below {{expects a correction with a post hoc tensor scale}}
func.func @quantizer_c5_no_correction() attributes {a = #nvfp4.quantizer<tensor_scale = post_hoc_max>} { return }

// -----

// expected-error @below {{expects nearest-even elements with a post hoc tensor scale}}
func.func @quantizer_c5_away() attributes {a = #nvfp4.quantizer<tensor_scale = post_hoc_max, scale = stochastic, correction = group16, element = nearest_away>} { return }
