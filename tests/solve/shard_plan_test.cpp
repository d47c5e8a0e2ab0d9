#include "solve/shard_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "solve/exact/band_stack.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

/// Puzzles of many boards, with and without rules, that a search counts in a moment.
std::vector<Puzzle> puzzles(std::uint64_t seed, std::size_t number) {
    Random random{seed};
    std::vector<Puzzle> list;
    while (list.size() < number) {
        Puzzle puzzle =
            list.size() % 2 == 0
                ? reference::random_puzzle(random, reference::random_geometry(random, 9))
                : reference::random_ruled(random, Geometry::standard(6), 3, 1 + random.below(3));
        if (count(puzzle, {.engine = Engine::search, .budget = {.max_nodes = 20'000}}).exact())
            list.push_back(std::move(puzzle));
    }
    return list;
}

std::vector<ShardCount> run(const std::vector<ShardTask>& tasks, const RunOptions& options = {}) {
    std::vector<ShardCount> parts;
    for (const ShardTask& task : tasks) parts.push_back(run_shard(task, options));
    return parts;
}

TEST(ShardPlan, PartsAddUpToTheWholeOnEveryBoard) {
    constexpr std::uint64_t seed = 21;
    Random random{seed};
    for (const Puzzle& puzzle : puzzles(seed, 30)) {
        SCOPED_TRACE(reference::describe(puzzle));
        const Count whole = count(puzzle, {.engine = Engine::search}).solutions;
        for (const std::size_t of : {1U, 2U, 7U}) {
            std::vector<ShardCount> parts = run(plan_shards(puzzle, {.of = of}));
            random.shuffle(parts);
            const Merged merged = merge(parts);
            EXPECT_TRUE(merged.exact());
            EXPECT_EQ(merged.total, whole) << of << " parts, seed " << seed;
        }
    }
}

TEST(ShardPlan, EnginesCountTheSameParts) {
    for (const Puzzle& puzzle : puzzles(22, 8)) {
        SCOPED_TRACE(reference::describe(puzzle));
        for (const ShardTask& task : plan_shards(puzzle, {.of = 3})) {
            const Count found = run_shard(task, {.engine = Engine::search}).result.solutions;
            if (is_built(Engine::cubes)) {
                EXPECT_EQ(run_shard(task, {.engine = Engine::cubes}).result.solutions, found);
            }
            EXPECT_EQ(run_shard(task, {.threads = 2}).result.solutions, found);
        }
    }
}

TEST(ShardPlan, ListsEverySolutionOnceAsItIs) {
    for (const Puzzle& puzzle : puzzles(23, 12)) {
        SCOPED_TRACE(reference::describe(puzzle));
        std::multiset<std::string> whole, listed;
        const auto into = [](std::multiset<std::string>& lines) {
            return LineSink{[&lines](std::string_view text, std::size_t) {
                std::istringstream in{std::string(text)};
                for (std::string line; std::getline(in, line);) lines.insert(line);
                return Flow::go_on;
            }};
        };
        enumerate_lines(puzzle, {.engine = Engine::search}, into(whole));
        const LineSink sink = into(listed);
        const auto parts = run(plan_shards(puzzle, {.of = 4}), {.lines = &sink});
        EXPECT_EQ(listed, whole);
        for (const ShardCount& part : parts) EXPECT_TRUE(part.listing);
    }
}

TEST(ShardPlan, IsTheSameEveryTimeAndSurvivesItsText) {
    for (const Puzzle& puzzle : puzzles(24, 8)) {
        SCOPED_TRACE(reference::describe(puzzle));
        std::stringstream text, again;
        for (const ShardTask& task : plan_shards(puzzle, {.of = 5})) text << to_json(task) << "\n";
        for (const ShardTask& task : plan_shards(puzzle, {.of = 5})) again << to_json(task) << "\n";
        EXPECT_EQ(text.str(), again.str());
        const std::vector<ShardTask> read = read_tasks(text, "plan");
        ASSERT_EQ(read.size(), 5U);
        std::stringstream lines;
        for (const ShardCount& part : run(read)) lines << to_json(part) << "\n";
        std::string written;
        const std::vector<ShardCount> parts = read_shards(lines, "parts");
        for (const ShardCount& part : parts) written += to_json(part) + "\n";
        EXPECT_EQ(written, lines.str());
        EXPECT_EQ(merge(parts).total, count(puzzle).solutions);
        EXPECT_EQ(merge(parts).puzzle, puzzle);
    }
}

TEST(ShardPlan, PartsAreEvenByPrediction) {
    // Blank but for some clues: millions of millions of solutions, predicted alone.
    const Puzzle puzzle = Puzzle::from_line(
        std::string("..9.....2...31.8..2.8.6.....5..2...1...4.8...") + std::string(36, '.'));
    const std::vector<ShardTask> tasks = plan_shards(puzzle, {.of = 16});
    double whole = 0, longest = 0;
    std::size_t prefixes = 0;
    for (const ShardTask& task : tasks) {
        whole += task.cost;
        longest = std::max(longest, task.cost);
        prefixes += task.prefixes.size();
    }
    EXPECT_LT(longest, 2 * whole / 16);
    EXPECT_EQ(prefixes, tasks[0].units);
    EXPECT_GE(prefixes, 16U);
}

TEST(ShardPlan, PartsOfTwoPlansDoNotMix) {
    const Puzzle puzzle{Geometry::standard(4)};
    std::vector<ShardTask> tasks = plan_shards(puzzle, {.of = 2});
    std::vector<ShardCount> parts = run(tasks);
    EXPECT_EQ(merge(parts).total, Count{288});
    parts[1].plan += 1;
    EXPECT_THROW(merge(parts), InputError);
    parts = run(tasks);
    parts[1].cut = Cut::puzzles;
    EXPECT_THROW(merge(parts), InputError);
}

TEST(ShardPlan, AStopLeavesALowerBound) {
    const Puzzle puzzle{Geometry::standard(6)};
    const std::vector<ShardTask> tasks = plan_shards(puzzle, {.of = 2});
    std::vector<ShardCount> parts;
    parts.push_back(run_shard(tasks[0], {.budget = {.max_nodes = 1000}, .engine = Engine::search}));
    EXPECT_EQ(parts[0].result.ending, Ending::out_of_budget);
    StopFlag stop;
    stop.raise();
    parts.push_back(run_shard(tasks[1], {.budget = {.stop = &stop}, .engine = Engine::search}));
    EXPECT_EQ(parts[1].result.ending, Ending::interrupted);
    const Merged merged = merge(parts);
    EXPECT_FALSE(merged.exact());
    EXPECT_LT(merged.total, Count{28'200'960});
    EXPECT_GT(merged.total, Count{0});
}

TEST(ShardPlan, BlocksOfPuzzlesAnswerEachInOrder) {
    std::vector<Puzzle> list = puzzles(25, 17);
    for (const std::uint64_t limit : {std::uint64_t{2}, unlimited})
        for (const std::size_t of : {1U, 4U, 40U}) {
            const Merged merged = merge(run(plan_puzzles(list, of, limit)));
            ASSERT_EQ(merged.answers.size(), list.size());
            for (std::size_t i = 0; i < list.size(); ++i) {
                const CountResult own = count(list[i], {.limit = limit});
                EXPECT_EQ(merged.answers[i], (own.exact() ? "" : ">=") + own.solutions.to_string())
                    << reference::describe(list[i]);
            }
            EXPECT_TRUE(merged.exact());
        }
}

TEST(ShardPlan, RefusesLinesThatAreNoTasks) {
    const std::string good = to_json(plan_shards(Puzzle{Geometry::standard(4)}, {.of = 2})[0]);
    const auto reads = [](const std::string& text) {
        std::istringstream in{text};
        return read_tasks(in, "plan").size();
    };
    EXPECT_EQ(reads(good), 1U);
    std::vector<std::string> bad = {"12", "{}", "[]", "{", "nonsense", good + good};
    for (const char* key :
         {"schema", "cut", "shard", "units", "plan", "cost", "puzzle", "prefixes", "digest"}) {
        std::string line = good;
        line.replace(line.find("\"" + std::string(key) + "\"") + 1, 1, "X");
        bad.push_back(line);
    }
    for (const auto& [from, to] : {std::pair{"r1c1=1", "r1c1=2"},
                                   {"r1c1=1", "r9c1=1"},
                                   {"r1c1=1", "r1c1"},
                                   {"r1c1=1", "r1c1=x"},
                                   {"1/2", "3/2"}}) {
        std::string line = good;
        ASSERT_NE(line.find(from), std::string::npos) << line;
        line.replace(line.find(from), std::string(from).size(), to);
        bad.push_back(line);
    }
    for (const std::string& text : bad) EXPECT_THROW(reads(text), InputError) << text;
}

/// Runs tasks, each for so many nodes at most, and all that they leave; each result through its
/// text.
std::vector<ShardCount> run_handing_on(const std::vector<ShardTask>& plan, std::uint64_t nodes,
                                       const LineSink* lines = nullptr) {
    std::vector<ShardCount> parts;
    std::vector<ShardTask> tasks = plan;
    while (!tasks.empty()) {
        const ShardTask task = std::move(tasks.back());
        tasks.pop_back();
        const ShardCount part = run_shard(task, {.budget = {.max_nodes = nodes},
                                                 .engine = Engine::search,
                                                 .lines = lines,
                                                 .hand_on = true});
        EXPECT_EQ(part.result.exact(), part.rest.empty());
        std::stringstream written;
        for (const ShardTask& left : rest_of(part)) written << to_json(left) << "\n";
        for (ShardTask& left : read_tasks(written, "rest")) tasks.push_back(std::move(left));
        parts.push_back(part);
    }
    return parts;
}

/// The same through its lines.
std::vector<ShardCount> reread(const std::vector<ShardCount>& parts) {
    std::stringstream text;
    for (const ShardCount& part : parts) text << to_json(part) << "\n";
    return read_shards(text, "parts");
}

// Some thousand solutions: more than is counted at once.
Puzzle several_thousand() {
    return Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4.........3..7.85...1........");
}

TEST(ShardPlan, WhatIsHandedOnAddsUpToTheWhole) {
    constexpr std::uint64_t seed = 26;
    Random random{seed};
    std::vector<Puzzle> list = puzzles(seed, 12);
    list.push_back(several_thousand());
    std::size_t rests = 0;
    for (const Puzzle& puzzle : list) {
        SCOPED_TRACE(reference::describe(puzzle));
        const Count whole = count(puzzle, {.engine = Engine::search}).solutions;
        for (const std::uint64_t nodes : {std::uint64_t{1}, std::uint64_t{300}}) {
            std::vector<ShardCount> parts =
                reread(run_handing_on(plan_shards(puzzle, {.of = 3}), nodes));
            rests += parts.size() - 3;
            random.shuffle(parts);
            const Merged merged = merge(parts);
            EXPECT_TRUE(merged.exact());
            EXPECT_EQ(merged.total, whole) << nodes << " nodes, seed " << seed;
            EXPECT_EQ(merged.parts.size(), parts.size());
        }
    }
    EXPECT_GT(rests, 30U) << "nothing was handed on";
}

TEST(ShardPlan, NoPartThatHandsOnIsLongerThanItMayBe) {
    constexpr std::uint64_t nodes = 500;
    for (const ShardCount& part : run_handing_on(plan_shards(several_thousand(), {.of = 1}), nodes))
        EXPECT_LE(part.result.nodes, nodes + 1000);  // and what is counted at once
}

TEST(ShardPlan, APartThatIsStoppedBeforeItBeganGetsOn) {
    StopFlag stop;
    stop.raise();
    const Puzzle puzzle = several_thousand();
    std::vector<ShardTask> tasks = plan_shards(puzzle, {.of = 1});
    std::vector<ShardCount> parts;
    while (!tasks.empty()) {
        const ShardTask task = std::move(tasks.back());
        tasks.pop_back();
        parts.push_back(run_shard(task, {.budget = {.stop = &stop}, .hand_on = true}));
        for (ShardTask& left : rest_of(parts.back())) tasks.push_back(std::move(left));
    }
    EXPECT_TRUE(merge(parts).exact());
    EXPECT_EQ(merge(parts).total, count(puzzle).solutions);
}

TEST(ShardPlan, WhatIsHandedOnIsListedOnce) {
    const Puzzle puzzle = several_thousand();
    std::vector<std::string> lines;
    const LineSink sink = [&](std::string_view text, std::size_t) {
        std::istringstream in{std::string(text)};
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return Flow::go_on;
    };
    const auto parts = run_handing_on(plan_shards(puzzle, {.of = 2}), 300, &sink);
    std::multiset<std::string> listed, whole;
    std::size_t next = 0;
    for (const ShardCount& part : parts) {
        const auto all = static_cast<std::size_t>(std::stoull(part.result.solutions.to_string()));
        const std::size_t taken = part.rest.empty() ? all : std::stoull(part.ended.to_string());
        for (std::size_t i = 0; i < taken; ++i) listed.insert(lines.at(next + i));
        next += all;
    }
    EXPECT_EQ(next, lines.size());
    lines.clear();
    enumerate_lines(puzzle, {.engine = Engine::search}, sink);
    whole.insert(lines.begin(), lines.end());
    EXPECT_EQ(listed, whole);
}

TEST(ShardPlan, ARestThatIsLostTwiceThereOrOfAnotherRunIsNoticed) {
    const Puzzle puzzle = several_thousand();
    const std::vector<ShardTask> plan = plan_shards(puzzle, {.of = 2});
    const Count whole = count(puzzle).solutions;
    const std::vector<ShardCount> parts = run_handing_on(plan, 300);
    const std::size_t first = 0;  // the second part of the plan, as the last task is run first
    ASSERT_GT(parts[first].rest.size(), 1U);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        SCOPED_TRACE(i);
        std::vector<ShardCount> some = parts;
        some.erase(some.begin() + static_cast<std::ptrdiff_t>(i));
        if (parts[i].plan == plan[0].plan) {
            EXPECT_THROW(merge(some), InputError);  // a part itself, or the parent of rests
            continue;
        }
        if (parts[i].rest.empty()) {
            const Merged merged = merge(some);
            EXPECT_FALSE(merged.exact());
            ASSERT_EQ(merged.missing.size(), 1U);
            EXPECT_THAT(merged.missing[0], testing::HasSubstr("of the rest of part "));
            EXPECT_LE(merged.total, whole);
        } else {
            EXPECT_THROW(merge(some), InputError);  // its rests belong to nothing
        }
        some = parts;
        some.push_back(parts[i]);
        const Merged twice = merge(some);
        EXPECT_TRUE(twice.exact());
        EXPECT_EQ(twice.total, whole);
        EXPECT_EQ(twice.repeated.size(), 1U);
        some.back().result.solutions += 1;
        if (parts[i].rest.empty()) {
            EXPECT_THROW(merge(some), InputError);
        }
    }
    // Another run, cut short elsewhere, with all it left; and one that was not cut short.
    std::vector<ShardCount> both = parts;
    for (const ShardCount& part : run_handing_on(plan, 700)) both.push_back(part);
    EXPECT_EQ(merge(both).total, whole);
    EXPECT_TRUE(merge(both).exact());
    both = parts;
    both.push_back(run_shard(plan[1], {}));
    EXPECT_EQ(merge(both).total, whole);
    EXPECT_EQ(merge(both).parts.size() + merge(both).repeated.size(), both.size());
    both.back().result.solutions += 1;
    EXPECT_THROW(merge(both), InputError);
    // Without anything of its rest a part is a lower bound, as it always was.
    std::vector<ShardCount> bare;
    for (const ShardCount& part : parts)
        if (part.plan == plan[0].plan) bare.push_back(part);
    EXPECT_FALSE(merge(bare).exact());
    EXPECT_EQ(merge(bare).total, bare[0].result.solutions + bare[1].result.solutions);
    EXPECT_EQ(merge(bare).missing.size(), 2U);
}

TEST(ShardPlan, ARestThatAHandChangedIsRefused) {
    const auto parts = run_handing_on(plan_shards(several_thousand(), {.of = 2}), 300);
    const auto cut = std::ranges::find_if(
        parts, [](const ShardCount& part) { return !part.rest.empty() && part.ended != Count{}; });
    ASSERT_NE(cut, parts.end());
    const std::string good = to_json(*cut);
    for (const auto& [from, to] : {std::pair{"\"ended\":\"", "\"ended\":\"9"},
                                   {"\"rest\":[{", "\"rest\":[{},{"},
                                   {"\"rest\":[", "\"rest\":[1,"},
                                   {"\"rest\":[", "\"rest\":[[],"},
                                   {"\"prefixes\":[\"", "\"prefixes\":[\"r1c1=1 "},
                                   {"\"interrupted\"", "\"exhausted\""},
                                   {"\"out of budget\"", "\"exhausted\""},
                                   {"\"cost\":", "\"cost\":-"},
                                   {"\"rest\"", "\"past\""}}) {
        std::string line = good;
        if (line.find(from) == std::string::npos) continue;
        line.replace(line.find(from), std::string(from).size(), to);
        std::istringstream in{line};
        EXPECT_THROW(read_shards(in, "parts"), InputError) << line;
    }
}

}  // namespace
}  // namespace clew
