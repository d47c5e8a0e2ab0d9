// The lanes engine for avx512: see lanes.ipp. CMakeLists.txt sets the instruction set.
#include "solve/search9/lanes.hpp"

#if defined(__AVX512VBMI__)
#define CLEW_LANE_BYTES 32
#include "solve/search9/lanes.ipp"

namespace clew::search9::detail {

BatchRunner batch_avx512() { return {&run_lanes, lanes}; }

}  // namespace clew::search9::detail

#else

namespace clew::search9::detail {

BatchRunner batch_avx512() { return {}; }

}  // namespace clew::search9::detail

#endif
