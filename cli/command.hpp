#pragma once
// Command: one subcommand of clew. A file `commands/<name>.cpp` holds one class and one maker
// function; the table in commands.cpp lists the makers. To add a command: write the file, add its
// maker to commands.hpp and its line to the table, and its name to cli/CMakeLists.txt.
//
//     class Count final : public Command {
//       public:
//         CommandInfo info() const override { return {"count", "Ask", "Count all solutions"}; }
//         void declare(Arguments& a) override { input_.declare(a); ... }
//         ExitCode run(Host& host) override { ... }
//     };
//     std::unique_ptr<Command> make_count() { return std::make_unique<Count>(); }
//
// A command object is declared once, then run at most once. run() may throw UsageError (exit code
// 2), any other InputError (3) and std::ios_base::failure (4); anything else that escapes is a bug
// and becomes exit code 1.

#include <string>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"

namespace clew::cli {

struct CommandInfo {
    std::string name;     ///< as after "clew"; of a program of its own, the program's
    std::string group;    ///< heading in `clew help`: "Ask", "Explain", "Set", "Files", "About";
                          ///< empty: a program of its own
    std::string summary;  ///< one line without full stop
};

class Command {
  public:
    Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;

    virtual CommandInfo info() const = 0;
    /// Adds options, positionals, examples and notes.
    virtual void declare(Arguments& arguments) = 0;
    /// Does the work. Results to host.out, messages to host.err.
    virtual ExitCode run(Host& host) = 0;
};

}  // namespace clew::cli
