// clew solve: a solution.

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/result_json.hpp"
#include "cli/terminal.hpp"
#include "cli/work_options.hpp"
#include "encode/board/notation.hpp"
#include "encode/solve/solve.hpp"
#include "explain/write_text.hpp"

namespace clew::cli {
namespace {

enum class Shape : std::uint8_t { automatic, line, board };

class SolveCommand final : public Command {
  public:
    CommandInfo info() const override { return {"solve", "Ask", "Find a solution"}; }

    void declare(Arguments& a) override {
        input_.declare(a);
        declare_engine(a, work_.engine);
        a.duration("--timeout", work_.timeout, "give up after so long (30, 500ms, 2m)");
        a.value("--threads", work_.threads, "N", "threads; the default is one a processor");
        a.choice("--as", shape_,
                 {{"auto", Shape::automatic}, {"line", Shape::line}, {"board", Shape::board}},
                 "one line of symbols, or a drawn board; auto draws on a terminal");
        a.flag("--json", json_, "one JSON line a puzzle");
        a.flag("-q,--quiet", quiet_, "no progress and no remarks");
        declare_color(a, color_);
        a.note(
            "Prints 'none' for a puzzle without solution and 'unknown' where the time ran out. "
            "Whether the solution is the only one: clew verify.");
        a.example("clew solve examples/gould92.sdk", "its solution");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, work_.timeout};
        Progress progress{host, "puzzles", quiet_ ? Quiet::yes : Quiet::no};
        const Paint paint{host, color_};
        const bool board =
            shape_ == Shape::board || (shape_ == Shape::automatic && host.out_is_terminal);
        const BatchOptions batch{.threads = work_.thread_count(),
                                 .stop = &watch.flag(),
                                 .unreadable = unreadable(json_, "clew/solve/1"),
                                 .on_done = [&] { progress.add(1); }};
        const ExitCode code = run_batch(host, input_, batch, [&](const Record& record) {
            return ask(record, watch, paint, board);
        });
        progress.finish();
        if (watch.stopped() && !quiet_) host.err << "clew: " << watch.why() << "\n";
        return worse(code, watch.exit_code());
    }

  private:
    Answer ask(const Record& record, Watch& watch, const Paint& paint, bool board) const {
        Answer answer;
        SolveOptions options = work_.solve_options(watch);
        options.threads = 1;
        if (options.engine == Engine::exact)
            throw InputError({"--engine"}, "the exact counter finds no solutions, it counts them",
                             "auto, sat or search");
        const SolveResult result = solve(record.puzzle, options);
        const bool none = !result.solution && result.ending == Ending::exhausted;
        if (none) answer.code = ExitCode::no_solution;
        if (!none && !result.solution) answer.code = ExitCode::partial;
        if (json_) {
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

    PuzzleInput::Options input_;
    WorkOptions work_;
    Shape shape_ = Shape::automatic;
    ColorMode color_ = ColorMode::automatic;
    bool json_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_solve() { return std::make_unique<SolveCommand>(); }

}  // namespace clew::cli
