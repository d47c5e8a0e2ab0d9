#include "explain/diagram/look.hpp"

namespace clew::explain::inline diagram {

RoleLook look(DrawnRole role) {
    switch (role) {
        case DrawnRole::root:
            return {{"#dfe9f7", "#1d2f47"}, {"#16202b", "#e6ebf0"}};
        case DrawnRole::pattern:
            return {{"#ffffff", "#14191f"}, {"#34475c", "#9fb0c2"}};
        case DrawnRole::solution:
            return {{"#d6f0e4", "#12382c"}, {"#00664b", "#6fd3ad"}};
        case DrawnRole::dead:
            return {{"#f6ded4", "#42231a"}, {"#a33b12", "#f0977a"}};
        case DrawnRole::open:
            return {{"#fff6d6", "#3a3114"}, {"#8a6500", "#e2c25a"}};
        case DrawnRole::impossible:
            return {{"#ffffff", "#14191f"}, {"#a33b12", "#f0977a"}};
    }
    return {};
}

}  // namespace clew::explain::inline diagram
