// Arguments of many constraints, told: every way is proved by the audit, and the one that is chosen
// is none the worse for it, nor shorter than can be.

#include "logic/mus/telling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "explain/words/narrate.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/path.hpp"

namespace clew::logic {
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
    MusFinder explainer{state, options};
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

/// What rests on the same constraints and lines stands side by side, within lemmas too.
void expect_said_once(const logic::Branch& branch) {
    std::map<std::pair<std::vector<logic::Citation>, std::vector<std::size_t>>, std::size_t> last;
    for (std::size_t i = 0; i < branch.lines.size(); ++i) {
        const logic::Inference& line = branch.lines[i];
        for (const logic::Branch& lemma : line.lemma) expect_said_once(lemma);
        if (line.truth == Truth::holds || !line.lemma.empty() || !is_inference(line)) continue;
        const auto [at, fresh] = last.try_emplace({line.by, line.from}, i);
        EXPECT_TRUE(fresh || at->second + 1 == i);
        at->second = i;
    }
}

/// The constraints that the lines of a branch and of its lemmas cite, and what runs out.
void collect(const logic::Branch& branch, std::set<Constraint>& found) {
    for (const logic::Inference& line : branch.lines) {
        for (const Citation& c : line.by) found.insert(c.constraint);
        for (const logic::Branch& lemma : line.lemma) collect(lemma, found);
    }
    if (branch.conflict) found.insert(*branch.conflict);
}

/// What a reader infers in a branch, within its lemmas too.
std::size_t inferred_in(const logic::Branch& branch) {
    std::size_t count = 0;
    const logic::Inference* last = nullptr;
    for (const logic::Inference& line : branch.lines) {
        if (logic::is_inference(line) && (last == nullptr || !logic::together(*last, line))) {
            ++count;
            for (const logic::Branch& lemma : line.lemma) count += inferred_in(lemma);
        }
        last = &line;
    }
    return count;
}

TEST(MusSteps, IsProvedAndNoHarderThanByContradiction) {
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
            for (const MusSteps* telling : {&*contrary, &*best}) {
                one.reasons = telling->branches;
                const auto proof = audit(state, one);
                EXPECT_TRUE(proof.sound()) << proof.what;
                EXPECT_NE(explain::narrate(state, one).manner, explain::Manner::balance);
            }
            ++told;
            by_cases += best->cases ? 1 : 0;
            for (const logic::Branch& branch : best->branches) expect_said_once(branch);
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

// One step removes all that its cases give by the same lines.
TEST(MusSteps, SayAllThatTheCasesGive) {
    std::size_t several = 0;
    for (const char* puzzle : hard)
        walk_untold(puzzle, [&](const State& state, const Step& step) {
            if (step.cites.size() <= 6 || !step.placements.empty()) return;
            const auto telling = tell(state, step.eliminations.front(), Truth::fails, step.cites);
            ASSERT_TRUE(telling);
            if (telling->also.empty()) return;
            ++several;
            Step all = step;
            all.reasons = telling->branches;
            all.eliminations.resize(1);
            all.eliminations.insert(all.eliminations.end(), telling->also.begin(),
                                    telling->also.end());
            logic::normalise(all);
            const auto proof = audit(state, all);
            EXPECT_TRUE(proof.sound()) << proof.what;
            EXPECT_EQ(std::ranges::count(telling->also, step.eliminations.front()), 0);
        });
    EXPECT_GT(several, 0U);
}

// Singles one after the other: nothing is supposed of which nothing comes.
TEST(MusSteps, SupposesNothingWhereSinglesLeadThere) {
    const State state{Puzzle::from_line(
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079")};
    ProofOptions options;
    options.told_whole = 1;
    MusFinder explainer{state, options};
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
        const std::string text = explain::narrate(state, *found.step).text();
        EXPECT_EQ(text.find("uppose"), std::string::npos) << text;
        EXPECT_EQ(found.step->reasons.size(), 1U);
    }
    EXPECT_GT(straight, 2U);
}

// Row 7 has its 3 and its 7 in box 9, so r9c7 and r9c9 are 5 and 4, and r9c1 is 6.
struct Locked {
    using Constraint = logic::Constraint;

    State state{puzzle()};
    Constraint row_7 = Constraint::of(House{6}, Digit{2});
    Constraint box_9 = Constraint::of(House{26}, Digit{2});
    Step step;

    Locked() {
        using logic::Use;
        step.technique = logic::Technique::smallest_proof;
        step.placements = {{Cell{72}, Digit{5}}};
        step.cites = {{Constraint::of(Cell{72})},
                      {Constraint::of(Cell{78})},
                      {Constraint::of(Cell{80})},
                      {row_7},
                      {Constraint::of(House{6}, Digit{6})},
                      {Constraint::of(House{8}, Digit{3}), Use::link},
                      {Constraint::of(House{8}, Digit{4}), Use::link},
                      {box_9, Use::link},
                      {Constraint::of(House{26}, Digit{6}), Use::link}};
    }
    static DigitSet digits(std::initializer_list<std::size_t> held) {
        DigitSet found;
        for (const std::size_t d : held) found.insert(Digit{d - 1});
        return found;
    }
    static Puzzle puzzle() {
        Puzzle puzzle{Geometry::classic()};
        for (std::size_t c = 0; c < 6; ++c)
            puzzle.set_marks(Cell{54 + c}, DigitSet::all(9) - digits({3, 7}));
        puzzle.set_marks(Cell{72}, digits({4, 5, 6}));
        puzzle.set_marks(Cell{78}, digits({3, 5, 7}));
        puzzle.set_marks(Cell{80}, digits({3, 4, 7}));
        return puzzle;
    }
};

TEST(MusSteps, SaysOnceWhatOneReasonRulesOut) {
    Locked locked;
    const auto telling = tell_by_contradiction(locked.state, locked.step.placements.front(),
                                               Truth::holds, locked.step.cites);
    ASSERT_TRUE(telling);
    locked.step.reasons = telling->branches;
    const auto proof = audit(locked.state, locked.step);
    EXPECT_TRUE(proof.sound()) << proof.what;
    EXPECT_THAT(
        explain::narrate(locked.state, locked.step).text(),
        testing::HasSubstr("r9c7 and r9c9 are not 3 or 7, as row 7 has its 3 and 7 in r7c7, "
                           "r7c8 or r7c9."));
}

// Of a pair that two houses share each digit falls by one of them or by the other.
TEST(MusSteps, SaysOnceWhatOneSetRulesOut) {
    using logic::Constraint;
    using logic::Use;
    Puzzle puzzle{Geometry::classic()};
    for (const std::size_t c : {24U, 25U}) puzzle.set_marks(Cell{c}, Locked::digits({1, 6}));
    const State state{puzzle};
    const House row_3{2}, box_3{20};
    const Digit one{0}, six{5};
    const auto fails = [&](std::size_t cell, Digit digit, House by_one, House by_six) {
        logic::Inference line{
            {Cell{cell}, digit}, Truth::fails, logic::Technique::naked_pair, {}, {}};
        line.by = {{Constraint::of(Cell{24})},
                   {Constraint::of(Cell{25})},
                   {Constraint::of(by_one, one), Use::link},
                   {Constraint::of(by_six, six), Use::link}};
        std::ranges::sort(line.by);
        return line;
    };
    logic::Branch branch{{fails(7, one, box_3, row_3), fails(22, six, box_3, row_3),
                          fails(22, one, row_3, box_3), fails(7, six, row_3, box_3)},
                         std::nullopt};
    Step step;
    step.technique = logic::Technique::smallest_proof;
    step.eliminations = {{Cell{22}, one}};
    step.reasons = {branch};
    const auto inner = explain::inner_steps(state, step, branch);
    ASSERT_EQ(inner.size(), 1U);
    EXPECT_EQ(inner.front().inferred.line.text,
              "r1c8 and r3c5 are not 1 or 6, as r3c7 and r3c8 hold nothing but 1 and 6");
    branch.lines[2].by.front().constraint = Constraint::of(Cell{26});
    EXPECT_EQ(explain::inner_steps(state, step, branch).size(), 3U);
}

// What runs out in the same way is one inner step, though the one rests on other lines than the
// other.
TEST(MusSteps, SaysOnceWhyLemmasRunOut) {
    Locked locked;
    const Digit three{2};
    const auto lemma_on = [&](Cell cell) {
        logic::Inference line{{cell, three}, Truth::fails, logic::Technique::guess, {}, {}};
        logic::Branch inner{{{line.candidate, Truth::holds, logic::Technique::guess, {}, {}}},
                            locked.row_7};
        const std::size_t supposed = cell == Cell{78} ? 1 : 2;
        for (std::size_t place = 60; place < 63; ++place)
            inner.lines.push_back({{Cell{place}, three},
                                   Truth::fails,
                                   logic::Technique::guess,
                                   {{locked.box_9, logic::Use::link}},
                                   {supposed}});
        line.lemma = {std::move(inner)};
        return line;
    };
    logic::Branch branch{{{{Cell{72}, Digit{5}}, Truth::fails, logic::Technique::guess, {}, {}},
                          lemma_on(Cell{78}),
                          lemma_on(Cell{80})},
                         std::nullopt};
    EXPECT_TRUE(logic::together(branch.lines[1], branch.lines[2]));
    locked.step.reasons = {branch};
    const auto inner = explain::inner_steps(locked.state, locked.step, branch);
    ASSERT_EQ(inner.size(), 1U);
    EXPECT_EQ(inner.front().inferred.line.text,
              "r9c7 and r9c9 are not 3: otherwise no place is left for 3 in row 7");
    EXPECT_EQ(inferred_in(locked.step.reasons.front()), 1U);
    branch.lines[2].lemma.front().conflict = locked.box_9;
    EXPECT_FALSE(logic::together(branch.lines[1], branch.lines[2]));
}

// Row 3 has its 6 in box 1 or in r3c9, column 3 in box 1 or in r4c3: nothing follows from a 6 in
// r4c9 by singles.
TEST(MusSteps, TellsASmallArgumentToo) {
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
    EXPECT_NE(explain::narrate(state, *step).manner, explain::Manner::balance);
}

// An argument so large that its telling runs out of work (of examples/bench/hard.txt): lemmas hold
// lemmas, and suppose first what tells most. By whatever comes first it takes 1952
// inner steps, so 1232.
TEST(MusSteps, SupposesWithinLemmasWhatTellsMost) {
    const State state{Puzzle::from_line(
        "..6.27...4..1...9....4.....21...9.6...5...3......4.....5731.8....2.6...4.......1.")};
    MusFinder explainer{state, {}};
    const Cell r5c2{37};
    const auto found = explainer.why(state, {r5c2, explainer.possible(r5c2).first()});
    ASSERT_TRUE(found.step);
    EXPECT_GT(found.step->cites.size(), 40U);
    std::size_t inferred = 0;
    for (const logic::Branch& branch : found.step->reasons) inferred += inferred_in(branch);
    EXPECT_LT(inferred, 1600U);
    const auto proof = audit(state, *found.step);
    EXPECT_TRUE(proof.sound()) << proof.what;
}

// Where the citations of a small argument would take lemmas without end, all constraints tell it.
TEST(MusSteps, CitesWhatTellsItWhereASmallArgumentHasNoShortWay) {
    constexpr std::string_view symbols = ".123456789ABC";
    constexpr std::string_view line =
        ".....1.....A...46..8C....5B...C..7....4...1..85...917.....2..857B....A6."
        "6.1......379.9..34.......28.9..7..15.1...C.63...........6...36......A5.2";
    Puzzle puzzle{Geometry::standard(12)};
    for (std::size_t c = 0; c < line.size(); ++c)
        if (line[c] != '.') puzzle.set_given(Cell{c}, Digit{symbols.find(line[c]) - 1});
    const State state{puzzle};
    MusFinder explainer{state, {}};
    const Cell r1c7{6};
    const auto found = explainer.why(state, {r1c7, explainer.possible(r1c7).first()});
    ASSERT_TRUE(found.step);
    ASSERT_FALSE(found.step->reasons.empty());
    std::set<Constraint> told;
    for (const logic::Branch& branch : found.step->reasons) collect(branch, told);
    std::set<Constraint> cited;
    for (const Citation& c : found.step->cites) cited.insert(c.constraint);
    EXPECT_EQ(told, cited);
    EXPECT_EQ(found.step->size, cited.size());
    const auto proof = audit(state, *found.step);
    EXPECT_TRUE(proof.sound()) << proof.what;
}

TEST(MusSteps, NeedsCitationsThatSuffice) {
    walk_untold(hard[1], [](const State& state, const Step& step) {
        if (step.cites.size() <= 6 || step.eliminations.empty()) return;
        auto fewer = step.cites;
        fewer.pop_back();
        EXPECT_FALSE(tell(state, step.eliminations.front(), Truth::fails, fewer));
    });
}

}  // namespace
}  // namespace clew::logic
