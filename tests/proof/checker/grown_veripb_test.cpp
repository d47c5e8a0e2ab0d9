// Grown VeriPB proofs: versions 2 and 3, every rule. See grown.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>

#include "proof/checker/veripb.hpp"
#include "tests/proof/checker/grown.hpp"

namespace clew::proof::grown {
namespace {

/// A constraint, by arithmetic of its own: weights by literal, all positive, one sign a variable.
struct Sum {
    std::map<int, std::int64_t> weights;
    std::int64_t degree = 0;

    void put(std::int64_t weight, int l) {
        if (weight < 0) {
            degree -= weight;
            weight = -weight;
            l = -l;
        }
        weights[l] += weight;
        if (const auto other = weights.find(-l); other != weights.end()) {
            const std::int64_t both = std::min(weights[l], other->second);
            degree -= both;
            if ((weights[l] -= both) == 0) weights.erase(l);
            if ((weights[-l] -= both) == 0) weights.erase(-l);
        }
        std::erase_if(weights, [](const auto& w) { return w.second == 0; });
    }
    bool holds(std::uint64_t a) const {
        std::int64_t sum = 0;
        for (const auto& [l, w] : weights)
            if (((a >> (std::abs(l) - 1) & 1) != 0) == (l > 0)) sum += w;
        return sum >= degree;
    }
    Sum opposite() const {
        Sum out{{}, 1 - degree};
        for (const auto& [l, w] : weights) {
            out.degree += w;
            out.weights[-l] = w;
        }
        return out;
    }
    bool operator==(const Sum&) const = default;
};

std::string name(int l) { return (l < 0 ? "~x" : "x") + std::to_string(std::abs(l)); }

std::string text_of(const Sum& c) {
    std::string text;
    for (const auto& [l, w] : c.weights) text += std::to_string(w) + " " + name(l) + " ";
    return text + ">= " + std::to_string(c.degree);
}

Sum of_clause(const Clause& clause) {
    Sum c{{}, 1};
    for (const int l : std::set<int>(clause.begin(), clause.end())) c.put(1, l);
    return c;
}

/// Whether unit propagation in all of these finds a contradiction.
bool contradicts(const std::vector<Sum>& all, std::set<int> trail = {}) {
    for (bool again = true; std::exchange(again, false);)
        for (const Sum& c : all) {
            std::int64_t slack = -c.degree;
            for (const auto& [l, w] : c.weights)
                if (!trail.contains(-l)) slack += w;
            if (slack < 0) return true;
            for (const auto& [l, w] : c.weights)
                if (w > slack && !trail.contains(l) && !trail.contains(-l)) {
                    trail.insert(l);
                    again = true;
                }
        }
    return false;
}

/// A proof at some point of it.
struct World {
    World(Random& r, Formula f)
        : random(r), formula(std::move(f)), version(random.below(3) == 0 ? 2 : 3) {
        variables = formula.variables;
        last = static_cast<std::int64_t>(formula.clauses.size());
        for (std::int64_t i = 1; i <= last; ++i)
            known[i] = of_clause(formula.clauses[static_cast<std::size_t>(i - 1)]);
        left = formula.models();
        text = "pseudo-Boolean proof version " + std::to_string(version) + ".0\n";
        say("f " + std::to_string(last));
    }

    void say(const std::string& statement) { text += statement + (version == 3 ? ";\n" : "\n"); }
    /// A statement that ends in a constraint, and what stands behind it.
    void say(const std::string& rule, const Sum& c, const std::string& behind = "") {
        say(rule + " " + text_of(c) +
            (version == 2     ? " ;"
             : behind.empty() ? ""
                              : " :") +
            (behind.empty() ? "" : " " + behind));
    }
    void keep(const Sum& c) { known[++last] = c; }
    std::vector<Sum> all() const {
        std::vector<Sum> sums;
        for (const auto& [id, c] : known) sums.push_back(c);
        return sums;
    }
    bool follows(const Sum& c) const {
        auto sums = all();
        sums.push_back(c.opposite());
        return contradicts(sums);
    }
    /// What all that is known leaves possible, of the formula's variables and the helpers.
    bool is_possible(std::uint64_t a) const {
        return std::ranges::all_of(known, [&](const auto& k) { return k.second.holds(a); }) &&
               std::ranges::all_of(forgotten, [&](const Sum& c) { return c.holds(a); });
    }
    /// What was found true once stays known, whatever is deleted.
    bool is_refuted() const {
        auto sums = all();
        sums.insert(sums.end(), forgotten.begin(), forgotten.end());
        return contradicts(sums);
    }
    bool is_true(const Sum& c) const {
        for (std::uint64_t a = 0; a < std::uint64_t{1} << variables; ++a)
            if (is_possible(a) && !c.holds(a)) return false;
        return true;
    }
    std::int64_t some_id() const {
        auto at = known.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random.below(known.size())));
        return at->first;
    }
    std::string told(std::int64_t id) const {
        return std::to_string(random.below(4) == 0 ? id - last - 1 : id);
    }
    Sum some_sum() const {
        Sum c{{}, static_cast<std::int64_t>(1 + random.below(3))};
        for (std::uint64_t k = 1 + random.below(3); k > 0; --k)
            c.put(static_cast<std::int64_t>(1 + random.below(3)), some_literal(random, variables));
        return c;
    }
    Clause full(std::uint64_t assignment, int from, int to) const {
        Clause literals;
        for (int v = from; v <= to; ++v)
            literals.push_back((assignment >> (v - 1) & 1) != 0 ? v : -v);
        return literals;
    }
    std::string literals(const Clause& clause) const {
        std::string out;
        for (const int l : clause) out += " " + name(l);
        return out;
    }
    std::optional<std::uint64_t> extension(std::uint64_t model) const {
        for (std::uint64_t more = 0;
             more < std::uint64_t{1} << (formula.variables - formula.counted); ++more)
            if (const std::uint64_t a = model | more << formula.counted; formula.holds(a)) return a;
        return std::nullopt;
    }
    std::string solution(std::uint64_t model) const {
        return literals(full(*extension(model), 1, formula.variables));
    }
    void exclude(std::uint64_t model) {
        say("solx" + solution(model));
        Clause none = full(model, 1, formula.counted);
        for (int& l : none) l = -l;
        keep(of_clause(none));
        exclusions.insert(open_exclusion = last);
        std::erase(left, model);
        gone.push_back(model);
    }

    // --- steps that are right ---

    void rup() {
        Sum c = known.at(some_id());
        for (int tries = 0; tries < 8; ++tries)
            if (const Sum other = some_sum(); follows(other)) c = other;
        if (!follows(c)) c = of_clause(formula.clauses[0]);
        say("rup", c);
        keep(c);
        take_over(c);
    }
    /// A lemma behind an exclusion that says as much takes its place.
    void take_over(const Sum& c) {
        const auto excluded = known.find(std::exchange(open_exclusion, 0));
        if (excluded == known.end() || c.degree < 1 ||
            std::ranges::any_of(c.weights, [&](const auto& w) {
                return w.second < c.degree || !excluded->second.weights.contains(w.first);
            }))
            return;
        exclusions.erase(excluded->first);
        known.erase(excluded);
        exclusions.insert(last);
    }
    void weaker() {
        const std::int64_t id = some_id();
        Sum c = known.at(id);
        c.put(1, some_literal(random, variables));
        if (c.degree > 0 && random.below(2) == 0) --c.degree;
        if (!implied(known.at(id), c)) return;
        if (random.below(3) == 0) return say("i", c, told(id));  // and is not kept
        open_exclusion = 0;
        say("ia", c, told(id));
        keep(c);
    }
    static bool implied(const Sum& from, const Sum& c) {
        std::int64_t lost = 0;
        for (const auto& [l, w] : from.weights) {
            const auto at = c.weights.find(l);
            lost += std::max<std::int64_t>(0, w - (at == c.weights.end() ? 0 : at->second));
        }
        return c.degree <= 0 || from.degree - lost >= c.degree;
    }
    void planes(std::uint64_t operations = 4) {
        const std::int64_t id = some_id();
        open_exclusion = 0;
        std::string words = "pol " + told(id);
        Sum c = known.at(id);
        const auto edit = [&](auto change) {
            for (auto& [l, w] : c.weights) w = change(w);
            c.degree = change(c.degree);
            std::erase_if(c.weights, [](const auto& w) { return w.second == 0; });
        };
        for (std::uint64_t k = random.below(operations + 1); k > 0; --k) {
            const auto factor = static_cast<std::int64_t>(1 + random.below(4));
            switch (random.below(7)) {
                case 0: {
                    const std::int64_t other = some_id();
                    words += " " + told(other) + " +";
                    const Sum added = known.at(other);
                    c.degree += added.degree;
                    for (const auto& [l, w] : added.weights) c.put(w, l);
                    break;
                }
                case 1: {
                    const int l = some_literal(random, variables);
                    words += " " + name(l) + " +";
                    c.put(1, l);
                    break;
                }
                case 2:
                    words += " " + std::to_string(factor) + " *";
                    edit([&](std::int64_t n) { return n * factor; });
                    break;
                case 3:
                    words += " " + std::to_string(factor) + " d";
                    edit([&](std::int64_t n) {
                        return n > 0 ? (n - 1) / factor + 1 : -(-n / factor);
                    });
                    break;
                case 4:
                    words += " s";
                    if (c.degree <= 0) c = {};
                    for (auto& [l, w] : c.weights) w = std::min(w, c.degree);
                    break;
                case 5: {
                    const int l = some_literal(random, variables);
                    words += " " + name(l) + " w";
                    for (const int m : {l, -l})
                        if (const auto at = c.weights.find(m); at != c.weights.end()) {
                            c.degree -= at->second;
                            c.weights.erase(at);
                        }
                    break;
                }
                default: {
                    const std::int64_t a = some_id();
                    words += " " + told(a) + " " + std::to_string(factor) + " * +";
                    c.degree += factor * known.at(a).degree;
                    for (const auto& [l, w] : known.at(a).weights) c.put(factor * w, l);
                }
            }
        }
        say(words);
        keep(c);
        if (random.below(2) == 0) equal(last);
    }
    void equal(std::int64_t id) {
        if (random.below(2) == 0)
            say("e " + told(id) + " : " + text_of(known.at(id)) + (version == 2 ? " ;" : ""));
        else
            say("e", known.at(id), random.below(3) == 0 ? "" : told(id));
    }
    /// "ea" of version 2.
    void copy() {
        if (version == 3) return;
        open_exclusion = 0;
        const std::int64_t id = some_id();
        say("ea", known.at(id), told(id));
        keep(known.at(id));
        equal(last);
    }
    void contradiction() {
        open_exclusion = 0;
        const Sum c = known.at(some_id());
        if (!follows(c)) return;
        if (random.below(2) == 0) {
            say("pbc", c);
        } else {
            text += "pbc " + text_of(c) + " : subproof\n";
            ++last;  // its negation
            if (random.below(2) == 0) equal(some_id());
            if (random.below(2) == 0) {
                const std::int64_t id = some_id();
                say("ia", known.at(id), std::to_string(id));
                ++last;
            }
            if (random.below(3) == 0) say("del id -1");
            if (random.below(2) == 0) {
                say("rup >= 1" + std::string(version == 2 ? " ;" : ""));
                ++last;
                say(version == 2 ? "end -1" : "qed pbc : -1");
            } else {
                say(version == 2 ? "end" : "qed");
            }
        }
        keep(c);
    }
    std::string opening() const { return version == 2 ? " ; begin\n" : " : subproof\n"; }
    std::string close() const { return version == 2 ? "end\n" : "qed;\n"; }
    /// A new variable that stands for a literal, or for less.
    void helper() {
        if (variables >= 6) return;
        open_exclusion = 0;
        const int y = variables + 1, l = some_literal(random, variables);
        const std::string red =
            "red 1 " + name(-y) + " 1 " + name(l) + " >= 1 : " + name(y) + " -> 0";
        const Sum c = of_clause({-y, l});
        variables = y;
        if (random.below(2) == 0) {
            say(red);
        } else {
            text += red + opening();
            ++last;
            if (random.below(2) == 0) {
                text += "proofgoal #1\n";
                ++last;
                text += close();
            }
            text += close();
        }
        keep(c);
    }
    void look() {
        if (!left.empty()) say("sol" + solution(left[random.below(left.size())]));
    }
    void log() {
        if (left.size() > 1) exclude(left[random.below(left.size())]);
    }
    void forget() {
        std::vector<std::int64_t> derived;
        for (const auto& [id, c] : known)
            if (id > static_cast<std::int64_t>(formula.clauses.size()) && !exclusions.contains(id))
                derived.push_back(id);
        if (derived.empty()) return;
        const std::int64_t id = derived[random.below(derived.size())];
        say((random.below(2) == 0 ? "del id " : "deld ") + told(id));
        forgotten.push_back(known.at(id));
        known.erase(id);
    }
    void remark() {
        const std::vector<std::string> some = {"core id 1", "setlvl 1", "wiplvl 1"};
        if (random.below(4) == 0 && version == 3)
            say("");
        else if (random.below(2) == 0)
            say(some[random.below(some.size())]);
        else
            text += version == 3 ? "% a word; of no meaning\n" : "* a word\n";
    }
    void step() {
        switch (random.below(11)) {
            case 0:
                return rup();
            case 1:
                return weaker();
            case 2:
                return planes();
            case 3:
                return equal(some_id());
            case 10:
                return copy();
            case 4:
                return contradiction();
            case 5:
                return helper();
            case 6:
                return look();
            case 7:
                return log();
            case 8:
                return forget();
            default:
                return remark();
        }
    }
    /// That there are no other models: clauses over ever fewer variables.
    void refute() {
        for (int depth = formula.variables - 1; depth >= 0; --depth)
            for (std::uint64_t a = 0; a < std::uint64_t{1} << depth; ++a) {
                Clause clause = full(a, 1, depth);
                for (int& l : clause) l = -l;
                say("rup", of_clause(clause));
                keep(of_clause(clause));
            }
    }
    std::string claim() const {
        return version == 2 || gone.empty() ? "UNSAT"
                                            : "ENUMERATION_COMPLETE " + std::to_string(gone.size());
    }
    void finish() {
        while (!left.empty()) exclude(left[random.below(left.size())]);
        refute();
        say("output NONE");
        say("conclusion " + claim() + (random.below(2) == 0 ? " : -1" : ""));
        say("end pseudo-Boolean proof");
    }

    Random& random;
    Formula formula;
    int version;
    int variables = 0;  // with helpers
    std::string text;
    std::int64_t last = 0;
    std::map<std::int64_t, Sum> known;
    std::vector<Sum> forgotten;
    std::set<std::int64_t> exclusions;
    std::int64_t open_exclusion = 0;  // the last one, as long as a lemma may take its place
    std::vector<std::uint64_t> left, gone;
    bool dislikes = false;  // every model
};

Said ask(const Formula& formula, const std::string& proof, bool dislikes = false) {
    return said_by([&] {
        std::istringstream cnf{formula.text()}, text{proof};
        VeripbOptions options{.counted = static_cast<std::size_t>(formula.counted)};
        if (dislikes)
            options.model_check = [](const std::vector<bool>&) { return "I do not like it"; };
        return check_veripb(read_cnf(cnf, "t.cnf"), text, "t.pbp", options);
    });
}

Formula formula_of(Random& random) {
    const int counted = 2 + static_cast<int>(random.below(2));
    return some_formula(random, counted + static_cast<int>(random.below(2)), counted);
}

Table<World> ways() {
    Table<World> t{"veripb"};
    const auto say = [&](const std::string& reason, const std::string& statement) {
        t.wrong(reason, [statement](World& w) {
            w.say(statement);
            return true;
        });
    };
    const auto whole = [&](const std::string& reason, const std::string& proof) {
        t.wrong(reason, [proof](World& w) {
            w.text = proof;
            return true;
        });
    };
    // the frame
    whole("no text", "");
    whole("not a pseudo-Boolean proof", "pseudo-Boolean prof version 3.0\n");
    whole("not a pseudo-Boolean proof", "pseudo-boolean proof version 3.0\n");
    whole("not a pseudo-Boolean proof", "pseudo-Boolean proof 3.0\n");
    whole("an unknown version", "pseudo-Boolean proof version 4.0\n");
    whole("'X' after the end of the line's meaning", "pseudo-Boolean proof version 3.0 f\n");
    whole("the formula is not loaded first", "pseudo-Boolean proof version 3.0\nrup >= 0;\n");
    t.wrong("the last statement has no end", [](World& w) {
        if (w.version == 2) return false;
        w.text += "rup >= 0\n";
        return true;
    });
    t.wrong("the proof has no conclusion", [](World&) { return true; });
    t.wrong("the proof has no end", [](World& w) {
        w.finish();
        w.text.erase(w.text.rfind("end pseudo"));
        return true;
    });
    t.wrong("a line after the end", [](World& w) {
        w.finish();
        w.say("rup >= 0");
        return true;
    });
    t.wrong("a rule after the conclusion", [](World& w) {
        w.finish();
        w.text.erase(w.text.rfind("end pseudo"));
        w.say("rup >= 0");
        return true;
    });
    say("an end without conclusion", "end pseudo-Boolean proof");
    say("not an end", "end pseudo-Boolean prof");
    say("not an end", "end");
    say("an output, which is not supported", "output DERIVABLE");
    say("the rule 'X' is not supported", "dom 1 x1 >= 1 : x1 -> 1");
    t.wrong("the formula is loaded twice", [](World& w) {
        w.say("f " + std::to_string(w.formula.clauses.size()));
        return true;
    });
    whole("not a number of constraints", "pseudo-Boolean proof version 3.0\nf;\n");
    whole("not a number of constraints", "pseudo-Boolean proof version 3.0\nf x;\n");
    whole("the formula has N constraints", "pseudo-Boolean proof version 3.0\nf 99;\n");
    whole("the formula has N constraints", "pseudo-Boolean proof version 3.0\nf -1;\n");
    say("a label without a rule", "@name");
    say("there is no constraint @name", "pol @name 1 +");
    t.wrong("there is no constraint @name", [](World& w) {  // goes with its constraint
        w.say("@one rup >= 0");
        w.say("del id @one");
        w.say("pol @one @name +");
        return true;
    });
    // constraints
    say("'X' is not a coefficient", "rup y x1 >= 1");
    say("'X' is not a coefficient", "rup 1y x1 >= 1");
    say("not a constraint", "rup 1 x1 >=");
    say("'X' is not a coefficient", "rup 1 x1 = 1");
    say("not a constraint", "rup 1 x1");
    say("'X' is not a variable of the formula", "rup 1 y1 >= 0");
    say("'X' is not a variable of the formula", "rup 1 x0 >= 0");
    say("'X' is not a variable of the formula", "rup 1 x-1 >= 0");
    say("'X' is not a variable of the formula", "rup 1 x >= 0");
    say("'X' is not a variable of the formula", "rup 1 x1y >= 0");
    t.wrong("'X' is not a variable of the formula", [](World& w) {
        w.say("rup 1 x" + std::to_string(w.variables + 1) + " >= 0");
        return true;
    });
    for (const std::string number :
         {"9223372036854775808", "18446744073709551616", "-9223372036854775809"})
        for (const std::string form : {"rup # x1 >= 0", "rup 1 x1 >= #", "pol #", "del id #",
                                       "pol 1 # *", "rup 1 x# >= 0"}) {
            std::string statement = form;
            statement.replace(statement.find('#'), 1, number);
            say("a number that is too large for this checker", statement);
        }
    t.wrong("a number that is too large for this checker", [](World& w) {
        // 2^62 and more, twice
        const std::string k = std::to_string((std::uint64_t{1} << 62) + w.random.below(3));
        const std::vector<std::string> some = {
            "pol 1 " + k + " * 1 " + k + " * +",
            "pol 1 " + k + " * 2 *",
            "rup " + k + " x1 " + k + " x2 >= 1",
            "rup 1 x1 >= " + k + (w.version == 2 ? " ;" : "") + "\nrup -" + k + " x1 -" + k +
                " x2 >= 1",
            "red -" + k + " x1 >= " + k + " : x1 -> 0",
        };
        w.say(some[w.random.below(3)]);
        return true;
    });
    // rup
    t.wrong("'X' after the constraint", [](World& w) {
        w.say("rup >= 0 1");
        return true;
    });
    t.wrong("the constraint does not follow by unit propagation", [](World& w) {
        const Sum c = w.some_sum();
        if (w.is_true(c)) return false;
        w.say("rup", c);
        return true;
    });
    t.wrong("the constraint does not follow by unit propagation", [](World& w) {
        // what says more than an exclusion, behind it
        if (w.left.size() < 2) return false;
        w.exclude(w.left[0]);
        Sum c = w.known.at(w.last);
        c.weights.erase(c.weights.begin());
        if (w.is_true(c)) return false;
        w.say("rup", c);
        return true;
    });
    t.wrong("the constraint does not follow by unit propagation", [](World& w) {  // one short
        if (w.left.empty()) return false;
        const std::uint64_t kept = w.left.back();
        w.left.pop_back();
        while (!w.left.empty()) w.exclude(w.left[0]);
        w.left = {kept};
        w.refute();
        return true;
    });
    t.wrong("the constraint does not follow by unit propagation", [](World& w) {
        const Sum c = w.some_sum();
        if (w.is_true(c)) return false;
        w.say("pbc", c);
        return true;
    });
    // pol
    say("an operator without an operand", "pol 1 +");
    say("an operator without an operand", "pol s");
    say("not a positive number", "pol 1 0 d");
    say("not a positive number", "pol 1 -2 *");
    say("not a positive number", "pol 1 x1 d");
    say("not a variable", "pol 1 2 w");
    say("not one result", "pol 1 2");
    say("not one result", "pol");
    for (const std::string form : {"pol # 1 +", "pol 1 # +", "pol # 2 *", "pol # s", "pol #",
                                   "pol # x1 w", "ia >= 0 : #", "e # : 1 x1 >= 1"})
        t.wrong("there is no constraint N", [form](World& w) {
            std::string statement = form;
            const std::vector<std::string> none = {std::to_string(w.last + 1),
                                                   std::to_string(-w.last - 1),
                                                   std::to_string((std::int64_t{1} << 62) + 1),
                                                   "9223372036854775807",
                                                   "-9223372036854775808",
                                                   "0"};
            statement.replace(statement.find('#'), 1, none[w.random.below(none.size())]);
            w.say(statement);
            return true;
        });
    t.wrong("there is no constraint N", [](World& w) {  // any more
        w.planes(1);
        w.say("del id -1");
        w.say("pol " + std::to_string(w.last) + " 1 +");
        return true;
    });
    // e, ia
    t.wrong("constraint N is another one", [](World& w) {
        const std::int64_t id = w.some_id();
        Sum c = w.known.at(id);
        if (w.random.below(2) == 0)
            ++c.degree;
        else
            c.put(1, some_literal(w.random, w.variables));
        if (c == w.known.at(id)) return false;
        w.say(w.version == 2 && w.random.below(2) == 0 ? "ea" : "e", c, w.told(id));
        return true;
    });
    t.wrong("no constraint is that one", [](World& w) {
        w.say("e", Sum{{{1, 7}}, 7}, "");
        return true;
    });
    say("no constraint that it follows from", "ia 1 x1 >= 0");
    t.wrong("it does not follow from constraint N", [](World& w) {
        const std::int64_t id = w.some_id();
        const Sum c = w.some_sum();
        bool real = false;  // whether some assignment shows it
        for (std::uint64_t a = 0; a < std::uint64_t{1} << w.variables; ++a)
            real = real || (w.known.at(id).holds(a) && !c.holds(a));
        if (!real) return false;
        w.say(w.random.below(2) == 0 ? "ia" : "i", c, w.told(id));
        return true;
    });
    // red
    const auto fresh = [](World& w) { return "x" + std::to_string(w.variables + 1); };
    t.wrong("not a witness", [fresh](World& w) {
        w.say("red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " ->");
        return true;
    });
    t.wrong("not a witness", [fresh](World& w) {
        w.say("red 1 " + fresh(w) + " >= 1 : ~" + fresh(w) + " -> 1");
        return true;
    });
    t.wrong("a variable twice in a witness", [fresh](World& w) {
        w.say("red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1 " + fresh(w) + " -> 0");
        return true;
    });
    say("'X' is too large a variable", "red 1 x16777217 >= 1 : x16777217 -> 1");
    say("'X' is too large a variable", "red 1 x9223372036854775807 >= 1 : x1 -> 1");
    t.wrong("'X' behind the witness", [fresh](World& w) {
        w.say("red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1 : 1");
        return true;
    });
    t.wrong("'X' behind the witness", [fresh](World& w) {
        w.say("red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1 " +
              (w.version == 2 ? "; subproof" : "begin"));
        return true;
    });
    t.wrong("a witness that changes what counts, behind a solution", [](World& w) {
        if (w.left.empty()) return false;
        w.exclude(w.left[0]);
        w.say("red 1 x1 >= 0 : x1 -> x1");
        return true;
    });
    t.wrong("a solution behind a witness that changed what counts", [](World& w) {
        if (w.left.empty() || !w.gone.empty()) return false;
        w.say("red 1 x1 >= 0 : x" + std::to_string(w.formula.counted) + " -> x" +
              std::to_string(w.formula.counted));
        w.say((w.random.below(2) == 0 ? "solx" : "sol") + w.solution(w.left[0]));
        return true;
    });
    const std::string made = "what the witness makes of ",
                      rest = " does not follow by unit propagation";
    t.wrong(made + "constraint N" + rest, [fresh](World& w) {  // one of the formula's
        if (!w.gone.empty() || w.is_refuted()) return false;
        const Clause& broken = w.formula.clauses[w.random.below(w.formula.clauses.size())];
        std::string by = fresh(w) + " -> 1";
        for (const int l : broken)
            by += " x" + std::to_string(std::abs(l)) + (l > 0 ? " -> 0" : " -> 1");
        w.say("red 1 " + fresh(w) + " >= 1 : " + by);
        return true;
    });
    for (const bool within : {false, true})
        t.wrong(made + "constraint N" + rest, [within](World& w) {  // a derived one
            if (w.variables > 4) return false;
            const int y = ++w.variables, z = ++w.variables;
            const int l = some_literal(w.random, w.formula.variables);
            w.say("red 1 " + name(-y) + " 1 " + name(l) + " >= 1 : " + name(y) + " -> 0");
            w.keep(of_clause({-y, l}));
            if (w.follows(of_clause({l}))) return false;
            const std::string red =
                "red 1 " + name(z) + " >= 1 : " + name(z) + " -> 1 " + name(y) + " -> 1";
            if (!within) {
                w.say(red);
            } else {
                w.text += red + w.opening();
                if (w.random.below(2) == 0) w.text += "proofgoal #1\n" + w.close();
                w.text += w.close();
            }
            return true;
        });
    t.wrong(made + "xN, which is known," + rest, [fresh](World& w) {
        if (w.is_refuted()) return false;
        w.say("red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1");
        w.say("del id -1");
        w.say("red 1 ~" + fresh(w) + " >= 1 : " + fresh(w) + " -> 0");
        return true;
    });
    t.wrong(made + "the constraint itself" + rest, [fresh](World& w) {
        if (w.is_refuted()) return false;
        w.say("red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 0");
        return true;
    });
    t.wrong(made + "the constraint itself" + rest, [](World& w) {  // no witness
        const Sum c = w.some_sum();
        if (w.is_true(c)) return false;
        w.say("red", c, w.version == 2 ? ";" : "");
        return true;
    });
    // subproofs
    const auto within = [&](const std::string& reason, const std::string& piece) {
        t.wrong(reason, [piece, fresh](World& w) {
            if (w.is_refuted()) return false;
            std::string lines = piece;
            for (std::size_t at = 0;
                 (at = lines.find("qed", at)) != std::string::npos && w.version == 2;)
                lines.replace(at, 3, "end");
            w.text += "red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1" + w.opening();
            for (const char c : lines)
                if (c != ';' || w.version == 3) w.text += c;
            return true;
        });
    };
    within("there is no goal #N", "proofgoal #2\n");
    within("there is no goal N", "proofgoal 99999\n");
    within("there is no goal N", "proofgoal -1\n");
    within("there is no goal N", "proofgoal 0\n");
    within("a goal within a goal", "proofgoal #1\nproofgoal 1\n");
    within("the rule 'X' is not supported in a subproof", "sol x1;\n");
    within("the rule 'X' is not supported in a subproof", "red 1 x1 >= 1 : x1 -> 1;\n");
    within("a conclusion within a subproof", "conclusion UNSAT;\n");
    t.wrong("constraint N is no contradiction", [fresh](World& w) {
        w.text += "red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1" + w.opening();
        const std::string id = w.random.below(2) == 0 ? "1" : std::to_string(w.last + 2);
        w.say(w.version == 2 ? "end " + id : "qed : " + id);
        return !w.formula.clauses[0].empty();
    });
    t.wrong("not a constraint's number", [fresh](World& w) {
        w.text += "red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1" + w.opening();
        const std::string id = w.random.below(2) == 0 ? "x1" : "1 2";
        w.say(w.version == 2 ? "end " + id : "qed : " + id);
        return true;
    });
    t.wrong("not a goal", [fresh](World& w) {
        if (w.version == 3) return false;
        w.text += "red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 1" + w.opening() +
                  "proofgoal #1 2\n";
        return true;
    });
    t.wrong("a goal in a proof by contradiction", [](World& w) {
        w.text += "pbc 1 x1 >= 0 : subproof\nproofgoal #1\n";
        return true;
    });
    t.wrong("no contradiction was derived", [](World& w) {
        const Sum c = w.some_sum();
        if (w.is_true(c)) return false;
        w.text += "pbc " + text_of(c) + " : subproof\n" + w.close();
        return true;
    });
    t.wrong("no contradiction was derived", [fresh](World& w) {  // of the claim's goal
        if (w.is_refuted()) return false;
        w.text += "red 1 " + fresh(w) + " >= 1 : " + fresh(w) + " -> 0" + w.opening() +
                  "proofgoal #1\n" + w.close() + w.close();
        return true;
    });
    t.wrong("no contradiction was derived", [fresh](World& w) {  // of a constraint's goal
        if (!w.gone.empty() || w.is_refuted()) return false;
        std::string by = fresh(w) + " -> 1";
        for (const int l : w.formula.clauses[0])
            by += " x" + std::to_string(std::abs(l)) + (l > 0 ? " -> 0" : " -> 1");
        w.text += "red 1 " + fresh(w) + " >= 1 : " + by + w.opening() + "proofgoal 1\n" +
                  w.close() + w.close();
        return true;
    });
    t.wrong("there is no constraint N", [](World& w) {  // what a subproof supposed is gone
        w.text += "pbc >= 0 : subproof\n" + w.close();
        w.say("pol " + std::to_string(w.last + 1) + " 1 +");
        return true;
    });
    // solutions
    const std::string twice = "the solution is in conflict with the formula, or was logged before";
    t.wrong(twice, [](World& w) {
        const auto models = w.formula.models();
        for (std::uint64_t a = 0; a < std::uint64_t{1} << w.formula.counted; ++a)
            if (!std::ranges::binary_search(models, a) && w.random.below(2) == 0) {
                const std::string all = w.literals(w.full(a, 1, w.formula.counted));
                // that no extension is a model has to be seen by propagation
                std::vector<Sum> sums = w.all();
                for (const int l : w.full(a, 1, w.formula.counted)) sums.push_back(of_clause({l}));
                if (!contradicts(sums)) continue;
                w.say((w.random.below(2) == 0 ? "solx" : "sol") + all);
                return true;
            }
        return false;
    });
    for (int how = 0; how < 8; ++how)
        t.wrong(twice, [how](World& w) {
            if (w.left.empty()) return false;
            const std::uint64_t model = w.left[w.random.below(w.left.size())];
            const std::string logged = w.solution(model);
            w.exclude(model);
            const Sum excluded = w.known.at(w.last);
            const std::string id = std::to_string(w.last);
            if (how == 1) w.say("del id " + id);
            if (how == 2) w.say("deld -1");
            if (how == 3 || how == 4) {  // a lemma takes over its part
                w.say("rup", excluded);
                w.say(how == 3 ? "del id -1" : "del id " + id + " -1");
            }
            if (how == 5) {
                w.say("rup", excluded);
                w.rup();
                w.say("del id " + std::to_string(w.last));
                w.say("del id -1");
            }
            if (how == 6) {  // nor is a weaker lemma enough
                Sum weaker = excluded;
                if (w.formula.variables == w.formula.counted) return false;
                weaker.put(1, w.formula.variables);
                w.say("rup", weaker);
                w.say("del id " + id);
            }
            if (how == 7) {  // nor one that is not the newest
                w.say("rup", excluded);
                w.say("rup >= 0" + std::string(w.version == 2 ? " ;" : ""));
                w.say("del id " + std::to_string(w.last + 1));
            }
            w.say("solx" + logged);
            return true;
        });
    t.wrong("the solution is in conflict with the formula", [](World& w) {
        if (w.formula.counted == w.formula.variables || w.left.empty()) return false;
        const std::uint64_t model = w.left[w.random.below(w.left.size())];
        const std::uint64_t other = *w.extension(model) ^ std::uint64_t{1} << w.formula.counted;
        if (w.formula.holds(other)) return false;
        w.say("solx" + w.literals(w.full(other, 1, w.formula.variables)));
        return true;
    });
    t.wrong("the solution leaves variables open", [](World& w) {
        if (w.left.empty()) return false;
        const int to =
            static_cast<int>(w.random.below(static_cast<std::uint64_t>(w.formula.variables)));
        const Clause some = w.full(*w.extension(w.left[0]), 1, to);
        // Some model has the last variable otherwise, so that it does not follow.
        const int open = to < w.formula.counted ? w.formula.counted : w.formula.variables;
        int seen = 0;
        for (std::uint64_t a = 0; a < std::uint64_t{1} << w.variables; ++a)
            if (w.is_possible(a) &&
                std::ranges::all_of(some, [&](int l) { return clause_holds({l}, a); }))
                seen |= (a >> (open - 1) & 1) != 0 ? 1 : 2;
        if (seen != 3) return false;
        w.say((w.random.below(2) == 0 ? "solx" : "sol") + w.literals(some));
        return true;
    });
    t.wrong("I do not like it", [](World& w) {
        if (w.left.empty() || !w.gone.empty() || w.text.find("\nsol ") != std::string::npos)
            return false;
        w.say("solx" + w.solution(w.left[0]));
        w.dislikes = true;
        return true;
    });
    // del
    say("what is deleted is missing", "del");
    say("'X' is not a constraint's number", "del id x1");
    say("'X' is not a constraint's number", "deld one");
    for (const std::string number : {"99999", "0", "-99999", "9223372036854775807"})
        say("there is no constraint N to delete", "del id " + number);
    t.wrong("there is no constraint N to delete", [](World& w) {  // twice
        w.planes(1);
        w.say("del id " + std::to_string(w.last) + " " + std::to_string(w.last));
        return true;
    });
    // the conclusion
    const auto ends = [&](const std::string& reason,
                          const std::function<std::string(World&)>& claim) {
        t.wrong(reason, [claim](World& w) {
            while (!w.left.empty()) w.exclude(w.left[0]);
            w.refute();
            const std::string said = claim(w);
            if (said.empty()) return false;
            w.say(said);
            return true;
        });
    };
    say("a conclusion is missing", "conclusion");
    say("a number of solutions is missing", "conclusion ENUMERATION_COMPLETE");
    ends("a number of solutions is missing",
         [](World&) { return "conclusion ENUMERATION_COMPLETE x"; });
    ends("a conclusion that version N does not know", [](World& w) {
        return w.version == 3 ? std::string{}
                              : "conclusion ENUMERATION_COMPLETE " + std::to_string(w.gone.size());
    });
    ends("N solutions were logged, N are claimed", [](World& w) {
        const auto n = static_cast<std::int64_t>(w.gone.size());
        const std::vector<std::int64_t> other = {n + 1, n - 1, -n - 1, std::int64_t{1} << 62};
        return w.version == 2 ? std::string{}
                              : "conclusion ENUMERATION_COMPLETE " +
                                    std::to_string(other[w.random.below(other.size())]);
    });
    ends("solutions were logged, UNSAT is claimed", [](World& w) {
        return w.version == 2 || w.gone.empty() ? std::string{} : std::string{"conclusion UNSAT"};
    });
    say("the conclusion 'X' claims nothing that is checked here", "conclusion NONE");
    say("the conclusion 'X' claims nothing that is checked here", "conclusion SAT");
    ends("not a constraint's number", [](World& w) { return "conclusion " + w.claim() + " : x"; });
    ends("not a constraint's number",
         [](World& w) { return "conclusion " + w.claim() + " : 1 2"; });
    ends("not a constraint's number", [](World& w) { return "conclusion " + w.claim() + " 1"; });
    ends("a number that is too large for this checker",
         [](World& w) { return "conclusion " + w.claim() + " : 9223372036854775808"; });
    for (const std::string id : {"1", "99999", "0", "9223372036854775807"})
        ends("constraint N is no contradiction",
             [id](World& w) { return "conclusion " + w.claim() + " : " + id; });
    t.wrong("no contradiction was derived", [](World& w) {
        if (w.is_refuted()) return false;
        w.say("conclusion " + w.claim());
        return true;
    });
    return t;
}

TEST(GrownVeripb, WhatIsRightIsAcceptedAndWhatIsWrongIsRejectedForThatReason) {
    static std::uint64_t rounds = 0;  // of all repetitions
    static Table<World> table = ways();
    for (int many = 0; many < 5000; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        World w{random, formula_of(random)};
        for (std::uint64_t k = random.below(6); k > 0; --k) w.step();
        const std::size_t way = table.rarest();
        if (many % 10 == 0) {
            w.finish();
            const Said said = ask(w.formula, w.text);
            ASSERT_EQ(said.reason, "") << "seed " << seed << ", line " << said.line << "\n"
                                       << w.formula.text() << w.text;
            ASSERT_EQ(said.count, std::to_string(w.formula.models().size()))
                << "seed " << seed << "\n"
                << w.formula.text() << w.text;
            continue;
        }
        if (!table.make(way, w)) continue;
        const Said said = ask(w.formula, w.text, w.dislikes);
        ASSERT_EQ(said.reason, table.reason(way)) << "seed " << seed << ", way " << way << "\n"
                                                  << w.formula.text() << w.text;
        table.meet(way);
    }
    EXPECT_GT(table.least(), 0U);
    std::cout << table.told();
}

// A number changed in one step, whatever it makes of it: if the step is taken, no model is lost or
// counted twice.
TEST(GrownVeripb, AStepThatIsTakenLosesNoModel) {
    static std::uint64_t rounds = 0;
    std::size_t taken = 0;
    for (int many = 0; many < 6000; ++many) {
        const std::uint64_t seed = ++rounds;
        Random random{seed};
        World w{random, formula_of(random)};
        for (std::uint64_t k = random.below(5); k > 0; --k) w.step();
        const std::string before = w.text;
        const auto last = w.last;
        const auto known = w.known;
        const std::size_t logged = w.gone.size();
        switch (random.below(5)) {
            case 0:
                w.rup();
                break;
            case 1:
                w.weaker();
                break;
            case 2:
                w.contradiction();
                break;
            case 3:
                w.helper();
                break;
            default:
                w.planes();
        }
        const std::string step = with_another_number(w.text.substr(before.size()), random);
        // Behind it the models that are left, one after another, and that there is no other.
        w.text = before + step;
        ASSERT_EQ(w.gone.size(), logged);
        const auto lines = static_cast<std::uint64_t>(std::ranges::count(w.text, '\n'));
        w.last = last;
        w.known = known;
        w.finish();
        const Said said = ask(w.formula, w.text);
        const auto is_false = [&](const std::string& middle) {
            World again = w;
            again.text = middle;
            const Said of = ask(w.formula, middle + w.text.substr((before + step).size()));
            const auto end = static_cast<std::uint64_t>(std::ranges::count(middle, '\n'));
            return of.reason.empty() ? of.count != std::to_string(w.formula.models().size())
                                     : of.line > end && of.reason.starts_with("the solution is in");
        };
        if (said.reason.empty() || said.line > lines) ++taken;
        ASSERT_FALSE(is_false(before + step))
            << "seed " << seed << "\n"
            << w.formula.text() << shrunk(before + step, is_false);
    }
    EXPECT_GT(taken, 500U);
}

}  // namespace
}  // namespace clew::proof::grown
