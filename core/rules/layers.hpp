#pragma once
// Layers: all ways to keep a rule that reads its cells one after another, as a graph.
//
//     layer 0     layer 1     layer 2          position i leads from layer i to layer i + 1
//       start --1--> a --2--> accepted         an arc for a digit
//         \----2--> b --1-------^
//
// A path from the one node of the first layer to the last layer is a way to keep the rule. Nodes
// and arcs that are on no such path are left out [Pesant2004]. Sums and automata share it: the
// states of a sum are what was added up so far.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/board/types.hpp"
#include "core/rules/clause_sink.hpp"

namespace clew::rules {

struct Arc {
    std::uint32_t from = 0;  ///< node of the layer before
    std::uint32_t to = 0;    ///< node of the layer behind
    Digit digit;
};

struct DecisionLayers {
    std::vector<std::vector<Arc>> arcs;  ///< of each position
    std::vector<std::uint32_t> nodes;    ///< of each layer, one more than positions

    /// False if there is no way to keep the rule.
    bool possible() const { return !nodes.empty() && nodes.front() == 1; }
};

/// Unrolls a rule that begins in state `start`: `step` gives the next state at a position, nothing
/// where the digit is forbidden; `accepts` says if a state at the end will do. `domains` has an
/// entry a position. Cost: the states that can be reached, times digits.
DecisionLayers unroll(
    std::int64_t start, std::span<const DigitSet> domains,
    const std::function<std::optional<std::int64_t>(std::size_t, std::int64_t, Digit)>& step,
    const std::function<bool(std::int64_t)>& accepts);

/// Says by clauses that the digits of `cells`, one a position, are a path. A helper a node; both
/// ways, so that unit propagation strikes digits from the front and from the back. `domains` as for
/// unroll().
void write_path(const DecisionLayers& layers, std::span<const Cell> cells,
                std::span<const DigitSet> domains, ClauseSink& sink);

}  // namespace clew::rules
