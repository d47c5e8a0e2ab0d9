#pragma once
// Count: a number of solutions, of any size.
//
//     Count n{12};
//     n *= Count{3};
//     n.to_string()            "36"
//     n.grouped()              "6 670 903 752 021 072 936 960" for the blank grid
//
// A value type over a big-integer library that the header does not show. Up to 2^64 - 1 it costs no
// allocation.

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace clew::inline base {

/// A value: const calls on one count may be made by several threads at once.
class Count {
  public:
    Count(std::uint64_t value = 0);  // NOLINT(google-explicit-constructor): a count is a number
    ~Count();
    Count(const Count& other);
    Count(Count&& other) noexcept;
    Count& operator=(const Count& other);
    Count& operator=(Count&& other) noexcept;

    static Count from_u128(std::uint64_t high, std::uint64_t low);
    /// Reads decimal digits; nothing if the text holds anything else.
    static std::optional<Count> parse(std::string_view text);

    Count& operator+=(const Count& other);
    Count& operator*=(const Count& other);
    /// Requires other <= *this.
    Count& operator-=(const Count& other);

    /// Decimal digits.
    std::string to_string() const;
    /// Decimal digits in groups of three, parted by spaces.
    std::string grouped() const;
    double to_double() const;
    /// The value, if it fits.
    std::optional<std::uint64_t> to_u64() const;

    friend std::strong_ordering operator<=>(const Count& a, const Count& b);
    friend bool operator==(const Count& a, const Count& b);

  private:
    friend struct CountAccess;
    struct Big;
    std::uint64_t small_ = 0;
    std::unique_ptr<Big> big_;  // set only above 2^64 - 1
};

inline Count operator+(Count a, const Count& b) { return a += b; }
inline Count operator*(Count a, const Count& b) { return a *= b; }
inline Count operator-(Count a, const Count& b) { return a -= b; }

}  // namespace clew::inline base
