#include "proof/certify/write_drat.hpp"

namespace clew::certify {

DratWriter::DratWriter(std::ostream& proof, std::ostream& blocking, std::span<const cnf::Var> open)
    : proof_(proof), blocking_(blocking, open) {}

LemmaId DratWriter::lemma(std::span<const cnf::Lit> clause,
                          std::span<const Antecedent> /*antecedents*/) {
    std::string text;
    for (const cnf::Lit l : clause) {
        while (words_.size() <= l.code()) {
            const auto variable = static_cast<std::int64_t>(words_.size() / 2) + 1;
            words_.emplace_back() << (words_.size() % 2 == 1 ? variable : -variable) << " ";
        }
        text += words_[l.code()].view();
    }
    text += "0\n";
    proof_ << text;
    if (clause.empty()) {
        proof_.flush();
        blocking_.flush();
    }
    if (free_.empty()) {
        texts_.push_back(std::move(text));
        return texts_.size() - 1;
    }
    const LemmaId id = free_.back();
    free_.pop_back();
    texts_[id] = std::move(text);
    return id;
}

LemmaId DratWriter::solution(const FoundModel& found, const Propagator& /*state*/) {
    blocking_.add(found);
    return lemma(found.excluded, {});
}

void DratWriter::forget(std::span<const LemmaId> lemmas) {
    for (const LemmaId id : lemmas) {
        proof_ << "d " << texts_[id];
        texts_[id].clear();
        free_.push_back(id);
    }
}

}  // namespace clew::certify
