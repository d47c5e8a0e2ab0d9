#pragma once
// Report and Headway: what a run of a search did, and how far one has come.
//
//     Report r = run.go_on({.limit = 2});
//     if (r.ending == Ending::exhausted) ...     // then r.solutions is all there are
//
// The one shape in which both searches answer. The front door makes a CountResult of it, whose
// number has no upper bound and which says who answered.

#include <cstdint>

#include "encode/base/outcome.hpp"

namespace clew {

/// What a run of a search did.
struct Report {
    std::uint64_t solutions = 0;  ///< handed out, or counted
    Ending ending = Ending::exhausted;
    std::uint64_t nodes = 0;
    double explored = 0;  ///< share of the search tree that lies behind; 1 if exhausted
};

/// How far a run has come that has not ended yet.
struct Headway {
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;
    double explored = 0;  ///< as in Report; 0 where the engine cannot tell
};

}  // namespace clew
