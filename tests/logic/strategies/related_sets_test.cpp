#include "logic/strategies/strategy.hpp"

#include <functional>

#include "tests/logic/strategies/compare.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

// Every choice of rows of a matrix that meets as many columns, and no smaller part of which does.
void each_closed(const std::vector<std::uint32_t>& rows,
                 const std::function<void(std::uint32_t, std::uint32_t)>& visit) {
    const std::uint32_t all = (1U << rows.size()) - 1;
    const auto columns_of = [&](std::uint32_t chosen) {
        std::uint32_t columns = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if ((chosen >> i & 1U) != 0) columns |= rows[i];
        return columns;
    };
    for (std::uint32_t chosen = 1; chosen <= all; ++chosen) {
        bool fits = std::popcount(columns_of(chosen)) == std::popcount(chosen);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if ((chosen >> i & 1U) != 0 && rows[i] == 0) fits = false;
        for (std::uint32_t part = (chosen - 1) & chosen; fits && part != 0;
             part = (part - 1) & chosen)
            if (std::popcount(columns_of(part)) <= std::popcount(part)) fits = false;
        if (fits) visit(chosen, columns_of(chosen));
    }
}

Technique of_size(Technique pair, std::size_t size) {
    const std::size_t step = std::min<std::size_t>(size, 5) - 2;
    return static_cast<Technique>(static_cast<std::size_t>(pair) + step);
}

Findings define(const State& state) {
    Findings findings;
    const Geometry& g = state.geometry();
    const std::size_t n = g.size();
    for (std::size_t h = 0; h < g.house_count(); ++h) {
        const House house{h};
        std::vector<Cell> cells;
        for (Cell c : g.cells_of(house))
            if (!state.placed(c)) cells.push_back(c);
        std::vector<std::uint32_t> rows;
        for (Cell c : cells) rows.push_back(state.candidates(c).bits());
        each_closed(rows, [&](std::uint32_t chosen, std::uint32_t digits) {
            const auto size = static_cast<std::size_t>(std::popcount(chosen));
            if (size < 2) return;
            std::vector<Constraint> truths;
            std::vector<Candidate> gone;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                if ((chosen >> i & 1U) != 0) {
                    truths.push_back(Constraint::of(cells[i]));
                    continue;
                }
                for (Digit d : state.candidates(cells[i]) & DigitSet::from_bits(digits))
                    gone.push_back({cells[i], d});
            }
            add(findings, of_size(Technique::naked_pair, size), truths, gone);
        });
        if (g.info(house).kind != ConstraintKind::house) continue;
        rows.clear();
        for (std::size_t d = 0; d < n; ++d) {
            std::uint32_t row = 0;
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (state.has({cells[i], Digit{d}})) row |= 1U << i;
            rows.push_back(row);
        }
        each_closed(rows, [&](std::uint32_t chosen, std::uint32_t places) {
            const auto size = static_cast<std::size_t>(std::popcount(chosen));
            if (size < 2) return;
            std::vector<Constraint> truths;
            std::vector<Candidate> gone;
            for (Digit d : DigitSet::from_bits(chosen)) truths.push_back(Constraint::of(house, d));
            for (std::size_t i = 0; i < cells.size(); ++i)
                if ((places >> i & 1U) != 0)
                    for (Digit d : state.candidates(cells[i]) - DigitSet::from_bits(chosen))
                        gone.push_back({cells[i], d});
            add(findings, of_size(Technique::hidden_pair, size), truths, gone);
        });
    }
    for (std::size_t d = 0; d < n; ++d)
        for (bool by_rows : {true, false}) {
            std::vector<std::uint32_t> rows;
            const auto cell = [&](std::size_t i, std::size_t j) {
                return by_rows ? g.cell(i, j) : g.cell(j, i);
            };
            for (std::size_t i = 0; i < n; ++i) {
                std::uint32_t row = 0;
                for (std::size_t j = 0; j < n; ++j)
                    if (state.has({cell(i, j), Digit{d}})) row |= 1U << j;
                rows.push_back(row);
            }
            each_closed(rows, [&](std::uint32_t chosen, std::uint32_t crossed) {
                const auto size = static_cast<std::size_t>(std::popcount(chosen));
                if (size < 2) return;
                std::vector<Constraint> truths;
                std::vector<Candidate> gone;
                for (std::size_t i = 0; i < n; ++i) {
                    if ((chosen >> i & 1U) != 0) {
                        truths.push_back(Constraint::of(House{by_rows ? i : n + i}, Digit{d}));
                        continue;
                    }
                    for (std::size_t j = 0; j < n; ++j)
                        if ((crossed >> j & 1U) != 0 && state.has({cell(i, j), Digit{d}}))
                            gone.push_back({cell(i, j), Digit{d}});
                }
                add(findings, of_size(Technique::x_wing, size), truths, gone);
            });
        }
    return findings;
}

constexpr Technique searched[] = {
    Technique::naked_pair,  Technique::naked_triple, Technique::naked_quad,
    Technique::naked_set,   Technique::hidden_pair,  Technique::hidden_triple,
    Technique::hidden_quad, Technique::hidden_set,   Technique::x_wing,
    Technique::swordfish,   Technique::jellyfish,    Technique::large_fish};

TEST(RelatedSets, FindExactlyWhatTheDefinitionGives) {
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        const Findings defined = define(state);
        for (Technique t : searched)
            seen[t] += expect_same(state, {.technique = t, .max_size = 9}, defined, where);
    });
    expect_all_seen(searched, seen);
}

TEST(RelatedSets, FindEverySingle) {
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        const Geometry& g = state.geometry();
        std::set<Candidate> naked;
        std::set<std::pair<House, Candidate>> hidden;
        for (std::size_t i = 0; i < state.cell_count(); ++i)
            if (!state.placed(Cell{i}) && state.candidates(Cell{i}).size() == 1)
                naked.insert({Cell{i}, state.candidates(Cell{i}).first()});
        for (std::size_t h = 0; h < g.house_count(); ++h) {
            if (g.info(House{h}).kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < g.size(); ++d) {
                std::vector<Cell> places;
                for (Cell c : g.cells_of(House{h}))
                    if (state.has({c, Digit{d}})) places.push_back(c);
                if (places.size() == 1 && !state.placed(places[0]))
                    hidden.insert({House{h}, {places[0], Digit{d}}});
            }
        }
        std::set<Candidate> found_naked;
        find(state, {.technique = Technique::naked_single}, [&](Step&& step) {
            EXPECT_TRUE(found_naked.insert(step.placements.at(0)).second);
            return Flow::go_on;
        });
        std::set<std::pair<House, Candidate>> found_hidden;
        find(state, {.technique = Technique::hidden_single}, [&](Step&& step) {
            found_hidden.insert({step.cites.at(0).constraint.house, step.placements.at(0)});
            return Flow::go_on;
        });
        EXPECT_EQ(found_naked, naked) << where;
        EXPECT_EQ(found_hidden, hidden) << where;
    });
}

TEST(RelatedSets, FindEveryFullHouse) {
    std::size_t seen = 0;
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        const Geometry& g = state.geometry();
        std::set<std::pair<House, Candidate>> expected;
        for (std::size_t h = 0; h < g.house_count(); ++h) {
            if (g.info(House{h}).kind != ConstraintKind::house) continue;
            std::vector<Cell> open;
            DigitSet missing = DigitSet::all(g.size());
            for (Cell c : g.cells_of(House{h}))
                if (state.placed(c))
                    missing -= state.candidates(c);
                else
                    open.push_back(c);
            if (open.size() == 1 && state.has({open[0], missing.first()}))
                expected.insert({House{h}, {open[0], missing.first()}});
        }
        std::set<std::pair<House, Candidate>> found;
        find(state, {.technique = Technique::full_house}, [&](Step&& step) {
            EXPECT_TRUE(
                found.insert({step.cites.at(0).constraint.house, step.placements.at(0)}).second);
            return Flow::go_on;
        });
        EXPECT_EQ(found, expected) << where;
        seen += found.size();
    });
    EXPECT_GT(seen, 100U);
}

TEST(RelatedSets, TellHiddenSinglesByTheBoxUnlessLinesComeFirst) {
    std::size_t both = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        const auto houses = [&](HouseOrder order) {
            std::vector<House> told;
            const Query query{.technique = Technique::hidden_single, .houses = order};
            find(state, query, [&](Step&& step) {
                told.push_back(step.cites.at(0).constraint.house);
                return Flow::go_on;
            });
            return told;
        };
        const auto is_box = [&](House h) {
            return state.geometry().info(h).role == HouseRole::box;
        };
        std::vector<House> by_box = houses(HouseOrder::boxes_first);
        std::vector<House> by_line = houses(HouseOrder::lines_first);
        EXPECT_TRUE(std::ranges::is_partitioned(by_box, is_box)) << "seed " << seed;
        EXPECT_TRUE(std::ranges::is_sorted(by_line)) << "seed " << seed;
        both += by_box != by_line;
        std::ranges::sort(by_box);
        EXPECT_EQ(by_box, by_line) << "seed " << seed;
    }
    EXPECT_GT(both, 30U);
}

// Every digit that a naked single lacks is on a placed cell that it sees, named once, or no cell
// that it sees has it.
TEST(RelatedSets, SayWhatRulesOutTheDigitsOfANakedSingle) {
    std::size_t seen = 0, crossed_out = 0;
    on_random_states(every_board(400), [&](const State& state, const std::string& where) {
        find(state, {.technique = Technique::naked_single}, [&](Step&& step) {
            const Cell cell = step.placements.at(0).cell;
            DigitSet named;
            for (const Group& group : step.groups) {
                if (group.role != Role::seen) continue;
                for (Candidate c : group.candidates) {
                    EXPECT_TRUE(state.placed(c.cell)) << where;
                    EXPECT_TRUE(state.geometry().sees(c.cell, cell)) << where;
                    EXPECT_FALSE(named.contains(c.digit)) << where;
                    named.insert(c.digit);
                    ++seen;
                }
            }
            for (Digit d : DigitSet::all(state.size()) - named - state.candidates(cell)) {
                for (Cell peer : state.layout().peers(cell))
                    EXPECT_FALSE(state.value(peer) == d) << where;
                ++crossed_out;
            }
            return Flow::go_on;
        });
    });
    EXPECT_GT(seen, 1000U);
    EXPECT_GT(crossed_out, 100U);
}

TEST(RelatedSets, TakeThePublishedTripleOfMethodD) {
    // The row of method D [SudokuSolver2006]: 378 38 6789 37 458 2 34568 489 1; cells 1, 2 and 4
    // hold 3, 7 and 8, which leaves 69 in the third, 45 in the fifth, 456 in the seventh, 49 in the
    // eighth.
    Puzzle puzzle{Geometry::classic()};
    const char* row[] = {"378", "38", "6789", "37", "458", "2", "34568", "489", "1"};
    for (std::size_t i = 0; i < 9; ++i) {
        DigitSet marks;
        for (const char* c = row[i]; *c != 0; ++c) marks.insert(Digit{*c - '1'});
        puzzle.set_marks(Cell{i}, marks);
    }
    State state{puzzle};
    const auto step = find_first(state, {.technique = Technique::naked_triple});
    ASSERT_TRUE(step);
    apply(*step, state);
    EXPECT_EQ(to_string(state.candidates(Cell{2})), "69");
    EXPECT_EQ(to_string(state.candidates(Cell{4})), "45");
    EXPECT_EQ(to_string(state.candidates(Cell{6})), "456");
    EXPECT_EQ(to_string(state.candidates(Cell{7})), "49");
}

TEST(RelatedSets, SayNothingWhereNothingFollows) {
    const State blank{Puzzle{Geometry::classic()}};
    for (Technique t : searched) EXPECT_FALSE(find_first(blank, {.technique = t})) << info(t).id;
}

TEST(RelatedSets, GiveUpWhenTheBudgetIsSpent) {
    const State state = random_sample(Geometry::classic(), 3).state;
    const auto ignore = [](Step&&) { return Flow::go_on; };
    EXPECT_EQ(find(state, {.technique = Technique::naked_quad, .max_nodes = 1}, ignore),
              Ending::out_of_budget);
    EXPECT_EQ(find(state, {.technique = Technique::naked_quad}, ignore), Ending::exhausted);
}

}  // namespace
}  // namespace clew::logic
