// clew unavoidable: cells that can be filled otherwise, and which of them the clues do not hit.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/usage_error.hpp"
#include "cli/work_options.hpp"
#include "explain/report/question.hpp"
#include "explain/report/unavoidable.hpp"

namespace clew::cli {
namespace {

using report::DeadlySetOptions;
using report::DeadlySets;
using Method = DeadlySetOptions::Method;

class UnavoidableCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"unavoidable", "Set",
                "Find unavoidable sets (deadly patterns) of a grid or a puzzle"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        a.value("--size", size_, "N", "sets of up to N cells; 10 if not given")
            .not_with({{"--shapes"}});
        a.choice("--method", options_.method, {"search", "sat", "templates"},
                 "find them by search, by SAT, or by laying the templates of all kinds, which then "
                 "tells the kinds; they agree")
            .not_with({{"--shapes"}});
        a.flag("--not-hit", not_hit_, "only sets in which no clue stands");
        a.flag("--shapes", shapes_,
               "rectangles, pairs of lines and three lines (not minimal), wherever they stand");
        a.value("--max-solutions", options_.max_solutions, "N",
                "of a puzzle with several solutions, compare up to N; 1000 if not given");
        a.value("--budget", options_.budget.max_nodes, "N", "stop after so many search nodes")
            .not_with({{"--shapes"}});
        a.note(
            "A set is unavoidable if its cells can be filled otherwise with the rest of the grid "
            "left as it is. The minimal ones are printed, one a line, smaller first: for a full "
            "grid or a puzzle with one solution all up to --size; for a puzzle with several "
            "solutions those, of any size, that its solutions exhibit and every one of which must "
            "get a clue. Rules of the puzzle (cages, arrows, ...) hold for the other filling too; "
            "--shapes and --method templates know none.");
        a.example("clew unavoidable --size 6 grid.txt", "the sets of four and six cells");
        a.note(
            "--method templates derives every kind of set up to --size and lays it on the grid "
            "wherever it fits. The list is as complete, and a kind has the same name on every "
            "grid.");
        a.example("clew unavoidable --size 8 --method templates grid.txt",
                  "the sets with the names of their kinds");
        a.example("clew unavoidable examples/p92.sdk", "why P-92 has 12 solutions");
    }

    ExitCode run(Host& host) override {
        if (options_.method == Method::sat) need_engine(Engine::sat, "--method");
        options_.max_size = static_cast<std::size_t>(std::min<std::uint64_t>(size_, max_cells));
        if (shapes_) options_.want = DeadlySetOptions::Want::shapes;
        if (not_hit_) options_.keep = DeadlySetOptions::Keep::not_hit;
        report::DeadlySetFinder finder{options_};
        return batch_.run(
            host, "clew/unavoidable/1", [&](const Record& record, BatchContext& asking) {
                return tell(record, for_option(shapes_ ? "--shapes" : "--method", [&] {
                                return finder.find(record.puzzle, asking.options.budget.stop);
                            }));
            });
    }

  private:
    BatchAnswer tell(const Record& record, const DeadlySets& found) const {
        BatchAnswer answer;
        const bool known = found.outcome == DeadlySets::Outcome::found;
        answer.out =
            batch_.json ? batch_.line(to_json(record, found)) : to_text(record.puzzle, found);
        if (!batch_.quiet)
            answer.err =
                "clew: " + report::name_of(record) + ": " + summary_of(record.puzzle, found) +
                (found.outcome == DeadlySets::Outcome::too_many_solutions ? " (--max-solutions)\n"
                                                                          : "\n");
        answer.code = found.outcome == DeadlySets::Outcome::no_solution ? ExitCode::no_solution
                      : known && found.ending == Ending::exhausted      ? ExitCode::ok
                                                                        : ExitCode::partial;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    DeadlySetOptions options_;
    std::uint64_t size_ = 10;
    bool not_hit_ = false;
    bool shapes_ = false;
};

}  // namespace

std::unique_ptr<Command> make_unavoidable() { return std::make_unique<UnavoidableCommand>(); }

}  // namespace clew::cli
