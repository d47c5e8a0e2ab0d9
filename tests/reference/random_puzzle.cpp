#include "tests/reference/random_puzzle.hpp"

#include <algorithm>
#include <utility>

#include "encode/board/notation.hpp"

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

std::vector<BoxShape> box_shapes(std::size_t size) {
    std::vector<BoxShape> shapes;
    for (std::size_t rows = 2; rows < size; ++rows)
        if (size % rows == 0) shapes.push_back({rows, size / rows});
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
    std::vector<Digit> digits;
    for (std::size_t d = 0; d < geometry.size(); ++d) digits.emplace_back(d);
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
    const auto shapes = box_shapes(spec.size);
    if (!one_in(random, 3) && !shapes.empty()) {
        spec.boxes = shapes[pick(random, shapes.size())];
        spec.windows = one_in(random, 8);
        spec.disjoint_groups = one_in(random, 8);
    } else if (!one_in(random, 3)) {
        spec.regions = random_regions(random, spec.size);
    }
    spec.main_diagonal = one_in(random, 5);
    spec.anti_diagonal = one_in(random, 5);
    for (std::size_t extras = one_in(random, 4) ? 1 + pick(random, 2) : 0; extras > 0; --extras) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < spec.size * spec.size; ++i) cells.emplace_back(i);
        random.shuffle(cells);
        cells.resize(one_in(random, 2) ? spec.size : 2 + pick(random, spec.size - 2));
        spec.extras.push_back({.name = {}, .cells = std::move(cells)});
    }
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
    const std::size_t n = geometry->size(), cells = geometry->cell_count();
    Puzzle puzzle{geometry};
    std::optional<Grid> grid;
    if (!one_in(random, 8)) grid = random_grid(random, *geometry);

    std::vector<Cell> order;
    for (std::size_t i = 0; i < cells; ++i) order.emplace_back(i);
    random.shuffle(order);
    std::size_t clues = one_in(random, 20) ? 0 : one_in(random, 20) ? cells : pick(random, cells);
    if (!grid) clues = std::min(clues, n);  // random clues: more would nearly always contradict
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
    return text;
}

}  // namespace clew::reference
