#include "tests/reference/enumerate.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/rules/alternatives.hpp"

namespace clew::reference {
namespace {

using Partial = std::vector<std::optional<Digit>>;

bool conflicts(const Puzzle& puzzle, const Partial& filled, Cell cell, Digit digit) {
    for (House house : puzzle.geometry().houses_of(cell))
        for (Cell other : puzzle.geometry().cells_of(house))
            if (filled[other.index()] == digit) return true;
    return false;
}

/// 0, 1, 2 for low, middle and high. Of 4 digits two are in the middle, of 5 one.
int third(int value, int top) {
    const int low = (top + 1) / 3;  // 4: 1, 5: 2, 6: 2, 9: 3
    return value <= low ? 0 : value > top - low ? 2 : 1;
}

/// Each cell that belongs joins the pieces of those beside it; in the end there is one piece.
bool hangs_together(const Rule& rule, const Geometry& board, const Partial& filled) {
    const bool grid = rule.kind == RuleKind::connected_digits;
    const std::size_t columns = grid ? board.columns() : static_cast<std::size_t>(rule.numbers[0]);
    std::vector<int> piece;  // of each cell of the rectangle, 0 for none
    const std::size_t cells = grid ? board.rows() * columns : rule.cells.size();
    for (std::size_t i = 0; i < cells; ++i) {
        const Cell cell = grid ? board.cell(i / columns, i % columns) : rule.cells[i];
        const int digit = static_cast<int>(filled[cell.index()]->index());
        const bool belongs = grid ? std::find(rule.numbers.begin() + 1, rule.numbers.end(),
                                              digit + board.first_digit()) != rule.numbers.end()
                                  : (rule.numbers[2] >> digit) % 2 != 0;
        piece.push_back(belongs ? static_cast<int>(i) + 1 : 0);
    }
    for (std::size_t i = 0; i < cells; ++i)
        for (const bool below : {false, true}) {
            const std::size_t k = below ? i + columns : i + 1;
            if (k >= cells || (!below && k % columns == 0) || piece[i] == 0 || piece[k] == 0)
                continue;
            std::ranges::replace(piece, int{piece[k]}, int{piece[i]});
        }
    const auto many = std::ranges::count_if(piece, [](int p) { return p != 0; });
    const int wanted = rule.numbers[grid ? 0 : 1];
    if (wanted > 0 && many != wanted) return false;
    return std::ranges::count(piece, std::ranges::max(piece)) ==
           (many == 0 ? static_cast<std::ptrdiff_t>(cells) : many);
}

/// Whether a rule whose cells all have a digit is kept. Values are what the board calls digits.
bool kept(const Rule& rule, const Geometry& board, const Partial& filled) {
    const std::size_t size = board.size();
    std::vector<int> v;
    const int first_digit = board.first_digit();
    const auto value_at = [&](std::size_t cell) {  // -1: none yet
        return filled[cell] ? static_cast<int>(filled[cell]->index()) + first_digit : -1;
    };
    for (Cell cell : rule.cells) v.push_back(value_at(cell.index()));
    const auto differ = [&] {
        for (std::size_t i = 0; i < v.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (v[i] == v[k]) return false;
        return true;
    };
    const int top = static_cast<int>(size) - 1 + first_digit;
    const auto place = [&](int value) { return static_cast<std::size_t>(value - first_digit); };
    switch (rule.kind) {
        case RuleKind::different:
            return differ();
        case RuleKind::relation:
            for (std::size_t i = 0; i < v.size(); ++i)
                for (std::size_t k = i + 1; k < v.size(); ++k) {
                    if (rule.numbers[0] == 0 && k > i + 1) continue;
                    if ((rule.numbers[1 + place(v[i])] >> place(v[k])) % 2 == 0) return false;
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
                state = rule.numbers[static_cast<std::size_t>(1 + states) +
                                     static_cast<std::size_t>(state) * size + place(value)];
                if (state < 0) return false;
            }
            return rule.numbers[static_cast<std::size_t>(1 + state)] == 1;
        }
        case RuleKind::rank: {
            const auto length = static_cast<std::size_t>(rule.numbers[0]);
            int smaller = 0;
            for (std::size_t at = length; at < v.size(); at += length) {
                std::size_t i = 0;
                while (i < length && v[at + i] == v[i]) ++i;
                if (i == length) return false;
                smaller += v[at + i] < v[i] ? 1 : 0;
            }
            return smaller + 1 == rule.numbers[1];
        }
        case RuleKind::connected:
        case RuleKind::connected_digits:
            return hangs_together(rule, board, filled);
        case RuleKind::killer_cage: {
            int sum = 0;
            for (int value : v) sum += value;
            return differ() && (rule.numbers.empty() || sum == rule.numbers[0]);
        }
        case RuleKind::lunchbox: {
            const auto [low, high] = std::minmax_element(v.begin(), v.end());
            return differ() && std::accumulate(std::min(low, high) + 1, std::max(low, high), 0) ==
                                   rule.numbers[0];
        }
        case RuleKind::rellik_cage:
            for (unsigned group = 1; group < 1U << v.size(); ++group) {
                int sum = 0;
                for (std::size_t i = 0; i < v.size(); ++i)
                    if ((group >> i & 1U) != 0) sum += v[i];
                if (sum == rule.numbers[0]) return false;
            }
            return differ();
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
            std::size_t first = v.size(), last = v.size();
            for (std::size_t i = 0; i < v.size(); ++i)
                if (v[i] == first_digit || v[i] == top) (first == v.size() ? first : last) = i;
            int sum = 0;
            for (std::size_t i = first + 1; i < last; ++i) sum += v[i];
            return sum == rule.numbers[0];
        }
        case RuleKind::non_consecutive:
            for (std::size_t i = 0; i < filled.size(); ++i)
                for (std::size_t next : {i + 1, i + size}) {
                    if (next >= filled.size() || (next == i + 1 && next % size == 0)) continue;
                    if (!board.in_grid(Cell{i}) || !board.in_grid(Cell{next})) continue;
                    const auto a = filled[i]->index(), b = filled[next]->index();
                    if (a + 1 == b || b + 1 == a) return false;
                }
            return true;
        case RuleKind::slow_thermometer:
            return std::ranges::is_sorted(v);
        case RuleKind::greater:
            for (std::size_t i = 1; i < v.size(); ++i)
                if (v[i] >= v[i - 1]) return false;
            return true;
        case RuleKind::whisper:
            for (std::size_t i = 1; i < v.size(); ++i)
                if (std::abs(v[i] - v[i - 1]) < rule.numbers[0]) return false;
            return true;
        case RuleKind::same_difference:
            for (std::size_t i = 1; i < v.size(); ++i)
                if (std::abs(v[i] - v[i - 1]) != std::abs(v[1] - v[0])) return false;
            return true;
        case RuleKind::renban: {
            std::ranges::sort(v);
            for (std::size_t i = 1; i < v.size(); ++i)
                if (v[i] != v[i - 1] + 1) return false;
            return true;
        }
        case RuleKind::nabner: {
            std::ranges::sort(v);
            for (std::size_t i = 1; i < v.size(); ++i)
                if (v[i] < v[i - 1] + 2) return false;
            return true;
        }
        case RuleKind::palindrome:
            return std::equal(v.begin(), v.end(), v.rbegin());
        case RuleKind::zipper: {
            const bool odd = v.size() % 2 == 1;
            for (std::size_t i = 0; i < v.size() / 2; ++i)
                if (v[i] + v[v.size() - 1 - i] != (odd ? v[v.size() / 2] : v.front() + v.back()))
                    return false;
            return true;
        }
        case RuleKind::between:
        case RuleKind::lockout: {
            const int low = std::min(v.front(), v.back()), high = std::max(v.front(), v.back());
            const bool inside = rule.kind == RuleKind::between;
            if (!inside && high - low < rule.numbers[0]) return false;
            return std::all_of(v.begin() + 1, v.end() - 1, [=](int x) {
                return inside ? low < x && x < high : x < low || high < x;
            });
        }
        case RuleKind::double_arrow:
            return std::accumulate(v.begin() + 1, v.end() - 1, 0) == v.front() + v.back();
        case RuleKind::region_sum: {
            std::vector<int> sums;
            std::optional<std::size_t> before;
            for (std::size_t i = 0; i < v.size(); ++i) {
                const auto region = board.box_of(rule.cells[i]);
                if (!region) continue;
                if (before != region) sums.push_back(0);
                before = region;
                sums.back() += v[i];
            }
            return std::ranges::adjacent_find(sums, std::not_equal_to{}) == sums.end();
        }
        case RuleKind::equal_sums: {
            std::vector<int> sums;
            auto at = v.begin();
            for (const int length : rule.numbers) {
                sums.push_back(std::accumulate(at, at + length, 0));
                at += length;
            }
            return std::ranges::adjacent_find(sums, std::not_equal_to{}) == sums.end();
        }
        case RuleKind::sum_line: {
            int sum = 0;
            for (const int value : v) {
                sum += value;
                if (sum == rule.numbers[0]) sum = 0;
                if (sum > rule.numbers[0]) return false;
            }
            return sum == 0;
        }
        case RuleKind::entropic:
        case RuleKind::modular: {
            const bool thirds = rule.kind == RuleKind::entropic;
            const std::size_t window = thirds ? 3 : static_cast<std::size_t>(rule.numbers[0]);
            for (std::size_t i = 0; i < v.size(); ++i)
                for (std::size_t k = i + 1; k < std::min(v.size(), i + window); ++k)
                    if (thirds ? third(v[i] - first_digit + 1, top - first_digit + 1) ==
                                     third(v[k] - first_digit + 1, top - first_digit + 1)
                               : v[i] % rule.numbers[0] == v[k] % rule.numbers[0])
                        return false;
            return true;
        }
        case RuleKind::alternatives: {
            const rules::Alternatives choice = rules::unpack(rule);
            const auto holds = [&](const std::vector<Rule>& list) {
                return std::ranges::all_of(
                    list, [&](const Rule& one) { return kept(one, board, filled); });
            };
            return std::ranges::count_if(choice.lists, holds) >= choice.least;
        }
        case RuleKind::clone:
            return std::equal(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2),
                              v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2));
        case RuleKind::quadruple:
            return std::ranges::all_of(rule.numbers, [&](int digit) {
                return std::ranges::count(v, digit) >= std::ranges::count(rule.numbers, digit);
            });
        case RuleKind::counting_circles:
            return std::ranges::all_of(v, [&](int x) { return std::ranges::count(v, x) == x; });
        case RuleKind::count_distinct:
            return std::set<int>(v.begin() + 1, v.end()).size() == static_cast<std::size_t>(v[0]);
        case RuleKind::same_values: {
            const auto m = static_cast<std::ptrdiff_t>(rule.numbers[0]);
            for (auto part = v.begin(); part != v.end(); part += m) {
                std::sort(part, part + m);
                if (!std::equal(part, part + m, v.begin())) return false;
            }
            return true;
        }
        case RuleKind::digit_counts:
            for (std::size_t i = 0; i < rule.numbers.size(); i += 2)
                if (std::ranges::count(v, rule.numbers[i]) != rule.numbers[i + 1]) return false;
            return true;
        case RuleKind::odd:
            return std::ranges::all_of(v, [](int x) { return x % 2 == 1; });
        case RuleKind::even:
            return std::ranges::all_of(v, [](int x) { return x % 2 == 0; });
        case RuleKind::minimum:
            return std::all_of(v.begin() + 1, v.end(), [&](int x) { return v[0] < x; });
        case RuleKind::maximum:
            return std::all_of(v.begin() + 1, v.end(), [&](int x) { return v[0] > x; });
        case RuleKind::row_indexer:
        case RuleKind::column_indexer:
        case RuleKind::box_indexer:
            for (std::size_t i = 0; i < v.size(); ++i) {
                const Cell cell = rule.cells[i];
                std::vector<Cell> places;
                for (std::size_t k = 0; k < board.cell_count(); ++k) {
                    const Cell other{k};
                    if (!board.in_grid(other)) continue;
                    if (rule.kind == RuleKind::row_indexer
                            ? board.column_of(other) == board.column_of(cell)
                        : rule.kind == RuleKind::column_indexer
                            ? board.row_of(other) == board.row_of(cell)
                            : board.box_of(other) == board.box_of(cell))
                        places.push_back(other);
                }
                const auto own =
                    static_cast<std::size_t>(std::ranges::find(places, cell) - places.begin());
                if (v[i] < 0) continue;
                if (v[i] > static_cast<int>(places.size())) return false;
                const int there = value_at(places[static_cast<std::size_t>(v[i] - 1)].index());
                if (there >= 0 && there != static_cast<int>(own) + 1) return false;
            }
            return true;
        case RuleKind::difference:
            return std::abs(v[0] - v[1]) == rule.numbers[0];
        case RuleKind::ratio:
            return std::max(v[0], v[1]) == rule.numbers[0] * std::min(v[0], v[1]);
        case RuleKind::pair_sum:
            return v[0] + v[1] == rule.numbers[0];
        case RuleKind::little_killer:
            return std::accumulate(v.begin(), v.end(), 0) == rule.numbers[0];
        case RuleKind::x_sum:
            return v[0] <= static_cast<int>(v.size()) &&
                   std::accumulate(v.begin(), v.begin() + v[0], 0) == rule.numbers[0];
        case RuleKind::skyscraper: {
            int greatest = -1, seen = 0;
            for (const int value : v)
                if (value > greatest) {
                    greatest = value;
                    ++seen;
                }
            return seen == rule.numbers[0];
        }
        case RuleKind::numbered_room:
            return v[0] >= 1 && v[0] <= static_cast<int>(v.size()) &&
                   v[static_cast<std::size_t>(v[0] - 1)] == rule.numbers[0];
        case RuleKind::full_rank: {
            if (!std::ranges::all_of(filled, [](const auto& d) { return d.has_value(); }))
                return true;  // not yet
            std::vector<std::vector<int>> all;
            for (std::size_t k = 0; k < size; ++k) {
                std::vector<int> across, down;
                for (std::size_t i = 0; i < size; ++i) {
                    across.push_back(value_at(k * size + i));
                    down.push_back(value_at(i * size + k));
                }
                for (std::vector<int>& line : {std::ref(across), std::ref(down)}) {
                    all.push_back(line);
                    std::ranges::reverse(line);
                    all.push_back(line);
                }
            }
            std::ranges::sort(all);
            const auto [first, last] = std::equal_range(all.begin(), all.end(), v);
            return last - first == 1 && first - all.begin() + 1 == rule.numbers[0];
        }
        case RuleKind::no_difference:
        case RuleKind::no_ratio:
        case RuleKind::no_pair_sum:
            for (std::size_t i = 0; i < filled.size(); ++i)
                for (std::size_t next : {i + 1, i + size}) {
                    if (next >= filled.size() || (next == i + 1 && next % size == 0)) continue;
                    if (!board.in_grid(Cell{i}) || !board.in_grid(Cell{next})) continue;
                    bool excepted = false;
                    for (std::size_t k = 0; k < rule.cells.size(); k += 2)
                        excepted |= std::minmax(rule.cells[k], rule.cells[k + 1]) ==
                                    std::pair<const Cell&, const Cell&>(Cell{i}, Cell{next});
                    if (excepted) continue;
                    const int a = value_at(i), b = value_at(next);
                    if (a < 0 || b < 0) continue;
                    for (const int k : rule.numbers)
                        if (rule.kind == RuleKind::no_difference ? std::abs(a - b) == k
                            : rule.kind == RuleKind::no_ratio ? std::max(a, b) == k * std::min(a, b)
                                                              : a + b == k)
                            return false;
                }
            return true;
        case RuleKind::leaper:
            for (std::size_t i = 0; i < filled.size(); ++i)
                for (std::size_t k = 0; k < i; ++k) {
                    const auto away = [&](std::size_t x, std::size_t y) {
                        return static_cast<int>(x > y ? x - y : y - x);
                    };
                    const int down = away(i / size, k / size), across = away(i % size, k % size);
                    if (std::minmax(down, across) ==
                            std::minmax(rule.numbers[0], rule.numbers[1]) &&
                        filled[i] && filled[i] == filled[k] && board.in_grid(Cell{i}) &&
                        board.in_grid(Cell{k}))
                        return false;
                }
            return true;
        case RuleKind::global_entropy:
            for (std::size_t r = 0; r + 1 < board.rows(); ++r)
                for (std::size_t c = 0; c + 1 < board.columns(); ++c) {
                    std::set<int> met;
                    bool open = false;
                    for (const std::size_t at : {r * size + c, r * size + c + 1, (r + 1) * size + c,
                                                 (r + 1) * size + c + 1})
                        if (filled[at])
                            met.insert(
                                third(value_at(at) - first_digit + 1, top - first_digit + 1));
                        else
                            open = true;
                    if (!open && met.size() < 3) return false;
                }
            return true;
    }
    return false;
}

bool breaks_a_rule(const Puzzle& puzzle, const Partial& filled) {
    // Rules that look at cells which they do not name are held to what is filled.
    const auto is_ready = [&](const Rule& rule) {
        switch (rule.kind) {
            case RuleKind::row_indexer:
            case RuleKind::column_indexer:
            case RuleKind::box_indexer:
            case RuleKind::no_difference:
            case RuleKind::no_ratio:
            case RuleKind::no_pair_sum:
            case RuleKind::leaper:
            case RuleKind::global_entropy:
                return true;
            default:
                break;
        }
        if (rule.cells.empty())
            return std::ranges::all_of(filled, [](const auto& d) { return d.has_value(); });
        return std::ranges::all_of(rule.cells,
                                   [&](Cell c) { return filled[c.index()].has_value(); });
    };
    return std::ranges::any_of(puzzle.rules(), [&](const Rule& rule) {
        return is_ready(rule) && !kept(rule, puzzle.geometry(), filled);
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
