#pragma once
// Puzzle and Grid: a question and an answer.
//
// A Puzzle is a geometry, givens, pencil marks, and rules (cages, arrows, ...: rule.hpp). Pencil
// marks are part of the question: a Sukaku has nothing else. What a player has placed or crossed
// out so far is not part of the question; it is a Progress, which logic starts from and the engines
// ignore.
//
//     Puzzle p{Geometry::classic()};
//     p.set_given(Cell{0}, Digit{4});                  // a 5 at r1c1
//     p.set_marks(Cell{1}, DigitSet::all(9) - DigitSet{Digit{0}});
//     p.options(Cell{0})                               // {5}
//     p.candidates_after_givens()                      // marks less what the givens rule out
//
// A puzzle may contradict itself; engines answer "no solution", they do not refuse it.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/geometry.hpp"
#include "core/board/rule.hpp"
#include "core/board/types.hpp"

namespace clew::inline board {

/// A question. A value: const calls on one puzzle may be made by several threads at once.
class Puzzle {
  public:
    /// A blank puzzle: no givens, every mark allowed. Requires a geometry.
    explicit Puzzle(GeometryPtr geometry);
    /// A 9x9 puzzle from 81 characters, row-major, a full stop or 0 for blank: for tests and
    /// literals; user input goes through formats.hpp. Errors: ContractViolation.
    static Puzzle from_line(std::string_view line);

    const Geometry& geometry() const { return *geometry_; }
    const GeometryPtr& geometry_ptr() const { return geometry_; }

    std::optional<Digit> given(Cell cell) const {
        const std::uint8_t value = givens_[cell.index()];
        if (value == 0) return std::nullopt;
        return Digit{value - 1};
    }
    /// Given and marks of a cell outside the board stay as they are.
    void set_given(Cell cell, Digit digit);
    void clear_given(Cell cell);
    /// All givens at once: `digits` has an entry a cell, the digit's number from 1, 0 for none.
    void set_givens(std::span<const std::uint8_t> digits);
    std::size_t given_count() const;

    /// The digits allowed in a cell by pencil marks alone.
    DigitSet marks(Cell cell) const { return marks_[cell.index()]; }
    void set_marks(Cell cell, DigitSet marks);
    /// True if some cell has fewer marks than digits.
    bool has_marks() const;

    /// What the question allows in a cell, the given and the marks together: {given} if it is also
    /// marked, the marks if there is no given, and nothing if given and marks disagree.
    DigitSet options(Cell cell) const {
        // Without a branch: which cells have givens is what a processor cannot foresee.
        const std::uint32_t value = givens_[cell.index()];
        const std::uint32_t open = std::uint32_t{0} - std::uint32_t{value == 0};
        return marks_[cell.index()] & DigitSet::from_bits(open | ((1U << value) >> 1));
    }
    /// Options of every cell less the givens of its peers; one entry a cell. A cell without
    /// candidates is a contradiction.
    std::vector<DigitSet> candidates_after_givens() const;

    /// What the question asks beyond its board, in the order added. Whoever does not know rules
    /// must not look past them: see refuse_rules() and core/rules.
    std::span<const Rule> rules() const { return rules_; }
    /// Requires cells of the board. Whether the rule makes sense is for core/rules to say.
    void add_rule(Rule rule);
    /// True for the classic board without rules: what search9 and band_stack can do.
    bool is_plain_classic() const { return geometry_->is_classic() && rules_.empty(); }

    bool operator==(const Puzzle& other) const;

  private:
    GeometryPtr geometry_;
    std::vector<std::uint8_t> givens_;  // digit + 1, 0 for none
    std::vector<DigitSet> marks_;
    std::vector<Rule> rules_;
};

/// What a player has done so far: never part of the question.
struct PlayerMarks {
    std::vector<std::optional<Digit>> placed;  ///< per cell; givens are not repeated
    std::vector<DigitSet> removed;             ///< per cell: candidates crossed out by hand

    bool operator==(const PlayerMarks&) const = default;
};

/// A full assignment: a digit in every cell, right or wrong.
/// A value, as Puzzle is: const calls may be made by several threads at once.
class Grid {
  public:
    Grid() = default;
    explicit Grid(std::vector<Digit> digits) : digits_(std::move(digits)) {}
    /// A 9x9 grid from 81 digits. Errors: ContractViolation.
    static Grid from_line(std::string_view line);

    std::size_t cell_count() const { return digits_.size(); }
    Digit operator[](Cell cell) const { return digits_[cell.index()]; }
    void set(Cell cell, Digit digit) { digits_[cell.index()] = digit; }
    std::span<const Digit> digits() const { return digits_; }
    std::span<Digit> digits() { return digits_; }

    friend auto operator<=>(const Grid&, const Grid&) = default;
    friend bool operator==(const Grid&, const Grid&) = default;

  private:
    std::vector<Digit> digits_;
};

/// Receives each solution as it is found. The grid is valid only during the call.
using SolutionSink = std::function<Flow(const Grid&)>;

}  // namespace clew::inline board
