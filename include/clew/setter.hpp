#pragma once
// What is wrong with a puzzle and what would mend it; puzzles to order.
//
//     clew::setter::repair(puzzle).proposals, clew::setter::Generator{wishes}.make(0)
//
// Free functions without shared state; a Generator may be asked by several threads at once.

#include "setter/completion.hpp"
#include "setter/density.hpp"
#include "setter/digit_order.hpp"
#include "setter/generate.hpp"
#include "setter/minimal.hpp"
#include "setter/repair.hpp"
#include "setter/unavoidable.hpp"
