// Grown DRAT and LRAT proofs, text and binary. See grown.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>

#include "proof/checker/drat.hpp"
#include "tests/proof/checker/grown.hpp"

namespace clew::proof::grown {
namespace {

enum class Form { text, binary, lrat };

Clause negated(Clause clause) {
    for (int& l : clause) l = -l;
    return clause;
}

/// The literals behind a hint's turn, one after another; nothing if some hint is not unit or false.
struct Followed {
    std::set<int> truth;
    bool conflict = false;
};
std::optional<Followed> follow(Followed at, const Clause& assumed,
                               const std::vector<Clause>& hints) {
    for (const int l : assumed) {
        at.conflict = at.conflict || at.truth.contains(-l);
        at.truth.insert(l);
    }
    for (const Clause& hint : hints) {
        if (at.conflict) break;
        std::set<int> open;
        for (const int l : hint)
            if (!at.truth.contains(-l)) open.insert(l);
        if (open.size() > 1 || (open.size() == 1 && at.truth.contains(*open.begin())))
            return std::nullopt;
        at.conflict = open.empty();
        if (!at.conflict) at.truth.insert(*open.begin());
    }
    return at;
}

std::string number_of(int l) {
    std::string bytes;
    auto code = static_cast<unsigned>(l > 0 ? 2 * l : 1 - 2 * l);
    for (; code > 127; code >>= 7) bytes += static_cast<char>(code | 128);
    return bytes + static_cast<char>(code);
}

/// A proof at some point of it.
struct World {
    World(Random& r, Formula f, Form how) : random(r), formula(std::move(f)), form(how) {
        variables = formula.variables;
        for (const Clause& clause : formula.clauses) live[++last] = clause;
    }

    using Hints = std::vector<std::int64_t>;
    using Resolvents = std::vector<std::pair<std::int64_t, Hints>>;

    std::vector<Clause> clauses() const {
        std::vector<Clause> all;
        for (const auto& [id, c] : live) all.push_back(c);
        return all;
    }
    /// The hints of a clause that follows by unit propagation.
    std::optional<Hints> hints_of(const Clause& assumed) const {
        const auto used = refutation(clauses(), assumed);
        if (!used) return std::nullopt;
        Hints hints;
        for (const std::size_t i : *used) {
            auto at = live.begin();
            std::advance(at, static_cast<std::ptrdiff_t>(i));
            hints.push_back(at->first);
        }
        return hints;
    }
    /// The hints of a clause that is RAT on its first literal.
    std::optional<Resolvents> resolvents_of(const Clause& clause) const {
        Resolvents all;
        if (clause.empty() || hints_of({clause[0]}) || is_known(-clause[0])) return std::nullopt;
        for (const auto& [id, other] : live) {
            if (std::ranges::find(other, -clause[0]) == other.end()) continue;
            Clause assumed = negated(clause);
            for (const int l : other)
                if (l != -clause[0]) assumed.push_back(-l);
            const auto hints = hints_of(assumed);
            if (!hints) return std::nullopt;
            all.emplace_back(id, *hints);
        }
        return all;
    }
    bool is_known(int l) const { return hints_of({-l}).has_value(); }
    /// What was found true once stays known, whatever is removed.
    bool follows(const Clause& clause) const {
        auto all = clauses();
        all.insert(all.end(), removed.begin(), removed.end());
        return refutation(all, negated(clause)) || resolvents_of(clause);
    }
    /// What hints say, as they are told: without search.
    bool follows_as_told(const Clause& clause, const Hints& hints,
                         const Resolvents& resolvents) const {
        const auto told = [&](const Hints& ids) {
            std::vector<Clause> all;
            for (const std::int64_t id : ids) all.push_back(live.at(id));
            return all;
        };
        const auto at = follow({}, negated(clause), told(hints));
        if (!at) return false;
        if (at->conflict) return true;
        if (clause.empty()) return false;
        for (const auto& [id, other] : live) {
            if (std::ranges::find(other, -clause[0]) == other.end()) continue;
            Clause rest;
            for (const int l : other)
                if (l != -clause[0]) rest.push_back(-l);
            const auto found =
                std::ranges::find(resolvents, id, [](const auto& r) { return r.first; });
            const auto then = follow(
                *at, rest, found == resolvents.end() ? std::vector<Clause>{} : told(found->second));
            if (!then || !then->conflict) return false;
        }
        return true;
    }

    static std::string words(const Clause& clause) {
        std::string out;
        for (const int l : clause) out += std::to_string(l) + " ";
        return out + "0";
    }
    void say(const Clause& clause, const Hints& hints = {}, const Resolvents& resolvents = {}) {
        ++last;
        if (form == Form::binary) {
            text += "a";
            for (const int l : clause) text += number_of(l);
            text += '\0';
        } else if (form == Form::text) {
            text += words(clause) + "\n";
        } else {
            text += std::to_string(last) + " " + words(clause);
            for (const std::int64_t id : hints) text += " " + std::to_string(id);
            for (const auto& [id, more] : resolvents) {
                text += " -" + std::to_string(id);
                for (const std::int64_t hint : more) text += " " + std::to_string(hint);
            }
            text += " 0\n";
        }
        ++steps;
    }
    void add(const Clause& clause) {
        if (const auto hints = hints_of(negated(clause)))
            say(clause, *hints);
        else
            say(clause, {}, *resolvents_of(clause));
        live[last] = clause;
    }
    void remove(std::int64_t id) {
        if (form == Form::binary) {
            text += "d";
            for (const int l : live.at(id)) text += number_of(l);
            text += '\0';
        } else if (form == Form::text) {
            text += "d " + words(live.at(id)) + "\n";
        } else {
            text += std::to_string(last) + " d " + std::to_string(id) + " 0\n";
        }
        removed.push_back(live.at(id));
        live.erase(id);
        ++steps;
    }
    Clause some_clause() const {
        Clause clause;
        for (std::uint64_t k = 1 + random.below(3); k > 0; --k)
            clause.push_back(some_literal(random, variables));
        return clause;
    }
    void step() {
        switch (random.below(4)) {
            case 0:
                if (variables < 6) {
                    ++variables;
                    const int l = some_literal(random, formula.variables);
                    const int y = random.below(2) == 0 ? variables : -variables;
                    add({y, l});
                    add({-y, -l});
                }
                return;
            case 1:
                if (live.size() > formula.clauses.size() && live.rbegin()->second.size() > 1)
                    remove(live.rbegin()->first);
                return;
            case 2:
                if (form != Form::binary) text += "c a word\n";
                return;
            default:
                // Not one of a helper: what changes it may not be RAT any more.
                for (int tries = 0; tries < 9; ++tries)
                    if (const Clause clause = some_clause(); hints_of(negated(clause)))
                        return add(clause);
        }
    }
    void finish() {
        for (int depth = formula.variables - 1; depth >= 0; --depth)
            for (std::uint64_t a = 0; a < std::uint64_t{1} << depth; ++a) {
                if (form != Form::lrat && hints_of({})) return;
                Clause clause;
                for (int v = 1; v <= depth; ++v) clause.push_back((a >> (v - 1) & 1) != 0 ? -v : v);
                add(clause);
            }
    }

    Random& random;
    Formula formula;
    Form form;
    int variables;
    std::string text;
    std::int64_t last = 0;
    std::uint64_t steps = 0;
    std::map<std::int64_t, Clause> live;
    std::vector<Clause> removed;
};

Said ask(const World& w) {
    return said_by([&] {
        std::istringstream cnf{w.formula.text()}, text{w.text};
        const Cnf formula = read_cnf(cnf, "t.cnf");
        return w.form == Form::lrat ? check_lrat(formula, text, "t.lrat", nullptr)
                                    : check_drat(formula, text, "t.drat", nullptr);
    });
}

Table<World> ways(Form form) {
    Table<World> t{form == Form::text ? "drat" : form == Form::binary ? "binary drat" : "lrat"};
    const auto add = [&](const std::string& reason, const std::string& piece) {
        t.wrong(reason, [piece](World& w) {
            if (w.form == Form::binary && w.steps == 0) return false;  // or it would be text
            w.text += piece;
            return true;
        });
    };
    t.wrong("the proof ends before the empty clause", [](World& w) { return !w.hints_of({}); });
    if (form == Form::binary) {
        const std::string reason = "step N: ";
        add(reason + "neither 'X' nor 'X'", std::string{'b', 2, 0});
        add(reason + "neither 'X' nor 'X'", std::string{0});
        add(reason + "variable N", std::string{'a', 1, 0});
        add(reason + "variable N", std::string{'d', 2, 1, 0});
        add(reason + "the proof ends within a step", "a");
        add(reason + "the proof ends within a step", std::string{'a', 2});
        add(reason + "the proof ends within a step", "a\x82");
        for (const std::string& bytes :
             {std::string("a\x82\x80\x80\x10"), std::string("a\xff\xff\xff\xff\xff\x7f"),
              std::string("d\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"),
              std::string("a\x81\x80\x80\x80\x80\x80\x80\x80\x02")})
            add(reason + "a literal that is too large", bytes + std::string(1, '\0'));
    } else {
        const std::string start = form == Form::lrat ? "999 " : "";
        add("a number is missing", start + "1 2\n");
        add("'X' is not a number in its place", start + "1 x 0\n");
        add("'X' is not a number in its place", start + "16777217 0\n");
        add("'X' is not a number in its place", start + "-16777217 0\n");
        add("'X' is not a number in its place", start + "--1 0\n");
        add("'X' is not a number in its place", start + "1- 0\n");
        for (const std::string number :
             {"4294967297", "9223372036854775807", "9223372036854775808", "18446744073709551617"})
            add("'X' is not a number in its place", start + number + " 0\n");
        add("'X' after the end of the line's meaning",
            form == Form::lrat ? "999 1 -1 0 0 1\n" : "1 -1 0 2\n");
        if (form == Form::text) add("a number is missing", "d 1\n");
    }
    const std::string does_not = form == Form::lrat
                                     ? "the clause does not follow by its hints"
                                     : "a clause does not follow from those before it";
    if (form != Form::lrat) {
        t.wrong(does_not, [](World& w) {
            const Clause clause = w.some_clause();
            if (w.follows(clause)) return false;
            w.say(clause);
            return true;
        });
        t.wrong(does_not, [](World& w) {  // the empty one
            w.say({});
            return !w.hints_of({});
        });
        t.wrong(does_not, [](World& w) {  // not on its first literal
            Clause clause = w.some_clause();
            if (clause.size() < 2 || !w.follows(clause)) return false;
            std::swap(clause[0], clause[1]);
            if (w.follows(clause)) return false;
            w.say(clause);
            return true;
        });
        t.wrong(does_not, [](World& w) {  // what it needs is gone
            if (w.live.empty()) return false;
            for (int l = -w.variables; l <= w.variables; ++l)
                if (l != 0 && w.is_known(l)) return false;
            const std::int64_t id =
                1 + static_cast<std::int64_t>(w.random.below(w.formula.clauses.size()));
            const Clause clause = w.live.at(id);
            w.remove(id);
            w.removed.pop_back();  // no literal was known by it
            if (w.follows(clause)) return false;
            w.say(clause);
            return true;
        });
        t.wrong(does_not, [](World& w) {  // what was known once stays known
            if (w.hints_of({})) return false;
            const int y = ++w.variables;
            w.add({y});
            w.remove(w.last);
            w.say({-y});
            return true;
        });
        return t;
    }
    t.wrong(does_not, [](World& w) {
        const Clause clause = w.some_clause();
        auto hints = w.hints_of(negated(clause));
        if (!hints) return false;
        if (w.random.below(2) == 0 && !hints->empty())
            hints->pop_back();
        else
            w.random.shuffle(*hints);
        if (w.follows_as_told(clause, *hints, {})) return false;
        w.say(clause, *hints);
        return true;
    });
    t.wrong(does_not, [](World& w) {  // a hint more, which is satisfied or has two literals open
        const Clause clause = w.some_clause();
        auto hints = w.hints_of(negated(clause));
        if (!hints || hints->empty()) return false;
        auto at = w.live.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(w.random.below(w.live.size())));
        hints->insert(hints->begin() + static_cast<std::ptrdiff_t>(w.random.below(hints->size())),
                      at->first);
        if (w.follows_as_told(clause, *hints, {})) return false;
        w.say(clause, *hints);
        return true;
    });
    t.wrong(does_not, [](World& w) {  // a resolvent that is not told, or with other hints
        const Clause clause = w.some_clause();
        auto resolvents = w.resolvents_of(clause);
        if (!resolvents || resolvents->empty()) return false;
        auto& some = (*resolvents)[w.random.below(resolvents->size())];
        if (w.random.below(3) == 0)
            std::erase(*resolvents, some);
        else if (w.random.below(2) == 0 && !some.second.empty())
            some.second.pop_back();
        else
            w.random.shuffle(some.second);
        if (w.follows_as_told(clause, {}, *resolvents)) return false;
        w.say(clause, {}, *resolvents);
        return true;
    });
    t.wrong(does_not, [](World& w) {
        w.say({});
        return true;
    });
    t.wrong(does_not, [](World& w) {  // no resolvents of the empty clause
        w.say({}, {}, {{1, {}}});
        return true;
    });
    for (const std::string number : {"77", "1152921504606846976", "-77"})
        t.wrong("there is no clause N", [number](World& w) {
            w.text += "99 1 -1 0 " + number + " 0\n";
            return true;
        });
    t.wrong("there is no clause N", [](World& w) {
        const std::int64_t id = w.live.begin()->first;
        w.remove(id);
        w.text += "99 1 -1 0 " + std::to_string(id) + " 0\n";
        return true;
    });
    add("there is no clause N to delete", "9 d 99 0\n");
    t.wrong("there is no clause N to delete", [](World& w) {
        w.text += "9 d 1 1 0\n";
        return true;
    });
    t.wrong("clause N is there already", [](World& w) {
        w.text += std::to_string(w.live.rbegin()->first) + " 1 -1 0 0\n";
        return true;
    });
    for (const std::string number : {"0", "-1", "1152921504606846977", "9223372036854775808"})
        add("'X' is not a number in its place", number + " 1 -1 0 0\n");
    add("a number is missing", "9 d 1\n");
    add("'X' after the end of the line's meaning", "9 d 1 0 1\n");
    return t;
}

class GrownDrat : public testing::TestWithParam<Form> {};

TEST_P(GrownDrat, WhatIsRightIsAcceptedAndWhatIsWrongIsRejectedForThatReason) {
    static std::uint64_t rounds = 0;  // of all repetitions
    static std::map<Form, Table<World>> tables;
    Table<World>& table = tables.try_emplace(GetParam(), ways(GetParam())).first->second;
    for (int many = 0; many < 2000; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        const std::size_t way = table.rarest();
        const bool ends = many % 10 == 0;
        World w{random,
                ends || random.below(2) == 0 ? some_contradiction(random, 3)
                                             : some_formula(random, 4, 4),
                GetParam()};
        for (std::uint64_t k = random.below(6); k > 0 && !w.hints_of({}); --k) w.step();
        if (ends) w.finish();
        if (!ends && (w.hints_of({}) || !table.make(way, w))) continue;
        const Said said = ask(w);
        ASSERT_EQ(said.reason, ends ? "" : table.reason(way))
            << "seed " << seed << ", way " << way << "\n"
            << w.formula.text() << w.text;
        if (!ends) table.meet(way);
    }
    EXPECT_GT(table.least(), 0U);
    std::cout << table.told();
}

// A number changed anywhere: what is accepted is so, and so is each line that is taken.
TEST_P(GrownDrat, AProofOfWhatIsFalseIsNeverAccepted) {
    static std::uint64_t rounds = 0;
    std::size_t accepted = 0;
    for (int many = 0; many < 4000; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        World w{random, some_contradiction(random, 3), GetParam()};
        for (std::uint64_t k = random.below(4); k > 0; --k) w.step();
        w.finish();
        if (w.text.empty()) continue;
        // A formula with models, and much the same proof.
        if (random.below(2) == 0) w.formula.clauses.pop_back();
        if (GetParam() == Form::binary)
            w.text[random.below(w.text.size())] ^= static_cast<char>(1 << random.below(8));
        else
            w.text = with_another_number(w.text, random);
        const auto is_false = [&](const std::string& proof) {
            World again = w;
            again.text = proof;
            return !w.formula.models().empty() && ask(again).reason.empty();
        };
        if (ask(w).reason.empty()) ++accepted;
        ASSERT_FALSE(is_false(w.text)) << "seed " << seed << "\n"
                                       << w.formula.text() << shrunk(w.text, is_false);
    }
    EXPECT_GT(accepted, 100U);
}

INSTANTIATE_TEST_SUITE_P(Forms, GrownDrat, testing::Values(Form::text, Form::binary, Form::lrat));

}  // namespace
}  // namespace clew::proof::grown
