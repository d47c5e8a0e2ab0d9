#include "solve/shard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "proof/ledger/audit.hpp"
#include "solve/exact/band_stack.hpp"
#include "solve/shard_plan.hpp"
#include "tests/solve/exact/random_puzzle.hpp"

namespace clew {
namespace {

// Its parts in `of` shards, out of order.
std::vector<ShardCount> parts_of(const Puzzle& puzzle, std::size_t of) {
    std::vector<ShardCount> parts;
    for (std::size_t i = of; i-- > 0;)
        parts.push_back(count_shard(puzzle, {.shard = {.index = i, .of = of}}));
    return parts;
}

std::string refusal(const std::vector<ShardCount>& parts) {
    try {
        merge(parts);
    } catch (const InputError& error) {
        return error.message();
    }
    return "";
}

TEST(Shard, AddsUpToTheWhole) {
    Random random{7};
    for (std::size_t clues : {0U, 13U, 25U, 81U}) {
        const Puzzle puzzle = exact::random_puzzle(random, clues);
        const exact::Report128 whole = exact::count(puzzle);
        for (std::size_t of : {1U, 2U, 5U}) {
            const Merged merged = merge(parts_of(puzzle, of));
            EXPECT_EQ(merged.total, *Count::parse(whole.solutions.str()))
                << clues << " clues, " << of << " parts";
            EXPECT_EQ(merged.terms, whole.nodes);
            EXPECT_TRUE(merged.exact());
        }
    }
}

TEST(Shard, SurvivesItsText) {
    Random random{8};
    const Puzzle puzzle = exact::random_puzzle(random, 14);
    const std::vector<ShardCount> parts = parts_of(puzzle, 3);
    std::stringstream text;
    for (const ShardCount& part : parts) text << to_json(part) << "\n\n";
    const std::vector<ShardCount> read = read_shards(text, "parts");
    ASSERT_EQ(read.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(to_json(read[i]), to_json(parts[i]));
        EXPECT_EQ(read[i].place.line, 2 * i + 1);
    }
    EXPECT_EQ(merge(read).total, count(puzzle).solutions);
}

TEST(Shard, OfABoardWithDigitsFrom0AndExtraCells) {
    Puzzle puzzle{Geometry::make({.size = 4, .first_digit = 0, .extra_cells = 1})};
    puzzle.set_given(Cell{0}, Digit{2});
    std::stringstream text;
    for (const ShardTask& part : plan_shards(puzzle, {.of = 3}))
        text << to_json(run_shard(part, {})) << "\n";
    EXPECT_EQ(merge(read_shards(text, "parts")).total, Count{576});
}

TEST(Shard, RefusesWhatDoesNotFitTogether) {
    Random random{9};
    const Puzzle puzzle = exact::random_puzzle(random, 20);
    const std::vector<ShardCount> parts = parts_of(puzzle, 3);

    EXPECT_THAT(refusal({}), testing::HasSubstr("no parts"));
    EXPECT_THAT(refusal({parts[0], parts[2]}), testing::HasSubstr("the first is 2/3"));
    EXPECT_THAT(refusal({parts[0], parts[1], parts[0]}), testing::HasSubstr("the first is 1/3"));
    ShardCount other = parts[1];
    other.result.solutions += 1;
    EXPECT_THAT(refusal({parts[0], parts[1], parts[2], other}),
                testing::HasSubstr("2/3 is here twice and contradicts itself"));
    EXPECT_THAT(refusal({parts[0], parts[1], parts_of(puzzle, 2)[0]}),
                testing::HasSubstr("another cut"));
    EXPECT_THAT(refusal({parts[0], parts[1], parts_of(exact::random_puzzle(random, 20), 3)[2]}),
                testing::HasSubstr("another puzzle"));
}

TEST(Shard, TakesAPartThatIsThereTwiceOnce) {
    Random random{12};
    const Puzzle puzzle = exact::random_puzzle(random, 18);
    std::vector<ShardCount> parts = parts_of(puzzle, 3);
    const Merged once = merge(parts);
    ASSERT_TRUE(once.repeated.empty());
    // The same again; and cut short before it was whole.
    parts.push_back(parts[1]);
    ShardCount begun = parts[0];
    begun.result.ending = Ending::interrupted;
    begun.result.solutions = 0;
    parts.insert(parts.begin(), begun);
    const Merged twice = merge(parts);
    EXPECT_TRUE(twice.exact());
    EXPECT_EQ(twice.total, once.total);
    EXPECT_EQ(twice.terms, once.terms);
    ASSERT_EQ(twice.repeated.size(), 2U);
    EXPECT_EQ(twice.repeated[0].shard, begun.shard);
    EXPECT_EQ(twice.repeated[1].shard, parts[2].shard);
    // A lower bound above the number is a contradiction.
    parts[0].result.solutions = once.total + Count{1};
    EXPECT_THAT(refusal(parts), testing::HasSubstr("contradicts itself"));
    // Of two that were cut short the one that came further.
    parts[1] = begun;
    parts[1].result.solutions = 0;
    parts[0].result.solutions = 0;
    EXPECT_FALSE(merge(parts).exact());
}

TEST(Shard, MergesAnUnfinishedPartToALowerBound) {
    Random random{10};
    const Puzzle puzzle = exact::random_puzzle(random, 14);
    std::vector<ShardCount> parts = parts_of(puzzle, 2);
    parts[1] = count_shard(puzzle, {.budget = {.max_nodes = 1'000'000}, .shard = parts[1].shard});
    ASSERT_EQ(parts[1].result.ending, Ending::out_of_budget);
    const Merged merged = merge(parts);
    EXPECT_EQ(merged.ending, Ending::out_of_budget);
    EXPECT_LT(merged.total, count(puzzle).solutions);
}

TEST(Shard, RefusesLinesThatAreNoParts) {
    Random random{11};
    const std::string good = to_json(count_shard(exact::random_puzzle(random, 30), {}));
    const auto reads = [](const std::string& text) {
        std::istringstream in{text};
        return read_shards(in, "parts").size();
    };
    EXPECT_EQ(reads(good), 1U);
    std::vector<std::string> bad = {"12", "{}", "[]", "{", "nonsense", good + good};
    for (const char* key : {"schema", "shard", "count", "ending", "terms", "options"}) {
        std::string line = good;
        line.replace(line.find(key), 1, "X");
        bad.push_back(line);
    }
    std::string line = good;
    line.replace(line.find("1/1"), 3, "2/1");
    bad.push_back(line);
    for (const std::string& text : bad) EXPECT_THROW(reads(text), InputError) << text;
}

TEST(Shard, TellsTheLinesOfALedgerWhileItCounts) {
    const Puzzle puzzle = Puzzle::from_line(  // 2 040 arrangements
        ".3...........9.............8...6...3...........39...5.......2........6...4....1..");
    std::ostringstream whole;
    std::vector<double> shares;
    const ShardCount all = count_shard(
        puzzle, {.ledger = &whole, .on_progress = [&](double share) { shares.push_back(share); }});
    ASSERT_TRUE(all.ledger);
    ASSERT_GT(shares.size(), 2U);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_EQ(shares.back(), 1);

    StopFlag stop;
    std::ostringstream cut;
    const ShardCount some = count_shard(
        puzzle,
        {.budget = {.stop = &stop}, .ledger = &cut, .on_progress = [&](double) { stop.raise(); }});
    EXPECT_EQ(some.result.ending, Ending::interrupted);
    EXPECT_FALSE(some.ledger);
    EXPECT_THAT(whole.str(), testing::StartsWith(cut.str()));
    EXPECT_GT(std::ranges::count(cut.str(), '\n'), 100);
    std::istringstream text{cut.str()};  // what a killed run leaves is none
    EXPECT_THROW(static_cast<void>(ledger::audit(text, "cut", {})), InputError);
}

}  // namespace
}  // namespace clew
