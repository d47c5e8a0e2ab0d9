// Why each of them is deadly. With two digits to a cell, and each digit twice or never in a house,
// what a filling leaves over is another filling with the same digits in each house: rectangles,
// loops (their two digits are in two cells of a house, or none) and graves. In an extended
// rectangle the two lines change places: a house that has both cells of a column, or neither, keeps
// its digits, and so does one that has all cells of one line, which hold all n digits, as do those
// of the other.
//
// Where rectangles and extended ones lie is a matter of the geometry, and found once for each.

#include "logic/strategies/deadly_patterns.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace clew::logic::inline strategies {
namespace {

using Corners = std::array<Cell, 4>;  // in a circle

/// Places of extended rectangles: the cells of one line, then those of the other, column by column.
using Lines = std::vector<Cell>;

std::size_t count_in(const Layout& layout, House house, std::span<const Cell> cells) {
    return static_cast<std::size_t>(
        std::ranges::count_if(cells, [&](Cell c) { return layout.cells(house).test(c); }));
}

/// Two neighbours of the circle in each house that has any.
bool is_rectangle(const Layout& layout, const Corners& c) {
    for (std::size_t i = 0; i < 4; ++i)
        for (const HousePosition& seat : layout.seats(c[i])) {
            if (count_in(layout, seat.house, c) != 2) return false;
            if (layout.cells(seat.house).test(c[(i + 2) % 4])) return false;
        }
    return true;
}

std::vector<Corners> find_rectangles(const Layout& layout) {
    std::vector<Corners> found;
    const std::size_t n = layout.size();
    for (std::size_t r = 0; r < layout.rows().size(); ++r)
        for (std::size_t s = r + 1; s < layout.rows().size(); ++s)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = i + 1; j < n; ++j) {
                    const House top = layout.rows()[r];
                    const House bottom = layout.rows()[s];
                    const Corners c{layout.cell_at(top, i), layout.cell_at(top, j),
                                    layout.cell_at(bottom, j), layout.cell_at(bottom, i)};
                    if (is_rectangle(layout, c)) found.push_back(c);
                }
    return found;
}

/// Whether the two lines, the first half of the cells and the second, can change places.
bool can_swap(const Layout& layout, const Lines& cells) {
    const std::size_t n = cells.size() / 2;
    for (Cell c : cells)
        for (const HousePosition& seat : layout.seats(c)) {
            const CellSet& house = layout.cells(seat.house);
            std::size_t first = 0;
            std::size_t second = 0;
            bool alike = true;
            for (std::size_t i = 0; i < n; ++i) {
                const bool in_first = house.test(cells[i]);
                const bool in_second = house.test(cells[n + i]);
                first += in_first ? 1 : 0;
                second += in_second ? 1 : 0;
                alike = alike && in_first == in_second;
            }
            const bool whole = (first == n && second == 0) || (second == n && first == 0);
            if (!alike && !whole) return false;
        }
    return true;
}

/// Whether cells can be filled with these digits at all, each house holding none twice.
bool can_fill(const Layout& layout, std::span<const Cell> cells, std::span<const DigitSet> digits,
              std::vector<Digit>& chosen) {
    const std::size_t at = chosen.size();
    if (at == cells.size()) return true;
    for (Digit d : digits[at]) {
        bool free = true;
        for (std::size_t i = 0; i < at && free; ++i)
            free = chosen[i] != d || !layout.peers(cells[at]).test(cells[i]);
        if (!free) continue;
        chosen.push_back(d);
        if (can_fill(layout, cells, digits, chosen)) return true;
        chosen.pop_back();
    }
    return false;
}

bool can_fill(const Layout& layout, std::span<const Cell> cells, std::span<const DigitSet> digits) {
    std::vector<Digit> chosen;
    return can_fill(layout, cells, digits, chosen);
}

void extend_lines(const Layout& layout, House one, House other, std::size_t next, std::size_t n,
                  Lines& first, Lines& second, std::vector<Lines>& found) {
    Lines both = first;
    both.insert(both.end(), second.begin(), second.end());
    if (!first.empty() && !can_swap(layout, both)) return;
    if (first.size() == n) {
        const std::vector<DigitSet> any(2 * n, DigitSet::all(n));
        if (can_fill(layout, both, any)) found.push_back(std::move(both));
        return;
    }
    for (std::size_t i = next; i < layout.size(); ++i) {
        first.push_back(layout.cell_at(one, i));
        second.push_back(layout.cell_at(other, i));
        extend_lines(layout, one, other, i + 1, n, first, second, found);
        first.pop_back();
        second.pop_back();
    }
}

std::vector<Lines> find_lines(const Layout& layout, std::size_t n) {
    std::vector<Lines> found;
    for (const auto& lines : {layout.rows(), layout.columns()})
        for (std::size_t r = 0; r < lines.size(); ++r)
            for (std::size_t s = r + 1; s < lines.size(); ++s) {
                Lines first;
                Lines second;
                extend_lines(layout, lines[r], lines[s], 0, n, first, second, found);
            }
    return found;
}

/// What is found once a geometry: kept for the one asked about last on this thread.
struct Places {
    GeometryPtr geometry;
    std::vector<Corners> rectangles;
    std::vector<std::optional<std::vector<Lines>>> lines;  // by n
};

Places& places_of(const State& state) {
    thread_local Places places;
    if (places.geometry != state.geometry_ptr())
        places = {state.geometry_ptr(), find_rectangles(state.layout()), {}};
    return places;
}

std::span<const Lines> lines_of(const State& state, std::size_t n) {
    Places& places = places_of(state);
    if (places.lines.size() <= n) places.lines.resize(n + 1);
    if (!places.lines[n]) places.lines[n] = find_lines(state.layout(), n);
    return *places.lines[n];
}

/// Whether so many cells with more than the pattern's digits may be worth a look: at most two of
/// them, or any number with one and the same digit more.
bool few(std::size_t cells_with_more, DigitSet more) {
    return cells_with_more <= 2 || more.size() <= 1;
}

}  // namespace

Ending visit_rectangles(const State& state, const PatternSink& sink) {
    const std::vector<Corners>& rectangles = places_of(state).rectangles;
    DeadlyPattern pattern{DeadlyPattern::Shape::rectangle, std::vector<Cell>(4),
                          std::vector<DigitSet>(4)};
    for (const Corners& c : rectangles) {
        std::array<DigitSet, 4> has;
        DigitSet allowed = DigitSet::all(state.size());
        bool any_open = false;
        bool any_narrow = false;
        for (std::size_t i = 0; i < 4; ++i) {
            has[i] = state.candidates(c[i]);
            allowed = allowed & state.allowed(c[i]);
            any_open = any_open || state.open().test(c[i]);
            any_narrow = any_narrow || has[i].size() <= 2;
        }
        if (!any_open || !any_narrow || allowed.size() < 2) continue;
        // One way to fill the corners has x in two opposite ones and y in the others.
        const DigitSet one = has[0] & has[2] & allowed;
        const DigitSet two = has[1] & has[3] & allowed;
        for (Digit x : one)
            for (Digit y : two) {
                if (x == y) continue;
                // Both ways open: x and y come up the other way round as well.
                if (y < x && one.contains(y) && two.contains(x)) continue;
                DigitSet pair{x};
                pair.insert(y);
                if (std::ranges::none_of(has, [&](DigitSet d) { return pair.contains(d); }))
                    continue;
                std::ranges::copy(c, pattern.cells.begin());
                std::ranges::fill(pattern.digits, pair);
                if (sink(pattern) == Flow::stop) return Ending::limit_reached;
            }
    }
    return Ending::exhausted;
}

namespace {

/// Loops of one pair of digits, grown from their lowest cell: the first house with one cell of the
/// loop gets its other one.
class LoopSearch {
  public:
    enum class Cells : std::uint8_t { open, some_placed };

    LoopSearch(const State& state, Cells cells, std::size_t largest, std::uint64_t& nodes,
               const PatternSink& sink)
        : state_(state),
          layout_(state.layout()),
          which_(cells),
          largest_(largest),
          nodes_(nodes),
          sink_(sink),
          held_(layout_.house_count(), 0) {}

    Ending run() {
        for (std::size_t x = 0; x < state_.size(); ++x)
            for (std::size_t y = x + 1; y < state_.size(); ++y) {
                pair_ = DigitSet{Digit{x}} | DigitSet{Digit{y}};
                if (which_ == Cells::open)
                    usable_ = state_.cells(Digit{x}) & state_.cells(Digit{y}) & state_.open();
                else
                    usable_ = state_.cells(Digit{x}) | state_.cells(Digit{y});
                for (Cell c : CellSet{usable_})
                    if (!state_.allowed(c).contains(pair_)) usable_.reset(c);
                if (usable_.size() < 6) continue;
                for (Cell root : CellSet{usable_}) {
                    const Ending ending = with(root, [&] { return grow(); });
                    if (ending != Ending::exhausted) return ending;
                    usable_.reset(root);  // what is left has higher lowest cells
                }
            }
        return Ending::exhausted;
    }

  private:
    template <class Then>
    Ending with(Cell cell, Then&& then) {
        if (nodes_ == 0) return Ending::out_of_budget;
        --nodes_;
        const DigitSet more = state_.candidates(cell) - pair_;
        const DigitSet before = more_;
        cells_.push_back(cell);
        usable_.reset(cell);
        for (const HousePosition& seat : layout_.seats(cell)) ++held_[seat.house.index()];
        more_ = more_ | more;
        with_more_ += more.empty() ? 0 : 1;
        Ending ending = Ending::exhausted;
        if (few(with_more_, more_)) ending = then();
        with_more_ -= more.empty() ? 0 : 1;
        more_ = before;
        for (const HousePosition& seat : layout_.seats(cell)) --held_[seat.house.index()];
        usable_.set(cell);
        cells_.pop_back();
        return ending;
    }

    Ending grow() {
        std::optional<House> wanting;
        for (Cell c : cells_)
            for (const HousePosition& seat : layout_.seats(c))
                if (held_[seat.house.index()] == 1 && !wanting) wanting = seat.house;
        if (!wanting) return report();
        if (cells_.size() == largest_) return Ending::exhausted;
        CellSet next = layout_.cells(*wanting) & usable_;
        for (Cell c : next) {
            bool fits = true;
            for (const HousePosition& seat : layout_.seats(c))
                fits = fits && held_[seat.house.index()] < 2;
            if (!fits) continue;
            const Ending ending = with(c, [&] { return grow(); });
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    Ending report() {
        if (cells_.size() < 6) return Ending::exhausted;
        // The loop is connected, as each cell came in by a house of one before it, so it has two
        // fillings or none: none if it is odd somewhere.
        const std::vector<DigitSet> digits(cells_.size(), pair_);
        if (which_ == Cells::open) {
            if (!can_fill(layout_, cells_, digits)) return Ending::exhausted;
        } else {
            std::size_t open = 0;
            std::vector<DigitSet> left;
            for (Cell c : cells_) {
                open += state_.placed(c) ? 0 : 1;
                left.push_back(state_.candidates(c) & pair_);
            }
            if (open == 0 || open == cells_.size() || !can_fill(layout_, cells_, left))
                return Ending::exhausted;
        }
        const DeadlyPattern pattern{DeadlyPattern::Shape::loop, circle(), digits};
        return sink_(pattern) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    /// The cells from one to the next that it sees; where that does not go all the way round (with
    /// many houses a cell may see three), those left over follow in order.
    std::vector<Cell> circle() const {
        std::vector<Cell> left = cells_;
        std::ranges::sort(left);
        std::vector<Cell> round{left.front()};
        left.erase(left.begin());
        while (!left.empty()) {
            auto next = std::ranges::find_if(
                left, [&](Cell c) { return layout_.peers(round.back()).test(c); });
            if (next == left.end()) next = left.begin();
            round.push_back(*next);
            left.erase(next);
        }
        return round;
    }

    const State& state_;
    const Layout& layout_;
    Cells which_;
    std::size_t largest_;
    std::uint64_t& nodes_;
    const PatternSink& sink_;
    DigitSet pair_;
    CellSet usable_;
    std::vector<Cell> cells_;
    std::vector<std::size_t> held_;  // cells of the loop, by house
    DigitSet more_;                  // digits of its cells besides the pair
    std::size_t with_more_ = 0;
};

/// Graves: which candidates are too many? Cell by cell, those with more than two.
class GraveSearch {
  public:
    GraveSearch(const State& state, std::size_t most, const PatternSink& sink)
        : state_(state), most_(most), sink_(sink) {}

    Ending run() {
        const Layout& layout = state_.layout();
        std::size_t extra = 0;
        pattern_.shape = DeadlyPattern::Shape::grave;
        for (Cell c : state_.open()) {
            const std::size_t n = state_.candidates(c).size();
            if (n < 2) return Ending::exhausted;
            extra += n - 2;
            if (extra > most_) return Ending::exhausted;
            pattern_.cells.push_back(c);
            pattern_.digits.push_back(state_.candidates(c));
        }
        if (extra == 0) return Ending::exhausted;
        for (std::size_t h = 0; h < layout.house_count(); ++h)
            for (std::size_t d = 0; d < state_.size(); ++d) {
                const CellSet places =
                    layout.cells(House{h}) & state_.cells(Digit{d}) & state_.open();
                counts_.push_back(places.size());
                if (counts_.back() == 1 && layout.is_full(House{h})) return Ending::exhausted;
            }
        return settle(0);
    }

  private:
    std::size_t& count(House house, Digit digit) {
        return counts_[house.index() * state_.size() + digit.index()];
    }

    // Each cell from `at` on is brought down to two digits, the lower too many first.
    Ending settle(std::size_t at) {
        while (at < pattern_.cells.size() && pattern_.digits[at].size() == 2) ++at;
        if (at == pattern_.cells.size()) {
            if (std::ranges::any_of(counts_, [](std::size_t n) { return n != 0 && n != 2; }))
                return Ending::exhausted;
            return sink_(pattern_) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
        }
        const Cell cell = pattern_.cells[at];
        const DigitSet digits = pattern_.digits[at];
        for (Digit a : digits)
            for (Digit b : digits) {
                if (!(a < b)) continue;
                pattern_.digits[at] = DigitSet{a} | DigitSet{b};
                const DigitSet gone = digits - pattern_.digits[at];
                bool possible = true;
                for (Digit d : gone)
                    for (const HousePosition& seat : state_.layout().seats(cell))
                        if (--count(seat.house, d) < 2 && state_.layout().is_full(seat.house))
                            possible = false;
                Ending ending = Ending::exhausted;
                if (possible) ending = settle(at + 1);
                for (Digit d : gone)
                    for (const HousePosition& seat : state_.layout().seats(cell))
                        ++count(seat.house, d);
                if (ending != Ending::exhausted) return ending;
            }
        pattern_.digits[at] = digits;
        return Ending::exhausted;
    }

    const State& state_;
    std::size_t most_;
    const PatternSink& sink_;
    DeadlyPattern pattern_;
    std::vector<std::size_t> counts_;  // places, by house and digit
};

/// Digit sets of a size between two others: `must` is in, nothing outside `may`.
template <class Visit>
Flow visit_between(DigitSet must, DigitSet may, std::size_t size, Visit&& visit) {
    if (must.size() > size) return Flow::go_on;
    if (must.size() == size) return visit(must);
    for (Digit d : may - must) {
        may.erase(d);
        if (visit_between(must | DigitSet{d}, may, size, visit) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
}

}  // namespace

Ending visit_loops(const State& state, std::size_t largest, std::uint64_t& nodes,
                   const PatternSink& sink) {
    return LoopSearch{state, LoopSearch::Cells::open, largest, nodes, sink}.run();
}

Ending visit_placed_loops(const State& state, std::size_t largest, std::uint64_t& nodes,
                          const PatternSink& sink) {
    return LoopSearch{state, LoopSearch::Cells::some_placed, largest, nodes, sink}.run();
}

Ending visit_closing(const State& state, const ClosingSink& sink) {
    const Layout& layout = state.layout();
    const CellSet closed = layout.all() - state.open();
    const auto is_placed = [&](House h, Digit d) {
        return layout.cells(h).intersects(closed & state.cells(d));
    };
    for (std::size_t x = 0; x < state.size(); ++x)
        for (std::size_t y = 0; y < state.size(); ++y) {
            const Digit digit{x};
            const Digit other{y};
            if (x == y) continue;
            // The houses that want the digit, and no more, are those of the cell that closes.
            CellSet cells = state.open() & state.cells(digit);
            std::size_t wanting = 0;
            bool apart = false;
            bool possible = true;
            for (std::size_t h = 0; h < layout.house_count() && possible; ++h) {
                const bool here = is_placed(House{h}, digit);
                const bool there = is_placed(House{h}, other);
                possible = layout.is_full(House{h}) && !(here && !there);
                apart = apart || (!here && !there);
                if (here || !there) continue;
                ++wanting;
                cells &= layout.cells(House{h});
            }
            if (!possible || !apart || wanting == 0) continue;
            const DigitSet pair = DigitSet{digit} | DigitSet{other};
            for (Cell last : cells) {
                if (layout.seats(last).size() != wanting) continue;
                DeadlyPattern pattern{DeadlyPattern::Shape::closing, {}, {}};
                bool allowed = true;
                for (Cell c : state.open()) {
                    DigitSet digits = state.candidates(c);
                    if (layout.peers(last).test(c)) digits.erase(digit);
                    if (digits.empty()) allowed = false;  // a simpler matter
                    const DigitSet has = digits & pair;
                    digits = state.candidates(c);
                    if (c == last) digits = DigitSet{digit};
                    if (c != last && !has.empty()) {
                        digits |= pair;
                        allowed = allowed && state.allowed(c).contains(pair);
                    }
                    pattern.cells.push_back(c);
                    pattern.digits.push_back(digits);
                }
                if (allowed && sink(pattern, pair) == Flow::stop) return Ending::limit_reached;
            }
        }
    return Ending::exhausted;
}

Ending visit_extended(const State& state, std::size_t largest, const PatternSink& sink) {
    for (std::size_t n = 3; 2 * n <= largest && n < state.size(); ++n)
        for (const Lines& cells : lines_of(state, n)) {
            // Of the cells at most two have digits besides the n, or all have at most one more.
            std::size_t narrow = 0;
            bool open = true;
            DigitSet allowed = DigitSet::all(state.size());
            DigitSet may;
            bool within_one = true;
            for (Cell c : cells) {
                open = open && state.open().test(c);
                allowed = allowed & state.allowed(c);
                may = may | state.candidates(c);
                narrow += state.candidates(c).size() <= n ? 1 : 0;
                within_one = within_one && state.candidates(c).size() <= n + 1;
            }
            if (!open || (narrow + 2 < cells.size() && !within_one)) continue;
            const Flow flow = visit_between({}, may & allowed, n, [&](DigitSet digits) {
                std::vector<DigitSet> left;
                std::size_t with_more = 0;
                DigitSet more;
                for (Cell c : cells) {
                    left.push_back(state.candidates(c) & digits);
                    if (left.back().empty()) return Flow::go_on;
                    with_more += digits.contains(state.candidates(c)) ? 0 : 1;
                    more = more | (state.candidates(c) - digits);
                    if (!few(with_more, more)) return Flow::go_on;
                }
                if (!can_fill(state.layout(), cells, left)) return Flow::go_on;
                return sink({DeadlyPattern::Shape::extended, cells,
                             std::vector<DigitSet>(cells.size(), digits)});
            });
            if (flow == Flow::stop) return Ending::limit_reached;
        }
    return Ending::exhausted;
}

Ending visit_graves(const State& state, std::size_t most, const PatternSink& sink) {
    return GraveSearch{state, most, sink}.run();
}

}  // namespace clew::logic::inline strategies
