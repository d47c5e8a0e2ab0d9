// The checkers of proofs, for the fuzzer. Whatever the texts, a checker says yes, no, or that they
// are none of its kind; and where it says yes it is so, as far as trying every assignment can tell.
//
// A text has parts, a line "%" between two: a formula and a proof; of a certificate the name of its
// kind, formula, proof and solutions, for the 4x4 puzzle below; of an explanation formula, proof
// and steps, for the same puzzle; of a tree's list formula, proof and list. A ledger is one part,
// read as it stands, and once more with the sum and the root that its lines ought to have.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "core/base/input_error.hpp"
#include "proof/checker/certificate.hpp"
#include "proof/checker/explanation.hpp"
#include "proof/checker/lists.hpp"
#include "proof/ledger/audit.hpp"
#include "solve/solve.hpp"
#include "tests/fuzz/reader.hpp"

namespace clew::fuzz {
namespace {

using namespace clew::proof;

// As many as can be tried in every way; a formula of more than `most_variables` is not handed on,
// since each takes memory that the fuzzer's limit is not about.
constexpr std::size_t tried_variables = 10;
constexpr std::size_t most_variables = 4'096;

Puzzle of_clues(std::initializer_list<std::pair<std::size_t, std::size_t>> clues) {
    Puzzle made{Geometry::standard(4)};
    for (const auto& [cell, digit] : clues) made.set_given(Cell{cell}, Digit{digit});
    return made;
}

/// Six solutions: 1....3....4.....
const Puzzle& puzzle() {
    static const Puzzle small = of_clues({{0, 0}, {5, 2}, {10, 3}});
    return small;
}

/// One, which logic finds: 1....3....4.2...
const Puzzle& explained_puzzle() {
    static const Puzzle small = of_clues({{0, 0}, {5, 2}, {10, 3}, {12, 1}});
    return small;
}

/// Behind the last part there are empty ones.
class Parts {
  public:
    explicit Parts(std::string_view text) : left_(text) {}

    std::string next() {
        const std::size_t end = std::min(left_.find("\n%\n"), left_.size());
        const std::string part{left_.substr(0, end)};
        left_.remove_prefix(std::min(end + 3, left_.size()));
        return part;
    }

  private:
    std::string_view left_;
};

std::optional<Cnf> formula_of(const std::string& text) {
    std::istringstream in{text};
    Cnf formula = read_cnf(in, "fuzz");
    if (formula.variables > most_variables) return std::nullopt;
    return formula;
}

/// How many assignments satisfy the formula; nothing if they are too many to try.
std::optional<std::uint64_t> models_of(const Cnf& formula) {
    if (formula.variables > tried_variables) return std::nullopt;
    std::uint64_t models = 0;
    for (std::uint32_t which = 0; which < 1U << formula.variables; ++which) {
        bool holds = true;
        for (std::size_t i = 0; i < formula.size() && holds; ++i)
            holds = std::ranges::any_of(formula[i], [which](Literal l) {
                const bool value = (which >> (std::abs(l) - 1) & 1U) != 0;
                return value == (l > 0);
            });
        models += holds ? 1 : 0;
    }
    return models;
}

void read_formula(std::string_view text) {
    const auto formula = formula_of(std::string{text});
    if (!formula) return;
    std::string written = "p cnf " + std::to_string(formula->variables) + " " +
                          std::to_string(formula->size()) + "\n";
    for (std::size_t i = 0; i < formula->names.size(); ++i)
        if (!formula->names[i].empty())
            written += "c variable " + std::to_string(i + 1) + " " + formula->names[i] + "\n";
    for (std::size_t i = 0; i < formula->size(); ++i) {
        for (const Literal l : (*formula)[i]) written += std::to_string(l) + " ";
        written += "0\n";
    }
    const auto again = formula_of(written);
    bool same = again && again->variables == formula->variables &&
                again->size() == formula->size() && again->names == formula->names;
    for (std::size_t i = 0; same && i < formula->size(); ++i)
        same = std::ranges::equal((*again)[i], (*formula)[i]);
    require(same, "a formula is written and read back the same");
}

void read_proof(ProofKind kind, std::string_view text) {
    Parts parts{text};
    const auto formula = formula_of(parts.next());
    if (!formula) return;
    std::istringstream proof{parts.next()};
    const Result found = check_proof(kind, *formula, proof, "fuzz", {});
    require(found.accepted == found.why.empty(), "what is not accepted has a reason");
    if (!found.accepted) return;
    require(found.count.has_value(), "what is accepted has a count");
    if (const auto models = models_of(*formula))
        require(*found.count == std::to_string(*models), "what is accepted is so");
}

void read_certificate(std::string_view text) {
    Parts parts{text};
    const auto kind = parse_proof_kind(parts.next());
    if (!kind) return;
    const std::string cnf = parts.next();
    if (!formula_of(cnf)) return;
    std::istringstream formula{cnf}, proof{parts.next()}, solutions{parts.next()};
    static const std::string right = count(puzzle()).solutions.to_string();
    for (const std::string& claimed : {right, std::string{"1"}}) {
        for (std::istringstream* part : {&formula, &proof, &solutions}) {
            part->clear();
            part->seekg(0);
        }
        const proof::CheckResult said =
            check_certificate({.puzzle = puzzle(),
                               .kind = *kind,
                               .count = claimed,
                               .formula = &formula,
                               .proof = &proof,
                               .solutions = *kind == ProofKind::cpog ? nullptr : &solutions});
        require(!said.accepted || said.count == right, "what is accepted is so");
    }
}

void read_explanation(std::string_view text) {
    Parts parts{text};
    const std::string cnf = parts.next();
    if (!formula_of(cnf)) return;
    std::istringstream formula{cnf}, proof{parts.next()}, steps{parts.next()};
    static_cast<void>(check_explanation(
        {.puzzle = explained_puzzle(), .formula = &formula, .proof = &proof, .steps = &steps}));
}

void read_tree_lines(std::string_view text) {
    Parts parts{text};
    const auto formula = formula_of(parts.next());
    const std::string proof = parts.next(), list = parts.next();
    if (!formula) return;
    for (const ProofKind kind : {ProofKind::drat, ProofKind::lrat, ProofKind::veripb}) {
        std::istringstream steps{proof}, lines{list};
        try {
            const VariableMap map = variable_map(*formula, puzzle().geometry());
            TreeList said{lines, puzzle().geometry(), map};
            const auto added = [&](std::span<const Literal> clause) { said.next(clause); };
            if (check_proof(kind, *formula, steps, "fuzz", {.added = added}).accepted)
                static_cast<void>(said.finish());
        } catch (const InputError&) {  // of another kind
        }
    }
}

/// The text with the sum and the root of its lines, so that what stands behind them is tried too.
std::string resummed(std::string_view text) {
    std::istringstream in{std::string{text}};
    std::string again;
    ledger::MerkleRange range;
    Count total;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line); ++number) {
        if (line.starts_with("count ") || line.starts_with("root ")) continue;
        again += line + "\n";
        if (number == 1) continue;  // which part it is
        range.add(line);
        std::istringstream words{line};
        std::string digits, weight, solutions;
        for (int i = 0; i < 3; ++i) words >> digits;
        words >> weight >> solutions;
        if (number == 0 || weight.size() > 40 || solutions.size() > 40) continue;
        const auto each = Count::parse(solutions), times = Count::parse(weight);
        if (each && times) total += *times * *each;
    }
    return again + "count " + total.to_string() + "\nroot " + ledger::hex(range.root()) + "\n";
}

void read_ledger_as_it_is(const std::string& text) {
    std::istringstream in{text};
    const ledger::Audit found = ledger::audit(in, "fuzz", {.sample = 5});
    require(found.accepted == found.why.empty(), "what is not accepted has a reason");
    if (!found.accepted || !found.head.is_whole()) return;
    require(found.root.has_value(), "a whole ledger has a root");
    std::istringstream once_more{text};
    std::ostringstream out;
    const ledger::JoinedLedger merged = ledger::merge({{"fuzz", &once_more}}, out);
    require(merged.total == found.total && merged.root == *found.root,
            "a whole ledger merges to itself");
}

void read_ledger(std::string_view text) {
    try {
        read_ledger_as_it_is(std::string{text});
    } catch (const InputError&) {
    }
    read_ledger_as_it_is(resummed(text));
}

}  // namespace

std::vector<Reader> proof_readers() {
    std::vector<Reader> list = {{"formula", read_formula}};
    for (const ProofKind kind :
         {ProofKind::drat, ProofKind::lrat, ProofKind::veripb, ProofKind::cpog})
        list.push_back(
            {to_string(kind), [kind](std::string_view text) { read_proof(kind, text); }});
    list.push_back({"certificate", read_certificate});
    list.push_back({"explanation", read_explanation});
    list.push_back({"tree-lines", read_tree_lines});
    list.push_back({"ledger", read_ledger});
    return list;
}

}  // namespace clew::fuzz
