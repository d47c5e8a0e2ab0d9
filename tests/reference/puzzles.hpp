#pragma once
// Puzzles that tests all over the house ask about, a line each.
//
//     using reference::p92;
//     EXPECT_EQ(count(Puzzle::from_line(p92)).total, 12);

#include <string>

namespace clew::reference {

/// The newspaper puzzle with a clue in the wrong cell: twelve solutions.
inline const std::string p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";
/// P-92 as its setter meant it: one solution.
inline const std::string gould =
    "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";
/// Two equal clues in a row: no solution.
inline const std::string contradictory = "11" + std::string(79, '.');
/// No clue at all.
inline const std::string blank(81, '.');

}  // namespace clew::reference
