#pragma once
// The rows of the setters' table: see registry.hpp. Private to encode/rules.

#include <span>

#include "encode/rules/registry.hpp"

namespace clew::rules {

std::span<const SetterRow> setter_rows();

}  // namespace clew::rules
