// clew solve: a solution.

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch_command.hpp"
#include "cli/commands.hpp"
#include "cli/result_json.hpp"
#include "cli/terminal.hpp"
#include "encode/board/notation.hpp"
#include "encode/solve/batch.hpp"
#include "explain/write_text.hpp"

namespace clew::cli {
namespace {

enum class Shape : std::uint8_t { automatic, line, board };

class SolveCommand final : public Command {
  public:
    CommandInfo info() const override { return {"solve", "Ask", "Find a solution"}; }

    void declare(Arguments& a) override {
        batch_.declare(a, Limit::none);
        a.choice("--as", shape_,
                 {{"auto", Shape::automatic}, {"line", Shape::line}, {"board", Shape::board}},
                 "one line of symbols, or a drawn board; auto draws on a terminal");
        declare_color(a, color_);
        a.note(
            "Prints 'none' for a puzzle without solution and 'unknown' where the time ran out. "
            "Whether the solution is the only one: clew verify.");
        a.example("clew solve examples/gould92.sdk", "its solution");
    }

    ExitCode run(Host& host) override {
        return batch_.run(
            host, "clew/solve/1",
            [this](const Record& r, Asking& asking) { return ask(r, asking); },
            [this](std::span<const Record* const> records, Asking& asking) {
                std::vector<std::optional<Answer>> answers(records.size());
                if (!batches(asking.options.engine)) return answers;
                const auto results = solve_all(puzzles_of(records), asking.options);
                for (std::size_t i = 0; i < records.size(); ++i)
                    answers[i] = said(*records[i], results[i], asking);
                return answers;
            });
    }

  private:
    Answer ask(const Record& record, const Asking& asking) const {
        const SolveOptions& options = asking.options;
        if (options.engine == Engine::exact)
            throw InputError({"--engine"}, "the exact counter finds no solutions, it counts them",
                             "auto, sat or search");
        return said(record, solve(record.puzzle, options), asking);
    }

    Answer said(const Record& record, const SolveResult& result, const Asking& asking) const {
        const Paint paint{asking.host, color_};
        const bool board =
            shape_ == Shape::board || (shape_ == Shape::automatic && asking.host.out_is_terminal);
        Answer answer;
        answer.unfinished = !result.solution && result.ending == Ending::interrupted;
        const bool none = !result.solution && result.ending == Ending::exhausted;
        if (none) answer.code = ExitCode::no_solution;
        if (!none && !result.solution) answer.code = ExitCode::partial;
        if (batch_.json) {
            nlohmann::ordered_json line = result_json("clew/solve/1", record);
            line["status"] = result.solution ? "solved" : none ? "none" : "unknown";
            line["solution"] = result.solution ? nlohmann::ordered_json(to_line(*result.solution))
                                               : nlohmann::ordered_json(nullptr);
            line["engine"] = to_string(result.engine);
            answer.out = line.dump() + "\n";
        } else if (result.solution) {
            answer.out =
                board ? explain::write_text(
                            explain::view_of(record.puzzle, *result.solution),
                            {.colour = paint.on() ? explain::Colour::ansi : explain::Colour::none})
                      : to_line(*result.solution) + "\n";
        } else {
            answer.out = none ? "none\n" : "unknown\n";
        }
        return answer;
    }

    BatchCommand batch_;
    Shape shape_ = Shape::automatic;
    ColorMode color_ = ColorMode::automatic;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<SolveCommand>(); }

}  // namespace clew::cli
