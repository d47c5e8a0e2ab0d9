#include "explain/certificate/check.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "encode/base/file_error.hpp"
#include "encode/formats/formats.hpp"
#include "encode/proof/explanation.hpp"

namespace clew::explain {
namespace {

proof::Verdict refused(std::string why) { return {.why = std::move(why)}; }

class Reader {
  public:
    Reader(const std::string& folder, const StopFlag* stop) : folder_(folder), stop_(stop) {}

    CheckedFolder run() {
        CheckedFolder found{.claim = read_claim(folder_.string())};
        found.verdict = look(found.claim);
        return found;
    }

  private:
    proof::Verdict look(const CertificateClaim& claim) {
        const auto kind = proof::parse_proof_kind(claim.proof);
        if (!kind) return refused("a proof of an unknown kind, '" + claim.proof + "'");
        const std::string puzzle_name = (folder_ / puzzle_file).string();
        std::ifstream text = opened(puzzle_file);
        PuzzleReader reader{text, puzzle_name, {.format = "json"}};
        const std::optional<Record> record = reader.next();
        if (!record) return refused(puzzle_name + " holds no puzzle");
        return claim.about == "steps" ? steps(claim, *kind, record->puzzle)
                                      : solutions(claim, *kind, record->puzzle);
    }

    proof::Verdict steps(const CertificateClaim& claim, proof::ProofKind kind,
                         const Puzzle& puzzle) {
        if (kind == proof::ProofKind::cpog) return refused("a proof of steps by cpog");
        std::ifstream formula = opened(formula_file);
        std::ifstream proof = opened(proof_file(claim.proof));
        std::ifstream list = opened(steps_file);
        proof::Verdict found = proof::check_explanation({.puzzle = puzzle,
                                                         .formula = &formula,
                                                         .proof = &proof,
                                                         .kind = kind,
                                                         .steps = &list,
                                                         .stop = stop_});
        if (found.accepted && found.count != claim.count)
            return refused("the proof shows " + found.count + " conclusions, " + claim.count +
                           " are claimed");
        return found;
    }

    proof::Verdict solutions(const CertificateClaim& claim, proof::ProofKind kind,
                             const Puzzle& puzzle) {
        std::ifstream formula = opened(formula_file);
        std::ifstream proof = opened(proof_file(claim.proof));
        std::ifstream list;
        if (claim.listed) list = opened(solutions_file);
        proof::Verdict found =
            proof::check_certificate({.puzzle = puzzle,
                                      .kind = kind,
                                      .count = claim.count,
                                      .formula = &formula,
                                      .proof = &proof,
                                      .solutions = claim.listed ? &list : nullptr,
                                      .stop = stop_});
        if (!claim.tree || !found.accepted) return found;
        if (kind == proof::ProofKind::cpog) return refused("a tree that cpog follows");
        formula = opened(formula_file);
        proof = opened(proof_file(claim.proof));
        std::ifstream lines = opened(tree_file);
        const proof::Result said =
            proof::check_tree_lines(formula, puzzle.geometry(), kind, proof, lines);
        if (!said.accepted) return {.why = said.why, .part = tree_file, .line = said.line};
        found.checked.push_back("each of the " + std::to_string(said.steps) +
                                " lines about the tree names the choices that the proof's line "
                                "refutes");
        found.trusted.emplace_back("the tree's nodes and reasons, as the lines name them");
        return found;
    }

    std::ifstream opened(const std::string& file) const {
        const std::string name = (folder_ / file).string();
        errno = 0;
        std::ifstream stream(name, std::ios::binary);
        if (!stream) throw FileError(name, "cannot be opened", errno);
        return stream;
    }

    std::filesystem::path folder_;
    const StopFlag* stop_;
};

}  // namespace

CheckedFolder check_folder(const std::string& folder, const StopFlag* stop) {
    return Reader{folder, stop}.run();
}

std::string reason_of(const proof::Verdict& verdict) {
    if (verdict.part.empty()) return verdict.why;
    return verdict.part + (verdict.line > 0 ? ", line " + std::to_string(verdict.line) : "") +
           ": " + verdict.why;
}

}  // namespace clew::explain
