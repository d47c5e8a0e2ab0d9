// The valid puzzles nearest to a reading, against trying every reading.

#include "setter/misread.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "solve/solve.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::setter {
namespace {

TEST(Misread, FindsTheClueThatWasTakenForAnother) {
    const Puzzle right = Puzzle::from_line(reference::gould);
    const Confusions usual = usual_confusions();
    int tested = 0;
    for (std::size_t i = 0; i < 81; ++i)
        for (const Confusions::Pair& pair : usual.digits) {
            const auto given = right.given(Cell{i});
            if (!given || (*given != pair.one && *given != pair.other)) continue;
            Puzzle wrong = right;
            wrong.set_given(Cell{i}, *given == pair.one ? pair.other : pair.one);
            if (verify(wrong).validity == Validity::unique) continue;  // a valid misprint
            const MisreadResult found = misread(wrong, usual, {.top = 50});
            ASSERT_FALSE(found.puzzles.empty());
            EXPECT_TRUE(std::ranges::any_of(found.puzzles, [&](const ValidReading& one) {
                return one.puzzle == right && one.changes.size() == 1 &&
                       one.changes[0].cell == Cell{i};
            })) << i;
            ++tested;
        }
    EXPECT_GT(tested, 5);
}

TEST(Misread, TakesAValidPuzzleAsItStandsFirst) {
    const MisreadResult found =
        misread(Puzzle::from_line(reference::gould), usual_confusions(), {.top = 1});
    ASSERT_EQ(found.puzzles.size(), 1U);
    EXPECT_TRUE(found.puzzles[0].changes.empty());
    EXPECT_EQ(found.puzzles[0].share, 1);
    EXPECT_TRUE(found.suspects.empty());
    EXPECT_EQ(found.ending, Ending::limit_reached);
}

// All readings of a 4x4 puzzle with four doubtful cells, one by one.
TEST(Misread, IsWhatTryingEveryReadingFinds) {
    Puzzle puzzle{Geometry::standard(4)};
    const std::string clues = "12....3....1..4.";
    for (std::size_t i = 0; i < clues.size(); ++i)
        if (const auto digit = parse_digit(clues[i], 4)) puzzle.set_given(Cell{i}, *digit);
    const Confusions doubts = parse_confusions(
        "r1c1=3:0.5, r1c2=4:0.25, r2c3=2:0.4, r2c3=.:0.1, r3c4=2:0.3, r4c3=1:0.2, r4c4=2:0.15", 4);
    const MisreadResult found = misread(puzzle, doubts, {.top = 1000});
    EXPECT_EQ(found.ending, Ending::exhausted);
    std::vector<double> odds;
    std::size_t readings = 0;
    for (unsigned mask = 0; mask < 1U << doubts.cells.size(); ++mask) {
        Puzzle other = puzzle;
        double product = 1;
        std::vector<bool> touched(16);
        bool twice = false;
        for (std::size_t k = 0; k < doubts.cells.size(); ++k) {
            if ((mask >> k & 1) == 0) continue;
            const OtherReading& change = doubts.cells[k];
            twice = twice || touched[change.cell.index()];
            touched[change.cell.index()] = true;
            other.clear_given(change.cell);
            if (change.digit) other.set_given(change.cell, *change.digit);
            product *= change.odds;
        }
        if (twice) continue;
        ++readings;
        if (verify(other).validity == Validity::unique) odds.push_back(product);
    }
    EXPECT_EQ(found.tried, readings);
    std::ranges::sort(odds, std::ranges::greater{});
    ASSERT_EQ(found.puzzles.size(), odds.size());
    ASSERT_GT(odds.size(), 2U);
    double total = 0;
    for (const double one : odds) total += one;
    for (std::size_t i = 0; i < odds.size(); ++i) {
        EXPECT_NEAR(found.puzzles[i].share, odds[i] / total, 1e-9);
        const Verdict verdict = verify(found.puzzles[i].puzzle);
        EXPECT_EQ(verdict.validity, Validity::unique);
        EXPECT_EQ(verdict.witnesses.front(), found.puzzles[i].solution);
    }
    EXPECT_TRUE(std::ranges::is_sorted(found.suspects, std::ranges::greater{},
                                       &std::pair<Cell, double>::second));
}

TEST(Misread, EndsWhereItIsTold) {
    const Puzzle p92 = Puzzle::from_line(reference::p92);
    EXPECT_EQ(misread(p92, usual_confusions(), {.tried = 3}).ending, Ending::out_of_budget);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(misread(p92, usual_confusions(), {.stop = &stop}).ending, Ending::interrupted);
}

TEST(Misread, ReadsConfusions) {
    const Confusions c = parse_confusions("usual, 4/9:0.2,r1c1=., r9c9=5:1", 9);
    EXPECT_EQ(c.digits.size(), 5U);
    EXPECT_EQ(c.digits.back().odds, 0.2);
    ASSERT_EQ(c.cells.size(), 2U);
    EXPECT_FALSE(c.cells[0].digit);
    EXPECT_EQ(c.cells[1].odds, 1);
    for (const char* bad :
         {"", "1/1", "1/x", "17", "1/7:0", "1/7:2", "1/7:", "r0c1=1", "r1c1=", "r1c1=55", "r1c1"})
        EXPECT_THROW(parse_confusions(bad, 9), InputError) << bad;
}

}  // namespace
}  // namespace clew::setter
