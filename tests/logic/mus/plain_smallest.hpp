#pragma once
// The smallest argument for a claim, by trying sets of constraints one after another, each judged
// by the audit: slow, and without anything of the search that it is compared with.
//
//     plain_smallest(state, instance, claim, 4)        // 1 .. 4, or nothing

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "logic/auditor/audit.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/search.hpp"
#include "logic/step.hpp"

namespace clew::logic {

inline bool proves(const logic::State& state, const Instance& instance,
                   const std::set<std::uint16_t>& chosen, Candidate candidate, logic::Truth truth) {
    logic::Step step;
    step.technique = logic::Technique::smallest_proof;
    (truth == logic::Truth::holds ? step.placements : step.eliminations) = {candidate};
    for (const std::uint16_t k : chosen)
        step.cites.push_back({instance.constraint(k), logic::Use::truth});
    return audit(state, step).sound();
}

/// The fewest constraints that prove the claim, by growing connected sets; none if more than
/// `most`.
inline std::optional<std::size_t> plain_smallest(const logic::State& state,
                                                 const Instance& instance, const Claim& claim,
                                                 std::size_t most) {
    const Candidate candidate = instance.candidate(claim.candidate);
    std::set<std::set<std::uint16_t>> layer;
    for (const std::uint16_t k : instance.uses(claim.candidate)) layer.insert({k});
    for (std::size_t size = 1; size <= most; ++size) {
        std::set<std::set<std::uint16_t>> next;
        for (const auto& chosen : layer) {
            if (proves(state, instance, chosen, candidate, claim.truth)) return size;
            if (size == most) continue;
            std::set<std::uint16_t> around{instance.uses(claim.candidate).begin(),
                                           instance.uses(claim.candidate).end()};
            for (const std::uint16_t k : chosen)
                for (const std::uint16_t v : instance.members(k))
                    around.insert(instance.uses(v).begin(), instance.uses(v).end());
            for (const std::uint16_t k : around) {
                if (chosen.contains(k)) continue;
                auto more = chosen;
                more.insert(k);
                next.insert(std::move(more));
            }
        }
        layer = std::move(next);
    }
    return std::nullopt;
}

}  // namespace clew::logic
