// A strategy reads the state, never changes it, and hands each step to the sink in an order that
// depends on nothing but the state and the query. It fills in what was found (technique, size),
// what follows (placements, eliminations), the constraints that alone imply it (cites) and the
// parts that candidates play (groups, links). It leaves the score to the rule set.

#include "logic/strategies/template.hpp"

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
