#pragma once
// The page that lies beside a certificate: what it says, what to look at, how to check it.
//
//     out << certificate_readme(puzzle, claim, families);

#include <string>
#include <utility>
#include <vector>

#include "cli/certificate_folder.hpp"
#include "encode/board/puzzle.hpp"

namespace clew::cli {

/// `families` as proof::Justification::families tells them.
std::string certificate_readme(const Puzzle& puzzle, const CertificateClaim& claim,
                               const std::vector<std::pair<std::string, std::size_t>>& families);

/// The same page beside the certificate of an explanation of so many steps.
std::string explanation_readme(const Puzzle& puzzle, const CertificateClaim& claim,
                               std::size_t steps,
                               const std::vector<std::pair<std::string, std::size_t>>& families);

/// "exactly 12 solutions", "exactly 1 solution", "no solution".
std::string count_in_words(const std::string& count);

}  // namespace clew::cli
