#!/bin/sh
# A job folder for GNU parallel: a worker is killed, then the whole scheduler, and the job goes on.
#
#     tests/machines/parallel.sh build/release/cli/clew
set -eu
. "$(dirname "$0")/common.sh"
running=
end() {
    for process in $running; do kill -KILL "$process" 2>/dev/null || true; done
    rm -rf "$work"
}
trap end EXIT
command -v parallel >/dev/null || skip "GNU parallel is not installed (package parallel)"
parallel --version 2>/dev/null | grep -q GNU || skip "this parallel is not GNU parallel"

make_job parallel
"$job/run.sh" --jobs 2 >/dev/null 2>&1 &
running=$!
wait_for has_parts 1
wait_for a_worker "$running"
kill -KILL "$worker"
# The scheduler and all it runs: no result is half there, none is lost.
# Stopped first: what is being killed might start another part.
for process in $running $(descendants "$running"); do kill -STOP "$process" 2>/dev/null || true; done
running="$running $(descendants "$running")"
for process in $running; do kill -KILL "$process" 2>/dev/null || true; done
wait 2>/dev/null || true
running=
before=$(done_parts)
left=$("$CLEW" shards --left "$job" | wc -l)
[ "$left" -gt 0 ] || fail "all was done before the scheduler was killed"
# A part whose time is over at once leaves what it has not counted, which the run takes up.
LIMIT=1ms "$job/shard.sh" "$("$CLEW" shards --left "$job" | head -n 1)" 2>/dev/null
[ "$(rests)" -ge 1 ] || fail "a part that had no time left nothing"
left=$("$CLEW" shards --left "$job" | wc -l)
found=$("$job/run.sh" --jobs 2 2>"$work/err") || fail "$(cat "$work/err")"
[ "$found" = "$whole" ] || fail "the run counted $found, not $whole"
# What was there was not run again.
again=$(($(wc -l <"$job/parallel.log") - 1))
[ "$again" -eq "$left" ] || fail "$again parts were run, $left were missing"
judge
echo "$of parts and $(rests) rests, $before results before the scheduler was killed: $whole"
