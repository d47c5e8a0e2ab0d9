#include "cli/certified_walk.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "cli/certificate_folder.hpp"
#include "cli/certificate_readme.hpp"
#include "encode/board/notation.hpp"
#include "encode/certify/conclusions.hpp"
#include "encode/certify/formula.hpp"
#include "encode/certify/write_drat.hpp"
#include "encode/formats/formats.hpp"
#include "explain/tree/tree_guide.hpp"

namespace clew::cli {
namespace {

std::vector<std::pair<std::string, std::size_t>> families(const CertificateFolder& folder,
                                                          const Puzzle& puzzle, std::size_t more) {
    std::ifstream text(folder.path(formula_file), std::ios::binary);
    return families_of(text, puzzle, more);
}

Certified ended(Ending ending) {
    return {ending == Ending::interrupted ? ExitCode::interrupted : ExitCode::partial,
            std::string(to_string(ending)) + ": nothing is certified, nothing written"};
}

void write_lines(std::ostream& out, const explain::TreeGuide& guide,
                 const certify::CertifiedFormula& formula, std::size_t size) {
    std::size_t number = 0;
    for (const explain::TreeGuide::Line& line : guide.lines()) {
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

}  // namespace

Certified certify_tree(const explain::DecisionTree& tree, const std::string& name,
                       const StopFlag* stop) {
    if (tree.ending() != Ending::exhausted)
        return {ExitCode::partial, "the tree is not whole: nothing is certified, nothing written"};
    const Puzzle& puzzle = tree.puzzle();
    CertificateFolder folder{name};
    folder.open(puzzle_file) << write_record({.puzzle = puzzle}, "json");
    const certify::CertifiedFormula formula = certify::certified_formula(puzzle);
    explain::TreeGuide guide{tree, formula};
    std::stringstream blocking;
    certify::DratWriter writer{folder.open(proof_file("drat")), blocking, formula.open};
    const certify::WalkReport done =
        certify::walk(formula.formula, formula.variables, formula.candidates.size(), {.stop = stop},
                      writer, &guide);
    if (done.ending != Ending::exhausted) return ended(done.ending);
    if (done.solutions != tree.totals().solutions)
        return {ExitCode::disagree,
                fmt::format("the tree has {} solutions, its proof {}: nothing is certified; please "
                            "report this puzzle",
                            tree.totals().solutions, done.solutions)};
    std::ofstream& list = folder.open(solutions_file);
    for (const Grid& grid : guide.solutions()) list << to_line(grid) << '\n';
    write_lines(folder.open(tree_file), guide, formula, puzzle.geometry().size());
    certify::write_formula(folder.open(formula_file), puzzle, formula, done.solutions, &blocking);
    folder.finish();
    const CertificateClaim claim{
        .proof = "drat", .count = std::to_string(done.solutions), .listed = true, .tree = true};
    folder.open(readme_file) << certificate_readme(puzzle, claim,
                                                   families(folder, puzzle, done.solutions));
    folder.commit(claim);
    return {ExitCode::ok,
            fmt::format("{}, certified in {} by {} lines along the tree; check it: clew check {}",
                        count_in_words(claim.count), name, guide.lines().size(), name)};
}

Certified certify_steps(const Puzzle& puzzle, std::span<const logic::Entry> entries,
                        const std::string& name, const StopFlag* stop) {
    certify::CertifiedFormula formula = certify::certified_formula(puzzle);
    const Geometry& board = puzzle.geometry();
    std::vector<std::int64_t> variable(board.candidate_count(), -1);
    for (std::size_t v = 0; v < formula.candidates.size(); ++v)
        variable[board.candidate_index(formula.candidates[v])] = static_cast<std::int64_t>(v);

    std::vector<certify::Conclusions> steps;
    std::vector<std::string> titles, texts;
    std::size_t conclusions = 0;
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
        conclusions += step.size();
        steps.push_back(std::move(step));
        texts.push_back(std::move(text));
        titles.push_back(entry.kind == logic::Entry::Kind::undo ? "a guess that failed"
                                                                : title(entry.step));
    }
    if (conclusions == 0)
        return {ExitCode::not_found, "no step concludes anything: nothing is certified"};

    CertificateFolder folder{name};
    folder.open(puzzle_file) << write_record({.puzzle = puzzle}, "json");
    formula.formula.add(certify::not_all(steps));
    std::ostringstream none;
    certify::DratWriter writer{folder.open(proof_file("drat")), none, formula.open};
    const certify::Derivation done =
        certify::derive(formula.formula, formula.variables, steps, {.stop = stop}, writer);
    if (done.fails)
        return {ExitCode::disagree,
                fmt::format("step {} ({}) does not follow from the clues: nothing is certified",
                            *done.fails + 1, titles[*done.fails])};
    if (done.report.ending != Ending::exhausted) return ended(done.report.ending);
    certify::write_formula(folder.open(formula_file), puzzle, formula, 0, nullptr);
    std::ofstream& list = folder.open(steps_file);
    for (std::size_t i = 0; i < steps.size(); ++i)
        list << i + 1 << '\t' << titles[i] << '\t' << texts[i] << '\t'
             << done.lemmas[i] - (i == 0 ? 0 : done.lemmas[i - 1]) << '\n';
    folder.finish();
    const CertificateClaim claim{
        .proof = "drat", .count = std::to_string(conclusions), .about = "steps"};
    folder.open(readme_file) << explanation_readme(puzzle, claim, steps.size(),
                                                   families(folder, puzzle, 1));
    folder.commit(claim);
    return {ExitCode::ok,
            fmt::format("{} conclusions of {} steps, certified in {}; check it: clew check {}",
                        conclusions, steps.size(), name, name)};
}

}  // namespace clew::cli
