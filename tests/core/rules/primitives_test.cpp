// Each primitive's four abilities against the meaning of its rule, by trying every way to fill its
// cells: check() tells the ways apart; filter() loses none of them, narrows to nothing where there
// is none, is exact where it promises to be, and never strikes more from more; the clauses have
// exactly the ways as models.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "core/base/input_error.hpp"
#include "core/rules/registry.hpp"
#include "core/rules/rulebook.hpp"
#include "encode/sat/session.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::rules {
namespace {

using Ways = std::set<std::vector<Digit>>;

/// Calls `visit` with every way to fill `domains`.
void every_way(std::span<const DigitSet> domains,
               const std::function<void(const std::vector<Digit>&)>& visit) {
    std::vector<Digit> way(domains.size());
    const auto go = [&](auto&& self, std::size_t at) -> void {
        if (at == domains.size()) return visit(way);
        for (Digit d : domains[at]) {
            way[at] = d;
            self(self, at + 1);
        }
    };
    go(go, 0);
}

/// The ways that check() accepts.
Ways ways_of(const Primitive& rule, std::span<const DigitSet> domains, std::size_t board_cells) {
    Ways ways;
    Grid grid{std::vector<Digit>(board_cells)};
    every_way(domains, [&](const std::vector<Digit>& way) {
        for (std::size_t i = 0; i < way.size(); ++i) grid.set(rule.cells()[i], way[i]);
        if (rule.check(grid)) ways.insert(way);
    });
    return ways;
}

/// The models of the rule's clauses, with exactly one digit a cell.
Ways models_of(const Primitive& rule, std::span<const DigitSet> domains, std::size_t board_cells) {
    class Sink final : public ClauseSink {
      public:
        sat::Session session;
        std::map<Candidate, Literal> known;
        int vars = 0;
        Literal fresh() override {
            session.add_var();
            return ++vars;
        }
        Literal literal(Candidate c) override { return known.at(c); }
        void keep(std::span<const Literal> clause) override {
            std::vector<sat::Lit> literals;
            for (Literal l : clause) literals.push_back(cnf::lit_of(l));
            session.add(literals);
        }
    } sink;
    std::vector<DigitSet> board(board_cells);
    for (std::size_t i = 0; i < domains.size(); ++i) {
        board[rule.cells()[i].index()] = domains[i];
        std::vector<ClauseSink::Literal> one;
        for (Digit d : domains[i]) one.push_back(sink.known[{rule.cells()[i], d}] = sink.fresh());
        sink.add(one);
        for (std::size_t a = 0; a < one.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) sink.add({-one[a], -one[b]});
    }
    rule.clauses(board, sink);
    Ways models;
    while (sink.session.solve() == sat::Answer::satisfiable) {
        std::vector<Digit> way;
        std::vector<sat::Lit> blocked;
        for (std::size_t i = 0; i < domains.size(); ++i)
            for (Digit d : domains[i]) {
                const sat::Lit l = cnf::lit_of(sink.known[{rule.cells()[i], d}]);
                if (!sink.session.value(l)) continue;
                way.push_back(d);
                blocked.push_back(~l);
            }
        if (!models.insert(way).second) ADD_FAILURE() << "a way comes twice";
        sink.session.add(blocked);
    }
    return models;
}

/// What is left of each cell in `ways`.
std::vector<DigitSet> union_of(const Ways& ways, std::size_t cells) {
    std::vector<DigitSet> left(cells);
    for (const auto& way : ways)
        for (std::size_t i = 0; i < cells; ++i) left[i].insert(way[i]);
    return left;
}

std::vector<DigitSet> random_domains(Random& random, std::size_t cells, std::size_t size) {
    std::vector<DigitSet> domains(cells);
    const std::uint64_t rare = 1 + random.below(3);
    for (DigitSet& domain : domains) {
        for (std::size_t d = 0; d < size; ++d)
            if (random.below(rare) == 0) domain.insert(Digit{d});
        if (domain.empty()) domain.insert(Digit{random.below(size)});
    }
    return domains;
}

/// The cases where a filter promises to leave exactly what can be.
bool is_complete(const Rule& rule) {
    std::set<Cell> cells(rule.cells.begin(), rule.cells.end());
    const bool once = cells.size() == rule.cells.size();
    switch (rule.kind) {
        case RuleKind::relation:
            return once && (rule.numbers[0] == 0 || rule.cells.size() == 2);
        case RuleKind::sum: {
            // sums of up to six cells of small weights spread over few values
            return std::ranges::all_of(rule.numbers.begin() + 2, rule.numbers.end(),
                                       [](int w) { return w >= -4 && w <= 4; });
        }
        case RuleKind::automaton:
            return once;
        case RuleKind::different:
            return true;
        case RuleKind::connected:
            return rule.numbers[1] == 0;
        case RuleKind::rank:  // of two lines
            return once && rule.cells.size() == 2 * static_cast<std::size_t>(rule.numbers[0]);
        default:
            return false;
    }
}

class Primitives : public testing::TestWithParam<RuleKind> {};

TEST_P(Primitives, AgreeWithEveryWayToFillTheirCells) {
    constexpr std::uint64_t seed = 20261;
    std::size_t ways_seen = 0, none_seen = 0, complete_seen = 0;
    for (std::uint64_t round = 0; round < 400; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        Random random = Random{seed}.split(round);
        const GeometryPtr board = reference::random_geometry(random, 6);
        const Rule rule = reference::random_rule(
            random, *board, reference::random_grid(random, *board), GetParam());
        Puzzle puzzle{board};
        puzzle.add_rule(rule);
        SCOPED_TRACE(reference::describe(puzzle));
        const PrimitivePtr primitive = make_primitive(rule, board->size());
        EXPECT_FALSE(primitive->words().empty());
        const std::vector<DigitSet> domains =
            random_domains(random, primitive->cells().size(), board->size());
        const Ways ways = ways_of(*primitive, domains, board->cell_count());
        (ways.empty() ? none_seen : ways_seen) += 1;

        // check: as the reference reads the rule, on full grids
        std::vector<DigitSet> filtered = domains;
        const bool possible = primitive->filter(filtered);
        const std::vector<DigitSet> needed = union_of(ways, domains.size());
        if (!ways.empty()) {
            ASSERT_TRUE(possible);
        }
        if (possible) {
            for (std::size_t i = 0; i < domains.size(); ++i) {
                ASSERT_TRUE(filtered[i].contains(needed[i])) << "a digit that can be is gone";
                ASSERT_TRUE(domains[i].contains(filtered[i]));
            }
        }
        if (is_complete(rule)) {
            ++complete_seen;
            EXPECT_EQ(possible, !ways.empty());
            if (possible) {
                EXPECT_EQ(filtered, needed);
            }
        }
        // one candidate a cell: exact, always
        every_way(domains, [&](const std::vector<Digit>& way) {
            if (random.below(20) != 0) return;
            std::vector<DigitSet> single;
            for (Digit d : way) single.push_back(DigitSet{d});
            ASSERT_EQ(primitive->filter(single), ways.contains(way));
        });
        // from less, never less struck
        std::vector<DigitSet> fewer;
        for (DigitSet domain : domains) {
            DigitSet some;
            for (Digit d : domain)
                if (random.below(3) != 0) some.insert(d);
            fewer.push_back(some.empty() ? DigitSet{domain.first()} : some);
        }
        if (primitive->filter(fewer)) {
            ASSERT_TRUE(possible);
            for (std::size_t i = 0; i < domains.size(); ++i)
                ASSERT_TRUE(filtered[i].contains(fewer[i]));
        }
        ASSERT_EQ(models_of(*primitive, domains, board->cell_count()), ways);
    }
    EXPECT_GT(ways_seen, 100U);
    EXPECT_GT(none_seen, 10U);
    EXPECT_GT(complete_seen, 50U);
}

TEST_P(Primitives, StrikeNothingWhileCellsHaveMoreThanTheyActAt) {
    constexpr std::uint64_t seed = 20264;
    std::size_t taken = 0;
    for (std::uint64_t round = 0; round < 3000; ++round) {
        Random random = Random{seed}.split(round);
        const GeometryPtr board = reference::random_geometry(random, 6);
        const Rule rule = reference::random_rule(
            random, *board, reference::random_grid(random, *board), GetParam());
        const PrimitivePtr primitive = make_primitive(rule, board->size());
        std::vector<DigitSet> domains =
            random_domains(random, primitive->cells().size(), board->size());
        if (!primitive->filter(domains)) continue;
        const std::size_t taken_before = taken;
        for (DigitSet& domain : domains)
            for (Digit d : DigitSet{domain})
                if (domain.size() > primitive->acts_at() + 1 && random.below(2) == 0) {
                    domain.erase(d);
                    ++taken;
                }
        if (taken == taken_before) continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        const std::vector<DigitSet> before = domains;
        ASSERT_TRUE(primitive->filter(domains));
        ASSERT_EQ(domains, before) << primitive->words();
    }
    if (GetParam() == RuleKind::different || GetParam() == RuleKind::relation) {
        EXPECT_GT(taken, 500U);
    }
}

TEST_P(Primitives, CheckAsTheReferenceReadsThem) {
    constexpr std::uint64_t seed = 20262;
    std::size_t kept = 0, broken = 0;
    for (std::uint64_t round = 0; round < 60; ++round) {
        Random random = Random{seed}.split(round);
        const GeometryPtr board = Geometry::make({.size = 4});
        const auto grid = reference::random_grid(random, *board);
        const Rule rule = reference::random_rule(random, *board, grid, GetParam());
        Puzzle free{board}, bound{board};
        bound.add_rule(rule);
        SCOPED_TRACE("seed " + std::to_string(seed) + " " + reference::describe(bound));
        const PrimitivePtr primitive = make_primitive(rule, 4);
        std::vector<Grid> by_check;
        for (const Grid& g : reference::all_solutions(free))
            if (primitive->check(g)) by_check.push_back(g);
        EXPECT_EQ(by_check, reference::all_solutions(bound));
        (by_check.size() < 576 ? broken : kept) += 1;
    }
    EXPECT_GT(broken, 20U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Primitives,
                         testing::Values(RuleKind::different, RuleKind::relation, RuleKind::sum,
                                         RuleKind::automaton, RuleKind::rank, RuleKind::connected),
                         [](const auto& kind) { return std::string(key_of(kind.param)); });

TEST(Sum, OfDifferentDigitsFiltersByTheSetsThatFit) {
    // 1+2+4 is the only way to 7 in three: nothing else stays, whatever the bounds allow.
    const Rule rule{
        .kind = RuleKind::sum, .cells = {Cell{0}, Cell{1}, Cell{2}}, .numbers = {0, 7, 1, 1, 1}};
    std::vector<DigitSet> domains(3, DigitSet::all(9));
    ASSERT_TRUE(make_sum_of(rule, 9, SumOf::different_digits)->filter(domains));
    for (DigitSet domain : domains) EXPECT_EQ(domain, DigitSet::from_bits(0b1011));
    domains.assign(3, DigitSet::all(9));
    ASSERT_TRUE(make_sum(rule, 9)->filter(domains));
    for (DigitSet domain : domains) EXPECT_EQ(domain, DigitSet::from_bits(0b11111));
}

TEST(Sum, OfDifferentDigitsAgreesWithEveryWay) {
    constexpr std::uint64_t seed = 20263;
    std::size_t possible = 0;
    for (std::uint64_t round = 0; round < 300; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t cells = 2 + static_cast<std::size_t>(random.below(3)), size = 7;
        Rule rule{.kind = RuleKind::sum, .numbers = {0, static_cast<int>(2 + random.below(20))}};
        for (std::size_t i = 0; i < cells; ++i) {
            rule.cells.emplace_back(i);
            rule.numbers.push_back(1);
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        const auto domains = random_domains(random, cells, size);
        const PrimitivePtr sum = make_sum_of(rule, size, SumOf::different_digits);
        Ways ways;
        for (const auto& way : ways_of(*sum, domains, size * size))
            if (std::set<Digit>(way.begin(), way.end()).size() == cells) ways.insert(way);
        auto filtered = domains;
        const bool left = sum->filter(filtered);
        if (!ways.empty()) {
            ++possible;
            ASSERT_TRUE(left);
        }
        const auto needed = union_of(ways, cells);
        for (std::size_t i = 0; left && i < cells; ++i)
            ASSERT_TRUE(filtered[i].contains(needed[i]));
        ASSERT_EQ(models_of(*sum, domains, size * size), ways);
    }
    EXPECT_GT(possible, 50U);
}

TEST(Registry, RefusesCellsAndNumbersThatDoNotFit) {
    const Geometry& board = *Geometry::classic();
    const Cell a{0}, b{1}, c{2};
    const Rule rows[] = {
        {.kind = RuleKind::different, .cells = {a}},
        {.kind = RuleKind::different, .cells = {a, b, a}},
        {.kind = RuleKind::different, .cells = {a, b}, .numbers = {1}},
        {.kind = RuleKind::relation, .cells = {a, b}, .numbers = {0, 1, 2}},
        {.kind = RuleKind::relation, .cells = {a, a}, .numbers = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
        {.kind = RuleKind::relation, .cells = {a, b}, .numbers = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
        {.kind = RuleKind::relation, .cells = {a, b}, .numbers = {0, 512, 1, 1, 1, 1, 1, 1, 1, 1}},
        {.kind = RuleKind::relation, .cells = {a, b}, .numbers = {0, -1, 1, 1, 1, 1, 1, 1, 1, 1}},
        {.kind = RuleKind::sum, .cells = {a, b}, .numbers = {0, 5, 1}},
        {.kind = RuleKind::sum, .cells = {a, b}, .numbers = {3, 5, 1, 1}},
        {.kind = RuleKind::sum, .cells = {a, b}, .numbers = {0, 5, 1, 0}},
        {.kind = RuleKind::sum, .cells = {a}, .numbers = {0, std::numeric_limits<int>::min(), 1}},
        {.kind = RuleKind::sum, .cells = {}, .numbers = {0, 0}},
        {.kind = RuleKind::automaton, .cells = {a}, .numbers = {}},
        {.kind = RuleKind::automaton, .cells = {a}, .numbers = {0}},
        {.kind = RuleKind::automaton, .cells = {a}, .numbers = {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
        {.kind = RuleKind::automaton, .cells = {a}, .numbers = {1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
        {.kind = RuleKind::connected, .cells = {a, b, c}, .numbers = {2, 0, 1}},
        {.kind = RuleKind::connected, .cells = {a, b}, .numbers = {2, 3, 1}},
        {.kind = RuleKind::connected, .cells = {a, b}, .numbers = {2, 0, 0}},
        {.kind = RuleKind::connected, .cells = {a, a}, .numbers = {2, 0, 1}},
        {.kind = RuleKind::connected, .cells = {}, .numbers = {1, 0, 1}},
        {.kind = RuleKind::rank, .cells = {a, b}, .numbers = {1}},
        {.kind = RuleKind::rank, .cells = {a, b, c}, .numbers = {2, 1}},
        {.kind = RuleKind::rank, .cells = {a, b, c}, .numbers = {1, 4}},
        {.kind = RuleKind::rank, .cells = {a, b, c}, .numbers = {1, 0}},
        {.kind = RuleKind::rank, .cells = {}, .numbers = {1, 1}},
        {.kind = RuleKind::rank, .cells = {a}, .numbers = {0, 1}},
        {.kind = RuleKind::full_rank, .cells = {a, b, c}, .numbers = {1}},
        {.kind = RuleKind::killer_cage, .cells = {}, .numbers = {5}},
        {.kind = RuleKind::killer_cage, .cells = {a}},
        {.kind = RuleKind::killer_cage, .cells = {a, b, a}, .numbers = {5}},
        {.kind = RuleKind::killer_cage, .cells = {a, b}, .numbers = {5, 6}},
        {.kind = RuleKind::thermometer, .cells = {a}},
        {.kind = RuleKind::thermometer, .cells = {a, b, a}},
        {.kind = RuleKind::thermometer, .cells = {a, b}, .numbers = {1}},
        {.kind = RuleKind::arrow, .cells = {a}, .numbers = {1}},
        {.kind = RuleKind::arrow, .cells = {a, b}, .numbers = {}},
        {.kind = RuleKind::arrow, .cells = {a, b}, .numbers = {0}},
        {.kind = RuleKind::arrow, .cells = {a, a, b}, .numbers = {2}},
        {.kind = RuleKind::sandwich, .cells = {a, b, c}, .numbers = {5}},
        {.kind = RuleKind::non_consecutive, .cells = {a}},
        {.kind = static_cast<RuleKind>(250), .cells = {a, b}},
    };
    for (const Rule& rule : rows) {
        SCOPED_TRACE(std::string(key_of(rule.kind)) + " of " + std::to_string(rule.cells.size()));
        EXPECT_THROW(check_rule(rule, board), InputError);
        EXPECT_THROW(words(rule, board), InputError);
        Puzzle puzzle{Geometry::classic()};
        puzzle.add_rule(rule);
        EXPECT_THROW(Rulebook{puzzle}, InputError);
    }
}

TEST(Registry, NamesEveryKindOnce) {
    std::set<std::string_view> keys;
    for (const PrimitiveRow& row : primitive_table()) {
        EXPECT_EQ(parse_kind(row.key), row.kind);
        EXPECT_EQ(key_of(row.kind), row.key);
        EXPECT_TRUE(keys.insert(row.key).second);
    }
    for (const SetterRow& row : setter_table()) {
        EXPECT_EQ(parse_kind(row.key), row.kind);
        EXPECT_TRUE(keys.insert(row.key).second);
    }
    // The enumeration has no kind that neither table knows; the compiler holds to_string() to it.
    const std::string unknown = to_string(static_cast<RuleKind>(250));
    for (int k = 0; k < 256; ++k) {
        const auto kind = static_cast<RuleKind>(k);
        EXPECT_EQ(to_string(kind) == unknown, key_of(kind).empty()) << k;
    }
    EXPECT_EQ(parse_kind("whispering"), std::nullopt);
    EXPECT_EQ(key_of(static_cast<RuleKind>(250)), "");
}

}  // namespace
}  // namespace clew::rules
