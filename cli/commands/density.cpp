// clew density: every candidate, and in how many solutions it is.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/result_json.hpp"
#include "cli/terminal.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/density.hpp"
#include "explain/view.hpp"
#include "explain/write_svg.hpp"
#include "explain/write_text.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;
using setter::Counting;
using setter::Density;

enum class Show : std::uint8_t { automatic, board, numbers, json, svg };

class DensityCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"density", "Set", "In how many solutions each candidate is: none, some or all"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        declare_engine(a, batch_.work.engine);
        a.choice("--show", show_,
                 {{"board", Show::board},
                  {"numbers", Show::numbers},
                  {"json", Show::json},
                  {"svg", Show::svg}},
                 "a board; a line a candidate with its number; JSON; a picture (also by a name "
                 "that ends in .svg after -o)")
            .not_with({{"--json"}});
        a.flag("--true-only", true_only_,
               "do not count: which candidates are in some solution and which in all, in "
               "milliseconds")
            .not_with({{"--budget"}});
        a.value("--budget", budget_, "NODES", "stop counting after so much work");
        declare_color(a, color_);
        a.note(
            "The board shows the candidates that are in some solution; one that is alone is in "
            "all. Behind it stands a table of the shares in percent, most likely digit first, for "
            "the cells that are open. The picture shades each cell by its uncertainty: the darker, "
            "the more a clue there would tell.");
        a.note(
            "Counts are exact: by listing, or on plain 9x9 boards by the exact counter, whichever "
            "is predicted to be cheaper. Where a budget or time ends them, what is in some and in "
            "all solutions is still told, and the exit code is 20.");
        a.example("clew density examples/p92.sdk", "the candidates of the 12 solutions");
        a.example("clew density -o heat.svg examples/p92.sdk", "a heat map");
    }

    ExitCode run(Host& host) override {
        const bool svg = batch_.output && batch_.output->ends_with(".svg");
        if (show_ == Show::automatic)
            show_ = batch_.json ? Show::json : svg ? Show::svg : Show::board;
        batch_.json = show_ == Show::json;
        if (show_ == Show::board) batch_.between = "\n";
        if (show_ == Show::svg) batch_.takes = Takes::one;
        return batch_.run(host, "clew/density/1", [this](const Record& record, Asking& asking) {
            return tell(record, asking);
        });
    }

  private:
    Answer tell(const Record& record, const Asking& asking) const {
        const SolveOptions& options = asking.options;
        if (const auto refusal = refuse_engine(record, options.engine)) return *refusal;
        Answer answer;
        const Puzzle& puzzle = record.puzzle;
        const Density d = setter::density(
            puzzle,
            {.counting = true_only_ ? Counting::none : Counting::counts,
             .engine = options.engine,
             .budget = {.stop = options.budget.stop, .max_nodes = budget_.value_or(unlimited)},
             .threads = options.threads});
        if (!d.known()) {
            answer.code = ExitCode::partial;
            return answer;
        }
        const bool none = d.possible(Cell{0}).empty();
        switch (show_) {
            case Show::automatic:
            case Show::board:
                answer.out =
                    explain::write_text(view(puzzle, d), {.colour = Paint{asking.host, color_}.on()
                                                                        ? explain::Colour::ansi
                                                                        : explain::Colour::none});
                if (d.counted() && !none) answer.out += shares(puzzle, d);
                break;
            case Show::numbers:
                answer.out = numbers(puzzle, d);
                break;
            case Show::json:
                answer.out = json(record, d).dump() + "\n";
                break;
            case Show::svg:
                answer.out =
                    explain::write_svg(view(puzzle, d), {.title = "Candidates of " + summary(d)});
                break;
        }
        if (!batch_.quiet) answer.err = "clew: " + name_of(record) + ": " + summary(d) + "\n";
        if (!true_only_ && !d.counted())
            answer.code = ExitCode::partial;
        else if (none)
            answer.code = ExitCode::no_solution;
        return answer;
    }

    static std::string summary(const Density& d) {
        const std::size_t cells = d.geometry().cell_count();
        if (d.possible(Cell{0}).empty()) return "no solution";
        std::size_t candidates = 0;
        for (std::size_t i = 0; i < cells; ++i) candidates += d.possible(Cell{i}).size();
        return fmt::format("{}; {} candidates in some solution, {} of {} cells the same in all",
                           d.counted() ? d.total().to_string() +
                                             (d.total() == Count{1} ? " solution" : " solutions")
                                       : std::string("solutions not counted"),
                           candidates, d.backbone_size(), cells);
    }

    static explain::View view(const Puzzle& puzzle, const Density& d) {
        explain::View view = explain::view_of(puzzle);
        const Geometry& geometry = puzzle.geometry();
        bool sure = false;
        double most = 0;
        if (d.counted())
            for (std::size_t i = 0; i < geometry.cell_count(); ++i)
                most = std::max(most, d.entropy(Cell{i}));
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const Cell cell{i};
            if (!puzzle.given(cell)) {
                view.cells[i].candidates = d.possible(cell);
                if (d.possible(cell).size() == 1) {
                    view.mark(Candidate{cell, d.possible(cell).first()}, explain::Tone::gain);
                    sure = true;
                }
            }
            if (most > 0) view.heat.push_back(d.entropy(cell) / most);
        }
        if (sure) view.legend.push_back({explain::Tone::gain, "in every solution"});
        return view;
    }

    /// "r1c1  3 42%  7 33%  5 25%": the cells that are open, most likely digit first.
    static std::string shares(const Puzzle& puzzle, const Density& d) {
        std::string lines;
        const Geometry& geometry = puzzle.geometry();
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const Cell cell{i};
            if (d.possible(cell).size() < 2) continue;
            std::vector<std::pair<double, Digit>> parts;
            for (Digit digit : d.possible(cell)) parts.emplace_back(d.share({cell, digit}), digit);
            std::stable_sort(parts.begin(), parts.end(),
                             [](const auto& a, const auto& b) { return a.first > b.first; });
            lines += fmt::format("{:7}", to_string(cell, geometry.size()));
            for (const auto& [share, digit] : parts)
                lines += fmt::format(" {} {:>5}", digit_symbol(digit), percent(share));
            lines += "\n";
        }
        return lines;
    }

    static std::string percent(double share) {
        const double p = 100 * share;
        if (p < 0.05) return "<0.1%";
        return p < 9.95 ? fmt::format("{:.1f}%", p) : fmt::format("{:.0f}%", p);
    }

    static std::string numbers(const Puzzle& puzzle, const Density& d) {
        std::string lines;
        const Geometry& geometry = puzzle.geometry();
        for (std::size_t i = 0; i < geometry.candidate_count(); ++i) {
            const Candidate c = geometry.candidate(i);
            if (!d.possible(c.cell).contains(c.digit)) continue;
            lines += to_string(c, geometry.size()) + " " +
                     (d.counted()   ? d.of(c).to_string()
                      : d.in_all(c) ? std::string("all")
                                    : std::string("some")) +
                     "\n";
        }
        return lines;
    }

    ordered_json json(const Record& record, const Density& d) const {
        const Geometry& geometry = record.puzzle.geometry();
        ordered_json object = result_json("clew/density/1", record);
        object["counted"] = d.counted();
        object["ending"] = to_string(d.ending());
        if (d.engine() != Engine::automatic) object["engine"] = to_string(d.engine());
        if (d.counted()) object["count"] = count_json(d.total());
        object["backbone"] = ordered_json::object();
        object["cells"] = ordered_json::object();
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const Cell cell{i};
            const std::string name = to_string(cell, geometry.size());
            if (d.possible(cell).size() == 1)
                object["backbone"][name] = std::string(1, digit_symbol(d.possible(cell).first()));
            if (!d.counted()) {
                object["cells"][name] = to_string(d.possible(cell));
                continue;
            }
            ordered_json counts = ordered_json::object();
            for (Digit digit : d.possible(cell))
                counts[std::string(1, digit_symbol(digit))] = count_json(d.of({cell, digit}));
            object["cells"][name] = std::move(counts);
        }
        return object;
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
