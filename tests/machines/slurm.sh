#!/bin/sh
# A job folder for Slurm, run by Slurm's own daemons on this machine: a task is killed, the rest is
# submitted again.
#
#     tests/machines/slurm.sh build/release/cli/clew      # as root; packages slurmctld slurmd slurm-client munge
set -eu
. "$(dirname "$0")/common.sh"
daemons=
end() {
    for process in $daemons; do kill "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT
for program in slurmctld slurmd sbatch squeue munged; do
    command -v "$program" >/dev/null ||
        skip "$program is not installed (packages slurmctld slurmd slurm-client munge)"
done
[ "$(id -u)" -eq 0 ] || skip "Slurm's daemons are started by root alone"
id munge >/dev/null 2>&1 || skip "there is no user munge"

host=$(hostname -s)
secret=$work/munge
mkdir -m 711 "$secret"
dd if=/dev/urandom of="$secret/key" bs=128 count=1 2>/dev/null
chmod 400 "$secret/key"
chown -R munge: "$secret"
mkdir "$work/state" "$work/spool"
# Two at a time at most: on many cores all would be over before one can be killed.
cpus=$(nproc)
[ "$cpus" -le 2 ] || cpus=2
port=$((20000 + $$ % 20000))
export SLURM_CONF="$work/slurm.conf"
cat >"$SLURM_CONF" <<CONF
ClusterName=clew
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
AuthType=auth/munge
AuthInfo=socket=$secret/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=50000,batch_sched_delay=0
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=400
PartitionName=all Nodes=$host Default=YES State=UP
CONF
# Each in the foreground, so that its process is ours to end.
runuser -u munge -- munged --foreground --socket="$secret/socket" --key-file="$secret/key" \
    --log-file="$secret/log" --pid-file="$secret/pid" --seed-file="$secret/seed" \
    >"$work/munged.log" 2>&1 &
daemons=$!
wait_for test -S "$secret/socket"
slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.log" 2>&1 &
controller=$!
daemons="$daemons $controller"
slurmd -D -f "$SLURM_CONF" >"$work/slurmd.log" 2>&1 &
daemons="$daemons $!"
idle() { [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; }
tries=0
until idle; do
    tries=$((tries + 1))
    if [ "$tries" -ge 200 ]; then
        cat "$work"/*.log >&2
        skip "Slurm's daemons do not run here"
    fi
    sleep 0.1
done

make_job slurm
"$job/submit.sh" --quiet >/dev/null
wait_for has_parts 1
# Tasks are children of slurmstepd, which slurmd leaves: it is ours by the folder that it works in.
a_task() {
    for candidate in $(pgrep -x clew); do
        if [ "$(readlink "/proc/$candidate/cwd")" = "$job" ]; then
            worker=$candidate
            return 0
        fi
    done
    return 1
}
wait_for a_task
kill -KILL "$worker"
over() { [ -z "$(squeue -h 2>/dev/null)" ]; }
wait_for over
before=$(done_parts)
[ -n "$("$CLEW" shards --left "$job")" ] || fail "all parts were delivered, though a task was killed"
# Now parts have no time at all, and what they leave is submitted until nothing is left.
LIMIT=1ms "$job/submit.sh" --quiet >/dev/null
wait_for over
[ "$(rests)" -ge 1 ] || fail "a part that had no time left nothing"
submit() {
    [ -n "$("$CLEW" shards --left "$job")" ] || return 0
    "$job/submit.sh" --quiet >/dev/null
    wait_for over
    return 1
}
wait_for submit
judge
echo "$of parts, $before before the job was submitted again: $whole"
