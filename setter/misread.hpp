#pragma once
// Misread: the valid puzzles nearest to a reading of a photograph, the likeliest first.
//
//     Confusions confusions = usual_confusions();          // 1 for 7, 3 for 8, ...
//     MisreadResult r = misread(puzzle, confusions);
//     r.puzzles.front().changes, r.puzzles.front().share
//
// Each clue may have been another one, independently, with a probability of its own. The readings
// are gone through from the likeliest on, by how many times less likely each is than the text as it
// stands, and those with just one solution are kept.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"

namespace clew::setter {

/// What a cell may hold in truth instead of what was read there, if anything.
struct OtherReading {
    Cell cell;
    std::optional<Digit> digit;  ///< nothing: the cell is open
    double odds = 0;             ///< against what was read, in (0, 1]
};

/// How often digits are taken for each other, and what is known of single cells.
struct Confusions {
    struct Pair {
        Digit one, other;
        double odds = 0;  ///< that one of them is the other in truth, in (0, 1]
    };
    std::vector<Pair> digits{};
    std::vector<OtherReading> cells{};
};
/// 1 and 7, 3 and 8, 6 and 8, 5 and 6, 1 to 20 each.
Confusions usual_confusions();
/// "1/7, 3/8:0.1, r4c6=5:0.3, r1c1=.": pairs of digits, and what a cell may hold ('.' is open),
/// with odds or 0.05 each; "usual" adds the usual ones. Errors: InputError without place.
Confusions parse_confusions(std::string_view text, std::size_t size);

struct ValidReading {
    Puzzle puzzle;
    Grid solution;
    std::vector<OtherReading> changes;  ///< ascending by cell; none: as it was read
    double share = 0;                   ///< of the odds of all valid readings that were found
};

struct MisreadOptions {
    std::size_t top = 10;           ///< valid readings to find
    std::uint64_t tried = 200'000;  ///< readings to look at
    const StopFlag* stop = nullptr;
};

struct MisreadResult {
    std::vector<ValidReading> puzzles;  ///< the likeliest first
    /// For each cell that some of them change, how likely it was misread, the most suspect first.
    std::vector<std::pair<Cell, double>> suspects;
    std::uint64_t tried = 0;
    /// exhausted: there are no other valid readings; limit_reached: `top` were found.
    Ending ending = Ending::exhausted;
};
/// Cost: some microseconds a reading on classic boards.
MisreadResult misread(const Puzzle& puzzle, const Confusions& confusions,
                      const MisreadOptions& options = {});

}  // namespace clew::setter
