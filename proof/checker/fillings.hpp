#pragma once
// CounterexampleSearch: whether clauses say of some cells what a rule asks of them.
//
//     CounterexampleSearch ways{board, cells, domains, parts, stop};
//     OwnClauses own{...};
//     ways.refused(&own)        a filling that the rule allows and the clauses do not
//     ways.let_through(own)     a filling that the rule forbids and the clauses allow
//
// What a full filling is, the rule's check() says. Two ways to fill the first cells are one where
// nothing that comes behind can tell them apart: of the rule what they sum to, the state of the
// automaton, the digits that are left for the other cells; of the clauses those that are not yet
// satisfied, and what is left of them. So the number of fillings does not matter. What is too much
// all the same (a million ways that differ, a quarter of a gigabyte) is answered with `unknown`.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "core/rules/primitive.hpp"
#include "proof/checker/clauses.hpp"
#include "proof/checker/cnf.hpp"

namespace clew::proof::inline checker {

/// Some clauses of a formula, over the candidates of some cells and helper variables.
class OwnClauses {
  public:
    /// `candidates`: of the formula's first variables; they are candidates of `cells`.
    OwnClauses(const Cnf& formula, std::span<const std::size_t> clauses,
               std::span<const Candidate> candidates, std::span<const Cell> cells);

    /// What is left of the clauses under a filling of the first cells.
    struct Rest {
        bool conflict = false;
        bool of_helpers = true;                ///< says nothing of the cells that are empty
        std::vector<std::uint64_t> clauses{};  ///< not yet satisfied, as bits
        std::string text{};                    ///< the same for the same rest
    };
    Rest rest(std::span<const Digit> digits, const std::vector<std::uint64_t>& before);
    /// All clauses, before anything is filled.
    std::vector<std::uint64_t> all() const;
    /// In how many ways a filling can be extended to the helpers: 0, 1, or 2 for several; nothing
    /// if `left` steps do not tell.
    std::optional<int> models(std::span<const Digit> digits, std::size_t& left,
                              const StopFlag* stop);

  private:
    std::optional<int> models(std::vector<Literal>& assumed, std::size_t& left,
                              const StopFlag* stop);
    std::vector<Literal> literals(std::span<const Digit> digits) const;

    struct Meaning {
        std::size_t place = 0;  ///< of the cell
        Digit digit;
    };
    std::vector<std::vector<Literal>> clauses_;
    std::vector<Meaning> meaning_;                     // of variables 1, 2, ...: candidates first
    std::vector<std::vector<std::size_t>> variables_;  // by place of the cell
    std::size_t variable_count_ = 0;
    Clauses known_;
};

class CounterexampleSearch {
  public:
    /// `domains`: the digits of each of the cells that are thought of. Of a relation and of cells
    /// that differ what it says of `cells` is asked; other parts need all their cells among them.
    CounterexampleSearch(const Geometry& board, std::vector<Cell> cells,
                         std::vector<DigitSet> domains, std::span<const Rule> parts,
                         const StopFlag* stop);
    /// No filling has one digit in both cells.
    void differ(std::size_t i, std::size_t k);

    enum class Answer : std::uint8_t { none, found, unknown };
    struct Sought {
        Answer answer = Answer::none;
        std::vector<Digit> digits{};  ///< of the one found
        bool several = false;         ///< one that may be allowed leaves helpers open
    };
    /// Without clauses: any filling that the rule allows.
    Sought refused(OwnClauses* own) { return seek(own, true); }
    Sought let_through(OwnClauses& own) { return seek(&own, false); }

  private:
    struct Pair {
        std::size_t first, second;
        std::vector<DigitSet> after, before;  ///< by digit of the first, of the second
    };
    struct Total {
        Comparison how;
        std::int64_t target;
        std::vector<std::int64_t> weights;      ///< by place
        std::vector<std::int64_t> least, most;  ///< of the cells from that place on
    };
    struct Reading {
        std::vector<std::size_t> line;  ///< places
        std::vector<int> numbers;
        std::vector<std::size_t> read;  ///< how many of the line, once so many places are filled
    };
    struct State {
        bool broken = false;                       ///< no filling that goes on so is allowed
        std::vector<DigitSet> possible, allowed;   ///< of each cell
        std::vector<std::int64_t> sums, readings;  ///< so far
    };
    struct Node {
        std::vector<Digit> digits;
        State state;
        std::vector<std::uint64_t> clauses;
        bool conflict = false;
    };

    Sought seek(OwnClauses* own, bool allowed);
    std::optional<State> step(const State& from, const std::vector<Digit>& digits) const;
    std::string text(const State& state, const std::vector<Digit>& digits) const;
    bool keeps(std::span<const rules::PrimitivePtr> parts, const std::vector<Digit>& digits) const;

    const Geometry& board_;
    std::vector<Cell> cells_;
    const StopFlag* stop_;
    State start_;
    std::vector<Pair> pairs_, apart_;
    std::vector<Total> totals_;
    std::vector<Reading> readings_;
    std::vector<rules::PrimitivePtr> parts_, ranks_;
    bool complete_ = true;  // all cells of all parts are there
};

}  // namespace clew::proof::inline checker
