// Arguments of many constraints, told: every way is proved by the audit, and the one that is chosen
// is none the worse for it.

#include "explain/smallest/telling.hpp"

#include <gtest/gtest.h>

#include <limits>

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
    std::size_t told = 0, by_cases = 0, with_lemmas = 0;
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
            for (const logic::Inference& line : best->branches.front().lines)
                with_lemmas += line.lemma.empty() ? 0 : 1;
        });
    EXPECT_GT(told, 30U);
    EXPECT_GT(by_cases, 0U);
    EXPECT_GT(with_lemmas, 0U);
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
