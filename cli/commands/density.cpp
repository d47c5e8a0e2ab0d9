// clew density: every candidate, and in how many solutions it is.

#include <array>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/work_options.hpp"
#include "explain/pictures/write_svg.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/report/density.hpp"
#include "explain/report/question.hpp"
#include "setter/density.hpp"

namespace clew::cli {
namespace {

using setter::Counting;
using setter::Density;

enum class Show : std::uint8_t { board, numbers, json, svg, automatic };

class DensityCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"density", "Set", "Count the solutions that each candidate is in"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        batch_.declare_csv(a);
        a.at("--names").not_with({{"--show", {"json", "svg"}}});
        declare_engine(a, batch_.work.engine);
        a.choice("--show", show_, {"board", "numbers", "json", "svg"},
                 "a board; a line a candidate with its number; JSON; a picture (also by a name "
                 "that ends in .svg after -o)")
            .not_with({{"--json"}, {"--csv"}});
        a.flag("--true-only", true_only_,
               "do not count: which candidates are in some solution and which in all, in "
               "milliseconds")
            .not_with({{"--budget"}});
        a.value("--budget", budget_, "NODES", "stop counting after so much work");
        declare_color(a, color_);
        a.note(
            "The board shows the candidates that are in some solution; one that is alone is in "
            "all. A table of the shares in percent follows for the open cells. The picture shades "
            "each cell by its uncertainty: the darker, the more a clue there would tell.");
        a.note(
            "Counts are exact. Where a budget or time ends them, what is in some and in all "
            "solutions is still told, and the exit code is 20.");
        a.example("clew density examples/p92.sdk", "the candidates of the 12 solutions");
        a.example("clew density -o heat.svg examples/p92.sdk", "a heat map");
    }

    ExitCode run(Host& host) override {
        static constexpr std::array columns = {"counted", "ending",   "engine",
                                               "count",   "backbone", "cells"};
        batch_.columns = columns;
        const bool svg = batch_.output && batch_.output->ends_with(".svg");
        if (show_ == Show::automatic)
            show_ = batch_.structured() ? Show::json : svg ? Show::svg : Show::board;
        batch_.json = show_ == Show::json && !batch_.csv;
        if (show_ == Show::board) batch_.between = "\n";
        if (show_ == Show::svg) batch_.takes = Takes::one;
        return batch_.run(host, "clew/density/1", std::bind_front(&DensityCommand::tell, this));
    }

  private:
    BatchAnswer tell(const Record& record, const BatchContext& asking) const {
        const SolveOptions& options = asking.options;
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        BatchAnswer answer;
        const Puzzle& puzzle = record.puzzle;
        const Density d = setter::density(
            puzzle,
            {.counting = true_only_ ? Counting::none : Counting::counts,
             .engine = options.engine,
             .budget = {.stop = options.budget.stop, .max_nodes = budget_.value_or(unlimited)},
             .threads = options.threads});
        if (!d.known()) {
            answer.code = ExitCode::partial;
            if (batch_.structured()) answer.out = batch_.line(report::to_json(record, d));
            return answer;
        }
        switch (show_) {
            case Show::automatic:
            case Show::board:
                answer.out = explain::write_text(report::view_of(puzzle, d),
                                                 {.colour = Paint{asking.host, color_}.on()
                                                                ? explain::Colour::ansi
                                                                : explain::Colour::none}) +
                             report::shares_text(puzzle, d);
                break;
            case Show::numbers:
                answer.out = report::numbers_text(puzzle, d);
                break;
            case Show::json:
                answer.out = batch_.line(report::to_json(record, d));
                break;
            case Show::svg:
                answer.out = explain::write_svg(
                    report::view_of(puzzle, d),
                    {.title = report::title_of(record) + ": " + report::summary_of(d)});
                break;
        }
        if (!batch_.quiet)
            answer.err = "clew: " + report::name_of(record) + ": " + report::summary_of(d) + "\n";
        if (!true_only_ && !d.counted())
            answer.code = ExitCode::partial;
        else if (report::is_empty(d))
            answer.code = ExitCode::no_solution;
        return answer;
    }

    BatchCommand batch_{.input = {.rules = Rules::known}};
    Show show_ = Show::automatic;
    std::optional<std::uint64_t> budget_;
    bool true_only_ = false;
    ColorMode color_ = ColorMode::automatic;
};

}  // namespace

std::unique_ptr<Command> make_density() { return std::make_unique<DensityCommand>(); }

}  // namespace clew::cli
