
#include <functional>

#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/counted_definition.hpp"

namespace clew::logic {
namespace {

std::set<Cell> cells_of(const Geometry& g, std::size_t h) {
    const auto cells = g.cells_of(House{h});
    return {cells.begin(), cells.end()};
}

std::vector<Cell> shared(const std::set<Cell>& a, const std::set<Cell>& b) {
    std::vector<Cell> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both;
}

void define_locked(const State& state, Findings& findings) {
    const Geometry& g = state.geometry();
    for (std::size_t h = 0; h < g.house_count(); ++h) {
        if (g.info(House{h}).kind != ConstraintKind::house) continue;
        for (std::size_t d = 0; d < g.size(); ++d) {
            const Digit digit{d};
            std::set<Cell> places;
            for (Cell c : cells_of(g, h))
                if (state.has({c, digit})) places.insert(c);
            const std::vector<Constraint> truths{Constraint::of(House{h}, digit)};
            std::set<Candidate> by_house;
            for (std::size_t o = 0; o < g.house_count(); ++o) {
                const std::set<Cell> other = cells_of(g, o);
                if (o == h || places.empty() || !std::ranges::includes(other, places)) continue;
                std::vector<Candidate> gone;
                for (Cell c : other)
                    if (state.has({c, digit}) && !places.contains(c)) gone.push_back({c, digit});
                by_house.insert(gone.begin(), gone.end());
                if (shared(cells_of(g, h), other).size() < 2) continue;
                add(findings,
                    g.info(House{h}).role == HouseRole::box ? Technique::pointing
                                                            : Technique::claiming,
                    truths, gone);
            }
            if (places.size() < 2) continue;
            std::vector<Candidate> gone;
            for (std::size_t i = 0; i < g.cell_count(); ++i) {
                const Candidate c{Cell{i}, digit};
                if (state.has(c) && !by_house.contains(c) && !places.contains(c.cell) &&
                    std::ranges::all_of(places, [&](Cell p) { return g.sees(p, c.cell); }))
                    gone.push_back(c);
            }
            add(findings, Technique::common_peers, truths, gone);
        }
    }
}

// k cells of P outside Q with k+1 digits that Q, outside P, has in k cells only.
void define_almost_locked(const State& state, Findings& findings) {
    const Geometry& g = state.geometry();
    for (std::size_t p = 0; p < g.house_count(); ++p)
        for (std::size_t q = 0; q < g.house_count(); ++q) {
            if (p == q || g.info(House{q}).kind != ConstraintKind::house) continue;
            const std::set<Cell> in_p = cells_of(g, p);
            const std::set<Cell> in_q = cells_of(g, q);
            if (shared(in_p, in_q).size() < 2) continue;
            std::vector<Cell> outer;
            for (Cell c : in_p)
                if (!in_q.contains(c) && !state.placed(c) && state.candidates(c).size() > 1)
                    outer.push_back(c);
            for (std::size_t i = 0; i < outer.size(); ++i)
                for (std::size_t j = i; j < outer.size(); ++j) {
                    const std::size_t k = i == j ? 1 : 2;
                    const DigitSet digits = state.candidates(outer[i]) | state.candidates(outer[j]);
                    if (digits.size() != k + 1) continue;
                    std::set<Cell> confined;
                    bool two_sided = true;
                    for (Digit d : digits) {
                        bool inside = false, outside = false;
                        for (Cell c : in_q) {
                            if (!state.has({c, d})) continue;
                            (in_p.contains(c) ? inside : outside) = true;
                            if (!in_p.contains(c)) confined.insert(c);
                        }
                        two_sided = two_sided && inside && outside;
                    }
                    if (!two_sided || confined.size() != k) continue;
                    std::vector<Constraint> truths{Constraint::of(outer[i])};
                    if (k == 2) truths.push_back(Constraint::of(outer[j]));
                    for (Digit d : digits) truths.push_back(Constraint::of(House{q}, d));
                    std::vector<Candidate> gone;
                    for (Cell c : confined)
                        for (Digit d : state.candidates(c) - digits) gone.push_back({c, d});
                    for (Cell c : in_p)
                        if (!in_q.contains(c) && c != outer[i] && c != outer[j])
                            for (Digit d : state.candidates(c) & digits) gone.push_back({c, d});
                    add(findings,
                        k == 1 ? Technique::almost_locked_pair : Technique::almost_locked_triple,
                        truths, gone);
                }
        }
}

// Sets of n cells of two crossing houses, in the crossing and outside of it on both sides.
void define_counted(const State& state, std::size_t n, Findings& findings) {
    const Geometry& g = state.geometry();
    std::vector<SmallSet> houses;
    for (std::size_t h = 0; h < g.house_count(); ++h)
        houses.push_back(set_of(g.cells_of(House{h})));
    std::set<std::vector<Cell>> sets;
    for (std::size_t p = 0; p < houses.size(); ++p)
        for (std::size_t q = p + 1; q < houses.size(); ++q) {
            if ((houses[p] & houses[q]).count() < 2) continue;
            std::vector<Cell> open;
            for (std::size_t i = 0; i < g.cell_count(); ++i)
                if (!state.placed(Cell{i}) && (houses[p] | houses[q])[i]) open.emplace_back(i);
            std::vector<Cell> chosen;
            const std::function<void(std::size_t, DigitSet)> choose = [&](std::size_t next,
                                                                          DigitSet values) {
                if (values.size() > n) return;  // more values than cells count nothing out
                if (chosen.size() == n) {
                    const SmallSet set = set_of(chosen);
                    const bool both = (set & houses[p] & houses[q]).any();
                    if (both && (set & ~houses[q]).any() && (set & ~houses[p]).any())
                        sets.insert(chosen);
                    return;
                }
                for (std::size_t i = next; i < open.size(); ++i) {
                    chosen.push_back(open[i]);
                    choose(i + 1, values | state.candidates(open[i]));
                    chosen.pop_back();
                }
            };
            choose(0, {});
        }
    for (const std::vector<Cell>& set : sets) {
        if (std::ranges::any_of(houses,
                                [&](const SmallSet& h) { return (set_of(set) & ~h).none(); }))
            continue;
        const CountedByTrying counted{state, set};
        const std::vector<Candidate> gone = counted.counted_out();
        if (gone.empty()) continue;
        std::vector<Constraint> truths;
        bool binary = true;
        for (Cell c : set) {
            truths.push_back(Constraint::of(c));
            binary = binary && state.candidates(c).size() == 2;
        }
        if (counted.slack(counted.all()) == 0)
            add(findings, Technique::sue_de_coq, truths, gone);
        else if (n > 3)
            add(findings, n == 4 ? Technique::wxyz_wing : Technique::bent_set, truths, gone);
        else if (!binary)
            add(findings, Technique::xyz_wing, truths, gone);
    }
}

TEST(TwoHouse, FindExactlyTheLockedAndAlmostLockedCandidates) {
    constexpr Technique searched[] = {Technique::pointing, Technique::claiming,
                                      Technique::common_peers, Technique::almost_locked_pair,
                                      Technique::almost_locked_triple};
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(800), [&](const State& state, const std::string& where) {
        Findings defined;
        define_locked(state, defined);
        define_almost_locked(state, defined);
        for (Technique t : searched)
            seen[t] += expect_same(state, {.technique = t}, defined, where);
    });
    expect_all_seen(searched, seen);
}

TEST(TwoHouse, FindExactlyTheCountedSets) {
    constexpr Technique searched[] = {Technique::xyz_wing, Technique::wxyz_wing,
                                      Technique::bent_set, Technique::sue_de_coq};
    std::map<Technique, std::size_t> seen;
    on_random_states(every_board(800), [&](const State& state, const std::string& where) {
        // Seven cells of the seventeen of a row and a column are too many to try.
        const std::size_t most = state.size() < 9 ? 7 : 5;
        Findings defined;
        for (std::size_t n = 3; n <= most; ++n) define_counted(state, n, defined);
        for (Technique t : searched)
            seen[t] += expect_same(state, {.technique = t, .max_size = most}, defined, where);
    });
    expect_all_seen(searched, seen);
}

}  // namespace
}  // namespace clew::logic
