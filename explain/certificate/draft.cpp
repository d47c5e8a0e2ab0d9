#include "explain/certificate/draft.hpp"

#include <fstream>

#include "core/formats/formats.hpp"
#include "explain/certificate/readme.hpp"

namespace clew::explain::inline certificate {

CertificateDraft::CertificateDraft(const Puzzle& puzzle, const std::string& folder)
    : puzzle_(puzzle), folder_(folder) {
    folder_.open(proof::puzzle_file) << write_record({.puzzle = puzzle}, "json");
}

void CertificateDraft::write_formula(const certify::CertifiedFormula& formula, std::uint64_t more,
                                     std::istream* text) {
    certify::write_formula(folder_.open(proof::formula_file), puzzle_, formula, more, text);
    folder_.finish();
}

std::vector<std::pair<std::string, std::size_t>> CertificateDraft::families(std::size_t more) {
    folder_.finish();
    std::ifstream text(folder_.path(proof::formula_file), std::ios::binary);
    return families_of(text, puzzle_, more);
}

Certified CertificateDraft::finish(const proof::CertificateClaim& claim,
                                   const std::vector<std::pair<std::string, std::size_t>>& families,
                                   std::size_t steps) {
    folder_.open(proof::readme_file)
        << (claim.about == "steps" ? explanation_readme(puzzle_, claim, steps, families)
                                   : certificate_readme(puzzle_, claim, families));
    folder_.finish();
    Certified made{.claim = claim,
                   .proof_bytes = folder_.bytes(proof::proof_file(claim.proof)),
                   .formula_bytes = folder_.bytes(proof::formula_file),
                   .steps = steps};
    folder_.commit(claim);
    return made;
}

}  // namespace clew::explain::inline certificate
