#!/usr/bin/env bash
# Installs what is missing, builds Quartet and runs the main job: one linear
# layer, forward and backward, compiled with several recipes and run on the
# numbers of a real model. Works on a bare Debian 12.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/dev/setup-debian.sh
cmake --preset release -DQUARTET_ENABLE_TESTS=OFF >/dev/null
ninja -C build
exec /usr/bin/python3 examples/linear_step.py --build-dir build "$@"
