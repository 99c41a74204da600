#!/usr/bin/env bash
# Formatting: clang-format-22 for C++, ruff for Python. `--fix` rewrites.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/.venv/bin:$PATH"

mapfile -t cxx < <(git ls-files '*.cpp' '*.h' '*.c' '*.cu')
mapfile -t py < <(git ls-files '*.py')
if [ "${1:-}" = --fix ]; then
  clang-format-22 -i "${cxx[@]}"
  ruff format --quiet "${py[@]}"
  ruff check --quiet --fix "${py[@]}"
else
  clang-format-22 --dry-run --Werror "${cxx[@]}" ||
    { echo "repair with: tools/dev/check-format.sh --fix"; exit 1; }
  { ruff format --quiet --check "${py[@]}" && ruff check --quiet "${py[@]}"; } ||
    { echo "repair with: tools/dev/check-format.sh --fix"; exit 1; }
fi
