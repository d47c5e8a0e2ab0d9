#include "encode/cnf/dimacs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::cnf {
namespace {

using reference::p92;
using testing::HasSubstr;

std::string error_of(const std::string& text) {
    try {
        read_dimacs(text, {"file.cnf", 1, 1});
    } catch (const InputError& error) {
        return error.message();
    }
    return "no error";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

TEST(Dimacs, SaysWhatItsVariablesMean) {
    const std::string text = to_dimacs(Puzzle::from_line(p92), {.selectors = Selectors::clues});
    EXPECT_TRUE(is_dimacs_of_clew(text.substr(0, text.find('\n'))));
    EXPECT_THAT(text, HasSubstr("\nc variable 1 r1c1=1\n"));
    EXPECT_THAT(text, HasSubstr("\nc variable 729 r9c9=9\n"));
    EXPECT_THAT(text, HasSubstr("\nc selector 730 the clue 9 at r1c3\n"));
    EXPECT_THAT(text, HasSubstr("\np cnf 753 12012\n"));  // 11 988 and 24 clues
    EXPECT_THAT(text, HasSubstr("\n-730 27 0\n"));
}

TEST(Dimacs, ReadsBackEveryPuzzleInEveryEncoding) {
    constexpr std::uint64_t seed = 20;
    Random random{seed};
    for (int round = 0; round < 60; ++round) {
        const GeometryPtr geometry = reference::random_geometry(random, 9);
        const Puzzle puzzle = reference::random_puzzle(random, geometry);
        EncodeOptions options;
        options.families = static_cast<Families>(random.below(4));
        options.selectors = static_cast<Selectors>(random.below(3));
        const std::string text = to_dimacs(puzzle, options);
        const DimacsFile file = read_dimacs(text, {"text", 1, 1});
        EXPECT_EQ(file.puzzle, puzzle) << "seed " << seed << ": " << reference::describe(puzzle);
        EXPECT_EQ(file.options.families, options.families);
        EXPECT_EQ(file.extra.size(), 0U);
        EXPECT_EQ(to_dimacs(file.puzzle, file.options), text);
    }
}

TEST(Dimacs, KeepsFurtherClausesApart) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    Formula extra;
    extra.add({Lit::negative(Var{0}), Lit::negative(Var{10})});
    const DimacsFile file = read_dimacs(to_dimacs(puzzle, {}, extra), {"text", 1, 1});
    EXPECT_EQ(file.puzzle, puzzle);
    EXPECT_EQ(file.extra, extra);
    extra.add({Lit::negative(Var{729})});
    EXPECT_THROW(to_dimacs(puzzle, {}, extra), ContractViolation);
}

TEST(Dimacs, BadFilesAreRefusedWithTheirPlace) {
    const std::string good = to_dimacs(Puzzle::from_line(p92));
    EXPECT_EQ(error_of(good), "no error");
    EXPECT_THAT(error_of(""), HasSubstr("file.cnf:1"));
    EXPECT_THAT(error_of("p cnf 1 1\n1 0\n"), HasSubstr("file.cnf:1:1"));
    EXPECT_THAT(error_of("c clew dimacs 1\np cnf 1 1\n1 0\n"), HasSubstr("board is not known"));
    EXPECT_THAT(error_of("c clew dimacs 1\nc board 9\nc boxes 3x3\n"), HasSubstr("no header"));
    EXPECT_THAT(error_of(replaced(good, "c board 9", "c board 99")), HasSubstr("file.cnf:2"));
    EXPECT_THAT(error_of(replaced(good, "c board 9", "c board nine")), HasSubstr("not a number"));
    for (const char* line : {"c board 9", "c boxes 3x3", "c clues 24", "c variable 5 r1c1=5"})
        EXPECT_THAT(error_of(replaced(good, line, std::string{line} + " junk")),
                    HasSubstr("'junk' after"))
            << line;
    EXPECT_THAT(error_of(replaced(good, "c boxes 3x3", "c boxes 3x4")), HasSubstr("file.cnf:2"));
    EXPECT_THAT(error_of(replaced(good, "c boxes 3x3", "c boxes 3")), HasSubstr("file.cnf:3"));
    EXPECT_THAT(error_of(replaced(good, "c boxes 3x3", "c regions 0")), HasSubstr("region 0"));
    EXPECT_THAT(error_of(replaced(good, "variable 5 r1c1=5", "variable 5 r1c1=4")),
                HasSubstr("variable 5 is not r1c1=4"));
    EXPECT_THAT(error_of(replaced(good, "c encoding extended", "c encoding odd")),
                HasSubstr("unknown encoding"));
    EXPECT_THAT(error_of(replaced(good, "p cnf 729 ", "p cnf 730 ")), HasSubstr("729 for this"));
    EXPECT_THAT(error_of(replaced(good, " 12012", " 12013")), HasSubstr("promises 12013"));
    EXPECT_THAT(error_of(replaced(good, "c clues 24", "c clues 25")), HasSubstr("12013"));
    EXPECT_THAT(error_of(replaced(good, "c clues 24\n", "")), HasSubstr("number of clues"));
    EXPECT_THAT(error_of(replaced(good, "\n-1 -2 0\n", "\n-1 -3 0\n")),
                HasSubstr("clause 2 is not what"));
    EXPECT_THAT(error_of(replaced(good, "\n-1 -2 0\n", "\n-1 -2x 0\n")), HasSubstr("'-2x'"));
    EXPECT_THAT(error_of(replaced(good, "\n-1 -2 0\n", "\n-1 -999 0\n")),
                HasSubstr("no variable 999"));
    EXPECT_THAT(error_of(replaced(good, "\n-1 -2 0\n", "\n-1 -9223372036854775808 0\n")),
                HasSubstr("no variable 9223372036854775808"));
    EXPECT_THAT(error_of(replaced(good, "p cnf 729 12012", "p cnf 99999999999 99999999999")),
                HasSubstr("promises"));
}

TEST(Dimacs, CutAndDamagedFilesNeverReadAsAnotherPuzzle) {
    constexpr std::uint64_t seed = 5;
    Random random{seed};
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_given(Cell{3}, Digit{2});
    puzzle.set_marks(Cell{7}, DigitSet::all(3));
    const std::string good = to_dimacs(puzzle);
    constexpr std::string_view alphabet = "0123456789 -\ncp=rx";
    int accepted = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string text = good;
        if (random.below(4) == 0) {
            text.resize(random.below(text.size()));
        } else {
            const std::size_t at = random.below(text.size());
            text[at] = alphabet[random.below(alphabet.size())];
        }
        try {
            const DimacsFile file = read_dimacs(text, {"text", 1, 1});
            ++accepted;
            // a changed clue and its own board may be a good file again; then it encodes to itself
            EXPECT_EQ(encode(file.puzzle, file.options).formula.size() + file.extra.size(),
                      encode(puzzle).formula.size())
                << "seed " << seed << " round " << round;
        } catch (const InputError& error) {
            EXPECT_GE(error.place().line, 1U);
        }
    }
    EXPECT_LT(accepted, 1500);
}

}  // namespace
}  // namespace clew::cnf
