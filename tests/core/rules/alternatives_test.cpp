#include "core/rules/alternatives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/input_error.hpp"
#include "core/rules/registry.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::rules {
namespace {

using ::testing::HasSubstr;

const Rule rises{.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}, Cell{2}}};
const Rule sum{.kind = RuleKind::killer_cage, .cells = {Cell{9}, Cell{0}}, .numbers = {10}};
const Rule differ{.kind = RuleKind::whisper, .cells = {Cell{9}, Cell{10}}, .numbers = {5}};

TEST(Alternatives, AreUnpackedAsTheyWerePacked) {
    const Alternatives choice{.least = 2, .lists = {{rises}, {sum, differ}, {differ}}};
    const Rule packed = pack(choice);
    EXPECT_EQ(packed.cells, (std::vector{Cell{0}, Cell{1}, Cell{2}, Cell{9}, Cell{10}}));
    const Alternatives again = unpack(packed);
    EXPECT_EQ(again.least, 2);
    EXPECT_EQ(again.lists, choice.lists);
}

TEST(Alternatives, AreToldInASentence) {
    const Geometry& board = *Geometry::classic();
    EXPECT_EQ(words(pack({.lists = {{rises}, {sum, differ}}}), board),
              "choice of rules: either digits rise along r1c1, r1c2 and r1c3, or r2c1 and r1c1 "
              "differ and sum to 10 and neighbours along r2c1 and r2c2 differ by 5 or more");
    EXPECT_EQ(words(pack({.least = 2, .lists = {{rises}, {sum}, {differ}}}), board),
              "choice of rules: at least 2 of these hold: digits rise along r1c1, r1c2 and r1c3; "
              "r2c1 and r1c1 differ and sum to 10; neighbours along r2c1 and r2c2 differ "
              "by 5 or more");
}

// Random lists, also of lines that cross themselves and in each other, on every full grid.
TEST(Alternatives, HoldWhereSoManyListsDo) {
    constexpr std::uint64_t seed = 20261128;
    const GeometryPtr board = Geometry::standard(4);
    const std::vector<Grid> grids = reference::all_solutions(Puzzle{board});
    std::size_t kept = 0, broken = 0;
    for (std::uint64_t round = 0; round < 400; ++round) {
        Random random = Random{seed}.split(round);
        const auto grid = reference::random_grid(random, *board);
        Alternatives choice =
            unpack(reference::random_rule(random, *board, grid, RuleKind::alternatives));
        if (round % 3 == 0)
            choice.lists[0].push_back(
                reference::random_rule(random, *board, grid, RuleKind::alternatives));
        Puzzle puzzle{board};
        puzzle.add_rule(pack(choice));
        SCOPED_TRACE("seed " + std::to_string(seed) + " " + reference::describe(puzzle));
        const std::vector<Rule> parts = expanded(puzzle.rules()[0], *board);
        ASSERT_EQ(parts.size(), 1U);
        const PrimitivePtr automaton = make_primitive(parts[0], 4);
        const std::vector<Grid> all = reference::all_solutions(puzzle);
        std::vector<Grid> accepted;
        for (const Grid& g : grids)
            if (automaton->check(g)) accepted.push_back(g);
        ASSERT_EQ(accepted, all);
        kept += accepted.size();
        broken += grids.size() - accepted.size();
    }
    EXPECT_GT(kept, 10'000U);
    EXPECT_GT(broken, 10'000U);
}

TEST(Alternatives, ThatDoNotFitAreRefusedByName) {
    const Geometry& board = *Geometry::classic();
    const auto fault = [&](const Rule& rule) -> std::string {
        try {
            check_rule(rule, board);
        } catch (const InputError& error) {
            return std::string(error.what()) + "; " + error.hint();
        }
        return {};
    };
    EXPECT_THAT(fault(pack({.lists = {}})), HasSubstr("1 of 0"));
    EXPECT_THAT(fault(pack({.least = 2, .lists = {{rises}}})), HasSubstr("2 of 1"));
    EXPECT_THAT(fault(pack({.lists = {{{.kind = RuleKind::non_consecutive}}}})),
                HasSubstr("non-consecutive"));
    EXPECT_THAT(fault(pack({.lists = {{{.kind = RuleKind::whisper, .cells = sum.cells}}}})),
                HasSubstr("whisper"));
    EXPECT_THAT(fault(pack({.lists = {{{.kind = RuleKind::row_indexer, .cells = {Cell{0}}}}}})),
                HasSubstr("other cells"));
    EXPECT_THAT(fault(pack({.lists = {{{.kind = RuleKind::rank,
                                        .cells = {Cell{0}, Cell{1}},
                                        .numbers = {1, 1}}}}})),
                HasSubstr("a rank among them"));
    // A whole row is read before anything that it is compared with: too much to keep in mind.
    Alternatives many{.lists = {{{.kind = RuleKind::different}}, {rises}}};
    for (std::size_t c = 0; c < 9; ++c) {
        many.lists[0][0].cells.push_back(board.cell(0, c));
        many.lists[0].push_back({.kind = RuleKind::sum,
                                 .cells = {board.cell(0, c), board.cell(8, 8 - c)},
                                 .numbers = {0, 10, 1, 1}});
    }
    EXPECT_THAT(fault(pack(many)), HasSubstr("too"));
    for (std::size_t cut = 0; cut < pack({.lists = {{rises}}}).numbers.size(); ++cut) {
        Rule torn = pack({.lists = {{rises}}});
        torn.numbers.resize(cut);
        EXPECT_THAT(fault(torn), HasSubstr("no lists of rules")) << cut;
        torn = pack({.lists = {{rises}}});
        torn.numbers[cut] = -1;
        EXPECT_FALSE(fault(torn).empty()) << cut;
    }
}

}  // namespace
}  // namespace clew::rules
