// Grown CPOG proofs: a decision tree of a small formula as products and sums. See grown.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>

#include "proof/checker/cpog.hpp"
#include "tests/proof/checker/grown.hpp"

namespace clew::proof::grown {
namespace {

enum class Kind { input, added, defining };

/// A proof at some point of it.
struct World {
    World(Random& r, Formula f) : random(r), formula(std::move(f)) {
        node = formula.variables;
        for (const Clause& clause : formula.clauses) put(++last, Kind::input, clause);
        first_node = node + 1;
    }

    void put(int id, Kind kind, const Clause& clause) { live[id] = {kind, clause}; }
    int next_id(int clauses) {
        const int id = last + 1 + (random.below(6) == 0 ? static_cast<int>(random.below(3)) : 0);
        last = id + clauses - 1;
        return id;
    }
    int next_node() {
        return node += 1 + (random.below(6) == 0 ? static_cast<int>(random.below(3)) : 0);
    }
    static std::string words(const Clause& clause) {
        std::string out;
        for (const int l : clause) out += std::to_string(l) + " ";
        return out;
    }
    /// The hints that refute literals, by all clauses or by definitions alone.
    std::optional<std::vector<int>> hints(const Clause& assumed, bool definitions,
                                          int without = 0) const {
        std::vector<Clause> clauses;
        std::vector<int> ids;
        for (const auto& [id, c] : live)
            if (id != without && (!definitions || c.first == Kind::defining)) {
                clauses.push_back(c.second);
                ids.push_back(id);
            }
        const auto used = refutation(clauses, assumed);
        if (!used) return std::nullopt;
        std::vector<int> out;
        for (const std::size_t i : *used) out.push_back(ids[i]);
        return out;
    }
    std::string told(const std::vector<int>& ids) const {
        if (random.below(4) == 0) return random.below(2) == 0 ? "*" : "* 0";
        return words(ids) + "0";
    }
    static Clause negated(Clause clause) {
        for (int& l : clause) l = -l;
        return clause;
    }

    int product(const Clause& parts) {
        const int v = next_node(), id = next_id(1 + static_cast<int>(parts.size()));
        text += std::to_string(id) + " p " + std::to_string(v) + " " + words(parts) + "0\n";
        Clause whole = {v};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            whole.push_back(-parts[i]);
            put(id + 1 + static_cast<int>(i), Kind::defining, {-v, parts[i]});
        }
        put(id, Kind::defining, whole);
        return v;
    }
    int sum(int a, int b) {
        const auto apart = hints({a, b}, true);
        const int v = next_node(), id = next_id(3);
        text += std::to_string(id) + " s " + std::to_string(v) + " " + std::to_string(a) + " " +
                std::to_string(b) + " " + told(*apart) + "\n";
        put(id, Kind::defining, {-v, a, b});
        put(id + 1, Kind::defining, {v, -a});
        put(id + 2, Kind::defining, {v, -b});
        return v;
    }
    void lemma(const Clause& clause) {
        const auto why = hints(negated(clause), false);
        const int id = next_id(1);
        text += std::to_string(id) + " a " + words(clause) + "0 " + told(*why) + "\n";
        put(id, Kind::added, clause);
    }
    /// The node of the models below some literals, 0 for all there are; nothing if there is none.
    /// That it holds where they do is shown.
    std::optional<int> build(const Clause& prefix) {
        const int v = static_cast<int>(prefix.size()) + 1;
        const Clause without = negated(prefix);
        if (v > formula.variables) {
            std::uint64_t a = 0;
            for (const int l : prefix)
                if (l > 0) a |= std::uint64_t{1} << (l - 1);
            if (formula.holds(a)) return 0;
            lemma(without);
            return std::nullopt;
        }
        std::optional<int> side[2];
        for (const int l : {v, -v}) {
            Clause longer = prefix;
            longer.push_back(l);
            auto& made = side[l > 0 ? 0 : 1];
            made = build(longer);
            if (made) made = *made == 0 ? l : product({l, *made});
        }
        if (!side[0] && !side[1]) {
            lemma(without);
            return std::nullopt;
        }
        int whole = side[0] && side[1] ? sum(*side[0], *side[1]) : side[0] ? *side[0] : *side[1];
        if (random.below(5) == 0) whole = -product({-whole});
        for (const int l : {v, -v}) {
            Clause half = without;
            half.push_back(-l);
            half.push_back(whole);
            if (side[l > 0 ? 0 : 1]) lemma(half);
        }
        Clause clause = without;
        clause.push_back(whole);
        lemma(clause);
        return whole;
    }
    void say_root() { text += "r " + std::to_string(root) + "\n"; }
    bool is_root(const Clause& clause) const { return clause == Clause{root}; }
    void build_all() { root = build({}).value_or(0); }
    std::vector<int> of(Kind kind) const {
        std::vector<int> ids;
        for (const auto& [id, c] : live)
            if (c.first == kind && !is_root(c.second)) ids.push_back(id);
        return ids;
    }
    /// Removes clauses that the others imply; false if some of that kind stay.
    bool remove_all(Kind kind) {
        bool all = true;
        for (const int id : of(kind)) {
            const auto why = hints(negated(live.at(id).second), false, id);
            if (!why) {
                all = false;
                continue;
            }
            text += (random.below(2) == 0 ? "d " : "dc ") + std::to_string(id) + " " + told(*why) +
                    "\n";
            live.erase(id);
        }
        return all;
    }
    void forget() {
        std::string ids;
        for (const int id : of(Kind::added))
            if (random.below(2) == 0) ids += " " + std::to_string(id);
        text += "D" + ids + " 0\n";
    }
    void finish() {
        build_all();
        if (root == 0 && random.below(2) == 0) text += "c a word\n";
        say_root();
        if (root == 0) return;
        switch (random.below(3)) {
            case 0:
                return;
            case 1:
                return forget();
            default:
                if (remove_all(Kind::added)) remove_all(Kind::input);
        }
    }

    Random& random;
    Formula formula;
    std::string text;
    int last = 0, node = 0, first_node = 0, root = 0;
    std::map<int, std::pair<Kind, Clause>> live;
};

Said ask(const Formula& formula, const std::string& proof) {
    return said_by([&] {
        std::istringstream cnf{formula.text()}, text{proof};
        return check_cpog(read_cnf(cnf, "t.cnf"), text, "t.cpog", nullptr);
    });
}

Table<World> ways() {
    Table<World> t{"cpog"};
    // A line by itself, "#" for the next number, "@" for the next node.
    const auto line = [&](const std::string& reason, const std::string& form) {
        t.wrong(reason, [form](World& w) {
            if (w.random.below(2) == 0) w.build_all();
            std::string piece;
            for (const char c : form)
                piece += c == '#'   ? std::to_string(w.last + 1)
                         : c == '@' ? std::to_string(w.node + 1)
                                    : std::string(1, c);
            w.text += piece + "\n";
            return true;
        });
    };
    // Behind the graph, where there are models; and where there are none.
    const auto behind = [&](const std::string& reason, const std::function<bool(World&)>& make) {
        t.wrong(reason, [make](World& w) {
            w.build_all();
            return w.root != 0 && make(w);
        });
    };
    line("an unknown step", "hello");
    line("an unknown step", "do 4");
    line("an unknown step", "# x @ 1 0");
    line("a number is missing", "# p @ 1 -2");
    line("a number is missing", "# p");
    line("a number is missing", "# a 1 -1 0 1");
    line("a number is missing", "d");
    line("a number is missing", "D");
    line("a number is missing", "r");
    for (const std::string number :
         {"268435457", "-268435457", "4294967297", "9223372036854775808", "x", "1-"}) {
        line("'X' is not a number in its place", "# p @ " + number + " 0");
        line("'X' is not a number in its place", "r " + number);
        line("'X' is not a number in its place", "# s @ 1 " + number + " 0");
    }
    for (const std::string number : {"2147483648", "9223372036854775807", "0", "00000000000"})
        line("'X' is not a number in its place", number + " a 1 -1 0 0");
    line("'X' is not a number in its place", "# p -7 1 0");
    line("'X' is not a number in its place", "# a 1 -1 0 -1 0");
    line("'X' is not a number in its place", "# a 1 -1 0 2147483648 0");
    line("'X' is not a number in its place", "# a 1 -1 0 * 1");
    line("'X' after the end of the line's meaning", "# p @ 1 0 1");
    line("'X' after the end of the line's meaning", "# a 1 -1 0 0 1");
    line("'X' after the end of the line's meaning", "# a 1 -1 0 * 0 1");
    line("'X' after the end of the line's meaning", "# s @ 1 -1 0 1");
    line("'X' after the end of the line's meaning", "r 1 0");
    line("'X' after the end of the line's meaning", "D 0 0");
    behind("'X' after the end of the line's meaning", [](World& w) {
        const auto added = w.of(Kind::added);
        if (added.empty()) return false;
        const auto why = w.hints(World::negated(w.live.at(added[0]).second), false, added[0]);
        if (!why) return false;
        w.text += "d " + std::to_string(added[0]) + " " + World::words(*why) + "0 0\n";
        return true;
    });
    // numbers
    for (const std::string form : {" a 1 -1 0 0", " p @ 1 0"})
        t.wrong("there is a clause N already", [form](World& w) {
            if (w.random.below(2) == 0) w.build_all();
            auto at = w.live.begin();
            std::advance(at, static_cast<std::ptrdiff_t>(w.random.below(w.live.size())));
            std::string step = std::to_string(at->first) + form;
            if (const std::size_t place = step.find('@'); place != std::string::npos)
                step.replace(place, 1, std::to_string(w.node + 1));
            w.text += step + "\n";
            return true;
        });
    behind("there is a clause N already", [](World& w) {  // some steps make several
        const int v = w.node + 1;
        w.text += std::to_string(w.last + 2) + " a 1 -1 0 0\n" + std::to_string(w.last + 1) +
                  " p " + std::to_string(v) + " 1 2 0\n";
        return true;
    });
    t.wrong("there is a clause N already", [](World& w) {
        const int v = w.node + 1;
        w.text += std::to_string(w.last + 1 + static_cast<int>(w.random.below(3))) +
                  " a 1 -1 0 0\n" + std::to_string(w.last + 1) + " s " + std::to_string(v) +
                  " 1 -1 0\n";
        return true;
    });
    for (const std::string form :
         {"# p @ 99 0", "# p @ -99 0", "# p @ @ 0", "# s @ 99 1 0", "# s @ 1 -99 0", "# a 99 0 0",
          "r 99", "r -99", "# p @ 268435456 0"})
        line("variable N is not known", form);
    line("variable N has a meaning already", "# p 1 2 0");
    line("variable N has a meaning already", "# s 2 1 -1 0");
    t.wrong("variable N has a meaning already", [](World& w) {
        const int v = w.product({1});
        w.text += std::to_string(w.last + 1) + " p " + std::to_string(v) + " 1 0\n";
        return true;
    });
    line("N is no literal", "# s @ 0 1 0");
    line("N is no literal", "# s @ 1 0 0");
    // products and sums
    const std::string shares = "two parts of the product share a variable";
    line(shares, "# p @ 1 1 0");
    line(shares, "# p @ 1 -1 0");
    line(shares, "# p @ 1 2 -1 0");
    t.wrong(shares, [](World& w) {
        const int a = w.product({1, 2});
        const Clause parts = w.random.below(2) == 0 ? Clause{a, -2} : Clause{2, -a};
        w.product(parts);
        return true;
    });
    t.wrong(shares, [](World& w) {
        const int a = w.product({1, 2}), b = w.product({-2, 3});
        w.product(w.random.below(2) == 0 ? Clause{a, b} : Clause{-a, b});
        return true;
    });
    const std::string both = "the children of the sum may both hold";
    line(both, "# s @ 1 2 0");
    line(both, "# s @ 1 2 *");
    t.wrong(both, [](World& w) {  // a hint too few
        const int a = w.product({1, 2}), b = w.product({-1, 3});
        const auto apart = w.hints({a, b}, true);
        std::string some;
        for (std::size_t i = 0; i + 1 < apart->size(); ++i)
            some += std::to_string((*apart)[i]) + " ";
        w.text += std::to_string(w.last + 1) + " s " + std::to_string(w.node + 1) + " " +
                  std::to_string(a) + " " + std::to_string(b) + " " + some + "0\n";
        return true;
    });
    t.wrong(both, [](World& w) {  // by the formula alone
        w.formula.clauses.push_back({-1, -2});
        w.last = static_cast<int>(w.formula.clauses.size());
        w.text += std::to_string(w.last + 1) + " s " + std::to_string(w.node + 1) + " 1 2 *\n";
        return true;
    });
    t.wrong(both + ": clause N defines no node", [](World& w) {
        w.formula.clauses.push_back({-1, -2});
        w.last = static_cast<int>(w.formula.clauses.size());
        w.text += std::to_string(w.last + 1) + " s " + std::to_string(w.node + 1) + " 1 2 " +
                  std::to_string(w.last) + " 0\n";
        return true;
    });
    t.wrong(both + ": clause N defines no node", [](World& w) {
        w.formula.clauses.push_back({-1, -2});
        w.last = static_cast<int>(w.formula.clauses.size()) + 1;
        w.text += std::to_string(w.last) + " a -1 -2 0 " + std::to_string(w.last - 1) + " 0\n" +
                  std::to_string(w.last + 1) + " s " + std::to_string(w.node + 1) + " 1 2 " +
                  std::to_string(w.last) + " 0\n";
        return true;
    });
    line(both + ": there is no clause N", "# s @ 1 2 99999 0");
    // clauses
    const std::string none = "the clause does not follow from its hints";
    t.wrong(none, [](World& w) {
        const Clause clause = {some_literal(w.random, w.formula.variables)};
        if (w.hints(World::negated(clause), false)) return false;
        w.text += std::to_string(w.last + 1) + " a " + World::words(clause) + "0 *\n";
        return true;
    });
    line(none, "# a 1 2 0 0");
    line(none + ": there is no clause N", "# a 1 2 0 99999 0");
    line(none + ": there is no clause N", "# a 1 2 0 2147483647 0");
    for (const bool more : {false, true})
        t.wrong(more ? none + ": clause N is not unit" : none, [more](World& w) {
            w.build_all();
            const Clause clause = {some_literal(w.random, w.formula.variables),
                                   some_literal(w.random, w.formula.variables)};
            auto why = w.hints(World::negated(clause), false);
            if (!why || why->empty()) return false;
            std::set<int> truth;
            for (const int l : clause) truth.insert(-l);
            if (!more) {
                why->pop_back();
            } else {
                // A clause that is satisfied, or has two literals left, before the others.
                std::vector<int> bad;
                for (const auto& [id, c] : w.live) {
                    std::set<int> open;
                    for (const int l : c.second)
                        if (!truth.contains(-l)) open.insert(l);
                    if (open.size() > 1 || (open.size() == 1 && truth.contains(*open.begin())))
                        bad.push_back(id);
                }
                if (bad.empty()) return false;
                why->insert(why->begin(), bad[w.random.below(bad.size())]);
            }
            w.text += std::to_string(w.last + 1) + " a " + World::words(clause) + "0 " +
                      World::words(*why) + "0\n";
            return true;
        });
    // deletions
    line("there is no clause N", "d 99999 0");
    line("there is no clause N", "d 2147483647 *");
    behind("there is no clause N", [](World& w) {  // any more
        const auto added = w.of(Kind::added);
        if (added.empty()) return false;
        w.text += "D " + std::to_string(added[0]) + " 0\nd " + std::to_string(added[0]) + " *\n";
        return true;
    });
    t.wrong("clause N defines a node and must stay", [](World& w) {
        w.product({1, 2});
        const auto defining = w.of(Kind::defining);
        w.text += "d " + std::to_string(defining[w.random.below(defining.size())]) + " *\n";
        return true;
    });
    const std::string remain = "clause N does not follow from those that remain";
    t.wrong(remain, [](World& w) {
        const int id = 1 + static_cast<int>(w.random.below(w.formula.clauses.size()));
        if (w.hints(World::negated(w.live.at(id).second), false, id)) return false;
        w.text += "d " + std::to_string(id) + (w.random.below(2) == 0 ? " *\n" : " 0\n");
        return true;
    });
    t.wrong(remain + ": there is no clause N", [](World& w) {  // itself is no reason
        const int id = 1 + static_cast<int>(w.random.below(w.formula.clauses.size()));
        w.text += "d " + std::to_string(id) + " " + std::to_string(id) + " 0\n";
        return true;
    });
    for (const Kind kind : {Kind::input, Kind::defining})
        behind("clause N was not added by the proof", [kind](World& w) {
            const auto ids = w.of(kind);
            if (ids.empty()) return false;
            w.text += "D " + std::to_string(ids[w.random.below(ids.size())]) + " 0\n";
            return true;
        });
    line("clause N was not added by the proof", "D 99999 0");
    behind("clause N was not added by the proof", [](World& w) {
        const auto added = w.of(Kind::added);
        if (added.empty()) return false;
        w.text += "D " + std::to_string(added[0]) + " " + std::to_string(added[0]) + " 0\n";
        return true;
    });
    behind("a clause of the formula was deleted, and may have rested on these", [](World& w) {
        const auto before = w.of(Kind::input).size();
        w.remove_all(Kind::input);
        if (w.of(Kind::input).size() == before) return false;
        w.text += "D 0\n";
        return true;
    });
    // the end
    line("the proof names no root", "c a word");
    behind("a second root", [](World& w) {
        w.say_root();
        w.say_root();
        return true;
    });
    t.wrong("the empty clause was not shown", [](World& w) {
        w.product({1, 2});
        w.say_root();
        return true;
    });
    t.wrong("the root was not shown to hold", [](World& w) {  // the root's own clause is missing
        w.build_all();
        if (w.root == 0) return false;
        w.root = w.product({w.root});
        w.say_root();
        return true;
    });
    behind("the root was not shown to hold", [](World& w) {
        w.root = -w.root;
        w.say_root();
        return true;
    });
    behind("the root was not shown to hold", [](World& w) {  // any more
        for (const auto& [id, c] : w.live)
            if (w.is_root(c.second) && c.first == Kind::added) {
                w.say_root();
                w.text += "D " + std::to_string(id) + " 0\n";
                return true;
            }
        return false;
    });
    behind("clause N remains at the end", [](World& w) {
        w.say_root();
        const auto added = w.of(Kind::added), input = w.of(Kind::input);
        w.remove_all(Kind::input);
        return !added.empty() && w.of(Kind::input).size() < input.size();
    });
    t.wrong("the graph does not imply clause N", [](World& w) {
        // The graph of fewer clauses.
        const Formula whole = w.formula;
        w.formula.clauses.resize(1 + w.random.below(whole.clauses.size()));
        const Formula fewer = w.formula;
        w.build_all();
        w.formula = whole;
        if (w.root == 0 || fewer.models() == whole.models()) return false;
        w.say_root();
        return true;
    });
    return t;
}

Formula formula_of(Random& random) {
    const int variables = 3 + static_cast<int>(random.below(2));
    return some_formula(random, variables, variables);
}

TEST(GrownCpog, WhatIsRightIsAcceptedAndWhatIsWrongIsRejectedForThatReason) {
    static std::uint64_t rounds = 0;  // of all repetitions
    static Table<World> table = ways();
    for (int many = 0; many < 1500; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        World w{random, formula_of(random)};
        const std::size_t way = table.rarest();
        const bool ends = many % 10 == 0;
        if (ends)
            w.finish();
        else if (!table.make(way, w))
            continue;
        const Said said = ask(w.formula, w.text);
        ASSERT_EQ(said.reason, ends ? "" : table.reason(way))
            << "seed " << seed << ", way " << way << ", line " << said.line << "\n"
            << w.formula.text() << w.text;
        if (ends) {
            ASSERT_EQ(said.count, std::to_string(w.formula.models().size())) << "seed " << seed;
        } else {
            table.meet(way);
        }
    }
    EXPECT_GT(table.least(), 0U);
    std::cout << table.told();
}

// A number changed anywhere: what is accepted is so.
TEST(GrownCpog, AWrongNumberOfModelsIsNeverAccepted) {
    static std::uint64_t rounds = 0;
    std::size_t accepted = 0;
    for (int many = 0; many < 1500; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        World w{random, formula_of(random)};
        w.finish();
        for (std::uint64_t k = 1 + random.below(2); k > 0; --k)
            w.text = with_another_number(w.text, random);
        const auto is_false = [&](const std::string& proof) {
            const Said said = ask(w.formula, proof);
            return said.reason.empty() && said.count != std::to_string(w.formula.models().size());
        };
        if (ask(w.formula, w.text).reason.empty()) ++accepted;
        ASSERT_FALSE(is_false(w.text)) << "seed " << seed << "\n"
                                       << w.formula.text() << shrunk(w.text, is_false);
    }
    EXPECT_GT(accepted, 50U);
}

}  // namespace
}  // namespace clew::proof::grown
