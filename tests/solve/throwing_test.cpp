// Sinks and other functions of the caller that throw, in every engine and at the facade.

#include <gtest/gtest.h>

#include <sstream>
#include <streambuf>

#include "encode/sat/backbone.hpp"
#include "encode/sat/cores.hpp"
#include "encode/sat/enumerate.hpp"
#include "solve/batch.hpp"
#include "solve/candidates.hpp"
#include "solve/exact/marginals.hpp"
#include "solve/exact/sample.hpp"
#include "solve/sample.hpp"
#include "solve/sealed_line.hpp"
#include "solve/search9/search9.hpp"
#include "solve/shard_plan.hpp"
#include "solve/solve.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/searches.hpp"
#include "tests/solve/exact/random_puzzle.hpp"
#include "tests/support/throwing.hpp"

namespace clew {
namespace {

using Calls = ThrowingCase::Calls;

const Puzzle p92 = Puzzle::from_line(reference::p92);

/// P-92 without the clues of its last rows: 531 370 solutions.
Puzzle many() {
    Puzzle puzzle = p92;
    for (std::size_t cell = 63; cell < 81; ++cell) puzzle.clear_given(Cell{cell});
    return puzzle;
}

/// A run that was left by an exception can still be destroyed, or asked for what is left.
void leave_and_ask(auto& run, const Called& called) {
    const search::DigitSink sink = taking(called);
    try {
        run.go_on({}, &sink);
    } catch (const Thrown&) {
        EXPECT_LE(run.go_on({}).solutions, 12U);
        throw;
    }
}

TEST(Throwing, BySearch) {
    const Puzzle puzzle = many();
    std::vector<ThrowingCase> cases;
    for (const unsigned threads : {1U, 3U}) {
        const std::string on = " on " + std::to_string(threads) + " threads";
        cases.push_back({"general search" + on, [&, threads](const Called& called) {
                             search::enumerate(p92, {.threads = threads}, taking(called));
                         }});
        cases.push_back(
            {"general search, progress" + on,
             [&, threads](const Called& called) {
                 search::count(
                     puzzle, {.limit = 50'000, .threads = threads, .on_progress = calling(called)});
             },
             threads == 1 ? Calls::same : Calls::differ});
        cases.push_back({"9x9 search" + on, [&, threads](const Called& called) {
                             search9::enumerate_classic(
                                 puzzle, {.limit = 5'000, .threads = threads}, taking(called));
                         }});
        cases.push_back({"9x9 search, progress" + on,
                         [&, threads](const Called& called) {
                             search9::count_classic(puzzle, {.limit = 400'000,
                                                             .threads = threads,
                                                             .on_progress = calling(called)});
                         },
                         threads == 1 ? Calls::same : Calls::differ});
    }
    cases.push_back({"enumerate9", [&](const Called& called) {
                         search9::enumerate_classic(p92, {}, taking(called));
                     }});
    cases.push_back({"enumerate9, raw", [&](const Called& called) {
                         const auto sink = taking(called);
                         search9::enumerate9(search9::marks9(p92), {}, sink);
                     }});
    cases.push_back({"run of the general search", [&](const Called& called) {
                         search::Run run{p92};
                         leave_and_ask(run, called);
                     }});
    cases.push_back({"run of the 9x9 search", [&](const Called& called) {
                         search9::ClassicRun run{search9::marks9(p92)};
                         leave_and_ask(run, called);
                     }});
    expect_thrown_through(cases);
}

TEST(Throwing, BySat) {
    std::vector<ThrowingCase> cases;
    for (const auto strategy : {sat::EnumerationMethod::blocking, sat::EnumerationMethod::cells,
                                sat::EnumerationMethod::decisions, sat::EnumerationMethod::branches,
                                sat::EnumerationMethod::cubes})
        cases.push_back({std::string{"sat by "} + to_string(strategy), [=](const Called& called) {
                             sat::enumerate(p92, {.strategy = strategy}, taking(called));
                         }});
    cases.push_back({"true candidates",
                     [](const Called& called) { sat::true_candidates(p92, {}, calling(called)); }});
    cases.push_back(
        {"conflicts", [](const Called& called) {
             const auto sink = taking(called);
             Puzzle puzzle = Puzzle::from_line(reference::contradictory);
             puzzle.set_given(Cell{80}, Digit{4});
             puzzle.set_given(Cell{79}, Digit{4});
             sat::Conflicts found{cnf::encode(puzzle, {.selectors = sat::Selectors::clues})};
             try {
                 found.all({}, sink);
             } catch (const Thrown&) {
                 EXPECT_EQ(found.minimal().demands.size(), 2U);
                 throw;
             }
             EXPECT_EQ(sat::conflicts(puzzle, sat::Selectors::clues, {}, sink).found, 2U);
         }});
    expect_thrown_through(cases);
}

TEST(Throwing, ByTheExactCounter) {
    Random random{1};
    const Puzzle puzzle = exact::random_puzzle(random, 24);
    std::vector<ThrowingCase> cases;
    for (const unsigned threads : {1U, 3U}) {
        const std::string on = " on " + std::to_string(threads) + " threads";
        cases.push_back({"outer terms" + on, [&, threads](const Called& called) {
                             exact::count(puzzle,
                                          {.threads = threads, .on_outer = calling(called)});
                         }});
        cases.push_back({"outer terms, progress" + on,
                         [&, threads](const Called& called) {
                             exact::count(puzzle, {.threads = threads,
                                                   .on_outer = [](auto&) {},
                                                   .on_progress = calling(called)});
                         },
                         Calls::differ});
        cases.push_back({"marginals" + on,
                         [&, threads](const Called& called) {
                             exact::marginals(puzzle,
                                              {.threads = threads, .on_progress = calling(called)});
                         },
                         Calls::differ});
        cases.push_back({"sampler's count" + on,
                         [&, threads](const Called& called) {
                             const exact::GridSampler sampler{
                                 puzzle, {.threads = threads, .on_counted = calling(called)}};
                         },
                         Calls::differ});
    }
    cases.push_back({"draws",
                     [&](const Called& called) {
                         const exact::GridSampler sampler{puzzle, {.on_drawn = calling(called)}};
                         Random drawing{2};
                         try {
                             sampler.draw(50, drawing);
                         } catch (const Thrown&) {
                             EXPECT_TRUE(sampler.exact());
                             throw;
                         }
                     },
                     Calls::differ});
    expect_thrown_through(cases);
}

TEST(Throwing, AtTheFacade) {
    const Puzzle puzzle = many();
    Random random{1};
    const Puzzle sparse = exact::random_puzzle(random, 24);
    std::vector<ThrowingCase> cases;
    for (const Engine engine : every_engine) {
        const std::string by = std::string{" by "} + to_string(engine);
        const bool sat = engine == Engine::sat || engine == Engine::cubes;
        const std::uint64_t limit = sat ? 300 : 200'000;
        for (const unsigned threads : {1U, 3U}) {
            const std::string on = by + " on " + std::to_string(threads) + " threads";
            if (can_list(engine)) {
                cases.push_back({"enumerate" + on, [=](const Called& called) {
                                     enumerate(p92, {.engine = engine, .threads = threads},
                                               taking(called));
                                 }});
                cases.push_back({"enumerate_lines" + on,
                                 [=](const Called& called) {
                                     enumerate_lines(
                                         puzzle,
                                         {.engine = engine, .limit = limit, .threads = threads},
                                         taking(called));
                                 },
                                 threads == 1 ? Calls::same : Calls::differ});
            }
            if (!can_list(engine)) continue;  // tells nothing of a mere count
            cases.push_back({"count" + on,
                             [=](const Called& called) {
                                 count(puzzle, {.engine = engine,
                                                .limit = limit,
                                                .threads = threads,
                                                .on_progress = calling(called)});
                             },
                             Calls::differ});
        }
        cases.push_back({"count_candidates" + by,
                         [=](const Called& called) {
                             count_candidates(engine == Engine::exact ? sparse : p92,
                                              {.engine = engine, .on_progress = calling(called)});
                         },
                         Calls::differ});
    }
    cases.push_back({"true_candidates",
                     [](const Called& called) { true_candidates(p92, {}, calling(called)); }});
    for (const Engine engine : {Engine::search, Engine::exact})
        cases.push_back({std::string{"sample by "} + to_string(engine),
                         [=](const Called& called) {
                             sample(engine == Engine::exact ? sparse : puzzle, 20,
                                    {.engine = engine, .on_progress = calling(called)});
                         },
                         Calls::differ});
    expect_thrown_through(cases);
}

/// Throws what its write throws, as a stream with exceptions lets it.
class ThrowingBuffer final : public std::streambuf {
  public:
    explicit ThrowingBuffer(const Called& called) : called_(called) {}

  private:
    std::streamsize xsputn(const char*, std::streamsize count) override {
        called_();
        return count;
    }
    int_type overflow(int_type c) override {
        called_();
        return traits_type::not_eof(c);
    }
    const Called& called_;
};

TEST(Throwing, InPartsOfACount) {
    Random random{1};
    const Puzzle sparse = exact::random_puzzle(random, 24);
    const auto prefixes = plan_shards(p92, {.of = 1});
    const auto arrangements = plan_shards(sparse, {.of = 2, .cut = Cut::arrangements});
    const auto puzzles = plan_puzzles({p92, p92, p92, p92}, 2);
    std::vector<ThrowingCase> cases;
    for (const unsigned threads : {1U, 3U}) {
        const std::string on = " on " + std::to_string(threads) + " threads";
        cases.push_back({"count_shard" + on,
                         [&, threads](const Called& called) {
                             std::ostringstream ledger;
                             count_shard(sparse, {.threads = threads,
                                                  .ledger = &ledger,
                                                  .on_progress = calling(called)});
                         },
                         Calls::differ});
        cases.push_back({"ledger" + on,
                         [&, threads](const Called& called) {
                             ThrowingBuffer buffer{called};
                             std::ostream ledger{&buffer};
                             ledger.exceptions(std::ios::badbit);
                             count_shard(sparse, {.threads = threads, .ledger = &ledger});
                         },
                         Calls::differ});
        cases.push_back({"lines" + on, [&, threads](const Called& called) {
                             const LineSink lines = taking(called);
                             run_shard(prefixes[0], {.threads = threads, .lines = &lines});
                         }});
        for (const ShardTask* task : {&prefixes[0], &arrangements[0], &puzzles[0]})
            cases.push_back({std::string{"run_shard by "} + to_string(task->cut) + on,
                             [=](const Called& called) {
                                 std::ostringstream ledger;
                                 const bool written = task->cut == Cut::arrangements;
                                 run_shard(*task, {.threads = threads,
                                                   .ledger = written ? &ledger : nullptr,
                                                   .on_progress = calling(called)});
                             },
                             Calls::differ});
    }
    cases.push_back({"for_lines", [](const Called& called) {
                         std::istringstream text{"a\nb\n\nc\n"};
                         for_lines(text, "t", "a line", taking(called));
                     }});
    expect_thrown_through(cases);
}

TEST(Throwing, InStreams) {
    std::vector<ThrowingCase> cases;
    for (const unsigned threads : {1U, 3U})
        for (const std::string thrower : {"next", "map", "give", "pause"})
            cases.push_back({thrower + " on " + std::to_string(threads) + " threads",
                             [=](const Called& called) {
                                 const auto when = [&](const char* name) {
                                     if (thrower == name) called();
                                 };
                                 int number = 0;
                                 map_in_order<int>(
                                     {.threads = threads, .largest_chunk = 4},
                                     [&]() -> std::optional<int> {
                                         when("next");
                                         return number < 100 ? std::optional{++number}
                                                             : std::nullopt;
                                     },
                                     [&](const int& n) {
                                         when("map");
                                         return n;
                                     },
                                     [&](const int&) { when("give"); }, [&] { when("pause"); });
                             },
                             threads == 1 ? Calls::same : Calls::differ});
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew
