#pragma once
// Result: what a check of a proof came to.
//
//     const Result found = check_drat(formula, proof, "all.drat");
//     if (!found.accepted) std::puts(found.why.c_str());
//
// A proof that does not hold is a value, with the reason and the line. A text that is no proof at
// all (a word where a number belongs) is an InputError with its place, as everywhere.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "proof/checker/cnf.hpp"

namespace clew::proof::inline checker {

/// Takes each clause that a proof adds once it is checked, in their order; of a refutation the
/// empty clause last. What is no clause, and what holds within a subproof alone, is left out.
using LiteralsSink = std::function<void(std::span<const Literal> clause)>;

struct Result {
    bool accepted = false;
    /// Why not; empty if accepted.
    std::string why{};
    /// The line (or, in a binary proof, the step) that failed; 0 if no line is to blame.
    std::uint64_t line = 0;
    /// How many solutions the proof shows that there are, in decimal; "0" for a refutation.
    std::optional<std::string> count{};
    /// Lines or steps that were checked.
    std::uint64_t steps = 0;
    /// True if the stop flag ended the check: it says nothing.
    bool stopped = false;
};

inline Result rejected(std::string why, std::uint64_t line, std::uint64_t steps = 0) {
    return {.why = std::move(why), .line = line, .steps = steps};
}

}  // namespace clew::proof::inline checker
