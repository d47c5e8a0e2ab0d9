// clew steps: every step that the rules allow in a state.

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "core/board/notation.hpp"
#include "core/board/spot.hpp"
#include "explain/report/house_name.hpp"
#include "explain/report/steps.hpp"
#include "logic/path/all_steps.hpp"
#include "logic/strategies/unknown_name.hpp"

namespace clew::cli {
namespace {

using logic::AllSteps;
using logic::State;

using Reasons = report::Verbosity::Reasons;

class StepsCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"steps", "Explain", "List every step that logic allows in a state"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        batch_.naming = Naming::beside;
        logic_.declare(a);
        a.parsed("--technique", "ID",
                 "only this technique, such as naked-pair or xy-wing, by any of its names",
                 [this](const std::string& text) {
                     technique_ = logic::parse_technique(text);
                     if (!technique_)
                         throw UsageError("--technique", logic::no_technique(text),
                                          "an id from: clew steps --techniques");
                 })
            .not_with({{"--techniques"}});
        a.value("--house", house_, "NAME",
                "only steps that cite or change this house: \"row 3\", r3, c3, b3, \"diagonal 1\"")
            .not_with({{"--techniques"}});
        a.value("--cell", cell_, "CELL", "only steps that change this cell: r1c1, or 11")
            .not_with({{"--techniques"}});
        a.choice("--reasons", reasons_, {"simplest", "all"},
                 "for steps with the same conclusions: the simplest, or all of them")
            .not_with({{"--techniques"}});
        a.flag("--techniques", list_techniques_, "list the techniques, their ids and scores")
            .not_with({{"FILE"}, {"--rules"}, {"--uniqueness"}, {"--notation"}, {"--names"}});
        a.note(
            "A game in progress is read too: HoDoKu lines, pencil mark grids and other formats "
            "with placed digits. Steps with the same conclusions are listed once, the simplest "
            "first. Without --rules, what each variant rule (cage, thermometer, ...) excludes is "
            "listed, and if there is no other step, the shortest reason found. Ends with 12 if "
            "there is no step.");
        a.example("clew steps examples/p92.sdk", "everything that can be seen at once");
        a.example("clew steps --technique hidden-single --house \"box 9\" examples/p92.sdk",
                  "one technique in one house");
        a.example("clew steps --cell r7c5 --reasons all --json examples/p92.sdk",
                  "all reasons for r7c5, as JSON");
    }

    ExitCode run(Host& host) override {
        if (list_techniques_) return techniques(host);
        rules_ = logic_.rule_set();
        return batch_.run(host, "clew/steps/1", std::bind_front(&StepsCommand::answer, this));
    }

  private:
    ExitCode techniques(Host& host) const {
        OutputFile file{host, batch_.output};
        file.stream() << (batch_.json ? json_line(report::techniques_json(), host.command)
                                      : report::techniques_text());
        file.commit();
        return ExitCode::ok;
    }

    logic::StepFilter filter_for(const Geometry& board) const {
        logic::StepFilter filter;
        filter.technique = technique_;
        if (house_) {
            filter.house = report::find_house(*house_, board);
            if (!filter.house)
                throw UsageError("--house", "this board has no house '" + *house_ + "'",
                                 board.house_count() == 0 ? "it has none"
                                                          : board.houses().front().name + " to " +
                                                                board.houses().back().name);
        }
        if (cell_) {
            filter.cell = parse_spot_cell(*cell_, board);
            if (!filter.cell)
                throw UsageError("--cell", "'" + *cell_ + "' is not a cell of this board",
                                 "r1c1 to " + to_string(board.cells().back(), board.size()));
        }
        return filter;
    }

    BatchAnswer answer(const Record& record, BatchContext& asking) const {
        Watch& watch = asking.watch;
        const State state = logic_.start_of(record, rules_, &watch.flag(), technique_);
        const AllSteps all = report::every_step(state, rules_, filter_for(state.geometry()),
                                                logic_.reach(), &watch.flag());
        BatchAnswer given;
        if (all.groups.empty() && !state.solved()) given.code = ExitCode::not_found;
        if (all.ending != Ending::exhausted) given.code = ExitCode::partial;
        const report::Verbosity telling{
            .style = logic_.style, .reasons = reasons_, .work_matrix = rules_.work_matrix};
        given.out = batch_.json ? batch_.line(to_json(record, state, all, rules_.name, telling))
                                : to_text(state, all, telling);
        return given;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}, .about = report::About::state};
    LogicOptions logic_;
    logic::RuleSet rules_;
    std::optional<logic::Technique> technique_;
    std::optional<std::string> house_;
    std::optional<std::string> cell_;
    Reasons reasons_ = Reasons::simplest;
    bool list_techniques_ = false;
};

}  // namespace

std::unique_ptr<Command> make_steps() { return std::make_unique<StepsCommand>(); }

}  // namespace clew::cli
