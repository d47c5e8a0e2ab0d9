// Every transcript in README.md and all of docs is run and compared: a line `$ COMMAND` in a block
// of code, fenced or indented, and below it what the command prints, to the next command or the end
// of the block.
//
// `clew` and `script/run` both mean the program of this build. What stands in the document is
// standard output, or that and the messages behind it. Running times are not compared; a line `...`
// stands for any number of lines. So are the steps that docs/strategies.md shows by their numbers.

#include <sys/wait.h>

#include <cstdio>
#include <regex>
#include <span>

#include "tests/docs/documents.hpp"

namespace clew {
namespace {

struct Transcript {
    std::string place;  // file:line
    std::string command;
    std::vector<std::string> expected;
};

std::vector<Transcript> transcripts_of(const std::string& name) {
    std::vector<Transcript> all;
    bool fenced = false, open = false;
    std::size_t number = 0;
    for (std::string line : lines_of_document(name)) {
        ++number;
        if (line.starts_with("```")) {
            fenced = !fenced;
            open = false;
            continue;
        }
        const bool indented = !fenced && line.starts_with("    ");
        if (indented) line.erase(0, 4);
        if (!fenced && !indented) {
            open = false;
        } else if (line.starts_with("$ ")) {
            all.push_back({name + ":" + std::to_string(number), line.substr(2), {}});
            open = true;
        } else if (open) {
            all.back().expected.push_back(line);
        }
    }
    return all;
}

std::vector<std::string> lines_of_output(const std::string& command) {
    std::vector<std::string> lines;
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return {"the shell did not start"};
    std::string line;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        if (c == '\n') {
            lines.push_back(line);
            line.clear();
        } else {
            line += static_cast<char>(c);
        }
    }
    if (!line.empty()) lines.push_back(line);
    const int status = ::pclose(pipe);
    if (WIFEXITED(status) && WEXITSTATUS(status) >= 126)
        lines.push_back("(the command did not run)");
    return lines;
}

std::string quoted(const std::string& text) {
    return "'" + std::regex_replace(text, std::regex("'"), "'\\''") + "'";
}

std::vector<std::string> run(const std::string& command, const std::string& messages) {
    // What script/run adds when it is called without arguments stands in script/run alone.
    std::string shell = command;
    if (shell == "script/run")
        shell = "clew enumerate --summary --verify-with sat examples/p92.sdk";
    shell = std::regex_replace(shell, std::regex("script/run "), "clew ");
    const std::string script = "cd " + quoted(source_dir()) + " && clew() { " +
                               quoted(program_path()) + " \"$@\"; } && { " + shell + "\n} 2>" +
                               messages;
    // $0 is a file for the messages
    return lines_of_output("t=$(mktemp) && bash -c " + quoted(script) + " $t; rm -f $t");
}

std::string without_times(const std::string& line) {
    static const std::regex time{R"(\b\d+(\.\d+)? (s|ms)\b)"};
    return std::regex_replace(line, time, "TIME");
}

/// How many lines "[12 more lines]" stands for; 0 for any other line.
std::size_t lines_left_out(const std::string& line) {
    static const std::regex note{R"(\[(\d+) more lines\])"};
    std::smatch match;
    return std::regex_match(line, match, note) ? std::stoul(match[1].str()) : 0;
}

using Lines = std::span<const std::string>;

bool fits(Lines expected, Lines lines) {
    for (; !expected.empty(); expected = expected.subspan(1)) {
        const std::string& line = expected.front();
        if (line == "...") {
            for (; !lines.empty(); lines = lines.subspan(1))
                if (fits(expected.subspan(1), lines)) return true;
        } else if (const std::size_t skip = lines_left_out(line); skip > 0) {
            if (lines.size() < skip) return false;
            lines = lines.subspan(skip);
        } else {
            if (lines.empty() || without_times(line) != without_times(lines.front())) return false;
            lines = lines.subspan(1);
        }
    }
    return lines.empty();
}

TEST(Transcripts, AreWhatTheProgramPrints) {
    std::size_t run_here = 0;
    for (const std::string& name : document_names())
        for (const Transcript& transcript : transcripts_of(name)) {
            ++run_here;
            const std::vector<std::string> out = run(transcript.command, "/dev/null");
            if (fits(transcript.expected, out)) continue;
            const std::vector<std::string> both = run(transcript.command, "$0; cat $0");
            if (fits(transcript.expected, both)) continue;
            std::string printed;
            for (const std::string& line : both) printed += line + "\n";
            ADD_FAILURE() << transcript.place << ": $ " << transcript.command << "\nprints today:\n"
                          << printed;
        }
    EXPECT_GE(run_here, 15U);
}

std::vector<std::string> without_blank_lines(Lines lines) {
    std::vector<std::string> kept;
    for (const std::string& line : lines)
        if (!line.empty()) kept.push_back(line);
    return kept;
}

/// Puts the step that begins with that number, as the walk has it, in place of the one that stands
/// in the document from some line on.
void replace_step(std::vector<std::string>& lines, std::size_t from, const std::string& number,
                  const std::vector<std::string>& walk) {
    const auto begins = [&](const std::string& line) {
        return !line.empty() && line.find(number) == line.find_first_not_of(' ');
    };
    const auto goes_on = [](const std::string& line) { return line.starts_with("    "); };
    const auto is = std::find_if(walk.begin(), walk.end(), begins);
    const auto was =
        std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(from), lines.end(), begins);
    if (is == walk.end() || was == lines.end()) return;
    auto place = lines.erase(was, std::find_if_not(was, lines.end(), goes_on));
    for (auto line = is; line == is || (line != walk.end() && goes_on(*line)); ++line)
        place = lines.insert(place, "    " + *line) + 1;
}

// "Step 8 of `clew explain ...` on", the puzzle below it, and what stands in the walk: the board
// before the step, if there is one, and the step with that number, blank lines aside.
// CLEW_UPDATE_GOLDENS=1 writes the steps anew.
TEST(Transcripts, StepsAreThoseOfTheWalk) {
    static const std::regex heading{"Step ([0-9]+) of `(clew .*)` on"};
    static const std::regex puzzle{"`([^`]+)`:"};
    std::size_t compared = 0;
    for (const std::string& name : document_names()) {
        std::vector<std::string> lines = lines_of_document(name);
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            std::smatch step, question;
            if (!std::regex_match(lines[i], step, heading)) continue;
            ASSERT_TRUE(std::regex_match(lines[i + 1], question, puzzle)) << name << ":" << i + 2;
            const std::vector<std::string> out = without_blank_lines(
                run("echo " + quoted(question[1]) + " | " + step[2].str() + " -", "/dev/null"));
            if (updates_documents()) replace_step(lines, i + 2, step[1].str() + "  ", out);
            std::vector<std::string> told;
            for (std::size_t at = i + 2; at < lines.size(); ++at) {
                if (lines[at].starts_with("    "))
                    told.push_back(lines[at].substr(4));
                else if (!lines[at].empty())
                    break;
            }
            const auto found = std::search(out.begin(), out.end(), told.begin(), told.end());
            EXPECT_TRUE(!told.empty() && found != out.end())
                << name << ":" << i + 1 << ": the walk has no such step";
            const std::string number = step[1].str() + "  ";
            EXPECT_TRUE(std::any_of(told.begin(), told.end(),
                                    [&](const std::string& line) {
                                        return line.starts_with(number) ||
                                               line.starts_with(" " + number);
                                    }))
                << name << ":" << i + 1 << ": a step of another number";
            ++compared;
        }
        std::string text;
        for (const std::string& line : lines) text += line + "\n";
        if (updates_documents()) write_document(name, text);
    }
    EXPECT_GE(compared, 25U);
}

}  // namespace
}  // namespace clew
