// Cells and how often each digit fits into them (logic/strategies/counted_cells.hpp). A wing is
// told by its pivot: whichever digit it holds, one of the cells is the digit that goes elsewhere.
// What has no such pivot is told by the count itself: so often each digit fits, that makes so many
// for so many cells, and with the digit outside there would be too few.

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "explain/words/tell.hpp"
#include "logic/strategies/counted_cells.hpp"

namespace clew::explain::inline words {
namespace {

using logic::Constraint;
using logic::Group;
using logic::Role;

std::string number(const Words& words, int value) {
    return words.count_word(static_cast<std::size_t>(value));
}

std::string times(const Words& words, int count) {
    return words.say(count == 1 ? "once" : count == 2 ? "twice" : "{} times", number(words, count));
}

/// The cells that are counted: those whose constraint binds a group.
std::vector<Cell> counted_cells(const logic::Step& step) {
    std::vector<Cell> cells;
    for (const Group& group : step.groups)
        if (group.in && group.in->kind == Constraint::Kind::cell) cells.push_back(group.in->cell);
    return cells;
}

/// Each digit of the pivot but z has a wing of its own that then is z; the pivot may be z itself.
std::optional<std::string> by_pivot(const Tale& tale) {
    const auto pivots = groups_of(tale.step, Role::pivot);
    const DigitSet gone = digits_of(tale.step.eliminations);
    if (pivots.size() != 1 || gone.size() != 1) return std::nullopt;
    const Words& words = tale.words;
    const Digit z = gone.first();
    const Cell pivot = pivots.front()->in->cell;
    const DigitSet digits = tale.state.candidates(pivot);
    const auto wings = groups_of(tale.step, Role::wing);
    const std::size_t cases = digits.size() - (digits.contains(z) ? 1 : 0);
    if (wings.size() != cases) return std::nullopt;
    std::vector<std::string> items;
    for (Digit d : digits) {
        if (d == z) continue;
        const auto wing = std::ranges::find_if(wings, [&](const Group* group) {
            return tale.state.candidates(group->in->cell) == (DigitSet{d} | DigitSet{z}) &&
                   tale.state.geometry().sees(group->in->cell, pivot);
        });
        if (wing == wings.end()) return std::nullopt;
        items.push_back(items.empty()
                            ? words.say("if {} is {}, {} is {}", words.cell(pivot), symbol(d),
                                        words.cell((*wing)->in->cell), symbol(z))
                            : words.say("if it is {}, {} is {}", symbol(d),
                                        words.cell((*wing)->in->cell), symbol(z)));
    }
    if (digits.contains(z)) items.push_back(words.say("otherwise it is {} itself", symbol(z)));
    const std::size_t seen = wings.size() + (digits.contains(z) ? 1 : 0);
    return words.say(items.size() == 2
                         ? "The pivot {} holds {}: {}. Either way one of them is {}, and {}."
                         : "The pivot {} holds {}: {}. Whichever it is, one of them is {}, and {}.",
                     words.cell(pivot), words.digits(digits, "or"), listed(items, "; "), symbol(z),
                     losers_see(tale, seen));
}

/// "3 and 4 once and 7 twice".
std::string fits(const Words& words, const logic::CountedCells& counted) {
    std::map<int, DigitSet> by_times;
    for (Digit d : counted.values()) by_times[counted.fit(d)].insert(d);
    return words.all_of(by_times, [&](const auto& one) {
        return words.digits(one.second) + " " + times(words, one.first);
    });
}

/// "The pivot r1c1 (12), r1c2 (13) and r2c1 (23)".
std::string one_by_one(const Tale& tale, const std::vector<Cell>& cells) {
    const auto pivots = groups_of(tale.step, Role::pivot);
    return Words::sentence(tale.words.all_of(cells, [&](Cell c) {
        const std::string cell = cell_with_digits(tale, c);
        const bool pivot = pivots.size() == 1 && pivots.front()->in->cell == c;
        return pivot ? tale.words.say("the pivot {}", cell) : cell;
    }));
}

/// "Where row 5 and box 4 cross: r5c2 (14). In the rest of row 5: r5c6 (15). In the rest of box 4:
/// r4c1 (45). These three cells": of cells in two houses, some where these cross; else nothing.
struct Crossing {
    std::string text;
    std::vector<Cell> outside;  // of those where they cross
    std::array<House, 2> houses;
    int cells = 0;
};
std::optional<Crossing> where_two_cross(const Tale& tale, const std::vector<Cell>& cells) {
    const logic::Layout& layout = tale.state.layout();
    const Geometry& board = tale.state.geometry();
    const auto in = [&](std::size_t h, Cell c) { return layout.cells(House{h}).test(c); };
    for (std::size_t a = 0; a < board.house_count(); ++a)
        for (std::size_t b = a + 1; b < board.house_count(); ++b) {
            std::vector<std::string> both, one, other;
            std::vector<Cell> outside;
            for (const Cell c : cells) {
                if (!in(a, c) && !in(b, c)) continue;
                if (!in(a, c) || !in(b, c)) outside.push_back(c);
                (in(a, c) && in(b, c) ? both
                 : in(a, c)           ? one
                                      : other)
                    .push_back(cell_with_digits(tale, c));
            }
            if (both.size() + one.size() + other.size() < cells.size()) continue;
            if (both.empty() || one.empty() || other.empty()) continue;
            const Words& words = tale.words;
            return Crossing{
                words.say("Where {0} and {1} cross: {2}. In the rest of {0}: {3}. In "
                          "the rest of {1}: {4}. These {5} cells",
                          words.house(House{a}), words.house(House{b}), words.all_of(both),
                          words.all_of(one), words.all_of(other), words.count_word(cells.size())),
                outside,
                {House{a}, House{b}},
                static_cast<int>(cells.size())};
        }
    return std::nullopt;
}

/// Which case of two houses it is, as Gromley numbers them (docs/strategies.md); else nothing.
std::string by_gromley(const Tale& tale, const logic::CountedCells& counted,
                       const std::optional<Crossing>& crossing) {
    if (!crossing || static_cast<int>(counted.values().size()) != crossing->cells) return {};
    DigitSet shared;  // by two cells outside the crossing
    for (const Cell a : crossing->outside)
        for (const Cell b : crossing->outside)
            if (a < b) shared |= tale.state.candidates(a) & tale.state.candidates(b);
    const bool crosses = std::ranges::all_of(tale.step.eliminations, [&](Candidate c) {
        return std::ranges::all_of(
            crossing->houses, [&](House h) { return tale.state.layout().cells(h).test(c.cell); });
    });
    if (counted.slack() == 0 && shared.empty())
        return " " + tale.words.say("This is (4A) of Gromley's paper.");
    if (counted.slack() == 1 && crosses && shared == digits_of(tale.step.eliminations))
        return " " + tale.words.say("This is (4B) of Gromley's paper.");
    return {};
}

std::string by_count(const Tale& tale) {
    const Words& words = tale.words;
    const std::vector<Cell> cells = counted_cells(tale.step);
    const logic::CountedCells counted{tale.state, cells};
    const auto n = static_cast<int>(cells.size());
    const auto crossing = where_two_cross(tale, cells);
    std::string text = words.say(
        counted.slack() == 0 ? "{} can hold {}: {} in all, just enough for the {} cells, so all of "
                               "them are used."
        : counted.slack() == 1 ? "{} can hold {}: {} in all, one more than the {} cells need."
                               : "{} can hold {}: {} in all, {4} more than the {3} cells need.",
        crossing ? crossing->text : one_by_one(tale, cells), fits(words, counted),
        number(words, n + counted.slack()), number(words, n), number(words, counted.slack()));
    // What goes: by how often its digit would still fit and where that can be, and by its cells.
    std::map<std::tuple<int, std::vector<Cell>, std::vector<Cell>>, DigitSet> losses;
    for (const Digit digit : digits_of(tale.step.eliminations)) {
        std::map<int, std::vector<Cell>> by_fit;
        for (Candidate c : tale.step.eliminations)
            if (c.digit == digit) by_fit[counted.fit_beside(c)].push_back(c.cell);
        std::vector<Cell> places;
        for (const Cell c : cells)
            if (tale.state.has({c, digit})) places.push_back(c);
        std::ranges::sort(places);
        for (auto& [fit, where] : by_fit) losses[{fit, places, where}].insert(digit);
    }
    for (const auto& [loss, digits] : losses) {
        const auto& [fit, places, where] = loss;
        const std::string named = words.digits(digits, "or");
        const int left = n + counted.slack() - counted.fit(digits.first()) + fit;
        if (fit > 0) {
            text += " " +
                    words.say_of(digits.size(),
                                 "With {0} in {1}, {0} would fit into them just {2}, which leaves "
                                 "{3} for {4} cells.",
                                 "With {} in {}, that digit would fit into them just {}, which "
                                 "leaves {} for {} cells.",
                                 named, words.cells(where, "or"), times(words, fit),
                                 number(words, left), number(words, n));
            continue;
        }
        const std::string follows =
            words.say_of(digits.size(), "{} is in {}, and {}.", "each of {} is in {}, and {}.",
                         words.digits(digits), words.cells(places, "or"),
                         cells_see(words, where, places.size()));
        text += " " + (counted.slack() == 0
                           ? Words::sentence(follows)
                           : words.say("Without {} there would be just {} digits. So {}", named,
                                       number(words, left), follows));
    }
    return text + by_gromley(tale, counted, crossing);
}

}  // namespace

std::string tell_counted(const Tale& tale) {
    if (auto told = by_pivot(tale)) return *told;
    return by_count(tale);
}

}  // namespace clew::explain::inline words
