// Certificates with one thing changed. Each must be rejected: what is changed is chosen so that no
// right certificate of the same claim can come out, as is told beside each kind.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "proof/certify/formula.hpp"
#include "proof/certify/write_drat.hpp"
#include "proof/certify/write_lrat.hpp"
#include "proof/certify/write_veripb.hpp"
#include "proof/checker/certificate.hpp"
#include "solve/compile/cpog.hpp"
#include "solve/compile/formula.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/texts.hpp"

namespace clew::certify {
namespace {

using proof::ProofKind;
using Lines = std::vector<std::string>;

struct Texts {
    Puzzle puzzle;
    ProofKind kind = ProofKind::veripb;
    std::string count{};
    Lines formula{}, proof{}, solutions{};

    std::string verdict() const {
        std::istringstream f{text_of(formula)}, p{text_of(proof)}, s{text_of(solutions)};
        try {
            const proof::CheckResult found = proof::check_certificate({.puzzle = puzzle,
                                                                       .kind = kind,
                                                                       .count = count,
                                                                       .formula = &f,
                                                                       .proof = &p,
                                                                       .solutions = &s});
            EXPECT_EQ(found.why.empty(), found.accepted);
            return found.accepted ? "" : found.part + ": " + found.why;
        } catch (const InputError& error) {
            return error.message();
        }
    }
    Lines& part(const std::string& name) {
        return name == "formula" ? formula : name == "proof" ? proof : solutions;
    }
};

class Listing final : public ProofSink {
  public:
    Listing(ProofSink& next, const CertifiedFormula& formula, const Puzzle& puzzle, Lines& out)
        : next_(next), formula_(formula), puzzle_(puzzle), out_(out) {}
    LemmaId solution(const FoundModel& found, const Propagator& state) override {
        out_.push_back(to_line(grid_of(formula_, puzzle_, found.literals)));
        return next_.solution(found, state);
    }
    LemmaId lemma(std::span<const cnf::Lit> clause,
                  std::span<const Antecedent> antecedents) override {
        return next_.lemma(clause, antecedents);
    }
    void begin(const Propagator& state) override { next_.begin(state); }
    void forget(std::span<const LemmaId> lemmas) override { next_.forget(lemmas); }

  private:
    ProofSink& next_;
    const CertifiedFormula& formula_;
    const Puzzle& puzzle_;
    Lines& out_;
};

Texts certified(const Puzzle& puzzle, ProofKind kind) {
    Texts t{.puzzle = puzzle, .kind = kind};
    const CertifiedFormula f = certified_formula(puzzle);
    std::ostringstream proof, formula;
    std::stringstream blocking;
    const auto run = [&](ProofSink& writer) {
        Listing listing{writer, f, puzzle, t.solutions};
        return walk(f.formula, f.variables, f.candidates.size(), {}, listing);
    };
    std::uint64_t more = 0;
    if (kind == ProofKind::veripb) {
        VeripbWriter writer{proof, f.formula.size()};
        writer.finish(run(writer));
    } else if (kind == ProofKind::lrat) {
        std::ostringstream ignored, also_ignored;
        DratWriter first{ignored, also_ignored, f.open};
        const std::uint64_t solutions = run(first).solutions;
        t.solutions.clear();
        LratWriter writer{proof, blocking, f.open, f.formula.size(), solutions};
        more = run(writer).solutions;
    } else {
        DratWriter writer{proof, blocking, f.open};
        more = run(writer).solutions;
    }
    write_formula(formula, puzzle, f, more, &blocking);
    t.formula = lines_of(formula.str());
    t.proof = lines_of(proof.str());
    t.count = std::to_string(t.solutions.size());
    return t;
}

/// Counts mutants and wants each rejected.
class Court {
  public:
    void want_rejected(const Texts& mutant, const std::string& what) {
        ++mutants_;
        EXPECT_NE(mutant.verdict(), "") << what;
    }
    std::size_t mutants() const { return mutants_; }

  private:
    std::size_t mutants_ = 0;
};

Puzzle with_rules() {
    Puzzle p{Geometry::make({.size = 6, .boxes = BoxShape{2, 3}})};
    // Of 123456 456123 231564 564231 312645 645312.
    p.add_rule(
        {.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{1}, Cell{6}}, .numbers = {7}});
    p.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{14}, Cell{20}, Cell{15}, Cell{16}}});
    p.add_rule({.kind = RuleKind::arrow, .cells = {Cell{33}, Cell{34}, Cell{35}}, .numbers = {1}});
    for (const auto& [cell, digit] : {std::pair{3, 3}, {8, 5}, {24, 2}, {18, 4}})
        p.set_given(Cell{cell}, Digit{digit});
    return p;
}

struct Named {
    const char* name;
    Puzzle puzzle;
};
std::vector<Named> puzzles() {
    Puzzle marked = Puzzle::from_line(reference::gould);
    marked.set_marks(Cell{0}, DigitSet::from_bits(0b111));
    return {{"p92", Puzzle::from_line(reference::p92)},
            {"marks", marked},
            {"none", Puzzle::from_line(reference::contradictory)},
            {"rules", with_rules()}};
}

TEST(Certificates, AsWrittenAreAccepted) {
    for (const Named& asked : puzzles())
        for (const ProofKind kind : {ProofKind::veripb, ProofKind::drat, ProofKind::lrat})
            EXPECT_EQ(certified(asked.puzzle, kind).verdict(), "")
                << asked.name << " " << to_string(kind);
    EXPECT_GT(certified(with_rules(), ProofKind::veripb).solutions.size(), 3U);
}

// The formula: without a clause or with one more, the header's number is wrong; put right, the
// clauses are not the puzzle's (house clauses may be missing, and are left alone here) or not the
// proof's.
TEST(Certificates, EveryChangeOfTheFormulaIsCaught) {
    Court court;
    for (const Named& asked : puzzles())
        for (const ProofKind kind : {ProofKind::veripb, ProofKind::drat, ProofKind::lrat}) {
            const char* const name = asked.name;
            const Puzzle& puzzle = asked.puzzle;
            const Texts good = certified(puzzle, kind);
            const auto header = std::ranges::find_if(
                good.formula, [](const std::string& l) { return l.starts_with("p "); });
            const auto at = static_cast<std::size_t>(header - good.formula.begin());
            const CertifiedFormula f = certified_formula(puzzle);
            const auto holds = [&](const std::string& solution, long literal) {
                const auto v = static_cast<std::size_t>(literal > 0 ? literal : -literal) - 1;
                if (v >= f.candidates.size()) return true;  // a helper may do anything
                const auto [cell, digit] = f.candidates[v];
                return (solution[cell.index()] == digit_symbol(digit)) == (literal > 0);
            };
            // The clauses of rules say much more than once, and may say the same in other words: of
            // those, a mutant that forbids a solution.
            const auto is_wrong = [&](const std::string& clause) {
                if (puzzle.rules().empty()) return true;
                return std::ranges::any_of(good.solutions, [&](const std::string& solution) {
                    std::istringstream in{clause};
                    for (long literal = 0; in >> literal && literal != 0;)
                        if (holds(solution, literal)) return false;
                    return true;
                });
            };
            const auto with_header = [&](Texts t, std::ptrdiff_t more) {
                std::istringstream in{t.formula[at]};
                std::string p, cnf;
                std::ptrdiff_t variables = 0, clauses = 0;
                in >> p >> cnf >> variables >> clauses;
                t.formula[at] =
                    "p cnf " + std::to_string(variables) + " " + std::to_string(clauses + more);
                return t;
            };
            for (std::size_t i = 1; i < good.formula.size(); i += i < at ? 193 : 59) {
                const std::string where = std::string(name) + " " + to_string(kind) +
                                          " formula line " + std::to_string(i + 1) + ": " +
                                          good.formula[i];
                if (i == at) continue;
                Texts t = good;
                t.formula.erase(t.formula.begin() + static_cast<std::ptrdiff_t>(i));
                court.want_rejected(t, "deleted: " + where);
                t = good;
                t.formula.insert(t.formula.begin() + static_cast<std::ptrdiff_t>(i),
                                 good.formula[i]);
                court.want_rejected(t, "doubled: " + where);
                if (i < at) {
                    t = good;
                    std::swap(t.formula[i], t.formula[i == 1 ? 2 : 1]);
                    const std::string other = t.formula[i];
                    t = good;
                    t.formula[i].replace(t.formula[i].rfind(' '), std::string::npos,
                                         other.substr(other.rfind(' ')));
                    court.want_rejected(t, "another name: " + where);
                    continue;
                }
                t = good;
                std::string& clause = t.formula[i];
                clause = clause.starts_with('-') ? clause.substr(1) : "-" + clause;
                if (clause != "-0" && is_wrong(clause)) court.want_rejected(t, "a sign: " + where);
                t = good;
                t.formula[i] = t.formula[i].substr(t.formula[i].find(' ') + 1);
                // What is left may be said of another house, and is then right.
                const bool said =
                    std::ranges::find(good.formula, t.formula[i]) != good.formula.end();
                if (good.formula[i] != "0" && !said && is_wrong(t.formula[i]))
                    court.want_rejected(t, "a literal less: " + where);
                // A clause twice in one that counts it: the VeriPB proof tells the number.
                if (kind == ProofKind::veripb) {
                    t = with_header(good, 1);
                    t.formula.insert(t.formula.begin() + static_cast<std::ptrdiff_t>(i),
                                     good.formula[i]);
                    court.want_rejected(t, "doubled and counted: " + where);
                    t = with_header(good, -1);
                    t.formula.erase(t.formula.begin() + static_cast<std::ptrdiff_t>(i));
                    court.want_rejected(t, "deleted and counted: " + where);
                }
            }
            // A clause that no puzzle makes: a solution less.
            if (good.solutions.empty()) continue;
            Texts t = with_header(good, 1);
            const auto true_one = std::ranges::find_if(f.open, [&](cnf::Var v) {
                return holds(good.solutions[0], static_cast<long>(v.index()) + 1);
            });
            t.formula.insert(t.formula.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                             "-" + std::to_string(true_one->index() + 1) + " 0");
            court.want_rejected(t, std::string(name) + " a clause too many");
            t = good;
            t.formula.pop_back();
            court.want_rejected(t, std::string(name) + " the last line gone");
        }
    std::printf("%zu mutants of formulas\n", court.mutants());
    EXPECT_GT(court.mutants(), 1500U);
}

// The list: another number of lines, another order (no two solutions are alike), or a wrong digit.
TEST(Certificates, EveryChangeOfTheListIsCaught) {
    Court court;
    for (const Named& asked : puzzles())
        for (const ProofKind kind : {ProofKind::veripb, ProofKind::drat, ProofKind::lrat}) {
            const char* const name = asked.name;
            const Puzzle& puzzle = asked.puzzle;
            const Texts good = certified(puzzle, kind);
            for (std::size_t i = 0; i < good.solutions.size(); ++i) {
                const std::string where = std::string(name) + " " + to_string(kind) + " solution " +
                                          std::to_string(i + 1);
                const auto at = static_cast<std::ptrdiff_t>(i);
                Texts t = good;
                t.solutions.erase(t.solutions.begin() + at);
                court.want_rejected(t, "deleted: " + where);
                t = good;
                t.solutions.insert(t.solutions.begin() + at, good.solutions[i]);
                court.want_rejected(t, "doubled: " + where);
                t = good;
                char& digit = t.solutions[i][(7 * i) % good.solutions[i].size()];
                digit = digit == '1' ? '2' : '1';
                court.want_rejected(t, "a digit: " + where);
                t = good;
                t.solutions[i].pop_back();
                court.want_rejected(t, "cut short: " + where);
                if (i == 0) continue;
                t = good;
                std::swap(t.solutions[i], t.solutions[i - 1]);
                court.want_rejected(t, "swapped: " + where);
                t = good;
                t.solutions[i] = good.solutions[i - 1];
                court.want_rejected(t, "repeated: " + where);
            }
            for (const char* count : {"0", "1", "13", "999999999999999999999999"})
                if (good.count != count) {
                    Texts t = good;
                    t.count = count;
                    court.want_rejected(t, std::string(name) + " another count");
                }
        }
    std::printf("%zu mutants of lists\n", court.mutants());
    EXPECT_GT(court.mutants(), 100U);
}

// The proof log: a line less or more shifts the number of the constraint that the conclusion names,
// unless it was a deletion (without one a checker knows more: the proof is right, and not asked
// here; done twice it names what is gone). A literal that changes its sign in a lemma or leaves it
// makes another clause: asked where a solution that is not excluded yet falsifies it, so that it
// cannot follow. In a solx line it is another solution than the list's.
TEST(Certificates, EveryChangeOfAProofLogIsCaught) {
    Court court;
    for (const Named& asked : puzzles()) {
        const char* const name = asked.name;
        const Puzzle& puzzle = asked.puzzle;
        const Texts good = certified(puzzle, ProofKind::veripb);
        const CertifiedFormula f = certified_formula(puzzle);
        const auto is_true = [&](const std::string& solution, std::string word) {
            const bool negative = word.starts_with('~');
            const std::size_t v = std::stoul(word.substr(negative ? 2 : 1)) - 1;
            if (v >= f.candidates.size()) return false;
            const auto [cell, digit] = f.candidates[v];
            return (solution[cell.index()] == digit_symbol(digit)) != negative;
        };
        std::size_t told = 0;
        for (std::size_t i = 0; i < good.proof.size(); ++i) {
            const std::string& line = good.proof[i];
            const std::string where =
                std::string(name) + " proof line " + std::to_string(i + 1) + ": " + line;
            const auto at = static_cast<std::ptrdiff_t>(i);
            told += line.starts_with("solx");
            Texts t = good;
            t.proof.resize(i);
            court.want_rejected(t, "cut before: " + where);
            if (!line.starts_with("output") && !line.starts_with("core") &&
                !line.starts_with("rup >=")) {  // empty twice is empty
                t = good;
                t.proof.insert(t.proof.begin() + at, line);
                court.want_rejected(t, "doubled: " + where);
            }
            // Which lemma is of the core is for other checkers; this one keeps its own account.
            if (line.starts_with("core")) continue;
            if (!line.starts_with("output") && !line.starts_with("del")) {
                t = good;
                t.proof.erase(t.proof.begin() + at);
                court.want_rejected(t, "deleted: " + where);
            }
            if (line.starts_with("f ") || line.starts_with("conclusion")) {
                for (const std::size_t digit :
                     {line.find_first_of("0123456789"), line.find_last_of("0123456789")}) {
                    t = good;
                    char& c = t.proof[i][digit];
                    c = c == '9' ? '8' : static_cast<char>(c + 1);
                    court.want_rejected(t, "another number: " + where);
                }
            }
            if (!line.starts_with("rup") && !line.starts_with("solx")) continue;
            std::vector<std::string> literals;
            std::istringstream words{line};
            for (std::string word; words >> word;) {
                while (word.ends_with(';')) word.pop_back();
                if (word.starts_with('x') || word.starts_with("~x")) literals.push_back(word);
            }
            for (std::size_t k = 0; k < literals.size(); ++k)
                for (const bool flips : {true, false}) {
                    std::vector<std::string> other = literals;
                    if (flips)
                        other[k] = other[k].starts_with('~') ? other[k].substr(1) : "~" + other[k];
                    else
                        other.erase(other.begin() + static_cast<std::ptrdiff_t>(k));
                    t = good;
                    if (line.starts_with("solx")) {
                        if (!flips) continue;  // the rest may say as much
                        t.proof[i] = "solx";
                        for (const std::string& word : other) t.proof[i] += " " + word;
                        t.proof[i] += ";";
                        // Without decisions a literal stands for all, and may be any that is true.
                        court.want_rejected(t, "a sign: " + where);
                        continue;
                    }
                    bool false_later = false;
                    for (std::size_t s = told; s < good.solutions.size(); ++s)
                        false_later |= std::ranges::none_of(other, [&](const std::string& word) {
                            return is_true(good.solutions[s], word);
                        });
                    if (!false_later) continue;
                    t.proof[i] = "rup";
                    for (const std::string& word : other) t.proof[i] += " 1 " + word;
                    t.proof[i] += " >= 1;";
                    court.want_rejected(t, (flips ? "a sign: " : "a literal less: ") + where);
                }
        }
    }
    std::printf("%zu mutants of proof logs\n", court.mutants());
    EXPECT_GT(court.mutants(), 200U);
}

// A refutation: whatever it is changed to, if the checker finds the empty clause the formula is
// unsatisfiable, and the claim right. So what is changed is the claim: a solution kept back, with
// its clause, is one that the proof cannot do away with, whatever is left of the proof.
TEST(Certificates, ASolutionKeptBackIsCaughtInARefutation) {
    Court court;
    for (const Named& asked : puzzles()) {
        const char* const name = asked.name;
        const Puzzle& puzzle = asked.puzzle;
        const Texts good = certified(puzzle, ProofKind::drat);
        const std::size_t n = good.solutions.size();
        for (std::size_t i = 0; i < n; ++i) {
            Texts t = good;
            t.solutions.erase(t.solutions.begin() + static_cast<std::ptrdiff_t>(i));
            t.formula.erase(t.formula.end() - static_cast<std::ptrdiff_t>(n - i));
            for (std::string& line : t.formula)
                if (line.starts_with("p ")) {
                    const std::size_t cut = line.rfind(' ');
                    line =
                        line.substr(0, cut + 1) + std::to_string(std::stoul(line.substr(cut)) - 1);
                }
            t.count = std::to_string(n - 1);
            court.want_rejected(t, std::string(name) + " solution " + std::to_string(i + 1));
            const std::vector<std::string> proof = t.proof;
            for (std::size_t k = 0; k < proof.size(); ++k) {
                t.proof = proof;
                t.proof.erase(t.proof.begin() + static_cast<std::ptrdiff_t>(k));
                court.want_rejected(t, std::string(name) + " and a line less of the proof");
            }
        }
        if (n == 0) continue;
        Texts t = good;
        t.proof.clear();
        if (n > 1) court.want_rejected(t, std::string(name) + " no proof");
    }
    std::printf("%zu mutants of refutations\n", court.mutants());
    EXPECT_GT(court.mutants(), 100U);
}

// A graph's proof ends when its root alone is left: every line names a clause that must be there
// once, and go once. Comments and the order of lines that do not need each other are left alone.
// A lemma is used by the one that closes the branch above it, and its last hint is where it ends.
TEST(Certificates, EveryChangeOfANumberedRefutationIsCaught) {
    Court court;
    for (const Puzzle& puzzle : {Puzzle::from_line(reference::p92), with_rules()}) {
        const Texts good = certified(puzzle, ProofKind::lrat);
        EXPECT_EQ(good.verdict(), "");
        // Behind the empty clause nothing is read.
        const auto last_line = std::ranges::find_if(good.proof, [](const std::string& line) {
            return line.compare(line.find(' '), 3, " 0 ") == 0;
        });
        ASSERT_NE(last_line, good.proof.end());
        for (std::size_t i = 0; good.proof.begin() + static_cast<std::ptrdiff_t>(i) <= last_line;
             ++i) {
            const std::string& line = good.proof[i];
            const std::string where = "line " + std::to_string(i + 1) + ": " + line;
            const auto with = [&](const std::string& other) {
                Texts mutant = good;
                mutant.proof[i] = other;
                return mutant;
            };
            Texts cut = good;
            cut.proof.resize(i);
            court.want_rejected(cut, "cut before " + where);
            court.want_rejected(with(line.substr(0, line.size() - 1)), "without 0: " + where);
            if (line.find(" d ") != std::string::npos) {
                court.want_rejected(with(line.substr(0, line.size() - 1) + "999999 0"), where);
                continue;
            }
            const std::size_t end = line.rfind(' ');
            const std::size_t last = line.rfind(' ', end - 1);
            court.want_rejected(with(line.substr(0, last) + " 0"), "without its end: " + where);
            court.want_rejected(with(line.substr(0, last) + " 999999 0"), "no clause: " + where);
            if (line != *last_line) {
                Texts doubled = good;
                doubled.proof.insert(doubled.proof.begin() + static_cast<std::ptrdiff_t>(i), line);
                court.want_rejected(doubled, "doubled " + where);
            }
        }
    }
    EXPECT_GT(court.mutants(), 300U);
}

TEST(Certificates, EveryChangeOfAGraphIsCaught) {
    for (const Named& asked : puzzles()) {
        const char* const name = asked.name;
        const Puzzle& puzzle = asked.puzzle;
        if (std::string_view(name) == "rules") continue;  // has helpers, which a graph would count
        Texts good{.puzzle = puzzle, .kind = ProofKind::cpog};
        const cnf::OpenEncoding f = compile::open_formula(puzzle);
        std::ostringstream formula, graph;
        compile::write_formula(formula, puzzle, f);
        const compile::CpogReport done = compile::write_cpog(graph, f.formula, f.var_count);
        good.formula = lines_of(formula.str());
        good.proof = lines_of(graph.str());
        good.count = done.count.to_string();
        const auto verdict = [](const Texts& t) {
            std::istringstream cnf{text_of(t.formula)}, steps{text_of(t.proof)};
            try {
                const proof::CheckResult found = proof::check_certificate({.puzzle = t.puzzle,
                                                                           .kind = t.kind,
                                                                           .count = t.count,
                                                                           .formula = &cnf,
                                                                           .proof = &steps});
                return found.accepted ? std::string{} : found.part + ": " + found.why;
            } catch (const InputError& error) {
                return error.message();
            }
        };
        ASSERT_EQ(verdict(good), "") << name;
        std::size_t mutants = 0;
        const auto want_rejected = [&](const Texts& t, const std::string& what) {
            ++mutants;
            EXPECT_NE(verdict(t), "") << name << " " << what;
        };
        const std::size_t stride = 1 + good.proof.size() / 150;
        for (std::size_t i = 0; i < good.proof.size(); i += stride) {
            if (good.proof[i].starts_with('c')) continue;
            const std::string where = "line " + std::to_string(i + 1) + ": " + good.proof[i];
            const auto at = static_cast<std::ptrdiff_t>(i);
            Texts t = good;
            t.proof.insert(t.proof.begin() + at, good.proof[i]);
            want_rejected(t, "doubled: " + where);
            t = good;
            t.proof.erase(t.proof.begin() + at);
            want_rejected(t, "deleted: " + where);
            t = good;
            t.proof.resize(i);
            want_rejected(t, "cut before: " + where);
        }
        for (const char* count : {"0", "1", "13", "999999999999999999999999"}) {
            if (good.count == count) continue;
            Texts t = good;
            t.count = count;
            want_rejected(t, std::string("another count: ") + count);
        }
        for (std::size_t i = 0; i < 81; i += 5)
            if (const auto given = puzzle.given(Cell{i})) {
                Texts t = good;
                t.puzzle.set_given(Cell{i}, Digit{(given->index() + 1) % 9});
                want_rejected(t, "another clue");
                t.puzzle.clear_given(Cell{i});
                want_rejected(t, "a clue less");
            }
        std::printf("%zu mutants of a graph\n", mutants);
        EXPECT_GT(mutants, 5U);
    }
}

// Another puzzle under the same formula, and another formula under the same puzzle.
TEST(Certificates, AnotherPuzzleIsCaught) {
    Court court;
    for (const ProofKind kind : {ProofKind::veripb, ProofKind::drat, ProofKind::lrat}) {
        const Texts good = certified(Puzzle::from_line(reference::p92), kind);
        const Texts other = certified(Puzzle::from_line(reference::gould), kind);
        for (const char* part : {"formula", "proof", "solutions"}) {
            Texts t = good;
            t.part(part) = Texts{other}.part(part);
            court.want_rejected(t, std::string("of another puzzle: ") + part);
        }
        for (std::size_t i = 0; i < 81; ++i) {
            Texts t = good;
            if (const auto given = t.puzzle.given(Cell{i})) {
                t.puzzle.set_given(Cell{i}, Digit{(given->index() + 1) % 9});
                court.want_rejected(t, "another clue");
                t.puzzle.clear_given(Cell{i});
                court.want_rejected(t, "a clue less");
            } else {
                t.puzzle.set_marks(Cell{i}, DigitSet::all(9) - DigitSet{Digit{i % 9}});
                // A mark that a clue rules out anyhow asks nothing new.
                const DigitSet open = good.puzzle.candidates_after_givens()[i];
                if (open.contains(Digit{i % 9})) court.want_rejected(t, "a mark less");
            }
        }
        Texts t = certified(with_rules(), kind);
        Puzzle fewer{t.puzzle.geometry_ptr()};
        for (std::size_t i = 0; i < 36; ++i)
            if (const auto given = t.puzzle.given(Cell{i})) fewer.set_given(Cell{i}, *given);
        const Puzzle without = fewer;
        for (std::size_t gone = 0; gone < 3; ++gone) {
            fewer = without;
            for (std::size_t r = 0; r < 3; ++r)
                if (r != gone) fewer.add_rule(t.puzzle.rules()[r]);
            Texts less = t;
            less.puzzle = fewer;
            court.want_rejected(less, "a rule less");
            Rule changed = t.puzzle.rules()[gone];
            if (changed.kind == RuleKind::killer_cage)
                ++changed.numbers[0];
            else
                std::swap(changed.cells[0], changed.cells[1]);
            fewer.add_rule(changed);
            less.puzzle = fewer;
            court.want_rejected(less, "another rule");
        }
    }
    std::printf("%zu mutants of puzzles\n", court.mutants());
    EXPECT_GT(court.mutants(), 150U);
}

}  // namespace
}  // namespace clew::certify
