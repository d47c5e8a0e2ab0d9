#include "cli/shard_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <istream>
#include <sstream>
#include <utility>

#include "cli/input_file.hpp"
#include "core/base/file_error.hpp"
#include "logic/tree/tree_shard.hpp"
#include "solve/shard.hpp"

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

std::string seconds_text(double seconds) {
    return std::to_string(static_cast<long long>(std::min(seconds, 3e7))) + "s";
}

/// The arguments with which each part is run.
std::string run_options(const ShardFolderOptions& options) {
    std::string patience =
        options.patience ? " --timeout \"${LIMIT:-" + seconds_text(*options.patience) + "}\"" : "";
    if (options.tree) return patience;  // walked by one thread
    std::string text = patience + " --threads " + std::to_string(options.threads);
    if (options.engine != Engine::automatic)
        text += std::string{" --engine "} + to_string(options.engine);
    if (options.list) text += " --list";
    if (options.ledger) text += " --ledger";
    return text;
}

std::string merge_words(const ShardFolderOptions& options) {
    return options.tree   ? "tree --merge parts/*.jsonl -o tree.json"
           : options.list ? "merge --solutions all.txt parts/*.jsonl"
                          : "merge parts/*.jsonl";
}

/// What a part may take: until it hands on, or four times what is predicted for the longest; and
/// five minutes.
std::string minutes(const ShardFolderOptions& options) {
    const double longest = options.seconds.empty() ? 0 : *std::ranges::max_element(options.seconds);
    const double most = options.patience.value_or(4 * longest);
    return std::to_string(static_cast<long long>(std::ceil(std::min(most, 3e7) / 60)) + 5);
}

/// A script with its words put in: @RUN@, @MERGE@, ...
std::string filled(std::string text, const ShardFolderOptions& options) {
    const std::string threads = std::to_string(options.threads);
    const std::pair<std::string, std::string> words[] = {
        {"@LIMIT@",
         options.patience ? " (" + seconds_text(*options.patience) + ", or $LIMIT)" : ""},
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
# shard.sh K: runs part K of plan.jsonl, unless its result is in parts/ already. Part 5.2 is the second
# of those that part 5 left when its time was over@LIMIT@.
# The program is $CLEW, or clew in the PATH.
set -eu
cd "$(dirname "$0")"
out="parts/$1.jsonl"
[ ! -s "$out" ] || exit 0
case $1 in
*.*) from="parts/${1%.*}.jsonl" ;;
*) from=plan.jsonl ;;
esac
# A part that says what it left is a result.
"${CLEW:-clew}" shards --run "${1##*.}" "$from" -o "$out"@RUN@ || [ -s "$out" ]
rm -f "parts/$1.partial.jsonl"
)sh";

constexpr const char* parallel_script = R"sh(#!/bin/sh
# Runs the parts that are missing by GNU parallel, round by round with what parts left, then adds them up.
# What is given goes to parallel:
#     ./run.sh --jobs 8 --bar
# Run it again after whatever happened: what is in parts/ is not run again.
set -eu
cd "$(dirname "$0")"
before=
while left=$("${CLEW:-clew}" shards --left .) && [ -n "$left" ]; do
    if [ "$left" = "$before" ]; then
        echo "these parts give no result: $left" >&2
        exit 1
    fi
    before=$left
    echo "$left" | parallel --joblog parallel.log --retries 3 @JOBS@"$@" ./shard.sh {}
done
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
# One task of the array that submit.sh makes: a line of its list.
exec ./shard.sh "$(sed -n "$((CLEW_OFFSET + SLURM_ARRAY_TASK_ID))p" "$CLEW_LIST")"
)sh";

constexpr const char* submit_script = R"sh(#!/bin/sh
# Hands the parts that are missing to Slurm, as job arrays. What is given goes to sbatch:
#     ./submit.sh --partition=short --account=me
# Run it again when the jobs are over, until it says that nothing is left: what is in parts/ is not run
# again, and what parts left is run then.
set -eu
cd "$(dirname "$0")"
list=$(mktemp logs/parts.XXXXXX)
"${CLEW:-clew}" shards --left . >"$list"
of=$(wc -l <"$list")
if [ "$of" -eq 0 ]; then
    rm "$list"
    echo "nothing is left; next: clew @MERGE@" >&2
    exit 0
fi
size=${ARRAY:-1000} # a cluster's MaxArraySize is 1001 unless it says otherwise
offset=0
while [ "$offset" -lt "$of" ]; do
    here=$((of - offset))
    [ "$here" -le "$size" ] || here=$size
    sbatch --parsable --array="1-$here" --export="ALL,CLEW_LIST=$list,CLEW_OFFSET=$offset" "$@" job.sbatch
    offset=$((offset + size))
done
)sh";

std::string costs(const std::vector<ShardLine>& tasks, const ShardFolderOptions& options) {
    std::ostringstream text;
    text << "part\tcost\tseconds\n";
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        text << i + 1 << '\t' << tasks[i].cost << '\t';
        text << std::round(options.seconds[i] * 100) / 100 << '\n';
    }
    return text.str();
}

std::string readme(const std::vector<ShardLine>& tasks, const ShardFolderOptions& options) {
    const bool slurm = options.scheduler == Scheduler::slurm;
    double whole = 0;
    for (const double seconds : options.seconds) whole += seconds;
    std::ostringstream text;
    const std::string of = std::to_string(tasks.size());
    text << "# " << options.what << " in " << of << (tasks.size() == 1 ? " part" : " parts")
         << "\n\n"
         << "Cut by " << options.by << ". By prediction the whole takes " << duration_text(whole)
         << " of one core, the longest part "
         << duration_text(options.seconds.empty() ? 0 : *std::ranges::max_element(options.seconds))
         << "; `costs.tsv` has each.\n\n"
         << (slurm ? "    ./submit.sh              # hands the missing parts to Slurm\n"
                   : "    ./run.sh                 # runs the missing parts by GNU parallel\n")
         << "    ./shard.sh 1             # runs one part here\n"
         << "    clew " << merge_words(options) << "\n\n"
         << "The program is `clew` in the `PATH`, or what the environment variable `CLEW` names. "
            "The folder must be\nthe same one for all machines (a shared file system), and parts "
            "may be run in any order, twice, or on\nmachines that fail: a result appears in "
            "`parts/` whole or not at all, and what is there is not run\nagain. "
         << (options.patience
                 ? "After " + duration_text(*options.patience) +
                       ", or what the environment variable `LIMIT` says (`10m`), a part ends and "
                       "says what\nit left, as at most 16 parts: part 5 leaves 5.1, 5.2 and so on, "
                       "which are run next. So no part is longer.\n\n"
                 : std::string{"A part that a time limit stopped leaves `parts/K.partial.jsonl`, a "
                               "lower bound; the next run\ntakes it up from its beginning.\n\n"})
         << "Merging refuses a whole of which a part is missing, parts of another plan, and "
            "parts that a hand\nhas changed. A part that is there twice is taken once.\n";
    if (options.ledger)
        text << "\nEach part has its ledger beside it; `clew merge --ledger whole.ledger "
                "parts/*.ledger` puts them together.\n";
    return text.str();
}

/// Into how many parts a result says that its rest is cut; 0 if it left nothing.
std::size_t rest_in(const std::string& name) {
    const std::string line = object_in(name, "\"rest\":[");
    if (line.empty()) return 0;
    const auto rest = [](const auto& parts) {
        return parts.empty() ? std::size_t{0} : parts.front().rest.size();
    };
    InputFile bytes{name, nullptr};
    std::istream file{&bytes};
    return logic::is_tree_line(line) ? rest(logic::read_tree_parts(file, name))
                                     : rest(read_shards(file, name));
}

void add_left(std::vector<std::string>& left, const fs::path& parts, const std::string& name) {
    std::error_code error;
    const fs::path result = parts / (name + ".jsonl");
    if (fs::file_size(result, error) == 0 || error) return left.push_back(name);
    const std::size_t of = rest_in(result.string());
    for (std::size_t k = 1; k <= of; ++k) add_left(left, parts, name + "." + std::to_string(k));
}

}  // namespace

std::vector<std::string> left_in(const std::string& folder) {
    InputFile bytes{(fs::path{folder} / "plan.jsonl").string(), nullptr};
    std::istream plan{&bytes};
    std::vector<std::string> left;
    std::size_t parts = 0;
    for (std::string line; std::getline(plan, line);)
        if (!line.empty()) add_left(left, fs::path{folder} / "parts", std::to_string(++parts));
    return left;
}

std::string object_in(const std::string& file, std::string_view having) {
    InputFile bytes{file, nullptr};
    std::istream in{&bytes};
    for (std::string line; std::getline(in, line);)
        if (line.starts_with('{') && line.find(having) != std::string::npos) return line;
    return {};
}

std::string rest_words(std::size_t parts) {
    return "what is left is " + std::to_string(parts) + (parts == 1 ? " part" : " parts") +
           " of its own, which the result names";
}

ExitCode finish_part(Host& host, Watch& watch, OutputFile& out, const FinishedPart& part,
                     bool quiet) {
    // A result that is whole is whole, though a stop came at its very end, and one that says what
    // it left is a result.
    part.whole || part.rest > 0 ? out.commit() : out.commit(watch);
    if (part.rest > 0 && !quiet)
        host.err << "clew: " << watch.why() << ": " << rest_words(part.rest) << "\n";
    if (part.whole) return ExitCode::ok;
    return watch.stopped() ? watch.exit_code() : ExitCode::partial;
}

void tell_repeated(Host& host, const std::vector<RepeatedShard>& repeated) {
    for (const RepeatedShard& again : repeated)
        host.err << "clew: " << to_string(again.place) << ": part " << to_string(again.shard)
                 << " is here twice and has nothing to add: taken once\n";
}

void write_shard_folder(const std::string& folder, const std::vector<ShardLine>& tasks,
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
    write(at / "shard.sh", filled(shard_script, options), Mode::program);
    if (options.scheduler == Scheduler::slurm) {
        write(at / "job.sbatch", filled(job_script, options), Mode::program);
        write(at / "submit.sh", filled(submit_script, options), Mode::program);
    } else {
        write(at / "run.sh", filled(parallel_script, options), Mode::program);
    }
    write(at / "costs.tsv", costs(tasks, options));
    write(at / "README.md", readme(tasks, options));
    std::string plan;
    for (const ShardLine& line : tasks) plan += line.task + "\n";
    write(at / "plan.jsonl.new", plan);
    // Last, so that a folder with a plan is whole.
    fs::rename(at / "plan.jsonl.new", at / "plan.jsonl", error);
    if (error) throw FileError((at / "plan.jsonl").string(), "cannot be made", error.value());
}

}  // namespace clew::cli
