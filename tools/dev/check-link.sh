#!/usr/bin/env bash
# Guards against a second, static copy of MLIR in a process: nothing in the
# build may name an MLIR archive (the C API's are the exception: the shared
# library does not contain them), and no program may define MLIR's symbols.
# usage: tools/dev/check-link.sh [build-dir]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build}

if grep -oE 'libMLIR[A-Za-z0-9]*\.a' "$build/build.ninja" |
  grep -vE '^libMLIRCAPI' | sort -u | grep .; then
  echo "error: the build links static MLIR libraries; link MLIR and LLVM only"
  exit 1
fi
checked=0
for program in "$build"/bin/*; do
  [ -f "$program" ] && [ -x "$program" ] || continue
  if nm -C --defined-only "$program" 2>/dev/null |
    grep -q ' [TW] mlir::MLIRContext::MLIRContext'; then
    echo "error: $program contains a static copy of MLIR"
    exit 1
  fi
  checked=$((checked + 1))
done
((checked > 0)) || { echo "error: no programs in $build/bin"; exit 1; }
echo "link check: $checked programs use the shared MLIR"
