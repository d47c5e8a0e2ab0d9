// The pictures in the documents are what the program draws: a step's, below its transcript, and
// those with a line above them that says how they are made:
//
//     <!-- drawn: clew show examples/rules.json --per-page 40 -o pictures/rules.svg -->
//
// with a path within docs. CLEW_UPDATE_GOLDENS=1 draws them anew.

#include <regex>

#include "tests/cli/harness.hpp"
#include "tests/docs/documents.hpp"

namespace clew {
namespace {

struct Drawn {
    std::string command;  ///< writes the picture into its working folder
    std::string picture;  ///< a path within docs
};

std::vector<Drawn> drawn_in(const std::string& document) {
    static const std::regex comment{"<!-- drawn: (clew .* -o ([^ ]+\\.svg)) -->"};
    static const std::regex heading{"Step ([0-9]+) of `(clew .*)` on"}, puzzle{"`([^`]+)`:"};
    static const std::regex image{R"(!\[.*\]\((pictures/.*\.svg)\))"}, boards{" --boards none"};
    std::vector<Drawn> all;
    std::string explain, question;
    for (const std::string& line : lines_of_document(document)) {
        std::smatch match;
        if (std::regex_match(line, match, comment)) {
            all.push_back({match[1], match[2]});
        } else if (std::regex_match(line, match, heading)) {
            explain = std::regex_replace(match[2].str(), boards, "") + " --format svg --step " +
                      match[1].str();
        } else if (std::regex_match(line, match, puzzle)) {
            question = match[1];
        } else if (std::regex_match(line, match, image)) {
            if (!explain.empty())
                all.push_back(
                    {explain + " -o " + match[1].str() + " '" + question + "'", match[1]});
            explain.clear();
        } else if (line.starts_with("#")) {
            explain.clear();
        }
    }
    return all;
}

TEST(Pictures, AreWhatTheProgramDraws) {
    const cli::TemporaryFolder folder;
    std::filesystem::create_directory_symlink(source_dir() + "/examples", folder.file("examples"));
    std::filesystem::create_directory(folder.file("pictures"));
    std::size_t drawn = 0;
    for (const std::string& document : document_names())
        for (const Drawn& one : drawn_in(document)) {
            const std::string script = "cd '" + folder.file("") + "' && clew() { '" +
                                       program_path() + "' \"$@\" --quiet; } && " + one.command;
            const std::string quoted = std::regex_replace(script, std::regex{"'"}, "'\\''");
            static_cast<void>(std::system(  // NOLINT(concurrency-mt-unsafe)
                ("bash -c '" + quoted + "' > /dev/null 2>&1").c_str()));
            const std::string made = read_file(folder.file(one.picture));
            EXPECT_FALSE(made.empty()) << document << ": " << one.command;
            const std::string name = "docs/" + one.picture;
            if (updates_documents())
                std::ofstream{source_dir() + "/" + name} << made;
            else
                EXPECT_TRUE(made == read_document(name)) << document << ": " << one.command;
            ++drawn;
        }
    EXPECT_GE(drawn, 15U);
}

}  // namespace
}  // namespace clew
