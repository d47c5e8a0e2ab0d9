# For the tests with real schedulers: a job to break, and how its end is judged.
#
#     . common.sh CLEW             # sets $CLEW, $work, $job, $whole; $work is gone at the end
#     make_job parallel            # $job, 12 parts of some tenths of a second
#     judge                        # the count is exact, by a merge of everything that was delivered

CLEW=$(realpath "$1")
export CLEW
work=$(mktemp -d)
chmod 755 "$work"
job=$work/job
# A 6x6 board with one clue: millions of solutions, by search.
printf '1...................................\n' >"$work/puzzle"
of=12

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
skip() {
    echo "SKIPPED: $*" >&2
    exit 77
}
make_job() {
    whole=$("$CLEW" count --engine search "$work/puzzle")
    "$CLEW" shards --for "$1" --by prefixes --engine search --shards "$of" -o "$job" "$work/puzzle"
}
# done_parts: how many results there are.
done_parts() { find "$job/parts" -name '*.jsonl' | wc -l; }
# wait_for COMMAND...: until it is true, half a minute at most.
wait_for() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 3000 ] || fail "waited too long for: $*"
        sleep 0.01
    done
}
has_parts() { [ "$(done_parts)" -ge "$1" ]; }
# descendants PID: the processes below it.
descendants() {
    for child in $(ps -o pid= --ppid "$1"); do
        echo "$child"
        descendants "$child"
    done
}
# a_worker PID: sets $worker to a process below PID that runs a part.
a_worker() {
    for candidate in $(descendants "$1"); do
        if [ "$(cat "/proc/$candidate/comm" 2>/dev/null)" = clew ]; then
            worker=$candidate
            return 0
        fi
    done
    return 1
}
# rests: how many results say what they left.
rests() { grep -l '"rest":' "$job"/parts/*.jsonl | wc -l; }
judge() {
    [ -z "$("$CLEW" shards --left "$job")" ] || fail "left: $("$CLEW" shards --left "$job")"
    [ "$(done_parts)" -ge "$of" ] || fail "$(done_parts) results of $of parts"
    found=$("$CLEW" merge "$job"/parts/*.jsonl)
    [ "$found" = "$whole" ] || fail "counted $found, not $whole"
    # Of what a part left nothing is lost unseen.
    for rest in "$job"/parts/*.*.jsonl; do
        [ -e "$rest" ] || break
        mv "$rest" "$work/lost"
        if found=$("$CLEW" merge "$job"/parts/*.jsonl 2>"$work/said"); then
            fail "without $rest counted $found"
        fi
        mv "$work/lost" "$rest"
    done
    # A result delivered again changes nothing, and is told.
    cp "$job/parts/3.jsonl" "$job/parts/again.jsonl"
    found=$("$CLEW" merge "$job"/parts/*.jsonl 2>"$work/said")
    [ "$found" = "$whole" ] || fail "with a part twice counted $found, not $whole"
    grep -q "part 3/$of is here twice" "$work/said" || fail "nothing said of a part that is twice"
    # A lost one is missed; not one whose rest, which is there, would be missed instead.
    lost=5
    if ls "$job/parts/5."*.jsonl >/dev/null 2>&1; then lost=4; fi
    rm "$job/parts/again.jsonl" "$job/parts/$lost.jsonl"
    if "$CLEW" merge "$job"/parts/*.jsonl 2>"$work/said"; then fail "a lost part was not missed"; fi
    grep -q "the first is $lost/$of" "$work/said" || fail "a lost part has no name"
}
