#pragma once
// The name of an enumerator, of names in the order of the enumeration.
//
//     const char* to_string(TreeMode mode) { return enum_name(mode, {"paris", "alternates", "lean"}); }

#include <cstddef>

namespace clew::inline base {

template <class Enum, std::size_t count>
constexpr const char* enum_name(Enum value, const char* const (&names)[count]) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace clew::inline base
