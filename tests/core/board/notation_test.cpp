#include "core/board/notation.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Notation, CellsReadBackAsWritten) {
    for (std::size_t size : {4U, 9U, 16U, 25U})
        for (std::size_t i = 0; i < size * size; ++i)
            EXPECT_EQ(parse_cell(to_string(Cell{i}, size), size), Cell{i});
    EXPECT_EQ(to_string(Cell{22}, 9), "r3c5");
    EXPECT_EQ(parse_cell("R3C5", 9), Cell{22});
    EXPECT_EQ(to_string(Cell{82}, 9), "x2");
    EXPECT_EQ(parse_cell("X2", 9, 2), Cell{82});
    for (const char* text : {"x0", "x3", "x", "x2c1", "r1c1x"})
        EXPECT_EQ(parse_cell(text, 9, 2), std::nullopt) << text;
    EXPECT_EQ(parse_cell("x1", 9), std::nullopt);
}

TEST(Notation, WhatIsNoCellIsNothing) {
    for (const char* text : {"", "r", "r1", "r1c", "c1r1", "r0c1", "r1c0", "r10c1", "r1c10",
                             "r1c1x", "r-1c1", "r1 c1", "r99999999999999999999c1"})
        EXPECT_EQ(parse_cell(text, 9), std::nullopt) << text;
}

TEST(Notation, DigitsReadBackAsWritten) {
    for (std::size_t size : {4U, 9U, 16U, 25U})
        for (std::size_t d = 0; d < size; ++d)
            EXPECT_EQ(parse_digit(digit_symbol(Digit{d}), size), Digit{d});
    EXPECT_EQ(digit_symbol(Digit{24}), 'P');
    EXPECT_EQ(parse_digit('g', 16), Digit{15});
    EXPECT_EQ(parse_digit('H', 16), std::nullopt);
    EXPECT_EQ(parse_digit('0', 9), std::nullopt);
    EXPECT_EQ(parse_digit('5', 4), std::nullopt);
}

TEST(Notation, CandidatesAndSets) {
    EXPECT_EQ(to_string(Candidate{Cell{4}, Digit{3}}, 9), "r1c5=4");
    EXPECT_EQ(to_string(DigitSet::all(4) - DigitSet{Digit{1}}), "134");
}

}  // namespace
}  // namespace clew
