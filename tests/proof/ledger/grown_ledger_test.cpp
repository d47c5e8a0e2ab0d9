// Ledgers that are wrong by exactly one condition, with the sum and the root that a forger would
// write. See tests/proof/checker/grown.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <iostream>
#include <sstream>

#include "proof/ledger/audit.hpp"
#include "solve/shard.hpp"
#include "tests/proof/checker/grown.hpp"
#include "tests/solve/exact/random_puzzle.hpp"
#include "tests/support/texts.hpp"

namespace clew::ledger {
namespace {

using proof::Result;
using proof::grown::Said;
using proof::grown::Table;

/// Ledgers of the same puzzle: of the whole, and of three parts.
struct Written {
    CandidateMasks puzzle{};
    std::vector<std::string> whole;
    std::vector<std::vector<std::string>> parts;
    std::vector<SumTerm> entries;
    Head head;
};

std::vector<Written> written() {
    std::vector<Written> all;
    Random random{31};
    while (all.size() < 4) {
        const Puzzle puzzle = exact::random_puzzle(random, 27);
        const CountResult n = count(puzzle, {.limit = 5'000});
        if (!n.exact() || n.solutions < Count{20}) continue;
        const auto ledger_of = [&](Shard shard) {
            std::ostringstream text;
            count_shard(puzzle, {.shard = shard, .ledger = &text});
            return lines_of(text.str());
        };
        Written w{options_of(puzzle), ledger_of({}), {}, {}, {}};
        for (std::size_t i = 0; i < 3; ++i) w.parts.push_back(ledger_of({i, 3}));
        std::string text;
        for (const std::string& line : w.whole) text += line + "\n";
        std::istringstream in{text};
        Reader reader{in, "ledger"};
        for (SumTerm entry; reader.next(entry);) w.entries.push_back(entry);
        w.head = reader.head();
        if (w.entries.size() > 8) all.push_back(w);
    }
    return all;
}

/// A ledger to be made wrong.
struct World {
    World(Random& r, const Written& w)
        : random(r), from(w), lines(w.whole), part(w.parts[r.below(3)]) {}

    std::size_t some_line() const { return 2 + random.below(from.entries.size()); }
    void write(std::size_t line, const SumTerm& entry) { lines[line] = to_string(entry); }
    /// The count and the root of the lines, as they are now.
    void forge() {
        MerkleRange range;
        Count total;
        for (std::size_t i = 0; i + 2 < lines.size(); ++i) {
            if (i != 1) range.add(lines[i]);
            if (i < 2) continue;
            std::istringstream words{lines[i]};
            std::string digits, weight, solutions;
            words >> digits >> digits >> digits >> weight >> solutions;
            const auto times = Count::parse(weight), each = Count::parse(solutions);
            if (times && each) total += *times * *each;
        }
        lines[lines.size() - 2] = "count " + total.to_string();
        lines[lines.size() - 1] = "root " + hex(range.root());
    }
    void number_arrangements(std::size_t number) {
        std::string& head = lines[0];
        head = head.substr(0, head.rfind(' ') + 1) + std::to_string(number);
    }

    Random& random;
    const Written& from;
    std::vector<std::string> lines;
    std::vector<std::string> part;
    bool of_part = false;
    bool ends = true;  // the last line has its line feed
    std::optional<Hash> root{};
    std::optional<CandidateMasks> puzzle = from.puzzle;
};

Result verdict(const World& w, Audit* found = nullptr) {
    std::string text;
    for (const std::string& line : w.of_part ? w.part : w.lines) text += line + "\n";
    if (!w.ends) text.pop_back();
    std::istringstream in{text};
    const Audit audited =
        audit(in, "ledger", {.puzzle = w.puzzle, .root = w.root, .sample = unlimited});
    if (found != nullptr) *found = audited;
    return {.accepted = audited.accepted,
            .why = audited.why,
            .line = audited.line,
            .count = audited.total.to_string()};
}

Table<World> ways() {
    Table<World> t{"ledger"};
    const auto text = [&](const std::string& reason, std::size_t line, const std::string& now) {
        t.wrong(reason, [line, now](World& w) {
            w.lines[line < w.lines.size() ? line : w.lines.size() - (~line + 1)] = now;
            return true;
        });
    };
    constexpr std::size_t count_line = ~std::size_t{1}, root_line = ~std::size_t{0};
    // What no writer writes.
    const std::string head = "not a ledger's first line";
    text(head, 0, "");
    text(head, 0, "clew ledger 2 puzzle");
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"puzzle ", "puzzles "},
             {"outer ", "outside "},
             {" arrangements ", " arrangements 0"},
             {" arrangements ", " of "},
             {" arrangements ", " arrangements -"},
             {"-", "--"},
             {" arrangements ", " arrangements 1844674407370955161"},
             {" arrangements ", " arrangements 9223372036854775"},
             {"outer ", "outer  "}})
        t.wrong(head, [from = from, to = to](World& w) {
            w.lines[0].replace(w.lines[0].find(from), from.size(), to);
            return true;
        });
    t.wrong(head, [](World& w) {
        w.number_arrangements(94'081);
        return true;
    });
    for (const std::string part :
         {"part 0/1", "part 2/1", "part 1/0", "part 01/1", "part 1/1000000001", "part 1/1 ", "part",
          "part 1/18446744073709551617", "parts 1/1", "part -1/1"})
        text("not a part", 1, part);
    const std::string arrangement = "not an arrangement, of which there are to be N";
    const auto in_line = [&](const std::string& reason, const auto& change) {
        t.wrong(reason, [change](World& w) {
            const std::size_t i = w.some_line();
            if (!change(w.lines[i], w)) return false;
            w.forge();
            return true;
        });
    };
    for (const std::string weight : {"18446744073709551616", "-1", "01", "x", "", "1 1",
                                     "340282366920938463463374607431768211457"})
        in_line(arrangement, [weight](std::string& line, World&) {
            const std::size_t end = line.rfind(' ');
            line.replace(30, end - 30, weight);
            return true;
        });
    for (const std::string number : {"x", "-1", "01", "", "1 "})
        in_line(arrangement, [number](std::string& line, World&) {
            line.replace(line.rfind(' ') + 1, std::string::npos, number);
            return true;
        });
    in_line(arrangement, [](std::string& line, World& w) {
        line[w.random.below(3) * 10 + w.random.below(9)] = w.random.below(2) == 0 ? '0' : '.';
        return true;
    });
    in_line(arrangement, [](std::string& line, World&) {  // in another order
        std::swap(line[0], line[1]);
        return true;
    });
    in_line(arrangement, [](std::string& line, World&) {
        line.erase(8, 1);
        return true;
    });
    const std::string sum = "not the count behind the last arrangement";
    for (const std::string number :
         {"count", "count x", "count 012", "count -1", "counts 12", "count 1 "})
        text(sum, count_line, number);
    const std::string sha(64, 'a');
    for (const std::string& root : std::vector<std::string>{
             "root", "root " + sha.substr(1), "root " + sha + "a", "root A" + sha.substr(1),
             "root g" + sha.substr(1), "roots " + sha, "root  " + sha.substr(1)})
        text("not a root", root_line, root);
    t.wrong("more behind the end", [](World& w) {
        w.lines.emplace_back(w.random.below(2) == 0 ? "root" : "");
        return true;
    });
    t.wrong("the ledger ends early", [](World& w) {
        w.lines.resize(w.random.below(w.lines.size()));
        w.ends = w.lines.empty() || w.random.below(2) == 0;
        if (w.lines.empty()) w.lines = {}, w.ends = true;
        return true;
    });
    t.wrong("too long a line", [](World& w) {
        w.lines[w.random.below(w.lines.size())] = std::string(4096 + w.random.below(9), '1');
        return true;
    });
    // What the lines say.
    t.wrong("it is about another puzzle", [](World& w) {
        std::uint16_t& cell = (*w.puzzle)[w.random.below(81)];
        cell = static_cast<std::uint16_t>(cell ^ 1U << w.random.below(9));
        return true;
    });
    const std::string no_arrangement = "no arrangement of the outer part";
    const auto entry = [&](const std::string& reason, const auto& change) {
        t.wrong(reason, [change](World& w) {
            const std::size_t i = w.some_line();
            SumTerm e = w.from.entries[i - 2];
            if (!change(e, w)) return false;
            w.write(i, e);
            w.forge();
            return true;
        });
    };
    entry(no_arrangement, [](SumTerm& e, World& w) {  // a digit twice in a box
        auto& box = e.digits[w.random.below(3)];
        box[0] = box[1];
        return true;
    });
    entry(no_arrangement, [](SumTerm& e, World& w) {  // twice in a line of the board
        const std::size_t a = w.random.below(3), b = (a + 1 + w.random.below(2)) % 3;
        e.digits[a] = e.digits[b];
        return true;
    });
    entry(no_arrangement, [](SumTerm& e, World& w) {
        auto& box = e.digits[w.random.below(3)];
        std::swap(box[0], box[w.random.below(2) + 1]);
        return true;
    });
    entry("an arrangement that the puzzle does not allow", [](SumTerm& e, World& w) {
        // A clue's digit and another exchange their places.
        for (int tries = 0; tries < 50; ++tries) {
            const std::size_t box = w.random.below(3), line = w.random.below(3),
                              k = w.random.below(3);
            const std::uint16_t clue = w.from.head.options[cell_of(w.from.head, box, line, k)];
            if (std::popcount(clue) != 1) continue;
            std::uint16_t other = static_cast<std::uint16_t>(1U << w.random.below(9));
            if ((e.digits[box][line] & other) != 0) continue;
            for (auto& b : e.digits)
                for (std::uint16_t& digits : b) {
                    const bool has = (digits & clue) != 0, had = (digits & other) != 0;
                    if (has != had) digits = static_cast<std::uint16_t>(digits ^ clue ^ other);
                }
            return true;
        }
        return false;
    });
    t.wrong("an arrangement that an earlier line stands for", [](World& w) {
        const std::size_t i = w.some_line(), j = w.some_line();
        if (i == j) return false;
        w.lines[std::max(i, j)] = w.lines[std::min(i, j)];
        w.forge();
        return true;
    });
    entry("stands for N arrangements, not N", [](SumTerm& e, World& w) {
        const std::uint64_t edge = std::uint64_t{1} << w.random.below(64);
        const std::uint64_t other = edge + w.random.below(3) - 1;
        if (other == e.weight) return false;
        e.weight = other;
        return true;
    });
    t.wrong("the count is N, the lines add up to N", [](World& w) {
        const std::string number = proof::grown::edge_number(w.random);
        if ("count " + number == w.lines[w.lines.size() - 2]) return false;
        w.lines[w.lines.size() - 2] = "count " + number;
        return true;
    });
    t.wrong("the root is not that of the lines", [](World& w) {
        char& c = w.lines.back()[5 + w.random.below(64)];
        c = c == 'a' ? 'b' : 'a';
        return true;
    });
    t.wrong("the root is not that of the lines", [](World& w) {  // a pair that keeps the sum
        for (int tries = 0; tries < 50; ++tries) {
            const std::size_t i = w.some_line(), j = w.some_line();
            SumTerm a = w.from.entries[i - 2], b = w.from.entries[j - 2];
            if (i == j || a.weight != b.weight || b.solutions < Count{1}) continue;
            a.solutions += Count{1};
            b.solutions -= Count{1};
            w.write(i, a);
            w.write(j, b);
            return true;
        }
        return false;
    });
    t.wrong("an arrangement is missing: ", [](World& w) {
        w.lines.erase(w.lines.begin() + static_cast<std::ptrdiff_t>(w.some_line()));
        w.number_arrangements(w.lines.size() - 4);
        w.forge();
        return true;
    });
    t.wrong("its root is ", [](World& w) {
        w.root = sha256(std::to_string(w.random.below(1000)));
        return true;
    });
    // Parts.
    const auto of_part = [&](const std::string& reason, const auto& change) {
        t.wrong(reason, [change](World& w) {
            w.of_part = true;
            return change(w);
        });
    };
    of_part("it is a part, which has no root: merge the parts", [](World& w) {
        w.root = *parse_hash(w.lines.back().substr(5));
        return true;
    });
    of_part("a node is not that of the lines", [](World& w) {
        std::string& node = w.part.back();
        char& c = node[node.size() - 1 - w.random.below(64)];
        c = c == 'a' ? 'b' : 'a';
        return true;
    });
    of_part("a node is not that of the lines", [](World& w) {
        std::string& node = w.part.back();
        node.insert(node.find(' ', 5) + 1, "1");
        return true;
    });
    of_part("the count is N, the lines add up to N", [](World& w) {
        for (std::string& line : w.part)
            if (line.starts_with("count ")) line += "0";
        return std::ranges::find(w.part, "count 00") == w.part.end();
    });
    for (const std::string node : {"node", "node 1 2", "node x 0 ", "node 01 2 ", "root 1 2 ",
                                   "node 1 18446744073709551616 ", "node 4294967296 1 "})
        of_part("not a node", [node, sha](World& w) {
            w.part.back() = node + (node.ends_with(' ') ? sha : "");
            return true;
        });
    of_part("not a node", [](World& w) {
        w.part.back().pop_back();
        return true;
    });
    of_part("the ledger ends early", [](World& w) {
        w.part.pop_back();
        return true;
    });
    of_part("more behind the end", [](World& w) {
        w.part.push_back(w.part.back());
        return true;
    });
    return t;
}

TEST(GrownLedger, WhatIsRightIsAcceptedAndWhatIsWrongIsRejectedForThatReason) {
    static std::uint64_t rounds = 0;  // of all repetitions
    static Table<World> table = ways();
    static const std::vector<Written> some = written();
    for (const Written& from : some) {
        Random random{1};
        World w{random, from};
        EXPECT_TRUE(verdict(w).accepted);
        w.root = *parse_hash(w.lines.back().substr(5));
        EXPECT_TRUE(verdict(w).accepted);
        w.of_part = true;
        w.root.reset();
        EXPECT_TRUE(verdict(w).accepted);
    }
    for (int many = 0; many < 300; ++many) {
        const std::size_t way = table.rarest();
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        World w{random, some[random.below(some.size())]};
        if (!table.make(way, w)) continue;
        const Said said = proof::grown::said_by([&] { return verdict(w); });
        ASSERT_TRUE(said.reason.starts_with(table.reason(way)))
            << "seed " << seed << ", way " << way << ": " << said.reason << " instead of "
            << table.reason(way);
        table.meet(way);
    }
    EXPECT_GT(table.least(), 0U);
    std::cout << table.told();
}

// A number changed, and the rest as a forger would write it: either the audit says no, or counting
// the lines again does.
TEST(GrownLedger, AWrongCountIsNeverAccepted) {
    static std::uint64_t rounds = 0;
    static const std::vector<Written> some = written();
    std::size_t recounted = 0;
    for (int many = 0; many < 120; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        const Written& from = some[random.below(some.size())];
        World w{random, from};
        const std::size_t i = random.below(3) == 0 ? 0 : w.some_line();
        w.lines[i] = proof::grown::with_another_number(w.lines[i], random);
        w.forge();
        Audit found;
        const Said said = proof::grown::said_by([&] { return verdict(w, &found); });
        if (!said.reason.empty()) continue;
        bool differs = false;
        for (const Sampled& line : found.sample)
            differs = differs || line.entry.solutions != from.entries.at(line.line - 3).solutions;
        recounted += differs ? 1 : 0;
        ASSERT_TRUE(differs || "count " + said.count == from.whole[from.whole.size() - 2])
            << "seed " << seed << "\n"
            << w.lines[i];
    }
    EXPECT_GT(recounted, 3U);
}

using Parts = std::vector<std::vector<std::string>>;

std::string refusal(const Parts& parts) {
    std::vector<std::istringstream> streams;
    for (const auto& lines : parts) {
        std::string text;
        for (const std::string& line : lines) text += line + "\n";
        streams.emplace_back(text);
    }
    std::vector<std::pair<std::string, std::istream*>> named;
    for (std::istringstream& text : streams) named.emplace_back("part", &text);
    std::ostringstream out;
    return proof::grown::said_by([&] {
               merge(named, out);
               return Result{.accepted = true};
           })
        .reason;
}

TEST(GrownLedger, MergeTakesTheWholeAlone) {
    static const std::vector<Written> some = written();
    const Parts& right = some[0].parts;
    EXPECT_EQ(refusal(right), "");
    EXPECT_EQ(refusal({right[2], right[0], right[1]}), "");
    EXPECT_EQ(refusal({}), "no parts of a ledger");
    for (std::size_t i = 0; i < 3; ++i) {
        Parts parts = right;
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_EQ(refusal(parts), "part N/N is missing");
        parts = right;
        parts.push_back(right[i]);
        EXPECT_EQ(refusal(parts), "part N/N is here twice");
        parts = right;
        parts[i] = some[1].parts[i];
        EXPECT_EQ(refusal(parts), "a part of another ledger");
        parts[i] = some[0].whole;
        EXPECT_EQ(refusal(parts), "part N/N of another cut");
        parts = right;
        for (std::string& line : parts[i])
            if (line.starts_with("count ")) line.insert(6, "1");
        EXPECT_EQ(refusal(parts), "the count is N, the lines add up to N");
        parts = right;
        char& c = parts[i].back().back();
        c = c == 'a' ? 'b' : 'a';
        EXPECT_EQ(refusal(parts), "a node is not that of the lines");
    }
}

}  // namespace
}  // namespace clew::ledger
