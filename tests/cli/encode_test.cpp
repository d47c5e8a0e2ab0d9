#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using testing::HasSubstr;

TEST(Encode, WritesDimacsThatEveryCommandReadsBack) {
    const std::string p92 = source_file("examples/p92.sdk");
    const Result plain = run_clew({"encode", p92});
    EXPECT_EQ(plain.code, ExitCode::ok);
    EXPECT_THAT(plain.out, HasSubstr("\np cnf 729 12012\n"));
    EXPECT_EQ(run_clew({"count", "-"}, plain.out).out, "12\n");
    EXPECT_EQ(run_clew({"convert", "--to", "dimacs", p92}).out, plain.out);

    const Result minimal = run_clew({"encode", "--encoding", "minimal", p92});
    EXPECT_THAT(minimal.out, HasSubstr("\np cnf 729 8853\n"));
    EXPECT_EQ(run_clew({"encode", "--encoding", "efficient", p92}).out,
              run_clew({"encode", "--encoding", "natural", p92}).out);
    const Result switches = run_clew({"encode", "--selectors", "all", p92});
    EXPECT_THAT(switches.out, HasSubstr(" row 3 needs a 5\n"));
}

TEST(Encode, BlocksEverySolution) {
    const std::string p92 = source_file("examples/p92.sdk");
    const Result all = run_clew({"encode", "--blocking", p92});
    EXPECT_EQ(all.code, ExitCode::ok);
    EXPECT_THAT(all.out, HasSubstr("\np cnf 729 12024\n"));
    EXPECT_EQ(run_clew({"encode", "--blocking", "--selectors", "all", p92}).code, ExitCode::usage);
    StopFlag stop;
    stop.raise();
    const Result cut = run_clew({"encode", "--blocking", p92}, {}, &stop);
    EXPECT_EQ(cut.code, ExitCode::interrupted);
    EXPECT_EQ(cut.out, "");
}

TEST(Encode, DamagedFilesAreBadInput) {
    std::string text = run_clew({"encode", source_file("examples/p92.sdk")}).out;
    const std::size_t at = text.find("\n-1 -2 0\n");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 9, "\n-1 -3 0\n");
    const Result r = run_clew({"count", "-"}, text);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_THAT(r.err, HasSubstr("clause 2 is not what"));
}

}  // namespace
}  // namespace clew::cli
