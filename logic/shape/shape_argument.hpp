#pragma once
// ShapeArgument: an argument's truths and links, as the matchers of shape.hpp look at them.
//
// Private to the shapes: shape.cpp takes a step apart, counts its sets and follows its chains; the
// other matchers, each in a file of its own, are declared here.
//
//     if (const auto shape = colours_of(argument)) ... shape->technique

#include <algorithm>
#include <optional>
#include <vector>

#include "logic/shape/shape.hpp"

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

/// Simple colouring or multi-colouring if all is of one digit, the 3D Medusa if not; its size is
/// the number of candidates that take a colour in the argument. Requires an argument for an
/// elimination of which nothing can be left out.
std::optional<KnownShape> colours_of(const ShapeArgument& argument);

/// A firework triple or quadruple, a junior or senior exocet. Requires an argument for an
/// elimination of which nothing can be left out. Cost: some hundred looks at the board.
std::optional<KnownShape> pattern_of(const ShapeArgument& argument);

/// An ALS-XZ, an ALS-XY-wing or a longer chain of almost locked sets; else a ring of up to four of
/// them; else a death blossom. Sets may overlap, if no digit
/// that joins two of them stands where they do [Hobiger2008]. Requires an argument for an
/// elimination of which nothing can be left out. Cost: a look at each set of its cells, and at each
/// chain of them; nothing for more than ten cells.
std::optional<KnownShape> overlapping_sets_of(const ShapeArgument& argument);

/// A cell or region forcing chain or net, or a verity of a binary cell. Requires an argument, of
/// which nothing can be left out, for the candidate's holding or failing. Cost: a propagation of
/// the citations for each candidate of each truth.
std::optional<KnownShape> forcing_of(const ShapeArgument& argument, Truth truth);

/// An impossible digit: that the candidate holds runs out by singles, locked candidates and pairs
/// of the citations. Its size is the number of truths. Requires as above. Cost: in the worst case
/// a look at each two truths with each two citations, time and again.
std::optional<KnownShape> impossible_of(const ShapeArgument& argument);

}  // namespace clew::logic::inline shape
