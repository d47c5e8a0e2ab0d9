#include "explain/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"

namespace clew::report {

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += between;
        text += part;
    }
    return text;
}

std::string clue_text(Candidate clue, const Geometry& board, Language language) {
    return say(language, "{} at {}", std::string(1, digit_symbol(clue.digit, board)),
               to_string(clue.cell, board.size()));
}

std::string decimal(double number, int places, Language language) {
    std::string text = fmt::format("{:.{}f}", number, places);
    if (language == Language::german) std::ranges::replace(text, '.', ',');
    return text;
}

nlohmann::ordered_json candidates_json(const std::vector<Candidate>& candidates, std::size_t side) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Candidate& c : candidates) list.push_back(to_string(c, side));
    return list;
}

double rounded(double number, int places) {
    const double unit = std::pow(10.0, places);
    return std::round(number * unit) / unit;
}

nlohmann::ordered_json cells_json(const std::vector<Cell>& cells, std::size_t side) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (Cell cell : cells) names.push_back(to_string(cell, side));
    return names;
}

nlohmann::ordered_json count_number(const Count& count) {
    constexpr std::uint64_t exact_in_double = (std::uint64_t{1} << 53) - 1;
    const auto small = count.to_u64();
    if (small && *small <= exact_in_double) return *small;
    return count.to_string();
}

}  // namespace clew::report
