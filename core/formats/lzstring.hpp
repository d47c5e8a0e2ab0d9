#pragma once
// LZ-string: the compression of f-puzzles and SudokuPad links. UTF-8 on our side, base64 on theirs.
//
//     lz_decompress(lz_compress("{\"size\":9}"))  ==  "{\"size\":9}"

#include <optional>
#include <string>
#include <string_view>

#include "core/base/input_error.hpp"

namespace clew::formats {

/// What Base64 writes 0 to 63 as.
inline constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text that `base64` stands for; nothing if it is damaged, or if it grows beyond 8 MiB.
std::optional<std::string> lz_decompress(std::string_view base64);
/// `utf8` as base64, padded with `=`.
std::string lz_compress(std::string_view utf8);

/// What the data of a link stands for, as lz_decompress() reads it once the address is undone.
/// Errors: InputError for damaged data.
std::string lz_of_link(std::string_view data, const Place& place);

/// Text with %xx replaced by the byte: what stands in a URL.
std::string percent_decoded(std::string_view text);

}  // namespace clew::formats
