// Arguments by totals against going through every way to fill what is left over, against the audit,
// and against a solution; and the walks that use them.

#include "logic/mus/totals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/random.hpp"
#include "explain/words/narrate.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/step_json.hpp"
#include "logic/strategies/rules.hpp"
#include "logic/totals.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using logic::Constraint;
using logic::State;
using logic::Step;
using logic::Use;

/// The grid cut into cages along its rows and columns; some are left out.
Puzzle random_killer(const GeometryPtr& board, const Grid& grid, Random& random) {
    const std::size_t side = board->size();
    std::vector<bool> used(grid.cell_count());
    Puzzle puzzle{board};
    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
        if (used[i]) continue;
        std::vector<Cell> cells{Cell{i}};
        std::size_t last = i;
        for (const std::size_t wanted = 1 + random.below(4); cells.size() < wanted;) {
            const std::size_t next = random.below(3) == 0 ? last + side : last + 1;
            const bool ok =
                next < grid.cell_count() && !used[next] &&
                (next == last + side || next / side == last / side) &&
                std::ranges::none_of(cells, [&](Cell c) { return grid[c] == grid[Cell{next}]; });
            if (!ok) break;
            cells.push_back(Cell{next});
            last = next;
        }
        if (cells.size() < 2 || random.below(8) == 0) continue;
        int sum = 0;
        for (const Cell cell : cells) {
            used[cell.index()] = true;
            sum += static_cast<int>(grid[cell].index()) + 1;
        }
        puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = cells, .numbers = {sum}});
    }
    return puzzle;
}

/// The candidates of the open cells left over that no way to sum up right has; where a digit of a
/// house is cited, no two of its cells have that one.
std::vector<Candidate> gone_by_trying(const State& state, const logic::Difference& left,
                                      const std::vector<logic::Citation>& cites = {}) {
    std::vector<std::pair<Cell, int>> terms;
    for (const Cell cell : left.inner) terms.emplace_back(cell, 1);
    for (const Cell cell : left.outer) terms.emplace_back(cell, -1);
    std::vector<DigitSet> seen(terms.size());
    std::vector<Digit> now(terms.size(), Digit{0});
    const auto is_twice = [&](const std::vector<Digit>& way) {
        return std::ranges::any_of(cites, [&](const logic::Citation& c) {
            if (c.constraint.kind != Constraint::Kind::house) return false;
            std::size_t there = 0;
            for (std::size_t k = 0; k < way.size(); ++k)
                there += way[k] == c.constraint.digit &&
                         std::ranges::count(state.geometry().cells_of(c.constraint.house),
                                            terms[k].first) > 0;
            return there > 1;
        });
    };
    const auto go = [&](auto&& self, std::size_t i, int sum) -> void {
        if (i == terms.size()) {
            if (sum == left.target && !is_twice(now))
                for (std::size_t k = 0; k < terms.size(); ++k) seen[k].insert(now[k]);
            return;
        }
        for (const Digit d : state.candidates(terms[i].first)) {
            now[i] = d;
            self(self, i + 1, sum + terms[i].second * (static_cast<int>(d.index()) + 1));
        }
    };
    go(go, 0, 0);
    std::vector<Candidate> gone;
    for (std::size_t k = 0; k < terms.size(); ++k)
        for (const Digit d : state.candidates(terms[k].first) - seen[k])
            gone.push_back({terms[k].first, d});
    std::ranges::sort(gone);
    return gone;
}

Step step_of(const TotalArgument& argument) {
    Step step;
    step.technique = logic::Technique::smallest_proof;
    step.cites = argument.cites;
    step.size = step.none_below = argument.cites.size();
    step.eliminations = argument.gone;
    return step;
}

void compare(std::size_t side, std::size_t rounds) {
    constexpr std::uint64_t seed = 45;
    std::size_t found = 0, refused = 0, mixed = 0, differing = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        Random random = Random{seed + side}.split(round);
        const GeometryPtr board = Geometry::standard(side);
        const auto grid = reference::random_grid(random, *board);
        ASSERT_TRUE(grid);
        const Puzzle puzzle = random_killer(board, *grid, random);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        State state{puzzle};
        for (std::size_t i = 0; i < grid->cell_count(); ++i) {
            const Cell cell{i};
            if (state.open().test(cell) && random.below(5) == 0) state.place({cell, (*grid)[cell]});
            for (const Digit d : state.candidates(cell))
                if (d != (*grid)[cell] && random.below(4) == 0) state.eliminate({cell, d});
        }
        ASSERT_FALSE(state.contradiction());
        std::vector<TotalArgument> all = arguments_by_totals(state);
        ASSERT_TRUE(
            std::ranges::is_sorted(all, {}, [](const TotalArgument& a) { return a.cites.size(); }));
        found += all.size();
        random.shuffle(all);
        if (all.size() > 6) all.resize(6);
        for (const TotalArgument& argument : all) {
            const auto left = logic::difference_of(state, argument.cites);
            ASSERT_TRUE(left);
            mixed += !left->inner.empty() && !left->outer.empty() ? 1 : 0;
            ASSERT_EQ(argument.gone, gone_by_trying(state, *left, argument.cites));
            differing += argument.gone != gone_by_trying(state, *left) ? 1 : 0;
            for (const Candidate c : argument.gone) ASSERT_NE((*grid)[c.cell], c.digit);
            const Step step = step_of(argument);
            const logic::AuditResult proof = audit(state, step);
            ASSERT_TRUE(proof.sound()) << proof.what;
            ASSERT_FALSE(explain::narrate(state, step).text().empty());
            // Candidates that stay are not shown to go, nor is anything without one of the cages.
            for (const Cell cell : left->inner) {
                Step wrong = step;
                wrong.eliminations = {{cell, (*grid)[cell]}};
                ASSERT_FALSE(audit(state, wrong).sound());
            }
            Step less = step;
            less.cites.pop_back();
            const auto rest = logic::difference_of(state, less.cites);
            if (!rest || rest->inner.size() + rest->outer.size() > 6) continue;
            less.eliminations = {argument.gone.front()};
            const bool sound = audit(state, less).sound();
            if (std::ranges::count(gone_by_trying(state, *rest), argument.gone.front()) > 0) {
                ASSERT_TRUE(sound);
            }
            refused += sound ? 0 : 1;
        }
    }
    EXPECT_GT(found, rounds);
    if (side < 9) {
        EXPECT_GT(refused, 0U);  // beyond, too many cells are left over
    }
    EXPECT_GT(mixed, 0U);
    EXPECT_GT(differing, 0U);
}

TEST(Totals, RuleOutWhatNoWayHasOn4x4) { compare(4, 120); }
TEST(Totals, RuleOutWhatNoWayHasOn6x6) { compare(6, 40); }
TEST(Totals, RuleOutWhatNoWayHasOn9x9) { compare(9, 8); }

Puzzle row_of_cages() {
    Puzzle puzzle{Geometry::classic()};
    const auto cage = [&](std::vector<Cell> cells, int sum) {
        puzzle.add_rule(
            {.kind = RuleKind::killer_cage, .cells = std::move(cells), .numbers = {sum}});
    };
    cage({Cell{0}, Cell{1}, Cell{2}}, 15);
    cage({Cell{3}, Cell{4}, Cell{5}}, 15);
    cage({Cell{6}, Cell{7}, Cell{16}}, 14);
    return puzzle;
}

TEST(Totals, AreToldAsInniesAndOuties) {
    const State state{row_of_cages()};
    const auto told = [&](const std::vector<std::size_t>& cages, Candidate gone) {
        Step step;
        step.technique = logic::Technique::smallest_proof;
        for (const std::size_t cage : cages)
            step.cites.push_back({Constraint::of_rule(cage), Use::truth});
        step.cites.push_back({Constraint::of_total(House{0}), Use::truth});
        std::ranges::sort(step.cites);
        step.eliminations = {gone};
        EXPECT_TRUE(audit(state, step).sound());
        return explain::narrate(state, step).argument;
    };
    // 45 - 44: r1c9 is r2c8 + 1.
    EXPECT_EQ(told({0, 1, 2}, {Cell{8}, Digit{0}}),
              "The digits of row 1 sum to 45, those of the killer cages at r1c1, r1c4 and r1c7 to "
              "44. So r1c9 = r2c8 + 1 (innies and outies). That leaves at least 2 for r1c9.");
}

TEST(Totals, AreTakenByWalksAndReadBack) {
    Puzzle puzzle = row_of_cages();
    State state{puzzle};
    for (std::size_t d = 0; d < 9; ++d)
        if (d != 4) state.eliminate({Cell{16}, Digit{d}});  // r2c8 is 5, so r1c9 is 6
    state.place({Cell{16}, Digit{4}});
    const auto all = arguments_by_totals(state);
    const auto six = std::ranges::find_if(all, [](const TotalArgument& a) {
        return std::ranges::count(a.gone, Candidate{Cell{8}, Digit{0}}) > 0;
    });
    ASSERT_NE(six, all.end());
    EXPECT_EQ(six->cites.size(), 4U);
    Step step = step_of(*six);
    normalise(step);
    const auto json = logic::to_json(step, state.geometry());
    EXPECT_NE(json.dump().find(R"({"total":"row 1"})"), std::string::npos) << json.dump();
    EXPECT_EQ(explain::narrate(state, step).argument,
              "The digits of row 1 sum to 45, those of the killer cages at r1c1, r1c4 and r1c7 to "
              "44. So, with 5 more for what is placed, r1c9 is 6 (an innie).");
}

TEST(Totals, KnowThatCellsOfAHouseDiffer) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule({.kind = RuleKind::killer_cage,
                     .cells = {Cell{0}, Cell{1}, Cell{2}, Cell{3}},
                     .numbers = {20}});
    puzzle.add_rule(
        {.kind = RuleKind::killer_cage, .cells = {Cell{4}, Cell{5}, Cell{6}}, .numbers = {15}});
    const State state{puzzle};  // r1c8 and r1c9 sum to 10
    const auto all = arguments_by_totals(state);
    const auto five = std::ranges::find_if(all, [](const TotalArgument& a) {
        return std::ranges::count(a.gone, Candidate{Cell{8}, Digit{4}}) > 0;
    });
    ASSERT_NE(five, all.end());
    EXPECT_EQ(five->cites.size(), 4U);
    Step step = step_of(*five);
    normalise(step);
    EXPECT_TRUE(audit(state, step).sound());
    EXPECT_EQ(explain::narrate(state, step).argument,
              "The digits of row 1 sum to 45, those of the killer cages at r1c1 and r1c5 to 35. So "
              "r1c8 and r1c9 sum to 10 (innies). As they differ in row 1, 10 is 1+9, 2+8, 3+7 or "
              "4+6. In none of them can r1c8 or r1c9 be 5.");
}

}  // namespace
}  // namespace clew::logic
