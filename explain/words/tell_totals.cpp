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
    struct Kind {
        std::string name;
        const char* many;
        std::vector<std::string> places;
    };
    std::vector<Kind> kinds;
    for (const Citation& c : step.cites) {
        if (c.constraint.kind != Constraint::Kind::rule) continue;
        const rules::RulePart& part = part_of(before, c.constraint);
        const Rule& rule = rule_of(before, part);
        auto kind = std::ranges::find(kinds, part.name(), &Kind::name);
        if (kind == kinds.end())
            kind = kinds.insert(kinds.end(), {part.name(), plural(rule.kind), {}});
        kind->places.push_back(words.cell(rule.cells.front()));
    }
    return words.all_of(kinds, [&](const Kind& kind) {
        return words.say("the {} at {}", words.say_of(kind.places.size(), kind.name, kind.many),
                         words.all_of(kind.places));
    });
}

/// "So, with 8 more for what is placed, r3c9 is 7 (an innie)."
std::string with_placed(const logic::Difference& left, const Words& words,
                        const std::string& upshot) {
    if (!left.placed) return words.say("So {}", upshot);
    const int more = left.target - (left.houses - left.cages);
    const int told = left.inner.empty() ? -more : more;  // outies are taken off
    if (told == 0) return words.say("So, with what is placed, {}", upshot);
    return words.say(told > 0 ? "So, with {} more for what is placed, {}"
                              : "So, with {} less for what is placed, {}",
                     std::abs(told), upshot);
}

std::string sum_of(const std::vector<Cell>& cells, const Words& words) {
    return listed(cells, " + ", [&](Cell cell) { return words.cell(cell); });
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
    auto items = texts_of(sets, [](std::uint32_t set) { return added(DigitSet::from_bits(set)); });
    std::ranges::sort(items);
    const std::string in = words.house(link->constraint.house);
    if (items.size() > most_listed)
        return " " +
               words.say("As they differ in {}, there are {} combinations.", in, items.size());
    const auto never = Words::of_groups(step.eliminations, [&](const auto& there, DigitSet digits) {
        return words.say("{} be {}", words.cells(there, "or"), words.digits(digits, "or"));
    });
    return " " + words.say("As they differ in {}, {} is {}.", in, sum, words.any_of(items)) +
           (items.size() < 2 || never.empty()
                ? ""
                : " " + words.say("In none of them can {}.", words.any_of(never)));
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
            std::vector<std::string> range;
            if (least(digits) < from) range.push_back(words.say("at least {}", from));
            if (most(digits) > to) range.push_back(words.say("at most {}", to));
            for (const Digit d : digits)
                if (from <= value(d) && value(d) <= to) return {};
            items.push_back(words.say("{} for {}", words.all_of(range), words.cell(c)));
        }
    return items.empty() || items.size() > 3
               ? ""
               : " " + words.say("That leaves {}.", words.all_of(items));
}

/// " With 5 in r4c7, the others cannot sum to 8.": of cells of one sum.
std::string others_cannot(const logic::Step& step, const Words& words, std::size_t cells, int sum) {
    std::string text;
    for (const auto& [there, digits] : Words::grouped(step.eliminations)) {
        text += " " + words.say(cells == 2 ? "With {} in {}, the other cannot be {}."
                                           : "With {} in {}, the others cannot sum to {}.",
                                words.digits(digits, "or"), words.cells(there, "or"),
                                words.any_of(digits, [&](Digit d) {
                                    return std::to_string(sum - value(d));
                                }));
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
    const auto told = [&](const std::string& upshot) {
        return words.say("The digits of {} sum to {}, those of {} to {}.", words.houses(houses),
                         left->houses, cages_of(before, step, words), left->cages) +
               " " + with_placed(*left, words, upshot);
    };
    if (!left->inner.empty() && !left->outer.empty()) {
        // Digits are positive, and so is what stands beside them.
        std::string inner = sum_of(left->inner, words), outer = sum_of(left->outer, words);
        if (left->target < 0) inner += " + " + std::to_string(-left->target);
        if (left->target > 0) outer += " + " + std::to_string(left->target);
        const bool equal = left->inner.size() + left->outer.size() == 2 && left->target == 0;
        return told(words.say("{} (innies and outies).", equal ? words.say("{} is {}", inner, outer)
                                                               : inner + " = " + outer)) +
               bounds(before, step, words, *left);
    }
    const bool in = left->outer.empty();
    const std::vector<Cell>& cells = in ? left->inner : left->outer;
    const int sum = in ? left->target : -left->target;
    const std::string text = told(words.say_of(
        cells.size(), in ? "{} is {} (an innie)." : "{} is {} (an outie).",
        in ? "{} sum to {} (innies)." : "{} sum to {} (outies).", words.cells(cells), sum));
    if (cells.size() == 1) return text;
    std::string why = combinations(before, step, words, cells, sum);
    if (why.empty()) why = bounds(before, step, words, *left);
    if (why.empty()) why = others_cannot(step, words, cells.size(), sum);
    return text + why;
}

}  // namespace clew::explain::inline words
