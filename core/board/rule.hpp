#pragma once
// Rule: what a puzzle asks beyond its board, as data: "these cells sum to 15".
//
//     puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {a, b, c}, .numbers = {15}});
//     for (const Rule& rule : puzzle.rules()) ... plural(rule.kind) ...
//
// A house is part of the board and shared by many puzzles; a rule is part of one question, as a
// given is. Its cells are ordered (a thermometer begins at its bulb) and may repeat where the kind
// allows it. What a rule means, and whether its cells and numbers fit, is told by core/rules
// alone; here it is only named and kept.
//
// The first four kinds are the primitives, which every engine that supports rules knows; the others
// are what setters call them, and are expanded into primitives. `numbers` of each kind:
//
//     different        none
//     relation         0 (neighbours in the list) or 1 (every pair, in the list's order), then for
//                      each digit a the set of digits b that may follow it, as bits: digit 1 is 1,
//                      digit 2 is 2, digit 3 is 4
//     sum              a Comparison, the target, then a weight for each cell:
//                      weight * digit + weight * digit + ... =, <= or >= target
//     automaton        the number of states (the first is the start), 1 or 0 for each state that
//                      accepts or not, then for each state and digit the next state, -1 for none
//     killer_cage      the sum; or none, for a cage without one
//     thermometer      none
//     arrow            how many of the cells, from the first on, are the circle (the number that
//                      the rest sums to, its digits in that order)
//     sandwich         the sum
//     non_consecutive  none, and no cells: it holds for the whole board

#include <cstdint>
#include <string>
#include <vector>

#include "core/board/types.hpp"

namespace clew::inline board {

class Puzzle;

/// What a rule demands of its cells. Adding one: docs/architecture.md.
enum class RuleKind : std::uint8_t {
    different,        ///< no two alike
    relation,         ///< pairs of cells hold allowed pairs of digits only
    sum,              ///< a weighted sum is equal to, at most or at least a number
    automaton,        ///< the digits, read in order, are accepted by a finite automaton
    killer_cage,      ///< no two alike, and a sum
    thermometer,      ///< digits rise from the bulb on
    arrow,            ///< the shaft sums to the circle
    sandwich,         ///< the digits between the lowest and the highest of a line have a sum
    non_consecutive,  ///< cells side by side never hold digits that follow each other
};

/// How a sum stands to its target.
enum class Comparison : std::uint8_t { equal, at_most, at_least };

struct Rule {
    RuleKind kind = RuleKind::different;
    std::vector<Cell> cells{};   ///< in the rule's order
    std::vector<int> numbers{};  ///< see above
    std::string name{};          ///< the user's own; may be empty

    bool operator==(const Rule&) const = default;
};

/// "killer cage", "thermometer", ...; "rule of an unknown kind" for a value outside the
/// enumeration.
const char* to_string(RuleKind kind);
/// "killer cages", "thermometers", ...
const char* plural(RuleKind kind);

/// For whoever knows boards, givens and marks alone: "steps does not know killer cages". Returns
/// if the puzzle has no rules. Errors: InputError without place.
void refuse_rules(const Puzzle& puzzle, const std::string& who);

}  // namespace clew::inline board
