#pragma once
// Shard: one of the equal parts that work is cut into, for as many jobs or machines.
//
//     if (const auto shard = parse_shard("3/8")) ...        // index 2 of 8
//     to_string(Shard{2, 8})                                // "3/8"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clew::inline base {

/// One of `of` parts of a count. Parts of the same puzzle and the same `of` add up to the whole.
struct Shard {
    std::size_t index = 0;  ///< 0 .. of-1
    std::size_t of = 1;

    friend bool operator==(const Shard&, const Shard&) = default;
};

/// "3/8", the third of eight parts: 1-based as users count, index 2. Nothing for other text or a
/// part that does not exist.
std::optional<Shard> parse_shard(std::string_view text);
/// "3/8".
std::string to_string(const Shard& shard);

/// What is merged must be whole: throws InputError if some part of `of` is not among `there`
/// (indices, ascending, each once), with how many are missing and the first of them. `what` is what
/// the parts are of: "count".
void refuse_missing(std::span<const std::size_t> there, std::size_t of, std::string_view what);

}  // namespace clew::inline base
