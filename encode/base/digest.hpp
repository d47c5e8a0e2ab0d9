#pragma once
// Digest: 64 bits that tell whether two texts are the same, for files that a hand may have changed.
//
//     Digest digest;
//     digest.add("a text, ");
//     digest.add("in pieces");
//     hex(digest.value())                    // "5d2c0fe3b1a09c47"
//
// FNV-1a (Fowler, Noll, Vo): a byte is mixed in by exclusive or, then multiplied. Not for secrets:
// whoever wants to forge a text of a given digest can.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

class Digest {
  public:
    constexpr Digest() = default;
    /// Goes on where the digest of that value ended.
    explicit constexpr Digest(std::uint64_t value) : value_(value) {}

    constexpr void add(std::string_view text) {
        for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * prime;
    }
    /// A number, as its eight bytes.
    constexpr void add(std::uint64_t number) {
        for (int shift = 0; shift < 64; shift += 8)
            value_ = (value_ ^ ((number >> shift) & 0xff)) * prime;
    }
    constexpr std::uint64_t value() const { return value_; }

  private:
    static constexpr std::uint64_t prime = 0x100000001b3U;
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// Sixteen hexadecimal digits.
inline std::string hex(std::uint64_t value) {
    std::string text(16, '0');
    for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
    return text;
}

/// What hex() wrote; nothing for any other text.
inline std::optional<std::uint64_t> parse_hex(std::string_view text) {
    std::uint64_t value = 0;
    if (text.size() != 16) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + 16, value, 16);
    if (error != std::errc{} || end != text.data() + 16) return std::nullopt;
    return value;
}

}  // namespace clew
