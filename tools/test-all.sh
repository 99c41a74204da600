#!/usr/bin/env bash
# Installs what is missing, builds Quartet, runs every check and every test.
# Works on a bare Debian 12; takes the same steps as continuous integration.
# clang-tidy takes about as long as everything else: tools/dev/check-tidy.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

step "set-up"
tools/dev/setup-debian.sh

step "formatting, layering, generated documentation"
tools/dev/check-format.sh
python3 tools/dev/check-layering.py
tools/dev/update-docs.sh --check

step "build"
# The tests' Python sees numpy and the packages of requirements.txt.
cmake --preset release -DQUARTET_ENABLE_TESTS=ON \
  -DPython3_EXECUTABLE="$PWD/.venv/bin/python3" >/dev/null
ninja -C build

step "link check"
tools/dev/check-link.sh build

step "tests"
ctest --test-dir build --output-on-failure -j "$(nproc)"
