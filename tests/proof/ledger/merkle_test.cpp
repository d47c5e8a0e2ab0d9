#include "proof/ledger/merkle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/random.hpp"

namespace clew::ledger {
namespace {

// The standard's examples (FIPS 180-2, appendix B, and the empty text).
TEST(Sha256, HashesTheExamplesOfTheStandard) {
    EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex(sha256("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex(sha256(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, ReadsItsOwnText) {
    const Hash hash = sha256("abc");
    EXPECT_EQ(parse_hash(hex(hash)), hash);
    std::string text = hex(hash);
    EXPECT_FALSE(parse_hash(text.substr(1)));
    text[0] = 'B';
    EXPECT_FALSE(parse_hash(text));
    text[0] = 'g';
    EXPECT_FALSE(parse_hash(text));
}

// RFC 6962, section 2.1, word for word.
Hash by_definition(const std::vector<std::string>& leaves) {
    if (leaves.empty()) return sha256("");
    if (leaves.size() == 1) return sha256(std::string(1, '\0') + leaves[0]);
    std::size_t k = 1;
    while (2 * k < leaves.size()) k *= 2;
    const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(k);
    const Hash left = by_definition({leaves.begin(), middle});
    const Hash right = by_definition({middle, leaves.end()});
    std::string text(1, '\1');
    text.append(left.begin(), left.end());
    text.append(right.begin(), right.end());
    return sha256(text);
}

TEST(Merkle, IsTheTreeOfTheDefinition) {
    std::vector<std::string> leaves;
    MerkleRange range;
    EXPECT_EQ(range.root(), by_definition(leaves));
    for (int i = 0; i < 70; ++i) {
        leaves.push_back("leaf " + std::to_string(i * i));
        range.add(leaves.back());
        EXPECT_EQ(range.root(), by_definition(leaves)) << i;
    }
}

TEST(Merkle, PartsJoinToTheWhole) {
    Random random{11};
    for (int round = 0; round < 50; ++round) {
        const std::size_t n = random.below(60) + 1;
        MerkleRange whole, joined;
        while (joined.end() < n) {
            MerkleRange part{joined.end()};
            const std::size_t length = random.below(n - joined.end() + 1);
            for (std::size_t i = 0; i < length; ++i) {
                const std::string leaf = std::to_string(whole.end() * 7);
                whole.add(leaf);
                part.add(leaf);
            }
            for (const MerkleRange::Node& node : part.nodes())
                EXPECT_EQ(parse_node(to_string(node)), node);
            MerkleRange elsewhere{part.begin() + 1};
            EXPECT_FALSE(joined.append(elsewhere));
            EXPECT_TRUE(joined.append(part));
        }
        EXPECT_EQ(joined, whole) << "round " << round;
        EXPECT_EQ(joined.root(), whole.root());
    }
}

}  // namespace
}  // namespace clew::ledger
