// Shapes of a few cells and houses: the W-wing with its strong link, almost locked pairs and
// triples in a crossing, common peers, and the death blossom with its petals.

#include <algorithm>

#include "explain/words/tell.hpp"

namespace clew::explain::inline words {

using logic::Citation;
using logic::Constraint;
using logic::Group;
using logic::Role;
using logic::Use;

std::string tell_w_wing(const Tale& tale) {
    const Words& words = tale.words;
    const auto wings = groups_of(tale.step, Role::wing);
    const auto bases = groups_of(tale.step, Role::base);
    const std::vector<Cell> ends{wings[0]->in->cell, wings[1]->in->cell};
    const Digit z = tale.step.eliminations.front().digit;
    const Digit x = bases.front()->in->digit;
    std::vector<Candidate> places;
    for (const Group* base : bases)
        places.insert(places.end(), base->candidates.begin(), base->candidates.end());
    const std::vector<Cell> cells = cells_of(places);
    return words.cells(ends) + " both hold " +
           words.digits(tale.state.candidates(ends.front()), "or") + ". In " +
           words.house(bases.front()->in->house) + ", " + symbol(x) + " can only be in " +
           words.cells(cells, "or") + ", " + (cells.size() == 2 ? "each of" : "all of") +
           " which see" + (cells.size() == 2 ? "s" : "") +
           " the one or the other. So not both are " + symbol(x) + ": one of them is " + symbol(z) +
           ", and " + losers_see(tale, 2) + ".";
}

// Outside the crossing, k cells of one house hold k of the k + 1 digits, so that house has one of
// them left for the crossing. The others have nowhere to go in the second house but k cells.
std::string tell_almost_locked(const Tale& tale) {
    const Words& words = tale.words;
    std::vector<Cell> outer;
    std::vector<Cell> inner;
    DigitSet digits;
    House into{};
    for (const Group* group : groups_of(tale.step, Role::base)) {
        if (group->in->kind == Constraint::Kind::cell) {
            outer.push_back(group->in->cell);
        } else {
            into = group->in->house;
            digits.insert(group->in->digit);
        }
    }
    for (const Group* group : groups_of(tale.step, Role::cover)) inner.push_back(group->in->cell);
    House from{};
    for (const Citation& c : tale.step.cites)
        if (c.use == Use::link && c.constraint.kind == Constraint::Kind::house)
            from = c.constraint.house;
    std::ranges::sort(inner);
    const bool pair = outer.size() == 1;
    const std::string all = words.digits(digits);
    std::string text = words.cells(outer) +
                       (pair ? " holds " + words.digits(digits, "or")
                             : " hold " + Words::number(outer.size()) + " of " + all) +
                       ", so " + words.house(from) + " has just one of " + all +
                       " left for where it crosses " + words.house(into) + ". In " +
                       words.house(into) + " the " + (pair ? "other can" : "others can") +
                       " only go in " + words.cells(inner);
    bool from_inner = false;
    bool from_house = false;
    for (Candidate c : tale.step.eliminations)
        (std::ranges::find(inner, c.cell) != inner.end() ? from_inner : from_house) = true;
    if (from_inner) text += std::string{", which "} + (pair ? "holds" : "hold") + " nothing else";
    if (from_house)
        text += std::string{from_inner ? "; and" : ", so"} + " the rest of " + words.house(from) +
                " holds none of them";
    return text + ".";
}

std::string tell_common_peers(const Tale& tale) {
    const Words& words = tale.words;
    const Group& base = *groups_of(tale.step, Role::base).front();
    const std::vector<Cell> cells = cells_of(base.candidates);
    return "In " + words.house(base.in->house) + ", " + symbol(base.in->digit) +
           " can only go in " + words.cells(cells, "or") + ", and " +
           losers_see(tale, cells.size()) + ".";
}

std::string tell_blossom(const Tale& tale) {
    const Words& words = tale.words;
    const Cell stem = groups_of(tale.step, Role::pivot).front()->in->cell;
    const auto petals = groups_of(tale.step, Role::locked);
    const Digit z = tale.step.eliminations.front().digit;
    std::string text;
    std::size_t at = 0;
    for (Digit d : tale.state.candidates(stem)) {
        const std::vector<Cell> cells = cells_of(petals[at]->candidates);
        const DigitSet left = digits_of(petals[at]->candidates) - DigitSet{d};
        text += (at++ == 0 ? "If the stem " + words.cell(stem) + " is " : "If it is ") + symbol(d) +
                ", " + words.cells(cells) + (cells.size() == 1 ? " is" : " are") +
                " left with just " + words.digits(left) + ". ";
    }
    const auto places = cells_of(groups_of(tale.step, Role::wing).front()->candidates);
    return text + "Whichever it is, one of " + words.cells(places) + " is " + symbol(z) + ", and " +
           losers_see(tale, places.size()) + ".";
}

}  // namespace clew::explain::inline words
