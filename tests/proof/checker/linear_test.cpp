#include "proof/checker/linear.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/checked.hpp"
#include "core/base/random.hpp"

namespace clew::proof {
namespace {

constexpr int variables = 5;

/// Small numbers, or those at which arithmetic could go wrong.
enum class Numbers { small, at_the_edges };

std::int64_t number(Random& random, Numbers which) {
    if (which == Numbers::small || random.below(2) == 0)
        return static_cast<std::int64_t>(random.below(9)) - 3;
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    const std::uint64_t bits = random.below(64);
    const std::int64_t edge = bits == 63 ? greatest : std::int64_t{1} << bits;
    const std::int64_t beside =
        edge - 1 + static_cast<std::int64_t>(random.below(edge == greatest ? 2 : 3));
    return random.below(4) == 0 ? -beside - static_cast<std::int64_t>(random.below(2)) : beside;
}

Linear random_constraint(Random& random, Numbers which) {
    for (;;) try {
            std::vector<Linear::Term> terms;
            for (int v = 1; v <= variables; ++v)
                for (const int l : {v, -v})
                    if (random.below(3) == 0) terms.push_back({number(random, which), l});
            return Linear::of(std::move(terms), number(random, which));
        } catch (const Overflow&) {
        }
}

bool holds(const Linear& c, std::uint32_t truth) {
    __extension__ using Wide = __int128;
    Wide sum = 0;
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

// Against all assignments of five variables. A rule whose numbers do not fit says so.
TEST(Linear, RulesAreSound) {
    std::size_t implications = 0, refused = 0, tried = 0;
    for (std::uint64_t seed = 1; seed <= 12000; ++seed) {
        Random random{seed};
        const Numbers which = seed % 4 == 0 ? Numbers::small : Numbers::at_the_edges;
        const Linear a = random_constraint(random, which), b = random_constraint(random, which);
        const std::int64_t factor = std::max<std::int64_t>(1, number(random, which));
        const auto rule = [&](const char* name, const Linear* other, const auto& apply) {
            Linear c = a;
            ++tried;
            try {
                apply(c);
            } catch (const Overflow&) {
                ++refused;
                EXPECT_EQ(which, Numbers::at_the_edges) << name << ", seed " << seed;
                return;
            }
            EXPECT_TRUE(follows(a, other, c)) << name << ", seed " << seed;
            std::int64_t total = 0;
            for (const auto& t : c.terms()) {
                EXPECT_GT(t.weight, 0) << name << ", seed " << seed;
                total += t.weight;
            }
            EXPECT_EQ(c.total(), total) << name << ", seed " << seed;
        };
        rule("add", &b, [&](Linear& c) { c.add(b); });
        rule("multiply", nullptr, [&](Linear& c) {
            c.multiply(factor);
            EXPECT_TRUE(follows(c, nullptr, a)) << "seed " << seed;
        });
        rule("divide", nullptr, [&](Linear& c) { c.divide(factor); });
        rule("saturate", nullptr, [](Linear& c) { c.saturate(); });
        rule("weaken", nullptr,
             [&](Linear& c) { c.weaken(static_cast<Literal>(1 + random.below(variables))); });
        try {
            const Linear opposite = a.negation();
            for (std::uint32_t truth = 0; truth < (1U << variables); ++truth)
                EXPECT_NE(holds(a, truth), holds(opposite, truth)) << "negation, seed " << seed;
            if (a.implies(b)) {
                ++implications;
                EXPECT_TRUE(follows(a, nullptr, b)) << "implies, seed " << seed;
            }
        } catch (const Overflow&) {
            EXPECT_EQ(which, Numbers::at_the_edges) << "seed " << seed;
        }
        EXPECT_EQ(a.is_clause() && follows(a, nullptr, Linear::clause(a.literals())),
                  a.is_clause());
    }
    EXPECT_GT(implications, 300U);
    EXPECT_GT(refused, 1000U);
    EXPECT_LT(refused, tried / 2);
}

TEST(Linear, RefusesNumbersThatDoNotFit) {
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    const Linear half = Linear::of({{std::int64_t{1} << 62, 1}}, 1);
    Linear c = half;
    EXPECT_THROW(c.multiply(2), Overflow);
    EXPECT_THROW(c.add(Linear::of({{std::int64_t{1} << 62, 2}}, 1)), Overflow);
    EXPECT_THROW(Linear::of({{-greatest - 1, 1}}, 1), Overflow);
    EXPECT_THROW(Linear::of({}, -greatest - 1).negation(), Overflow);
    // Rounded up, whatever the number: 1 of anything is 1.
    for (const std::int64_t k : {greatest, greatest - 1, (std::int64_t{1} << 62) + 1}) {
        c = Linear::of({{k - 1, 1}, {1, 2}}, k);
        c.divide(k);
        EXPECT_EQ(c, Linear::of({{1, 1}, {1, 2}}, 1));
    }
}

}  // namespace
}  // namespace clew::proof
