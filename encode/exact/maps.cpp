#include "encode/exact/maps.hpp"

#include <bit>

#include "encode/board/contract.hpp"

namespace clew::exact {

namespace {

constexpr std::size_t codes = 19683;  // 3^9

}  // namespace

const Maps& Maps::get() {
    static const Maps maps;
    return maps;
}

Maps::Maps() : by_code_(codes, no_map), related_(map_count) {
    std::size_t next = 0;
    for (std::size_t code = 0; code < codes; ++code) {
        Values values{};
        std::array<std::uint16_t, 3> parts{};
        std::size_t rest = code;
        for (std::size_t d = 9; d-- > 0; rest /= 3) {
            values[d] = static_cast<std::uint8_t>(rest % 3);
            parts[rest % 3] = static_cast<std::uint16_t>(parts[rest % 3] | (1U << d));
        }
        bool balanced = true;
        for (std::uint16_t part : parts) balanced = balanced && std::popcount(part) == 3;
        if (!balanced) continue;
        values_[next] = values;
        parts_[next] = parts;
        by_code_[code] = static_cast<MapId>(next++);
    }
    CLEW_REQUIRE(next == map_count, "exact::Maps: the number of balanced maps");

    for (std::size_t order = 0; order < line_orders.size(); ++order)
        for (std::size_t m = 0; m < map_count; ++m) {
            Values image{};
            for (std::size_t d = 0; d < 9; ++d) image[d] = line_orders[order][values_[m][d]];
            renamed_[order][m] = find(image);
        }

    // Each digit takes one of the two lines that the first map leaves it: 2^9 tries.
    for (std::size_t m = 0; m < map_count; ++m) {
        std::size_t found = 0;
        for (std::uint32_t choice = 0; choice < 512; ++choice) {
            Values second{};
            Values third{};
            for (std::size_t d = 0; d < 9; ++d) {
                const unsigned v = values_[m][d];
                const unsigned lower = v == 0 ? 1 : 0;
                const unsigned upper = v == 2 ? 1 : 2;
                const bool up = ((choice >> (8 - d)) & 1U) != 0;
                second[d] = static_cast<std::uint8_t>(up ? upper : lower);
                third[d] = static_cast<std::uint8_t>(up ? lower : upper);
            }
            const MapId b = find(second);
            const MapId c = find(third);
            if (b != no_map && c != no_map) related_[m][found++] = {b, c};
        }
        CLEW_REQUIRE(found == related_count, "exact::Maps: the number of related pairs");
    }
}

}  // namespace clew::exact
