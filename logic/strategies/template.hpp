#pragma once
// The template strategy: always built, finds nothing. Copy it to add a strategy.
//
//  1. Copy template.hpp and template.cpp to the new name and write the search.
//  2. Add its techniques to the enumeration and the table of logic/technique, with a default size.
//  3. Add it to all_strategies() in logic/strategies/strategy.cpp and to the CMakeLists.txt there.
//  4. Give it a place in the rule sets of logic/strategies/rules.cpp, a rating scale if one has it
//     (logic/rating/hodoku.cpp), and its sentence in explain/words/narrate.cpp. Where several named
//     techniques share a structure, logic/shape recognises it in a proof by that.
//  5. Test it against a brute-force definition (tests/logic/strategies/), and tell it in
//     docs/strategies.md. The audit and the symmetry test pick it up from the list by themselves.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies(); its list of techniques is empty.
Strategy template_strategy();

}  // namespace clew::logic::inline strategies
