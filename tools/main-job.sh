#!/usr/bin/env bash
# Installs what is missing, builds Quartet and runs the main job: one linear
# layer on the numbers of a real model, then a training step of a small GPT on
# real text, forward and backward, compiled with several recipes. Options go to
# the linear layer. Works on a bare Debian 12.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/dev/setup-debian.sh
cmake --preset release -DQUARTET_ENABLE_TESTS=OFF >/dev/null
ninja -C build
/usr/bin/python3 examples/linear_step.py --build-dir build "$@"
echo
exec /usr/bin/python3 examples/gpt_step.py --build-dir build
