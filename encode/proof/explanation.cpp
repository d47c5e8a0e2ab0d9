#include "encode/proof/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <istream>
#include <optional>
#include <set>
#include <vector>

#include "encode/board/notation.hpp"
#include "encode/proof/cnf.hpp"
#include "encode/proof/justify.hpp"

namespace clew::proof {
namespace {

/// "r1c2=3" or "r4c5<>7"; nothing for any other word.
std::optional<std::pair<Candidate, bool>> parse_conclusion(std::string_view word,
                                                           std::size_t size) {
    const std::size_t sign = word.find_first_of("=<");
    if (sign == std::string_view::npos) return std::nullopt;
    const std::string_view digits = word.substr(sign + (word[sign] == '=' ? 1 : 2));
    if (word[sign] == '<' && word.substr(sign, 2) != "<>") return std::nullopt;
    const auto cell = parse_cell(word.substr(0, sign), size);
    if (!cell || digits.size() != 1) return std::nullopt;
    const auto digit = parse_digit(digits[0], size);
    if (!digit) return std::nullopt;
    return std::pair{Candidate{*cell, *digit}, word[sign] == '='};
}

/// The fields of a line of a list, which tabs part; nothing unless there are four and the first is
/// `number`.
std::optional<std::array<std::string_view, 4>> fields_of(std::string_view line,
                                                         std::uint64_t number) {
    std::array<std::string_view, 4> fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::size_t tab = line.find('\t');
        if ((tab == std::string_view::npos) != (i + 1 == fields.size())) return std::nullopt;
        fields[i] = line.substr(0, tab);
        line.remove_prefix(i + 1 == fields.size() ? line.size() : tab + 1);
    }
    if (fields[0] != std::to_string(number)) return std::nullopt;
    return fields;
}

/// Takes the next word, up to a blank.
std::string_view take_word(std::string_view& words) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    return word;
}

/// The clause that a line of a proof adds; nothing if it adds none.
std::optional<std::vector<Literal>> clause_added(ProofKind kind, std::string_view line) {
    std::vector<Literal> clause;
    if (kind == ProofKind::lrat) {
        take_word(line);  // its number
        if (line.starts_with("d ")) return std::nullopt;
    } else if (kind == ProofKind::veripb) {
        if (take_word(line) != "rup") return std::nullopt;
    } else if (line.starts_with('d')) {
        return std::nullopt;
    }
    while (!line.empty()) {
        std::string word{take_word(line)};
        if (kind == ProofKind::veripb) {  // "1 ~x12 1 x3 >= 1"
            if (word == ">=") break;
            const std::size_t name = word.find('x');
            if (name == std::string::npos) continue;
            word = (name > 0 ? "-" : "") + word.substr(name + 1);
        }
        const auto l = static_cast<Literal>(std::strtol(word.c_str(), nullptr, 10));
        if (l == 0) break;
        clause.push_back(l);
    }
    return clause;
}

Verdict blame(Verdict verdict, std::string part, std::string why, std::uint64_t line) {
    verdict.part = std::move(part);
    verdict.why = std::move(why);
    verdict.line = line;
    return verdict;
}

}  // namespace

Verdict check_explanation(const ExplanationProof& e) {
    Verdict verdict;
    const Geometry& board = e.puzzle.geometry();
    const Cnf formula = read_cnf(*e.formula, "formula.cnf");
    const VariableMap map = variable_map(formula, board);
    if (formula.size() == 0) return blame(verdict, "formula", "no clauses", 0);

    std::set<Literal> claimed;
    std::uint64_t steps = 0, conclusions = 0;
    for (std::string line; std::getline(*e.steps, line);) {
        ++steps;
        const auto fields = fields_of(line, steps);
        if (!fields) return blame(verdict, "steps", "not a step", steps);
        for (std::string_view words = (*fields)[2]; !words.empty();) {
            const auto concluded = parse_conclusion(take_word(words), board.size());
            if (!concluded) return blame(verdict, "steps", "not a conclusion", steps);
            const auto [candidate, holds] = *concluded;
            const Literal l = map.literal(board, candidate);
            ++conclusions;
            if (l != 0) {
                claimed.insert(holds ? -l : l);
                continue;
            }
            // Without a variable: the clues have decided it.
            if (holds != (e.puzzle.given(candidate.cell) == candidate.digit))
                return blame(verdict, "steps", "a conclusion that the clues forbid", steps);
        }
    }
    const std::span<const Literal> last = formula[formula.size() - 1];
    if (claimed.empty() || std::set<Literal>(last.begin(), last.end()) != claimed)
        return blame(verdict, "formula", "its last clause does not say that a conclusion fails", 0);

    const Justification found = justify(formula, formula.size() - 1, e.puzzle);
    if (!found.holds) return blame(verdict, "formula", found.why, 0);
    verdict.families = found.families;
    verdict.trusted = found.trusted;
    verdict.checked.push_back(
        "the formula's clauses say what the puzzle asks, no more and no less, and the last one "
        "that "
        "some conclusion fails");
    const Result proof = check_proof(e.kind, formula, *e.proof, "proof", {.stop = e.stop});
    if (proof.stopped) {
        verdict.stopped = true;
        return verdict;
    }
    if (!proof.accepted) return blame(verdict, "proof", proof.why, proof.line);
    if (proof.count != "0")
        return blame(verdict, "proof", "it logs a model, so that some conclusion fails", 0);
    verdict.accepted = true;
    verdict.count = std::to_string(conclusions);
    verdict.checked.push_back("the proof that none does: " + std::to_string(proof.steps) +
                              " lines; so all " + std::to_string(conclusions) + " conclusions of " +
                              std::to_string(steps) + " steps follow from the clues");
    verdict.trusted.emplace_back("the board's list of houses, as the puzzle's file tells it");
    if (!e.puzzle.rules().empty())
        verdict.trusted.emplace_back("the plain checker's reading of each rule");
    verdict.trusted.emplace_back("the steps' titles: how a conclusion was found is not looked at");
    verdict.trusted.emplace_back(
        "this checker, its compiler and its machine (encode/proof, encode/rules/verify.cpp)");
    return verdict;
}

Result check_tree_lines(std::istream& formula, const Geometry& board, ProofKind kind,
                        std::istream& proof, std::istream& list) {
    const VariableMap map = variable_map(read_cnf(formula, "formula.cnf"), board);
    std::string said;
    if (!std::getline(list, said)) return rejected("it is empty", 0);
    const std::uint64_t first = std::strtoull(said.c_str(), nullptr, 10);
    bool there = true;
    std::uint64_t number = 0;
    for (std::string line; std::getline(proof, line);) {
        const auto added = clause_added(kind, line);
        if (!added || ++number < first) continue;
        std::set<Literal> clause;
        for (const Literal l : *added)
            if (static_cast<std::size_t>(std::abs(l)) <= map.candidates.size()) clause.insert(l);
        std::set<Literal> named;
        const auto fields = there ? fields_of(said, number) : std::nullopt;
        if (!fields) return rejected("not a line of the list", number);
        for (std::string_view words = (*fields)[2]; !words.empty();) {
            const auto choice = parse_conclusion(take_word(words), board.size());
            if (!choice || !choice->second) return rejected("not a choice", number);
            named.insert(-map.literal(board, choice->first));
        }
        if (named != clause) return rejected("not what the proof says on its line", number);
        there = static_cast<bool>(std::getline(list, said));
    }
    if (there) return rejected("more lines than the proof has", number + 1);
    return {.accepted = true, .steps = number + 1 - first};
}

}  // namespace clew::proof
