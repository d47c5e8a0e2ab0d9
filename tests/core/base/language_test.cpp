// The catalogue of told text: every template that a source uses stands in it, with the same gaps.

#include "core/base/language.hpp"
#include "core/base/retold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace clew {
namespace {

TEST(Language, FillsGapsInOrderAndByNumber) {
    EXPECT_EQ(say(Language::english, "{} is {}", "r1c1", 5), "r1c1 is 5");
    EXPECT_EQ(say(Language::german, "{} is {}", "r1c1", 5), "r1c1 ist 5");
    EXPECT_EQ(say(Language::english, "{1} before {0}{", "a", "b"), "b before a{");
    EXPECT_EQ(say(Language::english, "{} and {}", "{}"), "{} and {}");
    EXPECT_EQ(say(Language::german, "no such template {}", 1), "no such template 1");
    EXPECT_EQ(say_of(Language::german, 1, "the fin {}", "the fins {}", "r1c1"), "die Flosse r1c1");
    EXPECT_EQ(say_of(Language::german, 0, "the fin {}", "the fins {}", "-"), "die Flossen -");
}

std::multiset<int> gaps(std::string_view text, bool once) {
    std::multiset<int> found;
    int next = 0;
    for (std::size_t at = 0; at + 1 < text.size(); ++at)
        if (text[at] == '{') {
            const int gap = text[at + 1] == '}' ? next++ : text[at + 1] - '0';
            if (!once || !found.contains(gap)) found.insert(gap);
        }
    return found;
}

TEST(Language, TranslationsHaveTheSameGapsOnce) {
    std::set<std::string_view> seen;
    for (const Translation& one : translations()) {
        EXPECT_TRUE(seen.insert(one.english).second) << "twice: " << one.english;
        EXPECT_FALSE(one.german.empty()) << one.english;
        EXPECT_EQ(gaps(one.english, true), gaps(one.german, true)) << one.english;
    }
}

/// The literals of a C++ source without comments and includes; those that stand side by side as
/// one, as the compiler joins them.
std::vector<std::string> literals_of(std::istream& in) {
    std::vector<std::string> found;
    std::string line;
    bool open = false;  // the last literal may go on
    while (std::getline(in, line)) {
        if (line.starts_with("#include")) continue;
        for (std::size_t at = 0; at < line.size(); ++at) {
            if (line.compare(at, 2, "//") == 0) break;
            if (line[at] == '\'' && at + 2 < line.size()) {
                at = line.find('\'', at + (line[at + 1] == '\\' ? 3 : 1));
                open = false;
                if (at == std::string::npos) break;
            } else if (line[at] == '"') {
                std::string text;
                for (++at; at < line.size() && line[at] != '"'; ++at) {
                    if (line[at] == '\\') {
                        ++at;
                        text += line[at] == 'n' ? '\n' : line[at];
                    } else {
                        text += line[at];
                    }
                }
                if (open)
                    found.back() += text;
                else
                    found.push_back(text);
                open = true;
            } else if (line[at] != ' ') {
                open = false;
            }
        }
    }
    return found;
}

/// What a C++ source has in the parentheses of the calls that tell, of say() and the like, where it
/// has texts of other kinds besides: messages, keys.
std::string calls_of(const std::filesystem::path& file) {
    static const std::regex call{R"(\b(say\w*|said|tell|counted|add|because|\w+_words)\()"};
    std::stringstream whole;
    whole << std::ifstream{file}.rdbuf();
    const std::string text = whole.str();
    std::string found;
    for (std::sregex_iterator at{text.begin(), text.end(), call}, end; at != end; ++at) {
        const auto start = static_cast<std::size_t>(at->position() + at->length());
        std::size_t open = 1, i = start;
        for (bool quoted = false; open > 0 && i < text.size(); ++i) {
            if (text[i] == '\\')
                ++i;
            else if (text[i] == '"')
                quoted = !quoted;
            else if (!quoted && text[i] == '(')
                ++open;
            else if (!quoted && text[i] == ')')
                --open;
        }
        found += text.substr(start, i - start) + ";\n";
    }
    return found;
}

/// Whether it has a word: two letters side by side outside its gaps.
bool has_word(const std::string& text) {
    static const std::regex word{"[A-Za-z][a-z]"};
    return std::regex_search(text, word);
}

TEST(Language, EverySentenceHasATranslation) {
    // Sources whose every text is told to people; what is none of these stands in `kept`.
    static const std::array sources{"explain/words/tell.cpp",
                                    "explain/words/tell_fish.cpp",
                                    "explain/words/tell_colours.cpp",
                                    "explain/words/chain.cpp",
                                    "explain/words/tell_counted.cpp",
                                    "explain/words/tell_sets.cpp",
                                    "explain/words/tell_patterns.cpp",
                                    "explain/words/argument.cpp",
                                    "explain/words/trace.cpp",
                                    "explain/words/first_break.cpp",
                                    "explain/words/narrate.cpp",
                                    "explain/words/tell_totals.cpp",
                                    "explain/words/tell_rules.cpp",
                                    "explain/walkthrough.cpp",
                                    "explain/step_view.cpp"};
    // Sources that have other texts besides: of these the calls that tell.
    static const std::array with_other_texts{
        "core/board/geometry.cpp",     "core/rules/alternatives.cpp",
        "core/rules/automaton.cpp",    "core/rules/board_rows.cpp",
        "core/rules/connected.cpp",    "core/rules/different.cpp",
        "core/rules/line_rows.cpp",    "core/rules/mark_rows.cpp",
        "core/rules/outside_rows.cpp", "core/rules/rank.cpp",
        "core/rules/relation.cpp",     "explain/pictures/svg_rules.cpp",
        "explain/report/count.cpp",    "explain/report/generate.cpp",
        "explain/report/judge.cpp",    "explain/report/minimal.cpp",
        "explain/report/parting.cpp",  "explain/report/rate.cpp",
        "explain/report/repair.cpp",   "explain/pictures/write_sheet.cpp",
        "explain/report/solve.cpp",    "explain/report/steps.cpp",
        "explain/report/text.cpp",     "explain/report/unavoidable.cpp",
        "explain/report/walk.cpp",     "explain/report/why.cpp",
        "logic/auditor/audit.cpp",     "logic/step.cpp",
        "logic/tree/proof.cpp",        "setter/change.cpp",
        "setter/generate.cpp",         "setter/repair.cpp"};
    static const std::set<std::string> kept{"X-wing(",   "swordfish(",
                                            "-loop",     "visit: an undo without a guess",
                                            "```text\n", "view_of: a state of the puzzle needed"};
    std::set<std::string, std::less<>> known;
    for (const Translation& one : translations()) known.emplace(one.english);
    std::size_t templates = 0;
    const auto look = [&](const char* source, std::istream& in) {
        for (const std::string& text : literals_of(in))
            if (has_word(text) && !kept.contains(text)) {
                ++templates;
                EXPECT_TRUE(known.contains(text)) << source << " says \"" << text << '"';
            }
    };
    for (const char* source : sources) {
        std::ifstream in{std::filesystem::path{CLEW_SOURCE_DIR} / source};
        look(source, in);
    }
    for (const char* source : with_other_texts) {
        std::istringstream in{calls_of(std::filesystem::path{CLEW_SOURCE_DIR} / source)};
        look(source, in);
    }
    EXPECT_GE(templates, 450U);
}

TEST(Language, WhatStandsBelowABoardHasATranslation) {
    std::ifstream in{std::filesystem::path{CLEW_SOURCE_DIR} /
                     "explain/pictures/svg_rule_shapes.cpp"};
    static const std::regex words{R"([^<>=/]*[A-Za-z]{2} [a-z][^<>=/]*)"};
    std::size_t templates = 0;
    for (const std::string& text : literals_of(in)) {
        if (!std::regex_match(text, words)) continue;
        ++templates;
        EXPECT_TRUE(std::ranges::count(translations(), text, &Translation::english)) << text;
    }
    EXPECT_GE(templates, 40U);
}

TEST(Language, WhatAReaderSaysIsRetoldByTheSentenceThatItFits) {
    EXPECT_EQ(retold(Language::english, "'0' was taken as blank"), "'0' was taken as blank");
    EXPECT_EQ(retold(Language::german, "'0' was taken as blank"), "'0' wurde als leer gelesen");
    EXPECT_EQ(retold(Language::german, "row 3 has 8 cells"), "Zeile 3 hat 8 Zellen");
    EXPECT_EQ(retold(Language::german, "no technique is called 'x'; did you mean 'y'?"),
              "keine Technik heißt 'x'; war 'y' gemeint?");
    // Nothing fits where a gap would be empty, or the end is another.
    // Short templates are of numbers alone.
    for (const char* text : {"row  has 8 cells", "row 3 has 8 cells.", "nobody says this", "",
                             "add this to read it", "look at most cells"})
        EXPECT_EQ(retold(Language::german, text), text);
    for (const Translation& one : messages()) {
        EXPECT_EQ(gaps(one.english, true), gaps(one.german, true)) << one.english;
        static const std::regex gap{R"(\{\d*\})"};
        const auto with_sevens = [](std::string_view text) {
            return std::regex_replace(std::string{text}, gap, "7");
        };
        EXPECT_EQ(retold(Language::german, with_sevens(one.english)), with_sevens(one.german));
    }
}

TEST(Language, EveryNoteOnReadingIsRetold) {
    static const std::regex note{R"re(notes\.(?:push|emplace)_back\(\s*((?:"[^"]*"\s*)+)\))re"};
    std::size_t notes = 0;
    for (const auto& file : std::filesystem::directory_iterator{
             std::filesystem::path{CLEW_SOURCE_DIR} / "core/formats"}) {
        std::stringstream whole;
        whole << std::ifstream{file.path()}.rdbuf();
        const std::string text = whole.str();
        for (std::sregex_iterator at{text.begin(), text.end(), note}, end; at != end; ++at) {
            std::istringstream said{at->str(1)};
            ++notes;
            for (const std::string& one : literals_of(said))
                EXPECT_NE(retold(Language::german, one), one) << one;
        }
    }
    EXPECT_GE(notes, 15U);
}

TEST(Language, PageOfAWalkIsTranslated) {
    std::ifstream in{std::filesystem::path{CLEW_SOURCE_DIR} / "explain/pictures/write_html.cpp"};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    static const std::regex marked{
        R"re(\[\[([A-Za-z][^\]\n]*)\]\]|\bt\('([^']+)'|told\('([^']+)')re"};
    std::size_t templates = 0;
    for (std::sregex_iterator at{text.begin(), text.end(), marked}, end; at != end; ++at) {
        const std::string key = at->str(1) + at->str(2) + at->str(3);
        if (key == "parts") continue;  // of a comment
        ++templates;
        EXPECT_TRUE(std::ranges::count(translations(), key, &Translation::english)) << key;
    }
    EXPECT_GE(templates, 30U);
}

}  // namespace
}  // namespace clew
