#pragma once
// Steps in words and pictures.
//
//     clew::explain::write_walk(puzzle, start, path, {})     // text
//     clew::explain::write_svg(view)                         // a board
//
// Free functions without shared state.

#include "explain/narrate.hpp"
#include "explain/step_view.hpp"
#include "explain/view.hpp"
#include "explain/walkthrough.hpp"
#include "explain/write_html.hpp"
#include "explain/write_json.hpp"
#include "explain/write_svg.hpp"
#include "explain/write_text.hpp"
