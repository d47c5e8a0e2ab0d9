#include "cli/encoding_options.hpp"

namespace clew::cli {

std::vector<std::pair<std::string, cnf::Families>> family_choices() {
    std::vector<std::pair<std::string, cnf::Families>> choices;
    for (const cnf::FamilyRow& row : cnf::family_table())
        choices.emplace_back(row.name, row.families);
    choices.emplace_back("efficient", cnf::Families::natural);
    return choices;
}

}  // namespace clew::cli
