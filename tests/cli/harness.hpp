#pragma once
// Runs whole command lines inside the process.
//
//     const Result r = run_clew({"count", "-"}, puzzle_text);
//     EXPECT_EQ(r.code, ExitCode::ok); EXPECT_EQ(r.out, "12\n");

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "cli/app.hpp"
#include "tests/support/places.hpp"
#include "tests/support/texts.hpp"

namespace clew::cli {

struct Result {
    ExitCode code = ExitCode::ok;
    std::string out;
    std::string err;
};

inline Result run_clew(const std::vector<std::string>& arguments, const std::string& input = {},
                       StopFlag* interrupt = nullptr, const std::atomic<int>* signal = nullptr) {
    std::istringstream in{input};
    std::ostringstream out;
    std::ostringstream err;
    Host host{.in = in, .out = out, .err = err, .interrupt = interrupt, .signal = signal};
    const ExitCode code = run(arguments, host);
    return {code, out.str(), err.str()};
}

/// An answer without the words that asked for it.
inline std::string without_command(const std::string& answer) {
    static const std::regex command{R"re(,"command":"[^"]*"\})re"};
    return std::regex_replace(answer, command, "}");
}

/// A file of the source tree.
inline std::string source_file(const std::string& name) { return source_dir() + "/" + name; }
inline const std::string p92_file = source_file("examples/p92.sdk");

/// A fresh folder, gone at the end of the test.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        static std::atomic<int> counter{0};
        path_ = std::filesystem::temp_directory_path() /
                ("clew-test-" + std::to_string(getpid()) + "-" + std::to_string(counter++));
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return file(name);
    }
    std::size_t file_count() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path_), {}));
    }

  private:
    std::filesystem::path path_;
};

}  // namespace clew::cli
