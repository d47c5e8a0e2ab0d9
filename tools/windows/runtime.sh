#!/usr/bin/env bash
# runtime.sh FOLDER    makes FOLDER/libpugixml.a, libnettle.a (SHA-256 alone) and libz.a (inflate alone) for 64-bit
# Windows from Debian's sources, and FOLDER/include with the libraries that are headers alone. Takes half a minute, once.
set -euo pipefail
folder=$(mkdir -p "$1" && realpath "$1")
[ ! "$folder/libpugixml.a" -nt "$0" ] || exit 0
here=$(dirname "$(realpath "$0")")
# shellcheck source=tools/sources.sh
. "$here/../sources.sh"
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
echo "clew: fetching the sources of pugixml, Nettle and zlib" >&2
fetch_sources "$sources" pugixml nettle zlib
unpack_sources "$sources" pugixml nettle zlib

mkdir -p "$folder/include"
for library in boost nlohmann fmt CLI nettle pugixml.hpp pugiconfig.hpp zlib.h zconf.h; do
  ln -sfn "/usr/include/$library" "$folder/include/$library"
done
cd "$sources"
host=x86_64-w64-mingw32
: >nettle/config.h
for f in sha256 sha256-compress write-be32; do
  $host-gcc-posix -O2 -w -DHAVE_CONFIG_H -Inettle -c "nettle/$f.c" -o "nettle-$f.o"
done
for f in adler32 inffast inflate inftrees zutil; do
  $host-gcc-posix -O2 -w -DNO_GZIP -c "zlib/$f.c" -o "zlib-$f.o"
done
$host-g++-posix -O2 -c pugixml/src/pugixml.cpp -o pugixml.o
$host-ar rcs "$folder/libnettle.a" nettle-*.o
$host-ar rcs "$folder/libz.a" zlib-*.o
$host-ar rcs "$folder/libpugixml.a" pugixml.o
