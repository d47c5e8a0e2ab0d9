#pragma once
// Whether the certificate in a folder is right.
//
//     const CheckedFolder found = check_folder("p92.cert");
//     if (!found.verdict.accepted) std::puts(reason_of(found.verdict).c_str());
//     found.claim.count, found.verdict.checked, found.verdict.trusted
//
// By the checkers of proof/checker. What they share with what writes certificates:
// docs/certificates.md.

#include <string>

#include "core/base/outcome.hpp"
#include "proof/checker/certificate.hpp"
#include "proof/folder/claim.hpp"

namespace clew::proof::inline folder {

struct CheckedFolder {
    CertificateClaim claim{};
    proof::CheckResult verdict{};
};

/// Looks at everything: sizes and digests, that the formula says what the puzzle asks, solutions,
/// proof, what is said of a tree or of steps, and that the number is the one claimed. Errors:
/// FileError for a file that is not there; InputError, with its place, for a folder whose files are
/// not those of its manifest and for a text that is none of its kind.
CheckedFolder check_folder(const std::string& folder, const StopFlag* stop = nullptr);

/// "proof, line 12: it does not follow", in one line that a terminal shows; requires a verdict that
/// rejects.
std::string reason_of(const proof::CheckResult& verdict);

/// "exactly 12 solutions", "all 52 conclusions follow"; requires a verdict that does not reject.
std::string claim_in_words(const CheckedFolder& found);

}  // namespace clew::proof::inline folder
