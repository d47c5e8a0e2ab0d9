#pragma once
// CertificateDraft: a certificate while it is made; what all kinds of them have in common.
//
//     CertificateDraft draft{puzzle, "p92.cert"};         // its folder, with puzzle.json
//     certify::DratWriter writer{draft.open(proof::proof_file("drat")), ...};
//     draft.write_formula(formula, 0, nullptr);
//     return draft.finish(claim, draft.families(1));      // the page, the manifest, the name

#include <cstddef>
#include <istream>
#include <string>
#include <utility>
#include <vector>

#include "core/board/puzzle.hpp"
#include "explain/certificate/certify.hpp"
#include "proof/certify/formula.hpp"
#include "proof/folder/folder.hpp"

namespace clew::explain::inline certificate {

class CertificateDraft {
  public:
    /// The puzzle must outlive the object. Errors of all members: FileError.
    CertificateDraft(const Puzzle& puzzle, const std::string& folder);

    proof::CertificateFolder& folder() { return folder_; }
    std::ofstream& open(const std::string& file) { return folder_.open(file); }
    /// formula.cnf, with `more` clauses behind its own, copied from a text of one a line.
    void write_formula(const certify::CertifiedFormula& formula, std::uint64_t more,
                       std::istream* text);
    /// What the clauses of formula.cnf say, all but the last `more`.
    std::vector<std::pair<std::string, std::size_t>> families(std::size_t more);
    /// README.md, the manifest, and the folder takes its name. `steps` are an explanation's.
    Certified finish(const proof::CertificateClaim& claim,
                     const std::vector<std::pair<std::string, std::size_t>>& families,
                     std::size_t steps = 0);

  private:
    const Puzzle& puzzle_;
    proof::CertificateFolder folder_;
};

}  // namespace clew::explain::inline certificate
