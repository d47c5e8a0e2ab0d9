#include "core/base/outcome.hpp"

#include "core/base/enum_name.hpp"

namespace clew::inline base {

const char* to_string(Ending ending) {
    return enum_name(ending, {"exhausted", "limit reached", "out of budget", "interrupted"});
}

}  // namespace clew::inline base
