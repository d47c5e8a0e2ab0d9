// The only file that includes CLI11. Our Arguments table is handed to a CLI::App, which does the
// parsing; help, man page and completions are written by manual.cpp from the same table.

#include "cli/app.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <exception>
#include <ostream>
#include <system_error>

#include "cli/commands/commands.hpp"
#include "cli/manual.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "core/base/nearest.hpp"
#include "core/base/text.hpp"

namespace clew::cli {
namespace {

/// Words that no command knows: printed with a pointer to the help.
class UnknownWords : public std::runtime_error {
  public:
    /// `see` is the command line that helps.
    explicit UnknownWords(const std::string& what, std::string see = "clew help")
        : std::runtime_error(what), see_(std::move(see)) {}

    const std::string& see() const { return see_; }

  private:
    std::string see_;
};

std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words) {
    const auto near = nearest(typed, words);
    return near ? "; did you mean '" + *near + "'?" : "";
}

void parse(const CommandInfo& command, Arguments& table, const std::vector<std::string>& words) {
    const std::string& name = command.name;
    const std::string see = command.group.empty() ? name + " --help" : "clew help " + name;
    CLI::App app{"", name};
    app.allow_windows_style_options(false);  // the same everywhere: /tmp/a.txt is a file
    app.set_help_flag();
    std::vector<std::string> long_names = {"--help"};
    for (const Argument& a : table.all()) {
        CLI::Option* option = nullptr;
        if (a.value_name.empty() && !a.positional) {
            option = app.add_flag_callback(a.names, [&] { table.take(a, {}); });
        } else {
            option = app.add_option_function<std::vector<std::string>>(
                a.names, [&](const std::vector<std::string>& values) {
                    for (const std::string& value : values) table.take(a, value);
                });
            const bool many = a.positional && a.repeated;
            option->expected(1, many ? CLI::detail::expected_max_vector_size : 1);
            // "--table A FILE": the file is not a second table.
            if (!a.positional) option->allow_extra_args(false);
            option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
        if (a.required) option->required();
        if (!a.positional) long_names.push_back(a.long_name());
    }
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ExtrasError&) {
        for (const std::string& word : app.remaining())
            if (word.starts_with("-"))
                throw UnknownWords("'" + name + "' has no option '" + word + "'" +
                                       did_you_mean(word.substr(0, word.find('=')), long_names),
                                   see);
        throw UnknownWords("'" + name + "' does not take '" + app.remaining().front() + "'", see);
    } catch (const CLI::ArgumentMismatch& error) {
        // "--limit: 1 required TEXT missing"
        const std::string text = error.what();
        throw UnknownWords("'" + text.substr(0, text.find(':')) + "' needs a value", see);
    } catch (const CLI::ParseError& error) {
        throw UnknownWords(error.what(), see);
    }
    table.check();
}

std::string help_text(const std::vector<std::string>& words) {
    const std::vector<ManualPage> pages = make_pages();
    if (words.empty()) return help_overview(pages);
    if (words[0] == "options") return help_options(pages);
    if (words[0] == "exit-codes") return help_exit_codes();
    if (words[0] == "formats") return help_formats();
    if (words[0] == "rules") return help_rules();
    if (words[0] == "--man") return man_page(pages);
    if (words[0] == "--completion" || words[0].starts_with("--completion=")) {
        const std::size_t equals = words[0].find('=');
        if (equals == std::string::npos && words.size() < 2)
            throw UnknownWords("help --completion needs a shell: bash, zsh or fish");
        return completion(equals == std::string::npos ? words[1] : words[0].substr(equals + 1),
                          pages);
    }
    std::vector<std::string> names = {"options", "exit-codes", "formats", "rules"};
    for (const ManualPage& page : pages) {
        if (page.info.name == words[0]) return help_for(page);
        names.push_back(page.info.name);
    }
    throw UnknownWords("no help for '" + words[0] + "'" + did_you_mean(words[0], names));
}

ExitCode print(Host& host, const std::string& text) {
    host.out << text;
    return ExitCode::ok;
}

ExitCode run_declared(Command& command, const std::vector<std::string>& words, Host& host) {
    const CommandInfo info = command.info();
    Arguments table{info.name};
    command.declare(table);
    for (const std::string& word : words) {
        if (word == "--") break;
        if (word != "--help" && word != "-h") continue;
        return print(host, help_for({info, table}));
    }
    parse(info, table, words);
    host.command = table.asked();
    return command.run(host);
}

ExitCode print_version(Host& host) { return print(host, "clew " + version_number() + "\n"); }

bool asks_version(const std::string& word) { return word == "--version" || word == "-V"; }

/// The same words under the names of now. Old ones are understood in versions 0.2, with a remark.
std::vector<std::string> under_new_names(std::vector<std::string> words, Host& host) {
    const std::string command = words.front();
    if (command != "explain" && command != "hint" && command != "steps" && command != "tree")
        return words;
    const auto remark = [&](const char* before, const char* now) {
        host.err << "clew: " << command << " " << before << " is now: " << now << "\n";
    };
    for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
        if (words[i] == "--assume-unique") {
            words[i] = "--uniqueness=assume";
            remark("--assume-unique", "--uniqueness assume");
        } else if (command == "tree" &&
                   (words[i] == "--mode=diagram" ||
                    (words[i] == "--mode" && i + 1 < words.size() && words[i + 1] == "diagram"))) {
            if (words[i] == "--mode") words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            words[i] = "--show=dot";
            words.front() = "compile";
            remark("--mode diagram", "compile --show dot");
        } else if (command == "explain" && words[i] == "--replay" && i + 1 < words.size()) {
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            words.front() = "replay";
            remark("--replay STEPS", "replay STEPS");
        } else if (command == "explain" && words[i].starts_with("--why")) {
            if (words[i] == "--why" && i + 1 < words.size())
                words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            else if (words[i].starts_with("--why="))
                words[i].erase(0, 6);
            else
                continue;
            words.front() = "why";
            remark("--why CANDIDATE", "why CANDIDATE");
        }
    }
    return words;
}

ExitCode dispatch(const std::vector<std::string>& given, Host& host) {
    if (given.empty()) {
        host.err << help_overview(make_pages());
        return ExitCode::usage;
    }
    const std::vector<std::string> arguments = under_new_names(given, host);
    const std::string& name = arguments.front();
    std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    if (name == "help" || name == "--help" || name == "-h") return print(host, help_text(rest));
    if (asks_version(name)) return print_version(host);

    std::vector<std::string> names = {"help"};
    for (const CommandMaker make : command_makers()) {
        const std::unique_ptr<Command> command = make();
        if (command->info().name != name) {
            names.push_back(command->info().name);
            continue;
        }
        return run_declared(*command, rest, host);
    }
    if (name == "bench")
        throw UnknownWords(
            "'bench' is now a program of its own, clew-bench, built from the sources");
    throw UnknownWords("there is no command '" + name + "'" + did_you_mean(name, names));
}

/// What `work` returns, or the code of what it throws, which is said.
template <class Work>
ExitCode guarded(Host& host, const Work& work) {
    try {
        const ExitCode code = work();
        host.out.flush();
        if (!host.out) {
            host.err << "clew: standard output cannot be written\n";
            return ExitCode::io;
        }
        return code;
    } catch (const UnknownWords& error) {
        host.err << "clew: " << printable(error.what()) << "\n"
                 << "  see: " << error.see() << "\n";
        return ExitCode::usage;
    } catch (const UsageError& error) {
        host.out.flush();
        host.err << "clew: " << printable(error.message(), LineFeeds::kept) << "\n";
        return ExitCode::usage;
    } catch (const InputError& error) {
        host.out.flush();
        host.err << told(error);
        return ExitCode::bad_input;
    } catch (const std::system_error& error) {  // of files, programs, threads
        host.err << "clew: " << error.what() << "\n";
        return ExitCode::io;
    } catch (const std::bad_alloc&) {
        host.err << "clew: out of memory\n";
        return ExitCode::partial;
    } catch (const std::exception& error) {
        host.err << "clew: internal error: " << error.what() << "\n";
        return ExitCode::internal;
    }
}

}  // namespace

ExitCode run(const std::vector<std::string>& arguments, Host& host) {
    return guarded(host, [&] { return dispatch(arguments, host); });
}

ExitCode run_alone(Command& command, const std::vector<std::string>& arguments, Host& host) {
    return guarded(host, [&] {
        if (arguments.size() == 1 && asks_version(arguments[0])) return print_version(host);
        return run_declared(command, arguments, host);
    });
}

}  // namespace clew::cli
