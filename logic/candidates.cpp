// The state is two views of one set of candidates, and a third, by house, that the searches read:
//
//     candidates_   cell  -> digits                     naked things
//     cells_        digit -> cells of the board          common peers, fish over any houses
//     positions_    house x digit -> positions           hidden things, the rows of related sets
//
// Crossing one candidate out is one bit in each view (one a house of the cell in the third).
// Contradictions are noticed at the bit that empties a row, so nobody has to look for them.

#include "logic/candidates.hpp"

#include <algorithm>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"

namespace clew::logic {

State::State(const Puzzle& puzzle) : State(puzzle, rules::parts_of(puzzle)) {}

State::State(const Puzzle& puzzle, rules::RulePartsPtr parts)
    : layout_(Layout::of(puzzle.geometry_ptr())),
      rules_(std::move(parts)),
      size_(layout_->size()),
      candidates_(puzzle.candidates_after_givens()),
      cells_(size_, layout_->none()),
      positions_(layout_->house_count() * size_, 0),
      open_(layout_->all()) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Cell cell{i};
        if (candidates_[i].empty() && !contradiction_)
            contradiction_ = Contradiction{Contradiction::Kind::cell_empty, cell, {}, {}, 0};
        const bool is_set = puzzle.given(cell) || !puzzle.geometry().on_board(cell);
        if (is_set && !candidates_[i].empty()) open_.reset(cell);
        for (Digit d : candidates_[i]) {
            cells_[d.index()].set(cell);
            for (const HousePosition& seat : layout_->seats(cell))
                positions_[seat.house.index() * size_ + d.index()] |= seat.bit;
        }
    }
    for (std::size_t h = 0; h < layout_->house_count() && !contradiction_; ++h)
        for (std::size_t d = 0; d < size_ && !contradiction_; ++d)
            if (layout_->is_full(House{h}) && positions(House{h}, Digit{d}) == 0)
                contradiction_ =
                    Contradiction{Contradiction::Kind::digit_homeless, {}, House{h}, Digit{d}, 0};
    if (rules_ != nullptr)
        for (std::size_t i = 0; i < cell_count(); ++i)
            if (placed(Cell{i})) note_rules(Cell{i});
}

State::State(const Puzzle& puzzle, const PlayerMarks& progress) : State(puzzle) {
    CLEW_REQUIRE(progress.placed.size() == cell_count() && progress.removed.size() == cell_count(),
                 "State: progress of another size");
    for (std::size_t i = 0; i < cell_count(); ++i)
        for (Digit d : progress.removed[i]) eliminate({Cell{i}, d});
    for (std::size_t i = 0; i < cell_count(); ++i) {
        const Cell cell{i};
        if (!progress.placed[i]) continue;
        const Candidate c{cell, *progress.placed[i]};
        if (has(c)) {
            if (!placed(cell)) place(c);
        } else {
            for (Digit d : candidates(cell)) eliminate({cell, d});
        }
    }
}

const char* to_string(Uniqueness uniqueness) {
    return enum_name(uniqueness, {"unknown", "granted", "proved"});
}

void State::set_unique(Uniqueness how, const Puzzle& question) {
    CLEW_REQUIRE(question.geometry() == geometry(), "State::set_unique: another board");
    if (how == Uniqueness::unknown || !question.rules().empty()) {
        question_ = nullptr;
        return;
    }
    auto known = std::make_shared<Question>(Question{how, {}});
    for (std::size_t i = 0; i < cell_count(); ++i) {
        known->allowed.push_back(question.options(Cell{i}));
        CLEW_REQUIRE(known->allowed.back().contains(candidates_[i]),
                     "State::set_unique: a candidate that the question does not allow");
    }
    question_ = std::move(known);
}

std::optional<Digit> State::value(Cell c) const {
    if (open_.test(c) || candidates_[c.index()].empty()) return std::nullopt;
    return candidates_[c.index()].first();
}

bool State::same_rules(const State& a, const State& b) {
    if (a.rules_ == b.rules_) return true;
    return a.rules_ != nullptr && b.rules_ != nullptr &&
           std::ranges::equal(a.rules_->rules(), b.rules_->rules());
}

void State::note_rules(Cell cell) {
    if (contradiction_) return;
    Grid grid;
    for (const std::uint16_t p : rules_->of(cell)) {
        const rules::RulePart& part = rules_->all()[p];
        if (!std::ranges::all_of(part.cells(), [&](Cell c) { return value(c).has_value(); }))
            continue;
        if (grid.cell_count() == 0) grid = Grid{std::vector<Digit>(cell_count())};
        for (const Cell c : part.cells()) grid.set(c, *value(c));
        if (part.check(grid)) continue;
        contradiction_ = Contradiction{Contradiction::Kind::rule_broken, {}, {}, {}, p};
        return;
    }
}

void State::require_placeable(Candidate c) const {
    CLEW_REQUIRE(c.cell.index() < cell_count() && c.digit.index() < size_,
                 "State::place: outside the board");
    CLEW_REQUIRE(has(c), "State::place: not a candidate");
    CLEW_REQUIRE(open_.test(c.cell), "State::place: the cell is placed already");
}

Grid State::grid() const {
    CLEW_REQUIRE(solved(), "State::grid: not solved");
    std::vector<Digit> digits;
    digits.reserve(cell_count());
    for (DigitSet d : candidates_) digits.push_back(d.first());
    return Grid{std::move(digits)};
}

std::size_t State::candidate_count() const {
    std::size_t sum = 0;
    for (Cell c : open_) sum += candidates(c).size();
    return sum;
}

Puzzle State::to_puzzle() const {
    Puzzle puzzle{layout_->geometry_ptr()};
    for (std::size_t i = 0; i < cell_count(); ++i) {
        puzzle.set_marks(Cell{i}, candidates_[i]);
        if (const auto digit = value(Cell{i})) puzzle.set_given(Cell{i}, *digit);
    }
    if (rules_ != nullptr)
        for (std::size_t r = 0; r < rules_->rules().size(); ++r)
            if (rules_->keeps(r)) puzzle.add_rule(rules_->rules()[r]);
    return puzzle;
}

void State::check_invariants() const {
    for (std::size_t i = 0; i < cell_count(); ++i) {
        const Cell cell{i};
        for (std::size_t d = 0; d < size_; ++d) {
            const bool here = candidates_[i].contains(Digit{d});
            CLEW_REQUIRE(cells_[d].test(cell) == here, "State: cells and candidates differ");
            for (const HousePosition& seat : layout_->seats(cell))
                CLEW_REQUIRE(((positions(seat.house, Digit{d}) & seat.bit) != 0) == here,
                             "State: positions and candidates differ");
        }
        if (open_.test(cell)) {
            CLEW_REQUIRE(!candidates_[i].empty() || contradiction_,
                         "State: an empty cell went unnoticed");
            continue;
        }
        CLEW_REQUIRE(candidates_[i].size() <= 1, "State: a placed cell has several candidates");
        if (!candidates_[i].empty())
            CLEW_REQUIRE(!layout_->peers(cell).intersects(cells(candidates_[i].first())),
                         "State: a placed digit is left in a peer");
    }
}

}  // namespace clew::logic
