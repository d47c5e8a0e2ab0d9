#include "core/base/count.hpp"

#include <gtest/gtest.h>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"

namespace clew {
namespace {

__extension__ using U128 = unsigned __int128;

constexpr std::uint64_t top = ~std::uint64_t{0};

TEST(Count, HoldsTheBlankGrid) {
    const auto n = Count::parse("6670903752021072936960");
    ASSERT_TRUE(n);
    EXPECT_EQ(n->to_string(), "6670903752021072936960");
    EXPECT_EQ(n->grouped(), "6 670 903 752 021 072 936 960");
    EXPECT_EQ(n->to_u64(), std::nullopt);
    EXPECT_NEAR(n->to_double(), 6.670903752021073e21, 1e7);
    EXPECT_EQ(*n, Count::from_u128(361, 11629141411924803584U));
    // Felgenhauer and Jarvis (2005): 9! * 72^2 * 2^7 * 27704267971
    EXPECT_EQ(Count{362880} * Count{72U * 72U} * Count{128} * Count{27704267971U}, *n);
}

TEST(Count, CrossesTheWordBothWays) {
    Count n{top};
    n += Count{1};
    EXPECT_EQ(n.to_string(), "18446744073709551616");
    EXPECT_EQ(n, Count::from_u128(1, 0));
    EXPECT_GT(n, Count{top});
    n -= Count{1};
    EXPECT_EQ(n.to_u64(), top);
    EXPECT_EQ(n, Count{top});
    EXPECT_EQ((Count{top} * Count{top}).to_string(), "340282366920938463426481119284349108225");
}

TEST(Count, ParsesDigitsOnly) {
    EXPECT_EQ(Count::parse("0"), Count{0});
    EXPECT_EQ(Count::parse("000"), Count{0});
    EXPECT_EQ(Count::parse("0010"), Count{10});
    for (const char* text : {"", "-1", "1 000", "0x10", "12a"})
        EXPECT_EQ(Count::parse(text), std::nullopt) << text;
}

TEST(Count, GroupsByThree) {
    EXPECT_EQ(Count{0}.grouped(), "0");
    EXPECT_EQ(Count{999}.grouped(), "999");
    EXPECT_EQ(Count{1000}.grouped(), "1 000");
    EXPECT_EQ(Count{123456}.grouped(), "123 456");
}

TEST(Count, AgreesWithMachineArithmetic) {
    Random random{5};
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t a = random.next() >> random.below(64),
                            b = random.next() >> random.below(64);
        const auto sum = static_cast<U128>(a) + b;
        const auto product = static_cast<U128>(a) * b;
        const auto count_of = [](U128 x) {
            return Count::from_u128(static_cast<std::uint64_t>(x >> 64),
                                    static_cast<std::uint64_t>(x));
        };
        EXPECT_EQ(Count{a} + Count{b}, count_of(sum));
        EXPECT_EQ(Count{a} * Count{b}, count_of(product));
        EXPECT_EQ(Count{a} + Count{b} - Count{b}, Count{a});
        EXPECT_EQ(Count{a} < Count{b}, a < b);
        EXPECT_EQ(Count::parse((Count{a} * Count{b}).to_string()), count_of(product));
    }
}

TEST(Count, RefusesToGoBelowZero) { EXPECT_THROW(Count{1} - Count{2}, ContractViolation); }

TEST(Count, CopiesAndMoves) {
    Count big = Count::from_u128(7, 7);
    Count copy = big;
    const Count& same = copy;
    copy = same;
    EXPECT_EQ(copy, big);
    const Count moved = std::move(big);
    EXPECT_EQ(moved, copy);
    big = Count{3};
    EXPECT_EQ(big.to_string(), "3");
}

}  // namespace
}  // namespace clew
