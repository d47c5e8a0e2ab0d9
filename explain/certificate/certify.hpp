#pragma once
// Certificates: what a stranger needs to believe a count, a tree or an explanation without Clew.
//
//     const Certified made = certify(puzzle, "p92.cert", {.format = CertificateFormat::cpog});
//     if (made.outcome != CertifyOutcome::written) ... made.why    // nothing is written then
//     made.claim.count                                             // "12"
//
//     certify_tree(tree, "tree.cert")             // that the tree has all solutions
//     certify_steps(puzzle, entries, "walk.cert") // that each step follows from what it cites
//
// Each writes a folder (docs/certificates.md), which appears whole or not at all:
// proof::check_folder() (check.hpp) and public checkers read it. Errors of all three: FileError for
// a folder that holds something or cannot be written; InputError without place for a rule that
// nobody knows.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "logic/path/path.hpp"
#include "proof/certify/veripb_options.hpp"
#include "proof/folder/claim.hpp"

namespace clew::logic::inline tree {
class DecisionTree;
}

namespace clew::explain::inline certificate {

/// automatic: veripb for lists of up to two million; beyond, cpog if its graph is done within its
/// means, else veripb again if the list is.
enum class CertificateFormat : std::uint8_t { automatic, veripb, cpog, drat, lrat };

/// What progress is counted in.
enum class CertifyUnit : std::uint8_t { solutions, nodes };

struct CertifyOptions {
    CertificateFormat format = CertificateFormat::automatic;
    certify::Exclusions exclusions = certify::Exclusions::forgotten;  ///< of veripb
    bool listed = true;                                               ///< cpog lists nothing
    /// What automatic may spend: of a graph's decisions (some two kilobytes of memory each), and on
    /// a list (some three hundred bytes of disk each).
    struct Means {
        std::uint64_t listed_at_once = 2'000'000;
        std::uint64_t decisions = 1'000'000;
        std::uint64_t listed_at_last = 20'000'000;
    };
    Means means{};
    const StopFlag* stop = nullptr;
    /// Called with what is done so far, from the calling thread.
    std::function<void(CertifyUnit unit, std::uint64_t done)> on_progress{};
};

enum class CertifyOutcome : std::uint8_t {
    written,
    stopped,    ///< by the flag
    too_large,  ///< automatic: neither graph nor list is within its means
    not_whole,  ///< the tree is not
    nothing,    ///< no step concludes anything
    disagree,   ///< a step does not follow, or the proof has not the tree's solutions: a bug
};

struct Certified {
    CertifyOutcome outcome = CertifyOutcome::written;
    /// Unless it is written: how far it had come ("12 solutions"), or what is amiss.
    std::string why{};
    proof::CertificateClaim claim{};
    std::uint64_t proof_bytes = 0;
    std::uint64_t formula_bytes = 0;
    std::size_t steps = 0;  ///< of an explanation; of a tree, the proof's lines along it
};

/// That the puzzle has so many solutions. Memory: what is streamed needs none; cpog keeps its
/// graph.
Certified certify(const Puzzle& puzzle, const std::string& folder,
                  const CertifyOptions& options = {});

/// That the tree's solutions are all there are: a proof that goes along the tree, with what each of
/// its lines says of it. In any format but cpog; automatic: drat.
Certified certify_tree(const logic::DecisionTree& tree, const std::string& folder,
                       const CertifyOptions& options = {});

/// That what the steps conclude without any guess follows from the puzzle. Format as for a tree.
Certified certify_steps(const Puzzle& puzzle, std::span<const logic::Entry> entries,
                        const std::string& folder, const CertifyOptions& options = {});

}  // namespace clew::explain::inline certificate
