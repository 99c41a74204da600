// RUN: quartet-opt %S/Inputs/step.mlir > %t.in
// RUN: quartet-opt %S/Inputs/step.mlir --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=bf16" > %t.out
// RUN: diff %t.in %t.out

// Nothing changes: the roles go away with the pass that reads them.
