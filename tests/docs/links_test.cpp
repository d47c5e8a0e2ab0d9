// Every relative link of README.md and docs leads to a file, and its anchor to a heading there.

#include <cctype>
#include <regex>

#include "tests/docs/documents.hpp"

namespace clew {
namespace {

/// The anchor that a heading gets: lower case, punctuation dropped, spaces as hyphens.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '_' || c == '-')
            anchor += static_cast<char>(std::tolower(byte));
        else if (c == ' ')
            anchor += '-';
    }
    return anchor;
}

bool has_anchor(const std::string& name, const std::string& anchor) {
    static const std::regex heading{R"(^#+ +(.*)$)"};
    for (const std::string& line : lines_of_document(name)) {
        std::smatch match;
        if (std::regex_match(line, match, heading) && anchor_of(match[1].str()) == anchor)
            return true;
    }
    return false;
}

TEST(Links, LeadSomewhere) {
    static const std::regex link{R"(\]\(([^)\s]+)\))"};
    std::size_t links = 0;
    for (const std::string& name : document_names()) {
        const std::string text = read_document(name);
        for (std::sregex_iterator at{text.begin(), text.end(), link}, end; at != end; ++at) {
            const std::string target = (*at)[1].str();
            if (target.find("://") != std::string::npos) continue;
            ++links;
            const std::size_t hash = target.find('#');
            const std::string file = target.substr(0, hash);
            const std::filesystem::path from = std::filesystem::path(name).parent_path();
            const std::string to = file.empty() ? name : (from / file).lexically_normal().string();
            EXPECT_TRUE(std::filesystem::exists(source_dir() + "/" + to))
                << name << ": (" << target << ")";
            if (hash != std::string::npos) {
                EXPECT_TRUE(has_anchor(to, target.substr(hash + 1)))
                    << name << ": no heading for (" << target << ")";
            }
        }
    }
    EXPECT_GT(links, 20U);
}

TEST(Links, EverySourceThatTheCodeCitesIsInTheReferences) {
    static const std::regex key{R"(\[[A-Z][A-Za-z]+(19|20)\d\d\])"};
    const std::string references = read_document("docs/references.md");
    std::size_t cited = 0;
    for (const char* module :
         {"core", "encode", "proof", "solve", "setter", "logic", "explain", "cli"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(source_dir() + "/" + module)) {
            if (!entry.is_regular_file()) continue;
            const std::string name = std::filesystem::relative(entry.path(), source_dir()).string();
            const std::string text = read_document(name);
            for (std::sregex_iterator at{text.begin(), text.end(), key}, end; at != end; ++at) {
                ++cited;
                EXPECT_NE(references.find("**" + at->str()), std::string::npos)
                    << name << ": " << at->str();
            }
        }
    EXPECT_GT(cited, 10U);
}

TEST(Links, EveryPageIsReachedFromTheReadme) {
    const std::string readme = read_document("README.md");
    for (const std::string& name : document_names())
        if (name.starts_with("docs/")) {
            EXPECT_NE(readme.find("(" + name + ")"), std::string::npos) << name;
        }
}

}  // namespace
}  // namespace clew
