// (6) of K. Gromley's generalisation [Gromley2014]: n cells that hold n values but lie in several
// houses. Three searches:
//
// Counted sets. Sets of cells connected by "see each other and share a digit", grown from their
// lowest cell so that each appears once [Wernicke2006]; the
// argument is counted_cells.hpp. A set that eliminates anything and has no smaller part that does
// is connected: two parts that share no digit link have slacks that add up, and one of them alone
// would do. Sets inside one house are naked sets, those of two crossing houses two_house.cpp's; the
// XY-wing is the set of three binary cells, wherever it lies.
//
// XY-chains. In a cell {a, b}, not a means b; a peer with b then holds its other digit. From every
// binary cell and digit z, breadth first: any cell that z's absence here fills with z is the far
// end of a shortest chain, and what sees both ends loses z. Cells that all hold one pair are a
// remote pair, and lose both digits.
//
// W-wings. Two equal binary cells {x, z} and a house whose every place for x is seen by one or the
// other: both cannot be x, so one is z.
//
// As printed, (6) is not sound: it counts the values of all its cells in the houses of one cell
// c_i, but asks only the cells beside the eliminated one to share no value. Two of C_o may share a
// value without seeing each other, and then the n values need not all appear. docs/strategies.md
// has a state where the printed rule removes a digit of a solution. Counting the places of each
// value (fit) repairs it, and finds XY-wings and n-cell chains whose values repeat, too.

#include "logic/strategies/many_house.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/counted_cells.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/two_house.hpp"

namespace clew::logic {
namespace {

constexpr std::array techniques_found{
    Technique::xy_wing,  Technique::w_wing,      Technique::remote_pair,
    Technique::xy_chain, Technique::counted_set,
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

    // --- chains --------------------------------------------------------------------------

    Ending xy_chains() {
        const std::vector<Cell> cells = binary_cells();
        for (Cell start : cells)
            for (Digit z : state_.candidates(start)) {
                const Ending ending = chains_from(start, z);
                if (ending != Ending::exhausted) return ending;
            }
        return Ending::exhausted;
    }

    Ending remote_pairs() {
        for (Cell start : binary_cells()) {
            const PairWalk walk = walk_pair(start);
            for (Cell end : walk.cells) {
                if (end <= start) continue;
                const std::size_t links = walk.odd[end.index()];
                if (links == 0 || links < 3 || links + 1 > chain_limit()) continue;
                Step step = blank_step(query_.technique, links + 1);
                const CellSet both = layout_.peers(start) & layout_.peers(end);
                for (Digit d : state_.candidates(start))
                    for (Cell v : both& state_.cells(d)) step.eliminations.push_back({v, d});
                if (step.eliminations.empty()) continue;
                const std::vector<Cell> chain = trace_pair(walk, start, end);
                const auto digits = state_.candidates(start);
                const Digit low = digits.first();
                const Digit high = (digits - DigitSet{low}).first();
                for (std::size_t i = 0; i < chain.size(); ++i) {
                    step.groups.push_back(cell_group(state_, Role::chain, chain[i]));
                    step.cites.push_back({Constraint::of(chain[i]), Use::truth});
                    if (i == 0) continue;
                    const House house = *layout_.common_house(chain[i - 1], chain[i]);
                    step.links.push_back({i - 1, i, LinkKind::weak, Constraint::of(house, low)});
                    step.cites.push_back({Constraint::of(house, low), Use::link});
                    step.cites.push_back({Constraint::of(house, high), Use::link});
                }
                CellSet ends = layout_.none();
                ends.set(start);
                ends.set(end);
                cite_victims(step, layout_, low, step.eliminations, ends);
                cite_victims(step, layout_, high, step.eliminations, ends);
                if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
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
            if (nodes_ == 0) return Ending::out_of_budget;
            --nodes_;
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
        CellSet set = layout_.none();
        for (Cell c : chosen_) set.set(c);
        for (const Seat& seat : layout_.seats(chosen_.front()))
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

    std::size_t chain_limit() const {
        return query_.max_size != 0 ? query_.max_size
                                    : default_size(query_.technique, state_.size());
    }

    Ending w_wing_houses(Cell a, Cell b, Digit x, Digit z, const CellSet& victims) {
        for (std::size_t h = 0; h < layout_.house_count(); ++h) {
            const House house{h};
            if (!layout_.is_full(house)) continue;
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
            CellSet ends = layout_.none();
            ends.set(a);
            ends.set(b);
            cite_victims(step, layout_, z, step.eliminations, ends);
            if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
        }
        return Ending::exhausted;
    }

    // Breadth first over "this cell holds this digit", given that `start` does not hold z.
    Ending chains_from(Cell start, Digit z) {
        const std::size_t size = state_.size();
        struct Node {
            Cell cell;
            Digit digit;
            std::size_t parent;
            std::size_t length;  // cells so far
        };
        std::vector<Node> queue{{start, (state_.candidates(start) - DigitSet{z}).first(), 0, 1}};
        std::vector<bool> seen(state_.cell_count() * size, false);
        seen[start.index() * size + queue[0].digit.index()] = true;
        for (std::size_t at = 0; at < queue.size(); ++at) {
            const Node node = queue[at];
            if (node.length >= chain_limit()) break;
            for (Cell next : layout_.peers(node.cell) & state_.cells(node.digit)) {
                if (state_.candidates(next).size() != 2 || state_.placed(next)) continue;
                const Digit other = (state_.candidates(next) - DigitSet{node.digit}).first();
                const std::size_t key = next.index() * size + other.index();
                if (seen[key]) continue;
                seen[key] = true;
                queue.push_back({next, other, at, node.length + 1});
                if (other != z || next <= start || node.length + 1 < 4) continue;
                const CellSet victims =
                    layout_.peers(start) & layout_.peers(next) & state_.cells(z);
                if (victims.empty() || is_remote_pair(start, next)) continue;
                std::vector<Cell> cells;
                std::vector<Digit> digits;  // what each cell then holds
                for (std::size_t i = queue.size() - 1;; i = queue[i].parent) {
                    cells.push_back(queue[i].cell);
                    digits.push_back(queue[i].digit);
                    if (i == 0) break;
                }
                std::ranges::reverse(cells);
                std::ranges::reverse(digits);
                if (report_chain(z, cells, digits, victims) == Flow::stop)
                    return Ending::limit_reached;
            }
        }
        return Ending::exhausted;
    }

    Flow report_chain(Digit z, const std::vector<Cell>& cells, const std::vector<Digit>& digits,
                      const CellSet& victims) {
        Step step = blank_step(query_.technique, cells.size());
        for (Cell v : victims) step.eliminations.push_back({v, z});
        Digit in = z;  // what the cell does not hold
        for (std::size_t i = 0; i < cells.size(); ++i) {
            step.groups.push_back({Role::chain, {{cells[i], in}}, Constraint::of(cells[i])});
            step.groups.push_back({Role::chain, {{cells[i], digits[i]}}, Constraint::of(cells[i])});
            step.links.push_back({2 * i, 2 * i + 1, LinkKind::strong, Constraint::of(cells[i])});
            step.cites.push_back({Constraint::of(cells[i]), Use::truth});
            if (i + 1 == cells.size()) break;
            const Constraint by =
                Constraint::of(*layout_.common_house(cells[i], cells[i + 1]), digits[i]);
            step.links.push_back({2 * i + 1, 2 * i + 2, LinkKind::weak, by});
            step.cites.push_back({by, Use::link});
            in = digits[i];
        }
        CellSet ends = layout_.none();
        ends.set(cells.front());
        ends.set(cells.back());
        cite_victims(step, layout_, z, step.eliminations, ends);
        return deliver(std::move(step));
    }

    // Distances over cells that hold the same two digits, by parity of the number of links.
    struct PairWalk {
        std::vector<Cell> cells;        // met, in order of distance
        std::vector<std::size_t> odd;   // by cell: links of the shortest odd walk, 0 for none
        std::vector<std::size_t> even;  // likewise; the start has 0
        std::vector<std::size_t> parent_odd, parent_even;
    };

    PairWalk walk_pair(Cell start) const {
        PairWalk walk;
        const std::size_t n = state_.cell_count();
        walk.odd.assign(n, 0);
        walk.even.assign(n, 0);
        walk.parent_odd.assign(n, n);
        walk.parent_even.assign(n, n);
        CellSet same = layout_.none();
        for (Cell c : state_.open())
            if (state_.candidates(c) == state_.candidates(start)) same.set(c);
        std::vector<std::pair<Cell, std::size_t>> queue{{start, 0}};
        walk.parent_even[start.index()] = start.index();
        for (std::size_t at = 0; at < queue.size(); ++at) {
            const auto [cell, links] = queue[at];
            const bool odd = links % 2 == 0;  // of the next step
            for (Cell next : layout_.peers(cell) & same) {
                auto& parent = odd ? walk.parent_odd : walk.parent_even;
                if (parent[next.index()] != n) continue;
                parent[next.index()] = cell.index();
                (odd ? walk.odd : walk.even)[next.index()] = links + 1;
                if (odd) walk.cells.push_back(next);
                queue.emplace_back(next, links + 1);
            }
        }
        std::ranges::sort(walk.cells);
        return walk;
    }

    static std::vector<Cell> trace_pair(const PairWalk& walk, Cell start, Cell end) {
        std::vector<Cell> chain{end};
        bool odd = true;
        while (chain.back() != start || odd) {
            const std::size_t at = chain.back().index();
            chain.emplace_back(odd ? walk.parent_odd[at] : walk.parent_even[at]);
            odd = !odd;
        }
        std::ranges::reverse(chain);
        return chain;
    }

    bool is_remote_pair(Cell a, Cell b) const {
        if (state_.candidates(a) != state_.candidates(b)) return false;
        return walk_pair(a).odd[b.index()] != 0;
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
        case Technique::remote_pair:
            return search.remote_pairs();
        case Technique::xy_chain:
            return search.xy_chains();
        case Technique::xy_wing:
            return search.counted(3);
        default:
            break;
    }
    const std::size_t largest =
        std::min(query.max_size != 0 ? query.max_size : default_size(query.technique, state.size()),
                 CountedCells::max_cells_counted);
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

}  // namespace clew::logic
