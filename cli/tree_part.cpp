#include "cli/tree_part.hpp"

#include <ostream>

#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/shard_folder.hpp"

namespace clew::cli {

using namespace clew::explain;

namespace {

/// Pictures and data name the rules as they were asked for, those of a file by their own name.
logic::RuleSet asked_rules(const std::string& option, const std::string& value) {
    logic::RuleSet rules = rules_of(option, value);
    if (logic::find_rules(value)) rules.name = value;
    return rules;
}

}  // namespace

void TreeChoices::declare(Arguments& a) {
    a.choice("--choice", options.choice, {"first", "freedom", "balanced", "smallest"},
             "lean: which cell; smallest finds a tree of the fewest patterns")
        .needs({{"--mode", {"lean"}}});
    a.value("--rules", rules, "RULES",
            rules_help("the rules that remove candidates, after singles"));
    a.value("--screen", screen, "RULES",
            "rules used only to detect contradictions, as SudokuJM did in the paper");
    a.choice("--oracle", options.oracle, {"none", "sat"},
             "sat: what SAT proves dead counts as impossible");
    a.choice("--start", options.start, {"singles", "rules"},
             "the root: after singles, as in the paper, or after the rules");
    a.choice("--marks", options.marks, {"recomputed", "carried"},
             "what a pattern keeps: digits, as in the paper, or also eliminations");
}

void TreeChoices::read_rules() {
    options.rules = asked_rules("--rules", rules);
    if (screen) options.screen = asked_rules("--screen", *screen);
}

ExitCode run_tree_task(Host& host, Watch& watch, const logic::TreeTask& task,
                       const std::optional<std::string>& output, bool quiet) {
    OutputFile out{host, output};
    ProgressLine progress{host, "patterns", quiet ? Quiet::yes : Quiet::no};
    const logic::TreePart part = logic::walk_part(
        task, {.stop = &watch.flag(), .hand_on = true, .on_progress = [&](std::uint64_t patterns) {
                   progress.reach(patterns);
               }});
    progress.finish();
    out.stream() << to_json(part) << "\n";
    return finish_part(host, watch, out, {part.ending == Ending::exhausted, part.rest.size()},
                       quiet);
}

std::vector<logic::TreeTask> plan_parts(const Puzzle& puzzle, const logic::TreeOptions& options,
                                        std::size_t of, const std::string& title) {
    std::vector<logic::TreeTask> tasks = logic::plan_tree(puzzle, options, of);
    for (logic::TreeTask& task : tasks) task.title = title;
    return tasks;
}

}  // namespace clew::cli
