#pragma once
// Options that explain, steps and hint share: the rule set, the notation, where to start.
//
//     LogicOptions logic_;
//     logic_.declare(arguments);                      // --rules --notation --assume-unique
//     const State start = start_of(record);

#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "encode/formats/formats.hpp"
#include "explain/words.hpp"
#include "logic/rules.hpp"

namespace clew::cli {

struct LogicOptions {
    std::string rules = "all";
    explain::Notation notation = explain::Notation::r1c1;
    bool assume_unique = false;

    void declare(Arguments& arguments);
    /// The rule set of --rules: a built-in name, or a JSON file. Errors: InputError,
    /// std::ios_base::failure.
    logic::RuleSet rule_set() const;
    std::optional<logic::UniqueSolution> unique() const;
};

/// The state that a record describes: the puzzle, with the player's progress if it has any.
logic::State start_of(const Record& record);

/// The whole text of a file. Errors: std::ios_base::failure.
std::string read_text_file(const std::string& name);

}  // namespace clew::cli
