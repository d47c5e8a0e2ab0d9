// The template strategy: always built, finds nothing. Copy it to add a strategy.
//
//  1. Copy this file to the new name, write the search, and declare it in strategies.hpp.
//  2. Add its techniques to the enumeration and the table of logic/technique, with a default size.
//  3. Add it to all_strategies() in logic/strategies/strategy.cpp and to the CMakeLists.txt there.
//  4. Give it a place in the rule sets of logic/strategies/rules.cpp, a rating scale if one has it
//     (logic/rating/hodoku.cpp), and its sentence in explain/words/narrate.cpp. Where several named
//     techniques share a structure, logic/shape recognises it in a proof by that.
//  5. Test it against a brute-force definition (tests/logic/strategies/), and tell it in
//     docs/strategies.md. The audit and the symmetry test pick it up from the list by themselves.
//
// A strategy reads the state, never changes it, and hands each step to the sink in an order that
// depends on nothing but the state and the query. It fills in what was found (technique, size),
// what follows (placements, eliminations), the constraints that alone imply it (cites) and the
// parts that candidates play (groups, links). It leaves the score to the rule set.

#include "logic/strategies/strategies.hpp"

namespace clew::logic::inline strategies {
namespace {

Ending find_template(const State& state, const Query& query, const StepSink& sink) {
    static_cast<void>(state);  // read candidates, cells, positions
    static_cast<void>(query);  // honour technique, max_size, max_nodes
    static_cast<void>(sink);   // if (sink(std::move(step)) == Flow::stop) return limit_reached;
    return Ending::exhausted;
}

}  // namespace

Strategy template_strategy() { return {"template", {}, Finder{find_template}}; }

}  // namespace clew::logic::inline strategies
