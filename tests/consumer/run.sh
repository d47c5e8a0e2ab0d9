#!/usr/bin/env bash
# Installs the build into a temporary prefix, then builds and runs a project that finds it there.
#
#   tests/consumer/run.sh BUILD_FOLDER SOURCE_FOLDER_OF_CONSUMER
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake -G Ninja -S "$2" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_FLAGS="${CLEW_CONSUMER_FLAGS:-}" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/build/consumer"
