// Singles always run first, on bits, and most candidates end there. What is still open goes to the
// rules beyond them as one digit set a cell, and comes back the same way: the rules of logic/ are a
// thousand times slower than the bits, so the copy costs nothing.

#include "logic/tree/rule_closer.hpp"

#include <algorithm>

#include "logic/path/path.hpp"

namespace clew::logic::inline tree {

using logic::ClosureStatus;

namespace {

bool asks_for_more_than_singles(const logic::RuleSet& rules) {
    return std::ranges::any_of(rules.rules, [](const logic::TechniqueRule& rule) {
        return rule.is == logic::Switch::on && !is_single(rule.technique);
    });
}

}  // namespace

RuleCloser::RuleCloser(const Puzzle& puzzle, const logic::RuleSet& rules)
    : geometry_(puzzle.geometry_ptr()),
      book_(rules::rulebook_of(puzzle)),
      closure_(geometry_, book_),
      wide_(geometry_, book_),
      marks_(geometry_->cell_count()) {
    if (rules == *logic::built_in_rules("sudokujm"))
        on_bits_ = logic::ClosureRules::sudokujm;
    else if (asks_for_more_than_singles(rules))
        beyond_ = rules;
}

ClosureStatus RuleCloser::load(std::span<const DigitSet> candidates) {
    wide_used_ = false;
    return status_ = closure_.load(candidates);
}

ClosureStatus RuleCloser::assign(std::span<const Candidate> assigned) {
    wide_used_ = false;
    status_ = closure_.assign(assigned, on_bits_);
    if (status_ != ClosureStatus::open || !beyond_) return status_;
    closure_.candidates(marks_);
    // The strategies know houses alone: what filters strike behind them is theirs again.
    std::vector<DigitSet> before;
    do {
        if (!run_beyond(marks_)) return status_ = ClosureStatus::impossible;
        wide_used_ = true;
        status_ = wide_.load(marks_);
        if (book_ == nullptr || status_ != ClosureStatus::open) break;
        before = marks_;
        wide_.candidates(marks_);
    } while (marks_ != before);
    return status_;
}

/// Closes candidates under the rules of logic/; false if they contradict.
bool RuleCloser::run_beyond(std::vector<DigitSet>& marks) const {
    Puzzle puzzle{geometry_};
    for (std::size_t i = 0; i < marks.size(); ++i) puzzle.set_marks(Cell{i}, marks[i]);
    const logic::Path path =
        logic::walk(logic::State{puzzle}, {.rules = &*beyond_, .guess = logic::Guess::off});
    if (path.status == logic::Status::impossible) return false;
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = path.state.candidates(Cell{i});
    return true;
}

bool RuleCloser::refuted_by(RuleCloser& other) {
    state().candidates(marks_);
    return other.load(marks_) == ClosureStatus::impossible ||
           other.close() == ClosureStatus::impossible;
}

}  // namespace clew::logic::inline tree
