// clew density: every candidate, and in how many solutions it is.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/result_json.hpp"
#include "cli/terminal.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
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

enum class Show : std::uint8_t { board, numbers, json, svg };

class DensityCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"density", "Set", "In how many solutions each candidate is: none, some or all"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.choice("--show", show_,
                 {{"board", Show::board},
                  {"numbers", Show::numbers},
                  {"json", Show::json},
                  {"svg", Show::svg}},
                 "a board; a line a candidate with its number; JSON; a picture (also by a name "
                 "that ends in .svg after -o)");
        a.flag("--json", json_, "the same as --show json");
        a.flag("--true-only", true_only_,
               "do not count: which candidates are in some solution and which in all, in "
               "milliseconds");
        a.value("--budget", budget_, "NODES", "stop counting after so much work");
        work_.declare(a, Limit::none);
        a.file("-o,--output", output_, "FILE", "write there instead of standard output");
        a.flag("-q,--quiet", quiet_, "no remarks on standard error");
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
        if (json_) show_ = Show::json;
        if (output_ && output_->ends_with(".svg")) show_ = Show::svg;
        Watch watch{host, work_.timeout};
        OutputFile out{host, output_};
        PuzzleInput input{host, input_};
        ExitCode worst = ExitCode::ok;
        if (show_ == Show::svg) {
            worst = tell(host, out, input.only(), watch);
        } else {
            for (bool first = true; !watch.stopped(); first = false) {
                try {
                    const auto record = input.next();
                    if (!record) break;
                    if (!first && show_ == Show::board) out.stream() << "\n";
                    worst = worse(worst, tell(host, out, *record, watch));
                } catch (const InputError& error) {
                    if (!input_.keep_going) throw;
                    host.err << "clew: " << error.message() << "\n";
                    out.stream() << unreadable(show_ == Show::json, "clew/density/1")(error);
                    worst = worse(worst, ExitCode::bad_input);
                }
            }
        }
        out.commit();
        if (watch.stopped() && !quiet_) host.err << "clew: " << watch.why() << "\n";
        return worse(worst, watch.exit_code());
    }

  private:
    ExitCode tell(Host& host, OutputFile& out, const Record& record, Watch& watch) const {
        if (const auto refusal = refuse_engine(record, work_.engine)) {
            host.err << refusal->err;
            return refusal->code;
        }
        const Puzzle& puzzle = record.puzzle;
        const Density d = setter::density(
            puzzle, {.counting = true_only_ ? Counting::none : Counting::counts,
                     .engine = work_.engine,
                     .budget = {.stop = &watch.flag(), .max_nodes = budget_.value_or(unlimited)},
                     .threads = work_.thread_count()});
        if (!d.known()) return ExitCode::partial;
        const bool none = d.possible(Cell{0}).empty();
        switch (show_) {
            case Show::board: {
                const Paint paint{host, color_};
                const bool colours = out.is_standard_output() && paint.on();
                out.stream() << explain::write_text(
                    view(puzzle, d),
                    {.colour = colours ? explain::Colour::ansi : explain::Colour::none});
                if (d.counted() && !none) shares(out.stream(), puzzle, d);
                break;
            }
            case Show::numbers:
                numbers(out.stream(), puzzle, d);
                break;
            case Show::json:
                out.stream() << json(record, d).dump() << "\n";
                break;
            case Show::svg:
                out.stream() << explain::write_svg(view(puzzle, d),
                                                   {.title = "Candidates of " + summary(d)});
                break;
        }
        if (!quiet_) host.err << "clew: " << name_of(record) << ": " << summary(d) << "\n";
        const bool partial = !true_only_ && !d.counted();
        return partial ? ExitCode::partial : none ? ExitCode::no_solution : ExitCode::ok;
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
    static void shares(std::ostream& out, const Puzzle& puzzle, const Density& d) {
        const Geometry& geometry = puzzle.geometry();
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const Cell cell{i};
            if (d.possible(cell).size() < 2) continue;
            std::vector<std::pair<double, Digit>> parts;
            for (Digit digit : d.possible(cell)) parts.emplace_back(d.share({cell, digit}), digit);
            std::stable_sort(parts.begin(), parts.end(),
                             [](const auto& a, const auto& b) { return a.first > b.first; });
            out << fmt::format("{:7}", to_string(cell, geometry.size()));
            for (const auto& [share, digit] : parts)
                out << fmt::format(" {} {:>5}", digit_symbol(digit), percent(share));
            out << "\n";
        }
    }

    static std::string percent(double share) {
        const double p = 100 * share;
        if (p < 0.05) return "<0.1%";
        return p < 9.95 ? fmt::format("{:.1f}%", p) : fmt::format("{:.0f}%", p);
    }

    static void numbers(std::ostream& out, const Puzzle& puzzle, const Density& d) {
        const Geometry& geometry = puzzle.geometry();
        for (std::size_t i = 0; i < geometry.candidate_count(); ++i) {
            const Candidate c = geometry.candidate(i);
            if (!d.possible(c.cell).contains(c.digit)) continue;
            out << to_string(c, geometry.size()) << " "
                << (d.counted()   ? d.of(c).to_string()
                    : d.in_all(c) ? std::string("all")
                                  : std::string("some"))
                << "\n";
        }
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

    PuzzleInput::Options input_;
    WorkOptions work_;
    Show show_ = Show::board;
    std::optional<std::uint64_t> budget_;
    std::optional<std::string> output_;
    bool json_ = false;
    bool true_only_ = false;
    bool quiet_ = false;
    ColorMode color_ = ColorMode::automatic;
};

}  // namespace

std::unique_ptr<Command> make_density() { return std::make_unique<DensityCommand>(); }

}  // namespace clew::cli
