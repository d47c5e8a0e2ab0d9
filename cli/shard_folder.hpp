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
// What is done is what lies in parts/, where a result appears whole or not at all; no other record
// is kept, so none can disagree with it.

#include <optional>
#include <string>
#include <vector>

#include "encode/solve/shard_plan.hpp"

namespace clew::cli {

enum class Scheduler : std::uint8_t { slurm, parallel };

struct ShardFolderOptions {
    Scheduler scheduler = Scheduler::parallel;
    std::vector<double> seconds{};  ///< predicted, one a task
    unsigned threads = 1;           ///< of a part
    Engine engine = Engine::automatic;
    bool list = false;    ///< each part lists its solutions
    bool ledger = false;  ///< each part writes a ledger
};

/// Errors: FileError if there is a plan already, or something cannot be written.
void write_shard_folder(const std::string& folder, const std::vector<ShardTask>& tasks,
                        const ShardFolderOptions& options);

}  // namespace clew::cli
