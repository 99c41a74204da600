// Uses a library of Quartet that needs no MLIR.

#include "quartet/Support/Npy.h"

#include <cstdio>

int main() {
  std::printf("%s\n", quartet::npy::getName(quartet::npy::DType::U16));
  return 0;
}
