#include "explain/words/words.hpp"

#include <gtest/gtest.h>

#include "core/board/notation.hpp"

namespace clew::explain {
namespace {

Cell at(const char* name, std::size_t size = 9) { return *parse_cell(name, size); }

TEST(Words, WriteCellsAndCandidatesInBothNotations) {
    const auto board = Geometry::classic();
    const Words rc{*board};
    const Words dotted{*board, Notation::dotted};
    EXPECT_EQ(rc.cell(at("r3c5")), "r3c5");
    EXPECT_EQ(dotted.cell(at("r3c5")), "35");
    EXPECT_EQ(rc.candidate({at("r3c5"), Digit{5}}), "r3c5=6");
    EXPECT_EQ(dotted.candidate({at("r3c5"), Digit{5}}), "35.6");  // J. Paris (2006)
}

TEST(Words, PartRowAndColumnOfWideBoards) {
    const auto board = Geometry::standard(12);
    EXPECT_EQ((Words{*board, Notation::dotted}.candidate({at("r10c12", 12), Digit{9}})), "10,12.A");
}

TEST(Words, ListWithCommasAndOneAnd) {
    const std::vector<std::string> items{"a", "b", "c"};
    EXPECT_EQ(joined({items.data(), 0}, "and", Language::english), "");
    EXPECT_EQ(joined({items.data(), 1}, "and", Language::english), "a");
    EXPECT_EQ(joined({items.data(), 2}, "and", Language::english), "a and b");
    EXPECT_EQ(joined(items, "or", Language::english), "a, b or c");
}

TEST(Words, JoinHousesOfOneKind) {
    const auto board = Geometry::make(
        {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true});
    const Words words{*board};
    const std::vector<House> houses{House{1}, House{5}, House{18}, House{27}, House{28}};
    EXPECT_EQ(words.houses(houses), "rows 2 and 6, box 1, the main diagonal and the anti-diagonal");
    EXPECT_EQ(words.house(House{9}), "column 1");
}

TEST(Words, GroupRemovalsByWhatCellsLose) {
    const auto board = Geometry::classic();
    const std::vector<Candidate> gone{{at("r1c8"), Digit{2}},
                                      {at("r1c9"), Digit{2}},
                                      {at("r2c8"), Digit{2}},
                                      {at("r2c8"), Digit{6}}};
    EXPECT_EQ(Words{*board}.removal(gone), "3 from r1c8 and r1c9; 3 and 7 from r2c8");
    EXPECT_EQ((Words{*board, Notation::dotted}.removal(gone)), "18.3, 19.3, 28.3 and 28.7");
}

TEST(Words, BeginSentencesWithCapitalsButNotCells) {
    EXPECT_EQ(Words::sentence("naked pair"), "Naked pair");
    EXPECT_EQ(Words::sentence("r1c1 is 5"), "r1c1 is 5");
    EXPECT_EQ(Words::number(2), "two");
    EXPECT_EQ(Words::number(11), "11");
}

}  // namespace
}  // namespace clew::explain
