#pragma once
// JsonPlaces: where in a JSON text a value stands, for faults in what a document says.
//
//     const Json root = Json::parse(text);
//     JsonPlaces places{text, {"rules.json", 1, 1}};
//     throw InputError(places.of(root, root["rules"][3]), "no technique is called 'x'", ...);
//
// Parsers forget where values stood. The text is read again, from the beginning, when somebody
// asks: faults are rare, and the documents that have none pay nothing. Requires a text that was
// parsed; for any JSON library whose values know is_object(), is_array(), items() and size().

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/input_error.hpp"

namespace clew::inline base {

/// The place of a byte of a text, counted from 1 as parsers count them (0: the first); behind the
/// text if it has no such byte. `start` is the place of the first.
Place place_of_byte(std::string_view text, std::size_t byte, Place start);

class JsonPlaces {
  public:
    /// `start` is the place of the text's first byte. The text must outlive the object.
    JsonPlaces(std::string_view text, Place start) : text_(text), start_(std::move(start)) {}

    /// The place of `value`, which is a part of `root`, the value of the whole text; the text's own
    /// if it is not. Cost: linear in the text.
    template <class Json>
    Place of(const Json& root, const Json& value) const {
        std::vector<std::string> path;
        return find(root, value, path) ? at(path) : start_;
    }

    /// The places of all values of the array that the text is. Cost: linear in the text.
    std::vector<Place> of_items() const;

    /// The place of the value with that path of keys and of indices from 0, as far as it goes.
    Place at(const std::vector<std::string>& path) const;

  private:
    template <class Json>
    static bool find(const Json& here, const Json& value, std::vector<std::string>& path) {
        if (&here == &value) return true;
        if (here.is_object())
            for (const auto& [key, item] : here.items()) {
                path.push_back(key);
                if (find(item, value, path)) return true;
                path.pop_back();
            }
        if (here.is_array())
            for (std::size_t i = 0; i < here.size(); ++i) {
                path.push_back(std::to_string(i));
                if (find(here[i], value, path)) return true;
                path.pop_back();
            }
        return false;
    }

    std::string_view text_;
    Place start_;
};

}  // namespace clew::inline base
