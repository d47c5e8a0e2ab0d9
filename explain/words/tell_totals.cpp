#include "explain/words/tell_totals.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "explain/words/tell_rules.hpp"
#include "logic/totals.hpp"

namespace clew::explain::inline words {

using logic::Citation;
using logic::Constraint;

namespace {

constexpr std::size_t most_listed = 8;  // combinations

/// "the killer cages at r3c1 and r3c4".
std::string cages_of(const logic::State& before, const logic::Step& step, const Words& words) {
    std::vector<std::pair<std::string, std::vector<std::string>>> kinds;  // name, places
    for (const Citation& c : step.cites) {
        if (c.constraint.kind != Constraint::Kind::rule) continue;
        const rules::RulePart& part = before.rule_parts()->all()[c.constraint.rule];
        const Rule& rule = before.rule_parts()->rules()[part.rule()];
        auto kind = std::ranges::find(kinds, part.name(), &decltype(kinds)::value_type::first);
        if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {part.name(), {}});
        kind->second.push_back(words.cell(rule.cells.front()));
    }
    std::vector<std::string> items;
    for (const auto& [name, places] : kinds)
        items.push_back("the " + name + (places.size() == 1 ? " at " : "s at ") +
                        Words::list(places));
    return Words::list(items);
}

/// "So, with 8 more for what is placed, ".
std::string placed(const logic::Difference& left) {
    if (!left.placed) return "So ";
    const int more = left.target - (left.houses - left.cages);
    const int told = left.inner.empty() ? -more : more;  // outies are taken off
    return "So, with " +
           (told == 0 ? std::string{}
                      : std::to_string(std::abs(told)) + (told > 0 ? " more" : " less") + " for ") +
           "what is placed, ";
}

std::string sum_of(const std::vector<Cell>& cells, const Words& words) {
    std::vector<std::string> items;
    for (const Cell cell : cells) items.push_back(words.cell(cell));
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : " + ") + item;
    return text;
}

/// " As they differ in row 3, 12 is 3+9 or 5+7."; nothing if it does not matter.
std::string combinations(const logic::State& before, const logic::Step& step, const Words& words,
                         const std::vector<Cell>& cells, int sum) {
    const auto link = std::ranges::find(step.cites, Constraint::Kind::house,
                                        [](const Citation& c) { return c.constraint.kind; });
    if (link == step.cites.end()) return {};
    std::set<std::uint32_t> sets;
    const auto fill = [&](const auto& self, std::size_t i, DigitSet used, int rest) -> void {
        if (i == cells.size()) {
            if (rest == 0) sets.insert(used.bits());
            return;
        }
        for (const Digit d : before.candidates(cells[i]) - used) {
            DigitSet more = used;
            more.insert(d);
            self(self, i + 1, more, rest - value(d));
        }
    };
    fill(fill, 0, {}, sum);
    std::vector<std::string> items;
    for (const std::uint32_t bits : sets) items.push_back(added(DigitSet::from_bits(bits)));
    std::ranges::sort(items);
    const std::string as = " As they differ in " + words.house(link->constraint.house) + ", ";
    if (items.size() > most_listed)
        return as + "there are " + std::to_string(items.size()) + " combinations.";
    std::vector<std::string> never;
    for (const auto& [there, digits] : Words::grouped(step.eliminations))
        never.push_back(words.cells(there, "or") + " be " + words.digits(digits, "or"));
    return as + std::to_string(sum) + " is " + Words::list(items, "or") + "." +
           (items.size() < 2 || never.empty()
                ? ""
                : " In none of them can " + Words::list(never, "or") + ".");
}

/// " That leaves at least 4 for r4c3 and at most 5 for r1c6."; nothing if something else says why.
std::string bounds(const logic::State& before, const logic::Step& step, const Words& words,
                   const logic::Difference& left) {
    int low = 0, high = 0;  // of the inner cells, less the outer ones
    for (const Cell c : left.inner) {
        low += least(before.candidates(c));
        high += most(before.candidates(c));
    }
    for (const Cell c : left.outer) {
        low -= most(before.candidates(c));
        high -= least(before.candidates(c));
    }
    std::vector<std::string> items;
    for (const auto& [there, digits] : Words::grouped(step.eliminations))
        for (const Cell c : there) {
            const DigitSet all = before.candidates(c);
            const bool inner = std::ranges::find(left.inner, c) != left.inner.end();
            if (!inner && std::ranges::find(left.outer, c) == left.outer.end()) return {};
            const int from =
                inner ? left.target - (high - most(all)) : low + most(all) - left.target;
            const int to =
                inner ? left.target - (low - least(all)) : high + least(all) - left.target;
            std::string range;
            if (least(digits) < from) range = "at least " + std::to_string(from);
            if (most(digits) > to)
                range += (range.empty() ? "" : " and ") + ("at most " + std::to_string(to));
            for (const Digit d : digits)
                if (from <= value(d) && value(d) <= to) return {};
            items.push_back(range + " for " + words.cell(c));
        }
    return items.empty() || items.size() > 3 ? "" : " That leaves " + Words::list(items) + ".";
}

/// " With 5 in r4c7, the others cannot sum to 8.": of cells of one sum.
std::string others_cannot(const logic::Step& step, const Words& words, std::size_t cells, int sum) {
    std::string text;
    for (const auto& [there, digits] : Words::grouped(step.eliminations)) {
        std::vector<std::string> rests;
        for (const Digit d : digits) rests.push_back(std::to_string(sum - value(d)));
        text += " With " + words.digits(digits, "or") + " in " + words.cells(there, "or") +
                ", the other" + (cells == 2 ? " cannot be " : "s cannot sum to ") +
                Words::list(rests, "or") + ".";
    }
    return text;
}

}  // namespace

std::optional<std::string> tell_totals(const logic::State& before, const logic::Step& step,
                                       const Words& words) {
    const auto left = logic::difference_of(before, step.cites);
    if (!left) return std::nullopt;
    std::vector<House> houses;
    for (const Citation& c : step.cites)
        if (c.constraint.kind == Constraint::Kind::total) houses.push_back(c.constraint.house);
    std::string text = "The digits of " + words.houses(houses) + " sum to " +
                       std::to_string(left->houses) + ", those of " +
                       cages_of(before, step, words) + " to " + std::to_string(left->cages) + ". " +
                       placed(*left);
    if (!left->inner.empty() && !left->outer.empty()) {
        // Digits are positive, and so is what stands beside them.
        const bool more = left->target >= 0;
        text += sum_of(left->inner, words);
        if (!more) text += " + " + std::to_string(-left->target);
        text += left->inner.size() + left->outer.size() == 2 && left->target == 0 ? " is " : " = ";
        text += sum_of(left->outer, words);
        if (left->target > 0) text += " + " + std::to_string(left->target);
        return text + " (innies and outies)." + bounds(before, step, words, *left);
    }
    const bool in = left->outer.empty();
    const std::vector<Cell>& cells = in ? left->inner : left->outer;
    const int sum = in ? left->target : -left->target;
    const char* name = in ? "inni" : "outi";
    if (cells.size() == 1)
        return text + words.cell(cells.front()) + " is " + std::to_string(sum) + " (an " +
               (in ? "innie" : "outie") + ").";
    text += words.cells(cells) + " sum to " + std::to_string(sum) + " (" + name + "es).";
    std::string why = combinations(before, step, words, cells, sum);
    if (why.empty()) why = bounds(before, step, words, *left);
    if (why.empty()) why = others_cannot(step, words, cells.size(), sum);
    return text + why;
}

}  // namespace clew::explain::inline words
