#include "explain/pictures/view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/base/contract.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::explain {
namespace {

using reference::p92;
using testing::ElementsAre;

TEST(View, ShowsGivensAndWhatTheyLeave) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const View view = view_of(puzzle);
    ASSERT_EQ(view.cells.size(), 81U);
    EXPECT_EQ(view.cells[2].given, Digit{8});
    EXPECT_EQ(view.cells[0].given, std::nullopt);
    EXPECT_EQ(view.cells[0].candidates, puzzle.candidates_after_givens()[0]);
}

TEST(View, OfAGridPlacesWhatIsNotGiven) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const Grid grid = Grid::from_line(
        "519847632476312895218569714854623971791458326623791548982176453347285169165934287");
    const View view = view_of(puzzle, grid);
    EXPECT_EQ(view.cells[2].given, Digit{8});
    EXPECT_EQ(view.cells[0].placed, Digit{4});
    EXPECT_EQ(view.cells[2].placed, std::nullopt);
    EXPECT_THROW(view_of(puzzle, Grid{}), ContractViolation);
}

TEST(View, MarksOnceATone) {
    View view{Geometry::standard(4)};
    const Candidate c{Cell{3}, Digit{1}};
    view.mark(c, Tone::first);
    view.mark(c, Tone::loss);
    view.mark(c, Tone::first);
    view.mark(Cell{3}, Tone::first);
    view.mark(Cell{3}, Tone::first);
    view.mark(House{1}, Tone::second);
    view.mark(House{1}, Tone::second);
    EXPECT_THAT(view.tones_of(c), ElementsAre(Tone::first, Tone::loss));
    EXPECT_EQ(view.cell_marks.size(), 1U);
    EXPECT_EQ(view.houses.size(), 1U);
    EXPECT_TRUE(view.tones_of({Cell{3}, Digit{2}}).empty());
}

TEST(Tone, EachHasItsOwnSignAndName) {
    std::set<char> signs;
    std::set<std::string> names;
    for (std::size_t i = 0; i < tone_count; ++i) {
        signs.insert(sign(static_cast<Tone>(i)));
        names.insert(to_string(static_cast<Tone>(i)));
    }
    EXPECT_EQ(signs.size(), tone_count);
    EXPECT_EQ(names.size(), tone_count);
}

}  // namespace
}  // namespace clew::explain
