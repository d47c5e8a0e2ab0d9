#include "encode/certify/write_veripb.hpp"

#include <charconv>
#include <ostream>

#include "encode/base/contract.hpp"

namespace clew::certify {
namespace {

void add_number(std::string& line, std::uint64_t number) {
    char digits[20];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    line.append(digits, end);
}

void add_literal(std::string& line, cnf::Lit l) {
    line += l.is_negative() ? "~x" : "x";
    add_number(line, l.var().index() + 1);
}

}  // namespace

VeripbWriter::VeripbWriter(std::ostream& out, std::size_t clauses, VeripbVersion version,
                           Exclusions exclusions)
    : out_(out), version_(version), exclusions_(exclusions), last_(clauses) {
    out_ << "pseudo-Boolean proof version " << (version_ == VeripbVersion::v3 ? "3.0" : "2.0")
         << "\n";
    line_ = "f ";
    add_number(line_, clauses);
    end_line();
}

// In version 2 a constraint ends with its semicolon, and lines end with their line.
void VeripbWriter::end_line() {
    if (version_ == VeripbVersion::v3) line_ += ";";
    line_ += "\n";
    out_ << line_;
    line_.clear();
}

LemmaId VeripbWriter::lemma(std::span<const cnf::Lit> clause,
                            std::span<const Antecedent> /*antecedents*/) {
    line_ = "rup ";
    for (const cnf::Lit l : clause) {
        line_ += "1 ";
        add_literal(line_, l);
        line_ += " ";
    }
    line_ += ">= 1";
    if (version_ == VeripbVersion::v2) line_ += " ;";
    end_line();
    return ++last_;
}

LemmaId VeripbWriter::solution(std::span<const cnf::Lit> decisions,
                               std::span<const cnf::Lit> excluded, std::span<const cnf::Lit> model,
                               const Propagator& /*state*/) {
    line_ = "solx";
    // The format wants a literal even where all follow from none.
    if (decisions.empty() && !model.empty()) decisions = model.first(1);
    for (const cnf::Lit l : decisions) {
        line_ += " ";
        add_literal(line_, l);
    }
    end_line();
    const LemmaId exclusion = ++last_;
    lemma(excluded, {});
    if (exclusions_ == Exclusions::forgotten) {
        say("core id", last_);
        say("del id", exclusion);
    }
    return last_;
}

void VeripbWriter::say(const char* rule, LemmaId id) {
    line_ = rule;
    line_ += " ";
    add_number(line_, id);
    end_line();
}

void VeripbWriter::forget(std::span<const LemmaId> lemmas) {
    // The lemma before stands for those that go.
    if (exclusions_ == Exclusions::forgotten) say("core id", last_);
    line_ = "del id";
    for (const LemmaId id : lemmas) {
        line_ += " ";
        add_number(line_, id);
    }
    end_line();
}

void VeripbWriter::finish(const WalkReport& done) {
    CLEW_REQUIRE(done.ending == Ending::exhausted, "VeripbWriter::finish: the walk has no end");
    line_ = "output NONE";
    end_line();
    if (version_ == VeripbVersion::v2 || done.solutions == 0) {
        line_ = "conclusion UNSAT : ";
    } else {
        line_ = "conclusion ENUMERATION_COMPLETE ";
        add_number(line_, done.solutions);
        line_ += " : ";
    }
    add_number(line_, done.last);
    end_line();
    line_ = "end pseudo-Boolean proof";
    end_line();
}

}  // namespace clew::certify
