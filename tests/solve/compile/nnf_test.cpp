#include "solve/compile/nnf.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/input_error.hpp"
#include "tests/solve/compile/asked.hpp"

namespace clew::compile {
namespace {

Graph read(const std::string& text, std::size_t variables = 0) {
    std::istringstream in{text};
    return read_nnf(in, "graph", variables);
}

TEST(Nnf, ReadsBackWhatItWrote) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random{seed};
        const Asked asked = random_question(random, 6, 400);
        const cnf::OpenEncoding f = open_formula(asked.puzzle);
        const Graph g = compile(f.formula, f.var_count, options_for(asked.puzzle, f)).graph;
        for (NnfFormat format : {NnfFormat::c2d, NnfFormat::d4}) {
            std::ostringstream out;
            write_nnf(out, g, format);
            const Graph again = read(out.str(), f.var_count);
            ASSERT_EQ(again.count(), g.count()) << "seed " << seed << "\n" << out.str();
            ASSERT_EQ(again.marginals(), g.marginals()) << "seed " << seed;
        }
    }
}

TEST(Nnf, SmoothesWhatOthersWrote) {
    // x1 or (not x1 and x2), of three variables: 6 models
    const std::string c2d = "nnf 5 4 3\nL 1\nL -1\nL 2\nA 2 1 2\nO 1 2 0 3\n";
    const Graph g = read(c2d);
    EXPECT_EQ(g.count(), Count{6});
    EXPECT_EQ(g.marginals()[0], Count{4});
    EXPECT_EQ(g.marginals()[1], Count{4});
    EXPECT_EQ(g.marginals()[2], Count{3});
    // the same as d4 writes it, which does not tell of the third variable
    const std::string d4 = "o 1 0\no 2 0\nt 3 0\n2 3 1 0\n2 3 -1 2 0\n1 2 0\n";
    EXPECT_EQ(read(d4, 3).count(), Count{6});
    EXPECT_EQ(read(d4).count(), Count{3});
    // an "or" of three ways, one of them impossible
    EXPECT_EQ(read("o 1 0\nt 2 0\nf 3 0\n1 2 1 2 0\n1 2 -1 2 0\n1 3 -2 0\n").count(), Count{2});
}

TEST(Nnf, ConstantsAreGraphs) {
    EXPECT_EQ(read("nnf 1 0 3\nA 0\n").count(), Count{8});
    EXPECT_EQ(read("nnf 1 0 3\nO 0 0\n").count(), Count{0});
    EXPECT_EQ(read("o 1 0\nf 2 0\n1 2 0\n", 3).count(), Count{0});
}

TEST(Nnf, RefusesWithTheLine) {
    const auto line_of = [](const std::string& text) -> std::size_t {
        try {
            read(text);
        } catch (const InputError& e) {
            return e.place().line;
        }
        return 999;
    };
    EXPECT_EQ(line_of("hello\n"), 1U);
    EXPECT_EQ(line_of("nnf 2 1 1\nL 1\nA 1 1\n"), 3U);          // a child that is itself
    EXPECT_EQ(line_of("nnf 2 1 1\nL 2\nA 1 0\n"), 2U);          // a variable too many
    EXPECT_EQ(line_of("nnf 3 2 1\nL 1\nL -1\nA 2 0 1\n"), 4U);  // children that share a variable
    EXPECT_EQ(line_of("nnf 4 0 1\nL 1\n"), 2U);                 // fewer nodes than announced
    EXPECT_EQ(line_of("nnf 1 0 1\nX 1\n"), 2U);
    EXPECT_EQ(line_of("o 1 0\n1 2 0\n"), 2U);                // an arc to nowhere
    EXPECT_EQ(line_of("o 1 0\no 2 0\n1 2 0\n2 1 0\n"), 1U);  // a circle
    EXPECT_EQ(line_of("o 1 0\nt 2 0\n1 2 1"), 3U);           // no 0
    EXPECT_EQ(line_of("o 2 0\n"), 1U);                       // no root
}

}  // namespace
}  // namespace clew::compile
