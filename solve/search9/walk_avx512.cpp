// The walk for AVX-512: see walk.ipp. CMakeLists.txt sets the instruction set.
#include "solve/search9/walk.hpp"

#if defined(__AVX512BITALG__)
#include "solve/search9/position_avx512.ipp"
// The position comes first.
#include "solve/search9/walk.ipp"

namespace clew::search9::detail {

WalkRunner walk_avx512() { return {&run_walk, &expand_root}; }

}  // namespace clew::search9::detail

#else

namespace clew::search9::detail {

WalkRunner walk_avx512() { return {}; }

}  // namespace clew::search9::detail

#endif
