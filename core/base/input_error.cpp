#include "core/base/input_error.hpp"

#include <utility>

#include "core/base/text.hpp"

namespace clew::inline base {

// What quotes the input becomes one line of no great length that a terminal shows: here, for all.
InputError::InputError(Place place, const std::string& what, std::string hint,
                       std::vector<std::string> parts)
    : std::runtime_error(quotable(what)),
      place_(std::move(place)),
      hint_(std::move(hint)),
      parts_(std::move(parts)) {
    hint_ = quotable(hint_);
}

std::string InputError::message() const {
    std::string text = to_string(place_);
    if (!text.empty()) text += ": ";
    text += what();
    if (!hint_.empty()) text += "\n  expected: " + hint_;
    return text;
}

std::string to_string(const Place& place) {
    std::string text = quotable(place.source);
    if (place.line > 0) text += ":" + std::to_string(place.line);
    if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
    return text;
}

}  // namespace clew::inline base
