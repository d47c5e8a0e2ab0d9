#include "core/base/numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.hpp"

namespace clew {
namespace {

TEST(Numbers, GroupsOfThreeFromTheRight) {
    EXPECT_EQ(grouped(std::string{}), "");
    EXPECT_EQ(grouped(std::uint64_t{0}), "0");
    EXPECT_EQ(grouped(std::uint64_t{18'446'744'073'709'551'615U}), "18 446 744 073 709 551 615");
    const std::uint64_t seed = 7;
    Random random{seed};
    for (int i = 0; i < 200; ++i) {
        const std::uint64_t number = random.next() >> random.below(64);
        std::string text = grouped(number);
        for (std::size_t k = 0; k < text.size(); ++k)
            ASSERT_EQ(text[text.size() - 1 - k] == ' ', k % 4 == 3) << text << ", seed " << seed;
        std::erase(text, ' ');
        ASSERT_EQ(text, std::to_string(number)) << "seed " << seed;
    }
}

TEST(Numbers, DecimalsAreDigitsWithAPoint) {
    EXPECT_EQ(parse_decimal("12"), 12.0);
    EXPECT_EQ(parse_decimal("0.05"), 0.05);
    EXPECT_EQ(parse_decimal(".5"), 0.5);
    EXPECT_EQ(parse_decimal("3."), 3.0);
    for (const char* text : {"", ".", "1.2.3", "-1", "+1", "1e3", " 1", "1,5", "nan", "0x1"})
        EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
}

TEST(Numbers, OneIsOne) {
    EXPECT_EQ(counted(0, "step", "steps"), "0 steps");
    EXPECT_EQ(counted(1, "step", "steps"), "1 step");
    EXPECT_EQ(counted(1234, "step", "steps"), "1234 steps");
    EXPECT_EQ(grouped(1, "node is", "nodes are"), "1 node is");
    EXPECT_EQ(grouped(1234, "node is", "nodes are"), "1 234 nodes are");
}

}  // namespace
}  // namespace clew
