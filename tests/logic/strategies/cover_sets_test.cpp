#include "logic/strategies/cover_sets.hpp"

#include <functional>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

struct Fish {
    const State& state;
    const Geometry& g;
    Digit digit;
    std::vector<House> bases, covers;

    std::vector<Cell> places(House h) const {
        std::vector<Cell> cells;
        for (Cell c : g.cells_of(h))
            if (state.has({c, digit})) cells.push_back(c);
        return cells;
    }
    std::size_t times(const std::vector<House>& houses, Cell c) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            houses, [&](House h) { return std::ranges::count(g.cells_of(h), c) > 0; }));
    }
    char kind(House h) const {
        const HouseRole role = g.info(h).role;
        return role == HouseRole::row ? 'r' : role == HouseRole::column ? 'c' : 'x';
    }
    std::string kinds(const std::vector<House>& houses) const {
        std::string text;
        for (House h : houses)
            if (text.find(kind(h)) == std::string::npos) text += kind(h);
        return text;
    }
    static bool has(const std::string& kinds, char k) { return kinds.find(k) != std::string::npos; }

    void judge(Findings& findings) const {
        std::set<Cell> base, fins, covered;
        for (House h : bases) {
            if (places(h).size() < 2) return;
            for (Cell c : places(h)) base.insert(c);
        }
        for (Cell c : base)
            if (times(bases, c) > 1 || times(covers, c) == 0) fins.insert(c);
        const bool lone = covers.size() < bases.size();
        if (lone && fins.empty()) return;
        if (lone) {
            for (House b : bases)
                if (std::ranges::none_of(places(b), [&](Cell c) {
                        return times(covers, c) > 0 && !fins.contains(c);
                    }))
                    return;
        } else {
            for (House h : covers)
                if (std::ranges::none_of(places(h), [&](Cell c) {
                        return base.contains(c) && !fins.contains(c) && times(covers, c) == 1;
                    }))
                    return;
        }
        std::vector<Candidate> gone;
        for (std::size_t i = 0; i < g.cell_count(); ++i) {
            const Cell c{i};
            if (!state.has({c, digit}) || fins.contains(c)) continue;
            const bool target =
                lone || (times(covers, c) > 0 && !base.contains(c)) || times(covers, c) > 1;
            if (target && std::ranges::all_of(fins, [&](Cell f) { return g.sees(c, f); }))
                gone.push_back({c, digit});
        }
        if (gone.empty()) return;
        std::vector<Constraint> truths;
        for (House h : bases) truths.push_back(Constraint::of(h, digit));
        const auto technique = name(fins, lone);
        if (technique) add(findings, *technique, truths, gone);
    }

    std::optional<Technique> name(const std::set<Cell>& fins, bool lone) const {
        const std::string b = kinds(bases);
        const std::string c = kinds(covers);
        const std::size_t n = bases.size();
        if (n == 2 && !fins.empty()) {
            const bool line = has(b, 'r') || has(b, 'c');
            std::optional<Technique> special;
            if (places(bases[0]).size() == 2 && places(bases[1]).size() == 2) {
                if (b == "r" || b == "c") special = Technique::skyscraper;
                if (has(b, 'r') && has(b, 'c')) special = Technique::two_string_kite;
                if (has(b, 'x') && line) special = Technique::turbot_fish;
            }
            if (has(b, 'x') && line) {
                const House region = kind(bases[0]) == 'x' ? bases[0] : bases[1];
                const House other = kind(bases[0]) == 'x' ? bases[1] : bases[0];
                bool cross = false;
                for (std::size_t i = 0; i < g.size(); ++i)
                    for (std::size_t j = 0; j < g.size(); ++j) {
                        bool on = true, off_row = false, off_column = false;
                        for (Cell p : places(region)) {
                            on = on && (g.row_of(p) == i || g.column_of(p) == j);
                            off_row = off_row || g.row_of(p) != g.row_of(places(region)[0]);
                            off_column =
                                off_column || g.column_of(p) != g.column_of(places(region)[0]);
                        }
                        if (on && off_row && off_column) cross = true;
                    }
                if (places(other).size() == 2 && places(region).size() > 2 && cross)
                    special = Technique::empty_rectangle;
            }
            if (special) return lone ? special : std::nullopt;
        }
        if (lone) return std::nullopt;
        const bool basic = (b == "r" && c == "c") || (b == "c" && c == "r");
        const bool mutant = (has(b, 'r') && (has(b, 'c') || has(c, 'r'))) ||
                            (has(b, 'c') && has(c, 'c')) || (has(c, 'r') && has(c, 'c'));
        const auto nth = [&](Technique first) {
            return static_cast<Technique>(static_cast<std::size_t>(first) + n - 2);
        };
        if (basic && fins.empty()) return std::nullopt;  // related sets
        if (basic)
            return nth(std::ranges::any_of(bases,
                                           [&](House h) {
                                               return std::ranges::count_if(places(h), [&](Cell p) {
                                                          return !fins.contains(p);
                                                      }) <= 1;
                                           })
                           ? Technique::sashimi_x_wing
                           : Technique::finned_x_wing);
        if (mutant)
            return nth(fins.empty() ? Technique::mutant_x_wing : Technique::finned_mutant_x_wing);
        return nth(fins.empty() ? Technique::franken_x_wing : Technique::finned_franken_x_wing);
    }
};

void each_choice(std::size_t count, std::size_t size, std::size_t next, std::vector<House>& chosen,
                 const std::function<void()>& visit) {
    if (chosen.size() == size) return visit();
    for (std::size_t h = next; h < count; ++h) {
        chosen.emplace_back(h);
        each_choice(count, size, h + 1, chosen, visit);
        chosen.pop_back();
    }
}

Findings define(const State& state, std::size_t size) {
    Findings findings;
    const Geometry& g = state.geometry();
    for (std::size_t d = 0; d < g.size(); ++d)
        for (std::size_t covers : {size, std::size_t{1}}) {
            if (covers == 1 && size != 2) continue;
            Fish fish{state, g, Digit{d}, {}, {}};
            each_choice(g.house_count(), size, 0, fish.bases, [&] {
                for (House h : fish.bases)
                    if (g.info(h).kind != ConstraintKind::house || fish.places(h).size() < 2)
                        return;
                each_choice(g.house_count(), covers, 0, fish.covers, [&] {
                    for (House h : fish.covers)
                        if (std::ranges::count(fish.bases, h) > 0) return;
                    fish.judge(findings);
                });
            });
        }
    return findings;
}

std::vector<Technique> of_size(std::size_t size) {
    std::vector<Technique> list;
    if (size == 2)
        list = {Technique::skyscraper, Technique::two_string_kite, Technique::turbot_fish,
                Technique::empty_rectangle};
    for (Technique first : {Technique::finned_x_wing, Technique::sashimi_x_wing,
                            Technique::franken_x_wing, Technique::finned_franken_x_wing,
                            Technique::mutant_x_wing, Technique::finned_mutant_x_wing})
        list.push_back(static_cast<Technique>(static_cast<std::size_t>(first) + size - 2));
    return list;
}

std::map<Technique, std::size_t> compare(const GeometryPtr& geometry, std::size_t size,
                                         std::uint64_t seeds) {
    std::map<Technique, std::size_t> seen;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const Sample sample = random_sample(geometry, seed);
        const Findings defined = define(sample.state, size);
        for (Technique t : of_size(size))
            seen[t] += expect_same(sample.state, {.technique = t}, defined, place(geometry, seed));
    }
    return seen;
}

TEST(CoverSets, FindExactlyTheFishOfTwoHouses) {
    std::map<Technique, std::size_t> seen;
    for (const GeometryPtr& geometry : small_and_odd_boards())
        for (const auto& [t, n] : compare(geometry, 2, seeds(30))) seen[t] += n;
    for (const auto& [t, n] : compare(Geometry::classic(), 2, seeds(4))) seen[t] += n;
    for (Technique t : of_size(2)) EXPECT_GT(seen[t], 0U) << info(t).id << " never came up";
}

TEST(CoverSets, FindExactlyTheFishOfThreeHouses) {
    std::map<Technique, std::size_t> seen;
    for (const GeometryPtr& geometry : small_and_odd_boards())
        for (const auto& [t, n] : compare(geometry, 3, seeds(geometry->size() == 6 ? 2 : 15)))
            seen[t] += n;
    for (Technique t : of_size(3)) EXPECT_GT(seen[t], 0U) << info(t).id << " never came up";
}

TEST(CoverSets, FindExactlyTheFishOfFourHouses) { compare(Geometry::standard(4), 4, seeds(6)); }

TEST(CoverSets, SayNothingWhereNothingFollows) {
    const State blank{Puzzle{Geometry::classic()}};
    for (std::size_t size : {2U, 3U, 4U})
        for (Technique t : of_size(size))
            EXPECT_FALSE(find_first(blank, {.technique = t})) << info(t).id;
}

}  // namespace
}  // namespace clew::logic
