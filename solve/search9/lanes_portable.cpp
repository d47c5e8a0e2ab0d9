// The lanes engine for portable: see lanes.ipp. CMakeLists.txt sets the instruction set.
#define CLEW_LANE_BYTES 16
#include "solve/search9/lanes.ipp"

namespace clew::search9::detail {

BatchRunner batch_portable() { return {&run_lanes, lanes}; }

}  // namespace clew::search9::detail
