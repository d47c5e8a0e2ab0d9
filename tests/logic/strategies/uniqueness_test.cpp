// The definition: four cells of two rows and two columns, some cells of two digits, some lines, or
// all open cells; fill them in every way from the pattern's digits and see whether each way has
// another with the same digits in each house. What follows from the guardians is then written down
// as the names of the techniques say it. The states have questions of their own, with givens and
// marks, for what is given or never allowed is in no pattern; that they have one solution is
// granted, and mostly false: the finders look at nothing but the board.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/board/notation.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/path/path.hpp"
#include "logic/path/step_json.hpp"
#include "solve/solve.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/support/find_first.hpp"
#include "tests/support/step_text.hpp"

namespace clew::logic {
namespace {

using T = Technique;

/// A pattern, and what goes because of it.
struct Shown {
    std::vector<Candidate> deadly;
    std::vector<Candidate> eliminations;

    friend auto operator<=>(const Shown&, const Shown&) = default;
};

std::set<Shown> found(const State& state, Technique technique) {
    std::set<Shown> all;
    find(state, {.technique = technique}, [&](Step&& step) {
        all.insert({step.deadly, step.eliminations});
        return Flow::go_on;
    });
    return all;
}

/// A question for a state: some of the placed cells are given, some marks are missing.
Puzzle question_for(const State& state, Random& random) {
    Puzzle question{state.geometry_ptr()};
    const bool marks = random.below(3) == 0;
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        const Cell cell{i};
        if (state.placed(cell) && state.value(cell) && random.below(2) == 0) {
            question.set_given(cell, *state.value(cell));
            continue;
        }
        DigitSet allowed = DigitSet::all(state.size());
        for (Digit d : DigitSet::all(state.size()) - state.candidates(cell))
            if (marks && random.below(12) == 0) allowed.erase(d);
        question.set_marks(cell, allowed);
    }
    return question;
}

// --- the definitions -----------------------------------------------------------------------------

class Definition {
  public:
    explicit Definition(const State& state)
        : state_(state), board_(state.geometry()), n_(state.size()) {}

    /// Loops among more than 13 cells are left out: too many choices.
    bool all_loops() const { return !too_many_cells_; }
    bool all_placed_loops() const { return !too_many_placed_; }

    std::map<Technique, std::set<Shown>> run() {
        rectangles();
        loops(false);
        loops(true);
        closing();
        extended();
        graves();
        return std::move(shown_);
    }

  private:
    using Pattern = std::map<Cell, DigitSet>;

    bool see(Cell a, Cell b) const {
        const auto peers = board_.peers(a);
        return std::ranges::count(peers, b) > 0;
    }

    /// Every filling from these digits has another with the same digits in each house, and there is
    /// one from the candidates of the state.
    bool is_deadly(const Pattern& pattern) const {
        std::map<std::vector<std::uint32_t>, std::size_t> classes;
        bool open = false;
        std::vector<std::uint32_t> houses(board_.house_count(), 0);
        const std::vector<std::pair<Cell, DigitSet>> cells{pattern.begin(), pattern.end()};
        fill(cells, 0, houses, classes, true, open);
        return open && std::ranges::all_of(classes, [](const auto& c) { return c.second > 1; });
    }

    void fill(const std::vector<std::pair<Cell, DigitSet>>& cells, std::size_t at,
              std::vector<std::uint32_t>& houses,
              std::map<std::vector<std::uint32_t>, std::size_t>& classes, bool candidate,
              bool& open) const {
        if (at == cells.size()) {
            ++classes[houses];
            open = open || candidate;
            return;
        }
        const auto [cell, digits] = cells[at];
        for (Digit d : digits) {
            const std::uint32_t bit = std::uint32_t{1} << d.index();
            if (std::ranges::any_of(board_.houses_of(cell),
                                    [&](House h) { return (houses[h.index()] & bit) != 0; }))
                continue;
            for (House h : board_.houses_of(cell)) houses[h.index()] |= bit;
            fill(cells, at + 1, houses, classes, candidate && state_.has({cell, d}), open);
            for (House h : board_.houses_of(cell)) houses[h.index()] &= ~bit;
        }
    }

    std::vector<Candidate> guardians(const Pattern& pattern) const {
        std::vector<Candidate> all;
        for (const auto& [cell, digits] : pattern)
            for (Digit d : state_.candidates(cell) - digits) all.push_back({cell, d});
        return all;
    }

    static std::vector<Cell> cells_of(const std::vector<Candidate>& candidates) {
        std::set<Cell> cells;
        for (Candidate c : candidates) cells.insert(c.cell);
        return {cells.begin(), cells.end()};
    }

    void show(Technique technique, const Pattern& pattern, std::vector<Candidate> eliminations) {
        if (eliminations.empty()) return;
        std::ranges::sort(eliminations);
        std::vector<Candidate> deadly;
        for (const auto& [cell, digits] : pattern)
            for (Digit d : digits) deadly.push_back({cell, d});
        shown_[technique].insert({deadly, eliminations});
    }

    std::vector<Candidate> of_pattern(const Pattern& pattern, Cell cell) const {
        std::vector<Candidate> all;
        for (Digit d : state_.candidates(cell) & pattern.at(cell)) all.push_back({cell, d});
        return all;
    }

    bool rules_out(Candidate a, Candidate b) const {
        if (a.cell == b.cell) return a.digit != b.digit;
        return a.digit == b.digit && see(a.cell, b.cell);
    }

    /// What all these rule out.
    std::vector<Candidate> lost_to(const std::vector<Candidate>& all) const {
        std::vector<Candidate> lost;
        for (std::size_t i = 0; i < board_.candidate_count(); ++i) {
            const Candidate c = board_.candidate(i);
            if (state_.has(c) &&
                std::ranges::all_of(all, [&](Candidate g) { return rules_out(g, c); }))
                lost.push_back(c);
        }
        return lost;
    }

    void subsets(Technique technique, const Pattern& pattern,
                 const std::vector<Candidate>& guards) {
        const std::vector<Cell> guarded = cells_of(guards);
        if (guarded.size() < 2) return;
        DigitSet own;
        for (Candidate g : guards) own.insert(g.digit);
        std::set<std::vector<Cell>> done;
        for (std::size_t h = 0; h < board_.house_count(); ++h) {
            const auto house = board_.cells_of(House{h});
            const auto in_house = [&](Cell c) { return std::ranges::count(house, c) > 0; };
            if (!std::ranges::all_of(guarded, in_house)) continue;
            std::vector<Cell> others;
            for (Cell c : house)
                if (!state_.placed(c) && std::ranges::count(guarded, c) == 0) others.push_back(c);
            const auto digits_of = [&](std::size_t part) {
                DigitSet digits;
                for (std::size_t i = 0; i < others.size(); ++i)
                    if ((part >> i & 1U) != 0) digits = digits | state_.candidates(others[i]);
                return digits;
            };
            const auto size = [](std::size_t part) {
                return static_cast<std::size_t>(std::popcount(part));
            };
            for (std::size_t part = 1; part < std::size_t{1} << others.size(); ++part) {
                const DigitSet digits = digits_of(part) | own;
                if (size(part) > 5 || digits.size() != size(part) + 1 || own.size() < 2) continue;
                bool whole = digits_of(part).size() > size(part);
                for (std::size_t less = 1; less < part; ++less)
                    if ((less & part) == less)
                        whole = whole && digits_of(less).size() > size(less) &&
                                (digits_of(less) | own).size() > size(less) + 1;
                if (!whole) continue;
                std::vector<Cell> chosen;
                for (std::size_t i = 0; i < others.size(); ++i)
                    if ((part >> i & 1U) != 0) chosen.push_back(others[i]);
                if (!done.insert(chosen).second) continue;
                std::vector<Candidate> lost;
                for (Digit d : digits) {
                    std::vector<Candidate> places;
                    for (Cell c : chosen)
                        if (state_.has({c, d})) places.push_back({c, d});
                    for (Candidate g : guards)
                        if (g.digit == d) places.push_back(g);
                    for (Candidate c : lost_to(places))
                        if (c.digit == d) lost.push_back(c);
                }
                show(technique, pattern, lost);
            }
        }
    }

    /// By a digit that has no place in a house but in both guarded cells.
    std::set<Candidate> locked(Technique technique, const Pattern& pattern,
                               const std::vector<Candidate>& guards) {
        std::set<Candidate> gone;
        const std::vector<Cell> guarded = cells_of(guards);
        if (guarded.size() != 2) return gone;
        for (Digit a : pattern.at(guarded[0]) & pattern.at(guarded[1])) {
            bool somewhere = false;
            for (std::size_t h = 0; h < board_.house_count(); ++h) {
                std::vector<Cell> places;
                for (Cell c : board_.cells_of(House{h}))
                    if (state_.has({c, a})) places.push_back(c);
                somewhere =
                    somewhere || (board_.info(House{h}).holds_every_digit() && places == guarded);
            }
            if (!somewhere) continue;
            std::vector<Candidate> lost;
            for (Cell c : guarded)
                for (Candidate p : of_pattern(pattern, c))
                    if (p.digit != a) lost.push_back(p);
            gone.insert(lost.begin(), lost.end());
            show(technique, pattern, lost);
        }
        return gone;
    }

    /// Candidates of the pattern that, followed through the pattern, leave no room for a
    /// guardian.
    std::vector<Candidate> linked(const Pattern& pattern, const std::vector<Candidate>& guards,
                                  const std::set<Candidate>& locked) const {
        std::vector<Candidate> lost;
        for (const auto& [cell, digits_here] : pattern)
            for (Candidate start : of_pattern(pattern, cell)) {
                if (state_.placed(cell) || locked.contains(start)) continue;
                std::set<Candidate> holding{start};
                bool broken = false;
                for (std::size_t before = 0; before != holding.size() && !broken;) {
                    before = holding.size();
                    const auto fails = [&](Candidate c) {
                        return std::ranges::any_of(holding,
                                                   [&](Candidate k) { return rules_out(k, c); });
                    };
                    const auto one_of = [&](const std::vector<Candidate>& all) {
                        std::vector<Candidate> left;
                        for (Candidate c : all)
                            if (!fails(c)) left.push_back(c);
                        if (left.empty()) broken = true;
                        if (left.size() == 1) holding.insert(left.front());
                    };
                    for (const auto& [c, digits] : pattern)
                        if (!state_.placed(c) && digits.contains(state_.candidates(c)))
                            one_of(of_pattern(pattern, c));
                    for (std::size_t h = 0; h < board_.house_count(); ++h)
                        for (Digit d : pattern.begin()->second) {
                            std::vector<Candidate> places;
                            bool inside = board_.info(House{h}).holds_every_digit();
                            for (Cell c : board_.cells_of(House{h}))
                                if (state_.has({c, d})) {
                                    places.push_back({c, d});
                                    inside = inside && pattern.contains(c);
                                }
                            if (inside && places.size() > 1) one_of(places);
                        }
                }
                const auto full = [&](Cell c) {
                    return std::ranges::any_of(holding, [&](Candidate k) { return k.cell == c; });
                };
                if (!broken && std::ranges::all_of(cells_of(guards), full)) lost.push_back(start);
            }
        return lost;
    }

    void all_kinds(Technique technique, const Pattern& pattern) {
        const std::vector<Candidate> guards = guardians(pattern);
        if (guards.empty()) return;
        const std::vector<Cell> guarded = cells_of(guards);
        if (guarded.size() == 1) show(technique, pattern, of_pattern(pattern, guarded.front()));
        if (guarded.size() > 1) show(technique, pattern, lost_to(guards));
        subsets(technique, pattern, guards);
        const auto gone = locked(technique, pattern, guards);
        if (technique != T::unique_loop) return;
        for (Candidate c : linked(pattern, guards, gone)) show(technique, pattern, {c});
    }

    DigitSet allowed(const std::vector<Cell>& cells) const {
        DigitSet all = DigitSet::all(n_);
        for (Cell c : cells) all = all & state_.allowed(c);
        return all;
    }

    void rectangles() {
        for (std::size_t r = 0; r < n_; ++r)
            for (std::size_t s = r + 1; s < n_; ++s)
                for (std::size_t i = 0; i < n_; ++i)
                    for (std::size_t j = i + 1; j < n_; ++j)
                        rectangle({Cell{r * n_ + i}, Cell{r * n_ + j}, Cell{s * n_ + j},
                                   Cell{s * n_ + i}});
    }

    void rectangle(const std::vector<Cell>& cells) {
        for (Digit a : allowed(cells))
            for (Digit b : allowed(cells)) {
                if (!(a < b)) continue;
                const DigitSet pair = DigitSet{a} | DigitSet{b};
                Pattern pattern;
                bool narrow = false;
                std::size_t placed = 0;
                for (Cell c : cells) {
                    pattern[c] = pair;
                    narrow = narrow || pair.contains(state_.candidates(c));
                    placed += state_.placed(c) ? 1 : 0;
                }
                if (!narrow || placed == 4 || !is_deadly(pattern)) continue;
                const std::vector<Candidate> guards = guardians(pattern);
                const std::vector<Cell> guarded = cells_of(guards);
                if (guards.empty()) continue;
                if (guarded.size() == 1)
                    show(placed > 0 ? T::avoidable_rectangle_1 : T::unique_rectangle_1, pattern,
                         of_pattern(pattern, guarded.front()));
                else
                    show(placed > 0 ? T::avoidable_rectangle_2
                         : guarded.size() == 2 && see(guarded[0], guarded[1])
                             ? T::unique_rectangle_2
                             : T::unique_rectangle_5,
                         pattern, lost_to(guards));
                if (placed > 0) continue;
                subsets(T::unique_rectangle_3, pattern, guards);
                const auto gone = locked(T::unique_rectangle_4, pattern, guards);
                std::map<Digit, std::vector<Candidate>> sixes;
                for (Candidate c : linked(pattern, guards, gone)) {
                    if (std::ranges::count(guarded, c.cell) > 0 &&
                        is_x_wing(cells, guarded, c.digit))
                        sixes[c.digit].push_back(c);
                    else
                        show(T::hidden_rectangle, pattern, {c});
                }
                for (const auto& [digit, lost] : sixes) show(T::unique_rectangle_6, pattern, lost);
            }
    }

    bool is_x_wing(const std::vector<Cell>& c, const std::vector<Cell>& guarded, Digit d) const {
        if (guarded.size() != 2 || see(guarded[0], guarded[1])) return false;
        const auto only = [&](Cell a, Cell b) {
            for (std::size_t h = 0; h < board_.house_count(); ++h) {
                std::vector<Cell> places;
                for (Cell x : board_.cells_of(House{h}))
                    if (state_.has({x, d})) places.push_back(x);
                if (board_.info(House{h}).holds_every_digit() &&
                    places == std::vector{std::min(a, b), std::max(a, b)})
                    return true;
            }
            return false;
        };
        return (only(c[0], c[1]) && only(c[2], c[3])) || (only(c[1], c[2]) && only(c[3], c[0]));
    }

    bool few(const std::vector<Candidate>& guards) const {
        DigitSet digits;
        for (Candidate g : guards) digits.insert(g.digit);
        return cells_of(guards).size() <= 2 || digits.size() <= 1;
    }

    /// Of open cells that have both digits; or of cells that are not given, some of them placed.
    void loops(bool placed) {
        for (std::size_t x = 0; x < n_; ++x)
            for (std::size_t y = x + 1; y < n_; ++y) {
                const DigitSet pair = DigitSet{Digit{x}} | DigitSet{Digit{y}};
                std::vector<Cell> usable;
                for (std::size_t i = 0; i < state_.cell_count(); ++i)
                    if (placed
                            ? !(state_.candidates(Cell{i}) & pair).empty() &&
                                  state_.allowed(Cell{i}).contains(pair)
                            : !state_.placed(Cell{i}) && state_.candidates(Cell{i}).contains(pair))
                        usable.push_back(Cell{i});
                if (usable.size() > 13) (placed ? too_many_placed_ : too_many_cells_) = true;
                if (usable.size() < 6 || usable.size() > 13) continue;
                // All choices with none or two cells in each house, and no part like that.
                std::vector<std::size_t> houses(board_.house_count(), 0);
                for (std::size_t i = 0; i < usable.size(); ++i)
                    for (House h : board_.houses_of(usable[i]))
                        houses[h.index()] |= std::size_t{1} << i;
                std::vector<std::size_t> closed;
                for (std::size_t part = 1; part < std::size_t{1} << usable.size(); ++part)
                    if (std::ranges::all_of(houses, [&](std::size_t house) {
                            const int held = std::popcount(part & house);
                            return held == 0 || held == 2;
                        }))
                        closed.push_back(part);
                for (std::size_t part : closed) {
                    if (std::popcount(part) < 6 || std::popcount(part) > static_cast<int>(2 * n_) ||
                        std::ranges::any_of(closed, [&](std::size_t less) {
                            return less != part && (less & part) == less;
                        }))
                        continue;
                    Pattern pattern;
                    for (std::size_t i = 0; i < usable.size(); ++i)
                        if ((part >> i & 1U) != 0) pattern[usable[i]] = pair;
                    if (!few(guardians(pattern)) || !is_deadly(pattern)) continue;
                    if (!placed) {
                        all_kinds(T::unique_loop, pattern);
                        continue;
                    }
                    const auto is_placed = [&](const auto& c) { return state_.placed(c.first); };
                    if (std::ranges::none_of(pattern, is_placed) ||
                        std::ranges::all_of(pattern, is_placed))
                        continue;
                    const std::vector<Candidate> guards = guardians(pattern);
                    const std::vector<Cell> guarded = cells_of(guards);
                    if (guarded.size() == 1)
                        show(T::reverse_bug, pattern, of_pattern(pattern, guarded.front()));
                    else if (!guards.empty())
                        show(T::reverse_bug, pattern, lost_to(guards));
                }
            }
    }

    /// After one more placement each house would have both of two digits, or neither.
    void closing() {
        for (std::size_t i = 0; i < state_.cell_count(); ++i)
            for (std::size_t x = 0; x < n_; ++x)
                for (std::size_t y = 0; y < n_; ++y)
                    if (x != y && !state_.placed(Cell{i}) && state_.has({Cell{i}, Digit{x}}))
                        close({Cell{i}, Digit{x}}, Digit{y});
    }

    void close(Candidate last, Digit other) {
        bool neither = false;
        for (std::size_t h = 0; h < board_.house_count(); ++h) {
            std::multiset<Digit> placed;
            for (Cell c : board_.cells_of(House{h})) {
                if (state_.placed(c) && state_.value(c)) placed.insert(*state_.value(c));
                if (c == last.cell) placed.insert(last.digit);
            }
            if (!board_.info(House{h}).holds_every_digit() ||
                placed.count(last.digit) != placed.count(other))
                return;
            neither = neither || !placed.contains(other);
        }
        if (!neither) return;
        const DigitSet pair = DigitSet{last.digit} | DigitSet{other};
        Pattern pattern;
        for (std::size_t i = 0; i < state_.cell_count(); ++i) {
            const Cell cell{i};
            if (state_.placed(cell)) continue;
            pattern[cell] = state_.candidates(cell);
            bool exchanged = false;
            if (see(cell, last.cell) && state_.candidates(cell) == DigitSet{last.digit}) return;
            for (Digit d : state_.candidates(cell) & pair)
                exchanged = exchanged || !(see(cell, last.cell) && d == last.digit);
            if (cell == last.cell)
                pattern[cell] = DigitSet{last.digit};
            else if (exchanged)
                pattern[cell] = pattern[cell] | pair;
            if (cell != last.cell && exchanged && !state_.allowed(cell).contains(pair)) return;
        }
        if (guardians(pattern).empty()) return;
        show(T::reverse_bug, pattern, {last});
    }

    void extended() {
        for (const bool rows : {true, false})
            for (std::size_t r = 0; r < n_; ++r)
                for (std::size_t s = r + 1; s < n_; ++s)
                    for (std::size_t i = 0; i < n_; ++i)
                        for (std::size_t j = i + 1; j < n_; ++j)
                            for (std::size_t k = j + 1; k < n_; ++k) {
                                std::vector<Cell> cells;
                                for (std::size_t line : {r, s})
                                    for (std::size_t at : {i, j, k})
                                        cells.push_back(
                                            Cell{rows ? line * n_ + at : at * n_ + line});
                                lines(cells);
                            }
    }

    void lines(const std::vector<Cell>& cells) {
        if (n_ < 4) return;
        for (Cell c : cells)
            if (state_.placed(c)) return;
        const DigitSet all = allowed(cells);
        for (Digit x : all)
            for (Digit y : all)
                for (Digit z : all) {
                    if (!(x < y && y < z)) continue;
                    const DigitSet three = DigitSet{x} | DigitSet{y} | DigitSet{z};
                    Pattern pattern;
                    bool each = true;
                    for (Cell c : cells) {
                        pattern[c] = three;
                        each = each && !(state_.candidates(c) & three).empty();
                    }
                    if (!each || !few(guardians(pattern)) || !is_deadly(pattern)) continue;
                    if (!lines_change_places(cells)) continue;
                    all_kinds(T::extended_rectangle, pattern);
                }
    }

    /// For each house, the digits of three and three other cells, whatever they are, are the same
    /// after the lines have changed places.
    bool lines_change_places(const std::vector<Cell>& cells) const {
        for (std::size_t h = 0; h < board_.house_count(); ++h) {
            std::vector<std::size_t> first;
            std::vector<std::size_t> second;
            for (std::size_t i = 0; i < 6; ++i)
                if (std::ranges::count(board_.cells_of(House{h}), cells[i]) > 0)
                    (i < 3 ? first : second).push_back(i % 3);
            const bool one_line =
                first.size() + second.size() == 3 && (first.empty() || second.empty());
            if (first != second && !one_line) return false;
        }
        return true;
    }

    void graves() {
        std::vector<Cell> cells;
        std::size_t extra = 0;
        for (std::size_t i = 0; i < state_.cell_count(); ++i) {
            if (state_.placed(Cell{i})) continue;
            cells.push_back(Cell{i});
            if (state_.candidates(Cell{i}).size() < 2) return;
            extra += state_.candidates(Cell{i}).size() - 2;
        }
        if (extra == 0 || extra > 5) return;
        Pattern pattern;
        grave(cells, 0, pattern);
    }

    void grave(const std::vector<Cell>& cells, std::size_t at, Pattern& pattern) {
        if (at < cells.size()) {
            const DigitSet digits = state_.candidates(cells[at]);
            for (Digit a : digits)
                for (Digit b : digits) {
                    if (!(a < b)) continue;
                    pattern[cells[at]] = DigitSet{a} | DigitSet{b};
                    grave(cells, at + 1, pattern);
                }
            return;
        }
        for (std::size_t h = 0; h < board_.house_count(); ++h)
            for (std::size_t d = 0; d < n_; ++d) {
                std::size_t count = 0;
                for (Cell c : board_.cells_of(House{h}))
                    if (pattern.contains(c) && pattern.at(c).contains(Digit{d})) ++count;
                if (count != 0 && count != 2) return;
            }
        const std::vector<Candidate> guards = guardians(pattern);
        if (guards.size() == 1)
            show(T::bug_1, pattern, of_pattern(pattern, guards.front().cell));
        else
            all_kinds(T::bug_n, pattern);
    }

    const State& state_;
    const Geometry& board_;
    std::size_t n_;
    bool too_many_cells_ = false;
    bool too_many_placed_ = false;
    std::map<Technique, std::set<Shown>> shown_;
};

// --- comparing -----------------------------------------------------------------------------------

std::string say(const Shown& shown, std::size_t size) {
    std::string text = "pattern:";
    for (Candidate c : shown.deadly) text += " " + to_string(c, size);
    text += " eliminates:";
    for (Candidate c : shown.eliminations) text += " " + to_string(c, size);
    return text;
}

std::vector<Technique> uniqueness_techniques() {
    std::vector<Technique> all;
    for (const TechniqueInfo& row : techniques())
        if (row.family == Family::uniqueness) all.push_back(row.technique);
    return all;
}

void compare(const State& state, const std::string& where, std::map<Technique, std::size_t>& seen,
             std::map<Technique, std::size_t>& written) {
    Definition definition{state};
    const auto defined = definition.run();
    for (Technique t : uniqueness_techniques()) {
        if (t == T::unique_loop && !definition.all_loops()) continue;
        if (t == T::reverse_bug && !definition.all_placed_loops()) continue;
        if (t == T::rectangle_aic) continue;  // a chain: chains_test.cpp
        const auto at = defined.find(t);
        const std::set<Shown> expected = at == defined.end() ? std::set<Shown>{} : at->second;
        const std::set<Shown> got = found(state, t);
        for (const Shown& shown : expected)
            EXPECT_TRUE(got.contains(shown))
                << info(t).id << " missed on " << where << ": " << say(shown, state.size());
        for (const Shown& shown : got)
            EXPECT_TRUE(expected.contains(shown))
                << info(t).id << " should not be on " << where << ": " << say(shown, state.size());
        seen[t] += expected.size();
    }
    // Each step is proved, and none is found by whom nobody told.
    State untold = state;
    untold.set_unique(Uniqueness::unknown, Puzzle{state.geometry_ptr()});
    for (Technique t : uniqueness_techniques()) {
        // A chain search, half of the time here: on every eighth state.
        if (t == T::rectangle_aic && std::hash<std::string>{}(where) % 8 != 0) continue;
        find(state, {.technique = t}, [&](Step&& step) {
            const AuditResult proof = audit(state, step);
            EXPECT_EQ(proof.outcome, AuditOutcome::proved)
                << proof.what << " on " << where << " " << write_step(step, state.geometry());
            EXPECT_EQ(audit(untold, step).outcome, AuditOutcome::malformed);
            // The first thousand of each, and then some: most of the time would go into this.
            if (const std::size_t nth = ++written[t]; nth <= 1000 || nth % 16 == 0) {
                EXPECT_EQ(read_step(write_step(step, state.geometry()), state.geometry(), "step"),
                          step);
            }
            return Flow::go_on;
        });
        EXPECT_FALSE(find_first(untold, {.technique = t}));
    }
}

/// A state of which two solutions differ in all open cells: some digits of a grid are exchanged in
/// a circle, and their cells hold what either grid has. With some candidates more, in a few.
State two_grids(const GeometryPtr& board, Random& random) {
    const Grid grid = random_grid(board, random);
    std::vector<Digit> digits;
    for (std::size_t d = 0; d < board->size(); ++d) digits.push_back(Digit{d});
    random.shuffle(digits);
    digits.resize(2 + random.below(2));
    Puzzle puzzle{board};
    std::vector<Cell> open;
    for (std::size_t i = 0; i < board->cell_count(); ++i) {
        const auto at = std::ranges::find(digits, grid[Cell{i}]);
        if (at == digits.end()) {
            puzzle.set_given(Cell{i}, grid[Cell{i}]);
            continue;
        }
        open.push_back(Cell{i});
        const auto next = at + 1 == digits.end() ? digits.begin() : at + 1;
        puzzle.set_marks(Cell{i}, DigitSet{*at} | DigitSet{*next});
    }
    for (std::size_t more = random.below(4); more > 0; --more) {
        const Cell cell = open[random.below(open.size())];
        DigitSet marks = puzzle.marks(cell);
        marks.insert(digits[random.below(digits.size())]);
        puzzle.set_marks(cell, marks);
    }
    return State{puzzle};
}

/// The same with a few cells left as the grid has them, and digits more in some others.
State rectangles_among(const GeometryPtr& board, Random& random) {
    const Grid grid = random_grid(board, random);
    Puzzle puzzle{board};
    const Digit a{random.below(board->size())};
    const Digit b{random.below(board->size())};
    for (std::size_t i = 0; i < board->cell_count(); ++i) {
        const Cell cell{i};
        if (grid[cell] != a && grid[cell] != b) {
            if (random.below(3) != 0) puzzle.set_given(cell, grid[cell]);
            continue;
        }
        DigitSet marks = DigitSet{a} | DigitSet{b};
        if (random.below(4) == 0) marks.insert(Digit{random.below(board->size())});
        puzzle.set_marks(cell, marks);
    }
    return State{puzzle};
}

/// Two digits of a grid, most of them placed, the others with a digit more.
State two_digits_placed(const GeometryPtr& board, Random& random) {
    const Grid grid = random_grid(board, random);
    Puzzle puzzle{board};
    const Digit a{random.below(board->size())};
    const Digit b{random.below(board->size())};
    for (std::size_t i = 0; i < board->cell_count(); ++i) {
        const Cell cell{i};
        if (grid[cell] != a && grid[cell] != b) continue;
        if (random.below(6) != 0) {
            puzzle.set_given(cell, grid[cell]);
            continue;
        }
        DigitSet marks{random.below(2) == 0 ? a : b};
        marks.insert(Digit{random.below(board->size())});
        marks.insert(grid[cell]);
        puzzle.set_marks(cell, marks);
    }
    return State{puzzle};
}

TEST(Uniqueness, IsWhatTheDefinitionSays) {
    std::map<Technique, std::size_t> seen, written;
    on_random_states(every_board(800, 200), [&](const State& made, const std::string& where) {
        State state = made;
        Random random{std::hash<std::string>{}(where)};
        state.set_unique(Uniqueness::granted, question_for(state, random));
        compare(state, where, seen, written);
    });
    for (const auto& [board, states] : every_board(300, 150))
        for (std::uint64_t seed = 1; seed <= states; ++seed)
            for (const bool graves : {true, false}) {
                Random random{seed};
                State state = graves ? two_grids(board, random) : rectangles_among(board, random);
                state.set_unique(Uniqueness::granted, question_for(state, random));
                compare(state, (graves ? "grids of " : "rectangles of ") + place(board, seed), seen,
                        written);
            }
    for (const auto& [board, states] : every_board(200, 30))
        for (std::uint64_t seed = 1; seed <= states; ++seed) {
            Random random{seed};
            State state = two_digits_placed(board, random);
            // Few are given, or hardly a loop would be left.
            Puzzle question{board};
            for (std::size_t i = 0; i < board->cell_count(); ++i)
                if (state.placed(Cell{i}) && random.below(12) == 0)
                    question.set_given(Cell{i}, *state.value(Cell{i}));
            state.set_unique(Uniqueness::granted, question);
            compare(state, "two digits placed of " + place(board, seed), seen, written);
        }
    auto all = uniqueness_techniques();
    std::erase(all, T::rectangle_aic);
    expect_all_seen(all, seen);
}

// --- true of puzzles with one solution -----------------------------------------------------------

TEST(Uniqueness, KeepsTheSolutionOfEveryPuzzleThatHasOne) {
    GeometrySpec x{.size = 9, .boxes = BoxShape{3, 3}};
    x.main_diagonal = x.anti_diagonal = true;
    std::map<Technique, std::size_t> seen;
    const RuleSet& rules = *built_in_rules("structures");
    std::vector<std::pair<GeometryPtr, std::uint64_t>> boards{{Geometry::classic(), 60},
                                                              {Geometry::make(x), 15}};
    for (const GeometryPtr& board : small_and_odd_boards()) boards.emplace_back(board, 40);
    boards.emplace_back(
        Geometry::make({.size = 7, .rows = 6, .columns = 6, .boxes = BoxShape{2, 3}}), 120);
    boards.emplace_back(
        Geometry::make({.size = 6, .rows = 4, .columns = 6, .boxes = BoxShape{2, 3}}), 120);
    for (const auto& [board, puzzles] : boards)
        for (std::uint64_t seed = 1; seed <= puzzles; ++seed) {
            Random random{seed};
            const Puzzle puzzle = unique_puzzle(board, random, board->cell_count());
            const Verdict verdict = verify(puzzle);
            ASSERT_EQ(verdict.validity, Validity::unique);
            const Grid& solution = verdict.witnesses.front();
            State state{puzzle};
            state.set_unique(Uniqueness::proved, puzzle);
            for (std::size_t turn = 0; turn < 200 && !state.open().empty(); ++turn) {
                ASSERT_FALSE(state.contradiction());
                for (Technique t : uniqueness_techniques())
                    find(state, {.technique = t}, [&, board = board](Step&& step) {
                        ++seen[t];
                        EXPECT_EQ(audit(state, step).outcome, AuditOutcome::proved);
                        for (Candidate c : step.eliminations)
                            EXPECT_NE(solution[c.cell], c.digit)
                                << place(board, seed) << " " << write_step(step, *board);
                        return Flow::go_on;
                    });
                auto next = next_step(state, rules);
                if (!next) break;
                apply(*next, state);
            }
        }
    std::size_t kinds = 0;
    for (const auto& [technique, count] : seen) {
        RecordProperty(info(technique).id, static_cast<int>(count));
        ++kinds;
    }
    EXPECT_GE(kinds, 8U) << "the techniques were hardly at work";
}

}  // namespace
}  // namespace clew::logic
