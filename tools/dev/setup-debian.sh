#!/usr/bin/env bash
# Installs what Quartet needs on Debian 12: compilers, LLVM/MLIR 22.1, test and
# lint tools. Needs root (or sudo). Safe to run again; does nothing when all is
# there.
set -euo pipefail

llvm='1:22.1.8*'   # the API is not stable between LLVM releases
packages=(
  ca-certificates git cmake ninja-build ccache
  "clang-22=$llvm" "lld-22=$llvm" "libclang-rt-22-dev=$llvm"
  "clang-format-22=$llvm" "clang-tidy-22=$llvm"
  "llvm-22-dev=$llvm" "llvm-22-tools=$llvm"
  "libmlir-22-dev=$llvm" "mlir-22-tools=$llvm"
  "libomp-22-dev=$llvm"
  libgtest-dev libgmock-dev libbenchmark-dev libopenblas-dev
  python3 python3-numpy python3-venv
)

missing=()
for package in "${packages[@]}"; do
  name=${package%%=*}
  dpkg-query -W -f='${Status}' "$name" 2>/dev/null |
    grep -q 'install ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq \
    --no-install-recommends "${missing[@]}"
fi

# Python packages used by checks and tests only, in a private environment.
cd "$(dirname "$0")/../.."
if ! cmp -s tools/dev/requirements.txt .venv/requirements.txt; then
  # The system interpreter, so that Debian's numpy is visible.
  /usr/bin/python3 -m venv --system-site-packages .venv
  .venv/bin/pip install --quiet --disable-pip-version-check \
    -r tools/dev/requirements.txt
  cp tools/dev/requirements.txt .venv/requirements.txt
fi
