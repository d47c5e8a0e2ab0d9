#pragma once
// What tree and shards share: how a decision tree is grown, and one part of it.
//
//     TreeChoices choices_;
//     choices_.declare(arguments);                  // --choice --rules --screen --oracle ...
//     choices_.read_rules();
//
//     return run_tree_task(host, watch, task, output_, quiet_);   // a line of --shard

#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "cli/watch.hpp"
#include "logic/tree/tree_shard.hpp"

namespace clew::cli {

struct TreeChoices {
    logic::TreeOptions options{};  ///< as far as they are words
    std::string rules = "singles";
    std::optional<std::string> screen{};

    /// All but --mode, which not everybody offers alike.
    void declare(Arguments& a);
    /// With the rule sets. Errors: as rules_of.
    void read_rules();
};

/// Walks a part and writes its line to the file, or to standard output.
ExitCode run_tree_task(Host& host, Watch& watch, const logic::TreeTask& task,
                       const std::optional<std::string>& output, bool quiet);

/// All parts of a tree, planned.
std::vector<logic::TreeTask> plan_parts(const Puzzle& puzzle, const logic::TreeOptions& options,
                                        std::size_t of, const std::string& title);

}  // namespace clew::cli
