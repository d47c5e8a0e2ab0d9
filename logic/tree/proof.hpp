#pragma once
// Proof of completeness: are the solutions of a decision tree all there are?
//
//     TreeProof proof = prove_complete(tree, {});
//     proof.verdict == TreeProof::Verdict::complete     // every solution was found
//     proof.missing                                     // those that were not
//
// Each solution of the tree is looked at by the plain checker, and their set is compared with an
// enumeration by an engine that shares nothing with the tree: one SAT session with a blocking
// clause for each solution, until the library itself answers UNSAT (search, in a build without
// SAT). Where there are too many to list so, the number of the tree's distinct, checked solutions
// is compared with an exact count instead. `method` says which.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/count.hpp"
#include "logic/tree/decision_tree.hpp"
#include "solve/solve.hpp"

namespace clew::logic::inline tree {

struct TreeProof {
    enum class Verdict : std::uint8_t {
        complete,    ///< the tree has every solution: proved
        incomplete,  ///< some are missing: `missing` has those that were met
        unknown,     ///< the other engine did not finish
    };
    enum class Method : std::uint8_t { enumeration, counting };

    Verdict verdict = Verdict::unknown;
    Method method = Method::enumeration;
    Engine engine = Engine::sat;
    Ending ending = Ending::exhausted;          ///< of the other engine
    std::optional<sat::EnumerateResult> sat{};  ///< what the SAT session did
    Count expected{};                           ///< solutions that it found
    std::uint64_t found = 0;                    ///< solutions of the tree
    std::vector<Grid> missing{};  ///< in the other engine's order; at most missing_limit
    std::uint64_t missing_count = 0;
};

const char* to_string(TreeProof::Verdict verdict);
const char* to_string(TreeProof::Method method);

struct TreeProofOptions {
    Budget budget{};
    std::uint64_t listed_at_most = 10'000;  ///< more solutions than that are counted, not listed
    std::uint64_t missing_limit = 1000;     ///< solutions kept in `missing`
};

/// Errors: ContractViolation if a solution of the tree is not one: a bug in the tree.
TreeProof prove_complete(const DecisionTree& tree, const TreeProofOptions& options = {});

/// "complete: 12 solutions, and SAT proves that there are no others", "incomplete: ...": a
/// sentence.
std::string sentence(const TreeProof& proof, Language language = Language::english);

}  // namespace clew::logic::inline tree
