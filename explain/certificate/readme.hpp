#pragma once
// The page that lies beside a certificate: what it says, what to look at, how to check it.
//
//     out << certificate_readme(puzzle, claim, families);

#include <cstddef>
#include <istream>
#include <string>
#include <utility>
#include <vector>

#include "core/board/puzzle.hpp"
#include "proof/folder/claim.hpp"

namespace clew::explain::inline certificate {

/// What the clauses of a formula's text say, all but the last `more`: counted by the checker, which
/// knows nothing of who wrote them.
std::vector<std::pair<std::string, std::size_t>> families_of(std::istream& formula,
                                                             const Puzzle& puzzle,
                                                             std::size_t more = 0);

/// `families` as families_of() tells them.
std::string certificate_readme(const Puzzle& puzzle, const proof::CertificateClaim& claim,
                               const std::vector<std::pair<std::string, std::size_t>>& families);

/// The same page beside the certificate of an explanation of so many steps.
std::string explanation_readme(const Puzzle& puzzle, const proof::CertificateClaim& claim,
                               std::size_t steps,
                               const std::vector<std::pair<std::string, std::size_t>>& families);

}  // namespace clew::explain::inline certificate
