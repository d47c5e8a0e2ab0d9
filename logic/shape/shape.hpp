#pragma once
// Shape: which named technique an argument is, seen from its citations alone.
//
//     if (const auto shape = known_shape(state, step))
//         shape->technique, shape->size              // Technique::xy_wing, 3
//
// For arguments that nobody looked for by name, such as smallest proofs. It shares no code with
// the finders: a step of a finder, asked the same, is a test of both.

#include <cstddef>
#include <optional>

#include "logic/candidates.hpp"
#include "logic/step.hpp"
#include "logic/technique.hpp"

namespace clew::logic::inline shape {

struct KnownShape {
    Technique technique = Technique::naked_single;
    std::size_t size = 1;  ///< as Step::size of that technique

    friend bool operator==(const KnownShape&, const KnownShape&) = default;
};

/// The technique whose structure the truths and links of the step have in this state, exactly:
/// none of them could be left out, or a truth be a link, for at least one of the conclusions. Where
/// several names fit, the one that people find first (TechniqueInfo::human). Nothing if none does,
/// the step rests on more than its citations, or it cites more than a few dozen. Names that depend
/// on what the step leaves out (such as "siamese") are not given. Requires a sound step.
/// Cost: an audit for each citation and conclusion.
std::optional<KnownShape> known_shape(const State& state, const Step& step);

}  // namespace clew::logic::inline shape
