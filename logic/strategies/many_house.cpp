// Many-house strategies (family 4): wings, chains of binary cells, and the general n-cell form.
//
//     find(state, {.technique = Technique::xy_chain, .max_size = 8}, sink);   // cells of a chain
//     find(state, {.technique = Technique::counted_set, .max_size = 4}, sink);
//
// Finds every XY-wing and counted set of at most max_size cells, every W-wing, and for every pair
// of cells that a chain of binary cells (or a remote pair) joins, its shortest chain.
//
// (6) of K. Gromley's generalisation [Gromley2014]: n cells that hold n values but lie in several
// houses. Two searches:
//
// Counted sets. Sets of cells connected by "see each other and share a digit", grown from their
// lowest cell so that each appears once [Wernicke2006]; the
// argument is counted_cells.hpp. A set that eliminates anything and has no smaller part that does
// is connected: two parts that share no digit link have slacks that add up, and one of them alone
// would do. Sets inside one house are naked sets, those of two crossing houses two_house.cpp's; the
// XY-wing is the set of three binary cells, wherever it lies.
//
// W-wings. Two equal binary cells {x, z} and a house whose every place for x is seen by one or the
// other: both cannot be x, so one is z.
//
// As printed, (6) is not sound: it counts the values of all its cells in the houses of one cell
// c_i, but asks only the cells beside the eliminated one to share no value. Two of C_o may share a
// value without seeing each other, and then the n values need not all appear. docs/strategies.md
// has a state where the printed rule removes a digit of a solution. Counting the places of each
// value (fit) repairs it, and finds XY-wings and n-cell chains whose values repeat, too.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/counted_cells.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/two_house.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{
    Technique::xy_wing,
    Technique::w_wing,
    Technique::counted_set,
};

class Search : private Finding {
  public:
    using Finding::Finding;

    // --- counted sets --------------------------------------------------------------------

    Ending counted(std::size_t n) {
        size_ = n;
        const bool wings = query_.technique == Technique::xy_wing;
        CellSet usable = layout_.none();
        for (Cell c : state_.open()) {
            const std::size_t digits = state_.candidates(c).size();
            if (digits >= 2 && (wings ? digits == 2 : digits <= n)) usable.set(c);
        }
        near_.assign(state_.cell_count(), layout_.none());
        for (Cell c : usable) {
            CellSet& near = near_[c.index()];
            for (Digit d : state_.candidates(c)) near |= state_.cells(d);
            near &= layout_.peers(c);
            near &= usable;
        }
        CellSet later = usable;
        for (Cell root : usable) {
            later.reset(root);
            chosen_ = {root};
            CellSet covered = near_[root.index()];
            covered.set(root);
            const Ending ending =
                grow(near_[root.index()] & later, covered, later, state_.candidates(root));
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    // --- W-wings -------------------------------------------------------------------------

    Ending w_wings() {
        const std::vector<Cell> cells = binary_cells();
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = i + 1; j < cells.size(); ++j) {
                const Cell a = cells[i];
                const Cell b = cells[j];
                if (state_.candidates(a) != state_.candidates(b)) continue;
                if (state_.geometry().sees(a, b)) continue;
                const CellSet both = layout_.peers(a) & layout_.peers(b);
                for (Digit z : state_.candidates(a)) {
                    const Digit x = (state_.candidates(a) - DigitSet{z}).first();
                    const CellSet victims = both & state_.cells(z);
                    if (victims.empty()) continue;
                    const Ending ending = w_wing_houses(a, b, x, z, victims);
                    if (ending != Ending::exhausted) return ending;
                }
            }
        return Ending::exhausted;
    }

  private:
    // Wernicke's enumeration: `extension` may still join, `covered` is the set and its neighbours,
    // `later` the cells above the root.
    Ending grow(CellSet extension, const CellSet& covered, const CellSet& later, DigitSet values) {
        if (chosen_.size() == size_) return report_counted();
        while (!extension.empty()) {
            const Cell next = extension.first();
            extension.reset(next);
            const DigitSet wider = values | state_.candidates(next);
            if (wider.size() > size_) continue;
            if (!spend()) return Ending::out_of_budget;
            const CellSet fresh = (near_[next.index()] & later) - covered;
            chosen_.push_back(next);
            const Ending ending =
                grow(extension | fresh, covered | near_[next.index()], later, wider);
            if (ending != Ending::exhausted) return ending;
            chosen_.pop_back();
        }
        return Ending::exhausted;
    }

    Ending report_counted() {
        const CellSet set = layout_.set_of(chosen_);
        for (const HousePosition& seat : layout_.seats(chosen_.front()))
            if (layout_.cells(seat.house).contains(set)) return Ending::exhausted;
        std::vector<Cell> cells{set.begin(), set.end()};
        const CountedCells counted{state_, cells};
        if (counted.slack() < 0) return Ending::exhausted;
        const bool wing = cells.size() == 3 && counted.all_binary() && counted.slack() > 0;
        if (wing != (query_.technique == Technique::xy_wing)) return Ending::exhausted;
        if (!wing && fits_two_houses(layout_, set)) return Ending::exhausted;
        std::optional<Step> step = counted.step(query_.technique);
        if (!step) return Ending::exhausted;
        return deliver(std::move(*step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    std::vector<Cell> binary_cells() const {
        std::vector<Cell> cells;
        for (Cell c : state_.open())
            if (state_.candidates(c).size() == 2) cells.push_back(c);
        return cells;
    }

    Ending w_wing_houses(Cell a, Cell b, Digit x, Digit z, const CellSet& victims) {
        for (House house : layout_.full_houses()) {
            const CellSet places = layout_.cells(house) & state_.cells(x);
            if (places.empty() || places.test(a) || places.test(b)) continue;
            const CellSet by_a = places & layout_.peers(a);
            const CellSet by_b = places - by_a;
            // If one end alone sees all places it cannot be x: a simpler matter.
            if (by_b.empty() || !layout_.peers(b).contains(by_b) ||
                layout_.peers(b).contains(places))
                continue;
            Step step = blank_step(query_.technique, 2);
            for (Cell v : victims) step.eliminations.push_back({v, z});
            step.groups = {cell_group(state_, Role::wing, a),
                           digit_group(Role::base, x, by_a, Constraint::of(house, x)),
                           digit_group(Role::base, x, by_b, Constraint::of(house, x)),
                           cell_group(state_, Role::wing, b)};
            step.cites = {{Constraint::of(a), Use::truth},
                          {Constraint::of(b), Use::truth},
                          {Constraint::of(house, x), Use::truth}};
            const std::size_t before = step.cites.size();
            cite_links(step, layout_, x, a, by_a);
            const std::size_t middle = step.cites.size();
            cite_links(step, layout_, x, b, by_b);
            step.links = {{0, 1, LinkKind::weak, step.cites[before].constraint},
                          {1, 2, LinkKind::strong, Constraint::of(house, x)},
                          {2, 3, LinkKind::weak, step.cites[middle].constraint}};
            const CellSet ends = layout_.set_of({a, b});
            cite_victims(step, layout_, z, step.eliminations, ends);
            if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
        }
        return Ending::exhausted;
    }

    std::size_t size_ = 0;
    std::vector<CellSet> near_;
    std::vector<Cell> chosen_;
};

Ending find_many_house(const State& state, const Query& query, const StepSink& sink) {
    Search search{state, query, sink};
    switch (query.technique) {
        case Technique::w_wing:
            return search.w_wings();
        case Technique::xy_wing:
            return search.counted(3);
        default:
            break;
    }
    const std::size_t largest =
        std::min(largest_size(query, state.size()), CountedCells::max_cells_counted);
    for (std::size_t n = 3; n <= largest; ++n) {
        const Ending ending = search.counted(n);
        if (ending != Ending::exhausted) return ending;
    }
    return Ending::exhausted;
}

}  // namespace

Strategy many_house_strategy() {
    return {"many houses", techniques_found, Finder{find_many_house}};
}

}  // namespace clew::logic::inline strategies
