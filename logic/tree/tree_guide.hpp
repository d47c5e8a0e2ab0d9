#pragma once
// TreeGuide: leads a proof along a decision tree.
//
//     TreeGuide guide{tree, formula};
//     walk(formula.formula, formula.variables, formula.candidates.size(), budget, sink, &guide);
//     guide.lines()[17]                // what line 18 of the proof says of the tree
//
// At each pattern one cell is branched on, of those that the tree tried every value of: the one
// with the most impossible values. So the proof's tree is a part of the decision tree that has
// every solution, each once, and no pattern twice. A value that only stronger rules than singles
// refute is refuted by the walk's own branches below it.

#include <string>
#include <vector>

#include "logic/tree/decision_tree.hpp"
#include "proof/certify/formula.hpp"
#include "proof/certify/walk.hpp"

namespace clew::logic::inline tree {

class TreeGuide final : public certify::WalkGuide {
  public:
    /// What a line of the proof says.
    struct Line {
        std::string at;                  ///< the node, "AB" or "S07", or "AB with r1c2=3"
        std::vector<cnf::Lit> excluded;  ///< the clause: what was decided does not hold together
        std::string because;             ///< "r5c6 has no digit left", "a solution"
    };

    /// Requires a tree that is whole, of the formula's puzzle; both must outlive the guide.
    TreeGuide(const DecisionTree& tree, const certify::CertifiedFormula& formula);

    std::optional<cnf::Lit> choose(const certify::Propagator& state) override;
    void closed(const certify::Propagator& state, std::span<const cnf::Lit> lemma) override;
    void solved(const certify::Propagator& state, std::span<const cnf::Lit> excluded) override;

    const std::vector<Line>& lines() const { return lines_; }
    /// The solutions, in the order of the proof.
    const std::vector<Grid>& solutions() const { return solutions_; }

  private:
    /// Where the values of the cells branched on lead.
    struct Place {
        Node node = 0;                      ///< the deepest pattern, or a solution
        std::optional<Candidate> beyond{};  ///< impossible: below that value
    };
    Place place(const certify::Propagator& state) const;
    std::optional<Cell> cell_of(Node node) const;
    std::optional<cnf::Lit> literal(Candidate candidate) const;
    void add(const certify::Propagator& state, std::span<const cnf::Lit> clause,
             std::string because);

    const DecisionTree& tree_;
    const certify::CertifiedFormula& formula_;
    std::vector<std::int32_t> variable_;  // by candidate index; -1: none
    std::vector<Line> lines_;
    std::vector<Grid> solutions_;
};

}  // namespace clew::logic::inline tree
