#!/usr/bin/env bash
# record.sh PROGRAM    asks the commands of answers.txt again, of PROGRAM, and writes down what it
# answers now. Look at the difference before committing it: these answers are promises.
set -euo pipefail
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
cd "$here/../../.."
ask() {  # a line of answers.txt: clew WORD... [<<< INPUT]
    local input=/dev/null line=$1
    if [[ $line == *' <<< '* ]]; then
        input=$(mktemp)
        printf '%s\n' "${line#* <<< }" >"$input"
        line=${line%% <<< *}
    fi
    local -a words
    read -r -a words <<<"$line"
    local code=0
    "$program" "${words[@]:1}" <"$input" 2>"$here/err" || code=$?
    sed 's/^/! /' "$here/err"
    echo "= $code"
    rm -f "$here/err"
}
grep '^[#$]' "$here/answers.txt" >"$here/commands"
while IFS= read -r line; do
    echo "$line"
    [[ $line == '$ '* ]] && ask "${line#'$ '}"
done <"$here/commands" >"$here/answers.new"
mv "$here/answers.new" "$here/answers.txt"
rm "$here/commands"
