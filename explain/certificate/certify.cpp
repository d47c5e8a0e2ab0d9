#include "explain/certificate/certify.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <fstream>
#include <optional>
#include <sstream>

#include "core/base/contract.hpp"
#include "core/base/text_buffer.hpp"
#include "core/board/notation.hpp"
#include "explain/certificate/draft.hpp"
#include "explain/certificate/readme.hpp"
#include "logic/tree/tree_guide.hpp"
#include "proof/certify/formula.hpp"
#include "proof/certify/write_drat.hpp"
#include "proof/certify/write_lrat.hpp"
#include "proof/certify/write_veripb.hpp"
#include "solve/compile/cpog.hpp"
#include "solve/compile/formula.hpp"
#include "solve/solve.hpp"

namespace clew::explain::inline certificate {
namespace {

using certify::CertifiedFormula;

constexpr const char* blocking = "blocking.tmp";

/// Writes each solution on a line of its own, and hands on what a proof is made of.
class Listing final : public certify::ProofSink {
  public:
    Listing(certify::ProofSink& proof, const CertifiedFormula& formula, const Puzzle& puzzle,
            std::ostream* list, const CertifyOptions& options)
        : proof_(proof), options_(options), line_(to_line(puzzle) + "\n") {
        if (list == nullptr) return;
        list_.emplace(*list);
        places_.resize(formula.variables, {.cell = line_.size() - 1, .symbol = '\n'});
        for (const cnf::Var v : formula.open) {
            const Candidate& c = formula.candidates[v.index()];
            if (!puzzle.geometry().on_board(c.cell)) continue;
            const auto cells = puzzle.geometry().cells();
            const auto at = std::ranges::lower_bound(cells, c.cell) - cells.begin();
            places_[v.index()] = {static_cast<std::size_t>(at), digit_symbol(c.digit)};
        }
    }

    certify::LemmaId solution(const certify::FoundModel& found,
                              const certify::Propagator& state) override {
        ++solutions_;
        if (options_.on_progress) options_.on_progress(CertifyUnit::solutions, solutions_);
        if (list_) {
            for (const cnf::Lit l : found.changed) {
                if (l.is_negative()) continue;
                const Place& place = places_[l.var().index()];
                line_[place.cell] = place.symbol;
            }
            *list_ << line_;
        }
        return proof_.solution(found, state);
    }
    certify::LemmaId lemma(std::span<const cnf::Lit> clause,
                           std::span<const certify::Antecedent> antecedents) override {
        return proof_.lemma(clause, antecedents);
    }
    void forget(std::span<const certify::LemmaId> lemmas) override { proof_.forget(lemmas); }
    void begin(const certify::Propagator& state) override { proof_.begin(state); }

  private:
    /// Where the candidate of a variable stands in a line; of other variables the line's end.
    struct Place {
        std::size_t cell = 0;
        char symbol = '.';
    };

    certify::ProofSink& proof_;
    const CertifyOptions& options_;
    std::optional<TextBuffer> list_;
    std::vector<Place> places_;  // by variable
    std::string line_;           // of the last solution; of the clues at first
    std::uint64_t solutions_ = 0;
};

/// What each line of the proof says of the tree, behind the first `number`.
void write_lines(std::ostream& out, const logic::TreeGuide& guide, const CertifiedFormula& formula,
                 std::size_t size, std::uint64_t number) {
    for (const logic::TreeGuide::Line& line : guide.lines()) {
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
    Counting(const Puzzle& puzzle, const logic::DecisionTree* tree, const std::string& folder,
             const CertifyOptions& options)
        : puzzle_(puzzle), tree_(tree), options_(options), draft_(puzzle, folder) {}

    Certified run() {
        switch (options_.format) {
            case CertificateFormat::cpog:
                return by_graph(unlimited);
            case CertificateFormat::drat:
            case CertificateFormat::lrat:
                return by_blocking(options_.format);
            case CertificateFormat::veripb:
                return by_log();
            case CertificateFormat::automatic:
                return by_what_fits();
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
    bool has_at_most(std::uint64_t solutions) {
        return solutions_up_to(solutions + 1) <= Count{solutions};
    }

    Certified by_what_fits() {
        const CertifyOptions::Means& means = options_.means;
        if (has_at_most(means.listed_at_once)) return by_log();
        Certified graph = by_graph(means.decisions);
        if (graph.outcome != CertifyOutcome::too_large) return graph;
        if (!has_at_most(means.listed_at_last)) {
            graph.why = fmt::format(
                "more than {} solutions, and a graph of them takes more than {} decisions: veripb "
                "and cpog by name go on as long as there is room",
                means.listed_at_last, means.decisions);
            return graph;
        }
        draft_.folder().finish();
        draft_.folder().drop(proof::formula_file);
        draft_.folder().drop(proof::proof_file("cpog"));
        return by_log();
    }

    Certified by_graph(std::uint64_t decisions) {
        const cnf::OpenEncoding formula = compile::open_formula(puzzle_);
        compile::write_formula(draft_.open(proof::formula_file), puzzle_, formula);
        compile::CompileOptions options = compile::board_options(puzzle_.geometry(), formula);
        options.budget = {.stop = options_.stop, .max_nodes = decisions};
        if (options_.on_progress)
            options.on_progress = [this](std::uint64_t nodes) {
                options_.on_progress(CertifyUnit::nodes, nodes);
            };
        const compile::CpogReport done = compile::write_cpog(
            draft_.open(proof::proof_file("cpog")), formula.formula, formula.var_count, options);
        if (done.ending == Ending::out_of_budget) return {.outcome = CertifyOutcome::too_large};
        if (done.ending != Ending::exhausted)
            return stopped(std::to_string(done.decisions) + " decisions");
        return draft_.finish({.proof = "cpog", .version = "2025", .count = done.count.to_string()},
                             draft_.families(0));
    }

    Certified by_log() {
        const CertifiedFormula formula = certify::certified_formula(puzzle_);
        certify::VeripbWriter writer{draft_.open(proof::proof_file("veripb")),
                                     formula.formula.size(), options_.exclusions};
        const certify::WalkReport done = walk(formula, writer);
        if (done.ending != Ending::exhausted)
            return stopped(std::to_string(done.solutions) + " solutions");
        writer.finish(done);
        return finish_list(formula,
                           {.proof = "veripb", .version = "3.0", .listed = options_.listed},
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
        std::ofstream& out = draft_.open(proof::proof_file(proof));
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
        std::ofstream* const list = options_.listed ? &draft_.open(proof::solutions_file) : nullptr;
        Listing all{writer, formula, puzzle_, list, options_};
        if (tree_ != nullptr) guide_.emplace(*tree_, formula);
        return certify::walk(formula.formula, formula.variables, formula.candidates.size(),
                             {.stop = options_.stop}, all, guide_ ? &*guide_ : nullptr);
    }

    /// The formula, whose header needs to know how many clauses come behind its own.
    Certified finish_list(const CertifiedFormula& formula, proof::CertificateClaim claim,
                          std::uint64_t solutions, std::uint64_t more) {
        if (tree_ != nullptr && solutions != tree_->totals().solutions)
            return {.outcome = CertifyOutcome::disagree,
                    .why = fmt::format("the tree has {} solutions, its proof {}",
                                       tree_->totals().solutions, solutions),
                    .claim = {.tree = true}};
        claim.count = std::to_string(solutions);
        claim.tree = guide_.has_value();
        if (guide_)
            write_lines(draft_.open(proof::tree_file), *guide_, formula, puzzle_.geometry().size(),
                        before_);
        proof::CertificateFolder& folder = draft_.folder();
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
    const logic::DecisionTree* tree_;
    const CertifyOptions& options_;
    CertificateDraft draft_;
    std::optional<logic::TreeGuide> guide_;
    std::uint64_t before_ = 0;  // lines of the proof before the first of the tree
};

}  // namespace

Certified certify(const Puzzle& puzzle, const std::string& folder, const CertifyOptions& options) {
    return Counting{puzzle, nullptr, folder, options}.run();
}

Certified certify_tree(const logic::DecisionTree& tree, const std::string& folder,
                       const CertifyOptions& options) {
    if (tree.ending() != Ending::exhausted)
        return {.outcome = CertifyOutcome::not_whole, .why = "the tree is not whole"};
    CLEW_REQUIRE(options.format != CertificateFormat::cpog, "certify_tree: cpog follows no tree");
    CertifyOptions along = options;
    if (along.format == CertificateFormat::automatic) along.format = CertificateFormat::drat;
    return Counting{tree.puzzle(), &tree, folder, along}.run();
}

}  // namespace clew::explain::inline certificate
