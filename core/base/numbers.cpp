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

}  // namespace clew::inline base
