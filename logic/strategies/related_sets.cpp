// Related sets (family 1): singles, naked and hidden sets, and row-by-column fish, by one search
// over the planes of the candidate array.
//
//     find(state, {.technique = Technique::hidden_triple}, sink);
//
// Finds every irreducible structure that changes the state; see matrix_cover.hpp.
//
// J. Pike's Related Sets [Pike2016], which is also (1), (2) and the row-by-column part of (5) of
// K. Gromley's generalisation [Gromley2014]:
//
//     plane                     rows             columns      k rows that meet only k columns
//     a house                   its open cells   digits       naked k-set
//     a house, transposed       digits           positions    hidden k-set
//     a digit                   rows             columns      k-fish (X-wing, swordfish, ...)
//     a digit, transposed       columns          rows         the same, column-wise
//
// The other entries of those columns go. For k = 1 in a house this is a single. Hidden sets need a
// house that must hold every digit; naked ones do not. The last open cell of such a house is a full
// house: the same single, found without looking beyond the house.
//
// People look for a digit's place in boxes before they look along lines, and so the hidden singles
// of boxes come first, unless the query says that lines do. A naked single names the placed digits
// that its cell sees, house by house, each time the house that rules out the most of what is left.
//
// As printed, Gromley's (5) asks that the digit be possible in every crossing of the N rows and
// columns; that misses most swordfish (three rows with two places each). The cover says what
// matters: no place outside the columns.

#include <array>
#include <optional>
#include <utility>

#include "core/base/bit_count.hpp"
#include "logic/strategies/barren.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/matrix_cover.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::full_house,  Technique::naked_single, Technique::hidden_single,
    Technique::naked_pair,  Technique::naked_triple, Technique::naked_quad,
    Technique::naked_set,   Technique::hidden_pair,  Technique::hidden_triple,
    Technique::hidden_quad, Technique::hidden_set,   Technique::x_wing,
    Technique::swordfish,   Technique::jellyfish,    Technique::large_fish,
};

/// What the placed digits in the houses of a cell rule out: a group a house.
void add_seen_digits(const State& state, Cell cell, Step& step) {
    const Layout& layout = state.layout();
    DigitSet left = DigitSet::all(state.size()) - state.candidates(cell);
    while (!left.empty()) {
        std::optional<House> best;
        DigitSet most;
        for (const HousePosition& seat : layout.seats(cell)) {
            DigitSet seen;
            for (Cell c : layout.cells(seat.house) - state.open()) seen |= state.candidates(c);
            seen &= left;
            const bool box = layout.geometry().info(seat.house).role == HouseRole::box;
            if (seen.size() < most.size() || seen.empty() || (seen.size() == most.size() && !box))
                continue;
            best = seat.house;
            most = seen;
        }
        if (!best) return;  // the others were crossed out before
        Group& group = step.groups.emplace_back(Group{Role::seen, {}, std::nullopt});
        group.candidates.reserve(most.size());
        for (Cell c : layout.cells(*best) - state.open())
            for (Digit d : state.candidates(c) & left) group.candidates.push_back({c, d});
        left -= most;
    }
}

Ending find_naked_singles(const State& state, const StepSink& sink) {
    for (Cell c : state.open()) {
        const DigitSet digits = state.candidates(c);
        if (digits.size() != 1) continue;
        Step step;
        step.technique = Technique::naked_single;
        step.placements = {{c, digits.first()}};
        step.cites = {{Constraint::of(c), Use::truth}};
        step.groups.reserve(1 + state.layout().seats(c).size());
        step.groups.push_back({Role::base, step.placements, Constraint::of(c)});
        add_seen_digits(state, c, step);
        if (sink(std::move(step)) == Flow::stop) return Ending::limit_reached;
    }
    return Ending::exhausted;
}

Step placed_in_house(Technique technique, House house, Candidate placed) {
    Step step = blank_step(technique, 1);
    step.placements = {placed};
    step.cites = {{Constraint::of(house, placed.digit), Use::truth}};
    step.groups = {{Role::base, step.placements, Constraint::of(house, placed.digit)}};
    return step;
}

Ending find_full_houses(const State& state, const StepSink& sink) {
    const Layout& layout = state.layout();
    for (House house : layout.full_houses()) {
        const CellSet open = layout.cells(house) & state.open();
        if (open.size() != 1) continue;
        const Cell c = open.first();
        for (Digit d : state.candidates(c))
            if (bit_count(state.positions(house, d)) == 1 &&
                sink(placed_in_house(Technique::full_house, house, {c, d})) == Flow::stop)
                return Ending::limit_reached;
    }
    return Ending::exhausted;
}

Ending find_hidden_singles(const State& state, const Query& query, const StepSink& sink) {
    const Layout& layout = state.layout();
    const auto search = [&](House house) {
        if (!layout.is_full(house)) return Ending::exhausted;
        const auto rows = state.positions(house);
        for (std::size_t d = 0; d < rows.size(); ++d) {
            if (bit_count(rows[d]) != 1) continue;
            const Cell c =
                layout.cell_at(house, static_cast<std::size_t>(std::countr_zero(rows[d])));
            if (state.placed(c)) continue;
            if (sink(placed_in_house(Technique::hidden_single, house, {c, Digit{d}})) == Flow::stop)
                return Ending::limit_reached;
        }
        return Ending::exhausted;
    };
    const bool boxes_first = query.houses == HouseOrder::boxes_first;
    for (const bool boxes : {boxes_first, !boxes_first})
        for (std::size_t h = 0; h < layout.house_count(); ++h) {
            if ((layout.geometry().info(House{h}).role == HouseRole::box) != boxes) continue;
            const Ending ending = search(House{h});
            if (ending != Ending::exhausted) return ending;
        }
    return Ending::exhausted;
}

// What a technique asks of the search.
enum class Plane { naked, hidden, fish };
struct Task {
    Plane plane = Plane::naked;
    std::size_t smallest = 2;
    std::size_t largest = 2;
};

Task task_of(const Query& query, std::size_t board_size) {
    const std::size_t own = default_size(query.technique, board_size);
    const std::size_t size = largest_size(query, board_size);
    switch (query.technique) {
        case Technique::naked_pair:
        case Technique::naked_triple:
        case Technique::naked_quad:
            return {Plane::naked, own, own};
        case Technique::hidden_pair:
        case Technique::hidden_triple:
        case Technique::hidden_quad:
            return {Plane::hidden, own, own};
        case Technique::x_wing:
        case Technique::swordfish:
        case Technique::jellyfish:
            return {Plane::fish, own, own};
        case Technique::naked_set:
            return {Plane::naked, 5, size};
        case Technique::hidden_set:
            return {Plane::hidden, 5, size};
        default:
            return {Plane::fish, 5, size};
    }
}

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending naked(std::size_t k) {
        return each<House>(layout_.house_count(), k, [&](House house) {
            const auto cells = layout_.geometry().cells_of(house);
            std::array<Mask, max_size> rows{};
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!state_.placed(cells[i])) rows[i] = state_.candidates(cells[i]).bits();
            const std::span<const Mask> matrix{rows.data(), cells.size()};
            return visit_closed_sets(matrix, k, nodes_, [&](Mask chosen, Mask digits) {
                return report_naked(house, matrix, chosen, DigitSet::from_bits(digits));
            });
        });
    }

    Ending hidden(std::size_t k) {
        return each<House>(layout_.house_count(), k, [&](House house) {
            if (!layout_.is_full(house)) return Ending::exhausted;
            return visit_closed_sets(
                state_.positions(house), k, nodes_, [&](Mask chosen, Mask places) {
                    return report_hidden(house, DigitSet::from_bits(chosen), places);
                });
        });
    }

    Ending fish(std::size_t k) {
        const auto rows = layout_.rows();
        const auto columns = layout_.columns();
        return each<Digit>(state_.size(), k, [&](Digit d) {
            for (const auto& side : {std::pair{rows, columns}, {columns, rows}}) {
                const auto bases = side.first, covers = side.second;
                std::array<Mask, max_size> lines{};
                for (std::size_t i = 0; i < bases.size(); ++i)
                    lines[i] = state_.positions(bases[i], d);
                const std::span<const Mask> matrix{lines.data(), bases.size()};
                const Ending ending =
                    visit_closed_sets(matrix, k, nodes_, [&](Mask chosen, Mask crossed) {
                        return report_fish(d, bases, covers, matrix, chosen, crossed);
                    });
                if (ending != Ending::exhausted) return ending;
            }
            return Ending::exhausted;
        });
    }

  private:
    // Houses or digits, but for those that are known to be barren. From five on, a technique has
    // several sizes, and what holds for one says nothing of the others.
    template <class Part, class Look>
    Ending each(std::size_t count, std::size_t k, Look&& look) {
        Barren barren{state_, query_};
        for (std::size_t i = 0; i < count; ++i) {
            const Part part{i};
            if (k < 5 && barren.holds(part)) continue;
            const std::uint64_t before = delivered_;
            const Ending ending = look(part);
            if (ending != Ending::exhausted) return ending;
            if (k < 5 && delivered_ == before) barren.note(part);
        }
        return Ending::exhausted;
    }

    Flow report_naked(House house, std::span<const Mask> matrix, Mask chosen, DigitSet digits) {
        Step step = blank_step(query_.technique, bit_count(chosen));
        for (std::size_t i = 0; i < matrix.size(); ++i) {
            const Cell c = layout_.cell_at(house, i);
            if ((chosen >> i & 1U) == 0) {
                for (Digit d : DigitSet::from_bits(matrix[i]) & digits)
                    step.eliminations.push_back({c, d});
                continue;
            }
            Group group{Role::base, {}, Constraint::of(c)};
            for (Digit d : DigitSet::from_bits(matrix[i])) group.candidates.push_back({c, d});
            step.groups.push_back(std::move(group));
            step.cites.push_back({Constraint::of(c), Use::truth});
        }
        if (step.eliminations.empty()) return Flow::go_on;
        for (Digit d : digits) step.cites.push_back({Constraint::of(house, d), Use::link});
        return deliver_as_it_is(std::move(step));
    }

    Flow report_hidden(House house, DigitSet digits, Mask places) {
        Step step = blank_step(query_.technique, digits.size());
        for (Cell c : layout_.cells_at(house, places)) {
            for (Digit d : state_.candidates(c) - digits) step.eliminations.push_back({c, d});
            step.cites.push_back({Constraint::of(c), Use::link});
        }
        if (step.eliminations.empty()) return Flow::go_on;
        for (Digit d : digits) {
            Group group{Role::base, {}, Constraint::of(house, d)};
            for (Cell c : layout_.cells_at(house, state_.positions(house, d)))
                group.candidates.push_back({c, d});
            step.groups.push_back(std::move(group));
            step.cites.push_back({Constraint::of(house, d), Use::truth});
        }
        return deliver_as_it_is(std::move(step));
    }

    Flow report_fish(Digit d, std::span<const House> bases, std::span<const House> covers,
                     std::span<const Mask> matrix, Mask chosen, Mask crossed) {
        Step step = blank_step(query_.technique, bit_count(chosen));
        for (std::size_t i = 0; i < matrix.size(); ++i) {
            const bool base = (chosen >> i & 1U) != 0;
            Group group{Role::base, {}, Constraint::of(bases[i], d)};
            for (Mask at = matrix[i] & crossed; at != 0; at &= at - 1) {
                const Cell c =
                    layout_.cell_at(bases[i], static_cast<std::size_t>(std::countr_zero(at)));
                (base ? group.candidates : step.eliminations).push_back({c, d});
            }
            if (!base) continue;
            step.groups.push_back(std::move(group));
            step.cites.push_back({Constraint::of(bases[i], d), Use::truth});
        }
        if (step.eliminations.empty()) return Flow::go_on;
        for (std::size_t j = 0; j < covers.size(); ++j) {
            if ((crossed >> j & 1U) == 0) continue;
            Group group{Role::cover, {}, Constraint::of(covers[j], d)};
            for (std::size_t i = 0; i < matrix.size(); ++i)
                if ((chosen >> i & 1U) != 0 && (matrix[i] >> j & 1U) != 0)
                    group.candidates.push_back({layout_.cell_at(bases[i], j), d});
            step.groups.push_back(std::move(group));
            step.cites.push_back({Constraint::of(covers[j], d), Use::link});
        }
        return deliver(std::move(step));
    }
};

Ending find_related_sets(const State& state, const Query& query, const StepSink& sink) {
    if (query.technique == Technique::naked_single) return find_naked_singles(state, sink);
    if (query.technique == Technique::full_house) return find_full_houses(state, sink);
    if (query.technique == Technique::hidden_single) return find_hidden_singles(state, query, sink);
    const Task task = task_of(query, state.size());
    Search search{state, query, sink};
    for (std::size_t k = task.smallest; k <= task.largest; ++k) {
        const Ending ending = task.plane == Plane::naked    ? search.naked(k)
                              : task.plane == Plane::hidden ? search.hidden(k)
                                                            : search.fish(k);
        if (ending != Ending::exhausted) return ending;
    }
    return Ending::exhausted;
}

}  // namespace

Strategy related_sets_strategy() {
    return {"related sets", techniques_found, Finder{find_related_sets}};
}

}  // namespace clew::logic::inline strategies
