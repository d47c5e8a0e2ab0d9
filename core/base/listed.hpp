#pragma once
// Texts of many things: one each, or one for all with something between.
//
//     texts_of(steps, &Step::title)            a vector
//     listed(cells, " + ", name)               "r1c1 + r1c2"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clew::inline base {

/// A text for each, in order.
template <class Items, class Text>
std::vector<std::string> texts_of(const Items& items, const Text& text) {
    std::vector<std::string> texts;
    for (const auto& item : items) texts.emplace_back(std::invoke(text, item));
    return texts;
}

/// The texts of all, with that between every two; not before the first that is not empty.
template <class Items, class Text = std::identity>
std::string listed(const Items& items, std::string_view between, const Text& text = {}) {
    std::string all;
    for (const auto& item : items) {
        if (!all.empty()) all += between;
        all += std::invoke(text, item);
    }
    return all;
}

}  // namespace clew::inline base
