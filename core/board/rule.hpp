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
// The first six kinds are the primitives, which every engine that supports rules knows; the others
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
//     rank             how many cells each line has, and the place of the first: 1 for the smallest
//     connected        how many columns the cells are in, row by row; how many belong, 0 for any
//                      number; their digits, as bits
//     killer_cage      the sum; or none, for a cage without one
//     thermometer      none
//     arrow            how many of the cells, from the first on, are the circle (the number that
//                      the rest sums to, its digits in that order)
//     sandwich         the sum
//     non_consecutive  none, and no cells: it holds for the whole board
//     whisper, lockout, difference, ratio, pair_sum
//                      the least difference; the difference, ratio or sum of two cells
//     lunchbox, rellik_cage
//                      the sum
//     equal_sums       how many cells each part has
//     sum_line         the sum of each piece
//     modular          the divisor
//     quadruple        the digits
//     clone            none: the cells are two groups of as many, one behind the other
//     minimum, maximum none: the first cell is compared with each of the others
//     count_distinct   none: the first cell is the count
//     same_values      how many cells each part has
//     digit_counts     a digit, how often it stands there, and so on
//     little_killer, x_sum, skyscraper, numbered_room, full_rank
//                      the number outside; the cells as read from it on
//     no_difference, no_ratio, no_pair_sum
//                      what is forbidden; the cells are pairs of neighbours that are excepted
//     alternatives     what core/rules/alternatives.hpp packs there
//     leaper           how far down and how far across; no cells
//     global_entropy   none, and no cells
//     connected_digits how many cells, 0 for any number, then the digits; no cells
//     all others       none; a line begins at the first cell

#include <cstdint>
#include <string>
#include <vector>

#include "core/board/types.hpp"

namespace clew::inline board {

class Puzzle;

/// What a rule demands of its cells. Adding one: docs/rules.md.
enum class RuleKind : std::uint8_t {
    different,         ///< no two alike
    relation,          ///< pairs of cells hold allowed pairs of digits only
    sum,               ///< a weighted sum is equal to, at most or at least a number
    automaton,         ///< the digits, read in order, are accepted by a finite automaton
    rank,              ///< lines read as numbers: which place the first has
    connected,         ///< cells with some digits hang together by their sides
    killer_cage,       ///< no two alike, and a sum
    thermometer,       ///< digits rise from the bulb on
    arrow,             ///< the shaft sums to the circle
    sandwich,          ///< the digits between the lowest and the highest of a line have a sum
    non_consecutive,   ///< cells side by side never hold digits that follow each other
    slow_thermometer,  ///< digits never fall
    whisper,           ///< neighbours on the line differ by so much or more
    renban,            ///< consecutive digits in any order
    nabner,            ///< no two equal or consecutive
    palindrome,        ///< the same from both ends
    zipper,            ///< pairs equally far from the middle have one sum
    between,           ///< inner digits lie between the ends
    lockout,           ///< the ends differ; inner digits lie outside of them
    double_arrow,      ///< inner digits sum to the ends
    region_sum,        ///< parts in different regions have one sum
    equal_sums,        ///< parts have one sum
    sum_line,          ///< pieces with one given sum
    entropic,          ///< low, middle, high in every three
    modular,           ///< all remainders in every m
    same_difference,   ///< one difference along the line
    clone,             ///< two groups hold the same digits in order
    quadruple,         ///< the cells hold these digits
    counting_circles,  ///< a digit stands as often as it says
    count_distinct,    ///< the first cell counts the different digits
    same_values,       ///< parts hold the same digits, each as often, in any order
    digit_counts,      ///< digits stand there so often, no more and no less
    lunchbox,          ///< all different; between the smallest and the largest they have a sum
    rellik_cage,       ///< all different; no group of the digits has this sum
    odd,
    even,
    minimum,  ///< smaller than each of the others
    maximum,
    row_indexer,     ///< where in the column the row's own number stands
    column_indexer,  ///< where in the row the column's own number stands
    box_indexer,     ///< where in the box the number of its own place stands
    difference,
    ratio,
    pair_sum,
    greater,        ///< digits fall
    little_killer,  ///< a sum that may repeat digits
    x_sum,          ///< the first X digits
    skyscraper,     ///< how many are greater than all before
    numbered_room,  ///< the N-th digit
    full_rank,      ///< which place a row or column has among all, read from both ends
    alternatives,   ///< lists of rules of which so many hold
    no_difference,
    no_ratio,
    no_pair_sum,
    leaper,            ///< cells so far apart differ
    global_entropy,    ///< low, middle and high around every corner
    connected_digits,  ///< the cells with some digits hang together
};

/// True for what holds for the whole board; if such a rule has cells, they are excepted.
constexpr bool is_whole_board(RuleKind kind) {
    return kind == RuleKind::non_consecutive || kind >= RuleKind::no_difference;
}

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
