#include "encode/sat/session.hpp"

namespace clew::sat {

const char* to_string(SessionState state) {
    switch (state) {
        case SessionState::ready:
            return "ready";
        case SessionState::satisfied:
            return "satisfied";
        case SessionState::unsatisfied:
            return "unsatisfied";
        case SessionState::unknown:
            return "unknown";
    }
    return "";
}

}  // namespace clew::sat
