#pragma once
// Arguments: a command's options as one table. The parser, `--help`, the man page, the shell
// completions and did-you-mean are all made from it.
//
//     void declare(Arguments& a) override {
//         a.flag("--json", json_, "one JSON line a puzzle");
//         a.value("--limit", limit_, "N", "stop after N solutions");
//         a.choice("--engine", engine_, {{"auto", Engine::automatic}, ...}, "which engine
//         answers"); a.positionals("FILE", files_, "puzzle files; - is standard input");
//         a.example("clew count examples/p92.sdk", "prints 12");
//     }
//
// Targets must outlive the parse. A value that does not fit is a UsageError whose place is the
// option.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encode/base/input_error.hpp"

namespace clew::cli {

/// One option or positional.
struct Argument {
    std::string names;       ///< "-o,--output"; a bare word for a positional
    std::string value_name;  ///< empty for a flag
    std::string help;
    std::vector<std::string> choices;  ///< what the value may be, if it is one of a few
    bool positional = false;
    bool repeated = false;  ///< takes any number of values
    bool required = false;
    bool is_file = false;  ///< completes to file names
    /// Takes the value (empty for a flag). Errors: UsageError.
    std::function<void(const std::string&)> set;

    /// "--output" of "-o,--output"; the bare word of a positional.
    std::string long_name() const;
};

struct Example {
    std::string command;
    std::string what;
};

class Arguments {
  public:
    Arguments() = default;
    /// The table of a command.
    explicit Arguments(std::string command) : command_(std::move(command)) {}
    /// The command's name; empty if nobody said it.
    const std::string& command() const { return command_; }

    void flag(const std::string& names, bool& target, const std::string& help);
    void value(const std::string& names, std::string& target, const std::string& value_name,
               const std::string& help);
    void value(const std::string& names, std::optional<std::string>& target,
               const std::string& value_name, const std::string& help);
    /// Repeatable: each use adds one.
    void value(const std::string& names, std::vector<std::string>& target,
               const std::string& value_name, const std::string& help);
    /// Whole numbers; "1e6" and "1_000_000" are understood.
    void value(const std::string& names, std::uint64_t& target, const std::string& value_name,
               const std::string& help);
    void value(const std::string& names, std::optional<std::uint64_t>& target,
               const std::string& value_name, const std::string& help);
    void value(const std::string& names, unsigned& target, const std::string& value_name,
               const std::string& help);
    void value(const std::string& names, double& target, const std::string& value_name,
               const std::string& help);
    /// Parsed by the caller, who throws UsageError for what does not fit.
    void parsed(const std::string& names, const std::string& value_name, const std::string& help,
                std::function<void(const std::string&)> set);
    /// Seconds: "30", "1.5", "2m", "1h".
    void duration(const std::string& names, std::optional<double>& target, const std::string& help);
    /// A file name: like value(), but completed to files.
    void file(const std::string& names, std::optional<std::string>& target,
              const std::string& value_name, const std::string& help);

    template <class T>
    void choice(const std::string& names, T& target, std::vector<std::pair<std::string, T>> choices,
                const std::string& help) {
        std::vector<std::string> words;
        for (const auto& entry : choices) words.push_back(entry.first);
        auto set = [&target, names, choices = std::move(choices)](const std::string& text) {
            for (const auto& [word, value] : choices)
                if (word == text) {
                    target = value;
                    return;
                }
            refuse_choice(names, text, choices);
        };
        add_choice(names, std::move(words), help, std::move(set));
    }

    /// Any number of file names.
    void positionals(const std::string& name, std::vector<std::string>& target,
                     const std::string& help);
    /// One required word.
    void positional(const std::string& name, std::string& target, const std::string& help);

    void example(std::string command, std::string what);
    /// A paragraph below the options in help and man page.
    void note(std::string paragraph);

    const std::vector<Argument>& all() const { return arguments_; }
    const std::vector<Example>& examples() const { return examples_; }
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    void add_choice(const std::string& names, std::vector<std::string> words,
                    const std::string& help, std::function<void(const std::string&)> set);
    [[noreturn]] static void refuse_choice(const std::string& names, const std::string& text,
                                           const std::vector<std::string>& words);
    template <class T>
    [[noreturn]] static void refuse_choice(const std::string& names, const std::string& text,
                                           const std::vector<std::pair<std::string, T>>& choices) {
        std::vector<std::string> words;
        for (const auto& entry : choices) words.push_back(entry.first);
        refuse_choice(names, text, words);
    }

    std::string command_;
    std::vector<Argument> arguments_;
    std::vector<Example> examples_;
    std::vector<std::string> notes_;
};

/// A whole number as typed: digits, '_' between digits, or "1e6". Errors: UsageError at `option`.
std::uint64_t parse_number(const std::string& option, const std::string& text);

}  // namespace clew::cli
