// clew hint: the next step, given away by degrees.

#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/terminal.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/report/steps.hpp"
#include "explain/step_view.hpp"

namespace clew::cli {
namespace {

using explain::Disclosure;
using logic::State;

class HintCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"hint", "Explain", "Give the next step, or only where to look"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        batch_.declare_csv(a);
        logic_.declare(a);
        a.choice("--level", level_, {"1", "2", "3"},
                 "1: where to look; 2: also the technique; 3: the step (default 1)");
        a.flag("--board", board_, "draw the board, at level 3 with the step marked")
            .not_with({{"--json"}, {"--csv"}});
        declare_color(a, color_);
        a.note(
            "A game in progress is read too: HoDoKu lines, pencil mark grids and other formats "
            "with placed digits. Without --rules, what variant rules (cages, thermometers, ...) "
            "exclude counts as a step, and if there is no other step, the shortest reason found. "
            "Ends with 12 if there is no step.");
        a.example("clew hint examples/p92.sdk", "where to look");
        a.example("clew hint --level 3 --board examples/p92.sdk", "the step, on the board");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array columns = {"status", "technique", "text"};
        batch_.columns = columns;
        batch_.naming = board_ ? Naming::above : Naming::beside;
        rules_ = logic_.rule_set();
        return batch_.run(host, "clew/hint/1", std::bind_front(&HintCommand::answer, this));
    }

  private:
    BatchAnswer answer(const Record& record, BatchContext& asking) const {
        Watch& watch = asking.watch;
        const State state = logic_.start_of(record, rules_, &watch.flag());
        const report::Hint hint = report::next_hint(state, rules_, logic_.reach(), &watch.flag());
        const report::Verbosity telling{
            .style = logic_.style, .level = level_, .work_matrix = rules_.work_matrix};
        BatchAnswer given;
        if (!hint.step && !state.solved() && hint.ending == Ending::exhausted)
            given.code = ExitCode::not_found;
        if (batch_.structured()) {
            given.out = batch_.line(to_json(record, state, hint, telling));
            return given;
        }
        if (board_) {
            explain::View view = explain::view_of(state, record.puzzle);
            if (hint.step && level_ == Disclosure::step)
                explain::show(view, state, *hint.step, logic_.style);
            given.out = write_text(
                view, {.colour = Paint{asking.host, color_}.on() ? explain::Colour::ansi
                                                                 : explain::Colour::none});
        }
        given.out += to_text(state, hint, telling) + "\n";
        return given;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}, .about = report::About::state};
    LogicOptions logic_;
    logic::RuleSet rules_;
    Disclosure level_ = Disclosure::where;
    ColorMode color_ = ColorMode::automatic;
    bool board_ = false;
};

}  // namespace

std::unique_ptr<Command> make_hint() { return std::make_unique<HintCommand>(); }

}  // namespace clew::cli
