#include "proof/ledger/merkle.hpp"

#include <nettle/sha2.h>

#include <charconv>

#include "core/base/contract.hpp"

namespace clew::ledger {

namespace {

constexpr char hex_digits[] = "0123456789abcdef";
constexpr unsigned highest = 40;  // levels: far more leaves than any ledger has

Hash hash_of_leaf(std::string_view text) {
    std::string bytes(1, '\0');
    bytes += text;
    return sha256(bytes);
}

Hash hash_of_pair(const Hash& left, const Hash& right) {
    std::string bytes(1, '\1');
    bytes.append(left.begin(), left.end());
    bytes.append(right.begin(), right.end());
    return sha256(bytes);
}

}  // namespace

Hash sha256(std::string_view bytes) {
    Hash hash{};
    sha256_ctx state;
    sha256_init(&state);
    sha256_update(&state, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    sha256_digest(&state, hash.size(), hash.data());
    return hash;
}

std::string hex(const Hash& hash) {
    std::string text;
    for (const std::uint8_t byte : hash) {
        text += hex_digits[byte >> 4];
        text += hex_digits[byte & 15];
    }
    return text;
}

std::optional<Hash> parse_hash(std::string_view text) {
    Hash hash{};
    if (text.size() != 2 * hash.size()) return std::nullopt;
    for (std::size_t i = 0; i < hash.size(); ++i) {
        const char* const begin = text.data() + 2 * i;
        const auto [end, fault] = std::from_chars(begin, begin + 2, hash[i], 16);
        if (fault != std::errc{} || end != begin + 2) return std::nullopt;
    }
    if (hex(hash) != text) return std::nullopt;  // capitals
    return hash;
}

void MerkleRange::add(std::string_view leaf) {
    const bool next = add(Node{0, end_, hash_of_leaf(leaf)});
    CLEW_REQUIRE(next, "MerkleRange::add: no room for another leaf");
}

bool MerkleRange::add(const Node& node) {
    if (node.level > highest || node.index >> (highest - node.level) != 0) return false;
    if (node.index << node.level != end_) return false;
    end_ += std::uint64_t{1} << node.level;
    nodes_.push_back(node);
    // Two neighbours that are the children of one node become that node.
    while (nodes_.size() >= 2) {
        const Node& left = nodes_[nodes_.size() - 2];
        const Node& right = nodes_.back();
        if (left.level != right.level || left.index % 2 != 0) break;
        const Node parent{left.level + 1, left.index / 2, hash_of_pair(left.hash, right.hash)};
        nodes_.pop_back();
        nodes_.back() = parent;
    }
    return true;
}

bool MerkleRange::append(const MerkleRange& next) {
    if (next.begin_ != end_) return false;
    for (const Node& node : next.nodes_)
        if (!add(node)) return false;
    return true;
}

Hash MerkleRange::root() const {
    CLEW_REQUIRE(begin_ == 0, "MerkleRange::root: not from the first leaf on");
    if (nodes_.empty()) return sha256("");
    Hash root = nodes_.back().hash;
    for (std::size_t i = nodes_.size() - 1; i-- > 0;) root = hash_of_pair(nodes_[i].hash, root);
    return root;
}

std::string to_string(const MerkleRange::Node& node) {
    return std::to_string(node.level) + " " + std::to_string(node.index) + " " + hex(node.hash);
}

std::optional<MerkleRange::Node> parse_node(std::string_view text) {
    MerkleRange::Node node{};
    const char* const end = text.data() + text.size();
    const auto level = std::from_chars(text.data(), end, node.level);
    if (level.ec != std::errc{} || level.ptr == end || *level.ptr != ' ') return std::nullopt;
    const auto index = std::from_chars(level.ptr + 1, end, node.index);
    if (index.ec != std::errc{} || index.ptr == end || *index.ptr != ' ') return std::nullopt;
    const auto hash =
        parse_hash(text.substr(static_cast<std::size_t>(index.ptr + 1 - text.data())));
    if (!hash) return std::nullopt;
    node.hash = *hash;
    if (to_string(node) != text) return std::nullopt;  // zeros in front
    return node;
}

}  // namespace clew::ledger
