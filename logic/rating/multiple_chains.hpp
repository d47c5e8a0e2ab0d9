#pragma once
// Multiple forcing chains: what follows from every digit of a cell, from every place of a digit in
// a house, from a candidate and from its opposite, or what contradicts itself.
//
//     MultipleChains chains;
//     std::optional<Hint> hint = chains.lowest(board, {.technique = SeTechnique::dynamic_chains,
//                                                      .propagation = {.dynamic = true}});
//
// The rules of propagation make Nishio, static, dynamic and nested chains of it.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "logic/rating/implications.hpp"

namespace clew::rating {

struct MultipleRules {
    SeTechnique technique = SeTechnique::multiple_chains;
    PropagationRules propagation;
};

class MultipleChains {
  public:
    /// The least complex chain; nothing if there is none, or if the stop flag was raised.
    std::optional<Deduction> lowest(const Board9& board, const MultipleRules& rules);
    /// For each removal that can be had on `now` the least complex chain, of those that need
    /// candidates of `base` to be gone; in order of complexity, each removal once.
    void all(const Board9& now, const Board9& base, const MultipleRules& rules,
             std::vector<NestedHint>& found);

  private:
    using NodeId = Implications::NodeId;
    /// What a conclusion rests on.
    struct Ground {
        ChainForm form = ChainForm::none;
        std::uint16_t a = 0;  ///< assumption, candidate, cell or house
        std::uint16_t b = 0;  ///< digit of the house
    };
    struct Conclusion {
        int complexity = 0;
        Ground ground;
        Potential target = 0;
    };
    struct Leg {
        const Implications* tree = nullptr;
        NodeId node = 0;
    };

    void search();
    const Implications& tree_of(Potential assumption);
    void contradiction(Potential assumption);
    void together(const Ground& ground);
    void compare(const Ground& ground, Potential begin, Potential end);
    void conclude(const Conclusion& conclusion);
    void legs_of(const Conclusion& conclusion, std::vector<Leg>& legs);
    int exact(const std::vector<Leg>& legs) const;
    void houses(int cell, int digit);
    bool stopped() const;
    bool worth(Potential target) const;
    std::vector<CandidateId> removals(Potential target) const;
    static std::int32_t rank(int complexity, ChainForm form);

    const Board9* board_ = nullptr;
    MultipleRules rules_;
    bool collect_ = false;
    std::optional<Conclusion> best_;
    // Where all are wanted: of each potential the least complexity, and the ground it comes from.
    std::array<std::int16_t, potential_total> least_for_{};
    std::array<Ground, potential_total> ground_for_{};

    Propagation propagation_;
    std::array<std::unique_ptr<Implications>, potential_total> trees_{};
    std::array<bool, potential_total> grown_{};
    std::vector<const Implications*> group_;  // the trees of the ground at hand
    std::array<std::int16_t, potential_total> sum_{};
    std::uint64_t next_content_ = 0;
};

}  // namespace clew::rating
