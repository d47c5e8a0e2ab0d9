#pragma once
// Implications: everything that one assumption leads to, and how.
//
//     Implications tree;
//     propagation.run(board, {.dynamic = true}, on(id), most, tree);
//     tree.complexity[off(other)]       // implications needed to see that `other` fails; or absent
//     tree.contradiction                // the first candidate that would both hold and fail
//
// A potential is a candidate that holds ("on") or fails ("off"). An assumption that is dynamic
// crosses out what fails as it goes, so that an implication may have several reasons.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/rating/forcing_chains.hpp"
#include "logic/rating/hint.hpp"

namespace clew::rating {

using Potential = std::uint16_t;
inline constexpr std::size_t potential_total = std::size_t{2} * candidate_total;
constexpr Potential on(CandidateId id) { return id; }
constexpr Potential off(CandidateId id) { return static_cast<Potential>(id + candidate_total); }
constexpr bool is_on(Potential p) { return p < candidate_total; }
constexpr CandidateId candidate_of(Potential p) {
    return is_on(p) ? p : static_cast<CandidateId>(p - candidate_total);
}

/// Larger than any complexity; three of them still fit.
inline constexpr std::int16_t absent = 10'000;

struct Implications {
    using NodeId = std::uint16_t;
    static constexpr NodeId no_node = 0xFFFF;

    /// Its own contradicting potentials may be beside the tree: they are nodes but not in `node`.
    struct Node {
        Potential potential = 0;
        std::uint32_t parents_begin = 0;
        std::uint16_t parents_count = 0;
        std::int16_t flat = 0;         ///< different potentials up to and with this one
        std::int16_t nested = -1;      ///< index into `nested`, of the chain that led here
        std::int16_t deep = 0;         ///< complexities of the nested chains up to here
        std::uint8_t cause = by_cell;  ///< of an "on" node
    };

    std::vector<Node> nodes;  ///< in the order found; parents first
    std::vector<NodeId> parents;
    std::vector<NestedHint> nested;
    std::array<std::int16_t, potential_total> complexity{};  ///< flat, or absent
    std::array<NodeId, potential_total> node{};              ///< or no_node
    NodeId contradiction_on = no_node;                       ///< both set, or none
    NodeId contradiction_off = no_node;

    void clear();
    bool contradicts() const { return contradiction_on != no_node; }
    /// The potentials up to and with a node, each once: node numbers, ascending.
    void ancestors(NodeId of, std::vector<NodeId>& all) const;
};

/// What an assumption may use besides links, once links lead no further.
class Advanced {
  public:
    Advanced() = default;
    Advanced(const Advanced&) = delete;
    Advanced& operator=(const Advanced&) = delete;
    virtual ~Advanced() = default;
    /// How many kinds of deductions there are.
    virtual int kinds() const = 0;
    /// Deductions of one kind on `now` that rest on candidates that `base` still had.
    virtual void find(int kind, const Board9& now, const Board9& base,
                      std::vector<NestedHint>& found) = 0;
};

struct PropagationRules {
    bool dynamic = false;
    bool nishio = false;           ///< only the places of one digit
    Advanced* advanced = nullptr;  ///< may be null
    const StopFlag* stop = nullptr;
};

/// Follows assumptions, one after another; keeps its memory from one to the next.
class Propagation {
  public:
    /// Follows an assumption until nothing follows any more, or something contradicts itself.
    /// What can be had for `most` or less is found; the rest may be left out.
    void run(const Board9& base, const PropagationRules& rules, Potential assumption, int most,
             Implications& tree);

  private:
    using NodeId = Implications::NodeId;
    using Ancestors = std::array<std::uint64_t, (potential_total + 63) / 64 + 1>;

    void from_on(NodeId p);
    void from_off(NodeId p);
    void put_off(CandidateId id, NodeId parent);
    void put_on(CandidateId id, std::uint8_t cause, NodeId parent);
    bool go_beyond();
    void take(const NestedHint& hint);
    bool any_small() const;
    NodeId add(Potential potential, std::uint8_t cause, std::int16_t nested, bool in_tree);
    void count_nested(Implications::Node& node, NodeId id, const Ancestors& mine);
    bool small(const Implications::Node& node) const { return node.flat + node.deep < most_; }

    const Board9* base_ = nullptr;  // what the assumption was made on
    const Board9* now_ = nullptr;   // and what it has made of it
    std::optional<Board9> own_;     // of a dynamic assumption
    PropagationRules rules_;
    Implications* tree_ = nullptr;
    int most_ = 0;
    std::vector<NodeId> pending_on_, pending_off_;
    std::size_t head_on_ = 0, head_off_ = 0;
    int small_ = 0;                // pending potentials below most_
    std::vector<NodeId> reasons_;  // of the potential that is being added
    std::vector<Ancestors> up_;    // of each node
    std::vector<NodeId> advanced_nodes_;
    std::vector<std::uint64_t> counted_;
    std::vector<NestedHint> found_;
};

}  // namespace clew::rating
