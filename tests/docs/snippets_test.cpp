// Commands and programs in the documents without `$` before them (transcripts_test.cpp runs those
// with it): the program knows their options, those of tutorials run, Node knows the syntax.

#include <map>
#include <regex>
#include <set>

#include "tests/cli/harness.hpp"
#include "tests/docs/documents.hpp"

namespace clew {
namespace {

/// Lines of blocks of code, and spans of code, without comments.
std::vector<std::string> code_in(const std::string& document) {
    static const std::regex span{"`([^`]+)`"}, comment{" #.*| {4,}[a-z].*"};
    std::vector<std::string> all;
    std::string prose;
    bool fenced = false;
    for (const std::string& line : lines_of_document(document)) {
        const std::size_t begin = line.find_first_not_of(' ');
        const bool fence = line.starts_with("```");
        fenced = fenced != fence;
        if (fence || begin == std::string::npos) continue;
        if (fenced || line.starts_with("    "))
            all.push_back(std::regex_replace(line.substr(begin), comment, ""));
        else
            prose += line + " ";
    }
    for (std::sregex_iterator at{prose.begin(), prose.end(), span}, end; at != end; ++at)
        all.push_back((*at)[1]);
    return all;
}

bool succeeds(const std::string& command) {
    return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe)
}

TEST(Snippets, CommandsHaveTheirOptions) {
    static const std::regex command{
        R"re((?:^|[|(] ?|\$ |do )(?:clew|script/run) ([a-z]+)([^|;]*))re"},
        option{R"re((?:^| )(--[a-z][a-z-]*))re"};
    // What a file begins with, another program, a name of before.
    const std::set<std::string> no_commands{"bench", "dimacs", "help", "ledger", "python"};
    std::map<std::string, std::string> help;
    std::size_t checked = 0;
    for (const std::string& document : document_names())
        for (const std::string& code : code_in(document))
            for (std::sregex_iterator at{code.begin(), code.end(), command}, end; at != end; ++at) {
                const std::string name = (*at)[1], rest = (*at)[2];
                if (no_commands.contains(name)) continue;
                const auto [known, is_new] = help.try_emplace(name);
                if (is_new) known->second = cli::run_clew({"help", name}).out;
                EXPECT_FALSE(known->second.empty()) << document << ": " << code;
                for (std::sregex_iterator o{rest.begin(), rest.end(), option}; o != end; ++o) {
                    ++checked;
                    EXPECT_TRUE(
                        std::regex_search(known->second, std::regex{(*o)[1].str() + "(?![a-z-])"}))
                        << document << ": " << code << ": " << (*o)[1];
                }
            }
    EXPECT_GT(checked, 100U);
}

// Line by line in a folder with the examples and a puzzle. What a scheduler would run is read by
// bash.
TEST(Snippets, CommandsOfTutorialsRun) {
    const cli::TemporaryFolder folder;
    std::filesystem::create_directory_symlink(source_dir() + "/examples", folder.file("examples"));
    for (const char* name : {"puzzle.txt", "mine.txt"})
        std::filesystem::copy(cli::p92_file, folder.file(name));
    const bool draws_pdf = succeeds("command -v rsvg-convert > /dev/null");
    std::size_t run = 0;
    for (const std::string& document : document_names()) {
        if (!document.starts_with("docs/tutorials/")) continue;
        for (const std::string& code : code_in(document)) {
            if (!code.starts_with("clew ") || code.find(' ', 5) == std::string::npos) continue;
            if (code.find(".pdf") != std::string::npos && !draws_pdf) continue;
            std::string script = "cd '" + folder.file("") + "' && rm -rf job && clew() { '" +
                                 program_path() + "' \"$@\"; } && { " + code +
                                 "; } > out 2>&1; code=$?; [ $code = 0 ] || [ $code -ge 10 ]";
            if (code.starts_with("clew shards"))
                script += " && for f in job/*.sh; do bash -n $f || exit 1; done";
            EXPECT_TRUE(
                succeeds("bash -c '" + std::regex_replace(script, std::regex{"'"}, "'\\''") + "'"))
                << document << ": " << code << "\n"
                << read_file(folder.file("out"));
            ++run;
        }
    }
    EXPECT_GE(run, 10U);
}

// tests/web/run runs them too.
TEST(Snippets, JavaScriptIsValid) {
    if (!succeeds("command -v node > /dev/null")) GTEST_SKIP() << "there is no node";
    const cli::TemporaryFolder folder;
    std::size_t programs = 0;
    for (const std::string& document : document_names()) {
        std::string program;
        bool inside = false;
        for (const std::string& line : lines_of_document(document)) {
            if (inside && line == "```") {
                const std::string file = folder.write("program.mjs", program);
                EXPECT_TRUE(succeeds("node --check '" + file + "'")) << document << ":\n"
                                                                     << program;
                ++programs;
                program.clear();
                inside = false;
            }
            if (inside) program += line + "\n";
            if (line == "```js") inside = true;
        }
    }
    EXPECT_GE(programs, 1U);
}

}  // namespace
}  // namespace clew
