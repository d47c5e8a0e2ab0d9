#include "cli/explain_options.hpp"

#include <filesystem>
#include <system_error>

#include "cli/input_file.hpp"
#include "cli/usage_error.hpp"
#include "core/base/file_error.hpp"
#include "core/base/text.hpp"
#include "logic/strategies/unknown_name.hpp"

namespace clew::cli {

std::string rules_help(const std::string& what) {
    return what + ": a set, techniques or a JSON file; see: clew help options";
}

logic::RuleSet rules_of(const std::string& option, const std::string& value) {
    if (const auto set = logic::find_rules(value)) return *set;
    std::error_code error;
    if (value.ends_with(".json") || std::filesystem::exists(value, error)) {
        logic::RuleSet rules = logic::read_rules(read_text_file(value), value);
        // Pages and pictures name the rules: by the name that they give themselves, else the
        // file's, never by where it lies.
        if (rules.name == value) rules.name = std::filesystem::path(value).filename().string();
        return rules;
    }
    throw UsageError(option, logic::no_rules(value), logic::known_rules() + "; or a JSON file");
}

void declare_style(Arguments& arguments, explain::WordStyle& style) {
    arguments
        .choice("--notation", style.notation, {"r1c1", "rc", "eureka"},
                "r3c5=6; 35.6 as row, column, point, digit; or r1c1 with chains in Eureka "
                "notation beside their words")
        .described_in("options");
    arguments
        .choice("--language", style.language, {"en", "de"},
                "what steps are told in: English or German")
        .described_in("options");
}

Argument& declare_price(Arguments& arguments, logic::Price& price) {
    return arguments
        .choice("--price", price, {"constraints", "cells", "candidates", "human"},
                "what the shortest reason has the fewest of: constraints that it "
                "cites, their cells or candidates, or what people need to notice them")
        .described_in("options");
}

void LogicOptions::declare(Arguments& arguments) {
    arguments.value("--rules", rules, "RULES", rules_help("the rules in use (human if not given)"));
    declare_style(arguments, style);
    arguments
        .choice("--uniqueness", uniqueness, {"prove", "assume", "off"},
                "for rules that need a unique solution: prove that it is unique, assume it, "
                "or leave these rules out (default: prove)")
        .described_in("options");
}

logic::State LogicOptions::start_of(const Record& record, const logic::RuleSet& rule_set,
                                    const StopFlag* stop,
                                    std::optional<logic::Technique> also) const {
    return report::start_of(record, rule_set, uniqueness, stop, also);
}

std::string read_text_file(const std::string& name) {
    constexpr std::size_t most = std::size_t{1} << 26;
    InputFile bytes{name, nullptr};
    std::string text;
    while (bytes.sgetc() != std::char_traits<char>::eof()) {
        const std::size_t before = text.size();
        if (before > most) throw FileError(name, "is larger than 64 MiB");
        text.resize(before + static_cast<std::size_t>(bytes.in_avail()));
        bytes.sgetn(text.data() + before, static_cast<std::streamsize>(text.size() - before));
    }
    if (looks_like_utf16(text))
        throw InputError({name, 1, 1}, "this looks like UTF-16", "the file saved as UTF-8");
    return text;
}

}  // namespace clew::cli
