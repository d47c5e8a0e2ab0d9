#include "tests/reference/enumerate.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace clew::reference {
namespace {

using Partial = std::vector<std::optional<Digit>>;

bool conflicts(const Puzzle& puzzle, const Partial& filled, Cell cell, Digit digit) {
    for (House house : puzzle.geometry().houses_of(cell))
        for (Cell other : puzzle.geometry().cells_of(house))
            if (filled[other.index()] == digit) return true;
    return false;
}

/// Whether a rule whose cells all have a digit is kept. Values count from 1.
bool kept(const Rule& rule, std::size_t size, const Partial& filled) {
    std::vector<int> v;
    for (Cell cell : rule.cells) v.push_back(static_cast<int>(filled[cell.index()]->index()) + 1);
    const auto differ = [&] {
        for (std::size_t i = 0; i < v.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (v[i] == v[k]) return false;
        return true;
    };
    const int top = static_cast<int>(size);
    switch (rule.kind) {
        case RuleKind::different:
            return differ();
        case RuleKind::relation:
            for (std::size_t i = 0; i < v.size(); ++i)
                for (std::size_t k = i + 1; k < v.size(); ++k) {
                    if (rule.numbers[0] == 0 && k > i + 1) continue;
                    if ((rule.numbers[static_cast<std::size_t>(v[i])] >> (v[k] - 1)) % 2 == 0)
                        return false;
                }
            return true;
        case RuleKind::sum: {
            int sum = 0;
            for (std::size_t i = 0; i < v.size(); ++i) sum += rule.numbers[2 + i] * v[i];
            return rule.numbers[0] == 0   ? sum == rule.numbers[1]
                   : rule.numbers[0] == 1 ? sum <= rule.numbers[1]
                                          : sum >= rule.numbers[1];
        }
        case RuleKind::automaton: {
            int state = 0;
            const int states = rule.numbers[0];
            for (int value : v) {
                state =
                    rule.numbers[static_cast<std::size_t>(1 + states + state * top + value - 1)];
                if (state < 0) return false;
            }
            return rule.numbers[static_cast<std::size_t>(1 + state)] == 1;
        }
        case RuleKind::killer_cage: {
            int sum = 0;
            for (int value : v) sum += value;
            return differ() && (rule.numbers.empty() || sum == rule.numbers[0]);
        }
        case RuleKind::thermometer:
            for (std::size_t i = 1; i < v.size(); ++i)
                if (v[i] <= v[i - 1]) return false;
            return true;
        case RuleKind::arrow: {
            int number = 0, sum = 0;
            for (int i = 0; i < static_cast<int>(v.size()); ++i)
                if (i < rule.numbers[0])
                    number = 10 * number + v[static_cast<std::size_t>(i)];
                else
                    sum += v[static_cast<std::size_t>(i)];
            return number == sum;
        }
        case RuleKind::sandwich: {
            std::size_t low = v.size(), high = v.size();
            for (std::size_t i = 0; i < v.size(); ++i)
                if (v[i] == 1 || v[i] == top) (low == v.size() ? low : high) = i;
            int sum = 0;
            for (std::size_t i = low + 1; i < high; ++i) sum += v[i];
            return sum == rule.numbers[0];
        }
        case RuleKind::non_consecutive:
            for (std::size_t i = 0; i < filled.size(); ++i)
                for (std::size_t next : {i + 1, i + size}) {
                    if (next >= filled.size() || (next == i + 1 && next % size == 0)) continue;
                    const auto a = filled[i]->index(), b = filled[next]->index();
                    if (a + 1 == b || b + 1 == a) return false;
                }
            return true;
    }
    return false;
}

bool breaks_a_rule(const Puzzle& puzzle, const Partial& filled) {
    const auto is_full = [&](const Rule& rule) {
        if (rule.cells.empty())
            return std::ranges::all_of(filled, [](const auto& d) { return d.has_value(); });
        return std::ranges::all_of(rule.cells,
                                   [&](Cell c) { return filled[c.index()].has_value(); });
    };
    return std::ranges::any_of(puzzle.rules(), [&](const Rule& rule) {
        return is_full(rule) && !kept(rule, puzzle.geometry().size(), filled);
    });
}

std::vector<Digit> fitting(const Puzzle& puzzle, const Partial& filled, Cell cell) {
    std::vector<Digit> digits;
    for (std::size_t d = 0; d < puzzle.geometry().size(); ++d) {
        const Digit digit{d};
        if (puzzle.given(cell) && *puzzle.given(cell) != digit) continue;
        if (!puzzle.marks(cell).contains(digit)) continue;
        if (!conflicts(puzzle, filled, cell, digit)) digits.push_back(digit);
    }
    return digits;
}

/// False once the visitor has had enough or the steps are spent.
bool fill(const Puzzle& puzzle, Partial& filled, std::uint64_t& steps,
          const std::function<bool(const Partial&)>& visit) {
    std::optional<Cell> cell;
    std::vector<Digit> digits;
    for (std::size_t i = 0; i < filled.size(); ++i) {
        if (filled[i]) continue;
        std::vector<Digit> here = fitting(puzzle, filled, Cell{i});
        if (!cell || here.size() < digits.size()) cell = Cell{i}, digits = std::move(here);
    }
    if (!puzzle.rules().empty() && breaks_a_rule(puzzle, filled)) return true;
    if (!cell) return visit(filled);
    for (Digit digit : digits) {
        if (steps == 0) return false;
        --steps;
        filled[cell->index()] = digit;
        const bool more = fill(puzzle, filled, steps, visit);
        filled[cell->index()].reset();
        if (!more) return false;
    }
    return true;
}

}  // namespace

// A house has as many cells as the board has digits, so "no digit twice" everywhere in a full grid
// is "each digit once": nothing is left to check at the end.
std::vector<Grid> all_solutions(const Puzzle& puzzle, std::uint64_t limit) {
    std::vector<Grid> found;
    if (limit == 0) return found;
    Partial filled(puzzle.geometry().cell_count());
    std::uint64_t steps = unlimited;
    fill(puzzle, filled, steps, [&](const Partial& full) {
        std::vector<Digit> digits;
        for (const auto& digit : full) digits.push_back(digit.value());
        found.emplace_back(std::move(digits));
        return found.size() < limit;
    });
    std::ranges::sort(found);
    return found;
}

std::optional<std::uint64_t> count_solutions(const Puzzle& puzzle, std::uint64_t limit,
                                             std::uint64_t max_steps) {
    std::uint64_t n = 0, steps = max_steps;
    if (limit == 0) return n;
    Partial filled(puzzle.geometry().cell_count());
    const bool ended = fill(puzzle, filled, steps, [&](const Partial&) { return ++n < limit; });
    if (!ended && n < limit) return std::nullopt;
    return n;
}

}  // namespace clew::reference
