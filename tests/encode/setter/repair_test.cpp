#include "encode/setter/repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "encode/board/notation.hpp"
#include "encode/board/random.hpp"
#include "encode/board/verify.hpp"

namespace clew::setter {
namespace {

const Puzzle p92 = Puzzle::from_line(
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
const Puzzle gould = Puzzle::from_line(
    "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");

void expect_sound(const Puzzle& puzzle, const Repair& repair) {
    for (const Proposal& p : repair.proposals) {
        SCOPED_TRACE(p.text);
        Puzzle mended = puzzle;
        for (const Change& change : p.changes) mended = apply(change, mended);
        EXPECT_EQ(mended, p.mended);
        EXPECT_TRUE(is_solution(p.mended, p.solution));
        EXPECT_EQ(count(p.mended, {.limit = 2}).count, Count{1});
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
        if (count(broken, {.limit = 2}).count == Count{1}) continue;
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
    ASSERT_NE(count(broken, {.limit = 2}).count, Count{1});
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

TEST(Changes, DescribeThemselves) {
    const Geometry& g = *Geometry::classic();
    EXPECT_EQ(
        describe({.kind = ChangeKind::alter, .from = Cell{32}, .was = Digit{0}, .now = Digit{1}},
                 g),
        "change r4c6 from 1 to 2");
    std::set<std::vector<Edit>> edits;
    for (const Change& c : single_changes(p92, Additions::included)) {
        EXPECT_TRUE(edits.insert(c.edits).second) << describe(c, g);
        EXPECT_NE(apply(c, p92), p92);
    }
}

}  // namespace
}  // namespace clew::setter
