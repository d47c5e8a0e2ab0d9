#pragma once
// ShapeArgument: an argument's truths and links, as the matchers of shape.hpp look at them.
//
// Private to the shapes: shape.cpp takes a step apart, counts its sets and follows its chains;
// shape_colours.hpp and shape_patterns.hpp know the names that rest on colours and on fixed places.

#include <algorithm>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline shape {

struct ShapePart {
    Constraint constraint;
    std::vector<Candidate> members;  ///< ascending

    bool is_cell() const { return constraint.kind == Constraint::Kind::cell; }
    bool holds(Candidate c) const { return std::ranges::binary_search(members, c); }
    bool meets(const ShapePart& other) const {
        return std::ranges::any_of(members, [&](Candidate c) { return other.holds(c); });
    }
};

/// What is said of one candidate, and from which truths and links.
struct ShapeArgument {
    const State& state;
    Candidate asked;
    std::vector<ShapePart> truths{}, links{};
};

}  // namespace clew::logic::inline shape
