#pragma once
// Options that explain, steps and hint share: the rule set, the notation, what is known of the
// number of solutions, where to start.
//
//     LogicOptions logic_;
//     logic_.declare(arguments);                // --rules --notation --uniqueness
//     const State start = logic_.start_of(record, rules, &watch.flag());

#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "core/base/outcome.hpp"
#include "core/formats/formats.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/walk.hpp"
#include "explain/words/words.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::cli {

/// What every option that takes rules understands, in one help text: "what these rules do: ...".
std::string rules_help(const std::string& what);
/// The rule set that the value of an option asks for: what logic::find_rules knows, otherwise a
/// JSON file. Errors: InputError at `option` if it is neither, at the file if that is bad;
/// std::ios_base::failure if it cannot be read.
logic::RuleSet rules_of(const std::string& option, const std::string& value);

using report::AskUniqueness;
using report::proved_unique;
using report::start_of;

struct LogicOptions {
    std::optional<std::string> rules{};  ///< the set "human" if none are named
    explain::WordStyle style{};
    AskUniqueness uniqueness = AskUniqueness::prove;

    void declare(Arguments& arguments);
    /// Rules that are named are looked for alone.
    report::Reach reach() const {
        return rules ? report::Reach::techniques : report::Reach::beyond;
    }
    logic::RuleSet rule_set() const { return rules_of("--rules", rules.value_or("human")); }
    /// The state that a record describes, which knows that the puzzle has one solution if some of
    /// the rules, or `also`, rest on that and it is so, or the user says so.
    logic::State start_of(const Record& record, const logic::RuleSet& rule_set,
                          const StopFlag* stop,
                          std::optional<logic::Technique> also = std::nullopt) const;
};

/// --notation and --language, for whoever tells steps.
void declare_style(Arguments& arguments, explain::WordStyle& style);

/// --price, for whoever looks for smallest arguments.
Argument& declare_price(Arguments& arguments, logic::Price& price);

/// The whole text of a file. Errors: std::ios_base::failure.
std::string read_text_file(const std::string& name);

}  // namespace clew::cli
