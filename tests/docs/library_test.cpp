// docs/library.md names the public headers, which say how threads may use them. (The programs that
// it shows: generated_test.cpp; tests/consumer builds and runs them.)

#include <filesystem>
#include <regex>
#include <set>

#include "tests/docs/documents.hpp"

namespace clew {
namespace {

TEST(LibraryPage, NamesEveryPublicHeader) {
    const std::string page = read_document("docs/library.md");
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/include/clew")) {
        const std::string name = "clew/" + entry.path().stem().string();
        EXPECT_NE(page.find(name), std::string::npos) << name;
    }
}

/// The headers of include/clew and all that they reach in the source tree.
std::set<std::string> installed_headers() {
    std::vector<std::string> open;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/include/clew"))
        if (entry.path().extension() == ".hpp")
            open.push_back("include/clew/" + entry.path().filename().string());
    static const std::regex include{
        R"re(#include "((core|encode|proof|solve|setter|logic|explain)/[^"]+)".*)re"};
    std::set<std::string> seen;
    while (!open.empty()) {
        const std::string header = open.back();
        open.pop_back();
        if (!seen.insert(header).second) continue;
        for (const std::string& line : lines_of_document(header)) {
            std::smatch match;
            if (std::regex_match(line, match, include)) open.push_back(match[1].str());
        }
    }
    return seen;
}

TEST(LibraryPage, EveryPublicClassSaysHowThreadsMayUseIt) {
    static const std::regex begins{R"(class (\w+)[^;]*)"};
    std::size_t classes = 0;
    for (const std::string& header : installed_headers()) {
        std::string comment;  // right above
        for (const std::string& line : lines_of_document(header)) {
            std::smatch match;
            if (line.starts_with("///")) {
                comment += line;
            } else if (line.starts_with("template")) {
                continue;
            } else {
                if (std::regex_match(line, match, begins)) {
                    ++classes;
                    EXPECT_NE(comment.find("thread"), std::string::npos)
                        << header << ": " << match[1];
                }
                comment.clear();
            }
        }
    }
    EXPECT_GT(classes, 20U);
}

}  // namespace
}  // namespace clew
