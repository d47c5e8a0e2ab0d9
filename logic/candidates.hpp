#pragma once
// State: what is still possible. Cell -> digits and digit -> cells, kept in step.
//
//     State state{puzzle};                               // givens placed, their peers cleared
//     state.candidates(Cell{0})                          // digits left in r1c1
//     state.cells(Digit{4})                              // cells left for 5, whole board
//     state.positions(house, Digit{4})                   // the same within a house, one bit a cell
//     state.place({Cell{0}, Digit{4}});                  // and clear it from every peer
//     state.eliminate({Cell{1}, Digit{2}});
//     if (auto c = state.contradiction()) ...            // a cell or a house has run out
//     state.set_unique(Uniqueness::proved, puzzle);      // whoever knows says so
//
// Works on every geometry, starts from givens, pencil marks or a player's Progress. A *placed* cell
// has one candidate and its peers have lost it; an *open* cell may also have one candidate left (a
// naked single that nobody has taken yet). The state knows no solution and no solver. Rules of the
// puzzle that are no houses (cages, arrows, ...) come along with it; it notices one that is broken
// when its last cell is placed, and crosses nothing out for them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/rules/parts.hpp"
#include "logic/cell_set.hpp"
#include "logic/layout.hpp"

namespace clew::logic {

/// The first thing that ran out: an open cell without digits, a house without a place for a digit,
/// or a rule whose cells are all placed and that is not kept.
struct Contradiction {
    enum class Kind : std::uint8_t { cell_empty, digit_homeless, rule_broken };
    Kind kind = Kind::cell_empty;
    Cell cell;             ///< for cell_empty
    House house;           ///< for digit_homeless
    Digit digit;           ///< for digit_homeless
    std::size_t rule = 0;  ///< for rule_broken: which of State::rule_parts()

    bool operator==(const Contradiction&) const = default;
};

/// What is known of how many solutions the puzzle has that a state comes from.
enum class Uniqueness : std::uint8_t {
    unknown,  ///< nothing: no argument may rest on it
    granted,  ///< exactly one, on somebody's word
    proved,   ///< exactly one, as an engine has proved
};
/// "unknown", "granted", "proved".
const char* to_string(Uniqueness uniqueness);

/// What is still possible. A value: const calls on one state may be made by several threads at
/// once.
class State {
  public:
    /// Givens placed (as far as they do not clash), pencil marks respected.
    /// Errors: InputError without place for a rule of an unknown kind, or one that does not fit.
    explicit State(const Puzzle& puzzle);
    /// The same, with some rules of the puzzle alone: `parts` are of these.
    State(const Puzzle& puzzle, rules::RulePartsPtr parts);
    /// The same, with the player's placements made and removals crossed out. A placement that is
    /// no longer a candidate leaves its cell empty: a contradiction. Requires a Progress of the
    /// puzzle's size.
    State(const Puzzle& puzzle, const PlayerMarks& progress);

    const Layout& layout() const { return *layout_; }
    const Geometry& geometry() const { return layout_->geometry(); }
    const GeometryPtr& geometry_ptr() const { return layout_->geometry_ptr(); }
    /// Digits, and cells of a full house.
    std::size_t size() const { return size_; }
    std::size_t cell_count() const { return candidates_.size(); }
    /// What the puzzle asks beyond its board; null if nothing.
    const rules::RulePartsPtr& rule_parts() const { return rules_; }

    /// The digits left in a cell; one digit in a placed cell.
    DigitSet candidates(Cell c) const { return candidates_[c.index()]; }
    bool has(Candidate c) const { return candidates_[c.cell.index()].contains(c.digit); }
    /// The cells left for a digit, placed ones included.
    const CellSet& cells(Digit d) const { return cells_[d.index()]; }
    /// The places left for a digit in a house.
    Mask positions(House h, Digit d) const { return positions_[h.index() * size_ + d.index()]; }
    /// The places of a house for all digits, in digit order.
    std::span<const Mask> positions(House h) const {
        return {positions_.data() + h.index() * size_, size_};
    }
    /// Cells that hold no placed digit.
    const CellSet& open() const { return open_; }
    bool placed(Cell c) const { return !open_.test(c); }
    std::optional<Digit> value(Cell c) const;
    std::size_t open_count() const { return open_.size(); }

    /// Places a digit: the cell loses its other digits, the peers lose this one.
    /// Requires has(c) and an open cell.
    void place(Candidate c) {
        place(c, [](Candidate) {});
    }
    /// Crosses a candidate out; no effect if it is gone already.
    void eliminate(Candidate c) {
        eliminate(c, [](Candidate) {});
    }
    /// The same; `gone` is called with each candidate right after it went.
    template <class Gone>
    void place(Candidate c, Gone&& gone);
    template <class Gone>
    void eliminate(Candidate c, Gone&& gone);

    /// Says that `question` has exactly one solution; techniques that rest on it are then found
    /// here and in every copy, whatever is placed, crossed out or assumed in it: the argument is
    /// about the question. Uniqueness::unknown takes it back.
    /// Of a question with rules nothing is kept: the other way to fill a deadly pattern may break
    /// one. Requires a question of this geometry that allows every candidate of the state.
    void set_unique(Uniqueness how, const Puzzle& question);
    Uniqueness uniqueness() const {
        return question_ == nullptr ? Uniqueness::unknown : question_->uniqueness;
    }
    /// The digits that the question itself allows in a cell: one in a given, and those crossed out
    /// since. Requires that the state is known to have one solution.
    DigitSet allowed(Cell c) const { return question_->allowed[c.index()]; }
    /// Whether what is said of the uniqueness of its question is said of the other's too.
    bool same_question(const State& other) const { return question_ == other.question_; }

    /// What ran out first, if anything did: the state then has no solution.
    const std::optional<Contradiction>& contradiction() const { return contradiction_; }
    /// Every cell placed, nothing ran out.
    bool solved() const { return !contradiction_ && open_.empty(); }
    /// The solved grid. Requires solved().
    Grid grid() const;
    /// Candidates left in open cells.
    std::size_t candidate_count() const;
    /// The state as pencil marks of a puzzle without givens, placed cells as givens. What was said
    /// of the uniqueness of the question is left behind.
    Puzzle to_puzzle() const;

    /// Throws ContractViolation if the two views differ or a placed cell has a peer with its digit.
    void check_invariants() const;

    /// Same geometry, same rules, same candidates, same placed cells.
    friend bool operator==(const State& a, const State& b) {
        return a.candidates_ == b.candidates_ && a.open_ == b.open_ &&
               a.geometry() == b.geometry() && same_rules(a, b);
    }

  private:
    struct Question {
        Uniqueness uniqueness;
        std::vector<DigitSet> allowed;  // by cell
    };

    void require_placeable(Candidate c) const;
    static bool same_rules(const State& a, const State& b);
    /// Looks at the rules of a cell that was placed.
    void note_rules(Cell cell);

    LayoutPtr layout_;
    rules::RulePartsPtr rules_;                 // null: none
    std::shared_ptr<const Question> question_;  // null: nothing is known
    std::size_t size_;
    // Invariant: d in candidates_[c]  <=>  c in cells_[d]  <=>  for every house h of c, the bit of
    // c in positions_[h][d] is set. A cell outside open_ has at most one candidate, which no peer
    // has.
    std::vector<DigitSet> candidates_;  // by cell
    std::vector<CellSet> cells_;        // by digit
    std::vector<Mask> positions_;       // by house, then digit
    CellSet open_;
    std::optional<Contradiction> contradiction_;
};

// Doxygen does not find the declarations of these two, which stand above.
/// @cond
template <class Gone>
void State::eliminate(Candidate c, Gone&& gone) {
    DigitSet& left = candidates_[c.cell.index()];
    if (!left.contains(c.digit)) return;
    left.erase(c.digit);
    cells_[c.digit.index()].reset(c.cell);
    if (left.empty() && !contradiction_)
        contradiction_ = Contradiction{Contradiction::Kind::cell_empty, c.cell, {}, {}, 0};
    for (const HousePosition& seat : layout_->seats(c.cell)) {
        Mask& places = positions_[seat.house.index() * size_ + c.digit.index()];
        places &= ~seat.bit;
        if (places == 0 && !contradiction_ && layout_->is_full(seat.house))
            contradiction_ =
                Contradiction{Contradiction::Kind::digit_homeless, {}, seat.house, c.digit, 0};
    }
    gone(c);
}

template <class Gone>
void State::place(Candidate c, Gone&& gone) {
    require_placeable(c);
    open_.reset(c.cell);
    for (Digit other : candidates_[c.cell.index()] - DigitSet{c.digit})
        eliminate({c.cell, other}, gone);
    const CellSet losers = layout_->peers(c.cell) & cells_[c.digit.index()];
    for (Cell peer : losers) eliminate({peer, c.digit}, gone);
    if (rules_ != nullptr) note_rules(c.cell);
}
/// @endcond

}  // namespace clew::logic
