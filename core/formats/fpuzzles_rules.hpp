#pragma once
// The variant rules of an f-puzzles document: killer cages, lines, dots, numbers outside and the
// like, and the drawings that repeat them. Private to core/formats.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "core/base/json_places.hpp"
#include "core/formats/reading.hpp"

namespace clew::formats {

/// Whether a value of a document says nothing: null, false, and what is empty.
bool is_idle(const nlohmann::ordered_json& json);
/// Whether an object has that key and says something there.
bool says(const nlohmann::ordered_json& json, const std::string& key);
/// "R1C3".
std::string fpuzzles_name(Cell cell, std::size_t size);
/// Whether read_fpuzzles_rules() reads that key of a document.
bool is_fpuzzles_rule(std::string_view key);
/// Whether the key holds drawings: lines, texts, circles, which may be decoration or the whole
/// rule.
bool is_fpuzzles_drawing(std::string_view key);
/// True if each of these drawings says that it repeats a rule which the document has beside it.
bool only_repeats_rules(const nlohmann::ordered_json& list, const nlohmann::ordered_json& json);

/// Adds the rules of a document to the puzzle, and to `unread` what it says of their looks
/// ("thermometer.width"). Errors: InputError that names the key and the entry, for what does not
/// fit and for a part of a rule that Clew does not know; at the entry, if `places` says where that
/// is, else at the record's place.
void read_fpuzzles_rules(const nlohmann::ordered_json& json, Record& record, Unread& unread,
                         const JsonPlaces* places);

/// Adds the puzzle's rules to a document. Names of rules are left out, and `out` says so. Errors:
/// InputError for a rule that f-puzzles has not.
void write_fpuzzles_rules(const Record& record, nlohmann::ordered_json& json,
                          std::vector<std::string>& out);

}  // namespace clew::formats
