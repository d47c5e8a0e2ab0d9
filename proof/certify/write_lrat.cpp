// What the formula decides by itself is said once, as unit clauses, at the beginning: a lemma that
// rests on a clue's consequence then has one number for it.

#include "proof/certify/write_lrat.hpp"

#include <array>

namespace clew::certify {

LratWriter::LratWriter(std::ostream& proof, std::ostream& blocking, std::span<const cnf::Var> open,
                       std::size_t clauses, std::uint64_t solutions)
    : proof_(proof),
      blocking_(blocking, open),
      clauses_(clauses),
      next_(clauses + solutions + 1),
      inputs_(clauses) {
    for (std::size_t i = 0; i < clauses; ++i) inputs_[i] << i + 1 << " ";
}

void LratWriter::begin(const Propagator& state) {
    units_.resize(state.variables());
    words_.resize(2 * state.variables());
    for (std::size_t v = 0; v < state.variables(); ++v)
        for (const cnf::Lit l : {cnf::Lit::positive(cnf::Var{v}), cnf::Lit::negative(cnf::Var{v})})
            words_[l.code()] << l.dimacs() << " ";
    for (const cnf::Lit l : state.root()) {
        ShortText& unit = units_[l.var().index()];
        const std::size_t reason = state.root_reason(l);
        const auto clause = state.clause(reason);
        if (clause.size() == 1) {
            unit = inputs_[reason];
            continue;
        }
        std::vector<Antecedent> antecedents;
        for (const cnf::Lit other : clause)
            if (other != l) antecedents.push_back({Antecedent::Kind::root, other.var().index()});
        unit << write(std::array{l}, antecedents, reason + 1) << " ";
        ++before_;
    }
}

/// `last` is a clause behind the antecedents; 0 for none.
LemmaId LratWriter::write(std::span<const cnf::Lit> clause, std::span<const Antecedent> antecedents,
                          LemmaId last) {
    proof_ << next_ << ' ';
    for (const cnf::Lit l : clause) proof_ << words_[l.code()];
    proof_ << "0 ";
    for (const Antecedent& a : antecedents) switch (a.kind) {
            case Antecedent::Kind::formula:
                proof_ << inputs_[a.name];
                break;
            case Antecedent::Kind::told:
                proof_ << a.name << ' ';
                break;
            case Antecedent::Kind::root:
                proof_ << units_[a.name];
        }
    if (last != 0) proof_ << last << ' ';
    proof_ << "0\n";
    if (clause.empty()) {
        proof_.flush();
        blocking_.flush();
    }
    return next_++;
}

LemmaId LratWriter::lemma(std::span<const cnf::Lit> clause,
                          std::span<const Antecedent> antecedents) {
    return write(clause, antecedents, 0);
}

LemmaId LratWriter::solution(const FoundModel& found, const Propagator& state) {
    const std::span<const cnf::Lit> blocked = blocking_.add(found);
    ++solutions_;
    return write(found.excluded, state.explain(blocked).antecedents, clauses_ + solutions_);
}

void LratWriter::forget(std::span<const LemmaId> lemmas) {
    proof_ << next_ - 1 << " d ";
    for (const LemmaId id : lemmas) proof_ << id << ' ';
    proof_ << "0\n";
}

}  // namespace clew::certify
