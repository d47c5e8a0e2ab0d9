// The lanes engine for avx512: see search9_lanes.ipp. CMakeLists.txt sets the instruction set.
#include "encode/search/search9_lanes.hpp"

#if defined(__AVX512VBMI__)
#define CLEW_LANE_BYTES 32
#include "encode/search/search9_lanes.ipp"

namespace clew::search::detail {

BatchRunner batch_avx512() { return {&run_lanes, lanes}; }

}  // namespace clew::search::detail

#else

namespace clew::search::detail {

BatchRunner batch_avx512() { return {}; }

}  // namespace clew::search::detail

#endif
