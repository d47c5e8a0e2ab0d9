#include "proof/ledger/audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "solve/exact/band_stack.hpp"
#include "solve/exact/plan.hpp"
#include "solve/shard.hpp"
#include "tests/solve/exact/random_puzzle.hpp"
#include "tests/support/texts.hpp"

namespace clew::ledger {
namespace {

using testing::HasSubstr;

std::string ledger_of(const Puzzle& puzzle, Shard shard = {}) {
    std::ostringstream text;
    const ShardCount part = count_shard(puzzle, {.shard = shard, .ledger = &text});
    EXPECT_TRUE(part.ledger.has_value());
    return text.str();
}

/// Why a text is no ledger of the puzzle, or is wrong, with every line counted again; "" if it is
/// right.
std::string fault(const std::string& text, const Puzzle& puzzle) {
    try {
        std::istringstream in{text};
        const Audit found =
            audit(in, "ledger", {.puzzle = options_of(puzzle), .sample = unlimited});
        if (!found.accepted) return found.why;
        for (const Sampled& line : found.sample)
            if (count(puzzle_of(narrowed(found.head, line.entry)), {.engine = Engine::search})
                    .solutions != line.entry.solutions)
                return "recount of line " + std::to_string(line.line);
    } catch (const InputError& error) {
        return error.message();
    }
    return "";
}

/// The text of lines whose count and root are those of the lines: what a forger would write.
std::string forged(const std::vector<std::string>& lines) {
    std::string text = lines[0] + "\n" + lines[1] + "\n";
    MerkleRange range;
    range.add(lines[0]);
    Count total;
    for (std::size_t i = 2; i + 2 < lines.size(); ++i) {
        text += lines[i] + "\n";
        range.add(lines[i]);
        std::istringstream words{lines[i]};
        std::string digits, weight, solutions;
        words >> digits >> digits >> digits >> weight >> solutions;
        total += *Count::parse(weight) * *Count::parse(solutions);
    }
    return text + "count " + total.to_string() + "\nroot " + hex(range.root()) + "\n";
}

/// 19 to 22 clues of a random grid, with some hundreds of solutions at least and not too many.
Puzzle some_puzzle(Random& random) {
    for (;;) {
        Puzzle puzzle = exact::random_puzzle(random, 23);
        const CountResult n = count(puzzle, {.limit = 20'000});
        if (n.exact() && n.solutions > Count{100}) return puzzle;
    }
}

TEST(Audit, AcceptsWhatTheCounterWrites) {
    Random random{21};
    for (int round = 0; round < 6; ++round) {
        const Puzzle puzzle = round < 4 ? some_puzzle(random) : exact::random_marks(random, 30);
        const std::string text = ledger_of(puzzle);
        EXPECT_EQ(fault(text, puzzle), "") << "round " << round << "\n" << text;
        EXPECT_EQ(forged(lines_of(text)), text);
    }
}

// Symmetry: interchangeable digits, columns and bands; no symmetry at all; no solution at all.
TEST(Audit, ListsAllArrangementsByItself) {
    const std::string blank(81, '.');
    std::vector<std::string> puzzles = {blank, "1" + blank.substr(1),
                                        "12.......3" + blank.substr(10),
                                        "123456789" + blank.substr(9), "11" + blank.substr(2)};
    puzzles.push_back("1..2..3..4..5..6..7.." + blank.substr(21));
    for (const std::string& line : puzzles) {
        const Puzzle puzzle = Puzzle::from_line(line);
        // The numbers of solutions do not matter here, and would take minutes of the blank board.
        const exact::Outlook outlook{puzzle};
        const exact::Plan& plan = outlook.best();
        const std::vector<exact::Arrangement> outer = outlook.outer_list(plan);
        const exact::Outer part = exact::outer_part(puzzle);
        ASSERT_EQ(part.arrangements, outer.size());
        std::ostringstream text;
        Writer writer{text,
                      {.options = options_of(puzzle),
                       .lines = plan.side == exact::Side::as_given ? Lines::columns : Lines::rows,
                       .stack = part.stack,
                       .arrangements = outer.size()}};
        std::uint64_t all = 0;
        for (const exact::Arrangement& arrangement : outer) {
            SumTerm entry{.weight = arrangement.weight};
            for (std::size_t band = 0; band < 3; ++band)
                for (std::size_t k = 0; k < 3; ++k)
                    entry.digits[plan.bands[band]][k] =
                        exact::Maps::get().part(arrangement.map[band], k);
            writer.add(entry);
            all += arrangement.weight;
        }
        writer.finish();
        std::istringstream in{text.str()};
        const Audit found = audit(in, "ledger", {});
        EXPECT_TRUE(found.accepted) << line << ": " << found.why;
        EXPECT_EQ(found.stands_for, all);
    }
}

TEST(Audit, RecountsAPairThatKeepsTheSum) {
    Random random{24};
    const Puzzle puzzle = some_puzzle(random);
    auto lines = lines_of(ledger_of(puzzle));
    // Two lines of the same weight: one solution more here, one less there.
    const auto words = [&](std::size_t i) {
        const std::size_t space = lines[i].rfind(' ');
        return std::pair{lines[i].substr(30, space - 30), std::stoull(lines[i].substr(space + 1))};
    };
    std::size_t more = 2, less = 3;
    while (less + 2 < lines.size() &&
           (words(less).first != words(more).first || words(less).second == 0))
        ++less;
    ASSERT_LT(less + 2, lines.size());
    const std::string before = lines[lines.size() - 2];
    const auto write = [&](std::size_t i, std::uint64_t n) {
        lines[i] = lines[i].substr(0, lines[i].rfind(' ') + 1) + std::to_string(n);
    };
    write(more, words(more).second + 1);
    write(less, words(less).second - 1);
    const std::string text = forged(lines);
    EXPECT_THAT(text, HasSubstr("\n" + before + "\n"));  // the sum stays
    EXPECT_EQ(fault(text, puzzle), "recount of line " + std::to_string(more + 1));
    std::istringstream in{text};
    EXPECT_TRUE(audit(in, "ledger", {}).accepted);  // what the sample is for
}

TEST(Audit, CatchesAnotherPuzzleAndAnotherRoot) {
    Random random{25};
    const Puzzle puzzle = some_puzzle(random), other = some_puzzle(random);
    const std::string text = ledger_of(puzzle);
    EXPECT_EQ(fault(text, other), "it is about another puzzle");
    // The first line of the other, over the lines of this one.
    auto lines = lines_of(text);
    lines[0] = lines_of(ledger_of(other))[0];
    EXPECT_NE(fault(forged(lines), other), "");
    std::istringstream in{text};
    const Audit found = audit(in, "ledger", {.root = sha256("another")});
    EXPECT_FALSE(found.accepted);
    EXPECT_THAT(found.why, HasSubstr("not the one given"));
}

TEST(Ledger, PartsMergeToTheWhole) {
    Random random{26};
    const Puzzle puzzle = some_puzzle(random);
    const std::string whole = ledger_of(puzzle);
    for (const std::size_t of : {2U, 3U, 7U, 1000U}) {
        std::vector<std::istringstream> texts;
        std::vector<ShardCount> counts;
        for (std::size_t i = of; i-- > 0;) {
            std::ostringstream text;
            counts.push_back(count_shard(puzzle, {.shard = {i, of}, .ledger = &text}));
            texts.emplace_back(text.str());
        }
        std::vector<std::pair<std::string, std::istream*>> parts;
        for (std::istringstream& text : texts) parts.emplace_back("part", &text);
        std::ostringstream out;
        const JoinedLedger merged = merge(parts, out);
        EXPECT_EQ(out.str(), whole) << of << " parts";
        // The lines of the parts alone know the root, too, and keep it in their text.
        std::stringstream lines;
        for (const ShardCount& part : counts) lines << to_json(part) << "\n";
        const auto sum = clew::merge(read_shards(lines, "parts"));
        EXPECT_EQ(sum.root, merged.root);
        EXPECT_EQ(sum.total, merged.total);
    }
}

TEST(Ledger, RefusesPartsThatDoNotFit) {
    Random random{27};
    const Puzzle puzzle = some_puzzle(random);
    const std::string one = ledger_of(puzzle, {0, 2}), two = ledger_of(puzzle, {1, 2});
    const auto refusal = [](const std::vector<std::string>& texts) -> std::string {
        std::vector<std::istringstream> streams(texts.begin(), texts.end());
        std::vector<std::pair<std::string, std::istream*>> parts;
        for (std::istringstream& text : streams) parts.emplace_back("part", &text);
        std::ostringstream out;
        try {
            merge(parts, out);
        } catch (const InputError& error) {
            return error.message();
        }
        return "";
    };
    EXPECT_EQ(refusal({two, one}), "");
    EXPECT_THAT(refusal({one}), HasSubstr("part 2/2 is missing"));
    EXPECT_THAT(refusal({two}), HasSubstr("part 1/2 is missing"));
    EXPECT_THAT(refusal({one, two, one}), HasSubstr("part 1/2 is here twice"));
    EXPECT_THAT(refusal({one, ledger_of(puzzle, {1, 3})}), HasSubstr("another cut"));
    EXPECT_THAT(refusal({one, ledger_of(some_puzzle(random), {1, 2})}),
                HasSubstr("another ledger"));
    std::string changed = two;
    char& c = changed[changed.rfind("count ") + 6];
    c = c == '9' ? '8' : '9';
    EXPECT_THAT(refusal({one, changed}), HasSubstr("the lines add up to"));
}

TEST(Audit, SaysTheChanceThatWrongLinesPass) {
    EXPECT_DOUBLE_EQ(pass_chance(100, 50, 1), 0.5);
    EXPECT_DOUBLE_EQ(pass_chance(100, 50, 2), 0.5 * 49 / 99);
    EXPECT_EQ(pass_chance(10, 10, 1), 0);
    EXPECT_EQ(pass_chance(10, 8, 3), 0);
    EXPECT_EQ(wrong_lines_seen(100, 50, 0.5), 1U);
    EXPECT_EQ(wrong_lines_seen(100, 50, 0.3), 2U);
    EXPECT_EQ(wrong_lines_seen(100, 0, 0.3), std::nullopt);
    // By drawing: how often 10 of 40 miss all of lines 1 to 3.
    const auto sampled = [](std::uint64_t seed) {
        Random random{25};
        static const std::string text = ledger_of(some_puzzle(random));
        std::istringstream in{text};
        return audit(in, "ledger", {.sample = 10, .seed = seed});
    };
    const std::uint64_t lines = sampled(1).head.arrangements;
    double missed = 0;
    constexpr int rounds = 150;
    for (int seed = 1; seed <= rounds; ++seed) {
        const Audit found = sampled(static_cast<std::uint64_t>(seed));
        EXPECT_EQ(found.sample.size(), std::min<std::uint64_t>(10, lines));
        missed += found.sample.front().line > 2 + lines / 10 ? 1 : 0;
    }
    EXPECT_NEAR(missed / rounds, pass_chance(lines, 10, lines / 10), 0.12) << lines << " lines";
}

}  // namespace
}  // namespace clew::ledger
