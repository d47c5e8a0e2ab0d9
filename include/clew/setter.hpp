#pragma once
// What is wrong with a puzzle and what would mend it; puzzles to order.
//
//     clew::setter::repair(puzzle).proposals, clew::setter::Generator{wishes}.make(0)
//
// Free functions without shared state; a Generator may be asked by several threads at once.

#include "encode/setter/completion.hpp"
#include "encode/setter/density.hpp"
#include "encode/setter/digit_order.hpp"
#include "encode/setter/generate.hpp"
#include "encode/setter/minimal.hpp"
#include "encode/setter/repair.hpp"
#include "encode/setter/unavoidable.hpp"
