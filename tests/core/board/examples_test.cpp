// The shipped examples are what they claim to be.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/formats/formats.hpp"
#include "solve/solve.hpp"
#include "tests/support/places.hpp"

namespace clew {
namespace {

TEST(Examples, AreReadAndHaveAsManySolutionsAsTheyClaim) {
    const std::map<std::string, std::vector<std::uint64_t>> claims = {
        {"p92.sdk", {12}},    {"gould92.sdk", {1}},
        {"two.sdm", {12, 1}}, {"p92-after-singles.hodoku", {12}},
        {"six.sdk", {1}},     {"x.json", {1}},
        {"jigsaw.txt", {1}},  {"sixteen.sdk", {1}},
    };
    for (const auto& [name, counts] : claims) {
        SCOPED_TRACE(name);
        const std::filesystem::path path = std::filesystem::path(source_dir()) / "examples" / name;
        std::ifstream file{path};
        ASSERT_TRUE(file.is_open());
        PuzzleReader reader{file, name};
        std::vector<std::uint64_t> found;
        while (const auto record = reader.next()) {
            std::uint64_t solutions = 0;
            const CountResult result = enumerate(record->puzzle, {}, [&](const Grid&) {
                ++solutions;
                return Flow::go_on;
            });
            EXPECT_TRUE(result.exact());
            found.push_back(solutions);
        }
        EXPECT_EQ(found, counts);
    }
}

}  // namespace
}  // namespace clew
