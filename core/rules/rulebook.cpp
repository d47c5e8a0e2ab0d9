#include "core/rules/rulebook.hpp"

#include <algorithm>
#include <iterator>

#include "core/rules/implied.hpp"
#include "core/rules/registry.hpp"

namespace clew::rules {
namespace {

/// True if no two of the cells can be alike, by the board or by one of `sets`.
bool all_differ(const std::vector<Cell>& cells, const Geometry& geometry,
                const std::vector<const Rule*>& sets) {
    const auto together = [&](Cell a, Cell b) {
        if (geometry.sees(a, b)) return true;
        return std::ranges::any_of(sets, [a, b](const Rule* set) {
            return std::ranges::find(set->cells, a) != set->cells.end() &&
                   std::ranges::find(set->cells, b) != set->cells.end();
        });
    };
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (cells[i] == cells[k] || !together(cells[i], cells[k])) return false;
    return true;
}

}  // namespace

Rulebook::Rulebook(const Puzzle& puzzle, Implied implied) : size_(puzzle.geometry().size()) {
    const Geometry& geometry = puzzle.geometry();
    struct Part {
        Rule rule;
        std::size_t of;
    };
    std::vector<Part> parts;
    for (std::size_t r = 0; r < puzzle.rules().size(); ++r)
        for (Rule& part : expanded(puzzle.rules()[r], geometry))
            parts.push_back({std::move(part), r});
    if (implied == Implied::added) {
        std::vector<Rule> rules;
        for (const Part& part : parts) rules.push_back(part.rule);
        for (Rule& sum : implied_sums(rules, geometry))
            parts.push_back({std::move(sum), puzzle.rules().size()});
    }
    std::vector<const Rule*> sets;
    for (const Part& part : parts)
        if (part.rule.kind == RuleKind::different) sets.push_back(&part.rule);
    for (const Part& part : parts) {
        PrimitivePtr primitive;
        if (part.rule.kind == RuleKind::sum && all_differ(part.rule.cells, geometry, sets))
            primitive = make_sum_of(part.rule, geometry.size(), SumOf::different_digits);
        else
            primitive = make_primitive(part.rule, geometry.size());
        if (part.rule.kind == RuleKind::different && all_differ(part.rule.cells, geometry, {}))
            continue;
        entries_.push_back({std::move(primitive), part.of});
    }
    std::vector<std::vector<std::uint32_t>> of_cell(geometry.cell_count());
    for (std::size_t e = 0; e < entries_.size(); ++e)
        for (Cell cell : entries_[e].primitive->cells())
            of_cell[cell.index()].push_back(static_cast<std::uint32_t>(e));
    start_.push_back(0);
    woken_start_.push_back(0);
    for (const auto& entries : of_cell) {
        list_.insert(list_.end(), entries.begin(), entries.end());
        start_.push_back(list_.size());
        for (std::size_t left = 0; left <= size_; ++left) {
            std::ranges::copy_if(entries, std::back_inserter(woken_), [&](std::uint32_t e) {
                return entries_[e].primitive->acts_at() >= left;
            });
            woken_start_.push_back(woken_.size());
        }
    }
}

bool Rulebook::filter(std::size_t e, std::span<DigitSet> domains) const {
    const Primitive& primitive = *entries_[e].primitive;
    thread_local std::vector<DigitSet> some;
    some.clear();
    for (Cell cell : primitive.cells()) {
        if (domains[cell.index()].empty()) return false;
        some.push_back(domains[cell.index()]);
    }
    if (!primitive.filter(some)) return false;
    for (std::size_t i = 0; i < some.size(); ++i) domains[primitive.cells()[i].index()] = some[i];
    return true;
}

RulebookPtr rulebook_of(const Puzzle& puzzle, Rulebook::Implied implied) {
    if (puzzle.rules().empty()) return nullptr;
    return std::make_shared<const Rulebook>(puzzle, implied);
}

}  // namespace clew::rules
