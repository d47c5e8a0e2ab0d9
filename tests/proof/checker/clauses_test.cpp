#include "proof/checker/clauses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace clew::proof {
namespace {

using Clause = std::vector<Literal>;

/// What follows by reverse unit propagation, by going over all clauses until nothing changes.
bool plainly_implied(const std::vector<Clause>& clauses, const Clause& asked,
                     std::size_t variables) {
    std::vector<int> value(variables + 1, 0);
    const auto of = [&](Literal l) {
        return l > 0 ? value[std::size_t(l)] : -value[std::size_t(-l)];
    };
    const auto make = [&](Literal l) { value[std::size_t(l > 0 ? l : -l)] = l > 0 ? 1 : -1; };
    const auto settle = [&]() {
        for (bool again = true; again;) {
            again = false;
            for (const Clause& clause : clauses) {
                Clause open;
                bool satisfied = false;
                for (const Literal l : clause) {
                    satisfied = satisfied || of(l) > 0;
                    if (of(l) == 0 && std::ranges::find(open, l) == open.end()) open.push_back(l);
                }
                if (satisfied) continue;
                if (open.empty()) return false;
                if (open.size() == 1) {
                    make(open[0]);
                    again = true;
                }
            }
        }
        return true;
    };
    if (!settle()) return true;
    for (const Literal l : asked) {
        if (of(l) > 0) return true;
        make(-l);
    }
    return !settle();
}

TEST(Clauses, ImpliedIsWhatPlainPropagationFinds) {
    std::size_t yes = 0;
    std::size_t no = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
        std::mt19937 random{seed};
        const std::size_t variables = 12;
        const auto clause = [&](std::size_t longest) {
            Clause c(1 + random() % longest);
            for (Literal& l : c) {
                l = static_cast<Literal>(1 + random() % variables);
                if (random() % 2 == 0) l = -l;
            }
            return c;
        };
        Clauses known{variables};
        std::vector<Clause> live;
        std::vector<Clauses::Ref> refs;
        for (int step = 0; step < 60; ++step) {
            if (live.size() > 8 && random() % 4 == 0) {
                // Units stay known for good, so only longer clauses are removed here, and only
                // those that never became unit.
                const std::size_t gone = random() % live.size();
                if (live[gone].size() >= 4 && !plainly_implied(live, {live[gone][0]}, variables) &&
                    !known.contradictory()) {
                    std::vector<Clause> less = live;
                    less.erase(less.begin() + static_cast<std::ptrdiff_t>(gone));
                    bool same = true;
                    for (Literal l = 1; l <= Literal(variables); ++l)
                        for (const Literal signed_l : {l, -l})
                            same = same && plainly_implied(live, {signed_l}, variables) ==
                                               plainly_implied(less, {signed_l}, variables);
                    if (same) {
                        known.remove(refs[gone]);
                        live = less;
                        refs.erase(refs.begin() + static_cast<std::ptrdiff_t>(gone));
                    }
                }
            } else {
                live.push_back(clause(random() % 3 == 0 ? 2 : 6));
                refs.push_back(known.add(live.back()));
            }
            const Clause asked = clause(4);
            const bool expected = plainly_implied(live, asked, variables);
            ASSERT_EQ(known.implied(asked), expected) << "seed " << seed << " step " << step;
            (expected ? yes : no) += 1;
        }
    }
    EXPECT_GT(yes, 500U);
    EXPECT_GT(no, 500U);
}

TEST(Clauses, HintsAreFollowedInTheirOrderAndNothingElseIs) {
    Clauses known{4, Watches::none};
    const auto a = known.add(Clause{-1, 2});
    const auto b = known.add(Clause{-2, 3});
    const auto c = known.add(Clause{-3, 4});
    using Hints = std::vector<Clauses::Ref>;
    EXPECT_TRUE(known.implied_by(Clause{-1, 4}, Hints{a, b, c}));
    EXPECT_FALSE(known.implied_by(Clause{-1, 4}, Hints{b, a, c}));  // b is not unit yet
    EXPECT_FALSE(known.implied_by(Clause{-1, 4}, Hints{a, b}));
    EXPECT_FALSE(known.implied_by(Clause{-1, 4}, Hints{a, a, b, c}));  // a is satisfied
    EXPECT_FALSE(known.implied_by(Clause{1, 4}, Hints{a, b, c}));
    EXPECT_TRUE(known.implied_by(Clause{1, -1}, Hints{}));  // a tautology
    known.remove(b);
    EXPECT_FALSE(known.implied_by(Clause{-1, 4}, Hints{a, b, c}));
}

TEST(Clauses, AssumptionsAreTakenBack) {
    Clauses known{3};
    known.add(Clause{-1, 2});
    known.add(Clause{-2, 3});
    EXPECT_TRUE(known.assume(Clause{1}));
    EXPECT_EQ(known.value(3), 1);
    EXPECT_FALSE(known.assume(Clause{-3}));
    known.retract();
    EXPECT_EQ(known.value(3), 0);
    EXPECT_FALSE(known.contradictory());
    known.add(Clause{1});
    known.add(Clause{-3});
    EXPECT_TRUE(known.contradictory());
    EXPECT_TRUE(known.implied(Clause{}));
}

TEST(Clauses, ManyRemovalsReuseTheirRoom) {
    Clauses known{1000};
    const auto first = known.add(Clause{1, 2, 3});
    std::vector<Literal> wide(500);
    for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = Literal(i + 400);
    for (int i = 0; i < 2000; ++i) known.remove(known.add(wide));
    EXPECT_LE(known.bound(), 2U);
    EXPECT_TRUE(known.implied(Clause{1, 2, 3, 4}));
    EXPECT_EQ(known[first].size(), 3U);
}

}  // namespace
}  // namespace clew::proof
