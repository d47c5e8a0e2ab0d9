#pragma once
// Forcing chains and nets (family 6): what every candidate of a cell, or every place of a digit in
// a house, leads to holds in any case.
//
//     find(state, {.technique = Technique::cell_forcing_chain}, sink);
//     find(state, {.technique = Technique::region_forcing_net,
//                  .closure = ClosureRules::sudokujm}, sink);
//
// In a *chain* each inference has one premise: a digit that holds rules out what it sees, and of a
// digit's two places in a house, or a cell's two digits, one holds if the other fails. Chains from
// cells with two candidates and digits with two places are alternating chains (chains.hpp); here
// there are three and more. In a *net* an inference may rest on many: the closure rules. Of each
// technique every (cell or house, conclusion) is found once, the shortest first.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// cell- and region-forcing-chain, binary-verity, cell- and region-forcing-net.
Strategy forcing_strategy();

}  // namespace clew::logic::inline strategies
