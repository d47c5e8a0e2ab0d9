// Smallest arguments of puzzles with rules that are no houses: held against the enumeration of sets
// of constraints, and whole walks against every solution of the slow reference.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "explain/words/narrate.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/prover.hpp"
#include "logic/mus/refutation.hpp"
#include "logic/mus/search.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/strategies/rules.hpp"
#include "tests/logic/mus/plain_smallest.hpp"
#include "tests/logic/mus/random_case.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using logic::Constraint;
using logic::State;
using logic::Truth;
using logic::Use;

constexpr std::uint64_t seed = 20261123;
constexpr std::size_t most_solutions = 3000;
constexpr std::array kinds = {
    RuleKind::different, RuleKind::relation,    RuleKind::sum,
    RuleKind::automaton, RuleKind::killer_cage, RuleKind::thermometer,
    RuleKind::arrow,     RuleKind::sandwich,    RuleKind::non_consecutive};

void compare(std::size_t side, std::size_t rounds, std::size_t most, std::size_t each) {
    std::map<std::size_t, std::size_t> sizes;
    std::size_t by_rules = 0, refuted = 0;
    for (std::uint64_t round = 0; round < scale(rounds); ++round) {
        Random random = Random{seed + side}.split(round);
        const GeometryPtr board = random.below(2) == 0 ? Geometry::standard(side)
                                                       : reference::random_geometry(random, side);
        const RuleKind kind = kinds[round % kinds.size()];
        const std::size_t cells = board->cell_count();
        const Puzzle puzzle = reference::random_ruled(
            random, board, cells / 8 + random.below(cells / 3), 1 + random.below(3), kind);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        State state{puzzle};
        const Possible possible = what_is_possible(puzzle, {});
        if (state.contradiction() || !possible.any()) continue;
        std::vector<std::pair<Candidate, Truth>> all;
        for (Cell cell : state.open())
            for (const Digit d : state.candidates(cell)) {
                const DigitSet digits = possible.digits[cell.index()];
                if (!digits.contains(d) && random.below(4) == 0)
                    state.eliminate({cell, d});
                else if (!digits.contains(d) || digits.size() == 1)
                    all.emplace_back(Candidate{cell, d},
                                     digits.contains(d) ? Truth::holds : Truth::fails);
            }
        random.shuffle(all);
        if (all.size() > each) all.resize(each);
        const Instance instance{state};
        HittingSetSearch search{instance, possible.solutions};
        Refutation refutation{instance};
        for (const auto& [candidate, truth] : all) {
            const Claim claim{*instance.number(candidate), truth};
            const auto plain = plain_smallest(state, instance, claim, most);
            ASSERT_EQ(searched(search, claim, most), plain) << claim.candidate;
            // What one refutation rests on is an argument, and so is what is left of it.
            const auto conflict = refutation.conflict(claim, {});
            ASSERT_TRUE(conflict);
            ASSERT_TRUE(
                proves(state, instance, {conflict->begin(), conflict->end()}, candidate, truth));
            const auto core = refutation.shrink(claim, *conflict, {}).conflict;
            ASSERT_TRUE(proves(state, instance, {core.begin(), core.end()}, candidate, truth));
            if (plain) {
                ASSERT_GE(core.size(), *plain);
            }
            ++refuted;
            by_rules += core.back() >= instance.first_rule() ? 1 : 0;
            if (plain) ++sizes[*plain];
        }
    }
    EXPECT_GE(sizes.size(), 3U);
    EXPECT_GT(by_rules, refuted / 10);
}

TEST(RuledSearch, FindsTheSmallestOn4x4) { compare(4, 180, 4, 5); }
TEST(RuledSearch, FindsTheSmallestOn6x6) { compare(6, 60, 3, 3); }

/// A walk by few rules and smallest arguments: proved, no candidate of a solution removed, and at
/// its end what the reference says.
void walk_and_compare(const Puzzle& puzzle, std::array<std::size_t, 3>& ends,
                      const ProofOptions& options = {}) {
    const auto few = reference::count_solutions(puzzle, most_solutions, 200'000);
    if (!few || *few == most_solutions) return;
    const std::vector<Grid> solutions = reference::all_solutions(puzzle);
    std::vector<DigitSet> possible(puzzle.geometry().cell_count());
    for (const Grid& grid : solutions)
        for (std::size_t i = 0; i < possible.size(); ++i) possible[i].insert(grid[Cell{i}]);

    const State start{puzzle};
    const logic::RuleSet singles = *logic::built_in_rules("template");
    logic::PathOptions rules;
    rules.rules = &singles;
    const logic::Path path = walk_on(start, rules, options);
    const logic::PathAudit proof = logic::audit(start, path.entries);
    ASSERT_TRUE(proof.sound()) << "step " << proof.entry + 1 << ": " << proof.result.what;
    ASSERT_EQ(proof.end, path.state);
    State state = start;
    for (const logic::Entry& entry : path.entries) {
        for (const Candidate c : entry.step.eliminations)
            if (!solutions.empty()) {
                ASSERT_FALSE(possible[c.cell.index()].contains(c.digit));
            }
        for (const Candidate c : entry.step.placements)
            if (!solutions.empty()) {
                ASSERT_EQ(possible[c.cell.index()], DigitSet{c.digit});
            }
        if (entry.kind != logic::Entry::Kind::deduction) break;
        ASSERT_FALSE(explain::narrate(state, entry.step).text().empty());
        apply(entry.step, state);
    }
    if (solutions.size() == 1) {
        ASSERT_EQ(path.status, logic::Status::solved);
        ASSERT_EQ(path.state.grid(), solutions.front());
        ++ends[1];
    } else if (solutions.empty()) {
        ASSERT_EQ(path.status, logic::Status::impossible);
        ++ends[0];
    } else {
        ASSERT_EQ(path.status, logic::Status::settled);
        ASSERT_TRUE(nothing_follows(path.state));
        for (std::size_t i = 0; i < possible.size(); ++i)
            ASSERT_EQ(path.state.candidates(Cell{i}), possible[i]) << i;
        ++ends[2];
    }
}

void walks(std::size_t side, std::size_t rounds, const ProofOptions& options = {}) {
    std::array<std::size_t, 3> ends{};
    for (std::uint64_t round = 0; round < scale(rounds); ++round) {
        Random random = Random{seed + 100 + side}.split(round);
        const GeometryPtr board = random.below(2) == 0 ? Geometry::standard(side)
                                                       : reference::random_geometry(random, side);
        const std::size_t cells = board->cell_count();
        const Puzzle puzzle =
            reference::random_ruled(random, board, cells / 6 + random.below(cells / 4),
                                    1 + random.below(4), kinds[round % kinds.size()]);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        ASSERT_NO_FATAL_FAILURE(walk_and_compare(puzzle, ends, options));
    }
    for (const std::size_t count : ends) EXPECT_GT(count, rounds / 60);
}

TEST(RuledWalk, EndsWhereTheReferenceSaysOn4x4) { walks(4, 270); }
TEST(RuledWalk, EndsWhereTheReferenceSaysOn6x6) { walks(6, 90); }

TEST(RuledWalk, LeapsWhereNoArgumentIsFollowed) {
    // With no nodes to search, and nothing small enough.
    walks(4, 90, {.nodes = 8, .followed = 0});
    walks(6, 45, {.nodes = 8, .followed = 0});
}

TEST(RuledWalk, LeapsToAPlacementThatIsProved) {
    std::size_t leaps = 0, rounds = 0;
    for (std::uint64_t round = 0; round < scale(120); ++round) {
        Random random = Random{seed + 200}.split(round);
        const Puzzle puzzle = reference::random_ruled(random, Geometry::standard(6), 8, 2,
                                                      kinds[round % kinds.size()]);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const State state{puzzle};
        Possible possible = what_is_possible(puzzle, {});
        if (state.contradiction() || !possible.any()) continue;
        Prover follows{possible, {.nodes = 8}};
        Prover leaps_on{possible, {.nodes = 8, .followed = 0}};
        const Smallest small = follows.smallest(state), leap = leaps_on.smallest(state);
        ++rounds;
        EXPECT_EQ(small.none_below, leap.none_below);
        if (!leap.otherwise) continue;
        ++leaps;
        EXPECT_EQ(leap.otherwise, small.argument);
        EXPECT_EQ(leap.argument->truth, Truth::holds);
        logic::Step step;
        step.placements = {leap.argument->candidate};
        step.cites = leap.argument->cites;
        EXPECT_TRUE(logic::audit(state, step).sound())
            << clew::to_string(leap.argument->candidate, 6);
    }
    EXPECT_GT(leaps, rounds / 40);
}

TEST(RuledWalk, CitesACageAsOneConstraint) {
    // 1 and 2 are all that sums to 3 in two cells; what both see can be neither.
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{1}}, .numbers = {3}});
    const State state{puzzle};
    const SmallestStep first = smallest_step(state);
    ASSERT_TRUE(first.step);
    ASSERT_EQ(first.step->cites.size(), 1U);
    EXPECT_EQ(first.step->cites.front(), (logic::Citation{Constraint::of_rule(0), Use::truth}));
    EXPECT_EQ(first.step->eliminations.size(), 4U);  // 3 and 4 from both
    EXPECT_EQ(explain::narrate(state, *first.step).text(),
              "In the killer cage at r1c1, 3 in r1c1 and r1c2 is 1+2. Remove 3 and 4 from r1c1 and "
              "r1c2.");
    // The box and the cage: two constraints, where a naked pair would be four.
    const auto second = smallest_proof(state, {Cell{4}, Digit{0}}, Truth::fails);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->cites.size(), 2U);
}

TEST(RuledWalk, TellsWhatNobodyFollowsInNumbers) {
    Puzzle puzzle{Geometry::standard(6)};
    puzzle.add_rule({.kind = RuleKind::non_consecutive});
    const State state{puzzle};
    logic::Step step;
    step.technique = logic::Technique::smallest_proof;
    const Instance instance{state};
    for (std::size_t k = 0; k < instance.constraint_count(); ++k)
        step.cites.push_back({instance.constraint(k), Use::truth});
    step.placements = {{Cell{35}, Digit{0}}};  // it says what it is told
    step.size = step.cites.size();
    step.none_below = 2;
    ASSERT_GT(step.size, 40U);
    const explain::Narration told = explain::narrate(state, step);
    EXPECT_EQ(told.title, "Found by a search");
    EXPECT_EQ(told.text(),
              "No argument was found that a person could follow. A search through all cases shows "
              "it, and rests on 36 cells, 108 digits of houses and 60 rules. So r6c6 is 1.");
    // Pairs of cells are named where they are few.
    step.cites.resize(1);
    for (const std::size_t pair : {0U, 1U})
        step.cites.push_back({instance.constraint(instance.first_rule() + pair), Use::truth});
    EXPECT_NE(explain::narrate(state, step)
                  .text()
                  .find("The non-consecutive rule at r1c1 and r1c2; r1c2 "
                        "and r1c3: cells side by side never hold"),
              std::string::npos)
        << explain::narrate(state, step).text();
}

/// The lines of a branch that say what one rule leaves and rest on a line without which it would
/// leave the same; `looked_at` counts all of them.
std::size_t too_much(const State& state, const logic::Branch& branch, std::size_t& looked_at) {
    std::size_t found = 0;
    const auto& lines = branch.lines;
    for (std::size_t at = 0, next = 0; at < lines.size(); at = next) {
        next = at + 1;
        const logic::Inference& line = lines[at];
        if (line.by.size() != 1 || !line.lemma.empty() || !is_inference(line) ||
            line.by.front().constraint.kind != Constraint::Kind::rule)
            continue;
        // Side by side: all that the rule leaves at once.
        while (next < lines.size() && lines[next].by == line.by && lines[next].from == line.from)
            ++next;
        const rules::RulePart& rule = state.rule_parts()->all()[line.by.front().constraint.rule];
        const auto leaves = [&](std::size_t without) {
            std::vector<DigitSet> left;
            for (const Cell cell : rule.cells()) {
                left.push_back(state.candidates(cell));
                for (const std::size_t from : line.from)
                    if (from != without && lines[from].candidate.cell == cell &&
                        lines[from].truth == Truth::fails)
                        left.back().erase(lines[from].candidate.digit);
                for (const std::size_t from : line.from)
                    if (from != without && lines[from].candidate.cell == cell &&
                        lines[from].truth == Truth::holds)
                        left.back() = DigitSet{lines[from].candidate.digit};
            }
            if (!rule.filter(left)) return false;
            return std::all_of(
                lines.begin() + static_cast<std::ptrdiff_t>(at),
                lines.begin() + static_cast<std::ptrdiff_t>(next), [&](const auto& said) {
                    const DigitSet there = left[static_cast<std::size_t>(
                        std::ranges::find(rule.cells(), said.candidate.cell) -
                        rule.cells().begin())];
                    return said.truth == Truth::holds ? there == DigitSet{said.candidate.digit}
                                                      : !there.contains(said.candidate.digit);
                });
        };
        if (!leaves(lines.size())) continue;  // its filter does not see all that follows from it
        ++looked_at;
        if (std::ranges::any_of(line.from, leaves)) ++found;
    }
    return found;
}

TEST(RuledWalk, TellsOnlyWhatARuleNeeds) {
    std::size_t looked_at = 0;
    for (std::uint64_t round = 0; round < scale(240); ++round) {
        Random random = Random{seed + 300}.split(round);
        const Puzzle puzzle = reference::random_ruled(random, Geometry::standard(6), 7, 3,
                                                      kinds[round % kinds.size()]);
        SCOPED_TRACE("seed " + std::to_string(seed + 300) + " round " + std::to_string(round) +
                     " " + reference::describe(puzzle));
        State state{puzzle};
        logic::PathOptions rules;
        const logic::RuleSet singles = *logic::built_in_rules("template");
        rules.rules = &singles;
        for (const logic::Entry& entry : walk_on(state, rules, {}).entries) {
            for (const logic::Branch& branch : entry.step.reasons)
                EXPECT_EQ(too_much(state, branch, looked_at), 0U);
            if (entry.kind != logic::Entry::Kind::deduction) break;
            apply(entry.step, state);
        }
    }
    EXPECT_GT(looked_at, 100U);
}

TEST(RuledWalk, RestsOnNoUniqueness) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}}});
    State state{puzzle};
    state.set_unique(logic::Uniqueness::granted, puzzle);
    EXPECT_EQ(state.uniqueness(), logic::Uniqueness::unknown);
}

}  // namespace
}  // namespace clew::logic
