#include "logic/strategies/strategy.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "core/board/notation.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/path/path.hpp"
#include "logic/strategies/evidence.hpp"
#include "logic/strategies/folding.hpp"
#include "logic/strategies/refutation_length.hpp"
#include "logic/strategies/short_refutation.hpp"
#include "logic/strategies/trace.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/logic/strategies/compare.hpp"
#include "tests/support/find_first.hpp"
#include "tests/support/long_tests.hpp"

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

// Placements, lines, candidate: each refutation as long as a trace of its own says.
TEST(Assumption, TellsTheShortestRefutationFirst) {
    std::size_t compared = 0;
    on_random_states(every_board(400), [&](const State& state, const std::string& where) {
        std::vector<std::tuple<TraceLength, Candidate>> told;
        const Query query{.technique = Technique::impossible_digit,
                          .closure = ClosureRules::singles};
        find(state, query, [&](Step&& step) {
            const Candidate c = step.eliminations.at(0);
            const ClosureTrace trace{state, c, {ClosureRules::singles, 0}};
            EXPECT_EQ(step.reasons.at(0), folded(state, trace.conflict(), 5)) << where;
            told.emplace_back(trace.conflict_length(unlimited).value(), c);
            return Flow::go_on;
        });
        EXPECT_TRUE(std::ranges::is_sorted(told)) << where;
        compared += told.size();
    });
    EXPECT_GT(compared, 1000U);
}

TEST(Assumption, MeasuresRefutationsAsTheirTracesDo) {
    std::size_t compared = 0;
    on_random_states({{Geometry::classic(), 2'000}}, [&](const State& random,
                                                         const std::string& where) {
        State state = random;
        for (const Technique single : {Technique::naked_single, Technique::hidden_single})
            while (const auto step = find_first(state, {.technique = single})) {
                if (state.contradiction()) break;
                apply(*step, state);
            }
        Closure closure{state.geometry_ptr()};
        std::vector<DigitSet> marks, closed(state.cell_count());
        for (std::size_t i = 0; i < closed.size(); ++i) marks.push_back(state.candidates(Cell{i}));
        if (state.contradiction() || closure.load(marks) == ClosureStatus::impossible) return;
        closure.candidates(closed);
        if (marks != closed) return;  // naked singles after the last hidden one
        RefutationLength measure{state};
        for (Cell c : state.open())
            for (Digit d : state.candidates(c)) {
                const ClosureTrace trace{state, {c, d}, {ClosureRules::singles, 0}};
                Waves waves;
                const ClosureStatus status = closure.assign_within({c, d}, 81, &waves);
                ASSERT_EQ(status == ClosureStatus::impossible, trace.refuted()) << where;
                if (!trace.refuted()) continue;
                const TraceLength length = trace.conflict_length(81).value();
                EXPECT_EQ(measure.length(waves, 81), length) << where;
                EXPECT_EQ(measure.length(waves, length.placements - 1), std::nullopt) << where;
                const std::size_t rounds = closure.rounds();
                EXPECT_LT(rounds, length.placements) << where;
                EXPECT_EQ(closure.assign_within({c, d}, rounds), ClosureStatus::impossible);
                if (rounds > 0) {
                    EXPECT_NE(closure.assign_within({c, d}, rounds - 1), ClosureStatus::impossible);
                }
                ++compared;
            }
    });
    EXPECT_GT(compared, 1000U);
}

// Whether so many singles, one after the other, come to a contradiction.
bool runs_out_within(const State& state, std::size_t most) {
    if (state.contradiction()) return true;
    if (most == 0) return false;
    std::set<Candidate> singles;
    for (const Technique single : {Technique::naked_single, Technique::hidden_single})
        find(state, {.technique = single}, [&](Step&& step) {
            singles.insert(step.placements.begin(), step.placements.end());
            return Flow::go_on;
        });
    return std::ranges::any_of(singles, [&](Candidate c) {
        State next = state;
        next.place(c);
        return runs_out_within(next, most - 1);
    });
}

std::size_t inferences_of(const Branch& branch) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < branch.lines.size(); ++i)
        if (is_inference(branch.lines[i]) &&
            (i == 0 || !together(branch.lines[i - 1], branch.lines[i])))
            ++count;
    return count;
}

// Singles are drawn as soon as they can be; very rarely fewer would do if one waited.
TEST(ShortRefutation, TakesAsFewSinglesAsAny) {
    constexpr std::size_t most = 3;
    std::size_t compared = 0, longer = 0;
    on_random_states({{Geometry::classic(), 2'000}}, [&](const State& state,
                                                         const std::string& where) {
        if (state.contradiction()) return;
        for (const Cell c : state.open())
            for (const Digit d : state.candidates(c)) {
                if (state.candidates(c).size() < 2 || (c.index() * 9 + d.index()) % 41 != 0)
                    continue;
                ShortRefutation way{state, {c, d}, ClosureRules::singles, most};
                State supposed = state;
                supposed.place({c, d});
                for (std::size_t n = 0; n <= most; ++n) {
                    std::uint64_t nodes = 1'000'000;
                    const auto branch = way.chain(n, nodes);
                    ASSERT_GT(nodes, 0U);
                    const bool any = runs_out_within(supposed, n);
                    if (!branch && any) {
                        ++longer;
                        break;
                    }
                    ASSERT_EQ(branch.has_value(), any)
                        << where << ": " << to_string(Candidate{c, d}, state.size()) << ", " << n;
                    if (!branch) continue;
                    EXPECT_EQ(inferences_of(*branch), n) << where;
                    ++compared;
                    break;
                }
            }
    });
    EXPECT_GT(compared, 500U);
    EXPECT_LT(longer * 100, compared) << longer << " of " << compared;
}

TEST(ShortRefutation, IsProvedAndHardlyEverLongerThanTheTrace) {
    std::size_t compared = 0, longer = 0, shorter = 0, wide = 0;
    on_random_states(
        {{Geometry::classic(), 2'000}}, [&](const State& state, const std::string& where) {
            for (const Cell c : state.open())
                for (const Digit d : state.candidates(c)) {
                    if (state.candidates(c).size() < 2 || (c.index() * 9 + d.index()) % 41 != 0)
                        continue;
                    const ClosureTrace trace{state, {c, d}, {ClosureRules::sudokujm, 0}};
                    if (!trace.refuted()) continue;
                    const std::size_t long_way = inferences_of(trace.conflict());
                    ShortRefutation way{state, {c, d}, ClosureRules::sudokujm, long_way};
                    for (std::size_t n = 0; n <= long_way; ++n) {
                        std::uint64_t nodes = 10'000;
                        auto branch = way.chain(n, nodes);
                        if (!branch) {
                            longer += nodes > 0 && n == long_way ? 1U : 0U;
                            continue;
                        }
                        ++compared;
                        Step step;
                        step.technique = Technique::impossible_digit;
                        step.eliminations = {{c, d}};
                        step.reasons = {std::move(*branch)};
                        write_evidence(step, state);
                        const AuditResult proof = audit(state, step);
                        ASSERT_TRUE(proof.sound()) << where << ": " << proof.what;
                        const std::size_t taken = inferences_of(step.reasons.front());
                        EXPECT_LE(taken, n) << where;
                        shorter += taken < long_way ? 1U : 0U;
                        for (const Inference& line : step.reasons.front().lines)
                            wide += line.truth == Truth::fails && is_inference(line) ? 1U : 0U;
                        break;
                    }
                }
        });
    EXPECT_LT(longer * 100, compared) << longer << " of " << compared;
    EXPECT_GT(shorter * 10, compared) << shorter << " of " << compared;
    EXPECT_GT(wide, 0U);
}

/// The most inferences at one level, lemmas looked into.
std::size_t widest_level(const Branch& branch) {
    std::size_t widest = inferences_told(branch);
    for (const Inference& line : branch.lines)
        for (const Branch& lemma : line.lemma) widest = std::max(widest, widest_level(lemma));
    return widest;
}

Step impossible(const State& state, Branch branch) {
    Step step;
    step.technique = Technique::impossible_digit;
    step.eliminations = {branch.lines.front().candidate};
    step.reasons = {std::move(branch)};
    write_evidence(step, state);
    return step;
}

// Any chain, the idle turns of a trace too, and at each level down to two inferences.
TEST(Folding, IsProvedAndLeavesFewLevelsLong) {
    std::size_t long_ones = 0, in_full = 0;
    on_random_states(
        {{Geometry::classic(), 2'000}}, [&](const State& state, const std::string& where) {
            for (const Cell c : state.open())
                for (const Digit d : state.candidates(c)) {
                    if (state.candidates(c).size() < 2 || (c.index() * 9 + d.index()) % 17 != 0)
                        continue;
                    const auto rules = (c.index() + d.index()) % 2 == 0 ? ClosureRules::singles
                                                                        : ClosureRules::sudokujm;
                    const ClosureTrace trace{state, {c, d}, {rules, 0}};
                    if (!trace.refuted()) continue;
                    const Branch chain = trace.conflict();
                    for (const std::size_t most : {2U, 3U, 5U}) {
                        if (inferences_told(chain) <= most) {
                            EXPECT_EQ(folded(state, chain, most), chain) << where;
                            continue;
                        }
                        const Step step = impossible(state, folded(state, chain, most));
                        const AuditResult proof = audit(state, step);
                        ASSERT_TRUE(proof.sound()) << where << ": " << proof.what;
                        EXPECT_EQ(step.reasons.front().lines.front(), chain.lines.front());
                        EXPECT_LE(widest_level(step.reasons.front()), inferences_told(chain));
                        ++long_ones;
                        in_full += widest_level(step.reasons.front()) <= most ? 1U : 0U;
                    }
                }
        });
    EXPECT_GT(long_ones, 300U);
    EXPECT_GT(in_full * 100, long_ones * 99) << in_full << " of " << long_ones;
}

// The first of these puzzles (of examples/bench/hard.txt) has chains of eight inferences.
TEST(Assumption, NestsWhatTakesMoreThanFiveInferences) {
    std::size_t nested = 0;
    for (const char* puzzle :
         {".231.....4...8....95......1...9...16..9....42....627.9...3.....8..25.9.......7.24",
          "...86..9....5.....5..41.8....86....34.......2.9.....5...6.3..2..3....54.1..7....8"}) {
        State state{Puzzle::from_line(puzzle)};
        const Path path = walk(state, {.rules = built_in_rules("sudokujm"), .guess = Guess::off});
        for (const Entry& entry : path.entries) {
            const Step& step = entry.step;
            if (step.technique == Technique::impossible_digit) {
                const AuditResult proof = audit(state, step);
                ASSERT_TRUE(proof.sound()) << proof.what;
                EXPECT_LE(widest_level(step.reasons.front()), 5U);
                for (const Inference& line : step.reasons.front().lines)
                    nested += line.lemma.size();
            }
            apply(step, state);
        }
    }
    EXPECT_GT(nested, 2U);
}

// A rule with the candidates of which one holds.
std::vector<std::vector<Candidate>> pivots_by_definition(const State& state, Technique technique) {
    std::vector<std::vector<Candidate>> pivots;
    const bool chain =
        technique == Technique::cell_forcing_chain || technique == Technique::region_forcing_chain;
    if (technique == Technique::region_forcing_chain ||
        technique == Technique::region_forcing_net) {
        for (const HouseInfo& house : state.geometry().houses()) {
            if (house.kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < state.size(); ++d) {
                std::vector<Candidate> pivot;
                for (Cell c : house.cells)
                    if (state.has({c, Digit{d}})) pivot.push_back({c, Digit{d}});
                if (pivot.size() >= (chain ? 3U : 2U)) pivots.push_back(std::move(pivot));
            }
        }
        return pivots;
    }
    for (Cell c : state.open()) {
        const std::size_t count = state.candidates(c).size();
        if (technique == Technique::binary_verity ? count != 2 : count < 3) continue;
        std::vector<Candidate> pivot;
        for (Digit d : state.candidates(c)) pivot.push_back({c, d});
        pivots.push_back(std::move(pivot));
    }
    return pivots;
}

std::vector<Candidate> pivot_of(const Step& step) {
    std::vector<Candidate> pivot;
    for (const Branch& branch : step.reasons) pivot.push_back(branch.lines.at(0).candidate);
    return pivot;
}

using Forced = std::pair<std::vector<Candidate>, std::pair<bool, Candidate>>;

// What all candidates of a pivot lead to, each by the rules alone or by singles.
void compare_verities(Technique technique, ClosureRules rules,
                      const std::vector<BoardStates>& shares) {
    std::size_t seen = 0;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        ByTrying trial{state};
        std::set<Forced> defined;
        for (const auto& pivot : pivots_by_definition(state, technique))
            for (const ClosureRules level : {ClosureRules::singles, rules}) {
                std::vector<DigitSet> left(state.cell_count());
                bool refuted = false;
                for (Candidate c : pivot) {
                    const auto closed = trial.close(c, level);
                    refuted = refuted || !closed;
                    if (closed)
                        for (std::size_t i = 0; i < left.size(); ++i) left[i] |= (*closed)[i];
                }
                if (refuted) continue;
                for (Cell at : state.open())
                    if (at != pivot[0].cell || at != pivot[1].cell)
                        for (Digit d : state.candidates(at) - left[at.index()])
                            defined.insert({pivot, {false, {at, d}}});
            }
        std::set<Forced> found;
        const Query query{.technique = technique, .closure = rules};
        find(state, query, [&](Step&& step) {
            const std::vector<Candidate> pivot = pivot_of(step);
            // A placement says that the other digits of its cell go.
            for (Candidate c : step.placements)
                for (Digit d : state.candidates(c.cell) - DigitSet{c.digit})
                    found.insert({pivot, {false, {c.cell, d}}});
            for (Candidate c : step.eliminations) found.insert({pivot, {false, c}});
            return Flow::go_on;
        });
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

TEST(Assumption, FindWhatBothDigitsOfABinaryCellLeadTo) {
    compare_verities(Technique::binary_verity, ClosureRules::singles, every_board(400));
}

TEST(Assumption, FindWhatBothDigitsLeadToByTheRulesOfSudokujm) {
    compare_verities(Technique::binary_verity, ClosureRules::sudokujm, every_board(400, 100));
}

TEST(Assumption, FindWhatAllDigitsOfACellLeadTo) {
    compare_verities(Technique::cell_forcing_net, ClosureRules::singles, every_board(400, 100));
    compare_verities(Technique::cell_forcing_net, ClosureRules::sudokujm, every_board(400, 20));
}

TEST(Assumption, FindWhatAllPlacesOfADigitLeadTo) {
    compare_verities(Technique::region_forcing_net, ClosureRules::singles, every_board(400, 50));
    compare_verities(Technique::region_forcing_net, ClosureRules::sudokujm, every_board(400, 10));
}

// A digit's places that two houses share, two or more.
struct Group2 {
    Digit digit;
    std::array<std::size_t, 2> house{};
    std::set<Cell> cells;
};
std::vector<Group2> groups_by_definition(const State& state) {
    std::vector<Group2> groups;
    const auto houses = state.geometry().houses();
    for (std::size_t b = 0; b < houses.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
            for (std::size_t d = 0; d < state.size(); ++d) {
                Group2 group{Digit{d}, {a, b}, {}};
                for (Cell c : houses[a].cells)
                    if (state.has({c, Digit{d}}) && std::ranges::count(houses[b].cells, c) > 0)
                        group.cells.insert(c);
                if (group.cells.size() > 1) groups.push_back(std::move(group));
            }
    return groups;
}

// What holds and what fails if `start` holds, by inferences from one premise.
// Grouped: a digit's places that two houses share are propositions too, and one that is all that a
// house has left rules out the rest of the other.
std::set<std::pair<bool, Candidate>> implied_by_definition(const State& state, Candidate start,
                                                           bool grouped) {
    const Geometry& g = state.geometry();
    std::set<std::pair<bool, Candidate>> known{{true, start}};
    std::vector<Group2> groups;
    if (grouped) groups = groups_by_definition(state);
    std::set<std::size_t> failing;  // groups
    const auto rest_of = [&](const HouseInfo& house, Digit d, const std::set<Cell>& without) {
        std::set<Cell> rest;
        for (Cell c : house.cells)
            if (state.has({c, d}) && !without.contains(c)) rest.insert(c);
        return rest;
    };
    const auto meets = [](std::span<const Cell> cells, const std::set<Cell>& others) {
        return std::ranges::any_of(others,
                                   [&](Cell c) { return std::ranges::count(cells, c) > 0; });
    };
    // A proposition rules these cells of a house out for the digit.
    const auto left_over = [&](std::size_t h, Digit d, const std::set<Cell>& without) {
        const HouseInfo& house = g.houses()[h];
        if (house.kind != ConstraintKind::house) return;
        const std::set<Cell> rest = rest_of(house, d, without);
        if (rest.size() == 1) known.insert({true, {*rest.begin(), d}});
        if (rest.size() < 2) return;
        for (const Group2& group : groups) {
            if (group.digit != d || (group.house[0] != h && group.house[1] != h) ||
                !std::ranges::includes(group.cells, rest))
                continue;
            const std::size_t other = group.house[0] == h ? group.house[1] : group.house[0];
            for (Cell c : rest_of(g.houses()[other], d, group.cells)) known.insert({false, {c, d}});
            for (std::size_t i = 0; i < groups.size(); ++i)
                if (groups[i].digit == d &&
                    (groups[i].house[0] == other || groups[i].house[1] == other) &&
                    !meets(std::vector(group.cells.begin(), group.cells.end()), groups[i].cells))
                    failing.insert(i);
        }
    };
    const auto two_of = [&](const std::vector<Candidate>& range) {
        if (range.size() != 2) return;
        for (std::size_t i = 0; i < 2; ++i)
            if (known.contains({false, range[i]})) known.insert({true, range[1 - i]});
    };
    for (std::size_t before = 0; before != known.size() + failing.size();) {
        before = known.size() + failing.size();
        for (const auto& [holds, c] : std::set{known}) {
            for (std::size_t h = 0; grouped && h < g.houses().size(); ++h) {
                if (std::ranges::count(g.houses()[h].cells, c.cell) == 0) continue;
                if (!holds) left_over(h, c.digit, {c.cell});
                for (std::size_t i = 0; holds && i < groups.size(); ++i)
                    if (groups[i].digit == c.digit && !groups[i].cells.contains(c.cell) &&
                        (groups[i].house[0] == h || groups[i].house[1] == h))
                        failing.insert(i);
            }
            if (!holds) continue;
            for (Digit d : state.candidates(c.cell))
                if (d != c.digit) known.insert({false, {c.cell, d}});
            for (Cell p : g.peers(c.cell))
                if (state.has({p, c.digit})) known.insert({false, {p, c.digit}});
        }
        for (std::size_t i : std::set{failing})
            for (std::size_t h : groups[i].house) left_over(h, groups[i].digit, groups[i].cells);
        for (Cell c : state.open()) {
            std::vector<Candidate> range;
            for (Digit d : state.candidates(c)) range.push_back({c, d});
            two_of(range);
        }
        for (const HouseInfo& house : g.houses()) {
            if (house.kind != ConstraintKind::house) continue;
            for (std::size_t d = 0; d < state.size(); ++d) {
                std::vector<Candidate> range;
                for (Cell c : house.cells)
                    if (state.has({c, Digit{d}})) range.push_back({c, Digit{d}});
                two_of(range);
            }
        }
    }
    return known;
}

TEST(Assumption, FindWhatChainsFromAPivotComeTo) {
    for (const Technique technique :
         {Technique::cell_forcing_chain, Technique::region_forcing_chain}) {
        std::size_t seen = 0, more = 0;
        on_random_states(every_board(400, 40), [&](const State& state, const std::string& where) {
            ByTrying trial{state};
            const Cell any = *state.open().begin();
            const bool dead =
                state.open().empty() || std::ranges::none_of(state.candidates(any), [&](Digit d) {
                    return trial.close({any, d}, ClosureRules::singles).has_value();
                });
            std::set<Forced> defined;
            const auto define = [&](bool grouped) {
                std::map<Candidate, std::set<std::pair<bool, Candidate>>> implied;
                const auto from = [&](Candidate c) -> const auto& {
                    auto& known = implied[c];
                    if (known.empty()) known = implied_by_definition(state, c, grouped);
                    return known;
                };
                for (const auto& pivot : pivots_by_definition(state, technique)) {
                    if (dead) break;
                    const auto all = [&](bool holds, Candidate c) {
                        return std::ranges::count(pivot, c) == 0 &&
                               std::ranges::all_of(pivot, [&](Candidate start) {
                                   return from(start).contains({holds, c});
                               });
                    };
                    for (Cell at : state.open()) {
                        if (state.candidates(at).size() < 2) continue;
                        bool placed = false;
                        for (Digit d : state.candidates(at))
                            if (all(true, {at, d})) {
                                defined.insert({pivot, {true, {at, d}}});
                                placed = true;
                            }
                        for (Digit d : state.candidates(at))
                            if (!placed && all(false, {at, d}))
                                defined.insert({pivot, {false, {at, d}}});
                    }
                }
            };
            define(false);
            const std::size_t plain = defined.size();
            define(true);
            more += defined.size() - plain;
            std::set<Forced> found;
            find(state, {.technique = technique}, [&](Step&& step) {
                for (Candidate c : step.placements) found.insert({pivot_of(step), {true, c}});
                for (Candidate c : step.eliminations) found.insert({pivot_of(step), {false, c}});
                for (const Branch& branch : step.reasons)
                    for (std::size_t i = 1; i < branch.lines.size(); ++i) {
                        EXPECT_FALSE(branch.lines[i].from.empty()) << where;
                        for (std::size_t from : branch.lines[i].from) EXPECT_LT(from, i) << where;
                    }
                return Flow::go_on;
            });
            EXPECT_EQ(found, defined) << where;
            seen += defined.size();
        });
        EXPECT_GT(seen, 0U);
        EXPECT_GT(more, 0U);
    }
}

// Two assumptions at once: where singles are stuck, what they refute from there falls as well.
bool refuted_by_definition(const State& state, Candidate c) {
    ByTrying trial{state};
    auto closed = trial.close(c, ClosureRules::singles);
    while (closed) {
        Puzzle puzzle{state.geometry_ptr()};
        for (std::size_t i = 0; i < closed->size(); ++i) puzzle.set_marks(Cell{i}, (*closed)[i]);
        const State inner{puzzle};
        if (inner.contradiction()) return true;
        ByTrying within{inner};
        std::optional<Candidate> falls;
        for (std::size_t i = 0; i < closed->size() && !falls; ++i)
            if ((*closed)[i].size() > 1)
                for (Digit d : (*closed)[i])
                    if (!falls && !within.close({Cell{i}, d}, ClosureRules::singles))
                        falls = Candidate{Cell{i}, d};
        if (!falls) return false;
        puzzle.set_marks(falls->cell, puzzle.marks(falls->cell) - DigitSet{falls->digit});
        const State less{puzzle};
        if (less.contradiction()) return true;
        // Close again without an assumption: one that is sure already.
        ByTrying again{less};
        std::optional<Candidate> sure;
        for (std::size_t i = 0; i < less.cell_count() && !sure; ++i)
            if (less.candidates(Cell{i}).size() == 1)
                sure = Candidate{Cell{i}, less.candidates(Cell{i}).first()};
        closed = again.close(*sure, ClosureRules::singles);
    }
    return true;
}

TEST(Assumption, FindExactlyTheDigitsThatTwoAssumptionsRefute) {
    std::vector<BoardStates> shares;
    for (const GeometryPtr& board : small_and_odd_boards()) shares.push_back({board, 400});
    std::size_t seen = 0;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        ByTrying trial{state};
        std::set<Candidate> defined;
        for (Cell c : state.open())
            if (state.candidates(c).size() > 1)
                for (Digit d : state.candidates(c))
                    if (trial.close({c, d}, ClosureRules::singles) &&
                        refuted_by_definition(state, {c, d}))
                        defined.insert({c, d});
        std::set<Candidate> found;
        const Query query{.technique = Technique::nested_contradiction, .max_size = 2};
        find(state, query, [&](Step&& step) {
            EXPECT_TRUE(found.insert(step.eliminations.at(0)).second);
            const AuditResult proof = audit(state, step);
            EXPECT_EQ(proof.outcome, AuditOutcome::proved) << where << ": " << proof.what;
            return Flow::go_on;
        });
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

// Nothing is removed that any solution uses, and in the end nothing else is left.
TEST(Assumption, ReachTheUnionOfTheSolutions) {
    Random random{20261122};
    std::size_t puzzles = 0, several = 0;
    const std::size_t wanted = long_tests() ? 2000 : 200;
    while (puzzles < wanted) {
        const Puzzle puzzle = cut_puzzle(random, Geometry::classic(), 26, 36);
        std::vector<DigitSet> used(81);
        std::size_t solutions = 0;
        enumerate(puzzle, {}, [&](const Grid& grid) {
            for (std::size_t i = 0; i < used.size(); ++i) used[i].insert(grid[Cell{i}]);
            return ++solutions > 50 ? Flow::stop : Flow::go_on;
        });
        if (solutions < 2 || solutions > 50) continue;
        ++puzzles;
        const State start{puzzle};
        const Path path = walk(start);
        EXPECT_EQ(path.status, Status::stuck);
        std::size_t more = 0;
        for (std::size_t i = 0; i < used.size(); ++i) {
            EXPECT_EQ(path.state.candidates(Cell{i}) & used[i], used[i]) << to_line(puzzle);
            more += (path.state.candidates(Cell{i}) - used[i]).size();
        }
        EXPECT_EQ(more, 0U) << to_line(puzzle) << " with " << solutions << " solutions";
        const PathAudit proof = audit(start, path.entries);
        EXPECT_TRUE(proof.sound()) << to_line(puzzle) << ": " << proof.result.what;
        several += path.entries.empty() ? 0U : 1U;
    }
    EXPECT_GT(several, 0U);
}

// Singles alone do not refute all that has to go one by one; two assumptions at once do.
TEST(Assumption, WalkTheHardestPuzzlesToTheirEnd) {
    std::size_t lemmas = 0;
    for (const char* line : {
             "...1....87.......9..3.9.5....9.3...5.....23.....4..6....6.8..5.47...1...2........",
             "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
             "98.7.....6.....87...7.....5.4..3.5....65...9......2..1..86...5.....1.3.......4..2",
         }) {
        const State start{Puzzle::from_line(line)};
        const Path path = walk(start);
        EXPECT_EQ(path.status, Status::solved) << line;
        EXPECT_TRUE(audit(start, path.entries).sound()) << line;
        for (const Entry& entry : path.entries)
            for (const Branch& branch : entry.step.reasons)
                for (const Inference& inference : branch.lines) lemmas += inference.lemma.size();
    }
    EXPECT_GT(lemmas, 0U);
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
