#include "cli/shard_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "cli/file_error.hpp"
#include "cli/watch.hpp"

namespace clew::cli {
namespace {

namespace fs = std::filesystem;

enum class Mode : std::uint8_t { text, program };

void write(const fs::path& path, const std::string& text, Mode mode = Mode::text) {
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) throw FileError(path.string(), "cannot be written", errno);
    if (mode == Mode::text) return;
    using fs::perms;
    fs::permissions(path, perms::owner_exec | perms::group_exec | perms::others_exec,
                    fs::perm_options::add);
}

/// The arguments with which each part is run.
std::string run_options(const ShardFolderOptions& options) {
    std::string text = " --threads " + std::to_string(options.threads);
    if (options.engine != Engine::automatic)
        text += std::string{" --engine "} + to_string(options.engine);
    if (options.list) text += " --list";
    if (options.ledger) text += " --ledger";
    return text;
}

std::string merge_words(const ShardFolderOptions& options) {
    return options.list ? "merge --solutions all.txt parts/*.jsonl" : "merge parts/*.jsonl";
}

/// Four times what is predicted for the longest, and five minutes.
std::string minutes(const ShardFolderOptions& options) {
    const double longest = options.seconds.empty() ? 0 : *std::ranges::max_element(options.seconds);
    return std::to_string(static_cast<long long>(std::ceil(std::min(4 * longest, 3e7) / 60)) + 5);
}

/// A script with its words put in: @OF@, @RUN@, ...
std::string filled(std::string text, std::size_t of, const ShardFolderOptions& options) {
    const std::string threads = std::to_string(options.threads);
    const std::pair<std::string, std::string> words[] = {
        {"@OF@", std::to_string(of)},
        {"@RUN@", run_options(options)},
        {"@MERGE@", merge_words(options)},
        {"@MINUTES@", minutes(options)},
        {"@THREADS@", threads},
        {"@JOBS@",
         options.threads > 1 ? "--jobs \"$((($(nproc) + @THREADS@ - 1) / @THREADS@))\" " : ""}};
    for (std::size_t round = 0; round < 2; ++round)  // a word may hold another one
        for (const auto& [word, value] : words)
            for (std::size_t at; (at = text.find(word)) != std::string::npos;)
                text.replace(at, word.size(), value);
    return text;
}

constexpr const char* shard_script = R"sh(#!/bin/sh
# shard.sh K: runs part K of plan.jsonl, unless its result is in parts/ already.
# The program is $CLEW, or clew in the PATH.
set -eu
cd "$(dirname "$0")"
[ ! -s "parts/$1.jsonl" ] || exit 0
"${CLEW:-clew}" shards --run "$1" plan.jsonl -o "parts/$1.jsonl"@RUN@
rm -f "parts/$1.partial.jsonl"
)sh";

constexpr const char* parallel_script = R"sh(#!/bin/sh
# Runs the parts that are missing by GNU parallel, then adds them up. What is given goes to it:
#     ./run.sh --jobs 8 --bar
# Run it again after whatever happened: what is in parts/ is not run again.
set -eu
cd "$(dirname "$0")"
k=1
while [ "$k" -le @OF@ ]; do
    [ -s "parts/$k.jsonl" ] || echo "$k"
    k=$((k + 1))
done | parallel --joblog parallel.log --retries 3 @JOBS@"$@" ./shard.sh {}
"${CLEW:-clew}" @MERGE@
)sh";

constexpr const char* job_script = R"sh(#!/bin/sh
#SBATCH --job-name=clew
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=@THREADS@
#SBATCH --time=@MINUTES@
#SBATCH --signal=TERM@30
#SBATCH --requeue
#SBATCH --output=logs/%A_%a.log
# One task of the array that submit.sh makes.
exec ./shard.sh "$((${CLEW_OFFSET:-0} + SLURM_ARRAY_TASK_ID))"
)sh";

constexpr const char* submit_script = R"sh(#!/bin/sh
# Hands the parts that are missing to Slurm, as job arrays. What is given goes to sbatch:
#     ./submit.sh --partition=short --account=me
# Run it again when the jobs are over: what is in parts/ is not run again.
set -eu
cd "$(dirname "$0")"
size=${ARRAY:-1000} # a cluster's MaxArraySize is 1001 unless it says otherwise
offset=0
while [ "$offset" -lt @OF@ ]; do
    list=
    i=1
    while [ "$i" -le "$size" ] && [ "$((offset + i))" -le @OF@ ]; do
        [ -s "parts/$((offset + i)).jsonl" ] || list="$list,$i"
        i=$((i + 1))
    done
    if [ -n "$list" ]; then
        sbatch --parsable --array="${list#,}" --export="ALL,CLEW_OFFSET=$offset" "$@" job.sbatch
    fi
    offset=$((offset + size))
done
)sh";

std::string costs(const std::vector<ShardTask>& tasks, const ShardFolderOptions& options) {
    std::ostringstream text;
    text << "part\tcost\tseconds\n";
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        text << i + 1 << '\t' << tasks[i].cost << '\t';
        text << std::round(options.seconds[i] * 100) / 100 << '\n';
    }
    return text.str();
}

std::string readme(const std::vector<ShardTask>& tasks, const ShardFolderOptions& options) {
    const bool slurm = options.scheduler == Scheduler::slurm;
    double whole = 0;
    for (const double seconds : options.seconds) whole += seconds;
    std::ostringstream text;
    const std::string of = std::to_string(tasks.size());
    text
        << "# A count in " << of << (tasks.size() == 1 ? " part" : " parts") << "\n\n"
        << "Cut by " << to_string(tasks.front().cut) << ". By prediction the whole takes "
        << duration_text(whole) << " of one core, the longest part "
        << duration_text(options.seconds.empty() ? 0 : *std::ranges::max_element(options.seconds))
        << "; `costs.tsv` has each.\n\n"
        << (slurm ? "    ./submit.sh              # hands the missing parts to Slurm\n"
                  : "    ./run.sh                 # runs the missing parts by GNU parallel\n")
        << "    ./shard.sh 1             # runs one part here\n"
        << "    clew " << merge_words(options) << "\n\n"
        << "The program is `clew` in the `PATH`, or what the environment variable `CLEW` names. "
           "The folder must be\nthe same one for all machines (a shared file system), and parts "
           "may be run in any order, twice, or on\nmachines that fail: a result appears in "
           "`parts/` whole or not at all, and what is there is not run\nagain. A part that a time "
           "limit stopped leaves `parts/K.partial.jsonl`, a lower bound; the next run\ntakes it up "
           "from its beginning.\n\n"
           "`clew merge` refuses a count of which a part is missing, parts of another plan, and "
           "parts that a hand\nhas changed. A part that is there twice is taken once.\n";
    if (options.ledger)
        text << "\nEach part has its ledger beside it; `clew merge --ledger whole.ledger "
                "parts/*.ledger` puts them together.\n";
    return text.str();
}

}  // namespace

void write_shard_folder(const std::string& folder, const std::vector<ShardTask>& tasks,
                        const ShardFolderOptions& options) {
    const fs::path at{folder};
    std::error_code error;
    if (fs::exists(at / "plan.jsonl", error))
        throw FileError(folder, "has a plan already; its own scripts run what is missing");
    if (fs::is_directory(at, error) && !fs::is_empty(at, error))
        throw FileError(folder, "is not empty: a job gets a folder of its own");
    for (const char* name : {"parts", "logs"}) {
        fs::create_directories(at / name, error);
        if (error) throw FileError((at / name).string(), "cannot be made", error.value());
    }
    write(at / "shard.sh", filled(shard_script, tasks.size(), options), Mode::program);
    if (options.scheduler == Scheduler::slurm) {
        write(at / "job.sbatch", filled(job_script, tasks.size(), options), Mode::program);
        write(at / "submit.sh", filled(submit_script, tasks.size(), options), Mode::program);
    } else {
        write(at / "run.sh", filled(parallel_script, tasks.size(), options), Mode::program);
    }
    write(at / "costs.tsv", costs(tasks, options));
    write(at / "README.md", readme(tasks, options));
    std::string plan;
    for (const ShardTask& task : tasks) plan += to_json(task) + "\n";
    write(at / "plan.jsonl.new", plan);
    // Last, so that a folder with a plan is whole.
    fs::rename(at / "plan.jsonl.new", at / "plan.jsonl", error);
    if (error) throw FileError((at / "plan.jsonl").string(), "cannot be made", error.value());
}

}  // namespace clew::cli
