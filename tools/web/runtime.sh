#!/usr/bin/env bash
# runtime.sh FOLDER    makes FOLDER/libruntime.a: C++ exceptions for WebAssembly, which Debian's libc++abi there
# is built without, pugixml, Nettle's SHA-256 and zlib's inflate, from Debian's sources. Takes half a minute, once.
set -euo pipefail
folder=$(mkdir -p "$1" && realpath "$1")
[ ! "$folder/libruntime.a" -nt "$0" ] || exit 0
# shellcheck source=tools/sources.sh
. "$(dirname "$(realpath "$0")")/../sources.sh"
cd "$folder"
say() { echo "clew: $*" >&2; }

say "fetching the sources of libc++abi, pugixml, Nettle and zlib (170 MB)"
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
fetch_sources "$sources" llvm-toolchain-19 pugixml nettle zlib
(cd "$sources" && tar xJf llvm-toolchain-19*.orig.tar.xz --strip-components=1 --wildcards \
  '*/libcxxabi' '*/libunwind' '*/libcxx/src')
unpack_sources "$sources" pugixml nettle zlib

say "compiling them"
flags="--target=wasm32-wasi -O2 -DNDEBUG -D__WASM_EXCEPTIONS__ -fwasm-exceptions -fvisibility=hidden -I$sources/libunwind/include"
libcxx="-std=c++23 -I$sources/libcxxabi/include -I$sources/libcxx/src -D_LIBCPP_BUILDING_LIBRARY \
  -DLIBCXX_BUILDING_LIBCXXABI -D_LIBCXXABI_BUILDING_LIBRARY -D_LIBCXXABI_HAS_NO_THREADS -DLIBCXXABI_NON_DEMANGLING_TERMINATE -D_LIBCPP_DISABLE_DEPRECATION_WARNINGS"
rm -rf objects
mkdir objects
{
  for f in cxa_aux_runtime cxa_default_handlers cxa_exception cxa_exception_storage cxa_guard cxa_handlers cxa_personality \
    cxa_vector cxa_virtual abort_message fallback_malloc private_typeinfo stdlib_exception stdlib_new_delete \
    stdlib_stdexcept stdlib_typeinfo; do echo "libcxxabi/src/$f.cpp"; done
  for f in algorithm any bind call_once charconv chrono error_category exception functional hash ios ios.instantiations \
    iostream locale memory memory_resource new_helpers optional ostream random_shuffle regex ryu/d2fixed ryu/d2s ryu/f2s \
    stdexcept string strstream system_error typeinfo valarray variant vector verbose_abort fstream; do
    echo "libcxx/src/$f.cpp"
  done
} | xargs -P "$(nproc)" -I{} bash -c "name={}; clang++-19 $flags $libcxx -c '$sources/{}' -o objects/\${name//\//_}.o"
# shellcheck disable=SC2086
{
  clang-19 $flags -D_LIBUNWIND_HAS_NO_THREADS -D_LIBUNWIND_HIDE_SYMBOLS -c "$sources/libunwind/src/Unwind-wasm.c" -o objects/unwind.o
  clang++-19 $flags -c "$sources/pugixml/src/pugixml.cpp" -o objects/pugixml.o
  : >"$sources/nettle/config.h"
  for f in sha256 sha256-compress write-be32; do
    clang-19 $flags -DHAVE_CONFIG_H -I"$sources/nettle" -Wno-everything -c "$sources/nettle/$f.c" -o "objects/nettle-$f.o"
  done
  for f in adler32 inffast inflate inftrees zutil; do
    clang-19 $flags -DNO_GZIP -Wno-everything -c "$sources/zlib/$f.c" -o "objects/zlib-$f.o"
  done
}
rm -f libnettle.a
llvm-ar-19 rcs libnettle.a objects/nettle-*.o
llvm-ar-19 rcs objects/libruntime.a objects/*.o
mv objects/libruntime.a .
rm -r objects
