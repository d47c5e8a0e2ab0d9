#pragma once
// StrictJson: JSON whose objects have each key once. Parsers keep the last of two equal keys, and
// the first would be lost in silence.
//
//     const auto json = parse_strictly<nlohmann::ordered_json>(text, place);
//
// Linear in the text, but for the keys of an object, which are sorted: the library looks for each
// in turn where it keeps their order. The library is the caller's: this room knows none.

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/base/stopped.hpp"

namespace clew::inline base {

/// Builds a value from the events of Json::sax_parse.
template <class Json>
class StrictJson {
  public:
    StrictJson(const Place& place, Hearing* hearing) : place_(place), hearing_(hearing) {}

    Json take() { return std::move(root_); }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(typename Json::number_integer_t value) { return add(value); }
    bool number_unsigned(typename Json::number_unsigned_t value) { return add(value); }
    bool number_float(typename Json::number_float_t value, const std::string&) {
        return add(value);
    }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(typename Json::binary_t& value) { return add(std::move(value)); }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        tick();
        if (!open_.back().keys.insert(name).second)
            throw InputError(place_, "the key '" + name + "' is twice in one JSON object",
                             "each key once");
        key_ = std::move(name);
        return true;
    }
    template <class Error>
    bool parse_error(std::size_t, const std::string&, const Error& error) {
        throw error;
    }

  private:
    struct Open {
        Json* value;  // nothing is added beside it while it is open, so it stays where it is
        std::set<std::string> keys;
    };

    void tick() {
        if (hearing_ != nullptr) hearing_->tick();
    }

    bool add(Json value) {
        static_cast<void>(put(std::move(value)));
        return true;
    }

    bool open(Json value) {
        Json* const at = put(std::move(value));
        open_.push_back({at, {}});
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    Json* put(Json value) {
        tick();
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Json& parent = *open_.back().value;
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        auto& object = parent.template get_ref<typename Json::object_t&>();
        // The key is a new one, which a vector of keys would look for.
        if constexpr (requires { object.emplace_back(key_, std::move(value)); })
            return &object.emplace_back(key_, std::move(value)).second;
        else
            return &object.emplace(key_, std::move(value)).first->second;
    }

    const Place& place_;
    Hearing* hearing_;
    Json root_;
    std::vector<Open> open_;
    std::string key_;
};

/// The value of a text. Errors: InputError at `place` for a key that is twice in an object; those
/// of Json::parse; Stopped, of `hearing`, which may be null.
template <class Json>
Json parse_strictly(std::string_view text, const Place& place, Hearing* hearing = nullptr) {
    StrictJson<Json> built{place, hearing};
    Json::sax_parse(text, &built);
    return built.take();
}

}  // namespace clew::inline base
