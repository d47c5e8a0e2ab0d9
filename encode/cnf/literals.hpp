#pragma once
// Literals: the propositional side of a puzzle, and what each variable means.
//
// A Var is a number, a Lit a variable or its negation; both are 0-based inside and are written as
// signed 1-based numbers in DIMACS alone. The VarMap of a puzzle says what its variables mean:
//
//     0 .. size^3-1     "this digit is in this cell", in the order of Geometry::candidate_index
//     then, mixed       helper variables of at-most-one encodings, without a meaning of their own,
//                       and selectors, each of which switches one Demand on when it is true
//
//     VarMap map{Geometry::classic()};
//     Lit six_at_r3c5 = map.literal({Cell{22}, Digit{5}});
//     Var s = map.add_selector({.kind = DemandKind::house_at_least_one, .house = House{2},
//                               .digit = Digit{4}});
//     describe(*map.demand(s), puzzle)              "row 3 needs a 5"
//
// A Demand is one thing that a puzzle asks for, the unit in which a conflict is read back.

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/board/types.hpp"

namespace clew::cnf {

/// A propositional variable, 0-based.
using Var = Index<struct VarTag, std::uint32_t>;

/// A variable or its negation. Ordered by variable, the positive literal first.
/// A value of the size of a number: threads copy it.
class Lit {
  public:
    constexpr Lit() = default;

    static constexpr Lit positive(Var v) { return Lit{static_cast<std::uint32_t>(v.index()) * 2}; }
    static constexpr Lit negative(Var v) {
        return Lit{static_cast<std::uint32_t>(v.index()) * 2 + 1};
    }

    constexpr Var var() const { return Var{code_ / 2}; }
    constexpr bool is_negative() const { return (code_ & 1U) != 0; }
    /// 2 * variable, plus one if negated: dense, for use as a subscript.
    constexpr std::size_t code() const { return code_; }
    /// The signed 1-based number of DIMACS.
    constexpr std::int64_t dimacs() const {
        const auto number = static_cast<std::int64_t>(code_ / 2) + 1;
        return is_negative() ? -number : number;
    }

    friend constexpr Lit operator~(Lit l) { return Lit{l.code_ ^ 1U}; }
    friend constexpr auto operator<=>(Lit, Lit) = default;

  private:
    constexpr explicit Lit(std::uint32_t code) : code_(code) {}
    std::uint32_t code_ = 0;
};

/// The literal of a signed 1-based number that is not 0: undoes Lit::dimacs().
constexpr Lit lit_of(std::int64_t dimacs) {
    return dimacs < 0 ? Lit::negative(Var{-dimacs - 1}) : Lit::positive(Var{dimacs - 1});
}

/// What kind of thing a puzzle demands. The first four are the constraint families.
enum class DemandKind : std::uint8_t {
    cell_at_least_one,   ///< the cell holds a digit
    cell_at_most_one,    ///< the cell holds no two digits
    house_at_least_one,  ///< the house holds the digit
    house_at_most_one,   ///< the house holds the digit no more than once
    given,               ///< the clue `digit` at `cell`
    marks,               ///< the pencil marks of `cell` rule the other digits out
    rule,                ///< the puzzle's rule number `rule`
};

/// One demand. Which of `cell`, `house`, `digit` and `rule` apply depends on the kind; the others
/// stay 0.
struct Demand {
    DemandKind kind = DemandKind::cell_at_least_one;
    Cell cell{};
    House house{};
    Digit digit{};
    std::uint16_t rule = 0;  ///< position in Puzzle::rules()

    friend constexpr auto operator<=>(const Demand&, const Demand&) = default;
};

/// "r3c5 needs a digit", "r3c5 holds no two digits", "row 3 needs a 5", "row 3 holds no two 5s",
/// "the clue 6 at r3c5", "the pencil marks of r3c5", a rule in words: "killer cage: r1c1 ...".
std::string describe(const Demand& demand, const Puzzle& puzzle);

/// What each variable of a formula means.
/// A value: const calls on one map may be made by several threads at once.
class VarMap {
  public:
    /// The candidate variables of the board. Requires a geometry.
    explicit VarMap(GeometryPtr geometry);

    const Geometry& geometry() const { return *geometry_; }
    const GeometryPtr& geometry_ptr() const { return geometry_; }
    /// How many variables there are.
    std::size_t size() const { return size_; }

    /// The variable "this digit is in this cell". Requires a candidate of the board.
    Var var(Candidate candidate) const;
    Lit literal(Candidate candidate) const { return Lit::positive(var(candidate)); }

    /// A new variable without a meaning.
    Var add_helper();
    /// The variable that switches `demand` on; the same one each time it is asked for.
    Var add_selector(const Demand& demand);
    /// The demand that a variable switches on, or nothing.
    std::optional<Demand> demand(Var var) const;
    /// All selectors, in the order of their variables.
    const std::vector<Var>& selectors() const { return selectors_; }

  private:
    GeometryPtr geometry_;
    std::size_t size_ = 0;
    std::vector<Var> selectors_;
    std::vector<Demand> demands_;                           // of selectors_, same order
    std::unordered_map<std::uint32_t, std::size_t> place_;  // variable -> position in selectors_
    std::unordered_map<std::uint64_t, Var> selector_of_;    // packed demand -> variable
};

}  // namespace clew::cnf

template <>
struct std::hash<clew::cnf::Lit> {
    std::size_t operator()(clew::cnf::Lit l) const noexcept { return l.code(); }
};
