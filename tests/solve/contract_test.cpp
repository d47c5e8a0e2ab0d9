// The promise at the top of solve.hpp: whoever stands above the facade asks it, and no engine.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/support/places.hpp"
#include "tests/support/texts.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

/// The headers of engines that a file includes, as "sat/session.hpp".
std::set<std::string> engine_headers(const std::string& text) {
    static const std::regex include{
        R"re(#include "(?:encode|solve)/((search|search9|exact|sat)/[^"]*)")re"};
    std::set<std::string> found;
    for (std::sregex_iterator at{text.begin(), text.end(), include}, end; at != end; ++at)
        found.insert((*at)[1]);
    return found;
}

bool is_source(const fs::path& path) {
    const std::string kind = path.extension().string();
    return kind == ".cpp" || kind == ".hpp" || kind == ".ipp";
}

TEST(Contract, NobodyAboveTheFacadeIncludesAnEngine) {
    // What works on a formula of the caller's own is no engine: a session, cores, a certificate.
    const std::set<std::string> tools{"sat/session.hpp", "sat/cores.hpp", "sat/proof.hpp"};
    std::size_t files = 0;
    for (const char* room : {"setter", "explain", "logic", "cli"})
        for (const auto& entry : fs::recursive_directory_iterator{source_dir() + "/" + room}) {
            if (!is_source(entry.path())) continue;
            ++files;
            for (const std::string& header : engine_headers(read_file(entry.path())))
                EXPECT_TRUE(tools.contains(header)) << entry.path() << " includes " << header;
        }
    EXPECT_GT(files, 100U);
    EXPECT_EQ(engine_headers("#include \"solve/exact/plan.hpp\"\n").size(), 1U);
}

TEST(Contract, TheFacadesHeadersShowNoEngine) {
    // How SAT works is a setting, and what it did is told: the one exception.
    const std::set<std::string> shown{"sat/enumerate.hpp"};
    const std::set<std::string> own{"engines.hpp", "plain_puzzles.hpp",  // private to the module
                                    "solver_impl.hpp"};
    for (const auto& entry : fs::directory_iterator{source_dir() + "/solve"}) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".hpp" || own.contains(name)) continue;
        for (const std::string& header : engine_headers(read_file(entry.path())))
            EXPECT_TRUE(shown.contains(header)) << name << " includes " << header;
        for (const std::string& header : own)
            EXPECT_EQ(read_file(entry.path()).find("/" + header), std::string::npos) << name;
    }
}

TEST(Contract, NobodyAboveTheFacadeLinksASearchOrTheExactCounter) {
    const std::regex link{R"re(clew::(search|search9|exact)\b)re"};
    for (const char* room : {"setter", "explain", "logic", "cli"})
        for (const auto& entry : fs::recursive_directory_iterator{source_dir() + "/" + room})
            EXPECT_FALSE(entry.path().filename() == "CMakeLists.txt" &&
                         std::regex_search(read_file(entry.path()), link))
                << entry.path();
}

}  // namespace
}  // namespace clew
