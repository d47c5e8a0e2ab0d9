// clew solve: a solution.

#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/report/solve.hpp"
#include "solve/batch.hpp"

namespace clew::cli {
namespace {

enum class Shape : std::uint8_t { automatic, line, board };

class SolveCommand final : public Command {
  public:
    CommandInfo info() const override { return {"solve", "Ask", "Find a solution"}; }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::none);
        a.choice("--as", shape_, {"auto", "line", "board"},
                 "one line of symbols, or a drawn board; auto draws on a terminal")
            .not_with({{"--json"}, {"--csv"}});
        declare_color(a, color_);
        a.note(
            "Prints 'none' for a puzzle without solution and 'unknown' where the time ran out. "
            "Whether the solution is the only one: clew verify.");
        a.example("clew solve examples/gould92.sdk", "its solution");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array columns = {"status", "solution", "engine"};
        batch_.columns = columns;
        if (draws(host)) batch_.naming = Naming::above;
        return batch_.run(host, "clew/solve/1", std::bind_front(&SolveCommand::ask, this),
                          std::bind_front(&SolveCommand::ask_together, this));
    }

  private:
    AnswerTogether ask_together(const PuzzleBatch& puzzles, const BatchContext& asking) const {
        if (!batches(asking.options.engine)) return {};
        const bool lines = !batch_.structured() && !draws(asking.host);
        return [this, lines, host = &asking.host,
                found = BatchAnswers{puzzles, Witnesses::first, asking.options}](
                   std::size_t k, Asked& asked, BatchAnswer& answer) {
            const Validity validity = found.validity(k);
            if (validity == Validity::unknown) return false;
            if (lines && validity != Validity::none) {
                found.append_line(k, answer.out);
                answer.out += '\n';
                return true;
            }
            SolveResult result;
            result.engine = Engine::search;
            if (validity != Validity::none) {
                result.solution = found.solution(k);
                result.ending = Ending::limit_reached;
            }
            const BatchAnswer one = said(asked.record(), result, *host);
            answer.out += one.out;
            answer.code = worse(answer.code, one.code);
            return true;
        };
    }

    bool draws(const Host& host) const {
        return shape_ == Shape::board || (shape_ == Shape::automatic && host.out_is_terminal);
    }

    BatchAnswer ask(const Record& record, const BatchContext& asking) const {
        const SolveOptions& options = asking.options;
        if (counts_without_listing(options.engine))
            throw UsageError("--engine", "an engine that counts without listing finds no solutions",
                             "auto, sat, cubes or search");
        return said(record, solve(record.puzzle, options), asking.host);
    }

    BatchAnswer said(const Record& record, const SolveResult& result, const Host& host) const {
        BatchAnswer answer;
        const bool none = !result.solution && result.ending == Ending::exhausted;
        if (none) answer.code = ExitCode::no_solution;
        if (!none && !result.solution) answer.code = ExitCode::partial;
        if (batch_.structured())
            answer.out = batch_.line(report::to_json(record, result));
        else if (result.solution && draws(host))
            answer.out =
                explain::write_text(explain::view_of(record.puzzle, *result.solution),
                                    {.colour = Paint{host, color_}.on() ? explain::Colour::ansi
                                                                        : explain::Colour::none});
        else
            answer.out = report::to_text(result, record.puzzle.geometry()) + "\n";
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known, .digits_from_0 = true}};
    Shape shape_ = Shape::automatic;
    ColorMode color_ = ColorMode::automatic;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<SolveCommand>(); }

}  // namespace clew::cli
