// clew minimal: which clues are redundant, and what smaller puzzles stand in a puzzle.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/result_json.hpp"
#include "cli/watch.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/minimal.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;

enum class Ask : std::uint8_t { redundant, one, all };

class MinimalCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"minimal", "Set", "Redundant clues, and the minimal puzzles within a puzzle"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.flag("--one", one_, "print one minimal sub-puzzle: clues taken out in random order");
        a.value("--seed", seed_, "N", "for --one: the order of the clues; 1 if not given");
        a.flag("--all", all_, "print all minimal sub-puzzles, those with the fewest clues first");
        a.value("--max-clues", max_clues_, "N", "for --all: none with more clues");
        a.value("--limit", limit_, "N", "for --all: stop after N; 1000 if not given");
        a.value("--budget", budget_, "N", "for --all: stop after so many questions to the solver");
        a.flag("--json", json_, "one JSON line a puzzle");
        a.flag("-q,--quiet", quiet_, "no remarks on standard error");
        a.file("-o,--output", output_, "FILE", "write there instead of standard output");
        a.duration("--timeout", timeout_, "end after TIME: 30, 500ms, 2m");
        a.note(
            "A clue is redundant if it follows from the others: without it the solutions are the "
            "same, whether there is one or more. Without --one and --all the redundant clues are "
            "printed, one a line. Two redundant clues need not be redundant together: hence the "
            "minimal sub-puzzles, which have the same solutions and no redundant clue.");
        a.example("clew minimal examples/gould92.sdk", "the clues that could go");
        a.example("clew minimal --all examples/gould92.sdk", "every minimal puzzle within it");
    }

    ExitCode run(Host& host) override {
        if (one_ && all_)
            throw InputError({"--all"}, "one sub-puzzle or all of them?", "--one or --all");
        Watch watch{host, timeout_};
        OutputFile out{host, output_};
        PuzzleInput input{host, input_};
        ExitCode worst = ExitCode::ok;
        while (!watch.stopped()) {
            try {
                const auto record = input.next();
                if (!record) break;
                worst = worse(worst, tell(host, out.stream(), *record, watch));
            } catch (const InputError& error) {
                if (!input_.keep_going) throw;
                host.err << "clew: " << error.message() << "\n";
                out.stream() << unreadable(json_, "clew/minimal/1")(error);
                worst = worse(worst, ExitCode::bad_input);
            }
        }
        out.commit();
        if (watch.stopped() && !quiet_) host.err << "clew: " << watch.why() << "\n";
        return worse(worst, watch.exit_code());
    }

  private:
    ExitCode tell(Host& host, std::ostream& out, const Record& record, Watch& watch) const {
        const Puzzle& puzzle = record.puzzle;
        const Budget budget{.stop = &watch.flag(), .max_nodes = budget_.value_or(unlimited)};
        const auto say = [&](const std::string& what) {
            if (!quiet_) host.err << "clew: " << name_of(record) << ": " << what << "\n";
        };
        ordered_json object = result_json("clew/minimal/1", record);
        object["clues"] = puzzle.given_count();
        const SolveResult solved = solve(puzzle, {.budget = {.stop = &watch.flag()}});
        if (!solved.solution) {
            if (solved.ending != Ending::exhausted) return ExitCode::partial;
            object["solvable"] = false;
            if (json_) out << object.dump() << "\n";
            say("no solution; clew repair names the clues that conflict");
            return ExitCode::no_solution;
        }
        object["solvable"] = true;
        const std::vector<Cell> redundant = setter::redundant_clues(puzzle, budget);
        if (watch.stopped()) return ExitCode::partial;
        const std::size_t n = puzzle.geometry().size();
        object["redundant"] = ordered_json::array();
        for (Cell c : redundant)
            object["redundant"].push_back(to_string(Candidate{c, *puzzle.given(c)}, n));
        ExitCode code = ExitCode::ok;
        if (one_) {
            const Puzzle small = setter::greedy_subpuzzle(puzzle, seed_, budget);
            object["subpuzzle"] = to_line(small);
            if (!json_) out << line_of(small) << "\n";
            say(fmt::format("{} of {} clues remain", small.given_count(), puzzle.given_count()));
        } else if (all_) {
            code = tell_all(out, puzzle, budget, object, say);
        } else {
            if (!json_)
                for (Cell c : redundant)
                    out << fmt::format("{} at {}\n", digit_symbol(*puzzle.given(c)),
                                       to_string(c, n));
            say(redundant.empty()
                    ? fmt::format("minimal: all {} clues are needed", puzzle.given_count())
                    : fmt::format("{} of {} clues are redundant, each by itself", redundant.size(),
                                  puzzle.given_count()));
        }
        if (json_) out << object.dump() << "\n";
        return code;
    }

    template <class Say>
    ExitCode tell_all(std::ostream& out, const Puzzle& puzzle, const Budget& budget,
                      ordered_json& object, Say say) const {
        ordered_json list = ordered_json::array();
        std::map<std::size_t, std::uint64_t> sizes;
        const setter::SubpuzzleCount found = setter::minimal_subpuzzles(
            puzzle,
            {.budget = budget,
             .limit = limit_,
             .max_clues = static_cast<std::size_t>(std::min<std::uint64_t>(max_clues_, max_cells))},
            [&](const Puzzle& small) {
                ++sizes[small.given_count()];
                if (json_)
                    list.push_back(to_line(small));
                else
                    out << line_of(small) << "\n";
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
        return found.ending == Ending::out_of_budget || found.ending == Ending::interrupted
                   ? ExitCode::partial
                   : ExitCode::ok;
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

    PuzzleInput::Options input_;
    std::uint64_t seed_ = 1;
    std::uint64_t limit_ = 1'000;
    std::uint64_t max_clues_ = max_cells;
    std::optional<std::uint64_t> budget_;
    std::optional<std::string> output_;
    std::optional<double> timeout_;
    bool one_ = false;
    bool all_ = false;
    bool json_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_minimal() { return std::make_unique<MinimalCommand>(); }

}  // namespace clew::cli
