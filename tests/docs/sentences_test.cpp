// No sentence of the documents is long: between two of . ! ? : ; stand at most 25 words. Tables and
// lists of JSON keys are not counted, a span of code is one word.

#include <regex>

#include "tests/docs/documents.hpp"

namespace clew {
namespace {

/// Paragraphs and entries of lists, each on a line, without the targets of links.
std::vector<std::string> prose_of(const std::string& document) {
    static const std::regex entry{R"(^ *([*-]|[0-9]+\.) )"};
    std::vector<std::string> all{""};
    bool fenced = false, generated = false, keys = false;
    for (const std::string& line : lines_of_document(document)) {
        const bool fence = line.starts_with("```");
        fenced = fenced != fence;
        if (line.starts_with("<!-- ")) generated = line != "<!-- end -->";
        if (line.starts_with("## ")) keys = line == "## JSON" || line == "## References";
        const bool starts = std::regex_search(line, entry);
        const bool indented = line.starts_with("    ") && !starts;
        if (fenced || generated || keys || line.empty() || line.starts_with("|") ||
            line.starts_with("#") || line.starts_with("<") || indented) {
            all.emplace_back();
            continue;
        }
        if (starts) all.emplace_back();
        all.back() += std::regex_replace(line, entry, "") + " ";
    }
    static const std::regex target{R"(\]\([^)]*\))"}, code{"`[^`]*`"};
    for (std::string& text : all)
        text = std::regex_replace(std::regex_replace(text, target, "]"), code, "code");
    return all;
}

TEST(Sentences, AreShort) {
    static const std::regex end{R"re([.!?:;][*)"]* +)re"}, word{"[^ ]*[A-Za-z0-9][^ ]*"};
    std::size_t sentences = 0;
    for (const std::string& document : document_names()) {
        if (document == "docs/references.md") continue;
        for (const std::string& text : prose_of(document))
            for (std::sregex_token_iterator at{text.begin(), text.end(), end, -1}, last; at != last;
                 ++at) {
                const std::string sentence = *at;
                const auto words =
                    std::distance(std::sregex_iterator{sentence.begin(), sentence.end(), word}, {});
                ++sentences;
                EXPECT_LE(words, 25) << document << ": " << sentence;
            }
    }
    EXPECT_GT(sentences, 1'000U);
}

}  // namespace
}  // namespace clew
