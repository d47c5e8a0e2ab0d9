// A geometry is built once from its spec: the houses in their fixed order, then the tables that the
// engines read (houses of a cell, peers of a cell, the "sees" matrix). Nothing is computed later.

#include "core/board/geometry.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"
#include "core/base/text.hpp"
#include "core/board/house_role.hpp"
#include "core/board/notation.hpp"

namespace clew::inline board {
namespace {

constexpr std::size_t min_size = 4;

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
    throw InputError({}, what, hint);
}

std::string by(std::size_t rows, std::size_t columns) {
    return std::to_string(rows) + "x" + std::to_string(columns);
}

void check_size(const GeometrySpec& spec) {
    if (spec.size < min_size || spec.size > max_size)
        refuse("a board of side " + std::to_string(spec.size) + " is not supported",
               "a side from 4 to 25");
    if (spec.first_digit != 0 && spec.first_digit != 1)
        refuse("digits from " + std::to_string(spec.first_digit) + " on", "from 0 or 1 on");
    if (spec.rows > spec.size || spec.columns > spec.size)
        refuse("a board of " + by(spec.rows, spec.columns) + " with " + std::to_string(spec.size) +
                   " digits",
               "as many digits as rows and as columns, or more");
    if (spec.extra_cells > max_cells - spec.size * spec.size)
        refuse(std::to_string(spec.extra_cells) + " extra cells on a board of side " +
                   std::to_string(spec.size),
               "up to " + std::to_string(max_cells - spec.size * spec.size));
    if (spec.rows == 0) return;
    for (const BoardVariant& variant : board_variants())
        if (spec.*variant.flag && variant.role == HouseRole::window)
            refuse("windows on a board of " + by(spec.rows, spec.columns) + " with " +
                       std::to_string(spec.size) + " digits",
                   "as many rows and columns as digits");
    if ((spec.main_diagonal || spec.anti_diagonal) && spec.rows != spec.columns)
        refuse("diagonals on a board of " + by(spec.rows, spec.columns), "as many rows as columns");
}

std::size_t rows_of(const GeometrySpec& spec) { return spec.rows == 0 ? spec.size : spec.rows; }
std::size_t columns_of(const GeometrySpec& spec) {
    return spec.columns == 0 ? spec.size : spec.columns;
}
/// How many cells a box or a region has, and how many of them there are.
std::size_t longer_side(const GeometrySpec& spec) {
    return std::max(rows_of(spec), columns_of(spec));
}
std::size_t box_count(const GeometrySpec& spec) {
    return std::min(rows_of(spec), columns_of(spec));
}
bool is_outside(const GeometrySpec& spec, std::size_t cell) {
    return cell / spec.size >= rows_of(spec) || cell % spec.size >= columns_of(spec);
}

void check_boxes(const GeometrySpec& spec) {
    if (!spec.boxes) {
        for (const BoardVariant& variant : board_variants())
            if (spec.*variant.flag && variant.needs_boxes)
                refuse(std::string(variant.title) + " on a board without rectangular boxes",
                       "a box shape such as 3x3");
        return;
    }
    const auto [high, wide] = *spec.boxes;
    if (high == 0 || wide == 0 || high * wide != longer_side(spec) || rows_of(spec) % high != 0 ||
        columns_of(spec) % wide != 0)
        refuse("boxes of " + by(high, wide) + " do not tile a board of " +
                   (spec.rows == 0 ? "side " + std::to_string(spec.size)
                                   : by(spec.rows, spec.columns)),
               "rows times columns of a box equal to the " +
                   std::string(spec.rows == 0 ? "side" : "longer side"));
    if (!spec.regions.empty())
        refuse("a board has either boxes or regions, not both", "one of the two");
}

void check_regions(const GeometrySpec& spec) {
    if (spec.regions.empty()) return;
    const std::size_t cells = spec.size * spec.size;
    if (spec.regions.size() != cells)
        refuse(std::to_string(spec.regions.size()) + " region marks for " + std::to_string(cells) +
                   " cells",
               "one region mark a cell");
    std::vector<std::size_t> members(box_count(spec), 0);
    for (std::size_t i = 0; i < cells; ++i) {
        if (is_outside(spec, i)) continue;
        const std::size_t region = spec.regions[i];
        if (region >= members.size())
            refuse("region number " + std::to_string(region + 1) + " is too large",
                   "as many regions as the side of the board, " + std::to_string(members.size()));
        ++members[region];
    }
    for (std::size_t r = 0; r < members.size(); ++r)
        if (members[r] != longer_side(spec))
            refuse(
                "region " + std::to_string(r + 1) + " has " + std::to_string(members[r]) + " cells",
                std::to_string(longer_side(spec)) + " cells in each region");
}

void check_extras(const GeometrySpec& spec) {
    for (const ExtraHouse& extra : spec.extras) {
        const std::string name = extra.name.empty() ? "an extra house" : "'" + extra.name + "'";
        if (extra.cells.size() < 2 || extra.cells.size() > spec.size)
            refuse(name + " has " + std::to_string(extra.cells.size()) + " cells",
                   "2 to " + std::to_string(spec.size) + " cells");
        std::set<Cell> seen;
        for (Cell cell : extra.cells) {
            if (cell.index() >= spec.size * spec.size + spec.extra_cells ||
                (cell.index() < spec.size * spec.size && is_outside(spec, cell.index())))
                refuse(name + " has a cell outside the board", "cells of the board");
            if (!seen.insert(cell).second)
                refuse(name + " names " + to_string(cell, spec.size) + " twice", "each cell once");
        }
    }
}

// ---- variants

Cell cell_at(const GeometrySpec& spec, std::size_t row, std::size_t column) {
    return Cell{row * spec.size + column};
}

// Generalised from 9x9 "hyper sudoku": box-shaped windows that start one row and one column inside
// the board and stand one cell apart, as many as fit: 2x2 windows of 3x3 on 9x9, 3x3 of 4x4 on
// 16x16.
std::vector<ExtraHouse> windows(const GeometrySpec& spec) {
    const auto [box_rows, box_columns] = *spec.boxes;
    std::vector<ExtraHouse> houses;
    for (std::size_t top = 1; top + box_rows < spec.size; top += box_rows + 1)
        for (std::size_t left = 1; left + box_columns < spec.size; left += box_columns + 1) {
            std::vector<Cell>& cells = houses.emplace_back().cells;
            for (std::size_t r = 0; r < box_rows; ++r)
                for (std::size_t c = 0; c < box_columns; ++c)
                    cells.push_back(cell_at(spec, top + r, left + c));
        }
    return houses;
}

std::vector<ExtraHouse> disjoint_groups(const GeometrySpec& spec) {
    const auto [box_rows, box_columns] = *spec.boxes;
    std::vector<ExtraHouse> houses;
    for (std::size_t r = 0; r < box_rows; ++r)
        for (std::size_t c = 0; c < box_columns; ++c) {
            std::vector<Cell>& cells = houses.emplace_back().cells;
            for (std::size_t top = r; top < rows_of(spec); top += box_rows)
                for (std::size_t left = c; left < columns_of(spec); left += box_columns)
                    cells.push_back(cell_at(spec, top, left));
        }
    return houses;
}

// Every two cells that are so far apart. Those that are in one house anyway are not left out: the
// pairs are then the same whatever the boxes.
void add_pairs(std::vector<ExtraHouse>& pairs, const GeometrySpec& spec, const char* name,
               std::size_t down, std::ptrdiff_t across) {
    const auto n = static_cast<std::ptrdiff_t>(columns_of(spec));
    for (std::size_t r = 0; r + down < rows_of(spec); ++r)
        for (std::ptrdiff_t c = 0; c < n; ++c) {
            if (c + across < 0 || c + across >= n) continue;
            const Cell a = cell_at(spec, r, static_cast<std::size_t>(c));
            const Cell b = cell_at(spec, r + down, static_cast<std::size_t>(c + across));
            pairs.push_back(
                {std::string(name) + " " + to_string(a, spec.size) + " " + to_string(b, spec.size),
                 {a, b}});
        }
}

std::vector<ExtraHouse> knight_pairs(const GeometrySpec& spec) {
    std::vector<ExtraHouse> pairs;
    for (const std::ptrdiff_t across : {-2, 2}) add_pairs(pairs, spec, "knight", 1, across);
    for (const std::ptrdiff_t across : {-1, 1}) add_pairs(pairs, spec, "knight", 2, across);
    return pairs;
}

std::vector<ExtraHouse> king_pairs(const GeometrySpec& spec) {
    std::vector<ExtraHouse> pairs;
    for (const std::ptrdiff_t across : {-1, 1}) add_pairs(pairs, spec, "king", 1, across);
    return pairs;
}

}  // namespace

std::span<const BoardVariant> board_variants() {
    static constexpr BoardVariant table[] = {
        {"windows", "windows", "each digit once in the windows too", &GeometrySpec::windows,
         HouseRole::window, true, true, windows},
        {"disjoint_groups", "disjoint groups", "cells at the same place of two boxes differ",
         &GeometrySpec::disjoint_groups, HouseRole::disjoint_group, true, false, disjoint_groups},
        {"anti_knight", "anti-knight", "cells a knight's move apart differ",
         &GeometrySpec::anti_knight, HouseRole::knight, false, false, knight_pairs},
        {"anti_king", "anti-king", "cells that touch at a corner differ", &GeometrySpec::anti_king,
         HouseRole::king, false, false, king_pairs},
    };
    return table;
}

std::string BoardVariant::option() const {
    std::string name{key};
    std::ranges::replace(name, '_', '-');
    return name;
}

const char* to_string(HouseRole role) {
    static constexpr std::array names{
        "row", "column", "box", "diagonal", "window", "disjoint group", "knight", "king", "extra"};
    static_assert(names.size() == static_cast<std::size_t>(HouseRole::extra) + 1);
    return names[static_cast<std::size_t>(role)];
}

GeometryPtr Geometry::make(GeometrySpec spec) {
    if (spec.rows == 0) spec.rows = spec.size;
    if (spec.columns == 0) spec.columns = spec.size;
    if (spec.rows == spec.size && spec.columns == spec.size) spec.rows = spec.columns = 0;
    check_size(spec);
    check_boxes(spec);
    check_regions(spec);
    check_extras(spec);
    for (std::size_t i = 0; i < spec.regions.size(); ++i)
        if (is_outside(spec, i)) spec.regions[i] = 0;
    return GeometryPtr(new Geometry(std::move(spec)));
}

GeometryPtr Geometry::classic() {
    static const GeometryPtr plain = make({.size = 9, .boxes = BoxShape{3, 3}});
    return plain;
}

GeometryPtr Geometry::standard(std::size_t size) {
    if (size == 9) return classic();
    return make({.size = size, .boxes = usual_boxes(size, size)});
}

std::optional<BoxShape> Geometry::usual_boxes(std::size_t rows, std::size_t columns) {
    return usual_boxes(rows, columns, std::max(rows, columns));
}

std::optional<BoxShape> Geometry::usual_boxes(std::size_t rows, std::size_t columns,
                                              std::size_t cells) {
    const auto tile = [&](BoxShape box) {
        return rows % box.rows == 0 && columns % box.columns == 0;
    };
    std::optional<BoxShape> usual;
    for (std::size_t high = 2; high * high <= cells; ++high) {
        if (cells % high != 0) continue;
        if (tile({high, cells / high}))
            usual = BoxShape{high, cells / high};
        else if (tile({cells / high, high}))
            usual = BoxShape{cells / high, high};
    }
    return usual;
}

Geometry::Geometry(GeometrySpec spec) : spec_(std::move(spec)) {
    for (std::size_t i = 0; i < cell_count(); ++i)
        if (on_board(Cell{i})) cells_.emplace_back(i);
    for (std::size_t r = 0; spec_.lines && r < rows(); ++r) {
        std::vector<Cell> cells;
        for (std::size_t c = 0; c < columns(); ++c) cells.push_back(cell(r, c));
        add(HouseRole::row, std::move(cells));
    }
    for (std::size_t c = 0; spec_.lines && c < columns(); ++c) {
        std::vector<Cell> cells;
        for (std::size_t r = 0; r < rows(); ++r) cells.push_back(cell(r, c));
        add(HouseRole::column, std::move(cells));
    }

    if (spec_.boxes) {
        const std::size_t per_row = columns() / spec_.boxes->columns;
        for (std::size_t i = 0; i < size() * size(); ++i)
            box_of_.push_back(row_of(Cell{i}) / spec_.boxes->rows * per_row +
                              column_of(Cell{i}) / spec_.boxes->columns);
    } else {
        box_of_ = spec_.regions;
    }
    if (!box_of_.empty()) {
        std::vector<std::vector<Cell>> boxes(box_count(spec_));
        for (Cell cell : cells_)
            if (in_grid(cell)) boxes[box_of_[cell.index()]].push_back(cell);
        for (auto& cells : boxes) add(HouseRole::box, std::move(cells));
    }

    std::vector<Cell> main, anti;
    for (std::size_t i = 0; i < box_count(spec_); ++i) {
        main.push_back(cell(i, i));
        anti.push_back(cell(i, rows() - 1 - i));
    }
    if (spec_.main_diagonal) add(HouseRole::diagonal, std::move(main), "main diagonal");
    if (spec_.anti_diagonal) add(HouseRole::diagonal, std::move(anti), "anti-diagonal");

    for (const BoardVariant& variant : board_variants()) {
        if (!(spec_.*variant.flag)) continue;
        for (ExtraHouse& house : variant.houses(spec_))
            add(variant.role, std::move(house.cells), std::move(house.name));
    }
    for (const ExtraHouse& extra : spec_.extras) add(HouseRole::extra, extra.cells, extra.name);

    index_cells();
    classic_ = spec_ == GeometrySpec{.size = 9, .boxes = BoxShape{3, 3}};
}

void Geometry::add(HouseRole role, std::vector<Cell> cells, std::string name) {
    HouseInfo info;
    info.kind = cells.size() == size() ? ConstraintKind::house : ConstraintKind::different;
    info.role = role;
    info.number = static_cast<std::size_t>(
        std::ranges::count_if(houses_, [role](const HouseInfo& h) { return h.role == role; }));
    info.name = std::move(name);
    info.name = quotable(info.name);
    if (info.name.empty()) {
        const bool jigsaw = role == HouseRole::box && !spec_.boxes;
        info.name = std::string(jigsaw ? "region" : to_string(role)) + " " +
                    std::to_string(info.number + 1);
    }
    std::ranges::sort(cells);
    info.cells = std::move(cells);
    houses_.push_back(std::move(info));
}

void Geometry::index_cells() {
    const std::size_t cells = cell_count();
    sees_.assign(cells * cells, false);
    std::vector<std::vector<House>> houses_of_cell(cells);
    for (std::size_t h = 0; h < houses_.size(); ++h)
        for (Cell a : houses_[h].cells) {
            houses_of_cell[a.index()].push_back(House{h});
            for (Cell b : houses_[h].cells)
                if (a != b) sees_[a.index() * cells + b.index()] = true;
        }
    house_start_.push_back(0);
    peer_start_.push_back(0);
    for (std::size_t i = 0; i < cells; ++i) {
        house_list_.insert(house_list_.end(), houses_of_cell[i].begin(), houses_of_cell[i].end());
        house_start_.push_back(house_list_.size());
        for (std::size_t j = 0; j < cells; ++j)
            if (sees_[i * cells + j]) peer_list_.push_back(Cell{j});
        peer_start_.push_back(peer_list_.size());
    }
}

std::span<const House> Geometry::houses_of(Cell cell) const {
    const std::size_t i = cell.index();
    return std::span(house_list_).subspan(house_start_[i], house_start_[i + 1] - house_start_[i]);
}

std::span<const Cell> Geometry::peers(Cell cell) const {
    const std::size_t i = cell.index();
    return std::span(peer_list_).subspan(peer_start_[i], peer_start_[i + 1] - peer_start_[i]);
}

bool Geometry::sees(Cell a, Cell b) const { return sees_[a.index() * cell_count() + b.index()]; }

std::optional<std::size_t> Geometry::box_of(Cell cell) const {
    if (box_of_.empty() || !in_grid(cell)) return std::nullopt;
    return box_of_[cell.index()];
}

std::string Geometry::description(Language language) const {
    std::string text = by(rows(), columns());
    const auto tell = [&](const char* what, const auto&... values) {
        text += say(language, what, values...);
    };
    if (!spec_.regions.empty()) {
        tell(" jigsaw");
    } else if (!spec_.boxes) {
        tell(is_whole_square() && spec_.lines ? " Latin square" : " without boxes");
    } else if (spec_.boxes != usual_boxes(rows(), columns())) {
        tell(" with {} boxes", by(spec_.boxes->rows, spec_.boxes->columns));
    }
    if (size() != longer_side(spec_) || first_digit() != 1)
        tell(", digits {} to {}", first_digit(), static_cast<int>(size()) - 1 + first_digit());
    if (spec_.main_diagonal && spec_.anti_diagonal) {
        tell(", both diagonals");
    } else if (spec_.main_diagonal) {
        tell(", main diagonal");
    } else if (spec_.anti_diagonal) {
        tell(", anti-diagonal");
    }
    if (!spec_.lines) tell(", digits may repeat in rows and columns");
    for (const BoardVariant& variant : board_variants())
        if (spec_.*variant.flag) text += ", " + say(language, variant.title);
    const auto counted = [&](std::size_t many, const char* one, const char* more) {
        if (many > 0) tell(many == 1 ? one : more, many);
    };
    counted(spec_.extras.size(), ", {} extra house", ", {} extra houses");
    counted(spec_.extra_cells, ", {} extra cell", ", {} extra cells");
    return text;
}

}  // namespace clew::inline board
