#include "logic/strategies/assumption.hpp"

#include <optional>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

// Singles by definition: candidates as plain sets, looked over again and again. Nothing if a cell
// or a house runs out.
std::optional<std::vector<DigitSet>> close_by_trying(const State& state, Candidate assumed) {
    const Geometry& g = state.geometry();
    std::vector<DigitSet> open(g.cell_count());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = state.candidates(Cell{i});
    open[assumed.cell.index()] = DigitSet{assumed.digit};
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i].empty()) return std::nullopt;
            if (open[i].size() != 1) continue;
            for (Cell p : g.peers(Cell{i}))
                if (open[p.index()].contains(open[i].first())) {
                    open[p.index()].erase(open[i].first());
                    moved = true;
                }
        }
        for (std::size_t h = 0; h < g.house_count(); ++h) {
            if (g.info(House{h}).kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < g.size(); ++d) {
                std::vector<Cell> places;
                for (Cell c : g.cells_of(House{h}))
                    if (open[c.index()].contains(Digit{d})) places.push_back(c);
                if (places.empty()) return std::nullopt;
                if (places.size() > 1 || open[places[0].index()].size() == 1) continue;
                open[places[0].index()] = DigitSet{Digit{d}};
                moved = true;
            }
        }
    }
    return open;
}

std::vector<GeometryPtr> boards() {
    std::vector<GeometryPtr> boards = small_and_odd_boards();
    boards.push_back(Geometry::classic());
    return boards;
}

TEST(Assumption, FindExactlyTheDigitsThatSinglesRefute) {
    std::size_t seen = 0;
    for (const GeometryPtr& geometry : boards())
        for (std::uint64_t seed = 1; seed <= seeds(60); ++seed) {
            const State state = random_sample(geometry, seed).state;
            std::set<Candidate> defined;
            for (Cell c : state.open())
                if (state.candidates(c).size() > 1)
                    for (Digit d : state.candidates(c))
                        if (!close_by_trying(state, {c, d})) defined.insert({c, d});
            std::set<Candidate> found;
            find(state, {.technique = Technique::impossible_digit}, [&](Step&& step) {
                EXPECT_TRUE(found.insert(step.eliminations.at(0)).second);
                EXPECT_EQ(step.reasons.at(0).lines.at(0).candidate, step.eliminations.at(0));
                return Flow::go_on;
            });
            EXPECT_EQ(found, defined) << place(geometry, seed);
            seen += defined.size();
        }
    EXPECT_GT(seen, 0U);
}

TEST(Assumption, FindWhatBothDigitsOfABinaryCellLeadTo) {
    std::size_t seen = 0;
    for (const GeometryPtr& geometry : boards())
        for (std::uint64_t seed = 1; seed <= seeds(60); ++seed) {
            const State state = random_sample(geometry, seed).state;
            using Verity = std::pair<Cell, std::pair<bool, Candidate>>;
            std::set<Verity> defined;
            for (Cell c : state.open()) {
                if (state.candidates(c).size() != 2) continue;
                const Candidate low{c, state.candidates(c).first()};
                const Candidate high{c, (state.candidates(c) - DigitSet{low.digit}).first()};
                const auto with_low = close_by_trying(state, low);
                const auto with_high = close_by_trying(state, high);
                if (!with_low || !with_high) continue;
                for (Cell at : state.open()) {
                    if (at == c) continue;
                    const DigitSet left = (*with_low)[at.index()] | (*with_high)[at.index()];
                    if (left == state.candidates(at)) continue;
                    if (left.size() == 1) {
                        defined.insert({c, {true, {at, left.first()}}});
                        continue;
                    }
                    for (Digit d : state.candidates(at) - left)
                        defined.insert({c, {false, {at, d}}});
                }
            }
            std::set<Verity> found;
            find(state, {.technique = Technique::binary_verity}, [&](Step&& step) {
                const Cell pivot = step.reasons.at(0).lines.at(0).candidate.cell;
                for (Candidate c : step.placements) found.insert({pivot, {true, c}});
                for (Candidate c : step.eliminations) found.insert({pivot, {false, c}});
                return Flow::go_on;
            });
            EXPECT_EQ(found, defined) << place(geometry, seed);
            seen += defined.size();
        }
    EXPECT_GT(seen, 0U);
}

TEST(Assumption, TraceAndClosureAgree) {
    for (const GeometryPtr& geometry : boards())
        for (std::uint64_t seed = 1; seed <= seeds(15); ++seed) {
            const State state = random_sample(geometry, seed).state;
            std::vector<DigitSet> candidates(state.cell_count());
            for (std::size_t i = 0; i < candidates.size(); ++i)
                candidates[i] = state.candidates(Cell{i});
            Closure closure{geometry};
            if (closure.load(candidates) == ClosureStatus::impossible) continue;
            std::set<Candidate> refuted;
            for (Cell c : state.open())
                for (Digit d : state.candidates(c)) {
                    const Candidate assumed{c, d};
                    if (state.candidates(c).size() > 1 &&
                        closure.assign({&assumed, 1}, ClosureRules::sudokujm) ==
                            ClosureStatus::impossible)
                        refuted.insert(assumed);
                }
            std::set<Candidate> found;
            const Query query{.technique = Technique::impossible_digit,
                              .closure = ClosureRules::sudokujm};
            find(state, query, [&](Step&& step) {
                found.insert(step.eliminations.at(0));
                return Flow::go_on;
            });
            EXPECT_EQ(found, refuted) << place(geometry, seed);
        }
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
