#include "proof/folder/check.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "core/base/file_error.hpp"
#include "core/base/stopped.hpp"
#include "core/base/text.hpp"
#include "core/formats/formats.hpp"
#include "proof/checker/explanation.hpp"

namespace clew::proof::inline folder {
namespace {

proof::CheckResult refused(std::string why) { return {.why = std::move(why)}; }

class Reader {
  public:
    Reader(const std::string& folder, const StopFlag* stop) : folder_(folder), stop_(stop) {}

    CheckedFolder run() {
        CheckedFolder found;
        try {
            found.claim = read_claim(folder_.string(), stop_);
            found.verdict = look(found.claim);
        } catch (const Stopped&) {
            found.verdict.stopped = true;
        }
        return found;
    }

  private:
    proof::CheckResult look(const CertificateClaim& claim) {
        const auto kind = proof::parse_proof_kind(claim.proof);
        if (!kind) return refused("a proof of an unknown kind, '" + claim.proof + "'");
        const std::string puzzle_name = (folder_ / puzzle_file).string();
        std::ifstream text = opened(puzzle_file);
        PuzzleReader reader{text, puzzle_name, {.format = "json"}};
        const std::optional<Record> record = reader.next();
        if (!record) return refused(puzzle_name + " holds no puzzle");
        if (reader.next()) return refused(puzzle_name + " holds more than one puzzle");
        return claim.about == "steps" ? steps(claim, *kind, record->puzzle)
                                      : solutions(claim, *kind, record->puzzle);
    }

    proof::CheckResult steps(const CertificateClaim& claim, proof::ProofKind kind,
                             const Puzzle& puzzle) {
        if (kind == proof::ProofKind::cpog) return refused("a proof of steps by cpog");
        std::ifstream formula = opened(formula_file);
        std::ifstream proof = opened(proof_file(claim.proof));
        std::ifstream list = opened(steps_file);
        proof::CheckResult found = proof::check_explanation({.puzzle = puzzle,
                                                             .formula = &formula,
                                                             .proof = &proof,
                                                             .kind = kind,
                                                             .steps = &list,
                                                             .stop = stop_});
        if (found.why.empty() && !found.stopped && found.count != claim.count)
            return refused("the proof shows " + found.count + " conclusions, " + claim.count +
                           " are claimed");
        return found;
    }

    proof::CheckResult solutions(const CertificateClaim& claim, proof::ProofKind kind,
                                 const Puzzle& puzzle) {
        std::ifstream formula = opened(formula_file);
        std::ifstream proof = opened(proof_file(claim.proof));
        std::ifstream list;
        if (claim.listed) list = opened(solutions_file);
        std::ifstream tree;
        if (claim.tree) tree = opened(tree_file);
        return proof::check_certificate({.puzzle = puzzle,
                                         .kind = kind,
                                         .count = claim.count,
                                         .formula = &formula,
                                         .proof = &proof,
                                         .solutions = claim.listed ? &list : nullptr,
                                         .tree = claim.tree ? &tree : nullptr,
                                         .stop = stop_});
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

std::string reason_of(const proof::CheckResult& verdict) {
    if (verdict.part.empty()) return quotable(verdict.why);
    return verdict.part + (verdict.line > 0 ? ", line " + std::to_string(verdict.line) : "") +
           ": " + quotable(verdict.why);
}

std::string claim_in_words(const CheckedFolder& found) {
    const std::string& count = found.verdict.count;
    return found.claim.about == "steps" ? "all " + count + " conclusions follow"
                                        : count_in_words(count);
}

}  // namespace clew::proof::inline folder
