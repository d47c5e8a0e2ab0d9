// Pictures through other programs: PDF and PNG, and the scratch files on the way.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <string>

#include "cli/child_process.hpp"
#include "cli/picture_file.hpp"
#include "cli/scratch_folder.hpp"
#include "tests/cli/harness.hpp"
#include "tests/support/texts.hpp"

namespace clew::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The system's temporary folder is another one for a while.
class OtherTemporaryFolder {
  public:
    explicit OtherTemporaryFolder(const std::string& path) {
        if (const char* old = std::getenv("TMPDIR")) old_ = old;
        setenv("TMPDIR", path.c_str(), 1);
    }
    ~OtherTemporaryFolder() {
        if (old_.empty())
            unsetenv("TMPDIR");
        else
            setenv("TMPDIR", old_.c_str(), 1);
    }
    OtherTemporaryFolder(const OtherTemporaryFolder&) = delete;
    OtherTemporaryFolder& operator=(const OtherTemporaryFolder&) = delete;

  private:
    std::string old_;
};

struct PngSize {
    unsigned width = 0;
    unsigned height = 0;
};

PngSize size_of_png(const std::string& png) {
    const auto number = [&](std::size_t at) {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            value = value << 8 | static_cast<unsigned char>(png.at(i));
        return value;
    };
    return {number(16), number(20)};
}

TEST(ScratchFolder, IsOursAloneAndGoneAtTheEnd) {
    std::string first;
    {
        const ScratchFolder one;
        const ScratchFolder two;
        EXPECT_NE(one.path(), two.path());
        first = one.path();
        struct stat status {};
        ASSERT_EQ(stat(first.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777, 0700U);
        std::ofstream{one.file("a")} << "text";
    }
    EXPECT_FALSE(std::filesystem::exists(first));
}

TEST(PictureFile, TheNameSaysTheFormat) {
    EXPECT_EQ(picture_format_of("a.b.SVG"), PictureFormat::svg);
    EXPECT_EQ(picture_format_of("x.pdf"), PictureFormat::pdf);
    EXPECT_EQ(picture_format_of("/tmp/x.Png"), PictureFormat::png);
    EXPECT_EQ(picture_format_of("png"), std::nullopt);
    EXPECT_EQ(picture_format_of("x.pdf.txt"), std::nullopt);
}

TEST(TreeCommand, DrawsPdfAndPngOfEveryLayoutAndLeavesNothingBehind) {
    if (!is_installed("rsvg-convert"))
        GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
    const TemporaryFolder results;
    const TemporaryFolder scratch;
    const OtherTemporaryFolder elsewhere{scratch.file("")};
    for (const char* layout : {"graphviz", "levels"}) {
        if (std::string(layout) == "graphviz" && !is_installed("dot")) continue;
        for (const char* style : {"text", "grid", "points"}) {
            const std::string pdf = results.file("t.pdf");
            const std::string png = results.file("t.png");
            for (const std::string& file : {pdf, png}) {
                const Result r = run_clew({"tree", p92_file, "--mode", "lean", "--layout", layout,
                                           "--style", style, "-q", "-o", file});
                EXPECT_EQ(r.code, ExitCode::ok) << r.err;
            }
            EXPECT_THAT(read_file(pdf), StartsWith("%PDF-"));
            EXPECT_THAT(read_file(png), StartsWith("\x89PNG"));
        }
    }
    EXPECT_EQ(scratch.file_count(), 0U);
}

TEST(TreeCommand, ALargePdfHasSheetsOfPaperUnlessOneIsAskedFor) {
    if (!is_installed("rsvg-convert"))
        GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
    const TemporaryFolder folder;
    const std::string file = folder.file("t.pdf");
    for (const auto& [paper, pages] : {std::pair{"a4", "/Count 9"}, {"fit", "/Count 1"}}) {
        EXPECT_EQ(run_clew({"tree", p92_file, "-q", "-o", file, "--paper", paper}).code,
                  ExitCode::ok);
        EXPECT_THAT(read_file(file), HasSubstr(pages));
    }
    const Result r = run_clew({"tree", p92_file, "-o", folder.file("t.svg"), "--paper", "letter"});
    EXPECT_EQ(r.code, ExitCode::usage);
}

TEST(TreeCommand, ALargePngHasABoundedNumberOfPixels) {
    if (!is_installed("rsvg-convert"))
        GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
    const TemporaryFolder folder;
    const std::string file = folder.file("t.png");
    EXPECT_EQ(run_clew({"tree", p92_file, "-q", "-o", file}).code, ExitCode::ok);
    const PngSize size = size_of_png(read_file(file));
    EXPECT_GT(size.width, 2000U);
    EXPECT_LE(std::uint64_t{size.width} * size.height, 12'000'000U);
}

TEST(TreeCommand, WithoutItsToolAPictureIsRefusedByName) {
    const TemporaryFolder empty;
    const char* path = std::getenv("PATH");
    const std::string old = path == nullptr ? "" : path;
    setenv("PATH", empty.file("").c_str(), 1);
    const std::string file = empty.file("t.pdf");
    const Result r = run_clew({"tree", p92_file, "-q", "-o", file});
    const Result svg =
        run_clew({"tree", p92_file, "--mode", "lean", "-q", "-o", empty.file("t.svg")});
    setenv("PATH", old.c_str(), 1);
    EXPECT_EQ(r.code, ExitCode::io);
    EXPECT_THAT(r.err, HasSubstr("librsvg2-bin"));
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_EQ(svg.code, ExitCode::ok) << svg.err;  // needs no other program
}

TEST(ShowCommand, DrawsTheBareBoard) {
    const TemporaryFolder folder;
    const std::string file = folder.file("b.svg");
    const Result r = run_clew({"show", p92_file, "-o", file});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_EQ(r.out, "");
    const std::string svg = read_file(file);
    EXPECT_EQ(occurrences(svg, "class=\"given\""), 24U);
    EXPECT_EQ(occurrences(svg, "class=\"candidate\""), 0U);
    EXPECT_EQ(occurrences(svg, "class=\"coordinate\""), 0U);
    EXPECT_EQ(run_clew({"show", "-c", p92_file, "-o", file}).code, ExitCode::ok);
    EXPECT_GT(occurrences(read_file(file), "class=\"candidate\""), 100U);
}

TEST(ShowCommand, DrawsSheetsWithTitlesAndSolutions) {
    const TemporaryFolder folder;
    const std::string file = folder.file("s.svg");
    const std::string six = source_file("examples/six.sdk");
    const std::string jigsaw = source_file("examples/jigsaw.txt");
    const std::string gould = source_file("examples/gould92.sdk");
    Result r = run_clew({"show", p92_file, six, gould, "-o", file, "--paper", "letter",
                         "--per-page", "4", "--solutions", "upside-down", "--title", "Class 7b"});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    std::string svg = read_file(file);
    EXPECT_EQ(occurrences(svg, "<svg class=\"board\""), 6U);
    EXPECT_THAT(svg, HasSubstr("width=\"8.5in\""));
    EXPECT_THAT(svg, HasSubstr(">Class 7b</text>"));
    EXPECT_THAT(svg, HasSubstr(">1. P-92</text>")) << "its own title, from #D";
    EXPECT_THAT(svg, HasSubstr("one of several"));  // P-92's, and it alone
    EXPECT_EQ(occurrences(svg, "one of several"), 1U);
    // The solution of a puzzle that has one: its open cells are filled.
    r = run_clew({"show", gould, "-o", file, "--solutions", "upside-down"});
    EXPECT_EQ(occurrences(read_file(file), "class=\"placed\""), 81U - 24U);
    EXPECT_EQ(run_clew({"show", jigsaw, "-o", file}).code, ExitCode::ok);
    // How hard it is, of plain boards that are solved.
    EXPECT_EQ(run_clew({"show", six, gould, "-o", file, "--grade"}).code, ExitCode::ok);
    EXPECT_THAT(read_file(file), HasSubstr(">2. Gould-92, very hard, about 14 minutes</text>"));
    EXPECT_EQ(occurrences(read_file(file), "minutes</text>"), 1U);
    EXPECT_EQ(run_clew({"show", gould, "-o", file, "--grade"}).code, ExitCode::ok);
    EXPECT_THAT(read_file(file), HasSubstr(">Gould-92, very hard, about 14 minutes</text>"));

    r = run_clew({"show", p92_file, six, gould, "-o", file, "--per-page", "2"});
    EXPECT_EQ(r.code, ExitCode::usage);
    EXPECT_THAT(r.err, HasSubstr("2 pages"));
    EXPECT_EQ(run_clew({"show", p92_file, "--solutions", "last"}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"show", p92_file, "-o", folder.file("s.txt")}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"show", p92_file, "-o", file, "--per-page", "61"}).code, ExitCode::usage);
}

TEST(ShowCommand, TakesTitlesOfLineFilesAndNeverPaths) {
    const TemporaryFolder folder;
    const std::string file = folder.file("t.svg");
    const std::string line = "1.......4.......";
    const std::string puzzles = folder.write(
        "evening.txt", "#D Evening: an easy one\n" + line + "\n# a comment\n" + line + "\n");
    const Result r = run_clew({"show", puzzles, "-o", file});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    const std::string svg = read_file(file);
    EXPECT_THAT(svg, HasSubstr(">1. Evening</text>"));
    EXPECT_THAT(svg, HasSubstr(">2</text>"));
    EXPECT_EQ(svg.find("evening"), std::string::npos);
}

TEST(PictureFile, IsTheSameOnAnotherDay) {
    if (!is_installed("rsvg-convert"))
        GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
    const TemporaryFolder folder;
    for (const char* name : {"one.pdf", "two.pdf"})
        EXPECT_EQ(run_clew({"show", p92_file, "-o", folder.file(name)}).code, ExitCode::ok);
    const std::string one = read_file(folder.file("one.pdf"));
    EXPECT_THAT(one, HasSubstr("19700101"));
    EXPECT_EQ(one, read_file(folder.file("two.pdf")));
}

TEST(PictureFile, SaysWhereThereIsNoPlaceForTemporaryFiles) {
    if (!is_installed("rsvg-convert"))
        GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
    const TemporaryFolder folder;
    for (const std::string& nowhere : {folder.file("none"), folder.write("file", "")}) {
        const OtherTemporaryFolder elsewhere{nowhere};
        for (const Result& r : {run_clew({"show", p92_file, "-o", folder.file("s.pdf")}),
                                run_clew({"tree", p92_file, "-q", "-o", folder.file("t.png")})}) {
            EXPECT_EQ(r.code, ExitCode::io);
            EXPECT_THAT(r.err, HasSubstr(nowhere + " cannot hold temporary files"));
        }
    }
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(ShowCommand, DrawsPdfOfSeveralPagesAndPng) {
    if (!is_installed("rsvg-convert"))
        GTEST_SKIP() << "rsvg-convert (librsvg2-bin) is not installed";
    const TemporaryFolder folder;
    const std::string pdf = folder.file("s.pdf");
    const Result r = run_clew({"show", p92_file, p92_file, p92_file, "-o", pdf, "--per-page", "2",
                               "--solutions", "last"});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(read_file(pdf), StartsWith("%PDF-"));
    EXPECT_THAT(read_file(pdf), HasSubstr("/Count 3"));
    const std::string png = folder.file("s.png");
    EXPECT_EQ(run_clew({"show", p92_file, "-o", png}).code, ExitCode::ok);
    EXPECT_EQ(size_of_png(read_file(png)).width, 848U);  // 400 and a margin, two pixels a unit
}

}  // namespace
}  // namespace clew::cli
