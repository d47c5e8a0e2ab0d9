#pragma once
// Steps in words and pictures.
//
//     clew::explain::write_walk(puzzle, start, path, {})     // text
//     clew::explain::write_svg(view)                         // a board
//
// Free functions without shared state.

#include "explain/pictures/view.hpp"
#include "explain/pictures/write_html.hpp"
#include "explain/pictures/write_svg.hpp"
#include "explain/pictures/write_text.hpp"
#include "explain/step_view.hpp"
#include "explain/walkthrough.hpp"
#include "explain/words/narrate.hpp"
#include "explain/write_json.hpp"
