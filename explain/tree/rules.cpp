// Singles always run first, on bits, and most candidates end there. What is still open goes to the
// rules beyond them as one digit set a cell, and comes back the same way: the rules of logic/ are a
// thousand times slower than the bits, so the copy costs nothing.

#include "explain/tree/rules.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "encode/base/input_error.hpp"
#include "logic/path.hpp"
#include "logic/strategy.hpp"

namespace clew::explain {

using logic::ClosureStatus;

namespace {

/// Closes candidates under a rule set of logic/. A guess is no rule, so it is switched off.
bool walk_rules(const logic::RuleSet& rules, const GeometryPtr& geometry,
                std::vector<DigitSet>& marks) {
    Puzzle puzzle{geometry};
    for (std::size_t i = 0; i < marks.size(); ++i) puzzle.set_marks(Cell{i}, marks[i]);
    const logic::Path path =
        logic::walk(logic::State{puzzle}, {.rules = &rules, .guess = logic::Guess::off});
    if (path.status == logic::Status::impossible) return false;
    for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = path.state.candidates(Cell{i});
    return true;
}

/// "x-wing,naked-pair": singles and these. Nothing if one of them is unknown.
std::optional<logic::RuleSet> listed_techniques(std::string_view names) {
    logic::RuleSet set;
    set.name = std::string(names);
    set.rules = {{.technique = logic::Technique::naked_single},
                 {.technique = logic::Technique::hidden_single}};
    while (!names.empty()) {
        const std::size_t comma = std::min(names.find(','), names.size());
        const auto technique = logic::parse_technique(names.substr(0, comma));
        if (!technique || logic::strategy_of(*technique) == nullptr) return std::nullopt;
        if (*technique != logic::Technique::naked_single &&
            *technique != logic::Technique::hidden_single)
            set.rules.push_back({.technique = *technique});
        names.remove_prefix(std::min(comma + 1, names.size()));
    }
    return set;
}

}  // namespace

std::vector<std::string> rule_names() {
    std::vector<std::string> names{"singles", "sudokujm"};
    for (const logic::RuleSet& set : logic::built_in_rules())
        if (set.name != "sudokujm") names.push_back(set.name);
    return names;
}

RuleSet own_rules(const logic::RuleSet& rules) {
    return {.name = rules.name,
            .beyond = [rules](const GeometryPtr& geometry, std::vector<DigitSet>& marks) {
                return walk_rules(rules, geometry, marks);
            }};
}

RuleSet find_rules(std::string_view name, std::string_view option) {
    if (const auto closure = logic::parse_closure_rules(name))
        return {.name = std::string(name), .closure = *closure};
    if (name == "template")  // naked and hidden singles under the paper's name
        return {.name = std::string(name)};
    if (const logic::RuleSet* set = logic::built_in_rules(name)) return own_rules(*set);
    if (const auto set = listed_techniques(name); set && !name.empty()) return own_rules(*set);
    std::string known;
    for (const std::string& each : rule_names()) known += each + ", ";
    throw InputError({std::string(option)}, "there is no rule set '" + std::string(name) + "'",
                     known + "or techniques parted by commas, such as x-wing,xy-wing");
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
