# shellcheck shell=bash
# fetch_sources FOLDER NAME...    fetches Debian's sources of these packages into FOLDER, packed. For builds for other
# systems, of whose libraries Debian has no packages. To be sourced by bash.
fetch_sources() {
  local folder=$1 list
  shift
  # Lists of their own: the machine's may name packages alone.
  mkdir -p "$folder/parts" "$folder/lists/partial"
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    [ ! -s "$list" ] || sed 's/^Types: .*/Types: deb-src/; s/^deb /deb-src /' "$list" >"$folder/parts/debian.${list##*.}"
  done
  local apt=(-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/parts" -o Dir::State::lists="$folder/lists"
    -o APT::Sandbox::User=root)
  (cd "$folder" && apt-get "${apt[@]}" -qq update && apt-get "${apt[@]}" -qq --download-only source "$@")
}

# unpack_sources FOLDER NAME...    into FOLDER/NAME
unpack_sources() {
  local folder=$1 name
  shift
  for name in "$@"; do
    mkdir "$folder/$name"
    tar xf "$folder/$name"[-_]*.orig.tar.*[z2] -C "$folder/$name" --strip-components=1
  done
}
