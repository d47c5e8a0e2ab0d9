// Every rung of the Sudoku Explainer scale has a puzzle, and each step of its walk up to hidden
// quads is the lowest that there is, by definitions written down anew: sets of cells, no bits, no
// order.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "tests/logic/rating/walks.hpp"

namespace clew::rating {
namespace {

using Places = std::vector<int>;
using Digits = std::set<int>;

/// What may be done on a board without a chain, by definition.
class Plain {
  public:
    explicit Plain(const Board9& board) : b_(board) {
        for (int i = 0; i < 9; ++i) {
            Places row, column, block;
            for (int j = 0; j < 9; ++j) {
                row.push_back(9 * i + j);
                column.push_back(9 * j + i);
                block.push_back((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3);
            }
            rows_.push_back(row);
            columns_.push_back(column);
            blocks_.push_back(block);
        }
        lines_ = rows_;
        lines_.insert(lines_.end(), columns_.begin(), columns_.end());
        houses_ = lines_;
        houses_.insert(houses_.end(), blocks_.begin(), blocks_.end());
    }

    /// The lowest rated technique up to hidden quads that has something to say; without
    /// uniqueness.
    std::optional<SeTechnique> lowest() const {
        using enum SeTechnique;
        const std::pair<SeTechnique, bool> rungs[] = {
            {last_value, last()},
            {hidden_single_block, hidden_single(blocks_)},
            {hidden_single_line, hidden_single(lines_)},
            {direct_pointing, locked(blocks_, lines_, blocks_)},
            {direct_claiming, locked(rows_, blocks_, rows_) || locked(columns_, blocks_, columns_)},
            {direct_hidden_pair, hidden(2, true)},
            {naked_single, naked_single_()},
            {direct_hidden_triplet, hidden(3, true)},
            {pointing, locked(blocks_, lines_, {})},
            {claiming, locked(lines_, blocks_, {})},
            {naked_pair, naked(2)},
            {x_wing, fish(2)},
            {hidden_pair, hidden(2, false)},
            {naked_triplet, naked(3)},
            {swordfish, fish(3)},
            {hidden_triplet, hidden(3, false)},
            {xy_wing, wing(2)},
            {xyz_wing, wing(3)},
            {naked_quad, naked(4)},
            {jellyfish, fish(4)},
            {hidden_quad, hidden(4, false)},
        };
        for (const auto& [technique, found] : rungs)
            if (found) return technique;
        return std::nullopt;
    }

  private:
    using Houses = std::vector<Places>;

    Digits digits(int c) const {
        Digits all;
        for (int d = 0; d < 9; ++d)
            if (b_.has(c, d)) all.insert(d);
        return all;
    }
    Places open(const Places& house) const {
        Places all;
        for (int c : house)
            if (b_.value[static_cast<std::size_t>(c)] == 0) all.push_back(c);
        return all;
    }
    Places places(const Places& house, int d) const {
        Places all;
        for (int c : house)
            if (b_.has(c, d)) all.push_back(c);
        return all;
    }
    static bool in(const Places& house, int c) { return std::ranges::count(house, c) > 0; }
    static bool together(int a, int b) {
        return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
    }

    /// Calls f with every choice of `size` of the items; true as soon as f is.
    template <class Item, class F>
    static bool any_choice(const std::vector<Item>& items, int size, F&& f) {
        for (unsigned m = 0; m < 1U << items.size(); ++m) {
            if (std::popcount(m) != size) continue;
            std::vector<Item> chosen;
            for (std::size_t i = 0; i < items.size(); ++i)
                if ((m >> i & 1) != 0) chosen.push_back(items[i]);
            if (f(chosen)) return true;
        }
        return false;
    }

    bool last() const {
        return std::ranges::any_of(houses_, [&](const Places& h) { return open(h).size() == 1; });
    }
    bool hidden_single(const Houses& houses) const {
        for (const Places& h : houses)
            for (int d = 0; d < 9; ++d)
                if (places(h, d).size() == 1) return true;
        return false;
    }
    bool naked_single_() const {
        for (int c = 0; c < 81; ++c)
            if (digits(c).size() == 1) return true;
        return false;
    }

    /// All of a digit's places in a base lie in a cover, and others of the cover do not; if `then`
    /// is given, that leaves one place of several in one of those houses.
    bool locked(const Houses& bases, const Houses& covers, const Houses& then) const {
        for (const Places& base : bases)
            for (const Places& cover : covers)
                for (int d = 0; d < 9; ++d) {
                    const Places at = places(base, d);
                    if (at.size() < 2 ||
                        !std::ranges::all_of(at, [&](int c) { return in(cover, c); }))
                        continue;
                    const auto goes = [&](int c) { return in(cover, c) && !in(base, c); };
                    if (then.empty() && std::ranges::any_of(places(cover, d), goes)) return true;
                    for (const Places& other : then) {
                        const Places before = places(other, d);
                        if (other != base && before.size() > 1 &&
                            std::ranges::count_if(before, goes) ==
                                static_cast<std::ptrdiff_t>(before.size()) - 1)
                            return true;
                    }
                }
        return false;
    }

    bool naked(int size) const {
        for (const Places& h : houses_)
            if (any_choice(open(h), size, [&](const Places& cells) {
                    Digits all;
                    for (int c : cells) all.merge(digits(c));
                    return std::ssize(all) == size && std::ranges::any_of(h, [&](int c) {
                               return !in(cells, c) &&
                                      std::ranges::any_of(all, [&](int d) { return b_.has(c, d); });
                           });
                }))
                return true;
        return false;
    }

    bool hidden(int size, bool direct) const {
        for (const Places& h : houses_) {
            std::vector<int> missing;
            for (int d = 0; d < 9; ++d)
                if (!places(h, d).empty()) missing.push_back(d);
            if (any_choice(missing, size, [&](const std::vector<int>& chosen) {
                    std::set<int> cells;
                    for (int d : chosen)
                        for (int c : places(h, d)) cells.insert(c);
                    if (std::ssize(cells) != size) return false;
                    if (!direct)
                        return std::ranges::any_of(
                            cells, [&](int c) { return std::ssize(digits(c)) > left(c, chosen); });
                    return std::ranges::any_of(missing, [&](int d) {
                        const Places before = places(h, d);
                        return std::ranges::count(chosen, d) == 0 && before.size() > 1 &&
                               std::ranges::count_if(
                                   before, [&](int c) { return !cells.contains(c); }) == 1;
                    });
                }))
                return true;
        }
        return false;
    }
    std::ptrdiff_t left(int c, const std::vector<int>& chosen) const {
        return std::ranges::count_if(chosen, [&](int d) { return b_.has(c, d); });
    }

    bool fish(int size) const {
        for (const bool by_rows : {true, false})
            for (int d = 0; d < 9; ++d) {
                const Houses& bases = by_rows ? rows_ : columns_;
                const Houses& across = by_rows ? columns_ : rows_;
                Houses lines;
                for (const Places& line : bases)
                    if (!places(line, d).empty()) lines.push_back(line);
                if (any_choice(lines, size, [&](const Houses& chosen) {
                        Houses covers;
                        for (const Places& cover : across)
                            if (std::ranges::any_of(chosen, [&](const Places& line) {
                                    return std::ranges::any_of(places(line, d),
                                                               [&](int c) { return in(cover, c); });
                                }))
                                covers.push_back(cover);
                        return std::ssize(covers) == size &&
                               std::ranges::any_of(covers, [&](const Places& cover) {
                                   return places(cover, d).size() >
                                          static_cast<std::size_t>(
                                              std::ranges::count_if(places(cover, d), [&](int c) {
                                                  return std::ranges::any_of(
                                                      chosen, [&](const Places& line) {
                                                          return in(line, c);
                                                      });
                                              }));
                               });
                    }))
                    return true;
            }
        return false;
    }

    /// A pivot of so many digits and two cells of two: whatever the pivot is, one of the three (of
    /// the two wings, if the pivot has two) is z.
    bool wing(int size) const {
        for (int p = 0; p < 81; ++p)
            for (int a = 0; a < 81 && std::ssize(digits(p)) == size; ++a)
                for (int b = 0; b < a; ++b) {
                    if (a == p || b == p || !together(a, p) || !together(b, p) ||
                        digits(a).size() != 2 || digits(b).size() != 2)
                        continue;
                    for (int z = 0; z < 9; ++z) {
                        if (!b_.has(a, z) || !b_.has(b, z) || b_.has(p, z) != (size == 3)) continue;
                        Digits covered{z};
                        covered.merge(digits(a));
                        covered.merge(digits(b));
                        if (covered.size() != 3 || !std::ranges::all_of(digits(p), [&](int d) {
                                return covered.contains(d);
                            }))
                            continue;
                        for (int c = 0; c < 81; ++c)
                            if (c != a && c != b && c != p && b_.has(c, z) && together(c, a) &&
                                together(c, b) && (size == 2 || together(c, p)))
                                return true;
                    }
                }
        return false;
    }

    const Board9& b_;
    Houses rows_, columns_, blocks_, lines_, houses_;
};

struct Rung {
    SeTechnique technique;
    int tenths;  ///< of the step
    const char* puzzle;
};

// Our own, from `clew generate`. A walk meets direct claiming only if somebody's pencil marks start
// it: of a digit's three blocks in a band one then points, and pointing comes first.
const Rung rungs[] = {
    {SeTechnique::last_value, 10,
     "63.8.5..2..12..7..57.93...6...3..4.8............549....83...5.11.............728."},
    {SeTechnique::hidden_single_block, 12,
     "63.8.5..2..12..7..57.93...6...3..4.8............549....83...5.11.............728."},
    {SeTechnique::hidden_single_line, 15,
     ".71..2..6.........98.716..4.9..7..85...1......3.98.471...4.75.3...36..........8.."},
    {SeTechnique::direct_pointing, 17,
     ".2.9.....1...527.8.671..9.57...9..3.......5878...35.1.....8...6....2.1.......1..."},
    {SeTechnique::direct_hidden_pair, 20,
     "5..7..6.3.39....577.....49.8....65..1..8.3.7..43.5..1..8..........3612....2......"},
    {SeTechnique::naked_single, 23,
     "...32.8......6.9....5..4....57...62...8.3..1.9.3.7....4.....1.7..1..6.845...4...6"},
    {SeTechnique::direct_hidden_triplet, 25,
     "...3...45..3.98....2.57...6.....5...8.....65.......7.31.87....92....4.1..4.1..8.."},
    {SeTechnique::pointing, 26,
     "..2.9..56..8..52.1....3.8..129..6.............45...167...8..6.....64.9...7..19..."},
    {SeTechnique::claiming, 28,
     ".....4...41.76..5....59.....5.....788..1.5.....6...5...614.3.....487..363.......9"},
    {SeTechnique::naked_pair, 30,
     "62..8...........7......52..9..5...62..18....53.691.8.......9..1..52...39...73.5.."},
    {SeTechnique::x_wing, 32,
     ".4..6.82552......1.6...8..4....54.........1.....7...562.1.3..7..7.1.......9...2.."},
    {SeTechnique::hidden_pair, 34,
     "........2.34..6...5..91..6..1.76.2...9.2..8.......1..6......329.4..3....8.....75."},
    {SeTechnique::naked_triplet, 36,
     "...7......2..1..957.4.............3...7.6...1..5...9.8......5..6.1.39.7.5.9.781.."},
    {SeTechnique::swordfish, 38,
     "..645..8......8.......7.9.4.....48..349.86.7...819....1.........529......9..65.4."},
    {SeTechnique::hidden_triplet, 40,
     "62..3...8.4............7635.5.8....7.68.....1......5.....9.41..3......5...92....."},
    {SeTechnique::xy_wing, 42,
     "....5.47....9.7...96...42.....5..1.8.341....7.........2..6.9..3.96.2.7..3..7.56.."},
    {SeTechnique::xyz_wing, 44,
     "..5.......719..3..2....4.......1.8.......95..9...6..7149.5.......2..745.6...81..7"},
    {SeTechnique::unique_rectangle_1, 45,
     "81....46..76...1..9...1.5...9...5......83...64..9.........572.47...836....5.4...7"},
    {SeTechnique::unique_rectangle_2, 45,
     ".........93..8...2.865..1...951...3.24..5.8....74...1.1....3..8.......4.......62."},
    {SeTechnique::unique_rectangle_3, 46,
     "27....3.58..1.....5....29.8...53.1..7.32.......8............49......4.6.1.6.9.8.."},
    {SeTechnique::unique_rectangle_4, 45,
     ".....6..25.....1..3.2...5.9........5.....87...2.69..83..1..4.2..9.1......6.95...."},
    {SeTechnique::naked_quad, 50,
     ".3.92.......5..9..8.....6...7.3.4....9.7..4.21...5..3...8...5...4.....8...6..3.7."},
    {SeTechnique::jellyfish, 52,
     ".8.91.4.7..1...3..6.7........9.........7.1.6..7.54.9.......4...2.....5.8...85...9"},
    {SeTechnique::hidden_quad, 54,
     ".......6.6.1.47.........8.9....5.2.68..73.1.....6.....4.3...7..2.7..9...........5"},
    {SeTechnique::bug_1, 56,
     "...21..4.94.....6.2.....81...6.753...2..3.....3....75.........8.6...41.....62.47."},
    {SeTechnique::bug_2, 57,
     "..7....6.41...5....5....3.....8.1.7...3........972.1.39..1..75..4....68.....9...."},
    {SeTechnique::bug_3, 58,
     "..2.........465....6.....7......9.141..7..83.4...82.5...4.7...6..5.....9.7......1"},
    {SeTechnique::bug_4, 57,
     "....9.13.3.61.......4.5...2..9...72...3..2..41..8.....54.2...7..7.....5.....4...."},
    {SeTechnique::aligned_pair_exclusion, 62,
     ".2......5..68....7...7...43..3.7.519..8......251.6.....4....2.6.8.....9....3.47.."},
    {SeTechnique::x_cycle, 65,
     "6....12...9.....4.4.7...9....3.7..8....5.64.....43....51..9.3...6...5..9..2..3..."},
    {SeTechnique::y_cycle, 66,
     "57..8..9....5....7..1...6...348....9.....2...6.2...3.42.8..4..1.1.7.....7...6...."},
    {SeTechnique::forcing_x_chain, 66,
     "....9.2....925.81......7..6.3......9..27.41.85...1.3...6.1..5..8..425......9...8."},
    {SeTechnique::forcing_chain, 72,
     ".1..8347...7..9..6.9.....1..3....7.....4.....972...64.........126..375..54.6....."},
    {SeTechnique::xy_cycle, 72,
     "57....36.1............23.7.8..9.....69..527.......7.43......52..58....1....69...."},
    {SeTechnique::aligned_triplet_exclusion, 75,
     ".4...7..5..1...4.878...5.2...35......65.94.8.....7..9..2..6....4..8....6.....3..."},
    {SeTechnique::nishio, 76,
     "6..24..5...45....1..2.9..6....8.....53.6.......61.35.....4..27.2....71..7......43"},
    {SeTechnique::multiple_chains, 83,
     "9...37..4.4.8.1.3.3..4...6.4739....86.9...........3.2.....78...1.....5.....1...42"},
    {SeTechnique::dynamic_chains, 88,
     "..39........325.......8.9..2......76...87.....61...38.3.....4.2...13..9.81......3"},
};

/// Singles, and what leaves one: they fill a cell and take away nothing but what that brings.
bool is_direct(SeTechnique technique) { return technique <= SeTechnique::direct_hidden_triplet; }

TEST(Rungs, HaveAPuzzleEach) {
    std::set<SeTechnique> with;
    std::size_t direct = 0;
    for (const Rung& rung : rungs) {
        with.insert(rung.technique);
        bool met = false;
        const Puzzle puzzle = Puzzle::from_line(rung.puzzle);
        const auto living = alive(puzzle, 1);
        ASSERT_TRUE(living) << rung.puzzle;
        each_state(
            puzzle, {.uniqueness = UniquenessUse::granted}, [&](const Board9&, const SeStep& step) {
                met = met || (step.technique == rung.technique && step.tenths == rung.tenths);
                if (is_direct(step.technique)) {
                    EXPECT_TRUE(step.placement && step.eliminations.empty())
                        << info(step.technique).id;
                    ++direct;
                }
                for (const Candidate& c : step.eliminations)
                    EXPECT_EQ(living->digits[c.cell.index()] >> c.digit.index() & 1, 0);
            });
        EXPECT_TRUE(met) << info(rung.technique).id << " in " << rung.puzzle;
    }
    EXPECT_GT(direct, 1'000U);
    // Dynamic chains with more are those of the hardest puzzles (explainer_test.cpp).
    for (const SeTechniqueInfo& row : se_techniques()) {
        if (row.technique != SeTechnique::direct_claiming && row.tenths < 90) {
            EXPECT_TRUE(with.contains(row.technique)) << row.id;
        }
    }
}

TEST(Rungs, AreClimbedFromTheLowestByDefinition) {
    std::map<SeTechnique, int> met;
    const auto check = [&](const Puzzle& puzzle, const std::string& where) {
        each_state(puzzle, {}, [&](const Board9& board, const SeStep& step) {
            const auto lowest = Plain{board}.lowest();
            if (!lowest) {
                EXPECT_GT(step.tenths, 54) << where;
                return;
            }
            EXPECT_EQ(info(*lowest).id, std::string{info(step.technique).id}) << where;
            ++met[*lowest];
        });
    };
    for (const Rung& rung : rungs) check(Puzzle::from_line(rung.puzzle), rung.puzzle);
    for (std::uint64_t seed = 9001; seed <= 9012; ++seed)
        check(minimal_puzzle(seed), "seed " + std::to_string(seed));
    for (const SeTechniqueInfo& row : se_techniques()) {
        const bool plain = row.tenths <= 54 && row.technique != SeTechnique::direct_claiming &&
                           (row.technique < SeTechnique::unique_rectangle_1 ||
                            row.technique > SeTechnique::unique_rectangle_4);
        if (plain) {
            EXPECT_GT(met[row.technique], 0) << row.id;
        }
    }
}

}  // namespace
}  // namespace clew::rating
