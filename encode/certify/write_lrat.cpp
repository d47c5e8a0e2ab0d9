// What the formula decides by itself is said once, as unit clauses, at the beginning: a lemma that
// rests on a clue's consequence then has one number for it.

#include "encode/certify/write_lrat.hpp"

#include <array>
#include <charconv>
#include <ostream>

namespace clew::certify {
namespace {

template <class Number>
void put(std::string& line, Number number) {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    line.append(digits, end);
    line += ' ';
}

}  // namespace

LratWriter::LratWriter(std::ostream& proof, std::ostream& blocking, std::vector<cnf::Var> open,
                       std::size_t clauses, std::uint64_t solutions)
    : proof_(proof),
      blocking_(blocking),
      open_(std::move(open)),
      clauses_(clauses),
      next_(clauses + solutions + 1) {}

void LratWriter::begin(const Propagator& state) {
    for (const cnf::Lit l : state.root()) {
        const std::size_t v = l.var().index();
        if (units_.size() <= v) units_.resize(v + 1, 0);
        const std::size_t reason = *state.root_reason(l);
        const auto clause = state.clause(reason);
        if (clause.size() == 1) {
            units_[v] = reason + 1;
            continue;
        }
        std::vector<Antecedent> antecedents;
        for (const cnf::Lit other : clause)
            if (other != l) antecedents.push_back({Antecedent::Kind::root, other.var().index()});
        units_[v] = write(std::array{l}, antecedents, reason + 1);
        ++before_;
    }
}

/// `last` is a clause behind the antecedents; 0 for none.
LemmaId LratWriter::write(std::span<const cnf::Lit> clause, std::span<const Antecedent> antecedents,
                          LemmaId last) {
    line_.clear();
    put(line_, next_);
    for (const cnf::Lit l : clause) put(line_, l.dimacs());
    line_ += "0 ";
    for (const Antecedent& a : antecedents) switch (a.kind) {
            case Antecedent::Kind::formula:
                put(line_, a.name + 1);
                break;
            case Antecedent::Kind::told:
                put(line_, a.name);
                break;
            case Antecedent::Kind::root:
                put(line_, units_[a.name]);
        }
    if (last != 0) put(line_, last);
    line_ += "0\n";
    proof_ << line_;
    return next_++;
}

LemmaId LratWriter::lemma(std::span<const cnf::Lit> clause,
                          std::span<const Antecedent> antecedents) {
    return write(clause, antecedents, 0);
}

LemmaId LratWriter::solution(std::span<const cnf::Lit> /*decisions*/,
                             std::span<const cnf::Lit> excluded, std::span<const cnf::Lit> model,
                             const Propagator& state) {
    cnf::Clause blocked;
    for (const cnf::Var v : open_)
        if (!model[v.index()].is_negative()) blocked.push_back(~model[v.index()]);
    line_.clear();
    for (const cnf::Lit l : blocked) put(line_, l.dimacs());
    line_ += "0\n";
    blocking_ << line_;
    ++solutions_;
    return write(excluded, state.explain(blocked).antecedents, clauses_ + solutions_);
}

void LratWriter::forget(std::span<const LemmaId> lemmas) {
    line_.clear();
    put(line_, next_ - 1);
    line_ += "d ";
    for (const LemmaId id : lemmas) put(line_, id);
    line_ += "0\n";
    proof_ << line_;
}

}  // namespace clew::certify
