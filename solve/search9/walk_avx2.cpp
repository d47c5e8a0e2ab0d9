// The walk for AVX2: see walk.ipp. CMakeLists.txt sets the instruction set.
#include "solve/search9/walk.hpp"

#if defined(__AVX2__)
#include "solve/search9/position.ipp"
// The position comes first.
#include "solve/search9/walk.ipp"

namespace clew::search9::detail {

WalkRunner walk_avx2() { return {&run_walk, &expand_root}; }

}  // namespace clew::search9::detail

#else

namespace clew::search9::detail {

WalkRunner walk_avx2() { return {}; }

}  // namespace clew::search9::detail

#endif
