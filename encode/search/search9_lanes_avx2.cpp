// The lanes engine for avx2: see search9_lanes.ipp. CMakeLists.txt sets the instruction set.
#include "encode/search/search9_lanes.hpp"

#if defined(__AVX2__)
#define CLEW_LANE_BYTES 32
#include "encode/search/search9_lanes.ipp"

namespace clew::search::detail {

BatchRunner batch_avx2() { return {&run_lanes, lanes}; }

}  // namespace clew::search::detail

#else

namespace clew::search::detail {

BatchRunner batch_avx2() { return {}; }

}  // namespace clew::search::detail

#endif
