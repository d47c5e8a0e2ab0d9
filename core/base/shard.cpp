#include "core/base/shard.hpp"

#include <charconv>
#include <system_error>

#include "core/base/input_error.hpp"

namespace clew::inline base {

std::optional<Shard> parse_shard(std::string_view text) {
    std::size_t number = 0;
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, number);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '/') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, shard.of);
    if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
    if (number < 1 || number > shard.of) return std::nullopt;
    shard.index = number - 1;
    return shard;
}

std::string to_string(const Shard& shard) {
    return std::to_string(shard.index + 1) + '/' + std::to_string(shard.of);
}

void refuse_missing(std::span<const std::size_t> there, std::size_t of, std::string_view what) {
    if (there.size() == of) return;
    std::size_t missing = 0;
    while (missing < there.size() && there[missing] == missing) ++missing;
    throw InputError({"merge"},
                     std::to_string(of - there.size()) + " of " + std::to_string(of) +
                         " parts are missing, the first is " + to_string(Shard{missing, of}),
                     "all parts of the " + std::string(what));
}

}  // namespace clew::inline base
