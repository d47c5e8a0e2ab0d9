// Uniqueness (family 7): what follows from the puzzle's having one solution. Found only in states
// that are told so.
//
//     State state{puzzle};
//     state.set_unique(Uniqueness::granted, puzzle);
//     find(state, {.technique = Technique::unique_rectangle_1}, sink);
//
// Finds every deadly pattern of its kinds (deadly_patterns.hpp) and everything that follows from
// its guardians (guardians.hpp).
//
// Which pattern, and how its guardians are used, is what the names say:
//
//     unique rectangle 1, 2, 3, 4    one cell; one digit in two cells that see each other; a
//     subset;
//                                    a locked digit
//     unique rectangle 5             one digit, in opposite cells or in three
//     unique rectangle 6             two opposite cells, and a digit that has no other places than
//                                    the four cells in two lines side by side: an X-wing
//     hidden rectangle               any other links
//     avoidable rectangle 1, 2       as 1, and as 2 and 5, where cells are placed that are not
//     given
//     reverse BUG                    the same for loops of six cells and more; and a candidate
//                                    that would close the placed cells of two digits
//
// Extended rectangles, loops and graves have one name for all kinds.

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "logic/strategies/finding.hpp"
#include "logic/strategies/guardians.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::unique_rectangle_1,
    Technique::unique_rectangle_2,
    Technique::unique_rectangle_3,
    Technique::unique_rectangle_4,
    Technique::unique_rectangle_5,
    Technique::unique_rectangle_6,
    Technique::hidden_rectangle,
    Technique::avoidable_rectangle_1,
    Technique::avoidable_rectangle_2,
    Technique::extended_rectangle,
    Technique::unique_loop,
    Technique::reverse_bug,
    Technique::bug_1,
    Technique::bug_n,
};

/// Cells beside the guardians: up to a hidden pair of a 9x9 board told from the other side.
constexpr std::size_t largest_subset = 5;

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        const std::size_t largest = largest_size(query_, state_.size());
        switch (query_.technique) {
            case Technique::extended_rectangle:
                return visit_extended(state_, largest, [&](const DeadlyPattern& pattern) {
                    return all_kinds(pattern, pattern.cells.size());
                });
            case Technique::unique_loop:
                return visit_loops(state_, largest, nodes_, [&](const DeadlyPattern& pattern) {
                    return all_kinds(pattern, pattern.cells.size());
                });
            case Technique::reverse_bug:
                return reverse_bug(largest);
            case Technique::bug_1:
                return visit_graves(state_, 1, [&](const DeadlyPattern& pattern) {
                    return visit(pattern, Guarding::one_cell, 1);
                });
            case Technique::bug_n:
                return visit_graves(state_, largest, [&](const DeadlyPattern& pattern) {
                    const std::size_t size = Guardians{state_, pattern}.candidates().size();
                    return size == 1 ? Flow::go_on : all_kinds(pattern, size);
                });
            default:
                return visit_rectangles(
                    state_, [&](const DeadlyPattern& pattern) { return rectangle(pattern); });
        }
    }

  private:
    Ending reverse_bug(std::size_t largest) {
        const Ending loops =
            visit_placed_loops(state_, largest, nodes_, [&](const DeadlyPattern& pattern) {
                const std::size_t size = pattern.cells.size();
                return visit(pattern, Guarding::one_cell, size) == Flow::stop
                           ? Flow::stop
                           : visit(pattern, Guarding::common, size);
            });
        if (loops == Ending::limit_reached) return loops;
        const Ending closing =
            visit_closing(state_, [&](const DeadlyPattern& pattern, DigitSet pair) {
                return Guardians{state_, pattern}.visit(Guarding::one_cell, 0, [&](Step&& step) {
                    // Of all that is open, the two digits are what the argument is about.
                    auto& shown = step.groups.front().candidates;
                    std::erase_if(shown, [&](Candidate c) { return !pair.contains(c.digit); });
                    const std::size_t size = shown.size();
                    return hand_on(std::move(step), size);
                });
            });
        return closing == Ending::exhausted ? loops : closing;
    }

    Flow rectangle(const DeadlyPattern& pattern) {
        const bool avoidable =
            std::ranges::any_of(pattern.cells, [&](Cell c) { return !state_.open().test(c); });
        const bool wanted = query_.technique == Technique::avoidable_rectangle_1 ||
                            query_.technique == Technique::avoidable_rectangle_2;
        if (avoidable != wanted) return Flow::go_on;
        switch (query_.technique) {
            case Technique::unique_rectangle_1:
            case Technique::avoidable_rectangle_1:
                return visit(pattern, Guarding::one_cell, 4);
            case Technique::avoidable_rectangle_2:
                return visit(pattern, Guarding::common, 4);
            case Technique::unique_rectangle_2:
            case Technique::unique_rectangle_5: {
                const CellSet cells = Guardians{state_, pattern}.cells();
                const bool side =
                    cells.size() == 2 && layout_.peers(cells.first()).intersects(cells);
                if (side != (query_.technique == Technique::unique_rectangle_2)) return Flow::go_on;
                return visit(pattern, Guarding::common, 4);
            }
            case Technique::unique_rectangle_3:
                return visit(pattern, Guarding::subset, 4);
            case Technique::unique_rectangle_4:
                return visit(pattern, Guarding::locked, 4);
            default:
                return linked_rectangle(pattern);
        }
    }

    /// Type 6, digit by digit, and hidden rectangles, candidate by candidate.
    Flow linked_rectangle(const DeadlyPattern& pattern) {
        const Guardians guardians{state_, pattern};
        std::map<Digit, Step> sixes;
        const Flow flow = guardians.visit(Guarding::linked, 0, [&](Step&& step) {
            const auto [cell, digit] = step.eliminations.front();
            if (!guardians.cells().test(cell) || !is_x_wing(pattern, guardians.cells(), digit)) {
                if (query_.technique != Technique::hidden_rectangle) return Flow::go_on;
                return hand_on(std::move(step), 4);
            }
            const auto [at, fresh] = sixes.try_emplace(digit, std::move(step));
            if (fresh) return Flow::go_on;
            Step& six = at->second;
            six.eliminations.push_back(step.eliminations.front());
            six.cites.insert(six.cites.end(), step.cites.begin(), step.cites.end());
            for (Group& group : step.groups)
                if (std::ranges::count(six.groups, group) == 0)
                    six.groups.push_back(std::move(group));
            return Flow::go_on;
        });
        if (flow == Flow::stop || query_.technique != Technique::unique_rectangle_6) return flow;
        for (auto& [digit, step] : sixes)
            if (hand_on(std::move(step), 4) == Flow::stop) return Flow::stop;
        return Flow::go_on;
    }

    /// Guardians in two opposite corners, and the digit in two lines side by side in no other
    /// cells.
    bool is_x_wing(const DeadlyPattern& pattern, const CellSet& guarded, Digit digit) const {
        const auto& c = pattern.cells;
        if (guarded.size() != 2) return false;
        if (!(guarded.test(c[0]) && guarded.test(c[2])) &&
            !(guarded.test(c[1]) && guarded.test(c[3])))
            return false;
        const auto locked = [&](Cell a, Cell b) {
            return std::ranges::any_of(layout_.seats(a), [&](const HousePosition& seat) {
                const CellSet places = layout_.cells(seat.house) & state_.cells(digit);
                return layout_.is_full(seat.house) && places.size() == 2 && places.test(a) &&
                       places.test(b);
            });
        };
        return (locked(c[0], c[1]) && locked(c[2], c[3])) ||
               (locked(c[1], c[2]) && locked(c[3], c[0]));
    }

    Flow all_kinds(const DeadlyPattern& pattern, std::size_t size) {
        for (Guarding kind :
             {Guarding::one_cell, Guarding::common, Guarding::subset, Guarding::locked})
            if (visit(pattern, kind, size) == Flow::stop) return Flow::stop;
        if (pattern.shape != DeadlyPattern::Shape::loop) return Flow::go_on;
        return visit(pattern, Guarding::linked, size);
    }

    Flow visit(const DeadlyPattern& pattern, Guarding kind, std::size_t size) {
        const Guardians guardians{state_, pattern};
        return guardians.visit(kind, largest_subset,
                               [&](Step&& step) { return hand_on(std::move(step), size); });
    }

    Flow hand_on(Step step, std::size_t size) {
        step.technique = query_.technique;
        step.size = size;
        return deliver(std::move(step));
    }
};

Ending find_uniqueness(const State& state, const Query& query, const StepSink& sink) {
    if (state.uniqueness() == Uniqueness::unknown) return Ending::exhausted;
    return Search{state, query, sink}.run();
}

}  // namespace

Strategy uniqueness_strategy() { return {"uniqueness", techniques_found, Finder{find_uniqueness}}; }

}  // namespace clew::logic::inline strategies
