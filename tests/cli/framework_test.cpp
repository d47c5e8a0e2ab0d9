// The command line without its commands: parsing, help, messages, files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/arguments.hpp"
#include "cli/manual.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/terminal.hpp"
#include "cli/watch.hpp"
#include "core/base/nearest.hpp"
#include "core/base/numbers.hpp"
#include "explain/report/plot.hpp"
#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using report::Plot;
using report::Scale;
using report::write_svg;

using ::testing::HasSubstr;

TEST(Framework, WithoutArgumentsShowsTheOverviewAsAnError) {
    const Result r = run_clew({});
    EXPECT_EQ(r.code, ExitCode::usage);
    EXPECT_EQ(r.out, "");
    EXPECT_THAT(r.err, HasSubstr("usage: clew COMMAND"));
}

TEST(Framework, UnknownWordsAreRefusedWithASuggestion) {
    Result r = run_clew({"enumrate"});
    EXPECT_EQ(r.code, ExitCode::usage);
    EXPECT_EQ(r.err,
              "clew: there is no command 'enumrate'; did you mean 'enumerate'?\n"
              "  see: clew help\n");
    r = run_clew({"version", "--jsn"});
    EXPECT_EQ(r.code, ExitCode::usage);
    EXPECT_THAT(r.err, HasSubstr("no option '--jsn'; did you mean '--json'?"));
    EXPECT_THAT(r.err, HasSubstr("see: clew help version"));
    r = run_clew({"version", "surplus"});
    EXPECT_EQ(r.code, ExitCode::usage);
    EXPECT_THAT(r.err, HasSubstr("'surplus'"));
    std::set<std::string> groups;  // each heading once
    std::string last;
    for (const ManualPage& page : make_pages())
        if (page.info.group != last) {
            last = page.info.group;
            EXPECT_TRUE(groups.insert(last).second) << last;
        }
    r = run_clew({"help", "frobnicate"});
    EXPECT_EQ(r.code, ExitCode::usage);
}

TEST(Framework, EveryCommandHasHelpWithAnExample) {
    for (const ManualPage& page : make_pages()) {
        SCOPED_TRACE(page.info.name);
        const Result by_word = run_clew({"help", page.info.name});
        EXPECT_EQ(by_word.code, ExitCode::ok);
        EXPECT_EQ(run_clew({page.info.name, "--help"}).out, by_word.out);
        EXPECT_THAT(by_word.out, HasSubstr("usage: clew " + page.info.name));
        if (page.info.group != "About") {
            EXPECT_FALSE(page.arguments.examples().empty());
        }
        std::set<std::string> names;
        for (const Argument& a : page.arguments.all()) {
            EXPECT_FALSE(a.help.empty()) << a.names;
            EXPECT_TRUE(names.insert(a.long_name()).second) << a.names << " twice";
        }
    }
}

TEST(Framework, ManPageAndCompletionsNameEveryCommandAndOption) {
    const std::string man = run_clew({"help", "--man"}).out;
    std::string unescaped = man;
    std::erase(unescaped, '\\');
    for (const ManualPage& page : make_pages()) {
        EXPECT_THAT(unescaped, HasSubstr("clew " + page.info.name));
        for (const char* shell : {"bash", "zsh", "fish"}) {
            const std::string text = run_clew({"help", "--completion", shell}).out;
            EXPECT_THAT(text, HasSubstr(page.info.name));
            for (const Argument& a : page.arguments.all()) {
                if (a.positional) continue;
                EXPECT_THAT(unescaped, HasSubstr(a.long_name()));
                EXPECT_THAT(text, HasSubstr(a.long_name().substr(2))) << shell;
            }
        }
    }
    EXPECT_EQ(run_clew({"help", "--completion", "tcsh"}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"help", "--completion"}).code, ExitCode::usage);
}

// A page describes an option, or names it and the page that does.
TEST(Framework, EveryOptionIsDescribedWhereTheHelpSays) {
    const auto words = [](const std::string& topic) {
        std::string text = run_clew({"help", topic}).out, unwrapped;
        std::istringstream in{text};
        for (std::string word; in >> word;) unwrapped += word + " ";
        return unwrapped;
    };
    for (const ManualPage& page : make_pages()) {
        const std::string own = words(page.info.name);
        for (const Argument& a : page.arguments.all()) {
            EXPECT_THAT(own, HasSubstr(a.long_name())) << page.info.name;
            const std::string told = a.topic.empty() ? own : words(a.topic);
            EXPECT_THAT(told, HasSubstr(a.long_name())) << page.info.name;
            if (a.topic.empty()) {
                EXPECT_THAT(own, HasSubstr(a.help)) << page.info.name;
            } else {
                EXPECT_THAT(own, HasSubstr("see: clew help " + a.topic)) << page.info.name;
            }
            if (a.topic == "options") {
                EXPECT_THAT(told, HasSubstr(a.help)) << page.info.name << " " << a.names;
            }
        }
    }
}

TEST(Framework, ExitCodesAreDocumentedAndDistinct) {
    const std::string text = run_clew({"help", "exit-codes"}).out;
    std::set<int> codes;
    for (const ExitCodeInfo& info : exit_codes()) {
        EXPECT_TRUE(codes.insert(static_cast<int>(info.code)).second);
        EXPECT_THAT(text, HasSubstr(info.name));
    }
    EXPECT_EQ(worse(ExitCode::ok, ExitCode::several), ExitCode::several);
    EXPECT_EQ(worse(ExitCode::bad_input, ExitCode::several), ExitCode::bad_input);
    EXPECT_EQ(worse(ExitCode::no_solution, ExitCode::partial), ExitCode::partial);
}

TEST(Framework, NumbersAndTimesAreReadAsPeopleWriteThem) {
    EXPECT_EQ(parse_number("--limit", "0"), 0U);
    EXPECT_EQ(parse_number("--limit", "1_000_000"), 1'000'000U);
    EXPECT_EQ(parse_number("--limit", "1e6"), 1'000'000U);
    EXPECT_EQ(parse_number("--limit", "18446744073709551615"), ~std::uint64_t{0});
    for (const char* bad :
         {"", "-1", "x", "1.5", "1e", "e5", "1e30", "18446744073709551616", "12 ", "_1"})
        EXPECT_THROW(parse_number("--limit", bad), InputError) << bad;

    Arguments arguments;
    std::optional<double> time;
    arguments.duration("--timeout", time, "");
    const std::pair<const char*, double> good[] = {
        {"30", 30}, {"1.5", 1.5}, {"500ms", 0.5}, {"2m", 120}, {"1h", 3600}, {"7s", 7}, {"0", 0}};
    for (const auto& [text, seconds] : good) {
        arguments.all()[0].set(text);
        EXPECT_DOUBLE_EQ(time.value(), seconds) << text;
    }
    for (const char* bad : {"", "x", "-1", "1d", "nan", "inf", "1msm"})
        EXPECT_THROW(arguments.all()[0].set(bad), InputError) << bad;
}

TEST(Framework, ChoicesAreListedWhenNoneFits) {
    Arguments arguments;
    int number = 0;
    arguments.choice<int>("--size", number, {{"small", 1}, {"large", 2}}, "");
    arguments.all()[0].set("large");
    EXPECT_EQ(number, 2);
    try {
        arguments.all()[0].set("lage");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.message(),
                  "--size: 'lage' does not fit\n"
                  "  expected: one of small, large; did you mean 'large'?");
    }
}

TEST(Framework, NearestWordIsNearOrNothing) {
    EXPECT_EQ(nearest("cuont", {"count", "convert"}), "count");
    EXPECT_EQ(nearest("xyzzy", {"count", "convert"}), std::nullopt);
    EXPECT_EQ(nearest("", {"count"}), std::nullopt);
}

TEST(OutputFile, IsWrittenWholeOrNotAtAll) {
    const TemporaryFolder folder;
    std::istringstream in;
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err};
    const std::string name = folder.write("result.txt", "old");
    {
        OutputFile file{host, name};
        file.stream() << "half";
    }
    EXPECT_EQ(read_file(name), "old");
    EXPECT_EQ(folder.file_count(), 1U);
    {
        OutputFile file{host, name};
        file.stream() << "new";
        file.commit();
    }
    EXPECT_EQ(read_file(name), "new");
    EXPECT_EQ(folder.file_count(), 1U);
    EXPECT_THROW((OutputFile{host, folder.file("no/such/folder/x")}), std::ios_base::failure);
    EXPECT_THROW((OutputFile{host, folder.file("")}), std::ios_base::failure);
    OutputFile standard{host, "-"};
    standard.stream() << "text";
    standard.commit();
    EXPECT_EQ(out.str(), "text");
}

TEST(Watch, RaisesTheFlagWhenTimeIsOver) {
    std::istringstream in;
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err};
    Watch calm{host, std::nullopt};
    EXPECT_EQ(calm.exit_code(), ExitCode::ok);
    Watch watch{host, 0.0};
    while (!watch.stopped()) std::this_thread::yield();
    EXPECT_EQ(watch.exit_code(), ExitCode::partial);
    EXPECT_STREQ(watch.why(), "time is over");

    StopFlag interrupt;
    host.interrupt = &interrupt;
    Watch other{host, std::nullopt};
    interrupt.raise();
    EXPECT_EQ(other.exit_code(), ExitCode::interrupted);
}

TEST(Terminal, ColoursOnlyWhereTheyBelong) {
    std::istringstream in;
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err};
    EXPECT_EQ(Paint(host, ColorMode::automatic)(Style::good, "x"), "x");
    EXPECT_EQ(Paint(host, ColorMode::always)(Style::good, "x"), "\x1b[32mx\x1b[0m");
    host.out_is_terminal = true;
    EXPECT_TRUE(Paint(host, ColorMode::automatic).on());
    EXPECT_FALSE(Paint(host, ColorMode::never).on());
    host.no_color = true;
    EXPECT_FALSE(Paint(host, ColorMode::automatic).on());
}

TEST(PlayerMarks, NumbersAndTimesAreReadable) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1234567), "1 234 567");
    EXPECT_EQ(duration_text(0.0042), "0.004 s");
    EXPECT_EQ(duration_text(12.34), "12.3 s");
    EXPECT_EQ(duration_text(125), "2 min 05 s");
    EXPECT_EQ(duration_text(3725), "1 h 02 min");
}

TEST(Plot, ShowsEveryCurveAndEscapesItsNames) {
    Plot plot{.title = "a < b & c",
              .x = {"solutions", Scale::logarithmic},
              .y = {"seconds", Scale::logarithmic}};
    plot.curves.push_back({"first", {{100, 0.01}, {1e4, 0.5}}});
    plot.curves.push_back({"second", {{100, 0.02}, {0, 1}, {1e4, 0.4}}});  // 0 has no logarithm
    const std::string svg = write_svg(plot);
    EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
    EXPECT_THAT(svg, HasSubstr(">first</text>"));
    EXPECT_THAT(svg, HasSubstr(">second</text>"));
    std::size_t circles = 0;
    for (std::size_t at = 0; (at = svg.find("<circle", at)) != std::string::npos; ++at) ++circles;
    EXPECT_EQ(circles, 3U);  // two points and the name's
    EXPECT_THAT(write_svg({.title = "empty", .x = {}, .y = {}}), HasSubstr("</svg>"));
}

// What kind of error it was says how the command ends, whatever the name at its place looks like.
TEST(ExitCodes, AFileWhoseNameBeginsWithADashIsAFile) {
    const TemporaryFolder folder;
    const std::string bad = "not a puzzle at all\n";
    folder.write("bad.sdk", bad);
    folder.write("-bad.sdk", bad);
    folder.write("--limit", bad);
    const std::string before = std::filesystem::current_path();
    std::filesystem::current_path(folder.file(""));
    for (const char* command : {"tree", "count", "explain", "show", "enumerate", "encode"}) {
        for (const char* name : {"bad.sdk", "-bad.sdk", "--limit"})
            EXPECT_EQ(run_clew({command, "--", name}).code, ExitCode::bad_input)
                << command << " " << name;
        EXPECT_EQ(run_clew({command, "--", "-missing.sdk"}).code, ExitCode::io) << command;
    }
    std::filesystem::current_path(before);
}

TEST(ExitCodes, WhatALibraryRefusesInAnOptionIsAUsageErrorThatNamesTheOption) {
    const std::string p92 = source_file("examples/p92.sdk");
    const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
        {{"tree", "--rules", "magic", p92}, "--rules"},
        {{"tree", "--screen", "magic", p92}, "--screen"},
        {{"tree", "--collapse", "XYZ", "--as", "dot", "-o", "-", p92}, "--collapse"},
        {{"convert", "--to", "nothing", p92}, "--to"},
        {{"generate", "--to", "nothing"}, "--to"},
        {{"count", "--input-format", "nothing", p92}, "--input-format"},
        {{"explain", "--rules", "magic", p92}, "--rules"},
    };
    for (const auto& [words, option] : rows) {
        const Result r = run_clew(words);
        EXPECT_EQ(r.code, ExitCode::usage) << words[0] << " " << option;
        EXPECT_THAT(r.err, ::testing::StartsWith("clew: " + option + ": ")) << words[0];
    }
}

/// The string literals of the code that stand at an option's place: "--name" after a quote, a blank
/// or a bracket within quotes, and neither a CSS property nor on a command line of a public
/// checker, which a certificate's page shows indented.
std::vector<std::string> options_named_in(const std::filesystem::path& file) {
    std::vector<std::string> found;
    for (const std::string& line : lines_of(read_file(file.string()))) {
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string::npos || line.compare(first, 2, "//") == 0) continue;
        if (line.find("\"    veripb ") != std::string::npos) continue;
        for (std::size_t at = line.find("--"); at != std::string::npos;
             at = line.find("--", at + 2)) {
            const auto is_letter = [&](std::size_t i) {
                return i < line.size() && ((line[i] >= 'a' && line[i] <= 'z') || line[i] == '-');
            };
            if (at == 0 || !is_letter(at + 2) ||
                std::string_view("\" '").find(line[at - 1]) == std::string_view::npos)
                continue;
            std::size_t end = at;
            while (is_letter(end)) ++end;
            const bool quoted =
                std::ranges::count(std::string_view{line}.substr(0, at), '"') % 2 == 1;
            if (quoted && (end == line.size() || line[end] != ':')) found.push_back(line);
        }
    }
    return found;
}

TEST(Libraries, NameNoOption) {
    std::size_t files = 0;
    for (const char* module : {"core", "encode", "proof", "solve", "setter", "logic", "explain"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(source_file(module))) {
            const std::string type = entry.path().extension();
            if (type != ".cpp" && type != ".hpp" && type != ".ipp") continue;
            ++files;
            for (const std::string& line : options_named_in(entry.path()))
                ADD_FAILURE() << entry.path() << ": " << line;
        }
    EXPECT_GT(files, 100U);
    EXPECT_FALSE(options_named_in(source_file("cli/commands/count.cpp")).empty());
}

TEST(Libraries, TheCommandLineThrowsUsageErrorsForItsOptions) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_file("cli")))
        EXPECT_FALSE(entry.is_regular_file() &&
                     read_file(entry.path()).find("InputError({\"-") != std::string::npos)
            << entry.path();
}

}  // namespace
}  // namespace clew::cli
