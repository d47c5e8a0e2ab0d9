#pragma once
// Arrows: what an arrow of a view says, for the keys of pictures.
//
//     words_of(view, LinkStyle::strong)        // "strong link"; of inner steps "makes it hold"

#include "explain/pictures/view.hpp"

namespace clew::explain::inline pictures {

/// "strong link", "weak link"; where inner steps are followed "makes it hold", "rules it out".
const char* words_of(const View& view, LinkStyle style);

}  // namespace clew::explain::inline pictures
