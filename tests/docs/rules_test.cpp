// docs/rules.md held to the tables: every rule has a row, every example is a rule, every key is
// read.

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "core/formats/formats.hpp"
#include "core/rules/registry.hpp"
#include "tests/docs/documents.hpp"

namespace clew {
namespace {

/// What stands in backquotes in a line.
std::vector<std::string> quoted_in(const std::string& line) {
    static const std::regex quoted{"`([^`]+)`"};
    std::vector<std::string> found;
    for (std::sregex_iterator at{line.begin(), line.end(), quoted}, end; at != end; ++at)
        found.push_back((*at)[1]);
    return found;
}

Record read_one(const std::string& text) { return read_all(text, "docs/rules.md").at(0); }

TEST(RulesPage, HasAnExampleOfEveryKindThatIsARule) {
    std::set<RuleKind> shown;
    for (const std::string& line : lines_of_document("docs/rules.md"))
        for (const std::string& text : quoted_in(line)) {
            if (!text.starts_with("{\"kind\"")) continue;
            const auto read_on = [&](const std::string& board) {
                return read_one(R"({"format":"clew-puzzle","version":2,"geometry":)" + board +
                                R"(,"rules":[)" + text + "]}");
            };
            const bool by_hand = std::ranges::count(line, '|') == 3;  // two columns
            const Record record =
                read_on(by_hand ? R"({"size":9,"boxes":[3,3]})" : R"({"size":6,"boxes":[2,3]})");
            ASSERT_EQ(record.puzzle.rules().size(), 1U);
            shown.insert(record.puzzle.rules()[0].kind);
        }
    for (const rules::PrimitiveRow& row : rules::primitive_table())
        EXPECT_TRUE(shown.contains(row.kind)) << row.key;
    for (const rules::SetterRow& row : rules::setter_table())
        EXPECT_TRUE(shown.contains(row.kind)) << row.key;
}

TEST(RulesPage, NamesKeysThatAreRead) {
    std::string grid = "[";
    for (int r = 0; r < 4; ++r) grid += r == 0 ? "[{},{},{},{}]" : ",[{},{},{},{}]";
    std::size_t keys = 0;
    for (const std::string& line : lines_of_document("docs/rules.md")) {
        if (!line.starts_with("| ") || line.find("{\"kind\"") == std::string::npos) continue;
        for (const std::string& key : quoted_in(line.substr(line.rfind('|', line.size() - 2)))) {
            if (key.starts_with('{')) continue;  // a primitive, which documents have not
            // A value of the wrong type is refused by a reader that knows the key.
            try {
                read_one(R"({"size":4,")" + key + R"(":7,"grid":)" + grid + "]}");
                ADD_FAILURE() << key << " takes 7";
            } catch (const InputError& error) {
                EXPECT_EQ(std::string(error.what()).find("that Clew does not know"),
                          std::string::npos)
                    << key << ": " << error.what();
            }
            ++keys;
        }
    }
    EXPECT_EQ(keys, 35U);
}

TEST(RulesPage, SaysWhereARuleIsAdded) {
    const std::string page = read_document("docs/rules.md");
    const std::string section = page.substr(page.find("## Adding a rule"));
    // It stands wherever the list says that a rule must.
    for (const char* name :
         {"core/rules/mark_rows.cpp", "core/board/rule.hpp", "core/board/rule.cpp",
          "tests/reference/enumerate.cpp", "tests/reference/random_puzzle.cpp"}) {
        EXPECT_NE(section.find("`" + std::string(name) + "`"), std::string::npos) << name;
        EXPECT_NE(read_document(name).find("greater"), std::string::npos) << name;
    }
}

TEST(RulesPage, HasAPictureOfItsExamples) {
    std::string text, picture;
    for (const std::string& line : lines_of_document("examples/rules.json")) text += line + "\n";
    for (const std::string& line : lines_of_document("docs/pictures/rules.svg")) picture += line;
    const std::vector<Record> records = read_all(text, "rules.json");
    EXPECT_GT(records.size(), 30U);
    for (std::size_t i = 0; i < records.size(); ++i)
        EXPECT_NE(
            picture.find(">" + std::to_string(i + 1) + ". " + records[i].metadata.at("title")),
            std::string::npos)
            << records[i].metadata.at("title");
}

}  // namespace
}  // namespace clew
