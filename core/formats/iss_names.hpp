#pragma once
// What Interactive Sudoku Solver calls rules, for its reader and its writer.

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/board/geometry.hpp"
#include "core/board/rule.hpp"

namespace clew::formats {

using IssName = std::pair<std::string_view, RuleKind>;

/// Lines of nothing but cells.
inline constexpr IssName iss_plain[] = {{"Thermo", RuleKind::thermometer},
                                        {"Renban", RuleKind::renban},
                                        {"Palindrome", RuleKind::palindrome},
                                        {"Zipper", RuleKind::zipper},
                                        {"Between", RuleKind::between},
                                        {"DoubleArrow", RuleKind::double_arrow},
                                        {"RegionSumLine", RuleKind::region_sum},
                                        {"Entropic", RuleKind::entropic},
                                        {"AllDifferent", RuleKind::different},
                                        {"CountingCircles", RuleKind::counting_circles},
                                        {"CountDistinct", RuleKind::count_distinct}};
/// Cells with a number first.
inline constexpr IssName iss_numbered[] = {
    {"Whisper", RuleKind::whisper},   {"Modular", RuleKind::modular},
    {"Lockout", RuleKind::lockout},   {"SumLine", RuleKind::sum_line},
    {"Lunchbox", RuleKind::lunchbox}, {"RellikCage", RuleKind::rellik_cage}};
/// Clues at both ends of a line.
inline constexpr IssName iss_ends[] = {{"XSum", RuleKind::x_sum},
                                       {"Skyscraper", RuleKind::skyscraper},
                                       {"NumberedRoom", RuleKind::numbered_room},
                                       {"FullRank", RuleKind::full_rank}};
/// Marks between cells that share a side, with their numbers; 0 for none.
struct IssMark {
    std::string_view name;
    RuleKind kind;
    int number;
};
inline constexpr IssMark iss_marks[] = {{"WhiteDot", RuleKind::difference, 1},
                                        {"BlackDot", RuleKind::ratio, 2},
                                        {"X", RuleKind::pair_sum, 10},
                                        {"V", RuleKind::pair_sum, 5},
                                        {"GreaterThan", RuleKind::greater, 0}};
/// What a board has besides.
inline constexpr std::pair<std::string_view, bool GeometrySpec::*> iss_flags[] = {
    {"Windoku", &GeometrySpec::windows},
    {"DisjointSets", &GeometrySpec::disjoint_groups},
    {"AntiKnight", &GeometrySpec::anti_knight},
    {"AntiKing", &GeometrySpec::anti_king}};

inline std::optional<RuleKind> iss_kind(std::span<const IssName> table, std::string_view name) {
    for (const auto& [key, kind] : table)
        if (key == name) return kind;
    return std::nullopt;
}

/// Empty for a kind that is not in the table.
inline std::string_view iss_name(std::span<const IssName> table, RuleKind kind) {
    for (const auto& [key, of] : table)
        if (of == kind) return key;
    return {};
}

}  // namespace clew::formats
