#pragma once
// Pictures: the frames of an answer, kept so that Python draws those that somebody looks at.
//
//     module.def("why", ... -> py::make_tuple(json, Pictures{std::move(frames)}));
//     pictures.svg(0, 60, true)            one board
//
// Whoever binds an answer with boards hands these back beside its JSON.

#include <pybind11/pybind11.h>

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "explain/pictures/write_html.hpp"
#include "explain/words/words.hpp"
#include "logic/step.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::python {

/// Immutable; the boards of an answer, in its order.
struct Pictures {
    std::vector<explain::Frame> frames;

    /// Errors: IndexError.
    const explain::Frame& at(std::size_t index) const;
};

/// A board as one SVG document. Requires cell_pixels >= 8.
std::string draw(const explain::Frame& frame, double cell_pixels, bool legend);

/// The rule set of a name, of techniques parted by commas, or of a JSON text. Errors: ValueError,
/// InputError.
logic::RuleSet rules_of(const std::string& text);
/// 'r1c1', 'rc' or 'eureka'. Errors: ValueError.
explain::WordStyle parse_style(const std::string& notation, const std::string& language);
/// 'en' or 'de'. Errors: ValueError.
Language parse_language(const std::string& language);
/// 'constraints', 'cells' or 'candidates'. Errors: ValueError.
logic::Price parse_price(const std::string& text);

/// Of what users choose by a word. Errors: ValueError that names the option and what it takes.
template <class Value>
Value one_of(const char* option, const std::string& text,
             std::span<const std::pair<const char*, Value>> known) {
    std::string names;
    for (const auto& [name, value] : known) {
        if (text == name) return value;
        names += (names.empty() ? "'" : ", '") + std::string(name) + "'";
    }
    throw pybind11::value_error(std::string(option) + " '" + text + "': " + names);
}
/// The same, of words for the enumerators in their order.
template <class Enum>
Enum one_of(const char* option, const std::string& text, std::initializer_list<const char*> words) {
    std::vector<std::pair<const char*, Enum>> known;
    for (const char* word : words) known.emplace_back(word, static_cast<Enum>(known.size()));
    return one_of<Enum>(option, text, known);
}

}  // namespace clew::python
