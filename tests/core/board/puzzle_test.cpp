#include "core/board/puzzle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/bits.hpp"
#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using reference::p92;

TEST(Puzzle, ReadsBackItsLine) {
    const Puzzle p = Puzzle::from_line(p92);
    EXPECT_EQ(to_line(p), p92);
    EXPECT_EQ(p.given_count(), 24U);
    EXPECT_EQ(p.given(Cell{2}), Digit{8});
    EXPECT_EQ(p.given(Cell{0}), std::nullopt);
    EXPECT_FALSE(p.has_marks());
}

TEST(Puzzle, DegreesOfFreedomOfP92AreAsPrinted) {  // J. Paris (2006): dof 150
    std::size_t freedom = 0;
    for (DigitSet d : Puzzle::from_line(p92).candidates_after_givens()) freedom += d.size() - 1;
    EXPECT_EQ(freedom, 150U);
}

TEST(Puzzle, GivensAndMarksTogetherAreTheOptions) {
    Puzzle p{Geometry::classic()};
    p.set_marks(Cell{0}, DigitSet::all(3));
    EXPECT_TRUE(p.has_marks());
    EXPECT_EQ(p.options(Cell{0}).size(), 3U);
    p.set_given(Cell{0}, Digit{1});
    EXPECT_EQ(p.options(Cell{0}), DigitSet{Digit{1}});
    p.set_given(Cell{0}, Digit{5});
    EXPECT_TRUE(p.options(Cell{0}).empty());
    p.clear_given(Cell{0});
    EXPECT_EQ(p.given_count(), 0U);
}

TEST(Puzzle, TakesAllGivensAtOnce) {
    Puzzle p{Geometry::standard(4)};
    std::vector<std::uint8_t> digits(16, 0);
    digits[3] = 4;
    digits[5] = 1;
    p.set_givens(digits);
    EXPECT_EQ(to_line(p), "...4.1..........");
    digits[0] = 5;
    EXPECT_THROW(p.set_givens(digits), ContractViolation);
    EXPECT_THROW(p.set_givens(std::vector<std::uint8_t>(15, 0)), ContractViolation);
    EXPECT_EQ(p.options(Cell{3}), DigitSet{Digit{3}});
    EXPECT_EQ(p.options(Cell{0}), DigitSet::all(4));
}

TEST(Puzzle, RequiresCellsAndDigitsOfItsBoard) {
    Puzzle p{Geometry::standard(4)};
    EXPECT_THROW(p.set_given(Cell{16}, Digit{0}), ContractViolation);
    EXPECT_THROW(p.set_given(Cell{0}, Digit{4}), ContractViolation);
    EXPECT_THROW(p.set_marks(Cell{0}, DigitSet{Digit{4}}), ContractViolation);
    EXPECT_THROW(Puzzle::from_line("12"), ContractViolation);
    EXPECT_THROW(Puzzle{nullptr}, ContractViolation);
}

TEST(Bits, BehaveAsASetOfNumbers) {
    Random random{1};
    for (int round = 0; round < 200; ++round) {
        Bits<640> a, b;
        std::vector<bool> in_a(640), in_b(640);
        for (int i = 0; i < 60; ++i) {
            const auto x = static_cast<std::size_t>(random.below(640));
            const auto y = static_cast<std::size_t>(random.below(640));
            a.set(x), in_a[x] = true;
            b.set(y), in_b[y] = true;
        }
        std::vector<bool> met(640);
        std::size_t last = 0;
        for (std::size_t i : (a | b) - (a & b)) {
            EXPECT_GE(i, last);
            last = i;
            met[i] = true;
        }
        for (std::size_t i = 0; i < 640; ++i) EXPECT_EQ(met[i], in_a[i] != in_b[i]);
        EXPECT_EQ((a ^ b).size(), static_cast<std::size_t>(std::ranges::count(met, true)));
        EXPECT_TRUE((a | b).contains(a));
        EXPECT_EQ(a.intersects(b), !(a & b).empty());
    }
}

TEST(Puzzle, RulesArePartOfTheQuestion) {
    const Puzzle plain{Geometry::classic()};
    Puzzle ruled = plain;
    EXPECT_TRUE(ruled.is_plain_classic());
    EXPECT_NO_THROW(refuse_rules(ruled, "logic"));
    ruled.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{1}, Cell{0}}});
    EXPECT_NE(ruled, plain);
    EXPECT_EQ(ruled.geometry_ptr(), plain.geometry_ptr());  // the board stays shared
    EXPECT_FALSE(ruled.is_plain_classic());
    Puzzle turned = plain;  // order matters
    turned.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}}});
    EXPECT_NE(ruled, turned);
    EXPECT_THROW(turned.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{81}}}),
                 ContractViolation);
    ruled.add_rule({.kind = RuleKind::sum, .cells = {Cell{0}}, .numbers = {0, 1, 1}});
    ruled.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{3}, Cell{4}}});
    try {
        refuse_rules(ruled, "logic");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "logic does not know thermometers and sums");
    }
}

TEST(Random, IsTheSameEverywhereAndWithoutBias) {
    Random random{42};
    EXPECT_EQ(random.next(), 13679457532755275413U);  // SplitMix64's published first output
    std::vector<int> hits(7);
    for (int i = 0; i < 70000; ++i) ++hits[static_cast<std::size_t>(random.below(7))];
    for (int h : hits) EXPECT_NEAR(h, 10000, 500);
}

}  // namespace
}  // namespace clew
