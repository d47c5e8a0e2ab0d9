#include "logic/strategies/assumption.hpp"

#include <optional>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

// The rules by definition: candidates as plain sets, looked over again and again until nothing
// moves. Nothing if a cell or a house runs out.
class ByTrying {
  public:
    explicit ByTrying(const State& state) : g_(state.geometry()) {
        for (std::size_t i = 0; i < state.cell_count(); ++i)
            start_.push_back(state.candidates(Cell{i}));
    }

    std::optional<std::vector<DigitSet>> close(Candidate assumed, ClosureRules rules) {
        open_ = start_;
        open_[assumed.cell.index()] = DigitSet{assumed.digit};
        broken_ = false;
        for (moved_ = true; moved_ && !broken_;) {
            moved_ = false;
            singles();
            // Subsets cost most, and the fixpoint does not depend on the order.
            if (rules == ClosureRules::sudokujm && !moved_ && !broken_) locked();
            if (rules == ClosureRules::sudokujm && !moved_ && !broken_) subsets();
        }
        if (broken_) return std::nullopt;
        return open_;
    }

  private:
    void strike(Cell c, DigitSet digits) {
        if ((open_[c.index()] & digits).empty()) return;
        open_[c.index()] -= digits;
        moved_ = true;
        if (open_[c.index()].empty()) broken_ = true;
    }

    std::vector<Cell> places(std::span<const Cell> house, Digit d) const {
        std::vector<Cell> found;
        for (Cell c : house)
            if (open_[c.index()].contains(d)) found.push_back(c);
        return found;
    }

    void singles() {
        for (std::size_t i = 0; i < open_.size(); ++i)
            if (open_[i].size() == 1)
                for (Cell p : g_.peers(Cell{i})) strike(p, open_[i]);
        for (const HouseInfo& house : g_.houses()) {
            if (house.kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < g_.size(); ++d) {
                const std::vector<Cell> at = places(house.cells, Digit{d});
                if (at.empty()) broken_ = true;
                if (at.size() == 1) strike(at[0], open_[at[0].index()] - DigitSet{Digit{d}});
            }
        }
    }

    void locked() {
        for (const HouseInfo& house : g_.houses()) {
            if (house.kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < g_.size(); ++d) {
                const std::vector<Cell> at = places(house.cells, Digit{d});
                for (const HouseInfo& other : g_.houses()) {
                    if (!std::ranges::includes(other.cells, at)) continue;
                    for (Cell c : other.cells)
                        if (std::ranges::count(at, c) == 0) strike(c, DigitSet{Digit{d}});
                }
            }
        }
    }

    // Two to four cells of a constraint with as many digits, two to four digits of a house with as
    // many places.
    void subsets() {
        for (const HouseInfo& house : g_.houses()) {
            const std::size_t cells = house.cells.size();
            std::vector<std::uint32_t> naked, hidden;
            for (Cell c : house.cells) naked.push_back(open_[c.index()].bits());
            for (std::size_t d = 0; d < g_.size(); ++d) {
                std::uint32_t at = 0;
                for (std::size_t i = 0; i < cells; ++i)
                    if (open_[house.cells[i].index()].contains(Digit{d})) at |= 1U << i;
                hidden.push_back(at);
            }
            each_subset(naked, [&](std::uint32_t chosen, std::uint32_t digits) {
                for (std::size_t i = 0; i < cells; ++i)
                    if ((chosen >> i & 1U) == 0)
                        strike(house.cells[i], DigitSet::from_bits(digits));
            });
            if (house.kind != ConstraintKind::house) continue;
            each_subset(hidden, [&](std::uint32_t chosen, std::uint32_t at) {
                for (std::size_t i = 0; i < cells; ++i)
                    if ((at >> i & 1U) != 0)
                        strike(house.cells[i],
                               DigitSet::all(g_.size()) - DigitSet::from_bits(chosen));
            });
        }
    }

    template <class Visit>
    void each_subset(const std::vector<std::uint32_t>& rows, Visit&& visit) {
        met_.assign(std::size_t{1} << rows.size(), 0);  // by chosen rows: the columns they meet
        for (std::uint32_t chosen = 1; chosen < met_.size(); ++chosen) {
            met_[chosen] = met_[chosen & (chosen - 1)] |
                           rows[static_cast<std::size_t>(std::countr_zero(chosen))];
            const int size = std::popcount(chosen);
            if (size < 2 || size > 4) continue;
            const std::uint32_t columns = met_[chosen];
            if (std::popcount(columns) < size) broken_ = true;
            if (std::popcount(columns) == size) visit(chosen, columns);
        }
    }

    const Geometry& g_;
    std::vector<DigitSet> start_, open_;
    std::vector<std::uint32_t> met_;
    bool moved_ = false;
    bool broken_ = false;
};

void compare_impossible_digits(ClosureRules rules, const std::vector<BoardStates>& shares) {
    std::size_t seen = 0;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        ByTrying trial{state};
        std::set<Candidate> defined;
        for (Cell c : state.open())
            if (state.candidates(c).size() > 1)
                for (Digit d : state.candidates(c))
                    if (!trial.close({c, d}, rules)) defined.insert({c, d});
        std::set<Candidate> found;
        const Query query{.technique = Technique::impossible_digit, .closure = rules};
        find(state, query, [&](Step&& step) {
            EXPECT_TRUE(found.insert(step.eliminations.at(0)).second);
            EXPECT_EQ(step.reasons.at(0).lines.at(0).candidate, step.eliminations.at(0));
            return Flow::go_on;
        });
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

TEST(Assumption, FindExactlyTheDigitsThatSinglesRefute) {
    compare_impossible_digits(ClosureRules::singles, every_board(400));
}

TEST(Assumption, FindExactlyTheDigitsThatTheRulesOfSudokujmRefute) {
    compare_impossible_digits(ClosureRules::sudokujm, every_board(400, 100));
}

void compare_verities(ClosureRules rules, const std::vector<BoardStates>& shares) {
    std::size_t seen = 0;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        using Verity = std::pair<Cell, std::pair<bool, Candidate>>;
        ByTrying trial{state};
        std::set<Verity> defined;
        for (Cell c : state.open()) {
            if (state.candidates(c).size() != 2) continue;
            const Candidate low{c, state.candidates(c).first()};
            const Candidate high{c, (state.candidates(c) - DigitSet{low.digit}).first()};
            const auto with_low = trial.close(low, rules);
            const auto with_high = trial.close(high, rules);
            if (!with_low || !with_high) continue;
            for (Cell at : state.open()) {
                if (at == c) continue;
                const DigitSet left = (*with_low)[at.index()] | (*with_high)[at.index()];
                if (left == state.candidates(at)) continue;
                if (left.size() == 1) {
                    defined.insert({c, {true, {at, left.first()}}});
                    continue;
                }
                for (Digit d : state.candidates(at) - left) defined.insert({c, {false, {at, d}}});
            }
        }
        std::set<Verity> found;
        const Query query{.technique = Technique::binary_verity, .closure = rules};
        find(state, query, [&](Step&& step) {
            const Cell pivot = step.reasons.at(0).lines.at(0).candidate.cell;
            for (Candidate c : step.placements) found.insert({pivot, {true, c}});
            for (Candidate c : step.eliminations) found.insert({pivot, {false, c}});
            return Flow::go_on;
        });
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

TEST(Assumption, FindWhatBothDigitsOfABinaryCellLeadTo) {
    compare_verities(ClosureRules::singles, every_board(400));
}

TEST(Assumption, FindWhatBothDigitsLeadToByTheRulesOfSudokujm) {
    compare_verities(ClosureRules::sudokujm, every_board(400, 100));
}

TEST(Assumption, FindsTheImpossibleDigitsOfP92) {  // J. Paris (2006), Fig. 3 and Annex C
    const State figure_2{Puzzle::from_line(
        "..98....2...3128..2.8.69....5.62...1..14.8.2.6...91.4.....764.3..7.85...1..9..2..")};
    std::set<Candidate> binary;
    const Query query{.technique = Technique::impossible_digit, .closure = ClosureRules::sudokujm};
    find(figure_2, query, [&](Step&& step) {
        const Candidate c = step.eliminations.at(0);
        if (figure_2.candidates(c.cell).size() == 2) binary.insert(c);
        return Flow::go_on;
    });
    const std::set<Candidate> published{{Cell{3 * 9 + 2}, Digit{2}},
                                        {Cell{5 * 9 + 2}, Digit{1}},
                                        {Cell{6 * 9 + 2}, Digit{4}},
                                        {Cell{6 * 9 + 3}, Digit{1}},
                                        {Cell{7 * 9 + 3}, Digit{0}}};
    EXPECT_EQ(binary, published);
}

}  // namespace
}  // namespace clew::logic
