#pragma once
// Finders against their definitions: a finding is the truths that a step rests on and what it
// eliminates; a finder must give exactly the set of findings that the definition gives, on
// thousands of random states.
//
//     on_random_states(every_board(400), [&](const State& state, const std::string& where) {
//         seen += expect_same(state, {.technique = t}, define(state), where);
//     });

#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/board/notation.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::logic {

struct FoundStep {
    std::vector<Constraint> truths;
    std::vector<Candidate> eliminations;

    friend auto operator<=>(const FoundStep&, const FoundStep&) = default;
};
using Findings = std::map<Technique, std::set<FoundStep>>;

inline void add(Findings& findings, Technique technique, std::vector<Constraint> truths,
                std::vector<Candidate> eliminations) {
    std::ranges::sort(truths);
    std::ranges::sort(eliminations);
    if (!eliminations.empty())
        findings[technique].insert({std::move(truths), std::move(eliminations)});
}

inline std::set<FoundStep> found_by_finder(const State& state, const Query& query) {
    std::set<FoundStep> found;
    find(state, query, [&](Step&& step) {
        FoundStep finding;
        for (const Citation& citation : step.cites)
            if (citation.use == Use::truth) finding.truths.push_back(citation.constraint);
        finding.eliminations = step.eliminations;
        found.insert(std::move(finding));
        return Flow::go_on;
    });
    return found;
}

inline std::string describe(const FoundStep& finding, const Geometry& geometry) {
    std::string text = "truths:";
    for (const Constraint& c : finding.truths) text += " " + to_string(c, geometry) + ";";
    text += " eliminates:";
    for (Candidate c : finding.eliminations) text += " " + clew::to_string(c, geometry.size());
    return text;
}

/// Expects the finder to give what the definition gives; returns how many findings there were.
inline std::size_t expect_same(const State& state, const Query& query, const Findings& defined,
                               const std::string& where) {
    const auto at = defined.find(query.technique);
    const std::set<FoundStep> expected = at == defined.end() ? std::set<FoundStep>{} : at->second;
    const std::set<FoundStep> found = found_by_finder(state, query);
    for (const FoundStep& finding : expected)
        EXPECT_TRUE(found.contains(finding)) << info(query.technique).id << " missed on " << where
                                             << ": " << describe(finding, state.geometry());
    for (const FoundStep& finding : found)
        EXPECT_TRUE(expected.contains(finding))
            << info(query.technique).id << " should not be on " << where << ": "
            << describe(finding, state.geometry());
    return expected.size();
}

inline std::vector<GeometryPtr> small_and_odd_boards() {
    GeometrySpec diagonal{.size = 6, .boxes = BoxShape{2, 3}};
    diagonal.main_diagonal = diagonal.anti_diagonal = true;
    GeometrySpec jigsaw{.size = 5};
    jigsaw.regions = {0, 0, 0, 1, 1, 0, 0, 2, 1, 1, 3, 2, 2, 2, 1, 3, 3, 2, 4, 4, 3, 3, 4, 4, 4};
    GeometrySpec extra{.size = 6, .boxes = BoxShape{2, 3}};
    extra.extras = {{"corner", {Cell{0}, Cell{7}, Cell{14}, Cell{21}}},
                    {"ring", {Cell{1}, Cell{6}, Cell{8}, Cell{13}, Cell{20}, Cell{33}}}};
    return {Geometry::standard(4), Geometry::standard(6), Geometry::make(diagonal),
            Geometry::make(jigsaw), Geometry::make(extra)};
}

inline std::string place(const GeometryPtr& geometry, std::uint64_t seed) {
    return geometry->description() + " seed " + std::to_string(seed);
}

/// Seeds 1 to `states` of a board; ten times as many if CLEW_LONG_TESTS is set.
struct BoardStates {
    GeometryPtr board;
    std::uint64_t states = 0;
};

/// So many states of every small board and, unless said otherwise, of the classic one.
inline std::vector<BoardStates> every_board(std::uint64_t states) {
    std::vector<BoardStates> shares;
    for (const GeometryPtr& board : small_and_odd_boards()) shares.push_back({board, states});
    shares.push_back({Geometry::classic(), states});
    return shares;
}
inline std::vector<BoardStates> every_board(std::uint64_t states, std::uint64_t of_classic) {
    std::vector<BoardStates> shares = every_board(states);
    shares.back().states = of_classic;
    return shares;
}

/// Visits random states, at least 2 000 of them, and records how many there were.
inline void on_random_states(const std::vector<BoardStates>& shares,
                             const std::function<void(const State&, const std::string&)>& visit) {
    const std::uint64_t times = long_tests() ? 10 : 1;
    std::uint64_t visited = 0;
    for (const auto& [board, states] : shares)
        for (std::uint64_t seed = 1; seed <= times * states; ++seed, ++visited)
            visit(random_sample(board, seed).state, place(board, seed));
    EXPECT_GE(visited, 2'000U) << "a definition must be compared on thousands of states";
    testing::Test::RecordProperty("states", static_cast<int>(visited));
}

/// Expects every technique to have come up, and records how often.
inline void expect_all_seen(std::span<const Technique> searched,
                            const std::map<Technique, std::size_t>& seen) {
    for (Technique t : searched) {
        const auto at = seen.find(t);
        const std::size_t findings = at == seen.end() ? 0 : at->second;
        EXPECT_GT(findings, 0U) << info(t).id << " never came up";
        testing::Test::RecordProperty(info(t).id, static_cast<int>(findings));
    }
}

/// Cells of a board of at most 9x9: the definitions' own set, as against the finders' CellSet.
using SmallSet = std::bitset<81>;

inline SmallSet set_of(std::span<const Cell> cells) {
    SmallSet set;
    for (Cell c : cells) set.set(c.index());
    return set;
}

}  // namespace clew::logic
