#pragma once
// Twins: is a pattern deadly? Fill its cells from its candidates in any way that no house objects
// to; is there always another way that puts the same digits into each house?
//
//     check_twins(geometry, {r1c1=3, r1c1=7, r1c5=3, r1c5=7, ...}, 100'000)    Twins::always
//
// A twin can take the place of the filling in any full grid, so a puzzle of which the pattern is
// part, no cell of it given, has two solutions or none with it. The audit asks here; the finders,
// which know the shapes of such patterns, do not.

#include <cstdint>
#include <span>

#include "core/board/geometry.hpp"
#include "core/board/types.hpp"

namespace clew::logic {

enum class Twins : std::uint8_t {
    always,      ///< every filling has a twin
    not_always,  ///< some filling has none, or there is no filling at all
    unsettled,   ///< not known after max_nodes
};

/// Whether every filling of the candidates' cells has a twin. Requires ascending candidates of the
/// board. Cost: linear where each cell has two candidates and each house each digit twice or never,
/// and where two digits can change places as a whole (twins.cpp); otherwise all fillings are looked
/// at, at most `max_nodes` placements.
Twins check_twins(const Geometry& geometry, std::span<const Candidate> candidates,
                  std::uint64_t max_nodes);

}  // namespace clew::logic
