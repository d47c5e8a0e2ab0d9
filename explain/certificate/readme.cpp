#include "explain/certificate/readme.hpp"

#include <sstream>

#include "core/rules/registry.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/justify.hpp"

namespace clew::explain::inline certificate {
namespace {

void list_rules(std::ostream& out, const Puzzle& puzzle) {
    if (puzzle.rules().empty()) return;
    out << "\nThe rules:\n\n";
    std::size_t number = 0;
    for (const Rule& rule : puzzle.rules())
        out << ++number << ". " << rules::words(rule, puzzle.geometry()) << "\n";
}

std::string public_check(const proof::CertificateClaim& claim) {
    const bool steps = claim.about == "steps";
    if (claim.proof == "veripb")
        return std::string(
                   "    veripb --cnf formula.cnf proof.pbp\n\n"
                   "VeriPB, by the MIAO group of Lund and Copenhagen "
                   "(gitlab.com/MIAOresearch/software/VeriPB), "
                   "reads this log. ") +
               (steps ? "A `rup` line is a clause that follows by reverse unit propagation; the "
                        "`conclusion` line says that nothing is left.\n"
                      : "A `solx` line is a solution, by the literals from which unit propagation "
                        "gives all others; a `rup` line is a clause that follows by reverse unit "
                        "propagation; the `conclusion` line says how many solutions there are.\n");
    const std::string blocking =
        steps ? "\n"
              : " The formula's last clauses forbid the listed solutions, one clause each; the "
                "proof shows that nothing is left.\n";
    if (claim.proof == "drat")
        return "    drat-trim formula.cnf proof.drat\n\n"
               "drat-trim (github.com/marijnheule/drat-trim, one C file: `gcc -O2 drat-trim.c -o "
               "drat-trim`) says `s VERIFIED`. Any other DRAT checker will do." +
               blocking;
    if (claim.proof == "lrat")
        return "    lrat-check formula.cnf proof.lrat\n\n"
               "lrat-check (in github.com/marijnheule/drat-trim, one C file) says `c VERIFIED`. "
               "Any other LRAT checker will do, among them verified ones (cake_lpr)." +
               blocking;
    return "    cpog-check -n 1 formula.cnf proof.cpog\n"
           "    cake_scpog formula.cnf proof.cpog\n\n"
           "cpog-check (in github.com/rebryant/scpog, cpog/checker: `gcc -O2 cpog-check.c q25.c -o "
           "cpog-check`) says that formula and graph are the same, and how many models they have. "
           "cake_scpog, beside it, is verified down to its machine code, and says `s VERIFIED CPOG "
           "REPRESENTATION`.\n";
}

/// That the formula is about the puzzle.
void what_to_look_at(std::ostream& out, const Puzzle& puzzle,
                     const std::vector<std::pair<std::string, std::size_t>>& families) {
    out << "## What to look at\n\n"
        << "The proof is about the formula. That the formula is about the puzzle can be seen:\n\n"
        << "* A variable stands for a digit in a cell: `c variable 17 r1c3=5`. A candidate has "
           "none if a clue "
           "in the same row, column or other house is that digit, or if its cell has another clue: "
           "look at a few.\n"
        << "* The clauses, and how many there are of each kind:\n\n"
        << "| clauses | they say | as text |\n|---|---|---|\n";
    for (const auto& [family, number] : families) {
        const std::string text = family.starts_with("a clue")       ? "one number"
                                 : family.starts_with("a digit")    ? "one negative number"
                                 : family == "a cell holds a digit" ? "the variables of a cell"
                                 : family == "a house holds each digit"
                                     ? "the variables of a digit in a house"
                                 : family == "a rule" ? "see below"
                                                      : "two negative numbers";
        out << "| " << number << " | " << family << " | " << text << " |\n";
    }
    list_rules(out, puzzle);
}

void how_to_check(std::ostream& out, const proof::CertificateClaim& claim, const char* compared) {
    out << "\n## How to check it\n\nWith a public tool, in this folder:\n\n"
        << public_check(claim)
        << "\nWith Clew, which also compares the formula with the puzzle and " << compared
        << ":\n\n"
        << "    clew check .\n\n"
        << "## What is left to trust\n\n"
        << "* That `puzzle.json` is the puzzle you mean.\n"
        << "* Your own look at the formula, or `clew check`'s.\n"
        << "* The checker that you use, and the machine that it runs on. Not the program that "
           "wrote this.\n";
}

}  // namespace

std::vector<std::pair<std::string, std::size_t>> families_of(std::istream& formula,
                                                             const Puzzle& puzzle,
                                                             std::size_t more) {
    const proof::Cnf clauses = proof::read_cnf(formula, proof::formula_file);
    return proof::justify(clauses, clauses.size() - more, puzzle).families;
}

std::string certificate_readme(const Puzzle& puzzle, const proof::CertificateClaim& claim,
                               const std::vector<std::pair<std::string, std::size_t>>& families) {
    std::ostringstream out;
    out << "# A certificate: this puzzle has " << proof::count_in_words(claim.count) << "\n\n"
        << "| file | what it is |\n|---|---|\n"
        << "| `puzzle.json` | the puzzle (" << puzzle.geometry().description() << ", "
        << puzzle.given_count() << " clues), in Clew's JSON |\n"
        << "| `formula.cnf` | what it asks, as clauses (DIMACS); comments say what each variable "
           "is |\n";
    if (claim.listed)
        out << "| `solutions.txt` | the solutions, a line each, in the order of the proof |\n";
    out << "| `" << proof::proof_file(claim.proof) << "` | the proof"
        << (claim.proof == "veripb" ? " (pseudo-Boolean, version " + claim.version + ")" : "")
        << " |\n"
        << (claim.tree ? "| `tree.txt` | what each line of the proof says of the decision tree: "
                         "the node, what "
                         "was chosen on the way, and what runs out there |\n"
                       : "")
        << "| `manifest.json` | the claim, and the files' sizes and digests |\n\n";
    what_to_look_at(out, puzzle, families);
    if (claim.proof == "drat" || claim.proof == "lrat")
        out << "\nThe last " << claim.count
            << " clauses of the formula forbid the solutions of `solutions.txt`, one each: the "
               "negated "
               "variables of its digits in the cells without a clue. That each line is a solution "
               "can be seen, "
               "and that no two are alike (`sort solutions.txt | uniq -d` prints nothing).\n";
    how_to_check(out, claim, "the solutions with its rules");
    return out.str();
}

std::string explanation_readme(const Puzzle& puzzle, const proof::CertificateClaim& claim,
                               std::size_t steps,
                               const std::vector<std::pair<std::string, std::size_t>>& families) {
    std::ostringstream out;
    out << "# A certificate: " << claim.count << " conclusions of " << steps
        << " steps follow from this puzzle\n\n"
        << "| file | what it is |\n|---|---|\n"
        << "| `puzzle.json` | the puzzle (" << puzzle.geometry().description() << ", "
        << puzzle.given_count() << " clues), in Clew's JSON |\n"
        << "| `steps.txt` | the steps: number, name, conclusions (`r1c2=3`: the digit stands "
           "there; `r4c5<>7`: it does not), what they follow from (`r1c1`: the cell holds one "
           "digit; `5 in row 3`: the row holds one 5; `(at most one)`: no more than that is used"
        << (puzzle.rules().empty() ? "" : "; `rule 2`: the second of the rules below")
        << "), and how many lines of the proof lead to them |\n"
        << "| `formula.cnf` | that some step is wrong, as clauses (DIMACS); comments say what each "
           "variable is |\n"
        << "| `" << proof::proof_file(claim.proof) << "` | the proof"
        << (claim.proof == "veripb" ? " (pseudo-Boolean, version " + claim.version + ")" : "")
        << " |\n"
        << "| `manifest.json` | the claim, and the files' sizes and digests |\n\n";
    out << "## What to look at\n\n"
           "The proof is about the formula. That the formula is about these steps can be seen:\n\n"
           "* A variable stands for a digit in a cell: `c variable 17 r1c3=5`. A candidate has "
           "none if a clue in the same row, column or other house is that digit, or if its cell "
           "has another clue.\n"
           "* Others are switches, two for each cell and for each digit of each house: `c selector "
           "812 row 3 holds a 5`, `c selector 813 row 3 holds no two 5s`. A clause that begins "
           "with `-812` says what 812 switches on.\n"
        << (puzzle.rules().empty()
                ? ""
                : "* Each rule has one: `c selector 950 rule 2, ...`. It switches on the rule's "
                  "clauses, and that its cells hold a digit each.\n")
        << "* Two more are each step's: what comes before it, with the conclusions of the step "
           "before (a digit that was placed is gone from its row, column and other houses, and "
           "with it the cell's other digits); and that it is wrong, which switches on what it "
           "cites in `steps.txt`, what comes before it, and that one of its conclusions fails.\n"
           "* The last clause says that some step is wrong.\n\n"
           "Without the switches the clauses are the puzzle's:\n\n"
           "| clauses | they say |\n|---|---|\n";
    for (const auto& [family, number] : families)
        out << "| " << number << " | " << family << " |\n";
    list_rules(out, puzzle);
    out << "\nSo the proof shows of each step that the constraints it cites suffice, and nothing "
           "else "
           "is needed. A step that cites `the whole puzzle` is shown from that: one that rests on "
           "the puzzle's having one solution, a guess that failed, or one with too many cases.\n";
    how_to_check(out, claim, "the steps");
    out << "* The steps' names: the proof shows from what the conclusions follow, not that they "
           "were found in that way.\n";
    return out.str();
}

}  // namespace clew::explain::inline certificate
