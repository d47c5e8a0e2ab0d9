#pragma once
// Multi-sector locked sets: cells of many houses in which every digit is used as often as it fits.
//
//     find(state, {.technique = Technique::multi_sector_locked_set, .max_size = 25}, sink);
//
// The same count as counted_cells.hpp with no slack, for sets too large to be grown cell by cell.
// The search, in multi_sector.cpp, is exact for the shapes that it takes.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// multi-sector-locked-set of at most max_size cells, sk-loop.
Strategy multi_sector_strategy();

}  // namespace clew::logic::inline strategies
