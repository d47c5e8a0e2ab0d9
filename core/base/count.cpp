// Small counts live in a machine word; the first sum or product that does not fit moves to
// Boost.Multiprecision, and a result that fits again moves back, so that each value has exactly one
// representation and comparison can look at that first.

#include "core/base/count.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/numbers.hpp"

namespace clew::inline base {

using Integer = boost::multiprecision::cpp_int;

struct Count::Big {
    Integer value;  // always above 2^64 - 1
};

namespace {

const Integer small_max{std::numeric_limits<std::uint64_t>::max()};

}  // namespace

Count::Count(std::uint64_t value) : small_(value) {}
Count::~Count() = default;
Count::Count(const Count& other)
    : small_(other.small_), big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}
Count::Count(Count&& other) noexcept
    : small_(std::exchange(other.small_, 0)), big_(std::move(other.big_)) {}
Count& Count::operator=(const Count& other) {
    if (this != &other) *this = Count(other);
    return *this;
}
Count& Count::operator=(Count&& other) noexcept {
    small_ = std::exchange(other.small_, 0);
    big_ = std::move(other.big_);
    return *this;
}

/// The only place where the library's integers become counts and back.
struct CountAccess {
    static Integer get(const Count& c) { return c.big_ ? c.big_->value : Integer{c.small_}; }
    static Count make(Integer value) {
        Count c;
        if (value <= small_max) {
            c.small_ = static_cast<std::uint64_t>(value);
        } else {
            c.big_ = std::make_unique<Count::Big>(Count::Big{std::move(value)});
        }
        return c;
    }
};

Count Count::from_u128(std::uint64_t high, std::uint64_t low) {
    return CountAccess::make((Integer{high} << 64) | Integer{low});
}

std::optional<Count> Count::parse(std::string_view text) {
    if (text.empty()) return std::nullopt;
    if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    // a leading zero would make the library read octal
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
    return CountAccess::make(Integer{std::string{text}});
}

Count& Count::operator+=(const Count& other) {
    std::uint64_t sum = 0;
    if (!big_ && !other.big_ && !__builtin_add_overflow(small_, other.small_, &sum)) {
        small_ = sum;
        return *this;
    }
    return *this = CountAccess::make(CountAccess::get(*this) + CountAccess::get(other));
}

Count& Count::operator*=(const Count& other) {
    std::uint64_t product = 0;
    if (!big_ && !other.big_ && !__builtin_mul_overflow(small_, other.small_, &product)) {
        small_ = product;
        return *this;
    }
    return *this = CountAccess::make(CountAccess::get(*this) * CountAccess::get(other));
}

Count& Count::operator-=(const Count& other) {
    CLEW_REQUIRE(other <= *this, "Count: a difference below zero");
    if (!big_) {
        small_ -= other.small_;
        return *this;
    }
    return *this = CountAccess::make(CountAccess::get(*this) - CountAccess::get(other));
}

std::string Count::to_string() const { return big_ ? big_->value.str() : std::to_string(small_); }

std::string Count::grouped() const { return clew::grouped(to_string()); }

double Count::to_double() const {
    return big_ ? big_->value.convert_to<double>() : static_cast<double>(small_);
}

std::optional<std::uint64_t> Count::to_u64() const {
    if (big_) return std::nullopt;
    return small_;
}

std::strong_ordering operator<=>(const Count& a, const Count& b) {
    if (!a.big_ && !b.big_) return a.small_ <=> b.small_;
    if (!a.big_) return std::strong_ordering::less;
    if (!b.big_) return std::strong_ordering::greater;
    const int order = a.big_->value.compare(b.big_->value);
    return order <=> 0;
}

bool operator==(const Count& a, const Count& b) { return (a <=> b) == 0; }

}  // namespace clew::inline base
