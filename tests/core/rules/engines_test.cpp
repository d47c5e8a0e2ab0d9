// Random puzzles with random rules of every kind: the search, both SAT strategies and the slow
// reference find the same grids.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "core/formats/formats.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/registry.hpp"
#include "core/rules/verify.hpp"
#include "encode/sat/backbone.hpp"
#include "encode/sat/cores.hpp"
#include "encode/sat/enumerate.hpp"
#include "solve/search/search.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/reference/sat_solve.hpp"
#include "tests/reference/searches.hpp"

namespace clew {
namespace {

std::vector<Grid> by_search(const Puzzle& puzzle, unsigned threads = 1) {
    std::vector<Grid> grids;
    search::enumerate(puzzle, {.threads = threads}, keep_in(grids));
    return grids;
}

std::vector<Grid> by_sat(const Puzzle& puzzle, sat::EnumerationMethod strategy,
                         const std::optional<cnf::EncodeOptions>& encoding = {}) {
    std::vector<Grid> grids;
    sat::enumerate(puzzle, {.strategy = strategy, .encoding = encoding}, keep_in(grids));
    std::ranges::sort(grids);
    return grids;
}

/// Search, SAT in all its ways and the reference on a puzzle; `count` stays empty if its solutions
/// are `too_many` or more.
void agree(const Puzzle& puzzle, std::optional<std::size_t>& count, std::size_t too_many = 2000) {
    const auto few = reference::count_solutions(puzzle, too_many, 50 * too_many);
    if (!few || *few == too_many) return;
    const std::vector<Grid> wanted = reference::all_solutions(puzzle);
    std::vector<Grid> found = by_search(puzzle);
    std::ranges::sort(found);
    ASSERT_EQ(found, wanted);
    ASSERT_EQ(search::count(puzzle).solutions, wanted.size());
    for (sat::EnumerationMethod strategy :
         {sat::EnumerationMethod::cubes, sat::EnumerationMethod::branches,
          sat::EnumerationMethod::decisions, sat::EnumerationMethod::cells})
        if (strategy == sat::EnumerationMethod::cubes || wanted.size() < 200) {
            ASSERT_EQ(by_sat(puzzle, strategy), wanted) << to_string(strategy);
        }
    for (cnf::Families families : {cnf::Families::minimal, cnf::Families::natural,
                                   cnf::Families::extended, cnf::Families::complete})
        if (wanted.size() < 50) {
            ASSERT_EQ(by_sat(puzzle, sat::EnumerationMethod::decisions,
                             cnf::EncodeOptions{.families = families}),
                      wanted)
                << to_string(families);
        }
    ASSERT_EQ(sat::solve(puzzle).solution.has_value(), !wanted.empty());
    const sat::Backbone possible = sat::true_candidates(puzzle);
    std::vector<DigitSet> seen(puzzle.geometry().cell_count());
    for (const Grid& grid : wanted)
        for (std::size_t i = 0; i < seen.size(); ++i) seen[i].insert(grid[Cell{i}]);
    ASSERT_EQ(possible.digits, seen);
    count = wanted.size();
}

TEST(Rules, EnginesAgreeOnSmallBoards) {
    constexpr std::uint64_t seed = 20265;
    std::size_t several = 0, none = 0;
    for (std::uint64_t round = 0; round < 300; ++round) {
        Random random = Random{seed}.split(round);
        const GeometryPtr board = reference::random_geometry(random, 6);
        const std::size_t cells = board->cell_count();
        const std::size_t clues = cells <= 16   ? random.below(5)
                                  : cells <= 25 ? 3 + random.below(8)
                                                : 8 + random.below(12);
        const Puzzle puzzle = reference::random_ruled(random, board, clues, 1 + random.below(5));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        std::optional<std::size_t> count;
        ASSERT_NO_FATAL_FAILURE(agree(puzzle, count));
        several += count && *count > 1 ? 1 : 0;
        none += count == 0U ? 1 : 0;
    }
    EXPECT_GT(several, 60U);
    EXPECT_GT(none, 5U);
}

// Oblong boards, boards with more digits than cells in a line, digits from 0 on, extra cells, and
// boards whose rows and columns are no houses. A rule's numbers come from a board of the same shape
// whose digits begin with 1.
TEST(Rules, EnginesAgreeOnBoardsOfOtherShapesAndDigits) {
    constexpr std::uint64_t seed = 20301;
    std::size_t several = 0, none = 0, from_0 = 0;
    std::set<RuleKind> kinds;
    for (std::uint64_t round = 0; round < 700; ++round) {
        Random random = Random{seed}.split(round);
        GeometrySpec spec{.size = 4 + random.below(3)};
        spec.first_digit = round % 2 == 0 ? 0 : 1;
        if (random.below(4) != 0 || spec.first_digit == 1) {
            spec.rows = 3 + random.below(spec.size - 2);
            spec.columns = 3 + random.below(spec.size - 2);
        }
        const std::size_t rows = spec.rows == 0 ? spec.size : spec.rows;
        const std::size_t columns = spec.columns == 0 ? spec.size : spec.columns;
        if (random.below(3) != 0) spec.boxes = Geometry::usual_boxes(rows, columns);
        spec.main_diagonal = rows == columns && random.below(3) == 0;
        spec.disjoint_groups = spec.boxes && random.below(4) == 0;
        spec.anti_knight = random.below(6) == 0;
        if (random.below(3) == 0) spec.extra_cells = 1 + random.below(4);
        spec.lines = random.below(6) != 0;
        const GeometryPtr board = Geometry::make(spec);
        spec.first_digit = 1;
        const GeometryPtr from_1 = Geometry::make(spec);
        const std::size_t cells = board->cells().size();
        const Puzzle ruled = reference::random_ruled(
            random, from_1, std::min(cells, cells / 3 + random.below(cells / 2)),
            1 + random.below(3));
        Puzzle puzzle{board};
        for (const Cell cell : board->cells())
            if (const auto given = ruled.given(cell)) puzzle.set_given(cell, *given);
        for (const Rule& rule : ruled.rules()) {
            try {
                rules::check_rule(rule, *board);
            } catch (const InputError&) {
                continue;  // the highest digit, say, or an indexer where digits begin with 0
            }
            puzzle.add_rule(rule);
            if (board->first_digit() == 0) kinds.insert(rule.kind);
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        std::optional<std::size_t> count;
        ASSERT_NO_FATAL_FAILURE(agree(puzzle, count));
        several += count && *count > 1 ? 1 : 0;
        none += count == 0U ? 1 : 0;
        if (!count || *count == 0 || board->first_digit() != 0) continue;
        ++from_0;
        // As files hold them they are the same puzzle.
        Record record{.puzzle = puzzle};
        for (const char* format : {"json", "iss"}) {
            std::string text;
            try {
                text = write_record(record, format);
            } catch (const InputError&) {
                continue;  // a rank, say
            }
            std::istringstream in{text};
            PuzzleReader reader{in, "t", {.format = format, .digits_from_0 = true}};
            const std::optional<Record> again = reader.next();
            ASSERT_TRUE(again.has_value());
            // Boxes on a board whose lines are no houses become rules there.
            if (spec.lines || !spec.boxes || format == std::string_view{"json"}) {
                EXPECT_EQ(again->puzzle.geometry(), *board) << text;
            }
            EXPECT_EQ(search::count(again->puzzle).solutions, *count) << text;
            std::istringstream once_more{text};
            EXPECT_THROW((PuzzleReader{once_more, "t"}.next()), InputError);
        }
    }
    EXPECT_GT(several, 150U);
    EXPECT_GT(none, 100U);
    EXPECT_GT(from_0, 100U);
    EXPECT_GT(kinds.size(), 35U);
}

// What holds for the whole board: a grid that knows nothing of it nearly always breaks it, so the
// clues come from a solution.
TEST(Rules, EnginesAgreeOnBoardsWithChessMovesAndNoNeighbours) {
    constexpr std::uint64_t seed = 20267;
    std::size_t knights = 0, kings = 0, non_consecutive = 0;
    for (std::uint64_t round = 0; round < 200; ++round) {
        Random random = Random{seed}.split(round);
        GeometrySpec spec = reference::random_geometry(random, 6)->spec();
        spec.windows = spec.disjoint_groups = spec.main_diagonal = spec.anti_diagonal = false;
        spec.extras.clear();
        const std::uint64_t kind = round % 4;
        spec.anti_knight = kind == 0;
        spec.anti_king = kind == 1 || (kind == 3 && random.below(2) == 0);
        const GeometryPtr board = Geometry::make(spec);
        Puzzle question{board};
        if (kind >= 2) question.add_rule({.kind = RuleKind::non_consecutive});
        // One of the first thousand solutions.
        std::vector<Grid> grids;
        search::enumerate(question, {.limit = 1000}, keep_in(grids));
        if (grids.empty() && random.below(4) != 0) continue;
        const std::optional<Grid> grid =
            grids.empty() ? std::nullopt : std::optional{grids[random.below(grids.size())]};
        std::vector<Cell> order;
        for (std::size_t i = 0; i < board->cell_count(); ++i) order.emplace_back(i);
        random.shuffle(order);
        const std::size_t clues = random.below(board->cell_count() / 3);
        for (std::size_t i = 0; i < clues && grid; ++i)
            question.set_given(order[i], (*grid)[order[i]]);
        if (grid && random.below(3) == 0)
            question.add_rule(reference::random_rule(random, *board, grid));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(question));
        std::optional<std::size_t> count;
        ASSERT_NO_FATAL_FAILURE(agree(question, count));
        if (count.value_or(0) == 0) continue;
        knights += spec.anti_knight ? 1 : 0;
        kings += spec.anti_king ? 1 : 0;
        non_consecutive += kind >= 2 ? 1 : 0;
    }
    EXPECT_GT(knights, 10U);
    EXPECT_GT(kings, 10U);
    EXPECT_GT(non_consecutive, 10U);
}

// Every two kinds on one board, twice: two rules of which one reads what the other has left.
TEST(Rules, EnginesAgreeOnEveryPairOfKinds) {
    constexpr std::uint64_t seed = 20268;
    std::vector<RuleKind> kinds;
    for (const rules::PrimitiveRow& row : rules::primitive_table()) kinds.push_back(row.kind);
    for (const rules::SetterRow& row : rules::setter_table()) kinds.push_back(row.kind);
    std::size_t counted = 0, some = 0;
    for (std::size_t a = 0; a < kinds.size(); ++a)
        for (std::size_t b = a; b < kinds.size(); ++b)
            for (std::size_t round = 0; round < 2; ++round) {
                Random random = Random{seed}.split((a * kinds.size() + b) * 2 + round);
                const GeometryPtr board = reference::random_geometry(random, 6);
                const std::size_t side = board->size();
                const std::size_t clues = side == 4   ? random.below(3)
                                          : side == 5 ? 2 + random.below(6)
                                                      : 7 + random.below(10);
                const RuleKind second[] = {kinds[b], kinds[b]};
                const Puzzle puzzle =
                    reference::random_ruled(random, board, clues, 2, kinds[a], second);
                SCOPED_TRACE("seed " + std::to_string(seed) + " " + reference::describe(puzzle));
                std::optional<std::size_t> count;
                ASSERT_NO_FATAL_FAILURE(agree(puzzle, count, 300));
                counted += count ? 1 : 0;
                some += count.value_or(0) > 0 ? 1 : 0;
            }
    EXPECT_GT(counted, 2000U);
    EXPECT_GT(some, 1200U);
}

TEST(Rules, EnginesAgreeOnClassicBoards) {
    constexpr std::uint64_t seed = 20266;
    std::size_t several = 0;
    for (std::uint64_t round = 0; round < 60; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle = reference::random_ruled(random, Geometry::classic(), 27, 4);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        std::vector<Grid> found;
        search::enumerate(puzzle, {.limit = 3000}, keep_in(found));
        if (found.size() == 3000) continue;
        std::ranges::sort(found);
        const Checker checker{puzzle};
        for (const Grid& grid : found) ASSERT_EQ(checker.find_fault(grid), std::nullopt);
        // One by one against all that the board alone allows, where that is not too many.
        Puzzle free{Geometry::classic()};
        for (std::size_t i = 0; i < 81; ++i)
            if (const auto clue = puzzle.given(Cell{i})) free.set_given(Cell{i}, *clue);
        std::vector<Grid> kept;
        const auto all = search::enumerate(free, {.limit = 50'000}, [&](const Grid& g) {
            if (checker.accepts(g)) kept.push_back(g);
            return Flow::go_on;
        });
        if (all.ending == Ending::exhausted) {
            std::ranges::sort(kept);
            ASSERT_EQ(found, kept);
        }
        ASSERT_EQ(by_sat(puzzle, sat::EnumerationMethod::cubes), found);
        if (found.size() < 100) {
            ASSERT_EQ(by_sat(puzzle, sat::EnumerationMethod::blocking), found);
        }
        several += found.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(several, 10U);
}

// Two cells that do not see each other, tied by a sum: parts that forgot the sum would multiply.
TEST(Rules, PartsOfABoardAreTiedByASum) {
    Puzzle puzzle{Geometry::make({.size = 4})};
    puzzle.add_rule({.kind = RuleKind::sum, .cells = {Cell{0}, Cell{15}}, .numbers = {0, 5, 1, 1}});
    for (const char* line : {"..34", "..43", "34..", "43.."}) {
        static std::size_t r;
        for (std::size_t c = 0; c < 4; ++c)
            if (line[c] != '.') puzzle.set_given(Cell{4 * (r % 4) + c}, Digit{line[c] - '1'});
        ++r;
    }
    const std::vector<Grid> wanted = reference::all_solutions(puzzle);
    EXPECT_EQ(by_sat(puzzle, sat::EnumerationMethod::cubes), wanted);
    EXPECT_EQ(by_sat(puzzle, sat::EnumerationMethod::blocking), wanted);
}

TEST(Rules, TheWalkIsTheSameFromEverywhere) {
    constexpr std::uint64_t seed = 20267;
    std::size_t long_lists = 0;
    for (std::uint64_t round = 0; round < 40; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle = reference::random_ruled(random, Geometry::standard(6), 6, 3);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const std::vector<Grid> all = by_search(puzzle);
        EXPECT_EQ(by_search(puzzle, 3), all);
        if (all.size() < 2) continue;
        ++long_lists;
        const std::size_t at = static_cast<std::size_t>(random.below(all.size()));
        std::vector<Grid> rest;
        search::enumerate(puzzle, {.resume_behind = all[at]}, keep_in(rest));
        EXPECT_EQ(rest,
                  std::vector<Grid>(all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end()));
        search::Search walk{puzzle};
        std::vector<Grid> by_parts;
        for (const search::Subtree& part : walk.split(7)) {
            search::Search one{puzzle};
            one.confine(part.path);
            Grid grid;
            while (one.next({}) == Ending::limit_reached) {
                one.copy_to(grid);
                by_parts.push_back(grid);
            }
        }
        // The walk of by_search learns: it may have another order.
        search::Search whole{puzzle};
        std::vector<Grid> walked;
        for (Grid grid; whole.next({}) == Ending::limit_reached; walked.push_back(grid))
            whole.copy_to(grid);
        EXPECT_EQ(by_parts, walked);
        EXPECT_EQ(std::set(walked.begin(), walked.end()), std::set(all.begin(), all.end()));
        const double total = static_cast<double>(all.size());
        double weight = 0;
        for (std::size_t i = 0; i < 4000; ++i) weight += walk.probe(random).weight;
        EXPECT_NEAR(weight / 4000 / total, 1.0, 0.5);
    }
    EXPECT_GT(long_lists, 10U);
}

TEST(Rules, AConflictNamesTheRule) {
    // Rising from 8 there is only 9, and the clue says 5.
    Puzzle puzzle{Geometry::classic()};
    puzzle.set_given(Cell{0}, Digit{7});
    puzzle.set_given(Cell{80}, Digit{4});
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{3}, Cell{13}}, .numbers = {9}});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{80}}});
    std::vector<std::string> said;
    const sat::ConflictCount smallest = sat::conflicts(
        puzzle, sat::Selectors::all, {.limit = 1}, [&](std::span<const sat::Demand> demands) {
            for (const sat::Demand& demand : demands) said.push_back(cnf::describe(demand, puzzle));
            return Flow::go_on;
        });
    ASSERT_EQ(smallest.found, 1U);
    std::ranges::sort(said);
    EXPECT_EQ(said, (std::vector<std::string>{"r9c9 holds no two digits", "the clue 5 at r9c9",
                                              "the clue 8 at r1c1",
                                              "thermometer: digits rise along r1c1 and r9c9"}));
}

TEST(Rules, AnUnknownKindIsRefusedByEveryEngine) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule({.kind = static_cast<RuleKind>(250), .cells = {Cell{0}}});
    const SolutionSink sink = [](const Grid&) { return Flow::go_on; };
    EXPECT_THROW(search::Search{puzzle}, InputError);
    EXPECT_THROW(search::count(puzzle), InputError);
    EXPECT_THROW(search::enumerate(puzzle, {}, sink), InputError);
    EXPECT_THROW(sat::enumerate(puzzle, {}, sink), InputError);
    EXPECT_THROW(sat::solve(puzzle), InputError);
    EXPECT_THROW(sat::true_candidates(puzzle), InputError);
    EXPECT_THROW(sat::minimal_conflict(puzzle, sat::Selectors::clues), InputError);
    EXPECT_THROW(cnf::encode(puzzle), InputError);
}

// A part remembers what it was asked (parts.cpp): asked again in any order, it says what a new one
// says, and another part of the same cells says its own.
TEST(RuleParts, SayTheSameHoweverOftenTheyAreAsked) {
    Random random{20261130};
    std::size_t asked = 0, broken = 0;
    for (int puzzles = 0; puzzles < 60; ++puzzles) {
        Puzzle puzzle = reference::random_ruled(random, Geometry::standard(6), 0, 4);
        for (const int sum : {5, 8})
            puzzle.add_rule(
                {.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{1}}, .numbers = {sum}});
        const rules::RuleParts parts{puzzle};
        std::vector<std::vector<DigitSet>> candidates(4);
        for (std::vector<DigitSet>& cells : candidates)
            for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
                cells.push_back(
                    DigitSet::from_bits(1 + static_cast<std::uint32_t>(random.below(63))));
        const auto ask = [&](const rules::RulePart& part, std::size_t set) {
            std::vector<DigitSet> domains;
            for (const Cell cell : part.cells()) domains.push_back(candidates[set][cell.index()]);
            const bool kept = part.filter(domains);
            if (!kept) domains.clear();
            return std::pair{kept, domains};
        };
        for (int round = 0; round < 200; ++round) {
            const std::size_t i = random.below(parts.all().size()), set = random.below(4);
            const auto said = ask(parts.all()[i], set);
            ASSERT_EQ(said, ask(rules::RuleParts{puzzle}.all()[i], set)) << parts.all()[i].words();
            ++asked;
            broken += said.first ? 0 : 1;
        }
    }
    EXPECT_GE(asked, 10'000U);
    EXPECT_GE(broken, 1000U);
}

}  // namespace
}  // namespace clew
