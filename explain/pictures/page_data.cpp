// Everything about a page's frames that does not depend on the page: see write_html.cpp, which
// tells why the drawing is done here and not in the browser.

#include "explain/pictures/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"
#include "core/base/markup.hpp"
#include "core/board/notation.hpp"
#include "explain/pictures/svg_layout.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::explain::inline pictures {

using nlohmann::ordered_json;

namespace {

ordered_json cell_state(const CellView& cell) {
    if (cell.given) return {1, cell.given->index(), 0};
    if (cell.placed) return {2, cell.placed->index(), 0};
    return {0, 0, cell.candidates.bits()};
}

/// Givens, placed digits and candidates that the board of a frame should show.
ordered_json shows(const View& view) {
    std::size_t givens = 0;
    std::size_t placed = 0;
    std::size_t candidates = 0;
    for (const CellView& c : view.cells) {
        if (c.given)
            ++givens;
        else if (c.placed)
            ++placed;
        else
            candidates += c.candidates.size();
    }
    return {givens, placed, candidates};
}

/// Beside the buttons: "26 of 89", or "the end".
std::string place_of(std::span<const Frame> frames, std::size_t f, Language language) {
    if (frames[f].kind == FrameKind::end) return say(language, "the end");
    const auto steps = std::ranges::count(frames, FrameKind::step, &Frame::kind);
    return say(language, "{} of {}", f + 1, steps);
}

void add_board(ordered_json& data, const Geometry& geometry) {
    if (!geometry.is_latin_square())
        throw InputError({}, "no page for a board of " + geometry.description(),
                         "rows and columns with every digit; text and SVG show every board");
    data["size"] = geometry.size();
    data["cells"] = ordered_json::array();
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        data["cells"].push_back(to_string(Cell{i}, geometry.size()));
    std::string symbols;
    for (std::size_t d = 0; d < geometry.size(); ++d) symbols += digit_symbol(Digit{d});
    data["symbols"] = symbols;
}

}  // namespace

ordered_json board_state(const View& view) {
    ordered_json state = ordered_json::array();
    for (const CellView& c : view.cells) state.push_back(cell_state(c));
    return state;
}

std::string page_board(const View& view, const std::string& label) {
    const SvgOptions svg{};
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" role=\"img\" "
               "aria-label=\"{}\">\n",
               svg_view_box(view, svg), xml_escaped(label)) +
           svg_definitions() + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" +
           svg_rules(view, svg) + "<g id=\"under\"></g>\n" + svg_board(view, svg) +
           svg_all_digits(view, svg) + "<g id=\"over\"></g>\n</svg>\n";
}

ordered_json board_data(const View& view) {
    ordered_json data;
    add_board(data, *view.geometry);
    const svg::SvgLayout at{view, {}};
    data["unit"] = at.unit();
    data["middles"] = ordered_json::array();
    for (std::size_t i = 0; i < view.geometry->cell_count(); ++i) {
        const svg::Point p = at.middle(Cell{i});
        data["middles"].push_back({p.x, p.y});
    }
    data["state"] = board_state(view);
    return data;
}

ordered_json page_data(std::span<const Frame> frames, const HtmlOptions& options) {
    CLEW_REQUIRE(!frames.empty(), "page_data: a frame is needed");
    const View& first = frames.front().view;
    for (const Frame& f : frames)
        CLEW_REQUIRE(*f.view.geometry == *first.geometry, "page_data: frames of one board needed");

    const SvgOptions svg{};
    ordered_json data;
    data["title"] = options.title;
    data["subtitle"] = options.subtitle;
    add_board(data, *first.geometry);
    data["staying"] = ordered_json::object();
    for (const Staying& stays : options.staying)
        data["staying"]
            [fmt::format("{}-{}", stays.candidate.cell.index(), stays.candidate.digit.index())] = {
                stays.text, stays.solution ? ordered_json(*stays.solution) : ordered_json{}};
    data["solutions"] = ordered_json::array();
    for (const Grid& grid : options.solutions) {
        ordered_json digits = ordered_json::array();
        for (std::size_t i = 0; i < grid.cell_count(); ++i) digits.push_back(grid[Cell{i}].index());
        data["solutions"].push_back(std::move(digits));
    }
    data["start"] = board_state(first);
    data["frames"] = ordered_json::array();
    for (std::size_t f = 0; f < frames.size(); ++f) {
        const Frame& frame = frames[f];
        ordered_json changed = ordered_json::array();
        if (f > 0) {
            for (std::size_t i = 0; i < frame.view.cells.size(); ++i) {
                if (frame.view.cells[i] == frames[f - 1].view.cells[i]) continue;
                ordered_json state = cell_state(frame.view.cells[i]);
                changed.push_back({i, state[0], state[1], state[2]});
            }
        }
        ordered_json legend = ordered_json::array();
        for (const LegendEntry& e : frame.view.legend)
            legend.push_back({to_string(e.tone), e.text});
        if (frame.view.has(LinkStyle::strong))
            legend.push_back(
                {"strong-link", say(options.language, words_of(frame.view, LinkStyle::strong))});
        if (frame.view.has(LinkStyle::weak))
            legend.push_back(
                {"weak-link", say(options.language, words_of(frame.view, LinkStyle::weak))});
        ordered_json follow = ordered_json::array();
        if (frame.view.steps_through())
            for (const std::string& words : frame.view.turns) follow.push_back(words);
        data["frames"].push_back({{"title", frame.title},
                                  {"text", frame.text},
                                  {"place", place_of(frames, f, options.language)},
                                  {"kind", frame.kind == FrameKind::end ? "end" : "step"},
                                  {"group", frame.counted_as()},
                                  {"note", frame.note},
                                  {"weight", frame.weight},
                                  {"depth", frame.depth},
                                  {"folded", {frame.folded.title, frame.folded.text}},
                                  {"changed", changed},
                                  {"under", svg_under(frame.view, svg)},
                                  {"over", svg_over(frame.view, svg)},
                                  {"legend", legend},
                                  {"shows", shows(frame.view)},
                                  {"follow", follow},
                                  {"followed", to_string(frame.view.followed)},
                                  {"brief", frame.view.crowded()},
                                  {"links", frame.view.links.size()}});
    }
    return data;
}

}  // namespace clew::explain::inline pictures
