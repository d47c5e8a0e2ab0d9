#pragma once
// Conclusions: that each step of an explanation follows from what it cites, told as a proof.
//
//     const StepFormula formula = step_formula(puzzle, steps);
//     const Derivation done = derive(formula, budget, sink);
//     done.fails                                          // a step that does not follow, if any
//
// The formula says that some step is wrong, the first one: what it cites holds, the conclusions of
// all steps before it hold, and one of its own fails. The proof refutes that step by step. So a
// public checker of refutations sees that the cited constraints alone suffice, wherever they hold;
// and as all of them hold in every solution, so do the conclusions.
//
// Each constraint has two *selectors*, variables that switch it on: that it holds at least one, and
// that it holds no two; a rule that is no house has one. Each step has two more: "all before it is
// so" and "it fails".

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/board/puzzle.hpp"
#include "proof/certify/walk.hpp"

namespace clew::certify {

/// What a step argues from.
struct Cited {
    enum class Kind : std::uint8_t {
        cell,    ///< a cell holds one digit
        house,   ///< a house holds a digit once
        rule,    ///< a rule that is no house is kept, and its cells hold one digit each
        puzzle,  ///< all that is asked
    };
    enum class Half : std::uint8_t { both, at_most_one };
    Kind kind = Kind::cell;
    std::size_t index = 0;  ///< of the cell or the house; of the rule in Puzzle::rules()
    Digit digit{};          ///< of a house
    Half half = Half::both;

    friend bool operator==(const Cited&, const Cited&) = default;
};
/// "r1c1", "5 in row 3", "5 in row 3 (at most one)", "rule 2", "the whole puzzle".
std::string to_string(const Cited& cited, const Geometry& board);

/// A candidate that holds or does not.
struct Conclusion {
    Candidate candidate;
    bool holds = true;
};

/// A fact on the way to a conclusion, and facts on the way to that.
struct DerivedFact {
    Conclusion fact;
    std::vector<DerivedFact> by{};
};

struct CitedStep {
    std::string title{};
    std::vector<Conclusion> conclusions{};
    std::vector<Cited> cites{};
    /// Cells to try first where a refutation needs cases; the proof is shorter for it.
    std::vector<Cell> about{};
    /// Where the only conclusion is denied: what to show one after another before cases are tried.
    /// A long argument that is told step by step is proved so, where its cases would be too many.
    std::vector<DerivedFact> inner{};
};

struct StepFormula {
    cnf::Formula formula{};
    std::size_t variables = 0;
    std::vector<Candidate> candidates{};  ///< of the first variables; helpers of rules behind them
    std::vector<std::string> comments{};  ///< what the others are
    /// What to suppose, which is to be refuted, and what there before cases.
    struct Trial {
        cnf::Lit supposed;
        std::vector<Trial> then{};
    };
    /// Of each step.
    struct Part {
        cnf::Lit fails;                       ///< "this is the step that is wrong"
        std::vector<cnf::Lit> conclusions{};  ///< those that the clues leave open
        std::vector<cnf::Clause> cases{};     ///< of what it cites: one of these candidates holds
        std::vector<Trial> trials{};          ///< where its conclusion is denied
    };
    std::vector<Part> steps{};
};

/// Conclusions that the clues have decided have no variable, and are left out. Errors: InputError
/// without place for a rule that nobody knows.
StepFormula step_formula(const Puzzle& puzzle, std::span<const CitedStep> steps);

/// DIMACS, with comments that say what every variable is.
void write_formula(std::ostream& out, const Puzzle& puzzle, const StepFormula& formula);

struct ConclusionProof {
    WalkReport report;
    /// The lines of each step: it ends behind so many lemmas.
    std::vector<std::uint64_t> lemmas{};
    /// The first step that does not follow from what it cites; the proof is then none.
    std::optional<std::size_t> fails{};
    /// A step whose cases were too many; the proof is then none.
    std::optional<std::size_t> gave_up{};
};

/// Proves the steps. Budget as for walk(); a step gets `most_cases` decisions at most.
ConclusionProof derive(const StepFormula& formula, const Budget& budget, ProofSink& sink,
                       std::uint64_t most_cases = 200'000);

}  // namespace clew::certify
