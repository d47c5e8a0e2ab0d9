// clew hint: the next step, given away by degrees.

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/result_json.hpp"
#include "cli/terminal.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "explain/narrate.hpp"
#include "explain/step_view.hpp"
#include "explain/write_json.hpp"
#include "explain/write_text.hpp"
#include "logic/path.hpp"

namespace clew::cli {
namespace {

using explain::Disclosure;
using logic::State;

class HintCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"hint", "Explain", "Give the next step, as much of it as you like"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        logic_.declare(a);
        a.choice("--level", level_,
                 {{"1", Disclosure::where}, {"2", Disclosure::technique}, {"3", Disclosure::step}},
                 "1: where to look; 2: also the technique; 3: the step (default 1)");
        a.flag("--board", board_, "draw the board, at level 3 with the step marked")
            .not_with({{"--json"}});
        a.flag("--json", json_, "one JSON line a puzzle");
        work_.declare_time(a);
        declare_color(a, color_);
        a.note(
            "A state of play is as good as a puzzle: HoDoKu lines, pencil mark grids and the other "
            "formats that know placed digits. Ends with 12 if the rules find no step.");
        a.example("clew hint examples/p92.sdk", "where to look");
        a.example("clew hint --level 3 --board examples/p92.sdk", "the step, on the board");
    }

    ExitCode run(Host& host) override {
        rules_ = logic_.rule_set();
        Watch watch{host, work_.timeout};
        BatchOptions batch;
        batch.threads = work_.thread_count();
        batch.stop = &watch.flag();
        batch.unreadable = unreadable(json_, "clew/hint/1");
        const ExitCode code = run_batch(host, input_, batch, [&](const Record& record, unsigned) {
            return answer(host, record);
        });
        if (watch.stopped()) host.err << "clew: " << watch.why() << "\n";
        return worse(code, watch.exit_code());
    }

  private:
    Answer answer(const Host& host, const Record& record) const {
        const State state = start_of(record);
        const auto step = next_step(state, rules_);
        Answer given;
        if (!step && !state.solved()) given.code = ExitCode::not_found;
        const std::string status = step                    ? "hint"
                                   : state.solved()        ? "solved"
                                   : state.contradiction() ? "impossible"
                                                           : "stuck";
        std::string said;
        if (step)
            said = explain::hint(state, *step, level_, logic_.notation);
        else if (state.solved())
            said = "The puzzle is solved.";
        else if (state.contradiction())
            said = "This state has no solution: something in it is wrong.";
        else
            said = "No step by these rules (" + rules_.name + ").";
        if (json_) {
            auto object = result_json("clew/hint/1", record);
            object["status"] = status;
            object["text"] = said;
            if (step && level_ != Disclosure::where)
                object["technique"] = logic::info(step->technique).id;
            if (step && level_ == Disclosure::step)
                object["step"] = explain::step_json(state, *step, logic_.notation);
            given.out = object.dump() + "\n";
            return given;
        }
        if (board_) {
            explain::View view = explain::view_of(state, record.puzzle);
            if (step && level_ == Disclosure::step) explain::show(view, *step);
            given.out =
                write_text(view, {.colour = Paint{host, color_}.on() ? explain::Colour::ansi
                                                                     : explain::Colour::none});
        }
        given.out += said + "\n";
        return given;
    }

    PuzzleInput::Options input_;
    WorkOptions work_;
    LogicOptions logic_;
    logic::RuleSet rules_;
    Disclosure level_ = Disclosure::where;
    ColorMode color_ = ColorMode::automatic;
    bool board_ = false;
    bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_hint() { return std::make_unique<HintCommand>(); }

}  // namespace clew::cli
