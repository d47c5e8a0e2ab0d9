// clew minimal: which clues are redundant, and what smaller puzzles stand in a puzzle.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/result_json.hpp"
#include "cli/usage_error.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/minimal.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;

class MinimalCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"minimal", "Set", "Redundant clues, and the minimal puzzles within a puzzle"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        a.flag("--one", one_, "print one minimal sub-puzzle: clues taken out in random order")
            .not_with({{"--all"}});
        a.value("--seed", seed_, "N", "for --one: the order of the clues; 1 if not given")
            .needs({{"--one"}});
        a.flag("--all", all_, "print all minimal sub-puzzles, those with the fewest clues first");
        a.value("--max-clues", max_clues_, "N", "for --all: none with more clues")
            .needs({{"--all"}});
        a.value("--limit", limit_, "N", "for --all: stop after N; 1000 if not given")
            .needs({{"--all"}});
        a.value("--budget", budget_, "N", "for --all: stop after so many questions to the solver");
        a.note(
            "A clue is redundant if it follows from the others: without it the solutions are the "
            "same, whether there is one or more. Without --one and --all the redundant clues are "
            "printed, one a line. Two redundant clues need not be redundant together: hence the "
            "minimal sub-puzzles, which have the same solutions and no redundant clue.");
        a.example("clew minimal examples/gould92.sdk", "the clues that could go");
        a.example("clew minimal --all examples/gould92.sdk", "every minimal puzzle within it");
    }

    ExitCode run(Host& host) override {
        return batch_.run(host, "clew/minimal/1", [this](const Record& record, Asking& asking) {
            return tell(record, asking.options.budget.stop);
        });
    }

  private:
    Answer tell(const Record& record, const StopFlag* stop) const {
        Answer answer;
        const Puzzle& puzzle = record.puzzle;
        // Sub-puzzles are printed as lines of clues, which hold no rules.
        if (one_ || all_) refuse_rules(puzzle, one_ ? "'minimal --one'" : "'minimal --all'");
        const Budget budget{.stop = stop, .max_nodes = budget_.value_or(unlimited)};
        const auto say = [&](const std::string& what) {
            if (!batch_.quiet) answer.err += "clew: " + name_of(record) + ": " + what + "\n";
        };
        ordered_json object = result_json("clew/minimal/1", record);
        object["clues"] = puzzle.given_count();
        const SolveResult solved = solve(puzzle, {.budget = {.stop = stop}});
        if (!solved.solution) {
            if (solved.ending != Ending::exhausted) {
                answer.code = ExitCode::partial;
                return answer;
            }
            object["solvable"] = false;
            if (batch_.json) answer.out = object.dump() + "\n";
            say("no solution; clew repair names the clues that conflict");
            answer.code = ExitCode::no_solution;
            return answer;
        }
        object["solvable"] = true;
        const std::vector<Cell> redundant = setter::redundant_clues(puzzle, budget);
        if (budget.stopped()) {
            answer.code = ExitCode::partial;
            return answer;
        }
        const std::size_t n = puzzle.geometry().size();
        object["redundant"] = ordered_json::array();
        for (Cell c : redundant)
            object["redundant"].push_back(to_string(Candidate{c, *puzzle.given(c)}, n));
        if (one_) {
            const Puzzle small = setter::greedy_subpuzzle(puzzle, seed_, budget);
            object["subpuzzle"] = to_line(small);
            answer.out = line_of(small) + "\n";
            say(fmt::format("{} of {} clues remain", small.given_count(), puzzle.given_count()));
        } else if (all_) {
            tell_all(answer, puzzle, budget, object, say);
        } else {
            for (Cell c : redundant)
                answer.out +=
                    fmt::format("{} at {}\n", digit_symbol(*puzzle.given(c)), to_string(c, n));
            say(redundant.empty()
                    ? fmt::format("minimal: all {} clues are needed", puzzle.given_count())
                    : fmt::format("{} of {} clues are redundant, each by itself", redundant.size(),
                                  puzzle.given_count()));
        }
        if (batch_.json) answer.out = object.dump() + "\n";
        return answer;
    }

    template <class Say>
    void tell_all(Answer& answer, const Puzzle& puzzle, const Budget& budget, ordered_json& object,
                  Say say) const {
        ordered_json list = ordered_json::array();
        std::map<std::size_t, std::uint64_t> sizes;
        const setter::SubpuzzleCount found = setter::minimal_subpuzzles(
            puzzle,
            {.budget = budget,
             .limit = limit_,
             .max_clues = static_cast<std::size_t>(std::min<std::uint64_t>(max_clues_, max_cells))},
            [&](const Puzzle& small) {
                ++sizes[small.given_count()];
                if (batch_.json)
                    list.push_back(to_line(small));
                else
                    answer.out += line_of(small) + "\n";
                return Flow::go_on;
            });
        std::string table;
        object["by_clues"] = ordered_json::object();
        for (const auto& [size, count] : sizes) {
            table += fmt::format("{}{} with {} clues", table.empty() ? "" : ", ", count, size);
            object["by_clues"][std::to_string(size)] = count;
        }
        object["ending"] = to_string(found.ending);
        object["complete_below"] = found.complete_below;
        object["subpuzzles"] = std::move(list);
        say(fmt::format("{} minimal sub-puzzles{}{}", found.found,
                        table.empty() ? "" : ": " + table,
                        found.ending == Ending::exhausted
                            ? std::string()
                            : fmt::format("; there may be more ({}), none with fewer than {} clues",
                                          to_string(found.ending), found.complete_below)));
        if (found.ending == Ending::out_of_budget || found.ending == Ending::interrupted)
            answer.code = ExitCode::partial;
    }

    /// One line that Clew can read again: the clues alone on usual boards, else JSON.
    static std::string line_of(const Puzzle& puzzle) {
        const Geometry& geometry = puzzle.geometry();
        const bool usual = geometry == *Geometry::standard(geometry.size()) && !puzzle.has_marks();
        if (usual) return to_line(puzzle);
        std::string text = write_record(Record{.puzzle = puzzle}, "json");
        while (!text.empty() && text.back() == '\n') text.pop_back();
        return text;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    std::uint64_t seed_ = 1;
    std::uint64_t limit_ = 1'000;
    std::uint64_t max_clues_ = max_cells;
    std::optional<std::uint64_t> budget_;
    bool one_ = false;
    bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> make_minimal() { return std::make_unique<MinimalCommand>(); }

}  // namespace clew::cli
