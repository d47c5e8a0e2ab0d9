#include "core/base/outcome.hpp"

namespace clew::inline base {

const char* to_string(Ending ending) {
    switch (ending) {
        case Ending::exhausted:
            return "exhausted";
        case Ending::limit_reached:
            return "limit reached";
        case Ending::out_of_budget:
            return "out of budget";
        case Ending::interrupted:
            return "interrupted";
    }
    return "";
}

}  // namespace clew::inline base
