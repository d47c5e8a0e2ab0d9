// One digit. A fish is told by its bases and covers: but for the fins the digit of the bases lies
// in the covers, so it is in a fin or uses the covers up; what goes sees the fins and lies in a
// cover. Two bases joined by one cover are told as the two strong links that they are.

#include <algorithm>

#include "explain/words/tell.hpp"

namespace clew::explain::inline words {
namespace {

using logic::Group;
using logic::Role;

std::vector<Candidate> fins_of(const logic::Step& step) {
    std::vector<Candidate> fins;
    for (const Group* group : groups_of(step, Role::fin))
        fins.insert(fins.end(), group->candidates.begin(), group->candidates.end());
    return fins;
}

/// Those of the houses that hold one of the cells.
std::vector<House> holding(const Tale& tale, const std::vector<House>& houses,
                           const std::vector<Cell>& cells) {
    std::vector<House> found;
    for (House h : houses)
        if (std::ranges::any_of(cells,
                                [&](Cell c) { return tale.state.layout().cells(h).test(c); }))
            found.push_back(h);
    return found;
}

/// Which of the losers lie in a cover outside the bases, and which in two covers.
std::string where_losers_lie(const Tale& tale, const std::string& seeing) {
    const std::vector<House> bases = houses_of(tale.step, Role::base);
    const std::vector<House> covers = houses_of(tale.step, Role::cover);
    std::vector<Cell> outside;
    std::vector<Cell> twice;
    for (Candidate c : tale.step.eliminations)
        (holding(tale, bases, {c.cell}).empty() ? outside : twice).push_back(c.cell);
    std::string text;
    if (!outside.empty()) {
        const bool one = outside.size() == 1;
        text += tale.words.cells(outside) +
                (seeing.empty() ? "" : (one ? " sees " : " see ") + seeing + " and") +
                (one ? " lies in " : " lie in ") +
                tale.words.houses(holding(tale, covers, outside)) + ", outside " +
                tale.words.houses(bases) + ".";
    }
    if (!twice.empty()) {
        const bool one = twice.size() == 1;
        text += (text.empty() ? "" : " ") + tale.words.cells(twice) +
                (seeing.empty() ? "" : (one ? " sees " : " see ") + seeing + " and") +
                (one ? " lies" : " lie") +
                " in two of these houses at once, which would leave too few for the others.";
    }
    return text;
}

std::string not_in(const Words& words, Digit digit, const std::vector<Cell>& cells) {
    return cells.size() == 1 ? words.cell(cells.front()) + " is not"
                             : symbol(digit) + " is not in " + words.cells(cells, "or");
}

}  // namespace

std::string tell_fish(const Tale& tale) {
    const Words& words = tale.words;
    const Digit digit = tale.step.eliminations.front().digit;
    const std::vector<House> base_houses = houses_of(tale.step, Role::base);
    const std::string bases = words.houses(base_houses);
    const std::string covers = words.houses(houses_of(tale.step, Role::cover));
    const std::vector<Candidate> fins = fins_of(tale.step);
    if (fins.empty()) {
        std::string text = "In " + bases + ", every " + symbol(digit) + " lies in " + covers +
                           ", so the " + plural(digit) + " of " + covers + " all lie there.";
        // What lies in a base can go only because it lies in two covers: that needs to be said.
        const bool inside = std::ranges::any_of(tale.step.eliminations, [&](Candidate c) {
            return !holding(tale, base_houses, {c.cell}).empty();
        });
        return inside ? text + " " + where_losers_lie(tale, "") : text;
    }
    const std::string named =
        (fins.size() == 1 ? "the fin " : "the fins ") + words.cells(cells_of(fins));
    const std::string seen = fins.size() == 1   ? "the fin"
                             : fins.size() == 2 ? "both fins"
                                                : "all the fins";
    return "But for " + named + ", every " + symbol(digit) + " of " + bases + " lies in " + covers +
           ". Either " + (fins.size() == 1 ? "the fin" : "a fin") + " is " + symbol(digit) +
           ", or the " + plural(digit) + " of " + covers + " all lie in " + bases + ". " +
           where_losers_lie(tale, seen);
}

std::string tell_two_links(const Tale& tale) {
    const Words& words = tale.words;
    const Digit digit = tale.step.eliminations.front().digit;
    const std::string cover = words.houses(houses_of(tale.step, Role::cover));
    const std::vector<Candidate> fins = fins_of(tale.step);
    struct End {
        std::string house;
        std::vector<Cell> inner, outer;  // what the cover holds, and the rest
    };
    std::vector<End> ends;
    for (const Group* base : groups_of(tale.step, Role::base)) {
        End end{words.house(base->in->house), cells_of(base->candidates), {}};
        for (Cell c : cells_of(fins))
            if (tale.state.layout().cells(base->in->house).test(c)) end.outer.push_back(c);
        ends.push_back(std::move(end));
    }
    if (ends[0].outer.size() > ends[1].outer.size()) std::swap(ends[0], ends[1]);
    const End& first = ends[0];
    const End& last = ends[1];
    std::string text = "In " + first.house + ", ";
    if (first.outer.empty()) {
        text += symbol(digit) + " can only go in " + words.cells(first.inner, "or") + ", so " +
                not_in(words, digit, last.inner);
    } else {
        text += "either " + is_in(words, digit, first.outer) + " or " +
                is_in(words, digit, first.inner) + ". If " + is_in(words, digit, first.inner) +
                ", " + not_in(words, digit, last.inner);
    }
    text += " (" + cover + "), so " + is_in(words, digit, last.outer) + " (" + last.house + "). ";
    const std::vector<Cell> all = cells_of(fins);
    return text + "So " +
           (all.size() == 1 ? words.cell(all.front()) + " is " + symbol(digit)
                            : "one of " + words.cells(all) + " is " + symbol(digit)) +
           ", and " + losers_see(tale, all.size()) + ".";
}

}  // namespace clew::explain::inline words
