#include "core/base/numbers.hpp"

namespace clew::inline base {

std::string grouped(std::uint64_t number) { return grouped(std::to_string(number)); }

std::string grouped(std::string digits) {
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, " ");
    return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return std::to_string(number).append(" ").append(number == 1 ? one : many);
}

std::string grouped(std::uint64_t number, std::string_view one, std::string_view many) {
    return grouped(number).append(" ").append(number == 1 ? one : many);
}

std::optional<double> parse_decimal(std::string_view text) {
    double value = 0, place = 0;
    bool any = false;
    for (const char c : text) {
        if (c == '.' && place == 0) {
            place = 1;
        } else if (c >= '0' && c <= '9') {
            any = true;
            value = value * 10 + (c - '0');
            place *= 10;
        } else {
            return std::nullopt;
        }
    }
    if (!any) return std::nullopt;
    return place > 1 ? value / place : value;
}

}  // namespace clew::inline base
