// Digit templates: the ways to place one digit on the whole board, listed to the end. Template
// delete and template set.
//
// A template is a way to place a digit once in every house that must hold it, other digits
// forgotten. A place that no template uses is false (delete); one that every template uses is true
// (set). All that any fish of the digit can eliminate falls under it, so the fish come first.
//
// The search (templates.hpp) stops at a number of nodes on large boards; places that it left
// undecided are not told.

#include <array>
#include <utility>

#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/templates.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::template_delete, Technique::template_set};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        for (std::size_t d = 0; d < state_.size(); ++d) {
            const Ending ending =
                query_.technique == Technique::template_set ? set(Digit{d}) : remove(Digit{d});
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

  private:
    Ending remove(Digit digit) {
        Step step = blank_step(query_.technique, 0);
        for (Cell c : places_without_template(state_, digit))
            // The row of the cell has no other place then: a template within has the cell.
            if (!may_have_template(layout_, state_.cells(digit) - layout_.peers(c), nodes_))
                step.eliminations.push_back({c, digit});
        return hand_on(std::move(step), digit);
    }

    Ending set(Digit digit) {
        for (Cell c : state_.cells(digit)) {
            CellSet others = state_.cells(digit);
            others.reset(c);
            if (state_.placed(c) || may_have_template(layout_, others, nodes_)) continue;
            Step step = blank_step(query_.technique, 0);
            step.placements.push_back({c, digit});
            const Ending ending = hand_on(std::move(step), digit);
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    Ending hand_on(Step step, Digit digit) {
        if (step.eliminations.empty() && step.placements.empty()) return Ending::exhausted;
        const CellSet& places = state_.cells(digit);
        step.size = places.size();
        step.groups.push_back(digit_group(Role::base, digit, places));
        // A house without a place for the digit is cited too: then there is no template at all.
        for (std::size_t h = 0; h < layout_.house_count(); ++h)
            step.cites.push_back({Constraint::of(House{h}, digit),
                                  layout_.is_full(House{h}) ? Use::truth : Use::link});
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }
};

}  // namespace

Strategy digit_templates_strategy() {
    return {"digit templates", techniques_found, run_search<Search>};
}

}  // namespace clew::logic::inline strategies
