#pragma once
// Families: the setters' rules in the groups in which people look for them.
//
//     for (const RuleFamily& family : families()) ... family.name, family.rows ...

#include <span>

#include "core/rules/registry.hpp"

namespace clew::rules {

struct RuleFamily {
    const char* name;  ///< "Lines"
    std::span<const SetterRow> rows;
};

/// All together they are setter_table(), in its order.
std::span<const RuleFamily> families();

}  // namespace clew::rules
