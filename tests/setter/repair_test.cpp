#include "setter/repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"
#include "core/rules/verify.hpp"
#include "setter/generate.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/setter/puzzles.hpp"

namespace clew::setter {
namespace {

void expect_sound(const Puzzle& puzzle, const Repair& repair) {
    for (const Proposal& p : repair.proposals) {
        SCOPED_TRACE(p.text);
        Puzzle mended = puzzle;
        for (const Change& change : p.changes) mended = apply(change, mended);
        EXPECT_EQ(mended, p.mended);
        EXPECT_TRUE(is_solution(p.mended, p.solution));
        EXPECT_EQ(count(p.mended, {.limit = 2}).solutions, Count{1});
    }
    for (std::size_t i = 1; i < repair.proposals.size(); ++i)
        EXPECT_LE(repair.proposals[i - 1].points, repair.proposals[i].points);
}

TEST(Repair, FindsTheSlipInP92) {
    const Repair r = repair(p92);
    EXPECT_EQ(r.before, Validity::several);
    EXPECT_EQ(r.ending, Ending::exhausted);
    EXPECT_EQ(r.undecided, 0U);
    expect_sound(p92, r);
    const auto found = std::find_if(r.proposals.begin(), r.proposals.end(),
                                    [](const Proposal& p) { return p.mended == gould; });
    ASSERT_NE(found, r.proposals.end());
    EXPECT_EQ(found->text, "move 6 from r3c5 to r3c4");
    EXPECT_EQ(found->points, r.proposals.front().points);
    EXPECT_EQ(found->reasons,
              (std::vector<std::string>{"adjacent cells",
                                        "makes the clues' places symmetric: half-turn"}));
}

// A clue of Gould-92 moved far away: that the clues are symmetric again says more than the
// distance.
TEST(Repair, WhatMakesTheCluesSymmetricAgainComesFirst) {
    std::vector<Cell> clues, open;
    for (std::size_t i = 0; i < 81; ++i) (gould.given(Cell{i}) ? clues : open).emplace_back(i);
    std::size_t tried = 0, distant = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random{seed};
        const Cell from = clues[static_cast<std::size_t>(random.below(clues.size()))];
        const Cell to = open[static_cast<std::size_t>(random.below(open.size()))];
        Puzzle broken = gould;
        broken.clear_given(from);
        if (!broken.candidates_after_givens()[to.index()].contains(*gould.given(from))) continue;
        broken.set_given(to, *gould.given(from));
        const Repair r = repair(broken, {.pairs = Pairs::none});
        if (r.before == Validity::unique) continue;
        ++tried;
        expect_sound(broken, r);
        const auto symmetric = [](const Proposal& p) {
            return std::ranges::any_of(p.reasons, [](const std::string& reason) {
                return reason.starts_with("makes the clues' places symmetric");
            });
        };
        EXPECT_TRUE(std::ranges::is_partitioned(r.proposals, symmetric));
        const auto found = std::ranges::find(r.proposals, gould, &Proposal::mended);
        ASSERT_NE(found, r.proposals.end());
        EXPECT_TRUE(symmetric(*found));
        if (found->reasons.size() == 1) ++distant;
    }
    EXPECT_GT(tried, 10U);
    EXPECT_GT(distant, 5U);
}

TEST(Repair, ProposesNothingForAValidPuzzle) {
    const Repair r = repair(gould, {.pairs = Pairs::all});
    EXPECT_EQ(r.before, Validity::unique);
    EXPECT_TRUE(r.proposals.empty());
    EXPECT_EQ(r.singles_tried + r.pairs_tried, 0U);
}

// Slips of every kind are made in a valid puzzle; each must be among the proposals.
TEST(Repair, FindsEveryKindOfSlip) {
    std::set<ChangeKind> kinds;
    Random random{17};
    std::vector<Change> slips = single_changes(gould, Additions::left_out);
    random.shuffle(slips);
    std::map<ChangeKind, int> tried;
    for (const Change& slip : slips) {
        if (++tried[slip.kind] > 3) continue;
        const Puzzle broken = apply(slip, gould);
        if (count(broken, {.limit = 2}).solutions == Count{1}) continue;
        SCOPED_TRACE(describe(slip, gould.geometry()));
        const Repair r = repair(broken, {.pairs = Pairs::none, .max_proposals = 100'000});
        const bool found = std::any_of(r.proposals.begin(), r.proposals.end(),
                                       [](const Proposal& p) { return p.mended == gould; });
        // A clue that was left out is an addition, which is not among the changes.
        EXPECT_EQ(found, slip.kind != ChangeKind::remove);
        kinds.insert(slip.kind);
    }
    EXPECT_GE(kinds.size(), 9U);
}

TEST(Repair, FindsTwoSlipsByPairsAndKeepsToItsBudget) {
    // Two clues of Gould-92 misplaced by one cell each: r3c4 to r3c5, and r6c8 to r6c7.
    Puzzle broken = p92;
    broken.clear_given(Cell{5 * 9 + 7});
    broken.set_given(Cell{5 * 9 + 6}, Digit{3});
    ASSERT_NE(count(broken, {.limit = 2}).solutions, Count{1});
    const Repair all = repair(broken, {.pairs = Pairs::all, .max_pairs = 40'000});
    EXPECT_EQ(all.pairs_tried, 40'000U);
    EXPECT_EQ(all.ending, Ending::out_of_budget);
    EXPECT_TRUE(std::any_of(all.proposals.begin(), all.proposals.end(), [](const Proposal& p) {
        return p.changes.size() == 2 && p.mended == gould;
    }));
    expect_sound(broken, all);
    const Repair singles = repair(broken, {.pairs = Pairs::none});
    EXPECT_EQ(singles.pairs_tried, 0U);
    EXPECT_EQ(singles.singles_valid, all.singles_valid);
}

/// A puzzle as digits, 0 for blank: the tests make their slips on these by themselves.
using Cells = std::vector<std::size_t>;

Cells cells_of(const Puzzle& puzzle) {
    Cells cells;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        cells.push_back(puzzle.given(Cell{i}) ? puzzle.given(Cell{i})->index() + 1 : 0);
    return cells;
}

Puzzle puzzle_of(const Cells& cells, const GeometryPtr& board) {
    Puzzle puzzle{board};
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] != 0) puzzle.set_given(Cell{i}, Digit{cells[i] - 1});
    return puzzle;
}

/// Everything that one slip can have been, by the words of the task: moved, altered, removed,
/// swapped, two digits confused (any choice of their clues), a row shifted, the grid turned.
std::set<Cells> slips_of(const Cells& cells, std::size_t n) {
    std::set<Cells> all;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] == 0) continue;
        for (std::size_t j = 0; j < cells.size(); ++j) {  // moved, or swapped
            Cells other = cells;
            std::swap(other[i], other[j]);
            all.insert(other);
        }
        for (std::size_t d = 0; d <= n; ++d) {  // altered, or removed
            Cells other = cells;
            other[i] = d;
            all.insert(other);
        }
    }
    for (std::size_t a = 1; a <= n; ++a)
        for (std::size_t b = a + 1; b <= n; ++b) {
            Cells where;
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (cells[i] == a || cells[i] == b) where.push_back(i);
            for (std::size_t chosen = 1; chosen < (std::size_t{1} << where.size()); ++chosen) {
                Cells other = cells;
                for (std::size_t k = 0; k < where.size(); ++k)
                    if ((chosen >> k) & 1U) other[where[k]] = cells[where[k]] == a ? b : a;
                all.insert(other);
            }
        }
    for (std::size_t row = 0; row < n; ++row) {
        const std::size_t first = row * n, last = first + n - 1;
        if (cells[first] == 0) {
            Cells other = cells;
            for (std::size_t i = first; i < last; ++i) other[i] = cells[i + 1];
            other[last] = 0;
            all.insert(other);
        }
        if (cells[last] == 0) {
            Cells other = cells;
            for (std::size_t i = first; i < last; ++i) other[i + 1] = cells[i];
            other[first] = 0;
            all.insert(other);
        }
    }
    Cells turned = cells;
    for (int turn = 0; turn < 3; ++turn) {
        const Cells before = turned;
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c) turned[c * n + (n - 1 - r)] = before[r * n + c];
        all.insert(turned);
    }
    all.erase(cells);
    return all;
}

/// Expects every slip that makes the puzzle valid among the proposals; how many there are.
std::size_t expect_all_slips_found(const Cells& cells, const GeometryPtr& board) {
    const Puzzle broken = puzzle_of(cells, board);
    SCOPED_TRACE(to_line(broken));
    const Repair r = repair(broken, {.pairs = Pairs::none, .max_proposals = 1'000'000});
    if (r.before == Validity::unique) return 0;
    expect_sound(broken, r);
    std::set<Cells> proposed, valid;
    for (const Proposal& p : r.proposals) proposed.insert(cells_of(p.mended));
    for (const Cells& slip : slips_of(cells, board->size()))
        if (count(puzzle_of(slip, board), {.limit = 2}).solutions == Count{1}) valid.insert(slip);
    EXPECT_TRUE(std::includes(proposed.begin(), proposed.end(), valid.begin(), valid.end()))
        << proposed.size() << " proposed, " << valid.size() << " valid";
    return valid.size();
}

TEST(Repair, FindsEverySlipThatTryingAllFinds) {
    std::size_t slips = 0;
    for (const GeometryPtr& board : {Geometry::standard(4), Geometry::standard(6),
                                     Geometry::make({.size = 4, .main_diagonal = true})}) {
        SCOPED_TRACE(board->description());
        for (std::uint64_t i = 0; i < 12; ++i) {
            const Generated g = Generator{{.geometry = board, .seed = 5}}.make(i);
            Random random{i};
            // One to three clues are overwritten, so that some are beyond one slip.
            Cells cells = cells_of(*g.puzzle);
            for (std::uint64_t k = 0; k <= i % 3; ++k)
                cells[random.below(cells.size())] =
                    static_cast<std::size_t>(random.below(board->size() + 1));
            slips += expect_all_slips_found(cells, board);
        }
    }
    for (std::uint64_t i = 0; i < 4; ++i) {
        const Generated g = Generator{{.seed = 6}}.make(i);
        Random random{i};
        Cells cells = cells_of(*g.puzzle);
        std::swap(cells[random.below(81)], cells[random.below(81)]);
        slips += expect_all_slips_found(cells, Geometry::classic());
    }
    EXPECT_GT(slips, 100U);
}

// Two digits exchanged in a grid that is nearly full: eighteen clues of the two.
TEST(Repair, FindsConfusionsAmongManyClues) {
    const Grid grid = *solve(gould).solution;
    Cells cells;
    for (std::size_t i = 0; i < 81; ++i) cells.push_back(grid[Cell{i}].index() + 1);
    // 3 and 8 misread as each other in the first two bands.
    for (std::size_t i = 0; i < 54; ++i)
        cells[i] = cells[i] == 3 ? 8 : cells[i] == 8 ? 3 : cells[i];
    const Puzzle broken = puzzle_of(cells, Geometry::classic());
    const Repair r = repair(broken);
    ASSERT_EQ(r.before, Validity::none);
    EXPECT_TRUE(std::any_of(r.proposals.begin(), r.proposals.end(), [&](const Proposal& p) {
        return p.changes.size() == 1 && p.changes[0].kind == ChangeKind::confuse &&
               p.solution == grid;
    }));
}

TEST(Repair, PairsJoinEveryKindAndSlipsWithinAChange) {
    const GeometryPtr board = Geometry::standard(6);
    const Generated g = Generator{{.geometry = board, .seed = 9}}.make(0);
    // The grid was turned, and a clue of it misread besides.
    const Cells good = cells_of(*g.puzzle);
    Cells cells = good;
    for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c) cells[c * 6 + (5 - r)] = good[r * 6 + c];
    for (std::size_t& digit : cells)
        if (digit != 0) {
            digit = digit % 6 + 1;
            break;
        }
    const Puzzle broken = puzzle_of(cells, board);
    ASSERT_NE(count(broken, {.limit = 2}).solutions, Count{1});
    const Repair r = repair(broken, {.pairs = Pairs::all, .max_proposals = 1'000'000});
    EXPECT_EQ(r.ending, Ending::exhausted);
    expect_sound(broken, r);
    EXPECT_TRUE(std::any_of(r.proposals.begin(), r.proposals.end(), [&](const Proposal& p) {
        return p.changes.size() == 2 && p.changes[0].kind == ChangeKind::turn_grid &&
               cells_of(p.mended) == good && p.text.find(", then change") != std::string::npos;
    }));
}

TEST(Repair, IsTheSameOnAnyNumberOfThreads) {
    for (const Puzzle& puzzle :
         {p92, puzzle_of(Cells{1, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0},
                         Geometry::standard(4))}) {
        const auto texts = [&](unsigned threads) {
            std::vector<std::string> list;
            for (const Proposal& p :
                 repair(puzzle, {.pairs = Pairs::all, .max_pairs = 30'000, .threads = threads})
                     .proposals)
                list.push_back(p.text + to_line(p.solution));
            return list;
        };
        const auto one = texts(1);
        EXPECT_FALSE(one.empty());
        EXPECT_EQ(one, texts(2));
        EXPECT_EQ(one, texts(5));
    }
}

TEST(Repair, MendsContradictionsAndFullGrids) {
    Grid grid = *solve(gould).solution;
    Puzzle full{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) full.set_given(Cell{i}, grid[Cell{i}]);
    EXPECT_EQ(repair(full).before, Validity::unique);
    Puzzle broken = full;
    broken.set_given(Cell{40}, Digit{(grid[Cell{40}].index() + 1) % 9});
    const Repair r = repair(broken);
    EXPECT_EQ(r.before, Validity::none);
    ASSERT_FALSE(r.proposals.empty());
    EXPECT_EQ(r.proposals.front().solution, grid);

    const Puzzle blank{Geometry::classic()};
    const Repair nothing = repair(blank);
    EXPECT_EQ(nothing.before, Validity::several);
    EXPECT_TRUE(nothing.proposals.empty());
    EXPECT_EQ(nothing.ending, Ending::exhausted);
}

TEST(Repair, WorksOnOtherBoardsAndMindsPencilMarks) {
    Puzzle small{Geometry::standard(6)};
    const std::string text = "1..4.....1..2..5..";
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '.') small.set_given(Cell{i}, *parse_digit(text[i], 6));
    const Verdict before = verify(small);
    ASSERT_EQ(before.validity, Validity::several);
    const Repair r = repair(small, {.pairs = Pairs::none});
    expect_sound(small, r);
    // Marks that forbid the 6 at r3c4 forbid moving it there.
    Puzzle marked = p92;
    marked.set_marks(Cell{21}, DigitSet::all(9) - DigitSet{Digit{5}});
    for (const Proposal& p : repair(marked).proposals)
        EXPECT_NE(p.text, "move 6 from r3c5 to r3c4");
}

TEST(ConflictingClues, AllOfThemSmallestFirst) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.set_given(Cell{0}, Digit{0});
    puzzle.set_given(Cell{8}, Digit{0});
    puzzle.set_given(Cell{72}, Digit{0});
    puzzle.set_given(Cell{40}, Digit{4});
    const ClueConflicts c = conflicting_clues(puzzle, 100);
    EXPECT_EQ(c.ending, Ending::exhausted);
    const std::vector<ConflictingClues> expected = {{{Cell{0}, Cell{8}}, {}},
                                                    {{Cell{0}, Cell{72}}, {}}};
    EXPECT_EQ(c.sets, expected);
    EXPECT_TRUE(conflicting_clues(gould, 100).sets.empty());
}

TEST(ConflictingClues, AreThoseThatTryingAllSubsetsFinds) {
    const GeometryPtr board = Geometry::standard(4);
    std::size_t sets = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        Puzzle puzzle{board};
        while (puzzle.given_count() < 8)
            puzzle.set_given(Cell{random.below(16)}, Digit{random.below(4)});
        std::vector<Cell> clues;
        for (std::size_t i = 0; i < 16; ++i)
            if (puzzle.given(Cell{i})) clues.emplace_back(i);
        // Subsets by size: each that has no solution and holds no smaller one found.
        std::vector<std::uint32_t> order, minimal;
        for (std::uint32_t set = 1; set < 256; ++set) order.push_back(set);
        std::stable_sort(order.begin(), order.end(), [](std::uint32_t a, std::uint32_t b) {
            return std::popcount(a) < std::popcount(b);
        });
        std::set<std::vector<Cell>> expected;
        for (std::uint32_t set : order) {
            if (std::any_of(minimal.begin(), minimal.end(),
                            [&](std::uint32_t m) { return (set & m) == m; }))
                continue;
            Puzzle part{board};
            std::vector<Cell> cells;
            for (std::size_t k = 0; k < 8; ++k)
                if ((set >> k) & 1U) {
                    cells.push_back(clues[k]);
                    part.set_given(clues[k], *puzzle.given(clues[k]));
                }
            if (count(part, {.limit = 1}).solutions != Count{0}) continue;
            minimal.push_back(set);
            expected.insert(cells);
        }
        const ClueConflicts c = conflicting_clues(puzzle, 1000);
        EXPECT_EQ(c.ending, Ending::exhausted);
        std::set<std::vector<Cell>> found;
        for (std::size_t i = 0; i < c.sets.size(); ++i) {
            found.insert(c.sets[i].clues);
            EXPECT_TRUE(i == 0 || c.sets[i - 1].size() <= c.sets[i].size());
        }
        EXPECT_EQ(found, expected);
        EXPECT_EQ(found.size(), c.sets.size());
        sets += found.size();
    }
    EXPECT_GT(sets, 20U);
}

/// Whether no English is left in what a change is called.
void expect_german(const std::string& text) {
    static const std::regex english{
        R"(\b(the|from|to|with|of|at|by|and|on|change|move|turn|remove|add|row|column|box)\b)"};
    EXPECT_FALSE(std::regex_search(text, english)) << text;
}

TEST(Changes, DescribeThemselves) {
    const Geometry& g = *Geometry::classic();
    EXPECT_EQ(
        describe({.kind = ChangeKind::alter, .from = Cell{32}, .was = Digit{0}, .now = Digit{1}},
                 g),
        "change r4c6 from 1 to 2");
    std::set<std::vector<Edit>> edits;
    for (const Change& c : single_changes(p92, Additions::included)) {
        EXPECT_TRUE(edits.insert(c.edits).second) << describe(c, g);
        expect_german(describe(c, g, Language::german));
        EXPECT_NE(apply(c, p92), p92);
    }
}

TEST(Changes, StayOnTheBoard) {
    const auto board =
        Geometry::make({.size = 9, .rows = 3, .boxes = BoxShape{3, 3}, .extra_cells = 2});
    Puzzle puzzle{board};
    for (const std::size_t i : {0U, 1U, 12U, 13U, 81U}) puzzle.set_given(Cell{i}, Digit{i % 9});
    std::size_t boxes = 0;
    for (const ChangeEffect effect : {ChangeEffect::sound, ChangeEffect::clashing})
        for (const Change& change : single_changes(puzzle, Additions::included, effect)) {
            for (const Edit& edit : change.edits)
                EXPECT_TRUE(board->on_board(edit.cell)) << describe(change, *board);
            EXPECT_NE(change.kind, ChangeKind::turn_grid);
            boxes += change.kind == ChangeKind::turn_box ? 1 : 0;
        }
    EXPECT_EQ(boxes, 4U);  // the other turns move one clue, or are rows exchanged
}

// An extra cell is numbered behind the last row, and is not below it.
TEST(Repair, AnExtraCellIsNextToNone) {
    Puzzle puzzle{Geometry::make({.size = 4, .extra_cells = 1})};
    const std::string digits = "1234214334121321";  // r4c1 should be 4
    for (std::size_t i = 0; i < digits.size(); ++i)
        puzzle.set_given(Cell{i}, Digit{digits[i] - '1'});
    const Repair found = repair(puzzle);
    const auto moved =
        std::ranges::find(found.proposals, "move 1 from r4c1 to x1", &Proposal::text);
    ASSERT_NE(moved, found.proposals.end());
    EXPECT_EQ(std::ranges::count(moved->reasons, "adjacent cells"), 0);
}

/// A 4x4 puzzle with two clues.
Puzzle two_clues() {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_given(Cell{0}, Digit{0});
    puzzle.set_given(Cell{2}, Digit{1});
    return puzzle;
}

TEST(Repair, TellsHowManyChangesItTriedAndStopsAtItsBudget) {
    const Puzzle puzzle = two_clues();
    std::uint64_t told = 0;
    const Repair r = repair(
        puzzle,
        {.pairs = Pairs::all, .max_pairs = 100, .on_tried = [&](std::uint64_t n) { told += n; }});
    EXPECT_EQ(r.pairs_tried, 100U);
    EXPECT_EQ(r.ending, Ending::out_of_budget);
    EXPECT_EQ(told, r.singles_tried + r.pairs_tried);
}

TEST(Repair, HearsAStopAndKeepsWhatItFound) {
    const Puzzle puzzle = two_clues();
    StopFlag stop;
    int calls = 0;
    const Repair r = repair(puzzle, {.pairs = Pairs::all, .stop = &stop, .on_tried = [&](auto) {
                                         if (++calls == 2) stop.raise();
                                     }});
    EXPECT_EQ(r.ending, Ending::interrupted);
    EXPECT_GT(r.singles_tried, 0U);
    EXPECT_EQ(calls, 2);
}

// Rules that are no houses fight too; the set is smallest in number, by trying every smaller one.
TEST(ConflictingClues, NameRules) {
    constexpr std::uint64_t seed = 88;
    std::size_t by_rules = 0, tried = 0;
    for (std::uint64_t round = 0; round < 300; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle = reference::random_ruled(random, Geometry::standard(4),
                                                      1 + random.below(4), 1 + random.below(4));
        if (reference::count_solutions(puzzle, 1, 1'000'000) != std::optional<std::size_t>{0})
            continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        std::vector<Candidate> clues;
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
            if (const auto digit = puzzle.given(Cell{i})) clues.push_back({Cell{i}, *digit});
        const std::size_t demands = clues.size() + puzzle.rules().size();
        const auto solvable = [&](std::uint32_t which) {
            Puzzle some{puzzle.geometry_ptr()};
            for (std::size_t i = 0; i < clues.size(); ++i)
                if ((which >> i & 1U) != 0) some.set_given(clues[i].cell, clues[i].digit);
            for (std::size_t r = 0; r < puzzle.rules().size(); ++r)
                if ((which >> (clues.size() + r) & 1U) != 0) some.add_rule(puzzle.rules()[r]);
            return reference::count_solutions(some, 1, 1'000'000) != std::optional<std::size_t>{0};
        };
        std::size_t least = demands + 1;
        for (std::uint32_t which = 0; which < std::uint32_t{1} << demands; ++which)
            if (static_cast<std::size_t>(std::popcount(which)) < least && !solvable(which))
                least = static_cast<std::size_t>(std::popcount(which));
        const ClueConflicts found = conflicting_clues(puzzle, 1);
        ASSERT_EQ(found.sets.size(), 1U);
        const ConflictingClues& set = found.sets.front();
        ASSERT_EQ(set.size(), least);
        ASSERT_TRUE(set.marks.empty());
        std::uint32_t which = 0;
        for (std::size_t i = 0; i < clues.size(); ++i)
            if (std::ranges::count(set.clues, clues[i].cell) > 0) which |= 1U << i;
        for (const std::size_t rule : set.rules) which |= 1U << (clues.size() + rule);
        ASSERT_FALSE(solvable(which));
        by_rules += set.rules.empty() ? 0 : 1;
        ++tried;
    }
    EXPECT_GT(tried, 20U);
    EXPECT_GT(by_rules, tried / 4);
}

/// The same clues with other rules.
Puzzle with_rules(const Puzzle& puzzle, const std::vector<Rule>& rules) {
    Puzzle result{puzzle.geometry_ptr()};
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        if (const auto digit = puzzle.given(Cell{i})) result.set_given(Cell{i}, *digit);
    for (const Rule& rule : rules) result.add_rule(rule);
    return result;
}

/// Into how many pieces cells of a board of side n fall: each takes the smallest number of those
/// beside it, until nothing changes.
std::size_t pieces(const std::vector<Cell>& cells, std::size_t n) {
    std::map<Cell, std::size_t> number;
    for (const Cell cell : cells) number[cell] = cell.index();
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [a, mine] : number)
            for (const auto& [b, its] : number) {
                const std::size_t low = std::min(a.index(), b.index());
                const std::size_t high = std::max(a.index(), b.index());
                const bool beside = high - low == n || (high - low == 1 && high / n == low / n);
                if (beside && its < mine) mine = its, changed = true;
            }
    }
    std::set<std::size_t> different;
    for (const auto& [cell, mine] : number) different.insert(mine);
    return different.size();
}

/// Every list of rules in which one cell is on another side of the border of a cage, or of two.
std::vector<std::vector<Rule>> border_slips(const std::vector<Rule>& rules, std::size_t n) {
    const auto cage = [&](std::size_t r) { return rules[r].kind == RuleKind::killer_cage; };
    const auto has = [&](std::size_t r, Cell cell) {
        return std::ranges::count(rules[r].cells, cell) > 0;
    };
    // The cage with a cell more or fewer, as far as it may be so.
    const auto turned = [&](std::size_t r, Cell cell) {
        std::optional<Rule> other = rules[r];
        const std::size_t row = cell.index() / n, column = cell.index() % n;
        if (!has(r, cell)) {
            other->cells.push_back(cell);
        } else {
            std::erase(other->cells, cell);
            const bool inside = row > 0 && column > 0 && row + 1 < n && column + 1 < n &&
                                has(r, Cell{cell.index() - 1}) && has(r, Cell{cell.index() + 1}) &&
                                has(r, Cell{cell.index() - n}) && has(r, Cell{cell.index() + n});
            if (inside) other.reset();
        }
        if (other && (other->cells.empty() || pieces(other->cells, n) > pieces(rules[r].cells, n)))
            other.reset();
        return other;
    };
    std::vector<std::vector<Rule>> all;
    for (std::size_t i = 0; i < n * n; ++i) {
        const Cell cell{i};
        bool in_one = false;
        for (std::size_t r = 0; r < rules.size(); ++r) in_one = in_one || (cage(r) && has(r, cell));
        for (std::size_t r = 0; r < rules.size(); ++r) {
            if (!cage(r) || has(r, cell) != in_one) continue;
            const auto here = turned(r, cell);
            if (!here) continue;
            std::vector<Rule> once = rules;
            once[r] = *here;
            all.push_back(once);  // left out of it, or taken out of it
            for (std::size_t k = 0; k < rules.size() && in_one; ++k) {
                if (!cage(k) || has(k, cell)) continue;
                const auto there = turned(k, cell);
                if (!there) continue;
                std::vector<Rule> both = once;
                both[k] = *there;
                all.push_back(both);
            }
        }
    }
    return all;
}

/// Every list of rules that one slip makes of these on a board of side n, written down once more.
std::vector<std::vector<Rule>> rule_slips(const std::vector<Rule>& rules, int n) {
    std::vector<std::vector<Rule>> all;
    for (std::size_t r = 0; r < rules.size(); ++r) {
        std::vector<Rule> fewer = rules;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(r));
        all.push_back(fewer);
        std::vector<Rule> other = rules;
        const auto with_numbers = [&](int low, int high) {
            for (int number = low; number <= high; ++number) {
                other[r] = rules[r];
                other[r].numbers = {number};
                all.push_back(other);
            }
        };
        const auto with_kind = [&](RuleKind kind, int bare, int its_bare) {
            other[r] = rules[r];
            other[r].kind = kind;
            if (rules[r].numbers == std::vector{bare}) other[r].numbers = {its_bare};
            all.push_back(other);
        };
        const auto turned = [&] {
            other[r] = rules[r];
            std::ranges::reverse(other[r].cells);
            all.push_back(other);
        };
        const int k_cells = static_cast<int>(rules[r].cells.size());
        switch (rules[r].kind) {
            case RuleKind::killer_cage:
                if (!rules[r].numbers.empty()) with_numbers(1, n * (n + 1) / 2);
                break;
            case RuleKind::sandwich:
            case RuleKind::lunchbox:
                with_numbers(0, n * (n - 1) / 2 - 1);
                break;
            case RuleKind::whisper:
            case RuleKind::lockout:
                with_numbers(1, n - 1);
                break;
            case RuleKind::sum_line:
                with_numbers(1, k_cells * n);
                break;
            case RuleKind::little_killer:
                with_numbers(k_cells, k_cells * n);
                break;
            case RuleKind::pair_sum:
                with_numbers(2, 2 * n);
                break;
            case RuleKind::difference:
                with_numbers(1, n - 1);
                with_kind(RuleKind::ratio, 1, 2);
                break;
            case RuleKind::ratio:
                with_numbers(2, n);
                with_kind(RuleKind::difference, 2, 1);
                break;
            case RuleKind::rellik_cage:
                with_numbers(1, n * (n + 1) / 2);
                break;
            case RuleKind::x_sum:
                with_numbers(1, n * (n + 1) / 2);
                turned();
                break;
            case RuleKind::skyscraper:
            case RuleKind::numbered_room:
                with_numbers(1, n);
                turned();
                break;
            case RuleKind::full_rank:
                with_numbers(1, 4 * n);
                turned();
                break;
            case RuleKind::thermometer:
            case RuleKind::slow_thermometer:
            case RuleKind::greater:
                turned();
                break;
            case RuleKind::arrow:
                if (rules[r].numbers[0] == 1) turned();
                break;
            case RuleKind::odd:
                with_kind(RuleKind::even, 0, 0);
                break;
            case RuleKind::even:
                with_kind(RuleKind::odd, 0, 0);
                break;
            case RuleKind::minimum:
                with_kind(RuleKind::maximum, 0, 0);
                break;
            case RuleKind::maximum:
                with_kind(RuleKind::minimum, 0, 0);
                break;
            case RuleKind::row_indexer:
                with_kind(RuleKind::column_indexer, 0, 0);
                break;
            case RuleKind::column_indexer:
                with_kind(RuleKind::row_indexer, 0, 0);
                break;
            default:
                break;
        }
        for (std::size_t k = 0; k < r; ++k) {
            static const std::set<RuleKind> with_number = {
                RuleKind::killer_cage, RuleKind::sandwich,   RuleKind::little_killer,
                RuleKind::x_sum,       RuleKind::skyscraper, RuleKind::numbered_room,
                RuleKind::full_rank,   RuleKind::difference, RuleKind::ratio,
                RuleKind::pair_sum,    RuleKind::lunchbox,   RuleKind::rellik_cage,
                RuleKind::whisper,     RuleKind::lockout,    RuleKind::sum_line};
            const bool sums = with_number.contains(rules[r].kind);
            if (!sums || rules[k].kind != rules[r].kind || rules[r].numbers.empty() ||
                rules[k].numbers.empty())
                continue;
            std::vector<Rule> swapped = rules;
            std::swap(swapped[r].numbers, swapped[k].numbers);
            all.push_back(swapped);
        }
    }
    std::erase(all, rules);
    for (auto& list : border_slips(rules, static_cast<std::size_t>(n)))
        all.push_back(std::move(list));
    return all;
}

/// The same rules, the cells of cages in order, which means nothing.
std::vector<Rule> in_order(std::vector<Rule> rules) {
    for (Rule& rule : rules)
        if (rule.kind == RuleKind::killer_cage) std::ranges::sort(rule.cells);
    return rules;
}

struct Tally {
    std::size_t invalid = 0, rule_slips = 0, clue_slips = 0;
    std::set<ChangeKind> kinds{};  ///< of the changes of rules that were proposed
};

/// Expects, of the puzzles that `make` gives, in each of which a slip is made, every slip in a rule
/// and in the clues that mends it among the proposals, and of rules no other.
Tally compare_with_all_slips(std::uint64_t seed, std::uint64_t rounds,
                             const std::function<Puzzle(Random&)>& make) {
    Tally tally;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle = make(random);
        const GeometryPtr& board = puzzle.geometry_ptr();
        const std::size_t n = board->size();
        const auto slips_in = [n](const std::vector<Rule>& rules) {
            return rule_slips(rules, static_cast<int>(n));
        };
        const auto fits = [&](const std::vector<Rule>& list) {
            return std::ranges::all_of(list, [&](const Rule& rule) {
                try {
                    rules::check_rule(rule, *board);
                    return true;
                } catch (const InputError&) {
                    return false;
                }
            });
        };
        const auto that_fit = [&](std::vector<std::vector<Rule>> list) {
            std::erase_if(list, [&](const auto& slip) { return !fits(slip); });
            return list;
        };
        // One of the slips is made, so that each may have to be undone.
        const std::vector<Rule> meant(puzzle.rules().begin(), puzzle.rules().end());
        const auto one_of = [&](const auto& list) {
            return *std::next(list.begin(), static_cast<std::ptrdiff_t>(random.below(list.size())));
        };
        const auto at_borders = that_fit(border_slips(meant, n));
        const Puzzle broken =
            puzzle.given_count() > 0 && round % 3 == 0
                ? with_rules(puzzle_of(one_of(slips_of(cells_of(puzzle), n)), board), meant)
                : with_rules(puzzle, one_of(round % 6 == 1 && !at_borders.empty()
                                                ? at_borders
                                                : that_fit(slips_in(meant))));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(broken));
        const std::vector<Rule> said(broken.rules().begin(), broken.rules().end());
        const auto valid = [](const Puzzle& mended) {
            return reference::count_solutions(mended, 2) == std::optional<std::uint64_t>{1};
        };
        const Repair r =
            repair(broken, {.pairs = Pairs::if_needed, .max_pairs = 300, .max_proposals = 100'000});
        if (r.before == Validity::unique) continue;
        ++tally.invalid;
        EXPECT_EQ(r.undecided, 0U);
        expect_sound(broken, r);
        std::vector<std::vector<Rule>> proposed;
        std::set<Cells> clues_proposed;
        for (const Proposal& p : r.proposals) {
            EXPECT_FALSE(p.text.empty());
            EXPECT_TRUE(valid(p.mended)) << p.text;
            if (p.changes.size() > 1) continue;
            if (p.changes[0].rule_edits.empty()) {
                clues_proposed.insert(cells_of(p.mended));
                continue;
            }
            tally.kinds.insert(p.changes[0].kind);
            proposed.push_back(in_order({p.mended.rules().begin(), p.mended.rules().end()}));
        }
        auto slips = that_fit(slips_in(said));
        for (auto& list : slips) list = in_order(std::move(list));
        for (const auto& list : slips) {
            if (!valid(with_rules(broken, list))) continue;
            ++tally.rule_slips;
            EXPECT_NE(std::ranges::find(proposed, list), proposed.end());
        }
        for (const auto& list : proposed) EXPECT_NE(std::ranges::find(slips, list), slips.end());
        if (round % 3 != 0) continue;
        for (const Cells& slip : slips_of(cells_of(broken), n)) {
            if (!valid(with_rules(puzzle_of(slip, board), said))) continue;
            ++tally.clue_slips;
            EXPECT_TRUE(clues_proposed.contains(slip));
        }
    }
    return tally;
}

/// Puzzles of random clues and two rules or more, a cage first.
std::function<Puzzle(Random&)> ruled(const GeometryPtr& board, std::size_t least_clues,
                                     std::size_t most_clues, std::size_t most_rules) {
    return [=](Random& random) {
        const std::size_t clues =
            least_clues + static_cast<std::size_t>(random.below(most_clues - least_clues + 1));
        const std::size_t rules = 2 + static_cast<std::size_t>(random.below(most_rules - 1));
        return reference::random_ruled(random, board, clues, rules, RuleKind::killer_cage);
    };
}

/// Puzzles of cages in one piece that cover most of the board, and of a few clues.
std::function<Puzzle(Random&)> caged(const GeometryPtr& board, std::size_t clues) {
    return [=](Random& random) {
        const auto below = [&](std::size_t bound) {
            return static_cast<std::size_t>(random.below(bound));
        };
        const std::size_t n = board->size();
        Puzzle puzzle{board};
        const auto grid = *reference::random_grid(random, *board);
        for (std::size_t i = 0; i < clues; ++i) {
            const Cell cell{below(n * n)};
            puzzle.set_given(cell, grid[cell]);
        }
        std::vector<bool> taken(n * n);
        for (std::size_t i = 0; i < n * n; ++i) {
            if (taken[i] || below(8) == 0) continue;
            Rule cage{.kind = RuleKind::killer_cage, .cells = {Cell{i}}, .numbers = {0}};
            taken[i] = true;
            for (std::size_t tries = 2 + below(4); tries > 0; --tries) {
                std::vector<Cell> more = cage.cells;
                more.emplace_back(below(n * n));
                for (std::size_t k = 0; k < n * n; ++k) {
                    more.back() = Cell{(more.back().index() + 1) % (n * n)};
                    const bool fits = !taken[more.back().index()] && pieces(more, n) == 1 &&
                                      std::ranges::none_of(cage.cells, [&](Cell cell) {
                                          return grid[cell] == grid[more.back()];
                                      });
                    if (!fits) continue;
                    cage.cells = more;
                    taken[more.back().index()] = true;
                    break;
                }
            }
            for (const Cell cell : cage.cells)
                cage.numbers[0] += static_cast<int>(grid[cell].index()) + 1;
            puzzle.add_rule(std::move(cage));
        }
        return puzzle;
    };
}

TEST(Repair, FindsEverySlipInARuleThatTryingAllFinds) {
    const Tally tally = compare_with_all_slips(74, 350, ruled(Geometry::standard(4), 0, 3, 5));
    EXPECT_GT(tally.invalid, 60U);
    EXPECT_GT(tally.rule_slips, 100U);
    EXPECT_GT(tally.clue_slips, 100U);
    EXPECT_GE(tally.kinds.size(), 6U);
}

TEST(Repair, FindsEverySlipIn6x6PuzzlesWithRulesThatTryingAllFinds) {
    const Tally tally = compare_with_all_slips(77, 70, ruled(Geometry::standard(6), 13, 18, 6));
    EXPECT_GT(tally.invalid, 20U);
    EXPECT_GT(tally.rule_slips, 30U);
    EXPECT_GT(tally.clue_slips, 25U);
    EXPECT_GE(tally.kinds.size(), 3U);
}

TEST(Repair, FindsEverySlipInPuzzlesOfCagesThatTryingAllFinds) {
    Tally small = compare_with_all_slips(78, 120, caged(Geometry::standard(4), 4));
    EXPECT_GT(small.invalid, 30U);
    EXPECT_GT(small.rule_slips, 30U);
    EXPECT_TRUE(small.kinds.contains(ChangeKind::move_cell));
    EXPECT_TRUE(small.kinds.contains(ChangeKind::add_cell));
    EXPECT_TRUE(small.kinds.contains(ChangeKind::drop_cell));
    Tally large = compare_with_all_slips(79, 30, caged(Geometry::standard(6), 20));
    EXPECT_GT(large.invalid, 10U);
    EXPECT_GT(large.rule_slips, 20U);
    EXPECT_TRUE(large.kinds.contains(ChangeKind::move_cell));
    EXPECT_TRUE(large.kinds.contains(ChangeKind::add_cell));
    EXPECT_TRUE(large.kinds.contains(ChangeKind::drop_cell));
}

Rule cage_of(std::vector<Cell> cells, std::vector<int> sum = {}) {
    return {.kind = RuleKind::killer_cage, .cells = std::move(cells), .numbers = std::move(sum)};
}

TEST(Changes, CellsComeIntoCagesAndLeaveThemAtTheirBorders) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule(cage_of({Cell{0}, Cell{1}, Cell{2}}));
    puzzle.add_rule(cage_of({Cell{5}, Cell{6}}));
    puzzle.add_rule(cage_of({Cell{12}}, {4}));
    const auto borders = [](const Puzzle& of) {
        std::set<std::string> said;
        for (const Change& change : single_changes(of)) {
            if (change.kind != ChangeKind::move_cell && change.kind != ChangeKind::add_cell &&
                change.kind != ChangeKind::drop_cell)
                continue;
            EXPECT_TRUE(said.insert(describe(change, of.geometry())).second);
            EXPECT_NE(apply(change, of), of);
        }
        return said;
    };
    // Not r1c2, between two cells of its cage; of the cage of two, which has no sum, neither cell,
    // and not the only cell of another.
    const std::string row = "the killer cage r1c1, r1c2 and r1c3",
                      pair = "the killer cage r2c2 and r2c3", one = "the killer cage r4c1";
    EXPECT_EQ(borders(puzzle),
              (std::set<std::string>{
                  "move r1c3 from " + row + " to " + pair, "take r1c1 out of " + row,
                  "take r1c3 out of " + row, "add r1c4 to " + row, "add r2c1 to " + row,
                  "add r2c1 to " + pair, "add r2c4 to " + pair, "add r3c2 to " + pair,
                  "add r3c3 to " + pair, "add r3c1 to " + one, "add r4c2 to " + one}));
    // Three digits of four sum to 6 at least and to 9 at most, two to 3 and 7.
    Puzzle sums{Geometry::standard(4)};
    sums.add_rule(cage_of({Cell{0}, Cell{1}, Cell{2}}, {8}));
    sums.add_rule(cage_of({Cell{5}, Cell{6}}, {5}));
    EXPECT_TRUE(borders(sums).empty());
}

// The grid has the rows 1234 3412 2143 4321.
TEST(Repair, ProposesTheUsualSlipsOfRulesBeforeThoseOfClues) {
    const std::vector<Rule> meant = {
        {.kind = RuleKind::odd, .cells = {Cell{4}}},
        {.kind = RuleKind::difference, .cells = {Cell{6}, Cell{7}}, .numbers = {1}},
        {.kind = RuleKind::thermometer, .cells = {Cell{1}, Cell{2}, Cell{3}}},
        {.kind = RuleKind::skyscraper,
         .cells = {Cell{12}, Cell{13}, Cell{14}, Cell{15}},
         .numbers = {1}},
        cage_of({Cell{8}, Cell{12}}, {6})};
    std::vector<std::vector<Rule>> slips(6, meant);
    slips[0][0].kind = RuleKind::even;
    slips[1][1] = {.kind = RuleKind::ratio, .cells = {Cell{6}, Cell{7}}, .numbers = {2}};
    std::ranges::reverse(slips[2][2].cells);
    std::ranges::reverse(slips[3][3].cells);
    slips[4][4].numbers = {5};
    slips[5][3].numbers = {2};
    std::size_t wrong = 0;
    for (std::size_t s = 0; s < slips.size(); ++s) {
        SCOPED_TRACE(s);
        Puzzle puzzle{Geometry::standard(4)};
        puzzle.set_given(Cell{0}, Digit{0});
        puzzle.set_given(Cell{7}, Digit{1});
        puzzle.set_given(Cell{9}, Digit{0});
        for (const Rule& rule : slips[s]) puzzle.add_rule(rule);
        const Repair r = repair(puzzle);
        if (r.before == Validity::unique) continue;
        ++wrong;
        const Rule& right = meant[s < 4 ? s : s == 4 ? 4 : 3];
        const auto found = std::ranges::find_if(r.proposals, [&](const Proposal& p) {
            const std::vector<RuleEdit>& edits = p.changes.front().rule_edits;
            return p.changes.size() == 1 && edits.size() == 1 && edits.front().now == right;
        });
        ASSERT_NE(found, r.proposals.end());
        for (auto p = r.proposals.begin(); p != found; ++p)
            EXPECT_TRUE(!p->changes.front().rule_edits.empty() || p->points < 0)  // symmetric
                << p->text << " before " << found->text;
    }
    EXPECT_GE(wrong, 4U);
}

// The clues are a whole grid, rows 1234 3412 2143 4321; cages cover its lower three rows.
TEST(Repair, RanksCellsOfCagesByHowCagesAreDrawn) {
    struct Row {
        std::vector<Rule> cages;
        std::string text;
        int points;
        std::vector<std::string> reasons;
    };
    const Cell a{0}, b{1}, c{2}, d{3};
    for (const Row& row : std::vector<Row>{
             {{cage_of({a, b, c}, {3}), cage_of({d}, {7})},
              "move r1c3 from the killer cage r1c1, r1c2 and r1c3 to the killer cage r1c4",
              40,
              {}},
             {{cage_of({a, b, d}, {3}), cage_of({c}, {7})},
              "move r1c4 from the killer cage r1c1, r1c2 and r1c4 to the killer cage r1c3",
              25,
              {"it does not touch the rest of its cage"}},
             {{cage_of({a}, {3}), cage_of({d}, {4})}, "add r1c2 to the killer cage r1c1", 40, {}},
             {{cage_of({a}, {3}), cage_of({c, d}, {7})},
              "add r1c2 to the killer cage r1c1",
              25,
              {"every cell is in a cage then"}},
             {{cage_of({a, b, c}, {3})},
              "take r1c3 out of the killer cage r1c1, r1c2 and r1c3",
              45,
              {}},
             {{cage_of({a, b, c}, {3}), cage_of({c, d}, {7})},
              "take r1c3 out of the killer cage r1c1, r1c2 and r1c3",
              30,
              {"it is in two cages"}},
             {{cage_of({a, b, c}, {3}), cage_of({d}, {4})},
              "take r1c3 out of the killer cage r1c1, r1c2 and r1c3",
              60,
              {"every other cell is in a cage"}},
         }) {
        SCOPED_TRACE(row.text);
        Puzzle puzzle =
            puzzle_of({1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}, Geometry::standard(4));
        for (const Rule& cage : row.cages) puzzle.add_rule(cage);
        for (std::size_t first : {4U, 8U, 12U})
            puzzle.add_rule(
                cage_of({Cell{first}, Cell{first + 1}, Cell{first + 2}, Cell{first + 3}}, {10}));
        const Repair r = repair(puzzle);
        EXPECT_EQ(r.before, Validity::none);
        expect_sound(puzzle, r);
        const auto found = std::ranges::find(r.proposals, row.text, &Proposal::text);
        ASSERT_NE(found, r.proposals.end());
        EXPECT_EQ(found->points, row.points);
        EXPECT_EQ(found->reasons, row.reasons);
    }
}

/// A 6x6 board whose grid is known, all of whose dots, letters and lines stand there.
TEST(Repair, ProposesFirstTheMarkThatWasMisread) {
    const GeometryPtr board = Geometry::standard(6);
    Random random{91};
    const Grid grid = *reference::random_grid(random, *board);
    const auto of = [&](Cell cell) { return static_cast<int>(grid[cell].index()) + 1; };
    Puzzle meant{board};
    for (std::size_t i = 0; i < 12; ++i) meant.set_given(Cell{3 * i}, grid[Cell{3 * i}]);
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < 36; ++i)
        for (const std::size_t next : {i + 1, i + 6}) {
            if (next >= 36 || (next == i + 1 && next % 6 == 0)) continue;
            const int a = of(Cell{i}), b = of(Cell{next});
            Rule rule{.cells = {Cell{i}, Cell{next}}};
            if (std::abs(a - b) == 1 && a + b != 3) {
                rule.kind = RuleKind::difference;
                rule.numbers = {1};
            } else if (std::max(a, b) == 2 * std::min(a, b) && a + b != 3) {
                rule.kind = RuleKind::ratio;
                rule.numbers = {2};
            } else {
                rule.kind = RuleKind::greater;
                if (a < b) std::swap(rule.cells[0], rule.cells[1]);
            }
            rules.push_back(rule);
        }
    Rule sky{.kind = RuleKind::skyscraper};
    int seen = 0, greatest = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        sky.cells.emplace_back(i);
        if (of(Cell{i}) > greatest) ++seen;
        greatest = std::max(greatest, of(Cell{i}));
    }
    sky.numbers = {seen};
    rules.push_back(sky);
    for (const Rule& rule : rules) meant.add_rule(rule);
    ASSERT_EQ(reference::count_solutions(meant, 2), std::optional<std::uint64_t>{1});
    std::size_t misread = 0;
    for (std::size_t r = 0; r < rules.size(); ++r) {
        std::vector<Rule> said = rules;
        if (rules[r].kind == RuleKind::difference) {
            said[r].kind = RuleKind::ratio;
            said[r].numbers = {2};
        } else if (rules[r].kind == RuleKind::ratio) {
            said[r].kind = RuleKind::difference;
            said[r].numbers = {1};
        } else if (rules[r].kind == RuleKind::skyscraper) {
            said[r].numbers[0] += said[r].numbers[0] > 1 ? -1 : 1;
        } else {
            std::swap(said[r].cells[0], said[r].cells[1]);
        }
        const Repair found = repair(with_rules(meant, said));
        EXPECT_EQ(found.before, Validity::none);
        ASSERT_FALSE(found.proposals.empty()) << r;
        const std::span<const Rule> mended = found.proposals.front().mended.rules();
        EXPECT_EQ(std::vector<Rule>(mended.begin(), mended.end()), rules)
            << found.proposals.front().text;
        ++misread;
    }
    EXPECT_GT(misread, 50U);
}

/// Every number on the board is read one too high, and one too low.
TEST(Repair, ProposesFirstTheNumberThatIsOffByOne) {
    const GeometryPtr board = Geometry::standard(6);
    Random random{92};
    const Grid grid = *reference::random_grid(random, *board);
    const auto of = [&](std::size_t i) { return static_cast<int>(grid[Cell{i}].index()) + 1; };
    Puzzle meant{board};
    for (std::size_t i = 0; i < 12; ++i) meant.set_given(Cell{3 * i}, grid[Cell{3 * i}]);
    std::vector<Rule> rules;
    const auto number = [&](RuleKind kind, const std::vector<std::size_t>& cells, int wanted) {
        rules.push_back({.kind = kind, .cells = {cells.begin(), cells.end()}, .numbers = {wanted}});
    };
    const auto sum = [&](std::span<const std::size_t> cells) {
        int total = 0;
        for (const std::size_t cell : cells) total += of(cell);
        return total;
    };
    for (std::size_t line = 0; line < 6; ++line) {
        std::vector<std::size_t> row, column, diagonal;
        for (std::size_t k = 0; k < 6; ++k) {
            row.push_back(6 * line + k);
            column.push_back(6 * k + line);
            if (line + k < 6) diagonal.push_back(6 * k + line + k);
        }
        const auto [low, high] =
            std::ranges::minmax(std::array{std::ranges::find(row, 1, of) - row.begin(),
                                           std::ranges::find(row, 6, of) - row.begin()});
        number(RuleKind::sandwich, row,
               sum(std::span{row}.subspan(static_cast<std::size_t>(low) + 1,
                                          static_cast<std::size_t>(high - low) - 1)));
        number(RuleKind::x_sum, column,
               sum(std::span{column}.first(static_cast<std::size_t>(of(column[0])))));
        if (line > 0) number(RuleKind::little_killer, diagonal, sum(diagonal));
        number(RuleKind::killer_cage, {6 * line + 1, 6 * line + 2, 6 * line + 4},
               sum(std::array{6 * line + 1, 6 * line + 2, 6 * line + 4}));
        number(RuleKind::numbered_room, column,
               of(column[static_cast<std::size_t>(of(column[0])) - 1]));
        number(RuleKind::pair_sum, {6 * line + 4, 6 * line + 5},
               sum(std::array{6 * line + 4, 6 * line + 5}));
        // 1 and 2 are a white dot and a black one.
        if (of(6 * line + 2) + of(6 * line + 3) != 3)
            number(RuleKind::difference, {6 * line + 2, 6 * line + 3},
                   std::abs(of(6 * line + 2) - of(6 * line + 3)));
    }
    for (const Rule& rule : rules) meant.add_rule(rule);
    ASSERT_EQ(reference::count_solutions(meant, 2), std::optional<std::uint64_t>{1});
    std::map<RuleKind, std::size_t> misread;
    for (std::size_t r = 0; r < rules.size(); ++r)
        for (const int off : {-1, 1}) {
            std::vector<Rule> said = rules;
            said[r].numbers[0] += off;
            if (said[r].numbers[0] < 1) continue;
            try {
                rules::check_rule(said[r], *board);
            } catch (const InputError&) {
                continue;  // no such number is possible, and the reader says so
            }
            const Repair found = repair(with_rules(meant, said));
            EXPECT_EQ(found.before, Validity::none);
            ASSERT_FALSE(found.proposals.empty()) << r;
            const std::span<const Rule> mended = found.proposals.front().mended.rules();
            EXPECT_TRUE(std::ranges::equal(mended, rules))
                << rules::words(rules[r], *board) << " was read as " << said[r].numbers[0] << ": "
                << found.proposals.front().text;
            ++misread[rules[r].kind];
        }
    EXPECT_EQ(misread.size(), 7U);
    for (const auto& [kind, times] : misread) EXPECT_GE(times, 4U) << to_string(kind);
}

TEST(Changes, OfRulesDescribeThemselves) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{1}}, .numbers = {3}});
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{4}, Cell{5}}, .numbers = {7}});
    puzzle.add_rule({.kind = RuleKind::sandwich,
                     .cells = {Cell{8}, Cell{9}, Cell{10}, Cell{11}},
                     .numbers = {5}});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{12}, Cell{13}}});
    std::vector<std::string> said;
    for (const Change& change : single_changes(puzzle)) {
        said.push_back(describe(change, puzzle.geometry()));
        expect_german(describe(change, puzzle.geometry(), Language::german));
    }
    for (const char* text :
         {"change the sum of the killer cage r1c1 and r1c2 from 3 to 4",
          "change the sandwich sum of row 3 from 5 to 0",
          "exchange 3 of the killer cage r1c1 and r1c2 with 7 of the killer cage r2c1 and r2c2",
          "turn the thermometer r4c1 and r4c2 round", "remove the sandwich sum of row 3"})
        EXPECT_NE(std::ranges::find(said, text), said.end()) << text;
    EXPECT_EQ(
        std::ranges::count_if(said, [](const std::string& s) { return s.starts_with("change"); }),
        4 + 4 + 5);
}

}  // namespace
}  // namespace clew::setter
