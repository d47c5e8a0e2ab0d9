// Singles always run first, on bits, and most candidates end there. What is still open goes to the
// rules beyond them as one digit set a cell, and comes back the same way: the rules of logic/ are a
// thousand times slower than the bits, so the copy costs nothing.

#include "explain/decision_rules.hpp"

#include <utility>

#include "encode/board/input_error.hpp"

namespace clew::explain {

using logic::ClosureStatus;

std::vector<std::string> rule_names() { return {"singles", "sudokujm"}; }

RuleSet find_rules(std::string_view name, std::string_view option) {
    if (const auto closure = logic::parse_closure_rules(name))
        return {.name = std::string(name), .closure = *closure};
    std::string known;
    for (const std::string& each : rule_names()) known += (known.empty() ? "" : ", ") + each;
    throw InputError({std::string(option)}, "there is no rule set '" + std::string(name) + "'",
                     known);
}

RuleCloser::RuleCloser(const GeometryPtr& geometry, RuleSet rules)
    : geometry_(geometry),
      rules_(std::move(rules)),
      closure_(geometry),
      wide_(geometry),
      marks_(geometry->cell_count()) {}

ClosureStatus RuleCloser::load(std::span<const DigitSet> candidates) {
    wide_used_ = false;
    return status_ = closure_.load(candidates);
}

ClosureStatus RuleCloser::assign(std::span<const Candidate> assigned) {
    wide_used_ = false;
    status_ = closure_.assign(assigned, rules_.closure);
    if (status_ != ClosureStatus::open || !rules_.beyond) return status_;
    closure_.candidates(marks_);
    if (!rules_.beyond(geometry_, marks_)) return status_ = ClosureStatus::impossible;
    wide_used_ = true;
    return status_ = wide_.load(marks_);
}

bool RuleCloser::refuted_by(RuleCloser& other) const {
    state().candidates(marks_);
    return other.load(marks_) == ClosureStatus::impossible ||
           other.close() == ClosureStatus::impossible;
}

}  // namespace clew::explain
