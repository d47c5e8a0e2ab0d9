#include "logic/mus/instance.hpp"

#include "core/base/contract.hpp"

namespace clew::logic::inline mus {

using logic::Constraint;
using logic::State;

namespace {
constexpr std::uint64_t nanoseconds_of_a_node = 300;  // of a search, roughly
}

Instance::Instance(const State& state) : Instance(state, {}) {
    const Geometry& board = state.geometry();
    for (Cell cell : state.open()) {
        for (Digit d : state.candidates(cell)) members_.push_back(add({cell, d}));
        close(Constraint::of(cell), true);
    }
    for (std::size_t h = 0; h < board.house_count(); ++h) {
        const bool full = board.info(House{h}).holds_every_digit();
        for (std::size_t d = 0; d < size_; ++d) {
            bool settled = false;
            const std::size_t start = members_.size();
            for (Cell cell : board.cells_of(House{h})) {
                if (!state.has({cell, Digit{d}})) continue;
                settled = settled || state.placed(cell);
                if (const auto v = number({cell, Digit{d}}))
                    members_.push_back(static_cast<std::uint16_t>(*v));
            }
            if (settled || (!full && members_.size() < start + 2))
                members_.resize(start);
            else
                close(Constraint::of(House{h}, Digit{d}), full);
        }
    }
    first_rule_ = constraint_count();
    if (parts_ != nullptr)
        for (std::size_t p = 0; p < parts_->all().size(); ++p) {
            const std::size_t start = members_.size();
            std::vector<DigitSet> settled;
            for (const Cell cell : parts_->all()[p].cells()) {
                settled.push_back(state.placed(cell) ? state.candidates(cell) : DigitSet{});
                if (!state.placed(cell))
                    for (Digit d : state.candidates(cell)) members_.push_back(add({cell, d}));
            }
            if (members_.size() > start)
                close_rule(Constraint::of_rule(p), parts_->all()[p], settled);
        }
    note_uses(state.geometry());
}

Instance::Instance(const State& state, std::span<const Part> parts)
    : size_(state.size()),
      number_(state.cell_count() * size_, -1),
      parts_(state.rule_parts()),
      constraint_number_(state.cell_count() + state.geometry().house_count() * size_ +
                             (parts_ == nullptr ? 0 : parts_->all().size()),
                         -1) {
    member_start_.push_back(0);
    for (const Part& part : parts) {
        for (const Candidate c : part.members) members_.push_back(add(c));
        if (part.constraint.kind == Constraint::Kind::rule) {
            close_rule(part.constraint, parts_->all()[part.constraint.rule], part.settled);
        } else {
            CLEW_REQUIRE(ruled_.empty(), "Instance: rules stand last");
            close(part.constraint, part.must_hold);
            first_rule_ = constraint_count();
        }
    }
    note_uses(state.geometry());
}

/// A rule whose members have been added.
void Instance::close_rule(const Constraint& constraint, const rules::RulePart& part,
                          std::span<const DigitSet> settled) {
    Ruled ruled{&part, {}, 2 + part.price() / nanoseconds_of_a_node};
    std::size_t next = member_start_.back();
    for (std::size_t i = 0; i < part.cells().size(); ++i) {
        Seat seat{settled[i], next - member_start_.back(), 0};
        while (next < members_.size() && candidates_[members_[next]].cell == part.cells()[i])
            ++next;
        seat.last = next - member_start_.back();
        ruled.seats.push_back(seat);
    }
    ruled_.push_back(std::move(ruled));
    close(constraint, false);
}

void Instance::close(const Constraint& constraint, bool must_hold) {
    constraint_number_[slot(constraint)] = static_cast<std::int32_t>(constraints_.size());
    constraints_.push_back(constraint);
    must_hold_.push_back(must_hold);
    member_start_.push_back(members_.size());
}

std::uint16_t Instance::add(Candidate candidate) {
    std::int32_t& v = number_[candidate.cell.index() * size_ + candidate.digit.index()];
    if (v < 0) {
        v = static_cast<std::int32_t>(candidates_.size());
        candidates_.push_back(candidate);
    }
    return static_cast<std::uint16_t>(v);
}

void Instance::note_uses(const Geometry& board) {
    efforts_.clear();
    for (const Constraint& constraint : constraints_)
        efforts_.push_back(logic::effort(constraint, board));
    std::vector<std::vector<std::uint16_t>> uses(candidates_.size());
    for (std::size_t k = 0; k < constraint_count(); ++k)
        for (const std::uint16_t v : members(k)) uses[v].push_back(static_cast<std::uint16_t>(k));
    uses_.clear();
    use_start_.assign(1, 0);
    for (const auto& of : uses) {
        uses_.insert(uses_.end(), of.begin(), of.end());
        use_start_.push_back(uses_.size());
    }
}

std::size_t Instance::slot(const Constraint& constraint) const {
    if (constraint.kind == Constraint::Kind::cell) return constraint.cell.index();
    if (constraint.kind == Constraint::Kind::rule)
        return constraint_number_.size() - parts_->all().size() + constraint.rule;
    return cell_count() + constraint.house.index() * size_ + constraint.digit.index();
}

std::optional<std::size_t> Instance::number(const Constraint& constraint) const {
    if (constraint.kind == Constraint::Kind::total) return std::nullopt;
    return number_in(slot(constraint));
}

std::optional<std::size_t> Instance::number(Candidate candidate) const {
    const std::int32_t v = number_[candidate.cell.index() * size_ + candidate.digit.index()];
    if (v < 0) return std::nullopt;
    return static_cast<std::size_t>(v);
}

}  // namespace clew::logic::inline mus
