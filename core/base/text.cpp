#include "core/base/text.hpp"

#include <array>

namespace clew::inline base {
namespace {

constexpr char digits[] = "0123456789abcdef";

/// How many bytes of the start of `text` are one character in UTF-8; 0 if they are none.
std::size_t character(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Longer than need be, a half of a pair of UTF-16, beyond U+10FFFF.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
    if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) return 0;
    return size;
}

/// How many bytes of the start of `text` are one such character, in UTF-8; 0 for any other.
std::size_t control(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
    if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) return 2;
    if (byte(0) != 0xe2) return 0;
    const bool embeds = byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae;
    const bool isolates = byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
    return embeds || isolates ? 3 : 0;
}

/// The code point of a character of so many bytes in UTF-8.
unsigned code_point(std::string_view bytes) {
    constexpr std::array<unsigned, 4> head = {0, 0x7f, 0x1f, 0x0f};
    unsigned code = static_cast<unsigned char>(bytes[0]) & head[bytes.size()];
    for (const char c : bytes.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
    return code;
}

}  // namespace

std::string printable(std::string_view text, LineFeeds line_feeds) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const std::size_t whole = character(text);
        const std::size_t size = whole == 0 ? 1 : control(text);
        if (size == 0 || (text[0] == '\n' && line_feeds == LineFeeds::kept)) {
            safe += text.substr(0, whole);
            text.remove_prefix(whole);
            continue;
        }
        const unsigned code =
            whole == 0 ? static_cast<unsigned char>(text[0]) : code_point(text.substr(0, size));
        const int top = code < 0x100 ? 4 : 12;
        safe += code < 0x100 ? "\\x" : "\\u";
        for (int shift = top; shift >= 0; shift -= 4) safe += digits[(code >> shift) & 15];
        text.remove_prefix(size);
    }
    return safe;
}

std::string quotable(std::string_view text) {
    constexpr std::size_t longest = 3000;
    if (text.size() <= longest) return printable(text);
    std::size_t cut = longest;
    while (cut > longest - 4 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80) --cut;
    return printable(text.substr(0, cut)) + "... (" + std::to_string(text.size()) + " bytes)";
}

bool looks_like_utf16(std::string_view start) {
    if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) return true;
    if (start.size() < 4) return false;
    const auto zeros = [&](std::size_t first) {
        return start[first] == '\0' && start[first + 2] == '\0' && start[1 - first] != '\0' &&
               start[3 - first] != '\0';
    };
    return zeros(0) || zeros(1);
}

bool read_line(std::istream& in, std::string& line, std::size_t longest) {
    line.clear();
    std::streambuf& bytes = *in.rdbuf();
    constexpr int end = std::char_traits<char>::eof();
    int c = bytes.sbumpc();
    if (c == end) return false;
    for (; c != end && c != '\n' && line.size() < longest; c = bytes.sbumpc())
        line.push_back(static_cast<char>(c));
    return true;
}

}  // namespace clew::inline base
