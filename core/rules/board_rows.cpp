// Rules of the whole board, told in primitives. The cells of a negative rule are those pairs of
// neighbours that it does not speak of, because a dot or a letter stands between them.

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/board/notation.hpp"
#include "core/rules/expand.hpp"

namespace clew::rules {
namespace {

using Rules = std::vector<Rule>;

void need_no_cells(const Rule& rule) {
    if (!rule.cells.empty())
        refuse_rule(rule, "cells of its own", "no cells: it holds for the whole board");
}

/// A relation along each row and column, cut at the pairs that are excepted.
Rules along_lines(const Rule& rule, const Geometry& geometry, const Allowed& allowed) {
    if (rule.cells.size() % 2 != 0)
        refuse_rule(rule, std::to_string(rule.cells.size()) + " cells", "pairs of cells");
    const auto excepted = [&](Cell a, Cell b) {
        for (std::size_t i = 0; i + 1 < rule.cells.size(); i += 2)
            if ((rule.cells[i] == a && rule.cells[i + 1] == b) ||
                (rule.cells[i] == b && rule.cells[i + 1] == a))
                return true;
        return false;
    };
    const std::size_t rows = geometry.rows(), columns = geometry.columns();
    Rules result;
    for (std::size_t line = 0; line < rows + columns; ++line) {
        std::vector<Cell> run;
        const auto end_run = [&] {
            if (run.size() > 1) result.push_back(neighbours(rule, run, geometry, allowed));
            run.clear();
        };
        for (std::size_t i = 0; i < (line < rows ? columns : rows); ++i) {
            const Cell cell = line < rows ? geometry.cell(line, i) : geometry.cell(i, line - rows);
            if (!run.empty() && excepted(run.back(), cell)) end_run();
            run.push_back(cell);
        }
        end_run();
    }
    return result;
}

std::string numbers_of(const Rule& rule, Language language) {
    std::string text;
    for (const int number : rule.numbers)
        text += (text.empty() ? "" : " " + say(language, "or") + " ") + std::to_string(number);
    return text;
}

std::string side_by_side_words(const Rule& rule, Language language) {
    return say(language, rule.cells.empty() ? "cells side by side"
                                            : "cells side by side without a mark between");
}

Rules expand_non_consecutive(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 0, 0);
    need_no_cells(rule);
    return along_lines(rule, geometry, [](int a, int b) { return std::abs(a - b) != 1; });
}
std::string non_consecutive_words(const Rule&, const Geometry&, Language language) {
    return say(language, "cells side by side never hold digits that follow each other");
}

Rules expand_no_difference(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 1, 25);
    need_range(rule, 1, 25);
    return along_lines(rule, geometry, [&](int a, int b) {
        return std::ranges::find(rule.numbers, std::abs(a - b)) == rule.numbers.end();
    });
}
std::string no_difference_words(const Rule& rule, const Geometry&, Language language) {
    return say(language, "{} never differ by {}", side_by_side_words(rule, language),
               numbers_of(rule, language));
}

Rules expand_no_ratio(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 1, 25);
    need_range(rule, 1, 25);
    return along_lines(rule, geometry, [&](int a, int b) {
        return std::ranges::none_of(rule.numbers, [=](int k) { return a == k * b || b == k * a; });
    });
}
std::string no_ratio_words(const Rule& rule, const Geometry&, Language language) {
    return say(language, "of {} neither is {} times the other", side_by_side_words(rule, language),
               numbers_of(rule, language));
}

Rules expand_no_pair_sum(const Rule& rule, const Geometry& geometry) {
    need_numbers(rule, 1, 49);
    need_range(rule, 2, 50);
    return along_lines(rule, geometry, [&](int a, int b) {
        return std::ranges::find(rule.numbers, a + b) == rule.numbers.end();
    });
}
std::string no_pair_sum_words(const Rule& rule, const Geometry&, Language language) {
    return say(language, "{} never sum to {}", side_by_side_words(rule, language),
               numbers_of(rule, language));
}

Rules expand_leaper(const Rule& rule, const Geometry& geometry) {
    need_no_cells(rule);
    need_numbers(rule, 2, 2);
    const int n = as_int(geometry.size());
    need_range(rule, 0, n - 1);
    if (rule.numbers[0] + rule.numbers[1] == 0)
        refuse_rule(rule, "a move to the cell itself", "how far down and how far across");
    Rules result;
    const int rows = as_int(geometry.rows()), columns = as_int(geometry.columns());
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            for (const auto& [down, across] : {std::pair{rule.numbers[0], rule.numbers[1]},
                                               std::pair{rule.numbers[0], -rule.numbers[1]},
                                               std::pair{rule.numbers[1], rule.numbers[0]},
                                               std::pair{rule.numbers[1], -rule.numbers[0]}}) {
                const int row = r + down, column = c + across;
                if (row >= rows || column < 0 || column >= columns) continue;
                Rule pair{.kind = RuleKind::different,
                          .cells = {Cell{r * n + c}, Cell{row * n + column}},
                          .numbers = {},
                          .name = rule.name};
                if (pair.cells[0] < pair.cells[1] &&
                    std::ranges::find(result, pair) == result.end())
                    result.push_back(std::move(pair));
            }
    return result;
}
std::string leaper_words(const Rule& rule, const Geometry&, Language language) {
    return say(language,
               "cells {} and {} apart, in rows and columns or in columns and rows, differ",
               rule.numbers[0], rule.numbers[1]);
}

Rules expand_global_entropy(const Rule& rule, const Geometry& geometry) {
    need_no_cells(rule);
    need_numbers(rule, 0, 0);
    const std::size_t n = geometry.size();
    Rules result;
    for (std::size_t r = 0; r + 1 < geometry.rows(); ++r)
        for (std::size_t c = 0; c + 1 < geometry.columns(); ++c)
            result.push_back(automaton_of(
                rule,
                {geometry.cell(r, c), geometry.cell(r, c + 1), geometry.cell(r + 1, c),
                 geometry.cell(r + 1, c + 1)},
                n, 8, [n](int met, int digit) { return met | 1 << entropic_third(digit, n); },
                [](int met) { return met == 7; }));
    return result;
}
std::string global_entropy_words(const Rule&, const Geometry&, Language language) {
    return say(language, "every four cells around a corner have a low, a middle and a high digit");
}

Rules expand_connected_digits(const Rule& rule, const Geometry& geometry) {
    need_no_cells(rule);
    need_numbers(rule, 2, 1 + geometry.size());
    Rule area{.kind = RuleKind::connected,
              .numbers = {as_int(geometry.columns()), rule.numbers[0], 0},
              .name = rule.name};
    for (const int digit : std::span(rule.numbers).subspan(1)) {
        if (digit < geometry.first_digit() || digit > highest(geometry))
            refuse_rule(rule, "the digit " + std::to_string(digit), "digits of the board");
        area.numbers[2] |= 1 << (digit - geometry.first_digit());
    }
    const auto grid = geometry.cells().first(geometry.rows() * geometry.columns());
    area.cells.assign(grid.begin(), grid.end());
    return {area};
}
std::string connected_digits_words(const Rule& rule, const Geometry&, Language language) {
    std::vector<std::string> digits;
    for (const int digit : std::span(rule.numbers).subspan(1))
        digits.push_back(std::to_string(digit));
    return say(language,
               rule.numbers[0] > 0
                   ? "the cells with {} are one area, connected by sides, of {} cells"
                   : "the cells with {} are one area, connected by sides",
               joined(digits, "or", language), rule.numbers[0]);
}

constexpr std::array<SetterRow, 7> board_table{{
    {RuleKind::non_consecutive, "non_consecutive", "adjacent cells never hold consecutive digits",
     expand_non_consecutive, non_consecutive_words},
    {RuleKind::no_difference, "no_difference",
     "the negative of white dots: adjacent cells never have one of the numbers. The cells are "
     "exempt pairs; in a document, all pairs with a dot of either colour",
     expand_no_difference, no_difference_words},
    {RuleKind::no_ratio, "no_ratio", "the same of black dots", expand_no_ratio, no_ratio_words},
    {RuleKind::no_pair_sum, "no_pair_sum", "the same of X and V; exempt are pairs with a letter",
     expand_no_pair_sum, no_pair_sum_words},
    {RuleKind::leaper, "leaper", "cells this far apart down and across differ: 1, 3 is a camel",
     expand_leaper, leaper_words},
    {RuleKind::global_entropy, "global_entropy",
     "any four cells around a corner have a low, a middle and a high digit", expand_global_entropy,
     global_entropy_words},
    {RuleKind::connected_digits, "connected_digits",
     "the cells with any of the digits are one area, connected by sides; first how many cells, or "
     "0",
     expand_connected_digits, connected_digits_words},
}};

}  // namespace

std::span<const SetterRow> board_rows() { return board_table; }

}  // namespace clew::rules
