#include "solve/search/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/reference/searches.hpp"

namespace clew::search {
namespace {

constexpr const char* p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";

/// Some ten thousand solutions: enough for several threads to share.
Puzzle wide() {
    return Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7...............");
}

using Engine = Report (*)(const Puzzle&, const Task&, const SolutionSink&);

std::vector<Grid> all(Engine run, const Puzzle& puzzle, const Task& task = {}) {
    std::vector<Grid> found;
    const Report report = run(puzzle, task, keep_in(found));
    EXPECT_EQ(report.solutions, found.size());
    return found;
}

std::vector<Grid> all(const Puzzle& puzzle, const Task& task = {}) {
    return all(&enumerate, puzzle, task);
}

std::vector<Grid> sorted(std::vector<Grid> grids) {
    std::ranges::sort(grids);
    return grids;
}

TEST(Search, FindsAllTwelveSolutionsOfP92) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const auto found = all(puzzle);
    EXPECT_EQ(found.size(), 12U);
    for (const Grid& grid : found) EXPECT_TRUE(is_solution(puzzle, grid));
}

TEST(Search, CountsTheSmallBlankBoards) {
    EXPECT_EQ(count(Puzzle{Geometry::standard(4)}).solutions, 288U);
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 4})}).solutions, 576U);     // Latin squares
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 5})}).solutions, 161280U);  // OEIS A002860
}

TEST(Search, ListsWhatTheReferenceLists) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random{seed};
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        const auto expected = reference::all_solutions(puzzle, 1000);
        if (expected.size() == 1000) continue;
        ASSERT_EQ(sorted(all(puzzle)), expected)
            << "seed " << seed << ": " << reference::describe(puzzle);
    }
}

TEST(Search, CountsAcrossSlicesAndLimits) {
    const Puzzle puzzle{Geometry::standard(4)};
    Search search{puzzle};
    std::uint64_t found = 0;
    int calls = 0;
    for (;; ++calls) {
        const Report report = search.count({.max_nodes = 7}, 5);
        found += report.solutions;
        if (report.ending == Ending::exhausted) break;
        ASSERT_EQ(report.ending == Ending::limit_reached, report.solutions == 5);
        ASSERT_LT(search.explored(), 1.0);
    }
    EXPECT_EQ(found, 288U);
    EXPECT_GT(calls, 20);
    EXPECT_EQ(search.explored(), 1.0);
    EXPECT_EQ(search.next({}), Ending::exhausted);  // and stays there
}

TEST(Search, CountsItsWorkTheSameInOnePieceAndInMany) {
    Puzzle plain{Geometry::standard(4)}, ruled = plain;
    ruled.add_rule({.kind = RuleKind::non_consecutive});
    std::uint64_t a_node = 0;
    for (const Puzzle& puzzle : {plain, ruled}) {
        Search whole{puzzle}, pieces{puzzle};
        whole.count({});
        for (std::uint64_t last = 0; pieces.count({.max_nodes = 7}).ending != Ending::exhausted;) {
            EXPECT_GT(pieces.work(), last);
            last = pieces.work();
        }
        EXPECT_EQ(whole.work(), pieces.work());
        EXPECT_GT(whole.work() / whole.nodes(), a_node);  // rules cost something
        a_node = whole.work() / whole.nodes();
    }
}

TEST(Search, ExploredShareGrowsToOne) {
    Search search{Puzzle{Geometry::standard(4)}};
    double last = 0;
    while (search.next({}) == Ending::limit_reached) {
        EXPECT_GE(search.explored(), last);
        last = search.explored();
    }
    EXPECT_GT(last, 0.99);
}

TEST(Search, ResumesBehindAnySolution) {
    for (const Engine run : {Engine{&enumerate}, Engine{&search9::enumerate_classic}}) {
        const Puzzle puzzle = Puzzle::from_line(p92);
        const auto whole = all(run, puzzle);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const auto rest = all(run, puzzle, {.resume_behind = whole[i]});
            EXPECT_EQ(rest,
                      std::vector(whole.begin() + static_cast<std::ptrdiff_t>(i) + 1, whole.end()));
        }
        EXPECT_THROW(all(run, puzzle, {.resume_behind = Grid{std::vector<Digit>(81)}}),
                     ContractViolation);
    }
}

TEST(Search, ResumesAWalkAtItsPosition) {
    const Puzzle puzzle{Geometry::standard(4)};
    const auto whole = all(puzzle);
    Search search{puzzle};
    for (int i = 0; i < 100; ++i) ASSERT_EQ(search.next({}), Ending::limit_reached);
    Search again{puzzle};
    again.resume_behind(search.position());
    Grid grid;
    for (std::size_t i = 100; i < whole.size(); ++i) {
        ASSERT_EQ(again.next({}), Ending::limit_reached);
        again.copy_to(grid);
        ASSERT_EQ(grid, whole[i]);
    }
    EXPECT_EQ(again.next({}), Ending::exhausted);
}

TEST(Search, PartsOfASplitAreTheWholeInOrder) {
    const Puzzle puzzle{Geometry::standard(4)};
    const auto whole = all(puzzle);
    for (std::size_t parts : {1U, 2U, 10U, 100U, 10000U}) {
        Search search{puzzle};
        std::vector<Grid> joined;
        double shares = 0;
        const auto cut = search.split(parts);
        EXPECT_GE(cut.size(), std::min<std::size_t>(parts, 288));
        for (const Subtree& part : cut) {
            const auto inside = all(puzzle, {.within = part.path});
            joined.insert(joined.end(), inside.begin(), inside.end());
            shares += part.share;
        }
        EXPECT_EQ(joined, whole);
        EXPECT_NEAR(shares, 1.0, 1e-9);
    }
}

TEST(Search, AnImpossiblePathHoldsNothing) {
    EXPECT_TRUE(all(Puzzle::from_line(p92), {.within = {{0, 200}, {0, 1}}}).empty());
}

TEST(Search, ProbesWithoutBias) {
    // Every solution of a small tree counted by the weights: the mean must come near.
    Search search{Puzzle::from_line(p92)};
    Random random{7};
    double sum = 0, nodes = 0;
    constexpr int rounds = 20000;
    for (int i = 0; i < rounds; ++i) {
        const Probe probe = search.probe(random);
        sum += probe.weight;
        nodes += probe.nodes;
    }
    EXPECT_NEAR(sum / rounds, 12, 0.5);
    const Report report = Search{Puzzle::from_line(p92)}.count({});
    EXPECT_NEAR(nodes / rounds, static_cast<double>(report.nodes),
                0.05 * static_cast<double>(report.nodes));
}

TEST(Search, ProbingAndSplittingLeaveTheWalkWhereItStands) {
    const Puzzle puzzle{Geometry::standard(4)};
    const auto whole = all(puzzle);
    Search search{puzzle};
    Random random{1};
    Grid grid;
    for (const Grid& expected : whole) {
        ASSERT_EQ(search.next({}), Ending::limit_reached);
        search.probe(random);
        search.split(5);
        EXPECT_TRUE(search.path_to(expected).has_value());
        search.copy_to(grid);
        ASSERT_EQ(grid, expected);
        ASSERT_EQ(search.path_to(grid), search.position());
    }
}

TEST(Search, ThreadsKeepTheOrder) {
    const Puzzle puzzle = wide();
    for (const Engine run : {Engine{&enumerate}, Engine{&search9::enumerate_classic}}) {
        const auto whole = all(run, puzzle);
        ASSERT_GT(whole.size(), 5000U);
        ASSERT_LT(whole.size(), 2000000U);
        for (unsigned threads : {2U, 3U, 8U}) {
            EXPECT_EQ(all(run, puzzle, {.threads = threads}), whole);
            const auto some = all(run, puzzle, {.limit = 1234, .threads = threads});
            EXPECT_EQ(some, std::vector(whole.begin(), whole.begin() + 1234));
            const auto rest = all(run, puzzle, {.threads = threads, .resume_behind = whole[4000]});
            EXPECT_EQ(rest, std::vector(whole.begin() + 4001, whole.end()));
        }
    }
}

TEST(Search, ThreadsCountTheSame) {
    const Puzzle puzzle = wide();
    const Report alone = count(puzzle);
    for (unsigned threads : {2U, 5U}) {
        const Report report = count(puzzle, {.threads = threads});
        EXPECT_EQ(report.solutions, alone.solutions);
        EXPECT_EQ(report.ending, Ending::exhausted);
        EXPECT_EQ(search9::count_classic(puzzle, {.threads = threads}).solutions, alone.solutions);
        const Report limited = count(puzzle, {.limit = 777, .threads = threads});
        EXPECT_EQ(limited.solutions, 777U);
        EXPECT_EQ(limited.ending, Ending::limit_reached);
    }
}

TEST(Search, EveryEndingIsSaid) {
    StopFlag stop;
    const Puzzle puzzle = wide();
    for (unsigned threads : {1U, 2U}) {
        for (const Engine run : {Engine{&enumerate}, Engine{&search9::enumerate_classic}}) {
            const SolutionSink sink = [](const Grid&) { return Flow::go_on; };
            const SolutionSink once = [](const Grid&) { return Flow::stop; };
            EXPECT_EQ(run(puzzle, {.threads = threads}, sink).ending, Ending::exhausted);
            EXPECT_EQ(run(puzzle, {.limit = 0, .threads = threads}, sink).ending,
                      Ending::limit_reached);
            const Report first = run(puzzle, {.threads = threads}, once);
            EXPECT_EQ(first.ending, Ending::limit_reached);
            EXPECT_EQ(first.solutions, 1U);
            const Report poor =
                run(puzzle, {.budget = {.max_nodes = 5000}, .threads = threads}, sink);
            EXPECT_EQ(poor.ending, Ending::out_of_budget);
            EXPECT_LE(poor.nodes, 5000U);
            EXPECT_GT(poor.solutions, 0U);
            EXPECT_LT(poor.explored, 1.0);
            StopFlag later;
            std::uint64_t seen = 0;
            const Report cut =
                run(puzzle, {.budget = {.stop = &later}, .threads = threads}, [&](const Grid&) {
                    if (++seen == 3000) later.raise();
                    return Flow::go_on;
                });
            EXPECT_EQ(cut.ending, Ending::interrupted);
            EXPECT_EQ(cut.solutions, seen);
            EXPECT_GE(seen, 3000U);
        }
    }
    stop.raise();
    EXPECT_EQ(count(puzzle, {.budget = {.stop = &stop}}).ending, Ending::interrupted);
}

/// Goes on in pieces of random budgets and threads until everything was met; of limits too, where a
/// run can be gone on with behind them.
template <class AnyRun>
void join_pieces(AnyRun run, const std::vector<Grid>& whole, std::uint64_t seed) {
    constexpr bool limits = std::is_same_v<AnyRun, search::Run>;
    Random random{seed};
    std::vector<Grid> met;
    std::uint64_t behind = 0;  // counted or met
    double explored = 0;
    for (int piece = 0;; ++piece) {
        Leg leg;
        if (random.below(2) == 0) leg.budget.max_nodes = 1 + random.below(3000);
        if (random.below(2) == 0 && limits) leg.limit = 1 + random.below(2000);
        const std::uint64_t patience = limits ? 1 + random.below(3000) : unlimited;
        std::uint64_t seen = 0;
        const SolutionSink sink = [&](const Grid& grid) {
            EXPECT_EQ(grid, whole[behind + seen]);
            return ++seen == patience ? Flow::stop : Flow::go_on;
        };
        const DigitSink digits = as_grids(sink);
        if (piece == 40) leg = {.threads = 3};
        const bool list = random.below(3) != 0;
        const Report report = run.go_on(leg, list ? &digits : nullptr);
        ASSERT_TRUE(!list || report.solutions == seen);
        ASSERT_LE(report.solutions, leg.limit);
        behind += report.solutions;
        ASSERT_GE(report.explored, explored - 1e-9);
        explored = report.explored;
        if (report.ending == Ending::exhausted || !run.resumable()) break;
    }
    if (!run.resumable()) return;  // several threads, and the sink said stop
    EXPECT_EQ(behind, whole.size());
    EXPECT_EQ(run.go_on({}).solutions, 0U);
    EXPECT_EQ(run.go_on({.threads = 2}).ending, Ending::exhausted);
}

TEST(Search, ARunGoesOnWhereItEnded) {
    const Puzzle puzzle = wide();
    const auto general = all(puzzle);
    const auto classic = all(&search9::enumerate_classic, puzzle);
    const search9::Marks9 marks = search9::marks9(puzzle);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        join_pieces(search::Run{puzzle}, general, seed);
        join_pieces(search9::ClassicRun{marks}, classic, seed);
    }
    // What one call with threads leaves behind cannot be gone on with, and says so.
    search::Run cut{puzzle};
    ASSERT_GT(general.size(), learning_nodes);
    ASSERT_EQ(cut.go_on({.limit = learning_nodes, .threads = 2}).solutions, learning_nodes);
    ASSERT_FALSE(cut.resumable());
    EXPECT_THROW(cut.go_on({}), ContractViolation);
    // The trial of several threads is not walked again.
    search9::ClassicRun trial{marks};
    const Report begun = trial.go_on({.budget = {.max_nodes = 1000}});
    const Report rest = trial.go_on({.threads = 2});
    EXPECT_EQ(begun.solutions + rest.solutions, classic.size());
    EXPECT_LT(rest.nodes, search9::count9(marks).nodes);
}

TEST(Search, AnExceptionOfTheSinkReachesTheCaller) {
    for (unsigned threads : {1U, 3U})
        EXPECT_THROW(enumerate(wide(), {.threads = threads},
                               [](const Grid&) -> Flow { throw std::runtime_error("full"); }),
                     std::runtime_error);
}

TEST(Search, ProgressIsReportedAndGrows) {
    double last = 0;
    int calls = 0;
    const Report report = count(wide(), {.on_progress = [&](const Progress& p) {
                                    EXPECT_GE(p.explored, last);
                                    last = p.explored;
                                    ++calls;
                                }});
    EXPECT_EQ(report.explored, 1.0);
    EXPECT_GT(calls, 3);
}

TEST(Search, ContradictoryFullAndBlankBoards) {
    Puzzle clash{Geometry::standard(6)};
    clash.set_given(Cell{0}, Digit{0});
    clash.set_given(Cell{1}, Digit{0});
    EXPECT_EQ(count(clash).solutions, 0U);
    EXPECT_EQ(count(clash).ending, Ending::exhausted);
    Puzzle bare{Geometry::standard(6)};
    bare.set_marks(Cell{7}, DigitSet{});
    EXPECT_EQ(count(bare).solutions, 0U);
    const Puzzle p = Puzzle::from_line(p92);
    const Grid grid = all(p)[0];
    Puzzle full{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) full.set_given(Cell{i}, grid[Cell{i}]);
    EXPECT_EQ(all(full), std::vector{grid});
    full.set_given(Cell{0}, Digit{(grid[Cell{0}].index() + 1) % 9});
    EXPECT_TRUE(all(full).empty());
    for (std::size_t size = 4; size <= 25; ++size) {
        const Puzzle blank{Geometry::standard(size)};
        const auto some = all(blank, {.budget = {.max_nodes = 100000}, .limit = 3});
        for (const Grid& g : some) EXPECT_TRUE(is_solution(blank, g)) << size;
        EXPECT_EQ(some.size(), 3U) << size;
    }
}

/// With a knight's move between like digits: many solutions, and far more dead ends.
Puzzle with_dead_ends() {
    Puzzle puzzle{Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .anti_knight = true})};
    const std::string_view line =
        ".....7.....3...7...87.......6..5...12....3.........5.........5...................";
    for (std::size_t c = 0; c < line.size(); ++c)
        if (line[c] != '.')
            puzzle.set_given(Cell{c}, Digit{static_cast<std::size_t>(line[c] - '1')});
    return puzzle;
}

TEST(Search, WhatIsLearntMakesTheTreeSmallAndKeepsItsSolutions) {
    const Puzzle puzzle = with_dead_ends();
    Search plain{puzzle}, learnt{puzzle};
    learnt.learn();
    std::set<Grid> by_plain, by_learnt;
    Grid grid;
    for (auto [search, found] : {std::pair{&plain, &by_plain}, std::pair{&learnt, &by_learnt}})
        while (search->next({}) == Ending::limit_reached) {
            search->copy_to(grid);
            EXPECT_TRUE(found->insert(grid).second);
        }
    EXPECT_EQ(by_plain, by_learnt);
    EXPECT_GT(learnt.nodes(), 2 * learning_nodes);  // or nothing was seen of what comes after
    EXPECT_LT(2 * learnt.nodes(), plain.nodes());
}

TEST(Search, ATreeThatWasLearntHasOneOrder) {
    const Puzzle puzzle = with_dead_ends();
    const auto whole = all(puzzle);
    ASSERT_GT(whole.size(), 1000U);
    for (unsigned threads : {2U, 3U}) EXPECT_EQ(all(puzzle, {.threads = threads}), whole);
    Random random{3};
    for (int i = 0; i < 12; ++i) {
        // The first solutions are found while the walk learns.
        const std::size_t at = random.below(i < 4 ? 20 : whole.size());
        SCOPED_TRACE(at);
        const std::vector rest(whole.begin() + static_cast<std::ptrdiff_t>(at) + 1, whole.end());
        EXPECT_EQ(all(puzzle, {.threads = at % 2 == 0 ? 1U : 2U, .resume_behind = whole[at]}),
                  rest);
        Search walk{puzzle};
        walk.learn();
        for (std::size_t k = 0; k <= at; ++k) ASSERT_EQ(walk.next({}), Ending::limit_reached);
        if (walk.learning()) continue;
        std::vector<Grid> by_parts;
        for (const Subtree& part : walk.split(1 + at % 50)) {
            Search inside{puzzle};
            inside.learn_from(walk);
            inside.confine(part.path);
            Grid grid;
            while (inside.next({}) == Ending::limit_reached) {
                inside.copy_to(grid);
                by_parts.push_back(grid);
            }
        }
        EXPECT_EQ(by_parts, rest);
        EXPECT_EQ(walk.path_to(whole[at / 2]).has_value(), at == 0);
    }
}

}  // namespace
}  // namespace clew::search
