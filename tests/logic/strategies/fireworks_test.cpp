#include "logic/strategies/strategy.hpp"

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

bool holds(const Geometry& g, House house, Cell cell) {
    return std::ranges::count(g.cells_of(house), cell) > 0;
}

bool is(const Geometry& g, std::size_t house, HouseRole role) {
    return g.info(House{house}).role == role;
}

// A row, a column and a box that share the cell x; y is further along the row, z along the column.
struct Corner {
    House row, column, box;
    Cell x;
};

std::vector<Corner> corners(const Geometry& g) {
    std::vector<Corner> all;
    for (std::size_t r = 0; r < g.house_count(); ++r)
        for (std::size_t c = 0; c < g.house_count(); ++c)
            for (std::size_t b = 0; b < g.house_count(); ++b) {
                if (!is(g, r, HouseRole::row) || !is(g, c, HouseRole::column) ||
                    !is(g, b, HouseRole::box))
                    continue;
                for (Cell x : g.cells_of(House{b}))
                    if (holds(g, House{r}, x) && holds(g, House{c}, x))
                        all.push_back({House{r}, House{c}, House{b}, x});
            }
    return all;
}

// Whether row and column have two places each for the digit, and all of them in the box or y or z,
// not all in the box.
bool sparks(const State& state, const Corner& at, Digit d, Cell y, Cell z) {
    const Geometry& g = state.geometry();
    std::size_t far = 0;
    for (House line : {at.row, at.column}) {
        std::size_t places = 0;
        for (Cell c : g.cells_of(line)) {
            if (!state.has({c, d})) continue;
            ++places;
            if (holds(g, at.box, c)) continue;
            if (c != y && c != z) return false;
            ++far;
        }
        if (places < 2) return false;
    }
    return far > 0;
}

void conclude(const State& state, Findings& findings, Technique technique,
              std::vector<Constraint> truths, const std::set<Cell>& cells, DigitSet digits) {
    std::vector<Candidate> gone;
    for (Cell c : cells) {
        if (state.placed(c) || (state.candidates(c) & digits).empty()) return;
        for (Digit d : state.candidates(c) - digits) gone.push_back({c, d});
    }
    add(findings, technique, std::move(truths), std::move(gone));
}

Findings define(const State& state) {
    const Geometry& g = state.geometry();
    Findings findings;
    const std::vector<Corner> all = corners(g);
    for (const Corner& at : all) {
        for (Cell y : g.cells_of(at.row))
            for (Cell z : g.cells_of(at.column)) {
                if (holds(g, at.box, y) || holds(g, at.box, z)) continue;
                std::vector<Digit> here;
                for (std::size_t d = 0; d < g.size(); ++d)
                    if (sparks(state, at, Digit{d}, y, z)) here.emplace_back(d);
                if (here.size() == 3) {
                    std::vector<Constraint> truths;
                    DigitSet digits;
                    for (Digit d : here) {
                        digits.insert(d);
                        truths.push_back(Constraint::of(at.row, d));
                        truths.push_back(Constraint::of(at.column, d));
                    }
                    conclude(state, findings, Technique::firework_triple, truths, {at.x, y, z},
                             digits);
                }
                for (const Corner& other : all) {
                    if (!holds(g, other.row, z) || !holds(g, other.column, y)) continue;
                    if (holds(g, other.box, y) || holds(g, other.box, z)) continue;
                    for (std::size_t one = 0; one < here.size(); ++one)
                        for (std::size_t two = one + 1; two < here.size(); ++two)
                            for (std::size_t a = 0; a < g.size(); ++a)
                                for (std::size_t b = a + 1; b < g.size(); ++b) {
                                    DigitSet digits = DigitSet{Digit{a}} | DigitSet{Digit{b}};
                                    if (digits.contains(here[one]) || digits.contains(here[two]))
                                        continue;
                                    if (!sparks(state, other, Digit{a}, y, z) ||
                                        !sparks(state, other, Digit{b}, y, z))
                                        continue;
                                    std::vector<Constraint> truths;
                                    for (Digit d : digits) {
                                        truths.push_back(Constraint::of(other.row, d));
                                        truths.push_back(Constraint::of(other.column, d));
                                    }
                                    for (Digit d : {here[one], here[two]}) {
                                        digits.insert(d);
                                        truths.push_back(Constraint::of(at.row, d));
                                        truths.push_back(Constraint::of(at.column, d));
                                    }
                                    conclude(state, findings, Technique::firework_quadruple, truths,
                                             {at.x, other.x, y, z}, digits);
                                }
                }
            }
    }
    return findings;
}

TEST(Fireworks, AreEveryCorner) {
    constexpr Technique searched[] = {Technique::firework_triple, Technique::firework_quadruple};
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(400, 120), [&](const State& state, const std::string& where) {
        const Findings defined = define(state);
        for (Technique t : searched)
            seen[t] += expect_same(state, {.technique = t}, defined, where);
    });
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
