#pragma once
// Strategy: a general algorithm that finds techniques, and the one list of all of them.
//
//     Query query{.technique = Technique::swordfish};
//     find(state, query, [&](Step&& step) { ...; return Flow::go_on; });
//
// Every step that is found follows from the board, whether it has one solution, several or none;
// those of the family `uniqueness` follow from there being one, and are found only in states that
// are told so (State::set_unique). No finder is exponential in the board without one of the query's
// bounds.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/closure/closure.hpp"
#include "logic/step.hpp"
#include "logic/technique.hpp"

namespace clew::logic::inline strategies {

/// Which houses a search for hidden singles looks at first; it looks at all of them.
enum class HouseOrder : std::uint8_t {
    boxes_first,  ///< as people do
    lines_first,  ///< rows, columns, then the others
};

/// How many of the steps that are found will be taken.
enum class Wanted : std::uint8_t {
    all,
    first,  ///< the sink says stop at once: what would come later need not be looked for
};

/// What to look for and how far.
struct Query {
    Technique technique = Technique::naked_single;
    /// Largest n of "n cells" or "n houses", or cells of a chain; 0 for the technique's own
    /// (see default_size). For a nested contradiction: how deep assumptions may stand.
    std::size_t max_size = 0;
    std::uint64_t max_nodes = 50'000'000;  ///< search nodes, after which the finder gives up
    /// For assume-and-propagate: the rules that consequences follow.
    ClosureRules closure = ClosureRules::singles;
    HouseOrder houses = HouseOrder::boxes_first;
    const StopFlag* stop = nullptr;  ///< polled by the finders that may take long; may be null
    Wanted wanted = Wanted::all;
};

/// The size a finder uses when the query leaves it open, on a board of that side.
std::size_t default_size(Technique technique, std::size_t board_size);
/// The size that the query asks for, or that one.
std::size_t largest_size(const Query& query, std::size_t board_size);

/// Receives each step as it is found.
using StepSink = std::function<Flow(Step&&)>;

/// Finds steps of the query's technique, in a fixed order. Returns exhausted, limit_reached if the
/// sink said stop, out_of_budget after max_nodes, or interrupted.
using Finder = Ending (*)(const State&, const Query&, const StepSink&);

struct Strategy {
    const char* name;
    std::span<const Technique> finds;
    Finder search;
};

/// All strategies, the template strategy last.
std::span<const Strategy> all_strategies();
/// The strategy that finds a technique; null for Technique::guess, which the path plays itself, and
/// for Technique::smallest_proof, which logic/mus/smallest.hpp finds.
const Strategy* strategy_of(Technique technique);

/// Runs the strategy of the query's technique.
Ending find(const State& state, const Query& query, const StepSink& sink);

}  // namespace clew::logic::inline strategies
