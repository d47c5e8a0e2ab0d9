// Counted cells of many houses, and fixed patterns: fireworks, aligned exclusion, exocets and the
// tridagon.

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "core/board/notation.hpp"
#include "explain/words/tell.hpp"

namespace clew::explain::inline words {
namespace {

using logic::Citation;
using logic::Constraint;
using logic::Group;
using logic::Role;
using logic::Use;

bool of_house(const Citation& c) { return c.constraint.kind == Constraint::Kind::house; }

/// What a step cites about houses: those cited so, each with its digits.
std::map<House, DigitSet> cited(const Tale& tale, Use use) {
    std::map<House, DigitSet> houses;
    for (const Citation& c : tale.step.cites)
        if (c.use == use && of_house(c)) houses[c.constraint.house].insert(c.constraint.digit);
    return houses;
}

/// "row 3 has 1 and 2", "boxes 5 and 6 have 4 each".
std::vector<std::string> room(const Tale& tale) {
    std::map<House, DigitSet> held;
    for (const Group* group : groups_of(tale.step, Role::cover))
        held[group->in->house].insert(group->in->digit);
    std::vector<std::pair<DigitSet, std::vector<House>>> same;
    for (const auto& [house, digits] : held) {
        const auto at = std::ranges::find(same, digits, &decltype(same)::value_type::first);
        if (at == same.end())
            same.push_back({digits, {house}});
        else
            at->second.push_back(house);
    }
    return texts_of(same, [&](const auto& one) {
        return tale.words.say_of(one.second.size(), "{} has {}", "{} have {} each",
                                 tale.words.houses(one.second), tale.words.digits(one.first));
    });
}

std::vector<Cell> cells_in(const Tale& tale, Role role) {
    std::vector<Cell> cells;
    for (const Group* group : groups_of(tale.step, role))
        if (group->in) cells.push_back(group->in->cell);
    std::ranges::sort(cells);
    return cells;
}

}  // namespace

Listed tell_sectors(const Tale& tale) {
    const std::vector<Cell> cells = cells_in(tale, Role::base);
    const std::string number = std::to_string(cells.size());
    Listed told;
    told.opening = tale.words.say("Each digit that the {} cells {} can hold is among these.",
                                  number, tale.words.all_of(cells, [&](Cell c) {
                                      return tale.words.cell(c) + " {" +
                                             to_string(tale.state.candidates(c)) + "}";
                                  }));
    const std::vector<std::string> items = room(tale);
    const std::size_t lines = std::min(lines_followed, items.size());
    for (std::size_t i = 0, first = 0; i < lines; ++i) {
        const std::size_t last = (i + 1) * items.size() / lines;
        told.lines.push_back({tale.words.all_of(std::span{items}.subspan(first, last - first))});
        first = last;
    }
    const auto covers = groups_of(tale.step, Role::cover);
    const bool plain = std::ranges::all_of(tale.step.eliminations, [&](Candidate c) {
        return std::ranges::any_of(covers, [&](const Group* group) {
            return group->in->digit == c.digit &&
                   tale.state.layout().cells(group->in->house).test(c.cell);
        });
    });
    told.upshot = tale.words.say(
        plain ? "That is {} digits, just enough. So each of them is there, and nowhere else in its "
                "house."
              : "That is {} digits, just enough. So each of them is there, and what would leave "
                "one of them less room is not.",
        number);
    return told;
}

std::string tell_fireworks(const Tale& tale) {
    const Words& words = tale.words;
    const auto truths = cited(tale, Use::truth);
    const auto links = cited(tale, Use::link);
    std::string text;
    const std::vector<Cell> wings = cells_in(tale, Role::wing);
    DigitSet all;
    std::vector<Cell> cells = wings;
    for (const Group* pivot : groups_of(tale.step, Role::pivot)) {
        const Cell x = pivot->in->cell;
        cells.push_back(x);
        // The lines through the pivot, with their one cell outside its box.
        std::vector<std::string> lines;
        std::vector<House> through;
        DigitSet digits;
        House box{};
        for (const auto& [house, held] : links)
            if (tale.state.layout().cells(house).test(x)) box = house;
        for (const auto& [house, held] : truths) {
            if (!tale.state.layout().cells(house).test(x)) continue;
            digits = held;
            through.push_back(house);
            for (Cell wing : wings)
                if (tale.state.layout().cells(house).test(wing))
                    lines.push_back(words.say("{} has {} only in {}", words.house(house),
                                              words.digits(held), words.cell(wing)));
        }
        all |= digits;
        text += words.say(
                    "Outside {0}, {1}. Where neither of these cells has the digit, both lines have "
                    "it in {0}, in {2} where they cross.",
                    words.house(box), words.all_of(lines), words.cell(x)) +
                " ";
    }
    std::ranges::sort(cells);
    return text + words.say("So each of {} is in one of {}, which hold nothing else.",
                            words.digits(all), words.cells(cells));
}

std::string tell_aligned(const Tale& tale) {
    const Words& words = tale.words;
    const std::vector<Cell> base = cells_in(tale, Role::base);
    const std::vector<std::string> others =
        texts_of(cells_in(tale, Role::wing), [&](Cell c) { return cell_with_digits(tale, c); });
    std::string text = words.say_of(others.size(), "{} must leave a digit to {}.",
                                    "{} must leave a digit to each of {}.", words.cells(base),
                                    words.all_of(others));
    const auto sees = [&](Cell a, Cell b) { return tale.state.geometry().sees(a, b); };
    for (Candidate gone : tale.step.eliminations) {
        std::vector<Cell> rest = base;
        std::erase(rest, gone.cell);
        const std::string digit = symbol(gone.digit), cell = words.cell(gone.cell);
        if (rest.size() > 1) {
            text += " " + words.say(
                              "With {} in {}, every choice for {} takes the last digit from "
                              "one of them, or has a digit twice in a house.",
                              digit, cell, words.cells(rest));
            continue;
        }
        std::vector<std::string> items;
        for (Digit d : tale.state.candidates(rest.front())) {
            std::string why = words.say("they see each other");
            if (d != gone.digit || !sees(rest.front(), gone.cell))
                for (Cell c : cells_in(tale, Role::wing))
                    if (sees(c, rest.front()) && sees(c, gone.cell) &&
                        (DigitSet{d} | DigitSet{gone.digit}).contains(tale.state.candidates(c))) {
                        why = words.say("{} would have no digit", words.cell(c));
                        break;
                    }
            items.push_back(symbol(d) + " (" + why + ")");
        }
        text += " " + words.say("With {} in {}, {} could not be {}.", digit, cell,
                                words.cell(rest.front()), words.any_of(items));
    }
    return text;
}

std::string tell_exocet(const Tale& tale) {
    const Words& words = tale.words;
    const std::vector<Cell> base = cells_in(tale, Role::base);
    const std::vector<Cell> targets = cells_in(tale, Role::wing);
    std::vector<House> lines;
    for (const auto& [house, digits] : cited(tale, Use::truth)) lines.push_back(house);
    const DigitSet digits =
        tale.state.candidates(base.front()) | tale.state.candidates(base.back());
    std::vector<std::string> items;
    for (Digit d : digits) {
        std::vector<House> covers;
        for (const Group* group : groups_of(tale.step, Role::cover))
            if (group->in->digit == d) add_once(covers, group->in->house);
        if (!covers.empty())
            items.push_back(words.say("{} in {}", symbol(d), words.houses(covers)));
    }
    return words.say(
        items.empty()
            ? "{0} hold two of {1}. Each of the two is needed in {2} as well, in cells that do not "
              "see both. But for {3} there are none: for fewer than three. So each of the two is "
              "in one of {3}."
            : "{0} hold two of {1}. Each of the two is needed in {2} as well, in cells that do not "
              "see both. But for {3}, there is room for {4}: for fewer than three. So each of the "
              "two is in one of {3}.",
        words.cells(base), words.digits(digits), words.houses(lines), words.cells(targets),
        words.all_of(items));
}

Listed tell_tridagon(const Tale& tale) {
    const Words& words = tale.words;
    const Group& pattern = *groups_of(tale.step, Role::base).front();
    const Group& guardians = *groups_of(tale.step, Role::guardian).front();
    std::vector<Cell> cells = cells_of(pattern.candidates);
    for (const Cell c : cells_of(guardians.candidates)) add_once(cells, c);
    std::ranges::sort(cells);
    std::vector<House> boxes;
    for (const Citation& c : tale.step.cites)
        if (of_house(c) && tale.state.geometry().info(c.constraint.house).role == HouseRole::box &&
            std::ranges::count_if(cells, [&](Cell cell) {
                return tale.state.layout().cells(c.constraint.house).test(cell);
            }) == 3)
            add_once(boxes, c.constraint.house);
    std::ranges::sort(boxes);
    const auto in = [&](House house, Cell c) { return tale.state.layout().cells(house).test(c); };
    std::array<std::vector<Cell>, 4> box;
    for (std::size_t b = 0; b < box.size(); ++b)
        std::ranges::copy_if(cells, std::back_inserter(box[b]),
                             [&](Cell c) { return in(boxes[b], c); });
    Listed told;
    told.opening = words.say(
        "In {0}, each of {1} would be one of {2} but for {3}. Let {4} be a, b and c. Then the "
        "cells of {5}, which see one of these each, can be so in two ways, and those of {6} in "
        "two.",
        words.houses(boxes), words.cells(cells), words.digits(digits_of(pattern.candidates)),
        words.candidates(guardians.candidates), words.cells(box[0]), words.house(boxes[1]),
        words.house(boxes[2]));
    // Which of three letters a cell's neighbour in another box has, and what is left to it.
    const auto seen = [&](Cell cell, const std::vector<Cell>& others) {
        return static_cast<std::size_t>(
            std::ranges::find_if(others,
                                 [&](Cell c) { return tale.state.geometry().sees(c, cell); }) -
            others.begin());
    };
    using Letters = std::array<std::size_t, 3>;
    const auto shifted = [&](const std::vector<Cell>& there, std::size_t by) {
        Letters held{};
        for (std::size_t i = 0; i < 3; ++i) held[i] = (seen(there[i], box[0]) + by) % 3;
        return held;
    };
    const auto letter = [](std::size_t at) { return std::string(1, static_cast<char>('a' + at)); };
    const auto told_as = [&](const std::vector<Cell>& there, const Letters& held) {
        return words.say("{} as {}", words.cells(there), words.all_of(held, letter));
    };
    for (const std::size_t one : {1U, 2U})
        for (const std::size_t other : {1U, 2U}) {
            const Letters across = shifted(box[1], one), down = shifted(box[2], other);
            std::vector<std::string> items;
            for (const Cell c : box[3]) {
                std::vector<std::string> open;
                for (std::size_t at = 0; at < 3; ++at)
                    if (across[seen(c, box[1])] != at && down[seen(c, box[2])] != at)
                        open.push_back(letter(at));
                items.push_back(words.say("{} only {}", words.cell(c), words.any_of(open)));
            }
            told.lines.push_back({words.say("with {}, and {}, {}", told_as(box[1], across),
                                            told_as(box[2], down), words.all_of(items))});
        }
    const std::string last = words.house(boxes[3]);
    told.upshot =
        guardians.candidates.size() == 1
            ? words.say("In {} that never makes three different digits.", last)
            : words.say(
                  "In {} that never makes three different digits. So one of the guardians "
                  "holds, and each of them rules out {}.",
                  last, words.candidates(tale.step.eliminations));
    return told;
}

}  // namespace clew::explain::inline words
