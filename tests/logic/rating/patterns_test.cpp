// Patterns and the basic finders against their definitions, by plain enumeration.

#include "logic/rating/patterns.hpp"

#include <gtest/gtest.h>

#include <set>

#include "logic/rating/basics.hpp"
#include "logic/rating/exclusion.hpp"
#include "tests/logic/rating/walks.hpp"

namespace clew::rating {
namespace {

using Removed = std::set<int>;

template <class Each>
Removed all_removed(Each&& each) {
    Removed all;
    each([&](const Pattern& p) {
        for (int i = 0; i < p.removed_count; ++i)
            all.insert(p.removed[static_cast<std::size_t>(i)]);
        return Flow::go_on;
    });
    return all;
}

/// By definition: for every choice of `size` cells of a house with `size` digits.
Removed naked_by_hand(const Board9& board, int size) {
    Removed all;
    for (int h = 0; h < 27; ++h) {
        int open = 0;
        for (int i = 0; i < 9; ++i) open += board.at(cell_at(h, i)) != 0 ? 1 : 0;
        if (open < 2 * size) continue;
        for (unsigned choice = 0; choice < 512; ++choice) {
            if (std::popcount(choice) != size) continue;
            unsigned digits = 0;
            bool fits = true;
            for (int i = 0; i < 9; ++i)
                if ((choice >> i & 1) != 0) {
                    fits = fits && std::popcount(unsigned{board.at(cell_at(h, i))}) > 1;
                    digits |= board.at(cell_at(h, i));
                }
            if (!fits || std::popcount(digits) != size) continue;
            for (int i = 0; i < 9; ++i)
                for (int d = 0; d < 9; ++d)
                    if ((choice >> i & 1) == 0 && (digits >> d & 1) != 0 &&
                        board.has(cell_at(h, i), d))
                        all.insert(candidate_id(cell_at(h, i), d));
        }
    }
    return all;
}

/// By definition: for every choice of lines and every digit.
Removed fish_by_hand(const Board9& board, int size) {
    Removed all;
    for (const bool rows : {true, false})
        for (int d = 0; d < 9; ++d)
            for (unsigned lines = 0; lines < 512; ++lines) {
                if (std::popcount(lines) != size) continue;
                unsigned across = 0;
                bool fits = true;
                const auto at = [&](int line, int i) { return rows ? line * 9 + i : i * 9 + line; };
                for (int line = 0; line < 9; ++line) {
                    if ((lines >> line & 1) == 0) continue;
                    int places = 0;
                    for (int i = 0; i < 9; ++i)
                        if (board.has(at(line, i), d)) {
                            across |= 1U << i;
                            ++places;
                        }
                    fits = fits && places > 1;
                }
                if (!fits || std::popcount(across) != size) continue;
                for (int line = 0; line < 9; ++line)
                    for (int i = 0; i < 9; ++i)
                        if ((lines >> line & 1) == 0 && (across >> i & 1) != 0 &&
                            board.has(at(line, i), d))
                            all.insert(candidate_id(at(line, i), d));
            }
    return all;
}

/// By definition: every way to fill the cells that leaves every cell that sees them all a digit.
Removed excluded_by_hand(const Board9& board, int a, int b) {
    Removed all;
    for (const auto& [one, two] : {std::pair{a, b}, std::pair{b, a}})
        for (int d = 0; d < 9; ++d) {
            if (!board.has(one, d)) continue;
            bool lives = false;
            for (int e = 0; e < 9; ++e) {
                if (!board.has(two, e) || (d == e && sees(one, two))) continue;
                bool fits = true;
                for (int c = 0; c < 81; ++c)
                    if (board.value[static_cast<std::size_t>(c)] == 0 && sees(c, one) &&
                        sees(c, two) && (board.at(c) & ~(1U << d | 1U << e)) == 0)
                        fits = false;
                lives = lives || fits;
            }
            if (!lives) all.insert(candidate_id(one, d));
        }
    return all;
}

TEST(Patterns, AreThoseOfTheDefinition) {
    std::size_t sets = 0, fish = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        each_state(minimal_puzzle(seed), {}, [&](const Board9& board, const SeStep& next) {
            if (next.tenths < 26) return;
            for (int size = 2; size <= 4; ++size) {
                const Removed naked = naked_by_hand(board, size);
                sets += naked.size();
                EXPECT_EQ(all_removed([&](auto f) { return each_naked_set(board, size, f); }),
                          naked)
                    << seed;
                EXPECT_EQ(find_naked_set(board, size).has_value(), !naked.empty()) << seed;
                // Nine lines: a fish of a digit that stands too often is none.
                const Removed lines = fish_by_hand(board, size);
                fish += lines.size();
                for (const int id : all_removed([&](auto f) { return each_fish(board, size, f); }))
                    EXPECT_TRUE(lines.contains(id)) << seed;
            }
        });
    EXPECT_GT(sets, 100U);
    EXPECT_GT(fish, 100U);
}

TEST(Exclusion, OfPairsIsThatOfTheDefinition) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed)
        each_state(minimal_puzzle(seed), {}, [&](const Board9& board, const SeStep& next) {
            if (next.tenths < 62) return;  // what is simpler is not left
            const auto hint = find_aligned_exclusion(board, 2);
            Removed all;
            for (int b = 1; b < 81; ++b)
                for (int a = 0; a < b; ++a)
                    if (board.at(a) != 0 && board.at(b) != 0)
                        all.merge(excluded_by_hand(board, a, b));
            EXPECT_EQ(hint.has_value(), !all.empty()) << seed;
            if (!hint) return;
            ++found;
            for (const CandidateId id : hint->removed) EXPECT_TRUE(all.contains(id)) << seed;
        });
    EXPECT_GT(found, 0U);
}

}  // namespace
}  // namespace clew::rating
