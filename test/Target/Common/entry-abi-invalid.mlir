// RUN: quartet-opt %s --quartet-prepare-entries --quartet-plan-workspace --quartet-entry-abi --split-input-file -verify-diagnostics

func.func @f(%a: memref<4xf32>) {
  return
}
// expected-error @below {{expects no function called 'f_workspace_size' beside the entry 'f', but got one}}
func.func @f_workspace_size(%a: memref<4xf32>) {
  return
}
