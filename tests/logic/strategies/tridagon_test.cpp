#include "logic/strategies/strategy.hpp"

#include <array>
#include <functional>

#include "logic/auditor/audit.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/made_states.hpp"
#include "tests/logic/strategies/walk_states.hpp"

namespace clew::logic {
namespace {

// Row i of a box has its cell in column way[i].
constexpr std::array<std::array<std::size_t, 3>, 6> ways{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

std::vector<Cell> cells_of(const std::array<std::size_t, 2>& bands,
                           const std::array<std::size_t, 2>& stacks,
                           const std::array<std::size_t, 4>& by) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t r = 0; r < 3; ++r)
            cells.emplace_back(9 * (3 * bands[i / 2] + r) + 3 * stacks[i % 2] + ways[by[i]][r]);
    return cells;
}

// Whether three digits can fill the cells, by trying.
bool can_be_filled(const std::vector<Cell>& cells, std::vector<int>& digits) {
    const Geometry& g = *Geometry::classic();
    if (digits.size() == cells.size()) return true;
    const Cell cell = cells[digits.size()];
    for (int d = 0; d < 3; ++d) {
        bool clash = false;
        for (std::size_t i = 0; i < digits.size(); ++i)
            clash |= digits[i] == d && g.sees(cells[i], cell);
        if (clash) continue;
        digits.push_back(d);
        if (can_be_filled(cells, digits)) return true;
        digits.pop_back();
    }
    return false;
}

// The twelve cells that cannot be filled, of every rectangle of boxes: which see which is the same
// in all of them.
const std::vector<std::vector<Cell>>& impossible_sets() {
    static const auto all = [] {
        std::vector<std::vector<Cell>> sets;
        for (std::size_t i = 0; i < 6 * 6 * 6 * 6; ++i) {
            const std::array<std::size_t, 4> by{i % 6, i / 6 % 6, i / 36 % 6, i / 216};
            std::vector<int> digits{0, 1, 2};  // the first box, whose digits have names to choose
            if (can_be_filled(cells_of({0, 1}, {0, 1}, by), digits)) continue;
            for (const auto& bands : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}})
                for (const auto& stacks : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}})
                    sets.push_back(cells_of(bands, stacks, by));
        }
        return sets;
    }();
    return all;
}

using Conclusions = std::set<std::pair<std::vector<Candidate>, std::vector<Candidate>>>;

Conclusions define(const State& state) {
    const Geometry& g = state.geometry();
    Conclusions found;
    for (std::uint32_t bits = 0; bits < 512; ++bits) {
        const DigitSet three = DigitSet::from_bits(bits);
        if (three.size() != 3) continue;
        std::array<bool, 81> usable{};
        for (std::size_t i = 0; i < 81; ++i)
            usable[i] = !state.placed(Cell{i}) && (state.candidates(Cell{i}) & three).size() >= 2;
        for (const std::vector<Cell>& cells : impossible_sets()) {
            if (!std::ranges::all_of(cells, [&](Cell c) { return usable[c.index()]; })) continue;
            bool all_three = true;
            std::vector<Candidate> guardians;
            for (std::size_t i = 0; i < 12; ++i) {
                for (Digit d : state.candidates(cells[i]) - three)
                    guardians.push_back({cells[i], d});
                DigitSet held;
                for (std::size_t k = i / 3 * 3; k < i / 3 * 3 + 3; ++k)
                    held |= state.candidates(cells[k]) & three;
                all_three = all_three && held == three;
            }
            if (!all_three || guardians.empty() || guardians.size() > 6) continue;
            std::vector<Candidate> placed, gone;
            if (guardians.size() == 1) {
                placed = guardians;
            } else {
                for (std::size_t i = 0; i < 81; ++i)
                    for (Digit d : state.candidates(Cell{i}))
                        if (std::ranges::all_of(guardians, [&](Candidate k) {
                                return k.cell == Cell{i} ? k.digit != d
                                                         : k.digit == d && g.sees(k.cell, Cell{i});
                            }))
                            gone.push_back({Cell{i}, d});
                if (gone.empty()) continue;
            }
            found.insert({placed, gone});
        }
    }
    return found;
}

// Twelve cells of a rectangle of boxes with three digits, and a few guardians.
State made(Random& random) {
    Marks marks{Geometry::classic()};
    const auto [top, bottom] = two_below(random, 3);
    const auto [left, right] = two_below(random, 3);
    const auto cells =
        cells_of({top, bottom}, {left, right},
                 {random.below(6), random.below(6), random.below(6), random.below(6)});
    const DigitSet three = some_digits(random, 9, 3);
    for (Cell c : cells) {
        marks[c] = three;
        if (random.below(12) == 0) marks[c].erase(marks[c].first());
    }
    const Digit guardian{random.below(9)};
    const std::size_t guarded = random.below(5);
    for (std::size_t i = 0; i < guarded; ++i)
        marks[cells[random.below(12)]].insert(random.below(3) == 0 ? Digit{random.below(9)}
                                                                   : guardian);
    return marks.state();
}

TEST(Tridagon, LeavesOneOfItsGuardians) {
    EXPECT_EQ(impossible_sets().size(), 9U * 648U);
    std::size_t seen = 0;
    const auto compare = [&](const State& state, const std::string& where) {
        const Conclusions defined = define(state);
        Conclusions found;
        find(state, {.technique = Technique::tridagon}, [&](Step&& step) {
            const AuditResult result = audit(state, step);
            EXPECT_EQ(result.outcome, AuditOutcome::proved) << result.what << " on " << where;
            found.insert({step.placements, step.eliminations});
            return Flow::go_on;
        });
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    };
    on_made_states(250, made, compare);
    on_walk_states(25, compare);
    EXPECT_GT(seen, 25U);
    testing::Test::RecordProperty("tridagon", static_cast<int>(seen));
}

}  // namespace
}  // namespace clew::logic
