#pragma once
// What the tests of formats read and make texts with.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/base/input_error.hpp"
#include "core/formats/formats.hpp"

namespace clew {

/// The one puzzle of a text.
inline Record only(const std::string& text, const ReaderOptions& options = {}) {
    auto records = read_all(text, "t", options);
    EXPECT_EQ(records.size(), 1U) << text;
    return records.at(0);
}

/// The error of a text that must be refused.
inline InputError fault(const std::string& text, const ReaderOptions& options = {}) {
    try {
        read_all(text, "t", options);
    } catch (const InputError& error) {
        return error;
    }
    ADD_FAILURE() << "no error for: " << text;
    return InputError{{}, ""};
}

/// Base64 as in addresses, without padding.
inline std::string base64(const std::string& text) {
    static constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string out;
    unsigned bits = 0, have = 0;
    for (const char c : text) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        for (have += 8; have >= 6; have -= 6) out += letters[bits >> (have - 6) & 63U];
    }
    return have == 0 ? out : out + letters[bits << (6 - have) & 63U];
}

}  // namespace clew
