#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "encode/base/contract.hpp"
#include "encode/board/notation.hpp"
#include "encode/certify/conclusions.hpp"
#include "encode/certify/formula.hpp"
#include "encode/certify/write_drat.hpp"
#include "encode/certify/write_lrat.hpp"
#include "encode/certify/write_veripb.hpp"
#include "explain/certificate/certify.hpp"
#include "explain/certificate/draft.hpp"

namespace clew::explain {
namespace {

/// What the steps conclude: as literals for the proof, as text for the list.
struct Told {
    std::vector<certify::Conclusions> steps{};
    std::vector<std::string> titles{}, texts{};
    std::size_t conclusions = 0;
};

Told conclusions_of(const Puzzle& puzzle, const certify::CertifiedFormula& formula,
                    std::span<const logic::Entry> entries) {
    const Geometry& board = puzzle.geometry();
    std::vector<std::int64_t> variable(board.candidate_count(), -1);
    for (std::size_t v = 0; v < formula.candidates.size(); ++v)
        variable[board.candidate_index(formula.candidates[v])] = static_cast<std::int64_t>(v);
    Told told;
    for (const logic::Entry& entry : entries) {
        // What holds without any guess: deductions, and guesses that failed.
        const bool fact =
            entry.kind == logic::Entry::Kind::deduction || entry.kind == logic::Entry::Kind::undo;
        if (entry.depth > 0 || entry.apart > 0 || !fact) continue;
        certify::Conclusions step;
        std::string text;
        const auto conclude = [&](Candidate c, bool holds) {
            const std::int64_t v = variable[board.candidate_index(c)];
            if (v < 0) return;  // the clues have decided it
            const cnf::Lit l = cnf::Lit::positive(cnf::Var{v});
            step.push_back(holds ? l : ~l);
            text += (text.empty() ? "" : " ") + to_string(c.cell, board.size()) +
                    (holds ? "=" : "<>") + digit_symbol(c.digit);
        };
        for (const Candidate c : entry.step.placements) conclude(c, true);
        for (const Candidate c : entry.step.eliminations) conclude(c, false);
        told.conclusions += step.size();
        told.steps.push_back(std::move(step));
        told.texts.push_back(std::move(text));
        told.titles.push_back(entry.kind == logic::Entry::Kind::undo ? "a guess that failed"
                                                                     : title(entry.step));
    }
    return told;
}

struct Format {
    std::string name{}, version{};  ///< as in the claim
};
Format format_of(const CertifyOptions& options) {
    switch (options.format) {
        case CertificateFormat::veripb:
            return {"veripb", options.version == certify::VeripbVersion::v3 ? "3.0" : "2.0"};
        case CertificateFormat::lrat:
            return {"lrat", ""};
        case CertificateFormat::automatic:
        case CertificateFormat::drat:
        case CertificateFormat::cpog:
            break;
    }
    return {"drat", ""};
}

/// Proves the conclusions in the format asked for.
certify::Derivation derive(const certify::CertifiedFormula& formula,
                           std::span<const certify::Conclusions> steps,
                           const CertifyOptions& options, std::ostream& proof) {
    std::ostringstream none;  // solutions, of which there is none
    const auto prove = [&](certify::ProofSink& writer) {
        return certify::derive(formula.formula, formula.variables, steps, {.stop = options.stop},
                               writer);
    };
    if (options.format == CertificateFormat::veripb) {
        certify::VeripbWriter writer{proof, formula.formula.size(), options.version,
                                     options.exclusions};
        certify::Derivation done = prove(writer);
        if (done.report.ending == Ending::exhausted && !done.fails) writer.finish(done.report);
        return done;
    }
    if (options.format == CertificateFormat::lrat) {
        certify::LratWriter writer{proof, none, formula.open, formula.formula.size(), 0};
        return prove(writer);
    }
    certify::DratWriter writer{proof, none, formula.open};
    return prove(writer);
}

}  // namespace

Certified certify_steps(const Puzzle& puzzle, std::span<const logic::Entry> entries,
                        const std::string& folder, const CertifyOptions& options) {
    CLEW_REQUIRE(options.format != CertificateFormat::cpog, "certify_steps: cpog counts models");
    certify::CertifiedFormula formula = certify::certified_formula(puzzle);
    const Told told = conclusions_of(puzzle, formula, entries);
    if (told.conclusions == 0)
        return {.outcome = CertifyOutcome::nothing, .why = "no step concludes anything"};

    CertificateDraft draft{puzzle, folder};
    formula.formula.add(certify::not_all(told.steps));
    const Format format = format_of(options);
    std::ofstream& proof = draft.open(proof_file(format.name));
    const certify::Derivation done = derive(formula, told.steps, options, proof);
    if (done.fails)
        return {.outcome = CertifyOutcome::disagree,
                .why = fmt::format("step {} ({}) does not follow from the clues", *done.fails + 1,
                                   told.titles[*done.fails])};
    if (done.report.ending != Ending::exhausted)
        return {.outcome = CertifyOutcome::stopped,
                .why = std::to_string(done.report.lemmas) + " lines"};
    draft.write_formula(formula, 0, nullptr);
    std::ofstream& list = draft.open(steps_file);
    for (std::size_t i = 0; i < told.steps.size(); ++i)
        list << i + 1 << '\t' << told.titles[i] << '\t' << told.texts[i] << '\t'
             << done.lemmas[i] - (i == 0 ? 0 : done.lemmas[i - 1]) << '\n';
    return draft.finish({.proof = format.name,
                         .version = format.version,
                         .count = std::to_string(told.conclusions),
                         .about = "steps"},
                        draft.families(1), told.steps.size());
}

}  // namespace clew::explain
