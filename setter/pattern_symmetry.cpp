#include "setter/pattern_symmetry.hpp"

#include <algorithm>
#include <ranges>

#include "core/base/contract.hpp"

namespace clew::setter {
namespace {

struct Square {
    std::size_t row, column;
};
using Map = Square (*)(Square, const Geometry&);

Square half(Square s, const Geometry& g) {
    return {g.rows() - 1 - s.row, g.columns() - 1 - s.column};
}
Square quarter(Square s, const Geometry& g) { return {s.column, g.rows() - 1 - s.row}; }
Square left_right(Square s, const Geometry& g) { return {s.row, g.columns() - 1 - s.column}; }
Square top_bottom(Square s, const Geometry& g) { return {g.rows() - 1 - s.row, s.column}; }
Square diagonal(Square s, const Geometry&) { return {s.column, s.row}; }
Square anti(Square s, const Geometry& g) {
    return {g.columns() - 1 - s.column, g.rows() - 1 - s.row};
}

struct Named {
    Symmetry symmetry;
    const char* name;
    std::vector<Map> generators;  ///< a few maps that generate the group
};

/// In the order of the enumeration.
const std::vector<Named>& symmetry_table() {
    static const std::vector<Named> rows = {
        {Symmetry::none, "none", {}},
        {Symmetry::half_turn, "half-turn", {half}},
        {Symmetry::quarter_turn, "quarter-turn", {quarter}},
        {Symmetry::left_right, "left-right", {left_right}},
        {Symmetry::top_bottom, "top-bottom", {top_bottom}},
        {Symmetry::both_axes, "both-axes", {left_right, top_bottom}},
        {Symmetry::diagonal, "diagonal", {diagonal}},
        {Symmetry::anti_diagonal, "anti-diagonal", {anti}},
        {Symmetry::both_diagonals, "both-diagonals", {diagonal, anti}},
        {Symmetry::full, "full", {quarter, diagonal}},
    };
    return rows;
}

}  // namespace

const char* to_string(Symmetry symmetry) {
    return symmetry_table()[static_cast<std::size_t>(symmetry)].name;
}

const std::vector<Symmetry>& all_symmetries() {
    static const std::vector<Symmetry> all = [] {
        std::vector<Symmetry> list;
        for (const Named& row : symmetry_table()) list.push_back(row.symmetry);
        return list;
    }();
    return all;
}

std::optional<Symmetry> parse_symmetry(std::string_view name) {
    for (const Named& row : symmetry_table())
        if (row.name == name) return row.symmetry;
    return std::nullopt;
}

bool is_symmetry_of(const Geometry& geometry, Symmetry symmetry) {
    const std::vector<Map>& maps = symmetry_table()[static_cast<std::size_t>(symmetry)].generators;
    return geometry.rows() == geometry.columns() || std::ranges::none_of(maps, [](Map map) {
               return map == quarter || map == diagonal || map == anti;
           });
}

std::vector<std::vector<Cell>> orbits(const Geometry& geometry, Symmetry symmetry) {
    std::vector<Map> maps = symmetry_table()[static_cast<std::size_t>(symmetry)].generators;
    if (!is_symmetry_of(geometry, symmetry)) maps.clear();
    std::vector<bool> met(geometry.cell_count(), false);
    std::vector<std::vector<Cell>> result;
    for (const Cell first : geometry.cells()) {
        if (met[first.index()]) continue;
        std::vector<Cell> orbit = {first};
        met[first.index()] = true;
        for (std::size_t k = 0; k < orbit.size() && geometry.in_grid(first); ++k)
            for (const Map map : maps) {
                const Square image =
                    map({geometry.row_of(orbit[k]), geometry.column_of(orbit[k])}, geometry);
                const Cell cell = geometry.cell(image.row, image.column);
                if (met[cell.index()]) continue;
                met[cell.index()] = true;
                orbit.push_back(cell);
            }
        std::ranges::sort(orbit);
        result.push_back(std::move(orbit));
    }
    return result;
}

bool is_symmetric(const Geometry& geometry, const std::vector<bool>& marked, Symmetry symmetry) {
    CLEW_REQUIRE(marked.size() == geometry.cell_count(), "is_symmetric: one mark a cell");
    for (const auto& orbit : orbits(geometry, symmetry))
        for (Cell cell : orbit)
            if (marked[cell.index()] != marked[orbit.front().index()]) return false;
    return true;
}

std::optional<Symmetry> symmetry_gained(const Geometry& geometry, const std::vector<bool>& before,
                                        const std::vector<bool>& after) {
    const std::vector<Symmetry>& all = all_symmetries();
    const auto richest = std::find_if(all.rbegin(), all.rend(), [&](Symmetry s) {
        return is_symmetric(geometry, after, s) && !is_symmetric(geometry, before, s);
    });
    return richest == all.rend() ? std::nullopt : std::optional(*richest);
}

}  // namespace clew::setter
