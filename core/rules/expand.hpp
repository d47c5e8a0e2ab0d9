#pragma once
// What the rows of the setters' table are made of. Private to core/rules.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/rules/registry.hpp"

namespace clew::rules {

inline int as_int(std::size_t n) { return static_cast<int>(n); }

/// weight * digit + ... = target. A weight for each cell.
Rule sum_of(const Rule& rule, std::vector<Cell> cells, std::vector<int> weights, int target,
            const Geometry& geometry);

/// True for a sum of different cells, each counted once, that is equal to a number.
bool is_plain_sum(const Rule& rule);

// Tables and automata of a board count digits as it calls them, from 0 on where it does; those of a
// size from 1 on, which is the same to rules that say which digit is greater, and by how much.

using Allowed = std::function<bool(int a, int b)>;
/// A relation between cells that follow each other.
Rule neighbours(const Rule& rule, std::vector<Cell> cells, std::size_t size,
                const Allowed& allowed);
/// A relation between every two cells, in their order.
Rule every_two(const Rule& rule, std::vector<Cell> cells, std::size_t size, const Allowed& allowed);
/// Relations between cells that stand `distance` places apart in the list.
void add_apart(std::vector<Rule>& result, const Rule& rule, std::size_t distance, std::size_t size,
               const Allowed& allowed);

/// An automaton over the cells. State 0 is the start; `next` gives -1 for none.
Rule automaton_of(const Rule& rule, std::vector<Cell> cells, std::size_t size, int states,
                  const std::function<int(int state, int digit)>& next,
                  const std::function<bool(int state)>& accepts);

Rule automaton_of(const Rule& rule, std::vector<Cell> cells, const Geometry& geometry, int states,
                  const std::function<int(int state, int digit)>& next,
                  const std::function<bool(int state)>& accepts);
Rule neighbours(const Rule& rule, std::vector<Cell> cells, const Geometry& geometry,
                const Allowed& allowed);

/// An automaton over the cells whose states are found from `start` on: `step` gives the next state,
/// nothing for a digit that is forbidden. Refuses the rule where there are too many of them.
Rule automaton_from(const Rule& rule, std::vector<Cell> cells, const Geometry& geometry,
                    std::uint64_t start,
                    const std::function<std::optional<std::uint64_t>(std::uint64_t, int)>& step,
                    const std::function<bool(std::uint64_t)>& accepts);

/// Refuses rules that count places by digits where these begin with 0.
void need_digits_from_1(const Rule& rule, const Geometry& geometry);
/// What the highest digit is called.
int highest(const Geometry& geometry);
/// Refuses fewer cells than that.
void need_cells(const Rule& rule, std::size_t least);
/// Refuses any number of cells but that.
void need_exactly(const Rule& rule, std::size_t cells);
/// The only number. Refuses none, several, and one that is out of range.
int number_of(const Rule& rule, int least, int most);
/// Every number. Refuses those out of range.
void need_range(const Rule& rule, int least, int most);

/// 0, 1 or 2: the low, middle or high third of the digits.
int entropic_third(int digit, std::size_t size);

// The rows, a file a family.
std::span<const SetterRow> line_rows();     ///< along lines
std::span<const SetterRow> mark_rows();     ///< in cells and between them
std::span<const SetterRow> outside_rows();  ///< beside the board
std::span<const SetterRow> board_rows();    ///< for all of it
std::span<const SetterRow> choice_rows();   ///< rules of which some hold

}  // namespace clew::rules
