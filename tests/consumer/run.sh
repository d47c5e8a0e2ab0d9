#!/usr/bin/env bash
# Installs the build into a temporary prefix, then builds and runs a project that finds it there, once
# by CMake and once by pkg-config, and looks at what was installed.
#
#   tests/consumer/run.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
fail() { echo "$*"; exit 1; }

quietly cmake --install "$build" --prefix "$prefix"
for file in bin/clew share/man/man1/clew.1.gz share/bash-completion/completions/clew \
  share/zsh/vendor-completions/_clew share/fish/vendor_completions.d/clew.fish share/doc/clew/copyright; do
  [ -s "$prefix/$file" ] || fail "not installed: $file"
done
[ ! -e "$prefix/include/clew/solve/search9/walk.hpp" ] || fail "a private header is installed"

sed -n '/^```cmake$/,/^```$/{/^```/d;p}' "$source/docs/tutorials/programmer.md" >"$work/tutorial.cmake"
quietly cmake -G Ninja -S "$source/tests/consumer" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug \
  -DTUTORIAL="$work/tutorial.cmake" -DPROGRAMS="$source/examples/library" -DHEADERS="$prefix/include/clew" \
  -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_FLAGS="${CLEW_CONSUMER_FLAGS:-}"
quietly cmake --build "$work/build"
[ "$("$work/build/count")" = "exactly 12" ] || fail "count"
[ "$("$work/build/list" <"$source/examples/p92.sdk" | tail -n 1)" = "3 (limit reached)" ] || fail "list"
"$work/build/explain" | grep -q "So r2c6 is 2" || fail "explain"
[ "$("$work/build/repair" | head -n 1)" = "move 6 from r3c5 to r3c4" ] || fail "repair"
[ "$("$work/build/certify" "$work/p92.cert")" = "accepted: exactly 12 solutions" ] || fail "certify"
[ "$("$work/build/tree" "$work/tree.svg")" = "283 patterns, 12 solutions" ] || fail "tree"
[ -s "$work/tree.svg" ] || fail "tree: no picture"
# each installed header alone takes a minute; what they include is there in any case
if [ -n "${CLEW_LONG_TESTS:-}" ]; then quietly cmake --build "$work/build" --target alone; fi

if command -v pkg-config >/dev/null; then
  flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name clew.pc)") pkg-config --cflags --libs clew)
  # shellcheck disable=SC2086
  quietly c++ -std=c++20 ${CLEW_CONSUMER_FLAGS:-} "$source/examples/library/count.cpp" $flags -o "$work/by_pkg_config"
  [ "$(LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name 'libclew_base*' | head -n 1)") "$work/by_pkg_config")" = "exactly 12" ] ||
    fail "pkg-config"
fi
