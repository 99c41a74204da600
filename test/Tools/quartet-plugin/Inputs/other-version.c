// Preloaded into mlir-opt, this makes the process look like another LLVM.
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  *major = 21;
  *minor = 1;
  *patch = 3;
}
