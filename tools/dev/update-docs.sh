#!/usr/bin/env bash
# Regenerates docs/generated from ODS. `--check` only compares, and names the
# command that repairs a difference.
set -euo pipefail
cd "$(dirname "$0")/../.."
tblgen=${MLIR_TBLGEN:-/usr/lib/llvm-22/bin/mlir-tblgen}
include=(-I include -I "$("$(dirname "$tblgen")/llvm-config" --includedir)")
out=docs/generated
check=
if [ "${1:-}" = --check ]; then
  check=1
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
mkdir -p "$out"

while read -r base; do
  # include/quartet/Dialect/NVFP4/IR/NVFP4Base.td -> NVFP4Dialect.md; the file
  # that gathers all operations ends in Ops.td. Other base files have no dialect.
  grep -q ': Dialect {' "$base" || continue
  stem=${base%Base.td}
  "$tblgen" -gen-dialect-doc "${include[@]}" \
    -dialect="$(sed -n 's/.*let name = "\(.*\)";.*/\1/p' "$base")" \
    "${stem}Ops.td" >"$out/$(basename "$stem")Dialect.md"
done < <(git ls-files 'include/quartet/Dialect/*/IR/*Base.td')

while read -r td; do
  # include/quartet/Dialect/NVFP4/Transforms/Passes.td -> NVFP4TransformsPasses.md
  name=$(dirname "${td#include/quartet/}" | sed 's#^Dialect/##; s#^Conversion/##; s#/##g')
  "$tblgen" -gen-pass-doc "${include[@]}" "$td" >"$out/${name}Passes.md"
done < <(git ls-files 'include/quartet/*Passes.td')

if [ "$check" ]; then
  diff -ru docs/generated "$out" ||
    { echo "repair with: tools/dev/update-docs.sh"; exit 1; }
fi
