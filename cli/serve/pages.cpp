#include "cli/serve/pages.hpp"

#include <algorithm>
#include <span>

#include "core/base/digest.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::serve {

/// In the generated page_files.cpp.
std::span<const PageFile> page_files();

namespace {

std::string_view type_of(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".svg")) return "image/svg+xml";
    if (name.ends_with(".json")) return "application/json";
    return "text/plain; charset=utf-8";
}

Page page_of(std::string_view name, std::string_view text) {
    Digest digest;
    digest.add(text);
    return {type_of(name), text, hex(digest.value())};
}

}  // namespace

std::optional<Page> find_page(std::string_view name) {
    // The colours of boards come from where boards are drawn.
    static const std::string light = explain::svg_style(explain::Theme::light);
    static const std::string dark = explain::svg_style(explain::Theme::dark);
    if (name == "board-light.css") return page_of(name, light);
    if (name == "board-dark.css") return page_of(name, dark);
    const auto files = page_files();
    const auto found = std::ranges::find(files, name, &PageFile::name);
    if (found == files.end()) return std::nullopt;
    return page_of(name, found->text);
}

}  // namespace clew::serve
