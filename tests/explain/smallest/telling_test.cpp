// Arguments of many constraints, told: every way is proved by the audit, and the one that is chosen
// is none the worse for it, nor shorter than can be.

#include "explain/smallest/telling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "explain/narrate.hpp"
#include "explain/smallest/smallest.hpp"
#include "logic/audit.hpp"
#include "logic/path.hpp"

namespace clew::explain {
namespace {

using logic::State;
using logic::Step;
using logic::Truth;

/// Calls `visit` with each state and smallest step of the walk of a puzzle, untold.
template <class Visit>
void walk_untold(const char* puzzle, const Visit& visit) {
    State state{Puzzle::from_line(puzzle)};
    ProofOptions options;
    options.nodes = 3'000;
    options.told_whole = std::numeric_limits<std::size_t>::max();
    Explainer explainer{state, options};
    while (!state.solved()) {
        const SmallestStep next = explainer.next(state);
        ASSERT_TRUE(next.step);
        visit(state, *next.step);
        apply(*next.step, state);
    }
}

// Of examples/bench/hard.txt: one with cases, and one whose arguments are long.
constexpr const char* hard[] = {
    "...86..9....5.....5..41.8....86....34.......2.9.....5...6.3..2..3....54.1..7....8",
    ".231.....4...8....95......1...9...16..9....42....627.9...3.....8..25.9.......7.24"};

TEST(Telling, IsProvedAndNoHarderThanByContradiction) {
    std::size_t told = 0, by_cases = 0, named = 0, shortest = 0;
    for (const char* puzzle : hard)
        walk_untold(puzzle, [&](const State& state, const Step& step) {
            if (step.cites.size() <= 6) return;
            const bool placing = !step.placements.empty();
            const Candidate candidate =
                placing ? step.placements.front() : step.eliminations.front();
            const Truth truth = placing ? Truth::holds : Truth::fails;
            const auto contrary = tell_by_contradiction(state, candidate, truth, step.cites);
            const auto best = tell(state, candidate, truth, step.cites);
            ASSERT_TRUE(contrary && best) << step.cites.size() << " citations";
            EXPECT_EQ(contrary->branches.size(), 1U);
            EXPECT_LE(std::pair(best->hardest, best->inferences),
                      std::pair(contrary->hardest, contrary->inferences));
            EXPECT_EQ(best->branches.size() > 1, best->cases.has_value());
            Step one = step;
            (placing ? one.placements : one.eliminations) = {candidate};
            for (const Telling* telling : {&*contrary, &*best}) {
                one.reasons = telling->branches;
                const auto proof = audit(state, one);
                EXPECT_TRUE(proof.sound()) << proof.what;
                EXPECT_NE(narrate(state, one).manner, Manner::balance);
            }
            ++told;
            by_cases += best->cases ? 1 : 0;
            for (const logic::Branch& branch : best->branches)
                for (const logic::Inference& line : branch.lines)
                    named += line.by.size() > 1 && logic::is_inference(line) &&
                             line.technique != logic::Technique::smallest_proof;
            // Every truth that is cited is needed somewhere.
            const auto truths = static_cast<std::size_t>(
                std::ranges::count(step.cites, logic::Use::truth, &logic::Citation::use));
            if (best->hardest == 1) {
                if (step.none_below == step.size) {
                    EXPECT_GE(best->inferences, truths);
                }
                shortest += best->inferences <= truths;
            }
        });
    EXPECT_GT(told, 30U);
    EXPECT_GT(by_cases, 0U);
    EXPECT_GT(named, 0U);
    EXPECT_GT(shortest, 0U);
}

// Singles one after the other: nothing is supposed of which nothing comes.
TEST(Telling, SupposesNothingWhereSinglesLeadThere) {
    const State state{Puzzle::from_line(
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079")};
    ProofOptions options;
    options.told_whole = 1;
    Explainer explainer{state, options};
    std::size_t straight = 0;
    for (std::size_t cell = 0; cell < 81; cell += 7) {
        if (state.placed(Cell{cell})) continue;
        const Candidate candidate{Cell{cell}, explainer.possible(Cell{cell}).first()};
        const auto found = explainer.why(state, candidate);
        ASSERT_TRUE(found.step);
        if (found.step->reasons.empty()) continue;
        const auto proof = audit(state, *found.step);
        EXPECT_TRUE(proof.sound()) << proof.what;
        const logic::Inference& first = found.step->reasons.front().lines.front();
        if (first.by.empty()) continue;
        ++straight;
        const std::string text = narrate(state, *found.step).text();
        EXPECT_EQ(text.find("uppose"), std::string::npos) << text;
        EXPECT_EQ(found.step->reasons.size(), 1U);
    }
    EXPECT_GT(straight, 2U);
}

// Row 3 has its 6 in box 1 or in r3c9, column 3 in box 1 or in r4c3: nothing follows from a 6 in
// r4c9 by singles.
TEST(Telling, TellsASmallArgumentToo) {
    Puzzle puzzle{Geometry::classic()};
    DigitSet no_6 = DigitSet::all(9);
    no_6.erase(Digit{5});
    for (std::size_t i = 0; i < 9; ++i) {
        if (i != 0 && i != 1 && i != 8) puzzle.set_marks(Cell{18 + i}, no_6);
        if (i != 0 && i != 1 && i != 3) puzzle.set_marks(Cell{9 * i + 2}, no_6);
    }
    const State state{puzzle};
    const auto step = smallest_proof(state, {Cell{35}, Digit{5}}, Truth::fails);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->cites.size(), 5U);
    EXPECT_FALSE(step->reasons.empty());
    const auto proof = audit(state, *step);
    EXPECT_TRUE(proof.sound()) << proof.what;
    EXPECT_NE(narrate(state, *step).manner, Manner::balance);
}

TEST(Telling, NeedsCitationsThatSuffice) {
    walk_untold(hard[1], [](const State& state, const Step& step) {
        if (step.cites.size() <= 6 || step.eliminations.empty()) return;
        auto fewer = step.cites;
        fewer.pop_back();
        EXPECT_FALSE(tell(state, step.eliminations.front(), Truth::fails, fewer));
    });
}

}  // namespace
}  // namespace clew::explain
