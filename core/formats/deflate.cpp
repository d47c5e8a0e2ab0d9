#include "core/formats/deflate.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "core/formats/lzstring.hpp"
#define ZLIB_CONST
#include <zlib.h>

namespace clew::formats {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 23;

[[noreturn]] void refuse(const Place& place, const std::string& what) {
    throw InputError(place, "the link " + what, "a link that was not cut off or changed");
}

std::vector<Bytef> bytes_of(std::string_view base64, const Place& place) {
    while (base64.ends_with('=')) base64.remove_suffix(1);
    std::vector<Bytef> bytes;
    std::size_t bits = 0, have = 0;
    for (const char c : base64) {
        const std::size_t value = base64_digits.find(c);
        if (value == std::string_view::npos) refuse(place, "is damaged: it is no Base64");
        bits = (bits << 6 | value) & 0xffff;
        have += 6;
        if (have < 8) continue;
        have -= 8;
        bytes.push_back(static_cast<Bytef>(bits >> have & 0xff));
    }
    if (have == 6) refuse(place, "is damaged: its Base64 ends within a byte");
    return bytes;
}

}  // namespace

std::string inflated_link(std::string_view data, const Place& place) {
    std::string plain = percent_decoded(data);
    std::ranges::replace(plain, ' ', '+');  // a + that was taken for a space on its way
    const std::vector<Bytef> bytes = bytes_of(plain, place);
    z_stream stream{};
    if (inflateInit2(&stream, -15) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end{&stream, inflateEnd};
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    for (int code = Z_OK; code == Z_OK;) {
        Bytef part[4096];
        stream.next_out = part;
        stream.avail_out = sizeof part;
        code = inflate(&stream, Z_NO_FLUSH);
        if (code == Z_BUF_ERROR) refuse(place, "is damaged: it ends too early");
        if (code < Z_OK || (code == Z_STREAM_END && stream.avail_in > 0))
            refuse(place, "is damaged: it cannot be decompressed");
        text.append(part, part + sizeof part - stream.avail_out);
        if (text.size() > most_bytes) refuse(place, "holds more than 8 MiB");
    }
    return text;
}

}  // namespace clew::formats
