#pragma once
// Link graph: the propositions of a state that chains run over, and the links between them.
//
//     LinkGraph graph{state, {.kinds = bilocal | bivalue}};
//     graph.nodes()[n]                       "one of these cells holds this digit"
//     for (const StrongLink& link : graph.strong(n)) ...   // if n fails, link.to holds
//     for (std::uint32_t m : graph.weak(n)) ...            // if n holds, m fails
//
// A node is a digit in one or more cells. Strong links come from exactly-one rules: a digit with
// two places in a house (single cells or groups), a cell with two digits, an almost locked set.
// Weak links are seeing: every cell of one node sees every cell of the other, or they are two
// digits of one cell. Only nodes with a strong link are kept: a chain passes through no others.
//
// Three more kinds of strong links are made only for those who ask, two of them with nodes of their
// own:
//
//   almost hidden set   n digits of a house in n + 1 cells: one of the cells at most holds another
//                       digit, so of any two, one holds a digit of the set. The node is "the cell
//                       holds one of these digits"; it is weakly linked to the cell's others.
//   almost fish         if no fin holds, the bases hold the digit within the covers, and no other
//                       place of a cover has it. The node is "no fin holds", the fish's *body*; it
//                       is weakly linked to the places that then fail.
//   deadly rectangle    where uniqueness is known: its guardians, if they are two nodes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"
#include "logic/strategies/almost_locked.hpp"
#include "logic/strategies/deadly_patterns.hpp"

namespace clew::logic::inline strategies {

/// Kinds of strong links, as bits.
using LinkKinds = std::uint8_t;
inline constexpr LinkKinds bilocal_links = 1;  ///< a digit with two places in a house
inline constexpr LinkKinds bivalue_links = 2;  ///< a cell with two digits
inline constexpr LinkKinds grouped_links = 4;  ///< a digit's places in a house, in two groups
inline constexpr LinkKinds set_links = 8;      ///< two digits of an almost locked set
inline constexpr LinkKinds hidden_links = 16;  ///< two cells of an almost hidden set
inline constexpr LinkKinds fish_links = 32;    ///< the fins and the body of an almost fish
inline constexpr LinkKinds deadly_links = 64;  ///< the guardians of a deadly rectangle

/// "One of `cells` holds `digit`."
struct LinkNode {
    enum class Says : std::uint8_t {
        place,  ///< what it always says, but for these two
        cell,   ///< "`lowest` holds one of `digits`", two of them or more
        body,   ///< "of the digits in a fish's bases, all are in its covers"
    };
    Digit digit;
    CellSet cells;
    CellSet loses;        ///< the cells with the digit that see all of `cells`
    LinkKinds kinds = 0;  ///< of the strong links at it
    bool single = false;  ///< one cell
    Cell lowest;          ///< the first of the cells
    Says says = Says::place;
    DigitSet digits{};  ///< for Says::cell

    Cell cell() const { return lowest; }  ///< the cell of a single one
    /// Whether anything fails since this holds: if not, no chain ends here.
    bool rules_out() const { return single || says == Says::cell || !loses.empty(); }
};

/// n digits of a house that have places in n + 1 cells.
struct AlmostHidden {
    House house;
    DigitSet digits;
    CellSet cells;
};

/// Lines that would hold a digit in as many lines across, but for the fins.
struct AlmostFish {
    Digit digit;
    std::vector<House> bases, covers;
    CellSet body, fins;
};

/// The sizes of almost hidden sets and almost fish: what people look for.
inline constexpr std::size_t largest_hidden = 4;
inline constexpr std::size_t largest_fish = 3;
inline constexpr std::size_t most_fins = 4;

/// One of two nodes holds.
struct StrongLink {
    std::uint32_t to = 0;
    LinkKinds kind = 0;
    House house{};  ///< for bilocal and grouped links
    /// Index into LinkGraph::sets(), hidden_sets(), fish() or rectangles(), for such links.
    std::uint32_t set = 0;
};

struct LinkGraphOptions {
    LinkKinds kinds = bilocal_links | bivalue_links;
    std::size_t largest_set = 0;  ///< cells of an almost locked set, for set links

    bool operator==(const LinkGraphOptions&) const = default;
};

class UnlockedRows;

class LinkGraph {
  public:
    /// Keeps a reference to the state. Cost: small against one search over the graph, but for set
    /// links, which are enumerated (almost_locked.hpp).
    LinkGraph(const State& state, const LinkGraphOptions& options);

    const State& state() const { return state_; }
    std::span<const LinkNode> nodes() const { return nodes_; }
    std::span<const AlmostLocked> sets() const {
        return sets_ == nullptr ? std::span<const AlmostLocked>{} : *sets_;
    }
    std::span<const StrongLink> strong(std::size_t node) const {
        return {strong_.data() + strong_start_[node],
                strong_start_[node + 1] - strong_start_[node]};
    }
    std::span<const AlmostHidden> hidden_sets() const { return hidden_sets_; }
    std::span<const AlmostFish> fish() const { return fish_; }
    std::span<const DeadlyPattern> rectangles() const { return rectangles_; }
    /// A node's digit and kinds, where a walk reads nothing else of it.
    Digit digit(std::size_t node) const { return digits_[node]; }
    LinkKinds kinds(std::size_t node) const { return node_kinds_[node]; }
    /// Nodes that fail if this one holds, ascending. Made when first asked for; good as long as the
    /// graph.
    std::span<const std::uint32_t> weak(std::size_t node) const;
    /// Whether the two cannot both hold.
    bool weakly_linked(const LinkNode& a, const LinkNode& b) const;
    /// Whether the candidate fails if the node holds.
    bool rules_out(const LinkNode& node, Candidate candidate) const;
    /// Whether lost_to_both is not empty.
    bool any_lost_to_both(const LinkNode& a, const LinkNode& b) const;
    /// The candidates that fail whichever of the two holds, ascending; of a node with itself, those
    /// that fail if it holds.
    std::vector<Candidate> lost_to_both(const LinkNode& a, const LinkNode& b) const;

  private:
    std::uint32_t node(Digit digit, const CellSet& cells);
    void list_weak(std::size_t number, std::vector<std::uint32_t>& list) const;
    std::uint32_t& group(Digit digit, const CellSet& cells);
    void spread_groups();
    void join(std::uint32_t a, std::uint32_t b, StrongLink link);
    void join_parts(Digit digit, const CellSet& part, const CellSet& rest, StrongLink link);
    void add_places();
    void add_groups(House house, Digit digit, const CellSet& places);
    void add_pairs();
    void add_sets(std::size_t largest);
    void add_hidden_sets();
    void grow_hidden(House house, std::size_t next, DigitSet digits, UnlockedRows& rows);
    void add_fish();
    struct Swimming;
    void grow_fish(Swimming& fish, std::size_t next);
    void cover_fish(Swimming& fish, std::size_t next, std::size_t held);
    void keep_fish(const Swimming& fish);
    void add_rectangles();
    std::uint32_t node_of_cell(Cell cell, DigitSet digits);
    std::uint32_t add_node(const LinkNode& node);
    void settle();

    const State& state_;
    const Layout& layout_;
    LinkKinds kinds_;
    std::vector<LinkNode> nodes_;
    std::vector<Digit> digits_;          // by node
    std::vector<LinkKinds> node_kinds_;  // by node
    std::vector<StrongLink> strong_;     // by node, from strong_start_ on
    std::vector<std::uint32_t> strong_start_;
    std::shared_ptr<const std::vector<AlmostLocked>> sets_;
    std::vector<AlmostHidden> hidden_sets_;
    std::vector<AlmostFish> fish_;
    std::vector<DeadlyPattern> rectangles_;
    struct Place {
        std::uint32_t node;
        Cell lowest;
        bool single;
    };
    std::vector<std::vector<Place>> by_digit_;          // all places of a digit
    std::vector<std::vector<std::uint32_t>> of_cells_;  // what cells hold, by cell
    std::vector<std::vector<std::uint32_t>> bodies_;    // by digit
    std::vector<std::uint32_t> single_;                 // by candidate: its node + 1
    // While the graph is made: nodes of several cells by hash, 0 for none, otherwise node + 1; and
    // each node's links as a list, first to last.
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    struct Joint {
        StrongLink link;
        std::uint32_t next;
    };
    struct Ends {
        std::uint32_t first, last;
    };
    std::vector<std::uint32_t> groups_;
    std::size_t group_count_ = 0;
    std::vector<Joint> joints_;
    std::vector<Ends> joints_of_;
    std::vector<std::uint64_t> joined_;  // by node: which nodes it may be joined to, by hash
    // Lists of nodes, one after the other in blocks that stay where they are.
    mutable std::vector<std::span<const std::uint32_t>> weak_;
    mutable std::vector<std::uint8_t> weak_known_;
    mutable std::vector<std::unique_ptr<std::uint32_t[]>> blocks_;
    mutable std::size_t block_size_ = 0, block_left_ = 0;  // of the last one
};

/// The graph of a state with these options. Made once a state: the thread's last state and its
/// graphs are kept, since a walk asks for one technique after the other. Good until the thread asks
/// for another state.
const LinkGraph& link_graph(const State& state, const LinkGraphOptions& options);

}  // namespace clew::logic::inline strategies
