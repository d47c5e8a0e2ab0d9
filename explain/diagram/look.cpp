#include "explain/diagram/look.hpp"

namespace clew::explain::inline diagram {

RoleLook look(DrawnRole role) {
    static constexpr RoleLook looks[] = {{{"#dfe9f7", "#1d2f47"}, {"#16202b", "#e6ebf0"}},
                                         {{"#ffffff", "#14191f"}, {"#34475c", "#9fb0c2"}},
                                         {{"#d6f0e4", "#12382c"}, {"#00664b", "#6fd3ad"}},
                                         {{"#f6ded4", "#42231a"}, {"#a33b12", "#f0977a"}},
                                         {{"#fff6d6", "#3a3114"}, {"#8a6500", "#e2c25a"}},
                                         {{"#ffffff", "#14191f"}, {"#a33b12", "#f0977a"}}};
    return looks[static_cast<std::size_t>(role)];
}

}  // namespace clew::explain::inline diagram
