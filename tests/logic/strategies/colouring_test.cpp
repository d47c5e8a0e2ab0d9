#include "logic/strategies/strategy.hpp"

#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/link_definition.hpp"

namespace clew::logic {
namespace {

bool conflicts(const Geometry& g, Candidate c, const std::set<Candidate>& with) {
    return std::ranges::any_of(with, [&](Candidate other) { return conflict(g, c, other); });
}

// Just one of two: a digit's only two places in a house, and a cell's only two digits if asked for.
bool conjugate(const State& state, Candidate a, Candidate b, bool cells) {
    const Geometry& g = state.geometry();
    if (a.cell == b.cell)
        return cells && a.digit != b.digit && state.candidates(a.cell).size() == 2;
    if (a.digit != b.digit) return false;
    for (std::size_t h = 0; h < g.house_count(); ++h) {
        if (!g.info(House{h}).holds_every_digit()) continue;
        std::set<Cell> places;
        for (Cell c : g.cells_of(House{h}))
            if (state.has({c, a.digit})) places.insert(c);
        if (places == std::set{a.cell, b.cell}) return true;
    }
    return false;
}

using Colours = std::pair<std::set<Candidate>, std::set<Candidate>>;

std::vector<Colours> define_components(const State& state, const std::vector<Candidate>& all,
                                       bool cells) {
    std::vector<Colours> found;
    std::set<Candidate> painted;
    for (Candidate start : all) {
        if (painted.contains(start)) continue;
        Colours colours{{start}, {}};
        for (bool moved = true; moved;) {
            moved = false;
            for (Candidate c : all) {
                if (colours.first.contains(c) || colours.second.contains(c)) continue;
                const auto pairs_with = [&](const std::set<Candidate>& side) {
                    return std::ranges::any_of(
                        side, [&](Candidate o) { return conjugate(state, c, o, cells); });
                };
                if (pairs_with(colours.first))
                    moved = colours.second.insert(c).second;
                else if (pairs_with(colours.second))
                    moved = colours.first.insert(c).second;
            }
        }
        painted.insert(colours.first.begin(), colours.first.end());
        painted.insert(colours.second.begin(), colours.second.end());
        if (colours.first.size() + colours.second.size() > 2) found.push_back(colours);
    }
    return found;
}

bool breaks(const State& state, const std::set<Candidate>& colour, bool cells) {
    const Geometry& g = state.geometry();
    for (Candidate c : colour)
        if (conflicts(g, c, colour)) return true;
    if (!cells) return false;
    for (std::size_t i = 0; i < g.cell_count(); ++i) {
        if (state.placed(Cell{i})) continue;
        bool empty = true;
        for (Digit d : state.candidates(Cell{i}))
            empty = empty && conflicts(g, {Cell{i}, d}, colour);
        if (empty) return true;
    }
    for (std::size_t h = 0; h < g.house_count(); ++h) {
        if (!g.info(House{h}).holds_every_digit()) continue;
        for (std::size_t d = 0; d < g.size(); ++d) {
            bool empty = true;
            for (Cell c : g.cells_of(House{h}))
                if (state.has({c, Digit{d}})) empty = empty && conflicts(g, {c, Digit{d}}, colour);
            if (empty) return true;
        }
    }
    return false;
}

using Eliminations = std::set<std::vector<Candidate>>;

void add_lost(const State& state, const std::vector<Candidate>& all, const std::set<Candidate>& one,
              const std::set<Candidate>& other, const std::set<Candidate>& painted,
              Eliminations& found) {
    std::vector<Candidate> gone;
    for (Candidate c : all)
        if (!painted.contains(c) && conflicts(state.geometry(), c, one) &&
            conflicts(state.geometry(), c, other))
            gone.push_back(c);
    if (!gone.empty()) found.insert(gone);
}

std::vector<Candidate> open_candidates(const State& state, std::optional<Digit> only) {
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < state.cell_count(); ++i)
        for (Digit d : state.candidates(Cell{i}))
            if (!state.placed(Cell{i}) && (!only || *only == d)) all.push_back({Cell{i}, d});
    return all;
}

std::set<Candidate> both(const Colours& colours) {
    std::set<Candidate> all = colours.first;
    all.insert(colours.second.begin(), colours.second.end());
    return all;
}

void define_one(const State& state, std::optional<Digit> only, Eliminations& found) {
    const auto all = open_candidates(state, only);
    for (const Colours& colours : define_components(state, all, !only)) {
        const auto painted = both(colours);
        std::set<Digit> digits;
        for (Candidate c : painted) digits.insert(c.digit);
        if (!only && digits.size() == 1) continue;
        if (breaks(state, colours.first, !only))
            found.insert({colours.first.begin(), colours.first.end()});
        else if (breaks(state, colours.second, !only))
            found.insert({colours.second.begin(), colours.second.end()});
        else
            add_lost(state, all, colours.first, colours.second, painted, found);
    }
}

void define_two(const State& state, Digit digit, Eliminations& found) {
    const Geometry& g = state.geometry();
    const auto all = open_candidates(state, digit);
    const auto components = define_components(state, all, false);
    const auto clash = [&](const std::set<Candidate>& a, const std::set<Candidate>& b) {
        return std::ranges::any_of(a, [&](Candidate c) { return conflicts(g, c, b); });
    };
    for (const Colours& one : components)
        for (const Colours& two : components) {
            if (one == two) continue;
            std::set<Candidate> painted = both(one);
            painted.merge(both(two));
            for (const auto& [a, b] : {one, Colours{one.second, one.first}}) {
                if (clash(a, two.first) && clash(a, two.second)) {
                    found.insert({a.begin(), a.end()});
                    continue;
                }
                for (const auto& [c, d] : {two, Colours{two.second, two.first}})
                    if (clash(a, c) && !clash(b, c)) add_lost(state, all, b, d, painted, found);
            }
        }
}

Eliminations found_by(const State& state, Technique technique) {
    Eliminations found;
    find(state, {.technique = technique}, [&](Step&& step) {
        found.insert(step.eliminations);
        return Flow::go_on;
    });
    return found;
}

TEST(Colouring, FindsWhatColoursRuleOut) {
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(400, 60), [&](const State& state, const std::string& where) {
        std::map<Technique, Eliminations> defined;
        for (std::size_t d = 0; d < state.size(); ++d) {
            define_one(state, Digit{d}, defined[Technique::simple_colouring]);
            define_two(state, Digit{d}, defined[Technique::multi_colouring]);
        }
        define_one(state, std::nullopt, defined[Technique::medusa]);
        for (const auto& [technique, expected] : defined) {
            EXPECT_EQ(found_by(state, technique), expected) << info(technique).id << " " << where;
            seen[technique] += expected.size();
        }
    });
    constexpr Technique searched[] = {Technique::simple_colouring, Technique::multi_colouring,
                                      Technique::medusa};
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
