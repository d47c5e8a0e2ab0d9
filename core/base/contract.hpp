#pragma once
// Contracts: how Clew says "this call was a bug".
//
// A contract violation is the caller's mistake, never the user's: bad input is an InputError
// (input_error.hpp), an unsolvable puzzle is a value. CLEW_REQUIRE always runs; CLEW_INVARIANT runs
// only in builds with CLEW_CHECK_INVARIANTS (develop, sanitize) and may therefore be slow.
//
//     CLEW_REQUIRE(cell.index() < geometry.cell_count(), "Puzzle::given: cell outside the board");
//
// Nothing that a reader in formats.hpp accepts can reach a violation.

#include <stdexcept>
#include <string>

namespace clew::inline base {

/// Thrown when a documented requirement of a call does not hold. A bug in the caller.
class ContractViolation : public std::logic_error {
  public:
    explicit ContractViolation(const std::string& what) : std::logic_error(what) {}
};

/// Throws ContractViolation with `what`; out of line so that the check costs a branch only.
[[noreturn]] void contract_violated(const char* what, const char* file, int line);

}  // namespace clew::inline base

#define CLEW_REQUIRE(condition, what) \
    (static_cast<bool>(condition) ? void(0) : ::clew::contract_violated(what, __FILE__, __LINE__))

#ifdef CLEW_CHECK_INVARIANTS
#define CLEW_INVARIANT(condition, what) CLEW_REQUIRE(condition, what)
#else
#define CLEW_INVARIANT(condition, what) static_cast<void>(0)
#endif
