#pragma once
// Digest: 64 bits that tell whether two texts are the same, for files that a hand may have changed.
//
//     Digest digest;
//     digest.add("a text, ");
//     digest.add("in pieces");
//     hex(digest.value())                    // "5d2c0fe3b1a09c47"
//
//     WideDigest wide;                       the same of long texts, eight bytes at a time
//     wide.add("a long text, ");
//
// FNV-1a (Fowler, Noll, Vo): a byte is mixed in by exclusive or, then multiplied. Not for secrets:
// whoever wants to forge a text of a given digest can.

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew::inline base {

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

/// For files of gigabytes: FNV-1a of words of eight bytes, the lowest first, in four lanes that
/// take turns, each folded after it was multiplied so that high bits reach low ones; what is left
/// behind the last 32 bytes, then the four lanes, then the length go byte by byte.
class WideDigest {
  public:
    void add(std::string_view text) {
        length_ += text.size();
        while (rest_ > 0 && !text.empty()) {
            take(text.front());
            text.remove_prefix(1);
        }
        std::array<std::uint64_t, 4> lanes = lanes_;
        for (; text.size() >= block; text.remove_prefix(block))
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                lanes[lane] = mixed(lanes[lane], word(text.data() + 8 * lane));
        lanes_ = lanes;
        for (const char c : text) take(c);
    }
    std::uint64_t value() const {
        Digest all;
        all.add(std::string_view(kept_.data(), rest_));
        for (const std::uint64_t lane : lanes_) all.add(lane);
        all.add(length_);
        return all.value();
    }

  private:
    static constexpr std::size_t block = 32;
    static constexpr std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) {
        lane = (lane ^ word) * 0x100000001b3U;
        return lane ^ (lane >> 32);
    }
    static std::uint64_t word(const char* text) {
        std::uint64_t number = 0;
        for (std::size_t i = 8; i-- > 0;)
            number = number << 8 | static_cast<unsigned char>(text[i]);
        return number;
    }
    void take(char c) {
        kept_[rest_++] = c;
        if (rest_ < block) return;
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
            lanes_[lane] = mixed(lanes_[lane], word(kept_.data() + 8 * lane));
        rest_ = 0;
    }

    std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
    std::array<char, block> kept_{};
    std::size_t rest_ = 0;
    std::uint64_t length_ = 0;
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

}  // namespace clew::inline base
