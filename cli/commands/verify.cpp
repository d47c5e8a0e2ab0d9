// clew verify: none, exactly one, or several; where two solutions differ; which clues are
// redundant.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/result_json.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/minimal.hpp"
#include "encode/solve/batch.hpp"

namespace clew::cli {
namespace {

constexpr std::uint64_t default_limit = 1'000'000;

class VerifyCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"verify", "Ask", "Say whether a puzzle has no solution, exactly one, or several"};
    }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::offered);
        a.flag("--minimal", minimal_, "also say which clues are redundant");
        declare_color(a, color_);
        a.note(
            "Exit code 0: every puzzle has exactly one solution; 10: one of them has none; 11: "
            "one has several (see: clew help exit-codes). Several solutions are counted up to "
            "--limit, 1 000 000 if it is not given.");
        a.example("clew verify examples/gould92.sdk", "valid");
        a.example("clew verify --minimal examples/p92.sdk",
                  "several: 12 solutions, where two of them differ, and the redundant clues");
    }

    ExitCode run(Host& host) override {
        return batch_.run(
            host, "clew/verify/1",
            [this](const Record& r, Asking& asking) { return ask(r, asking); },
            [this](const PuzzleBatch& puzzles, Asking& asking) {
                return ask_together(puzzles, asking);
            });
    }

  private:
    /// Where no solution is to be shown, puzzles with one or none are found out fastest together.
    Told ask_together(const PuzzleBatch& puzzles, const Asking& asking) const {
        if (batch_.json || minimal_ || !batches(asking.options.engine)) return {};
        const Paint paint{asking.host, color_};
        return [none = none_text(paint) + "\n", unique = unique_text(paint) + "\n",
                found = BatchAnswers{puzzles, Witnesses::none, asking.options}](
                   std::size_t k, Asked&, Answer& answer) {
            const Validity validity = found.validity(k);
            if (validity != Validity::none && validity != Validity::unique) return false;
            answer.out += validity == Validity::none ? none : unique;
            answer.code = worse(answer.code, code_of(validity));
            return true;
        };
    }

    static std::string none_text(const Paint& paint) {
        return paint(Style::bad, "none") + ": no solution";
    }
    static std::string unique_text(const Paint& paint) {
        return paint(Style::good, "valid") + ": exactly one solution";
    }

    Answer ask(const Record& record, const Asking& asking) const {
        const Paint paint{asking.host, color_};
        const Puzzle& puzzle = record.puzzle;
        SolveOptions options = asking.options;
        options.limit = unlimited;
        if (options.engine == Engine::exact)
            throw UsageError("--engine", "the exact counter finds no solutions to compare",
                             "auto, sat, cubes or search");
        const Verdict verdict = verify(puzzle, options);

        std::optional<CountResult> number;
        std::vector<Cell> differing;
        if (verdict.validity == Validity::several) {
            for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
                if (verdict.witnesses[0][Cell{i}] != verdict.witnesses[1][Cell{i}])
                    differing.push_back(Cell{i});
            options.limit = batch_.work.limit.value_or(default_limit);
            number = count(puzzle, options);
            options.limit = unlimited;
        }
        std::optional<std::vector<Cell>> redundant;
        if (minimal_ && !verdict.witnesses.empty()) {
            redundant = setter::redundant_clues(puzzle, options.budget);
            if (asking.watch.stopped()) redundant.reset();
        }

        Answer answer;
        answer.unfinished = asking.watch.stopped();
        answer.code = code_of(verdict.validity);
        answer.out = batch_.json ? json(record, verdict, differing, number, redundant)
                                 : text(puzzle, verdict, differing, number, redundant, paint);
        return answer;
    }

    static ExitCode code_of(Validity validity) {
        switch (validity) {
            case Validity::none:
                return ExitCode::no_solution;
            case Validity::unique:
                return ExitCode::ok;
            case Validity::several:
                return ExitCode::several;
            case Validity::unknown:
                return ExitCode::partial;
        }
        return ExitCode::internal;
    }

    static std::string clue_text(const Puzzle& puzzle, Cell cell) {
        return fmt::format("{} at {}", digit_symbol(*puzzle.given(cell)),
                           to_string(cell, puzzle.geometry().size()));
    }

    std::string text(const Puzzle& puzzle, const Verdict& verdict,
                     const std::vector<Cell>& differing, const std::optional<CountResult>& number,
                     const std::optional<std::vector<Cell>>& redundant, const Paint& paint) const {
        std::string line;
        switch (verdict.validity) {
            case Validity::none:
                line = none_text(paint);
                break;
            case Validity::unique:
                line = unique_text(paint);
                break;
            case Validity::unknown:
                line = std::string("unknown: ") + to_string(verdict.ending);
                break;
            case Validity::several: {
                line = paint(Style::notice, "several") + ": " +
                       (number->exact() ? "" : "at least ") + number->count.grouped() +
                       " solutions; two of them differ in " + std::to_string(differing.size()) +
                       " cells:";
                constexpr std::size_t shown = 8;
                for (std::size_t i = 0; i < std::min(shown, differing.size()); ++i)
                    line += fmt::format("{} {} ({}/{})", i == 0 ? "" : ",",
                                        to_string(differing[i], puzzle.geometry().size()),
                                        digit_symbol(verdict.witnesses[0][differing[i]]),
                                        digit_symbol(verdict.witnesses[1][differing[i]]));
                if (differing.size() > shown) line += ", ...";
                break;
            }
        }
        if (redundant && redundant->empty()) line += "; minimal";
        if (redundant && !redundant->empty()) {
            line += "; redundant:";
            for (std::size_t i = 0; i < redundant->size(); ++i)
                line += (i == 0 ? " " : ", ") + clue_text(puzzle, (*redundant)[i]);
        }
        if (minimal_ && !redundant && verdict.validity != Validity::none)
            line += "; minimality unknown";
        return line + "\n";
    }

    std::string json(const Record& record, const Verdict& verdict,
                     const std::vector<Cell>& differing, const std::optional<CountResult>& number,
                     const std::optional<std::vector<Cell>>& redundant) const {
        const std::size_t size = record.puzzle.geometry().size();
        nlohmann::ordered_json line = result_json("clew/verify/1", record);
        switch (verdict.validity) {
            case Validity::none:
                line["validity"] = "none";
                break;
            case Validity::unique:
                line["validity"] = "unique";
                break;
            case Validity::several:
                line["validity"] = "several";
                break;
            case Validity::unknown:
                line["validity"] = "unknown";
                break;
        }
        if (number) {
            add_count(line, *number);
        } else if (verdict.validity != Validity::unknown) {
            line["count"] = verdict.validity == Validity::unique ? 1 : 0;
            line["exact"] = true;
            line["engine"] = to_string(verdict.engine);
            if (verdict.sat) line["sat"] = sat_json(*verdict.sat);
        }
        line["witnesses"] = nlohmann::ordered_json::array();
        for (const Grid& grid : verdict.witnesses) line["witnesses"].push_back(to_line(grid));
        line["differ"] = nlohmann::ordered_json::array();
        for (Cell cell : differing) line["differ"].push_back(to_string(cell, size));
        if (redundant) {
            line["minimal"] = redundant->empty();
            line["redundant"] = nlohmann::ordered_json::array();
            for (Cell cell : *redundant)
                line["redundant"].push_back(
                    to_string(Candidate{cell, *record.puzzle.given(cell)}, size));
        }
        return line.dump() + "\n";
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    ColorMode color_ = ColorMode::automatic;
    bool minimal_ = false;
};

}  // namespace

std::unique_ptr<Command> make_verify() { return std::make_unique<VerifyCommand>(); }

}  // namespace clew::cli
