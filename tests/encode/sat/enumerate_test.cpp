#include "encode/sat/enumerate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "encode/cnf/encoding.hpp"
#include "encode/sat/backbone.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/reference/sat_solve.hpp"
#include "tests/support/places.hpp"

namespace clew::sat {
namespace {

using reference::p92;

// 1 105 solutions: the count was checked with two other programs.
constexpr const char* thousand =
    ".8...9.5....6.....6...1.....72...86..3..6.7.1......93.7.3..1......4.6..3.6.382...";

constexpr EnumerationMethod strategies[] = {EnumerationMethod::blocking, EnumerationMethod::cells,
                                            EnumerationMethod::decisions,
                                            EnumerationMethod::branches, EnumerationMethod::cubes};
constexpr EnumerationMethod one_session[] = {EnumerationMethod::blocking, EnumerationMethod::cells,
                                             EnumerationMethod::decisions,
                                             EnumerationMethod::branches};

const char* name_of(EnumerationMethod s) { return to_string(s); }

// All solutions by the slow reference, sorted; nothing if there are `most` or it takes too long.
std::optional<std::vector<Grid>> by_reference(const Puzzle& puzzle, std::uint64_t most) {
    const auto count = reference::count_solutions(puzzle, most, 200'000);
    if (!count || *count == most) return std::nullopt;
    return reference::all_solutions(puzzle);
}

// All solutions, sorted; fails on a duplicate.
std::vector<Grid> listed(const Puzzle& puzzle, const EnumerateOptions& options,
                         EnumerateResult* result = nullptr) {
    std::set<Grid> grids;
    const EnumerateResult r = enumerate(puzzle, options, [&](const Grid& g) {
        EXPECT_TRUE(grids.insert(g).second) << "twice: " << to_line(g);
        return Flow::go_on;
    });
    EXPECT_EQ(r.solutions, grids.size());
    if (result != nullptr) *result = r;
    return {grids.begin(), grids.end()};
}

TEST(Enumerate, PausesChangeNothingThatIsFound) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random{seed};
        const Puzzle puzzle = reference::random_ruled(random, Geometry::standard(6),
                                                      random.below(10), random.below(4));
        for (EnumerationMethod strategy : {EnumerationMethod::decisions,
                                           EnumerationMethod::branches, EnumerationMethod::cubes}) {
            SCOPED_TRACE(std::string(name_of(strategy)) + ", seed " + std::to_string(seed));
            const EnumerateOptions alone{.limit = 200, .strategy = strategy};
            const std::vector<Grid> expected = listed(puzzle, alone);
            Turns turns{.pause = [&turns, last = std::uint64_t{0}]() mutable {
                EXPECT_GE(turns.work, last);
                last = turns.work;
                turns.until = turns.work + 100'000;
                return Flow::go_on;
            }};
            EnumerateOptions options = alone;
            options.turns = &turns;
            EnumerateResult result;
            const std::vector<Grid> met = listed(puzzle, options, &result);
            EXPECT_EQ(met.size(), expected.size());
            if (expected.size() < 200) {
                EXPECT_EQ(met, expected);
            }
            EXPECT_GE(turns.nodes, result.nodes);

            // Ended in a pause: what was found till then.
            const std::uint64_t whole = turns.work;
            Turns cut{.until = whole / 2, .pause = [] { return Flow::stop; }};
            options.turns = &cut;
            const std::vector<Grid> some = listed(puzzle, options, &result);
            if (result.ending == Ending::interrupted) {
                EXPECT_TRUE(std::ranges::includes(expected, some) || expected.size() == 200);
            } else {
                EXPECT_EQ(some.size(), expected.size());
            }
        }
    }
}

TEST(Enumerate, FindsTheTwelveSolutionsOfP92) {
    for (EnumerationMethod strategy : strategies) {
        EnumerateResult result;
        const std::vector<Grid> grids =
            listed(Puzzle::from_line(p92), {.strategy = strategy}, &result);
        ASSERT_EQ(grids.size(), 12U) << name_of(strategy);
        EXPECT_EQ(
            to_line(grids[0]),  // the paper's S05
            "319854672576312894248769315854627931791438526623591748982176453437285169165943287");
        EXPECT_EQ(result.ending, Ending::exhausted);
    }
}

TEST(Enumerate, FindsThe288GridsOfTheBlank4x4Board) {
    for (EnumerationMethod strategy : strategies) {
        EnumerateResult result;
        EXPECT_EQ(listed(Puzzle{Geometry::standard(4)}, {.strategy = strategy}, &result).size(),
                  288U);
        EXPECT_EQ(result.ending, Ending::exhausted);
    }
}

TEST(Enumerate, AgreesWithTheSlowReferenceOnRandomPuzzles) {
    constexpr std::uint64_t seed = 92;
    Random random{seed};
    std::size_t with_solutions = 0;
    for (int round = 0; round < 250; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        constexpr std::uint64_t most = 3000;
        const auto expected = by_reference(puzzle, most);
        if (!expected) continue;
        with_solutions += expected->empty() ? 0 : 1;
        for (EnumerationMethod strategy :
             {EnumerationMethod::branches, EnumerationMethod::cubes,
              round % 2 == 0 ? EnumerationMethod::cells : EnumerationMethod::decisions}) {
            EnumerateResult result;
            EXPECT_EQ(listed(puzzle, {.strategy = strategy}, &result), *expected)
                << "seed " << seed << " " << name_of(strategy) << ": "
                << reference::describe(puzzle);
            EXPECT_EQ(result.ending, Ending::exhausted);
        }
    }
    EXPECT_GT(with_solutions, 50U);
}

// Whatever the encoding, the models are the solutions.
TEST(Enumerate, EveryEncodingHasTheSameModels) {
    constexpr std::uint64_t seed = 17;
    Random random{seed};
    for (int round = 0; round < 32; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 5));
        constexpr std::uint64_t most = 60;
        const auto expected = reference::count_solutions(puzzle, most, 200'000);
        if (!expected || *expected == most) continue;
        const cnf::EncodeOptions options{.families = static_cast<cnf::Families>(round % 4),
                                         .selectors = static_cast<cnf::Selectors>(random.below(3))};
        const cnf::Encoded encoded = cnf::encode(puzzle, options);
        Session session;
        session.add_vars(encoded.map.size());
        session.add(encoded.formula);
        std::vector<Lit> on;
        for (Var s : encoded.map.selectors()) on.push_back(Lit::positive(s));
        std::uint64_t models = 0;
        while (models <= *expected && session.solve(on) == Answer::satisfiable) {
            ++models;
            cnf::Clause blocking;
            for (std::size_t v = 0; v < puzzle.geometry().candidate_count(); ++v)
                if (session.value(Lit::positive(Var{v}))) blocking.push_back(Lit::negative(Var{v}));
            session.add(blocking);
        }
        EXPECT_EQ(models, *expected) << "seed " << seed << ": " << to_string(options.families)
                                     << " " << reference::describe(puzzle);
    }
}

TEST(Enumerate, SolutionsHoldOnSomeCellsWhatTheReferenceHolds) {
    constexpr std::uint64_t seed = 8;
    Random random{seed};
    for (int round = 0; round < 60; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 5));
        constexpr std::uint64_t most = 2000;
        const auto all = by_reference(puzzle, most);
        if (!all) continue;
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
            if (random.below(4) == 0) cells.push_back(Cell{i});
        if (cells.empty()) continue;
        const auto shadow = [&](const Grid& g) {
            std::vector<Digit> digits;
            for (Cell c : cells) digits.push_back(g[c]);
            return digits;
        };
        std::set<std::vector<Digit>> expected;
        for (const Grid& g : *all) expected.insert(shadow(g));
        for (EnumerationMethod strategy : strategies) {
            std::set<std::vector<Digit>> found;
            std::set<std::string> grids;
            const EnumerateResult result =
                enumerate(puzzle, {.strategy = strategy}, [&](const Grid& g) {
                    found.insert(shadow(g));
                    EXPECT_TRUE(grids.insert(to_line(g)).second) << "seed " << seed;
                    return Flow::go_on;
                });
            EXPECT_EQ(found, expected) << "seed " << seed << " " << name_of(strategy) << ": "
                                       << reference::describe(puzzle);
            EXPECT_EQ(result.ending, Ending::exhausted);
        }
    }
}

// Whatever the library was called for is told, and adds up.
void expect_one_session(const EnumerateResult& r, const std::string& what) {
    EXPECT_EQ(r.cubes, 0U) << what;
    EXPECT_EQ(r.sessions, 1U) << what;
    EXPECT_EQ(r.calls, r.backbone_calls + r.solutions + r.refuted) << what;
    if (r.ending != Ending::exhausted) return;
    EXPECT_TRUE(r.proved) << what;
    EXPECT_EQ(r.blocking_clauses, r.solutions) << what;
    EXPECT_GE(r.refuted, 1U) << what;
    if (r.strategy != EnumerationMethod::branches) {
        EXPECT_EQ(r.refuted, 1U) << what;
    }
}

TEST(Enumerate, OneSessionIsCalledOnceASolutionAndEndsInAnUnsat) {
    const Puzzle few = Puzzle::from_line(p92), many = Puzzle::from_line(thousand),
                 small{Geometry::standard(4)};
    for (const Puzzle* puzzle : {&few, &many, &small})
        for (EnumerationMethod strategy : one_session) {
            EnumerateResult result;
            listed(*puzzle, {.strategy = strategy}, &result);
            EXPECT_EQ(result.ending, Ending::exhausted);
            expect_one_session(result, name_of(strategy));
            EXPECT_GT(result.backbone_calls, 0U);
        }
    // Few asked for: one call a solution and the last, no other.
    EnumerateResult result;
    EXPECT_EQ(listed(few, {.limit = 13, .strategy = EnumerationMethod::blocking}, &result).size(),
              12U);
    EXPECT_EQ(result.strategy, EnumerationMethod::decisions);
    EXPECT_EQ(result.calls, 13U);
    expect_one_session(result, "few");
    // A limit that is reached leaves nothing proved.
    listed(many, {.limit = 100, .strategy = EnumerationMethod::blocking}, &result);
    EXPECT_EQ(result.strategy, EnumerationMethod::branches);
    expect_one_session(result, "limit");
    EXPECT_FALSE(result.proved);
    // Finished branches are proved on the way.
    listed(many, {.strategy = EnumerationMethod::branches}, &result);
    EXPECT_GE(result.refuted, 2U);
    EXPECT_LE(result.refuted, 200U);  // far fewer than solutions
}

// Where singles solve or refute the puzzle, the library is asked all the same.
TEST(Enumerate, WhatIsEasyIsProvedByTheLibraryToo) {
    const Puzzle unique = Puzzle::from_line(reference::gould);
    const Puzzle full = Puzzle::from_line(
        "319854672576312894248769315854627931791438526623591748982176453437285169165943287");
    Puzzle none = full;
    none.set_given(Cell{0}, Digit{8});
    Puzzle no_candidate{Geometry::standard(4)};
    no_candidate.set_marks(Cell{3}, DigitSet{});
    for (EnumerationMethod strategy : one_session)
        for (std::uint64_t limit : {std::uint64_t{2}, unlimited}) {
            EnumerateResult r;
            for (const Puzzle* puzzle : {&unique, &full}) {
                EXPECT_EQ(listed(*puzzle, {.limit = limit, .strategy = strategy}, &r).size(), 1U);
                EXPECT_EQ(r.calls - r.backbone_calls, 2U);
                expect_one_session(r, name_of(strategy));
            }
            for (const Puzzle* puzzle : {&none, &no_candidate}) {
                EXPECT_TRUE(listed(*puzzle, {.limit = limit, .strategy = strategy}, &r).empty());
                EXPECT_EQ(r.calls, 1U);
                expect_one_session(r, name_of(strategy));
            }
        }
}

TEST(Enumerate, CubesSayThatTheSearchIsClews) {
    EnumerateResult result;
    listed(Puzzle::from_line(thousand), {.strategy = EnumerationMethod::cubes}, &result);
    EXPECT_GT(result.cubes, 0U);
    EXPECT_GT(result.sessions, 1U);
    EXPECT_LT(result.sessions, result.cubes / 10);  // a part met again gets none
    EXPECT_LT(result.calls, 1105U);
    EXPECT_FALSE(result.proved);
}

TEST(Enumerate, EveryEncodingRunsInEveryStrategy) {
    constexpr std::uint64_t seed = 1712;
    Random random{seed};
    std::size_t with_solutions = 0;
    for (int round = 0; round < 96; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 5));
        constexpr std::uint64_t most = 400;
        const auto expected = by_reference(puzzle, most);
        if (!expected) continue;
        with_solutions += expected->empty() ? 0 : 1;
        const cnf::EncodeOptions encoding{.families = static_cast<cnf::Families>(round % 4)};
        for (EnumerationMethod strategy : strategies) {
            EnumerateResult result;
            EXPECT_EQ(listed(puzzle, {.strategy = strategy, .encoding = encoding}, &result),
                      *expected)
                << "seed " << seed << " " << name_of(strategy) << " "
                << to_string(encoding.families) << " " << reference::describe(puzzle);
            EXPECT_EQ(result.ending, Ending::exhausted);
            if (result.strategy != EnumerationMethod::cubes)
                expect_one_session(result, name_of(strategy));
        }
    }
    EXPECT_GT(with_solutions, 20U);
}

TEST(Enumerate, EndingsSayWhatStoppedIt) {
    const Puzzle puzzle = Puzzle::from_line(thousand);
    for (EnumerationMethod strategy :
         {EnumerationMethod::blocking, EnumerationMethod::cells, EnumerationMethod::cubes}) {
        EnumerateResult result;
        EXPECT_EQ(listed(puzzle, {.limit = 100, .strategy = strategy}, &result).size(), 100U);
        EXPECT_EQ(result.ending, Ending::limit_reached);
        EXPECT_EQ(listed(puzzle, {.limit = 1105, .strategy = strategy}, &result).size(), 1105U);
        EXPECT_EQ(result.ending, Ending::limit_reached);
        EXPECT_EQ(listed(puzzle, {.limit = 1106, .strategy = strategy}, &result).size(), 1105U);
        EXPECT_EQ(result.ending, Ending::exhausted);
        EXPECT_EQ(listed(puzzle, {.limit = 0, .strategy = strategy}, &result).size(), 0U);
        EXPECT_EQ(result.ending, Ending::limit_reached);

        const std::size_t some =
            listed(puzzle, {.budget = {.max_nodes = 60}, .strategy = strategy}, &result).size();
        EXPECT_LT(some, 1105U);
        EXPECT_EQ(result.ending, Ending::out_of_budget) << name_of(strategy);

        int seen = 0;
        result = enumerate(puzzle, {.strategy = strategy},
                           [&](const Grid&) { return ++seen == 7 ? Flow::stop : Flow::go_on; });
        EXPECT_EQ(result.solutions, 7U);
        EXPECT_EQ(result.ending, Ending::limit_reached);

        StopFlag stop;
        seen = 0;
        result =
            enumerate(puzzle, {.budget = {.stop = &stop}, .strategy = strategy}, [&](const Grid&) {
                if (++seen == 9) stop.raise();
                return Flow::go_on;
            });
        EXPECT_EQ(result.ending, Ending::interrupted);
        EXPECT_EQ(result.solutions, 9U);
    }
}

TEST(Enumerate, AnEndlessListIsInterruptedInTime) {
    StopFlag stop;
    std::thread raiser([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.raise();
    });
    const EnumerateResult result =
        enumerate(Puzzle{Geometry::standard(16)}, {.budget = {.stop = &stop}},
                  [](const Grid&) { return Flow::go_on; });
    raiser.join();
    EXPECT_EQ(result.ending, Ending::interrupted);
}

TEST(Enumerate, UnsolvableUniqueAndFullPuzzles) {
    for (EnumerationMethod strategy : strategies) {
        EnumerateResult result;
        Puzzle none = Puzzle::from_line(p92);
        none.set_given(Cell{0}, Digit{8});  // a second 9 in the row
        EXPECT_TRUE(listed(none, {.strategy = strategy}, &result).empty());
        EXPECT_EQ(result.ending, Ending::exhausted);

        Puzzle marks{Geometry::standard(4)};  // three cells of a row for two digits
        for (std::size_t i = 0; i < 3; ++i) marks.set_marks(Cell{i}, DigitSet::all(2));
        EXPECT_TRUE(listed(marks, {.strategy = strategy}, &result).empty());
        EXPECT_EQ(result.ending, Ending::exhausted);

        Puzzle full = Puzzle::from_line(
            "319854672576312894248769315854627931791438526623591748982176453437285169165943287");
        EXPECT_EQ(listed(full, {.strategy = strategy}, &result).size(), 1U);
        EXPECT_EQ(result.ending, Ending::exhausted);

        Puzzle empty_cell{Geometry::classic()};
        empty_cell.set_marks(Cell{7}, DigitSet{});
        EXPECT_TRUE(listed(empty_cell, {.strategy = strategy}, &result).empty());
        EXPECT_EQ(result.ending, Ending::exhausted);
    }
}

TEST(Enumerate, AHardLargePuzzleIsProvedByASecondSession) {
    std::ifstream file(source_dir() + "/examples/bench/dense.txt");
    std::string line;
    for (int i = 0; i < 4; ++i) std::getline(file, line);
    ASSERT_EQ(line.size(), 625U);
    Puzzle puzzle{Geometry::standard(25)};
    for (std::size_t i = 0; i < line.size(); ++i)
        if (const auto digit = parse_digit(line[i], 25)) puzzle.set_given(Cell{i}, *digit);

    EnumerateResult result;
    const auto blocking = EnumerationMethod::blocking;
    EXPECT_EQ(listed(puzzle, {.limit = 2, .strategy = blocking}, &result).size(), 1U);
    EXPECT_EQ(result.ending, Ending::exhausted);
    EXPECT_GT(result.nodes, 2000U);  // what the first session is granted
    EXPECT_EQ(result.sessions, 2U);
    EXPECT_TRUE(result.proved);
    const std::uint64_t all = result.nodes;

    // A budget holds over both sessions.
    listed(puzzle, {.budget = {.max_nodes = 2500}, .limit = 2, .strategy = blocking}, &result);
    EXPECT_EQ(result.ending, Ending::out_of_budget);
    EXPECT_GE(result.nodes, 2000U);
    EXPECT_LT(result.nodes, all);
}

TEST(Enumerate, TheOrderIsTheSameInEveryRun) {
    const auto order = [](EnumerationMethod strategy) {
        std::vector<Grid> grids;
        enumerate(Puzzle::from_line(thousand), {.strategy = strategy}, keep_in(grids));
        return grids;
    };
    EXPECT_EQ(order(EnumerationMethod::cubes), order(EnumerationMethod::cubes));
    EXPECT_EQ(order(EnumerationMethod::blocking), order(EnumerationMethod::blocking));
    EXPECT_EQ(order(EnumerationMethod::decisions), order(EnumerationMethod::decisions));
}

TEST(Enumerate, LargeBoardsStreamTheirFirstSolutions) {
    for (std::size_t size : {12U, 16U}) {
        EnumerateResult result;
        EXPECT_EQ(listed(Puzzle{Geometry::standard(size)}, {.limit = 40}, &result).size(), 40U);
        EXPECT_EQ(result.ending, Ending::limit_reached);
    }
}

TEST(Enumerate, MisuseIsAContractViolation) {
    EXPECT_THROW(listed(Puzzle{Geometry::standard(4)},
                        {.encoding = cnf::EncodeOptions{.selectors = cnf::Selectors::all}}),
                 ContractViolation);
}

TEST(Solve, FindsASolutionOrProvesThatThereIsNone) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const SolveOutcome some = solve(puzzle);
    ASSERT_TRUE(some.solution.has_value());
    EXPECT_EQ(some.ending, Ending::limit_reached);
    Puzzle none = puzzle;
    none.set_given(Cell{0}, Digit{8});
    EXPECT_FALSE(solve(none).solution.has_value());
    EXPECT_EQ(solve(none).ending, Ending::exhausted);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(solve(puzzle, {.stop = &stop}).ending, Ending::interrupted);
}

TEST(Backbone, AreTheUnionOfAllSolutions) {
    constexpr std::uint64_t seed = 29;
    Random random{seed};
    for (int round = 0; round < 80; ++round) {
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        constexpr std::uint64_t most = 3000;
        const auto all = by_reference(puzzle, most);
        if (!all) continue;
        std::vector<DigitSet> expected(puzzle.geometry().cell_count());
        for (const Grid& g : *all)
            for (std::size_t i = 0; i < expected.size(); ++i) expected[i].insert(g[Cell{i}]);
        const Backbone t = true_candidates(puzzle);
        EXPECT_EQ(t.digits, expected) << "seed " << seed << ": " << reference::describe(puzzle);
        EXPECT_EQ(t.ending, Ending::exhausted);
    }
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(true_candidates(Puzzle::from_line(p92), {.stop = &stop}).ending, Ending::interrupted);
}

}  // namespace
}  // namespace clew::sat
