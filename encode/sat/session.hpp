#pragma once
// Session: an incremental SAT solver. Wraps CryptoMiniSat, which is named in session.cpp alone.
//
//     Session s;
//     s.add_vars(3);
//     s.add({a, b, c});
//     s.solve({{~a, ~b}})                  Answer::satisfiable
//     s.value(c)                           true
//     s.add({~c});
//     s.solve({{~a, ~b}})                  Answer::unsatisfiable
//     s.core()                             {~a, ~b}: the assumptions that cannot hold together
//
//                add_var, add_vars, add
//                +-------------------+
//                v                   |
//     new ---> ready ---solve---> satisfied      value() may be called
//                ^  +---solve---> unsatisfied    core() may be called
//                |  +---solve---> unknown        why_unknown() may be called
//                |                   |
//                +-----(any add)-----+           solve may be called in every state
//
// A formula that is unsatisfiable without assumptions stays so: solve() answers `unsatisfiable`
// with an empty core for ever after. The packaged library ends the process when it is misused;
// every call here is checked first, and a misuse is a ContractViolation.
//
// A session is used by one thread at a time.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/turns.hpp"
#include "encode/cnf/formula.hpp"
#include "encode/cnf/literals.hpp"

namespace clew::sat {

using cnf::Lit;
using cnf::Var;

enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

enum class SessionState : std::uint8_t { ready, satisfied, unsatisfied, unknown };

/// Whether the library may rewrite the formula between conflicts.
enum class Inprocessing : std::uint8_t {
    on,       ///< pays on hard formulas
    off,      ///< pays where one session answers many easy questions
    at_once,  ///< before the first conflict too, and thoroughly: pays on the hardest
};

/// What the library tries first for a variable that it knows nothing about.
enum class Phase : std::uint8_t {
    library,   ///< its own choice
    positive,  ///< true: pays where a variable says that a digit stands in a cell
};

struct SessionOptions {
    Inprocessing inprocessing = Inprocessing::on;
    Phase guess = Phase::library;
    /// Whoever takes turns with this session: add() and solve() count their work there, and a
    /// solve() that is told to end answers `unknown`, interrupted. Must outlive the session.
    Turns* turns = nullptr;
};

class Session {
  public:
    /// An empty formula.
    explicit Session(const SessionOptions& options = {});
    ~Session();
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;

    SessionState state() const;
    std::size_t var_count() const;

    Var add_var();
    /// Adds `count` variables, numbered on from var_count().
    void add_vars(std::size_t count);
    /// Adds a clause. An empty clause makes the formula unsatisfiable. Requires declared variables.
    void add(std::span<const Lit> clause);
    void add(std::initializer_list<Lit> clause) { add(std::span(clause.begin(), clause.size())); }
    /// Adds all clauses of a formula.
    void add(const cnf::Formula& formula);

    /// Looks for a model in which all assumptions are true. Assumptions may repeat and may
    /// contradict each other. `unknown` if the budget ended first: max_nodes counts conflicts of
    /// this call; the stop flag is honoured within some 10 ms.
    Answer solve(std::span<const Lit> assumptions = {}, const Budget& budget = {});

    /// Whether a literal is true in the model found. Requires state() == satisfied.
    bool value(Lit literal) const;
    /// Assumptions of the last call that cannot hold together, a subset of them in their order;
    /// small but not always minimal. Empty if the formula is unsatisfiable without any. Requires
    /// state() == unsatisfied.
    std::span<const Lit> core() const;
    /// out_of_budget or interrupted. Requires state() == unknown.
    Ending why_unknown() const;

    /// Takes clauses that a unit clause has made true for good out of the library's lists. Pays
    /// after many clauses on a switch have been switched off. Cost: one pass over the clauses.
    void clean();

    /// Calls of solve().
    std::uint64_t calls() const;
    /// Conflicts in all calls together.
    std::uint64_t conflicts() const;
    /// False in a build without CryptoMiniSat, where Clew's own solver stands in for it.
    static bool available();
    /// The name and version of the library.
    static std::string library();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    SessionState state_ = SessionState::ready;
    Ending why_ = Ending::exhausted;
    std::vector<Lit> core_;
    std::uint64_t calls_ = 0;
};

}  // namespace clew::sat
