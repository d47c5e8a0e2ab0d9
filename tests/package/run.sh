#!/usr/bin/env bash
# Builds the Debian package, installs it into a folder of its own, and uses what is there.
#
#   tests/package/run.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
fail() { echo "$*"; exit 1; }

quietly cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work"
package=$(find "$work" -maxdepth 1 -name '*.deb')
[ -f "$package" ] || fail "no package"

if ldd "$build/cli/clew" | grep -q libclew; then :   # shared rooms: a library package would have to be another one
elif command -v lintian >/dev/null; then quietly lintian --fail-on error "$package"
fi

root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status"
if dpkg-deb --info "$package" postinst >/dev/null 2>&1; then   # shared rooms: ldconfig, which wants a whole system
  quietly dpkg-deb --extract "$package" "$root"
else
  quietly dpkg --root="$root" --log=/dev/null --force-not-root --force-depends --install "$package"
fi
[ "$("$root/usr/bin/clew" count "$source/examples/p92.sdk")" = 12 ] || fail "the installed program does not count"
# The explorer's page is in the program: served from an empty folder, with nothing else at hand.
mkdir "$work/empty"
(cd "$work/empty" && exec "$root/usr/bin/clew" serve --port 0) >"$work/link" &
server=$!
for _ in $(seq 100); do [ -s "$work/link" ] && break; sleep 0.1; done
/usr/bin/python3 - "$(cat "$work/link")" <<'END' || fail "the installed explorer does not answer"
import sys, urllib.request as web
link = sys.argv[1]
assert b"<title>Clew</title>" in web.urlopen(link).read()
assert b"import" in web.urlopen(link + "page/app.js").read()
question = web.Request(link + "api/count", b'{"puzzle": "1..4............"}', {"Content-Type": "application/json"})
assert b'"exact":true' in web.urlopen(question).read()
END
kill -INT "$server"
wait "$server" || fail "the installed explorer does not end well"
for page in share/man/man1/clew.1.gz share/bash-completion/completions/clew share/zsh/vendor-completions/_clew \
  share/fish/vendor_completions.d/clew.fish share/doc/clew/copyright; do
  [ -s "$root/usr/$page" ] || fail "not in the package: $page"
done
dpkg-deb --field "$package" Depends | grep -q libstdc++6 || fail "the package does not say what it needs"
if [ -e "$root/usr/include" ]; then fail "the package of the command holds headers"; fi
