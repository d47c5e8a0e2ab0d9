// count --ledger, check --ledger and merge --ledger.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Some thousands of solutions, fifteen arrangements: asked of the command itself.
const std::string puzzle =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4.........3..7.85...1........\n";

std::string root_of(const std::string& out) { return out.substr(out.find("root ") + 5, 64); }

TEST(Ledger, IsWrittenAndChecked) {
    const TemporaryFolder place;
    const std::string file = place.file("ledger");
    const std::string number = run_clew({"count", "--engine", "search", "-"}, puzzle).out;
    const Result made = run_clew({"count", "--ledger", file, "-"}, puzzle);
    EXPECT_EQ(made.code, ExitCode::ok) << made.err;
    EXPECT_THAT(made.out, StartsWith(number + "root "));
    EXPECT_THAT(read_file(file), HasSubstr("\nroot " + root_of(made.out) + "\n"));
    EXPECT_EQ(place.file_count(), 1U);

    const std::string claim = "accepted: exactly " + number.substr(0, number.size() - 1);
    Result r = run_clew({"check", "--ledger", file, "--sample", "4", "--seed", "7", "-"}, puzzle);
    EXPECT_EQ(r.code, ExitCode::ok) << r.out;
    EXPECT_THAT(r.out, StartsWith(claim));
    EXPECT_THAT(r.out, HasSubstr("one wrong line passes with a chance of "));
    EXPECT_THAT(r.out, HasSubstr("the ledger is about this puzzle"));
    EXPECT_THAT(r.out, HasSubstr("did not foresee seed 7"));
    r = run_clew({"check", "--ledger", file, "--sample", "100000", "--root", root_of(made.out)});
    EXPECT_THAT(r.out, HasSubstr("every line was counted again by search"));
    EXPECT_THAT(r.out, HasSubstr("trusted  that the puzzle in its first line"));
    for (const std::string engine : {"cubes", "exact"})
        EXPECT_THAT(
            run_clew({"check", "--ledger", file, "--sample", "3", "--recount-with", engine}).out,
            HasSubstr("counted again by " + engine));

    const auto json =
        nlohmann::json::parse(run_clew({"check", "--ledger", file, "--sample", "5", "--json"}).out);
    EXPECT_EQ(json.at("solutions").get<std::string>() + "\n", number);
    EXPECT_EQ(json.at("root"), root_of(made.out));
    EXPECT_EQ(json.at("sampled"), 5);
    const double lines = json.at("lines");
    EXPECT_DOUBLE_EQ(json.at("one_wrong_passes"), 1 - 5 / lines);
    EXPECT_THAT(
        run_clew({"check", "--ledger", file, "--sample", "5", "--seed", json.at("seed").dump()})
            .out,
        HasSubstr("drawn by seed " + json.at("seed").dump() + ", were counted"));
    const auto counted =
        nlohmann::json::parse(run_clew({"count", "--ledger", file, "--json", "-"}, puzzle).out);
    EXPECT_EQ(counted.at("ledger").at("root"), root_of(made.out));
    EXPECT_EQ(counted.at("ledger").at("lines"), lines);
}

// A forged line that one seed does not draw is drawn by others: nobody can foresee which.
TEST(Ledger, EachCheckDrawsAfresh) {
    const TemporaryFolder place;
    const std::string file = place.file("ledger");
    run_clew({"count", "--ledger", file, "-"}, puzzle);
    std::set<std::string> seeds;
    for (int i = 0; i < 4; ++i) {
        const Result r = run_clew({"check", "--ledger", file, "--sample", "1"});
        const std::size_t at = r.out.find("the fresh seed ");
        ASSERT_NE(at, std::string::npos) << r.out;
        seeds.insert(r.out.substr(at + 15, r.out.find(',', at) - at - 15));
        EXPECT_THAT(r.out, Not(HasSubstr("foresee")));
    }
    EXPECT_GT(seeds.size(), 1U);
}

// [FelgenhauerJarvis2005]: the number of all grids.
TEST(Ledger, TheBlankGridIsCountedTwice) {
    const TemporaryFolder place;
    const std::string blank = std::string(81, '.') + "\n", file = place.file("ledger");
    EXPECT_THAT(run_clew({"count", "--ledger", file, "-"}, blank).out,
                StartsWith("6670903752021072936960\n"));
    const Result r = run_clew({"check", "--ledger", file, "--recount-with", "exact", "-"}, blank);
    EXPECT_THAT(r.out, StartsWith("accepted: exactly 6670903752021072936960 solutions\n"));
    EXPECT_THAT(r.out, HasSubstr("every line was counted again by exact, crosswise"));
}

TEST(Ledger, TamperingIsCaught) {
    const TemporaryFolder place;
    const std::string file = place.file("ledger");
    const std::string root = root_of(run_clew({"count", "--ledger", file, "-"}, puzzle).out);
    const std::string text = read_file(file);
    const auto rejected = [&](const std::string& changed, std::vector<std::string> more = {}) {
        const std::string name = place.write("changed", changed);
        std::vector<std::string> words = {"check", "--ledger", name, "--sample", "5"};
        words.insert(words.end(), more.begin(), more.end());
        const Result r = run_clew(words, puzzle);
        EXPECT_EQ(r.code, ExitCode::disagree) << r.out;
        EXPECT_THAT(r.out, StartsWith("rejected: "));
        return r.out;
    };
    std::string changed = text;
    changed[changed.size() - 2] = changed[changed.size() - 2] == '0' ? '1' : '0';
    EXPECT_THAT(rejected(changed), HasSubstr("the root is not that of the lines"));
    EXPECT_THAT(rejected(text.substr(0, text.size() / 2)), HasSubstr("changed:"));
    EXPECT_THAT(rejected("rubbish\n"), HasSubstr("not a ledger's first line"));
    std::string other_root = root;
    other_root[0] = root[0] == 'a' ? 'b' : 'a';
    EXPECT_THAT(rejected(text, {"--root", other_root}), HasSubstr("not the one given"));
    EXPECT_EQ(run_clew({"check", "--ledger", file, "--root", "abc"}).code, ExitCode::usage);
    const std::string p92 = source_file("examples/p92.sdk");
    EXPECT_THAT(rejected(text, {p92}), HasSubstr("it is about another puzzle"));
    EXPECT_THAT(rejected(text, {source_file("examples/sixteen.sdk")}),
                HasSubstr("it is about another puzzle"));
}

TEST(Ledger, PartsAreMerged) {
    const TemporaryFolder place;
    const std::string whole = place.file("whole");
    const std::string said = run_clew({"count", "--ledger", whole, "-"}, puzzle).out;
    std::string lines;
    std::vector<std::string> merge = {"merge", "--ledger", place.file("merged")};
    for (const std::string shard : {"2/3", "3/3", "1/3"}) {
        const std::string name = place.file(shard.substr(0, 1));
        const Result part = run_clew({"count", "--shard", shard, "--ledger", name, "-"}, puzzle);
        EXPECT_EQ(part.code, ExitCode::ok) << part.err;
        lines += part.out;
        merge.push_back(name);
        EXPECT_THAT(run_clew({"check", "--ledger", name, "--sample", "3"}).out,
                    StartsWith("accepted: part " + shard));
    }
    EXPECT_EQ(run_clew({"merge", "-"}, lines).out, said);
    const Result merged = run_clew(merge);
    EXPECT_EQ(merged.out, said) << merged.err;
    EXPECT_EQ(read_file(place.file("merged")), read_file(whole));
    const auto json = nlohmann::json::parse(run_clew({"merge", "--json", "-"}, lines).out);
    EXPECT_EQ(json.at("root"), root_of(said));

    merge.pop_back();
    EXPECT_THAT(run_clew(merge).err, HasSubstr("part 1/3 is missing"));
    EXPECT_EQ(run_clew({"merge", "--ledger", place.file("merged")}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"merge", "--ledger", place.file("merged"), "-"}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"merge", "--ledger", place.file("merged"), place.file("none")}).code,
              ExitCode::io);
    EXPECT_EQ(read_file(place.file("merged")), read_file(whole));  // left as it was
    // One part that was counted without a ledger: a sum, and no root.
    const std::string plain = run_clew({"count", "--shard", "1/3", "-"}, puzzle).out;
    const std::string mixed =
        run_clew({"merge", "-"}, lines.substr(0, lines.rfind('\n', lines.size() - 2) + 1) + plain)
            .out;
    EXPECT_EQ(mixed, said.substr(0, said.find('\n') + 1));
}

TEST(Ledger, IsWholeOrNotThere) {
    const TemporaryFolder place;
    StopFlag stop;
    stop.raise();
    const std::string file = place.file("ledger");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"count", "--ledger", file, "-"},
          std::vector<std::string>{"count", "--ledger", file, "--shard", "1/2", "-"}})
        EXPECT_EQ(run_clew(words, puzzle, &stop).code, ExitCode::interrupted);
    EXPECT_EQ(run_clew({"count", "--ledger", file, "-"}, std::string(16, '.') + "\n").code,
              ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--ledger", file, "-"}, puzzle + puzzle).code,
              ExitCode::bad_input);
    EXPECT_EQ(place.file_count(), 0U);
    EXPECT_EQ(run_clew({"count", "--ledger", "-", "-"}, puzzle).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--ledger", place.file("no/such/folder"), "-"}, puzzle).code,
              ExitCode::io);
    place.write("ledger", "before\n");
    run_clew({"count", "--ledger", file, "-"}, puzzle, &stop);
    EXPECT_EQ(read_file(file), "before\n");
    run_clew({"count", "--ledger", file, "-"}, puzzle);
    const Result cut = run_clew({"check", "--ledger", file}, {}, &stop);
    EXPECT_EQ(cut.code, ExitCode::interrupted);
    EXPECT_EQ(cut.out, "");
}

}  // namespace
}  // namespace clew::cli
