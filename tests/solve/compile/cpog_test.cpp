#include "solve/compile/cpog.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/base/input_error.hpp"
#include "proof/checker/cpog.hpp"
#include "tests/solve/compile/asked.hpp"
#include "tests/support/places.hpp"
#include "tests/support/texts.hpp"

namespace clew::compile {
namespace {

struct Proof {
    proof::Cnf formula;
    std::string text;
    Count count;
};

/// As it is written now, and as version 0.1 wrote it: with every clause but the root deleted.
enum class Form : std::uint8_t { written_now, with_deletions };

Proof proof_of(const cnf::Formula& formula, std::size_t variables, const CompileOptions& options) {
    Proof out;
    std::ostringstream text;
    const CpogReport report = write_cpog(text, formula, variables, options);
    EXPECT_EQ(report.ending, Ending::exhausted);
    out.text = text.str();
    out.count = report.count;
    out.formula.variables = variables;
    std::vector<proof::Literal> numbers;
    for (std::span<const cnf::Lit> clause : formula) {
        numbers.clear();
        for (cnf::Lit l : clause) numbers.push_back(static_cast<proof::Literal>(l.dimacs()));
        out.formula.add(numbers);
    }
    return out;
}

Proof proof_of(const Puzzle& puzzle) {
    const cnf::OpenEncoding f = open_formula(puzzle);
    return proof_of(f.formula, f.var_count, options_for(puzzle, f));
}

proof::Result check(const proof::Cnf& formula, const std::string& text) {
    std::istringstream in{text};
    return proof::check_cpog(formula, in, "proof", nullptr);
}

/// A text that is no proof at all is refused, too.
bool holds(const proof::Cnf& formula, const std::string& text, std::string* why = nullptr) {
    try {
        const proof::Result result = check(formula, text);
        if (why != nullptr) *why = result.why;
        return result.accepted;
    } catch (const InputError& e) {
        if (why != nullptr) *why = e.message();
        return false;
    }
}

TEST(Cpog, OfRandomPuzzlesIsAcceptedWithTheReferencesCount) {
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
        Random random{seed};
        const Asked asked = random_question(random, 6, 300);
        const Proof p = proof_of(asked.puzzle);
        const proof::Result r = check(p.formula, p.text);
        ASSERT_TRUE(r.accepted) << "seed " << seed << ": line " << r.line << ": " << r.why << "\n"
                                << reference::describe(asked.puzzle);
        ASSERT_EQ(r.count, std::to_string(asked.solutions.size())) << "seed " << seed;
    }
}

TEST(Cpog, OfRandomFormulasIsAccepted) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Random random{seed};
        const std::size_t n = 1 + random.below(12);
        cnf::Formula f;
        for (std::uint64_t clauses = random.below(30); clauses > 0; --clauses) {
            cnf::Clause clause;
            for (std::size_t v = 0; v < n; ++v)
                if (random.below(n) < 3)
                    clause.push_back(random.below(2) == 0 ? cnf::Lit::positive(cnf::Var{v})
                                                          : cnf::Lit::negative(cnf::Var{v}));
            if (!clause.empty()) f.add(clause);
        }
        const Proof p = proof_of(f, n, {});
        const proof::Result r = check(p.formula, p.text);
        ASSERT_TRUE(r.accepted) << "seed " << seed << ": line " << r.line << ": " << r.why;
        ASSERT_EQ(r.count, p.count.to_string()) << "seed " << seed;
    }
}

TEST(Cpog, OfContradictionsAndFullGridsIsAccepted) {
    for (const std::string& line : {reference::contradictory, reference::gould, reference::p92}) {
        const Puzzle puzzle = Puzzle::from_line(line);
        const Proof p = proof_of(puzzle);
        const proof::Result r = check(p.formula, p.text);
        EXPECT_TRUE(r.accepted) << line << ": " << r.why;
        EXPECT_EQ(r.count, std::to_string(reference::all_solutions(puzzle).size()));
    }
    // without a variable: the empty formula, and the empty clause
    const Proof always = proof_of(cnf::Formula{}, 0, {});
    EXPECT_EQ(check(always.formula, always.text).count, "1");
    cnf::Formula empty_clause;
    empty_clause.add(std::initializer_list<cnf::Lit>{});
    const Proof never = proof_of(empty_clause, 0, {});
    EXPECT_EQ(check(never.formula, never.text).count, "0");
}

TEST(Cpog, IsNoneIfTheWorkEndsEarly) {
    const Puzzle puzzle{Geometry::classic()};
    const cnf::OpenEncoding f = open_formula(puzzle);
    std::ostringstream text;
    const CpogReport report =
        write_cpog(text, f.formula, f.var_count, {.budget = {.max_nodes = 20}});
    EXPECT_EQ(report.ending, Ending::out_of_budget);
    EXPECT_TRUE(text.str().empty());
}

std::string earlier(const std::string& file) {
    return source_dir() + "/tests/data/earlier/cpog2023/" + file;
}

Proof earlier_proof() {
    std::ifstream formula{earlier("formula.cnf")};
    return {proof::read_cnf(formula, "formula.cnf"), read_file(earlier("proof.cpog")), Count{18}};
}

class Tampered : public ::testing::TestWithParam<Form> {
  protected:
    Proof proof_ = GetParam() == Form::written_now ? proof_of(Puzzle::from_line(reference::p92))
                                                   : earlier_proof();
    std::string count_ = proof_.count.to_string();
    std::vector<std::string> lines_ = lines_of(proof_.text);
};

TEST_P(Tampered, AnyLineLeftOutIsCaught) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        std::vector<std::string> less = lines_;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
        // A clause of the formula that is not deleted is asked for by the checker itself.
        const proof::Cnf& formula = proof_.formula;
        const bool accepted = holds(formula, text_of(less));
        ASSERT_TRUE(!accepted || lines_[i].starts_with("d ")) << "line " << i + 1 << lines_[i];
        if (accepted) {
            ASSERT_EQ(check(formula, text_of(less)).count, count_);
        }
    }
}

TEST_P(Tampered, AnyLineTwiceIsCaught) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        std::vector<std::string> more = lines_;
        more.insert(more.begin() + static_cast<std::ptrdiff_t>(i), lines_[i]);
        ASSERT_FALSE(holds(proof_.formula, text_of(more))) << "line " << i + 1 << ": " << lines_[i];
    }
}

TEST_P(Tampered, AnyTextCutShortIsCaught) {
    // To the last but one character: the last is the end of the line, which may be missing. What
    // is deleted need not be.
    const std::size_t needed = std::min(proof_.text.find("\nd "), proof_.text.size());
    for (std::size_t n = 0; n + 1 < needed; n += 31)
        ASSERT_FALSE(holds(proof_.formula, proof_.text.substr(0, n))) << n << " characters";
    for (std::size_t n = needed; n + 1 < proof_.text.size(); n += 31) {
        const std::string cut = proof_.text.substr(0, n);
        if (!holds(proof_.formula, cut)) continue;
        ASSERT_EQ(check(proof_.formula, cut).count, count_);
    }
}

/// What a line says that is not a hint: its numbers, parts and literals. Hints may be changed to
/// others that do as well.
TEST_P(Tampered, AnyNumberThatIsNoHintChangedIsCaught) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        std::vector<std::string> words;
        std::istringstream in{lines_[i]};
        for (std::string word; in >> word;) words.push_back(word);
        const bool by_number = words[0] != "d" && words[0] != "r";
        const std::string kind = by_number ? words[1] : words[0];
        std::size_t end = words.size();  // of what is no hint
        if (kind == "s") end = 5;
        if (kind == "d") end = 2;
        if (kind == "a")
            end = static_cast<std::size_t>(std::ranges::find(words, "0") - words.begin());
        for (std::size_t w = 0; w < end; ++w) {
            if (words[w] == "p" || words[w] == "s" || words[w] == "a" || words[w] == "d" ||
                words[w] == "r" || words[w] == "0")
                continue;
            const std::string before = words[w];
            const long value = std::stol(before);
            for (long other : {-value, value + 1, value - 1, 0L}) {
                words[w] = std::to_string(other);
                std::string line;
                for (const std::string& word : words) line += word + " ";
                std::vector<std::string> changed = lines_;
                changed[i] = line;
                std::string why;
                if (!holds(proof_.formula, text_of(changed), &why)) continue;
                // A clause added with another literal may follow as well and do as well; nothing
                // else may pass, and never with another count.
                ASSERT_EQ(kind, "a") << "line " << i + 1 << ": " << lines_[i] << " -> " << line;
                ASSERT_EQ(check(proof_.formula, text_of(changed)).count, count_);
            }
            words[w] = before;
        }
    }
}

TEST_P(Tampered, HintsThatNameOneClauseLessAreCaughtOrNotNeeded) {
    std::size_t caught = 0, tried = 0;
    for (std::size_t i = 0; i < lines_.size(); i += 7) {
        std::vector<std::string> words;
        std::istringstream in{lines_[i]};
        for (std::string word; in >> word;) words.push_back(word);
        const bool added = words[1] == "a";
        if (words[0] != "d" && !added) continue;
        const auto hints = static_cast<std::size_t>(std::ranges::find(words, "0") - words.begin());
        for (std::size_t w = added ? hints + 1 : 2; w + 1 < words.size(); ++w) {
            std::string line;
            for (std::size_t k = 0; k < words.size(); ++k)
                if (k != w) line += words[k] + " ";
            std::vector<std::string> changed = lines_;
            changed[i] = line;
            ++tried;
            caught += !holds(proof_.formula, text_of(changed));
        }
    }
    EXPECT_EQ(caught, tried);
}

TEST_P(Tampered, AnotherFormulaIsCaught) {
    Puzzle other = Puzzle::from_line(reference::p92);
    other.set_given(Cell{1}, other.candidates_after_givens()[1].first());
    EXPECT_FALSE(holds(proof_of(other).formula, proof_.text));
    EXPECT_FALSE(holds(proof_of(Puzzle::from_line(reference::gould)).formula, proof_.text));
    // a clause less; one with all signs turned
    for (std::size_t skip = 0; skip < proof_.formula.size(); skip += 13) {
        proof::Cnf less, turned;
        less.variables = turned.variables = proof_.formula.variables;
        for (std::size_t c = 0; c < proof_.formula.size(); ++c) {
            if (c != skip) less.add(proof_.formula[c]);
            std::vector<proof::Literal> clause(proof_.formula[c].begin(), proof_.formula[c].end());
            if (c == skip)
                for (proof::Literal& l : clause) l = -l;
            turned.add(clause);
        }
        EXPECT_FALSE(holds(less, proof_.text)) << skip;
        // Where a clause is said by others too, what stands in its place may be anything true.
        if (holds(turned, proof_.text)) {
            EXPECT_EQ(GetParam(), Form::written_now) << skip;
            EXPECT_EQ(check(turned, proof_.text).count, count_) << skip;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Forms, Tampered,
                         ::testing::Values(Form::written_now, Form::with_deletions),
                         [](const auto& form) {
                             return form.param == Form::written_now ? "Short" : "WithDeletions";
                         });

}  // namespace
}  // namespace clew::compile
