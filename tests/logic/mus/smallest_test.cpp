#include "logic/mus/smallest.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "explain/words/narrate.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/marked.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {
namespace {

using logic::c;
using logic::marked;
using logic::State;
using logic::Technique;
using logic::Truth;
using reference::gould;
using reference::p92;

TEST(SmallestProof, OfASingleIsOneConstraint) {
    const State state{Puzzle::from_line(p92)};
    const auto step = smallest_proof(state, c("r7c5", 7), Truth::holds);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->cites.size(), 1U);
    EXPECT_EQ(step->placements, std::vector{c("r7c5", 7)});
}

TEST(SmallestProof, OfANakedPairIsFour) {
    const auto step =
        smallest_proof(marked({{"r1c1", "12"}, {"r1c5", "12"}}), c("r1c9", 1), Truth::fails);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->cites.size(), 4U);
    EXPECT_EQ(step->eliminations.size(), 14U);  // 1 and 2 from the other seven cells of the row
}

TEST(SmallestProof, OfAnXyWingIsSeven) {
    const State state = marked({{"r1c1", "35"}, {"r1c5", "39"}, {"r4c1", "59"}});
    const auto step = smallest_proof(state, c("r4c5", 9), Truth::fails);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->cites.size(), 7U);
    EXPECT_EQ(audit(state, *step).outcome, logic::AuditOutcome::proved);
}

TEST(SmallestProof, OfManyConstraintsIsToldStepByStep) {
    const State state = marked({{"r1c1", "35"}, {"r1c5", "39"}, {"r4c1", "59"}});
    const auto step = smallest_proof(state, c("r4c5", 9), Truth::fails);
    ASSERT_TRUE(step);
    ASSERT_EQ(step->reasons.size(), 1U);
    EXPECT_EQ(audit(state, *step).outcome, logic::AuditOutcome::proved);
    EXPECT_EQ(explain::narrate(state, *step).text(),
              "Suppose r4c5 is 9.\n"
              "1. r1c5 is 3, all that is left there.\n"
              "2. r4c1 is 5, all that is left there.\n"
              "Now no digit is left for r1c1. No argument for this cites fewer constraints. Remove "
              "9 from r4c5.");
}

TEST(SmallestProof, ThereIsNoneOfWhatDoesNotFollow) {
    const State state{Puzzle{Geometry::classic()}};
    EXPECT_FALSE(smallest_proof(state, c("r1c1", 1), Truth::fails));
    EXPECT_FALSE(smallest_proof(state, c("r1c1", 1), Truth::holds));
    EXPECT_THROW(smallest_proof(State{Puzzle::from_line(p92)}, c("r1c3", 9), Truth::holds),
                 ContractViolation);
}

TEST(SmallestProof, IsNoLargerThanWhatStrategiesCite) {
    const auto path =
        walk(State{Puzzle::from_line(gould)}, {.rules = logic::built_in_rules("template")});
    const State& state = path.state;
    std::size_t compared = 0;
    for (const logic::TechniqueInfo& t : logic::techniques()) {
        if (t.family == logic::Family::assumption) continue;
        auto step = find_first(state, {.technique = t.technique});
        if (!step || step->eliminations.empty()) continue;
        // One conclusion may need less than all of the step's together.
        const auto proof = smallest_proof(state, step->eliminations.front(), Truth::fails);
        ASSERT_TRUE(proof) << t.id;
        EXPECT_LE(proof->cites.size(), step->cites.size()) << t.id;
        if (++compared == 6) break;
    }
    EXPECT_GT(compared, 0U);
}

TEST(SmallestProof, IsThereForWhateverIsTrueHoweverFewNodesThereAre) {
    // AI Escargot, and a board where arguments take dozens of constraints.
    for (const char* line :
         {"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
          "...........5.9.17..3...2..84..........94..3...7.86...4..7..8...2.......1..19...56"}) {
        const State state{Puzzle::from_line(line)};
        std::size_t asked = 0;
        MusFinder explainer{state, {.nodes = 500, .told_most = 30}};
        for (const Cell cell : state.open())
            for (const Digit d : state.candidates(cell)) {
                if (++asked % 40 != 0) continue;
                const SmallestStep found = explainer.why(state, {cell, d});
                ASSERT_TRUE(found.step) << to_string(Candidate{cell, d}, state.size());
                EXPECT_TRUE(audit(state, *found.step).sound());
                EXPECT_LE(found.step->none_below, found.step->size);
                EXPECT_GE(found.step->none_below, 1U);
            }
    }
}

TEST(SmallestStep, TellsWhatItFound) {
    const State state{Puzzle::from_line(p92)};
    const SmallestStep found = smallest_step(state);
    ASSERT_TRUE(found.step);
    EXPECT_EQ(found.step->cites.size(), 1U);  // a single is there to be seen
    EXPECT_EQ(found.step->technique, Technique::smallest_proof);
    EXPECT_FALSE(explain::narrate(state, *found.step).text().empty());
}

TEST(SmallestStep, SaysWhenEverythingLeftIsPossible) {
    const SmallestStep found = smallest_step(State{Puzzle{Geometry::standard(4)}});
    EXPECT_FALSE(found.step);
    EXPECT_EQ(found.impossible, 0U);
    EXPECT_EQ(found.ending, Ending::exhausted);
}

TEST(WalkOn, SolvesWithoutGuessesWhatRulesAloneDoNot) {
    const State start{Puzzle::from_line(gould)};
    const auto rules = logic::built_in_rules("sudokujm");
    ASSERT_NE(rules, nullptr);
    logic::RuleSet simple = *rules;
    simple.rules.resize(2);  // singles
    const auto path = walk_on(start, {.rules = &simple});
    EXPECT_EQ(path.status, logic::Status::solved);
    EXPECT_EQ(path.guesses, 0U);
    const auto proof = audit(start, path.entries);
    EXPECT_TRUE(proof.sound()) << proof.result.what;
    EXPECT_EQ(proof.end, path.state);
    EXPECT_TRUE(std::ranges::any_of(path.entries, [](const logic::Entry& e) {
        return e.step.technique == Technique::smallest_proof;
    }));
}

TEST(WalkOn, StopsWhereSeveralSolutionsPart) {
    const State start{Puzzle::from_line(p92)};  // 12 solutions
    logic::RuleSet simple = *logic::built_in_rules("all");
    const auto path = walk_on(start, {.rules = &simple});
    EXPECT_EQ(path.status, logic::Status::settled);
    EXPECT_TRUE(audit(start, path.entries).sound());
}

TEST(WalkOn, HearsAStopAndGivesTheStepsSoFar) {
    const State start{Puzzle::from_line(reference::p92)};
    std::size_t proofs = 0;
    StopFlag stop;
    ProofOptions options;
    options.stop = &stop;
    options.on_proof = [&] {
        if (++proofs == 3) stop.raise();
    };
    const logic::RuleSet singles = *logic::built_in_rules("template");
    logic::PathOptions rules;
    rules.rules = &singles;
    rules.stop = &stop;
    const logic::Path path = walk_on(start, rules, options);
    EXPECT_EQ(path.status, logic::Status::interrupted);
    EXPECT_EQ(path.ending, Ending::interrupted);
    EXPECT_FALSE(path.entries.empty());
    EXPECT_EQ(proofs, 3U);
}

}  // namespace
}  // namespace clew::logic
