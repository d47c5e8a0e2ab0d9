#include "solve/search9/search9.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::search9 {
namespace {

constexpr const char* p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";

Marks9 marks_of(const char* line) { return *marks9(std::string_view{line}); }

Grid grid_of(const Solution9& s) {
    std::vector<Digit> digits;
    for (std::uint8_t d : s) digits.emplace_back(d);
    return Grid{std::move(digits)};
}

/// By the reference that shares nothing with the engines; at most `limit` of them.
std::set<Solution9> reference_solutions(const Marks9& marks, std::size_t limit) {
    std::set<Solution9> found;
    for (const Grid& grid : reference::all_solutions(puzzle9(marks), limit)) {
        Solution9 s;
        for (std::size_t c = 0; c < 81; ++c)
            s[c] = static_cast<std::uint8_t>(grid[Cell{c}].index());
        found.insert(s);
    }
    return found;
}

std::vector<Solution9> all_solutions(const Marks9& marks, const Options9& options = {}) {
    std::vector<Solution9> out;
    auto keep = keep_in(out);
    enumerate9(marks, options, keep);
    return out;
}

// A random full grid, by solving a blank board with shuffled first row and a few random cells.
Solution9 random_grid(Random& random) {
    for (;;) {
        Marks9 marks;
        marks.fill(0x1FF);
        for (int i = 0; i < 11; ++i)
            marks[random.below(81)] = static_cast<std::uint16_t>(1U << random.below(9));
        Solution9 s;
        if (count_up_to(marks, 1, {&s, 1}) == 1) return s;
    }
}

// Some cells of a grid given, others with hostile marks; now and then broken on purpose.
Marks9 random_marks(Random& random) {
    const Solution9 grid = random_grid(random);
    Marks9 marks;
    const std::uint64_t givens = 20 + random.below(12);
    const bool sukaku = random.below(2) == 0;
    for (std::size_t c = 0; c < 81; ++c) {
        const auto bit = static_cast<unsigned>(1U << grid[c]);
        if (random.below(81) < givens) {
            marks[c] = static_cast<std::uint16_t>(bit);
        } else if (sukaku) {
            marks[c] = static_cast<std::uint16_t>((random.next() & random.next() & 0x1FF) | bit);
        } else {
            marks[c] = 0x1FF;
        }
    }
    if (random.below(4) == 0)
        marks[random.below(81)] = static_cast<std::uint16_t>(1U << random.below(9));
    return marks;
}

TEST(Search9, FindsTheTwelveSolutionsOfP92) {
    const auto found = all_solutions(marks_of(p92));
    EXPECT_EQ(found.size(), 12U);
    const Puzzle puzzle = Puzzle::from_line(p92);
    for (const Solution9& s : found) EXPECT_EQ(find_fault(puzzle, grid_of(s)), std::nullopt);
    EXPECT_EQ((std::set<Solution9>(found.begin(), found.end()).size()), 12U);
}

/// As many rounds as the long mode wants, or `few`.
int rounds(int few, int many) { return long_tests() ? many : few; }

TEST(Search9, AgreesWithTheReferenceOnRandomPuzzles) {
    const std::uint64_t seed = 9001;
    Random random{seed};
    for (int round = 0; round < rounds(600, 5000); ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        const Marks9 marks = random_marks(random);
        const auto expected = reference_solutions(marks, 500);
        if (expected.size() == 500) continue;
        for (InstructionSet set : instruction_sets_here()) {
            const auto found = all_solutions(marks, {.instructions = set});
            ASSERT_EQ(found.size(), expected.size());
            ASSERT_EQ((std::set<Solution9>(found.begin(), found.end())), expected);
            ASSERT_EQ(count9(marks, {.instructions = set}).solutions, expected.size());
        }
        ASSERT_EQ(count_up_to(marks, 2), std::min<std::size_t>(2, expected.size()));
    }
}

TEST(Search9, ResumesWhereItStopped) {
    const Marks9 marks = marks_of(p92);
    const auto whole = all_solutions(marks);
    for (std::uint64_t nodes = 1; nodes < 40; ++nodes) {
        std::vector<Solution9> pieces;
        double explored = 0;
        Options9 options;
        options.budget.max_nodes = nodes;
        auto keep = keep_in(pieces);
        for (;;) {
            const Result9 r = enumerate9(marks, options, keep);
            EXPECT_GE(r.explored, explored);
            explored = r.explored;
            if (r.ending == Ending::exhausted) break;
            EXPECT_EQ(r.ending, Ending::out_of_budget);
            // A replayed path costs nodes too: give more when it made no way.
            if (r.next == options.from) ++options.budget.max_nodes;
            options.from = r.next;
        }
        EXPECT_EQ(explored, 1.0);
        EXPECT_EQ(pieces, whole);
    }
}

TEST(Search9, LimitsAndResumes) {
    const Marks9 marks = marks_of(p92);
    const auto whole = all_solutions(marks);
    std::vector<Solution9> pieces;
    Options9 options;
    options.limit = 5;
    auto keep = keep_in(pieces);
    Result9 r = enumerate9(marks, options, keep);
    EXPECT_EQ(r.solutions, 5U);
    EXPECT_EQ(r.ending, Ending::limit_reached);
    options = {};
    options.from = r.next;
    r = enumerate9(marks, options, keep);
    EXPECT_EQ(r.ending, Ending::exhausted);
    EXPECT_EQ(pieces, whole);
}

TEST(Search9, PartsOfASplitJoinToTheWhole) {
    const Marks9 marks = marks_of(p92);
    const auto whole = all_solutions(marks);
    for (std::size_t parts : {1U, 2U, 3U, 7U, 50U}) {
        std::vector<Solution9> joined;
        for (const Marks9& part : split9(marks, parts))
            for (const Solution9& s : all_solutions(part)) joined.push_back(s);
        EXPECT_EQ(joined, whole);
    }
}

TEST(Search9, StopsWhenTold) {
    StopFlag stop;
    stop.raise();
    Options9 options;
    options.budget.stop = &stop;
    EXPECT_EQ(count9(marks_of(p92), options).ending, Ending::interrupted);

    Marks9 blank;
    blank.fill(0x1FF);
    StopFlag later;
    options.budget.stop = &later;
    std::uint64_t seen = 0;
    auto sink = [&](const Solution9&) {
        if (++seen == 1000) later.raise();
        return Flow::go_on;
    };
    EXPECT_EQ(enumerate9(blank, options, sink).ending, Ending::interrupted);
}

// A puzzle with some thousand solutions, most of them in bundles of pairs.
Marks9 many_solutions(Random& random, std::size_t givens) {
    for (;;) {
        const Solution9 grid = random_grid(random);
        std::vector<std::size_t> cells(81);
        for (std::size_t c = 0; c < 81; ++c) cells[c] = c;
        random.shuffle(cells);
        Marks9 m;
        m.fill(0x1FF);
        for (std::size_t k = 0; k < givens; ++k)
            m[cells[k]] = static_cast<std::uint16_t>(1U << grid[cells[k]]);
        const auto n = count9(m, {.limit = 5000}).solutions;
        if (n > 500 && n < 5000) return m;
    }
}

TEST(Search9, TheTreeIsTheSameOnEveryInstructionSet) {
    Random random{12};
    for (int round = 0; round < rounds(300, 3000); ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const Marks9 marks = round % 30 == 0 ? many_solutions(random, 25) : random_marks(random);
        const auto expected =
            all_solutions(marks, {.limit = 3000, .instructions = InstructionSet::portable});
        const Result9 cut = count9(
            marks,
            {.budget = {.max_nodes = 7}, .limit = 3000, .instructions = InstructionSet::portable});
        for (InstructionSet set : instruction_sets_here()) {
            ASSERT_EQ(all_solutions(marks, {.limit = 3000, .instructions = set}), expected);
            const Result9 same =
                count9(marks, {.budget = {.max_nodes = 7}, .limit = 3000, .instructions = set});
            ASSERT_EQ(same.nodes, cut.nodes);
            ASSERT_EQ(same.solutions, cut.solutions);
            ASSERT_EQ(same.next, cut.next);
        }
    }
}

TEST(Search9, ResumesAndSplitsAmongThousandsOfSolutions) {
    Random random{77};
    for (int round = 0; round < 12; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const Marks9 marks = many_solutions(random, 24 + random.below(3));
        const auto whole = all_solutions(marks);
        EXPECT_EQ((std::set<Solution9>(whole.begin(), whole.end()).size()), whole.size());
        EXPECT_EQ(count9(marks).solutions, whole.size());
        EXPECT_EQ(count9(marks).nodes,
                  enumerate9(marks, {}, [](const Solution9&) { return Flow::go_on; }).nodes);

        // Ended by limits, by the sink, by budgets, now listing, now counting.
        std::vector<Solution9> pieces;
        std::size_t behind = 0;
        double explored = 0;
        Options9 options;
        for (;;) {
            options.limit = random.below(3) == 0 ? random.below(60) : unlimited;
            options.budget.max_nodes = random.below(3) == 0 ? random.below(40) : unlimited;
            const std::size_t patience = 1 + random.below(80);
            Result9 r;
            if (random.below(4) == 0) {
                if (options.limit == unlimited) options.limit = 7;
                r = count9(marks, options);
            } else {
                std::size_t seen = 0;
                auto sink = [&](const Solution9& s) {
                    EXPECT_EQ(s, whole[behind + seen]);
                    return ++seen == patience ? Flow::stop : Flow::go_on;
                };
                r = enumerate9(marks, options, sink);
                ASSERT_EQ(r.solutions, seen);
            }
            ASSERT_LE(r.solutions, options.limit);
            behind += r.solutions;
            ASSERT_GE(r.explored, explored);
            explored = r.explored;
            if (r.ending == Ending::exhausted) break;
            options.from = r.next;
        }
        EXPECT_EQ(behind, whole.size());
        EXPECT_EQ(explored, 1.0);

        for (const std::size_t parts : {2U, 5U, 64U, 100000U}) {
            std::vector<Solution9> joined;
            const auto cut = split9(marks, parts);
            for (const Marks9& part : cut)
                for (const Solution9& s : all_solutions(part)) joined.push_back(s);
            EXPECT_GE(cut.size(), std::min(parts, whole.size()));
            EXPECT_EQ(joined, whole) << parts << " parts";
        }
    }
}

TEST(Search9, CountsOnWhenThePlacesAreFull) {
    Random random{5};
    const Marks9 marks = many_solutions(random, 25);
    const auto whole = all_solutions(marks);
    for (const std::size_t places : {0U, 1U, 2U, 3U, 400U}) {
        std::vector<Solution9> found(places);
        EXPECT_EQ(count_up_to(marks, unlimited, found), whole.size());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), whole.begin()));
        EXPECT_EQ(count_up_to(marks, 100, found), 100U);
    }
    EXPECT_EQ(count_up_to(marks, 0), 0U);
}

TEST(Search9, AskedForAFewTheyAreTheFirstInOrder) {
    Random random{31};
    std::vector<Marks9> puzzles{marks_of(p92)};
    for (int i = 0; i < 20; ++i) puzzles.push_back(many_solutions(random, 24 + random.below(3)));
    for (const Marks9& marks : puzzles) {
        const auto whole = all_solutions(marks);
        for (const std::uint64_t limit : {1U, 2U, 3U, 11U, 12U, 127U, 128U, 129U, 400U, 5000U}) {
            const std::size_t n = std::min<std::size_t>(limit, whole.size());
            for (InstructionSet set : instruction_sets_here()) {
                Options9 options{.limit = limit, .instructions = set};
                options.resumable = false;
                const auto some = all_solutions(marks, options);
                ASSERT_EQ(some, std::vector(whole.begin(), whole.begin() + static_cast<long>(n)));
                ASSERT_EQ(count9(marks, options).solutions, n);
            }
            std::vector<Solution9> found(n);
            ASSERT_EQ(count_up_to(marks, limit, found), n);
            ASSERT_TRUE(std::equal(found.begin(), found.end(), whole.begin()));
        }
        for (std::size_t i = 0; i < whole.size(); i += 1 + whole.size() / 40) {
            const auto place = path_behind(marks, whole[i]);
            ASSERT_EQ(place.has_value(), i + 1 < whole.size());
            if (!place) continue;
            const std::vector<Solution9> rest(whole.begin() + static_cast<long>(i) + 1,
                                              whole.end());
            ASSERT_EQ(all_solutions(marks, {.from = *place}), rest);
            std::vector<Solution9> joined;
            for (const Marks9& part : split9(marks, 7, *place))
                for (const Solution9& s : all_solutions(part)) joined.push_back(s);
            ASSERT_EQ(joined, rest);
        }
    }
}

TEST(Search9, ALargeBatchOfAnyKindGivesTheFirstSolutions) {
    Random random{8};
    std::vector<Marks9> one, several;
    while (several.size() < 1100) {
        Marks9 marks = random_marks(random);
        std::vector<Marks9>& kind = count_up_to(marks, 2) == 2 ? several : one;
        if (kind.size() < 1100) kind.push_back(marks);
    }
    ASSERT_GT(one.size(), 10U);
    for (std::size_t i = 0; one.size() < 1100; ++i) one.push_back(one[i]);
    std::vector<Marks9> mixed = one;
    mixed.insert(mixed.end(), several.begin(), several.end());
    for (const auto& puzzles : {one, several, mixed})
        for (const std::uint32_t limit : {1U, 2U, 5U}) {
            std::vector<std::uint32_t> counts(puzzles.size());
            std::vector<Solution9> first(puzzles.size());
            count_batch(puzzles, counts, first, {.limit = limit});
            for (std::size_t i = 0; i < puzzles.size(); ++i) {
                Solution9 expected{};
                ASSERT_EQ(counts[i], count_up_to(puzzles[i], limit, {&expected, 1}));
                ASSERT_TRUE(counts[i] == 0 || first[i] == expected);
            }
        }
}

TEST(Search9, APathOfAnotherPuzzleIsRefused) {
    Options9 options;
    options.from = Path9(90, 0);
    EXPECT_THROW((void)count9(marks_of(p92), options), ContractViolation);
    options.from = {200};
    EXPECT_THROW((void)count9(marks_of(p92), options), ContractViolation);
}

// Thousands of puzzles of all kinds: random ones, contradictory, full, blank, hostile marks.
std::vector<Marks9> motley(std::uint64_t seed, std::size_t n) {
    Random random{seed};
    std::vector<Marks9> puzzles;
    Marks9 blank;
    blank.fill(0x1FF);
    Marks9 empty{};
    Marks9 full;
    const Solution9 grid = random_grid(random);
    for (std::size_t c = 0; c < 81; ++c) full[c] = static_cast<std::uint16_t>(1U << grid[c]);
    Marks9 broken = full;
    std::swap(broken[0], broken[1]);
    Marks9 one_hole = blank;
    one_hole[40] = 0;
    puzzles = {blank, empty, full, broken, one_hole};
    while (puzzles.size() < n) puzzles.push_back(random_marks(random));
    return puzzles;
}

TEST(Search9, BatchesAgreeWithSinglesOnEveryInstructionSet) {
    const std::uint64_t seed = 4711;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Marks9> puzzles = motley(seed, 12000);
    for (const std::uint32_t limit : {1U, 2U, 50U}) {
        std::vector<std::uint32_t> expected;
        for (const Marks9& m : puzzles)
            expected.push_back(static_cast<std::uint32_t>(count_up_to(m, limit)));
        for (InstructionSet set : instruction_sets_here()) {
            std::vector<std::uint32_t> counts(puzzles.size(), 77);
            std::vector<Solution9> first(puzzles.size());
            count_batch(puzzles, counts, first, {.limit = limit, .instructions = set});
            ASSERT_EQ(counts, expected) << "set " << to_string(set) << " limit " << limit;
            for (std::size_t i = 0; i < puzzles.size(); ++i)
                if (counts[i] > 0) {
                    ASSERT_EQ(find_fault(puzzle9(puzzles[i]), grid_of(first[i])), std::nullopt)
                        << "puzzle " << i;
                }
        }
    }
}

TEST(Search9, BatchesOfEverySizeAreServed) {
    const std::vector<Marks9> puzzles = motley(815, 700);
    std::vector<std::uint32_t> expected;
    for (const Marks9& m : puzzles)
        expected.push_back(static_cast<std::uint32_t>(count_up_to(m, 2)));
    for (InstructionSet set : instruction_sets_here())
        for (const std::size_t n : {0U, 1U, 2U, 3U, 63U, 64U, 65U, 127U, 255U, 257U, 700U}) {
            std::vector<std::uint32_t> counts(n);
            count_batch(std::span{puzzles}.first(n), counts, {}, {.instructions = set});
            ASSERT_TRUE(std::equal(counts.begin(), counts.end(), expected.begin()))
                << n << " puzzles, set " << to_string(set);
        }
}

TEST(Search9, AStoppedBatchSaysWhatIsNotFinished) {
    StopFlag stop;
    stop.raise();
    const std::vector<Marks9> puzzles = motley(5, 3000);
    std::vector<std::uint32_t> expected(puzzles.size());
    count_batch(puzzles, expected);
    std::vector<std::uint32_t> counts(puzzles.size());
    count_batch(puzzles, counts, {}, {.stop = &stop});
    std::size_t unfinished = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == unfinished9) {
            ++unfinished;
        } else {
            EXPECT_EQ(counts[i], expected[i]);
        }
    }
    EXPECT_GT(unfinished, 0U);
}

TEST(Search9, ReadsLinesAndRefusesOthers) {
    const Marks9 marks = marks_of(p92);
    EXPECT_EQ(marks[0], 0x1FF);
    EXPECT_EQ(marks[2], 0x100);
    EXPECT_EQ(marks9(Puzzle::from_line(p92)), marks);
    for (const std::size_t at : {0U, 1U, 15U, 16U, 40U, 79U, 80U})
        for (int c = 0; c < 256; ++c) {
            SCOPED_TRACE("character " + std::to_string(c) + " at " + std::to_string(at));
            std::string line(81, '.');
            line[at] = static_cast<char>(c);
            Marks9 expected;
            expected.fill(0x1FF);
            if (c >= '1' && c <= '9') expected[at] = static_cast<std::uint16_t>(1U << (c - '1'));
            const bool sound = (c >= '0' && c <= '9') || c == '.';
            EXPECT_EQ(marks9(std::string_view{line}),
                      sound ? std::optional{expected} : std::nullopt);
        }
    const std::string line{p92};
    EXPECT_EQ(marks9(std::string_view{line}.substr(1)), std::nullopt);
    EXPECT_EQ(marks9(std::string_view{}), std::nullopt);
}

// Contradictions that a search can run into again and again, each in a fresh disguise.
TEST(Search9, HiddenContradictionsAreSeenEarly) {
    struct Row {
        const char* what;
        const char* line;
        std::uint64_t most_nodes;
    };
    for (const Row& row :
         {Row{"three digits in two cells of a box",
              ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
              1},
          Row{"no room for the sevens",
              "....6...3.....3.8...7......7..........273....8.....7......5..6..5...6..8.7.......",
              10'000}}) {
        const Result9 r = count9(marks_of(row.line));
        EXPECT_EQ(r.solutions, 0U) << row.what;
        EXPECT_EQ(r.ending, Ending::exhausted) << row.what;
        EXPECT_LE(r.nodes, row.most_nodes) << row.what;
    }
}

TEST(Search9, RefusesOtherBoards) {
    EXPECT_THROW((void)marks9(Puzzle{Geometry::standard(4)}), ContractViolation);
}

}  // namespace
}  // namespace clew::search9
