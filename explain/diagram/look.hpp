#pragma once
// How the roles of a decision tree look in every picture and page: fill and line, light and dark.
// Shapes and line styles differ too; those are each writer's own, as formats know different ones.
//
//     out << "fill:" << look(DrawnRole::dead).fill.light;

#include "explain/diagram/drawing.hpp"
#include "explain/pictures/svg.hpp"

namespace clew::explain::inline diagram {

struct RoleLook {
    Shade fill;
    Shade line;
};
RoleLook look(DrawnRole role);

/// Further ways to a known vertex.
inline constexpr Shade shared_line{"#0072b2", "#7cc4f5"};
/// What is on every way to a vertex that was asked about.
inline constexpr Shade forced_line{"#7b3294", "#c994e0"};
/// New digits of a grid.
inline constexpr Shade new_digit{"#00538a", "#7cc4f5"};
/// What is said in passing.
inline constexpr Shade faint_text{"#5b6775", "#9aa7b5"};

}  // namespace clew::explain::inline diagram
