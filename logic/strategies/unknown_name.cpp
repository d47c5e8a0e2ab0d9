#include "logic/strategies/unknown_name.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/nearest.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::logic::inline strategies {
namespace {

/// `others` are names that would do as well.
std::string none_called(std::string_view text, std::vector<std::string> others) {
    for (const TechniqueInfo& row : techniques()) {
        others.emplace_back(row.id);
        for (const std::string_view alias : aliases_of(row.technique)) others.emplace_back(alias);
    }
    const std::string typed{text};
    const auto near = nearest(typed, others);
    return "no technique is called '" + typed + "'" +
           (near ? "; did you mean '" + *near + "'?" : "");
}

}  // namespace

std::string no_technique(std::string_view text) { return none_called(text, {}); }

std::string no_rules(std::string_view text) {
    if (text.find(',') == std::string_view::npos) {
        std::vector<std::string> sets{"singles"};
        for (const RuleSet& set : built_in_rules()) sets.push_back(set.name);
        return "no rule set and " + none_called(text, std::move(sets));
    }
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        const std::string_view name = text.substr(start, comma - start);
        if (name.empty()) return "an empty name among the techniques";
        const auto technique = parse_technique(name);
        if (!technique || strategy_of(*technique) == nullptr) return no_technique(name);
        start = comma + 1;
    }
    return "no rule set is called '" + std::string{text} + "'";
}

}  // namespace clew::logic::inline strategies
