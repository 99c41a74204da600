// RUN: quartet-opt %S/Inputs/step.mlir --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4 > %t.default
// RUN: quartet-opt %S/Inputs/step.mlir --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=quartet2" > %t.named
// RUN: diff %t.default %t.named
