#!/usr/bin/env bash
# Builds the Debian package, installs it into a folder of its own, and uses what is there.
#
#   tests/package/run.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
fail() { echo "$*"; exit 1; }

quietly cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work"
package=$(find "$work" -maxdepth 1 -name '*.deb')
[ -f "$package" ] || fail "no package"

root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status"
if dpkg-deb --info "$package" postinst >/dev/null 2>&1; then   # shared rooms: ldconfig, which wants a whole system
  quietly dpkg-deb --extract "$package" "$root"
else
  quietly dpkg --root="$root" --log=/dev/null --force-not-root --force-depends --install "$package"
fi
[ "$("$root/usr/bin/clew" count "$source/examples/p92.sdk")" = 12 ] || fail "the installed program does not count"
for page in share/man/man1/clew.1 share/bash-completion/completions/clew share/zsh/vendor-completions/_clew \
  share/fish/vendor_completions.d/clew.fish share/doc/clew/copyright; do
  [ -s "$root/usr/$page" ] || fail "not in the package: $page"
done
dpkg-deb --field "$package" Depends | grep -q libstdc++6 || fail "the package does not say what it needs"
if [ -e "$root/usr/include" ]; then fail "the package of the command holds headers"; fi
