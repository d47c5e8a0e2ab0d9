#pragma once
// Turns: a piece of work that others interrupt, so that several can be tried side by side on one
// thread.
//
//     Turns turns{.until = 1'000'000, .pause = [&] { ...; turns.until += more; return Flow::go_on; }};
//     run(..., &turns);         // calls pause() when its work has come so far, and goes on behind it
//
// Who works adds up what it does; who made the turns says in pause() how far to go next, or ends
// the work, which then comes back as Ending::interrupted.

#include <cstdint>
#include <functional>

#include "core/base/outcome.hpp"

namespace clew::inline base {

struct Turns {
    std::uint64_t work = 0;   ///< done so far, roughly in nanoseconds: counted, never measured
    std::uint64_t nodes = 0;  ///< spent so far, as Budget::max_nodes counts them
    std::uint64_t until = 0;  ///< the work, and the nodes, at which to pause
    std::uint64_t until_nodes = unlimited;
    std::function<Flow()> pause{};  ///< sets both anew

    /// Pauses if it is time to. False if the work is to end.
    bool go_on() { return (work < until && nodes < until_nodes) || pause() == Flow::go_on; }
};

}  // namespace clew::inline base
