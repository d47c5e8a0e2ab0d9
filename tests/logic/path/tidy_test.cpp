#include "logic/path/tidy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "logic/auditor/audit.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::logic {
namespace {

using reference::p92;

/// Proved in its new order, no longer than it was, with the same end.
void expect_tidied(const State& start, const Path& path, const Path& tidied) {
    EXPECT_LE(tidied.entries.size(), path.entries.size());
    EXPECT_LE(tidied.score, path.score);
    EXPECT_EQ(tidied.status, path.status);
    const PathAudit proof = audit(start, tidied.entries);
    EXPECT_TRUE(proof.sound()) << "step " << proof.entry + 1 << " of " << tidied.entries.size()
                               << ": " << proof.result.what;
    EXPECT_EQ(proof.end, tidied.state);
    if (path.status == Status::impossible)
        EXPECT_TRUE(tidied.state.contradiction());
    else
        EXPECT_EQ(tidied.state, path.state);
}

/// Steps that could be left out of a path, each by itself, with the same end: everything after
/// them must still be proved as it is.
std::size_t idle_steps(const State& start, const Path& path) {
    std::size_t idle = 0;
    for (std::size_t i = 0; i < path.entries.size(); ++i) {
        if (!path.entries[i].step.placements.empty()) continue;
        std::vector<Entry> rest = path.entries;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        const PathAudit proof = audit(start, rest);
        idle += proof.sound() && proof.end == path.state ? 1 : 0;
    }
    return idle;
}

TEST(Tidy, ProvesTheSameEndWithNoMoreSteps) {
    std::size_t walks = 0, shorter = 0;
    std::map<Status, std::size_t> ended;
    const std::vector<GeometryPtr> boards{Geometry::classic(), Geometry::standard(6)};
    for (const char* rules : {"methods", "structures", "all", "human"})
        for (const GeometryPtr& board : boards)
            for (std::uint64_t seed = 1; seed <= 60; ++seed) {
                SCOPED_TRACE(std::string{rules} + ", seed " + std::to_string(seed));
                Random random{seed};
                const Puzzle puzzle = seed % 2 == 0 ? unique_puzzle(board, random, 81)
                                                    : cut_puzzle(random, board, 22, 40);
                State start{puzzle};
                if (seed % 2 == 0) start.set_unique(Uniqueness::proved, puzzle);
                // Some that go wrong: a candidate less than there should be.
                if (seed % 5 == 0 && !start.open().empty()) {
                    const Cell cell = start.open().first();
                    start.eliminate({cell, start.candidates(cell).first()});
                }
                if (start.contradiction()) continue;
                const Path path =
                    walk(start, {.rules = built_in_rules(rules), .guess = Guess::off});
                const Path tidied = tidy(start, path);
                expect_tidied(start, path, tidied);
                ++walks;
                ++ended[path.status];
                if (tidied.entries.size() < path.entries.size()) ++shorter;
            }
    EXPECT_GT(walks, 300U);
    EXPECT_GT(shorter, 30U);
    for (Status status : {Status::solved, Status::stuck, Status::impossible})
        EXPECT_GT(ended[status], 5U) << to_string(status);
}

TEST(Tidy, LeavesNoStepThatCouldGo) {
    std::size_t steps = 0, idle = 0, before = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random{seed};
        const Puzzle puzzle = unique_puzzle(Geometry::classic(), random, 81);
        const State start{puzzle};
        const Path path = walk(start, {.rules = built_in_rules("structures"), .guess = Guess::off});
        if (path.status != Status::solved) continue;
        const Path tidied = tidy(start, path);
        before += idle_steps(start, path);
        idle += idle_steps(start, tidied);
        steps += tidied.entries.size();
    }
    // One may stay that a step cites and could do without.
    EXPECT_GT(steps, 500U);
    EXPECT_GT(before, 10U);
    EXPECT_LE(idle * 5, before);
}

TEST(Tidy, PlacesAsEarlyAsCanBeSeen) {
    // No single stands there to be seen before a step that is not one, if its own step has it so.
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Random random{seed};
        const Puzzle puzzle = unique_puzzle(Geometry::classic(), random, 81);
        const State start{puzzle};
        const Path tidied =
            tidy(start, walk(start, {.rules = built_in_rules("structures"), .guess = Guess::off}));
        State state = start;
        for (std::size_t i = 0; i < tidied.entries.size(); ++i) {
            const Step& step = tidied.entries[i].step;
            if (step.placements.empty())
                for (std::size_t j = i + 1; j < tidied.entries.size(); ++j) {
                    const Step& later = tidied.entries[j].step;
                    if (later.technique != Technique::naked_single) continue;
                    const Candidate c = later.placements.front();
                    if (state.candidates(c.cell).size() > 1) continue;
                    // It waits for what it sees, or for what would lose part of its argument.
                    State after = state;
                    after.place(c);
                    const bool sees = std::ranges::all_of(later.groups, [&](const Group& group) {
                        return std::ranges::all_of(group.candidates, [&](Candidate k) {
                            return k == c || state.placed(k.cell);
                        });
                    });
                    bool spoils = false;
                    for (std::size_t k = i; k < j; ++k)
                        for (const Citation& cite : tidied.entries[k].step.cites)
                            spoils = spoils || candidates_of(state, cite.constraint) !=
                                                   candidates_of(after, cite.constraint);
                    EXPECT_TRUE(!sees || spoils) << "seed " << seed << ", step " << j + 1;
                }
            apply(step, state);
        }
    }
}

TEST(Tidy, GivesAPathWithGuessesBackAsItIs) {
    const State start{Puzzle::from_line(p92)};
    const Path path = walk(start, {.rules = built_in_rules("template"), .guess = Guess::all});
    const Path tidied = tidy(start, path);
    EXPECT_EQ(tidied.entries, path.entries);
}

TEST(Tidy, CannotShortenWhatItHasTidied) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random random{seed};
        const State start{unique_puzzle(Geometry::classic(), random, 81)};
        const Path once =
            tidy(start, walk(start, {.rules = built_in_rules("all"), .guess = Guess::off}));
        EXPECT_EQ(tidy(start, once).entries, once.entries) << seed;
    }
}

}  // namespace
}  // namespace clew::logic
