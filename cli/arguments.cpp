#include "cli/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <string_view>

#include "cli/usage_error.hpp"
#include "core/base/contract.hpp"
#include "core/base/nearest.hpp"
#include "explain/report/text.hpp"

namespace clew::cli {

using report::joined;

namespace {

std::string last_name(const std::string& names) {
    const std::size_t comma = names.rfind(',');
    return comma == std::string::npos ? names : names.substr(comma + 1);
}

[[noreturn]] void refuse(const std::string& names, const std::string& text,
                         const std::string& hint) {
    throw UsageError(last_name(names), "'" + text + "' does not fit", hint);
}

double parse_real(const std::string& names, std::string_view text, const std::string& hint) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0) || value > 1e12)
        refuse(names, std::string(text), hint);
    return value;
}

/// "--output x.svg", "no --json".
std::string text_of(const Condition& condition) {
    std::string text = (condition.absent ? "no " : "") + condition.option;
    for (std::size_t i = 0; i < condition.values.size(); ++i)
        text += (i == 0 ? " " : "|") + condition.values[i];
    return text;
}

std::string text_of(const std::vector<Condition>& conditions) {
    std::string text;
    for (std::size_t i = 0; i < conditions.size(); ++i)
        text += (i == 0 ? "" : i + 1 == conditions.size() ? " or " : ", ") + text_of(conditions[i]);
    return text;
}

}  // namespace

std::string Argument::long_name() const { return last_name(names); }

Argument& Argument::needs(std::vector<Condition> any) {
    needed.push_back(std::move(any));
    return *this;
}

Argument& Argument::or_needs(Condition condition) {
    if (needed.empty()) needed.emplace_back();
    needed.front().push_back(std::move(condition));
    return *this;
}

Argument& Argument::not_with(std::vector<Condition> any) {
    excluded.insert(excluded.end(), any.begin(), any.end());
    return *this;
}

Argument& Argument::not_same_as(std::string option, std::vector<std::string> unless) {
    different_from = std::move(option);
    or_same = std::move(unless);
    return *this;
}

Argument& Argument::from(std::uint64_t low, std::uint64_t high) {
    set = [low, high, option = names, taken = std::move(set)](const std::string& text) {
        const std::uint64_t number = parse_number(option, text);
        if (number < low || number > high)
            refuse(option, text,
                   high == ~std::uint64_t{0} ? std::to_string(low) + " or more"
                                             : std::to_string(low) + " to " + std::to_string(high));
        taken(text);
    };
    return *this;
}

std::uint64_t parse_number(const std::string& option, const std::string& text) {
    static const std::string hint = "a whole number such as 1000, 1_000 or 1e3";
    constexpr std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value = 0;
    std::size_t i = 0;
    bool digits = false;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '_' && digits) continue;
        if (c < '0' || c > '9') break;
        digits = true;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (value > (top - digit) / 10) refuse(option, text, "a number below 2^64");
        value = value * 10 + digit;
    }
    if (!digits) refuse(option, text, hint);
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        unsigned exponent = 0;
        const auto [end, error] =
            std::from_chars(text.data() + i + 1, text.data() + text.size(), exponent);
        if (error != std::errc{} || exponent > 19) refuse(option, text, hint);
        i = static_cast<std::size_t>(end - text.data());
        for (unsigned k = 0; k < exponent; ++k) {
            if (value > top / 10) refuse(option, text, "a number below 2^64");
            value *= 10;
        }
    }
    if (i != text.size()) refuse(option, text, hint);
    return value;
}

void read_value(const std::string&, const std::string& text, std::string& value) { value = text; }

void read_value(const std::string& option, const std::string& text, std::uint64_t& value) {
    value = parse_number(option, text);
}

void read_value(const std::string& option, const std::string& text, unsigned& value) {
    const std::uint64_t number = parse_number(option, text);
    if (number > 1'000'000'000) refuse(option, text, "a smaller number");
    value = static_cast<unsigned>(number);
}

void read_value(const std::string& option, const std::string& text, double& value) {
    value = parse_real(option, text, "a number such as 0.5");
}

void read_value(const std::string&, const std::string& text, std::vector<std::string>& values) {
    values.push_back(text);
}

Argument& Arguments::add(Argument argument) { return arguments_.emplace_back(std::move(argument)); }

Argument& Arguments::flag(const std::string& names, bool& target, const std::string& help) {
    return add({.names = names,
                .value_name = {},
                .help = help,
                .choices = {},
                .set = [&target](const std::string&) { target = true; }});
}

Argument& Arguments::parsed(const std::string& names, const std::string& value_name,
                            const std::string& help, std::function<void(const std::string&)> set) {
    return add({.names = names,
                .value_name = value_name,
                .help = help,
                .choices = {},
                .set = std::move(set)});
}

Argument& Arguments::duration(const std::string& names, std::optional<double>& target,
                              const std::string& help) {
    return parsed(names, "TIME", help, [&target, names](const std::string& text) {
        static const std::string hint = "seconds such as 30 or 1.5, or 500ms, 2m, 1h";
        std::string_view number = text;
        double unit = 1;
        const auto strip = [&](std::string_view suffix, double seconds) {
            if (unit != 1 || !number.ends_with(suffix)) return;
            number.remove_suffix(suffix.size());
            unit = seconds;
        };
        strip("ms", 0.001);
        strip("m", 60);
        strip("h", 3600);
        if (unit == 1 && number.ends_with("s")) number.remove_suffix(1);
        target = parse_real(names, number, hint) * unit;
    });
}

Argument& Arguments::file(const std::string& names, std::optional<std::string>& target,
                          const std::string& value_name, const std::string& help) {
    Argument& made = value(names, target, value_name, help);
    made.is_file = true;
    return made;
}

Argument& Arguments::positionals(const std::string& name, std::vector<std::string>& target,
                                 const std::string& help) {
    Argument& made = value(name, target, name, help);
    made.positional = true;
    made.is_file = true;
    return made;
}

Argument& Arguments::positional(const std::string& name, std::string& target,
                                const std::string& help) {
    Argument& made = value(name, target, name, help);
    made.positional = true;
    made.required = true;
    return made;
}

Argument& Arguments::add_choice(const std::string& names, std::vector<std::string> words,
                                const std::string& help, std::function<void(std::size_t)> take) {
    const auto set = [words, names, take = std::move(take)](const std::string& text) {
        const auto found = std::ranges::find(words, text);
        if (found != words.end()) return take(static_cast<std::size_t>(found - words.begin()));
        std::string hint = joined(words, ", ");
        if (const auto near = nearest(text, words)) hint += "; did you mean '" + *near + "'?";
        refuse(names, text, "one of " + hint);
    };
    Argument& made = parsed(names, joined(words, "|"), help, set);
    made.choices = std::move(words);
    return made;
}

Argument& Arguments::at(const std::string& long_name) {
    const auto found = std::ranges::find(arguments_, long_name, &Argument::long_name);
    CLEW_REQUIRE(found != arguments_.end(), "Arguments::at: an option that is there");
    return *found;
}

void Arguments::take(const Argument& argument, const std::string& value) {
    const std::string name = argument.long_name();
    if (!argument.repeated && !argument.value_name.empty())
        for (const Given& given : given_)
            if (given.name == name)
                throw UsageError(name,
                                 "is there twice, as '" + given.value + "' and as '" + value + "'",
                                 "one of them");
    argument.set(value);
    given_.push_back({name, value});
}

bool Arguments::holds(const Condition& condition) const {
    const bool given = std::ranges::any_of(given_, [&](const Given& one) {
        if (one.name != condition.option) return false;
        return condition.values.empty() ||
               std::ranges::any_of(condition.values, [&](const std::string& value) {
                   return one.value == value || one.value.ends_with("." + value);
               });
    });
    return given != condition.absent;
}

void Arguments::check() {
    for (const Argument& argument : arguments_) {
        const std::string name = argument.long_name();
        const auto given = std::ranges::find(given_, name, &Given::name);
        if (given == given_.end()) continue;
        for (const std::vector<Condition>& any : argument.needed)
            if (std::ranges::none_of(any, [&](const Condition& c) { return holds(c); }))
                throw UsageError(name, "does nothing here", text_of(any) + " with it");
        for (const Condition& condition : argument.excluded)
            if (holds(condition))
                throw UsageError(name, "does not go with " + text_of(condition), "one of the two");
        for (const Given& other : given_)
            if (other.name == argument.different_from && other.value == given->value &&
                std::ranges::find(argument.or_same, given->value) == argument.or_same.end())
                throw UsageError(name, "is '" + given->value + "', and so is " + other.name,
                                 "two different ones");
    }
    static const std::set<std::string> of_the_run = {"--input-format", "--keep-going", "--output",
                                                     "--quiet",        "--resume",     "--threads",
                                                     "--timeout"};
    std::set<std::string> words;
    for (const Given& given : given_)
        if (given.name.starts_with("-") && !of_the_run.contains(given.name))
            words.insert(given.name + (given.value.empty() ? "" : " " + given.value));
    asked_ = command_;
    for (const std::string& word : words) asked_ += " " + word;
}

void Arguments::example(std::string command, std::string what) {
    examples_.push_back({std::move(command), std::move(what)});
}

void Arguments::note(std::string paragraph) { notes_.push_back(std::move(paragraph)); }

}  // namespace clew::cli
