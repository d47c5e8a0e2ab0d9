#include "cli/arguments.hpp"

#include <charconv>
#include <limits>
#include <string_view>

#include "cli/suggest.hpp"
#include "cli/usage_error.hpp"

namespace clew::cli {
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

}  // namespace

std::string Argument::long_name() const { return last_name(names); }

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

void Arguments::flag(const std::string& names, bool& target, const std::string& help) {
    arguments_.push_back({.names = names,
                          .value_name = {},
                          .help = help,
                          .choices = {},
                          .set = [&target](const std::string&) { target = true; }});
}

void Arguments::parsed(const std::string& names, const std::string& value_name,
                       const std::string& help, std::function<void(const std::string&)> set) {
    arguments_.push_back({.names = names,
                          .value_name = value_name,
                          .help = help,
                          .choices = {},
                          .set = std::move(set)});
}

void Arguments::value(const std::string& names, std::string& target, const std::string& value_name,
                      const std::string& help) {
    parsed(names, value_name, help, [&target](const std::string& text) { target = text; });
}

void Arguments::value(const std::string& names, std::optional<std::string>& target,
                      const std::string& value_name, const std::string& help) {
    parsed(names, value_name, help, [&target](const std::string& text) { target = text; });
}

void Arguments::value(const std::string& names, std::vector<std::string>& target,
                      const std::string& value_name, const std::string& help) {
    parsed(names, value_name, help, [&target](const std::string& text) { target.push_back(text); });
    arguments_.back().repeated = true;
}

void Arguments::value(const std::string& names, std::uint64_t& target,
                      const std::string& value_name, const std::string& help) {
    parsed(names, value_name, help,
           [&target, names](const std::string& text) { target = parse_number(names, text); });
}

void Arguments::value(const std::string& names, std::optional<std::uint64_t>& target,
                      const std::string& value_name, const std::string& help) {
    parsed(names, value_name, help,
           [&target, names](const std::string& text) { target = parse_number(names, text); });
}

void Arguments::value(const std::string& names, unsigned& target, const std::string& value_name,
                      const std::string& help) {
    parsed(names, value_name, help, [&target, names](const std::string& text) {
        const std::uint64_t number = parse_number(names, text);
        if (number > 1'000'000'000) refuse(names, text, "a smaller number");
        target = static_cast<unsigned>(number);
    });
}

void Arguments::value(const std::string& names, double& target, const std::string& value_name,
                      const std::string& help) {
    parsed(names, value_name, help, [&target, names](const std::string& text) {
        target = parse_real(names, text, "a number such as 0.5");
    });
}

void Arguments::duration(const std::string& names, std::optional<double>& target,
                         const std::string& help) {
    parsed(names, "TIME", help, [&target, names](const std::string& text) {
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

void Arguments::file(const std::string& names, std::optional<std::string>& target,
                     const std::string& value_name, const std::string& help) {
    value(names, target, value_name, help);
    arguments_.back().is_file = true;
}

void Arguments::positionals(const std::string& name, std::vector<std::string>& target,
                            const std::string& help) {
    value(name, target, name, help);
    arguments_.back().positional = true;
    arguments_.back().is_file = true;
}

void Arguments::positional(const std::string& name, std::string& target, const std::string& help) {
    value(name, target, name, help);
    arguments_.back().positional = true;
    arguments_.back().required = true;
}

void Arguments::add_choice(const std::string& names, std::vector<std::string> words,
                           const std::string& help, std::function<void(const std::string&)> set) {
    std::string shown;
    for (const std::string& word : words) shown += (shown.empty() ? "" : "|") + word;
    parsed(names, shown, help, std::move(set));
    arguments_.back().choices = std::move(words);
}

void Arguments::refuse_choice(const std::string& names, const std::string& text,
                              const std::vector<std::string>& words) {
    std::string hint;
    for (const std::string& word : words) hint += (hint.empty() ? "" : ", ") + word;
    if (const auto near = nearest(text, words)) hint += "; did you mean '" + *near + "'?";
    refuse(names, text, "one of " + hint);
}

void Arguments::take(const Argument& argument, const std::string& value) {
    argument.set(value);
    if (!argument.positional) given_.push_back({argument.long_name(), value});
}

void Arguments::example(std::string command, std::string what) {
    examples_.push_back({std::move(command), std::move(what)});
}

void Arguments::note(std::string paragraph) { notes_.push_back(std::move(paragraph)); }

}  // namespace clew::cli
