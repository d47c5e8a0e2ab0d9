#pragma once
// ShardFamily: which results of parts make up a whole, where a part may have been cut short and
// have left the rest of its work to parts of their own.
//
//     std::vector<ShardResult> results = ...;                // one for each line that was read
//     const TakenShards all = take_shards(results, better, "count");
//     for (const TakenShards::One& one : all.shards) add(lines[one.index], one.handed_on);
//
// The parts of a plan are numbered; what a part leaves is a plan too, with a digest of its own, by
// which its parts know it. So results fit together however they come, from however many runs: two
// that were cut short at different places left different plans, and each plan counts with the one
// that left it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/base/shard.hpp"

namespace clew::inline base {

/// What is to be known of the result of a part.
struct ShardResult {
    Shard shard{};
    std::uint64_t plan = 0;       ///< of which it is a part
    bool whole = false;           ///< nothing of it is left to do
    std::size_t left = 0;         ///< parts of what it left; 0 if it left none
    std::uint64_t left_plan = 0;  ///< the plan of those
    Place place{};
};

/// What is to be known of parts of a count or a tree: their `shard` and `plan`, how many parts are
/// the `rest` of one, whose plan rest_of() tells; the others as told for each part.
template <class Part, class Whole, class PlaceOf>
std::vector<ShardResult> shard_results(std::span<const Part> parts, Whole whole, PlaceOf place) {
    std::vector<ShardResult> results;
    for (const Part& part : parts) {
        ShardResult& result = results.emplace_back();
        result.shard = part.shard;
        result.plan = part.plan;
        result.whole = whole(part);
        result.left = part.rest.size();
        if (result.left > 0) result.left_plan = rest_of(part).front().plan;
        result.place = place(part);
    }
    return results;
}

/// A result that was there again, and had nothing to add.
struct RepeatedShard {
    Shard shard{};
    Place place{};
};

/// The results that are taken.
struct TakenShards {
    struct One {
        std::size_t index = 0;   ///< of the result
        bool handed_on = false;  ///< what it left follows it, or some of that
    };
    struct Missing {
        std::string name;      ///< "2/16 of the rest of part 3/8"
        std::size_t more = 0;  ///< parts of that rest that are missing besides
    };

    std::vector<One> shards{};              ///< in order; each before what it left
    bool whole = true;                      ///< nothing is left to do
    std::vector<Missing> missing{};         ///< of what was left; one a rest
    std::vector<RepeatedShard> repeated{};  ///< results not taken, in the order they came
};

/// "2/16 of the rest of part 3/8 is missing, and 4 more".
std::string to_string(const TakenShards::Missing& missing);

/// Takes for each part of the plan one result, with what it left. Of a part that is there twice the
/// one for which `better(one, other)` is false with every other; it may refuse both. Errors:
/// InputError for no results ("no parts of a `what`"), for a part of another plan, and for a part
/// that is missing; what is missing of a rest is no error, as the whole is a lower bound then.
TakenShards take_shards(std::span<const ShardResult> results,
                        const std::function<bool(const TakenShards&, const TakenShards&)>& better,
                        std::string_view what);

}  // namespace clew::inline base
