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
    const std::vector<Cell> cells = cells_of(candidates_in(tale.step, Role::base));
    return words.say(
        cells.size() == 2
            ? "{0} both hold {1}. In {2}, {3} can only be in {4}, each of which sees the one or "
              "the other. So not both are {3}: one of them is {5}, and {6}."
            : "{0} both hold {1}. In {2}, {3} can only be in {4}, all of which see the one or the "
              "other. So not both are {3}: one of them is {5}, and {6}.",
        words.cells(ends), words.digits(tale.state.candidates(ends.front()), "or"),
        words.house(bases.front()->in->house), symbol(x), words.cells(cells, "or"), symbol(z),
        losers_see(tale, 2));
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
    std::string text = words.say(
        pair ? "{0} holds {1}, so {2} has just one of {3} left for where it crosses {4}. In {4} "
               "the other can only go in {5}"
             : "{0} hold {1} of {3}, so {2} has just one of {3} left for where it crosses {4}. In "
               "{4} the others can only go in {5}",
        words.cells(outer), pair ? words.digits(digits, "or") : words.count_word(outer.size()),
        words.house(from), words.digits(digits), words.house(into), words.cells(inner));
    bool from_inner = false;
    bool from_house = false;
    for (Candidate c : tale.step.eliminations)
        (std::ranges::find(inner, c.cell) != inner.end() ? from_inner : from_house) = true;
    if (from_inner)
        text += words.say(pair ? ", which holds nothing else" : ", which hold nothing else");
    if (from_house)
        text += words.say(from_inner ? "; and the rest of {} holds none of them"
                                     : ", so the rest of {} holds none of them",
                          words.house(from));
    return text + ".";
}

std::string tell_common_peers(const Tale& tale) {
    const Words& words = tale.words;
    const Group& base = *groups_of(tale.step, Role::base).front();
    const std::vector<Cell> cells = cells_of(base.candidates);
    return words.say("In {}, {} can only go in {}, and {}.", words.house(base.in->house),
                     symbol(base.in->digit), words.cells(cells, "or"),
                     losers_see(tale, cells.size()));
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
        const std::string with =
            words.say_of(cells.size(), "{} is left with just {}", "{} are left with just {}",
                         words.cells(cells), words.digits(left));
        text +=
            (at++ == 0 ? words.say("If the stem {} is {}, {}.", words.cell(stem), symbol(d), with)
                       : words.say("If it is {}, {}.", symbol(d), with)) +
            " ";
    }
    const auto places = cells_of(groups_of(tale.step, Role::wing).front()->candidates);
    return text + words.say("Whichever it is, one of {} is {}, and {}.", words.cells(places),
                            symbol(z), losers_see(tale, places.size()));
}

}  // namespace clew::explain::inline words
