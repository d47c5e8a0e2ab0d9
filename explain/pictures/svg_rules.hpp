#pragma once
// How the rules of a puzzle that are no houses are printed: a cage is a dashed outline with its sum
// in the corner, a thermometer a bulb and a line, an arrow a circle and a shaft, a sandwich a
// number beside its row or column; more in svg_rule_shapes.hpp. What has no drawing is told in
// words below the board, and what a drawing means once. Private to explain; the drawing itself is
// svg_rules() of write_svg.hpp.

#include <string>
#include <vector>

#include "explain/pictures/view.hpp"

namespace clew::explain::inline pictures::svg {

/// What of a view's rules goes where.
struct RuleMarks {
    std::vector<Rule> cages;
    std::vector<Rule> thermometers;
    std::vector<Rule> arrows;
    std::vector<Rule> shapes;        ///< drawn by svg_rule_shapes.hpp
    std::vector<std::string> left;   ///< a text for each row, or empty if no row has any
    std::vector<std::string> right;  ///< likewise
    std::vector<std::string> top;    ///< likewise for each column
    std::vector<std::string> bottom;
    std::vector<std::string> words;  ///< sentences

    bool diagonals = false;  ///< little killers have numbers all around
    /// True if there are numbers of rows or columns.
    bool numbers() const {
        return !left.empty() || !right.empty() || !top.empty() || !bottom.empty();
    }
    /// True if there are numbers left of the board or above it.
    bool before() const { return !left.empty() || !top.empty() || diagonals; }
    /// True if there are numbers right of the board or below it.
    bool behind() const { return !right.empty() || !bottom.empty() || diagonals; }
    /// True if a cage has a sum in its corner.
    bool sums() const;
};

/// Sorts the rules of a view, and those of its geometry that no line can show. A rule whose
/// drawing would not tell all (a thermometer that leaps, a cage in parts) is told in words as well
/// or instead. Errors: InputError for a rule that does not fit the board.
RuleMarks rule_marks(const View& view);

}  // namespace clew::explain::inline pictures::svg
