// The search against exhaustive enumeration on 9x9: every connected set of up to five constraints
// of a state, and all that follows from it. The enumeration shares nothing with the search but the
// numbering of constraints.
//
// Connected sets are grown so that each comes once [Wernicke2006]: a set takes on neighbours that
// are larger than its first member and not next to its older ones. What a set of constraints
// says is an exact cover of the set: its candidates fall into classes by which of its constraints
// they are in, and in how many ways classes make it up is counted for all its 32 subsets.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdio>
#include <map>

#include "logic/mus/prover.hpp"
#include "tests/logic/mus/random_case.hpp"

namespace clew::logic {
namespace {

constexpr std::size_t most = 5;
constexpr std::size_t never = most + 1;

class Enumeration {
  public:
    explicit Enumeration(const Instance& instance)
        : instance_(instance),
          near_(instance.constraint_count()),
          smallest_(2 * instance.candidate_count(), never),
          classes_(instance.candidate_count()) {
        for (std::size_t k = 0; k < near_.size(); ++k)
            for (const std::uint16_t v : instance.members(k))
                for (const std::uint16_t other : instance.uses(v))
                    if (other != k) near_[k].set(other);
    }

    void run() {
        for (std::size_t k = 0; k < near_.size(); ++k) {
            Set ahead;
            for (std::size_t other = k + 1; other < near_.size(); ++other)
                if (near_[k].test(other)) ahead.set(other);
            first_ = k;
            grow(k, ahead, near_[k] | Set{}.set(k));
        }
    }

    std::size_t sets() const { return sets_; }
    /// The fewest constraints that a claim follows from; `never` if more than five.
    std::size_t smallest(std::size_t v, Truth truth) const {
        return smallest_[2 * v + (truth == Truth::holds ? 1 : 0)];
    }

  private:
    using Set = std::bitset<324>;

    void grow(std::size_t k, Set ahead, const Set& reached) {
        const auto bit = static_cast<std::uint8_t>(1U << chosen_.size());
        chosen_.push_back(k);
        for (const std::uint16_t v : instance_.members(k)) classes_[v] |= bit;
        look();
        if (chosen_.size() < most)
            while (ahead.any()) {
                const std::size_t next = ahead._Find_first();
                ahead.reset(next);
                Set more = ahead;
                const Set fresh = near_[next] & ~reached;
                for (std::size_t i = fresh._Find_next(first_); i < near_.size();
                     i = fresh._Find_next(i))
                    more.set(i);
                grow(next, more, reached | near_[next]);
            }
        for (const std::uint16_t v : instance_.members(k))
            classes_[v] = static_cast<std::uint8_t>(classes_[v] & ~bit);
        chosen_.pop_back();
    }

    /// All that the chosen constraints say of their candidates.
    void look() {
        ++sets_;
        const std::size_t size = chosen_.size();
        const std::uint32_t whole = (1U << size) - 1;
        std::array<std::uint32_t, 32> count{}, ways{};
        for (const std::size_t k : chosen_)
            for (const std::uint16_t v : instance_.members(k)) {
                // Once each: at the first of its constraints.
                const std::uint32_t mask = classes_[v];
                if (chosen_[static_cast<std::size_t>(std::countr_zero(mask))] == k) ++count[mask];
            }
        ways[0] = 1;
        for (std::uint32_t set = 1; set <= whole; ++set) {
            // The lowest constraint of the subset is covered by one class.
            const std::uint32_t lowest = set & (~set + 1), rest = set & ~lowest;
            for (std::uint32_t part = rest;; part = (part - 1) & rest) {
                ways[set] += count[part | lowest] * ways[rest & ~part];
                if (part == 0) break;
            }
        }
        for (const std::size_t k : chosen_)
            for (const std::uint16_t v : instance_.members(k)) {
                const std::uint32_t with = ways[whole & ~std::uint32_t{classes_[v]}];
                note(v, Truth::fails, size, with == 0);
                note(v, Truth::holds, size, with == ways[whole]);
            }
    }
    void note(std::size_t v, Truth truth, std::size_t size, bool follows) {
        std::size_t& best = smallest_[2 * v + (truth == Truth::holds ? 1 : 0)];
        if (follows) best = std::min(best, size);
    }

    const Instance& instance_;
    std::vector<Set> near_;
    std::vector<std::size_t> smallest_;  // by candidate and truth
    std::vector<std::uint8_t> classes_;  // by candidate: which of the chosen constraints hold it
    std::vector<std::size_t> chosen_;
    std::size_t first_ = 0, sets_ = 0;
};

TEST(Enumeration, FindsWhatTheSearchFindsUpToFive) {
    const std::uint64_t seed = 1936;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    std::map<std::size_t, std::size_t> found;
    std::size_t sets = 0, claims_seen = 0, states = 0;
    const auto tell = [&] {
        std::printf("%zu states, %zu sets, %zu claims; by size:", states, sets, claims_seen);
        for (const auto& [size, count] : found) std::printf(" %zu: %zu", size, count);
        std::puts("");
        std::fflush(stdout);
    };
    while (states < (scale(1) > 1 ? 3'000U : 8U)) {
        const Case one = random_case(Geometry::classic(),
                                     (states % 8 == 0 ? 26 : 38) + random.below(16), random);
        const Instance instance{one.state};
        Enumeration all{instance};
        all.run();
        sets += all.sets();
        HittingSetSearch search{instance, one.possible.solutions};
        std::size_t least = never;
        std::set<std::pair<std::size_t, Truth>> true_ones;
        for (const Claim& claim : claims_of(instance, one.possible)) {
            const std::size_t plain = all.smallest(claim.candidate, claim.truth);
            ASSERT_EQ(searched(search, claim, most).value_or(never), plain)
                << "state " << states << ", candidate " << claim.candidate;
            least = std::min(least, plain);
            true_ones.insert({claim.candidate, claim.truth});
            ++found[plain];
            ++claims_seen;
        }
        for (std::size_t v = 0; v < instance.candidate_count(); ++v)
            for (const Truth truth : {Truth::fails, Truth::holds})
                if (all.smallest(v, truth) != never) {
                    ASSERT_TRUE(true_ones.contains({v, truth})) << "state " << states;
                }
        if (!true_ones.empty()) {
            Prover prover{one.possible, {.nodes = 20'000}};
            const Smallest smallest = prover.smallest(one.state);
            if (least <= most) {
                ASSERT_TRUE(smallest.argument);
                EXPECT_GE(smallest.argument->price, least);
                EXPECT_LE(smallest.none_below, least);
                if (smallest.proved()) {
                    EXPECT_EQ(smallest.argument->price, least);
                }
            } else if (smallest.argument) {
                EXPECT_GT(smallest.argument->price, most);
            }
        }
        ++states;
        if (states % 250 == 0) tell();
    }
    for (std::size_t size = 1; size <= most; ++size)
        if (size != 3) {
            EXPECT_GT(found[size], 0U) << size;
        }
}

}  // namespace
}  // namespace clew::logic
