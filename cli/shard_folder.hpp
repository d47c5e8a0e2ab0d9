#pragma once
// ShardFolder: a plan on disk with all that a job scheduler needs to run it, and to run it again
// for what is missing.
//
//     write_shard_folder("job", tasks, {.scheduler = Scheduler::slurm, .seconds = seconds});
//
//     job/plan.jsonl       a task a line: what clew shards --run takes
//     job/costs.tsv        the predicted cost of each part
//     job/shard.sh K       runs part K, unless its result is there
//     job/submit.sh        hands the missing parts to Slurm (job.sbatch), or
//     job/run.sh           runs them here by GNU parallel
//     job/parts/           the results, for clew merge
//     job/README.md        all this in words
//
//     left_in("job")       // "3", "5.2": the parts whose results are missing
//
// What is done is what lies in parts/, where a result appears whole or not at all; no other record
// is kept, so none can disagree with it. Part 5.2 is the second of those that part 5 left when its
// time was over, and its result is parts/5.2.jsonl.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "cli/output_file.hpp"
#include "cli/watch.hpp"
#include "core/base/shard_family.hpp"
#include "solve/solve.hpp"

namespace clew::cli {

enum class Scheduler : std::uint8_t { slurm, parallel };

struct ShardFolderOptions {
    Scheduler scheduler = Scheduler::parallel;
    std::vector<double> seconds{};  ///< predicted, one a task
    unsigned threads = 1;           ///< of a part
    Engine engine = Engine::automatic;
    std::string by{};  ///< what it is cut by, as a word
    std::string what = "A count";
    bool list = false;    ///< each part lists its solutions
    bool tree = false;    ///< of a decision tree
    bool ledger = false;  ///< each part writes a ledger
    /// Seconds after which a part hands on what is left of it; nothing for a cut that cannot.
    std::optional<double> patience{};
};

/// A part of a plan: its line, and its predicted cost in whatever unit.
struct ShardLine {
    std::string task;
    double cost = 0;
};

/// Errors: FileError if there is a plan already, or something cannot be written.
void write_shard_folder(const std::string& folder, const std::vector<ShardLine>& tasks,
                        const ShardFolderOptions& options);

/// The parts of the folder whose results are missing, and of what those left that are there: in
/// order, by their names. Errors: FileError, InputError for a result that is none.
std::vector<std::string> left_in(const std::string& folder);

/// The first line of a plan or a result that is a JSON object and has this in it; solutions may
/// stand before it. Empty if there is none.
std::string object_in(const std::string& file, std::string_view having = {});

/// "what is left is 16 parts of its own, which the result names".
std::string rest_words(std::size_t parts);

/// What is known of a part that was run.
struct FinishedPart {
    bool whole = false;    ///< nothing is left to do
    std::size_t rest = 0;  ///< parts of what it left
};
/// Puts its result in place, says what it left unless `quiet`, and how it ended.
ExitCode finish_part(Host& host, Watch& watch, OutputFile& out, const FinishedPart& part,
                     bool quiet);

/// Remarks on parts that were there again.
void tell_repeated(Host& host, const std::vector<RepeatedShard>& repeated);

}  // namespace clew::cli
