#include "encode/exact/u128.hpp"

#include <gtest/gtest.h>

namespace clew::exact {
namespace {

constexpr std::uint64_t most = ~std::uint64_t{0};

TEST(U128, AddsAndSubtractsAcrossTheWord) {
    const U128 big = U128{0, most} + U128{0, 1};
    EXPECT_EQ(big, (U128{1, 0}));
    EXPECT_EQ(big - (U128{0, 1}), (U128{0, most}));
    EXPECT_LT((U128{0, most}), big);
}

TEST(U128, MultipliesAndDivides) {
    const U128 square = product(most, most);
    EXPECT_EQ(square, (U128{most - 1, 1}));
    EXPECT_EQ(quotient(square, most), (U128{0, most}));
    EXPECT_EQ(product(U128{1, 5}, 3), (U128{3, 15}));
}

TEST(U128, ReadsWhatItWrites) {
    for (const char* text : {"0", "7", "18446744073709551615", "18446744073709551616",
                             "6670903752021072936960", "340282366920938463463374607431768211455"}) {
        const auto value = parse_u128(text);
        ASSERT_TRUE(value) << text;
        EXPECT_EQ(to_string(*value), text);
    }
}

TEST(U128, RefusesWhatIsNoNumberOrTooLarge) {
    for (const char* text : {"", "-1", "12a", " 1", "340282366920938463463374607431768211456"})
        EXPECT_FALSE(parse_u128(text)) << text;
}

}  // namespace
}  // namespace clew::exact
