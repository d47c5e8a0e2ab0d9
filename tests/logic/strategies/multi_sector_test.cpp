#include "logic/strategies/strategy.hpp"

#include "logic/auditor/audit.hpp"
#include "logic/shape/shape.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/made_states.hpp"

namespace clew::logic {
namespace {

std::vector<House> houses_of(const Geometry& g, HouseRole role) {
    std::vector<House> houses;
    for (std::size_t h = 0; h < g.house_count(); ++h)
        if (g.info(House{h}).role == role) houses.emplace_back(h);
    return houses;
}

bool holds(const Geometry& g, House house, Cell cell) {
    return std::ranges::count(g.cells_of(house), cell) > 0;
}

// Every way to part the digits and every choice of houses of two kinds, counted.
void define_sectors(const State& state, HouseRole first, HouseRole second, Findings& findings) {
    const Geometry& g = state.geometry();
    std::vector<House> houses = houses_of(g, first);
    const std::size_t firsts = houses.size();
    for (House h : houses_of(g, second)) houses.push_back(h);
    if (firsts == 0 || firsts == houses.size()) return;
    std::vector<Cell> cells;
    std::vector<std::pair<std::size_t, std::size_t>> in;  // by cell: its two houses
    for (Cell c : state.open()) {
        std::size_t one = houses.size(), two = houses.size();
        for (std::size_t i = 0; i < houses.size(); ++i)
            if (holds(g, houses[i], c)) (i < firsts ? one : two) = i;
        if (one == houses.size() || two == houses.size()) continue;
        cells.push_back(c);
        in.emplace_back(one, two);
    }
    // The houses that open cells join to each other.
    std::vector<std::size_t> joint(houses.size());
    for (std::size_t i = 0; i < houses.size(); ++i) joint[i] = i;
    for (const auto& [one, two] : in) {
        const std::size_t from = joint[two], to = joint[one];
        std::ranges::replace(joint, from, to);
    }
    const std::size_t choices = std::size_t{1} << houses.size();
    for (std::uint32_t bits = 1; bits < DigitSet::all(g.size()).bits(); ++bits) {
        const DigitSet digits = DigitSet::from_bits(bits);
        const DigitSet others = DigitSet::all(g.size()) - digits;
        std::vector<std::size_t> links_of(houses.size());
        for (std::size_t i = 0; i < houses.size(); ++i) {
            DigitSet open;
            for (std::size_t k = 0; k < cells.size(); ++k)
                if (in[k].first == i || in[k].second == i) open |= state.candidates(cells[k]);
            links_of[i] = (open & (i < firsts ? digits : others)).size();
        }
        const auto held = [&](std::size_t k, std::size_t choice) {
            DigitSet by;
            if ((choice >> in[k].first & 1U) != 0) by |= digits;
            if ((choice >> in[k].second & 1U) != 0) by |= others;
            return by.contains(state.candidates(cells[k]));
        };
        std::vector<std::size_t> tight;
        bool possible = true;
        for (std::size_t choice = 1; choice < choices && possible; ++choice) {
            std::size_t links = 0, truths = 0;
            for (std::size_t i = 0; i < houses.size(); ++i)
                if ((choice >> i & 1U) != 0) links += links_of[i];
            for (std::size_t k = 0; k < cells.size(); ++k) truths += held(k, choice);
            possible = links >= truths;
            if (links == truths) tight.push_back(choice);
        }
        if (!possible) continue;
        for (std::size_t choice : tight) {
            if (std::popcount(choice) < 3) continue;
            if (std::ranges::any_of(tight, [&](std::size_t part) {
                    return part != choice && (part & ~choice) == 0;
                }))
                continue;
            std::size_t joined = 0, cells_joined = 0, cells_held = 0;
            const std::size_t here = joint[static_cast<std::size_t>(std::countr_zero(choice))];
            for (std::size_t i = 0; i < houses.size(); ++i) joined += joint[i] == here;
            for (std::size_t k = 0; k < cells.size(); ++k) {
                cells_joined += joint[in[k].first] == here;
                cells_held += held(k, choice);
            }
            if (joined < static_cast<std::size_t>(std::popcount(choice)) + 3 ||
                2 * cells_held > cells_joined)
                continue;
            std::vector<Constraint> truths;
            std::set<Candidate> gone;
            for (std::size_t k = 0; k < cells.size(); ++k)
                if (held(k, choice)) {
                    truths.push_back(Constraint::of(cells[k]));
                } else {
                    for (std::size_t i : {in[k].first, in[k].second})
                        if ((choice >> i & 1U) != 0)
                            for (Digit d :
                                 state.candidates(cells[k]) & (i < firsts ? digits : others))
                                gone.insert({cells[k], d});
                }
            add(findings, Technique::multi_sector_locked_set, truths, {gone.begin(), gone.end()});
        }
    }
}

TEST(MultiSector, IsEveryTightChoice) {
    std::size_t seen = 0;
    std::size_t named = 0;
    const auto compare = [&](const State& state, const std::string& where) {
        find(state, {.technique = Technique::multi_sector_locked_set}, [&](Step&& step) {
            if (const auto shape = known_shape(state, step)) {
                EXPECT_TRUE(shape->technique == Technique::multi_sector_locked_set ||
                            info(shape->technique).human <
                                info(Technique::multi_sector_locked_set).human)
                    << where << " is called " << info(shape->technique).id;
                named += shape->technique == Technique::multi_sector_locked_set ? 1 : 0;
            }
            return Flow::go_on;
        });
        Findings defined;
        define_sectors(state, HouseRole::row, HouseRole::column, defined);
        define_sectors(state, HouseRole::row, HouseRole::box, defined);
        define_sectors(state, HouseRole::column, HouseRole::box, defined);
        seen +=
            expect_same(state, {.technique = Technique::multi_sector_locked_set}, defined, where);
    };
    std::vector<BoardStates> shares{{Geometry::standard(4), 1'200}};
    for (const GeometryPtr& board : small_and_odd_boards())
        if (board->size() == 5)
            shares.push_back({board, 760});
        else if (board->size() == 6)
            shares.push_back({board, 20});
    on_random_states(shares, compare);
    EXPECT_GT(seen, 0U);
    EXPECT_GT(named, 0U);
    testing::Test::RecordProperty("multi-sector-locked-set", static_cast<int>(seen));
}

// ---- SK loops -----------------------------------------------------------------------------------

// How often a digit fits into these cells, as far as some houses say: how many of them it takes to
// hold the cells.
std::size_t fit(const std::vector<SmallSet>& houses, const std::vector<Cell>& cells) {
    const SmallSet all = set_of(cells);
    std::size_t least = houses.size();
    for (unsigned some = 0; some < 1U << houses.size(); ++some) {
        SmallSet left = all;
        for (std::size_t h = 0; h < houses.size(); ++h)
            if ((some >> h & 1U) != 0) left &= ~houses[h];
        if (left.none()) least = std::min(least, static_cast<std::size_t>(std::popcount(some)));
    }
    return least;
}

std::vector<Cell> with(const State& state, const std::vector<Cell>& cells, Digit d) {
    std::vector<Cell> some;
    for (Cell c : cells)
        if (state.has({c, d})) some.push_back(c);
    return some;
}

int slack(const State& state, const std::vector<SmallSet>& houses, const std::vector<Cell>& cells) {
    int sum = -static_cast<int>(cells.size());
    for (std::size_t d = 0; d < state.size(); ++d)
        sum += static_cast<int>(fit(houses, with(state, cells, Digit{d})));
    return sum;
}

Findings define_loops(const State& state) {
    const Geometry& g = state.geometry();
    Findings findings;
    const auto rows = houses_of(g, HouseRole::row);
    const auto columns = houses_of(g, HouseRole::column);
    const auto boxes = houses_of(g, HouseRole::box);
    for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t b = a + 1; b < rows.size(); ++b)
            for (std::size_t c = 0; c < columns.size(); ++c)
                for (std::size_t d = c + 1; d < columns.size(); ++d) {
                    std::set<House> corners;
                    std::vector<std::vector<Cell>> pairs;
                    for (House row : {rows[a], rows[b]})
                        for (House column : {columns[c], columns[d]})
                            for (House box : boxes) {
                                const auto here = [&](Cell cell, House line) {
                                    return holds(g, box, cell) && holds(g, line, cell);
                                };
                                bool corner = false;
                                for (Cell cell : g.cells_of(row)) corner |= here(cell, column);
                                if (!corner) continue;
                                corners.insert(box);
                                for (House line : {row, column}) {
                                    const House other = line == row ? column : row;
                                    pairs.emplace_back();
                                    for (Cell cell : g.cells_of(line))
                                        if (here(cell, line) && !holds(g, other, cell) &&
                                            !state.placed(cell))
                                            pairs.back().push_back(cell);
                                }
                            }
                    if (corners.size() != 4 || pairs.size() != 8) continue;
                    if (std::ranges::any_of(pairs, [](const auto& p) { return p.empty(); }))
                        continue;
                    const auto together = [&](unsigned part) {
                        std::vector<Cell> cells;
                        for (std::size_t i = 0; i < 8; ++i)
                            if ((part >> i & 1U) != 0)
                                cells.insert(cells.end(), pairs[i].begin(), pairs[i].end());
                        return cells;
                    };
                    const std::vector<Cell> cells = together(255);
                    std::vector<SmallSet> ring;
                    for (House h : {rows[a], rows[b], columns[c], columns[d]})
                        ring.push_back(set_of(g.cells_of(h)));
                    for (House h : corners) ring.push_back(set_of(g.cells_of(h)));
                    if (slack(state, ring, cells) != 0) continue;
                    bool whole = true;
                    for (unsigned part = 1; part < 255 && whole; ++part)
                        whole = slack(state, ring, together(part)) > 0;
                    if (!whole) continue;
                    std::vector<Candidate> gone;
                    for (std::size_t i = 0; i < g.cell_count(); ++i) {
                        const Cell victim{i};
                        if (state.placed(victim) || std::ranges::count(cells, victim) > 0) continue;
                        for (Digit digit : state.candidates(victim)) {
                            std::vector<Cell> places = with(state, cells, digit);
                            const std::size_t before = fit(ring, places);
                            std::erase_if(places, [&](Cell p) { return g.sees(p, victim); });
                            if (fit(ring, places) < before) gone.push_back({victim, digit});
                        }
                    }
                    std::vector<Constraint> truths;
                    for (Cell cell : cells) truths.push_back(Constraint::of(cell));
                    add(findings, Technique::sk_loop, truths, gone);
                }
    return findings;
}

// Two digits for each of four lines and four boxes of a ring; the pairs hold those of theirs.
State made_loop(Random& random) {
    Marks marks{Geometry::classic()};
    const auto [top, bottom] = two_below(random, 3);
    const auto [left, right] = two_below(random, 3);
    const std::array<std::size_t, 2> bands{top, bottom};
    const std::array<std::size_t, 2> stacks{left, right};
    const std::array<std::size_t, 2> rows{3 * top + random.below(3), 3 * bottom + random.below(3)};
    const std::array<std::size_t, 2> columns{3 * left + random.below(3),
                                             3 * right + random.below(3)};
    // Around the ring, what a line and the box after it have must differ.
    std::array<DigitSet, 4> of_line, of_box;
    for (std::size_t i = 0; i < 4; ++i) of_line[i] = some_digits(random, 9, 2);
    for (std::size_t i = 0; i < 4; ++i) do
            of_box[i] = some_digits(random, 9, 2);
        while (!(of_box[i] & (of_line[i / 2] | of_line[2 + i % 2])).empty());
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t row = rows[i / 2], column = columns[i % 2];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t c = 3 * stacks[i % 2] + k, r = 3 * bands[i / 2] + k;
            if (c != column) marks[Cell{9 * row + c}] = of_box[i] | of_line[i / 2];
            if (r != row) marks[Cell{9 * r + column}] = of_box[i] | of_line[2 + i % 2];
        }
    }
    thin_out(marks, random, random.below(3) * 4);
    if (random.below(4) == 0)
        marks[Cell{9 * rows[0] + 3 * left + (columns[0] + 1) % 3}].insert(Digit{random.below(9)});
    return marks.state();
}

TEST(SkLoop, LeavesNoDigitLessRoom) {
    std::size_t seen = 0;
    const auto compare = [&](const State& state, const std::string& where) {
        seen += expect_same(state, {.technique = Technique::sk_loop}, define_loops(state), where);
    };
    std::vector<BoardStates> shares{{Geometry::standard(4), 1'000}, {Geometry::standard(6), 1'000}};
    on_random_states(shares, compare);
    on_made_states(300, made_loop, compare);
    EXPECT_GT(seen, 100U);
    testing::Test::RecordProperty("sk-loop", static_cast<int>(seen));
}

TEST(SkLoop, IsProvedInMadeStates) {
    std::size_t seen = 0;
    std::uint64_t most = 0;
    on_made_states(60, made_loop, [&](const State& state, const std::string& where) {
        find(state, {.technique = Technique::sk_loop}, [&](Step&& step) {
            const AuditResult result = audit(state, step);
            EXPECT_EQ(result.outcome, AuditOutcome::proved) << result.what << " on " << where;
            most = std::max(most, result.nodes);
            ++seen;
            return Flow::go_on;
        });
    });
    EXPECT_GT(seen, 20U);
    testing::Test::RecordProperty("most nodes of an audit", static_cast<int>(most));
}

}  // namespace
}  // namespace clew::logic
