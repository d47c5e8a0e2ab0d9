#pragma once
// Certificates of what was found by logic: a decision tree's completeness, an explanation's steps.
//
//     const Certified done = certify_tree(tree, "p92.cert", &stop);
//     const Certified done = certify_steps(puzzle, path.entries, "walk.cert", &stop);
//     host.err << done.said;              // "12 solutions, certified in p92.cert by 38 lines ..."
//
// Folders as CertificateFolder writes them, whole or not at all; `clew check` reads both.

#include <span>
#include <string>

#include "cli/exit_code.hpp"
#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"
#include "logic/path.hpp"

namespace clew::explain {
class DecisionTree;
}

namespace clew::cli {

struct Certified {
    ExitCode code = ExitCode::ok;
    std::string said;  ///< a sentence
};

/// That the tree's solutions are all there are: a proof that goes along the tree, with what each of
/// its lines says of it. Not for a tree that is not whole. Errors: FileError.
Certified certify_tree(const explain::DecisionTree& tree, const std::string& folder,
                       const StopFlag* stop);

/// That what the steps conclude without any guess follows from the puzzle. Not if one does not, or
/// there are none. Errors: FileError.
Certified certify_steps(const Puzzle& puzzle, std::span<const logic::Entry> entries,
                        const std::string& folder, const StopFlag* stop);

}  // namespace clew::cli
