#pragma once
// Help, man page and shell completions: all written from the same command table.
//
//     help_overview(commands), help_for(*command, arguments), help_exit_codes()
//     man_page(commands), completion("bash", commands)

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace clew::cli {

/// A command with its declared arguments.
struct ManualPage {
    CommandInfo info;
    Arguments arguments;
};

/// Declares every command once. Cost: makes all command objects.
std::vector<ManualPage> make_pages();

std::string help_overview(const std::vector<ManualPage>& pages);
std::string help_for(const ManualPage& page);
/// The options of all commands that their own pages only name.
std::string help_options(const std::vector<ManualPage>& pages);
std::string help_exit_codes();
/// The formats that can be read and written.
std::string help_formats();
std::string help_rules();
/// One man page in section 1, in man(7) macros.
std::string man_page(const std::vector<ManualPage>& pages);
/// `shell` is bash, zsh or fish. Errors: InputError for another.
std::string completion(const std::string& shell, const std::vector<ManualPage>& pages);

}  // namespace clew::cli
