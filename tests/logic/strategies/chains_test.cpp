#include "logic/strategies/strategy.hpp"

#include <iterator>
#include <optional>
#include <tuple>

#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/link_definition.hpp"

namespace clew::logic {
namespace {

// Chains by relaxing distances: far[s,z][t,y] = cells of the shortest chain by which "s is not z"
// gives "t is y". Compared are ends, lengths and eliminations: shortest chains are not unique.
struct Chain {
    Cell from, to;
    Digit digit;
    std::size_t cells;
    std::vector<Candidate> eliminations;

    friend auto operator<=>(const Chain&, const Chain&) = default;
};

std::set<Chain> define_chains(const State& state, std::size_t limit) {
    const Geometry& g = state.geometry();
    const std::vector<Cell> cells = open_cells(state, 2);
    std::set<Chain> chains;
    const auto other = [&](Cell c, Digit d) { return (state.candidates(c) - DigitSet{d}).first(); };
    for (Cell s : cells)
        for (Digit z : state.candidates(s)) {
            std::map<Candidate, std::size_t> length{{{s, other(s, z)}, 1}};
            for (bool moved = true; moved;) {
                moved = false;
                const auto before = length;
                for (const auto& [at, n] : before)
                    for (Cell t : cells) {
                        if (!g.sees(at.cell, t) || !state.has({t, at.digit})) continue;
                        const Candidate next{t, other(t, at.digit)};
                        if (length.contains(next) && length[next] <= n + 1) continue;
                        length[next] = n + 1;
                        moved = true;
                    }
            }
            // The same over cells with the digits of s alone: a remote pair.
            std::map<Candidate, std::size_t> pair{{{s, other(s, z)}, 1}};
            for (bool moved = true; moved;) {
                moved = false;
                const auto before = pair;
                for (const auto& [at, n] : before)
                    for (Cell t : cells) {
                        if (!g.sees(at.cell, t) || state.candidates(t) != state.candidates(s))
                            continue;
                        if (pair.emplace(Candidate{t, other(t, at.digit)}, n + 1).second)
                            moved = true;
                    }
            }
            for (const auto& [end, n] : length) {
                if (end.digit != z || end.cell <= s || n < 4 || n > limit || pair.contains(end))
                    continue;
                Chain chain{s, end.cell, z, n, {}};
                for (std::size_t i = 0; i < g.cell_count(); ++i)
                    if (g.sees(Cell{i}, s) && g.sees(Cell{i}, end.cell) && state.has({Cell{i}, z}))
                        chain.eliminations.push_back({Cell{i}, z});
                if (!chain.eliminations.empty()) chains.insert(chain);
            }
        }
    return chains;
}

std::set<Chain> found_chains(const State& state, std::size_t limit) {
    std::set<Chain> chains;
    find(state, {.technique = Technique::xy_chain, .max_size = limit}, [&](Step&& step) {
        chains.insert({step.groups.front().candidates.front().cell,
                       step.groups.back().candidates.front().cell,
                       step.groups.front().candidates.front().digit, step.size, step.eliminations});
        return Flow::go_on;
    });
    return chains;
}

// Remote pairs: cells with one pair of digits, an odd number of links (three or more) apart.
std::set<std::pair<std::pair<Cell, Cell>, std::vector<Candidate>>> define_remote_pairs(
    const State& state) {
    const Geometry& g = state.geometry();
    std::set<std::pair<std::pair<Cell, Cell>, std::vector<Candidate>>> found;
    for (Cell s : open_cells(state, 2)) {
        std::set<std::pair<Cell, bool>> reached{{s, false}};
        for (std::size_t before = 0; before != reached.size();) {
            before = reached.size();
            for (const auto& [c, odd] : std::set{reached})
                for (Cell t : open_cells(state, 2))
                    if (g.sees(c, t) && state.candidates(t) == state.candidates(s))
                        reached.insert({t, !odd});
        }
        for (Cell t : open_cells(state, 2)) {
            if (t <= s || !reached.contains({t, true}) || g.sees(s, t)) continue;
            std::vector<Candidate> gone;
            for (std::size_t i = 0; i < g.cell_count(); ++i)
                if (g.sees(Cell{i}, s) && g.sees(Cell{i}, t))
                    for (Digit d : state.candidates(Cell{i}) & state.candidates(s))
                        gone.push_back({Cell{i}, d});
            if (!gone.empty()) found.insert({{s, t}, gone});
        }
    }
    return found;
}

// --- links, from their definitions -------------------------------------------------------------

// "One of these candidates holds"; all of one digit.
using Node = std::vector<Candidate>;

bool cannot_both_hold(const Geometry& g, const Node& a, const Node& b) {
    for (Candidate x : a)
        for (Candidate y : b)
            if (!conflict(g, x, y)) return false;
    return true;
}

enum Kinds : unsigned {
    bilocal = 1,
    bivalue = 2,
    grouped = 4,
    sets = 8,
    hidden = 16,
    fish = 32,
    deadly = 64
};

struct Links {
    std::vector<Node> nodes;
    std::vector<std::vector<std::pair<std::size_t, unsigned>>> strong;
    std::vector<std::vector<std::size_t>> weak;
    // Nodes that say "no fin of this fish holds", and what fails then. Such a node is the body and
    // a candidate that is on no board, which tells fish apart.
    std::map<std::size_t, Node> bodies;
    std::map<Node, std::size_t> numbers;

    std::size_t node(Node candidates) {
        std::ranges::sort(candidates);
        const auto [at, is_new] = numbers.emplace(candidates, nodes.size());
        if (is_new) {
            nodes.push_back(std::move(candidates));
            strong.emplace_back();
        }
        return at->second;
    }
    void join(const Node& a, const Node& b, unsigned kind) {
        const std::size_t m = node(a);
        const std::size_t n = node(b);
        strong[m].emplace_back(n, kind);
        strong[n].emplace_back(m, kind);
    }
};

// Places of a digit in two parts: one a single place or all that another house holds of them, the
// rest a single place or inside another house.
void define_groups(const Geometry& g, House house, const Node& places, Links& links) {
    const auto in_another = [&](const Node& part, bool whole) {
        if (part.size() == 1) return true;
        for (std::size_t h = 0; h < g.house_count(); ++h) {
            if (House{h} == house) continue;
            const auto cells = g.cells_of(House{h});
            const auto inside = [&](Candidate c) {
                return std::ranges::find(cells, c.cell) != cells.end();
            };
            if (std::ranges::all_of(part, inside) &&
                (!whole ||
                 std::ranges::count_if(places, inside) == static_cast<std::ptrdiff_t>(part.size())))
                return true;
        }
        return false;
    };
    for (unsigned mask = 1; mask + 1 < 1U << places.size(); ++mask) {
        Node one, rest;
        for (std::size_t i = 0; i < places.size(); ++i)
            ((mask >> i & 1U) != 0 ? one : rest).push_back(places[i]);
        if (in_another(one, true) && in_another(rest, false)) links.join(one, rest, grouped);
    }
}

void define_sets(const State& state, House house, std::size_t largest, Links& links) {
    for (const LockedBut& set : define_almost_locked(state, house, largest)) {
        if (set.cells.size() < 2) continue;  // a cell with two digits has its own kind of link
        const auto places = [&](Digit d) {
            Node node;
            for (Cell c : set.cells)
                if (state.candidates(c).contains(d)) node.push_back({c, d});
            return node;
        };
        for (Digit d : set.digits)
            for (Digit e : set.digits)
                if (d < e) links.join(places(d), places(e), sets);
    }
}

bool fail_together(const Geometry& g, const Links& links, std::size_t a, std::size_t b) {
    const auto within = [&](const Node& lost, std::size_t node) {
        return !links.bodies.contains(node) &&
               std::ranges::all_of(links.nodes[node],
                                   [&](Candidate c) { return std::ranges::count(lost, c) > 0; });
    };
    if (const auto body = links.bodies.find(a); body != links.bodies.end())
        return within(body->second, b);
    if (const auto body = links.bodies.find(b); body != links.bodies.end())
        return within(body->second, a);
    return cannot_both_hold(g, links.nodes[a], links.nodes[b]);
}

bool rules_out(const Geometry& g, const Links& links, std::size_t node, Candidate c) {
    if (const auto body = links.bodies.find(node); body != links.bodies.end())
        return std::ranges::count(body->second, c) > 0;
    return cannot_both_hold(g, {c}, links.nodes[node]);
}

void define_weak(const Geometry& g, Links& links) {
    links.weak.assign(links.nodes.size(), {});
    for (std::size_t a = 0; a < links.nodes.size(); ++a)
        for (std::size_t b = 0; b < links.nodes.size(); ++b)
            if (fail_together(g, links, a, b)) links.weak[a].push_back(b);
}

// n digits, two to four, in n + 1 cells of the house, no part of them in as many cells as they are.
void define_hidden(const State& state, House house, Links& links) {
    const std::size_t size = state.size();
    const auto cells_of = [&](unsigned digits) {
        std::vector<Cell> cells;
        for (Cell c : state.geometry().cells_of(house))
            if (!(state.candidates(c) & DigitSet::from_bits(digits)).empty()) cells.push_back(c);
        return cells;
    };
    for (unsigned digits = 1; digits < 1U << size; ++digits) {
        const auto n = static_cast<std::size_t>(std::popcount(digits));
        if (n < 2 || n > 4 || cells_of(digits).size() != n + 1) continue;
        bool part_is_hidden = false;
        for (unsigned part = digits; part != 0; part = (part - 1) & digits)
            part_is_hidden = part_is_hidden ||
                             cells_of(part).size() <= static_cast<unsigned>(std::popcount(part));
        if (part_is_hidden) continue;
        std::vector<Node> holds;
        for (Cell c : cells_of(digits)) {
            if (DigitSet::from_bits(digits).contains(state.candidates(c))) continue;
            holds.emplace_back();
            for (Digit d : state.candidates(c) & DigitSet::from_bits(digits))
                holds.back().push_back({c, d});
        }
        for (std::size_t i = 0; i < holds.size(); ++i)
            for (std::size_t j = i + 1; j < holds.size(); ++j)
                links.join(holds[i], holds[j], hidden);
    }
}

// Two or three parallel lines, as many across: what of the lines' places is in none of those across
// are fins, one to four.
void define_fish(const State& state, Links& links) {
    const Geometry& g = state.geometry();
    const std::size_t n = g.size();
    for (const bool rows : {true, false})
        for (unsigned lines = 1; lines < 1U << n; ++lines)
            for (unsigned across = 1; across < 1U << n; ++across) {
                const int size = std::popcount(lines);
                if (size < 2 || size > 3 || std::popcount(across) != size) continue;
                for (std::size_t d = 0; d < n; ++d) {
                    Node body, fins, lost;
                    std::vector<std::size_t> in_line(n, 0);
                    std::vector<std::size_t> in_body(n, 0);
                    std::vector<std::size_t> held(n, 0);
                    for (std::size_t i = 0; i < g.cell_count(); ++i) {
                        const Candidate c{Cell{i}, Digit{d}};
                        if (!state.has(c)) continue;
                        const std::size_t line = rows ? g.row_of(c.cell) : g.column_of(c.cell);
                        const std::size_t other = rows ? g.column_of(c.cell) : g.row_of(c.cell);
                        const bool covered = (across >> other & 1U) != 0;
                        if ((lines >> line & 1U) == 0) {
                            if (covered) lost.push_back(c);
                            continue;
                        }
                        ++in_line[line];
                        if (covered) {
                            ++in_body[line];
                            ++held[other];
                        }
                        (covered ? body : fins).push_back(c);
                    }
                    bool fits = !lost.empty() && !fins.empty() && fins.size() <= 4;
                    for (std::size_t i = 0; i < n; ++i) {
                        if ((lines >> i & 1U) != 0)
                            fits = fits && in_line[i] >= 2 && in_body[i] >= 1;
                        if ((across >> i & 1U) != 0) fits = fits && held[i] >= 1;
                    }
                    if (!fits) continue;
                    // Fins that no place sees all of would be a dead end.
                    bool seen = fins.size() == 1;
                    for (std::size_t i = 0; i < g.cell_count(); ++i)
                        seen = seen || (state.has({Cell{i}, Digit{d}}) &&
                                        cannot_both_hold(g, {{Cell{i}, Digit{d}}}, fins));
                    if (!seen) continue;
                    body.push_back({Cell{g.cell_count() + links.bodies.size()}, Digit{d}});
                    links.join(body, fins, fish);
                    links.bodies.emplace(links.node(body), lost);
                }
            }
}

Links define_links(const State& state, unsigned kinds) {
    const Geometry& g = state.geometry();
    Links links;
    for (std::size_t h = 0; h < g.house_count(); ++h) {
        if ((kinds & sets) != 0) define_sets(state, House{h}, 5, links);
        if (!g.info(House{h}).holds_every_digit()) continue;
        if ((kinds & hidden) != 0) define_hidden(state, House{h}, links);
        for (std::size_t d = 0; d < g.size(); ++d) {
            Node places;
            for (Cell c : g.cells_of(House{h}))
                if (state.has({c, Digit{d}})) places.push_back({c, Digit{d}});
            if (places.size() == 2 && (kinds & bilocal) != 0)
                links.join({places[0]}, {places[1]}, bilocal);
            if (places.size() > 2 && (kinds & grouped) != 0)
                define_groups(g, House{h}, places, links);
        }
    }
    if ((kinds & bivalue) != 0)
        for (Cell c : open_cells(state, 2)) {
            const Digit low = state.candidates(c).first();
            links.join({{c, low}}, {{c, (state.candidates(c) - DigitSet{low}).first()}}, bivalue);
        }
    if ((kinds & fish) != 0) define_fish(state, links);
    define_weak(g, links);
    return links;
}

// Strong links of the shortest chain from "start fails" to "the node holds"; 0 for no chain.
std::vector<std::size_t> distances(const Links& links, std::size_t start, unsigned kinds,
                                   bool one_digit) {
    std::vector<std::size_t> far(links.nodes.size(), 0);
    std::vector<bool> fails(links.nodes.size(), false);
    fails[start] = true;
    std::vector<std::size_t> newly{start};
    for (std::size_t length = 1; !newly.empty(); ++length) {
        std::vector<std::size_t> hold;
        for (std::size_t off : newly)
            for (const auto& [on, kind] : links.strong[off])
                if ((kind & kinds) != 0 && far[on] == 0) {
                    far[on] = length;
                    hold.push_back(on);
                }
        newly.clear();
        for (std::size_t on : hold)
            for (std::size_t off : links.weak[on])
                if (!fails[off] && (!one_digit || links.nodes[off].front().digit ==
                                                      links.nodes[on].front().digit)) {
                    fails[off] = true;
                    newly.push_back(off);
                }
    }
    return far;
}

struct Definition {
    Technique technique;
    unsigned kinds;
    bool one_digit;
    std::vector<std::pair<unsigned, bool>> smaller;  // kinds, one digit
    std::size_t least, most;
    bool same_too;
    std::size_t nodes_a_link;  // of Step::size
};

const std::vector<Definition> plain_chains{
    {Technique::x_chain, bilocal, true, {}, 3, 99, false, 2},
    {Technique::grouped_x_chain, bilocal | grouped, true, {{bilocal, true}}, 3, 99, false, 2},
    {Technique::aic,
     bilocal | bivalue,
     false,
     {{bilocal, true}, {bivalue, false}},
     2,
     99,
     false,
     2},
    {Technique::grouped_aic,
     bilocal | bivalue | grouped,
     false,
     {{bilocal | bivalue, false}, {bilocal | grouped, true}},
     2,
     99,
     true,
     2},
};
const std::vector<Definition> locked_chains{
    {Technique::als_xz, bivalue | sets, false, {{bivalue, false}}, 2, 2, false, 1},
    {Technique::als_xy_wing, bivalue | sets, false, {{bivalue, false}}, 3, 3, false, 1},
    {Technique::als_chain, bivalue | sets, false, {{bivalue, false}}, 4, 99, false, 1},
    {Technique::als_aic,
     bilocal | bivalue | grouped | sets,
     false,
     {{bilocal | bivalue | grouped, false}, {bivalue | sets, false}},
     2,
     99,
     true,
     2},
};

constexpr unsigned all_kinds = bilocal | bivalue | grouped | sets;
const std::vector<Definition> hidden_chains{
    {Technique::ahs_aic, all_kinds | hidden, false, {{all_kinds, false}}, 2, 99, true, 2}};
const std::vector<Definition> fish_chains{
    {Technique::fish_aic, all_kinds | fish, false, {{all_kinds, false}}, 2, 99, true, 2}};
const Definition deadly_chains{
    Technique::rectangle_aic, all_kinds | deadly, false, {{all_kinds, false}}, 2, 99, true, 2};

// Ends, strong links, what goes.
using Found = std::tuple<std::set<Node>, std::size_t, std::vector<Candidate>>;

// Without what tells one body from another.
Node on_board(const Geometry& g, Node node) {
    std::erase_if(node, [&](Candidate c) { return c.cell.index() >= g.cell_count(); });
    return node;
}

std::set<Found> define(const State& state, const Links& links, const Definition& definition) {
    const Geometry& g = state.geometry();
    std::vector<std::optional<std::vector<Candidate>>> known(links.nodes.size());
    const auto lost_to = [&](std::size_t node) -> const std::vector<Candidate>& {
        if (!known[node]) {
            known[node].emplace();
            for (std::size_t i = 0; i < g.candidate_count(); ++i)
                if (state.has(g.candidate(i)) && rules_out(g, links, node, g.candidate(i)))
                    known[node]->push_back(g.candidate(i));
        }
        return *known[node];
    };
    std::set<Found> found;
    for (std::size_t s = 0; s < links.nodes.size(); ++s) {
        const auto far = distances(links, s, definition.kinds, definition.one_digit);
        std::vector<std::vector<std::size_t>> others;
        for (const auto& [kinds, one_digit] : definition.smaller)
            others.push_back(distances(links, s, kinds, one_digit));
        for (std::size_t t = 0; t < links.nodes.size(); ++t) {
            const std::size_t length = far[t];
            if (length < definition.least || length > definition.most) continue;
            if (s == t && !definition.same_too) continue;
            if (std::ranges::any_of(
                    others, [&](const auto& other) { return other[t] != 0 && other[t] <= length; }))
                continue;
            std::vector<Candidate> gone;
            std::ranges::set_intersection(lost_to(s), lost_to(t), std::back_inserter(gone));
            if (gone.empty()) continue;
            // Such ends close to a loop, which is another technique's.
            if (s != t && fail_together(g, links, s, t)) continue;
            // A single candidate that holds is placed, which says all.
            if (s == t && links.nodes[s].size() == 1) gone.clear();
            found.insert(
                {{on_board(g, links.nodes[s]), on_board(g, links.nodes[t])}, length, gone});
        }
    }
    return found;
}

std::set<Found> found_by_search(const State& state, const Definition& definition) {
    std::set<Found> found;
    find(state, {.technique = definition.technique, .max_size = 10'000}, [&](Step&& step) {
        std::vector<Node> nodes;
        for (const Group& group : step.groups)
            if (group.role == Role::chain) nodes.push_back(group.candidates);
        found.insert({{nodes.front(), nodes.back()},
                      step.size / definition.nodes_a_link,
                      step.eliminations});
        return Flow::go_on;
    });
    return found;
}

void expect_defined(const std::vector<Definition>& definitions, unsigned kinds,
                    const std::vector<BoardStates>& shares) {
    std::map<Technique, std::size_t> seen;
    on_random_states(shares, [&](const State& state, const std::string& where) {
        const Links links = define_links(state, kinds);
        for (const Definition& definition : definitions) {
            const auto defined = define(state, links, definition);
            EXPECT_EQ(found_by_search(state, definition), defined)
                << info(definition.technique).id << " on " << where;
            seen[definition.technique] += defined.size();
        }
    });
    for (const Definition& definition : definitions) {
        EXPECT_GT(seen[definition.technique], 0U) << info(definition.technique).id;
        testing::Test::RecordProperty(info(definition.technique).id,
                                      static_cast<int>(seen[definition.technique]));
    }
}

TEST(Chains, FindTheShortestChainBetweenEveryTwoCells) {
    std::size_t seen = 0;
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        for (std::size_t limit : {5U, 81U}) {
            const auto defined = define_chains(state, limit);
            EXPECT_EQ(found_chains(state, limit), defined) << where;
            seen += defined.size();
        }
    });
    EXPECT_GT(seen, 0U);
}

TEST(Chains, FindEveryRemotePair) {
    std::size_t seen = 0;
    on_random_states(every_board(1000), [&](const State& state, const std::string& where) {
        std::set<std::pair<std::pair<Cell, Cell>, std::vector<Candidate>>> found;
        find(state, {.technique = Technique::remote_pair}, [&](Step&& step) {
            found.insert({{step.groups.front().candidates.front().cell,
                           step.groups.back().candidates.front().cell},
                          step.eliminations});
            return Flow::go_on;
        });
        const auto defined = define_remote_pairs(state);
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

TEST(Chains, FindTheShortestChainBetweenEveryTwoNodes) {
    expect_defined(plain_chains, bilocal | bivalue | grouped, every_board(400, 100));
}

TEST(Chains, FindTheShortestChainOverAlmostLockedSets) {
    expect_defined(locked_chains, bilocal | bivalue | grouped | sets, every_board(400, 20));
}

TEST(Chains, FindTheShortestChainOverAlmostHiddenSets) {
    expect_defined(hidden_chains, all_kinds | hidden, every_board(400, 15));
}

TEST(Chains, FindTheShortestChainOverAlmostFish) {
    expect_defined(fish_chains, all_kinds | fish, every_board(400, 5));
}

// Corners of two rows and two columns, two in each house that has any; two digits that the question
// allows in all of them. Some way to fill them is open, some corner holds nothing else, and not all
// are placed. The guardians are of two digits, or one digit in two cells.
std::vector<std::pair<Node, Node>> define_rectangles(const State& state) {
    const Geometry& g = state.geometry();
    const std::size_t n = g.size();
    std::vector<std::pair<Node, Node>> parts;
    const auto at = [&](std::size_t row, std::size_t column) { return Cell{row * n + column}; };
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t s = r + 1; s < n; ++s)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = i + 1; j < n; ++j) {
                    const std::vector<Cell> corners{at(r, i), at(r, j), at(s, j), at(s, i)};
                    bool fits = true;
                    for (std::size_t h = 0; h < g.house_count(); ++h) {
                        std::vector<std::size_t> held;
                        for (std::size_t k = 0; k < 4; ++k)
                            if (std::ranges::count(g.cells_of(House{h}), corners[k]) > 0)
                                held.push_back(k);
                        fits = fits &&
                               (held.empty() || (held.size() == 2 && (held[1] - held[0]) % 2 == 1));
                    }
                    if (!fits ||
                        std::ranges::all_of(corners, [&](Cell c) { return state.placed(c); }))
                        continue;
                    for (std::size_t x = 0; x < n; ++x)
                        for (std::size_t y = x + 1; y < n; ++y) {
                            const DigitSet pair = DigitSet{Digit{x}} | DigitSet{Digit{y}};
                            const auto way = [&](Digit one, Digit two) {
                                return state.has({corners[0], one}) &&
                                       state.has({corners[1], two}) &&
                                       state.has({corners[2], one}) && state.has({corners[3], two});
                            };
                            if (!way(Digit{x}, Digit{y}) && !way(Digit{y}, Digit{x})) continue;
                            std::map<Digit, Node> guardians;
                            bool allowed = true;
                            bool narrow = false;
                            for (Cell c : corners) {
                                allowed = allowed && state.allowed(c).contains(pair);
                                narrow = narrow || pair.contains(state.candidates(c));
                                for (Digit d : state.candidates(c) - pair)
                                    guardians[d].push_back({c, d});
                            }
                            if (!allowed || !narrow) continue;
                            if (guardians.size() == 2)
                                parts.emplace_back(guardians.begin()->second,
                                                   guardians.rbegin()->second);
                            if (guardians.size() == 1 && guardians.begin()->second.size() == 2)
                                parts.emplace_back(Node{guardians.begin()->second[0]},
                                                   Node{guardians.begin()->second[1]});
                        }
                }
    return parts;
}

TEST(Chains, FindTheShortestChainOverTheGuardiansOfARectangle) {
    std::size_t seen = 0;
    on_random_states(every_board(400, 10), [&](const State& made, const std::string& where) {
        State state = made;
        state.set_unique(Uniqueness::granted, Puzzle{state.geometry_ptr()});
        const Links links = define_links(state, all_kinds);
        std::set<Found> defined;
        // One rectangle after the other: a chain passes over one alone.
        for (const auto& [one, other] : define_rectangles(state)) {
            Links with = links;
            with.join(one, other, deadly);
            define_weak(state.geometry(), with);
            defined.merge(define(state, with, deadly_chains));
        }
        EXPECT_EQ(found_by_search(state, deadly_chains), defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

}  // namespace
}  // namespace clew::logic
