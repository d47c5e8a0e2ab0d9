#pragma once
// What a page that shows boards is fed with, as JSON and SVG: the same for the page that
// write_html() writes and for the explorer, which asks for it piece by piece.
//
//     page_board(view, "the board")        SVG: the board with every symbol that could stand anywhere
//     board_data(view)                     {"size", "cells", "symbols", "unit", "middles", "state"}
//     page_data(frames, options)           {"size", "cells", "symbols", "staying", "solutions",
//                                           "start", "frames": [{"title", "text", "changed", ...}]}
//
// A cell's state is [kind, digit, mask]: kind 0 open, 1 given, 2 placed; the digit 0-based; the
// mask of its candidates, bit 0 for the first digit. In the board the symbol of a digit in a cell
// has the id `v<cell>-<digit>`, the pencil mark `k<cell>-<digit>`; marks go into the groups `under`
// and `over`.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "explain/pictures/write_html.hpp"

namespace clew::explain::inline pictures {

/// The state of every cell, row by row.
nlohmann::ordered_json board_state(const View& view);

/// The board as an SVG element without marks; what its classes look like: svg_style(). `label` is
/// what a screen reader says. Errors: as svg_rules().
std::string page_board(const View& view, const std::string& label);

/// The names of its cells and digits, where the middle of each cell is in page_board() and how wide
/// one is, and the state of each.
nlohmann::ordered_json board_data(const View& view);

/// The frames, each with its two layers of marks as SVG, its legend and the cells that differ from
/// the frame before as [cell, kind, digit, mask]; and what can be said of the candidates that stay.
/// Requires at least one frame, and all views on equal geometries.
nlohmann::ordered_json page_data(std::span<const Frame> frames, const HtmlOptions& options = {});

}  // namespace clew::explain::inline pictures
