#include "cli/explain_options.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ios>
#include <sstream>
#include <system_error>

#include "cli/usage_error.hpp"

namespace clew::cli {

std::string rules_help(const std::string& what) {
    return what + ": " + logic::known_rules() + "; or a JSON file of your own";
}

logic::RuleSet rules_of(const std::string& option, const std::string& value) {
    if (const auto set = logic::find_rules(value)) return *set;
    std::error_code error;
    if (value.ends_with(".json") || std::filesystem::exists(value, error))
        return logic::read_rules(read_text_file(value), value);
    throw UsageError(option, "'" + value + "' is neither a rule set nor a file",
                     logic::known_rules() + "; or a JSON file");
}

void LogicOptions::declare(Arguments& arguments) {
    arguments.value("--rules", rules, "RULES", rules_help("the rules in use"));
    arguments.choice("--notation", notation,
                     {{"r1c1", explain::Notation::r1c1}, {"rc", explain::Notation::dotted}},
                     "r3c5=6, or 35.6 as row, column, point, digit");
}

logic::State start_of(const Record& record) {
    return record.progress ? logic::State{record.puzzle, *record.progress}
                           : logic::State{record.puzzle};
}

std::string read_text_file(const std::string& name) {
    errno = 0;
    std::ifstream file;
    std::error_code error;
    if (!std::filesystem::is_directory(name, error)) file.open(name, std::ios::binary);
    if (!file.is_open())
        throw std::ios_base::failure(
            name + " cannot be opened",
            std::error_code(errno != 0 ? errno : EISDIR, std::generic_category()));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace clew::cli
