#pragma once
// Plan: from which side a puzzle is counted, and what that will cost.
//
// The sum is over arrangements (related triples of column maps) of three stacks. The plan says
// whether the board is transposed first, which stack is the *outer* one (its arrangements are
// listed up to symmetry, and cut into shards), which the *inner* one, which fills the vector
// *lanes*, and which band comes first (its column maps group the inner arrangements).
//
//     Outlook outlook{puzzle};
//     Plan plan = outlook.best();
//     auto outer = outlook.outer_list(plan), inner = outlook.list(plan, Role::inner);

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"
#include "solve/exact/box.hpp"

namespace clew::exact {

enum class Side : std::uint8_t { as_given, transposed };
enum class LoopRole : std::uint8_t { outer, inner, lanes };

struct Plan {
    Side side = Side::as_given;
    std::array<std::uint8_t, 3> bands = {0, 1, 2};   ///< the first one groups
    std::array<std::uint8_t, 3> stacks = {0, 1, 2};  ///< by Role
    double terms = 0;                                ///< triples in the sum
    double work = 0;                                 ///< in terms, with all that comes with them

    friend bool operator==(const Plan&, const Plan&) = default;
};

/// The column maps of one stack's three boxes, in the plan's order of bands.
struct Arrangement {
    std::array<MapId, 3> map;
    std::uint64_t weight;  ///< arrangements that this one stands for

    friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

/// One arrangement of a stack, as three bits for each digit: an index into line_orders, where
/// order p sends band i to column line_orders[p][i]. Digit 0 is most significant.
using Symbols = std::uint32_t;

/// Everything about a puzzle that the choice of a plan needs. Cost: some milliseconds.
class Outlook {
  public:
    /// Requires a classic board.
    explicit Outlook(const Puzzle& puzzle);

    /// Digits in the largest set of those that have equal options everywhere; 1 if all differ.
    std::size_t equal_digits() const;

    /// The plan of least work. Ties go to the first, so that the choice is always the same.
    const Plan& best() const { return best_; }
    /// The plan of least work among those from the other side of the board than best().
    const Plan& crosswise() const { return crosswise_; }

    /// The box of the board as the plan turns it.
    const Box& box(const Plan& plan, std::size_t band, LoopRole stack) const {
        return faces_[static_cast<std::size_t>(plan.side)]
            .boxes[plan.bands[band] * 3 + plan.stacks[static_cast<std::size_t>(stack)]];
    }
    /// The cell of the puzzle at (row, column) of the board as the plan turns it, where bands and
    /// stacks are in the plan's order.
    static std::size_t cell(const Plan& plan, std::size_t row, std::size_t column);

    /// Lines of the board as the plan turns it, and digits, go to others with the same options.
    struct Symmetry {
        std::array<std::uint8_t, 9> row;
        std::array<std::uint8_t, 9> column;
        std::array<std::uint8_t, 9> digit;
    };
    /// One of the symmetries that the lists below are up to, each with the same chance.
    Symmetry random_symmetry(const Plan& plan, Random& random) const;

    /// All arrangements of a stack up to swaps of columns with equal options; each has the same
    /// weight. Ascending by map.
    std::vector<Arrangement> list(const Plan& plan, LoopRole stack) const;
    /// Exchanges columns of the stack that have equal options, and digits if asked to, until the
    /// map in `band` (in the plan's order) is the smallest it can be: another choice of the one
    /// arrangement of each orbit, which leaves fewer different maps in that band. Digits only in
    /// the outer stack. Exchanging columns leaves each map in its class, exchanging digits does
    /// not.
    void make_smallest(const Plan& plan, LoopRole stack, std::size_t band, bool digits_too,
                       std::vector<Arrangement>& arrangements) const;
    /// The outer stack's arrangements up to all symmetries that leave the other stacks' sums alone:
    /// digits with equal options, columns with equal options, bands with equal options. Ascending
    /// by map.
    std::vector<Arrangement> outer_list(const Plan& plan) const;

  private:
    struct Stack {
        std::vector<std::array<MapId, 3>> all;    // arrangements, bands in board order
        std::vector<std::uint8_t> column_orders;  // symmetries, as indices into line_orders
        std::size_t up_to_columns = 0;            // how many up to those
        std::size_t up_to_symmetry = 0;           // how many up to all symmetries
    };
    struct Face {  // the board from one side
        std::array<std::uint16_t, 81> options{};
        std::vector<Box> boxes;
        std::array<Stack, 3> stacks;
        std::vector<std::uint8_t> band_orders;  // symmetries, as indices into line_orders
    };

    void look(Face& face) const;
    void gather(const Face& face, std::size_t stack, Stack& into) const;
    /// How many arrangements are the same as this one up to symmetry if it is the smallest of
    /// them, and 0 if it is not.
    std::uint64_t orbit(const Face& face, const Stack& stack, Symbols symbols) const;
    Plan cheapest(Side side) const;

    std::vector<std::uint16_t> digit_sets_;  // digits with equal options, as sets of nine bits
    std::array<Face, 2> faces_;
    Plan best_;
    Plan crosswise_;
};

}  // namespace clew::exact
