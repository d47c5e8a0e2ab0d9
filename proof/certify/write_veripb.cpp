#include "proof/certify/write_veripb.hpp"

// What excludes a solution goes when its lemma goes, or when the lemma closes a branch: whichever
// clause then stands in the core says both. So a solution takes two lines, and a branch two more,
// one for what enters the core, one for all that leaves.

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::certify {

VeripbWriter::VeripbWriter(std::ostream& out, std::size_t clauses, Exclusions exclusions)
    : text_(out), exclusions_(exclusions), last_(clauses) {
    text_ << "pseudo-Boolean proof version 3.0\n";
    text_ << "f " << clauses;
    end_line();
}

void VeripbWriter::end_line() { text_ << ";\n"; }

void VeripbWriter::put_clause(std::span<const cnf::Lit> clause) {
    text_ << "rup ";
    for (const cnf::Lit l : clause) text_ << counted_[l.code()];
    text_ << ">= 1";
    end_line();
    ++last_;
}

void VeripbWriter::begin(const Propagator& state) {
    named_.resize(2 * state.variables());
    counted_.resize(named_.size());
    for (std::size_t code = 0; code < named_.size(); ++code) {
        const char* const sign = code % 2 == 0 ? "x" : "~x";
        named_[code] << " " << sign << code / 2 + 1;
        counted_[code] << "1 " << sign << code / 2 + 1 << " ";
    }
}

LemmaId VeripbWriter::lemma(std::span<const cnf::Lit> clause,
                            std::span<const Antecedent> /*antecedents*/) {
    put_clause(clause);
    return last_;
}

LemmaId VeripbWriter::solution(const FoundModel& found, const Propagator& /*state*/) {
    text_ << "solx";
    // The format wants a literal even where all follow from none.
    if (found.decisions.empty() && !found.literals.empty())
        text_ << named_[found.literals.front().code()];
    for (const cnf::Lit l : found.decisions) text_ << named_[l.code()];
    end_line();
    ++last_;
    put_clause(found.excluded);
    if (exclusions_ == Exclusions::forgotten) pending_.push_back(last_);
    return last_;
}

void VeripbWriter::keep_in_core() {
    if (core_ == last_) return;
    core_ = last_;
    text_ << "core id " << last_;
    end_line();
}

void VeripbWriter::forget(std::span<const LemmaId> lemmas) {
    const auto put = [&](LemmaId id) { text_ << ' ' << id; };
    // The lemma before stands for those that go.
    if (exclusions_ == Exclusions::forgotten) keep_in_core();
    text_ << "del id";
    if (!pending_.empty() && pending_.back() == last_) {
        put(last_ - 1);
        pending_.pop_back();
    }
    const auto gone = std::ranges::lower_bound(pending_, lemmas.front());
    for (const LemmaId id : lemmas) {
        if (std::binary_search(gone, pending_.end(), id)) put(id - 1);
        put(id);
    }
    pending_.erase(gone, pending_.end());
    end_line();
}

void VeripbWriter::finish(const WalkReport& done) {
    CLEW_REQUIRE(done.ending == Ending::exhausted, "VeripbWriter::finish: the walk has no end");
    text_ << "output NONE";
    end_line();
    if (done.solutions == 0)
        text_ << "conclusion UNSAT : ";
    else
        text_ << "conclusion ENUMERATION_COMPLETE " << done.solutions << " : ";
    text_ << done.last;
    end_line();
    text_ << "end pseudo-Boolean proof";
    end_line();
    text_.flush();
}

}  // namespace clew::certify
