#include "logic/tree/proof.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/rules/verify.hpp"

namespace clew::logic::inline tree {

const char* to_string(TreeProof::Verdict verdict) {
    return enum_name(verdict, {"complete", "incomplete", "unknown"});
}

const char* to_string(TreeProof::Method method) {
    return enum_name(method, {"enumeration", "counting"});
}

namespace {

void compare_with_enumeration(const DecisionTree& tree, const std::vector<Grid>& mine,
                              const TreeProofOptions& options, TreeProof& proof) {
    proof.method = TreeProof::Method::enumeration;
    // One more than the tree has is enough to refute it, but a full list of what is missing is more
    // useful.
    const SolveOptions how{.engine = is_built(Engine::sat) ? Engine::sat : Engine::search,
                           .budget = options.budget,
                           .limit = mine.size() + options.listed_at_most};
    const CountResult result = enumerate(tree.puzzle(), how, [&](const Grid& grid) {
        if (!std::ranges::binary_search(mine, grid)) {
            ++proof.missing_count;
            if (proof.missing.size() < options.missing_limit) proof.missing.push_back(grid);
        }
        return Flow::go_on;
    });
    proof.engine = result.engine;
    proof.ending = result.ending;
    proof.expected = result.solutions;
    proof.sat = result.sat;
    CLEW_REQUIRE(!result.exact() || !result.sat || result.sat->proved,
                 "prove_complete: no UNSAT at the end");
    if (proof.missing_count > 0)
        proof.verdict = TreeProof::Verdict::incomplete;
    else if (result.exact())
        proof.verdict = TreeProof::Verdict::complete;
    CLEW_REQUIRE(!result.exact() || result.solutions == Count{mine.size() + proof.missing_count},
                 "prove_complete: the tree has a solution that SAT has not");
}

void compare_with_count(const DecisionTree& tree, const TreeProofOptions& options,
                        TreeProof& proof) {
    proof.method = TreeProof::Method::counting;
    const CountResult result = count(tree.puzzle(), {.budget = options.budget});
    proof.engine = result.engine;
    proof.ending = result.ending;
    proof.expected = result.solutions;
    const Count found{proof.found};
    if (result.solutions > found)
        proof.verdict = TreeProof::Verdict::incomplete;
    else if (result.exact())
        proof.verdict = TreeProof::Verdict::complete;
    CLEW_REQUIRE(!result.exact() || result.solutions >= found,
                 "prove_complete: the tree has more solutions than there are");
    if (result.solutions > found) {
        const Count missing = result.solutions - found;
        proof.missing_count = missing.to_u64().value_or(unlimited);
    }
}

}  // namespace

TreeProof prove_complete(const DecisionTree& tree, const TreeProofOptions& options) {
    std::vector<Grid> mine = tree.solutions();
    std::ranges::sort(mine);
    CLEW_REQUIRE(std::ranges::adjacent_find(mine) == mine.end(),
                 "prove_complete: the tree has a solution twice");
    for (const Grid& grid : mine)
        CLEW_REQUIRE(is_solution(tree.puzzle(), grid),
                     "prove_complete: the tree has a solution that is none");
    TreeProof proof;
    proof.found = mine.size();
    if (mine.size() <= options.listed_at_most && tree.ending() == Ending::exhausted)
        compare_with_enumeration(tree, mine, options, proof);
    else
        compare_with_count(tree, options, proof);
    return proof;
}

std::string sentence(const TreeProof& proof, Language language) {
    const std::string by = proof.engine == Engine::sat
                               ? "SAT"
                               : say(language, "the {} engine", to_string(proof.engine));
    const std::string found =
        say(language, proof.found == 1 ? "{} solution" : "{} solutions", proof.found);
    switch (proof.verdict) {
        case TreeProof::Verdict::complete:
            return say(language, "complete: {}, and {} proves that there are no others", found, by);
        case TreeProof::Verdict::incomplete:
            return say(language,
                       proof.ending == Ending::exhausted
                           ? "incomplete: {}, but {} finds {}"
                           : "incomplete: {}, but {} finds at least {}",
                       found, by, proof.expected.grouped());
        case TreeProof::Verdict::unknown:
            return say(language, "not proved: {}; {} did not finish ({})", found, by,
                       say(language, to_string(proof.ending)));
    }
    return "";
}

}  // namespace clew::logic::inline tree
