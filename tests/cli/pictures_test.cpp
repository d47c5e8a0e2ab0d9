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

namespace clew::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string p92_file = source_file("examples/p92.sdk");

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

}  // namespace
}  // namespace clew::cli
