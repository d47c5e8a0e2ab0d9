#include "core/base/shard_family.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace clew::inline base {

namespace {

class Family {
  public:
    Family(std::span<const ShardResult> results,
           const std::function<bool(const TakenShards&, const TakenShards&)>& better,
           std::string_view what)
        : results_(results), better_(better), what_(what) {
        for (std::size_t i = 0; i < results.size(); ++i) plans_[results[i].plan].push_back(i);
    }

    TakenShards take() {
        const ShardResult& root = results_[first_of_all()];
        refuse_strangers(root.plan);
        TakenShards all = take_plan(root.plan, root.shard.of, std::nullopt);
        std::set<std::size_t> taken;
        for (const TakenShards::One& one : all.shards) taken.insert(one.index);
        for (std::size_t i = 0; i < results_.size(); ++i)
            if (!taken.contains(i)) all.repeated.push_back({results_[i].shard, results_[i].place});
        return all;
    }

  private:
    /// A result of the plan that no other one left.
    std::size_t first_of_all() const {
        std::set<std::uint64_t> left;
        for (const ShardResult& result : results_)
            if (result.left > 0) left.insert(result.left_plan);
        for (std::size_t i = 0; i < results_.size(); ++i)
            if (!left.contains(results_[i].plan)) return i;
        return 0;  // each is the rest of another: met again on the way, and refused
    }

    [[noreturn]] void refuse(std::size_t stranger, const std::string& than) const {
        const ShardResult& result = results_[stranger];
        throw InputError(result.place, "part " + to_string(result.shard) + " of another cut", than);
    }

    /// Results that belong neither to that plan nor to what some part of it left.
    void refuse_strangers(std::uint64_t plan) const {
        std::set<std::uint64_t> known{plan};
        std::vector<std::uint64_t> open{plan};
        while (!open.empty()) {
            const auto members = plans_.find(open.back());
            open.pop_back();
            if (members == plans_.end()) continue;
            for (const std::size_t i : members->second)
                if (results_[i].left > 0 && known.insert(results_[i].left_plan).second)
                    open.push_back(results_[i].left_plan);
        }
        for (std::size_t i = 0; i < results_.size(); ++i)
            if (!known.contains(results_[i].plan))
                refuse(i, "the plan of the others, or the part whose rest it is");
    }

    TakenShards take_plan(std::uint64_t plan, std::size_t of, std::optional<std::size_t> left_by) {
        const std::vector<std::size_t>& members = plans_.at(plan);
        for (const std::size_t i : members)
            if (results_[i].shard.of != of) refuse(i, "one of " + std::to_string(of) + " parts");
        // A part that was delivered twice leaves the same twice.
        if (const auto known = taken_.find(plan); known != taken_.end()) return known->second;
        if (!passing_.insert(plan).second) refuse(members.front(), "no rest of itself");
        std::map<std::size_t, TakenShards> best;
        for (const std::size_t i : members) {
            TakenShards own = take_result(i);
            const auto [at, fresh] = best.try_emplace(results_[i].shard.index, own);
            if (!fresh && better_(own, at->second)) at->second = std::move(own);
        }
        std::vector<std::size_t> there;
        for (const auto& [index, own] : best) there.push_back(index);
        TakenShards all;
        if (there.size() < of) {
            if (!left_by) refuse_missing(there, of, what_);
            std::size_t first = 0;
            while (first < there.size() && there[first] == first) ++first;
            all.whole = false;
            all.missing.push_back({to_string(Shard{first, of}) + " of the rest of part " +
                                       to_string(results_[*left_by].shard),
                                   of - there.size() - 1});
        }
        for (auto& [index, own] : best) add(all, std::move(own));
        return taken_[plan] = std::move(all);
    }

    TakenShards take_result(std::size_t i) {
        const ShardResult& result = results_[i];
        TakenShards own;
        own.shards.push_back({i, false});
        own.whole = result.whole;
        if (result.whole || result.left == 0) return own;
        if (!plans_.contains(result.left_plan)) {
            own.missing.push_back({to_string(Shard{0, result.left}) + " of the rest of part " +
                                       to_string(result.shard),
                                   result.left - 1});
            return own;
        }
        own.shards[0].handed_on = true;
        own.whole = true;
        add(own, take_plan(result.left_plan, result.left, i));
        return own;
    }

    static void add(TakenShards& all, TakenShards more) {
        all.whole = all.whole && more.whole;
        std::ranges::move(more.shards, std::back_inserter(all.shards));
        std::ranges::move(more.missing, std::back_inserter(all.missing));
    }

    std::span<const ShardResult> results_;
    const std::function<bool(const TakenShards&, const TakenShards&)>& better_;
    std::string_view what_;
    std::map<std::uint64_t, std::vector<std::size_t>> plans_;
    std::map<std::uint64_t, TakenShards> taken_;  // by plan
    std::set<std::uint64_t> passing_;             // plans that were begun
};

}  // namespace

std::string to_string(const TakenShards::Missing& missing) {
    return missing.name + " is missing" +
           (missing.more > 0 ? ", and " + std::to_string(missing.more) + " more" : "");
}

TakenShards take_shards(std::span<const ShardResult> results,
                        const std::function<bool(const TakenShards&, const TakenShards&)>& better,
                        std::string_view what) {
    if (results.empty()) throw InputError({"merge"}, "no parts of a " + std::string(what));
    return Family{results, better, what}.take();
}

}  // namespace clew::inline base
