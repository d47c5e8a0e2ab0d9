// The lanes engine for portable: see search9_lanes.ipp. CMakeLists.txt sets the instruction set.
#define CLEW_LANE_BYTES 16
#include "encode/search/search9_lanes.ipp"

namespace clew::search::detail {

BatchRunner batch_portable() { return {&run_lanes, lanes}; }

}  // namespace clew::search::detail
