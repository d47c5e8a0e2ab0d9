#include "core/rules/implied.hpp"

#include <algorithm>

#include "core/rules/expand.hpp"

namespace clew::rules {
namespace {

constexpr std::size_t most_cells = 5;
constexpr std::size_t most_houses = 4;

/// The house sets whose sum is looked at: `first` and those behind it, as long as they are of one
/// kind and share no cell.
void for_each_region(const Geometry& geometry, auto&& look) {
    std::vector<std::uint8_t> inside(geometry.cell_count());
    for (std::size_t first = 0; first < geometry.house_count(); ++first) {
        std::ranges::fill(inside, std::uint8_t{0});
        for (std::size_t h = first; h < geometry.house_count() && h < first + most_houses; ++h) {
            const auto cells = geometry.cells_of(House{h});
            if (geometry.info(House{h}).role != geometry.info(House{first}).role ||
                !geometry.info(House{h}).holds_every_digit() ||
                std::ranges::any_of(cells, [&](Cell cell) { return inside[cell.index()] != 0; }))
                break;
            for (const Cell cell : cells) inside[cell.index()] = 1;
            look(inside, h - first + 1);
        }
    }
}

}  // namespace

std::vector<Rule> implied_sums(std::span<const Rule> parts, const Geometry& geometry) {
    std::vector<const Rule*> sums;
    for (const Rule& part : parts)
        if (is_plain_sum(part)) sums.push_back(&part);
    std::vector<Rule> result;
    if (sums.empty()) return result;
    const auto whole = static_cast<int>(geometry.size() * (geometry.size() + 1) / 2);
    for_each_region(geometry, [&](const std::vector<std::uint8_t>& inside, std::size_t houses) {
        std::vector<int> weight(inside.begin(), inside.end());
        int target = static_cast<int>(houses) * whole;
        bool any = false;
        for (const Rule* sum : sums) {
            const auto within = std::ranges::count_if(
                sum->cells, [&](Cell cell) { return inside[cell.index()] != 0; });
            const auto outside = static_cast<std::ptrdiff_t>(sum->cells.size()) - within;
            const bool free = std::ranges::none_of(sum->cells, [&](Cell cell) {
                return weight[cell.index()] != inside[cell.index()];
            });
            if (within == 0 || outside > within || !free) continue;
            any = true;
            target -= sum->numbers[1];
            for (const Cell cell : sum->cells) --weight[cell.index()];
        }
        Rule left{.kind = RuleKind::sum, .numbers = {static_cast<int>(Comparison::equal), target}};
        for (std::size_t i = 0; i < weight.size(); ++i) {
            if (weight[i] == 0) continue;
            left.cells.emplace_back(i);
            left.numbers.push_back(weight[i]);
        }
        if (!any || left.cells.empty() || left.cells.size() > most_cells) return;
        if (std::ranges::find(result, left) == result.end()) result.push_back(std::move(left));
    });
    return result;
}

}  // namespace clew::rules
