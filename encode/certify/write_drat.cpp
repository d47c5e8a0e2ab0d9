#include "encode/certify/write_drat.hpp"

#include <ostream>

namespace clew::certify {

DratWriter::DratWriter(std::ostream& proof, std::ostream& blocking, std::vector<cnf::Var> open)
    : proof_(proof), blocking_(blocking), open_(std::move(open)) {}

LemmaId DratWriter::lemma(std::span<const cnf::Lit> clause,
                          std::span<const Antecedent> /*antecedents*/) {
    std::string text;
    for (const cnf::Lit l : clause) text += std::to_string(l.dimacs()) + " ";
    text += "0\n";
    proof_ << text;
    if (free_.empty()) {
        texts_.push_back(std::move(text));
        return texts_.size() - 1;
    }
    const LemmaId id = free_.back();
    free_.pop_back();
    texts_[id] = std::move(text);
    return id;
}

LemmaId DratWriter::solution(std::span<const cnf::Lit> /*decisions*/,
                             std::span<const cnf::Lit> excluded, std::span<const cnf::Lit> model,
                             const Propagator& /*state*/) {
    std::string text;
    for (const cnf::Var v : open_)
        if (!model[v.index()].is_negative())
            text += std::to_string((~model[v.index()]).dimacs()) + " ";
    blocking_ << text << "0\n";
    return lemma(excluded, {});
}

void DratWriter::forget(std::span<const LemmaId> lemmas) {
    for (const LemmaId id : lemmas) {
        proof_ << "d " << texts_[id];
        texts_[id].clear();
        free_.push_back(id);
    }
}

}  // namespace clew::certify
