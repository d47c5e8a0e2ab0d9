#include "logic/lab/choice.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.hpp"

namespace clew::logic {
namespace {

constexpr std::size_t rules = 10;

std::vector<long long> random_prices(Random& random) {
    std::vector<long long> prices;
    for (std::size_t i = 0; i < rules; ++i)
        prices.push_back(static_cast<long long>(random.below(5)));
    return prices;
}

Choice random_choice(Random& random, std::uint64_t percent) {
    Choice choice;
    for (std::size_t i = 0; i < rules; ++i)
        if (random.below(100) < percent) choice |= choice_of(i);
    return choice;
}

bool allowed(const std::vector<Lesson>& lessons, Choice choice) {
    for (const Lesson& lesson : lessons)
        if (!lesson.allows(choice)) return false;
    return true;
}

TEST(Choice, TheCheapestIsTheCheapestOfAllThatLessonsAllow) {
    std::size_t found = 0, none = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Random random{seed};
        const std::vector<long long> prices = random_prices(random);
        std::vector<Lesson> lessons;
        const std::size_t count = 1 + random.below(12);
        for (std::size_t i = 0; i < count; ++i)
            lessons.push_back({random_choice(random, 20), random_choice(random, 15)});
        Settled settled{random_choice(random, 10), {}};
        settled.refused = random_choice(random, 20) & ~settled.taken;
        const long long limit = 3 + static_cast<long long>(random.below(25));

        long long least = limit;
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << rules; ++bits) {
            const Choice c{bits};
            if ((settled.taken & ~c).empty() && (settled.refused & c).empty() &&
                allowed(lessons, c))
                least = std::min(least, price_of(prices, c));
        }
        std::uint64_t nodes = 1'000'000;
        const CheapestChoice best = cheapest_choice(prices, lessons, limit, nodes, settled);
        if (least == limit) {
            EXPECT_EQ(best.found, CheapestChoice::Found::none) << seed;
            ++none;
            continue;
        }
        ++found;
        ASSERT_EQ(best.found, CheapestChoice::Found::cheapest) << seed;
        EXPECT_EQ(best.price, least) << seed;
        EXPECT_EQ(price_of(prices, best.choice), least) << seed;
        EXPECT_TRUE(allowed(lessons, best.choice)) << seed;
        EXPECT_TRUE((settled.taken & ~best.choice).empty()) << seed;
        EXPECT_TRUE((settled.refused & best.choice).empty()) << seed;
    }
    EXPECT_GT(found, 50U);
    EXPECT_GT(none, 50U);
}

TEST(Choice, GivesUpWithoutNodes) {
    const std::vector<long long> prices = {1, 1};
    const std::vector<Lesson> lessons = {{0b11, 0}};
    std::uint64_t nodes = 1;
    EXPECT_EQ(cheapest_choice(prices, lessons, 9, nodes).found, CheapestChoice::Found::gave_up);
}

TEST(Choice, LessonsKeepNoneThatAnotherImplies) {
    Lessons lessons;
    EXPECT_TRUE(lessons.add({0b0110, 0b0001}));
    EXPECT_FALSE(lessons.add({0b0110, 0b0001}));
    EXPECT_FALSE(lessons.add({0b1110, 0b0001}));  // more to take
    EXPECT_TRUE(lessons.add({0b1000, 0b0001}));
    EXPECT_TRUE(lessons.add({0b0010, 0}));  // implies the first
    EXPECT_EQ(lessons.all().size(), 2U);
    EXPECT_FALSE(lessons.add({0b0010, 0b1000}));

    // A lesson that implies another allows no more, over all choices.
    const Lesson a{0b0010, 0}, b{0b0110, 0b0001};
    ASSERT_TRUE(a.implies(b));
    for (std::uint64_t c = 0; c < 16; ++c) EXPECT_TRUE(!a.allows(c) || b.allows(c)) << c;
}

}  // namespace
}  // namespace clew::logic
