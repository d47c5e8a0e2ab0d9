#include "proof/certify/walk.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "core/base/random.hpp"
#include "encode/cnf/encoding.hpp"
#include "proof/certify/write_drat.hpp"
#include "proof/certify/write_veripb.hpp"
#include "proof/checker/drat.hpp"
#include "proof/checker/veripb.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::certify {
namespace {

using cnf::Encoded;
using cnf::Lit;
using cnf::Var;

proof::Cnf plain(const cnf::Formula& formula, std::size_t variables) {
    proof::Cnf copy;
    copy.variables = variables;
    std::vector<proof::Literal> clause;
    for (const auto literals : formula) {
        clause.clear();
        for (const Lit l : literals) clause.push_back(static_cast<proof::Literal>(l.dimacs()));
        copy.add(clause);
    }
    return copy;
}

/// Keeps the models, and hands everything on.
class Listing final : public ProofSink {
  public:
    Listing(ProofSink& next, std::size_t candidates) : next_(next), candidates_(candidates) {}
    LemmaId solution(const FoundModel& found, const Propagator& state) override {
        const auto counted = found.literals.first(candidates_);
        models.emplace(counted.begin(), counted.end());
        return next_.solution(found, state);
    }
    LemmaId lemma(std::span<const Lit> clause, std::span<const Antecedent> antecedents) override {
        return next_.lemma(clause, antecedents);
    }
    void begin(const Propagator& state) override { next_.begin(state); }
    void forget(std::span<const LemmaId> lemmas) override { next_.forget(lemmas); }

    std::set<std::vector<Lit>> models;

  private:
    ProofSink& next_;
    std::size_t candidates_;
};

struct Asked {
    Puzzle puzzle;
    Encoded encoded = cnf::encode(puzzle);
    std::size_t candidates = puzzle.geometry().candidate_count();

    std::set<std::vector<Lit>> expected() const {
        std::set<std::vector<Lit>> all;
        for (const Grid& grid : reference::all_solutions(puzzle)) {
            std::vector<Lit> model;
            for (std::size_t v = 0; v < candidates; ++v) {
                const auto [cell, digit] = puzzle.geometry().candidate(v);
                const Lit l = Lit::positive(Var{v});
                model.push_back(grid[cell] == digit ? l : ~l);
            }
            all.insert(std::move(model));
        }
        return all;
    }
};

void prove_and_check(const Puzzle& puzzle, const std::string& what) {
    const Asked asked{puzzle};
    const auto expected = asked.expected();
    const std::string count = std::to_string(expected.size());
    proof::Cnf formula = plain(asked.encoded.formula, asked.encoded.map.size());
    for (const Exclusions exclusions : {Exclusions::kept, Exclusions::forgotten}) {
        std::stringstream text;
        VeripbWriter writer{text, asked.encoded.formula.size(), exclusions};
        Listing listing{writer, asked.candidates};
        const WalkReport done =
            walk(asked.encoded.formula, asked.encoded.map.size(), asked.candidates, {}, listing);
        writer.finish(done);
        EXPECT_EQ(listing.models, expected) << what;
        EXPECT_EQ(done.solutions, expected.size()) << what;
        const proof::Result found =
            proof::check_veripb(formula, text, "t.pbp", {.counted = asked.candidates});
        EXPECT_TRUE(found.accepted) << what << ": line " << found.line << ": " << found.why;
        EXPECT_EQ(found.count, count) << what;
    }
    std::stringstream text, blocking;
    std::vector<Var> open;
    for (std::size_t v = 0; v < asked.candidates; ++v) open.emplace_back(v);
    DratWriter writer{text, blocking, open};
    walk(asked.encoded.formula, asked.encoded.map.size(), asked.candidates, {}, writer);
    std::size_t lines = 0;
    std::vector<proof::Literal> clause;
    for (proof::Literal l; blocking >> l;) {
        clause.push_back(l);
        if (l != 0) continue;
        clause.pop_back();
        formula.add(clause);
        clause.clear();
        ++lines;
    }
    EXPECT_EQ(lines, expected.size()) << what;
    const proof::Result found = proof::check_drat(formula, text, "t.drat", nullptr);
    EXPECT_TRUE(found.accepted) << what << ": line " << found.line << ": " << found.why;
}

TEST(Walk, ProvesTwelveOneAndNone) {
    prove_and_check(Puzzle::from_line(reference::p92), "p92");
    prove_and_check(Puzzle::from_line(reference::gould), "gould");
    prove_and_check(Puzzle::from_line(reference::contradictory), "contradictory");
}

TEST(Walk, ProvesRandomPuzzlesOnRandomBoardsWithRules) {
    std::size_t several = 0;
    std::size_t none = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random{seed};
        const GeometryPtr board = reference::random_geometry(random, 6);
        Puzzle puzzle = reference::random_puzzle(random, board);
        if (seed % 3 == 0) puzzle.add_rule(reference::random_rule(random, *board, std::nullopt));
        const auto known = reference::count_solutions(puzzle, 400, 2'000'000);
        if (!known || *known >= 400) continue;
        several += *known > 1;
        none += *known == 0;
        prove_and_check(puzzle,
                        "seed " + std::to_string(seed) + ": " + reference::describe(puzzle));
        if (HasFailure()) return;
    }
    EXPECT_GT(several, 5U);
    EXPECT_GT(none, 3U);
}

TEST(Walk, ABudgetLeavesNoEnd) {
    const Asked asked{Puzzle::from_line(reference::p92)};
    std::ostringstream text;
    VeripbWriter writer{text, asked.encoded.formula.size()};
    const WalkReport done = walk(asked.encoded.formula, asked.encoded.map.size(), asked.candidates,
                                 {.max_nodes = 5}, writer);
    EXPECT_EQ(done.ending, Ending::out_of_budget);
    EXPECT_EQ(text.str().find("conclusion"), std::string::npos);
    EXPECT_THROW(writer.finish(done), std::logic_error);
}

}  // namespace
}  // namespace clew::certify
