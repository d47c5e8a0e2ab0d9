#pragma once
// Maps: the 1680 balanced maps from nine digits to three lines, and how three of them fit together.
//
// A filled box is a pair of maps: `rho` says in which row of the box a digit stands, `tau` in which
// column. Each takes every value three times: 9! / (3!)^3 = 1680 maps. Three boxes side by side
// share rows, so that for every digit their three values are 0, 1, 2 in some order; such a triple
// is *related*. A map is in 56 related triples as the first.
//
//     const Maps& maps = Maps::get();
//     for (auto [second, third] : maps.related(first)) ...
//
// Built once, on first use; 400 KB.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clew::exact {

using MapId = std::uint16_t;

inline constexpr std::size_t map_count = 1680;
inline constexpr std::size_t related_count = 56;
inline constexpr MapId no_map = 0xffff;

/// The six orders of three things; entry p sends i to line_orders[p][i]. The identity is first.
inline constexpr std::array<std::array<std::uint8_t, 3>, 6> line_orders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

class Maps {
  public:
    struct Pair {
        MapId second;
        MapId third;
    };
    using Values = std::array<std::uint8_t, 9>;

    static const Maps& get();

    /// Which line (0, 1, 2) each digit has. Maps are numbered in lexicographic order of this.
    const Values& values(MapId map) const { return values_[map]; }
    /// The three digits on a line, as a set of nine bits.
    std::uint16_t part(MapId map, std::size_t line) const { return parts_[map][line]; }
    /// The map whose values are given, or no_map if they are not balanced.
    MapId find(const Values& values) const { return by_code_[code_of(values)]; }
    /// The same from the values as a number of base 3, digit 0 most significant.
    MapId find_code(std::size_t code) const { return by_code_[code]; }
    static constexpr std::size_t code_of(const Values& values) {
        std::size_t code = 0;
        for (std::uint8_t v : values) code = code * 3 + v;
        return code;
    }
    /// The map with its lines renamed: value v becomes line_orders[order][v].
    MapId renamed(MapId map, std::size_t order) const { return renamed_[order][map]; }
    /// The pairs that make a related triple with `first`, in ascending order of `second`.
    const std::array<Pair, related_count>& related(MapId first) const { return related_[first]; }

  private:
    Maps();

    std::array<Values, map_count> values_{};
    std::array<std::array<std::uint16_t, 3>, map_count> parts_{};
    std::vector<MapId> by_code_;
    std::array<std::array<MapId, map_count>, 6> renamed_{};
    std::vector<std::array<Pair, related_count>> related_;
};

}  // namespace clew::exact
