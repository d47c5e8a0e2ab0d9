// LZ-string (P. Fouchet 2013): LZW over UTF-16 units with codes that grow by a bit as the
// dictionary doubles, least significant bit first, six bits to a base64 digit. Three codes are
// reserved: 0 an 8-bit unit follows, 1 a 16-bit unit follows, 2 the end.
//
// A dictionary entry is its predecessor and one unit more, so a short input can stand for a long
// text; output and dictionary are bounded together.

#include "core/formats/lzstring.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace clew::formats {
namespace {

constexpr std::string_view digits = base64_digits;
constexpr std::size_t most_units = std::size_t{1} << 22;

class BitReader {
  public:
    explicit BitReader(std::string_view text) : text_(text) {}
    // Nothing past the end or at a character that is no base64 digit.
    std::optional<std::uint32_t> read(unsigned count) {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < count; ++i) {
            if (left_ == 0) {
                if (next_ == text_.size()) return std::nullopt;
                const std::size_t digit = digits.find(text_[next_++]);
                if (digit == std::string_view::npos) return std::nullopt;
                current_ = static_cast<std::uint32_t>(digit);
                left_ = 6;
            }
            --left_;
            value |= ((current_ >> left_) & 1U) << i;
        }
        return value;
    }

  private:
    std::string_view text_;
    std::size_t next_ = 0;
    std::uint32_t current_ = 0;
    unsigned left_ = 0;
};

class BitWriter {
  public:
    void write(std::uint32_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            current_ = current_ << 1 | ((value >> i) & 1U);
            if (++filled_ == 6) put();
        }
    }
    std::string finish() {
        do {  // the original always ends inside a digit of its own
            current_ <<= 1;
        } while (++filled_ < 6);
        put();
        while (text_.size() % 4 != 0) text_ += '=';
        return text_;
    }

  private:
    void put() {
        text_ += digits[current_];
        current_ = 0;
        filled_ = 0;
    }
    std::string text_;
    std::uint32_t current_ = 0;
    unsigned filled_ = 0;
};

void append_utf8(std::string& text, std::uint32_t c) {
    const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xc0 | c >> 6), put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
    } else {
        put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 0x3f));
        put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
    }
}

// Lone surrogates become U+FFFD.
std::string to_utf8(std::u16string_view units) {
    std::string text;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::uint32_t unit = units[i];
        const bool high = unit >= 0xd800 && unit < 0xdc00;
        const bool low_next =
            i + 1 < units.size() && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000;
        if (high && low_next) {
            append_utf8(text, 0x10000 + ((unit - 0xd800) << 10) + (units[++i] - 0xdc00U));
        } else {
            append_utf8(text, unit >= 0xd800 && unit < 0xe000 ? 0xfffdU : unit);
        }
    }
    return text;
}

// Bytes that are not UTF-8 become U+FFFD.
std::u16string to_utf16(std::string_view text) {
    std::u16string units;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80   ? 1
                                   : lead < 0xc2 ? 0
                                   : lead < 0xe0 ? 2
                                   : lead < 0xf0 ? 3
                                   : lead < 0xf5 ? 4
                                                 : 0;
        std::uint32_t c = length < 2 ? lead : lead & (0xffU >> (length + 1));
        bool good = length > 0 && i + length <= text.size();
        for (std::size_t k = 1; good && k < length; ++k) {
            const auto byte = static_cast<unsigned char>(text[i + k]);
            good = (byte & 0xc0U) == 0x80;
            c = c << 6 | (byte & 0x3fU);
        }
        if (!good) c = 0xfffd;
        i += good ? length : 1;
        if (c >= 0x10000) {
            units += static_cast<char16_t>(0xd800 + ((c - 0x10000) >> 10));
            units += static_cast<char16_t>(0xdc00 + ((c - 0x10000) & 0x3ff));
        } else {
            units += static_cast<char16_t>(c);
        }
    }
    return units;
}

}  // namespace

std::optional<std::string> lz_decompress(std::string_view base64) {
    while (base64.ends_with('=')) base64.remove_suffix(1);
    if (base64.empty()) return std::nullopt;
    BitReader bits{base64};
    std::vector<std::u16string> entries(3);
    std::size_t units = 0;
    unsigned width = 3;
    std::size_t enlarge_in = 4;
    const auto used = [&] {
        if (--enlarge_in == 0) enlarge_in = std::size_t{1} << width++;
    };

    const auto first = bits.read(2);
    if (!first || *first > 2) return std::nullopt;
    if (*first == 2) return std::string();
    const auto start = bits.read(*first == 0 ? 8 : 16);
    if (!start) return std::nullopt;
    std::u16string previous(1, static_cast<char16_t>(*start));
    std::u16string result = previous;
    entries.push_back(previous);
    for (;;) {
        auto code = bits.read(width);
        if (!code) return std::nullopt;
        if (*code == 2) return to_utf8(result);
        if (*code < 2) {
            const auto unit = bits.read(*code == 0 ? 8 : 16);
            if (!unit) return std::nullopt;
            code = static_cast<std::uint32_t>(entries.size());
            entries.emplace_back(1, static_cast<char16_t>(*unit));
            used();
        }
        std::u16string entry;
        if (*code < entries.size()) {
            entry = entries[*code];
        } else if (*code == entries.size()) {
            entry = previous + previous[0];
        } else {
            return std::nullopt;
        }
        result += entry;
        entries.push_back(previous + entry[0]);
        used();
        units += entry.size() + entries.back().size();
        if (units > most_units) return std::nullopt;
        previous = std::move(entry);
    }
}

std::string lz_compress(std::string_view utf8) {
    BitWriter bits;
    // A word is known by its code; a longer one by the code of all but its last unit, and that.
    std::map<char16_t, std::uint32_t> singles;
    std::map<std::pair<std::uint32_t, char16_t>, std::uint32_t> longer;
    std::map<std::uint32_t, char16_t> fresh;  // single units that the reader has not seen
    unsigned width = 2;
    std::size_t enlarge_in = 2;
    std::uint32_t next = 3;
    const auto used = [&] {
        if (--enlarge_in == 0) enlarge_in = std::size_t{1} << width++;
    };
    const auto put = [&](std::uint32_t word) {
        if (const auto found = fresh.find(word); found != fresh.end()) {
            const bool wide = found->second >= 256;
            bits.write(wide ? 1 : 0, width);
            bits.write(found->second, wide ? 16 : 8);
            fresh.erase(found);
            used();
        } else {
            bits.write(word, width);
        }
        used();
    };
    std::uint32_t word = 0;  // none
    for (char16_t unit : to_utf16(utf8)) {
        if (singles.try_emplace(unit, next).second) fresh[next++] = unit;
        if (word == 0) {
            word = singles[unit];
        } else if (const auto known = longer.find({word, unit}); known != longer.end()) {
            word = known->second;
        } else {
            put(word);
            longer[{word, unit}] = next++;
            word = singles[unit];
        }
    }
    if (word != 0) put(word);
    bits.write(2, width);
    return bits.finish();
}

std::string percent_decoded(std::string_view text) {
    const auto value = [](char c) {
        if (c >= '0' && c <= '9') return c - '0';
        const char lower = static_cast<char>(c | 0x20);
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && value(text[i + 1]) >= 0 &&
            value(text[i + 2]) >= 0) {
            result += static_cast<char>(value(text[i + 1]) * 16 + value(text[i + 2]));
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string lz_of_link(std::string_view data, const Place& place) {
    std::string plain = percent_decoded(data);
    std::ranges::replace(plain, ' ', '+');  // a + that was taken for a space on its way
    auto text = lz_decompress(plain);
    if (!text)
        throw InputError(place, "the link is damaged: it cannot be decompressed",
                         "a link that was not cut off");
    return *text;
}

}  // namespace clew::formats
