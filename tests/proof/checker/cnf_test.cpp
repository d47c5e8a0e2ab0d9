#include "proof/checker/cnf.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/input_error.hpp"

namespace clew::proof {
namespace {

Cnf read(const std::string& text) {
    std::istringstream in{text};
    return read_cnf(in, "t.cnf");
}

TEST(ProofCnf, ReadsClausesOverLinesAndSkipsComments) {
    const Cnf f = read("c a word\np cnf 3 3\n1 -2 0 3\n0\nc more\n0\n");
    ASSERT_EQ(f.size(), 3U);
    EXPECT_EQ(f.variables, 3U);
    EXPECT_EQ(std::vector<Literal>(f[0].begin(), f[0].end()), (std::vector<Literal>{1, -2}));
    EXPECT_EQ(std::vector<Literal>(f[1].begin(), f[1].end()), (std::vector<Literal>{3}));
    EXPECT_TRUE(f[2].empty());
}

TEST(ProofCnf, RefusesWhatIsNoFormulaWithItsLine) {
    struct Row {
        const char* text;
        std::size_t line;
    };
    for (const Row& row :
         {Row{"", 0}, Row{"1 0\n", 1}, Row{"p cnf 2 1\n3 0\n", 2}, Row{"p cnf 2 1\n1 2\n", 2},
          Row{"p cnf 2 2\n1 0\n", 2}, Row{"p cnf 2 1\n1 0\n2 0\n", 3}, Row{"p cnf 2 1\nx 0\n", 2},
          Row{"p cnf 2 1\np cnf 2 1\n1 0\n", 2}, Row{"p dnf 2 1\n1 0\n", 1},
          Row{"p cnf 2 1 7\n1 0\n", 1}, Row{"p cnf 268435456 0\n", 1},
          Row{"p cnf 2 1\n1 -2147483649 0\n", 2}, Row{"c variable 131072 a\n", 1},
          Row{"c variable 1 a\nc variable 1 b\n", 2}, Row{"c variable 1 a\nc variable 3 b\n", 2},
          Row{"c variable 1 a\np cnf 0 0\n", 2}, Row{"p cnf -1 0\n", 1}, Row{"p cnf 1 -1\n", 1},
          Row{"p cnf 2 1\n-3 0\n", 2}})
        try {
            read(row.text);
            ADD_FAILURE() << row.text;
        } catch (const InputError& error) {
            EXPECT_EQ(error.place().line, row.line) << row.text;
            EXPECT_EQ(error.place().source, "t.cnf");
        }
}

TEST(ProofCnf, SaysWhatIsMissing) {
    for (const auto& [text, why] : {std::pair{"", "no header"},
                                    {"0\n", "a clause before the header"},
                                    {"p cnf 2 1\n1 0 2\n", "the last clause has no end"}})
        try {
            read(text);
            ADD_FAILURE() << text;
        } catch (const InputError& error) {
            EXPECT_STREQ(error.what(), why);
        }
}

}  // namespace
}  // namespace clew::proof
