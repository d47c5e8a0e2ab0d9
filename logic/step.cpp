#include "logic/step.hpp"

#include <algorithm>

#include "encode/base/contract.hpp"
#include "encode/base/sorted.hpp"
#include "encode/board/notation.hpp"

namespace clew::logic {

std::vector<Candidate> candidates_of(const State& state, const Constraint& constraint) {
    std::vector<Candidate> found;
    if (constraint.kind == Constraint::Kind::cell) {
        for (Digit d : state.candidates(constraint.cell)) found.push_back({constraint.cell, d});
        return found;
    }
    for (Cell c : state.geometry().cells_of(constraint.house))
        if (state.has({c, constraint.digit})) found.push_back({c, constraint.digit});
    return found;
}

std::string to_string(const Constraint& constraint, const Geometry& geometry) {
    if (constraint.kind == Constraint::Kind::cell)
        return clew::to_string(constraint.cell, geometry.size());
    return std::string{digit_symbol(constraint.digit)} + " in " +
           geometry.info(constraint.house).name;
}

const char* to_string(Role role) {
    switch (role) {
        case Role::base:
            return "base";
        case Role::cover:
            return "cover";
        case Role::seen:
            return "seen";
        case Role::fin:
            return "fin";
        case Role::pivot:
            return "pivot";
        case Role::wing:
            return "wing";
        case Role::chain:
            return "chain";
        case Role::colour_1:
            return "colour 1";
        case Role::colour_2:
            return "colour 2";
        case Role::colour_3:
            return "colour 3";
        case Role::colour_4:
            return "colour 4";
        case Role::locked:
            return "locked";
        case Role::deadly:
            return "deadly";
        case Role::guardian:
            return "guardian";
        case Role::assumption:
            return "assumption";
        case Role::consequence:
            return "consequence";
        case Role::conflict:
            return "conflict";
    }
    return "";
}

bool operator==(const Branch& a, const Branch& b) { return (a <=> b) == 0; }

std::strong_ordering operator<=>(const Branch& a, const Branch& b) {
    if (const auto order = a.lines <=> b.lines; order != 0) return order;
    return a.conflict <=> b.conflict;
}

void normalise(Step& step) {
    sort_unique(step.placements);
    sort_unique(step.eliminations);
    sort_unique(step.deadly);
    // Truth sorts before link, so the first citation of a constraint is the one to keep.
    std::ranges::sort(step.cites);
    const auto same = [](const Citation& a, const Citation& b) {
        return a.constraint == b.constraint;
    };
    step.cites.erase(std::unique(step.cites.begin(), step.cites.end(), same), step.cites.end());
    for (Group& group : step.groups) std::ranges::sort(group.candidates);
}

bool changes(const Step& step, const State& state) {
    const auto still = [&](Candidate c) { return state.has(c); };
    return std::ranges::any_of(
               step.placements,
               [&](Candidate c) { return state.has(c) && !state.placed(c.cell); }) ||
           std::ranges::any_of(step.eliminations, still);
}

void apply(const Step& step, State& state) {
    for (Candidate c : step.eliminations) state.eliminate(c);
    for (Candidate c : step.placements) state.place(c);
#ifdef CLEW_CHECK_INVARIANTS
    state.check_invariants();
#endif
}

const char* to_string(Price price) {
    switch (price) {
        case Price::constraints:
            return "constraints";
        case Price::cells:
            return "cells";
        case Price::candidates:
            break;
    }
    return "candidates";
}

std::string title(const Step& step) {
    std::string name = info(step.technique).name;
    switch (step.technique) {
        case Technique::naked_set:
        case Technique::hidden_set:
        case Technique::large_fish:
        case Technique::finned_large_fish:
        case Technique::bent_set:
        case Technique::counted_set:
        case Technique::multi_sector_locked_set:
        case Technique::sue_de_coq:
        case Technique::remote_pair:
        case Technique::xy_chain:
        case Technique::x_chain:
        case Technique::aic:
        case Technique::discontinuous_loop:
        case Technique::nice_loop:
        case Technique::grouped_x_chain:
        case Technique::grouped_aic:
        case Technique::grouped_nice_loop:
        case Technique::als_chain:
        case Technique::als_aic:
        case Technique::als_nice_loop:
        case Technique::ahs_aic:
        case Technique::fish_aic:
        case Technique::rectangle_aic:
        case Technique::extended_rectangle:
        case Technique::unique_loop:
        case Technique::reverse_bug:
            return name + " of " + std::to_string(step.size);
        case Technique::smallest_proof:
            // Not known to be smallest: called what it is.
            return (step.none_below == 0           ? "proof"
                    : step.none_below >= step.size ? name
                                                   : "short proof") +
                   " of " + std::to_string(step.size) +
                   (step.price == Price::constraints ? ""
                                                     : std::string{" "} + to_string(step.price));
        case Technique::bug_n:
            return "BUG+" + std::to_string(step.size);
        default:
            return name;
    }
}

}  // namespace clew::logic
