#include "solve/exact/maps.hpp"

#include <algorithm>
#include <bit>

#include "core/base/contract.hpp"

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

    // Each digit takes one of the two lines that the first map leaves it, the next one round or the
    // one after. Balance asks that as many of each part take the next: 1 + 27 + 27 + 1 ways.
    constexpr std::array<std::size_t, 9> place_value = {6561, 2187, 729, 243, 81, 27, 9, 3, 1};
    for (std::size_t m = 0; m < map_count; ++m) {
        // For each part and each choice of its digits that take the next line, the codes of both.
        std::array<std::array<std::array<std::size_t, 2>, 8>, 3> code{};
        for (std::size_t v = 0; v < 3; ++v)
            for (std::size_t choice = 0; choice < 8; ++choice) {
                std::size_t k = 0;
                for (std::size_t d = 0; d < 9; ++d) {
                    if (values_[m][d] != v) continue;
                    const std::size_t next_line = (v + 1) % 3;
                    const std::size_t last_line = (v + 2) % 3;
                    const bool takes_next = ((choice >> k++) & 1U) != 0;
                    code[v][choice][0] += place_value[d] * (takes_next ? next_line : last_line);
                    code[v][choice][1] += place_value[d] * (takes_next ? last_line : next_line);
                }
            }
        std::size_t found = 0;
        for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t j = 0; j < 8; ++j) {
                if (std::popcount(i) != std::popcount(j)) continue;
                for (std::size_t k = 0; k < 8; ++k) {
                    if (std::popcount(i) != std::popcount(k)) continue;
                    related_[m][found++] = {
                        find_code(code[0][i][0] + code[1][j][0] + code[2][k][0]),
                        find_code(code[0][i][1] + code[1][j][1] + code[2][k][1])};
                }
            }
        CLEW_REQUIRE(found == related_count, "exact::Maps: the number of related pairs");
        std::ranges::sort(related_[m], {}, &Pair::second);
    }
}

}  // namespace clew::exact
