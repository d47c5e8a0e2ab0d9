#include "setter/pattern_symmetry.hpp"

#include <algorithm>
#include <ranges>

#include "core/base/contract.hpp"

namespace clew::setter {
namespace {

struct Square {
    std::size_t row, column;
};
using Map = Square (*)(Square, std::size_t side);

Square half(Square s, std::size_t n) { return {n - 1 - s.row, n - 1 - s.column}; }
Square quarter(Square s, std::size_t n) { return {s.column, n - 1 - s.row}; }
Square left_right(Square s, std::size_t n) { return {s.row, n - 1 - s.column}; }
Square top_bottom(Square s, std::size_t n) { return {n - 1 - s.row, s.column}; }
Square diagonal(Square s, std::size_t) { return {s.column, s.row}; }
Square anti(Square s, std::size_t n) { return {n - 1 - s.column, n - 1 - s.row}; }

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

std::vector<std::vector<Cell>> orbits(const Geometry& geometry, Symmetry symmetry) {
    const std::size_t n = geometry.size();
    const std::vector<Map>& maps = symmetry_table()[static_cast<std::size_t>(symmetry)].generators;
    std::vector<bool> met(geometry.cell_count(), false);
    std::vector<std::vector<Cell>> result;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
        if (met[i]) continue;
        std::vector<Cell> orbit = {Cell{i}};
        met[i] = true;
        for (std::size_t k = 0; k < orbit.size(); ++k)
            for (const Map map : maps) {
                const Square image =
                    map({geometry.row_of(orbit[k]), geometry.column_of(orbit[k])}, n);
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
