#pragma once
// The puzzle sets of `clew-bench`. All are our own: made by the generator from fixed seeds. Those
// that take long to make are shipped (examples/bench, built into the program), the others are made
// when they are asked for, the same every time.
//
//     for (const BenchSet& set : bench_sets()) set.name, set.puzzles()
//
// | set     | what                                                       | made   |
// |---------|------------------------------------------------------------|--------|
// | easy    | 34 to 38 clues, half-turn symmetry, one solution           | here   |
// | sparse  | minimal, at most 22 clues, one solution                     | shipped|
// | hard    | minimal, the 500 of 40 000 with the largest search trees   | shipped|
// | none    | a sparse puzzle with one clue changed: no solution         | here   |
// | several | 2 to 100 solutions                                         | here   |
// | singles | minimal, one solution: singles solve them                  | here   |
// | middle  | the same: the basic rules do, singles do not               | here   |
// | beyond  | the same: the basic rules do not                           | here   |
// | 0, 6, 10, 20 clues: of nine random grids, in random cells            | here   |
// | big     | 16x16, one solution                                        | shipped|
// | huge    | 25x25, one solution, with 310 clues, as newspapers print   | shipped|
// | dense   | 25x25, one solution, with 290 clues, close to minimal      | shipped|

#include <functional>
#include <string>
#include <vector>

#include "core/board/puzzle.hpp"

namespace clew::bench {

enum class Suite {
    classic,  ///< 9x9 boards
    large,
    logic,   ///< 9x9 boards, by what a person needs for them
    counts,  ///< 9x9 boards, with few clues
};

struct BenchSet {
    Suite suite;
    std::string name;
    std::string what;
    /// The puzzles as line puzzles, the same every time. Cost: up to a second.
    std::function<std::vector<std::string>()> puzzles;
};

const std::vector<BenchSet>& bench_sets();

/// A puzzle with `low` to `2 * low` solutions, the same every time, as a line.
std::string puzzle_with_solutions(std::uint64_t low);

}  // namespace clew::bench
