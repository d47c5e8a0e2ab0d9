#pragma once
// Ordered JSON objects that are made without copies of their values: the keys of an ordered_json
// stand in a vector, which copies values whole when it grows.
//
//     ordered_json object = roomy_object();
//     take_keys(object, to_json(step));  // moves what update() would copy

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

namespace clew::inline base {

/// An empty object with room for so many keys.
inline nlohmann::ordered_json roomy_object(std::size_t keys = 32) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    object.get_ref<nlohmann::ordered_json::object_t&>().reserve(keys);
    return object;
}

/// Adds all keys of an object, in their order; those that are there already get the new value.
inline void take_keys(nlohmann::ordered_json& object, nlohmann::ordered_json from) {
    for (auto& [key, value] : from.items()) object[key] = std::move(value);
}

}  // namespace clew::inline base
