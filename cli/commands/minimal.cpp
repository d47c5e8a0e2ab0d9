// clew minimal: which clues are redundant, and what smaller puzzles stand in a puzzle.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "explain/report/minimal.hpp"
#include "explain/report/question.hpp"

namespace clew::cli {
namespace {

class MinimalCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"minimal", "Set", "Find redundant clues, and minimal sub-puzzles"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        batch_.declare_csv(a);
        a.flag("--one", one_, "print one minimal sub-puzzle: clues taken out in random order")
            .not_with({{"--all"}});
        a.value("--seed", options_.seed, "N", "for --one: the order of the clues; 1 if not given")
            .needs({{"--one"}});
        a.flag("--all", all_, "print all minimal sub-puzzles, those with the fewest clues first")
            .not_with({{"--csv"}});
        a.value("--max-clues", max_clues_, "N", "for --all: none with more clues")
            .needs({{"--all"}});
        a.value("--limit", options_.limit, "N", "for --all: stop after N; 1000 if not given")
            .needs({{"--all"}});
        a.flag("--rules", options_.rules,
               "rules, too; with --one they are taken out after the clues")
            .not_with({{"--all"}});
        a.value("--budget", budget_, "N", "for --all: stop after so many questions to the solver")
            .needs({{"--all"}});
        a.note(
            "A clue is redundant if it follows from the others, whether there is one solution or "
            "more. Without --one and --all the redundant clues are printed, one a line. Two of "
            "them need not be redundant together: hence the minimal sub-puzzles, which have the "
            "same solutions and no redundant clue. Sub-puzzles with rules (cages, arrows, ...) are "
            "printed as JSON.");
        a.example("clew minimal examples/gould92.sdk", "the clues that could go");
        a.example("clew minimal --one --rules examples/killer.json", "as few cages as are needed");
        a.example("clew minimal --all examples/gould92.sdk", "every minimal puzzle within it");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array columns = {"clues", "solvable", "redundant", "subpuzzle",
                                               "kept_rules"};
        batch_.columns = columns;
        options_.wanted = one_   ? report::MinimalMode::one
                          : all_ ? report::MinimalMode::all
                                 : report::MinimalMode::redundant;
        options_.max_clues =
            static_cast<std::size_t>(std::min<std::uint64_t>(max_clues_, max_cells));
        return batch_.run(host, "clew/minimal/1", std::bind_front(&MinimalCommand::tell, this));
    }

  private:
    BatchAnswer tell(const Record& record, const BatchContext& asking) const {
        report::ReductionOptions options = options_;
        options.budget = {.stop = asking.options.budget.stop,
                          .max_nodes = budget_.value_or(unlimited)};
        const report::Reduction found = report::reduce(record.puzzle, options);
        using Outcome = report::Reduction::Outcome;
        BatchAnswer answer;
        answer.out = batch_.structured() ? batch_.line(to_json(record, found))
                                         : to_text(record.puzzle, found);
        const std::string remark = report::remark(record.puzzle, found);
        if (!batch_.quiet && !remark.empty())
            answer.err = "clew: " + report::name_of(record) + ": " + remark + "\n";
        answer.code = !found.complete()                       ? ExitCode::partial
                      : found.outcome == Outcome::no_solution ? ExitCode::no_solution
                                                              : ExitCode::ok;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    report::ReductionOptions options_;
    std::uint64_t max_clues_ = max_cells;
    std::optional<std::uint64_t> budget_;
    bool one_ = false;
    bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> make_minimal() { return std::make_unique<MinimalCommand>(); }

}  // namespace clew::cli
