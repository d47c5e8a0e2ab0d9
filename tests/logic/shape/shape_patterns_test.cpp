#include "logic/shape/shape_argument.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "logic/shape/shape.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/bare_step.hpp"
#include "tests/logic/marked.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

using T = Technique;

/// An open board; cells with what they must not hold.
class Board {
  public:
    void take(std::size_t row, std::size_t column, const char* digits) {
        for (; *digits != '\0'; ++digits)
            marks_[9 * (row - 1) + column - 1].erase(*parse_digit(*digits, 9));
    }
    void keep(std::size_t row, std::size_t column, const char* digits) {
        take(row, column, "123456789");
        for (; *digits != '\0'; ++digits)
            marks_[9 * (row - 1) + column - 1].insert(*parse_digit(*digits, 9));
    }
    /// The same board with rows for columns.
    State state(bool turned = false) const {
        Puzzle puzzle{Geometry::classic()};
        for (std::size_t i = 0; i < 81; ++i)
            puzzle.set_marks(Cell{turned ? 9 * (i % 9) + i / 9 : i}, marks_[i]);
        return State{puzzle};
    }

  private:
    std::vector<DigitSet> marks_ = std::vector<DigitSet>(81, DigitSet::all(9));
};

/// What the finder's steps in these cells, if any are named, are called, a count for each name; ""
/// for none.
std::map<std::string, std::size_t> names(const State& state, T technique, std::size_t size,
                                         const std::set<Cell>& within = {}) {
    std::map<std::string, std::size_t> found;
    find(state, {.technique = technique}, [&](Step&& step) {
        for (const Group& g : step.groups)
            if (!within.empty() && g.role == Role::wing &&
                !within.contains(g.candidates.front().cell))
                return Flow::go_on;
        for (const Candidate gone : step.eliminations) {
            const auto shape = known_shape(state, bare_step(state, step, gone));
            ++found[shape ? info(shape->technique).id : ""];
            if (shape && shape->technique == technique) {
                EXPECT_EQ(shape->size, size);
            }
        }
        return Flow::go_on;
    });
    return found;
}

/// Base r1c1 and r1c2; columns 3, 5 and 8; targets r2c5 and r3c8; other places in rows 4 and 7.
Board exocet(const char* digits, bool near) {
    Board board;
    board.keep(1, 1, digits);
    board.keep(1, 2, digits);
    for (const std::size_t column : {3U, 5U, 8U})
        for (std::size_t row = 2; row <= 9; ++row) {
            const bool target = (column == 5 && row == 2) || (column == 8 && row == (near ? 3 : 9));
            if (!target && row != 4 && row != 7) board.take(row, column, digits);
        }
    return board;
}

TEST(ShapePatterns, IsAnExocetWhereTheBaseComesBackInTheTargets) {
    for (const bool turned : {false, true})
        for (const char* digits : {"123", "1234"})
            for (const bool near : {true, false}) {
                const T technique = near ? T::junior_exocet : T::senior_exocet;
                const State state = exocet(digits, near).state(turned);
                const auto at = [&](std::size_t row, std::size_t column) {
                    return Cell{turned ? 9 * column + row - 10 : 9 * row + column - 10};
                };
                const auto found = names(state, technique, std::string{digits}.size(),
                                         {at(2, 5), at(near ? 3 : 9, 8)});
                // All other digits go from both targets.
                EXPECT_EQ(found, (std::map<std::string, std::size_t>{
                                     {info(technique).id, 2 * (9 - std::string{digits}.size())}}))
                    << digits << (near ? " near" : " far");
            }
}

TEST(ShapePatterns, IsNoExocetIfSomethingElseIsCited) {
    const State state = exocet("123", true).state();
    const auto step = find_first(state, {.technique = T::junior_exocet});
    ASSERT_TRUE(step);
    Step bare = bare_step(state, *step);
    ASSERT_TRUE(known_shape(state, bare));
    // Whose cells are not all there is no exocet either, even if nothing more were needed.
    ShapeArgument argument{state, bare.eliminations.front()};
    for (const Citation& c : bare.cites)
        (c.use == Use::truth ? argument.truths : argument.links)
            .push_back({c.constraint, candidates_of(state, c.constraint)});
    EXPECT_TRUE(pattern_of(argument));
    ShapeArgument less = argument;
    std::erase_if(less.links, [](const ShapePart& p) {
        return p.is_cell() && p.constraint.cell == *parse_cell("r3c8", 9);
    });
    EXPECT_FALSE(pattern_of(less));
    ShapeArgument more = argument;
    more.links.push_back(
        {Constraint::of(Cell{80}), candidates_of(state, Constraint::of(Cell{80}))});
    EXPECT_FALSE(pattern_of(more));
    // Nor where a digit of the base has a third row.
    Board wider = exocet("123", true);
    wider.keep(9, 3, "123456789");
    const State other = wider.state();
    ShapeArgument loose{other, argument.asked};
    for (const Citation& c : bare.cites)
        (c.use == Use::truth ? loose.truths : loose.links)
            .push_back({c.constraint, candidates_of(other, c.constraint)});
    EXPECT_FALSE(pattern_of(loose));
}

/// Three digits in row 2 and column 2, in box 1 or in r2c6 and r7c2.
Board firework() {
    Board board;
    for (std::size_t i = 4; i <= 9; ++i) {
        if (i != 6) board.take(2, i, "125");
        if (i != 7) board.take(i, 2, "125");
    }
    return board;
}

TEST(ShapePatterns, IsAFireworkWhereThreeDigitsShareTheirFarCells) {
    for (const bool turned : {false, true}) {
        const auto found = names(firework().state(turned), T::firework_triple, 3);
        EXPECT_EQ(found, (std::map<std::string, std::size_t>{{"firework-triple", 18}}));
    }
    // A digit with another far cell is none of them.
    Board other = firework();
    const State before = other.state();
    const auto step = find_first(before, {.technique = T::firework_triple});
    ASSERT_TRUE(step);
    const Step bare = bare_step(before, *step);
    other.keep(2, 9, "123456789");
    const State after = other.state();
    ShapeArgument argument{after, bare.eliminations.front()};
    for (const Citation& c : bare.cites)
        (c.use == Use::truth ? argument.truths : argument.links)
            .push_back({c.constraint, candidates_of(after, c.constraint)});
    EXPECT_FALSE(pattern_of(argument));
}

TEST(ShapePatterns, IsAFireworkOfFourWhereTwoCornersMeet) {
    // 1 and 2 around r2c2, 3 and 4 around r7c6; both lead to r2c6 and r7c2.
    Board board;
    for (std::size_t i = 1; i <= 9; ++i) {
        if (i > 3 && i != 6) board.take(2, i, "12");
        if (i > 3 && i != 7) board.take(i, 2, "12");
        if ((i < 4 || i > 6) && i != 2) board.take(7, i, "34");
        if (i < 7 && i != 2) board.take(i, 6, "34");
    }
    const auto found = names(board.state(), T::firework_quadruple, 4);
    EXPECT_EQ(found, (std::map<std::string, std::size_t>{{"firework-quadruple", 20}}));
}

}  // namespace
}  // namespace clew::logic
