#include "explain/certificate/certify.hpp"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "encode/base/contract.hpp"
#include "encode/board/notation.hpp"
#include "encode/certify/formula.hpp"
#include "encode/certify/write_drat.hpp"
#include "encode/certify/write_lrat.hpp"
#include "encode/certify/write_veripb.hpp"
#include "encode/compile/cpog.hpp"
#include "encode/compile/formula.hpp"
#include "encode/solve/solve.hpp"
#include "explain/certificate/draft.hpp"
#include "explain/certificate/readme.hpp"
#include "explain/tree/tree_guide.hpp"

namespace clew::explain {
namespace {

using certify::CertifiedFormula;

constexpr const char* blocking = "blocking.tmp";

/// Writes each solution on a line of its own, and hands on what a proof is made of.
class Listing final : public certify::ProofSink {
  public:
    Listing(certify::ProofSink& proof, const CertifiedFormula& formula, const Puzzle& puzzle,
            std::ostream* list, const CertifyOptions& options)
        : proof_(proof), formula_(formula), puzzle_(puzzle), list_(list), options_(options) {}

    certify::LemmaId solution(std::span<const cnf::Lit> decisions,
                              std::span<const cnf::Lit> excluded, std::span<const cnf::Lit> model,
                              const certify::Propagator& state) override {
        ++solutions_;
        if (options_.on_headway) options_.on_headway(CertifyUnit::solutions, solutions_);
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
    const CertifiedFormula& formula_;
    const Puzzle& puzzle_;
    std::ostream* list_;
    const CertifyOptions& options_;
    std::uint64_t solutions_ = 0;
};

/// What each line of the proof says of the tree, behind the first `number`.
void write_lines(std::ostream& out, const TreeGuide& guide, const CertifiedFormula& formula,
                 std::size_t size, std::uint64_t number) {
    for (const TreeGuide::Line& line : guide.lines()) {
        out << ++number << '\t' << line.at << '\t';
        bool first = true;
        for (const cnf::Lit l : line.excluded) {
            if (l.var().index() >= formula.candidates.size()) continue;  // a rule's helper
            out << (first ? "" : " ") << to_string(formula.candidates[l.var().index()], size);
            first = false;
        }
        out << '\t' << line.because << '\n';
    }
}

/// A certificate of the number of solutions; of a tree's, if there is one.
class Counting {
  public:
    Counting(const Puzzle& puzzle, const DecisionTree* tree, const std::string& folder,
             const CertifyOptions& options)
        : puzzle_(puzzle), tree_(tree), options_(options), draft_(puzzle, folder) {}

    Certified run() {
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
        return {};
    }

  private:
    static Certified stopped(const std::string& after) {
        return {.outcome = CertifyOutcome::stopped, .why = after};
    }
    bool is_stopped() const { return options_.stop != nullptr && options_.stop->raised(); }

    Count solutions_up_to(std::uint64_t most) {
        return count(puzzle_,
                     {.engine = Engine::search, .budget = {.stop = options_.stop}, .limit = most})
            .solutions;
    }
    /// True if a log of all solutions would be long.
    bool is_past_listing() {
        constexpr std::uint64_t most = 2'000'000;
        return solutions_up_to(most + 1) > Count{most};
    }

    Certified by_graph() {
        const cnf::OpenEncoding formula = compile::open_formula(puzzle_);
        compile::write_formula(draft_.open(formula_file), puzzle_, formula);
        compile::CompileOptions options = compile::board_options(puzzle_.geometry(), formula);
        options.budget.stop = options_.stop;
        if (options_.on_headway)
            options.on_headway = [this](std::uint64_t nodes) {
                options_.on_headway(CertifyUnit::nodes, nodes);
            };
        const compile::CpogReport done = compile::write_cpog(
            draft_.open(proof_file("cpog")), formula.formula, formula.var_count, options);
        if (done.ending != Ending::exhausted)
            return stopped(std::to_string(done.decisions) + " decisions");
        return draft_.finish({.proof = "cpog", .count = done.count.to_string()},
                             draft_.families(0));
    }

    Certified by_log() {
        const CertifiedFormula formula = certify::certified_formula(puzzle_);
        certify::VeripbWriter writer{draft_.open(proof_file("veripb")), formula.formula.size(),
                                     options_.version, options_.exclusions};
        const certify::WalkReport done = walk(formula, writer);
        if (done.ending != Ending::exhausted)
            return stopped(std::to_string(done.solutions) + " solutions");
        writer.finish(done);
        return finish_list(
            formula,
            {.proof = "veripb",
             .version = options_.version == certify::VeripbVersion::v3 ? "3.0" : "2.0",
             .listed = options_.listed},
            done.solutions, 0);
    }

    Certified by_blocking(CertificateFormat format) {
        const CertifiedFormula formula = certify::certified_formula(puzzle_);
        const bool numbered = format == CertificateFormat::lrat;
        const std::string proof = numbered ? "lrat" : "drat";
        std::uint64_t known = 0;
        if (numbered && tree_ != nullptr) {
            known = tree_->totals().solutions;
        } else if (numbered) {
            const Count all = solutions_up_to(unlimited);
            if (is_stopped()) return stopped("counting the solutions");
            CLEW_REQUIRE(all.to_u64().has_value(), "certify: too many solutions to list");
            known = *all.to_u64();
        }
        std::ofstream& out = draft_.open(proof_file(proof));
        std::ofstream& clauses = draft_.open(blocking);
        certify::WalkReport done;
        if (numbered) {
            certify::LratWriter writer{out, clauses, formula.open, formula.formula.size(), known};
            done = walk(formula, writer);
            before_ = writer.lemmas_before();
        } else {
            certify::DratWriter writer{out, clauses, formula.open};
            done = walk(formula, writer);
        }
        if (done.ending != Ending::exhausted)
            return stopped(std::to_string(done.solutions) + " solutions");
        CLEW_REQUIRE(!numbered || tree_ != nullptr || done.solutions == known,
                     "certify: two counts that differ");
        return finish_list(formula, {.proof = proof, .listed = true}, done.solutions,
                           done.solutions);
    }

    certify::WalkReport walk(const CertifiedFormula& formula, certify::ProofSink& writer) {
        std::ofstream* const list = options_.listed ? &draft_.open(solutions_file) : nullptr;
        Listing all{writer, formula, puzzle_, list, options_};
        if (tree_ != nullptr) guide_.emplace(*tree_, formula);
        return certify::walk(formula.formula, formula.variables, formula.candidates.size(),
                             {.stop = options_.stop}, all, guide_ ? &*guide_ : nullptr);
    }

    /// The formula, whose header needs to know how many clauses come behind its own.
    Certified finish_list(const CertifiedFormula& formula, CertificateClaim claim,
                          std::uint64_t solutions, std::uint64_t more) {
        if (tree_ != nullptr && solutions != tree_->totals().solutions)
            return {.outcome = CertifyOutcome::disagree,
                    .why = fmt::format("the tree has {} solutions, its proof {}",
                                       tree_->totals().solutions, solutions),
                    .claim = {.tree = true}};
        claim.count = std::to_string(solutions);
        claim.tree = guide_.has_value();
        if (guide_)
            write_lines(draft_.open(tree_file), *guide_, formula, puzzle_.geometry().size(),
                        before_);
        CertificateFolder& folder = draft_.folder();
        folder.finish();
        std::ifstream text;
        if (more > 0) text.open(folder.path(blocking), std::ios::binary);
        draft_.write_formula(formula, more, &text);
        text.close();
        folder.drop(blocking);
        std::stringstream own;  // without the solutions
        certify::write_formula(own, puzzle_, formula, 0, nullptr);
        return draft_.finish(claim, families_of(own, puzzle_), guide_ ? guide_->lines().size() : 0);
    }

    const Puzzle& puzzle_;
    const DecisionTree* tree_;
    const CertifyOptions& options_;
    CertificateDraft draft_;
    std::optional<TreeGuide> guide_;
    std::uint64_t before_ = 0;  // lines of the proof before the first of the tree
};

}  // namespace

Certified certify(const Puzzle& puzzle, const std::string& folder, const CertifyOptions& options) {
    return Counting{puzzle, nullptr, folder, options}.run();
}

Certified certify_tree(const DecisionTree& tree, const std::string& folder,
                       const CertifyOptions& options) {
    if (tree.ending() != Ending::exhausted)
        return {.outcome = CertifyOutcome::not_whole, .why = "the tree is not whole"};
    CLEW_REQUIRE(options.format != CertificateFormat::cpog, "certify_tree: cpog follows no tree");
    CertifyOptions along = options;
    if (along.format == CertificateFormat::automatic) along.format = CertificateFormat::drat;
    return Counting{tree.puzzle(), &tree, folder, along}.run();
}

}  // namespace clew::explain
