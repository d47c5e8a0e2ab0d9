#include "explain/pictures/paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "tests/support/texts.hpp"

namespace clew::explain {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string picture(double width, double height) {
    return "<?xml?><svg width=\"1pt\" viewBox=\"-5 10 " + std::to_string(width) + " " +
           std::to_string(height) + "\"><g/></svg>";
}

/// The sheets of a picture, and the windows that it was asked for.
struct Sheets {
    Sheets(double width, double height, Paper paper, std::size_t most = 24) {
        pages = on_paper(
            [&](const ViewBox& window) {
                windows.push_back(window);
                return picture(width, height);
            },
            paper, most);
        windows.erase(windows.begin());
    }
    std::vector<std::string> pages;
    std::vector<ViewBox> windows{};
};

TEST(OnPaper, WhatIsReadableOnOneSheetStaysOnIt) {
    const Sheets upright{700, 1500, Paper::a4};
    ASSERT_EQ(upright.pages.size(), 1U);
    EXPECT_THAT(upright.pages[0], HasSubstr("width=\"210mm\" height=\"297mm\""));
    EXPECT_THAT(upright.pages[0], HasSubstr("<g/></svg>"));
    EXPECT_THAT(upright.pages[0], Not(HasSubstr("dasharray")));
    EXPECT_THAT(Sheets(1450, 900, Paper::letter).pages,
                testing::ElementsAre(HasSubstr("width=\"11in\" height=\"8.5in\"")));
    EXPECT_EQ(Sheets(3000, 3000, Paper::fit).pages, std::vector{picture(3000, 3000)});
    EXPECT_THROW(on_paper([](const ViewBox&) { return "<svg/>"; }, Paper::a4), ContractViolation);
}

TEST(OnPaper, SheetsCoverAllOfALargePictureAndNameTheirNeighbours) {
    const Sheets s{3154, 3896, Paper::a4};
    ASSERT_EQ(s.pages.size(), 9U);
    EXPECT_LE(s.windows[0].left, -4.9);
    EXPECT_LE(s.windows[0].top, 10);
    EXPECT_GE(s.windows[8].left + s.windows[8].width, 3148.9);
    EXPECT_GE(s.windows[8].top + s.windows[8].height, 3906);
    for (std::size_t k = 0; k < 9; ++k) {
        // An A4 sheet is 595 points wide: half a point a unit, or more.
        EXPECT_LE(s.windows[k].width, 595 / 0.5);
        if (k % 3 > 0) {
            EXPECT_LT(s.windows[k].left, s.windows[k - 1].left + s.windows[k - 1].width);
        }
        if (k >= 3) {
            EXPECT_LT(s.windows[k].top, s.windows[k - 3].top + s.windows[k - 3].height);
        }
    }
    EXPECT_EQ(occurrences(s.pages[0], "dasharray"), 2U);
    EXPECT_EQ(occurrences(s.pages[4], "dasharray"), 4U);
    for (const char* mark : {"\u21901<", "\u21923<", "\u21935<"})
        EXPECT_THAT(s.pages[1], HasSubstr(mark));
    EXPECT_THAT(s.pages[4], HasSubstr("\u21912<"));
    EXPECT_THAT(s.pages[1], HasSubstr("sheet 2 of 9: row 1, column 2;"));
}

TEST(OnPaper, BeyondSoManySheetsThePictureIsMadeSmaller) {
    EXPECT_LE(Sheets(4000, 200'000, Paper::a4).pages.size(), 24U);
    EXPECT_EQ(Sheets(4000, 200'000, Paper::letter, 1).pages.size(), 1U);
}

}  // namespace
}  // namespace clew::explain
