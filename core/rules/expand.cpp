#include "core/rules/expand.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/board/notation.hpp"

namespace clew::rules {
namespace {

Rule relation_of(const Rule& rule, std::vector<Cell> cells, std::size_t size, int which,
                 const Allowed& allowed) {
    Rule relation{.kind = RuleKind::relation,
                  .cells = std::move(cells),
                  .numbers = {which},
                  .name = rule.name};
    for (std::size_t a = 0; a < size; ++a) {
        DigitSet after;
        for (std::size_t b = 0; b < size; ++b)
            if (allowed(as_int(a) + 1, as_int(b) + 1)) after.insert(Digit{b});
        relation.numbers.push_back(static_cast<int>(after.bits()));
    }
    return relation;
}

}  // namespace

bool is_plain_sum(const Rule& rule) {
    if (rule.kind != RuleKind::sum || rule.numbers[0] != static_cast<int>(Comparison::equal))
        return false;
    std::vector<Cell> cells = rule.cells;
    std::ranges::sort(cells);
    return std::ranges::adjacent_find(cells) == cells.end() &&
           std::ranges::all_of(rule.numbers.begin() + 2, rule.numbers.end(),
                               [](int weight) { return weight == 1; });
}

// A sum counts digits from 1 on, whatever they are called.
Rule sum_of(const Rule& rule, std::vector<Cell> cells, std::vector<int> weights, int target,
            const Geometry& geometry) {
    for (const int weight : weights) target += weight * (1 - geometry.first_digit());
    Rule sum{.kind = RuleKind::sum,
             .cells = std::move(cells),
             .numbers = {static_cast<int>(Comparison::equal), target},
             .name = rule.name};
    sum.numbers.insert(sum.numbers.end(), weights.begin(), weights.end());
    return sum;
}

Rule neighbours(const Rule& rule, std::vector<Cell> cells, std::size_t size,
                const Allowed& allowed) {
    return relation_of(rule, std::move(cells), size, 0, allowed);
}

Rule neighbours(const Rule& rule, std::vector<Cell> cells, const Geometry& geometry,
                const Allowed& allowed) {
    const int up = geometry.first_digit() - 1;
    return neighbours(rule, std::move(cells), geometry.size(),
                      [&](int a, int b) { return allowed(a + up, b + up); });
}

Rule every_two(const Rule& rule, std::vector<Cell> cells, std::size_t size,
               const Allowed& allowed) {
    return relation_of(rule, std::move(cells), size, 1, allowed);
}

void add_apart(std::vector<Rule>& result, const Rule& rule, std::size_t distance, std::size_t size,
               const Allowed& allowed) {
    for (std::size_t first = 0; first < distance; ++first) {
        std::vector<Cell> run;
        const auto end_run = [&] {
            if (run.size() > 1) result.push_back(neighbours(rule, run, size, allowed));
            run.clear();
        };
        for (std::size_t i = first; i < rule.cells.size(); i += distance) {
            // A line that crosses itself compares a cell with itself.
            if (!run.empty() && run.back() == rule.cells[i]) {
                if (!allowed(1, 1))
                    refuse_rule(rule, to_string(rule.cells[i], size) + " comes again too soon",
                                "each cell once among those that must differ");
                end_run();
            }
            run.push_back(rule.cells[i]);
        }
        end_run();
    }
}

Rule automaton_of(const Rule& rule, std::vector<Cell> cells, std::size_t size, int states,
                  const std::function<int(int state, int digit)>& next,
                  const std::function<bool(int state)>& accepts) {
    Rule automaton{.kind = RuleKind::automaton,
                   .cells = std::move(cells),
                   .numbers = {states},
                   .name = rule.name};
    for (int s = 0; s < states; ++s) automaton.numbers.push_back(accepts(s) ? 1 : 0);
    for (int s = 0; s < states; ++s)
        for (int digit = 1; digit <= as_int(size); ++digit)
            automaton.numbers.push_back(next(s, digit));
    return automaton;
}

Rule automaton_of(const Rule& rule, std::vector<Cell> cells, const Geometry& geometry, int states,
                  const std::function<int(int state, int digit)>& next,
                  const std::function<bool(int state)>& accepts) {
    const int up = geometry.first_digit() - 1;
    return automaton_of(
        rule, std::move(cells), geometry.size(), states,
        [&](int state, int digit) { return next(state, digit + up); }, accepts);
}

Rule automaton_from(const Rule& rule, std::vector<Cell> cells, const Geometry& geometry,
                    std::uint64_t start,
                    const std::function<std::optional<std::uint64_t>(std::uint64_t, int)>& step,
                    const std::function<bool(std::uint64_t)>& accepts) {
    constexpr std::size_t most_states = 20'000;
    const std::size_t size = geometry.size();
    const int up = geometry.first_digit() - 1;
    std::map<std::uint64_t, int> number{{start, 0}};
    std::vector<std::uint64_t> states{start};
    std::vector<int> next;
    for (std::size_t s = 0; s < states.size(); ++s) {
        if (states.size() > most_states)
            refuse_rule(rule, "it needs more than " + std::to_string(most_states) + " states",
                        "fewer cells or a smaller number");
        for (int digit = 1; digit <= as_int(size); ++digit) {
            const auto to = step(states[s], digit + up);
            next.push_back(!to ? -1 : number.try_emplace(*to, as_int(states.size())).first->second);
            if (next.back() == as_int(states.size())) states.push_back(*to);
        }
    }
    return automaton_of(
        rule, std::move(cells), size, as_int(states.size()),
        [&](int s, int digit) {
            return next[static_cast<std::size_t>(s) * size + static_cast<std::size_t>(digit - 1)];
        },
        [&](int s) { return accepts(states[static_cast<std::size_t>(s)]); });
}

void need_digits_from_1(const Rule& rule, const Geometry& geometry) {
    if (geometry.first_digit() != 1)
        refuse_rule(rule, "a board of " + geometry.description(), "digits from 1 on");
}

int highest(const Geometry& geometry) {
    return as_int(geometry.size()) - 1 + geometry.first_digit();
}

void need_cells(const Rule& rule, std::size_t least) {
    if (rule.cells.size() < least)
        refuse_rule(rule, std::to_string(rule.cells.size()) + " cells",
                    std::to_string(least) + (least == 1 ? " cell or more" : " cells or more"));
}

void need_exactly(const Rule& rule, std::size_t cells) {
    if (rule.cells.size() != cells)
        refuse_rule(rule, std::to_string(rule.cells.size()) + " cells",
                    std::to_string(cells) + " cells");
}

void need_range(const Rule& rule, int least, int most) {
    for (const int number : rule.numbers)
        if (number < least || number > most)
            refuse_rule(rule, "the number " + std::to_string(number),
                        std::to_string(least) + " to " + std::to_string(most));
}

int number_of(const Rule& rule, int least, int most) {
    need_numbers(rule, 1, 1);
    need_range(rule, least, most);
    return rule.numbers.front();
}

}  // namespace clew::rules
