#include "logic/strategies/strategy.hpp"

#include <functional>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

// All ways to choose places of the digit, one in every house that must hold it and none twice in
// any: row by row.
std::vector<std::set<Cell>> define_templates(const State& state, Digit digit) {
    const Geometry& g = state.geometry();
    std::vector<std::set<Cell>> all;
    std::set<Cell> chosen;
    const std::function<void(std::size_t)> place = [&](std::size_t row) {
        if (row == g.size()) {
            for (std::size_t h = 0; h < g.house_count(); ++h) {
                if (!g.info(House{h}).holds_every_digit()) continue;
                const auto cells = g.cells_of(House{h});
                if (std::ranges::none_of(cells, [&](Cell c) { return chosen.contains(c); })) return;
            }
            all.push_back(chosen);
            return;
        }
        for (std::size_t column = 0; column < g.size(); ++column) {
            const Cell cell{row * g.size() + column};
            if (!state.has({cell, digit})) continue;
            if (std::ranges::any_of(chosen, [&](Cell c) { return g.sees(c, cell); })) continue;
            chosen.insert(cell);
            place(row + 1);
            chosen.erase(cell);
        }
    };
    place(0);
    return all;
}

TEST(DigitTemplates, AreListedToTheEnd) {
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(400, 300), [&](const State& state, const std::string& where) {
        std::set<Candidate> none, every;
        for (std::size_t d = 0; d < state.size(); ++d) {
            const auto all = define_templates(state, Digit{d});
            for (Cell c : state.cells(Digit{d})) {
                const auto uses = std::ranges::count_if(
                    all, [&](const std::set<Cell>& t) { return t.contains(c); });
                if (uses == 0) none.insert({c, Digit{d}});
                if (uses == static_cast<std::ptrdiff_t>(all.size()) && !state.placed(c))
                    every.insert({c, Digit{d}});
            }
        }
        std::set<Candidate> removed, placed;
        find(state, {.technique = Technique::template_delete}, [&](Step&& step) {
            removed.insert(step.eliminations.begin(), step.eliminations.end());
            return Flow::go_on;
        });
        find(state, {.technique = Technique::template_set}, [&](Step&& step) {
            placed.insert(step.placements.begin(), step.placements.end());
            return Flow::go_on;
        });
        EXPECT_EQ(removed, none) << where;
        EXPECT_EQ(placed, every) << where;
        seen[Technique::template_delete] += removed.size();
        seen[Technique::template_set] += placed.size();
    });
    constexpr Technique searched[] = {Technique::template_delete, Technique::template_set};
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
