#include "logic/totals.hpp"

namespace clew::logic {

std::optional<Difference> difference_of(const State& state, std::span<const Citation> cites) {
    Difference left;
    std::vector<int> weight(state.cell_count());
    bool any = false;
    for (const Citation& c : cites) {
        if (c.constraint.kind == Constraint::Kind::total) {
            any = true;
            left.houses += static_cast<int>(state.size() * (state.size() + 1) / 2);
            for (const Cell cell : state.geometry().cells_of(c.constraint.house))
                ++weight[cell.index()];
        } else if (c.constraint.kind == Constraint::Kind::rule) {
            const rules::RulePart& part = state.rule_parts()->all()[c.constraint.rule];
            if (!part.total()) return std::nullopt;
            left.cages += *part.total();
            for (const Cell cell : part.cells()) --weight[cell.index()];
        } else if (c.constraint.kind != Constraint::Kind::house || c.use != Use::link) {
            return std::nullopt;
        }
    }
    if (!any) return std::nullopt;
    left.target = left.houses - left.cages;
    for (std::size_t i = 0; i < weight.size(); ++i) {
        if (weight[i] == 0) continue;
        if (weight[i] > 1 || weight[i] < -1) return std::nullopt;
        if (const auto digit = state.value(Cell{i})) {
            left.target -= weight[i] * (static_cast<int>(digit->index()) + 1);
            left.placed = true;
        } else {
            (weight[i] > 0 ? left.inner : left.outer).push_back(Cell{i});
        }
    }
    return left;
}

}  // namespace clew::logic
