#pragma once
// The plain checker: is this full grid a solution of this puzzle? Everything is tested against it.
//
// Written from the rules, with no table shared with any engine: it reads the geometry's cell lists
// and asks of each rule its check(), and nothing else.
//
//     if (auto fault = find_fault(puzzle, grid)) std::puts(fault->c_str());
//     const Checker checker{puzzle};                          // for many grids of one puzzle
//     while (...) if (!checker.accepts(grid)) ...

#include <optional>
#include <string>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/rules/primitive.hpp"

namespace clew {

/// Why `grid` is not a solution of `puzzle` ("row 3 holds 5 twice, at r3c1 and r3c7", "r1c1 holds 4
/// but the given is 5"), or nothing if it is one. Never throws: a grid of the wrong length or with
/// digits out of range is a fault too, and so is any grid where a rule of the puzzle is of an
/// unknown kind. Cost: one pass over all houses and rules.
std::optional<std::string> find_fault(const Puzzle& puzzle, const Grid& grid);

/// The same for many grids: what the rules say is worked out once. The puzzle must outlive it.
/// Const calls may be made by several threads at once.
class Checker {
  public:
    explicit Checker(const Puzzle& puzzle);

    std::optional<std::string> find_fault(const Grid& grid) const;
    bool accepts(const Grid& grid) const { return !find_fault(grid).has_value(); }

  private:
    struct Checked {
        std::string words;
        std::vector<rules::PrimitivePtr> parts;
    };
    const Puzzle& puzzle_;
    std::vector<Checked> rules_;
    std::optional<std::string> unknown_;  // a rule that cannot be checked
};

/// True if `grid` solves `puzzle`.
inline bool is_solution(const Puzzle& puzzle, const Grid& grid) {
    return !find_fault(puzzle, grid).has_value();
}

}  // namespace clew
