// Read off the citations: the truths of a naked set are cells, those of a hidden set are digits of
// a house, those of a fish are houses of a digit.

#include "logic/work_matrix.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "core/board/notation.hpp"

namespace clew::logic {
namespace {

using Citations = std::vector<Citation>;

std::string symbol(std::size_t digit) { return std::string(1, digit_symbol(Digit{digit})); }

std::vector<std::string> digits_of(const State& state) {
    std::vector<std::string> names;
    for (std::size_t d = 0; d < state.size(); ++d) names.push_back(symbol(d));
    return names;
}

std::vector<std::string> cells_of(const State& state, House house) {
    std::vector<std::string> names;
    for (Cell c : state.geometry().cells_of(house)) names.push_back(to_string(c, state.size()));
    return names;
}

/// The bit of a cell in a house; 0 if it is not there.
Mask bit_of(const State& state, House house, Cell cell) {
    for (const HousePosition& seat : state.layout().seats(cell))
        if (seat.house == house) return seat.bit;
    return 0;
}

std::optional<WorkMatrix> of_cells(const State& state, const Citations& truths,
                                   const Citations& links) {
    if (links.empty() || links.front().constraint.kind != Constraint::Kind::house)
        return std::nullopt;
    const House house = links.front().constraint.house;
    WorkMatrix matrix{state.geometry().info(house).name,
                      "cells by digits",
                      cells_of(state, house),
                      digits_of(state),
                      {}};
    for (Cell c : state.geometry().cells_of(house))
        matrix.entries.push_back(state.placed(c) ? 0 : state.candidates(c).bits());
    for (const Citation& c : truths) matrix.chosen_rows |= bit_of(state, house, c.constraint.cell);
    for (const Citation& c : links) matrix.chosen_columns |= Mask{1} << c.constraint.digit.index();
    return matrix;
}

std::optional<WorkMatrix> of_digits(const State& state, const Citations& truths,
                                    const Citations& links) {
    const House house = truths.front().constraint.house;
    WorkMatrix matrix{state.geometry().info(house).name,
                      "digits by cells",
                      digits_of(state),
                      cells_of(state, house),
                      {}};
    for (Mask places : state.positions(house)) matrix.entries.push_back(places);
    for (const Citation& c : truths) matrix.chosen_rows |= Mask{1} << c.constraint.digit.index();
    for (const Citation& c : links)
        matrix.chosen_columns |= bit_of(state, house, c.constraint.cell);
    return matrix;
}

std::optional<WorkMatrix> of_lines(const State& state, const Citations& truths,
                                   const Citations& links) {
    const Digit digit = truths.front().constraint.digit;
    const Layout& layout = state.layout();
    const auto is_row = [&](House h) { return layout.geometry().info(h).role == HouseRole::row; };
    const bool by_rows = is_row(truths.front().constraint.house);
    const auto bases = by_rows ? layout.rows() : layout.columns();
    const auto covers = by_rows ? layout.columns() : layout.rows();
    WorkMatrix matrix{"digit " + symbol(digit.index()),
                      by_rows ? "rows by columns" : "columns by rows",
                      {},
                      {},
                      {}};
    for (std::size_t i = 0; i < bases.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        matrix.rows.push_back((by_rows ? "r" : "c") + number);
        matrix.columns.push_back((by_rows ? "c" : "r") + number);
        matrix.entries.push_back(state.positions(bases[i], digit));
    }
    const auto mark = [](const Citations& cites, std::span<const House> houses, Mask& chosen) {
        for (const Citation& c : cites) {
            const auto at = std::ranges::find(houses, c.constraint.house);
            if (at == houses.end()) return false;
            chosen |= Mask{1} << (at - houses.begin());
        }
        return true;
    };
    if (!mark(truths, bases, matrix.chosen_rows) || !mark(links, covers, matrix.chosen_columns))
        return std::nullopt;
    return matrix;
}

std::string marked(const std::vector<std::string>& names, Mask chosen) {
    std::string text;
    const int last = std::popcount(chosen);
    int told = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((chosen >> i & 1U) == 0) continue;
        if (told > 0) text += ++told == last ? " and " : ", ";
        if (told == 0) ++told;
        text += names[i];
    }
    return text;
}

}  // namespace

std::optional<WorkMatrix> work_matrix(const State& before, const Step& step) {
    Citations truths, links;
    for (const Citation& c : step.cites) (c.use == Use::truth ? truths : links).push_back(c);
    if (truths.empty() || truths.size() != links.size()) return std::nullopt;
    using enum Technique;
    switch (step.technique) {
        case naked_pair:
        case naked_triple:
        case naked_quad:
        case naked_set:
            return of_cells(before, truths, links);
        case hidden_pair:
        case hidden_triple:
        case hidden_quad:
        case hidden_set:
            return of_digits(before, truths, links);
        case x_wing:
        case swordfish:
        case jellyfish:
        case large_fish:
            return of_lines(before, truths, links);
        default:
            return std::nullopt;
    }
}

std::string to_text(const WorkMatrix& m) {
    std::string text = m.plane + ", " + m.across + ": " + marked(m.rows, m.chosen_rows) +
                       " meet only " + marked(m.columns, m.chosen_columns) + "\n";
    const auto widest = [](const std::vector<std::string>& names) {
        std::size_t width = 0;
        for (const std::string& name : names) width = std::max(width, name.size());
        return width;
    };
    const std::size_t head = widest(m.rows);
    const std::size_t wide = widest(m.columns) + 1;
    const auto padded = [](const std::string& word, std::size_t width) {
        return std::string(width - word.size(), ' ') + word;
    };
    text += std::string(head + 1, ' ');
    for (std::size_t j = 0; j < m.columns.size(); ++j)
        text += padded(m.columns[j] + ((m.chosen_columns >> j & 1U) != 0 ? "*" : " "), wide + 1);
    while (text.back() == ' ') text.pop_back();
    text += "\n";
    for (std::size_t i = 0; i < m.rows.size(); ++i) {
        const bool row = (m.chosen_rows >> i & 1U) != 0;
        text += padded(m.rows[i], head) + (row ? "*" : " ");
        for (std::size_t j = 0; j < m.columns.size(); ++j) {
            const bool entry = (m.entries[i] >> j & 1U) != 0;
            const bool goes = entry && !row && (m.chosen_columns >> j & 1U) != 0;
            text += padded(entry ? (goes ? "1-" : "1 ") : ". ", wide + 1);
        }
        while (text.back() == ' ') text.pop_back();
        text += "\n";
    }
    return text;
}

nlohmann::ordered_json to_json(const WorkMatrix& m) {
    const auto chosen = [](const std::vector<std::string>& names, Mask mask) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < names.size(); ++i)
            if ((mask >> i & 1U) != 0) list.push_back(names[i]);
        return list;
    };
    nlohmann::ordered_json object = {{"plane", m.plane},
                                     {"across", m.across},
                                     {"rows", m.rows},
                                     {"columns", m.columns},
                                     {"entries", nlohmann::ordered_json::array()}};
    for (Mask entries : m.entries) {
        std::string bits;
        for (std::size_t j = 0; j < m.columns.size(); ++j)
            bits += (entries >> j & 1U) != 0 ? '1' : '0';
        object["entries"].push_back(bits);
    }
    object["chosen_rows"] = chosen(m.rows, m.chosen_rows);
    object["chosen_columns"] = chosen(m.columns, m.chosen_columns);
    return object;
}

}  // namespace clew::logic
