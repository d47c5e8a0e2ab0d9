// What a plan promises about a puzzle, from the puzzle alone.

#include "solve/exact/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/board/notation.hpp"
#include "tests/solve/exact/random_puzzle.hpp"

namespace clew::exact {
namespace {

constexpr std::array roles{LoopRole::outer, LoopRole::inner, LoopRole::lanes};

std::vector<Puzzle> puzzles(std::uint64_t seed) {
    Random random{seed};
    std::vector<Puzzle> list{Puzzle{Geometry::classic()}};
    for (const std::size_t clues : {1U, 3U, 8U, 14U, 20U, 26U, 33U})
        list.push_back(random_puzzle(random, clues));
    for (const std::size_t chance : {20U, 50U, 80U}) list.push_back(random_marks(random, chance));
    return list;
}

std::uint64_t weight_of(const std::vector<Arrangement>& arrangements) {
    return std::accumulate(arrangements.begin(), arrangements.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Arrangement& a) { return sum + a.weight; });
}

/// The puzzle with its cells at other places and its digits renamed.
Puzzle moved(const Puzzle& puzzle, const std::array<std::size_t, 81>& to,
             const std::array<std::size_t, 9>& digit) {
    Puzzle result{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) {
        DigitSet marks;
        for (const Digit d : puzzle.options(Cell{i})) marks.insert(Digit{digit[d.index()]});
        result.set_marks(Cell{to[i]}, marks);
    }
    return result;
}

TEST(Plan, CellsOfTheTurnedBoardAreThoseOfTheBoard) {
    for (const Puzzle& puzzle : puzzles(61)) {
        const Outlook outlook{puzzle};
        const Plan& plan = outlook.best();
        std::array<int, 81> met{};
        for (std::size_t row = 0; row < 9; ++row)
            for (std::size_t column = 0; column < 9; ++column) {
                const std::size_t cell = Outlook::cell(plan, row, column);
                ++met.at(cell);
                const Box& box = outlook.box(plan, row / 3, roles[column / 3]);
                EXPECT_EQ(box.options()[row % 3 * 3 + column % 3],
                          puzzle.options(Cell{cell}).bits());
            }
        EXPECT_TRUE(std::ranges::all_of(met, [](int n) { return n == 1; }));
    }
}

TEST(Plan, TermsAreTheArrangementsListed) {
    int smaller = 0;
    for (const Puzzle& puzzle : puzzles(62)) {
        const Outlook outlook{puzzle};
        const Plan& plan = outlook.best();
        const auto outer = outlook.outer_list(plan);
        const auto inner = outlook.list(plan, LoopRole::inner),
                   lanes = outlook.list(plan, LoopRole::lanes);
        EXPECT_EQ(plan.terms, static_cast<double>(outer.size()) *
                                  static_cast<double>(inner.size()) *
                                  static_cast<double>(lanes.size()));
        EXPECT_GE(plan.work, plan.terms);
        // Up to fewer or more symmetries, they stand for the same arrangements.
        const auto all = outlook.list(plan, LoopRole::outer);
        EXPECT_EQ(weight_of(outer), weight_of(all)) << to_line(puzzle);
        EXPECT_LE(outer.size(), all.size());
        smaller += outer.size() < all.size() ? 1 : 0;
        EXPECT_TRUE(std::ranges::is_sorted(outer, {}, &Arrangement::map));
    }
    EXPECT_GT(smaller, 0);
}

TEST(Plan, CostsTheSameFromAllSides) {
    const std::uint64_t seed = 63;
    Random random{seed};
    for (const Puzzle& puzzle : puzzles(seed)) {
        const Plan plan = Outlook{puzzle}.best();
        std::array<std::size_t, 81> turned{};
        for (std::size_t i = 0; i < 81; ++i) turned[i] = i % 9 * 9 + i / 9;
        std::array<std::size_t, 9> digit{};
        std::iota(digit.begin(), digit.end(), std::size_t{0});
        random.shuffle(digit);
        const Plan other = Outlook{moved(puzzle, turned, digit)}.best();
        EXPECT_EQ(other.terms, plan.terms) << "seed " << seed << ": " << to_line(puzzle);
        EXPECT_EQ(other.work, plan.work) << "seed " << seed << ": " << to_line(puzzle);
    }
}

TEST(Plan, SymmetriesKeepTheOptions) {
    const std::uint64_t seed = 64;
    Random random{seed};
    int other = 0;
    for (const Puzzle& puzzle : puzzles(seed)) {
        const Outlook outlook{puzzle};
        const Plan& plan = outlook.best();
        for (int round = 0; round < 20; ++round) {
            const Outlook::Symmetry s = outlook.random_symmetry(plan, random);
            for (std::size_t row = 0; row < 9; ++row)
                for (std::size_t column = 0; column < 9; ++column) {
                    const Cell from{Outlook::cell(plan, row, column)};
                    const Cell to{Outlook::cell(plan, s.row[row], s.column[column])};
                    other += from == to ? 0 : 1;
                    for (std::size_t d = 0; d < 9; ++d)
                        ASSERT_EQ(puzzle.options(from).contains(Digit{d}),
                                  puzzle.options(to).contains(Digit{s.digit[d]}))
                            << "seed " << seed << ": " << to_line(puzzle);
                }
        }
    }
    EXPECT_GT(other, 0);
}

TEST(Plan, EqualDigitsHaveEqualOptions) {
    std::size_t most = 0;
    for (const Puzzle& puzzle : puzzles(65)) {
        std::size_t expected = 1;
        for (std::size_t d = 0; d < 9; ++d) {
            std::size_t alike = 0;
            for (std::size_t e = 0; e < 9; ++e) {
                bool same = true;
                for (std::size_t i = 0; i < 81; ++i) {
                    const DigitSet open = puzzle.options(Cell{i});
                    same = same && open.contains(Digit{d}) == open.contains(Digit{e});
                }
                alike += same ? 1 : 0;
            }
            expected = std::max(expected, alike);
        }
        EXPECT_EQ(Outlook{puzzle}.equal_digits(), expected) << to_line(puzzle);
        most = std::max(most, expected);
    }
    EXPECT_EQ(most, 9U);  // the blank grid
}

}  // namespace
}  // namespace clew::exact
