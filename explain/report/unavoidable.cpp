#include "explain/report/unavoidable.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"
#include "setter/completion.hpp"
#include "solve/solve.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;
using setter::ElementSet;
using Method = DeadlySetOptions::Method;

/// The digits that stand there, in any of the solutions.
DigitSet digits_of(const ElementSet& set, const std::vector<Grid>& solutions) {
    DigitSet digits;
    for (const Grid& grid : solutions)
        for (std::size_t c : set) digits.insert(grid[Cell{c}]);
    return digits;
}

bool is_hit(const ElementSet& set, const Puzzle& puzzle) {
    return setter::not_hit({set}, puzzle).empty();
}

const char* to_string(DeadlySets::Outcome outcome) {
    return enum_name(outcome, {"found", "no solution", "too many solutions", "not known"});
}

bool are_shapes(const DeadlySets& found) {
    return found.options.want == DeadlySetOptions::Want::shapes;
}

}  // namespace

DeadlySets DeadlySetFinder::find(const Puzzle& puzzle, const StopFlag* stop) {
    DeadlySets found;
    found.options = options_;
    Budget budget = options_.budget;
    budget.stop = stop;
    found.ending =
        enumerate(puzzle, {.budget = {.stop = stop}, .limit = options_.max_solutions + 1},
                  keep_in(found.solutions))
            .ending;
    if (found.ending == Ending::limit_reached)
        found.outcome = DeadlySets::Outcome::too_many_solutions;
    else if (found.ending != Ending::exhausted)
        found.outcome = DeadlySets::Outcome::not_known;
    else if (found.solutions.empty())
        found.outcome = DeadlySets::Outcome::no_solution;
    if (found.outcome != DeadlySets::Outcome::found) return found;

    const bool only_not_hit = options_.keep == DeadlySetOptions::Keep::not_hit;
    const bool laid = options_.method == Method::templates && !are_shapes(found);
    if (!puzzle.rules().empty() && (are_shapes(found) || laid))
        refuse_rules(puzzle, are_shapes(found) ? "the look for shapes" : "the method templates");
    if (are_shapes(found)) {
        for (const setter::NamedShape& t :
             setter::named_shapes(puzzle.geometry_ptr(), found.solutions.front())) {
            if (only_not_hit && is_hit(t.cells, puzzle)) continue;
            found.sets.push_back(t.cells);
            found.kinds.emplace_back(setter::to_string(t.kind));
        }
    } else if (found.several()) {
        found.sets = setter::minimal_differences(found.solutions);
    } else {
        look(puzzle, budget, found);
    }
    return found;
}

/// The sets of a single grid, by the method asked for.
void DeadlySetFinder::look(const Puzzle& puzzle, const Budget& budget, DeadlySets& found) {
    const Grid& grid = found.solutions.front();
    const Geometry& geometry = puzzle.geometry();
    setter::Unavoidable u;
    if (options_.method == Method::templates) {
        if (!setter::has_templates(geometry))
            throw InputError({}, "no templates on a " + geometry.description() + " board",
                             "a board with rectangular boxes and nothing else");
        found.templates = templates_of(*geometry.spec().boxes, budget);
        u = found.templates->find(grid);
    } else {
        u = setter::unavoidable_sets(
            puzzle, grid,
            {.max_size = options_.max_size,
             .method = options_.method == Method::sat ? setter::UnavoidableMethod::sat
                                                      : setter::UnavoidableMethod::search,
             .budget = budget,
             .on_progress = options_.on_progress});
    }
    found.ending = u.ending;
    found.max_size = u.max_size;
    const bool only_not_hit = options_.keep == DeadlySetOptions::Keep::not_hit;
    for (std::size_t i = 0; i < u.sets.size(); ++i) {
        if (only_not_hit && is_hit(u.sets[i], puzzle)) continue;
        if (!u.kinds.empty()) found.kinds.push_back(u.kinds[i]);
        found.sets.push_back(std::move(u.sets[i]));
    }
}

/// Derived once for the boxes of the last board; other threads wait for it.
std::shared_ptr<const setter::Templates> DeadlySetFinder::templates_of(BoxShape boxes,
                                                                       const Budget& budget) {
    const std::lock_guard lock(mutex_);
    if (!templates_ || templates_->boxes() != boxes)
        templates_ = std::make_shared<setter::Templates>(boxes, options_.max_size, budget);
    return templates_;
}

namespace {

/// "16 minimal unavoidable sets of up to 6 cells".
std::string counted_sets(const DeadlySets& found) {
    const Language language = found.options.language;
    const std::size_t n = found.sets.size();
    if (are_shapes(found)) return say_of(language, n, "{} shape", "{} shapes", n);
    if (found.several())
        return say_of(language, n, "{} minimal unavoidable set among {} solutions",
                      "{} minimal unavoidable sets among {} solutions", n, found.solutions.size());
    return say_of(language, n, "{} minimal unavoidable set of up to {} cells",
                  "{} minimal unavoidable sets of up to {} cells", n, found.max_size);
}

}  // namespace

std::string summary_of(const Puzzle& puzzle, const DeadlySets& found) {
    const auto tell = [&](std::string_view words, const auto&... values) {
        return say(found.options.language, words, values...);
    };
    switch (found.outcome) {
        case DeadlySets::Outcome::no_solution:
            return tell("no solution, so there is no grid to look at");
        case DeadlySets::Outcome::too_many_solutions:
            return tell("more than {} solutions: they are not compared",
                        found.options.max_solutions);
        case DeadlySets::Outcome::not_known:
            return tell("the time ended before its solutions were known");
        case DeadlySets::Outcome::found:
            break;
    }
    std::map<std::size_t, std::size_t> sizes;
    for (const ElementSet& set : found.sets) ++sizes[set.size()];
    std::vector<std::string> table;
    for (const auto& [size, n] : sizes) table.push_back(tell("{} of {} cells", n, size));
    std::string text = counted_sets(found);
    if (!table.empty()) text += " (" + joined(table, ", ") + ")";
    if (found.templates) text += tell(", of {} kinds there are", found.templates->kinds().size());
    if (!found.several() && found.options.keep == DeadlySetOptions::Keep::all)
        text += tell(", {} not hit by a clue", setter::not_hit(found.sets, puzzle).size());
    if (found.ending != Ending::exhausted)
        text += tell("; there may be more ({})", tell(to_string(found.ending)));
    return text;
}

std::string to_text(const Puzzle& puzzle, const DeadlySets& found) {
    const std::size_t n = puzzle.geometry().size();
    const auto tell = [&](std::string_view words, const auto&... values) {
        return say(found.options.language, words, values...);
    };
    std::string lines;
    for (std::size_t i = 0; i < found.sets.size(); ++i) {
        const ElementSet& set = found.sets[i];
        lines +=
            tell("{} cells, digits {}:", set.size(), to_string(digits_of(set, found.solutions)));
        for (std::size_t c : set) lines += " " + to_string(Cell{c}, n);
        if (!found.kinds.empty())
            lines += (are_shapes(found) ? ", " : tell(", kind ")) + tell(found.kinds[i]);
        if (!is_hit(set, puzzle)) lines += tell(", not hit");
        lines += "\n";
    }
    return lines;
}

ordered_json to_json(const Record& record, const DeadlySets& found) {
    const std::size_t n = record.puzzle.geometry().size();
    ordered_json object = question_json("clew/unavoidable/1", record);
    object["outcome"] = to_string(found.outcome);
    object["ending"] = clew::to_string(found.ending);
    object["solutions"] = found.solutions.size();
    if (found.outcome != DeadlySets::Outcome::found) return object;
    if (!found.several() && !are_shapes(found)) object["max_size"] = found.max_size;
    if (found.templates) object["kinds"] = found.templates->kinds().size();
    object["sets"] = ordered_json::array();
    for (std::size_t i = 0; i < found.sets.size(); ++i) {
        const ElementSet& set = found.sets[i];
        ordered_json cells = ordered_json::array();
        for (std::size_t c : set) cells.push_back(to_string(Cell{c}, n));
        ordered_json entry = {{"size", set.size()},
                              {"digits", to_string(digits_of(set, found.solutions))},
                              {"cells", std::move(cells)},
                              {"hit", is_hit(set, record.puzzle)}};
        if (!found.kinds.empty()) entry["kind"] = found.kinds[i];
        object["sets"].push_back(std::move(entry));
    }
    return object;
}

}  // namespace clew::report
