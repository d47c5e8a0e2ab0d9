#pragma once
// Lines of an argument under other numbers, where some of them are left out.

#include <cstddef>
#include <span>

#include "logic/step.hpp"

namespace clew::logic {

/// Line `at` as line `here`, with what it and its lemmas refer to: lines before it by the table of
/// their new numbers, a lemma's own along with the line.
Inference renumbered(Inference line, std::size_t at, std::size_t here,
                     std::span<const std::size_t> number);

}  // namespace clew::logic
