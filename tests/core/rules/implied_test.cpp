#include "core/rules/implied.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/registry.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::rules {
namespace {

std::vector<Rule> parts_of(const Puzzle& puzzle) {
    std::vector<Rule> parts;
    for (const Rule& rule : puzzle.rules())
        for (Rule& part : expanded(rule, puzzle.geometry())) parts.push_back(std::move(part));
    return parts;
}

Rule cage(const std::vector<std::size_t>& cells, int sum) {
    return {.kind = RuleKind::killer_cage, .cells = {cells.begin(), cells.end()}, .numbers = {sum}};
}

TEST(ImpliedSums, AreInniesAndOuties) {
    // Row 1 but r1c4; then a cage that leaves row 1 by r2c4.
    Puzzle innie{Geometry::standard(4)};
    innie.add_rule(cage({0, 1, 2}, 7));
    std::vector<Rule> sums = implied_sums(parts_of(innie), innie.geometry());
    ASSERT_FALSE(sums.empty());
    EXPECT_EQ(words(sums[0], innie.geometry()), "sum: r1c4 = 3");
    innie.add_rule(cage({3, 7}, 5));
    sums = implied_sums(parts_of(innie), innie.geometry());
    EXPECT_EQ(words(sums[0], innie.geometry()), "sum: 0 = r2c4 - 2");
    Puzzle outie{Geometry::standard(4)};
    outie.add_rule(cage({0, 1}, 5));
    outie.add_rule(cage({2, 3, 7}, 8));
    sums = implied_sums(parts_of(outie), outie.geometry());
    EXPECT_EQ(words(sums[0], outie.geometry()), "sum: 0 = r2c4 - 3");
}

// A cell that counts twice has no total of its own, for implied sums and for arguments alike.
TEST(ImpliedSums, TakeNoSumInWhichACellCountsTwice) {
    Puzzle puzzle{Geometry::standard(4)};
    const Rule twice{
        .kind = RuleKind::sum, .cells = {Cell{0}, Cell{0}, Cell{1}}, .numbers = {0, 7, 1, 1, 1}};
    puzzle.add_rule(twice);
    EXPECT_TRUE(implied_sums(parts_of(puzzle), puzzle.geometry()).empty());
    EXPECT_EQ(RuleParts{puzzle}.all()[0].total(), std::nullopt);
    Puzzle once{Geometry::standard(4)};
    once.add_rule(cage({0, 1}, 7));
    EXPECT_EQ(RuleParts{once}.all()[0].total(), 7);
}

// Cages cut at random out of a grid: every implied sum is right in it, whatever cages overlap.
TEST(ImpliedSums, HoldInTheGridThatTheCagesAreOf) {
    constexpr std::uint64_t seed = 92;
    std::size_t found = 0;
    for (std::uint64_t round = 0; round < 400; ++round) {
        Random random = Random{seed}.split(round);
        GeometryPtr board = reference::random_geometry(random, 9);
        while (!board->is_latin_square()) board = reference::random_geometry(random, 9);
        const auto grid = reference::random_grid(random, *board);
        if (!grid) continue;
        Puzzle puzzle{board};
        const std::size_t n = board->size();
        for (std::size_t at = 0; at + 1 < board->cell_count();) {
            // A run of cells of a row, now and then with the cell below its last one.
            const std::size_t length = std::min<std::size_t>(1 + random.below(4), n - at % n);
            Rule sum{.kind = RuleKind::sum};
            for (std::size_t i = 0; i < length; ++i) sum.cells.emplace_back(at + i);
            if (random.below(3) == 0 && at + length - 1 + n < board->cell_count())
                sum.cells.emplace_back(at + length - 1 + n);
            int total = 0;
            for (const Cell cell : sum.cells) total += static_cast<int>((*grid)[cell].index()) + 1;
            sum.numbers = {0, total};
            sum.numbers.resize(2 + sum.cells.size(), 1);
            puzzle.add_rule(sum);
            at += length;
        }
        for (const Rule& sum : implied_sums(parts_of(puzzle), *board)) {
            ASSERT_TRUE(make_primitive(sum, n)->check(*grid))
                << "seed " << seed << " round " << round << " " << words(sum, *board);
            ASSERT_LE(sum.cells.size(), 5U);
            ++found;
        }
    }
    EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace clew::rules
