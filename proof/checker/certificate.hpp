#pragma once
// Certificate: puzzle, formula, solutions and proof together, checked as one claim.
//
//     const Verdict verdict = check_certificate({.puzzle = puzzle, .kind = ProofKind::veripb,
//                                                .count = "12", .formula = &cnf, .proof = &pbp,
//                                                .solutions = &txt});
//     verdict.accepted        "this puzzle has 12 solutions", by what stands in `checked`,
//                             if what stands in `trusted` is right
//
// In this order: the formula says what the puzzle asks (justify.hpp); each listed solution is one,
// by the plain checker, and none is listed twice; the proof holds. Reads formula and puzzle whole,
// the rest as a stream, except for DRAT, whose formula names every solution.

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/justify.hpp"
#include "proof/checker/result.hpp"
#include "proof/checker/veripb.hpp"

namespace clew::proof::inline checker {

enum class ProofKind : std::uint8_t { drat, lrat, veripb, cpog };

/// "drat", "lrat", "veripb", "cpog".
const char* to_string(ProofKind kind);
std::optional<ProofKind> parse_proof_kind(std::string_view name);

struct Certificate {
    const Puzzle& puzzle;
    ProofKind kind = ProofKind::veripb;
    std::string count;                ///< as claimed, in decimal
    std::istream* formula = nullptr;  ///< DIMACS; with a blocking clause a solution for drat, lrat
    std::istream* proof = nullptr;
    /// A line of symbols each, in the order of the proof; null for a count without list. A graph
    /// lists nothing.
    std::istream* solutions = nullptr;
    std::istream* tree = nullptr;  ///< what each clause of the proof says of a tree (lists.hpp)
    const StopFlag* stop = nullptr;
};

struct CheckResult {
    bool accepted = false;   ///< checked to the end
    std::string why{};       ///< why it is rejected
    std::string part{};      ///< "formula", "solutions", "proof" or "tree.txt": what is to blame
    std::uint64_t line = 0;  ///< of that part, if one is to blame
    std::string count{};     ///< as shown
    std::vector<std::pair<std::string, std::size_t>> families{};  ///< what the formula says
    std::vector<std::string> checked{};                           ///< a sentence each
    std::vector<std::string> trusted{};
    /// Rules of which it could not be decided whether the formula says the same. If there are any
    /// nothing is accepted, though all the rest is right unless `why` says something.
    std::vector<std::string> but_for{};
    bool stopped = false;  ///< by the stop flag: it says nothing
};

/// "WHAT what the puzzle asks, no more and no less", as far as that was found.
std::string what_clauses_say(const std::string& what, const Justification& found);

/// Checks a proof of that kind. Accepted: Result::count models, "0" where the kind only shows that
/// there are none. `options` are for veripb, but for the stop flag and the clauses added. Errors:
/// InputError for a text that is no such proof.
Result check_proof(ProofKind kind, const Cnf& formula, std::istream& proof,
                   const std::string& source, const VeripbOptions& options);

/// Errors: InputError for a text that is none of its kind, with its place in "formula.cnf",
/// "proof" or "solutions.txt".
CheckResult check_certificate(const Certificate& certificate);

}  // namespace clew::proof::inline checker
