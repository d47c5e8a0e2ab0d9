// The walk for any processor: see search9_walk.ipp.
#include "encode/search/search9_position.ipp"
// The position comes first.
#include "encode/search/search9_walk.ipp"

namespace clew::search::detail {

WalkRunner walk_portable() { return {&run_walk, &expand_root}; }

}  // namespace clew::search::detail
