// clew replay: the steps of a walk, proved again from what a JSON file says.

#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "explain/report/walk.hpp"
#include "explain/write_json.hpp"
#include "logic/auditor/audit.hpp"

namespace clew::cli {
namespace {

using logic::State;

class Replay final : public Command {
  public:
    CommandInfo info() const override {
        return {"replay", "Explain", "Prove the steps of a walk again, from its JSON file"};
    }

    void declare(Arguments& a) override {
        a.positionals(
            "FILE", files_,
            "what clew explain --json wrote, and behind it, if it does not say so itself, "
            "the puzzle that it is about");
        a.file("-o,--output", output_, "FILE", "write there, whole or not at all");
        a.flag("--json", json_, "one JSON line");
        a.duration("--timeout", timeout_, "give up after so long");
        a.note(
            "Each step is done on the board that the file begins with and proved from the "
            "constraints that it cites. Ends with 13 if a step is not proved or the end is another "
            "than the file says.");
        a.example("clew replay steps.json", "after: clew explain --json p92.sdk -o steps.json");
    }

    ExitCode run(Host& host) override {
        if (files_.empty()) throw UsageError("FILE", "no steps to prove", "a file of steps");
        steps_ = files_.front();
        const std::vector<std::string> of(files_.begin() + 1, files_.end());
        Watch watch{host, timeout_};
        GeometryPtr geometry;
        std::optional<State> asked;
        std::optional<Record> about;
        std::optional<Puzzle> asked_puzzle;
        if (!of.empty()) {
            const auto record = PuzzleInput{host, {.files = of, .rules = Rules::known}}.only();
            if (!record) return watch.exit_code();
            geometry = record->puzzle.geometry_ptr();
            asked = start_of(*record);
            asked_puzzle = record->puzzle;
            about = *record;
        }
        const std::string text = read_text_file(steps_);
        if (const auto of_steps = puzzle_of(text)) {
            if (!geometry) geometry = of_steps->puzzle.geometry_ptr();
            about = *of_steps;
        }
        const explain::RecordedWalk walk = explain::read_walk(
            text, steps_, geometry, about ? about->puzzle.rules() : std::span<const Rule>{});
        if (asked && !(*asked == walk.start))
            throw InputError({steps_}, "these steps start from another puzzle",
                             "steps of " + of.front());
        if (walk.start.uniqueness() == logic::Uniqueness::proved)
            prove_again(walk.start, asked_puzzle, watch);
        const report::Replay done = report::replay(walk, &watch.flag());
        if (watch.stopped() && done.proof.result.outcome == logic::AuditOutcome::out_of_budget) {
            host.err << "clew: " << steps_ << ": " << done.proof.proved << " of "
                     << walk.entries.size() << " steps proved by then\n";
            return watch.exit_code();
        }
        OutputFile out{host, output_};
        if (json_)
            out.stream() << json_line(
                report::to_json(about.value_or(Record{.puzzle = Puzzle{geometry}}), done),
                host.command);
        else
            out.stream() << report::to_text(done) << "\n";
        out.commit();
        return done.agrees ? ExitCode::ok : ExitCode::disagree;
    }

  private:
    /// The puzzle that recorded steps are about, if they say it.
    std::optional<Record> puzzle_of(const std::string& text) const {
        std::istringstream in{text};
        try {
            return PuzzleReader{in, steps_, {.format = "json"}}.next();
        } catch (const InputError&) {
            return std::nullopt;  // read_walk() says what is wrong with the text
        }
    }

    /// What a file says is proved is proved once more.
    void prove_again(const State& start, const std::optional<Puzzle>& asked, Watch& watch) const {
        Puzzle question{start.geometry_ptr()};
        for (std::size_t i = 0; i < start.cell_count(); ++i) {
            question.set_marks(Cell{i}, start.allowed(Cell{i}));
            if (asked && asked->options(Cell{i}) != start.allowed(Cell{i}))
                throw InputError({steps_}, "these steps are about another puzzle",
                                 "steps of the puzzle that is asked about");
        }
        if (!proved_unique(question, &watch.flag()))
            throw InputError({steps_},
                             "these steps rest on the puzzle's having one solution, which could "
                             "not be proved",
                             "steps of a puzzle with one solution");
    }

    std::string steps_;
    std::vector<std::string> files_;
    std::optional<std::string> output_;
    std::optional<double> timeout_;
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_replay() { return std::make_unique<Replay>(); }

}  // namespace clew::cli
