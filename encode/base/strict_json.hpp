#pragma once
// StrictJson: JSON whose objects have each key once. Parsers keep the last of two equal keys, and
// the first would be lost in silence.
//
//     const auto json = parse_strictly<nlohmann::ordered_json>(text, place);
//
// The library is the caller's: this room knows none.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encode/base/input_error.hpp"

namespace clew {

/// The value of a text. Errors: InputError at `place` for a key that is twice in an object; those
/// of Json::parse.
template <class Json>
Json parse_strictly(std::string_view text, const Place& place) {
    std::vector<std::vector<std::string>> objects;  // the keys of those that are open
    return Json::parse(text, [&](int, typename Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) {
            objects.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
            objects.pop_back();
        } else if (event == Json::parse_event_t::key) {
            auto key = value.template get<std::string>();
            if (std::ranges::find(objects.back(), key) != objects.back().end())
                throw InputError(place, "the key '" + key + "' is twice in one JSON object",
                                 "each key once");
            objects.back().push_back(std::move(key));
        }
        return true;
    });
}

}  // namespace clew
