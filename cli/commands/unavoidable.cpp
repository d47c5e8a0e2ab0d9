// clew unavoidable: cells that can be filled otherwise, and which of them the clues do not hit.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "cli/batch_command.hpp"
#include "cli/commands/commands.hpp"
#include "cli/result_json.hpp"
#include "cli/usage_error.hpp"
#include "encode/board/notation.hpp"
#include "encode/setter/completion.hpp"
#include "encode/setter/templates.hpp"
#include "encode/setter/unavoidable.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;
using setter::ElementSet;

enum class Method : std::uint8_t { search, sat, templates };

class UnavoidableCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"unavoidable", "Set", "Cells that can be filled otherwise: deadly patterns"};
    }

    void declare(Arguments& a) override {
        batch_.declare_with_file(a);
        a.value("--size", size_, "N", "sets of up to N cells; 10 if not given")
            .not_with({{"--shapes"}});
        a.choice(
             "--method", method_,
             {{"search", Method::search}, {"sat", Method::sat}, {"templates", Method::templates}},
             "find them by search, by SAT, or by laying the templates of all kinds, which then "
             "tells the kinds; they agree")
            .not_with({{"--shapes"}});
        a.flag("--not-hit", not_hit_, "only sets in which no clue stands");
        a.flag("--shapes", shapes_,
               "rectangles, pairs of lines and three lines (not minimal), wherever they stand");
        a.value("--max-solutions", max_solutions_, "N",
                "of a puzzle with several solutions, compare up to N; 1000 if not given");
        a.value("--budget", options_.budget.max_nodes, "N", "stop after so many search nodes")
            .not_with({{"--shapes"}});
        a.note(
            "A set is unavoidable if its cells can be filled otherwise with the rest of the grid "
            "left as it is; printed are the minimal ones, one a line, the smaller first. For a "
            "full grid and for a puzzle with one solution: all sets of the solution up to --size. "
            "For a puzzle with several solutions: the sets, of any size, that its solutions "
            "exhibit, every one of which must get a clue.");
        a.example("clew unavoidable --size 6 grid.txt", "the sets of four and six cells");
        a.note(
            "--method templates derives every kind of set up to --size, up to the symmetries of "
            "the board, and lays each on the grid wherever it fits; the list is complete up to "
            "--size as the others are. A kind's name is the same for all grids.");
        a.example("clew unavoidable --size 8 --method templates grid.txt",
                  "the sets with the names of their kinds");
        a.example("clew unavoidable examples/p92.sdk", "why P-92 has 12 solutions");
    }

    ExitCode run(Host& host) override {
        options_.max_size = static_cast<std::size_t>(std::min<std::uint64_t>(size_, max_cells));
        return batch_.run(host, "clew/unavoidable/1", [this](const Record& record, Asking& asking) {
            return tell(record, asking.options.budget.stop);
        });
    }

  private:
    struct Found {
        std::vector<ElementSet> sets;
        std::vector<std::string> kinds;                      // of templates and shapes, else empty
        std::shared_ptr<const setter::Templates> templates;  // that were laid, if any
        Ending ending = Ending::exhausted;
        std::size_t max_size = 0;  // of a single grid
        std::vector<Grid> solutions;
        bool several = false;
    };

    Answer tell(const Record& record, const StopFlag* stop) {
        Answer answer;
        const Puzzle& puzzle = record.puzzle;
        const auto end = [&](ExitCode code, const std::string& remark) {
            answer.code = code;
            if (!batch_.quiet) answer.err = "clew: " + name_of(record) + ": " + remark + "\n";
            return answer;
        };
        Found found;
        found.ending = enumerate(puzzle, {.budget = {.stop = stop}, .limit = max_solutions_ + 1},
                                 [&](const Grid& grid) {
                                     found.solutions.push_back(grid);
                                     return Flow::go_on;
                                 })
                           .ending;
        if (found.ending == Ending::limit_reached)
            return end(ExitCode::partial,
                       fmt::format("more than {} solutions: they are not compared "
                                   "(--max-solutions)",
                                   max_solutions_));
        if (found.ending != Ending::exhausted)
            return end(ExitCode::partial, "the time ended before its solutions were known");
        if (found.solutions.empty())
            return end(ExitCode::no_solution, "no solution, so there is no grid to look at");
        found.several = found.solutions.size() > 1;
        if (shapes_) {
            for (const setter::NamedShape& t :
                 setter::named_shapes(puzzle.geometry_ptr(), found.solutions.front())) {
                if (not_hit_ && setter::not_hit({t.cells}, puzzle).empty()) continue;
                found.sets.push_back(t.cells);
                found.kinds.emplace_back(to_string(t.kind));
            }
        } else if (found.several) {
            found.sets = setter::minimal_differences(found.solutions);
        } else {
            look(puzzle, stop, found);
        }
        answer.out = batch_.json ? json(record, found).dump() + "\n" : text(puzzle, found);
        return end(found.ending == Ending::exhausted ? ExitCode::ok : ExitCode::partial,
                   summary(puzzle, found));
    }

    /// The sets of a single grid, by the method asked for.
    void look(const Puzzle& puzzle, const StopFlag* stop, Found& found) {
        const Grid& grid = found.solutions.front();
        const GeometryPtr& geometry = puzzle.geometry_ptr();
        setter::UnavoidableOptions options = options_;
        options.budget.stop = stop;
        setter::Unavoidable u;
        if (method_ == Method::templates) {
            if (!setter::has_templates(*geometry))
                throw UsageError("--method",
                                 "no templates on a " + geometry->description() + " board",
                                 "a board with rectangular boxes and nothing else");
            found.templates = templates_of(*geometry->spec().boxes, options);
            u = found.templates->find(grid);
        } else {
            options.method = method_ == Method::sat ? setter::UnavoidableMethod::sat
                                                    : setter::UnavoidableMethod::search;
            u = setter::unavoidable_sets(geometry, grid, options);
        }
        found.ending = u.ending;
        found.max_size = u.max_size;
        for (std::size_t i = 0; i < u.sets.size(); ++i) {
            if (not_hit_ && setter::not_hit({u.sets[i]}, puzzle).empty()) continue;
            if (!u.kinds.empty()) found.kinds.push_back(u.kinds[i]);
            found.sets.push_back(std::move(u.sets[i]));
        }
    }

    /// Derived once for the boxes of the last board; other threads wait for it.
    std::shared_ptr<const setter::Templates> templates_of(
        BoxShape boxes, const setter::UnavoidableOptions& options) {
        const std::lock_guard lock(mutex_);
        if (!templates_ || templates_->boxes() != boxes)
            templates_ =
                std::make_shared<setter::Templates>(boxes, options.max_size, options.budget);
        return templates_;
    }

    std::string summary(const Puzzle& puzzle, const Found& found) const {
        std::map<std::size_t, std::size_t> sizes;
        for (const ElementSet& set : found.sets) ++sizes[set.size()];
        std::string table;
        for (const auto& [size, n] : sizes)
            table += fmt::format("{}{} of {} cells", table.empty() ? "" : ", ", n, size);
        std::string text =
            fmt::format("{} {}{}", found.sets.size(), shapes_ ? "shape" : "minimal unavoidable set",
                        found.sets.size() == 1 ? "" : "s");
        if (found.several && !shapes_)
            text += fmt::format(" among {} solutions", found.solutions.size());
        else if (!shapes_)
            text += fmt::format(" of up to {} cells", found.max_size);
        if (!table.empty()) text += " (" + table + ")";
        if (found.templates)
            text += fmt::format(", of {} kinds there are", found.templates->kinds().size());
        if (!found.several && !not_hit_)
            text +=
                fmt::format(", {} not hit by a clue", setter::not_hit(found.sets, puzzle).size());
        if (found.ending != Ending::exhausted)
            text += fmt::format("; there may be more ({})", to_string(found.ending));
        return text;
    }

    std::string text(const Puzzle& puzzle, const Found& found) const {
        const std::size_t n = puzzle.geometry().size();
        std::string lines;
        for (std::size_t i = 0; i < found.sets.size(); ++i) {
            const ElementSet& set = found.sets[i];
            lines += fmt::format("{} cells, digits {}:", set.size(),
                                 to_string(digits_of(set, found.solutions)));
            for (std::size_t c : set) lines += " " + to_string(Cell{c}, n);
            if (!found.kinds.empty()) lines += (shapes_ ? ", " : ", kind ") + found.kinds[i];
            if (setter::not_hit({set}, puzzle).size() == 1) lines += ", not hit";
            lines += "\n";
        }
        return lines;
    }

    /// The digits that stand there, in any of the solutions.
    static DigitSet digits_of(const ElementSet& set, const std::vector<Grid>& solutions) {
        DigitSet digits;
        for (const Grid& grid : solutions)
            for (std::size_t c : set) digits.insert(grid[Cell{c}]);
        return digits;
    }

    ordered_json json(const Record& record, const Found& found) const {
        const std::size_t n = record.puzzle.geometry().size();
        ordered_json object = result_json("clew/unavoidable/1", record);
        object["ending"] = to_string(found.ending);
        object["solutions"] = found.solutions.size();
        if (!found.several && !shapes_) object["max_size"] = found.max_size;
        if (found.templates) object["kinds"] = found.templates->kinds().size();
        object["sets"] = ordered_json::array();
        for (std::size_t i = 0; i < found.sets.size(); ++i) {
            const ElementSet& set = found.sets[i];
            ordered_json cells = ordered_json::array();
            for (std::size_t c : set) cells.push_back(to_string(Cell{c}, n));
            ordered_json entry = {{"size", set.size()},
                                  {"digits", to_string(digits_of(set, found.solutions))},
                                  {"cells", std::move(cells)},
                                  {"hit", setter::not_hit({set}, record.puzzle).empty()}};
            if (!found.kinds.empty()) entry["kind"] = found.kinds[i];
            object["sets"].push_back(std::move(entry));
        }
        return object;
    }

    BatchCommand batch_;
    setter::UnavoidableOptions options_;
    Method method_ = Method::search;
    std::mutex mutex_;
    std::shared_ptr<const setter::Templates> templates_;
    std::uint64_t size_ = 10;
    std::uint64_t max_solutions_ = 1'000;
    bool not_hit_ = false;
    bool shapes_ = false;
};

}  // namespace

std::unique_ptr<Command> make_unavoidable() { return std::make_unique<UnavoidableCommand>(); }

}  // namespace clew::cli
