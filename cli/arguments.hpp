#pragma once
// Arguments: a command's options as one table. The parser, `--help`, the man page, the shell
// completions and did-you-mean are all made from it.
//
//     void declare(Arguments& a) override {
//         a.flag("--json", json_, "one JSON line a puzzle");
//         a.value("--limit", limit_, "N", "stop after N solutions");
//         a.choice("--engine", engine_, {{"auto", Engine::automatic}, ...}, "who answers");
//         a.choice("--mode", mode_, {"paris", "alternates", "lean"}, "which tree");
//         a.positionals("FILE", files_, "puzzle files; - is standard input");
//         a.example("clew count examples/p92.sdk", "prints 12");
//     }
//
// What an option needs to have any effect is told with it, and an option that would do nothing is
// refused:
//
//     a.value("--seed", seed_, "N", "of the estimate").needs({{"--estimate"}});
//     a.flag("--boards", boards_, "draw each solution").not_with({{"--json"}});
//     a.value("--attempts", attempts_, "N", "...").from(1);
//
// Options that say how to run, not what to do (--threads, --timeout, --quiet, --color and the like)
// may stand anywhere. Targets must outlive the parse. A value that does not fit is a UsageError
// whose place is the option.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/input_error.hpp"

namespace clew::cli {

/// That another option was given; with values: with one of these, or with a name that ends in a
/// point and one of these.
struct Condition {
    std::string option;  ///< the long name, or the bare word of positionals
    std::vector<std::string> values{};
    bool absent = false;  ///< that it was not
};
/// That an option was not given.
inline Condition without(std::string option) { return {std::move(option), {}, true}; }

/// What stands as the value of an option. Errors: UsageError at it.
void read_value(const std::string& option, const std::string& text, std::string& value);
void read_value(const std::string& option, const std::string& text, std::uint64_t& value);
void read_value(const std::string& option, const std::string& text, unsigned& value);
void read_value(const std::string& option, const std::string& text, double& value);
void read_value(const std::string& option, const std::string& text,
                std::vector<std::string>& values);
template <class T>
void read_value(const std::string& option, const std::string& text, std::optional<T>& value) {
    read_value(option, text, value.emplace());
}

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
    /// The topic of 'clew help' that describes it, where that is not the command's own page:
    /// "options" for what most commands share or few people need, or another command.
    std::string topic{};
    /// Takes the value (empty for a flag). Errors: UsageError.
    std::function<void(const std::string&)> set;

    std::vector<std::vector<Condition>> needed{};  ///< of each list one must hold
    std::vector<Condition> excluded{};             ///< none may hold
    std::string different_from{};                  ///< the option whose value must be another,
    std::vector<std::string> or_same{};            ///< but for these

    /// "--output" of "-o,--output"; the bare word of a positional.
    std::string long_name() const;

    Argument& described_in(std::string of_help) {
        topic = std::move(of_help);
        return *this;
    }
    /// Does nothing unless one of these holds. Two calls: one of each.
    Argument& needs(std::vector<Condition> any);
    /// Nor if this holds: one more of the first list.
    Argument& or_needs(Condition condition);
    /// Does nothing, or contradicts, where one of these holds.
    Argument& not_with(std::vector<Condition> any);
    /// The same value for both would say nothing, unless it is one of these.
    Argument& not_same_as(std::string option, std::vector<std::string> unless = {});
    /// The smallest number that it takes, and the largest.
    Argument& from(std::uint64_t low, std::uint64_t high = ~std::uint64_t{0});
};

/// An option as it was typed.
struct Given {
    std::string name;   ///< the long one: "--limit"; the bare word of a positional
    std::string value;  ///< empty for a flag
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

    Argument& flag(const std::string& names, bool& target, const std::string& help);
    /// Text, a whole number ("1e6" and "1_000_000" are understood) or another one, perhaps
    /// optional; of a list each use adds one.
    template <class T>
    Argument& value(const std::string& names, T& target, const std::string& value_name,
                    const std::string& help) {
        Argument& made = parsed(names, value_name, help, [&target, names](const std::string& text) {
            read_value(names, text, target);
        });
        made.repeated = std::is_same_v<T, std::vector<std::string>>;
        return made;
    }
    /// Parsed by the caller, who throws UsageError for what does not fit.
    Argument& parsed(const std::string& names, const std::string& value_name,
                     const std::string& help, std::function<void(const std::string&)> set);
    /// Seconds: "30", "1.5", "2m", "1h".
    Argument& duration(const std::string& names, std::optional<double>& target,
                       const std::string& help);
    /// A file name: like value(), but completed to files.
    Argument& file(const std::string& names, std::optional<std::string>& target,
                   const std::string& value_name, const std::string& help);

    template <class T>
    Argument& choice(const std::string& names, T& target,
                     std::vector<std::pair<std::string, T>> choices, const std::string& help) {
        std::vector<std::string> words;
        for (const auto& entry : choices) words.push_back(entry.first);
        return add_choice(names, std::move(words), help,
                          [&target, choices = std::move(choices)](std::size_t place) {
                              target = choices[place].second;
                          });
    }
    /// The same, of words for the enumerators in their order.
    template <class Enum>
    Argument& choice(const std::string& names, Enum& target,
                     std::initializer_list<const char*> words, const std::string& help) {
        return add_choice(names, {words.begin(), words.end()}, help,
                          [&target](std::size_t place) { target = static_cast<Enum>(place); });
    }

    /// Any number of file names.
    Argument& positionals(const std::string& name, std::vector<std::string>& target,
                          const std::string& help);
    /// One required word.
    Argument& positional(const std::string& name, std::string& target, const std::string& help);

    /// The option of that long name, which is there: for what another one adds to its conditions.
    Argument& at(const std::string& long_name);

    void example(std::string command, std::string what);
    /// A paragraph below the options in help and man page.
    void note(std::string paragraph);

    /// Sets an argument of all() and remembers it. Errors: InputError if the value does not fit, or
    /// if there is one already of an option that is not repeated.
    void take(const Argument& argument, const std::string& value);
    /// "count --limit 2": the command and the options that its answers depend on; after check().
    const std::string& asked() const { return asked_; }
    /// After the last option: what asked() says. Errors: InputError for the first option given that
    /// would do nothing.
    void check();

    const std::vector<Argument>& all() const { return arguments_; }
    const std::vector<Example>& examples() const { return examples_; }
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    /// `take` takes the place of the word among them.
    Argument& add_choice(const std::string& names, std::vector<std::string> words,
                         const std::string& help, std::function<void(std::size_t)> take);

    bool holds(const Condition& condition) const;
    Argument& add(Argument argument);

    std::string command_;
    std::vector<Argument> arguments_;
    std::vector<Given> given_;
    std::string asked_{};
    std::vector<Example> examples_;
    std::vector<std::string> notes_;
};

/// A whole number as typed: digits, '_' between digits, or "1e6". Errors: UsageError at `option`.
std::uint64_t parse_number(const std::string& option, const std::string& text);

}  // namespace clew::cli
