// Multi-sector locked sets: cells of many houses in which every digit is used as often as it fits.
//
//     find(state, {.technique = Technique::multi_sector_locked_set, .max_size = 25}, sink);
//
// The same count as counted_cells.hpp with no slack, for sets too large to be grown cell by cell.
// The search is exact for the shapes that it takes.
//
// Cells as truths, digits in houses as links: n cells, all of whose candidates lie in n links. Each
// link holds at most one of the cells' digits, so each holds just one, and everything else in it
// goes. Two shapes are searched to the end.
//
// Multi-sector locked sets [Bird2012]. Take two kinds of houses, rows and columns, say, and part
// the digits in two: those of A are counted by rows, the others by columns. Some rows and some
// columns chosen, the links are the digits of A that are open in the chosen rows and the others
// that are open in the chosen columns; the cells are all those whose candidates these links hold:
// where a chosen row meets a chosen column every open cell, elsewhere in a chosen row those with
// digits of A alone, elsewhere in a chosen column those without. For one choice of A let
//
//     price(row)    = digits of A open in it - its cells with digits of A alone
//     price(column) = other digits open in it - its cells with other digits alone
//
// and call the remaining open cells mixed. Links less cells = sum of the prices - mixed cells of
// chosen rows in chosen columns. That is never below zero if there is a solution; where is it zero?
// Give each mixed cell to its row or to its column, none of which takes more than its price (that
// it can be done is Hall's theorem, the way is augmenting paths). A choice is tight if the mixed
// cells given to its houses lie in the crossings and fill their prices. So from each house follow
// the mixed cells it was given to the houses that they cross: the closure is the least tight choice
// with that house, if all its houses are full. Of these, the ones that contain no smaller are told.
//
// With rows or columns and boxes it is the same; a row and a box together are the Sue de Coq, and
// three houses the least that is told here. What is left out of a choice shows the same the other
// way round, with the parts of the digits exchanged, as hidden sets do of naked ones; so three
// houses at least are left out of those that open cells join to the chosen, and at most half of
// their open cells are in the set.
//
// SK loops [SteveK2007]. Two rows and two columns cross in four cells of four boxes; the other
// cells of these boxes in the rows and columns are sixteen, in eight pairs, of which each shares a
// line with the next and a box with the one after that, all around. A digit in some of the pairs
// fits as often as that many lines and boxes are needed to hold them: half of each run of
// neighbouring pairs, rounded up. If these numbers add up to the number of open cells, nothing may
// be lost: a candidate that would make a digit fit less often is false. Left out are loops of which
// some of the pairs alone are locked.

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>
#include <vector>

#include "core/base/bit_count.hpp"
#include "core/base/sorted.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::multi_sector_locked_set, Technique::sk_loop};

// ---- multi-sector locked sets -------------------------------------------------------------------

class Sectors : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        largest_ = largest_size(query_, state_.size());
        std::vector<House> rows{layout_.rows().begin(), layout_.rows().end()};
        std::vector<House> columns{layout_.columns().begin(), layout_.columns().end()};
        std::vector<House> boxes;
        for (std::size_t h = 0; h < layout_.house_count(); ++h)
            if (layout_.geometry().info(House{h}).role == HouseRole::box) boxes.emplace_back(h);
        for (const auto& [first, second] :
             {std::pair{&rows, &columns}, std::pair{&rows, &boxes}, std::pair{&columns, &boxes}}) {
            if (first->empty() || second->empty()) continue;
            prepare(*first, *second);
            std::vector<Digit> digits;
            for (Digit d : open_anywhere_) digits.push_back(d);
            DigitSet counted;
            for (std::uint32_t way = 1; way + 1 < std::uint32_t{1} << digits.size(); ++way) {
                if (!spend()) return Ending::out_of_budget;
                // What a counter turns over: two digits a way in the mean.
                for (std::uint32_t turned = way ^ (way - 1); turned != 0; turned &= turned - 1) {
                    const Digit d = digits[static_cast<std::size_t>(std::countr_zero(turned))];
                    if (counted.contains(d)) {
                        counted.erase(d);
                        count_by_second(d);
                    } else {
                        counted.insert(d);
                        count_by_first(d);
                    }
                }
                const Ending ending = part(counted);
                if (ending != Ending::exhausted) return ending;
            }
        }
        return Ending::exhausted;
    }

  private:
    using Houses = std::uint64_t;  // bit i: houses_[i]
    using Places = std::uint32_t;  // bit i: the i-th open cell of a house
    using Place = std::uint8_t;

    static constexpr Place no_house = 255;

    struct Open {
        Cell cell;
        DigitSet digits;
        Place first, second;                 // its houses, as places in houses_
        Place counted = 0;                   // so many of its digits are counted by the first kind
        Place owner = no_house;              // of its houses that which a mixed cell was given to
        Places in_first = 0, in_second = 0;  // the bit that it is there

        std::size_t other(std::size_t house) const { return house == first ? second : first; }
        Places in(std::size_t house) const { return house == first ? in_first : in_second; }
        bool mixed() const { return counted != 0 && counted != digits.size(); }
    };

    // A row, column or box.
    struct Line {
        int price = 0;
        int taken = 0;  // so many mixed cells were given to it
        Places mixed = 0;
        Places given = 0;                  // those of them that were given to it
        std::vector<std::uint16_t> cells;  // places in open_
        std::vector<Houses> crossed;       // by cell: the other house that it is in
    };

    void prepare(const std::vector<House>& first, const std::vector<House>& second) {
        houses_ = first;
        firsts_ = first.size();
        houses_.insert(houses_.end(), second.begin(), second.end());
        const std::size_t count = houses_.size();
        open_.clear();
        waiting_.clear();
        open_digits_.assign(count, {});
        open_anywhere_ = {};
        lines_.assign(count, {});
        with_.assign(state_.size(), {});
        std::vector<Place> in_first(state_.cell_count(), no_house);
        std::vector<Place> in_second = in_first;
        for (std::size_t i = 0; i < count; ++i)
            for (Cell c : layout_.cells(houses_[i]))
                (i < firsts_ ? in_first : in_second)[c.index()] = static_cast<Place>(i);
        for (Cell c : state_.open()) {
            Open open{c, state_.candidates(c), in_first[c.index()], in_second[c.index()]};
            if (open.first == no_house || open.second == no_house) continue;
            open_digits_[open.first] |= open.digits;
            open_digits_[open.second] |= open.digits;
            open_anywhere_ |= open.digits;
            open.in_first = Places{1} << lines_[open.first].cells.size();
            open.in_second = Places{1} << lines_[open.second].cells.size();
            const auto at = static_cast<std::uint16_t>(open_.size());
            for (const Place house : {open.first, open.second}) {
                lines_[house].cells.push_back(at);
                lines_[house].crossed.push_back(Houses{1} << open.other(house));
            }
            for (Digit d : open.digits) with_[d.index()].push_back(at);
            open_.push_back(open);
        }
        // Where the second kind counts all digits.
        for (std::size_t i = firsts_; i < count; ++i)
            lines_[i].price =
                static_cast<int>(open_digits_[i].size()) - static_cast<int>(lines_[i].cells.size());
        joined_.assign(count, 0);
        for (std::size_t i = 0; i < count; ++i) joined_[i] = Houses{1} << i;
        for (bool grown = true; grown;) {
            grown = false;
            for (const Open& open : open_) {
                const Houses both = joined_[open.first] | joined_[open.second];
                grown = grown || joined_[open.first] != both || joined_[open.second] != both;
                joined_[open.first] = joined_[open.second] = both;
            }
        }
    }

    // A digit that the second kind of houses counted is counted by the first from now on.
    void count_by_first(Digit d) {
        count_open(d, 1);
        for (const std::uint16_t i : with_[d.index()]) {
            Open& open = open_[i];
            if (open.counted == 0) {
                ++lines_[open.second].price;
                mix(i);
            }
            if (++open.counted == open.digits.size()) {
                unmix(i);
                --lines_[open.first].price;
            }
        }
    }
    void count_by_second(Digit d) {
        count_open(d, -1);
        for (const std::uint16_t i : with_[d.index()]) {
            Open& open = open_[i];
            if (open.counted == open.digits.size()) {
                ++lines_[open.first].price;
                mix(i);
            }
            if (--open.counted == 0) {
                unmix(i);
                --lines_[open.second].price;
            }
        }
    }
    void count_open(Digit d, int more) {
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (open_digits_[i].contains(d)) lines_[i].price += i < firsts_ ? more : -more;
    }
    void mix(std::size_t i) {
        Open& open = open_[i];
        lines_[open.first].mixed |= open.in_first;
        lines_[open.second].mixed |= open.in_second;
        waiting_.push_back(i);
    }
    void unmix(std::size_t i) {
        Open& open = open_[i];
        lines_[open.first].mixed &= ~open.in_first;
        lines_[open.second].mixed &= ~open.in_second;
        if (open.owner != no_house) take_back(i);
    }

    void take_back(std::size_t i) {
        Open& open = open_[i];
        Line& line = lines_[open.owner];
        line.given &= ~open.in(open.owner);
        --line.taken;
        open.owner = no_house;
    }
    void hand(std::size_t i, std::size_t house) {
        Line& line = lines_[house];
        line.given |= open_[i].in(house);
        ++line.taken;
        open_[i].owner = static_cast<Place>(house);
    }
    int room(std::size_t house) const { return lines_[house].price - lines_[house].taken; }

    // All least tight choices for these digits of the first kind of houses.
    Ending part(DigitSet digits) {
        // Below zero: a house whose cells have too few digits. No solution, and nothing to tell.
        if (std::ranges::any_of(lines_, [](const Line& line) { return line.price < 0; }))
            return go_on;
        if (!give_all()) return go_on;
        // No house without mixed cells is in a choice of three, nor one that leads to a house that
        // was given none. Of what leads to a house none is in a least choice without it.
        Houses left = 0;
        Houses ends = 0;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (lines_[i].mixed != 0) left |= Houses{1} << i;
            if (lines_[i].given == 0) ends |= Houses{1} << i;
        }
        left &= ~leading_to(ends);
        least_.clear();
        while (bit_count(left) >= 3) {
            const Houses one = left & (~left + 1);
            const Houses leading = leading_to(one);
            const Houses chosen = closure_of(static_cast<std::size_t>(std::countr_zero(one)));
            if (bit_count(chosen) >= 3 && (chosen & ~leading) == 0) least_.push_back(chosen);
            left &= ~leading;
        }
        for (const Houses chosen : least_) {
            const Ending ending = tell(digits, chosen);
            if (ending != go_on) return ending;
        }
        return go_on;
    }

    // Gives every mixed cell to one of its houses, most as they were for the digits before; false
    // if that cannot be done.
    bool give_all() {
        for (std::size_t house = 0; house < lines_.size(); ++house)
            while (room(house) < 0) {
                const std::size_t i = first_of(house, lines_[house].given);
                take_back(i);
                waiting_.push_back(i);
            }
        for (; !waiting_.empty(); waiting_.pop_back()) {
            const std::size_t i = waiting_.back();
            const Open& open = open_[i];
            if (!open.mixed() || open.owner != no_house) continue;
            // Where there is more room, so that few have to move later.
            const Place wide = room(open.first) >= room(open.second) ? open.first : open.second;
            if (room(wide) > 0) {
                hand(i, wide);
                continue;
            }
            visited_ = 0;
            if (!give(i, open.first) && !give(i, open.second)) return false;
        }
        return true;
    }

    std::size_t first_of(std::size_t house, Places places) const {
        return lines_[house].cells[static_cast<std::size_t>(std::countr_zero(places))];
    }

    // Gives a mixed cell to a house, moving others out of the way.
    bool give(std::size_t cell, std::size_t house) {
        if ((visited_ >> house & 1U) != 0) return false;
        visited_ |= Houses{1} << house;
        if (room(house) > 0) {
            hand(cell, house);
            return true;
        }
        for (Places left = lines_[house].given; left != 0; left &= left - 1) {
            const std::size_t other = first_of(house, left);
            const std::size_t there = open_[other].other(house);
            if ((visited_ >> there & 1U) != 0) continue;
            take_back(other);
            if (give(other, there)) {
                hand(cell, house);
                return true;
            }
            hand(other, house);
        }
        return false;
    }

    // The houses that some of the cells of a house cross.
    Houses crossing(std::size_t house, Places cells) const {
        Houses found = 0;
        for (; cells != 0; cells &= cells - 1)
            found |= lines_[house].crossed[static_cast<std::size_t>(std::countr_zero(cells))];
        return found;
    }

    // The houses whose closure has one of these, and these.
    Houses leading_to(Houses ends) const {
        Houses found = ends;
        for (Houses fresh = found; fresh != 0;) {
            const auto next = static_cast<std::size_t>(std::countr_zero(fresh));
            fresh &= fresh - 1;
            const Line& line = lines_[next];
            const Houses more = crossing(next, line.mixed & ~line.given) & ~found;
            found |= more;
            fresh |= more;
        }
        return found;
    }

    // The least tight choice with a house; 0 if there is none.
    Houses closure_of(std::size_t start) const {
        Houses closure = Houses{1} << start;
        for (Houses fresh = closure; fresh != 0;) {
            const auto house = static_cast<std::size_t>(std::countr_zero(fresh));
            fresh &= fresh - 1;
            if (room(house) > 0) return 0;
            const Houses more = crossing(house, lines_[house].given) & ~closure;
            closure |= more;
            fresh |= more;
        }
        return closure;
    }

    Ending tell(DigitSet digits, Houses chosen) {
        const Houses joined = joined_[static_cast<std::size_t>(std::countr_zero(chosen))];
        if (bit_count(joined & ~chosen) < 3) return go_on;
        const auto has = [&](std::size_t house) { return (chosen >> house & 1U) != 0; };
        CellSet cells = layout_.none();
        for (const Open& open : open_) {
            DigitSet held;
            if (has(open.first)) held |= digits;
            if (has(open.second)) held |= DigitSet::all(state_.size()) - digits;
            if (held.contains(open.digits)) cells.set(open.cell);
        }
        const auto open_there = static_cast<std::size_t>(std::ranges::count_if(
            open_, [&](const Open& open) { return (joined >> open.first & 1U) != 0; }));
        if (cells.size() > largest_ || 2 * cells.size() > open_there) return go_on;
        Step step = blank_step(query_.technique, cells.size());
        for (Cell c : cells) {
            step.cites.push_back({Constraint::of(c), Use::truth});
            step.groups.push_back(cell_group(state_, Role::base, c));
        }
        for (std::size_t i = 0; i < houses_.size(); ++i) {
            if (!has(i)) continue;
            const House house = houses_[i];
            for (Digit d : i < firsts_ ? open_digits_[i] & digits : open_digits_[i] - digits) {
                const CellSet places = layout_.cells(house) & state_.open() & state_.cells(d);
                step.cites.push_back({Constraint::of(house, d), Use::link});
                step.groups.push_back(
                    digit_group(Role::cover, d, places & cells, Constraint::of(house, d)));
                for (Cell c : places - cells) step.eliminations.push_back({c, d});
            }
        }
        if (step.eliminations.empty()) return go_on;
        // A digit that none of the chosen houses has open may be counted by either kind.
        sort_unique(step.eliminations);
        if (!told_.insert({{cells.begin(), cells.end()}, step.eliminations}).second) return go_on;
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : go_on;
    }

    static constexpr Ending go_on = Ending::exhausted;

    std::size_t largest_ = 0;
    std::vector<House> houses_;
    std::size_t firsts_ = 0;  // so many of them are of the first kind
    std::vector<Open> open_;
    std::vector<DigitSet> open_digits_;  // by house
    DigitSet open_anywhere_;
    std::vector<std::vector<std::uint16_t>> with_;  // by digit: places in open_
    std::vector<Line> lines_;                       // by house
    std::vector<Houses> joined_;                    // by house: those that open cells join to it
    std::vector<std::size_t> waiting_;              // mixed cells that have to be given to a house
    std::vector<Houses> least_;
    Houses visited_ = 0;
    std::set<std::pair<std::vector<Cell>, std::vector<Candidate>>> told_;
};

// ---- SK loops -----------------------------------------------------------------------------------

// Pair i lies in houses i and i + 1 of the ring: line, box, line, box, ...
using Pairs = std::uint8_t;
constexpr std::size_t ring = 8;

// How many houses of the ring hold these pairs, and one least choice of them.
struct Holding {
    std::array<std::uint8_t, 256> count{};
    std::array<Pairs, 256> houses{};
};

Holding count_holdings() {
    Holding table;
    for (unsigned pairs = 0; pairs < 256; ++pairs) {
        table.count[pairs] = 9;
        for (unsigned houses = 0; houses < 256; ++houses) {
            const auto next = ((houses >> 1U) | (houses << 7U)) & 255U;  // house i + 1 at i
            const auto count = static_cast<std::uint8_t>(bit_count(houses));
            if ((pairs & ~(houses | next)) != 0 || count >= table.count[pairs]) continue;
            table.count[pairs] = count;
            table.houses[pairs] = static_cast<Pairs>(houses);
        }
    }
    return table;
}

const Holding& holding() {
    static const Holding table = count_holdings();
    return table;
}

class Loops : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        largest_ = largest_size(query_, state_.size());
        const auto rows = layout_.rows();
        const auto columns = layout_.columns();
        for (std::size_t a = 0; a < rows.size(); ++a)
            for (std::size_t b = a + 1; b < rows.size(); ++b)
                for (std::size_t c = 0; c < columns.size(); ++c)
                    for (std::size_t d = c + 1; d < columns.size(); ++d) {
                        const Ending ending = loop(rows[a], columns[c], rows[b], columns[d]);
                        if (ending != Ending::exhausted) return ending;
                    }
        return Ending::exhausted;
    }

  private:
    // Around: row, box, column, box, row, box, column, box; pair 0 is what the row and the first
    // box share, pair 1 what that box and the column do.
    Ending loop(House row, House column, House other_row, House other_column) {
        const auto corner = [&](House r, House c) {
            return layout_.box_of((layout_.cells(r) & layout_.cells(c)).first());
        };
        const std::array boxes{corner(row, column), corner(other_row, column),
                               corner(other_row, other_column), corner(row, other_column)};
        for (std::size_t i = 0; i < 4; ++i)
            if (!boxes[i] || std::count(boxes.begin(), boxes.end(), boxes[i]) > 1)
                return Ending::exhausted;
        if (!spend()) return Ending::out_of_budget;
        houses_ = {row,       *boxes[0], column,       *boxes[1],
                   other_row, *boxes[2], other_column, *boxes[3]};
        cells_ = layout_.none();
        for (std::size_t i = 0; i < ring; ++i) {
            const std::size_t line = i + i % 2;  // the line of a pair, the lines beside its box
            const std::size_t before = (line + 6) % ring;
            const std::size_t after = (line + 2) % ring;
            // The crossing cell is of both lines that meet in the box.
            pairs_[i] = layout_.cells(houses_[i]) & layout_.cells(houses_[(i + 1) % ring]);
            pairs_[i] -= layout_.cells(houses_[before]);
            pairs_[i] -= layout_.cells(houses_[after]);
            pairs_[i] &= state_.open();
            if (pairs_[i].empty()) return Ending::exhausted;
            cells_ |= pairs_[i];
        }
        if (cells_.size() > largest_) return Ending::exhausted;
        holders_.assign(state_.size(), 0);
        for (std::size_t i = 0; i < ring; ++i)
            for (Cell c : pairs_[i])
                for (Digit d : state_.candidates(c))
                    holders_[d.index()] |= static_cast<Pairs>(1U << i);
        if (slack(255) != 0) return Ending::exhausted;
        for (unsigned part = 1; part < 255; ++part)
            if (slack(static_cast<Pairs>(part)) <= 0) return Ending::exhausted;
        return tell();
    }

    // How much more often than the cells of these pairs need their digits fit.
    int slack(Pairs part) const {
        int sum = 0;
        for (std::size_t i = 0; i < ring; ++i)
            if ((part >> i & 1U) != 0) sum -= static_cast<int>(pairs_[i].size());
        for (Pairs holders : holders_) sum += table.count[holders & part];
        return sum;
    }

    // The pairs that have places for a digit which a cell does not see.
    Pairs beside(Candidate c) const {
        const CellSet left = (cells_ & state_.cells(c.digit)) - layout_.peers(c.cell);
        Pairs pairs = 0;
        for (std::size_t i = 0; i < ring; ++i)
            if (left.intersects(pairs_[i])) pairs |= static_cast<Pairs>(1U << i);
        return pairs;
    }

    void cite(Step& step, Digit d, Pairs pairs) const {
        for (std::size_t i = 0; i < ring; ++i)
            if ((table.houses[pairs] >> i & 1U) != 0)
                step.cites.push_back({Constraint::of(houses_[i], d), Use::link});
    }

    Ending tell() const {
        Step step = blank_step(query_.technique, cells_.size());
        for (Cell c : cells_) {
            step.cites.push_back({Constraint::of(c), Use::truth});
            step.groups.push_back(cell_group(state_, Role::base, c));
        }
        for (std::size_t i = 0; i < state_.size(); ++i) {
            const Digit d{i};
            const CellSet places = cells_ & state_.cells(d);
            if (places.empty()) continue;
            const Pairs holders = holders_[i];
            cite(step, d, holders);
            for (std::size_t h = 0; h < ring; ++h)
                if ((table.houses[holders] >> h & 1U) != 0)
                    step.groups.push_back(
                        {digit_group(Role::cover, d, places & layout_.cells(houses_[h]),
                                     Constraint::of(houses_[h], d))});
            CellSet victims = layout_.none();
            for (Cell c : places) victims |= layout_.peers(c);
            for (Cell victim : (victims & state_.cells(d)) - cells_) {
                const Pairs left = beside({victim, d});
                if (table.count[left] >= table.count[holders]) continue;
                step.eliminations.push_back({victim, d});
                cite(step, d, left);
                cite_links(step, layout_, d, victim, layout_.peers(victim) & places);
            }
        }
        if (step.eliminations.empty()) return Ending::exhausted;
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    const Holding& table = holding();
    std::size_t largest_ = 0;
    std::array<House, ring> houses_;
    std::array<CellSet, ring> pairs_;
    CellSet cells_;
    std::vector<Pairs> holders_;  // by digit
};

Ending find_multi_sector(const State& state, const Query& query, const StepSink& sink) {
    if (query.technique == Technique::sk_loop) return Loops{state, query, sink}.run();
    return Sectors{state, query, sink}.run();
}

}  // namespace

Strategy multi_sector_strategy() {
    return {"multi-sector", techniques_found, Finder{find_multi_sector}};
}

}  // namespace clew::logic::inline strategies
