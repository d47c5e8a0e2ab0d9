// How a pattern is expanded.
//
// Its candidates are read off its digits (marks less the digits of peers), loaded once as the base
// of the closure, and each candidate is tried from there.

#include "logic/tree/expander.hpp"

#include <algorithm>

namespace clew::logic::inline tree {

using logic::ClosureStatus;

void Expansion::clear() {
    trials.clear();
    codes.clear();
    alternates.clear();
    wide = false;
    before = 0;
}

Expander::Expander(const Puzzle& puzzle, const TreeOptions& options, const GridStore& known)
    : puzzle_(puzzle), options_(options), store_(known), closer_(puzzle, options.rules) {
    if (options.screen) screen_.emplace(puzzle, *options.screen);
}

Expander::Root Expander::plant() {
    const auto marks = puzzle_.candidates_after_givens();
    ClosureStatus status = closer_.load(marks);
    if (status != ClosureStatus::impossible) {
        status = closer_.close();
        if (status == ClosureStatus::open && options_.start == TreeStart::singles)
            status = closer_.load(marks);
    }
    Root root;
    root.code.assign(store_.words(), 0);
    if (status == ClosureStatus::impossible) return root;
    store_.pack(closer_.state(), root.code);
    if (status == ClosureStatus::solved)
        root.kind = NodeKind::solution;
    else if (!(screen_ && closer_.refuted_by(*screen_)) && !dead(root.code))
        root.kind = NodeKind::pattern;
    return root;
}

/// Whether the oracle, if there is one, knows that a grid has no solution.
bool Expander::dead(std::span<const std::uint64_t> code) {
    if (options_.oracle == Oracle::none) return false;
    if (!oracle_) oracle_.emplace(puzzle_, options_.stop);
    return !oracle_->has_solution(store_.digits(code));
}

/// Tries the base with these digits; `trial.candidate` is the first of them.
Expander::Trial Expander::attempt(std::span<const Candidate> assigned) {
    Trial trial{.candidate = assigned[0]};
    ++closures_;
    const ClosureStatus status = closer_.assign(assigned);
    if (status == ClosureStatus::impossible) return trial;
    if (status == ClosureStatus::open && screen_ && closer_.refuted_by(*screen_)) return trial;
    std::vector<std::uint64_t>& codes = out_->codes;
    trial.code = codes.size();
    codes.resize(codes.size() + store_.words());
    const auto code = std::span(codes).subspan(trial.code);
    store_.pack(closer_.state(), code);
    if (status == ClosureStatus::open && options_.oracle != Oracle::none &&
        store_.find(code) == no_node && dead(code))
        return trial;
    trial.kind = status == ClosureStatus::solved ? OutcomeKind::solution : OutcomeKind::pattern;
    trial.freedom = closer_.freedom();
    return trial;
}

bool Expander::expand(std::span<const std::uint64_t> pattern, Expansion& out) {
    out.clear();
    out.words = store_.words();
    out_ = &out;
    marks_ = store_.candidates(pattern);
    closer_.load(marks_);

    std::vector<Cell> cells;
    for (std::size_t i = 0; i < marks_.size(); ++i)
        if (marks_[i].size() == 2) cells.push_back(Cell{i});
    out.wide = cells.empty();
    if (out.wide) {
        std::size_t best = marks_.size();
        for (std::size_t i = 0; i < marks_.size(); ++i)
            if (marks_[i].size() > 1 &&
                (best == marks_.size() || marks_[i].size() < marks_[best].size()))
                best = i;
        cells.push_back(Cell{best});
    } else if (options_.mode == TreeMode::lean) {
        cells = {choose(pattern, cells)};
        if (stopped()) return false;
    }
    for (Cell cell : cells)
        for (Digit digit : marks_[cell.index()]) {
            const Candidate candidate{cell, digit};
            out.trials.push_back(attempt({&candidate, 1}));
        }
    if (options_.mode == TreeMode::alternates) insert_alternates();
    return true;
}

/// The paper's Annex C. A value whose cell has no other possible one is part of every solution
/// of this pattern: all of these are inserted into every outcome, which is closed again. An
/// outcome that thereby turns out impossible may give new ones, so until nothing changes.
void Expander::insert_alternates() {
    std::vector<Trial>& trials = out_->trials;
    out_->before = different_patterns();
    for (;;) {
        std::vector<Candidate> found;
        for (std::size_t i = 0; i < trials.size();) {
            std::size_t end = i;
            std::optional<Candidate> possible;
            std::size_t impossible = 0;
            for (; end < trials.size() && trials[end].candidate.cell == trials[i].candidate.cell;
                 ++end) {
                if (trials[end].kind == OutcomeKind::impossible)
                    ++impossible;
                else
                    possible = trials[end].candidate;
            }
            const std::size_t values = end - i;
            if (impossible == values) {  // the pattern is dead: nothing below it
                for (Trial& trial : trials) trial.kind = OutcomeKind::impossible;
                out_->alternates.clear();
                return;
            }
            if (impossible > 0 && impossible + 1 == values) found.push_back(*possible);
            i = end;
        }
        if (found.size() == out_->alternates.size()) return;
        out_->alternates = std::move(found);
        std::vector<Candidate> assigned;
        for (Trial& trial : trials) {
            if (trial.kind == OutcomeKind::impossible) continue;
            assigned.assign(1, trial.candidate);
            assigned.insert(assigned.end(), out_->alternates.begin(), out_->alternates.end());
            trial = attempt(assigned);
        }
    }
}

std::uint16_t Expander::different_patterns() const {
    std::vector<const Trial*> seen;
    for (const Trial& trial : out_->trials) {
        if (trial.kind != OutcomeKind::pattern) continue;
        const bool known = std::ranges::any_of(seen, [&](const Trial* other) {
            return std::ranges::equal(out_->code_of(*other), out_->code_of(trial));
        });
        if (!known) seen.push_back(&trial);
    }
    return static_cast<std::uint16_t>(seen.size());
}

}  // namespace clew::logic::inline tree
