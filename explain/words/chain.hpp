#pragma once
// Chain: the words and the Eureka notation of a step that is an alternating chain.
//
//     if (is_chain(step)) told = tell_chain(state, step, words);
//         // "Suppose r1c1 is not 5.", "r1c7 is 5, the only other place in row 1", ...
//     eureka(state, step)
//         // "(5)r1c1=r1c7-(5=2)r3c8 => r3c1<>5"
//
// The nodes are the step's groups of role chain, in order; node 2i and 2i+1 are joined by a strong
// link, node 2i+1 and 2i+2 by a weak one.

#include <string>
#include <vector>

#include "explain/words/argument.hpp"
#include "explain/words/words.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain::inline words {

/// Whether the step is one chain from end to end.
bool is_chain(const logic::Step& step);

struct ToldChain {
    std::string start;            ///< what its sets are called, and what is supposed: sentences
    std::vector<Inferred> links;  ///< every second node, with what makes it hold
    std::string upshot;           ///< what the two ends say: sentences
};

/// The chain from its first node to its last, without the conclusion. Requires is_chain(step) and a
/// step of this state.
ToldChain tell_chain(const logic::State& before, const logic::Step& step, const Words& words);

/// The chain in Eureka notation: "=" is a strong link, "-" a weak one, "(5=2)r3c8" a cell or a set
/// of cells that loses 5 and then holds 2. Requires the same. Cells are written r1c1; digits of a
/// set that are locked stand together: "(3=67)r2c12"; a fish is named by its lines:
/// "(7)r2c45=X-wing(r25\\c38)".
std::string eureka(const logic::State& before, const logic::Step& step);

}  // namespace clew::explain::inline words
