#include "solve/exact/box.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace clew::exact {

namespace {

constexpr std::array<std::size_t, 9> place_value = {6561, 2187, 729, 243, 81, 27, 9, 3, 1};

// The digits of one column of a box, written into its three rows in every way that the options
// allow: the contribution of each to the code of the row map. At most six.
struct ColumnWays {
    std::size_t count = 0;
    std::array<std::size_t, 6> code{};
};

ColumnWays ways_of(const BoxOptions& options, std::uint16_t digits, std::size_t column) {
    std::array<std::size_t, 3> digit{};
    std::size_t n = 0;
    for (std::size_t d = 0; d < 9; ++d)
        if (((digits >> d) & 1U) != 0) digit[n++] = d;
    ColumnWays ways;
    for (const auto& row : line_orders) {
        bool fits = true;
        std::size_t code = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t r = row[k];
            fits = fits && ((options[r * 3 + column] >> digit[k]) & 1U) != 0;
            code += r * place_value[digit[k]];
        }
        if (fits) ways.code[ways.count++] = code;
    }
    return ways;
}

bool same_column(const BoxOptions& options, std::size_t x, std::size_t y) {
    for (std::size_t row = 0; row < 3; ++row)
        if (options[row * 3 + x] != options[row * 3 + y]) return false;
    return true;
}

}  // namespace

Box::Box(const BoxOptions& options) : options_(options), class_of_(map_count, no_class) {
    const Maps& maps = Maps::get();

    // Columns are filled apart from one another, so a map is possible if each of its three parts
    // can stand in its column.
    std::array<std::array<bool, 512>, 3> possible{};
    for (std::uint16_t digits = 0; digits < 512; ++digits)
        if (std::popcount(digits) == 3)
            for (std::size_t column = 0; column < 3; ++column)
                possible[column][digits] = ways_of(options, digits, column).count > 0;
    for (std::size_t m = 0; m < map_count; ++m) {
        const auto map = static_cast<MapId>(m);
        if (possible[0][maps.part(map, 0)] && possible[1][maps.part(map, 1)] &&
            possible[2][maps.part(map, 2)])
            allowed_.push_back(map);
    }

    std::vector<std::size_t> symmetries;
    for (std::size_t order = 0; order < line_orders.size(); ++order) {
        bool keeps = true;
        for (std::size_t x = 0; x < 3; ++x)
            keeps = keeps && same_column(options, x, line_orders[order][x]);
        if (keeps) symmetries.push_back(order);
    }
    for (MapId map : allowed_) {
        MapId smallest = map;
        for (std::size_t order : symmetries)
            smallest = std::min(smallest, maps.renamed(map, order));
        if (smallest == map) {
            class_of_[map] = static_cast<std::uint16_t>(representatives_.size());
            representatives_.push_back(map);
        } else {
            class_of_[map] = class_of_[smallest];
        }
    }
}

BoxFillings::BoxFillings(const Box& box)
    : rows_of_class_(box.class_count()), type_of_(map_count, no_class) {
    const Maps& maps = Maps::get();
    std::vector<std::vector<std::uint16_t>> classes_of_row(map_count);
    for (std::size_t cls = 0; cls < box.class_count(); ++cls) {
        const MapId map = box.representative(cls);
        const ColumnWays first = ways_of(box.options(), maps.part(map, 0), 0);
        const ColumnWays second = ways_of(box.options(), maps.part(map, 1), 1);
        const ColumnWays third = ways_of(box.options(), maps.part(map, 2), 2);
        for (std::size_t i = 0; i < first.count; ++i)
            for (std::size_t j = 0; j < second.count; ++j)
                for (std::size_t k = 0; k < third.count; ++k) {
                    const MapId rows =
                        maps.find_code(first.code[i] + second.code[j] + third.code[k]);
                    rows_of_class_[cls].push_back(rows);
                    classes_of_row[rows].push_back(static_cast<std::uint16_t>(cls));
                }
        std::ranges::sort(rows_of_class_[cls]);
    }
    std::map<std::vector<std::uint16_t>, std::uint16_t> types;
    for (std::size_t m = 0; m < map_count; ++m) {
        if (classes_of_row[m].empty()) continue;
        const auto [at, fresh] =
            types.try_emplace(classes_of_row[m], static_cast<std::uint16_t>(types.size()));
        if (fresh) classes_of_type_.push_back(std::move(classes_of_row[m]));
        type_of_[m] = at->second;
    }
}

}  // namespace clew::exact
