// Rules of numbers beside the board, told in primitives. Cells are read from the number on. Where
// setters differ, what is meant here:
//
//     sandwich         between the board's lowest and highest digit, in whichever order they stand
//     little killer    digits may repeat
//     X-sum            the first X cells, X itself among them; X is the first digit
//     skyscraper       digits greater than all before them
//     numbered room    the N-th cell; N is the first digit
//     full rank        no other line may be equal to the one with the number

#include <algorithm>
#include <array>

#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/rules/expand.hpp"

namespace clew::rules {
namespace {

using Rules = std::vector<Rule>;

/// "row 3", where the cells are all of a house; otherwise their list.
std::string line_name(const Rule& rule, const Geometry& geometry, Language language) {
    for (const HouseInfo& house : geometry.houses())
        if (house.cells.size() == rule.cells.size() &&
            std::ranges::is_permutation(house.cells, rule.cells)) {
            if (house.role == HouseRole::extra) return house.name;
            // Its kind and its number, if it has one.
            const std::size_t number = std::min(house.name.find_last_of(' '), house.name.size());
            return house.role == HouseRole::diagonal
                       ? say(language, house.name)
                       : say(language, house.name.substr(0, number)) + house.name.substr(number);
        }
    return list_of(rule.cells, geometry.size(), language);
}

/// Of a line that is read from its first cell on: the template's first two gaps are these.
template <class... Values>
std::string say_of_line(const Rule& rule, const Geometry& geometry, Language language,
                        const char* text, const Values&... values) {
    return say(language, text, line_name(rule, geometry, language),
               to_string(rule.cells.front(), geometry.size()), values...);
}

Rules expand_sandwich(const Rule& rule, const Geometry& geometry) {
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
    const int before = 0, after = sum + 2, low = geometry.first_digit(), top = highest(geometry);
    return {automaton_of(
        rule, rule.cells, geometry, sum + 3,
        [=](int s, int value) {
            const bool crust = value == low || value == top;
            if (s == before) return crust ? 1 : before;
            if (s == after) return crust ? -1 : after;
            const int so_far = s - 1;
            if (crust) return so_far == sum ? after : -1;
            return so_far + value <= sum ? s + value : -1;
        },
        [=](int s) { return s == after; })};
}
std::string sandwich_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say(language, "the digits between {} and {} in {} sum to {}", geometry.first_digit(),
               std::string(1, number_symbol(highest(geometry))),
               line_name(rule, geometry, language), rule.numbers.front());
}

Rules expand_little_killer(const Rule& rule, const Geometry& geometry) {
    const int sum = number_of(rule, geometry.first_digit(), 1000);
    need_cells(rule, 1);
    return {sum_of(rule, rule.cells, std::vector<int>(rule.cells.size(), 1), sum, geometry)};
}
std::string little_killer_words(const Rule& rule, const Geometry& geometry, Language language) {
    const bool differ = std::ranges::all_of(rule.cells, [&](Cell a) {
        return std::ranges::all_of(rule.cells,
                                   [&](Cell b) { return a == b || geometry.sees(a, b); });
    });
    return say(language,
               rule.cells.size() == 1 ? "{} is {}"
               : differ               ? "{} sum to {}"
                                      : "{} sum to {}; digits may repeat",
               list_of(rule.cells, geometry.size(), language), rule.numbers.front());
}

Rules expand_x_sum(const Rule& rule, const Geometry& geometry) {
    const int sum = number_of(rule, 1, 1000);
    need_cells(rule, 1);
    need_different_cells(rule, geometry.size(), "and a line has each cell once");
    const int n = as_int(geometry.size()), length = as_int(rule.cells.size());
    if (sum > n * (n + 1) / 2)
        refuse_rule(rule, "a sum of " + std::to_string(sum),
                    "1 to " + std::to_string(n * (n + 1) / 2));
    // States: the start; done; so many cells to come, and the sum so far.
    const int done = 1;
    const auto state_of = [=](int left, int so_far) {
        if (so_far > sum || (left == 0 && so_far != sum)) return -1;
        return left == 0 ? done : 2 + (left - 1) * (sum + 1) + so_far;
    };
    return {automaton_of(
        rule, rule.cells, geometry, 2 + length * (sum + 1),
        [=](int state, int digit) {
            if (state == done) return done;
            if (state == 0) return digit == 0 || digit > length ? -1 : state_of(digit - 1, digit);
            return state_of((state - 2) / (sum + 1), (state - 2) % (sum + 1) + digit);
        },
        [=](int state) { return state == done; })};
}
std::string x_sum_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say_of_line(
        rule, geometry, language,
        "in {}, read from {}, the first X digits sum to {}, where X is the first of them",
        rule.numbers.front());
}

Rules expand_skyscraper(const Rule& rule, const Geometry& geometry) {
    const int n = as_int(geometry.size());
    const int count = number_of(rule, 1, n);
    need_cells(rule, 1);
    // States: the start; the greatest digit so far, and how many were seen.
    return {automaton_of(
        rule, rule.cells, geometry.size(), 1 + n * count,
        [=](int state, int digit) {
            const int greatest = state == 0 ? 0 : (state - 1) / count + 1;
            const int seen = state == 0 ? 0 : (state - 1) % count + 1;
            if (digit <= greatest) return state;
            return seen == count ? -1 : 1 + (digit - 1) * count + seen;
        },
        [=](int state) { return state > 0 && (state - 1) % count + 1 == count; })};
}
std::string skyscraper_words(const Rule& rule, const Geometry& geometry, Language language) {
    const int count = rule.numbers.front();
    return say_of_line(rule, geometry, language,
                       count == 1
                           ? "in {}, read from {}, {} digit is greater than all before it"
                           : "in {}, read from {}, {} digits are greater than all before them",
                       count);
}

Rules expand_numbered_room(const Rule& rule, const Geometry& geometry) {
    const int length = as_int(rule.cells.size());
    const int held = number_of(rule, geometry.first_digit(), highest(geometry));
    need_cells(rule, 1);
    // States: the start; done; so many cells to come before the one that counts.
    const int done = 1;
    return {automaton_of(
        rule, rule.cells, geometry, 2 + length,
        [=](int state, int digit) {
            if (state == done) return done;
            if (state == 0) {
                if (digit == 0 || digit > length) return -1;
                return digit > 1 ? digit : held == 1 ? done : -1;
            }
            return state > 2 ? state - 1 : digit == held ? done : -1;
        },
        [=](int state) { return state == done; })};
}
std::string numbered_room_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say_of_line(rule, geometry, language,
                       "in {}, read from {}, the N-th digit is {}, where N is the first",
                       std::string(1, number_symbol(rule.numbers.front())));
}

Rules expand_full_rank(const Rule& rule, const Geometry& geometry) {
    const std::size_t n = geometry.size();
    const int place = number_of(rule, 1, as_int(4 * n));
    if (!geometry.is_whole_square() || !geometry.spec().lines)
        refuse_rule(rule, "a board of " + geometry.description(),
                    "rows and columns with every digit");
    if (!whole_line(geometry, rule.cells))
        refuse_rule(rule, std::to_string(rule.cells.size()) + " cells that are no row or column",
                    "a row or a column, from the number on");
    Rule rank{.kind = RuleKind::rank, .numbers = {as_int(n), place}, .name = rule.name};
    rank.cells = rule.cells;
    for (std::size_t line = 0; line < 4 * n; ++line) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t along = line % 2 == 0 ? i : n - 1 - i;
            cells.push_back(line < 2 * n ? geometry.cell(line / 2, along)
                                         : geometry.cell(along, line / 2 - n));
        }
        if (cells != rule.cells) rank.cells.insert(rank.cells.end(), cells.begin(), cells.end());
    }
    // Four lines begin with each digit, one from each side.
    const int first = (place + 3) / 4 - 1 + geometry.first_digit();
    return {sum_of(rule, {rule.cells.front()}, {1}, first, geometry), std::move(rank)};
}
std::string full_rank_words(const Rule& rule, const Geometry& geometry, Language language) {
    return say_of_line(rule, geometry, language,
                       "{}, read from {}, is number {} of all rows and columns read from both "
                       "ends, the smallest first",
                       rule.numbers.front());
}

constexpr std::array<SetterRow, 6> outside_table{{
    {RuleKind::sandwich, "sandwich", "the sum between the board's lowest and highest digit",
     expand_sandwich, sandwich_words},
    {RuleKind::little_killer, "little_killer", "a sum; digits may repeat", expand_little_killer,
     little_killer_words},
    {RuleKind::x_sum, "x_sum", "the sum of the first X digits; X is the first digit", expand_x_sum,
     x_sum_words},
    {RuleKind::skyscraper, "skyscraper", "how many digits are greater than all before them",
     expand_skyscraper, skyscraper_words},
    {RuleKind::numbered_room, "numbered_room", "the digit at place N; N is the first digit",
     expand_numbered_room, numbered_room_words},
    {RuleKind::full_rank, "full_rank",
     "the place of this row or column among all, read as numbers from both ends, the smallest "
     "first; no other is equal to it",
     expand_full_rank, full_rank_words},
}};

}  // namespace

std::span<const SetterRow> outside_rows() { return outside_table; }

}  // namespace clew::rules
