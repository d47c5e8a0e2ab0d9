#include "encode/sat/cores.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/sat_solve.hpp"

namespace clew::sat {
namespace {

using cnf::DemandKind;
using reference::gould;
using testing::ElementsAre;

Demand clue(std::size_t cell, std::size_t digit) {
    return {DemandKind::given, Cell{cell}, {}, Digit{digit}};
}

// The same puzzle with only those clues.
bool solvable_with(const Puzzle& puzzle, const std::vector<Demand>& clues) {
    Puzzle part{puzzle.geometry_ptr()};
    for (const Demand& d : clues) {
        if (d.kind == DemandKind::given) part.set_given(d.cell, d.digit);
        if (d.kind == DemandKind::marks) part.set_marks(d.cell, puzzle.marks(d.cell));
    }
    return solve(part).solution.has_value();
}

// The first of all, with as few demands as any.
Conflict smallest(Conflicts finder) {
    Conflict first;
    const ConflictCount count = finder.all({.limit = 1}, [&](std::span<const Demand> demands) {
        first.exists = true;
        first.demands.assign(demands.begin(), demands.end());
        return Flow::go_on;
    });
    EXPECT_EQ(count.ending, first.exists ? Ending::limit_reached : Ending::exhausted);
    return first;
}

Conflict smallest_conflict(const Puzzle& puzzle, Selectors among) {
    return smallest(Conflicts(cnf::encode(puzzle, {.selectors = among})));
}

void expect_minimal(const Puzzle& puzzle, const std::vector<Demand>& clues) {
    EXPECT_FALSE(solvable_with(puzzle, clues));
    for (std::size_t i = 0; i < clues.size(); ++i) {
        std::vector<Demand> rest = clues;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_TRUE(solvable_with(puzzle, rest)) << cnf::describe(clues[i], puzzle);
    }
}

TEST(Conflicts, TwoEqualCluesInARowAreTheSmallestConflict) {
    Puzzle p = Puzzle::from_line(gould);
    p.set_given(Cell{0}, Digit{8});  // a second 9 in row 1
    const Conflict c = smallest_conflict(p, Selectors::clues);
    ASSERT_TRUE(c.exists);
    EXPECT_THAT(c.demands, ElementsAre(clue(0, 8), clue(2, 8)));
    EXPECT_EQ(c.ending, Ending::exhausted);
}

TEST(Conflicts, APuzzleWithSolutionsHasNone) {
    const Puzzle p = Puzzle::from_line(gould);
    EXPECT_FALSE(minimal_conflict(p, Selectors::clues).exists);
    EXPECT_FALSE(smallest_conflict(p, Selectors::all).exists);
    EXPECT_FALSE(minimal_conflict(Puzzle{Geometry::classic()}, Selectors::clues).exists);
    const ConflictCount none = conflicts(p, Selectors::clues, {}, [](auto) { return Flow::go_on; });
    EXPECT_EQ(none.found, 0U);
    EXPECT_EQ(none.ending, Ending::exhausted);
}

TEST(Conflicts, AMinimalOneCannotLoseADemand) {
    Random random{7};
    for (int round = 0; round < 20; ++round) {
        Puzzle p = Puzzle::from_line(gould);
        std::vector<Cell> clues;
        for (std::size_t i = 0; i < 81; ++i)
            if (p.given(Cell{i})) clues.push_back(Cell{i});
        const Cell changed = clues[random.below(clues.size())];
        p.set_given(changed, Digit{(p.given(changed)->index() + 1 + random.below(8)) % 9});
        const Conflict c = minimal_conflict(p, Selectors::clues);
        if (!c.exists) continue;  // the changed puzzle may be a puzzle too
        expect_minimal(p, c.demands);
        // the puzzle was sound before, so the altered clue takes part in every conflict
        EXPECT_NE(std::ranges::find(c.demands, changed, &Demand::cell), c.demands.end());
        const Conflict s = smallest_conflict(p, Selectors::clues);
        EXPECT_LE(s.demands.size(), c.demands.size());
        expect_minimal(p, s.demands);
    }
}

// All subsets of the clues, by brute force, on a 4x4 board.
std::set<std::vector<Demand>> all_by_hand(const Puzzle& puzzle) {
    std::vector<Demand> clues;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        if (const auto given = puzzle.given(Cell{i})) clues.push_back(clue(i, given->index()));
    std::vector<std::uint32_t> minimal;
    std::vector<std::uint32_t> subsets;
    for (std::uint32_t s = 0; s < 1U << clues.size(); ++s) subsets.push_back(s);
    std::ranges::stable_sort(subsets, {}, [](std::uint32_t s) { return std::popcount(s); });
    std::set<std::vector<Demand>> found;
    for (std::uint32_t s : subsets) {
        if (std::ranges::any_of(minimal, [s](std::uint32_t m) { return (m & ~s) == 0; })) continue;
        std::vector<Demand> chosen;
        for (std::size_t i = 0; i < clues.size(); ++i)
            if ((s >> i & 1U) != 0) chosen.push_back(clues[i]);
        if (solvable_with(puzzle, chosen)) continue;
        minimal.push_back(s);
        found.insert(chosen);
    }
    return found;
}

TEST(Conflicts, AllMinimalOnesComeOnceAndBySize) {
    Random random{11};
    std::uint64_t seen = 0;
    for (int round = 0; round < 12; ++round) {
        Puzzle p{Geometry::standard(4)};
        for (int clues = 0; clues < 8; ++clues)
            p.set_given(Cell{random.below(16)}, Digit{random.below(4)});
        std::set<std::vector<Demand>> found;
        std::size_t size = 0;
        const ConflictCount count =
            conflicts(p, Selectors::clues, {}, [&](std::span<const Demand> demands) {
                EXPECT_LE(size, demands.size());
                size = demands.size();
                EXPECT_TRUE(found.emplace(demands.begin(), demands.end()).second);
                return Flow::go_on;
            });
        EXPECT_EQ(count.ending, Ending::exhausted);
        EXPECT_EQ(found, all_by_hand(p)) << to_line(p);
        seen += found.size();
    }
    EXPECT_GT(seen, 20U);
}

TEST(Conflicts, LimitsOfNumberAndSizeAndBudgetAreHonoured) {
    Puzzle p = Puzzle::from_line(gould);
    p.set_given(Cell{0}, Digit{8});
    p.set_given(Cell{1}, Digit{8});
    std::size_t largest = 0;
    const auto sink = [&](std::span<const Demand> d) {
        largest = std::max(largest, d.size());
        return Flow::go_on;
    };
    ConflictCount count = conflicts(p, Selectors::clues, {.max_size = 2}, sink);
    EXPECT_EQ(count.ending, Ending::exhausted);
    EXPECT_EQ(count.found, 3U);  // the pairs among three 9s in one box
    EXPECT_EQ(largest, 2U);
    count = conflicts(p, Selectors::clues, {.limit = 1}, sink);
    EXPECT_EQ(count.ending, Ending::limit_reached);
    EXPECT_EQ(count.found, 1U);
    count = conflicts(p, Selectors::all, {.budget = {.max_nodes = 3}}, sink);
    EXPECT_EQ(count.ending, Ending::out_of_budget);
    StopFlag stop;
    stop.raise();
    count = conflicts(p, Selectors::clues, {.budget = {.stop = &stop}}, sink);
    EXPECT_EQ(count.ending, Ending::interrupted);
    EXPECT_EQ(minimal_conflict(p, Selectors::clues, {.stop = &stop}).ending, Ending::interrupted);
}

TEST(Conflicts, ExplainWhyACandidateIsImpossible) {
    // r1c1 sees an 8 at r1c9 only through row 1; the smallest reason is that clue and that rule.
    Puzzle p{Geometry::classic()};
    p.set_given(Cell{8}, Digit{7});
    p.set_given(Cell{40}, Digit{2});
    cnf::Encoded why = cnf::encode(p, {.selectors = Selectors::all});
    why.formula.add({why.map.literal({Cell{0}, Digit{7}})});
    const Conflict reason = smallest(Conflicts(why));
    ASSERT_TRUE(reason.exists);
    EXPECT_THAT(reason.demands,
                testing::UnorderedElementsAre(
                    clue(8, 7), Demand{DemandKind::house_at_most_one, {}, House{0}, Digit{7}}));
}

TEST(Conflicts, ExplainAHiddenSingleInNineDemands) {
    // 1s at r2c4, r3c7 and r4c3 leave r1c1 or r1c2 in box 1; a 5 in r1c2 leaves r1c1.
    Puzzle p{Geometry::classic()};
    p.set_given(Cell{9 + 3}, Digit{0});
    p.set_given(Cell{18 + 6}, Digit{0});
    p.set_given(Cell{27 + 2}, Digit{0});
    p.set_given(Cell{1}, Digit{4});
    cnf::Encoded why = cnf::encode(p, {.selectors = Selectors::all});
    why.formula.add({~why.map.literal({Cell{0}, Digit{0}})});
    const Conflict reason = smallest(Conflicts(why));
    ASSERT_TRUE(reason.exists);
    EXPECT_EQ(reason.ending, Ending::exhausted);
    EXPECT_EQ(reason.demands.size(), 9U);
    std::vector<std::string> text;
    for (const Demand& d : reason.demands) text.push_back(cnf::describe(d, p));
    // through box 1 or, as short, through row 1: the four clues are in it either way
    EXPECT_THAT(text, testing::IsSupersetOf({"the clue 1 at r2c4", "the clue 1 at r3c7",
                                             "the clue 1 at r4c3", "the clue 5 at r1c2",
                                             "r1c2 holds no two digits"}));
    const Conflict small = Conflicts(why).minimal();
    EXPECT_TRUE(small.exists);
    EXPECT_GE(small.demands.size(), 9U);
}

TEST(Conflicts, PencilMarksAreDemandsToo) {
    Puzzle p{Geometry::standard(4)};
    for (std::size_t i = 0; i < 3; ++i) p.set_marks(Cell{i}, DigitSet::all(2));
    const Conflict c = minimal_conflict(p, Selectors::clues);
    ASSERT_TRUE(c.exists);
    EXPECT_EQ(c.demands.size(), 3U);
    EXPECT_EQ(c.demands[0].kind, DemandKind::marks);
}

TEST(Conflicts, WithoutOneOfItsDemandsThereIsNone) {
    Puzzle p = Puzzle::from_line(gould);
    p.set_given(Cell{0}, Digit{8});
    EXPECT_TRUE(minimal_conflict(p, Selectors::clues).exists);
    Puzzle two{Geometry::classic()};
    two.set_given(Cell{0}, Digit{8});
    EXPECT_FALSE(minimal_conflict(two, Selectors::clues).exists);
    two.set_given(Cell{2}, Digit{8});
    EXPECT_TRUE(minimal_conflict(two, Selectors::clues).exists);
    p.clear_given(Cell{0});
    EXPECT_FALSE(minimal_conflict(p, Selectors::clues).exists);
    EXPECT_FALSE(smallest_conflict(p, Selectors::clues).exists);
}

TEST(Conflicts, MisuseIsAContractViolation) {
    const Puzzle p = Puzzle::from_line(gould);
    EXPECT_THROW(minimal_conflict(p, Selectors::none), ContractViolation);
    const auto sink = [](auto) { return Flow::go_on; };
    EXPECT_THROW(conflicts(p, Selectors::none, {}, sink), ContractViolation);
    for (const std::size_t i : {0U, 5U, 10U}) {
        cnf::Encoded encoded = cnf::encode(p, {.selectors = Selectors::clues});
        encoded.formula.add({Lit::positive(encoded.map.selectors()[i])});
        EXPECT_THROW(Conflicts{encoded}, ContractViolation);
    }
}

}  // namespace
}  // namespace clew::sat
