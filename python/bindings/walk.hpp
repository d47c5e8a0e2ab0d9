#pragma once
// Walk: what Python holds as a walk through a puzzle, for whoever tells, draws or certifies it.

#include <optional>
#include <string>

#include "core/formats/formats.hpp"
#include "explain/report/walk.hpp"
#include "python/bindings/pictures.hpp"

namespace clew::python {

/// Immutable, but for the pictures, which are made when the first is asked for.
struct Walk {
    Record record;
    report::Walked walked;
    report::Verbosity telling;
    std::string json;
    std::optional<Pictures> pictures{};
};

}  // namespace clew::python
