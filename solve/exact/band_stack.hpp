#pragma once
// The exact counter: how many solutions a plain 9x9 puzzle has, without listing them.
//
//     auto n = exact::count(Puzzle::from_line(std::string(81, '.')));
//     n.solutions.str()                "6670903752021072936960"
//
// For any classic board, with givens, pencil marks or both; from no clue to 81. Listing costs time
// in proportion to the number of solutions, this sum about 8.3e14 / 3^clues steps, some tens of
// which are taken in a nanosecond: the fewer the clues, the more it wins. Below some 10^6
// solutions a search is as fast; predict() says beforehand what the sum will cost.
//
// A count can be cut into shards that run apart and are added up (Shard). How many solutions
// contain each candidate: marginals.hpp. Uniform random solutions: sample.hpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/outcome.hpp"
#include "core/base/processor.hpp"
#include "core/base/report.hpp"
#include "core/base/shard.hpp"
#include "core/board/puzzle.hpp"
#include "solve/exact/u128.hpp"

namespace clew::exact {

/// True if the puzzle is one that this room can count: Puzzle::is_plain_classic(). The others are
/// refused: InputError for rules, ContractViolation for another board.
bool supports(const Puzzle& puzzle);

/// The outer part of the sum: three columns of boxes, or three rows.
struct Outer {
    enum class Lines : std::uint8_t { columns, rows };
    Lines lines = Lines::columns;
    std::size_t stack = 0;         ///< 0 .. 2: which three boxes
    std::size_t arrangements = 0;  ///< terms of the outermost sum; shards share them
};
/// One of its arrangements.
struct OuterTerm {
    /// Which digits stand in each line (column or row) of each box of the outer part, as sets of
    /// nine bits: [box][line], in the order of the board.
    std::array<std::array<std::uint16_t, 3>, 3> digits;
    std::uint64_t weight;  ///< arrangements that it stands for, all with as many solutions
    U128 solutions;        ///< with this arrangement
};

struct CountOptions {
    Budget budget{};  ///< max_nodes: terms of the sum, see Prediction
    unsigned threads = 1;
    Shard shard{};
    /// Sum over the other side of the board than is cheapest: a second opinion that shares the code
    /// and not one term. Parts of a whole take the same.
    bool crosswise = false;
    std::optional<InstructionSet> instructions{};  ///< the widest there is, if not said
    /// Called by the calling thread for each arrangement of the shard, in order, as soon as its sum
    /// is known: of work that ends early for the first ones. Weights times solutions add up to the
    /// count. Not with crosswise.
    std::function<void(const OuterTerm&)> on_outer{};
    /// With on_outer: called behind every few hundred of them with the share that lies behind.
    std::function<void(double explored)> on_progress{};
};

/// Endings: exhausted, out_of_budget or interrupted. Nodes: terms of the sum that were added up.
using Report128 = BasicReport<U128>;

/// The number of solutions of `puzzle`, or of one shard of it. When the stop flag or the budget
/// ends the work, `solutions` counts the solutions met so far: at least so many exist.
/// Requires supports(puzzle), threads >= 1, shard.index < shard.of,
/// has_instructions(*instructions).
/// Errors: ContractViolation. Cost: predict(); memory below 2 GiB whatever the puzzle, about
/// 0.2 GiB when it has givens alone.
Report128 count(const Puzzle& puzzle, const CountOptions& options = {});

/// What count() sums over outermost. Requires supports(puzzle). Cost: some milliseconds at most.
Outer outer_part(const Puzzle& puzzle);

/// What a count will cost, known before starting.
struct Prediction {
    /// Triples of stack arrangements in the sum, after symmetry: exact, at most 8.3e14.
    double terms = 0;
    /// Terms and everything else (band tables, rearranging them for the inner loop) in the unit of
    /// one term. With AVX-512 a core does some 2e10 of these a second, with AVX2 half of that.
    double work = 0;
};
/// Requires supports(puzzle). Cost: some milliseconds at most.
Prediction predict(const Puzzle& puzzle);

}  // namespace clew::exact
