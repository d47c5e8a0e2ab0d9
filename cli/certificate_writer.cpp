#include "cli/certificate_writer.hpp"

#include <fstream>
#include <functional>
#include <sstream>

#include "cli/certificate_readme.hpp"
#include "cli/puzzle_input.hpp"
#include "encode/base/contract.hpp"
#include "encode/board/notation.hpp"
#include "encode/certify/formula.hpp"
#include "encode/certify/write_drat.hpp"
#include "encode/certify/write_lrat.hpp"
#include "encode/compile/cpog.hpp"
#include "encode/compile/formula.hpp"
#include "encode/solve/solve.hpp"

namespace clew::cli {
namespace {

constexpr const char* blocking = "blocking.tmp";

/// Writes each solution on a line of its own, and hands on what a proof is made of.
class Listing final : public certify::ProofSink {
  public:
    Listing(certify::ProofSink& proof, const certify::CertifiedFormula& formula,
            const Puzzle& puzzle, std::ostream* list, ProgressLine& progress)
        : proof_(proof), formula_(formula), puzzle_(puzzle), list_(list), progress_(progress) {}

    certify::LemmaId solution(std::span<const cnf::Lit> decisions,
                              std::span<const cnf::Lit> excluded, std::span<const cnf::Lit> model,
                              const certify::Propagator& state) override {
        progress_.add(1);
        if (list_ != nullptr) *list_ << to_line(certify::grid_of(formula_, puzzle_, model)) << "\n";
        return proof_.solution(decisions, excluded, model, state);
    }
    certify::LemmaId lemma(std::span<const cnf::Lit> clause,
                           std::span<const certify::Antecedent> antecedents) override {
        return proof_.lemma(clause, antecedents);
    }
    void forget(std::span<const certify::LemmaId> lemmas) override { proof_.forget(lemmas); }
    void begin(const certify::Propagator& state) override { proof_.begin(state); }

  private:
    certify::ProofSink& proof_;
    const certify::CertifiedFormula& formula_;
    const Puzzle& puzzle_;
    std::ostream* list_;
    ProgressLine& progress_;
};

class Writer {
  public:
    Writer(Host& host, Watch& watch, const Puzzle& puzzle, const std::string& folder,
           const CertifyOptions& options)
        : host_(host), watch_(watch), puzzle_(puzzle), folder_(folder), options_(options) {}

    std::optional<WrittenCertificate> run() {
        folder_.open(puzzle_file) << write_record({.puzzle = puzzle_}, "json");
        CertificateFormat format = options_.format;
        if (format == CertificateFormat::automatic)
            format = is_past_listing() ? CertificateFormat::cpog : CertificateFormat::veripb;
        switch (format) {
            case CertificateFormat::cpog:
                return by_graph();
            case CertificateFormat::drat:
            case CertificateFormat::lrat:
                return by_blocking(format);
            case CertificateFormat::automatic:
            case CertificateFormat::veripb:
                return by_log();
        }
        return std::nullopt;
    }

  private:
    std::optional<WrittenCertificate> nothing(const std::string& after) {
        host_.err << "clew: " << watch_.why() << " after " << after
                  << ": nothing is certified, nothing written\n";
        return std::nullopt;
    }

    Count solutions_up_to(std::uint64_t most) {
        return count(puzzle_,
                     {.engine = Engine::search, .budget = {.stop = &watch_.flag()}, .limit = most})
            .solutions;
    }
    /// True if a log of all solutions would be long.
    bool is_past_listing() {
        constexpr std::uint64_t most = 2'000'000;
        return solutions_up_to(most + 1) > Count{most};
    }

    std::optional<WrittenCertificate> by_graph() {
        const cnf::OpenEncoding formula = compile::open_formula(puzzle_);
        compile::write_formula(folder_.open(formula_file), puzzle_, formula);
        compile::CpogReport done;
        {
            ProgressLine progress{host_, "nodes", options_.quiet};
            compile::CompileOptions options = compile::board_options(puzzle_.geometry(), formula);
            options.budget.stop = &watch_.flag();
            options.on_headway = [&](std::uint64_t nodes) { progress.reach(nodes); };
            done = compile::write_cpog(folder_.open(proof_file("cpog")), formula.formula,
                                       formula.var_count, options);
        }
        if (done.ending != Ending::exhausted)
            return nothing(std::to_string(done.decisions) + " decisions");
        folder_.finish();
        std::ifstream text(folder_.path(formula_file), std::ios::binary);
        return finish({.proof = "cpog", .count = done.count.to_string()},
                      families_of(text, puzzle_));
    }

    std::optional<WrittenCertificate> by_log() {
        const certify::CertifiedFormula formula = certify::certified_formula(puzzle_);
        certify::VeripbWriter writer{folder_.open(proof_file("veripb")), formula.formula.size(),
                                     options_.version, options_.exclusions};
        const certify::WalkReport done = walk(formula, writer);
        if (done.ending != Ending::exhausted)
            return nothing(std::to_string(done.solutions) + " solutions");
        writer.finish(done);
        return finish_list(
            formula,
            {.proof = "veripb",
             .version = options_.version == certify::VeripbVersion::v3 ? "3.0" : "2.0",
             .listed = options_.listed},
            done.solutions, 0);
    }

    std::optional<WrittenCertificate> by_blocking(CertificateFormat format) {
        const certify::CertifiedFormula formula = certify::certified_formula(puzzle_);
        const bool numbered = format == CertificateFormat::lrat;
        const std::string proof = numbered ? "lrat" : "drat";
        std::uint64_t known = 0;
        if (numbered) {
            const Count all = solutions_up_to(unlimited);
            if (watch_.stopped()) return nothing("counting the solutions");
            CLEW_REQUIRE(all.to_u64().has_value(), "certify: too many solutions to list");
            known = *all.to_u64();
        }
        std::ofstream& out = folder_.open(proof_file(proof));
        std::ofstream& clauses = folder_.open(blocking);
        certify::WalkReport done;
        if (numbered) {
            certify::LratWriter writer{out, clauses, formula.open, formula.formula.size(), known};
            done = walk(formula, writer);
        } else {
            certify::DratWriter writer{out, clauses, formula.open};
            done = walk(formula, writer);
        }
        if (done.ending != Ending::exhausted)
            return nothing(std::to_string(done.solutions) + " solutions");
        CLEW_REQUIRE(!numbered || done.solutions == known, "certify: two counts that differ");
        return finish_list(formula, {.proof = proof, .listed = true}, done.solutions,
                           done.solutions);
    }

    certify::WalkReport walk(const certify::CertifiedFormula& formula, certify::ProofSink& writer) {
        std::ofstream* const list = options_.listed ? &folder_.open(solutions_file) : nullptr;
        ProgressLine progress{host_, "solutions", options_.quiet};
        Listing all{writer, formula, puzzle_, list, progress};
        return certify::walk(formula.formula, formula.variables, formula.candidates.size(),
                             {.stop = &watch_.flag()}, all);
    }

    /// The formula, whose header needs to know how many clauses come behind its own.
    std::optional<WrittenCertificate> finish_list(const certify::CertifiedFormula& formula,
                                                  CertificateClaim claim, std::uint64_t solutions,
                                                  std::uint64_t more) {
        claim.count = std::to_string(solutions);
        folder_.finish();
        std::ifstream text;
        if (more > 0) text.open(folder_.path(blocking), std::ios::binary);
        certify::write_formula(folder_.open(formula_file), puzzle_, formula, more, &text);
        folder_.finish();
        text.close();
        folder_.drop(blocking);
        std::stringstream own;  // without the solutions
        certify::write_formula(own, puzzle_, formula, 0, nullptr);
        return finish(claim, families_of(own, puzzle_));
    }

    /// The page and the manifest.
    WrittenCertificate finish(const CertificateClaim& claim,
                              const std::vector<std::pair<std::string, std::size_t>>& said) {
        folder_.open(readme_file) << certificate_readme(puzzle_, claim, said);
        folder_.finish();
        WrittenCertificate written{.claim = claim,
                                   .proof_bytes = folder_.bytes(proof_file(claim.proof)),
                                   .formula_bytes = folder_.bytes(formula_file)};
        folder_.commit(claim);
        return written;
    }

    Host& host_;
    Watch& watch_;
    const Puzzle& puzzle_;
    CertificateFolder folder_;
    const CertifyOptions& options_;
};

}  // namespace

std::optional<WrittenCertificate> write_certificate(Host& host, Watch& watch, const Puzzle& puzzle,
                                                    const std::string& folder,
                                                    const CertifyOptions& options) {
    return Writer{host, watch, puzzle, folder, options}.run();
}

}  // namespace clew::cli
