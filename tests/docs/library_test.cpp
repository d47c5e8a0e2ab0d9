// docs/library.md shows whole files of examples/library, which tests/consumer builds and runs.

#include <filesystem>
#include <set>

#include "tests/docs/documents.hpp"

namespace clew {
namespace {

TEST(LibraryPage, ShowsTheProgramsAsTheyAre) {
    const std::vector<std::string> lines = lines_of_document("docs/library.md");
    std::set<std::string> shown;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!lines[i].starts_with("<!-- examples/")) continue;
        const std::string name = lines[i].substr(5, lines[i].size() - 9);
        ASSERT_EQ(lines[i + 1], "```cpp") << name;
        std::string code;
        for (std::size_t at = i + 2; at < lines.size() && lines[at] != "```"; ++at)
            code += lines[at] + "\n";
        EXPECT_EQ(code, read_document(name)) << name;
        shown.insert(name);
    }
    for (const auto& entry :
         std::filesystem::directory_iterator(source_dir() + "/examples/library"))
        EXPECT_TRUE(shown.contains("examples/library/" + entry.path().filename().string()))
            << entry.path() << " is not shown";
}

TEST(LibraryPage, NamesEveryPublicHeader) {
    const std::string page = read_document("docs/library.md");
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/include/clew")) {
        const std::string name = "clew/" + entry.path().stem().string();
        EXPECT_NE(page.find(name), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace clew
