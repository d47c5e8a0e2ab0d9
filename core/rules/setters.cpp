// What setters call a rule, told in primitives. Where setters differ, what is meant here:
//
//     killer cage      no digit twice, whether or not there is a sum
//     thermometer      digits rise at every step; none may stay level
//     arrow            the shaft may repeat digits; a cell that it passes twice counts twice. A
//                      circle of two or three cells is a number, read in the order of its cells
//     sandwich         between the board's lowest and highest digit, in whichever order they stand
//     non-consecutive  cells that share an edge

#include "core/rules/setters.hpp"

#include <algorithm>
#include <array>

#include "core/board/notation.hpp"

namespace clew::rules {
namespace {

int as_int(std::size_t n) { return static_cast<int>(n); }

Rule sum_of(const Rule& rule, std::vector<Cell> cells, std::vector<int> weights, int target) {
    Rule sum{.kind = RuleKind::sum,
             .cells = std::move(cells),
             .numbers = {static_cast<int>(Comparison::equal), target},
             .name = rule.name};
    sum.numbers.insert(sum.numbers.end(), weights.begin(), weights.end());
    return sum;
}

/// A relation between neighbours, from the digits that `allowed` says may follow each other.
template <class Allowed>
Rule neighbours(const Rule& rule, std::vector<Cell> cells, std::size_t size, Allowed&& allowed) {
    Rule relation{
        .kind = RuleKind::relation, .cells = std::move(cells), .numbers = {0}, .name = rule.name};
    for (std::size_t a = 0; a < size; ++a) {
        DigitSet after;
        for (std::size_t b = 0; b < size; ++b)
            if (allowed(a, b)) after.insert(Digit{b});
        relation.numbers.push_back(static_cast<int>(after.bits()));
    }
    return relation;
}

// ---- killer cage ----

std::vector<Rule> expand_cage(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 1);
    if (rule.cells.empty()) refuse_rule(rule, "no cells", "one cell or more");
    need_different_cells(rule, geometry.size(), "and digits in a cage are all different");
    std::vector<Rule> result;
    if (rule.cells.size() > 1)
        result.push_back(
            {.kind = RuleKind::different, .cells = rule.cells, .numbers = {}, .name = rule.name});
    if (!rule.numbers.empty())
        result.push_back(
            sum_of(rule, rule.cells, std::vector<int>(rule.cells.size(), 1), rule.numbers.front()));
    if (result.empty()) refuse_rule(rule, "one cell and no sum", "two cells or more, or a sum");
    return result;
}

std::string cage_words(const Rule& rule, const Geometry& geometry) {
    const std::string cells = list_of(rule.cells, geometry.size());
    if (rule.numbers.empty()) return cells + " are all different";
    const std::string sum = std::to_string(rule.numbers.front());
    if (rule.cells.size() == 1) return cells + " is " + sum;
    return cells + " are all different and sum to " + sum;
}

// ---- thermometer ----

std::vector<Rule> expand_thermometer(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    if (rule.cells.size() < 2) refuse_rule(rule, "fewer than two cells", "two cells or more");
    need_different_cells(rule, geometry.size(), "and digits rise from the bulb on");
    return {neighbours(rule, rule.cells, geometry.size(),
                       [](std::size_t a, std::size_t b) { return a < b; })};
}

std::string thermometer_words(const Rule& rule, const Geometry& geometry) {
    return "digits rise along " + list_of(rule.cells, geometry.size());
}

// ---- arrow ----

std::vector<Rule> expand_arrow(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 1, 1);
    const int circle = rule.numbers.front();
    if (circle < 1 || circle > 3)
        refuse_rule(rule, "a circle of " + std::to_string(circle) + " cells", "1 to 3");
    if (rule.cells.size() <= static_cast<std::size_t>(circle))
        refuse_rule(rule, "no shaft", "cells behind the circle");
    if (circle > 1 && geometry.size() > 9)
        refuse_rule(rule, "a circle of several cells on a board with digits above 9",
                    "a circle of one cell");
    const Rule head{.kind = rule.kind,
                    .cells = {rule.cells.begin(), rule.cells.begin() + circle},
                    .numbers = {},
                    .name = rule.name};
    need_different_cells(head, geometry.size(), "and a circle has each cell once");
    std::vector<int> weights(rule.cells.size(), 1);
    int place = 1;
    for (int i = circle; i-- > 0; place *= 10) weights[static_cast<std::size_t>(i)] = -place;
    return {sum_of(rule, rule.cells, std::move(weights), 0)};
}

std::string arrow_words(const Rule& rule, const Geometry& geometry) {
    const auto circle = rule.cells.begin() + rule.numbers.front();
    const std::vector<Cell> head(rule.cells.begin(), circle), shaft(circle, rule.cells.end());
    std::string number = to_string(head.front(), geometry.size());
    if (head.size() > 1) {
        number = "the number";
        for (Cell cell : head) number += " " + to_string(cell, geometry.size());
    }
    return list_of(shaft, geometry.size()) + (shaft.size() == 1 ? " is equal to " : " sum to ") +
           number;
}

// ---- sandwich ----

std::vector<Rule> expand_sandwich(const Rule& rule, const Geometry& geometry) {
    const std::size_t n = geometry.size();
    need_numbers(rule, 1, 1);
    if (rule.cells.size() != n)
        refuse_rule(rule, std::to_string(rule.cells.size()) + " cells",
                    "the " + std::to_string(n) + " cells of a row, a column or another line");
    need_different_cells(rule, n, "and a line has each cell once");
    for (Cell a : rule.cells)
        for (Cell b : rule.cells)
            if (a != b && !geometry.sees(a, b))
                refuse_rule(rule, to_string(a, n) + " and " + to_string(b, n) + " may be alike",
                            "a line that holds each digit once");
    const int sum = rule.numbers.front();
    if (sum < 0 || sum > as_int(n * (n + 1) / 2))
        refuse_rule(rule, "a sum of " + std::to_string(sum),
                    "0 to " + std::to_string(n * (n + 1) / 2 - n - 1));
    // States: before the first crust; between, with 0 .. sum so far; behind the second.
    const int before = 0, after = sum + 2, states = sum + 3;
    const auto between = [](int so_far) { return 1 + so_far; };
    Rule automaton{
        .kind = RuleKind::automaton, .cells = rule.cells, .numbers = {states}, .name = rule.name};
    for (int s = 0; s < states; ++s) automaton.numbers.push_back(s == after ? 1 : 0);
    for (int s = 0; s < states; ++s)
        for (int value = 1; value <= as_int(n); ++value) {
            const bool crust = value == 1 || value == as_int(n);
            int next = -1;
            if (s == before) {
                next = crust ? between(0) : before;
            } else if (s == after) {
                next = crust ? -1 : after;
            } else if (const int so_far = s - 1; crust) {
                next = so_far == sum ? after : -1;
            } else if (so_far + value <= sum) {
                next = between(so_far + value);
            }
            automaton.numbers.push_back(next);
        }
    return {std::move(automaton)};
}

std::string sandwich_words(const Rule& rule, const Geometry& geometry) {
    const std::size_t n = geometry.size();
    std::string line = list_of(rule.cells, n);
    for (const HouseInfo& house : geometry.houses())
        if (house.cells.size() == n && std::ranges::is_permutation(house.cells, rule.cells))
            line = house.name;
    return "the digits between 1 and " + std::string(1, digit_symbol(Digit{n - 1})) + " in " +
           line + " sum to " + std::to_string(rule.numbers.front());
}

// ---- non-consecutive ----

std::vector<Rule> expand_non_consecutive(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    if (!rule.cells.empty())
        refuse_rule(rule, "cells of its own", "no cells: it holds for the whole board");
    const std::size_t n = geometry.size();
    std::vector<Rule> result;
    for (std::size_t line = 0; line < 2 * n; ++line) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < n; ++i)
            cells.push_back(line < n ? geometry.cell(line, i) : geometry.cell(i, line - n));
        result.push_back(neighbours(rule, std::move(cells), n, [](std::size_t a, std::size_t b) {
            return a + 1 != b && b + 1 != a;
        }));
    }
    return result;
}

std::string non_consecutive_words(const Rule&, const Geometry&) {
    return "cells side by side never hold digits that follow each other";
}

constexpr std::array<SetterRow, 5> rows{{
    {RuleKind::killer_cage, "killer_cage", expand_cage, cage_words},
    {RuleKind::thermometer, "thermometer", expand_thermometer, thermometer_words},
    {RuleKind::arrow, "arrow", expand_arrow, arrow_words},
    {RuleKind::sandwich, "sandwich", expand_sandwich, sandwich_words},
    {RuleKind::non_consecutive, "non_consecutive", expand_non_consecutive, non_consecutive_words},
}};

}  // namespace

std::span<const SetterRow> setter_rows() { return rows; }

}  // namespace clew::rules
