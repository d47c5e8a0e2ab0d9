// Each depth of assumption has a closure of its own, loaded with the marks that stand there. A
// sweep tries every candidate that is left and takes away what is refuted; what shallower
// assumptions refute goes first, since a deeper sweep costs hundreds of them. A trial that comes to
// a solution refutes nothing.

#include "logic/strategies/refuter.hpp"

#include <algorithm>
#include <utility>

namespace clew::logic::inline strategies {

Marks marks_of(const State& state) {
    Marks marks(state.cell_count());
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = state.candidates(Cell{i});
    return marks;
}

Refuter::Refuter(const GeometryPtr& geometry, ClosureRules rules, Spending& spending)
    : geometry_(geometry),
      rules_(rules),
      spending_(spending),
      single_price_(geometry->is_classic() ? 1 : 1 + geometry->candidate_count() / 100),
      price_(rules == ClosureRules::singles ? single_price_ : 20 * single_price_) {}

Closure& Refuter::level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.emplace_back(geometry_);
    return levels_[depth];
}

bool Refuter::refutes(const Marks& marks, Candidate candidate, std::size_t nested) {
    level(nested + 1);  // no reference may move
    if (levels_[0].load(marks) == ClosureStatus::impossible) return true;
    return refutes_from(0, candidate, nested);
}

std::vector<Candidate> Refuter::refuted(const Marks& marks, std::size_t nested) {
    level(nested + 1);
    std::vector<Candidate> found;
    Marks left = marks;
    if (levels_[0].load(left) != ClosureStatus::impossible) sweep(0, left, nested, &found);
    return found;
}

bool Refuter::refutes_from(std::size_t depth, Candidate candidate, std::size_t nested) {
    if (spending_.over()) return false;
    spending_.pay(price_);
    const ClosureStatus status = levels_[depth].assign({&candidate, 1}, rules_);
    if (status != ClosureStatus::open) return status == ClosureStatus::impossible;
    if (nested == 0) return false;
    Marks marks(geometry_->cell_count());
    levels_[depth].candidates(marks);
    return exhausts(depth + 1, std::move(marks), nested);
}

// Do assumptions of up to `nested` levels, at this depth and below, lead the marks to a conflict?
bool Refuter::exhausts(std::size_t depth, Marks marks, std::size_t nested) {
    Closure& here = levels_[depth];
    here.load(marks);
    for (std::size_t shallow = 0; shallow < nested;) {
        if (!sweep(depth, marks, shallow, nullptr)) {
            if (spending_.over()) return false;
            ++shallow;
            continue;
        }
        if (here.load(marks) == ClosureStatus::impossible) return true;
        const ClosureStatus status =
            rules_ == ClosureRules::singles ? here.status() : here.extend(rules_);
        if (status != ClosureStatus::open) return status == ClosureStatus::impossible;
        here.candidates(marks);
        here.keep();
        shallow = 0;
    }
    return false;
}

// Takes what is refuted out of the marks; whether anything was.
bool Refuter::sweep(std::size_t depth, Marks& marks, std::size_t nested,
                    std::vector<Candidate>* found) {
    bool any = false;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i].size() < 2) continue;
        for (Digit d : DigitSet{marks[i]}) {
            const Candidate c{Cell{i}, d};
            if (!refutes_from(depth, c, nested)) continue;
            any = true;
            marks[i].erase(d);
            if (found != nullptr) found->push_back(c);
        }
    }
    return any;
}

Refuter::Found Refuter::solve(const Marks& marks, Candidate candidate, std::uint64_t max_nodes,
                              Marks& grid) {
    level(0);
    if (levels_[0].load(marks) == ClosureStatus::impossible) return Found::none;
    const ClosureStatus status = levels_[0].assign({&candidate, 1}, ClosureRules::singles);
    if (status == ClosureStatus::impossible) return Found::none;
    Marks left(marks.size());
    levels_[0].candidates(left);
    return dive(0, left, max_nodes, grid);
}

Refuter::Found Refuter::dive(std::size_t depth, const Marks& marks, std::uint64_t& nodes,
                             Marks& grid) {
    std::size_t best = marks.size();
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i].size() > 1 && (best == marks.size() || marks[i].size() < marks[best].size()))
            best = i;
    if (best == marks.size()) {
        grid = marks;
        return Found::solution;
    }
    level(depth + 1);
    levels_[depth].load(marks);
    Marks left(marks.size());
    for (Digit d : marks[best]) {
        if (nodes == 0 || spending_.over()) return Found::unknown;
        --nodes;
        spending_.pay(single_price_);
        Closure& here = levels_[depth];
        const Candidate c{Cell{best}, d};
        if (here.assign({&c, 1}, ClosureRules::singles) == ClosureStatus::impossible) continue;
        here.candidates(left);
        const Found found = dive(depth + 1, left, nodes, grid);
        if (found != Found::none) return found;
    }
    return Found::none;
}

}  // namespace clew::logic::inline strategies
