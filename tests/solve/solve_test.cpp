#include "solve/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "solve/candidates.hpp"
#include "solve/cross_check.hpp"
#include "solve/estimate.hpp"
#include "solve/forecast.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using reference::gould;
using reference::p92;

const SolutionSink ignore = [](const Grid&) { return Flow::go_on; };

/// A puzzle of the solution of Gould-92 with its first `clues` cells in a fixed random order.
Puzzle thinned(std::size_t clues, std::uint64_t seed) {
    const Grid grid = *solve(Puzzle::from_line(gould)).solution;
    std::vector<Cell> order;
    for (std::size_t i = 0; i < 81; ++i) order.emplace_back(i);
    Random random{seed};
    random.shuffle(order);
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < clues; ++i) puzzle.set_given(order[i], grid[order[i]]);
    return puzzle;
}

/// A 9x9 board with its rows shifted into each other, so that none of the 9x9 engines knows it.
Puzzle on_diagonals(const char* line) {
    Puzzle puzzle{Geometry::make(
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true})};
    const Puzzle plain = Puzzle::from_line(line);
    for (std::size_t i = 0; i < 81; ++i)
        if (const auto digit = plain.given(Cell{i})) puzzle.set_given(Cell{i}, *digit);
    return puzzle;
}

TEST(Facade, EveryEngineCountsP92) {
    for (Engine engine : every_engine) {
        const CountResult r = count(Puzzle::from_line(p92), {.engine = engine});
        EXPECT_EQ(r.solutions, Count{12}) << to_string(engine);
        EXPECT_TRUE(r.exact());
        EXPECT_NE(r.engine, Engine::automatic);
        if (engine != Engine::automatic) {
            EXPECT_EQ(r.engine, engine);
        }
    }
}

TEST(Facade, EveryEngineStopsAtTheLimit) {
    for (Engine engine : every_engine)
        for (std::uint64_t limit : {0U, 1U, 5U, 12U, 13U}) {
            const CountResult r = count(Puzzle::from_line(p92), {.engine = engine, .limit = limit});
            EXPECT_EQ(r.solutions, Count{std::min<std::uint64_t>(limit, 12)}) << to_string(engine);
            EXPECT_EQ(r.ending, limit <= 12 ? Ending::limit_reached : Ending::exhausted)
                << to_string(engine) << " " << limit;
        }
}

TEST(Facade, EveryListingEngineHandsOutEachSolutionOnce) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    for (Engine engine : {Engine::automatic, Engine::sat, Engine::cubes, Engine::search}) {
        std::set<Grid> met;
        const CountResult r = enumerate(puzzle, {.engine = engine}, [&](const Grid& grid) {
            EXPECT_TRUE(is_solution(puzzle, grid));
            EXPECT_TRUE(met.insert(grid).second);
            return Flow::go_on;
        });
        EXPECT_EQ(r.solutions, Count{12});
        EXPECT_EQ(met.size(), 12U);
        EXPECT_TRUE(r.exact());
    }
}

TEST(Facade, VerifySaysNoneOneOrSeveral) {
    Puzzle clash = Puzzle::from_line(gould);
    clash.set_given(Cell{0}, Digit{8});
    for (Engine engine : {Engine::automatic, Engine::sat, Engine::cubes, Engine::search}) {
        const Verdict none = verify(clash, {.engine = engine});
        EXPECT_EQ(none.validity, Validity::none);
        EXPECT_TRUE(none.witnesses.empty());
        const Verdict one = verify(Puzzle::from_line(gould), {.engine = engine});
        EXPECT_EQ(one.validity, Validity::unique);
        ASSERT_EQ(one.witnesses.size(), 1U);
        EXPECT_TRUE(is_solution(Puzzle::from_line(gould), one.witnesses[0]));
        const Verdict several = verify(Puzzle::from_line(p92), {.engine = engine});
        EXPECT_EQ(several.validity, Validity::several);
        ASSERT_EQ(several.witnesses.size(), 2U);
        EXPECT_NE(several.witnesses[0], several.witnesses[1]);
    }
}

TEST(Facade, ABudgetOfNothingProvesNothing) {
    for (Engine engine : {Engine::automatic, Engine::search}) {
        const Verdict v =
            verify(Puzzle::from_line(p92), {.engine = engine, .budget = {.max_nodes = 0}});
        EXPECT_EQ(v.validity, Validity::unknown);
        EXPECT_EQ(v.ending, Ending::out_of_budget);
    }
    StopFlag stop;
    stop.raise();
    for (Engine engine : every_engine)
        EXPECT_EQ(
            count(Puzzle::from_line(p92), {.engine = engine, .budget = {.stop = &stop}}).ending,
            Ending::interrupted)
            << to_string(engine);
}

TEST(Facade, TheExactCounterIsRefusedWhereItCannotHelp) {
    const Puzzle small{Geometry::standard(4)};
    EXPECT_FALSE(can_count(Engine::exact, small));
    EXPECT_FALSE(can_list(Engine::exact));
    EXPECT_THROW(count(small, {.engine = Engine::exact}), ContractViolation);
    EXPECT_THROW(enumerate(Puzzle::from_line(p92), {.engine = Engine::exact}, ignore),
                 ContractViolation);
    EXPECT_THROW(
        enumerate(Puzzle::from_line(p92), {.engine = Engine::sat, .resume_behind = Grid{}}, ignore),
        ContractViolation);
}

TEST(Facade, TheFrontierCountIsRefusedWhereItCannotHelp) {
    Puzzle ruled{Geometry::standard(4)};
    ruled.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{1}}, .numbers = {3}});
    EXPECT_FALSE(can_count(Engine::frontier, ruled));
    EXPECT_FALSE(can_list(Engine::frontier));
    EXPECT_THROW(count(ruled, {.engine = Engine::frontier}), InputError);
    EXPECT_THROW(enumerate(Puzzle::from_line(p92), {.engine = Engine::frontier}, ignore),
                 ContractViolation);
}

TEST(Facade, ManySolutionsOfOtherBoardsAreNotListed) {
    Puzzle eight{Geometry::standard(8)};
    eight.set_given(Cell{11}, Digit{3});
    const CountResult r = count(eight);
    EXPECT_EQ(r.engine, Engine::frontier);
    EXPECT_TRUE(r.exact());
    EXPECT_EQ(r.solutions.to_string(), "3642060900925440");  // an eighth of the blank board's
    const CandidateCounts c = count_candidates(Puzzle{Geometry::standard(6)});
    EXPECT_EQ(c.total.engine, Engine::frontier);
    EXPECT_EQ(c.total.solutions, Count{28'200'960});
    EXPECT_EQ(c.of, std::vector<Count>(216, Count{28'200'960 / 6}));
    // Of few solutions search has seen the end before it is asked.
    EXPECT_EQ(count(Puzzle{Geometry::standard(4)}).engine, Engine::search);
}

TEST(Facade, CountsBeyondListingAreSummed) {
    const Puzzle puzzle = thinned(14, 3);
    const CountResult r = count(puzzle, {.threads = 2});
    EXPECT_EQ(r.engine, Engine::exact);
    EXPECT_TRUE(r.exact());
    EXPECT_GT(r.solutions, Count{100'000'000});
    const CountResult limited = count(puzzle, {.limit = 5000});
    EXPECT_EQ(limited.engine, Engine::search);
    EXPECT_EQ(limited.solutions, Count{5000});
}

TEST(Facade, FewSolutionsAreSearched) {
    const CountResult r = count(thinned(26, 3));
    EXPECT_EQ(r.engine, Engine::search);
    EXPECT_TRUE(r.exact());
}

TEST(Facade, ANodeBudgetEndsEveryEngineWithALowerBound) {
    const Puzzle puzzle = thinned(12, 3);
    for (std::uint64_t nodes : {1000U, 30'001U, 31'000U}) {
        const CountResult r = count(puzzle, {.budget = {.max_nodes = nodes}});
        EXPECT_EQ(r.ending, Ending::out_of_budget) << nodes;
        EXPECT_GT(r.solutions, Count{0}) << nodes;
    }
}

TEST(Facade, ListsInTheSameOrderWithThreadsAndGoesOnBehindASolution) {
    for (const Puzzle& puzzle :
         {thinned(19, 3), on_diagonals("..........................................................."
                                       "......................")}) {
        std::vector<Grid> first;
        const SolveOptions some{.limit = 3000};
        enumerate(puzzle, some, keep_in(first));
        ASSERT_EQ(first.size(), 3000U);
        std::vector<Grid> threaded;
        SolveOptions two = some;
        two.threads = 2;
        enumerate(puzzle, two, keep_in(threaded));
        EXPECT_EQ(threaded, first);
        std::vector<Grid> rest;
        SolveOptions behind{.limit = 1500, .resume_behind = first[1499]};
        enumerate(puzzle, behind, keep_in(rest));
        EXPECT_EQ(rest, std::vector(first.begin() + 1500, first.end()));
    }
}

TEST(Facade, HeldBackSolutionsArriveOnce) {
    // More than the trial holds back, on a board that the general search lists.
    Puzzle puzzle{Geometry::standard(6)};
    puzzle.set_given(Cell{0}, Digit{0});
    puzzle.set_given(Cell{1}, Digit{1});
    puzzle.set_given(Cell{8}, Digit{2});
    std::set<Grid> met;
    const CountResult all = enumerate(puzzle, {}, [&](const Grid& grid) {
        EXPECT_TRUE(met.insert(grid).second);
        return Flow::go_on;
    });
    EXPECT_GT(met.size(), 3000U);
    EXPECT_EQ(all.solutions, Count{met.size()});
    EXPECT_TRUE(all.exact());
    EXPECT_EQ(count(puzzle).solutions, all.solutions);
    for (std::uint64_t limit : {1U, 999U, 1000U, 1001U, 2500U}) {
        std::uint64_t n = 0;
        const CountResult r = enumerate(puzzle, {.limit = limit}, [&](const Grid&) {
            ++n;
            return Flow::go_on;
        });
        EXPECT_EQ(n, limit);
        EXPECT_EQ(r.solutions, Count{limit});
        EXPECT_EQ(r.ending, Ending::limit_reached);
    }
    std::uint64_t n = 0;
    const CountResult r =
        enumerate(puzzle, {}, [&](const Grid&) { return ++n == 700 ? Flow::stop : Flow::go_on; });
    EXPECT_EQ(n, 700U);
    EXPECT_EQ(r.solutions, Count{700});
    EXPECT_EQ(r.ending, Ending::limit_reached);
}

TEST(Facade, ProgressIsReported) {
    std::uint64_t calls = 0;
    double last = 0;
    count(thinned(22, 3),
          {.engine = Engine::search, .on_progress = [&](const Progress& h, Engine by) {
               ++calls;
               EXPECT_GE(h.explored, last);
               last = h.explored;
               EXPECT_EQ(by, Engine::search);
           }});
    EXPECT_GT(calls, 0U);
    EXPECT_GT(last, 0.1);
}

TEST(CrossCheck, AgreesOrSaysWhyNot) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    for (Engine second : std::span(every_engine).subspan(1)) {
        const CrossCheck c = cross_check(puzzle, {}, second);
        EXPECT_EQ(c.agreement, Agreement::agree);
        EXPECT_NE(c.first.engine, c.second.engine);
        EXPECT_EQ(c.second.engine, second);
    }
    EXPECT_EQ(cross_check(puzzle, {.limit = 4}, Engine::sat).agreement, Agreement::agree);
    // Who counts without listing is asked again by another route, whichever was first.
    for (Engine engine : {Engine::exact, Engine::frontier})
        for (bool crosswise : {false, true}) {
            const CrossCheck c =
                cross_check(puzzle, {.engine = engine, .crosswise = crosswise}, engine);
            EXPECT_EQ(c.agreement, Agreement::agree);
            EXPECT_EQ(c.first.crosswise, crosswise);
            EXPECT_NE(c.second.crosswise, crosswise);
            EXPECT_EQ(c.second.solutions, Count{12});
        }
    // Of the others each has somebody else beside it.
    for (Engine engine : {Engine::sat, Engine::cubes, Engine::search}) {
        const CrossCheck c = cross_check(puzzle, {.engine = engine}, engine);
        EXPECT_EQ(c.agreement, Agreement::agree);
        EXPECT_EQ(c.second.engine, engine);
        EXPECT_NE(c.first.engine, engine);
    }
    const auto answer = [](std::uint64_t solutions, Ending ending) {
        CountResult result;
        result.solutions = solutions;
        result.ending = ending;
        return result;
    };
    const CountResult twelve = answer(12, Ending::exhausted);
    const CountResult eleven = answer(11, Ending::exhausted);
    const CountResult at_least_13 = answer(13, Ending::interrupted);
    const CountResult at_least_5 = answer(5, Ending::out_of_budget);
    EXPECT_EQ(compare(twelve, eleven), Agreement::disagree);
    EXPECT_EQ(compare(twelve, at_least_13), Agreement::disagree);
    EXPECT_EQ(compare(at_least_13, twelve), Agreement::disagree);
    EXPECT_EQ(compare(twelve, at_least_5), Agreement::undecided);
    EXPECT_EQ(compare(at_least_5, at_least_13), Agreement::undecided);
}

TEST(Estimate, IsExactWhereNothingBranches) {
    const Estimate one = estimate(thinned(70, 3), 100, 1);
    EXPECT_EQ(one.trust, Trust::exact);
    EXPECT_EQ(one.solutions, 1);
    EXPECT_EQ(one.low, 1);
    EXPECT_EQ(one.high, 1);
    EXPECT_EQ(one.hits, 100U);
    Puzzle clash = Puzzle::from_line(gould);
    clash.set_given(Cell{0}, Digit{8});
    const Estimate none = estimate(clash, 100, 1);
    EXPECT_EQ(none.solutions, 0);
    EXPECT_EQ(none.high, 0);
    EXPECT_EQ(none.trust, Trust::exact);
}

TEST(Estimate, DoesNotDependOnThreads) {
    const Puzzle puzzle = thinned(18, 3);
    const Estimate a = estimate(puzzle, 5000, 9), b = estimate(puzzle, 5000, 9, {}, 3);
    EXPECT_EQ(a.solutions, b.solutions);
    EXPECT_EQ(a.low, b.low);
    EXPECT_EQ(a.hits, b.hits);
    EXPECT_EQ(a.samples, 5000U);
    EXPECT_NE(estimate(puzzle, 5000, 10).solutions, a.solutions);
}

TEST(Estimate, IntervalsHoldTheTruthMostOfTheTime) {
    int good = 0, inside = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Puzzle puzzle = thinned(22 + seed % 4, seed);
        const double truth = count(puzzle).solutions.to_double();
        const Estimate e = estimate(puzzle, 2000, seed);
        EXPECT_LE(e.hits, e.samples);
        if (e.trust != Trust::good) continue;
        ++good;
        if (e.low <= truth && truth <= e.high) ++inside;
    }
    EXPECT_GT(good, 20);
    EXPECT_GE(inside * 100, good * 85);
}

TEST(Estimate, AdmitsThatItHitNothing) {
    StopFlag stop;
    stop.raise();
    const Estimate cut = estimate(thinned(18, 3), 1000, 1, {.stop = &stop});
    EXPECT_EQ(cut.ending, Ending::interrupted);
    EXPECT_EQ(cut.samples, 0U);
    EXPECT_EQ(cut.trust, Trust::no_hit);
    EXPECT_GT(cut.high, 1e300);
}

TEST(Costs, KnowWhenSummingIsCheaper) {
    EXPECT_EQ(costs_of(Puzzle{Geometry::classic()}).cheaper, Engine::exact);
    EXPECT_EQ(costs_of(thinned(28, 3)).cheaper, Engine::search);
    EXPECT_EQ(costs_of(Puzzle{Geometry::standard(6)}).cheaper, Engine::search);
}

}  // namespace
}  // namespace clew
