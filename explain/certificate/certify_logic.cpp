#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "explain/certificate/certify.hpp"
#include "explain/certificate/draft.hpp"
#include "proof/certify/conclusions.hpp"
#include "proof/certify/write_drat.hpp"
#include "proof/certify/write_lrat.hpp"
#include "proof/certify/write_veripb.hpp"
#include "proof/checker/explanation.hpp"

namespace clew::explain::inline certificate {
namespace {

/// The lines of a branch that a reader has to be shown, and those of their lemmas.
std::vector<certify::DerivedFact> inner_of(const std::vector<logic::Inference>& lines) {
    std::vector<certify::DerivedFact> inner;
    for (const logic::Inference& line : lines) {
        if (line.by.empty() && line.lemma.empty()) continue;  // what is supposed
        inner.push_back({{line.candidate, line.truth == logic::Truth::holds}, {}});
        if (!line.lemma.empty()) inner.back().by = inner_of(line.lemma.front().lines);
    }
    return inner;
}

/// How the only conclusion of a step is told: by what leads to it or from its contrary, or by
/// cases.
std::vector<certify::DerivedFact> inner_of(const logic::Step& step) {
    if (step.placements.size() + step.eliminations.size() != 1) return {};
    if (step.reasons.size() == 1) return inner_of(step.reasons.front().lines);
    std::vector<certify::DerivedFact> cases;
    for (const logic::Branch& branch : step.reasons)
        if (!branch.lines.empty())
            cases.push_back({{branch.lines.front().candidate,
                              branch.lines.front().truth != logic::Truth::holds},
                             inner_of(branch.lines)});
    return cases;
}

/// What the steps conclude and cite.
std::vector<certify::CitedStep> cited_steps(const Puzzle& puzzle,
                                            std::span<const logic::Entry> entries) {
    const logic::State start{puzzle};
    std::vector<certify::CitedStep> steps;
    for (const logic::Entry& entry : entries) {
        // What holds without any guess: deductions, and guesses that failed.
        const bool undo = entry.kind == logic::Entry::Kind::undo;
        const bool fact = entry.kind == logic::Entry::Kind::deduction || undo;
        if (entry.depth > 0 || entry.apart > 0 || !fact) continue;
        certify::CitedStep step{.title = undo ? "a guess that failed" : title(entry.step)};
        for (const Candidate c : entry.step.placements) step.conclusions.push_back({c, true});
        for (const Candidate c : entry.step.eliminations) step.conclusions.push_back({c, false});
        // Uniqueness is no clause, and a guess cites nothing.
        if (undo || !entry.step.deadly.empty()) {
            step.cites = {{.kind = certify::Cited::Kind::puzzle}};
            steps.push_back(std::move(step));
            continue;
        }
        step.inner = inner_of(entry.step);
        for (const logic::Citation& cite : entry.step.cites) {
            const logic::Constraint& c = cite.constraint;
            const auto half = cite.use == logic::Use::link ? certify::Cited::Half::at_most_one
                                                           : certify::Cited::Half::both;
            if (c.kind == logic::Constraint::Kind::cell) {
                step.cites.push_back({certify::Cited::Kind::cell, c.cell.index(), {}, half});
            } else if (c.kind == logic::Constraint::Kind::house) {
                step.cites.push_back({certify::Cited::Kind::house, c.house.index(), c.digit, half});
            } else if (c.kind == logic::Constraint::Kind::total) {
                // A sum is known of a house since every cell has one digit and every digit a cell.
                for (const Cell cell : start.geometry().cells_of(c.house))
                    step.cites.push_back({certify::Cited::Kind::cell, cell.index(), {}, half});
                for (std::size_t d = 0; d < start.size(); ++d)
                    step.cites.push_back(
                        {certify::Cited::Kind::house, c.house.index(), Digit{d}, half});
            } else {
                const rules::RulePart& part = start.rule_parts()->all()[c.rule];
                step.about.insert(step.about.end(), part.cells().begin(), part.cells().end());
                // Pairs of cells that a rule of the whole board is cited in are that rule.
                const certify::Cited rule{certify::Cited::Kind::rule, part.rule(), {}, {}};
                if (std::ranges::find(step.cites, rule) == step.cites.end())
                    step.cites.push_back(rule);
            }
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

void write_steps(std::ostream& out, const Puzzle& puzzle, std::span<const certify::CitedStep> steps,
                 const std::vector<std::uint64_t>& lemmas) {
    const Geometry& board = puzzle.geometry();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        out << i + 1 << '\t' << steps[i].title << '\t';
        const char* between = "";
        for (const certify::Conclusion& c : steps[i].conclusions) {
            out << std::exchange(between, " ") << to_string(c.candidate.cell, board.size())
                << (c.holds ? "=" : "<>") << digit_symbol(c.candidate.digit);
        }
        out << '\t';
        between = "";
        for (const certify::Cited& cited : steps[i].cites)
            out << std::exchange(between, "; ") << to_string(cited, board);
        out << '\t' << lemmas[i] - (i == 0 ? 0 : lemmas[i - 1]) << '\n';
    }
}

struct Format {
    std::string name{}, version{};  ///< as in the claim
};
Format format_of(const CertifyOptions& options) {
    switch (options.format) {
        case CertificateFormat::veripb:
            return {"veripb", "3.0"};
        case CertificateFormat::lrat:
            return {"lrat", ""};
        case CertificateFormat::automatic:
        case CertificateFormat::drat:
        case CertificateFormat::cpog:
            break;
    }
    return {"drat", ""};
}

/// Proves the steps in the format asked for.
certify::ConclusionProof derive(const certify::StepFormula& formula, const CertifyOptions& options,
                                std::ostream& proof) {
    std::ostringstream none;  // solutions, of which there is none
    const Budget budget{.stop = options.stop};
    if (options.format == CertificateFormat::veripb) {
        certify::VeripbWriter writer{proof, formula.formula.size(), options.exclusions};
        certify::ConclusionProof done = certify::derive(formula, budget, writer);
        if (done.report.ending == Ending::exhausted && !done.fails && !done.gave_up)
            writer.finish(done.report);
        return done;
    }
    if (options.format == CertificateFormat::lrat) {
        certify::LratWriter writer{proof, none, {}, formula.formula.size(), 0};
        return certify::derive(formula, budget, writer);
    }
    certify::DratWriter writer{proof, none, {}};
    return certify::derive(formula, budget, writer);
}

bool cites_all(const certify::CitedStep& step) {
    return std::ranges::any_of(step.cites, [](const certify::Cited& cited) {
        return cited.kind == certify::Cited::Kind::puzzle;
    });
}

}  // namespace

Certified certify_steps(const Puzzle& puzzle, std::span<const logic::Entry> entries,
                        const std::string& folder, const CertifyOptions& options) {
    CLEW_REQUIRE(options.format != CertificateFormat::cpog, "certify_steps: cpog counts models");
    std::vector<certify::CitedStep> steps = cited_steps(puzzle, entries);
    std::size_t conclusions = 0;
    for (const certify::CitedStep& step : steps) conclusions += step.conclusions.size();
    if (conclusions == 0)
        return {.outcome = CertifyOutcome::nothing, .why = "no step concludes anything"};

    CertificateDraft draft{puzzle, folder};
    const Format format = format_of(options);
    while (true) {
        const certify::StepFormula formula = certify::step_formula(puzzle, steps);
        std::ofstream& proof = draft.open(proof::proof_file(format.name));
        const certify::ConclusionProof done = derive(formula, options, proof);
        // Where the cases of what is cited are too many, the whole puzzle leaves fewer.
        if (done.gave_up && !cites_all(steps[*done.gave_up])) {
            steps[*done.gave_up].cites = {{.kind = certify::Cited::Kind::puzzle}};
            draft.folder().finish();
            draft.folder().drop(proof::proof_file(format.name));
            continue;
        }
        if (done.fails)
            return {
                .outcome = CertifyOutcome::disagree,
                .why = fmt::format("step {} ({}) does not follow from {}", *done.fails + 1,
                                   steps[*done.fails].title,
                                   cites_all(steps[*done.fails]) ? "the clues" : "what it cites")};
        if (done.report.ending != Ending::exhausted)
            return {.outcome = CertifyOutcome::stopped,
                    .why = std::to_string(done.report.lemmas) + " lines"};
        certify::write_formula(draft.open(proof::formula_file), puzzle, formula);
        write_steps(draft.open(proof::steps_file), puzzle, steps, done.lemmas);
        break;
    }
    draft.folder().finish();
    std::ifstream clauses(draft.folder().path(proof::formula_file), std::ios::binary);
    std::ifstream list(draft.folder().path(proof::steps_file), std::ios::binary);
    const proof::Justification found =
        proof::justify_steps(proof::read_cnf(clauses, proof::formula_file), puzzle, list);
    CLEW_REQUIRE(found.holds, "certify_steps: the formula is not that of the steps");
    return draft.finish({.proof = format.name,
                         .version = format.version,
                         .count = std::to_string(conclusions),
                         .about = "steps"},
                        found.families, steps.size());
}

}  // namespace clew::explain::inline certificate
