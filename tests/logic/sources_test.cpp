// The rules of the source documents, as printed, against brute force: where they are unsound the
// state that shows it is kept here, and docs/strategies.md tells it.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/board/notation.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

DigitSet values_of(const State& state, const std::vector<Cell>& cells) {
    DigitSet values;
    for (Cell c : cells) values |= state.candidates(c);
    return values;
}

// K. Gromley (2014), rule (6), word for word. `houses` is S_N. Returns the v that it removes from
// c_m for some c_i.
DigitSet rule_six(const State& state, const std::vector<Cell>& cn, const std::vector<House>& houses,
                  Cell cm) {
    const Geometry& g = state.geometry();
    const auto in = [&](Cell c, House h) { return std::ranges::binary_search(g.cells_of(h), c); };
    const auto share = [&](Cell a, Cell b) {
        return std::ranges::any_of(houses, [&](House h) { return in(a, h) && in(b, h); });
    };
    std::vector<Cell> beside, away;  // of C_n: in S_m, and C_o
    for (Cell c : cn) (share(c, cm) ? beside : away).push_back(c);
    if (away.empty() || beside.empty()) return {};
    for (Cell j : beside)
        if (std::ranges::none_of(away, [&](Cell i) { return share(i, j); })) return {};
    DigitSet removed;
    std::vector<std::pair<Cell, std::vector<Cell>>> primes;
    for (Cell i : away) {
        std::vector<Cell> prime;
        for (Cell j : beside)
            if (share(i, j)) prime.push_back(j);
        if (!values_of(state, prime).contains(state.candidates(i))) return {};
        primes.emplace_back(i, prime);
    }
    const DigitSet away_values = values_of(state, away);
    for (const auto& [i, prime] : primes) {
        std::vector<Cell> near;  // C_n in the houses of c_i
        for (Cell c : cn)
            if (share(c, i)) near.push_back(c);
        if (values_of(state, near).size() > near.size()) continue;
        for (Digit v : values_of(state, prime) - away_values) {
            bool only = true;
            for (Cell x : prime)
                for (Cell y : prime)
                    if (x < y && !(DigitSet{v}.contains(state.candidates(x) & state.candidates(y))))
                        only = false;
            if (only) removed.insert(v);
        }
    }
    return removed & state.candidates(cm);
}

// A blank 9x9 board with pencil marks in some cells.
Puzzle marked(std::initializer_list<std::pair<const char*, const char*>> cells) {
    Puzzle puzzle{Geometry::classic()};
    for (const auto& [name, digits] : cells) {
        DigitSet marks;
        for (const char* d = digits; *d != 0; ++d) marks.insert(Digit{*d - '1'});
        puzzle.set_marks(*parse_cell(name, 9), marks);
    }
    return puzzle;
}

std::vector<Cell> named(std::initializer_list<const char*> names) {
    std::vector<Cell> cells;
    for (const char* name : names) cells.push_back(*parse_cell(name, 9));
    return cells;
}

bool has_solution_with(Puzzle puzzle, const char* cell, char digit) {
    puzzle.set_given(*parse_cell(cell, 9), *parse_digit(digit, 9));
    return solve(puzzle).solution.has_value();
}

// Four cells, four values (1, 2, 5, 6); houses row 4, row 6, column 1, box 6. For c_i = r4c1 the
// cells of C_n in its houses are r4c1, r4c9 and r6c1, with the three values 1, 5 and 6; C'_i is
// r6c1 alone. The rule removes 6 from r6c2. But r4c9 and r6c1 do not see each other, may hold the
// same value, and then the 6 is not needed.
TEST(Sources, GromleysSixthRuleAsPrintedRemovesDigitsOfSolutions) {
    const Puzzle puzzle =
        marked({{"r4c1", "15"}, {"r4c9", "15"}, {"r6c1", "156"}, {"r6c7", "125"}});
    const State state{puzzle};
    const std::vector<House> houses{House{3}, House{5}, House{9}, House{18 + 5}};
    const DigitSet removed =
        rule_six(state, named({"r4c1", "r4c9", "r6c1", "r6c7"}), houses, *parse_cell("r6c2", 9));
    EXPECT_TRUE(removed.contains(Digit{5}));
    EXPECT_TRUE(has_solution_with(puzzle, "r6c2", '6'));
}

// The sound version, on the example that the text gives (n = 3): r1c5, r3c3, r3c5 hold 1, 2 and 3,
// and 1 leaves the first three cells of row 1.
TEST(Sources, GromleysSixthExampleIsAnXyWing) {
    const State state{marked({{"r1c5", "12"}, {"r3c3", "13"}, {"r3c5", "23"}})};
    std::set<Candidate> gone;
    find(state, {.technique = Technique::xy_wing}, [&](Step&& step) {
        gone.insert(step.eliminations.begin(), step.eliminations.end());
        return Flow::go_on;
    });
    for (const char* cell : {"r1c1", "r1c2", "r1c3"})
        EXPECT_TRUE(gone.contains({*parse_cell(cell, 9), Digit{0}})) << cell;
}

TEST(Sources, GromleysFourthRuleBAsPrintedAllowsAnyValue) {
    // Row 1 and box 1; outer cells r1c5 {1,2} and r2c2 {3,4} share nothing, so that "empty or {v}"
    // holds for every v; n = 4 cells, 4 values. The printed conclusion removes any v, 7 say, from
    // the rest of the crossing.
    const Puzzle puzzle =
        marked({{"r1c5", "12"}, {"r2c2", "34"}, {"r1c1", "1234"}, {"r1c2", "1234"}});
    const State state{puzzle};
    const std::vector<Cell> cells = named({"r1c5", "r2c2", "r1c1", "r1c2"});
    const std::vector<Cell> outer = named({"r1c5", "r2c2"});
    ASSERT_EQ(values_of(state, cells).size(), cells.size());
    EXPECT_TRUE((state.candidates(outer[0]) & state.candidates(outer[1])).empty());
    EXPECT_TRUE(has_solution_with(puzzle, "r1c3", '7'));
    // The counted set says what does follow: 1 to 4 leave r1c3, 1 and 2 the row, 3 and 4 the box.
    const auto step = find_first(state, {.technique = Technique::sue_de_coq});
    ASSERT_TRUE(step);
    std::set<Candidate> gone{step->eliminations.begin(), step->eliminations.end()};
    for (std::size_t d = 0; d < 4; ++d)
        EXPECT_TRUE(gone.contains({*parse_cell("r1c3", 9), Digit{d}}));
    EXPECT_TRUE(gone.contains({*parse_cell("r1c9", 9), Digit{0}}));
    EXPECT_TRUE(gone.contains({*parse_cell("r3c3", 9), Digit{3}}));
    EXPECT_FALSE(gone.contains({*parse_cell("r1c3", 9), Digit{6}}));
}

// (4A) as printed asks that no two outer cells share a value. Two that lie in one house cannot both
// take it, so they may.
TEST(Sources, GromleysFourthRuleAMissesOuterCellsThatShareAHouse) {
    const State state{marked(
        {{"r1c4", "123"}, {"r1c5", "123"}, {"r2c1", "56"}, {"r1c1", "12356"}, {"r1c2", "12356"}})};
    const auto step = find_first(state, {.technique = Technique::sue_de_coq});
    ASSERT_TRUE(step);
    EXPECT_TRUE(
        std::ranges::count(step->eliminations, Candidate{*parse_cell("r1c8", 9), Digit{2}}));
    EXPECT_TRUE(
        std::ranges::count(step->eliminations, Candidate{*parse_cell("r3c3", 9), Digit{5}}));
}

// (5) as printed wants the value in every crossing of the rows and columns. Three rows with two
// places each make a swordfish all the same.
TEST(Sources, GromleysFifthRuleMissesSwordfishWithGaps) {
    Puzzle puzzle{Geometry::classic()};
    const std::vector<std::vector<std::size_t>> places{{0, 3}, {3, 6}, {0, 6}};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t c = 0; c < 9; ++c)
            if (std::ranges::count(places[i], c) == 0)
                puzzle.set_marks(Cell{27 * i + c}, DigitSet::all(9) - DigitSet{Digit{4}});
    const State state{puzzle};
    EXPECT_FALSE(state.has({Cell{6}, Digit{4}}));  // not in every crossing
    const auto step = find_first(state, {.technique = Technique::swordfish});
    ASSERT_TRUE(step);
    EXPECT_EQ(step->eliminations.size(), 18U);
}

// Method F wants two places a row in the same two blocks; the franken X-wing wants just no place
// outside the two blocks.
TEST(Sources, MethodFsBoxFormIsAFrankenXWing) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t row : {0U, 1U})
        for (std::size_t c = 6; c < 9; ++c)
            puzzle.set_marks(Cell{9 * row + c}, DigitSet::all(9) - DigitSet{Digit{4}});
    const State state{puzzle};
    std::set<Candidate> gone;
    find(state, {.technique = Technique::franken_x_wing}, [&](Step&& step) {
        gone.insert(step.eliminations.begin(), step.eliminations.end());
        return Flow::go_on;
    });
    for (std::size_t c = 0; c < 6; ++c) EXPECT_TRUE(gone.contains({Cell{18 + c}, Digit{4}}));
}

}  // namespace
}  // namespace clew::logic
