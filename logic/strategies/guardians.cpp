// One argument a kind. "At least one guardian holds" is all that uniqueness gives; the rest is
// houses and cells, which the steps cite.
//
// * one_cell. The cell holds a guardian, so nothing of the pattern.
// * common. What is ruled out whichever guardian holds.
// * subset. Guardians G in cells of one house, and k other cells of it whose candidates make k + 1
//   digits together with G's: one of the guardians holds, so the k cells and that guardian are
//   k + 1 different digits, all of them. Where else would they be? What sees every place of one of
//   these digits, among the k cells and the guardians, goes. Left out are sets of which a part says
//   as much: fewer cells with G, or some of the cells without G. A hidden set of the other cells of
//   the house is the same step told from the other side.
// * locked. Guardians in two cells of a house where a digit a of the pattern has no other place.
// One
//   of the two is a; were the other another digit of the pattern, no guardian would hold.
// * linked. The same with more links: suppose a digit of the pattern in any of its cells, and
// follow
//   it within the pattern: a digit whose places in a house are all cells of the pattern, and of
//   these one is left; a cell of the pattern without guardians, where one digit is left. If all
//   cells that have guardians come to hold digits of the pattern, no guardian holds.

#include "logic/strategies/guardians.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/matrix_cover.hpp"

namespace clew::logic::inline strategies {
namespace {

bool sees(const Layout& layout, Cell a, Cell b) { return layout.peers(a).test(b); }

}  // namespace

Guardians::Guardians(const State& state, const DeadlyPattern& pattern)
    : state_(state), layout_(state.layout()), pattern_(pattern), cells_(layout_.none()) {
    for (std::size_t i = 0; i < pattern.cells.size(); ++i)
        for (Digit d : state.candidates(pattern.cells[i]) - pattern.digits[i]) {
            candidates_.push_back({pattern.cells[i], d});
            cells_.set(pattern.cells[i]);
            digits_.insert(d);
        }
    std::ranges::sort(candidates_);
}

Flow Guardians::visit(Guarding kind, std::size_t largest,
                      const std::function<Flow(Step&&)>& sink) const {
    if (candidates_.empty()) return Flow::go_on;
    switch (kind) {
        case Guarding::one_cell:
            return one_cell(sink);
        case Guarding::common:
            return common(sink);
        case Guarding::subset:
            return subsets(largest, sink);
        case Guarding::locked:
            return locked(sink);
        case Guarding::linked:
            return linked(sink);
    }
    return Flow::go_on;
}

DigitSet Guardians::of_pattern(Cell cell) const {
    const auto at = std::ranges::find(pattern_.cells, cell);
    return at == pattern_.cells.end()
               ? DigitSet{}
               : pattern_.digits[static_cast<std::size_t>(at - pattern_.cells.begin())];
}

Step Guardians::begin() const {
    Step step;
    show(step);
    return step;
}

void Guardians::show(Step& step) const {
    Group pattern{Role::deadly, {}, std::nullopt};
    for (std::size_t i = 0; i < pattern_.cells.size(); ++i)
        for (Digit d : pattern_.digits[i]) {
            const Candidate c{pattern_.cells[i], d};
            step.deadly.push_back(c);
            if (state_.has(c)) pattern.candidates.push_back(c);
        }
    step.groups.push_back(std::move(pattern));
    step.groups.push_back({Role::guardian, candidates_, std::nullopt});
}

bool Guardians::excludes(Candidate a, Candidate b) const {
    return a.cell == b.cell ? a.digit != b.digit
                            : a.digit == b.digit && sees(layout_, a.cell, b.cell);
}

void Guardians::cite_exclusion(Step& step, Candidate a, Candidate b) const {
    if (a.cell == b.cell)
        step.cites.push_back({Constraint::of(a.cell), Use::link});
    else
        step.cites.push_back(
            {Constraint::of(*layout_.common_house(a.cell, b.cell), a.digit), Use::link});
}

Flow Guardians::one_cell(const std::function<Flow(Step&&)>& sink) const {
    if (cells_.size() != 1) return Flow::go_on;
    const Cell cell = cells_.first();
    Step step = begin();
    for (Digit d : state_.candidates(cell) & of_pattern(cell))
        step.eliminations.push_back({cell, d});
    if (step.eliminations.empty()) return Flow::go_on;
    step.cites = {{Constraint::of(cell), Use::link}};
    return sink(std::move(step));
}

Flow Guardians::common(const std::function<Flow(Step&&)>& sink) const {
    if (cells_.size() < 2) return Flow::go_on;
    Step step = begin();
    const auto consider = [&](Candidate victim) {
        for (Candidate g : candidates_)
            if (!excludes(victim, g)) return;
        step.eliminations.push_back(victim);
    };
    // Whatever a guardian rules out is in its cell, or has its digit.
    const Candidate first = candidates_.front();
    for (Digit d : state_.candidates(first.cell)) consider({first.cell, d});
    for (Cell c : layout_.peers(first.cell) & state_.cells(first.digit)) consider({c, first.digit});
    if (step.eliminations.empty()) return Flow::go_on;
    for (Candidate victim : step.eliminations) {
        CellSet seen = layout_.none();
        for (Candidate g : candidates_)
            if (g.cell == victim.cell)
                cite_exclusion(step, victim, g);
            else
                seen.set(g.cell);
        cite_links(step, layout_, victim.digit, victim.cell, seen);
    }
    return sink(std::move(step));
}

Flow Guardians::subsets(std::size_t largest, const std::function<Flow(Step&&)>& sink) const {
    if (cells_.size() < 2 || digits_.size() < 2) return Flow::go_on;
    for (std::size_t h = 0; h < layout_.house_count(); ++h) {
        if (!layout_.cells(House{h}).contains(cells_)) continue;
        const CellSet others = (layout_.cells(House{h}) & state_.open()) - cells_;
        std::vector<Cell> chosen;
        if (grow_subset(House{h}, others, largest, chosen, digits_, sink) == Flow::stop)
            return Flow::stop;
    }
    return Flow::go_on;
}

Flow Guardians::grow_subset(House house, CellSet later, std::size_t largest,
                            std::vector<Cell>& chosen, DigitSet digits,
                            const std::function<Flow(Step&&)>& sink) const {
    if (!chosen.empty() && digits.size() == chosen.size() + 1 && says_all(chosen) &&
        report_subset(house, chosen, digits, sink) == Flow::stop)
        return Flow::stop;
    if (chosen.size() == largest) return Flow::go_on;
    for (Cell next : CellSet{later}) {
        later.reset(next);
        const DigitSet wider = digits | state_.candidates(next);
        if (wider.size() > largest + 1) continue;
        chosen.push_back(next);
        const Flow flow = grow_subset(house, later, largest, chosen, wider, sink);
        chosen.pop_back();
        if (flow == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
}

// The guardians count as one more cell.
bool Guardians::says_all(const std::vector<Cell>& chosen) const {
    std::vector<Mask> rows{digits_.bits()};
    for (Cell c : chosen) rows.push_back(state_.candidates(c).bits());
    return is_irreducible(rows, (Mask{1} << rows.size()) - 1);
}

Flow Guardians::report_subset(House house, const std::vector<Cell>& chosen, DigitSet digits,
                              const std::function<Flow(Step&&)>& sink) const {
    const CellSet set = layout_.set_of(chosen);
    for (std::size_t other = 0; other < house.index(); ++other)
        if (layout_.cells(House{other}).contains(set | cells_)) return Flow::go_on;
    Step step = begin();
    for (Cell c : chosen) {
        step.groups.push_back(cell_group(state_, Role::locked, c));
        step.cites.push_back({Constraint::of(c), Use::truth});
    }
    for (Digit d : digits) {
        step.cites.push_back({Constraint::of(house, d), Use::link});
        CellSet places = set & state_.cells(d);
        for (Candidate g : candidates_)
            if (g.digit == d) places.set(g.cell);
        for (Cell victim : layout_.common_peers(places) & state_.cells(d)) {
            if (std::ranges::count(candidates_, Candidate{victim, d}) > 0) continue;
            step.eliminations.push_back({victim, d});
            cite_links(step, layout_, d, victim, places);
        }
    }
    return step.eliminations.empty() ? Flow::go_on : sink(std::move(step));
}

Flow Guardians::locked(const std::function<Flow(Step&&)>& sink) const {
    if (cells_.size() != 2) return Flow::go_on;
    const std::vector<Cell> two{cells_.begin(), cells_.end()};
    for (Digit a : of_pattern(two[0]) & of_pattern(two[1])) {
        for (const HousePosition& seat : layout_.seats(two[0])) {
            if (!layout_.is_full(seat.house)) continue;
            if (!((layout_.cells(seat.house) & state_.cells(a)) == cells_)) continue;
            Step step = begin();
            step.groups.push_back(
                digit_group(Role::base, a, cells_, Constraint::of(seat.house, a)));
            step.cites.push_back({Constraint::of(seat.house, a), Use::truth});
            for (Cell c : two) {
                step.cites.push_back({Constraint::of(c), Use::link});
                for (Digit d : (state_.candidates(c) & of_pattern(c)) - DigitSet{a})
                    step.eliminations.push_back({c, d});
            }
            if (step.eliminations.empty()) break;
            if (sink(std::move(step)) == Flow::stop) return Flow::stop;
            break;  // another house that has both says the same
        }
    }
    return Flow::go_on;
}

Flow Guardians::linked(const std::function<Flow(Step&&)>& sink) const {
    const CellSet pattern = layout_.set_of(pattern_.cells);
    std::vector<Constraint> truths;
    for (Cell c : pattern& state_.open())
        if (!cells_.test(c)) truths.push_back(Constraint::of(c));
    DigitSet digits;
    for (DigitSet d : pattern_.digits) digits = digits | d;
    for (std::size_t h = 0; h < layout_.house_count(); ++h)
        for (Digit d : digits) {
            const CellSet places = layout_.cells(House{h}) & state_.cells(d);
            if (layout_.is_full(House{h}) && places.size() > 1 && pattern.contains(places))
                truths.push_back(Constraint::of(House{h}, d));
        }
    std::vector<Candidate> ruled_out;  // by `locked`
    locked([&](Step&& step) {
        ruled_out.insert(ruled_out.end(), step.eliminations.begin(), step.eliminations.end());
        return Flow::go_on;
    });

    struct Line {
        Candidate holds;
        std::optional<Constraint> by;
    };
    for (Cell cell : pattern& state_.open())
        for (Digit d : state_.candidates(cell) & of_pattern(cell)) {
            if (std::ranges::count(ruled_out, Candidate{cell, d}) > 0) continue;
            std::vector<Line> lines{{{cell, d}, std::nullopt}};
            const auto excluder = [&](Candidate c, std::size_t before) {
                std::size_t i = 0;
                while (i < before && !excludes(lines[i].holds, c)) ++i;
                return i;
            };
            const auto filled = [&] {
                return std::ranges::all_of(cells_, [&](Cell c) {
                    return std::ranges::any_of(lines,
                                               [&](const Line& l) { return l.holds.cell == c; });
                });
            };
            bool runs_out = false;  // by houses and cells alone: no need of uniqueness
            for (bool moved = true; moved && !runs_out;) {
                moved = false;
                for (const Constraint& truth : truths) {
                    std::optional<Candidate> last;
                    std::size_t left = 0;
                    bool met = false;
                    for (Candidate c : candidates_of(state_, truth)) {
                        met = met || std::ranges::any_of(
                                         lines, [&](const Line& l) { return l.holds == c; });
                        if (excluder(c, lines.size()) < lines.size()) continue;
                        ++left;
                        last = c;
                    }
                    if (met) continue;
                    runs_out = runs_out || left == 0;
                    if (left != 1) continue;
                    lines.push_back({*last, truth});
                    moved = true;
                    break;
                }
            }
            if (runs_out || !filled()) continue;
            // What the cells with guardians need, from the last line back.
            std::vector<bool> needed(lines.size(), false);
            Step step = begin();
            for (std::size_t i = 0; i < lines.size(); ++i)
                if (cells_.test(lines[i].holds.cell)) {
                    needed[i] = true;
                    step.cites.push_back({Constraint::of(lines[i].holds.cell), Use::link});
                }
            for (std::size_t i = lines.size(); i-- > 1;) {
                if (!needed[i]) continue;
                step.cites.push_back({*lines[i].by, Use::truth});
                step.groups.push_back(
                    {Role::base, candidates_of(state_, *lines[i].by), *lines[i].by});
                for (Candidate c : candidates_of(state_, *lines[i].by)) {
                    if (c == lines[i].holds) continue;
                    const std::size_t by = excluder(c, i);
                    needed[by] = true;
                    cite_exclusion(step, lines[by].holds, c);
                }
            }
            step.eliminations = {{cell, d}};
            if (sink(std::move(step)) == Flow::stop) return Flow::stop;
        }
    return Flow::go_on;
}

}  // namespace clew::logic::inline strategies
