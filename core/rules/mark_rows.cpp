// Rules of cells and of neighbours, told in primitives. Where setters differ, what is meant here:
//
//     killer cage         no digit twice, whether or not there is a sum
//     minimum, maximum    compared with the cells that the rule names: usually the neighbours that
//                         are no such cells themselves
//     difference, ratio   of the two digits, in either order
//     quadruple           a digit that is named twice stands twice; the order is free
//     counting circles    all circles of one rule count together
//     indexers            each cell by itself; the cell that is pointed at may be the cell itself

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <map>

#include "core/board/notation.hpp"
#include "core/rules/expand.hpp"

namespace clew::rules {
namespace {

using Rules = std::vector<Rule>;

std::string cells_of(const Rule& rule, const Geometry& geometry, Language language) {
    return list_of(rule.cells, geometry.size(), language);
}

/// Those behind the first.
std::string others_of(const Rule& rule, const Geometry& geometry, Language language) {
    return list_of(std::span(rule.cells).subspan(1), geometry.size(), language);
}

// ---- cages and sets ----

Rules expand_cage(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 1);
    if (rule.cells.empty()) refuse_rule(rule, "no cells", "one cell or more");
    need_different_cells(rule, geometry.size(), "and digits in a cage are all different");
    Rules result;
    if (rule.cells.size() > 1)
        result.push_back(
            {.kind = RuleKind::different, .cells = rule.cells, .numbers = {}, .name = rule.name});
    if (!rule.numbers.empty())
        result.push_back(sum_of(rule, rule.cells, std::vector<int>(rule.cells.size(), 1),
                                rule.numbers.front(), geometry));
    if (result.empty()) refuse_rule(rule, "one cell and no sum", "two cells or more, or a sum");
    return result;
}
std::string cage_words(const Rule& rule, const Geometry& geometry, Language language) {
    const std::string cells = cells_of(rule, geometry, language);
    const bool two = rule.cells.size() == 2;
    if (rule.numbers.empty())
        return say(language, two ? "{} differ" : "{} are all different", cells);
    return say(language,
               rule.cells.size() == 1 ? "{} is {}"
               : two                  ? "{} differ and sum to {}"
                                      : "{} are all different and sum to {}",
               cells, rule.numbers.front());
}

Rules expand_clone(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    const std::size_t half = rule.cells.size() / 2;
    if (half == 0 || rule.cells.size() % 2 != 0)
        refuse_rule(rule, std::to_string(rule.cells.size()) + " cells",
                    "two groups of as many cells, one behind the other");
    Rules result;
    for (std::size_t i = 0; i < half; ++i)
        if (rule.cells[i] != rule.cells[half + i])
            result.push_back(neighbours(rule, {rule.cells[i], rule.cells[half + i]},
                                        geometry.size(), [](int a, int b) { return a == b; }));
    return result;
}
std::string clone_words(const Rule& rule, const Geometry& geometry, Language language) {
    const std::span<const Cell> cells{rule.cells};
    const std::size_t half = cells.size() / 2, n = geometry.size();
    return say(language, "{} hold the same digits, in this order, as {}",
               list_of(cells.first(half), n, language), list_of(cells.subspan(half), n, language));
}

/// Each digit of `numbers` stands in the cells as often as it is named, or more often.
Rules expand_contains(const Rule& rule, const Geometry& geometry) {
    need_cells(rule, 1);
    need_numbers(rule, 1, rule.cells.size());
    need_range(rule, geometry.first_digit(), highest(geometry));
    need_different_cells(rule, geometry.size(), "and each cell holds one digit");
    std::map<int, int> wanted;
    for (const int digit : rule.numbers) ++wanted[digit];
    // A state says how often each digit was met so far, as a number with mixed places.
    std::map<int, int> place;
    int states = 1;
    for (const auto& [digit, times] : wanted) {
        place[digit] = states;
        states *= times + 1;
        if (states > 4096) refuse_rule(rule, "too many digits", "fewer than 13 digits");
    }
    return {automaton_of(
        rule, rule.cells, geometry, states,
        [&](int state, int digit) {
            const auto at = place.find(digit);
            if (at == place.end()) return state;
            const int met = state / at->second % (wanted[digit] + 1);
            return met < wanted[digit] ? state + at->second : state;
        },
        [&](int state) { return state == states - 1; })};
}
std::string contains_words(const Rule& rule, const Geometry& geometry, Language language) {
    std::vector<std::string> digits;
    for (const int number : rule.numbers) digits.emplace_back(1, number_symbol(number));
    return say(language, "{} hold {} among their digits", cells_of(rule, geometry, language),
               joined(digits, "and", language));
}

Rules expand_counting_circles(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 1);
    need_different_cells(rule, geometry.size(), "and each circle is one cell");
    Rules result;
    for (int d = geometry.first_digit(); d <= highest(geometry); ++d)
        result.push_back(automaton_of(
            rule, rule.cells, geometry, d + 1,
            [d](int met, int digit) { return digit != d ? met
                                             : met < d  ? met + 1
                                                        : -1; },
            [d](int met) { return met == 0 || met == d; }));
    return result;
}
std::string counting_circles_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "each digit in {} stands there as often as it says",
               cells_of(rule, geometry, language));
}

Rules expand_count_distinct(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    const int n = as_int(geometry.size()), low = geometry.first_digit();
    if (n > 9) refuse_rule(rule, "a board of side " + std::to_string(n), "a side of 9 at most");
    // States: the start; the wanted number and the set of digits met.
    const int sets = 1 << n;
    return {automaton_of(
        rule, rule.cells, geometry, 1 + n * sets,
        [=](int state, int digit) {
            if (state == 0) return 1 + (digit - low) * sets;
            const int wanted = (state - 1) / sets + low;
            const auto met = static_cast<unsigned>((state - 1) % sets) | 1U << (digit - low);
            return std::popcount(met) > wanted ? -1
                                               : 1 + (wanted - low) * sets + static_cast<int>(met);
        },
        [=](int state) {
            return state > 0 && std::popcount(static_cast<unsigned>((state - 1) % sets)) ==
                                    (state - 1) / sets + low;
        })};
}
std::string count_distinct_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} is the number of different digits in {}",
               to_string(rule.cells.front(), geometry.size()), others_of(rule, geometry, language));
}

/// Parts next to each other are read in turns. A state is how much more often a digit was met in
/// the first of them, and which of the two is next.
Rules expand_same_values(const Rule& rule, const Geometry& geometry) {
    const int m = number_of(rule, 1, as_int(rule.cells.size()));
    const auto of_part = static_cast<std::size_t>(m);
    const std::size_t parts = rule.cells.size() / of_part;
    if (parts < 2 || rule.cells.size() % of_part != 0)
        refuse_rule(rule,
                    std::to_string(rule.cells.size()) + " cells in parts of " + std::to_string(m),
                    "two parts or more of that many cells, one behind the other");
    Rules result;
    for (std::size_t p = 1; p < parts; ++p) {
        std::vector<Cell> turns;
        for (std::size_t i = 0; i < of_part; ++i)
            for (const std::size_t part : {p - 1, p})
                turns.push_back(rule.cells[part * of_part + i]);
        if (m == 1) {
            result.push_back(neighbours(rule, std::move(turns), geometry.size(),
                                        [](int a, int b) { return a == b; }));
            continue;
        }
        for (int d = geometry.first_digit(); d <= highest(geometry); ++d)
            result.push_back(automaton_from(
                rule, turns, geometry, 2 * static_cast<std::uint64_t>(m),
                [d, m](std::uint64_t state, int digit) -> std::optional<std::uint64_t> {
                    const std::uint64_t second = state % 2, more = digit == d ? 2 : 0;
                    const std::uint64_t next = (second == 1 ? state - more : state + more) ^ 1U;
                    if (next > 4 * static_cast<std::uint64_t>(m) + 1) return std::nullopt;
                    return next;
                },
                [m](std::uint64_t state) { return state == 2 * static_cast<std::uint64_t>(m); }));
    }
    return result;
}
std::string same_values_words(const Rule& rule, const Geometry& geometry, Language language) {
    const std::span<const Cell> cells{rule.cells};
    const auto m = static_cast<std::size_t>(rule.numbers.front());
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < cells.size(); at += m) {
        const std::string part = list_of(cells.subspan(at, m), geometry.size(), language);
        parts.push_back(at == 0 ? part : say(language, "those of {}", part));
    }
    return say(language, "the digits of {} are the same, in any order",
               joined(parts, "and", language));
}

Rules expand_digit_counts(const Rule& rule, const Geometry& geometry) {
    need_cells(rule, 1);
    need_different_cells(rule, geometry.size(), "and each cell holds one digit");
    if (rule.numbers.empty() || rule.numbers.size() % 2 != 0)
        refuse_rule(rule, std::to_string(rule.numbers.size()) + " numbers",
                    "a digit, how often it stands there, and so on");
    Rules result;
    for (std::size_t i = 0; i < rule.numbers.size(); i += 2) {
        const int d = rule.numbers[i], times = rule.numbers[i + 1];
        if (d < geometry.first_digit() || d > highest(geometry) || times < 0 ||
            times > as_int(rule.cells.size()))
            refuse_rule(rule,
                        std::to_string(d) + " standing there " + std::to_string(times) + " times",
                        "digits of the board, each as often as there are cells, or less often");
        result.push_back(automaton_of(
            rule, rule.cells, geometry, times + 1,
            [=](int met, int digit) { return digit != d    ? met
                                             : met < times ? met + 1
                                                           : -1; },
            [=](int met) { return met == times; }));
    }
    return result;
}
std::string digit_counts_words(const Rule& rule, const Geometry& geometry, Language language) {
    std::vector<std::string> counts;
    for (std::size_t i = 0; i + 1 < rule.numbers.size(); i += 2) {
        const std::string digit(1, number_symbol(rule.numbers[i]));
        const int times = rule.numbers[i + 1];
        counts.push_back(times > 2 ? say(language, "{} {} times", digit, times)
                                   : say(language,
                                         times == 0   ? "{} never"
                                         : times == 1 ? "{} once"
                                                      : "{} twice",
                                         digit));
    }
    return say(language, "{} hold {}", cells_of(rule, geometry, language),
               joined(counts, "and", language));
}

/// Reads its cells twice: first for their smallest and largest digit, then for what stands between.
Rules expand_lunchbox(const Rule& rule, const Geometry& geometry) {
    need_cells(rule, 2);
    need_different_cells(rule, geometry.size(), "and digits in a lunchbox are all different");
    const int n = as_int(geometry.size());
    const int sum = number_of(rule, 0, n * (n + 1) / 2);
    struct State {
        std::uint64_t read, smallest, largest;
        std::uint64_t
            place;  // 0 before the first of the two; then 1 + what was met; sum + 2 behind
    };
    const auto pack = [](const State& s) {
        return s.read | s.smallest << 8 | s.largest << 16 | s.place << 24;
    };
    const auto unpack = [](std::uint64_t bits) {
        return State{bits & 255, bits >> 8 & 255, bits >> 16 & 255, bits >> 24};
    };
    const std::uint64_t cells = rule.cells.size(), behind = static_cast<std::uint64_t>(sum) + 2;
    std::vector<Cell> twice = rule.cells;
    twice.insert(twice.end(), rule.cells.begin(), rule.cells.end());
    Rules result{{.kind = RuleKind::different, .cells = rule.cells, .name = rule.name}};
    result.push_back(automaton_from(
        rule, std::move(twice), geometry, pack({0, geometry.size() + 1, 0, 0}),
        [=](std::uint64_t bits, int digit) -> std::optional<std::uint64_t> {
            State s = unpack(bits);
            const auto d = static_cast<std::uint64_t>(digit);
            if (s.read < cells) {
                ++s.read;
                s.smallest = std::min(s.smallest, d);
                s.largest = std::max(s.largest, d);
                return pack(s);
            }
            const bool end = d == s.smallest || d == s.largest;
            if (s.place == 0) {
                if (end) s.place = 1;
            } else if (s.place < behind) {
                s.place = !end ? s.place + d : s.place + 1 == behind ? behind : behind + 1;
                if (end ? s.place != behind : s.place >= behind) return std::nullopt;
            }
            return pack(s);
        },
        [=](std::uint64_t bits) { return unpack(bits).place == behind; }));
    return result;
}
std::string lunchbox_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(
        language,
        "{} are all different, and those between the smallest and the largest of them sum to {}",
        cells_of(rule, geometry, language), rule.numbers.front());
}

/// A state is the set of digits met so far.
Rules expand_rellik(const Rule& rule, const Geometry& geometry) {
    need_cells(rule, 1);
    need_different_cells(rule, geometry.size(), "and digits in a cage are all different");
    const int sum = number_of(rule, 1, 63);
    const std::size_t cells = rule.cells.size();
    return {automaton_from(
        rule, rule.cells, geometry, 0,
        [=](std::uint64_t met, int digit) -> std::optional<std::uint64_t> {
            const std::uint64_t all = met | std::uint64_t{1} << digit;
            if (all == met || static_cast<std::size_t>(std::popcount(all)) > cells)
                return std::nullopt;
            std::uint64_t sums = 1;
            for (int d = 1; all >> d != 0; ++d)
                if ((all >> d & 1U) != 0) sums |= sums << d;
            if ((sums >> sum & 1U) != 0) return std::nullopt;
            return all;
        },
        [](std::uint64_t) { return true; })};
}
std::string rellik_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} are all different, and neither one nor several of them sum to {}",
               cells_of(rule, geometry, language), rule.numbers.front());
}

// ---- single cells ----

Rules parity(const Rule& rule, const Geometry& geometry, int remainder) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 1);
    return {automaton_of(
        rule, rule.cells, geometry, 1,
        [=](int, int digit) { return digit % 2 == remainder ? 0 : -1; }, [](int) { return true; })};
}
Rules expand_odd(const Rule& rule, const Geometry& geometry) { return parity(rule, geometry, 1); }
Rules expand_even(const Rule& rule, const Geometry& geometry) { return parity(rule, geometry, 0); }
std::string odd_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say_of(language, rule.cells.size(), "{} is odd", "{} are odd",
                  cells_of(rule, geometry, language));
}
std::string even_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say_of(language, rule.cells.size(), "{} is even", "{} are even",
                  cells_of(rule, geometry, language));
}

Rules extreme(const Rule& rule, const Geometry& geometry, const Allowed& allowed) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    need_different_cells(rule, geometry.size(), "and no digit is smaller or larger than itself");
    Rules result;
    for (std::size_t i = 1; i < rule.cells.size(); ++i)
        result.push_back(
            neighbours(rule, {rule.cells[0], rule.cells[i]}, geometry.size(), allowed));
    return result;
}
Rules expand_minimum(const Rule& rule, const Geometry& geometry) {
    return extreme(rule, geometry, [](int a, int b) { return a < b; });
}
Rules expand_maximum(const Rule& rule, const Geometry& geometry) {
    return extreme(rule, geometry, [](int a, int b) { return a > b; });
}
std::string extreme_words(const Rule& rule, const Geometry& geometry, Language language,
                          const char* compared) {
    return say(language, compared, to_string(rule.cells.front(), geometry.size()),
               others_of(rule, geometry, language));
}
std::string minimum_words(const Rule& rule, const Geometry& geometry, Language language) {
    return extreme_words(rule, geometry, language, "{} is smaller than each of {}");
}
std::string maximum_words(const Rule& rule, const Geometry& geometry, Language language) {
    return extreme_words(rule, geometry, language, "{} is greater than each of {}");
}

/// cell = i only if the i-th of the places holds `own`; where these all differ, exactly then. A
/// digit above their number has no place to speak of.
void add_index(Rules& result, const Rule& rule, const Geometry& geometry, Cell cell,
               const std::vector<Cell>& places, int own, bool differ) {
    const int last = as_int(places.size());
    if (places.size() < geometry.size())
        result.push_back(automaton_of(
            rule, {cell}, geometry, 1, [=](int, int digit) { return digit <= last ? 0 : -1; },
            [](int) { return true; }));
    for (int i = 1; i <= last; ++i) {
        const Cell place = places[static_cast<std::size_t>(i) - 1];
        if (place == cell) continue;  // then i is the cell's own number: it says nothing
        result.push_back(neighbours(rule, {cell, place}, geometry.size(), [=](int a, int b) {
            return a == i ? b == own : !differ || b != own;
        }));
    }
}

Rules index_lines(const Rule& rule, const Geometry& geometry, bool along_the_row) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 1);
    need_digits_from_1(rule, geometry);
    const std::size_t n = along_the_row ? geometry.columns() : geometry.rows();
    Rules result;
    for (const Cell cell : rule.cells) {
        if (!geometry.in_grid(cell))
            refuse_rule(rule, to_string(cell, geometry.size()) + " is in no row and no column",
                        "cells of the grid");
        const std::size_t r = geometry.row_of(cell), c = geometry.column_of(cell);
        std::vector<Cell> places;
        for (std::size_t i = 0; i < n; ++i)
            places.push_back(along_the_row ? geometry.cell(r, i) : geometry.cell(i, c));
        add_index(result, rule, geometry, cell, places, as_int(along_the_row ? c : r) + 1,
                  geometry.spec().lines);
    }
    return result;
}
Rules expand_row_indexer(const Rule& rule, const Geometry& geometry) {
    return index_lines(rule, geometry, false);
}
Rules expand_column_indexer(const Rule& rule, const Geometry& geometry) {
    return index_lines(rule, geometry, true);
}
/// "the digit in r1c5", "each digit in row 5": where they are all of one line, by its name.
std::string digits_in(const Rule& rule, const Geometry& geometry, Language language,
                      const char* line = nullptr, std::size_t number = 0) {
    return say_of(language, rule.cells.size(), "the digit in {}", "each digit in {}",
                  line != nullptr && rule.cells.size() == geometry.size()
                      ? say(language, line) + " " + std::to_string(number + 1)
                      : cells_of(rule, geometry, language));
}
/// "the digit in r1c5 says in which column of its row the 5 stands"; `own` is the cells' row or
/// column. By `one` if they share it, otherwise by `each`.
std::string indexer_words(const Rule& rule, const Geometry& geometry, Language language,
                          const char* line, const char* one, const char* each, const auto& own) {
    const std::size_t first = own(rule.cells.front());
    if (std::ranges::all_of(rule.cells, [&](Cell c) { return own(c) == first; }))
        return say(language, one, digits_in(rule, geometry, language, line, first),
                   std::string(1, digit_symbol(Digit{first})));
    return say(language, each, digits_in(rule, geometry, language));
}
std::string row_indexer_words(const Rule& rule, const Geometry& geometry, Language language) {
    return indexer_words(rule, geometry, language, "row",
                         "{} says in which row of its column the {} stands",
                         "{} says in which row of its column the number of its own row stands",
                         [&](Cell cell) { return geometry.row_of(cell); });
}
std::string column_indexer_words(const Rule& rule, const Geometry& geometry, Language language) {
    return indexer_words(rule, geometry, language, "column",
                         "{} says in which column of its row the {} stands",
                         "{} says in which column of its row the number of its own column stands",
                         [&](Cell cell) { return geometry.column_of(cell); });
}

Rules expand_box_indexer(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_digits_from_1(rule, geometry);
    need_cells(rule, 1);
    Rules result;
    for (const Cell cell : rule.cells) {
        const auto box = geometry.box_of(cell);
        if (!box)
            refuse_rule(rule, to_string(cell, geometry.size()) + " is in no box", "cells in boxes");
        std::vector<Cell> places;
        for (std::size_t i = 0; i < geometry.cell_count(); ++i)
            if (geometry.box_of(Cell{i}) == box) places.emplace_back(i);
        const auto own = std::ranges::find(places, cell) - places.begin();
        add_index(result, rule, geometry, cell, places, static_cast<int>(own) + 1, true);
    }
    return result;
}
std::string box_indexer_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language,
               "{} says at which place of its box, in reading order, the number of its own place "
               "stands",
               digits_in(rule, geometry, language));
}

// ---- between two cells ----

Rules expand_difference(const Rule& rule, const Geometry& geometry) {
    const int difference = number_of(rule, 0, as_int(geometry.size()) - 1);
    need_exactly(rule, 2);
    return {neighbours(rule, rule.cells, geometry.size(),
                       [=](int a, int b) { return std::abs(a - b) == difference; })};
}
std::string difference_words(const Rule& rule, const Geometry& geometry, Language language) {
    const int by = rule.numbers.front();
    return say(language, by == 1 ? "{} are consecutive" : "{} differ by {}",
               cells_of(rule, geometry, language), by);
}

bool in_ratio(int a, int b, int ratio) { return a == ratio * b || b == ratio * a; }

Rules expand_ratio(const Rule& rule, const Geometry& geometry) {
    const int ratio = number_of(rule, 1, as_int(geometry.size()));
    need_exactly(rule, 2);
    return {neighbours(rule, rule.cells, geometry,
                       [=](int a, int b) { return in_ratio(a, b, ratio); })};
}
std::string ratio_words(const Rule& rule, const Geometry& geometry, Language language) {
    const int times = rule.numbers.front();
    return say(language,
               times == 2 ? "one of {} is twice the other" : "one of {} is {} times the other",
               cells_of(rule, geometry, language), times);
}

Rules expand_pair_sum(const Rule& rule, const Geometry& geometry) {
    const int sum = number_of(rule, 2 * geometry.first_digit(), 50);
    need_exactly(rule, 2);
    return {sum_of(rule, rule.cells, {1, 1}, sum, geometry)};
}
std::string pair_sum_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "{} sum to {}", cells_of(rule, geometry, language), rule.numbers.front());
}

Rules expand_greater(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_cells(rule, 2);
    return {neighbours(rule, rule.cells, geometry.size(), [](int a, int b) { return a > b; })};
}
std::string greater_words(const Rule& rule, const Geometry& geometry, Language language) {
    if (rule.cells.size() > 2)
        return say(language, "digits fall along {}", cells_of(rule, geometry, language));
    return say(language, "{} is greater than {}", to_string(rule.cells[0], geometry.size()),
               to_string(rule.cells[1], geometry.size()));
}

constexpr std::array<SetterRow, 20> mark_table{{
    {RuleKind::killer_cage, "killer_cage",
     "no digit twice; with a number, this sum (in documents 0: none)", expand_cage, cage_words},
    {RuleKind::clone, "clone",
     "the first half of the cells and the second hold the same digits in order", expand_clone,
     clone_words},
    {RuleKind::quadruple, "quadruple", "the cells hold these digits; one given twice, twice",
     expand_contains, contains_words},
    {RuleKind::counting_circles, "counting_circles",
     "a digit in a circle says how many circles hold it", expand_counting_circles,
     counting_circles_words},
    {RuleKind::count_distinct, "count_distinct",
     "the first cell says how many different digits the others hold; up to 9x9",
     expand_count_distinct, count_distinct_words},
    {RuleKind::same_values, "same_values",
     "the parts hold the same digits in any order; the number says how many cells each has",
     expand_same_values, same_values_words},
    {RuleKind::digit_counts, "digit_counts",
     "pairs of numbers: a digit, and how often it stands there", expand_digit_counts,
     digit_counts_words},
    {RuleKind::lunchbox, "lunchbox",
     "all different; the cells between the smallest and the largest digit have this sum",
     expand_lunchbox, lunchbox_words},
    {RuleKind::rellik_cage, "rellik_cage",
     "all different; no digit and no sum of several is this number", expand_rellik, rellik_words},
    {RuleKind::odd, "odd", "the digit is odd", expand_odd, odd_words},
    {RuleKind::even, "even", "the digit is even", expand_even, even_words},
    {RuleKind::minimum, "minimum",
     "the first cell is smaller than each of the others: in documents, its neighbours without the "
     "same mark",
     expand_minimum, minimum_words},
    {RuleKind::maximum, "maximum", "the same, greater", expand_maximum, maximum_words},
    {RuleKind::row_indexer, "row_indexer",
     "if a cell in row R holds N, row N of its column holds R", expand_row_indexer,
     row_indexer_words},
    {RuleKind::column_indexer, "column_indexer", "the same with rows and columns exchanged",
     expand_column_indexer, column_indexer_words},
    {RuleKind::box_indexer, "box_indexer", "the same with places of the box, in reading order",
     expand_box_indexer, box_indexer_words},
    {RuleKind::difference, "difference",
     "a white dot: the digits differ by this, by 1 if the dot is bare", expand_difference,
     difference_words},
    {RuleKind::ratio, "ratio",
     "a black dot: one digit is this many times the other, twice if the dot is bare", expand_ratio,
     ratio_words},
    {RuleKind::pair_sum, "pair_sum", "X is 10, V is 5", expand_pair_sum, pair_sum_words},
    {RuleKind::greater, "greater", "digits fall from each cell to the next", expand_greater,
     greater_words},
}};

}  // namespace

std::span<const SetterRow> mark_rows() { return mark_table; }

}  // namespace clew::rules
