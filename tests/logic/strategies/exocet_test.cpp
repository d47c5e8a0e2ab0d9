#include "logic/strategies/strategy.hpp"

#include "logic/auditor/audit.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/made_states.hpp"
#include "tests/logic/strategies/walk_states.hpp"

namespace clew::logic {
namespace {

// Rows and columns of the classic board, a cell by row and column, or by column and row.
struct Turned {
    bool over;
    Cell cell(std::size_t r, std::size_t c) const {
        return over ? Cell{9 * c + r} : Cell{9 * r + c};
    }
};

// Whether two houses hold all these cells.
bool in_two_houses(const Geometry& g, const std::vector<Cell>& cells) {
    static const std::vector<SmallSet> houses = [&] {
        std::vector<SmallSet> sets;
        for (std::size_t h = 0; h < g.house_count(); ++h)
            sets.push_back(set_of(g.cells_of(House{h})));
        return sets;
    }();
    const SmallSet all = set_of(cells);
    for (const SmallSet& a : houses)
        for (const SmallSet& b : houses)
            if ((all & ~a & ~b).none()) return true;
    return false;
}

// For every line, box, two cells in both, lines across and two targets: does each digit of the base
// need a target, and what then has no part in any choice of two digits?
Findings define(const State& state) {
    const Geometry& g = state.geometry();
    Findings findings;
    for (bool over : {false, true}) {
        const Turned t{over};
        for (std::size_t line = 0; line < 9; ++line)
            for (std::size_t across = 0; across < 9; ++across) {
                const std::size_t stack = across / 3;
                std::vector<Cell> base;
                for (std::size_t c = 3 * stack; c < 3 * stack + 3; ++c)
                    if (c != across) base.push_back(t.cell(line, c));
                if (state.placed(base[0]) || state.placed(base[1])) continue;
                const DigitSet digits = state.candidates(base[0]) | state.candidates(base[1]);
                if (digits.size() < 3 || digits.size() > 4) continue;
                for (std::size_t i = 0; i < 9; ++i)
                    for (std::size_t j = i + 1; j < 9; ++j) {
                        if (i / 3 == stack || j / 3 == stack || i / 3 == j / 3) continue;
                        std::vector<Cell>
                            cells;  // of the three lines, seen by one base cell at most
                        for (std::size_t c : {across, i, j})
                            for (std::size_t r = 0; r < 9; ++r)
                                if (!g.sees(t.cell(r, c), base[0]) ||
                                    !g.sees(t.cell(r, c), base[1]))
                                    cells.push_back(t.cell(r, c));
                        std::ranges::sort(cells);
                        for (std::size_t a = 0; a < cells.size(); ++a)
                            for (std::size_t b = a + 1; b < cells.size(); ++b) {
                                const Cell one = cells[a], two = cells[b];
                                if (state.placed(one) || state.placed(two) ||
                                    (state.candidates(one) & digits).empty() ||
                                    (state.candidates(two) & digits).empty())
                                    continue;
                                bool fits = true;
                                for (Digit d : digits) {
                                    std::vector<Cell> places;
                                    for (Cell c : cells)
                                        if (c != one && c != two && state.has({c, d}))
                                            places.push_back(c);
                                    fits = fits && in_two_houses(g, places);
                                    if (!fits) break;
                                }
                                if (!fits) continue;
                                std::set<Candidate> kept;
                                for (Digit x : state.candidates(base[0]))
                                    for (Digit y : state.candidates(base[1]))
                                        for (bool swap : {false, true}) {
                                            const Digit to = swap ? y : x, uo = swap ? x : y;
                                            if (x == y || !state.has({one, to}) ||
                                                !state.has({two, uo}))
                                                continue;
                                            kept.insert(
                                                {{base[0], x}, {base[1], y}, {one, to}, {two, uo}});
                                        }
                                std::vector<Candidate> gone;
                                for (Cell c : {base[0], base[1], one, two})
                                    for (Digit d : state.candidates(c))
                                        if (!kept.contains({c, d})) gone.push_back({c, d});
                                const auto near = [&](Cell c) {
                                    const std::size_t row = over ? c.index() % 9 : c.index() / 9;
                                    return row / 3 == line / 3;
                                };
                                std::vector<Constraint> truths{Constraint::of(base[0]),
                                                               Constraint::of(base[1])};
                                for (std::size_t h = 0; h < g.house_count(); ++h)
                                    for (std::size_t c : {across, i, j})
                                        if (g.info(House{h}).role ==
                                                (over ? HouseRole::row : HouseRole::column) &&
                                            std::ranges::count(g.cells_of(House{h}), t.cell(0, c)) >
                                                0)
                                            for (Digit d : digits)
                                                truths.push_back(Constraint::of(House{h}, d));
                                add(findings,
                                    near(one) && near(two) ? Technique::junior_exocet
                                                           : Technique::senior_exocet,
                                    truths, gone);
                            }
                    }
            }
    }
    return findings;
}

// A solution with two base cells whose digits come back in two targets; the base's digits leave the
// lines across but for what the solution has there, and a few more places.
State made(Random& random) {
    for (;;) {
        const Grid grid = random_grid(Geometry::classic(), random);
        const Turned t{random.below(2) == 1};
        const std::size_t line = random.below(9), across = random.below(9);
        const std::size_t stack = across / 3;
        const std::size_t i = 3 * ((stack + 1) % 3) + random.below(3);
        const std::size_t j = 3 * ((stack + 2) % 3) + random.below(3);
        std::vector<Cell> base;
        for (std::size_t c = 3 * stack; c < 3 * stack + 3; ++c)
            if (c != across) base.push_back(t.cell(line, c));
        const DigitSet two = DigitSet{grid[base[0]]} | DigitSet{grid[base[1]]};
        Marks marks{Geometry::classic()};
        DigitSet digits = two;
        while (digits.size() < 3 + random.below(2)) digits.insert(Digit{random.below(9)});
        marks[base[0]] = marks[base[1]] = digits;
        // Two rows for each digit: those where the solution has it, out of its three places.
        for (Digit d : digits) {
            std::vector<std::size_t> rows;
            for (std::size_t c : {across, i, j})
                for (std::size_t r = 0; r < 9; ++r)
                    if (r != line && grid[t.cell(r, c)] == d) rows.push_back(r);
            random.shuffle(rows);
            for (std::size_t c : {across, i, j})
                for (std::size_t r = 0; r < 9; ++r) {
                    const Cell cell = t.cell(r, c);
                    const bool kept = grid[cell] == d || (!rows.empty() && r == rows[0]) ||
                                      (rows.size() > 1 && r == rows[1]) || random.below(40) == 0;
                    if (!kept) marks[cell].erase(d);
                }
        }
        thin_out(marks, random, random.below(2) * 5, &grid);
        return marks.state();
    }
}

TEST(Exocet, BringsBothDigitsBack) {
    constexpr Technique searched[] = {Technique::junior_exocet, Technique::senior_exocet};
    std::map<Technique, std::size_t> seen;
    const auto compare = [&](const State& state, const std::string& where) {
        if (testing::Test::HasFailure()) return;
        const Findings defined = define(state);
        for (Technique t : searched) {
            seen[t] += expect_same(state, {.technique = t}, defined, where);
            std::size_t audited = 0;
            find(state, {.technique = t}, [&](Step&& step) {
                const AuditResult result = audit(state, step);
                EXPECT_EQ(result.outcome, AuditOutcome::proved) << result.what << " on " << where;
                return ++audited < 3 ? Flow::go_on : Flow::stop;
            });
        }
    };
    on_made_states(600, made, compare);
    on_walk_states(25, compare);
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
