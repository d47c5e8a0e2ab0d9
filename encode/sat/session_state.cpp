// What does not depend on who solves.

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {

SessionState Session::state() const { return state_; }
std::uint64_t Session::calls() const { return calls_; }

Var Session::add_var() {
    add_vars(1);
    return Var{var_count() - 1};
}

void Session::add(const cnf::Formula& formula) {
    for (const std::span<const Lit> clause : formula) add(clause);
}

std::span<const Lit> Session::core() const {
    CLEW_REQUIRE(state_ == SessionState::unsatisfied, "Session::core: no conflict");
    return core_;
}

Ending Session::why_unknown() const {
    CLEW_REQUIRE(state_ == SessionState::unknown, "Session::why_unknown: the answer is known");
    return why_;
}

}  // namespace clew::sat
