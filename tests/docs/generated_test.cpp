// Sections of documents that repeat a table of the program, made from it and compared:
//
//     <!-- generated: formats -->
//     | name | what it looks like |
//     ...
//     <!-- end -->
//
// CLEW_UPDATE_GOLDENS=1 before clew_docs_test writes them anew, and the steps of walks that
// documents tell (transcripts_test.cpp).

#include <fmt/format.h>

#include <functional>
#include <map>
#include <regex>
#include <set>

#include "cli/exit_code.hpp"
#include "core/formats/fpuzzles_keys.hpp"
#include "core/rules/families.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/report/rate.hpp"
#include "logic/rating/hodoku.hpp"
#include "logic/rating/human.hpp"
#include "logic/rating/scale.hpp"
#include "logic/strategies/rules.hpp"
#include "solve/solve.hpp"
#include "tests/docs/documents.hpp"

namespace clew {
namespace {

std::string row(const std::vector<std::string>& cells) {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
}
std::string head(const std::vector<std::string>& cells) {
    std::string line = row(cells) + "|";
    for (std::size_t i = 0; i < cells.size(); ++i) line += "---|";
    return line + "\n";
}
std::string code(std::string_view text) { return fmt::format("`{}`", text); }

std::string exit_codes() {
    std::string text = head({"code", "meaning"});
    std::vector<int> gravest_last;
    for (const cli::ExitCodeInfo& info : cli::exit_codes()) {
        text += row({std::to_string(static_cast<int>(info.code)), info.meaning});
        gravest_last.push_back(static_cast<int>(info.code));
    }
    std::ranges::sort(gravest_last, [](int a, int b) {
        const auto code_of = [](int number) { return static_cast<cli::ExitCode>(number); };
        return a != b && cli::worse(code_of(a), code_of(b)) == code_of(b);
    });
    return text +
           fmt::format("\nA batch ends with the gravest code of its puzzles, the last of `{}`.\n",
                       fmt::join(gravest_last, ","));
}

std::string formats() {
    std::string text = head({"name", "what it looks like"});
    const auto add = [&](const FormatInfo& info) {
        text += row({code(info.name),
                     std::string{info.description} + (info.can_write ? "" : "; read only")});
    };
    for (const FormatInfo& info : known_formats()) add(info);
    for (const ForeignFormat& format : cnf::foreign_formats()) add(format.info);
    return text;
}

/// As examples/rules.json has the first of its kind.
std::string example_of(std::string_view key) {
    static const std::string file = read_document("examples/rules.json");
    const std::size_t begin = file.find(fmt::format("{{\"kind\": \"{}\"", key));
    if (begin == std::string::npos) return "none";
    std::size_t end = begin, open = 0;
    do {
        open += file[end] == '{' ? 1U : 0U;
        open -= file[end] == '}' ? 1U : 0U;
    } while (++end < file.size() && open > 0);
    return code(file.substr(begin, end - begin));
}

std::string variant_rules() {
    std::string text;
    for (const rules::RuleFamily& family : rules::families()) {
        text += fmt::format("\n## {}\n\n", family.name) +
                head({"rule", "meaning", "example", "f-puzzles"});
        for (const rules::SetterRow& rule : family.rows) {
            const std::string_view key = fpuzzles_key(rule.kind);
            text += row({to_string(rule.kind), rule.means, example_of(rule.key),
                         key.empty() ? "" : code(key)});
        }
    }
    return text + "\n";
}

/// How core/rules/mark_rows.cpp has the rule `greater`: two functions and a row.
std::string added_rule() {
    const std::string file = read_document("core/rules/mark_rows.cpp");
    const auto part = [&](std::string_view from, std::string_view to) {
        const std::size_t begin = file.find(from);
        return file.substr(begin, file.find(to, begin) - begin);
    };
    return "```cpp\n" + part("Rules expand_greater", "\nconstexpr") +
           part("    {RuleKind::greater,", "}};") + "```\n";
}

std::string rule_sets() {
    std::string text = head({"set", "techniques"});
    for (const logic::RuleSet& set : logic::built_in_rules())
        text += row({code(set.name), set.description});
    return text;
}

std::string human_terms() {
    std::string text = head({"number", "fitted", "meaning"});
    for (const rating::HumanTermInfo& info : rating::human_terms()) {
        const bool time = info.unit == std::string_view{"seconds"};
        text += row({code(info.id),
                     fmt::format("{:.3g}{}", rating::human_model().at(info.term), time ? " s" : ""),
                     (time ? "" : info.unit + std::string{" "}) + info.meaning});
    }
    return text;
}

/// A row for each whole number: "4.2 XY-wing; 4.4 XYZ-wing".
std::string se_ratings() {
    const auto tenths = [](int number) { return fmt::format("{}.{}", number / 10, number % 10); };
    std::map<int, std::string> rows;
    for (const rating::SeTechniqueInfo& info : rating::se_techniques()) {
        std::string& text = rows[info.tenths / 10];
        text += (text.empty() ? "" : "; ") + tenths(info.tenths);
        if (info.most > info.tenths)
            text += info.technique < rating::SeTechnique::x_cycle ? " to " + tenths(info.most)
                                                                  : " and more";
        text += fmt::format(" {}", info.name);
    }
    std::string text = head({"from", "ratings"});
    for (const auto& [whole, row_text] : rows) text += row({std::to_string(whole), row_text});
    return text;
}

std::string hodoku_scores() {
    static const std::regex type{" type [0-9]$"};
    std::map<rating::HodokuLevel, std::map<int, std::vector<std::string>>> levels;
    for (const rating::HodokuPrice& price : rating::hodoku_prices()) {
        std::vector<std::string>& names = levels[price.level][price.score];
        const std::string name =
            std::regex_replace(std::string{logic::info(price.technique).name}, type, "");
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    std::string text = head({"level", "score", "techniques"});
    for (const auto& [level, scores] : levels) {
        std::string all;
        for (const auto& [score, names] : scores)
            all += fmt::format("{}{} {}", all.empty() ? "" : "; ", score, fmt::join(names, ", "));
        const std::optional<int> most = rating::most_of(level);
        text += row({to_string(level), most ? fmt::format("to {}", *most) : "above", all});
    }
    return text;
}

std::map<std::string, std::function<std::string()>> sections() {
    std::map<std::string, std::function<std::string()>> all{
        {"exit codes", exit_codes},    {"formats", formats},
        {"an added rule", added_rule}, {"rules", variant_rules},
        {"rule sets", rule_sets},      {"human terms", human_terms},
        {"SE ratings", se_ratings},    {"HoDoKu's scores", hodoku_scores},
    };
    for (const auto& entry :
         std::filesystem::directory_iterator(source_dir() + "/examples/library")) {
        const std::string name = "examples/library/" + entry.path().filename().string();
        all.emplace(name, [name] { return "```cpp\n" + read_document(name) + "```\n"; });
    }
    return all;
}

TEST(Generated, SectionsAreWhatTheProgramSays) {
    constexpr std::string_view mark = "<!-- generated: ";
    auto open = sections();
    for (const std::string& name : document_names()) {
        const std::string text = read_document(name);
        std::string made;
        std::size_t done = 0;
        for (std::size_t at = 0; (at = text.find(mark, done)) != std::string::npos;) {
            at += mark.size();
            const auto section = open.find(text.substr(at, text.find(" -->", at) - at));
            ASSERT_NE(section, open.end()) << name << ": " << text.substr(at, 40);
            made += text.substr(done, text.find('\n', at) + 1 - done) + section->second();
            done = text.find("<!-- end -->", at);
            ASSERT_NE(done, std::string::npos) << name << ": " << section->first;
            open.erase(section);
        }
        made += text.substr(done);
        if (updates_documents())
            write_document(name, made);
        else
            EXPECT_EQ(text, made) << name;
    }
    for (const auto& [name, make] : open) ADD_FAILURE() << "no document has " << name;
}

/// The names in the first column of the table under that head.
std::set<std::string> named_in(const std::string& document, const std::string& first_cell) {
    static const std::regex quoted{"`([^`]+)`"};
    std::set<std::string> names;
    bool inside = false;
    for (const std::string& line : lines_of_document(document)) {
        if (line.starts_with("| " + first_cell + " |")) {
            inside = true;
            continue;
        }
        if (!line.starts_with("|")) inside = false;
        const std::string cell = line.substr(0, line.find(" |", 1));
        for (std::sregex_iterator at{cell.begin(), cell.end(), quoted}, end; inside && at != end;
             ++at)
            names.insert((*at)[1]);
    }
    return names;
}

// Tables whose words only the documents have.
TEST(Generated, TablesNameAllThatThereIs) {
    std::set<std::string> engines, scales;
    for (const Engine engine : every_engine)
        if (engine != Engine::automatic) engines.insert(to_string(engine));
    EXPECT_EQ(named_in("docs/engines.md", "engine"), engines);
    for (const auto& [name, scale] : report::rating_scales()) scales.insert(name);
    EXPECT_EQ(named_in("docs/rating.md", "`--scale`"), scales);
    const std::set<std::string> keys = named_in("docs/formats.md", "key of `geometry`"),
                                comments = named_in("docs/encodings.md", "key");
    for (const BoardVariant& variant : board_variants()) {
        EXPECT_TRUE(keys.contains(variant.key)) << variant.key;
        EXPECT_TRUE(comments.contains(variant.option())) << variant.option();
    }
    const std::string setup = read_document("script/setup"),
                      packages = read_document("docs/dependencies.md");
    static const std::regex list{R"re(packages\+?=\(([^)]+)\))re"};
    for (std::sregex_iterator at{setup.begin(), setup.end(), list}, end; at != end; ++at) {
        std::istringstream names{(*at)[1]};
        for (std::string name; names >> name;)
            EXPECT_NE(packages.find(name), std::string::npos) << name;
    }
}

// What begins every JSON answer, task and part.
TEST(Generated, EverySchemaIsDescribed) {
    static const std::regex schema{R"re("(clew/[a-z-]+/[0-9]+)")re"};
    std::string documents;
    for (const std::string& name : document_names()) documents += read_document(name);
    std::size_t found = 0;
    for (const char* folder : {"core", "proof", "logic", "explain", "questions", "cli"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(source_dir() + "/" + folder)) {
            if (entry.path().extension() != ".cpp") continue;
            const std::string text =
                read_document(std::filesystem::relative(entry.path(), source_dir()).string());
            for (std::sregex_iterator at{text.begin(), text.end(), schema}, end; at != end; ++at) {
                ++found;
                EXPECT_NE(documents.find((*at)[1]), std::string::npos)
                    << entry.path() << ": " << (*at)[1];
            }
        }
    EXPECT_GT(found, 30U);
}

}  // namespace
}  // namespace clew
