// The program itself: what only a process can show. Exit codes, signals, pipes, files.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "cli/child_process.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/places.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string program = program_path();
const std::string p92 = reference::p92 + "\n";

TEST(ChildProcess, ReportsExitCodesTimeAndMemory) {
    const ChildRun good = run_child({"true"});
    EXPECT_EQ(good.exit_code, 0);
    EXPECT_GT(good.peak_kib, 0);
    EXPECT_EQ(run_child({"sh", "-c", "exit 7"}).exit_code, 7);
    EXPECT_EQ(run_child({"sh", "-c", "kill -TERM $$"}).exit_code, 128 + 15);
    EXPECT_THROW(run_child({"no-such-program-anywhere"}), std::system_error);
    const ChildRun slow = run_child({"sleep", "60"}, {.time_limit_seconds = 0.05});
    EXPECT_TRUE(slow.timed_out);
    EXPECT_FALSE(is_installed("no-such-program-anywhere"));
    EXPECT_TRUE(is_installed("sh"));
}

TEST(Program, CountsFromAFileAndFromStandardInput) {
    const TemporaryFolder folder;
    const std::string input = folder.write("in", p92 + p92);
    const std::string out = folder.file("out");
    EXPECT_EQ(
        run_child({program, "count", "-"}, {.input_file = input, .output_file = out}).exit_code, 0);
    EXPECT_EQ(read_file(out), "<stdin>:1: 12\n<stdin>:2: 12\n");
    EXPECT_EQ(run_child({program, "count", source_file("examples/p92.sdk")}, {.output_file = out})
                  .exit_code,
              0);
    EXPECT_EQ(read_file(out), "12\n");
}

TEST(Program, EndsWithItsDocumentedExitCodes) {
    const TemporaryFolder folder;
    const auto code = [&](std::vector<std::string> words, const std::string& input) {
        words.insert(words.begin(), program);
        return run_child(words, {.input_file = folder.write("in", input)}).exit_code;
    };
    EXPECT_EQ(code({"frobnicate"}, ""), 2);
    EXPECT_EQ(code({"count", "-"}, "rubbish\n"), 3);
    EXPECT_EQ(code({"count", "/no/such/file"}, ""), 4);
    EXPECT_EQ(code({"solve", "-"}, reference::contradictory + "\n"), 10);
    EXPECT_EQ(code({"verify", "-"}, p92), 11);
    EXPECT_EQ(
        code({"count", "--engine", "search", "--timeout", "50ms", "-"}, reference::blank + "\n"),
        20);
}

TEST(Program, SaysWhatStackItNeeds) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const auto with_stack = [&](const std::string& kib, const std::string& call) {
        return run_child({"sh", "-c", "ulimit -s " + kib + " && exec \"$0\" " + call + " 2>&1",
                          program, source_file("examples/gould92.sdk")},
                         {.output_file = out})
            .exit_code;
    };
    EXPECT_EQ(with_stack("128", "rate \"$1\""), 20);
    EXPECT_EQ(read_file(out),
              "clew: the stack is limited to 128 KiB\n"
              "  expected: 512 KiB or more (ulimit -s)\n");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need more
    for (const char* call : {"rate", "explain", "count --engine sat", "repair", "compile"})
        EXPECT_EQ(with_stack("512", std::string(call) + " \"$1\""), 0) << call;
#endif
}

TEST(Program, AnInterruptKeepsWhatWasFoundInWholeLines) {
    const TemporaryFolder folder;
    const std::string blank = folder.write("blank", reference::blank + "\n");
    const std::string out = folder.file("out");
    const ChildRun run = run_child({"timeout", "--preserve-status", "-s", "INT", "0.5", program,
                                    "enumerate", "--engine", "search", blank},
                                   {.output_file = out});
    EXPECT_EQ(run.exit_code, 130);
    const std::string text = read_file(out);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.size() % 82, 0U);
    EXPECT_EQ(text.back(), '\n');
    EXPECT_EQ(run_child({"timeout", "--preserve-status", "-s", "INT", "0.5", program, "count",
                         "--engine", "search", blank},
                        {.output_file = out})
                  .exit_code,
              130);
    EXPECT_EQ(read_file(out).substr(0, 2), ">=");
}

TEST(Program, TwoSignalsAtOnceAreOneInterrupt) {
    const TemporaryFolder folder;
    const std::string blank = folder.write("blank", reference::blank + "\n");
    const std::string out = folder.file("out");
    const std::string script =
        "\"$0\" count --engine search \"$1\" & sleep 0.3; kill -INT $!; "
        "env true; kill -INT $!; wait $!";
    const ChildRun run = run_child({"sh", "-c", script, program, blank}, {.output_file = out});
    EXPECT_EQ(run.exit_code, 130);
    EXPECT_EQ(read_file(out).substr(0, 2), ">=");
}

TEST(Program, AStopLeavesTheNameForWholeFiles) {
    // Whatever command is stopped: the name is for what is whole, and what there was is beside it.
    const TemporaryFolder folder;
    const std::string blank = folder.write("blank", reference::blank + "\n");
    const std::string name = folder.file("out.txt"), partial = folder.file("out.partial.txt");
    const std::vector<std::vector<std::string>> commands = {
        {"enumerate", "--engine", "search", blank},
        {"generate", "-n", "1e9"},
        {"density", "--engine", "search", blank},
        {"unavoidable", "--size", "30", folder.write("gould", reference::gould + "\n")},
        {"sample", "--engine", "search", "-n", "1e9", blank},
        {"explain", "--smallest", "--rules", "template", source_file("examples/bench/hard.txt")},
    };
    for (const std::vector<std::string>& words : commands) {
        for (const auto& [signal, code] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
            folder.write("out.txt", "old");
            std::vector<std::string> call = {"timeout", "--preserve-status", "-s", signal, "0.5",
                                             program};
            call.insert(call.end(), words.begin(), words.end());
            call.insert(call.end(), {"-o", name});
            EXPECT_EQ(run_child(call, {.output_file = folder.file("log")}).exit_code, code)
                << words[0];
            EXPECT_EQ(read_file(name), "old") << words[0];
            if (words[0] == "enumerate" || words[0] == "generate") {
                EXPECT_GT(read_file(partial).size(), 0U) << words[0];
                std::filesystem::remove(partial);
            }
            for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
                EXPECT_THAT((std::vector<std::string>{"blank", "gould", "log", "out.txt",
                                                      "out.partial.txt"}),
                            ::testing::Contains(entry.path().filename().string()))
                    << words[0];
        }
    }
    // A time limit is a stop too; a limit on the number is not.
    folder.write("out.txt", "old");
    EXPECT_EQ(run_child({program, "enumerate", "--engine", "search", "--timeout", "0.2", "-q", "-o",
                         name, blank})
                  .exit_code,
              20);
    EXPECT_EQ(read_file(name), "old");
    EXPECT_GT(read_file(partial).size(), 0U);
    EXPECT_EQ(run_child({program, "enumerate", "--limit", "3", "-o", name, blank}).exit_code, 0);
    EXPECT_EQ(lines_of(read_file(name)).size(), 3U);
}

TEST(Program, HearsAStopWhileItReads) {
    // Endless inputs: blank lines from a pipe, bytes without a line end, a pipe that nobody opens.
    const TemporaryFolder folder;
    const std::string pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::string call = "timeout --preserve-status -k 20 -s $1 0.3 \"$0\" ";
    for (const char* command : {"count", "enumerate", "lab --rules methods", "show", "tree",
                                "encode", "convert --to line", "explain --format html", "merge"}) {
        const std::string word = command;
        std::vector<std::string> lines = {"yes '' | " + call + word + " -",
                                          call + word + " /dev/zero", call + word + " " + pipe};
        if (word == "merge") lines.erase(lines.begin() + 1);  // which refuses so long a line
        for (const std::string& line : lines) {
            EXPECT_EQ(
                run_child({"sh", "-c", line, program, "TERM"}, {.output_file = folder.file("out")})
                    .exit_code,
                143)
                << line;
            if (word != "count") continue;
            EXPECT_EQ(run_child({"sh", "-c", line, program, "INT"}).exit_code, 130) << line;
        }
    }
    for (const char* input :
         {"yes '' | \"$0\" count --timeout 0.2 -", "\"$0\" count --timeout 0.2 /dev/zero",
          "\"$0\" count --timeout 0.2 \"$1\""})
        EXPECT_EQ(run_child({"sh", "-c", input, program, pipe}).exit_code, 20) << input;
}

TEST(Program, ReadsANamedPipe) {
    const TemporaryFolder folder;
    const std::string pipe = folder.file("pipe"), out = folder.file("out");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << p92 << p92; });
    EXPECT_EQ(run_child({program, "count", pipe}, {.output_file = out}).exit_code, 0);
    writer.join();
    EXPECT_EQ(read_file(out), pipe + ":1: 12\n" + pipe + ":2: 12\n");
}

/// The program with a pipe to its standard input, or the named pipe that it reads, and one from its
/// standard output.
class Dialogue {
  public:
    explicit Dialogue(const std::vector<std::string>& arguments, const std::string& fifo = {}) {
        int to[2], from[2];
        if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe");
        if (!fifo.empty()) {
            close(to[1]);
            to[1] = open(fifo.c_str(), O_RDWR | O_CLOEXEC);
        }
        child_ = fork();
        if (child_ == 0) {
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            std::vector<char*> words{const_cast<char*>(program.c_str())};
            for (const std::string& word : arguments)
                words.push_back(const_cast<char*>(word.c_str()));
            words.push_back(nullptr);
            execv(program.c_str(), words.data());
            _exit(127);
        }
        close(to[0]);
        close(from[1]);
        in_ = to[1];
        out_ = from[0];
    }
    ~Dialogue() {
        close(out_);
        finish();
    }
    Dialogue(const Dialogue&) = delete;
    Dialogue& operator=(const Dialogue&) = delete;

    void write(const std::string& text) {
        ASSERT_EQ(::write(in_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    /// The next line of its output; empty if none comes within twenty seconds.
    std::string line() {
        const std::string text = take([](const std::string& read) { return read.back() == '\n'; });
        return text.empty() || text.back() != '\n' ? "" : text.substr(0, text.size() - 1);
    }
    /// So many bytes of its output; fewer if they do not come within twenty seconds each.
    std::string bytes(std::size_t size) {
        if (size == 0) return "";
        return take([size](const std::string& read) { return read.size() == size; });
    }
    void signal(int number) const { kill(child_, number); }
    /// Closes its input and returns its exit code.
    int finish() {
        if (in_ < 0) return -1;
        close(std::exchange(in_, -1));
        return wait();
    }
    /// Its exit code, without closing its input; it is killed if it goes on for ten seconds.
    int wait() {
        int status = 0;
        for (int tries = 0; waitpid(child_, &status, WNOHANG) == 0; ++tries) {
            if (tries == 1000) kill(child_, SIGKILL);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    template <class Enough>
    std::string take(const Enough& enough) {
        std::string text;
        char c = 0;
        pollfd output{.fd = out_, .events = POLLIN, .revents = 0};
        while (poll(&output, 1, 20'000) > 0 && read(out_, &c, 1) == 1) {
            text += c;
            if (enough(text)) break;
        }
        return text;
    }

    pid_t child_ = -1;
    int in_ = -1, out_ = -1;
};

TEST(Program, AnswersBeforeItAsksForMore) {
    for (const char* threads : {"1", "2", "5"}) {
        Dialogue clew{{"count", "--names", "never", "--threads", threads, "-"}};
        for (int i = 0; i < 50; ++i) {
            clew.write(i % 7 == 0 ? p92 + p92 : p92);
            ASSERT_EQ(clew.line(), "12") << threads << " threads, puzzle " << i;
            if (i % 7 == 0) {
                ASSERT_EQ(clew.line(), "12") << threads << " threads, puzzle " << i;
            }
        }
        EXPECT_EQ(clew.finish(), 0);
    }
}

TEST(Program, NamesThePuzzlesOfADialogue) {
    // Who neither goes on nor ends may write more.
    Dialogue clew{{"count", "-"}};
    for (const char* answer : {"<stdin>:1: 12", "<stdin>:2: 12", "<stdin>:3: 12"}) {
        clew.write(p92);
        ASSERT_EQ(clew.line(), answer);
    }
    EXPECT_EQ(clew.finish(), 0);
    // Who ends has asked about one.
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const std::string lines = "printf '%s' \"$1\" | \"$0\" count -";
    for (const auto& [input, answer] :
         {std::pair{p92, "12\n"}, std::pair{p92 + p92, "<stdin>:1: 12\n<stdin>:2: 12\n"}}) {
        EXPECT_EQ(run_child({"sh", "-c", lines, program, input}, {.output_file = out}).exit_code,
                  0);
        EXPECT_EQ(read_file(out), answer);
    }
}

/// What is written in one go, in a format that is recognised.
struct Written {
    const char* format;
    std::string first, second;
};
std::vector<Written> written_puzzles() {
    const std::string& puzzle = reference::gould;
    std::string other = puzzle;  // the same with other digits
    for (char& c : other)
        if (c != '.') c = c == '9' ? '1' : static_cast<char>(c + 1);
    const auto rows = [](const std::string& line) {
        std::string text;
        for (std::size_t i = 0; i < 81; i += 9) text += line.substr(i, 9) + "\n";
        return text;
    };
    const auto json = [](const std::string& line) {
        return R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 9, "boxes": [3, 3]}, )"
               R"("givens": ")" +
               line + "\"}\n";
    };
    return {{"line", puzzle + "\n", other + "\n"},
            {"sdk", rows(puzzle), rows(other)},
            {"sdk and an empty line", rows(puzzle) + "\n", rows(other) + "\n"},
            {"a line, then rows", puzzle + "\n", rows(other) + "\n"},
            {"json", json(puzzle), json(other)},
            {"csv", "puzzle,solution\n" + puzzle + ",\n", other + ",\n"}};
}

TEST(Program, EveryCommandAnswersBeforeItAsksForMore) {
    // What the command says when it has all the input is what it says puzzle by puzzle.
    const std::vector<std::vector<std::string>> commands = {
        {"count"},
        {"count", "--estimate", "50"},
        {"solve"},
        {"verify"},
        {"enumerate", "--json"},
        {"explain"},
        {"explain", "--json"},
        {"hint"},
        {"steps"},
        {"minimal"},
        {"repair", "--json"},
        {"sample"},
        {"unavoidable", "--json"},
        {"density"},
        {"convert", "--to", "line"},
        {"convert", "--to", "json"},
        {"show"},
    };
    for (const auto& command : commands)
        for (const Written& text : written_puzzles()) {
            // All formats for one command, and all commands for two of the formats.
            const bool plain = std::string(text.format) == "line" ||
                               std::string(text.format) == "sdk and an empty line";
            if (!plain && command != commands.front()) continue;
            SCOPED_TRACE(command[0] + " " + command.back() + ", " + text.format);
            std::vector<std::string> words = command;
            words.push_back("-");
            const std::string one = run_clew(words, text.first).out;
            const std::string two = run_clew(words, text.first + text.second).out;
            ASSERT_FALSE(one.empty());
            Dialogue clew{words};
            clew.write(text.first);
            const std::string first = clew.bytes(one.size());
            EXPECT_EQ(first, two.substr(0, one.size()));
            if (first.size() < one.size()) return;  // not twenty seconds for each
            clew.write(text.second);
            EXPECT_EQ(clew.bytes(two.size() - one.size()), two.substr(one.size()));
            clew.finish();
        }
}

TEST(Program, ANamedPipeIsADialogue) {
    const TemporaryFolder folder;
    const std::string pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::vector<std::vector<std::string>> commands = {
        {"count", "--names", "never"},
        {"solve", "--names", "never"},
        {"verify", "--names", "never"},
        {"enumerate", "--json"},
        {"explain", "--names", "never"},
        {"hint", "--names", "never"},
        {"steps", "--names", "never"},
        {"minimal", "--names", "never"},
        {"repair", "--json"},
        {"sample", "--names", "never"},
        {"unavoidable", "--json"},
        {"density", "--names", "never"},
        {"convert", "--to", "line"},
        {"show", "--names", "never"},
    };
    const auto from_pipe = [&](std::string text) {
        for (std::size_t at = 0; (at = text.find("<stdin>", at)) != std::string::npos;)
            text.replace(at, 7, pipe);
        return text;
    };
    for (const auto& command : commands)
        for (const Written& text : written_puzzles()) {
            if (std::string(text.format) != "line" && command != commands.front()) continue;
            SCOPED_TRACE(command[0] + ", " + text.format);
            const std::string one = from_pipe(run_clew(command, text.first).out);
            const std::string two = from_pipe(run_clew(command, text.first + text.second).out);
            ASSERT_FALSE(one.empty());
            std::vector<std::string> words = command;
            words.push_back(pipe);
            Dialogue clew{words, pipe};
            clew.write(text.first);
            const std::string first = clew.bytes(one.size());
            EXPECT_EQ(first, two.substr(0, one.size()));
            if (first.size() < one.size()) return;  // not twenty seconds for each
            clew.write(text.second);
            EXPECT_EQ(clew.bytes(two.size() - one.size()), two.substr(one.size()));
            clew.finish();
        }
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"tree", "--json", "--no-proof"}, {"encode"}, {"explain", "--format", "svg"}}) {
        std::vector<std::string> words = command;
        words.push_back(pipe);
        Dialogue clew{words, pipe};
        clew.write(reference::gould + "\n");
        EXPECT_NE(clew.line(), "") << command[0];
    }
}

TEST(Program, CommandsOfOnePuzzleAnswerWhenItIsWhole) {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"tree", "--json"}, {"encode"}, {"explain", "--format", "svg"}}) {
        std::vector<std::string> words = command;
        words.push_back("-");
        Dialogue clew{words};
        clew.write(reference::gould + "\n");
        EXPECT_NE(clew.line(), "") << command[0];
        clew.bytes(std::string::npos);  // all the rest, which a pipe may not hold
        EXPECT_EQ(clew.wait(), 0) << command[0];
        const Result two = run_clew(words, reference::gould + "\n" + reference::gould + "\n");
        EXPECT_EQ(two.code, ExitCode::bad_input) << command[0];
    }
}

TEST(Program, DoesNotWaitForInputWhenItIsToldToEnd) {
    Dialogue slow{{"count", "--timeout", "100ms", "-"}};
    EXPECT_EQ(slow.wait(), 20);
    Dialogue steps{{"judge", reference::gould, "--steps", "-", "--timeout", "100ms"}};
    EXPECT_EQ(steps.wait(), 20);
    for (const char* threads : {"1", "3"}) {
        Dialogue clew{
            {"count", "--names", "never", "--input-format", "line", "--threads", threads, "-"}};
        clew.write(p92);
        EXPECT_EQ(clew.line(), "12");
        clew.write(p92.substr(0, 30));  // half a puzzle is none
        clew.signal(SIGINT);
        EXPECT_EQ(clew.wait(), 130) << threads;
    }
}

TEST(Program, AKilledRunIsTakenUpAgain) {
    const TemporaryFolder folder;
    std::string text;
    for (std::size_t i = 0; i < 40'000; ++i)
        text += i % 5 == 0 ? p92
                           : std::string(i % 81, '.') + "7" + std::string(80 - i % 81, '.') + "\n";
    const std::string input = folder.write("in", text);
    for (const char* command : {"verify", "solve"}) {
        const std::string whole = folder.file("whole"), resumed = folder.file("resumed");
        std::vector<std::string> run = {program, command, input};
        if (std::string(command) == "verify") run = {program, command, "--limit", "3", input};
        ASSERT_EQ(run_child(run, {.output_file = whole}).exit_code,
                  std::string(command) == "verify" ? 11 : 0);
        run.insert(run.begin() + 2, {"--resume", resumed});
        // Killed at any time, twice; then let run.
        int killed = 0;
        for (const char* after : {"0.02", "0.03"}) {
            std::vector<std::string> cut = {"timeout", "-s", "KILL", after};
            cut.insert(cut.end(), run.begin(), run.end());
            killed += run_child(cut).exit_code == 128 + SIGKILL;
        }
        EXPECT_GT(killed, 0) << command;
        run_child(run);
        EXPECT_EQ(read_file(resumed), read_file(whole)) << command;
        std::filesystem::remove(resumed);
    }
}

TEST(Program, FullDiskIsAnError) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(
        run_child({program, "count", source_file("examples/p92.sdk")}, {.output_file = "/dev/full"})
            .exit_code,
        4);
    EXPECT_EQ(run_child({program, "enumerate", "-o", "/dev/full", source_file("examples/p92.sdk")})
                  .exit_code,
              4);
}

}  // namespace
}  // namespace clew::cli
