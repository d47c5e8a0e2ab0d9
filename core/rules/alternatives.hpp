#pragma once
// Alternatives: lists of rules of which at least so many hold, told as one rule.
//
//     const Rule either = pack({.least = 1, .lists = {{thermometer}, {whisper, cage}}});
//     unpack(either).lists[1]                                             // the whisper and the cage
//
// The thermometer holds, or both the others do. A list holds if all its rules do. They may be of
// any kind that is put on cells, alternatives too. Engines see one automaton over all their cells.

#include <vector>

#include "core/board/rule.hpp"

namespace clew::rules {

struct Alternatives {
    int least = 1;  ///< so many lists hold, or more
    std::vector<std::vector<Rule>> lists{};
};

/// Its cells are those of all lists, each once, by first appearance; its numbers say the rest.
Rule pack(const Alternatives& alternatives);

/// What pack() was given; names of the rules within are left out. Errors: InputError without place
/// for numbers that pack() does not write.
Alternatives unpack(const Rule& rule);

}  // namespace clew::rules
