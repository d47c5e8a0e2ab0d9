// Engine against engine, over random small puzzles on random boards.
//
// A round takes a seed, makes a puzzle of it and lets every engine that knows the board answer; a
// mismatch prints the seed and the puzzle. CLEW_LONG_TESTS=1 runs a million small rounds instead of
// some thousand; CLEW_FUZZ_SEED=n begins elsewhere.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "encode/sat/enumerate.hpp"
#include "solve/cross_check.hpp"
#include "solve/exact/band_stack.hpp"
#include "solve/frontier/count.hpp"
#include "solve/search9/search9.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/reference/searches.hpp"
#include "tests/support/long_tests.hpp"

namespace clew {
namespace {

constexpr std::uint64_t reference_steps = 1000;  // few boards of side 6 need more

std::uint64_t first_seed() {
    const char* text = std::getenv("CLEW_FUZZ_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

std::vector<Grid> sorted(std::vector<Grid> grids) {
    std::ranges::sort(grids);
    return grids;
}

template <class Enumerate>
std::vector<Grid> list(Enumerate&& enumerate_into) {
    std::vector<Grid> found;
    enumerate_into(keep_in(found));
    return found;
}

/// Everything that the engines say of one puzzle; the first disagreement, or nothing.
std::optional<std::string> disagreement(const Puzzle& puzzle, std::uint64_t limit, bool with_sat) {
    const std::vector<Grid> expected = sorted(
        list([&](const SolutionSink& s) { search::enumerate(puzzle, {.limit = limit}, s); }));
    const std::uint64_t n = expected.size();
    for (const Grid& grid : expected)
        if (const auto fault = find_fault(puzzle, grid)) return "search: " + *fault;
    if (std::ranges::adjacent_find(expected) != expected.end())
        return "search hands out a solution twice";
    const auto differs = [&](const std::string& who,
                             std::uint64_t count) -> std::optional<std::string> {
        if (count == n) return std::nullopt;
        return "search finds " + std::to_string(n) + ", " + who + " " + std::to_string(count);
    };
    const bool all = n < limit;

    if (auto d = differs("search, counting", search::count(puzzle, {.limit = limit}).solutions))
        return d;
    const auto by_reference = reference::count_solutions(puzzle, limit, reference_steps);
    if (by_reference)
        if (auto d = differs("the reference", *by_reference)) return d;
    if (by_reference && all && n < 50 && reference::all_solutions(puzzle) != expected)
        return "the reference has other solutions";
    if (all && frontier::supports(puzzle)) {
        const frontier::SweepReport counted = frontier::count(puzzle, {.most_states = 20'000});
        if (counted.exact())
            if (auto d = differs("the frontier count", counted.solutions.to_u64().value_or(limit)))
                return d;
    }
    const auto sat_limit = std::min<std::uint64_t>(limit, 300);
    if (with_sat && (n < sat_limit || !all)) {
        for (sat::EnumerationMethod strategy :
             {sat::EnumerationMethod::blocking, sat::EnumerationMethod::cubes}) {
            const std::string who = to_string(strategy);
            const auto by_sat = sorted(list([&](const SolutionSink& s) {
                sat::enumerate(puzzle, {.limit = sat_limit, .strategy = strategy}, s);
            }));
            if (by_sat.size() != std::min(n, sat_limit))
                return differs(who, by_sat.size()).value_or(who + " and search differ");
            if (n < sat_limit && by_sat != expected) return who + " has other solutions";
        }
    }
    if (puzzle.geometry().is_classic()) {
        const auto by_9 = sorted(list([&](const SolutionSink& s) {
            search9::enumerate_classic(puzzle, {.limit = limit}, s);
        }));
        if (auto d = differs("search9", by_9.size())) return d;
        if (all && by_9 != expected) return "search9 has other solutions";
    }
    return std::nullopt;
}

TEST(EnginesAgree, OnSmallBoardsOfEveryKind) {
    const std::uint64_t rounds = long_tests() ? 1'000'000 : 10'000;
    const std::uint64_t first = first_seed();
    std::uint64_t unsolvable = 0, unique = 0;
    for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
        Random random{seed};
        // The reference needs a millisecond on a board of side 6, a fiftieth of that on side 4.
        const std::uint64_t draw = random.below(10);
        const std::size_t side = draw < 7 ? 4 : draw < 9 ? 5 : 6;
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, side));
        // SAT takes a thousand times as long as the others on such boards.
        const auto fault = disagreement(puzzle, 100, seed % 100 == 0);
        ASSERT_FALSE(fault) << *fault << "\nseed " << seed << ": " << reference::describe(puzzle);
        const std::uint64_t n = search::count(puzzle, {.limit = 2}).solutions;
        unsolvable += n == 0 ? 1 : 0;
        unique += n == 1 ? 1 : 0;
    }
    RecordProperty("unsolvable", std::to_string(unsolvable));
    RecordProperty("unique", std::to_string(unique));
    // A generator gone lopsided would test little.
    EXPECT_GT(unsolvable, rounds / 50);
    EXPECT_GT(unique, rounds / 50);
    EXPECT_LT(unsolvable + unique, rounds * 49 / 50);
}

TEST(EnginesAgree, OnMiddlingBoards) {
    const std::uint64_t rounds = long_tests() ? 20'000 : 300;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
        Random random{seed};
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 9));
        const auto listed = sorted(list([&](const SolutionSink& s) {
            search::enumerate(puzzle, {.budget = {.max_nodes = 100000}, .limit = 200}, s);
        }));
        const Report searched =
            search::count(puzzle, {.budget = {.max_nodes = 100000}, .limit = 200});
        ASSERT_EQ(listed.size(), searched.solutions) << "seed " << seed;
        for (const Grid& grid : listed)
            ASSERT_TRUE(is_solution(puzzle, grid))
                << "seed " << seed << ": " << reference::describe(puzzle);
        if (searched.ending == Ending::out_of_budget || seed % 4 != 0) continue;
        const auto by_sat =
            sat::enumerate(puzzle, {.limit = 200}, [](const Grid&) { return Flow::go_on; });
        ASSERT_EQ(by_sat.solutions, searched.solutions)
            << "seed " << seed << ": " << reference::describe(puzzle);
    }
}

/// A classic puzzle of random shape: clues cut from a grid, marks on top, a wrong clue now and
/// then.
Puzzle random_classic(Random& random) {
    return reference::random_puzzle(random, Geometry::classic());
}

TEST(EnginesAgree, OnClassicBoardsTheThreeListers) {
    const std::uint64_t rounds = long_tests() ? 100'000 : 1'500;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
        Random random{seed};
        const Puzzle puzzle = random_classic(random);
        const std::uint64_t limit = 100;
        const auto general = sorted(
            list([&](const SolutionSink& s) { search::enumerate(puzzle, {.limit = limit}, s); }));
        const auto nine = sorted(list([&](const SolutionSink& s) {
            search9::enumerate_classic(puzzle, {.limit = limit}, s);
        }));
        ASSERT_EQ(general.size(), nine.size())
            << "seed " << seed << ": " << reference::describe(puzzle);
        if (general.size() < limit) {
            ASSERT_EQ(general, nine) << "seed " << seed << ": " << reference::describe(puzzle);
        }
        if (seed % 10 == 0 && general.size() < limit) {
            const auto by_sat = sorted(
                list([&](const SolutionSink& s) { sat::enumerate(puzzle, {.limit = limit}, s); }));
            ASSERT_EQ(by_sat, general) << "seed " << seed << ": " << reference::describe(puzzle);
        }
    }
}

TEST(EnginesAgree, OnClassicBoardsOneByOneAndTogether) {
    const std::uint64_t rounds = long_tests() ? 200'000 : 4'000;
    const std::uint64_t first = first_seed();
    std::vector<search9::Marks9> marks;
    std::vector<std::uint32_t> expected;
    for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
        Random random{seed};
        const Puzzle puzzle = random_classic(random);
        marks.push_back(search9::marks9(puzzle));
        expected.push_back(
            static_cast<std::uint32_t>(search::count(puzzle, {.limit = 2}).solutions));
    }
    std::vector<std::uint32_t> counts(marks.size());
    search9::count_batch(marks, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        ASSERT_EQ(counts[i], expected[i]) << "seed " << first + i;
        ASSERT_EQ(search9::count_up_to(marks[i], 2), expected[i]) << "seed " << first + i;
    }
}

TEST(EnginesAgree, OnClassicBoardsWithTheExactCounter) {
    const std::uint64_t rounds = long_tests() ? 2'000 : 40;
    const std::uint64_t first = first_seed();
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
        Random random{seed};
        const Puzzle puzzle = random_classic(random);
        const CountResult searched =
            count(puzzle, {.engine = Engine::search, .budget = {.max_nodes = 300'000}});
        if (!searched.exact()) continue;
        ++compared;
        const CountResult summed = count(puzzle, {.engine = Engine::exact});
        ASSERT_EQ(compare(searched, summed), Agreement::agree)
            << "seed " << seed << ": " << searched.solutions.to_string() << " searched, "
            << summed.solutions.to_string() << " summed: " << reference::describe(puzzle);
    }
    EXPECT_GT(compared, rounds / 2);
}

TEST(EnginesAgree, TheFacadeWithEverybody) {
    const std::uint64_t rounds = long_tests() ? 20'000 : 400;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
        Random random{seed};
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        const CountResult all = count(puzzle, {.limit = 2000, .threads = 1 + unsigned(seed % 3)});
        const Verdict verdict = verify(puzzle);
        const Validity expected = all.solutions == Count{0}   ? Validity::none
                                  : all.solutions == Count{1} ? Validity::unique
                                                              : Validity::several;
        ASSERT_EQ(verdict.validity, expected)
            << "seed " << seed << ": " << reference::describe(puzzle);
        for (const Grid& grid : verdict.witnesses) ASSERT_TRUE(is_solution(puzzle, grid));
        const auto found = solve(puzzle).solution;
        ASSERT_EQ(found.has_value(), all.solutions > Count{0});
        std::uint64_t listed = 0;
        enumerate(puzzle, {.limit = 2000}, [&](const Grid&) {
            ++listed;
            return Flow::go_on;
        });
        ASSERT_EQ(Count{listed}, all.solutions)
            << "seed " << seed << ": " << reference::describe(puzzle);
    }
}

TEST(EnginesAgree, InterruptedAtAnyTimeNobodyLies) {
    for (std::uint64_t seed = first_seed(); seed < first_seed() + 150; ++seed) {
        Random random{seed};
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        const CountResult all = count(puzzle, {.limit = 3000});
        if (!all.exact()) continue;
        const std::uint64_t nodes = 1 + random.below(60), when = 1 + random.below(40);
        for (Engine engine : {Engine::automatic, Engine::search}) {
            const CountResult poor =
                count(puzzle, {.engine = engine, .budget = {.max_nodes = nodes}});
            ASSERT_LE(poor.solutions, all.solutions) << "seed " << seed;
            if (poor.exact()) {
                ASSERT_EQ(poor.solutions, all.solutions) << "seed " << seed;
            }
            StopFlag stop;
            std::uint64_t seen = 0;
            const CountResult cut =
                enumerate(puzzle, {.engine = engine, .budget = {.stop = &stop}}, [&](const Grid&) {
                    if (++seen == when) stop.raise();
                    return Flow::go_on;
                });
            ASSERT_EQ(cut.solutions, Count{seen}) << "seed " << seed;
            ASSERT_LE(cut.solutions, all.solutions) << "seed " << seed;
            if (cut.exact()) {
                ASSERT_EQ(cut.solutions, all.solutions) << "seed " << seed;
            }
        }
    }
}

}  // namespace
}  // namespace clew
