// docs/architecture.md held to the build's own graph (arrows.txt, written when CMake configures)
// and to the sources.

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/docs/documents.hpp"
#include "tests/support/places.hpp"
#include "tests/support/texts.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using Graph = std::map<std::string, Names>;

struct Module {
    std::string folder;
    Names links;
};

/// The rows "| `core/board` | `board` | ... | base |", by target.
std::map<std::string, Module> table() {
    static const std::regex row{R"re(\| `([^`]+)` \| `([^`]+)` \| .* \| ([a-z0-9, ]+) \|)re"};
    std::map<std::string, Module> modules;
    for (const std::string& line : lines_of_document("docs/architecture.md")) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) continue;
        Module& module = modules[match[2]];
        module.folder = match[1];
        if (match[3] == "nothing") continue;
        std::istringstream names{match[3].str()};
        for (std::string name; std::getline(names >> std::ws, name, ',');)
            module.links.insert(name);
    }
    return modules;
}

Graph graph_of_the_build() {
    Graph graph;
    const fs::path build = fs::path{program_path()}.parent_path().parent_path();
    std::ifstream file{build / "arrows.txt"};
    for (std::string line; std::getline(file, line);) {
        std::istringstream words{line};
        std::string from;
        words >> from;
        graph[from];
        for (std::string to; words >> to;) graph[from].insert(to);
    }
    return graph;
}

void reach(const Graph& graph, const std::string& from, Names& seen) {
    for (const std::string& to : graph.at(from))
        if (seen.insert(to).second) reach(graph, to, seen);
}

Names below(const Graph& graph, const std::string& from) {
    Names seen;
    reach(graph, from, seen);
    return seen;
}

std::vector<fs::path> sources_in(const std::string& folder, const std::string& ending) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(fs::path{source_dir()} / folder))
        if (entry.path().extension() == ending) found.push_back(entry.path());
    return found;
}

TEST(Architecture, TheTableIsTheBuildsGraph) {
    const Graph graph = graph_of_the_build();
    const auto modules = table();
    ASSERT_GT(graph.size(), 30U);
    for (const auto& [target, links] : graph) {
        ASSERT_TRUE(modules.contains(target)) << target;
        EXPECT_EQ(modules.at(target).links, links) << target;
    }
    for (const auto& [target, module] : modules) {
        if (target == "python") continue;  // not in every build
        EXPECT_TRUE(graph.contains(target)) << target;
        EXPECT_NE(read_file(fs::path{source_dir()} / module.folder / "CMakeLists.txt").find(target),
                  std::string::npos)
            << module.folder;
    }
}

TEST(Architecture, ThePictureIsTheGraphWithoutWhatFollows) {
    Graph drawn;
    static const std::regex arrow{R"re(  (\w+) --> (\w+))re"};
    for (const std::string& line : lines_of_document("docs/architecture.md")) {
        std::smatch match;
        if (std::regex_match(line, match, arrow)) drawn[match[1]].insert(match[2]);
    }
    const Graph graph = graph_of_the_build();
    for (const auto& [from, links] : graph) {
        Names needed;
        for (const std::string& to : links) {
            bool follows = false;
            for (const std::string& other : links)
                follows = follows || (other != to && below(graph, other).contains(to));
            if (!follows) needed.insert(to);
        }
        EXPECT_EQ(drawn[from], needed) << from;
    }
}

TEST(Architecture, IncludesFollowTheLinks) {
    const auto modules = table();
    const Graph graph = graph_of_the_build();
    std::map<std::string, std::string> target_of;
    for (const auto& [target, module] : modules) target_of[module.folder] = target;
    static const std::regex include{R"re(#include "([a-z_0-9/]+)/[a-z_0-9]+\.[hi]pp")re"};
    std::size_t seen = 0;
    for (const auto& [target, module] : modules) {
        if (!graph.contains(target)) continue;
        const Names allowed = below(graph, target);
        for (const std::string ending : {".hpp", ".cpp", ".ipp"})
            for (const fs::path& path : sources_in(module.folder, ending)) {
                const std::string text = read_file(path);
                for (std::sregex_iterator at{text.begin(), text.end(), include}, end; at != end;
                     ++at) {
                    const auto other = target_of.find((*at)[1]);
                    if (other == target_of.end() || other->second == target) continue;
                    ++seen;
                    EXPECT_TRUE(allowed.contains(other->second)) << path << ": " << at->str();
                }
            }
    }
    EXPECT_GT(seen, 500U);
}

// What a house demands is data; these files know of lines because a technique or a sentence does.
TEST(Architecture, FewFilesNameRowsAndColumns) {
    const Names known{"explain/words/chain.cpp",         "explain/words/narrate.cpp",
                      "explain/words/words.cpp",         "logic/layout.cpp",
                      "logic/shape/shape.cpp",           "logic/shape/shape_patterns.cpp",
                      "logic/strategies/cover_sets.cpp", "logic/strategies/exocet.cpp",
                      "logic/strategies/mergers.cpp",    "logic/work_matrix.cpp",
                      "setter/unavoidable.cpp"};
    Names found;
    static const std::regex line{R"re(HouseRole::(row|column))re"};
    for (const auto& [target, module] : table()) {
        if (module.folder == "core/board") continue;
        for (const std::string ending : {".hpp", ".cpp", ".ipp"})
            for (const fs::path& path : sources_in(module.folder, ending))
                if (const std::string text = read_file(path); std::regex_search(text, line))
                    found.insert(fs::relative(path, source_dir()).string());
    }
    EXPECT_EQ(found, known);
}

/// The types and aliases that a header defines in a namespace, not within another type.
Names types_defined_in(std::string text) {
    text = std::regex_replace(text, std::regex{R"re(//[^\n]*|"(\\.|[^"\\\n])*"|#[^\n]*)re"}, "");
    static const std::regex type{
        R"re((?:^|\s)(?:enum class|enum|struct|class)\s+(\w+)\s*(?:final\s*)?(?::(?!:)|$))re"};
    static const std::regex alias{R"re(^\s*using\s+(\w+)\s*=)re"};
    static const std::regex space{R"re(^\s*(inline )?namespace\b)re"};
    Names types;
    std::string statement;
    std::size_t inner = 0;  // braces within what is no namespace
    for (const char c : text) {
        if (c == '{') {
            if (inner > 0 || !std::regex_search(statement, space)) {
                std::smatch match;
                while (inner == 0 && !statement.empty() &&
                       std::isspace(static_cast<unsigned char>(statement.back())))
                    statement.pop_back();
                if (inner == 0 && std::regex_search(statement, match, type) &&
                    statement.find('(') == std::string::npos)
                    types.insert(match[1]);
                ++inner;
            }
            statement.clear();
        } else if (c == '}') {
            if (inner > 0) --inner;
            statement.clear();
        } else if (c == ';') {
            std::smatch match;
            if (inner == 0 && std::regex_search(statement, match, alias)) types.insert(match[1]);
            statement.clear();
        } else if (inner == 0) {
            statement += c;
        }
    }
    return types;
}

TEST(Architecture, ATypeNameStandsInOneHeader) {
    EXPECT_EQ(types_defined_in("namespace a { struct B { struct C {}; }; enum class D : int {}; "
                               "class E; template <class T> class F final : B {}; }"),
              (Names{"B", "D", "F"}));
    std::map<std::string, std::vector<std::string>> where;
    Names folders{"cli/commands", "python/bindings"};
    for (const auto& [target, module] : table()) folders.insert(module.folder);
    for (const std::string& folder : folders)
        for (const fs::path& path : sources_in(folder, ".hpp"))
            for (const std::string& type : types_defined_in(read_file(path)))
                where[type].push_back(fs::relative(path, source_dir()).string());
    EXPECT_GT(where.size(), 500U);
    for (const auto& [type, files] : where)
        EXPECT_EQ(files.size(), 1U) << type << ": " << files.front() << " and " << files.back();
}

}  // namespace
}  // namespace clew
