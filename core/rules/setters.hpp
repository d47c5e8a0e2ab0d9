#pragma once
// The rows of the setters' table: see registry.hpp. Private to core/rules.

#include <span>

#include "core/rules/registry.hpp"

namespace clew::rules {

std::span<const SetterRow> setter_rows();

}  // namespace clew::rules
