#include "logic/strategies/strategy.hpp"

#include <functional>

#include "logic/strategies/two_house.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/counted_definition.hpp"
#include "tests/logic/strategies/link_definition.hpp"

namespace clew::logic {
namespace {

// All sets of n cells, connected or not.
void define_counted(const State& state, std::size_t n, Findings& findings) {
    const Geometry& g = state.geometry();
    const std::vector<Cell> cells = open_cells(state, n);
    std::vector<Cell> chosen;
    const std::function<void(std::size_t, DigitSet)> choose = [&](std::size_t next,
                                                                  DigitSet values) {
        if (values.size() > n) return;  // more values than cells count nothing out
        if (chosen.size() < n) {
            for (std::size_t i = next; i < cells.size(); ++i) {
                chosen.push_back(cells[i]);
                choose(i + 1, values | state.candidates(cells[i]));
                chosen.pop_back();
            }
            return;
        }
        for (std::size_t h = 0; h < g.house_count(); ++h)
            if (std::ranges::includes(g.cells_of(House{h}), chosen)) return;
        CellSet set{g.cell_count()};
        std::vector<Constraint> truths;
        bool binary = true;
        for (Cell c : chosen) {
            set.set(c);
            truths.push_back(Constraint::of(c));
            binary = binary && state.candidates(c).size() == 2;
        }
        const CountedByTrying counted{state, chosen};
        const bool wing = n == 3 && binary && counted.slack(counted.all()) > 0;
        if (!wing && fits_two_houses(state.layout(), set)) return;
        add(findings, wing ? Technique::xy_wing : Technique::counted_set, truths,
            counted.counted_out());
    };
    choose(0, {});
}

void define_w_wings(const State& state, Findings& findings) {
    const Geometry& g = state.geometry();
    for (Cell a : open_cells(state, 2))
        for (Cell b : open_cells(state, 2)) {
            if (b <= a || g.sees(a, b) || state.candidates(a) != state.candidates(b)) continue;
            for (Digit x : state.candidates(a)) {
                const Digit z = (state.candidates(a) - DigitSet{x}).first();
                std::vector<Candidate> gone;
                for (std::size_t i = 0; i < g.cell_count(); ++i)
                    if (g.sees(Cell{i}, a) && g.sees(Cell{i}, b) && state.has({Cell{i}, z}))
                        gone.push_back({Cell{i}, z});
                for (std::size_t h = 0; h < g.house_count(); ++h) {
                    if (g.info(House{h}).kind != ConstraintKind::house) continue;
                    bool covered = true, all_a = true, all_b = true;
                    for (Cell c : g.cells_of(House{h})) {
                        if (!state.has({c, x})) continue;
                        covered = covered && c != a && c != b && (g.sees(c, a) || g.sees(c, b));
                        all_a = all_a && g.sees(c, a);
                        all_b = all_b && g.sees(c, b);
                    }
                    if (covered && !all_a && !all_b)
                        add(findings, Technique::w_wing,
                            {Constraint::of(a), Constraint::of(b), Constraint::of(House{h}, x)},
                            gone);
                }
            }
        }
}

TEST(ManyHouse, FindExactlyTheCountedSets) {
    constexpr Technique searched[] = {Technique::xy_wing, Technique::counted_set,
                                      Technique::w_wing};
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(800), [&](const State& state, const std::string& where) {
        Findings defined;
        define_counted(state, 3, defined);
        define_counted(state, 4, defined);
        define_w_wings(state, defined);
        for (Technique t : searched)
            seen[t] += expect_same(state, {.technique = t}, defined, where);
    });
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
