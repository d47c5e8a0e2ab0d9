#pragma once
// Options that explain, steps and hint share: the rule set, the notation, where to start.
//
//     LogicOptions logic_;
//     logic_.declare(arguments);                      // --rules --notation
//     const State start = start_of(record);

#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "encode/formats/formats.hpp"
#include "explain/words.hpp"
#include "logic/rules.hpp"

namespace clew::cli {

/// What every option that takes rules understands, in one help text: "what these rules do: ...".
std::string rules_help(const std::string& what);
/// The rule set that the value of an option asks for: what logic::find_rules knows, otherwise a
/// JSON file. Errors: InputError at `option` if it is neither, at the file if that is bad;
/// std::ios_base::failure if it cannot be read.
logic::RuleSet rules_of(const std::string& option, const std::string& value);

struct LogicOptions {
    std::string rules = "all";
    explain::Notation notation = explain::Notation::r1c1;

    void declare(Arguments& arguments);
    logic::RuleSet rule_set() const { return rules_of("--rules", rules); }
};

/// The state that a record describes: the puzzle, with the player's progress if it has any.
logic::State start_of(const Record& record);

/// The whole text of a file. Errors: std::ios_base::failure.
std::string read_text_file(const std::string& name);

}  // namespace clew::cli
