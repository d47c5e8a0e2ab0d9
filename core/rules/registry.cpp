#include "core/rules/registry.hpp"

#include <array>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "core/rules/expand.hpp"
#include "core/rules/families.hpp"
#include "core/rules/title.hpp"

namespace clew::rules {
namespace {

// What their filters may leave standing: of relations, candidates of lines that cross themselves,
// or of every two cells of a list, that need two digits in one cell; of sums for =, those that
// spread over more than 512 values are held to their bounds; of automata, lines that come back to a
// cell: each of its places is looked at by itself; of ranks, more than two lines, and lines with
// cells in common: each is compared by itself; of connected areas of so many cells, what takes more
// than distances and single cells to see.
constexpr std::array<PrimitiveRow, 6> primitives{{
    {RuleKind::different, "different", make_different},
    {RuleKind::relation, "relation", make_relation},
    {RuleKind::sum, "sum", make_sum},
    {RuleKind::automaton, "automaton", make_automaton},
    {RuleKind::rank, "rank", make_rank},
    {RuleKind::connected, "connected", make_connected},
}};

const PrimitiveRow* find_primitive(RuleKind kind) {
    for (const PrimitiveRow& row : primitives)
        if (row.kind == kind) return &row;
    return nullptr;
}

std::vector<SetterRow> all_setter_rows() {
    std::vector<SetterRow> rows;
    for (const RuleFamily& family : families())
        rows.insert(rows.end(), family.rows.begin(), family.rows.end());
    return rows;
}

const SetterRow* find_setter(RuleKind kind) {
    for (const SetterRow& row : setter_table())
        if (row.kind == kind) return &row;
    return nullptr;
}

[[noreturn]] void refuse_kind(const Rule& rule) {
    refuse_rule(
        rule,
        "Clew does not know what number " + std::to_string(static_cast<int>(rule.kind)) + " means",
        "a kind that it knows");
}

}  // namespace

std::span<const RuleFamily> families() {
    static const std::array<RuleFamily, 5> all{{{"Lines", line_rows()},
                                                {"Cells and cages", mark_rows()},
                                                {"Numbers outside", outside_rows()},
                                                {"The whole board", board_rows()},
                                                {"Choices", choice_rows()}}};
    return all;
}

std::span<const PrimitiveRow> primitive_table() { return primitives; }
std::span<const SetterRow> setter_table() {
    static const std::vector<SetterRow> rows = all_setter_rows();
    return rows;
}

std::string_view key_of(RuleKind kind) {
    if (const PrimitiveRow* row = find_primitive(kind)) return row->key;
    if (const SetterRow* row = find_setter(kind)) return row->key;
    return {};
}

std::optional<RuleKind> parse_kind(std::string_view key) {
    for (const PrimitiveRow& row : primitives)
        if (key == row.key) return row.kind;
    for (const SetterRow& row : setter_table())
        if (key == row.key) return row.kind;
    return std::nullopt;
}

std::vector<Rule> expanded(const Rule& rule, const Geometry& geometry) {
    if (find_primitive(rule.kind) != nullptr) {
        Rule part = rule;
        if (rule.kind == RuleKind::sum && rule.numbers.size() > 2)
            for (std::size_t i = 2; i < rule.numbers.size(); ++i)
                part.numbers[1] += rule.numbers[i] * (1 - geometry.first_digit());
        return {std::move(part)};
    }
    if (const SetterRow* row = find_setter(rule.kind)) return row->expand(rule, geometry);
    refuse_kind(rule);
}

PrimitivePtr make_primitive(const Rule& rule, std::size_t size) {
    const PrimitiveRow* row = find_primitive(rule.kind);
    if (row == nullptr) refuse_kind(rule);
    return row->make(rule, size);
}

void check_rule(const Rule& rule, const Geometry& geometry) {
    for (const Cell cell : rule.cells)
        if (!geometry.on_board(cell))
            refuse_rule(rule, to_string(cell, geometry.size()) + " is outside the board",
                        "cells of a board of " + geometry.description());
    for (const Rule& part : expanded(rule, geometry)) {
        try {
            make_primitive(part, geometry.size());
        } catch (const InputError& error) {  // by the name of what it is a part of
            std::string what = error.what();
            if (what.starts_with(title_of(part)))
                what.replace(0, title_of(part).size(), title_of(rule));
            throw InputError({}, what, error.hint());
        }
    }
}

std::string sentence_of(const Rule& rule, const Geometry& geometry, Language language) {
    check_rule(rule, geometry);
    if (const SetterRow* row = find_setter(rule.kind)) return row->words(rule, geometry, language);
    return make_primitive(rule, geometry.size())->words(language);
}

std::string words(const Rule& rule, const Geometry& geometry, Language language) {
    return title_of(rule, language) + ": " + sentence_of(rule, geometry, language);
}

}  // namespace clew::rules
