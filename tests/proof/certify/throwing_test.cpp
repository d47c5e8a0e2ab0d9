// Proof sinks, guides and functions of the caller that throw while proofs are written and checked.

#include <gtest/gtest.h>

#include <sstream>

#include "encode/cnf/encoding.hpp"
#include "proof/certify/walk.hpp"
#include "proof/certify/write_veripb.hpp"
#include "proof/checker/veripb.hpp"
#include "solve/compile/compiler.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/throwing.hpp"

namespace clew::certify {
namespace {

using cnf::Lit;

/// Calls at the function of that name.
class Telling final : public ProofSink, public WalkGuide {
  public:
    Telling(std::string at, const Called& called) : at_(std::move(at)), called_(called) {}

    LemmaId solution(const FoundModel&, const Propagator&) override { return tell("solution"); }
    LemmaId lemma(std::span<const Lit>, std::span<const Antecedent>) override {
        return tell("lemma");
    }
    void begin(const Propagator&) override { tell("begin"); }
    void forget(std::span<const LemmaId>) override { tell("forget"); }
    std::optional<Lit> choose(const Propagator&) override {
        tell("choose");
        return {};
    }
    void closed(const Propagator&, std::span<const Lit>) override { tell("closed"); }
    void solved(const Propagator&, std::span<const Lit>) override { tell("solved"); }

  private:
    LemmaId tell(const char* name) {
        if (at_ == name) called_();
        return ++last_;
    }
    std::string at_;
    const Called& called_;
    LemmaId last_ = 0;
};

TEST(Throwing, WhileProofsAreWrittenAndChecked) {
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const cnf::Encoded encoded = cnf::encode(puzzle);
    const std::size_t candidates = puzzle.geometry().candidate_count();
    std::vector<ThrowingCase> cases;
    for (const std::string at :
         {"begin", "solution", "lemma", "forget", "choose", "closed", "solved"})
        cases.push_back({"walk, " + at, [&, at](const Called& called) {
                             Telling telling{at, called};
                             walk(encoded.formula, encoded.map.size(), candidates, {}, telling,
                                  &telling);
                         }});
    // Nine thousand decisions.
    Puzzle six{Geometry::standard(6)};
    for (std::size_t i = 0; i < 6; ++i) six.set_given(Cell{i}, Digit{i});
    const cnf::Encoded large = cnf::encode(six);
    const auto nodes = [](const Called& called) {
        return compile::CompileOptions{.on_progress = calling(called)};
    };
    cases.push_back({"compile", [&](const Called& called) {
                         compile::compile(large.formula, large.map.size(), nodes(called));
                     }});
    cases.push_back({"derive", [&](const Called& called) {
                         compile::derive(large.formula, large.map.size(), nodes(called));
                     }});
    std::stringstream proof;
    VeripbWriter writer{proof, encoded.formula.size(), Exclusions::kept};
    writer.finish(walk(encoded.formula, encoded.map.size(), candidates, {}, writer));
    proof::Cnf formula;
    formula.variables = encoded.map.size();
    std::vector<proof::Literal> clause;
    for (const auto literals : encoded.formula) {
        clause.clear();
        for (const Lit l : literals) clause.push_back(static_cast<proof::Literal>(l.dimacs()));
        formula.add(clause);
    }
    cases.push_back({"check of models", [&](const Called& called) {
                         std::istringstream text{proof.str()};
                         const auto check = [&](const std::vector<bool>&) {
                             called();
                             return std::string{};
                         };
                         proof::check_veripb(formula, text, "t.pbp",
                                             {.counted = candidates, .model_check = check});
                     }});
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew::certify
