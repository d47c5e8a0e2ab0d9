#include "tests/reference/random_puzzle.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/input_error.hpp"
#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/rules/alternatives.hpp"
#include "core/rules/registry.hpp"

namespace clew::reference {
namespace {

bool one_in(Random& random, std::uint64_t n) { return random.below(n) == 0; }

std::size_t pick(Random& random, std::size_t bound) {
    return static_cast<std::size_t>(random.below(bound));
}

bool connected(const std::vector<std::size_t>& regions, std::size_t size, std::size_t region) {
    std::vector<std::size_t> stack;
    std::vector<bool> met(regions.size());
    for (std::size_t i = 0; i < regions.size() && stack.empty(); ++i)
        if (regions[i] == region) stack.push_back(i), met[i] = true;
    std::size_t seen = 0;
    while (!stack.empty()) {
        const std::size_t at = stack.back();
        stack.pop_back();
        ++seen;
        const auto visit = [&](std::size_t next) {
            if (!met[next] && regions[next] == region) met[next] = true, stack.push_back(next);
        };
        if (at % size > 0) visit(at - 1);
        if (at % size + 1 < size) visit(at + 1);
        if (at >= size) visit(at - size);
        if (at + size < regions.size()) visit(at + size);
    }
    return seen == size;
}

std::vector<BoxShape> box_shapes(std::size_t rows, std::size_t columns) {
    const std::size_t cells = std::max(rows, columns);
    std::vector<BoxShape> shapes;
    for (std::size_t high = 2; high < cells; ++high)
        if (cells % high == 0 && rows % high == 0 && columns % (cells / high) == 0)
            shapes.push_back({high, cells / high});
    return shapes;
}

bool fits(const Geometry& geometry, const std::vector<std::optional<Digit>>& filled, Cell cell,
          Digit digit) {
    return std::ranges::none_of(geometry.peers(cell),
                                [&](Cell peer) { return filled[peer.index()] == digit; });
}

bool fill(Random& random, const Geometry& geometry, std::vector<std::optional<Digit>>& filled,
          std::size_t at, std::size_t& steps) {
    if (at == filled.size()) return true;
    const DigitSet open = geometry.digits_of(Cell{at});
    std::vector<Digit> digits{open.begin(), open.end()};
    random.shuffle(digits);
    for (Digit digit : digits) {
        if (!fits(geometry, filled, Cell{at}, digit)) continue;
        if (steps == 0) return false;
        --steps;
        filled[at] = digit;
        if (fill(random, geometry, filled, at + 1, steps)) return true;
        filled[at].reset();
        if (steps == 0) return false;
    }
    return false;
}

}  // namespace

std::vector<std::size_t> random_regions(Random& random, std::size_t size) {
    std::vector<std::size_t> regions(size * size);
    for (std::size_t i = 0; i < regions.size(); ++i) regions[i] = i / size;
    for (std::size_t swap = 0; swap < 12 * size; ++swap) {
        const std::size_t a = pick(random, regions.size()), b = pick(random, regions.size());
        if (regions[a] == regions[b]) continue;
        std::swap(regions[a], regions[b]);
        if (!connected(regions, size, regions[a]) || !connected(regions, size, regions[b]))
            std::swap(regions[a], regions[b]);
    }
    return regions;
}

GeometryPtr random_geometry(Random& random, std::size_t max_side) {
    GeometrySpec spec{.size = 4 + pick(random, max_side - 3)};
    const bool whole = !one_in(random, 5);
    const std::size_t rows = whole ? spec.size : 3 + pick(random, spec.size - 2);
    const std::size_t columns = whole ? spec.size : 3 + pick(random, spec.size - 2);
    spec.rows = rows;
    spec.columns = columns;
    const auto shapes = box_shapes(rows, columns);
    if (!one_in(random, 3) && !shapes.empty()) {
        spec.boxes = shapes[pick(random, shapes.size())];
        spec.windows = whole && one_in(random, 8);
        spec.disjoint_groups = one_in(random, 8);
    } else if (whole && !one_in(random, 3)) {
        spec.regions = random_regions(random, spec.size);
    }
    spec.main_diagonal = rows == columns && one_in(random, 5);
    spec.anti_diagonal = rows == columns && one_in(random, 5);
    for (std::size_t extras = one_in(random, 4) ? 1 + pick(random, 2) : 0; extras > 0; --extras) {
        std::vector<Cell> cells;
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < columns; ++c) cells.emplace_back(r * spec.size + c);
        random.shuffle(cells);
        const std::size_t wanted = one_in(random, 2) ? spec.size : 2 + pick(random, spec.size - 2);
        cells.resize(std::min(wanted, cells.size()));
        spec.extras.push_back({.name = {}, .cells = std::move(cells)});
    }
    spec.anti_knight = one_in(random, 10);
    spec.anti_king = one_in(random, 10);
    spec.lines = !one_in(random, 12);
    if (one_in(random, 6)) spec.extra_cells = 1 + pick(random, 3);
    return Geometry::make(std::move(spec));
}

std::optional<Grid> random_grid(Random& random, const Geometry& geometry) {
    std::vector<std::optional<Digit>> filled(geometry.cell_count());
    std::size_t steps = 3000;
    if (!fill(random, geometry, filled, 0, steps)) return std::nullopt;
    std::vector<Digit> digits;
    for (const auto& digit : filled) digits.push_back(digit.value());
    return Grid{std::move(digits)};
}

Puzzle random_puzzle(Random& random, const GeometryPtr& geometry) {
    const std::size_t n = geometry->size(), cells = geometry->cells().size();
    Puzzle puzzle{geometry};
    std::optional<Grid> grid;
    if (!one_in(random, 8)) grid = random_grid(random, *geometry);

    std::vector<Cell> order{geometry->cells().begin(), geometry->cells().end()};
    random.shuffle(order);
    std::size_t clues = one_in(random, 20) ? 0 : one_in(random, 20) ? cells : pick(random, cells);
    if (!grid)
        clues = std::min({clues, n, cells});  // random clues: more would nearly always contradict
    for (std::size_t i = 0; i < clues; ++i)
        puzzle.set_given(order[i], grid ? (*grid)[order[i]] : Digit{pick(random, n)});
    if (grid && one_in(random, 12)) puzzle.set_given(order[0], Digit{pick(random, n)});

    if (one_in(random, 3)) {  // marks: usually with the grid's digit among them
        const std::uint64_t spare = 1 + random.below(4);
        for (Cell cell : order) {
            if (one_in(random, 3)) continue;
            DigitSet marks;
            for (std::size_t d = 0; d < n; ++d)
                if (one_in(random, spare)) marks.insert(Digit{d});
            if (grid && !one_in(random, 200)) marks.insert((*grid)[cell]);
            puzzle.set_marks(cell, marks);
        }
    }
    return puzzle;
}

Rule random_rule(Random& random, const Geometry& geometry, const std::optional<Grid>& grid) {
    // What holds for the whole board nearly always contradicts a grid that knows nothing of it.
    const bool for_all = one_in(random, 30);
    for (;;) {
        const auto kind = static_cast<RuleKind>(
            pick(random, static_cast<std::size_t>(RuleKind::connected_digits) + 1));
        if (is_whole_board(kind) == for_all) return random_rule(random, geometry, grid, kind);
    }
}

Rule random_rule(Random& random, const Geometry& geometry, const std::optional<Grid>& grid,
                 RuleKind kind) {
    const std::size_t n = geometry.size();
    const bool full_lines = geometry.is_whole_square() && geometry.spec().lines;
    std::vector<Cell> order{geometry.cells().begin(), geometry.cells().end()};
    random.shuffle(order);
    // Where there is no grid, any full assignment will do to take numbers from.
    std::vector<int> value;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        value.push_back(static_cast<int>(grid && !one_in(random, 300) ? (*grid)[Cell{i}].index()
                                                                      : pick(random, n)) +
                        1);
    const auto of = [&](Cell cell) { return value[cell.index()]; };
    const auto random_line = [&](std::size_t length) {
        std::vector<Cell> line{order[0]};
        while (line.size() < length) {
            const Cell next =
                one_in(random, 5) ? order[pick(random, length)] : order[pick(random, order.size())];
            if (next != line.back()) line.push_back(next);
        }
        return line;
    };
    Rule rule{.kind = kind};
    switch (kind) {
        case RuleKind::different:
        case RuleKind::killer_cage: {
            const std::size_t length = 1 + pick(random, std::min<std::size_t>(n, 6));
            DigitSet met;
            int sum = 0;
            for (Cell cell : order) {
                const Digit digit{of(cell) - 1};
                if (met.contains(digit) || rule.cells.size() == length) continue;
                met.insert(digit);
                rule.cells.push_back(cell);
                sum += of(cell);
            }
            const bool pair = rule.cells.size() > 1;
            if (kind == RuleKind::killer_cage && (!pair || !one_in(random, 5)))
                rule.numbers = {sum};
            if (kind == RuleKind::different && !pair) rule.cells = {order[0], order[1]};
            break;
        }
        case RuleKind::lunchbox:
        case RuleKind::rellik_cage: {
            rule = random_rule(random, geometry, grid, RuleKind::different);
            rule.kind = kind;
            if (n > 9 && rule.cells.size() > 3)
                rule.cells.resize(3);  // there are too many sets of digits
            std::vector<int> v;
            for (const Cell cell : rule.cells) v.push_back(of(cell));
            const auto [low, high] = std::minmax_element(v.begin(), v.end());
            if (kind == RuleKind::lunchbox)
                rule.numbers = {std::accumulate(std::min(low, high) + 1, std::max(low, high), 0)};
            else  // more than all of them, one of them, or what may or may not be a sum of some
                rule.numbers = {1 +
                                static_cast<int>(pick(random, std::min<std::size_t>(3 * n, 63)))};
            break;
        }
        case RuleKind::relation: {
            const bool every_pair = one_in(random, 3);
            rule.cells = every_pair ? std::vector<Cell>(order.begin(), order.begin() + 3)
                                    : random_line(2 + pick(random, 4));
            rule.numbers = {every_pair ? 1 : 0};
            const std::uint64_t rare = 1 + random.below(3);
            for (std::size_t a = 0; a < n; ++a) {
                DigitSet after;
                for (std::size_t b = 0; b < n; ++b)
                    if (one_in(random, rare)) after.insert(Digit{b});
                rule.numbers.push_back(static_cast<int>(after.bits()));
            }
            for (std::size_t i = 0; i < rule.cells.size(); ++i)
                for (std::size_t k = i + 1; k < rule.cells.size(); ++k)
                    if (every_pair || k == i + 1)
                        rule.numbers[static_cast<std::size_t>(of(rule.cells[i]))] |=
                            1 << (of(rule.cells[k]) - 1);
            break;
        }
        case RuleKind::sum: {
            rule.cells = random_line(1 + pick(random, 5));
            rule.numbers = {static_cast<int>(pick(random, 3)), 0};
            const int wide = one_in(random, 10) ? 40 : 2;
            for (Cell cell : rule.cells) {
                int weight = one_in(random, 2) ? 1 : 0;
                while (weight == 0)
                    weight =
                        static_cast<int>(pick(random, static_cast<std::size_t>(2 * wide))) - wide;
                rule.numbers.push_back(weight);
                rule.numbers[1] += weight * of(cell);
            }
            break;
        }
        case RuleKind::automaton: {
            rule.cells = random_line(1 + pick(random, 6));
            const std::size_t states = 1 + pick(random, 4);
            rule.numbers = {static_cast<int>(states)};
            for (std::size_t s = 0; s < states; ++s)
                rule.numbers.push_back(one_in(random, 2) ? 1 : 0);
            for (std::size_t i = 0; i < states * n; ++i)
                rule.numbers.push_back(static_cast<int>(pick(random, states + 2)) - 1);
            for (std::size_t i = 1 + states; i < rule.numbers.size(); ++i)
                if (rule.numbers[i] >= static_cast<int>(states)) rule.numbers[i] = -1;
            std::size_t state = 0;
            for (Cell cell : rule.cells) {
                int& next =
                    rule.numbers[1 + states + state * n + static_cast<std::size_t>(of(cell)) - 1];
                if (next < 0) next = static_cast<int>(pick(random, states));
                state = static_cast<std::size_t>(next);
            }
            rule.numbers[1 + state] = 1;
            break;
        }
        case RuleKind::connected: {  // of any cells: what is beside what is the rule's own
            const std::size_t columns = one_in(random, 6) ? 3 : 1 + pick(random, 2), rows = 2;
            rule.cells = {order.begin(),
                          order.begin() + static_cast<std::ptrdiff_t>(rows * columns)};
            int belong = 0, digits = 1 + static_cast<int>(pick(random, (1U << n) - 1));
            for (const Cell cell : rule.cells) belong += digits >> (of(cell) - 1) & 1;
            rule.numbers = {static_cast<int>(columns), one_in(random, 2) ? belong : 0, digits};
            break;
        }
        case RuleKind::connected_digits: {
            // Digits come in until their cells hang together.
            std::vector<int> digits;
            for (int d = 1; d <= static_cast<int>(n); ++d) digits.push_back(d);
            random.shuffle(digits);
            rule.numbers = {0};
            for (const int digit : digits) {
                rule.numbers.push_back(digit);
                std::vector<Digit> full;
                for (const int v : value) full.emplace_back(v - 1);
                const Grid as_is{std::move(full)};
                if (rules::make_primitive(rules::expanded(rule, geometry).front(), n)->check(as_is))
                    break;
            }
            if (one_in(random, 2))
                for (const Cell cell : geometry.cells())
                    rule.numbers[0] += geometry.in_grid(cell) &&
                                       std::find(rule.numbers.begin() + 1, rule.numbers.end(),
                                                 of(cell)) != rule.numbers.end();
            break;
        }
        case RuleKind::rank: {
            const std::size_t length = 1 + pick(random, 3);
            const std::size_t lines = length < 3 ? 2 + pick(random, 2) : 2;
            rule.cells = random_line(length * lines);
            // Now and then lines that cross, or begin with one cell.
            if (one_in(random, 4)) rule.cells.back() = rule.cells[pick(random, length)];
            if (one_in(random, 4)) rule.cells[length] = rule.cells[0];
            std::size_t smaller = 0;
            for (std::size_t at = length; at < rule.cells.size(); at += length)
                for (std::size_t i = 0; i < length; ++i) {
                    if (of(rule.cells[at + i]) == of(rule.cells[i])) continue;
                    smaller += of(rule.cells[at + i]) < of(rule.cells[i]) ? 1 : 0;
                    break;
                }
            rule.numbers = {static_cast<int>(length), static_cast<int>(smaller) + 1};
            break;
        }
        case RuleKind::full_rank: {
            if (!full_lines) return random_rule(random, geometry, grid, RuleKind::odd);
            const auto line = [&](std::size_t k) {
                const auto cells = geometry.cells_of(House{k / 2});
                std::vector<Cell> read{cells.begin(), cells.end()};
                if (k % 2 == 1) std::ranges::reverse(read);
                return read;
            };
            const auto digits = [&](const std::vector<Cell>& cells) {
                std::vector<int> read;
                for (const Cell cell : cells) read.push_back(of(cell));
                return read;
            };
            rule.cells = line(pick(random, 4 * n));
            rule.numbers = {1};
            for (std::size_t k = 0; k < 4 * n; ++k)
                if (digits(line(k)) < digits(rule.cells)) ++rule.numbers[0];
            break;
        }
        case RuleKind::thermometer: {
            const std::size_t length = 2 + pick(random, 3);
            for (Cell cell : order)
                if (rule.cells.size() < length &&
                    (rule.cells.empty() || of(cell) > of(rule.cells.back())))
                    rule.cells.push_back(cell);
            if (rule.cells.size() < 2) rule.cells = {order[1], order[0]};
            break;
        }
        case RuleKind::arrow: {
            // A shaft as it comes, and a circle that fits if there is one.
            const std::size_t circle = n <= 9 && one_in(random, 4) ? 2 : 1;
            rule.numbers = {static_cast<int>(circle)};
            const std::size_t length = 1 + pick(random, 3 * circle);
            std::vector<Cell> shaft = random_line(length);
            int sum = 0;
            for (Cell cell : shaft) sum += of(cell);
            rule.cells = {order[pick(random, order.size())]};
            for (Cell cell : order)
                if (circle == 1 && of(cell) == sum) rule.cells = {cell};
            if (circle == 2) {
                rule.cells = {order[2], order[3]};
                for (Cell tens : order)
                    for (Cell ones : order)
                        if (tens != ones && 10 * of(tens) + of(ones) == sum)
                            rule.cells = {tens, ones};
            }
            rule.cells.insert(rule.cells.end(), shaft.begin(), shaft.end());
            break;
        }
        case RuleKind::sandwich: {
            if (!full_lines) return random_rule(random, geometry, grid, RuleKind::even);
            const std::size_t line = pick(random, 2 * n);
            rule.cells = {geometry.cells_of(House{line}).begin(),
                          geometry.cells_of(House{line}).end()};
            if (one_in(random, 2)) std::ranges::reverse(rule.cells);
            int sum = 0, crusts = 0;
            for (Cell cell : rule.cells) {
                const bool crust = of(cell) == 1 || of(cell) == static_cast<int>(n);
                if (crust) ++crusts;
                if (!crust && crusts == 1) sum += of(cell);
            }
            // without a grid the line may hold a digit twice
            rule.numbers = {std::min(sum, static_cast<int>(n * (n - 1) / 2))};
            break;
        }
        case RuleKind::slow_thermometer:
        case RuleKind::greater:
            rule.cells = {order.begin(),
                          order.begin() + 2 + static_cast<std::ptrdiff_t>(pick(random, 3))};
            std::ranges::sort(rule.cells, [&](Cell a, Cell b) {
                return kind == RuleKind::greater ? of(a) > of(b) : of(a) < of(b);
            });
            break;
        case RuleKind::whisper: {
            rule.cells = random_line(2 + pick(random, 3));
            int least = static_cast<int>(n) - 1;
            for (std::size_t i = 1; i < rule.cells.size(); ++i)
                least = std::min(least, std::abs(of(rule.cells[i]) - of(rule.cells[i - 1])));
            rule.numbers = {std::max(1, least)};
            break;
        }
        case RuleKind::renban:
        case RuleKind::nabner:
            // From some digit on the next one, or one that is no neighbour.
            rule.cells = {order[0]};
            for (Cell cell : order) {
                const int step =
                    kind == RuleKind::renban ? 1 : 2 + static_cast<int>(pick(random, 2));
                if (of(cell) == of(rule.cells.back()) + step) rule.cells.push_back(cell);
            }
            if (rule.cells.size() < 2) rule.cells = {order[0], order[1]};
            random.shuffle(rule.cells);
            break;
        case RuleKind::same_difference:
            rule.cells = random_line(3);
            for (Cell cell : order)
                if (cell != rule.cells[1] && std::abs(of(cell) - of(rule.cells[1])) ==
                                                 std::abs(of(rule.cells[0]) - of(rule.cells[1])))
                    rule.cells[2] = cell;
            break;
        case RuleKind::palindrome:
        case RuleKind::clone: {
            const std::size_t half = 1 + pick(random, 3);
            for (std::size_t i = 0; i < half; ++i) rule.cells.push_back(order[i]);
            std::vector<Cell> same;
            for (std::size_t i = 0; i < half; ++i) {
                same.push_back(order[half + i]);
                for (Cell cell : order)
                    if (cell != order[i] && of(cell) == of(order[i])) same.back() = cell;
            }
            if (kind == RuleKind::palindrome) {
                if (one_in(random, 2)) rule.cells.push_back(order.back());
                std::ranges::reverse(same);
            }
            rule.cells.insert(rule.cells.end(), same.begin(), same.end());
            break;
        }
        case RuleKind::zipper:
        case RuleKind::double_arrow: {
            // Three or four cells whose sums fit, if they are soon found.
            for (int tries = 0; tries < 60; ++tries) {
                rule.cells = random_line(3 + pick(random, 2));
                const auto at = [&](std::size_t i) { return of(rule.cells[i]); };
                const std::size_t last = rule.cells.size() - 1;
                int inner = 0;
                for (std::size_t i = 1; i < last; ++i) inner += at(i);
                if (at(0) + at(last) == inner) break;
            }
            break;
        }
        case RuleKind::between:
        case RuleKind::lockout: {
            rule.cells = {order[0], order[1]};
            const int low = std::min(of(order[0]), of(order[1]));
            const int high = std::max(of(order[0]), of(order[1]));
            if (kind == RuleKind::lockout) rule.numbers = {std::max(1, high - low)};
            const std::size_t length = 1 + pick(random, 3);
            std::vector<Cell> inner;
            for (Cell cell : order) {
                const bool inside = low < of(cell) && of(cell) < high;
                const bool outside = of(cell) < low || of(cell) > high;
                if (inner.size() < length && (kind == RuleKind::between ? inside : outside))
                    inner.push_back(cell);
            }
            if (inner.empty()) inner.push_back(order[2]);
            rule.cells.insert(rule.cells.begin() + 1, inner.begin(), inner.end());
            break;
        }
        case RuleKind::region_sum: {
            if (!geometry.box_of(Cell{0})) {  // there is nothing to say then: two equal sums
                rule.kind = RuleKind::equal_sums;
                rule.cells = {order[0], order[1]};
                rule.numbers = {1, 1};
                break;
            }
            std::erase_if(order, [&](Cell cell) { return !geometry.in_grid(cell); });
            for (int tries = 0; tries < 60; ++tries) {
                rule.cells = random_line(2 + pick(random, 3));
                std::map<std::size_t, int> sums;
                for (Cell cell : rule.cells) sums[*geometry.box_of(cell)] += of(cell);
                bool equal = sums.size() > 1;
                for (const auto& [box, sum] : sums) equal &= sum == sums.begin()->second;
                if (equal) break;
            }
            std::size_t other = 0;
            while (geometry.box_of(order[other]) == geometry.box_of(rule.cells[0])) ++other;
            if (std::ranges::all_of(rule.cells, [&](Cell c) {
                    return geometry.box_of(c) == geometry.box_of(rule.cells[0]);
                }))
                rule.cells.push_back(order[other]);
            break;
        }
        case RuleKind::equal_sums:
            for (int tries = 0; tries < 60; ++tries) {
                rule.cells = random_line(2 + pick(random, 3));
                rule.numbers = {1, static_cast<int>(rule.cells.size()) - 1};
                int rest = 0;
                for (std::size_t i = 1; i < rule.cells.size(); ++i) rest += of(rule.cells[i]);
                if (rest == of(rule.cells[0])) break;
            }
            break;
        case RuleKind::sum_line: {
            rule.cells = random_line(1 + pick(random, 4));
            int sum = 0;
            for (Cell cell : rule.cells) sum += of(cell);
            rule.numbers = {sum};
            for (Cell cell : order)
                if (of(cell) == sum && one_in(random, 2)) rule.cells.push_back(cell);
            break;
        }
        case RuleKind::entropic:
        case RuleKind::modular: {
            // Cells that must differ come once among as many as that.
            const std::size_t window = kind == RuleKind::entropic ? 3 : 2 + pick(random, n - 1);
            if (kind == RuleKind::modular) rule.numbers = {static_cast<int>(window)};
            for (Cell cell : random_line(2 + pick(random, 3))) {
                const std::size_t near = std::min(window - 1, rule.cells.size());
                if (std::find(rule.cells.end() - static_cast<std::ptrdiff_t>(near),
                              rule.cells.end(), cell) == rule.cells.end())
                    rule.cells.push_back(cell);
            }
            if (rule.cells.size() < 2) rule.cells = {order[0], order[1]};
            break;
        }
        case RuleKind::quadruple: {
            const std::size_t many = 2 + pick(random, 3);
            rule.cells.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(many));
            for (std::size_t i = 0; i < many; ++i)
                if (i == 0 || one_in(random, 2)) rule.numbers.push_back(of(rule.cells[i]));
            break;
        }
        case RuleKind::counting_circles: {
            // Every cell with one of a few digits, as often as it says.
            std::vector<int> digits;
            for (int d = 1; d <= static_cast<int>(std::min<std::size_t>(n, 4)); ++d)
                if (one_in(random, 2)) digits.push_back(d);
            for (const int d : digits) {
                int left = d;
                for (Cell cell : order)
                    if (of(cell) == d && left-- > 0) rule.cells.push_back(cell);
            }
            if (rule.cells.empty()) rule.cells = {order[0]};
            break;
        }
        case RuleKind::count_distinct: {
            if (n > 9) return random_rule(random, geometry, grid, RuleKind::odd);
            const std::vector<Cell> others = random_line(2 + pick(random, 3));
            DigitSet met;
            for (Cell cell : others) met.insert(Digit{of(cell) - 1});
            rule.cells = {order.back()};
            for (Cell cell : order)
                if (of(cell) == static_cast<int>(met.size())) rule.cells = {cell};
            rule.cells.insert(rule.cells.end(), others.begin(), others.end());
            break;
        }
        case RuleKind::same_values: {
            // A part, and for each of its cells another with the same digit, if there is one.
            const std::size_t m = 1 + pick(random, 3);
            rule.numbers = {static_cast<int>(m)};
            rule.cells.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(m));
            std::vector<Cell> others;
            for (std::size_t i = 0; i < m; ++i) {
                Cell same = order[m + i];
                for (Cell cell : order)
                    if (of(cell) == of(order[i]) &&
                        std::ranges::find(rule.cells, cell) == rule.cells.end() &&
                        std::ranges::find(others, cell) == others.end())
                        same = cell;
                others.push_back(same);
            }
            random.shuffle(others);
            rule.cells.insert(rule.cells.end(), others.begin(), others.end());
            break;
        }
        case RuleKind::digit_counts: {
            rule.cells = {order.begin(),
                          order.begin() + 2 + static_cast<std::ptrdiff_t>(pick(random, 4))};
            for (int d = 1; d <= static_cast<int>(n); ++d)
                if (one_in(random, 2) || d == of(order[0]))
                    rule.numbers.insert(
                        rule.numbers.end(),
                        {d, static_cast<int>(std::ranges::count_if(
                                rule.cells, [&](Cell cell) { return of(cell) == d; }))});
            break;
        }
        case RuleKind::odd:
        case RuleKind::even:
            for (Cell cell : order)
                if ((of(cell) % 2 == 1) == (kind == RuleKind::odd) && rule.cells.size() < 2)
                    rule.cells.push_back(cell);
            if (rule.cells.empty()) rule.cells = {order[0]};
            break;
        case RuleKind::minimum:
        case RuleKind::maximum:
            rule.cells = {order[0]};
            for (Cell cell : order)
                if (rule.cells.size() < 4 &&
                    (kind == RuleKind::minimum ? of(cell) > of(order[0]) : of(cell) < of(order[0])))
                    rule.cells.push_back(cell);
            if (rule.cells.size() < 2) rule.cells.push_back(order[1]);
            break;
        case RuleKind::row_indexer:
        case RuleKind::column_indexer:
        case RuleKind::box_indexer:
            if (kind == RuleKind::box_indexer && !geometry.box_of(Cell{0}))
                rule.kind = RuleKind::row_indexer;
            std::erase_if(order, [&](Cell cell) { return !geometry.in_grid(cell); });
            rule.cells = {order[0]};
            // In every grid some cell of a line points at itself: its own number.
            for (Cell cell : order)
                if (rule.kind != RuleKind::box_indexer &&
                    of(cell) == static_cast<int>(rule.kind == RuleKind::row_indexer
                                                     ? geometry.row_of(cell)
                                                     : geometry.column_of(cell)) +
                                    1)
                    rule.cells = {cell};
            break;
        case RuleKind::difference:
            rule.cells = random_line(2);
            rule.numbers = {std::abs(of(rule.cells[0]) - of(rule.cells[1]))};
            break;
        case RuleKind::ratio:
            rule.cells = random_line(2);
            rule.numbers = {2};
            for (Cell cell : order) {
                const int a = of(rule.cells[0]), b = of(cell);
                if (std::max(a, b) % std::min(a, b) != 0) continue;
                if (cell != rule.cells[0]) rule.cells[1] = cell;
                if (cell != rule.cells[0]) rule.numbers = {std::max(a, b) / std::min(a, b)};
            }
            break;
        case RuleKind::pair_sum:
            rule.cells = random_line(2);
            rule.numbers = {of(rule.cells[0]) + of(rule.cells[1])};
            break;
        case RuleKind::little_killer:
        case RuleKind::x_sum:
        case RuleKind::skyscraper:
        case RuleKind::numbered_room: {
            const std::size_t line = pick(random, geometry.rows() + geometry.columns());
            for (const Cell cell : geometry.cells())
                if (geometry.in_grid(cell) &&
                    (line < geometry.rows() ? geometry.row_of(cell) == line
                                            : geometry.column_of(cell) == line - geometry.rows()))
                    rule.cells.push_back(cell);
            if (one_in(random, 2)) std::ranges::reverse(rule.cells);
            const std::size_t x = static_cast<std::size_t>(of(rule.cells[0]));
            int sum = 0, seen = 0, greatest = 0;
            if (kind == RuleKind::little_killer)
                rule.cells.resize(2 + pick(random, rule.cells.size() - 1));
            for (std::size_t i = 0; i < rule.cells.size(); ++i) {
                if (i < x || kind == RuleKind::little_killer) sum += of(rule.cells[i]);
                if (of(rule.cells[i]) > greatest) ++seen;
                greatest = std::max(greatest, of(rule.cells[i]));
            }
            rule.numbers = {kind == RuleKind::skyscraper ? seen
                            : kind == RuleKind::numbered_room
                                ? of(rule.cells[std::min(x, rule.cells.size()) - 1])
                                : sum};
            if (kind == RuleKind::x_sum)  // without a grid the line may hold a digit twice
                rule.numbers = {std::min(sum, static_cast<int>(n * (n + 1) / 2))};
            break;
        }
        case RuleKind::alternatives: {
            // One list that the grid mostly keeps, the others as they come.
            // On large boards only kinds whose automata stay small.
            constexpr RuleKind kinds[] = {RuleKind::thermometer, RuleKind::difference,
                                          RuleKind::odd,         RuleKind::sum,
                                          RuleKind::relation,    RuleKind::automaton,
                                          RuleKind::killer_cage, RuleKind::whisper,
                                          RuleKind::different,   RuleKind::between};
            const std::size_t among = n > 9 ? 3 : std::size(kinds);
            for (;;) {
                rules::Alternatives choice{.lists =
                                               std::vector<std::vector<Rule>>(1 + pick(random, 3))};
                for (std::vector<Rule>& list : choice.lists)
                    for (std::size_t i = pick(random, 2); i < 2; ++i)
                        list.push_back(random_rule(
                            random, geometry, &list == choice.lists.data() ? grid : std::nullopt,
                            kinds[pick(random, among)]));
                if (choice.lists.size() > 1 && one_in(random, 4)) choice.least = 2;
                Rule packed = rules::pack(choice);
                try {
                    rules::check_rule(packed, geometry);
                    return packed;
                } catch (const InputError&) {  // too large together
                }
            }
        }
        case RuleKind::no_difference:
        case RuleKind::no_ratio:
        case RuleKind::no_pair_sum: {
            rule.numbers = {2 + static_cast<int>(pick(random, n - 2))};
            // With the grid every pair that breaks it is excepted, but perhaps one.
            for (const Cell cell : geometry.cells())
                for (const Cell other : sides_of(geometry, cell)) {
                    const std::size_t i = cell.index(), next = other.index();
                    if (next < i) continue;
                    const int a = value[i], b = value[next], k = rule.numbers[0];
                    const bool breaks = kind == RuleKind::no_difference ? std::abs(a - b) == k
                                        : kind == RuleKind::no_ratio
                                            ? std::max(a, b) == k * std::min(a, b)
                                            : a + b == k;
                    if (breaks && !one_in(random, 40))
                        rule.cells.insert(rule.cells.end(), {Cell{i}, Cell{next}});
                }
            break;
        }
        case RuleKind::leaper:
            rule.numbers = {static_cast<int>(pick(random, n)),
                            1 + static_cast<int>(pick(random, n - 1))};
            break;
        case RuleKind::global_entropy:
        case RuleKind::non_consecutive:
            break;
    }
    return rule;
}

Rule random_rule_among(Random& random, const Geometry& geometry, const std::optional<Grid>& grid,
                       std::span<const RuleKind> kinds) {
    // The last one, for the whole board, is rare.
    const std::size_t last = one_in(random, 30) ? kinds.size() : kinds.size() - 1;
    return random_rule(random, geometry, grid, kinds[pick(random, last)]);
}

Puzzle random_ruled(Random& random, const GeometryPtr& board, std::size_t clues, std::size_t rules,
                    std::optional<RuleKind> kind, std::span<const RuleKind> among) {
    Puzzle puzzle{board};
    const auto grid = random_grid(random, *board);
    std::vector<Cell> order{board->cells().begin(), board->cells().end()};
    random.shuffle(order);
    for (std::size_t i = 0; i < std::min(clues, order.size()) && grid; ++i)
        puzzle.set_given(order[i], (*grid)[order[i]]);
    for (std::size_t r = 0; r < rules; ++r)
        puzzle.add_rule(kind && r == 0  ? random_rule(random, *board, grid, *kind)
                        : among.empty() ? random_rule(random, *board, grid)
                                        : random_rule_among(random, *board, grid, among));
    return puzzle;
}

std::string describe(const Puzzle& puzzle) {
    const Geometry& geometry = puzzle.geometry();
    std::string text = geometry.description() + " " + to_line(puzzle);
    if (!geometry.spec().regions.empty()) {
        text += " regions ";
        for (std::size_t region : geometry.spec().regions) text += digit_symbol(Digit{region});
    }
    for (const ExtraHouse& extra : geometry.spec().extras) {
        text += " extra";
        for (Cell cell : extra.cells) text += " " + to_string(cell, geometry.size());
    }
    if (puzzle.has_marks()) {
        text += " marks";
        for (std::size_t i = 0; i < geometry.cell_count(); ++i)
            text += " " + to_string(puzzle.marks(Cell{i}));
    }
    for (const Rule& rule : puzzle.rules()) {
        text += std::string(" rule ") + to_string(rule.kind);
        for (int number : rule.numbers) text += " " + std::to_string(number);
        text += ":";
        for (Cell cell : rule.cells) text += " " + to_string(cell, geometry.size());
    }
    return text;
}

}  // namespace clew::reference
