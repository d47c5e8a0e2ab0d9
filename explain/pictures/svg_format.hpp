#pragma once
// fmt::format for SVG: what is no whole number is written by svg_number().
//
//     svg_format("<circle cx=\"{}\" r=\"{}\"/>", p.x, 2.50)      // r="2.5"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "explain/pictures/svg.hpp"

namespace clew::explain::inline pictures {

template <class Value>
const Value& in_svg(const Value& value) {
    return value;
}
inline std::string in_svg(double value) { return svg_number(value); }

template <class... Values>
std::string svg_format(fmt::format_string<decltype(in_svg(std::declval<const Values&>()))...> form,
                       const Values&... values) {
    return fmt::format(form, in_svg(values)...);
}

}  // namespace clew::explain::inline pictures
