// One digit. A fish is told by its bases and covers: but for the fins the digit of the bases lies
// in the covers, so it is in a fin or uses the covers up; what goes sees the fins and lies in a
// cover. Two bases joined by one cover are told as the two strong links that they are.

#include <algorithm>
#include <string_view>

#include "explain/words/tell.hpp"

namespace clew::explain::inline words {
namespace {

using logic::Group;
using logic::Role;

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
    const Words& words = tale.words;
    std::string text;
    const auto add = [&](std::size_t n, std::string_view one, std::string_view many,
                         const auto&... values) {
        text += (text.empty() ? "" : " ") + words.say_of(n, one, many, values...);
    };
    if (!outside.empty()) {
        const std::string cells = words.cells(outside), base = words.houses(bases);
        const std::string in = words.houses(holding(tale, covers, outside));
        if (seeing.empty())
            add(outside.size(), "{} lies in {}, outside {}.", "{} lie in {}, outside {}.", cells,
                in, base);
        else
            add(outside.size(), "{} sees {} and lies in {}, outside {}.",
                "{} see {} and lie in {}, outside {}.", cells, seeing, in, base);
    }
    if (!twice.empty()) {
        const std::string cells = words.cells(twice);
        if (seeing.empty())
            add(twice.size(),
                "{} lies in two of these houses at once, which would leave too few for the others.",
                "{} lie in two of these houses at once, which would leave too few for the others.",
                cells);
        else
            add(twice.size(),
                "{} sees {} and lies in two of these houses at once, which would leave too few for "
                "the others.",
                "{} see {} and lie in two of these houses at once, which would leave too few for "
                "the others.",
                cells, seeing);
    }
    return text;
}

std::string not_in(const Words& words, Digit digit, const std::vector<Cell>& cells) {
    return cells.size() == 1
               ? words.say("{} is not", words.cell(cells.front()))
               : words.say("{} is not in {}", symbol(digit), words.cells(cells, "or"));
}

}  // namespace

std::string tell_fish(const Tale& tale) {
    const Words& words = tale.words;
    const Digit digit = tale.step.eliminations.front().digit;
    const std::vector<House> base_houses = houses_of(tale.step, Role::base);
    const std::string bases = words.houses(base_houses);
    const std::string covers = words.houses(houses_of(tale.step, Role::cover));
    const std::vector<Candidate> fins = candidates_in(tale.step, Role::fin);
    if (fins.empty()) {
        const std::string text =
            words.say("In {0}, every {1} lies in {2}, so the {3} of {2} all lie there.", bases,
                      symbol(digit), covers, plural(words, digit));
        // What lies in a base can go only because it lies in two covers: that needs to be said.
        const bool inside = std::ranges::any_of(tale.step.eliminations, [&](Candidate c) {
            return !holding(tale, base_houses, {c.cell}).empty();
        });
        return inside ? text + " " + where_losers_lie(tale, "") : text;
    }
    const std::string named =
        words.say_of(fins.size(), "the fin {}", "the fins {}", words.cells(cells_of(fins)));
    const std::string seen = words.say(fins.size() == 1   ? "the fin"
                                       : fins.size() == 2 ? "both fins"
                                                          : "all the fins");
    return words.say_of(
               fins.size(),
               "But for {0}, every {1} of {2} lies in {3}. Either the fin is {1}, or the {4} of "
               "{3} all lie in {2}.",
               "But for {0}, every {1} of {2} lies in {3}. Either a fin is {1}, or the {4} of {3} "
               "all lie in {2}.",
               named, symbol(digit), bases, covers, plural(words, digit)) +
           " " + where_losers_lie(tale, seen);
}

std::string tell_two_links(const Tale& tale) {
    const Words& words = tale.words;
    const Digit digit = tale.step.eliminations.front().digit;
    const std::string cover = words.houses(houses_of(tale.step, Role::cover));
    const std::vector<Candidate> fins = candidates_in(tale.step, Role::fin);
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
    const std::string not_last = not_in(words, digit, last.inner);
    const std::string is_first = is_in(words, digit, first.inner);
    std::string text = first.outer.empty()
                           ? words.say("In {}, {} can only go in {}, so {}", first.house,
                                       symbol(digit), words.cells(first.inner, "or"), not_last)
                           : words.say("In {0}, either {1} or {2}. If {2}, {3}", first.house,
                                       is_in(words, digit, first.outer), is_first, not_last);
    const std::vector<Cell> all = cells_of(fins);
    text += words.say(" ({}), so {} ({}). ", cover, is_in(words, digit, last.outer), last.house);
    return text +
           words.say(all.size() == 1 ? "So {} is {}, and {}." : "So one of {} is {}, and {}.",
                     words.cells(all), symbol(digit), losers_see(tale, all.size()));
}

}  // namespace clew::explain::inline words
