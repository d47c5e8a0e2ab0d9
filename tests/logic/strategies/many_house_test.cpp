#include "logic/strategies/many_house.hpp"

#include <functional>

#include "logic/strategies/two_house.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/counted_definition.hpp"

namespace clew::logic {
namespace {

std::vector<Cell> open_cells(const State& state, std::size_t most) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        const std::size_t digits = state.candidates(Cell{i}).size();
        if (!state.placed(Cell{i}) && digits >= 2 && digits <= most) cells.emplace_back(i);
    }
    return cells;
}

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

// Chains by relaxing distances: far[s,z][t,y] = cells of the shortest chain by which "s is not z"
// gives "t is y". Compared are ends, lengths and eliminations: shortest chains are not unique.
struct Chain {
    Cell from, to;
    Digit digit;
    std::size_t cells;
    std::vector<Candidate> eliminations;

    friend auto operator<=>(const Chain&, const Chain&) = default;
};

std::set<Chain> define_chains(const State& state, std::size_t limit) {
    const Geometry& g = state.geometry();
    const std::vector<Cell> cells = open_cells(state, 2);
    std::set<Chain> chains;
    const auto other = [&](Cell c, Digit d) { return (state.candidates(c) - DigitSet{d}).first(); };
    for (Cell s : cells)
        for (Digit z : state.candidates(s)) {
            std::map<Candidate, std::size_t> length{{{s, other(s, z)}, 1}};
            for (bool moved = true; moved;) {
                moved = false;
                const auto before = length;
                for (const auto& [at, n] : before)
                    for (Cell t : cells) {
                        if (!g.sees(at.cell, t) || !state.has({t, at.digit})) continue;
                        const Candidate next{t, other(t, at.digit)};
                        if (length.contains(next) && length[next] <= n + 1) continue;
                        length[next] = n + 1;
                        moved = true;
                    }
            }
            // The same over cells with the digits of s alone: a remote pair.
            std::map<Candidate, std::size_t> pair{{{s, other(s, z)}, 1}};
            for (bool moved = true; moved;) {
                moved = false;
                const auto before = pair;
                for (const auto& [at, n] : before)
                    for (Cell t : cells) {
                        if (!g.sees(at.cell, t) || state.candidates(t) != state.candidates(s))
                            continue;
                        if (pair.emplace(Candidate{t, other(t, at.digit)}, n + 1).second)
                            moved = true;
                    }
            }
            for (const auto& [end, n] : length) {
                if (end.digit != z || end.cell <= s || n < 4 || n > limit || pair.contains(end))
                    continue;
                Chain chain{s, end.cell, z, n, {}};
                for (std::size_t i = 0; i < g.cell_count(); ++i)
                    if (g.sees(Cell{i}, s) && g.sees(Cell{i}, end.cell) && state.has({Cell{i}, z}))
                        chain.eliminations.push_back({Cell{i}, z});
                if (!chain.eliminations.empty()) chains.insert(chain);
            }
        }
    return chains;
}

std::set<Chain> found_chains(const State& state, std::size_t limit) {
    std::set<Chain> chains;
    find(state, {.technique = Technique::xy_chain, .max_size = limit}, [&](Step&& step) {
        chains.insert({step.groups.front().candidates.front().cell,
                       step.groups.back().candidates.front().cell,
                       step.groups.front().candidates.front().digit, step.size, step.eliminations});
        return Flow::go_on;
    });
    return chains;
}

// Remote pairs: cells with one pair of digits, an odd number of links (three or more) apart.
std::set<std::pair<std::pair<Cell, Cell>, std::vector<Candidate>>> define_remote_pairs(
    const State& state) {
    const Geometry& g = state.geometry();
    std::set<std::pair<std::pair<Cell, Cell>, std::vector<Candidate>>> found;
    for (Cell s : open_cells(state, 2)) {
        std::set<std::pair<Cell, bool>> reached{{s, false}};
        for (std::size_t before = 0; before != reached.size();) {
            before = reached.size();
            for (const auto& [c, odd] : std::set{reached})
                for (Cell t : open_cells(state, 2))
                    if (g.sees(c, t) && state.candidates(t) == state.candidates(s))
                        reached.insert({t, !odd});
        }
        for (Cell t : open_cells(state, 2)) {
            if (t <= s || !reached.contains({t, true}) || g.sees(s, t)) continue;
            std::vector<Candidate> gone;
            for (std::size_t i = 0; i < g.cell_count(); ++i)
                if (g.sees(Cell{i}, s) && g.sees(Cell{i}, t))
                    for (Digit d : state.candidates(Cell{i}) & state.candidates(s))
                        gone.push_back({Cell{i}, d});
            if (!gone.empty()) found.insert({{s, t}, gone});
        }
    }
    return found;
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

TEST(ManyHouse, FindTheShortestChainBetweenEveryTwoCells) {
    std::size_t seen = 0;
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        for (std::size_t limit : {5U, 81U}) {
            const auto defined = define_chains(state, limit);
            EXPECT_EQ(found_chains(state, limit), defined) << where;
            seen += defined.size();
        }
    });
    EXPECT_GT(seen, 0U);
}

TEST(ManyHouse, FindEveryRemotePair) {
    std::size_t seen = 0;
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        std::set<std::pair<std::pair<Cell, Cell>, std::vector<Candidate>>> found;
        find(state, {.technique = Technique::remote_pair}, [&](Step&& step) {
            found.insert({{step.groups.front().candidates.front().cell,
                           step.groups.back().candidates.front().cell},
                          step.eliminations});
            return Flow::go_on;
        });
        const auto defined = define_remote_pairs(state);
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

}  // namespace
}  // namespace clew::logic
