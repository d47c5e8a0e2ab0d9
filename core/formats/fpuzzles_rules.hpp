#pragma once
// The rules of an f-puzzles document that are no houses: killer cages, thermometers, arrows,
// sandwich sums, non-consecutive digits. Private to core/formats.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "core/formats/reading.hpp"

namespace clew::formats {

/// The keys of a document that read_fpuzzles_rules() reads.
std::span<const std::string_view> fpuzzles_rule_keys();

/// Adds the rules of a document to the puzzle, and to `unread` what it says of their looks
/// ("thermometer.width"). Errors: InputError at the record's place for what does not fit, and for a
/// part of a rule that Clew does not know.
void read_fpuzzles_rules(const nlohmann::ordered_json& json, Record& record, Unread& unread);

/// Adds the puzzle's rules to a document. Names of rules are left out, and `out` says so. Errors:
/// InputError for a rule that f-puzzles has not.
void write_fpuzzles_rules(const Record& record, nlohmann::ordered_json& json,
                          std::vector<std::string>& out);

}  // namespace clew::formats
