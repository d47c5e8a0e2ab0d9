#include "explain/pictures/write_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clew::explain {
namespace {

using testing::HasSubstr;
using testing::Not;

Puzzle small() {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_given(Cell{0}, Digit{0});
    puzzle.set_given(Cell{6}, Digit{2});
    puzzle.set_given(Cell{9}, Digit{3});
    return puzzle;
}

TEST(WriteText, DrawsPencilMarksInColumnsWithBorders) {
    EXPECT_EQ(write_text(view_of(small())),
              "     c1 c2    c3  c4\n"
              "   +--------+----------+\n"
              "r1 | 1  23  | 24  24   |\n"
              "r2 | 24 2   | 3   124  |\n"
              "   +--------+----------+\n"
              "r3 | 23 4   | 12  123  |\n"
              "r4 | 23 123 | 124 1234 |\n"
              "   +--------+----------+\n");
}

TEST(WriteText, NamesExtraCellsBelowTheBoard) {
    Puzzle puzzle{Geometry::make({.size = 4, .extra_cells = 5})};
    puzzle.set_given(Cell{17}, Digit{2});
    EXPECT_THAT(write_text(view_of(puzzle)),
                HasSubstr("-+\n     x1 1234  x2 3  x3 1234  x4 1234\n     x5 1234\n"));
}

TEST(WriteText, PutsASignAfterMarkedDigitsAndNamesIt) {
    View view = view_of(small());
    view.mark(Candidate{Cell{5}, Digit{1}}, Tone::gain);
    view.mark(Candidate{Cell{1}, Digit{1}}, Tone::loss);
    view.legend = {{Tone::gain, "placed"}, {Tone::loss, "removed"}};
    view.links.push_back({{{Cell{5}, Digit{1}}}, {{Cell{1}, Digit{1}}}, LinkStyle::weak});
    const std::string text = write_text(view);
    EXPECT_THAT(text, HasSubstr("r1 | 1  2-3 |"));
    EXPECT_THAT(text, HasSubstr("r2 | 24 2!  |"));
    EXPECT_THAT(text, HasSubstr("    ! placed  - removed\n"));
    EXPECT_THAT(text, HasSubstr("    -- weak link\n    r2c2=2 -- r1c2=2\n"));
    EXPECT_THAT(text, HasSubstr("r2c2=2 -- r1c2=2\n"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    const std::string coloured = write_text(view, {.colour = Colour::ansi});
    EXPECT_THAT(coloured, HasSubstr("\x1b[31m-\x1b[0m"));
}

TEST(WriteText, HidesPencilMarksButNotWhatIsMarked) {
    View view = view_of(small());
    view.mark(Candidate{Cell{1}, Digit{1}}, Tone::loss);
    const std::string text = write_text(view, {.pencil_marks = PencilMarks::hidden});
    EXPECT_THAT(text, HasSubstr("r1 | 1  2- | .  .  |\n"));
}

TEST(WriteText, ShowsACellThatCanHoldNothing) {
    View view = view_of(small());
    view.cells[1].candidates = DigitSet{};
    EXPECT_THAT(write_text(view), HasSubstr("r1 | 1  !   | 24  24   |"));
}

TEST(WriteText, FollowsTheOutlineOfAJigsaw) {
    const auto board = Geometry::make({.size = 4,
                                       .regions = {0, 0, 0, 1,  //
                                                   0, 2, 1, 1,  //
                                                   2, 2, 3, 1,  //
                                                   2, 3, 3, 3}});
    EXPECT_EQ(write_text(View{board}, {.pencil_marks = PencilMarks::hidden}),
              "     c1   c2   c3   c4\n"
              "   +--------------+----+\n"
              "r1 | .    .    .  | .  |\n"
              "   |    +----+----+    |\n"
              "r2 | .  | .  | .    .  |\n"
              "   +----+    +----+    |\n"
              "r3 | .    .  | .  | .  |\n"
              "   |    +----+    +----+\n"
              "r4 | .  | .    .    .  |\n"
              "   +----+--------------+\n");
}

}  // namespace
}  // namespace clew::explain
