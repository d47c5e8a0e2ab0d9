#pragma once
// Expander: what the candidates of one pattern lead to. Private to the module; expander.cpp has the
// story, lean.cpp the choice of the lean mode's cell.
//
//     Expander expander{puzzle, options, store};
//     Expansion found;
//     if (expander.expand(store.code(node), found))
//         for (const Expansion::Trial& trial : found.trials) ... found.code_of(trial)
//
// An expansion depends on nothing but the pattern, the puzzle and the options: whoever expands it,
// in a tree or in a part of one, finds the same.

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "logic/tree/decision_tree.hpp"
#include "logic/tree/grid_store.hpp"
#include "logic/tree/oracle.hpp"
#include "logic/tree/rule_closer.hpp"

namespace clew::logic::inline tree {

struct Expansion {
    struct Trial {
        Candidate candidate;
        OutcomeKind kind = OutcomeKind::impossible;
        std::size_t freedom = 0;
        std::size_t code = 0;  ///< where its grid begins in `codes`; none if it is impossible
    };

    std::vector<Trial> trials;  ///< in the order tried
    std::vector<std::uint64_t> codes;
    std::size_t words = 0;  ///< that a grid takes
    bool wide = false;      ///< no binary cell: the smallest open one was branched on
    std::vector<Candidate> alternates;
    std::uint16_t before = 0;  ///< different patterns before the alternates were inserted

    std::span<const std::uint64_t> code_of(const Trial& trial) const {
        return std::span(codes).subspan(trial.code, words);
    }
    void clear();
};

class Expander {
  public:
    /// What the puzzle itself is.
    struct Root {
        NodeKind kind = NodeKind::impossible;
        std::vector<std::uint64_t> code;
    };
    /// The cell that a plan takes at a pattern; nothing where it has none.
    using Plan = std::function<std::optional<Cell>(std::span<const std::uint64_t>)>;

    /// A grid that `known` has is not asked about again. All three must outlive it.
    Expander(const Puzzle& puzzle, const TreeOptions& options, const GridStore& known);

    Root plant();
    /// Tries the candidates of a pattern. False if the stop flag came before its cell was chosen.
    bool expand(std::span<const std::uint64_t> pattern, Expansion& out);
    /// For LeanChoice::smallest.
    void follow(Plan plan) { plan_ = std::move(plan); }

    std::uint64_t closures() const { return closures_; }

  private:
    using Trial = Expansion::Trial;

    bool stopped() const { return options_.stop != nullptr && options_.stop->raised(); }
    bool dead(std::span<const std::uint64_t> code);
    Trial attempt(std::span<const Candidate> assigned);
    void insert_alternates();
    std::uint16_t different_patterns() const;

    // The lean mode's cell (lean.cpp).
    Cell choose(std::span<const std::uint64_t> pattern, const std::vector<Cell>& cells);
    Cell choose_by_freedom(const std::vector<Cell>& cells);
    Cell choose_balanced(std::span<const std::uint64_t> pattern, const std::vector<Cell>& cells);

    const Puzzle& puzzle_;
    const TreeOptions& options_;
    const GridStore& store_;
    RuleCloser closer_;
    std::optional<RuleCloser> screen_;
    std::optional<SolutionOracle> oracle_;  // made when it is first asked
    Plan plan_;
    std::vector<DigitSet> marks_;
    Expansion* out_ = nullptr;
    std::uint64_t closures_ = 0;
};

}  // namespace clew::logic::inline tree
