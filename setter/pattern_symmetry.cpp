#include "setter/pattern_symmetry.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <set>

#include "core/base/contract.hpp"

namespace clew::setter {
namespace {

struct Name {
    Symmetry symmetry;
    const char* name;
};

constexpr std::array names = {
    Name{Symmetry::none, "none"},
    Name{Symmetry::half_turn, "half-turn"},
    Name{Symmetry::quarter_turn, "quarter-turn"},
    Name{Symmetry::left_right, "left-right"},
    Name{Symmetry::top_bottom, "top-bottom"},
    Name{Symmetry::both_axes, "both-axes"},
    Name{Symmetry::diagonal, "diagonal"},
    Name{Symmetry::anti_diagonal, "anti-diagonal"},
    Name{Symmetry::both_diagonals, "both-diagonals"},
    Name{Symmetry::full, "full"},
};

struct Square {
    std::size_t row, column;
};

/// A few maps that generate the group.
std::vector<Square (*)(Square, std::size_t)> generators(Symmetry symmetry) {
    using Map = Square (*)(Square, std::size_t);
    const Map half = [](Square s, std::size_t n) {
        return Square{n - 1 - s.row, n - 1 - s.column};
    };
    const Map quarter = [](Square s, std::size_t n) { return Square{s.column, n - 1 - s.row}; };
    const Map left_right = [](Square s, std::size_t n) { return Square{s.row, n - 1 - s.column}; };
    const Map top_bottom = [](Square s, std::size_t n) { return Square{n - 1 - s.row, s.column}; };
    const Map diagonal = [](Square s, std::size_t) { return Square{s.column, s.row}; };
    const Map anti = [](Square s, std::size_t n) {
        return Square{n - 1 - s.column, n - 1 - s.row};
    };
    switch (symmetry) {
        case Symmetry::none:
            return {};
        case Symmetry::half_turn:
            return {half};
        case Symmetry::quarter_turn:
            return {quarter};
        case Symmetry::left_right:
            return {left_right};
        case Symmetry::top_bottom:
            return {top_bottom};
        case Symmetry::both_axes:
            return {left_right, top_bottom};
        case Symmetry::diagonal:
            return {diagonal};
        case Symmetry::anti_diagonal:
            return {anti};
        case Symmetry::both_diagonals:
            return {diagonal, anti};
        case Symmetry::full:
            return {quarter, diagonal};
    }
    return {};
}

}  // namespace

const char* to_string(Symmetry symmetry) {
    for (const Name& row : names)
        if (row.symmetry == symmetry) return row.name;
    return "";
}

const std::vector<Symmetry>& all_symmetries() {
    static const std::vector<Symmetry> all = [] {
        std::vector<Symmetry> list;
        for (const Name& row : names) list.push_back(row.symmetry);
        return list;
    }();
    return all;
}

std::optional<Symmetry> parse_symmetry(std::string_view name) {
    for (const Name& row : names)
        if (row.name == name) return row.symmetry;
    return std::nullopt;
}

std::vector<std::vector<Cell>> orbits(const Geometry& geometry, Symmetry symmetry) {
    const std::size_t n = geometry.size();
    const auto maps = generators(symmetry);
    std::vector<bool> met(geometry.cell_count(), false);
    std::vector<std::vector<Cell>> result;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
        if (met[i]) continue;
        std::vector<Cell> orbit = {Cell{i}};
        met[i] = true;
        for (std::size_t k = 0; k < orbit.size(); ++k)
            for (const auto map : maps) {
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
