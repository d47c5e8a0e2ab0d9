#include "explain/pictures/write_sheet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/texts.hpp"

namespace clew::explain {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The number behind each `key="` in order.
std::vector<double> numbers(const std::string& text, const std::string& key) {
    std::vector<double> found;
    const std::string wanted = " " + key + "=\"";
    for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1))
        found.push_back(std::stod(text.substr(at + wanted.size())));
    return found;
}

std::vector<SheetPuzzle> puzzles(std::size_t count) {
    std::vector<SheetPuzzle> list;
    for (std::size_t i = 0; i < count; ++i)
        list.push_back({view_of(Puzzle::from_line(reference::p92)), std::to_string(i + 1) + " <&>",
                        view_of(Puzzle::from_line(reference::p92)), "one of several"});
    return list;
}

TEST(WriteSheets, PutsSoManyBoardsOnAPage) {
    const auto pages = write_sheets(puzzles(8), {.per_page = 3});
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(occurrences(pages[0], "<svg class=\"board\""), 3U);
    EXPECT_EQ(occurrences(pages[2], "<svg class=\"board\""), 2U);
    EXPECT_THAT(pages[0], HasSubstr("width=\"210mm\" height=\"297mm\""));
    EXPECT_THAT(pages[2], HasSubstr(">8 &lt;&amp;&gt;</text>"));
    EXPECT_EQ(write_sheets(puzzles(8), {.paper = Paper::fit}).size(), 1U);
}

TEST(WriteSheets, BoardsLieOnThePaperAndApart) {
    struct Box {
        double x, y, side;
    };
    for (const Paper paper : {Paper::fit, Paper::a4, Paper::letter})
        for (const SheetSolutions solutions :
             {SheetSolutions::none, SheetSolutions::last, SheetSolutions::upside_down})
            for (const std::size_t count : {1U, 2U, 3U, 5U, 6U, 12U, 35U, 60U}) {
                const auto pages = write_sheets(puzzles(count), {.paper = paper,
                                                                 .per_page = count,
                                                                 .solutions = solutions,
                                                                 .heading = "A heading"});
                EXPECT_EQ(pages.size() > 1, solutions == SheetSolutions::last);
                for (const std::string& page : pages) {
                    const auto view = page.find("viewBox=\"0 0 ") + 13;
                    std::size_t length = 0;
                    const double width = std::stod(page.substr(view), &length);
                    const double height = std::stod(page.substr(view + length));
                    std::vector<Box> boxes;
                    for (auto at = page.find("<svg class"); at != std::string::npos;
                         at = page.find("<svg class", at + 1)) {
                        const std::string tag = page.substr(at, page.find('>', at) - at);
                        boxes.push_back(
                            {numbers(tag, "x")[0], numbers(tag, "y")[0], numbers(tag, "width")[0]});
                    }
                    for (std::size_t i = 0; i < boxes.size(); ++i) {
                        const Box& a = boxes[i];
                        SCOPED_TRACE(std::to_string(count) + " boards, number " +
                                     std::to_string(i));
                        EXPECT_GT(a.side, 20);
                        EXPECT_GE(a.x, 0);
                        EXPECT_GE(a.y, 0);
                        EXPECT_LE(a.x + a.side, width + 0.01);
                        EXPECT_LE(a.y + a.side, height + 0.01);
                        for (std::size_t j = 0; j < i; ++j) {
                            const Box& b = boxes[j];
                            EXPECT_TRUE(a.x >= b.x + b.side || b.x >= a.x + a.side ||
                                        a.y >= b.y + b.side || b.y >= a.y + a.side)
                                << j;
                        }
                    }
                }
            }
}

TEST(WriteSheets, DrawsEveryKindOfBoardAndItsMarks) {
    std::vector<SheetPuzzle> list;
    for (const GeometryPtr& board :
         {Geometry::standard(6), Geometry::standard(16),
          Geometry::make(
              {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .windows = true})}) {
        View view{board};
        for (CellView& c : view.cells) c.candidates = DigitSet::all(board->size());
        list.push_back({view, "", {}, {}});
    }
    const auto with = write_sheets(list, {.pencil_marks = PencilMarks::shown});
    EXPECT_EQ(occurrences(with[0], "class=\"candidate\""), 216U + 4096U + 729U);
    EXPECT_GE(occurrences(with[0], "stroke-dasharray"), 5U);  // a diagonal, four windows
    EXPECT_EQ(occurrences(write_sheets(list)[0], "class=\"candidate\""), 0U);
}

TEST(WriteSheets, SolutionsStandWhereTheyAreWanted) {
    const auto none = write_sheets(puzzles(2), {});
    EXPECT_THAT(none[0], Not(HasSubstr("one of several")));
    const auto down = write_sheets(puzzles(2), {.solutions = SheetSolutions::upside_down});
    ASSERT_EQ(down.size(), 1U);
    EXPECT_THAT(down[0], HasSubstr("rotate(180 "));
    EXPECT_EQ(occurrences(down[0], "one of several"), 2U);
    const auto last = write_sheets(puzzles(2), {.solutions = SheetSolutions::last});
    ASSERT_EQ(last.size(), 2U);
    EXPECT_THAT(last[0], Not(HasSubstr("one of several")));
    EXPECT_EQ(occurrences(last[1], "one of several"), 2U);
    EXPECT_THAT(last[1], HasSubstr(">Solutions</text>"));
}

TEST(WriteSheets, LongTitlesAreCutAndPagesStayWhite) {
    auto list = puzzles(4);
    list[0].title = std::string(300, 'W');
    const auto pages = write_sheets(list, {.per_page = 4});
    EXPECT_THAT(pages[0], HasSubstr("W\u2026</text>"));
    EXPECT_THAT(pages[0], Not(HasSubstr(std::string(100, 'W') + "</text>")));
    const auto solved = write_sheets(list, {.solutions = SheetSolutions::last});
    EXPECT_THAT(solved[1], HasSubstr("W\u2026: one of several</text>"));
    EXPECT_THAT(pages[0], Not(HasSubstr("prefers-color-scheme")));
    EXPECT_THROW(write_sheets({}, {}), ContractViolation);
    EXPECT_THROW(write_sheets(list, {.per_page = 0}), ContractViolation);
}

}  // namespace
}  // namespace clew::explain
