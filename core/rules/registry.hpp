#pragma once
// The registry: every kind of rule that Clew knows, a row each.
//
//     check_rule(rule, geometry)          InputError if its cells and numbers do not fit
//     expanded(rule, geometry)            the primitives that it stands for
//     words(rule, geometry)               "killer cage r1c1 and r1c2: all different, sum 10"
//     parse_kind("killer_cage")           RuleKind::killer_cage
//
// Two tables. The primitives, few, are what engines know, each in a file of its own. What setters
// print is a second table, a file a family (line_rows.cpp, mark_rows.cpp, outside_rows.cpp,
// board_rows.cpp), each row expanded into primitives: a new one needs a row there, an enumerator
// in core/board/rule.hpp with its two names, and nothing in any engine.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/rules/primitive.hpp"

namespace clew::rules {

struct PrimitiveRow {
    RuleKind kind;
    const char* key;  ///< its name in files
    PrimitivePtr (*make)(const Rule& rule, std::size_t size);
};

struct SetterRow {
    RuleKind kind;
    const char* key;
    const char* means;  ///< what it asks of its cells and numbers, for a list of rules
    /// Errors: InputError without place if cells and numbers do not fit.
    std::vector<Rule> (*expand)(const Rule& rule, const Geometry& geometry);
    /// What it says of its cells: "r1c1 and r1c2 are all different and sum to 10".
    std::string (*words)(const Rule& rule, const Geometry& geometry, Language language);
};

/// The setters' rules by family: lines, cells and pairs, outside, the whole board.
std::span<const PrimitiveRow> primitive_table();
std::span<const SetterRow> setter_table();

/// The name of a kind in files: "killer_cage". Empty for an unknown kind.
std::string_view key_of(RuleKind kind);
/// The kind of that name; nothing if there is none.
std::optional<RuleKind> parse_kind(std::string_view key);

/// The primitives that a rule stands for; itself, if it is one. Errors: InputError without place
/// for an unknown kind and for cells or numbers that do not fit.
std::vector<Rule> expanded(const Rule& rule, const Geometry& geometry);

/// A primitive rule ready for use. Errors: as expanded(), and for a rule that is no primitive.
PrimitivePtr make_primitive(const Rule& rule, std::size_t size);

/// Refuses what expanded() or make_primitive() would. Errors: InputError without place.
void check_rule(const Rule& rule, const Geometry& geometry);

/// What a rule asks, in one line: "arrow: r1c2 and r1c3 sum to r1c1". Errors: as expanded().
std::string words(const Rule& rule, const Geometry& geometry,
                  Language language = Language::english);

}  // namespace clew::rules
