#include "encode/proof/linear.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "encode/base/random.hpp"

namespace clew::proof {
namespace {

constexpr int variables = 5;

Linear random_constraint(Random& random) {
    std::vector<Linear::Term> terms;
    for (int v = 1; v <= variables; ++v)
        for (const int l : {v, -v})
            if (random.below(3) == 0)
                terms.push_back({static_cast<std::int64_t>(random.below(9)) - 3, l});
    return Linear::of(std::move(terms), static_cast<std::int64_t>(random.below(9)) - 2);
}

bool holds(const Linear& c, std::uint32_t truth) {
    std::int64_t sum = 0;
    for (const auto& t : c.terms())
        if ((((truth >> (std::abs(t.literal) - 1)) & 1) != 0) == (t.literal > 0)) sum += t.weight;
    return sum >= c.degree();
}

bool follows(const Linear& a, const Linear* b, const Linear& from) {
    for (std::uint32_t truth = 0; truth < (1U << variables); ++truth)
        if (holds(a, truth) && (b == nullptr || holds(*b, truth)) && !holds(from, truth))
            return false;
    return true;
}

TEST(Linear, KeepsOneForm) {
    EXPECT_EQ(Linear::of({{2, 3}, {-1, -1}, {1, 3}}, 1), Linear::of({{1, 1}, {3, 3}}, 2));
    EXPECT_EQ(Linear::of({{3, 2}, {1, -2}}, 2), Linear::of({{2, 2}}, 1));
    EXPECT_TRUE(Linear::of({{1, 1}, {1, -1}}, 1).is_trivial());
    EXPECT_TRUE(Linear::of({{1, 1}, {1, 2}}, 3).is_contradiction());
    EXPECT_TRUE(Linear::of({{2, 1}, {3, 2}}, 2).is_clause());
    EXPECT_FALSE(Linear::of({{1, 1}, {3, 2}}, 2).is_clause());
    EXPECT_EQ(Linear::clause(std::vector<Literal>{2, -1, 2}), Linear::of({{1, 2}, {1, -1}}, 1));
}

// Against all assignments of five variables.
TEST(Linear, RulesAreSound) {
    std::size_t implications = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random{seed};
        const Linear a = random_constraint(random), b = random_constraint(random);
        Linear c = a;
        c.add(b);
        EXPECT_TRUE(follows(a, &b, c)) << "add, seed " << seed;
        c = a;
        c.multiply(3);
        EXPECT_TRUE(follows(a, nullptr, c) && follows(c, nullptr, a)) << "multiply, seed " << seed;
        c = a;
        c.divide(static_cast<std::int64_t>(1 + random.below(4)));
        EXPECT_TRUE(follows(a, nullptr, c)) << "divide, seed " << seed;
        c = a;
        c.saturate();
        EXPECT_TRUE(follows(a, nullptr, c)) << "saturate, seed " << seed;
        c = a;
        c.weaken(static_cast<Literal>(1 + random.below(variables)));
        EXPECT_TRUE(follows(a, nullptr, c)) << "weaken, seed " << seed;
        for (std::uint32_t truth = 0; truth < (1U << variables); ++truth)
            EXPECT_NE(holds(a, truth), holds(a.negation(), truth)) << "negation, seed " << seed;
        if (a.implies(b)) {
            ++implications;
            EXPECT_TRUE(follows(a, nullptr, b)) << "implies, seed " << seed;
        }
        EXPECT_EQ(a.is_clause() && follows(a, nullptr, Linear::clause(a.literals())),
                  a.is_clause());
    }
    EXPECT_GT(implications, 300U);
}

TEST(Linear, RefusesNumbersThatAreTooLarge) {
    Linear c = Linear::of({{std::int64_t{1} << 59, 1}}, 1);
    EXPECT_THROW(c.multiply(4), Overflow);
    EXPECT_THROW(c.add(Linear::of({{std::int64_t{1} << 60, 2}}, 1)), Overflow);
}

}  // namespace
}  // namespace clew::proof
