// Certificates as texts: puzzle, formula, proof and list held against each other.
#include "proof/checker/certificate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "tests/support/pigeons.hpp"

namespace clew::proof {
namespace {

/// Why it is not accepted; empty if it is.
std::string verdict(const Puzzle& puzzle, ProofKind kind, const std::string& count,
                    const std::string& formula, const std::string& proof,
                    const std::optional<std::string>& list) {
    std::istringstream f{formula}, p{proof}, s{list.value_or("")};
    try {
        const CheckResult found = check_certificate({.puzzle = puzzle,
                                                     .kind = kind,
                                                     .count = count,
                                                     .formula = &f,
                                                     .proof = &p,
                                                     .solutions = list ? &s : nullptr});
        EXPECT_EQ(found.accepted, found.why.empty());
        return found.why;
    } catch (const InputError& error) {
        return error.message();
    }
}

// A grid without an empty cell leaves no variable for a candidate: whatever else is free in the
// formula tells no solutions apart.
TEST(Certificate, AFilledGridHasOneSolution) {
    for (const std::size_t size : {4U, 6U, 9U}) {
        Puzzle puzzle{Geometry::make({.size = size, .boxes = BoxShape{1, size}})};
        std::string line;
        for (std::size_t i = 0; i < size * size; ++i) {
            const Digit digit{(i / size + i) % size};
            puzzle.set_given(Cell{i}, digit);
            line += static_cast<char>('1' + digit.index());
        }
        line += "\n";
        for (const std::string variables : {"0", "1", "12"}) {
            const std::string formula = "p cnf " + variables + " 0\n";
            const bool free = variables != "0";
            for (const std::string version : {"2.0", "3.0"}) {
                const bool third = version == "3.0";
                const std::string end = third ? ";\n" : "\n";
                std::string ones, both;
                for (int v = 1; v <= std::stoi(variables); ++v) {
                    ones += " x" + std::to_string(v);
                    both += (v == 1 ? " ~x" : " x") + std::to_string(v);
                }
                const auto log = [&](std::size_t count) {
                    const std::string claim =
                        third ? "conclusion ENUMERATION_COMPLETE " + std::to_string(count)
                              : "conclusion UNSAT";
                    return "pseudo-Boolean proof version " + version + "\nf 0" + end + "solx" +
                           ones + end + (count == 2 ? "solx" + both + end : "") + "output NONE" +
                           end + claim + end + "end pseudo-Boolean proof" + end;
                };
                for (const auto& list : {std::optional<std::string>{}, std::optional{line}}) {
                    EXPECT_EQ(verdict(puzzle, ProofKind::veripb, "1", formula, log(1), list), "");
                    EXPECT_NE(verdict(puzzle, ProofKind::veripb, "2", formula, log(2),
                                      list ? std::optional{line + line} : list),
                              "")
                        << size << " " << variables << " " << version;
                }
            }
            // The graph of all models of the formula is the empty product.
            const std::string next = std::to_string(std::stoi(variables) + 1);
            const std::string graph =
                "1 p " + next + " 0\n2 a " + next + " 0 1 0\nr " + next + "\n";
            const std::string models = std::to_string(1 << std::stoi(variables));
            EXPECT_EQ(verdict(puzzle, ProofKind::cpog, models, formula, graph, {}).empty(), !free)
                << size << " " << variables;
            // What has no model has none forbidden.
            for (const ProofKind kind : {ProofKind::drat, ProofKind::lrat})
                for (const std::string& list : {line, line + line, std::string{}})
                    EXPECT_NE(verdict(puzzle, kind, std::to_string(list.size() / line.size()),
                                      formula, "", list),
                              "");
            const std::string blocked = "p cnf " + variables + " 1\n0\n";
            EXPECT_EQ(verdict(puzzle, ProofKind::drat, "1", blocked, "", line), "");
            EXPECT_EQ(verdict(puzzle, ProofKind::lrat, "1", blocked, "", line), "");
        }
    }
}

// A false claim that a checker of proofs cannot see: helpers that have no model stand where the
// clauses of a rule are expected. Whether they do is not decided, and so nothing is accepted.
TEST(Certificate, WhatWasNotDecidedIsNotAccepted) {
    Puzzle puzzle{Geometry::standard(4)};
    const std::string line = "1234341221434321";
    for (std::size_t i = 0; i < 16; ++i)
        puzzle.set_given(Cell{i}, Digit{static_cast<std::size_t>(line[i] - '1')});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}}});
    const Pigeons hard = pigeons(12);
    std::string formula = "p cnf " + std::to_string(hard.variables) + " " +
                          std::to_string(hard.clauses.size()) + "\n";
    for (const std::string& clause : hard.clauses) formula += clause;
    std::istringstream f{formula}, p{hard.proof}, none;
    const CheckResult found = check_certificate({.puzzle = puzzle,
                                                 .kind = ProofKind::drat,
                                                 .count = "0",
                                                 .formula = &f,
                                                 .proof = &p,
                                                 .solutions = &none});
    EXPECT_FALSE(found.accepted);
    EXPECT_EQ(found.why, "");
    EXPECT_EQ(found.count, "0");
    EXPECT_THAT(found.but_for, testing::ElementsAre(testing::HasSubstr("thermometer")));
    for (const std::string& sentence : found.checked)
        EXPECT_THAT(sentence, testing::Not(testing::HasSubstr("no more and no less")));
}

// Where a rule is not decided the solutions that are logged are held to it all the same: equations
// over helpers, with a model that is found at once only by whoever knows it, in place of a sum.
TEST(Certificate, WhatIsLoggedSolvesThePuzzleWhateverTheFormulaSays) {
    Puzzle puzzle{Geometry::standard(4)};
    const std::string line = "1234341221434321";
    for (std::size_t i = 0; i < 16; ++i)
        puzzle.set_given(Cell{i}, Digit{static_cast<std::size_t>(line[i] - '1')});
    puzzle.add_rule({.kind = RuleKind::sum, .cells = {Cell{0}, Cell{1}}, .numbers = {0, 7, 1, 1}});
    Random random{26};
    constexpr std::size_t variables = 200;
    std::vector<int> values(variables);
    for (int& value : values) value = static_cast<int>(random.below(2));
    std::string clauses;
    for (std::size_t e = 0; e < variables; ++e) {
        const std::size_t a = random.below(variables), b = random.below(variables),
                          c = random.below(variables);
        const int sum = values[a] + values[b] + values[c];
        for (int signs = 0; signs < 8; ++signs)  // what has another parity is forbidden
            if (((signs & 1) + (signs >> 1 & 1) + (signs >> 2) - sum) % 2 != 0)
                clauses += std::string(signs & 1 ? "-" : "") + std::to_string(a + 1) +
                           (signs & 2 ? " -" : " ") + std::to_string(b + 1) +
                           (signs & 4 ? " -" : " ") + std::to_string(c + 1) + " 0\n";
    }
    const auto count = static_cast<std::size_t>(std::ranges::count(clauses, '\n'));
    std::string log = "pseudo-Boolean proof version 3.0\nf " + std::to_string(count) + ";\nsolx";
    for (std::size_t v = 0; v < variables; ++v)
        log += (values[v] != 0 ? " x" : " ~x") + std::to_string(v + 1);
    log += ";\noutput NONE;\nconclusion ENUMERATION_COMPLETE 1;\nend pseudo-Boolean proof;\n";
    const std::string formula =
        "p cnf " + std::to_string(variables) + " " + std::to_string(count) + "\n" + clauses;
    EXPECT_THAT(verdict(puzzle, ProofKind::veripb, "1", formula, log, {}),
                testing::HasSubstr("not a solution: not kept: sum"));
}

}  // namespace
}  // namespace clew::proof
