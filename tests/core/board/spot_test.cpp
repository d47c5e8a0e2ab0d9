#include "core/board/spot.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/board/notation.hpp"

namespace clew {
namespace {

TEST(Spot, EveryNotationOfACandidateReadsBack) {
    for (const std::size_t size : {4U, 9U, 16U, 25U}) {
        const GeometryPtr board = Geometry::standard(size);
        for (std::size_t i = 0; i < size * size; ++i) {
            const Cell cell{i};
            const std::string row = std::to_string(i / size + 1);
            const std::string column = std::to_string(i % size + 1);
            std::vector<std::string> cells{to_string(cell, size), row + "," + column};
            if (size <= 9) cells.push_back(row + column);
            for (const std::string& name : cells) {
                EXPECT_EQ(parse_spot_cell(name, *board), cell) << name;
                for (std::size_t d = 0; d < size; ++d) {
                    const std::string text =
                        name + (name[0] == 'r' ? '=' : '.') + digit_symbol(Digit{d});
                    const auto spot = parse_spot(text, size);
                    ASSERT_TRUE(spot && spot->digit) << text;
                    EXPECT_EQ(spot->cell, cell) << text;
                    EXPECT_EQ(*spot->digit, Digit{d}) << text;
                    EXPECT_EQ(parse_spot_cell(text, *board), std::nullopt) << text;
                }
            }
        }
    }
    const GeometryPtr more = Geometry::make({.size = 6, .rows = 4, .extra_cells = 2});
    EXPECT_EQ(parse_spot_cell("x2", *more), Cell{37});
    EXPECT_EQ(parse_spot("x2=6", *more)->digit, Digit{5});
    for (const char* text : {"x3", "r5c1", "51", "x2.6"})
        EXPECT_EQ(parse_spot(text, *more), std::nullopt) << text;
}

TEST(Spot, WhatNamesNothingOnTheBoardIsNothing) {
    for (const char* text :
         {"",      ".",       "=",     "4",    "43.",  "43.0", "43.33", "43=3",   "r4c3.3",
          "r4c3=", "r4c3=33", "433",   "43.A", "03.3", "40.3", "4,0",   "4,",     ",3",
          "4,3,2", "4 3.3",   "43 .3", "-4,3", "4,-3", "r4,3", "4c3",   "43.3.3", "10,3"})
        EXPECT_FALSE(parse_spot(text, 9).has_value()) << text;
    EXPECT_FALSE(parse_spot("43.3", 16).has_value());  // r4c3, or what follows 43?
    EXPECT_TRUE(parse_spot("10,3.A", 16).has_value());
    EXPECT_FALSE(parse_spot("43.5", 4).has_value());
}

}  // namespace
}  // namespace clew
