#pragma once
// MerkleRange: one hash for any number of lines, from which the hashes of parts can be joined.
//
//     MerkleRange range;                         // of the leaves 0, 1, ...
//     range.add("a line");
//     range.add("another");
//     hex(range.root())                          // 64 digits
//
//     MerkleRange other{2};                      // leaves from number 2 on, hashed elsewhere
//     other.add("a third");
//     range.append(other);                       // as if all had been added here
//
// The tree is that of Certificate Transparency ([Laurie2013], section 2.1), with SHA-256: a leaf is
// the hash of a zero byte and the text, an inner node that of a one byte and its two children; of n
// leaves the left child has the largest power of two below n. A range keeps the topmost whole
// subtrees alone, at most two a level.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew::ledger {

/// SHA-256.
using Hash = std::array<std::uint8_t, 32>;

Hash sha256(std::string_view bytes);
/// 64 hexadecimal digits, small letters.
std::string hex(const Hash& hash);
/// What hex() wrote; nothing for any other text.
std::optional<Hash> parse_hash(std::string_view text);

/// A value: const calls on one range may be made by several threads at once.
class MerkleRange {
  public:
    /// A whole subtree: the leaves index * 2^level up to (index + 1) * 2^level.
    struct Node {
        unsigned level;
        std::uint64_t index;
        Hash hash;

        friend bool operator==(const Node&, const Node&) = default;
    };

    /// No leaves, from number `begin` on.
    explicit MerkleRange(std::uint64_t begin = 0) : begin_(begin), end_(begin) {}

    /// The next leaf.
    void add(std::string_view leaf);
    /// The next leaves, by the hash of a subtree. False, and nothing is changed, unless they begin
    /// at end().
    bool add(const Node& node);
    /// The leaves of another range. False, and nothing is changed, unless it begins at end().
    bool append(const MerkleRange& next);

    std::uint64_t begin() const { return begin_; }
    std::uint64_t end() const { return end_; }
    /// The subtrees, in the order of their leaves.
    const std::vector<Node>& nodes() const { return nodes_; }
    /// Of the tree of all leaves. Requires begin() == 0.
    Hash root() const;

    friend bool operator==(const MerkleRange&, const MerkleRange&) = default;

  private:
    std::uint64_t begin_;
    std::uint64_t end_;
    std::vector<Node> nodes_;
};

/// "3 5 9f...": level, index and hash.
std::string to_string(const MerkleRange::Node& node);
/// What to_string() wrote; nothing for any other text.
std::optional<MerkleRange::Node> parse_node(std::string_view text);

}  // namespace clew::ledger
