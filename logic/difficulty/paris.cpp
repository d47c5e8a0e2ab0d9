// The branch is the definition. Where a puzzle has rules, the template knows what their filters
// rule out. The fewest choices are searched breadth first: singles are monotone, so the grid that
// some choices lead to does not depend on their order, and a grid that was met need not be met
// again. The branch bounds the search from above: it ends one level before.

#include "logic/difficulty/paris.hpp"

#include <set>
#include <utility>

#include "core/base/enum_name.hpp"
#include "logic/closure/closure.hpp"

namespace clew::logic::inline difficulty {
namespace {

using logic::Closure;
using logic::ClosureRules;
using logic::ClosureStatus;

std::vector<Cell> binary_cells(const Closure& closure, std::size_t cells) {
    std::vector<Cell> binary;
    for (std::size_t i = 0; i < cells; ++i)
        if (closure.candidates(Cell{i}).size() == 2) binary.push_back(Cell{i});
    return binary;
}

/// Every choice at a base that is loaded: f(candidate, status), until it says stop.
template <class F>
Flow each_choice(Closure& closure, const std::vector<Cell>& binary,
                 const std::vector<DigitSet>& marks, F&& f) {
    for (Cell cell : binary)
        for (Digit digit : marks[cell.index()]) {
            const Candidate choice{cell, digit};
            if (f(choice, closure.assign({&choice, 1}, ClosureRules::singles)) == Flow::stop)
                return Flow::stop;
        }
    return Flow::go_on;
}

void follow_branch(Closure& closure, std::size_t cells, const ParisOptions& options,
                   ParisRating& rating) {
    std::vector<DigitSet> marks(cells);
    while (rating.ending == ParisEnding::interrupted) {
        if (options.stop != nullptr && options.stop->raised()) return;
        const std::vector<Cell> binary = binary_cells(closure, cells);
        if (binary.empty()) {
            rating.ending = ParisEnding::no_binary;
            return;
        }
        closure.candidates(marks);
        ParisChoice best;
        bool any = false;
        std::size_t refuted = 0, solving = 0;
        each_choice(closure, binary, marks, [&](Candidate choice, ClosureStatus status) {
            if (status == ClosureStatus::impossible) {
                ++refuted;
                return Flow::go_on;
            }
            if (status == ClosureStatus::solved) ++solving;
            const std::size_t freedom = closure.freedom();
            if (!any || freedom < best.freedom) {
                best.candidate = choice;
                best.freedom = freedom;
            }
            any = true;
            return Flow::go_on;
        });
        if (!any) {
            rating.ending = ParisEnding::dead_end;
            return;
        }
        best.binary = binary.size();
        best.refuted = refuted;
        best.solving = solving;
        rating.choices.push_back(best);
        if (closure.assign({&best.candidate, 1}, ClosureRules::singles) == ClosureStatus::solved)
            rating.ending = ParisEnding::solved;
        closure.keep();
    }
}

void find_fewest(Closure& closure, std::vector<DigitSet> start, const ParisOptions& options,
                 ParisRating& rating) {
    using Code = std::vector<std::uint64_t>;
    const auto upper =
        rating.ending == ParisEnding::solved ? std::optional{rating.choices.size()} : std::nullopt;
    std::set<Code> seen;
    std::vector<std::vector<DigitSet>> level, next;
    level.push_back(std::move(start));
    std::uint64_t trials = 0;
    Code code(closure.marks_code_words());
    for (rating.none_below = 1; !level.empty(); ++rating.none_below) {
        if (upper && rating.none_below == *upper) {
            rating.fewest = upper;
            return;
        }
        next.clear();
        for (const std::vector<DigitSet>& marks : level) {
            if (options.stop != nullptr && options.stop->raised()) {
                rating.search = Ending::interrupted;
                return;
            }
            closure.load(marks);
            const std::vector<Cell> binary = binary_cells(closure, marks.size());
            if (trials + 2 * binary.size() > options.trials) {
                rating.search = Ending::out_of_budget;
                return;
            }
            trials += 2 * binary.size();
            const Flow flow =
                each_choice(closure, binary, marks, [&](Candidate, ClosureStatus status) {
                    if (status == ClosureStatus::solved) return Flow::stop;
                    if (status == ClosureStatus::impossible) return Flow::go_on;
                    closure.marks_code(code);
                    if (seen.insert(code).second) {
                        next.emplace_back(marks.size());
                        closure.candidates(next.back());
                    }
                    return Flow::go_on;
                });
            if (flow == Flow::stop) {
                rating.fewest = rating.none_below;
                return;
            }
        }
        level.swap(next);
    }
    // No choices lead to a solution: nothing is below any number.
}

}  // namespace

const char* to_string(ParisEnding ending) {
    return enum_name(ending, {"solved", "no binary cell", "dead end", "impossible", "interrupted"});
}

ParisRating paris_rating(const Puzzle& puzzle, const ParisOptions& options) {
    ParisRating rating;
    const std::vector<DigitSet> given = puzzle.candidates_after_givens();
    for (DigitSet digits : given)
        if (!digits.empty()) rating.given_freedom += digits.size() - 1;
    Closure closure{puzzle.geometry_ptr(), rules::rulebook_of(puzzle)};
    const ClosureStatus status = closure.load(given);
    if (status == ClosureStatus::impossible) return rating;
    rating.freedom = closure.freedom();
    if (status == ClosureStatus::solved) {
        rating.ending = ParisEnding::solved;
        rating.fewest = 0;
        return rating;
    }
    std::vector<DigitSet> start(given.size());
    closure.candidates(start);
    rating.ending = ParisEnding::interrupted;
    follow_branch(closure, given.size(), options, rating);
    if (rating.ending == ParisEnding::interrupted)
        rating.search = Ending::interrupted;
    else
        find_fewest(closure, std::move(start), options, rating);
    return rating;
}

}  // namespace clew::logic::inline difficulty
