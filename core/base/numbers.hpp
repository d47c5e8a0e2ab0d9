#pragma once
// Numbers as they are printed for people.
//
//     grouped(1234567)                      "1 234 567"
//     counted(1, "step", "steps")           "1 step"
//     parse_decimal("0.05")                0.05

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew::inline base {

/// Decimal digits in groups of three, parted by spaces.
std::string grouped(std::uint64_t number);
/// The same of a number that is decimal digits already.
std::string grouped(std::string digits);
/// Digits, perhaps with a point among them; nothing for any other text, signs and exponents too.
std::optional<double> parse_decimal(std::string_view text);

/// The number and what there are so many of.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);
/// The same with the digits in groups.
std::string grouped(std::uint64_t number, std::string_view one, std::string_view many);

}  // namespace clew::inline base
