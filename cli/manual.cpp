#include "cli/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "cli/commands/commands.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "core/formats/fpuzzles_keys.hpp"
#include "core/rules/families.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/report/text.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::cli {

using report::joined;

namespace {

constexpr std::size_t help_column = 26;
constexpr std::size_t help_width = 96;

/// `text` broken at spaces into lines that fit from `indent` on; the first line is not indented.
std::string wrap(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        if (column > indent && column + 1 + space > help_width) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += text.substr(0, space);
        column += space;
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return result;
}

std::string row(const std::string& left, const std::string& right) {
    std::string line = "  " + left;
    if (line.size() + 2 > help_column) {
        line += "\n" + std::string(help_column, ' ');
    } else {
        line.append(help_column - line.size(), ' ');
    }
    return line + wrap(right, help_column) + "\n";
}

std::string shown(const Argument& a) {
    if (a.positional) return a.names + (a.repeated ? "..." : "");
    std::string names = a.names;
    if (const auto comma = names.find(','); comma != std::string::npos)
        names.insert(comma + 1, " ");
    return a.value_name.empty() ? names : names + " " + a.value_name;
}

std::string usage(const ManualPage& page) {
    std::string text = (page.info.group.empty() ? "" : "clew ") + page.info.name + " [options]";
    for (const Argument& a : page.arguments.all())
        if (a.positional) text += a.required ? " " + shown(a) : " [" + shown(a) + "]";
    return text;
}

std::string roff(std::string_view text) {
    std::string escaped;
    for (char c : text) {
        if (c == '\\') {
            escaped += "\\e";
        } else if (c == '-') {
            escaped += "\\-";
        } else if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) {
            escaped += std::string("\\&") + c;
        } else {
            escaped += c;
        }
    }
    return escaped;
}

std::string quoted(std::string_view text) {  // in single quotes, for a shell
    std::string result = "'";
    for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::vector<std::string> names_of(const Argument& a) {
    std::vector<std::string> names;
    std::string_view rest = a.names;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        names.emplace_back(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return names;
}

std::string bash_completion(const std::vector<ManualPage>& pages) {
    std::vector<std::string> commands;
    std::string cases;
    for (const ManualPage& page : pages) {
        commands.push_back(page.info.name);
        std::vector<std::string> options = {"--help"};
        std::string values;
        bool files = false;
        for (const Argument& a : page.arguments.all()) {
            files |= a.positional && a.is_file;
            if (a.positional) continue;
            for (const std::string& name : names_of(a)) options.push_back(name);
            if (!a.choices.empty())
                values +=
                    fmt::format("        {}) COMPREPLY=($(compgen -W {} -- \"$cur\")); return ;;\n",
                                joined(names_of(a), "|"), quoted(joined(a.choices, " ")));
            else if (a.is_file)
                values +=
                    fmt::format("        {}) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n",
                                joined(names_of(a), "|"));
        }
        cases += fmt::format("    {})\n", page.info.name);
        if (!values.empty()) cases += "      case \"$prev\" in\n" + values + "      esac\n";
        cases += fmt::format("      options={}; files={} ;;\n", quoted(joined(options, " ")),
                             files ? 1 : 0);
    }
    return fmt::format(
        "# bash completion for clew\n"
        "_clew() {{\n"
        "  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} options "
        "files=1\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "    COMPREPLY=($(compgen -W {} -- \"$cur\")); return\n"
        "  fi\n"
        "  case ${{COMP_WORDS[1]}} in\n"
        "{}"
        "    help) COMPREPLY=($(compgen -W {} -- \"$cur\")); return ;;\n"
        "  esac\n"
        "  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
        "  elif [ \"$files\" = 1 ]; then COMPREPLY=($(compgen -f -- \"$cur\")); fi\n"
        "}}\n"
        "complete -o filenames -F _clew clew\n",
        quoted(joined(commands, " ") + " help"), cases,
        quoted(joined(commands, " ") + " options exit-codes formats rules"));
}

std::string zsh_escape(std::string_view text) {
    std::string result;
    for (char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_completion(const std::vector<ManualPage>& pages) {
    std::string commands;
    std::string cases;
    for (const ManualPage& page : pages) {
        commands += "    " + quoted(page.info.name + ":" + zsh_escape(page.info.summary)) + "\n";
        cases += fmt::format("    {})\n      _arguments", page.info.name);
        for (const Argument& a : page.arguments.all()) {
            std::string action;
            if (!a.choices.empty())
                action = ":value:(" + joined(a.choices, " ") + ")";
            else if (a.is_file)
                action = ":file:_files";
            else if (!a.value_name.empty())
                action = ":" + zsh_escape(a.value_name) + ": ";
            if (a.positional) {
                cases += " \\\n        " + quoted((a.repeated ? "*" : "") + action);
                continue;
            }
            for (const std::string& name : names_of(a))
                cases += " \\\n        " + quoted(name + "[" + zsh_escape(a.help) + "]" + action);
        }
        cases += " ;;\n";
    }
    return fmt::format(
        "#compdef clew\n"
        "local -a commands=(\n{}  )\n"
        "if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
        "local command=${{words[2]}}\n"
        "shift words; (( CURRENT-- ))\n"
        "case $command in\n{}esac\n",
        commands, cases);
}

std::string fish_completion(const std::vector<ManualPage>& pages) {
    std::string text = "# fish completion for clew\ncomplete -c clew -n __fish_use_subcommand -f\n";
    for (const ManualPage& page : pages) {
        text += fmt::format("complete -c clew -n __fish_use_subcommand -a {} -d {}\n",
                            page.info.name, quoted(page.info.summary));
        for (const Argument& a : page.arguments.all()) {
            if (a.positional) continue;
            text +=
                fmt::format("complete -c clew -n '__fish_seen_subcommand_from {}'", page.info.name);
            for (const std::string& name : names_of(a))
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!a.choices.empty()) {
                text += " -x -a " + quoted(joined(a.choices, " "));
            } else if (!a.value_name.empty()) {
                text += a.is_file ? " -r" : " -x";
            }
            text += " -d " + quoted(a.help) + "\n";
        }
    }
    return text;
}

}  // namespace

std::vector<ManualPage> make_pages() {
    std::vector<ManualPage> pages;
    for (const CommandMaker make : command_makers()) {
        const std::unique_ptr<Command> command = make();
        ManualPage page{command->info(), {}};
        command->declare(page.arguments);
        // The setters in the page point into a command that is gone; only their names are used.
        pages.push_back(std::move(page));
    }
    return pages;
}

std::string help_overview(const std::vector<ManualPage>& pages) {
    std::string text =
        "clew: every solution of a Sudoku-family puzzle, proved, counted and explained\n\n"
        "usage: clew COMMAND [options] [FILE...]\n";
    std::string group;
    for (const ManualPage& page : pages) {
        if (page.info.group != group) {
            group = page.info.group;
            text += "\n" + group + "\n";
        }
        text += row(page.info.name, page.info.summary);
    }
    text += "\nMore\n";
    text += row("help COMMAND", "a command's options and examples");
    text += row("help options", "what several commands have in common");
    text += row("help exit-codes", "what the exit codes mean");
    text += row("help formats", "the formats that can be read and written");
    text += row("help rules", "the variant rules that a puzzle can have");
    text += row("help --man", "the man page; --completion bash|zsh|fish the shell completions");
    text +=
        "\nPuzzles are read from files, or from standard input with - or when no file is named.\n";
    return text;
}

std::string help_for(const ManualPage& page) {
    std::string text = page.info.summary + "\n\nusage: " + usage(page) + "\n\n";
    std::map<std::string, std::string> elsewhere{{"options", "--help"}};
    for (const Argument& a : page.arguments.all()) {
        if (a.topic.empty()) {
            text += row(shown(a), a.help);
            continue;
        }
        std::string& names = elsewhere[a.topic];
        names += (names.empty() ? "" : ", ") + a.long_name();
    }
    for (const auto& [topic, names] : elsewhere)
        text += "\n" + wrap(fmt::format("Also {}; see: clew help {}", names, topic), 0) + "\n";
    for (const std::string& note : page.arguments.notes()) text += "\n" + wrap(note, 0) + "\n";
    if (!page.arguments.examples().empty()) {
        text += "\nExamples\n";
        for (const Example& e : page.arguments.examples())
            text += "  " + e.command + "\n      " + wrap(e.what, 6) + "\n";
    }
    return text;
}

std::string help_options(const std::vector<ManualPage>& pages) {
    std::map<std::string, std::string> rows{
        {"--help", row("-h, --help", "a command's help")},
        {"--rules", row("--rules RULES", logic::known_rules() + "; or a JSON file of your own")}};
    for (const ManualPage& page : pages)
        for (const Argument& a : page.arguments.all())
            if (a.topic == "options") rows.try_emplace(a.long_name(), row(shown(a), a.help));
    std::string text = "Options of several commands; the help of each names those that it has\n\n";
    for (const auto& [name, line] : rows) text += line;
    return text;
}

std::string help_exit_codes() {
    std::string text = "Exit codes\n";
    for (const ExitCodeInfo& info : exit_codes())
        text += row(fmt::format("{:3}  {}", static_cast<int>(info.code), info.name), info.meaning);
    return text;
}

std::string help_formats() {
    std::string text =
        "Formats (r: read, w: written), by name for --input-format and --to. Input is recognised\n"
        "when no format is named.\n\n";
    const auto add = [&text](const FormatInfo& info) {
        const std::string access =
            std::string(info.can_read ? "r" : " ") + (info.can_write ? "w" : " ");
        std::string what = fmt::format("{} {} ({})", access, info.description, info.sizes);
        if (!info.aliases.empty()) what += fmt::format("; also: {}", info.aliases);
        text += row(std::string(info.name), what);
    };
    for (const FormatInfo& info : known_formats()) add(info);
    for (const ForeignFormat& foreign : cnf::foreign_formats()) add(foreign.info);
    return text;
}

std::string help_rules() {
    std::string text =
        "Variant rules, by \"kind\" in Clew's JSON; in brackets the key in f-puzzles documents\n";
    for (const rules::RuleFamily& family : rules::families()) {
        text += fmt::format("\n{}\n", family.name);
        for (const rules::SetterRow& rule : family.rows) {
            const std::string_view key = fpuzzles_key(rule.kind);
            text +=
                row(rule.key, key.empty() ? rule.means : fmt::format("{} [{}]", rule.means, key));
        }
    }
    return text;
}

std::string man_page(const std::vector<ManualPage>& pages) {
    std::string text = fmt::format(
        ".TH CLEW 1 \"\" \"clew {}\" \"User Commands\"\n"
        ".SH NAME\nclew \\- every solution of a Sudoku\\-family puzzle, proved, counted and "
        "explained\n"
        ".SH SYNOPSIS\n.B clew\n.I COMMAND\n[options] [FILE...]\n"
        ".SH DESCRIPTION\n"
        "Puzzles are read from the files named, or from standard input with \\- or when no file "
        "is\n"
        "named. Results go to standard output, messages to standard error.\n"
        ".SH COMMANDS\n",
        version_number());
    for (const ManualPage& page : pages) {
        text += ".SS " + roff(usage(page)) + "\n" + roff(page.info.summary) + ".\n";
        for (const Argument& a : page.arguments.all())
            text += ".TP\n.B " + roff(shown(a)) + "\n" + roff(a.help) + "\n";
        for (const std::string& note : page.arguments.notes()) text += ".PP\n" + roff(note) + "\n";
        for (const Example& e : page.arguments.examples())
            text += ".PP\n.EX\n" + roff(e.command) + "\n.EE\n.RS\n" + roff(e.what) + "\n.RE\n";
    }
    text += ".SH EXIT STATUS\n";
    for (const ExitCodeInfo& info : exit_codes())
        text += fmt::format(".TP\n.B {}\n{}\n", static_cast<int>(info.code), roff(info.meaning));
    text +=
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nset to anything: no colours, unless \\-\\-color "
        "always\n";
    return text;
}

std::string completion(const std::string& shell, const std::vector<ManualPage>& pages) {
    if (shell == "bash") return bash_completion(pages);
    if (shell == "zsh") return zsh_completion(pages);
    if (shell == "fish") return fish_completion(pages);
    throw UsageError("--completion", "'" + shell + "' is no shell that clew knows",
                     "bash, zsh or fish");
}

}  // namespace clew::cli
