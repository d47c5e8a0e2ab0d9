// Rules along lines, told in primitives. Where setters differ, what is meant here:
//
//     thermometer      digits rise at every step; a slow one may stay level
//     whisper          cells that follow each other on the line as it is drawn; a line that closes
//                      names its first cell again at its end
//     renban           no digit twice
//     nabner           every two digits differ by 2 or more
//     between          strictly between; the ends in either order
//     lockout          outside the closed range of the ends
//     zipper           of an odd number of cells the middle one is the sum
//     region sum       a line that comes back into a region begins a new run; cells without a region
//                      are passed over
//     entropic         low, middle and high thirds of the digits; where they are not even the middle
//                      third has one more (remainder 1), or each outer one (remainder 2)
//     modular          every m cells in a row have all remainders
//     arrow            the shaft may repeat digits; a cell that it passes twice counts twice. A
//                      circle of two or three cells is a number, read in the order of its cells

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/board/notation.hpp"
#include "core/rules/expand.hpp"

namespace clew::rules {
namespace {

using Rules = std::vector<Rule>;

std::string along(const Rule& rule, const Geometry& geometry, Language language) {
    return list_of(rule.cells, geometry.size(), language);
}

// ---- digits that follow each other ----

Rules expand_thermometer(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    if (rule.cells.size() < 2) refuse_rule(rule, "fewer than two cells", "two cells or more");
    need_different_cells(rule, geometry.size(), "and digits rise from the bulb on");
    return {neighbours(rule, rule.cells, geometry.size(), [](int a, int b) { return a < b; })};
}
std::string thermometer_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "digits rise along {}", along(rule, geometry, language));
}

Rules expand_slow(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    return {neighbours(rule, rule.cells, geometry.size(), [](int a, int b) { return a <= b; })};
}
std::string slow_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "digits rise or stay the same along {}", along(rule, geometry, language));
}

Rules expand_whisper(const Rule& rule, const Geometry& geometry) {
    const int least = number_of(rule, 1, as_int(geometry.size()) - 1);
    need_cells(rule, 2);
    return {neighbours(rule, rule.cells, geometry.size(),
                       [=](int a, int b) { return std::abs(a - b) >= least; })};
}
std::string whisper_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "neighbours along {} differ by {} or more",
               along(rule, geometry, language), rule.numbers.front());
}

Rules expand_same_difference(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 3);
    // States: the start; a digit; a digit and the difference that led to it.
    const int n = as_int(geometry.size());
    return {automaton_of(
        rule, rule.cells, geometry.size(), 1 + n + n * n,
        [n](int state, int digit) {
            if (state == 0) return digit;
            const int before = state <= n ? state : (state - 1 - n) / n + 1;
            const int step = std::abs(digit - before);
            if (state > n && (state - 1 - n) % n != step) return -1;
            return 1 + n + (digit - 1) * n + step;
        },
        [n](int state) { return state > n; })};
}
std::string same_difference_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "neighbours along {} all differ by the same number",
               along(rule, geometry, language));
}

// ---- digits of a line as a set ----

Rules expand_renban(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    need_different_cells(rule, geometry.size(), "and digits of a renban are all different");
    const int cells = as_int(rule.cells.size());
    if (rule.cells.size() > geometry.size())
        refuse_rule(rule, std::to_string(cells) + " cells",
                    "no more cells than there are digits, " + std::to_string(geometry.size()));
    return {{.kind = RuleKind::different, .cells = rule.cells, .numbers = {}, .name = rule.name},
            every_two(rule, rule.cells, geometry.size(),
                      [=](int a, int b) { return a != b && std::abs(a - b) < cells; })};
}
std::string renban_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} hold consecutive digits, in any order",
               along(rule, geometry, language));
}

Rules expand_nabner(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    need_different_cells(rule, geometry.size(), "and digits of a nabner line are all different");
    return {every_two(rule, rule.cells, geometry.size(),
                      [](int a, int b) { return std::abs(a - b) >= 2; })};
}
std::string nabner_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "no two of {} are equal or consecutive", along(rule, geometry, language));
}

// ---- both halves ----

Rules expand_palindrome(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    Rules result;
    for (std::size_t i = 0, k = rule.cells.size() - 1; i < k; ++i, --k)
        if (rule.cells[i] != rule.cells[k])
            result.push_back(neighbours(rule, {rule.cells[i], rule.cells[k]}, geometry.size(),
                                        [](int a, int b) { return a == b; }));
    return result;
}
std::string palindrome_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} read the same from both ends", along(rule, geometry, language));
}

Rules expand_zipper(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 3);
    const std::size_t pairs = rule.cells.size() / 2, last = rule.cells.size() - 1;
    Rules result;
    if (rule.cells.size() % 2 == 1) {
        for (std::size_t i = 0; i < pairs; ++i)
            result.push_back(sum_of(rule, {rule.cells[i], rule.cells[last - i], rule.cells[pairs]},
                                    {1, 1, -1}, 0, geometry));
    } else {
        for (std::size_t i = 1; i < pairs; ++i)
            result.push_back(
                sum_of(rule, {rule.cells[i], rule.cells[last - i], rule.cells[0], rule.cells[last]},
                       {1, 1, -1, -1}, 0, geometry));
    }
    return result;
}
std::string zipper_words(const Rule& rule, const Geometry& geometry, Language language) {
    const std::string cells = along(rule, geometry, language);
    if (rule.cells.size() % 2 == 0)
        return say(language, "pairs equally far from the middle of {} have the same sum", cells);
    return say(language, "pairs equally far from the middle of {} sum to {}", cells,
               to_string(rule.cells[rule.cells.size() / 2], geometry.size()));
}

// ---- ends and what is between ----

/// The ends first, then the cells between them.
std::vector<Cell> ends_first(const Rule& rule) {
    std::vector<Cell> cells = rule.cells;
    std::rotate(cells.begin() + 1, cells.end() - 1, cells.end());
    return cells;
}

/// States: the start; the first end; both ends, the lower one first.
Rule between_ends(const Rule& rule, const Geometry& geometry, int least_difference,
                  const std::function<bool(int low, int high, int digit)>& fits) {
    const int n = as_int(geometry.size());
    const auto state_of = [n](int low, int high) { return 1 + n + (low - 1) * n + high - 1; };
    return automaton_of(
        rule, ends_first(rule), geometry.size(), 1 + n + n * n,
        [=](int state, int digit) {
            if (state == 0) return digit;
            if (state <= n)
                return std::abs(state - digit) < least_difference
                           ? -1
                           : state_of(std::min(state, digit), std::max(state, digit));
            const int low = (state - 1 - n) / n + 1, high = (state - 1 - n) % n + 1;
            return fits(low, high, digit) ? state : -1;
        },
        [n](int state) { return state > n; });
}

Rules expand_between(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 3);
    return {between_ends(rule, geometry, 0,
                         [](int low, int high, int d) { return low < d && d < high; })};
}
std::string inner_words(const Rule& rule, const Geometry& geometry, Language language) {
    return list_of(std::span(rule.cells).subspan(1, rule.cells.size() - 2), geometry.size(),
                   language);
}
std::string ends_words(const Rule& rule, const Geometry& geometry, Language language) {
    return list_of(std::array{rule.cells.front(), rule.cells.back()}, geometry.size(), language);
}
std::string between_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "digits in {} lie between those in {}",
               inner_words(rule, geometry, language), ends_words(rule, geometry, language));
}

Rules expand_lockout(const Rule& rule, const Geometry& geometry) {
    const int least = number_of(rule, 1, as_int(geometry.size()) - 1);
    need_cells(rule, 3);
    return {between_ends(rule, geometry, least,
                         [](int low, int high, int d) { return d < low || d > high; })};
}
std::string lockout_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(
        language,
        "{} differ by {} or more, and no digit in {} lies between them or equals one of them",
        ends_words(rule, geometry, language), rule.numbers.front(),
        inner_words(rule, geometry, language));
}

Rules expand_double_arrow(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 3);
    std::vector<int> weights(rule.cells.size(), 1);
    weights.front() = weights.back() = -1;
    return {sum_of(rule, rule.cells, std::move(weights), 0, geometry)};
}
std::string double_arrow_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} sum to the sum of {}", inner_words(rule, geometry, language),
               ends_words(rule, geometry, language));
}

// ---- sums of pieces ----

Rules equal_sums(const Rule& rule, const Geometry& geometry,
                 const std::vector<std::vector<Cell>>& parts) {
    Rules result;
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t k = i + 1; k < parts.size(); ++k) {
            std::vector<Cell> cells = parts[i];
            std::vector<int> weights(cells.size(), 1);
            cells.insert(cells.end(), parts[k].begin(), parts[k].end());
            weights.resize(cells.size(), -1);
            result.push_back(sum_of(rule, std::move(cells), std::move(weights), 0, geometry));
        }
    return result;
}

Rules expand_region_sum(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    std::vector<std::vector<Cell>> runs;
    std::optional<std::size_t> region;
    for (const Cell cell : rule.cells) {
        const auto of = geometry.box_of(cell);
        if (!of) continue;
        if (of != region) runs.emplace_back();
        runs.back().push_back(cell);
        region = of;
    }
    if (runs.size() < 2)
        refuse_rule(rule, "cells of one region or none", "a line through two regions or more");
    return equal_sums(rule, geometry, runs);
}
std::string region_sum_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "the parts of {} in each region have the same sum",
               along(rule, geometry, language));
}

Rules expand_equal_sums(const Rule& rule, const Geometry& geometry) {
    std::vector<std::vector<Cell>> parts;
    std::size_t at = 0;
    for (const int size : rule.numbers) {
        if (size < 1 || at + static_cast<std::size_t>(size) > rule.cells.size()) break;
        const auto from = rule.cells.begin() + static_cast<std::ptrdiff_t>(at);
        parts.emplace_back(from, from + size);
        at += static_cast<std::size_t>(size);
    }
    if (parts.size() < 2 || parts.size() != rule.numbers.size() || at != rule.cells.size())
        refuse_rule(rule,
                    std::to_string(rule.cells.size()) + " cells, which its " +
                        std::to_string(rule.numbers.size()) + " numbers do not divide",
                    "how many cells each part has, two parts or more");
    return equal_sums(rule, geometry, parts);
}
std::string equal_sums_words(const Rule& rule, const Geometry& geometry, Language language) {
    std::string parts;
    std::size_t at = 0;
    for (const int size : rule.numbers) {
        const auto part = std::span(rule.cells).subspan(at, static_cast<std::size_t>(size));
        parts += (parts.empty() ? "" : "; ") + list_of(part, geometry.size(), language);
        at += part.size();
    }
    return say(language, "the sums of {} are equal", parts);
}

Rules expand_sum_line(const Rule& rule, const Geometry& geometry) {
    const int sum = number_of(rule, 1, 1000);
    need_cells(rule, 1);
    return {automaton_of(
        rule, rule.cells, geometry, sum,
        [sum](int so_far, int digit) { return so_far + digit > sum ? -1 : (so_far + digit) % sum; },
        [](int so_far) { return so_far == 0; })};
}
std::string sum_line_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} can be cut into pieces that each sum to {}",
               along(rule, geometry, language), rule.numbers.front());
}

// ---- every few cells ----

template <class GroupOf>
Rules cycle(const Rule& rule, std::size_t size, std::size_t groups, GroupOf&& group_of) {
    need_cells(rule, 2);
    Rules result;
    for (std::size_t distance = 1; distance < groups; ++distance)
        add_apart(result, rule, distance, size,
                  [&](int a, int b) { return group_of(a) != group_of(b); });
    add_apart(result, rule, groups, size, [&](int a, int b) { return group_of(a) == group_of(b); });
    return result;
}

Rules expand_entropic(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    const std::size_t n = geometry.size();
    return cycle(rule, n, 3, [n](int digit) { return entropic_third(digit, n); });
}
std::string entropic_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "every three in a row of {} have a low, a middle and a high digit",
               along(rule, geometry, language));
}

Rules expand_modular(const Rule& rule, const Geometry& geometry) {
    const int m = number_of(rule, 2, as_int(geometry.size()));
    return cycle(rule, geometry.size(), static_cast<std::size_t>(m),
                 [m](int digit) { return digit % m; });
}
std::string modular_words(const Rule& rule, const Geometry& geometry, Language language) {
    const int m = rule.numbers.front();
    const std::string cells = along(rule, geometry, language);
    if (m == 2) return say(language, "odd and even digits take turns along {}", cells);
    return say(language, "every {0} in a row of {1} have different remainders when divided by {0}",
               m, cells);
}

// ---- arrow ----

Rules expand_arrow(const Rule& rule, const Geometry& geometry) {
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
    return {sum_of(rule, rule.cells, std::move(weights), 0, geometry)};
}
std::string arrow_words(const Rule& rule, const Geometry& geometry, Language language) {
    const auto circle = rule.cells.begin() + rule.numbers.front();
    const std::vector<Cell> head(rule.cells.begin(), circle), shaft(circle, rule.cells.end());
    std::string number;
    for (Cell cell : head) number += (number.empty() ? "" : " ") + to_string(cell, geometry.size());
    return say_of(language, shaft.size(), "{} is equal to {}", "{} sum to {}",
                  list_of(shaft, geometry.size(), language),
                  head.size() > 1 ? say(language, "the number {}", number) : number);
}

constexpr std::array<SetterRow, 17> line_table{{
    {RuleKind::thermometer, "thermometer", "digits rise from the bulb", expand_thermometer,
     thermometer_words},
    {RuleKind::arrow, "arrow",
     "the shaft sums to the circle; digits may repeat, a cell given twice counts twice. The number "
     "says how many cells the circle has: two or three are read as one number",
     expand_arrow, arrow_words},
    {RuleKind::slow_thermometer, "slow_thermometer", "digits rise or stay the same", expand_slow,
     slow_words},
    {RuleKind::whisper, "whisper",
     "neighbours differ by at least the number; a document without one means half the board's "
     "size, rounded up",
     expand_whisper, whisper_words},
    {RuleKind::renban, "renban", "consecutive digits in any order, none twice", expand_renban,
     renban_words},
    {RuleKind::nabner, "nabner", "no two digits are equal or consecutive", expand_nabner,
     nabner_words},
    {RuleKind::palindrome, "palindrome", "the same from both ends", expand_palindrome,
     palindrome_words},
    {RuleKind::zipper, "zipper",
     "pairs equally far from the middle have the same sum: the digit of the middle cell, if there "
     "is one",
     expand_zipper, zipper_words},
    {RuleKind::between, "between", "inner digits lie strictly between the ends", expand_between,
     between_words},
    {RuleKind::lockout, "lockout",
     "the ends differ by at least the number (in documents half the board's size, rounded down); "
     "inner digits lie outside their range",
     expand_lockout, lockout_words},
    {RuleKind::double_arrow, "double_arrow", "inner digits sum to the sum of the ends",
     expand_double_arrow, double_arrow_words},
    {RuleKind::region_sum, "region_sum",
     "region borders cut the line into parts of equal sum; coming back begins a new part",
     expand_region_sum, region_sum_words},
    {RuleKind::equal_sums, "equal_sums",
     "the parts have the same sum (magic squares); the numbers say how many cells each has",
     expand_equal_sums, equal_sums_words},
    {RuleKind::sum_line, "sum_line", "can be cut into parts that each have this sum",
     expand_sum_line, sum_line_words},
    {RuleKind::entropic, "entropic",
     "any three successive cells are a low, a middle and a high digit; if 3 does not divide the "
     "size, the middle third or both outer ones have one more",
     expand_entropic, entropic_words},
    {RuleKind::modular, "modular",
     "any m successive cells, and those of a shorter line, have different remainders modulo m (in "
     "a document 3); with 2, odd and even alternate",
     expand_modular, modular_words},
    {RuleKind::same_difference, "same_difference",
     "neighbours all differ by the same unknown number", expand_same_difference,
     same_difference_words},
}};

}  // namespace

int entropic_third(int digit, std::size_t size) {
    const int n = as_int(size), outer = n / 3 + (n % 3 == 2 ? 1 : 0);
    return digit <= outer ? 0 : digit > n - outer ? 2 : 1;
}

std::span<const SetterRow> line_rows() { return line_table; }

}  // namespace clew::rules
