// The walk for any processor: see walk.ipp.
#include "solve/search9/position.ipp"
// The position comes first.
#include "solve/search9/walk.ipp"

namespace clew::search9::detail {

WalkRunner walk_portable() { return {&run_walk, &expand_root}; }

}  // namespace clew::search9::detail
