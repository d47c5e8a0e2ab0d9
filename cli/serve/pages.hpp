#pragma once
// The files of the explorer's page, built into the program: nothing of the machine is served.
// To add one: put it into cli/serve/page/ and its name into the list in cli/CMakeLists.txt.

#include <optional>
#include <string>
#include <string_view>

namespace clew::serve {

struct PageFile {
    std::string_view name;  ///< "app.js"
    std::string_view text;
};

struct Page {
    std::string_view type;  ///< "text/javascript; charset=utf-8"
    std::string_view text;
    std::string tag;  ///< changes with the text
};

/// The file of that name; nothing if there is none.
std::optional<Page> find_page(std::string_view name);

}  // namespace clew::serve
