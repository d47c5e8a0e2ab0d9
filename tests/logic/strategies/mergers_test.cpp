#include "logic/strategies/strategy.hpp"

#include "tests/logic/strategies/fish_definition.hpp"

namespace clew::logic {
namespace {

/// Something removed, and what it hangs on: the constraints that both must share, the truths.
struct Part {
    std::vector<Constraint> truths;
    std::set<Candidate> gone;
};

/// Every two parts of which neither removes all that the other does.
void add_pairs(Findings& findings, Technique technique, const std::vector<Part>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
            const auto& [here, first] = parts[i];
            const auto& [there, second] = parts[j];
            if (std::ranges::includes(first, second) || std::ranges::includes(second, first))
                continue;
            std::set<Constraint> truths{here.begin(), here.end()};
            truths.insert(there.begin(), there.end());
            std::set<Candidate> gone{first};
            gone.insert(second.begin(), second.end());
            add(findings, technique, {truths.begin(), truths.end()}, {gone.begin(), gone.end()});
        }
}

// k cells of two houses that hold k digits, no fewer of them holding as few, and something to
// remove in either house outside the other.
void define_locked(const State& state, Findings& findings) {
    const Geometry& g = state.geometry();
    std::vector<SmallSet> houses;
    for (std::size_t h = 0; h < g.house_count(); ++h)
        houses.push_back(set_of(g.cells_of(House{h})));
    for (std::size_t p = 0; p < houses.size(); ++p)
        for (std::size_t q = p + 1; q < houses.size(); ++q) {
            std::vector<Cell> open;
            for (std::size_t i = 0; i < g.cell_count(); ++i)
                if ((houses[p] & houses[q])[i] && state.candidates(Cell{i}).size() > 1)
                    open.emplace_back(i);
            for (std::uint32_t chosen = 0; chosen < 1U << open.size(); ++chosen) {
                const auto k = static_cast<std::size_t>(std::popcount(chosen));
                if (k != 2 && k != 3) continue;
                const auto digits_of = [&](std::uint32_t part) {
                    DigitSet digits;
                    for (std::size_t i = 0; i < open.size(); ++i)
                        if ((part >> i & 1U) != 0) digits |= state.candidates(open[i]);
                    return digits;
                };
                const DigitSet digits = digits_of(chosen);
                bool fits = digits.size() == k;
                for (std::uint32_t part = (chosen - 1) & chosen; part != 0;
                     part = (part - 1) & chosen)
                    fits = fits &&
                           digits_of(part).size() > static_cast<std::size_t>(std::popcount(part));
                if (!fits) continue;
                std::vector<Constraint> truths;
                SmallSet cells;
                for (std::size_t i = 0; i < open.size(); ++i)
                    if ((chosen >> i & 1U) != 0) {
                        truths.push_back(Constraint::of(open[i]));
                        cells.set(open[i].index());
                    }
                std::vector<Candidate> gone;
                bool in_first = false, in_second = false;
                for (std::size_t i = 0; i < g.cell_count(); ++i) {
                    if (cells[i] || !(houses[p] | houses[q])[i]) continue;
                    for (Digit d : state.candidates(Cell{i}) & digits) {
                        gone.push_back({Cell{i}, d});
                        in_first = in_first || !houses[q][i];
                        in_second = in_second || !houses[p][i];
                    }
                }
                if (in_first && in_second)
                    add(findings, k == 2 ? Technique::locked_pair : Technique::locked_triple,
                        truths, gone);
            }
        }
}

// A row and a column with two places each; a house with a place of either, which together are all
// that is not a fin.
void define_dual_kites(const State& state, Findings& findings) {
    const Geometry& g = state.geometry();
    const Sets sets{g};
    for (std::size_t d = 0; d < g.size(); ++d) {
        const Fish fish{state, sets, Digit{d}};
        std::map<std::pair<std::size_t, std::string>, std::vector<Part>> by_joint;
        for (std::size_t r = 0; r < g.house_count(); ++r)
            for (std::size_t c = 0; c < g.house_count(); ++c) {
                const House row{r}, column{c};
                if (fish.kind(row) != 'r' || fish.kind(column) != 'c') continue;
                if (fish.in(row).count() != 2 || fish.in(column).count() != 2) continue;
                for (std::size_t h = 0; h < g.house_count(); ++h) {
                    if (h == r || h == c) continue;
                    const SmallSet base = fish.in(row) | fish.in(column);
                    const SmallSet fins = (base & ~sets.houses[h]) | (fish.in(row)&fish.in(column));
                    const SmallSet joint = base & ~fins;
                    if (fins.none() || (joint & fish.in(row)).none() ||
                        (joint & fish.in(column)).none())
                        continue;
                    Part part{{Constraint::of(row, Digit{d}), Constraint::of(column, Digit{d})},
                              {}};
                    for (std::size_t i = 0; i < g.cell_count(); ++i)
                        if (fish.held[i] && (fins & ~sets.peers[i]).none())
                            part.gone.insert({Cell{i}, Digit{d}});
                    if (!part.gone.empty())
                        by_joint[{h, joint.to_string()}].push_back(std::move(part));
                }
            }
        for (const auto& [joint, parts] : by_joint)
            add_pairs(findings, Technique::dual_two_string_kite, parts);
    }
}

/// Pairs of what the definition of fish gives under some names, by what they share.
template <class Shared>
void pair_up(const Findings& fish, std::initializer_list<Technique> names, Technique merged,
             Shared&& shared, Findings& findings) {
    std::map<std::vector<Constraint>, std::vector<Part>> by_anchor;
    for (Technique name : names) {
        const auto found = fish.find(name);
        if (found == fish.end()) continue;
        for (const FoundStep& finding : found->second)
            by_anchor[shared(finding)].push_back(
                {finding.truths, {finding.eliminations.begin(), finding.eliminations.end()}});
    }
    for (const auto& [anchor, parts] : by_anchor) add_pairs(findings, merged, parts);
}

Findings define(const State& state, std::size_t size) {
    using enum Technique;
    const Geometry& g = state.geometry();
    Findings findings;
    const Findings fish = define_fish(state, size, size == 2 ? Among::all_houses : Among::lines);
    const auto bases = [](const FoundStep& finding) { return finding.truths; };
    if (size == 3) {
        pair_up(fish, {finned_swordfish, sashimi_swordfish}, siamese_swordfish, bases, findings);
    } else if (size == 4) {
        pair_up(fish, {finned_jellyfish, sashimi_jellyfish}, siamese_jellyfish, bases, findings);
    } else {
        define_locked(state, findings);
        define_dual_kites(state, findings);
        pair_up(fish, {finned_x_wing, sashimi_x_wing}, siamese_x_wing, bases, findings);
        pair_up(
            fish, {empty_rectangle}, dual_empty_rectangle,
            [&](const FoundStep& finding) {
                std::vector<Constraint> region;
                for (const Constraint& c : finding.truths) {
                    const HouseRole role = g.info(c.house).role;
                    if (role != HouseRole::row && role != HouseRole::column) region.push_back(c);
                }
                return region;
            },
            findings);
    }
    return findings;
}

void compare(std::size_t size, const std::vector<Technique>& searched,
             const std::vector<BoardStates>& shares) {
    std::map<Technique, std::size_t> seen;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        const Findings defined = define(state, size);
        for (Technique t : searched)
            seen[t] += expect_same(state, {.technique = t}, defined, where);
    });
    expect_all_seen(searched, seen);
}

TEST(Mergers, FindExactlyTheLockedSetsAndThePairsOfTwoHouses) {
    compare(2,
            {Technique::locked_pair, Technique::locked_triple, Technique::dual_two_string_kite,
             Technique::dual_empty_rectangle, Technique::siamese_x_wing},
            every_board(500, 400));
}

TEST(Mergers, FindExactlyTheSiameseSwordfish) {
    compare(3, {Technique::siamese_swordfish}, every_board(380, 200));
}

TEST(Mergers, FindExactlyTheSiameseJellyfish) {
    compare(4, {Technique::siamese_jellyfish}, every_board(390, 60));
}

TEST(Mergers, GiveUpWhenTheBudgetOfTheirPartsIsSpent) {
    const State state = random_sample(Geometry::classic(), 3).state;
    const auto ignore = [](Step&&) { return Flow::go_on; };
    EXPECT_EQ(find(state, {.technique = Technique::locked_triple, .max_nodes = 1}, ignore),
              Ending::out_of_budget);
    EXPECT_EQ(find(state, {.technique = Technique::locked_triple}, ignore), Ending::exhausted);
}

}  // namespace
}  // namespace clew::logic
