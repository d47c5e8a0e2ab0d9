#include "cli/encoding_options.hpp"

namespace clew::cli {

std::vector<std::pair<std::string, cnf::Families>> family_choices() {
    std::vector<std::pair<std::string, cnf::Families>> choices;
    for (const cnf::FamilyRow& row : cnf::family_table())
        choices.emplace_back(row.name, row.families);
    choices.emplace_back("efficient", cnf::Families::natural);
    return choices;
}

std::vector<std::pair<std::string, cnf::AtMostOne>> at_most_one_choices() {
    using cnf::AtMostOne;
    std::vector<std::pair<std::string, AtMostOne>> choices;
    for (AtMostOne how :
         {AtMostOne::pairwise, AtMostOne::sequential, AtMostOne::product, AtMostOne::commander})
        choices.emplace_back(to_string(how), how);
    return choices;
}

}  // namespace clew::cli
