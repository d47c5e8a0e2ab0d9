#pragma once
// Fish by their definition: every choice of base and cover houses, judged one by one.
//
//     Findings defined = define_fish(state, 2);

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {

// The houses and peers of a board as sets, made once a state.
struct Sets {
    std::vector<SmallSet> houses, peers;

    explicit Sets(const Geometry& g) {
        for (std::size_t h = 0; h < g.house_count(); ++h)
            houses.push_back(set_of(g.cells_of(House{h})));
        for (std::size_t i = 0; i < g.cell_count(); ++i) peers.push_back(set_of(g.peers(Cell{i})));
    }
};

struct Fish {
    const State& state;
    const Geometry& g;
    const Sets& sets;
    Digit digit;
    SmallSet held;  // where the digit may stand
    std::vector<House> bases, covers;

    Fish(const State& s, const Sets& of_board, Digit d)
        : state(s), g(s.geometry()), sets(of_board), digit(d) {
        for (std::size_t i = 0; i < g.cell_count(); ++i) held[i] = s.has({Cell{i}, d});
    }

    SmallSet in(House h) const { return held & sets.houses[h.index()]; }
    std::vector<Cell> places(House h) const {
        std::vector<Cell> cells;
        for (Cell c : g.cells_of(h))
            if (held[c.index()]) cells.push_back(c);
        return cells;
    }
    /// The cells in at least one of the houses, and those in two or more.
    std::pair<SmallSet, SmallSet> times(const std::vector<House>& of) const {
        SmallSet once, twice;
        for (House h : of) {
            twice |= once & sets.houses[h.index()];
            once |= sets.houses[h.index()];
        }
        return {once, twice};
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
        const auto [in_base, in_two_bases] = times(bases);
        const auto [in_cover, in_two_covers] = times(covers);
        const SmallSet base = held & in_base;
        const SmallSet fins = base & (in_two_bases | ~in_cover);
        const bool lone = covers.size() < bases.size();
        if (lone && fins.none()) return;
        // One cover must meet every base, several must each be needed.
        if (lone) {
            for (House b : bases)
                if ((in(b)&in_cover & ~fins).none()) return;
        } else {
            for (House h : covers)
                if ((in(h)&base & ~fins & ~in_two_covers).none()) return;
        }
        SmallSet gone = held & ~fins;
        if (!lone) gone &= (in_cover & ~base) | in_two_covers;
        for (std::size_t f = 0; f < g.cell_count() && gone.any(); ++f)
            if (fins[f]) gone &= sets.peers[f];
        if (gone.none()) return;
        std::vector<Constraint> truths;
        for (House h : bases) truths.push_back(Constraint::of(h, digit));
        std::vector<Candidate> eliminated;
        for (std::size_t i = 0; i < g.cell_count(); ++i)
            if (gone[i]) eliminated.push_back({Cell{i}, digit});
        if (const auto technique = name(fins, lone)) add(findings, *technique, truths, eliminated);
    }

    std::optional<Technique> name(const SmallSet& fins, bool lone) const {
        const std::string b = kinds(bases);
        const std::string c = kinds(covers);
        const std::size_t n = bases.size();
        if (n == 2 && fins.any()) {
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
        if (basic && fins.none()) return std::nullopt;  // related sets
        if (n >= 5) return basic ? std::optional{Technique::finned_large_fish} : std::nullopt;
        if (basic)
            return nth(
                std::ranges::any_of(bases, [&](House h) { return (in(h) & ~fins).count() <= 1; })
                    ? Technique::sashimi_x_wing
                    : Technique::finned_x_wing);
        if (mutant)
            return nth(fins.none() ? Technique::mutant_x_wing : Technique::finned_mutant_x_wing);
        return nth(fins.none() ? Technique::franken_x_wing : Technique::finned_franken_x_wing);
    }
};

inline void each_choice(const std::vector<House>& of, std::size_t size, std::size_t next,
                        std::vector<House>& chosen, const std::function<void()>& visit) {
    if (chosen.size() == size) return visit();
    for (std::size_t i = next; i < of.size(); ++i) {
        chosen.push_back(of[i]);
        each_choice(of, size, i + 1, chosen, visit);
        chosen.pop_back();
    }
}

/// Houses that are tried as bases and covers: basic fish are of lines alone.
enum class Among { all_houses, lines };

// Every choice of bases and covers. Bases are full houses with two places or more; a cover has
// three cells or more, and without a base candidate would not be needed.
inline Findings define_fish(const State& state, std::size_t size, Among among = Among::all_houses) {
    Findings findings;
    const Geometry& g = state.geometry();
    const Sets sets{g};
    for (std::size_t d = 0; d < g.size(); ++d)
        for (std::size_t covers : {size, std::size_t{1}}) {
            if (covers == 1 && size != 2) continue;
            Fish fish{state, sets, Digit{d}};
            const auto tried = [&](std::size_t h) {
                return among == Among::all_houses || fish.kind(House{h}) != 'x';
            };
            std::vector<House> eligible;
            for (std::size_t h = 0; h < g.house_count(); ++h)
                if (tried(h) && g.info(House{h}).kind == ConstraintKind::house &&
                    fish.in(House{h}).count() > 1)
                    eligible.emplace_back(h);
            each_choice(eligible, size, 0, fish.bases, [&] {
                SmallSet base;
                for (House h : fish.bases) base |= fish.in(h);
                std::vector<House> others;
                for (std::size_t h = 0; h < g.house_count(); ++h)
                    if (tried(h) && std::ranges::count(fish.bases, House{h}) == 0 &&
                        sets.houses[h].count() > 2 && (base & sets.houses[h]).any())
                        others.emplace_back(h);
                each_choice(others, covers, 0, fish.covers, [&] { fish.judge(findings); });
            });
        }
    return findings;
}

}  // namespace clew::logic
