// Who answers on boards that are not plain 9x9, and that it does not matter who does.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/base/random.hpp"
#include "core/rules/verify.hpp"
#include "solve/solve.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

/// Rules on a board of side 9 with few clues: none, one, several or very many solutions, some of
/// them hard to find.
Puzzle ruled(std::uint64_t seed) {
    Random random{seed};
    const GeometryPtr board =
        Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .anti_knight = seed % 2 == 0});
    const std::size_t rules = 4 + random.below(12);
    const std::size_t clues = random.below(20) + (seed > 20 ? 30 : 0);
    static constexpr RuleKind kinds[] = {
        RuleKind::different, RuleKind::relation,    RuleKind::sum,
        RuleKind::automaton, RuleKind::killer_cage, RuleKind::thermometer,
        RuleKind::arrow,     RuleKind::sandwich,    RuleKind::non_consecutive};
    return reference::random_ruled(random, board, clues, rules, std::nullopt, kinds);
}

/// Search needs 93 894 nodes to find two solutions, cubes forty.
constexpr std::uint64_t hard_for_search = 182;
/// Search finds a solution in some twelve nodes, and cubes several times as fast.
constexpr std::uint64_t many_by_cubes = 9;

/// The library ends a few conflicts late.
constexpr std::uint64_t late = 3;

struct Answer {
    CountResult result;
    std::set<Grid> grids;
};

Answer listed(const Puzzle& puzzle, const SolveOptions& options) {
    Answer answer;
    answer.result = enumerate(puzzle, options, [&](const Grid& grid) {
        EXPECT_TRUE(answer.grids.insert(grid).second) << "handed out twice";
        EXPECT_TRUE(is_solution(puzzle, grid));
        return Flow::go_on;
    });
    EXPECT_EQ(answer.result.solutions, Count{answer.grids.size()});
    return answer;
}

TEST(TakingTurns, FindsWhatSearchFinds) {
    std::map<Engine, int> answered;
    int none = 0, one = 0, many = 0;
    for (const std::uint64_t seed :
         {3U, 4U, 5U, 7U, 8U, 9U, 11U, 16U, 20U, 32U, 49U, 55U, 57U, 144U, 182U}) {
        const Puzzle puzzle = ruled(seed);
        for (const std::uint64_t limit : {2U, 20U, 4500U}) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", limit " + std::to_string(limit));
            const Budget budget{.max_nodes = 15'000};
            const Answer search =
                listed(puzzle, {.engine = Engine::search, .budget = budget, .limit = limit});
            const Answer turns = listed(puzzle, {.budget = budget, .limit = limit});
            const CountResult counted = count(puzzle, {.budget = budget, .limit = limit});
            for (const CountResult* r : {&turns.result, &counted}) {
                EXPECT_LE(r->nodes, budget.max_nodes + late);
                EXPECT_EQ(r->sat.has_value(), r->engine != Engine::search);
                EXPECT_EQ(r->ending == Ending::limit_reached, r->solutions == Count{limit});
                if (search.result.ending == Ending::out_of_budget) {
                    EXPECT_TRUE(!r->exact() || search.result.solutions <= r->solutions);
                } else if (r->ending != Ending::out_of_budget) {
                    EXPECT_EQ(r->ending, search.result.ending);
                    EXPECT_EQ(r->solutions, search.result.solutions);
                }
            }
            if (turns.result.exact() && search.result.exact()) {
                EXPECT_EQ(turns.grids, search.grids);
            }
            ++answered[turns.result.engine];
            none += search.result.exact() && search.grids.empty() ? 1 : 0;
            one += search.result.exact() && search.grids.size() == 1 ? 1 : 0;
            many += search.grids.size() == 4500 ? 1 : 0;
        }
    }
    // A generator gone lopsided would test little.
    EXPECT_GT(none, 0);
    EXPECT_GT(one, 0);
    EXPECT_GT(many, 0);
    EXPECT_GT(answered[Engine::search], 0);
    EXPECT_GT(answered[Engine::cubes], 0);
}

TEST(TakingTurns, SpendsLittleBesideTheBetterEngine) {
    const Puzzle puzzle = ruled(hard_for_search);
    const CountResult search = count(puzzle, {.engine = Engine::search, .limit = 2});
    const CountResult sat = count(puzzle, {.engine = Engine::sat, .limit = 2});
    const CountResult turns = count(puzzle, {.limit = 2});
    EXPECT_EQ(turns.engine, Engine::sat);
    EXPECT_EQ(turns.ending, Ending::limit_reached);
    EXPECT_EQ(turns.solutions, Count{2});
    EXPECT_LT(turns.nodes, sat.nodes + search.nodes / 5);

    // An easy one is over in search's first turn, and costs what search costs.
    const Puzzle easy = ruled(4);
    const CountResult alone = count(easy, {.engine = Engine::search});
    EXPECT_EQ(count(easy).engine, Engine::search);
    EXPECT_EQ(count(easy).nodes, alone.nodes);
}

TEST(TakingTurns, KeepsToItsBudget) {
    for (const std::uint64_t seed : {hard_for_search, many_by_cubes, std::uint64_t{10}})
        for (const std::uint64_t limit : {std::uint64_t{2}, unlimited})
            for (const std::uint64_t nodes : {0U, 1U, 15U, 700U, 1000U, 1400U, 3000U}) {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", nodes " + std::to_string(nodes));
                const Answer a =
                    listed(ruled(seed), {.budget = {.max_nodes = nodes}, .limit = limit});
                EXPECT_LE(a.result.nodes, nodes + late);
                EXPECT_TRUE(a.result.ending == Ending::out_of_budget ||
                            a.result.ending == Ending::limit_reached ||
                            a.result.solutions == Count{0});
            }
}

TEST(TakingTurns, EndsWhereItIsToldTo) {
    const Puzzle puzzle = ruled(many_by_cubes);
    // More than wait until it is clear who answers, and fewer.
    for (const std::uint64_t limit : {50U, 4095U, 4096U, 4097U, 9000U}) {
        const Answer a = listed(puzzle, {.limit = limit});
        EXPECT_EQ(a.grids.size(), limit);
        EXPECT_EQ(a.result.ending, Ending::limit_reached);
        std::uint64_t met = 0;
        const CountResult cut = enumerate(
            puzzle, {}, [&](const Grid&) { return ++met == limit ? Flow::stop : Flow::go_on; });
        EXPECT_EQ(met, limit);
        EXPECT_EQ(cut.solutions, Count{limit});
        EXPECT_EQ(cut.ending, Ending::limit_reached);
    }
    // A stop is heard by whoever is at work; what was found is handed out and counted.
    StopFlag stop;
    std::uint64_t met = 0;
    const CountResult stopped = enumerate(puzzle, {.budget = {.stop = &stop}}, [&](const Grid&) {
        if (++met == 100) stop.raise();
        return Flow::go_on;
    });
    EXPECT_EQ(stopped.ending, Ending::interrupted);
    EXPECT_EQ(stopped.solutions, Count{met});
}

}  // namespace
}  // namespace clew
