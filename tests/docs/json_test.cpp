// The documents name every key of the JSON answers, and no key that no program writes.

#include <nlohmann/json.hpp>

#include <map>
#include <regex>
#include <set>

#include "tests/cli/harness.hpp"
#include "tests/docs/documents.hpp"

namespace clew {
namespace {

using nlohmann::json;
using Names = std::set<std::string>;

/// The words in spans of code, `like this`, outside of fenced blocks.
Names names_in(const std::string& document) {
    static const std::regex span{"`([^`]+)`"}, word{"[A-Za-z0-9_]+"};
    std::string prose;
    bool fenced = false;
    for (const std::string& line : lines_of_document(document)) {
        const bool fence = line.starts_with("```");
        fenced = fenced != fence;
        if (!fenced && !fence) prose += line + " ";
    }
    Names names;
    for (std::sregex_iterator at{prose.begin(), prose.end(), span}, end; at != end; ++at) {
        const std::string code = (*at)[1];
        for (std::sregex_iterator in{code.begin(), code.end(), word}; in != end; ++in)
            names.insert(in->str());
    }
    return names;
}

/// Every key, but for those of a puzzle (docs/formats.md) and names that are data: cells, digits,
/// clauses of a kind.
void collect(const json& value, Names& keys) {
    static const std::regex data{"r[0-9]+c[0-9]+|[0-9]+|.* .*"};
    if (value.is_object())
        for (const auto& [key, inside] : value.items()) {
            if (!std::regex_match(key, data)) keys.insert(key);
            if (key != "question") collect(inside, keys);
        }
    if (value.is_array())
        for (const json& inside : value) collect(inside, keys);
}

/// A command line each, whose answers have nearly all keys that there are.
constexpr const char* asked[] = {
    "count p92",
    "count --engine exact --verify-with exact p92",
    "count --ledger DIR/ledger p92",
    "count --engine sat p92",
    "count --estimate 10 p92",
    "enumerate p92",
    "solve gould92",
    "verify p92",
    "verify --minimal gould92",
    "verify BAD",
    "show p92",
    "judge six --spoil --steps DIR/steps --grid DIR/grid",
    "repair --confusions usual gould92",
    "repair p92",
    "repair BAD",
    "repair killer",
    "density p92",
    "density --true-only p92",
    "sample p92",
    "minimal gould92",
    "minimal --one gould92",
    "minimal --all --limit 2 gould92",
    "minimal --rules killer",
    "unavoidable p92",
    "rate --steps gould92",
    "rate --scale hodoku --steps gould92",
    "rate --scale methods --steps gould92",
    "rate --scale needs --steps gould92",
    "rate --scale paris --steps p92",
    "rate --scale human --steps gould92",
    "explain p92",
    "explain --rules pike gould92",
    "explain --guess all --rules template p92",
    "explain BAD",
    "explain --rules methods p92",
    "hint six",
    "hint --level 1 p92",
    "steps p92",
    "steps --reasons all p92",
    "steps --techniques",
    "why r1c2=4 p92",
    "why r1c2 p92",
    "tree p92",
    "tree --forced S07 p92",
    "tree --mode lean p92",
    "certify p92 -o DIR/certificate",
    "check DIR/certificate",
    "check --ledger DIR/ledger p92",
    "lab --generate 5 --rules template --details",
    "version",
};

std::map<std::string, Names> keys_of_answers() {
    const cli::TemporaryFolder folder;
    std::ofstream{folder.file("steps")} << "r1c6=1: 1 in box 2\nr2c1=2\n";
    std::ofstream{folder.file("grid")} << "253614614325132456546132321564465213\n";
    const std::string bad =
        "..9.....2...81.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";
    std::map<std::string, std::string> words{{"p92", "examples/p92.sdk"},
                                             {"gould92", "examples/gould92.sdk"},
                                             {"six", "examples/six.sdk"},
                                             {"killer", "examples/killer.json"}};
    std::map<std::string, Names> keys;
    const auto take = [&](const std::string& line) {
        const json answer = json::parse(line);
        collect(answer, keys[answer.at("schema")]);
    };
    for (const std::string line : asked) {
        std::vector<std::string> arguments;
        std::istringstream text{line};
        for (std::string word; text >> word;) {
            if (word == "BAD") word = bad;
            if (word.starts_with("DIR/")) word = folder.file(word.substr(4));
            const auto file = words.find(word);
            arguments.push_back(file == words.end() ? word : cli::source_file(file->second));
        }
        arguments.emplace_back("--json");
        std::istringstream out{cli::run_clew(arguments).out};
        std::size_t answers = 0;
        for (std::string answer; std::getline(out, answer); ++answers) take(answer);
        EXPECT_GT(answers, 0U) << line;
    }
    take(read_file(folder.file("certificate/manifest.json")));
    return keys;
}

TEST(Json, EveryKeyIsDescribedWhereItsSchemaIs) {
    for (const auto& [schema, keys] : keys_of_answers()) {
        Names known = names_in("docs/command-line.md");  // has what they begin with
        for (const std::string& name : document_names())
            if (read_document(name).find(schema) != std::string::npos) known.merge(names_in(name));
        for (const std::string& key : keys)
            EXPECT_TRUE(known.contains(key)) << schema << ": " << key;
    }
}

TEST(Json, EveryKeyDescribedIsWritten) {
    std::string sources;
    for (const char* folder :
         {"core", "proof", "solve", "setter", "logic", "explain", "questions", "cli"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(source_dir() + "/" + folder))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp")
                sources += read_file(entry.path().string());
    static const std::regex key{R"(`\.?([a-z_]+)(?:\.([a-z_]+))?`)"};
    const Names files{"hpp", "json", "jsonl", "txt"};
    std::size_t found = 0;
    for (const char* document : {"docs/certificates.md", "docs/command-line.md",
                                 "docs/decision-tree.md", "docs/explain.md", "docs/setting.md"}) {
        const std::string text = read_document(document);
        const std::string section = text.substr(text.find("\n## JSON\n"));
        for (std::sregex_iterator at{section.begin(), section.end(), key}, end; at != end; ++at) {
            if (files.contains((*at)[2])) continue;
            for (const std::string& word : {(*at)[1].str(), (*at)[2].str()}) {
                if (word.empty()) continue;
                ++found;
                EXPECT_TRUE(sources.find("\"" + word + "\"") != std::string::npos ||
                            sources.find("\\\"" + word + "\\\"") != std::string::npos)
                    << document << ": " << word;
            }
        }
    }
    EXPECT_GT(found, 200U);
}

}  // namespace
}  // namespace clew
