// The walk for AVX2: see search9_walk.ipp. CMakeLists.txt sets the instruction set.
#include "encode/search/search9_walk.hpp"

#if defined(__AVX2__)
#include "encode/search/search9_position.ipp"
// The position comes first.
#include "encode/search/search9_walk.ipp"

namespace clew::search::detail {

WalkRunner walk_avx2() { return {&run_walk, &expand_root}; }

}  // namespace clew::search::detail

#else

namespace clew::search::detail {

WalkRunner walk_avx2() { return {}; }

}  // namespace clew::search::detail

#endif
