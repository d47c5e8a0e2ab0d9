// Why `red` may be believed here. Let P be what the models of the formula say of the variables that
// count, less what was logged. At all times the constraints kept have models for exactly P: a step
// that follows takes no model away; a deletion gives only models back that the formula and the
// exclusions, which are always kept or covered, allow; and `red` takes away models that its witness
// turns into others which satisfy everything kept, the new constraint too. As long as the witness
// leaves alone the variables that count, those others say the same of them. A witness that does not
// is for refutations: from then on nothing may be logged, and P stands for "is there a model".
// A subproof of `red` or `pbc` supposes that the constraint fails; what it makes is forgotten with
// it. Its goals are what the witness makes of some constraint; those that it does not name have to
// follow by unit propagation.
// What was found true without assumption stays known to Clauses when its constraints go, so it is a
// constraint like all others when a witness changes it.

#include "proof/checker/veripb.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/checked.hpp"
#include "proof/checker/clauses.hpp"
#include "proof/checker/linear.hpp"
#include "proof/checker/scan.hpp"

namespace clew::proof::inline checker {
namespace {

using Words = std::vector<std::string>;

bool holds_all(std::vector<Literal> clause, std::vector<Literal> literals) {
    std::ranges::sort(clause);
    std::ranges::sort(literals);
    return std::ranges::includes(clause, literals);
}

/// Statements as words, of a text in which they end with a semicolon (version 3) or with their line
/// (version 2). A colon, and in version 2 a semicolon within a line, is a word.
class Statements {
  public:
    Statements(std::istream& in, const std::string& source, const StopFlag* stop)
        : in_(in, source, stop) {}

    /// Reads the first line; the version that it names.
    int header() {
        if (!in_.next_line()) in_.refuse("no text", hint);
        if (in_.word() != "pseudo-Boolean" || in_.word() != "proof" || in_.word() != "version")
            in_.refuse("not a pseudo-Boolean proof", hint);
        const std::string_view version = in_.word();
        if (version.starts_with("2."))
            version_ = 2;
        else if (version.starts_with("3."))
            version_ = 3;
        else
            in_.refuse("an unknown version", hint);
        in_.end_of_line();
        return version_;
    }

    /// False at the end of the text. An unfinished statement is an error.
    bool next(Words& words) {
        words.clear();
        if (pending_.empty() && !more()) return false;
        start_ = in_.line();
        while (true) {
            while (!pending_.empty()) {
                std::string word = std::move(pending_.back());
                pending_.pop_back();
                if (version_ == 3 && word == ";") return true;
                words.push_back(std::move(word));
                if (words.size() > longest / 4) in_.refuse("a statement without end", ";");
                if (version_ == 3 && opens(words)) return true;
            }
            if (version_ == 2) {
                // "begin" may stand on the next line.
                if (words[0] == "red" && words.back() == ";" && more() &&
                    pending_.back() == "begin") {
                    pending_.pop_back();
                    words.emplace_back("begin");
                }
                return true;
            }
            if (!more()) in_.refuse("the last statement has no end", ";");
        }
    }

    /// The line where the last statement began.
    std::size_t line() const { return start_; }
    [[noreturn]] void refuse(const std::string& what, const std::string& expected) const {
        in_.refuse(what, expected);
    }

  private:
    static constexpr const char* hint = "pseudo-Boolean proof version 2.0 or 3.0";

    /// What opens a proof within the proof has no semicolon.
    static bool opens(const Words& words) {
        return words.back() == "subproof" || (words[0] == "proofgoal" && words.size() == 2);
    }

    /// The words of the next line that has any, last first.
    bool more() {
        while (in_.next_line()) {
            if (version_ == 2 && in_.rest().starts_with('*')) continue;
            while (!in_.at_end()) {
                std::string_view text = in_.word();
                if (version_ == 3 && text.starts_with('%')) break;
                while (!text.empty()) {
                    const std::size_t cut = text.find_first_of(";:");
                    if (cut == 0) {
                        pending_.emplace_back(text.substr(0, 1));
                        text.remove_prefix(1);
                    } else {
                        pending_.emplace_back(text.substr(0, cut));
                        text.remove_prefix(std::min(cut, text.size()));
                    }
                }
            }
            if (pending_.empty()) continue;
            std::ranges::reverse(pending_);
            return true;
        }
        return false;
    }

    Scanner in_;
    int version_ = 3;
    Words pending_;
    std::size_t start_ = 0;
};

class Checker {
  public:
    Checker(const Cnf& formula, const VeripbOptions& options)
        : options_(options),
          variables_(formula.variables),
          bound_(formula.variables),
          clauses_(formula.size()),
          counted_(options.counted.value_or(formula.variables)),
          known_(formula),
          last_(static_cast<std::int64_t>(formula.size())) {}

    Result run(Statements in);

  private:
    struct Entry {
        std::optional<Clauses::Ref> ref{};  // if it is a clause
        bool covers = false;                // keeps an excluded model out
        std::optional<Linear> linear{};     // if it is more than a clause with weights of 1
    };

    // Each returns why the statement does not hold; empty if it does.
    std::string labelled(const Statements& in, Words& words);
    std::string statement(const Statements& in, const Words& words);
    std::string formula(const Statements& in, const Words& words);
    std::string rup(const Statements& in, const Words& words);
    std::string cutting_planes(const Statements& in, const Words& words);
    std::string equal(const Statements& in, const Words& words);
    std::string implied(const Statements& in, const Words& words);
    /// What a witness makes of a variable: a literal, or true or false.
    struct Image {
        Literal literal = 0;  // 0: `truth`
        bool truth = false;
    };
    using Witness = std::map<Literal, Image>;  // by variable
    std::string redundant(const Statements& in, const Words& words);
    std::string by_contradiction(const Statements& in, const Words& words);
    /// A proof within the proof: of a constraint that a witness or its negation is to show.
    struct Subproof {
        Linear claim{};
        Witness by{};
        bool witnessed = false;             // red, not pbc
        std::optional<std::string> goal{};  // the one that is open: "#1", or a constraint
        std::vector<std::int64_t> own{};    // constraints that go with it, ascending
        std::size_t goal_from = 0;          // of these, those that go with the goal
        bool claim_shown = false;           // goal #1
        std::set<std::int64_t> shown{};     // goals by constraint
    };
    std::string within(const Statements& in, const Words& words);
    std::string open_goal(const Statements& in, const Words& words);
    std::string close(const Statements& in, const Words& words);
    std::string rest_holds(const Subproof& sub);
    void suppose(const Linear& c);
    void forget_from(std::size_t place);
    Witness witness(const Statements& in, const Words& words, std::size_t& at) const;
    void introduce(const Statements& in, const Words& words);
    bool keeps(const Linear& kept, const Witness& by, const Linear& opposite);
    static Linear changed(const Linear& c, const Witness& by);
    Linear constraint(const Statements& in, const Words& words, std::size_t& at) const;
    std::optional<Linear> linear_of(std::int64_t id) const;
    std::optional<std::int64_t> id_of(const Words& words, std::size_t at) const;
    bool follows(const Linear& wanted);
    bool assume(std::span<const Literal> literals);
    bool contradict(std::vector<const Linear*> more);
    bool propagate(const Linear& c, bool& went_on);
    std::int64_t keep(const Linear& c);
    std::string solution(const Statements& in, const Words& words, bool exclude);
    std::string remove(const Statements& in, const Words& words, std::size_t from);
    std::string conclusion(const Statements& in, const Words& words);

    std::optional<std::int64_t> number(std::string_view word) const {
        std::int64_t value = 0;
        if (word.starts_with('+') && word.size() > 1 && word[1] != '-') word.remove_prefix(1);
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error == std::errc::invalid_argument || end != word.data() + word.size())
            return std::nullopt;
        if (error == std::errc::result_out_of_range) throw Overflow{};
        return value;
    }
    /// The name of a constraint that may be told from the last one: -1 is that.
    std::int64_t name(std::int64_t id) const {
        return id < 0 ? checked::sum(checked::sum<std::int64_t>(last_, 1), id) : id;
    }
    Literal literal(const Statements& in, std::string_view word) const {
        const bool negative = word.starts_with('~');
        if (negative) word.remove_prefix(1);
        const auto variable =
            word.starts_with('x') ? number(word.substr(1)) : std::optional<std::int64_t>{};
        if (!variable || *variable < 1 || std::cmp_greater(*variable, bound_))
            in.refuse("'" + std::string(word) + "' is not a variable of the formula",
                      "x1 to x" + std::to_string(bound_));
        return static_cast<Literal>(negative ? -*variable : *variable);
    }
    bool is_covered_by_newest(Clauses::Ref ref) const;
    void ask() const {
        if (options_.stop != nullptr && options_.stop->raised()) throw Stopped{};
    }
    std::int64_t add(std::span<const Literal> clause, bool covers) {
        derived_.emplace(++last_, Entry{known_.add(clause), covers, {}});
        return last_;
    }
    const VeripbOptions& options_;
    std::size_t variables_;
    std::size_t bound_;  // with those that red brought in
    std::size_t clauses_;
    std::size_t counted_;
    Clauses known_;
    std::int64_t last_;                                // the last name given
    std::map<std::int64_t, const Linear*> general_;    // constraints that are no clauses, by name
    std::vector<const Linear*> assumed_;               // more, for the moment
    std::unordered_map<std::int64_t, Entry> derived_;  // by name; the formula's are 1 .. clauses_
    std::optional<std::int64_t> newest_;               // the last lemma, if it is there
    std::optional<std::int64_t> excluded_;             // the last solx, if no lemma took over
    std::vector<bool> replaced_;  // exclusions, by name less clauses_, whose part a lemma took
    std::uint64_t solutions_ = 0;
    Linear equal_;                       // what the last e compared
    std::optional<std::int64_t> found_;  // the constraint that it, or i, was about
    std::optional<Subproof> sub_;
    std::unordered_map<std::string, std::int64_t> labels_;
    bool refutes_ = false;  // a witness changed what counts: nothing may be logged
    int version_ = 3;
    bool loaded_ = false;
    bool concluded_ = false;
    bool ended_ = false;
};

Result Checker::run(Statements in) {
    std::uint64_t steps = 0;
    try {
        version_ = in.header();
        for (Words words; in.next(words);) {
            ++steps;
            if (words.empty()) continue;
            std::string why = labelled(in, words);
            if (!why.empty()) return rejected(std::move(why), in.line(), steps);
        }
    } catch (const Stopped&) {
        return {.steps = steps, .stopped = true};
    } catch (const Overflow&) {
        return rejected("a number that is too large for this checker", in.line(), steps);
    }
    if (!concluded_) return rejected("the proof has no conclusion", in.line(), steps);
    if (!ended_) return rejected("the proof has no end", in.line(), steps);
    return {.accepted = true, .count = std::to_string(solutions_), .steps = steps};
}

/// "@name rup ..." names the constraint that the rule makes; "@name" elsewhere is its number.
std::string Checker::labelled(const Statements& in, Words& words) {
    std::optional<std::string> label;
    if (words[0].starts_with('@')) {
        label = words[0];
        words.erase(words.begin());
        if (words.empty()) in.refuse("a label without a rule", "@name rup 1 x1 >= 1");
    }
    for (std::string& word : words) {
        if (!word.starts_with('@')) continue;
        const auto found = labels_.find(word);
        if (found == labels_.end()) return "there is no constraint " + word;
        word = std::to_string(found->second);
    }
    std::string why = statement(in, words);
    if (label) labels_[*label] = found_.value_or(last_);
    found_.reset();
    return why;
}

std::string Checker::statement(const Statements& in, const Words& words) {
    const std::string& rule = words[0];
    if (ended_) return "a line after the end";
    if (concluded_ && rule != "end") return "a rule after the conclusion";
    if (sub_ && rule == "conclusion") return "a conclusion within a subproof";
    if (rule == "f") return formula(in, words);
    if (!loaded_) return "the formula is not loaded first";
    if (rule == "rup" || rule == "u") return rup(in, words);
    if (rule == "pol" || rule == "p") return cutting_planes(in, words);
    if (rule == "e") return equal(in, words);
    if (rule == "ia" || rule == "i") return implied(in, words);
    if (sub_) return within(in, words);
    if (rule == "ea" && version_ == 2) {
        std::string why = equal(in, words);
        if (why.empty()) keep(equal_);
        found_.reset();
        excluded_.reset();
        return why;
    }
    if (rule == "red") return redundant(in, words);
    if (rule == "pbc") return by_contradiction(in, words);
    if (rule == "solx" || rule == "sol") return solution(in, words, rule == "solx");
    if (rule == "del") {
        if (words.size() < 2) in.refuse("what is deleted is missing", "del id 17");
        if (words[1] == "id") return remove(in, words, 2);
        return {};  // not carried out: what is known stays so
    }
    if (rule == "deld" || rule == "delc") return remove(in, words, 1);
    if (rule == "core" || rule == "setlvl" || rule == "wiplvl") return {};
    if (rule == "output")
        return words == Words{"output", "NONE"} ? "" : "an output, which is not supported";
    if (rule == "conclusion") return conclusion(in, words);
    if (rule == "end") {
        if (words != Words{"end", "pseudo-Boolean", "proof"})
            in.refuse("not an end", "end pseudo-Boolean proof");
        if (!concluded_) return "an end without conclusion";
        ended_ = true;
        return {};
    }
    return "the rule '" + rule + "' is not supported";
}

std::string Checker::formula(const Statements& in, const Words& words) {
    if (loaded_) return "the formula is loaded twice";
    const auto count = words.size() == 2 ? number(words[1]) : std::nullopt;
    if (!count) in.refuse("not a number of constraints", "f " + std::to_string(clauses_));
    if (std::cmp_not_equal(*count, clauses_))
        return "the formula has " + std::to_string(clauses_) + " constraints";
    loaded_ = true;
    return {};
}

/// "2 x1 -1 ~x2 >= 1", from word `at` on, which then is the one behind it.
Linear Checker::constraint(const Statements& in, const Words& words, std::size_t& at) const {
    std::vector<Linear::Term> terms;
    for (; at + 1 < words.size() && words[at] != ">="; at += 2) {
        const auto weight = number(words[at]);
        if (!weight) in.refuse("'" + words[at] + "' is not a coefficient", "rup 1 ~x1 >= 1");
        terms.push_back({*weight, literal(in, words[at + 1])});
    }
    const auto degree = at + 1 < words.size() && words[at] == ">=" ? number(words[at + 1])
                                                                   : std::optional<std::int64_t>{};
    if (!degree) in.refuse("not a constraint", "rup 1 ~x1 >= 1");
    at += 2;
    if (at < words.size() && words[at] == ";") ++at;
    return Linear::of(std::move(terms), *degree);
}

std::optional<std::int64_t> Checker::id_of(const Words& words, std::size_t at) const {
    const auto id = at < words.size() ? number(words[at]) : std::optional<std::int64_t>{};
    return id ? std::optional{name(*id)} : id;
}

std::optional<Linear> Checker::linear_of(std::int64_t id) const {
    if (id >= 1 && static_cast<std::size_t>(id) <= clauses_)
        return Linear::clause(known_[static_cast<Clauses::Ref>(id - 1)]);
    const auto found = derived_.find(id);
    if (found == derived_.end()) return std::nullopt;
    if (found->second.linear) return found->second.linear;
    return Linear::clause(known_[*found->second.ref]);
}

/// A new constraint, to be used from now on.
std::int64_t Checker::keep(const Linear& c) {
    if (sub_) {
        suppose(c);
        return last_;
    }
    Entry entry;
    const bool clause = c.is_clause();
    if (clause || c.is_contradiction()) {
        const std::vector<Literal> literals = clause ? c.literals() : std::vector<Literal>{};
        entry.ref = known_.add(literals);
        if (options_.added) options_.added(literals);
    }
    const bool plain = clause && c.degree() == 1 &&
                       std::ranges::all_of(c.terms(), [](const auto& t) { return t.weight == 1; });
    if (!plain) entry.linear = c;
    const auto [place, fresh] = derived_.emplace(++last_, std::move(entry));
    if (!clause && !c.is_trivial()) general_.emplace(last_, &*place->second.linear);
    newest_ = clause ? std::optional{last_} : std::nullopt;
    return last_;
}

/// What a constraint says under the assumptions: a literal without which it cannot hold is assumed.
/// False if it cannot hold at all.
bool Checker::propagate(const Linear& c, bool& went_on) {
    std::int64_t most = 0;
    for (const auto& t : c.terms())
        if (known_.value(t.literal) >= 0) most = checked::sum(most, t.weight);
    const std::int64_t slack = checked::difference(most, c.degree());
    if (slack < 0) return false;
    for (const auto& t : c.terms()) {
        if (t.weight <= slack || known_.value(t.literal) != 0) continue;
        went_on = true;
        if (!known_.assume(std::array{t.literal})) return false;
    }
    return true;
}

/// Assumes literals, and what follows from clauses and constraints; false on a conflict.
bool Checker::assume(std::span<const Literal> literals) {
    if (!known_.assume(literals)) return false;
    for (bool went_on = true; std::exchange(went_on, false);) {
        ask();
        for (const Linear* c : assumed_)
            if (!propagate(*c, went_on)) return false;
        for (const auto& [id, c] : general_)
            if (!propagate(*c, went_on)) return false;
    }
    return true;
}

/// Whether unit propagation shows that these cannot hold with what is known.
bool Checker::contradict(std::vector<const Linear*> more) {
    assumed_ = std::move(more);
    const bool possible = assume({});
    assumed_.clear();
    known_.retract();
    return !possible;
}

/// By reverse unit propagation.
bool Checker::follows(const Linear& wanted) {
    if (wanted.is_trivial()) return true;
    const std::vector<Literal> clause = wanted.literals();
    if (wanted.is_clause() && general_.empty()) return known_.implied(clause);
    const Linear opposite = wanted.negation();
    return contradict({&opposite});
}

std::string Checker::rup(const Statements& in, const Words& words) {
    std::size_t at = 1;
    const Linear c = constraint(in, words, at);
    if (at < words.size() && words[at] != ":")
        in.refuse("'" + words[at] + "' after the constraint", "nothing more, or hints");
    // Most lines say the last exclusion once more: seen at a glance, without propagation.
    const bool repeats =
        excluded_ && c.is_clause() && holds_all(c.literals(), known_[*derived_.at(*excluded_).ref]);
    if (!repeats && !follows(c)) return "the constraint does not follow by unit propagation";
    keep(c);
    if (excluded_) {
        const Entry& before = derived_.at(*excluded_);
        if (is_covered_by_newest(*before.ref)) {
            known_.remove(*before.ref);
            derived_.erase(*excluded_);
            derived_.at(*newest_).covers = true;
            const auto place = static_cast<std::size_t>(*excluded_) - clauses_;
            replaced_.resize(place + 1, false);
            replaced_[place] = true;
        }
        excluded_.reset();
    }
    return {};
}

/// "pol 5 2 * x1 + 3 d s": reverse Polish, numbers of constraints and literals (which are at least
/// 0) as operands. Which numbers are factors is told by the operator behind them.
std::string Checker::cutting_planes(const Statements& in, const Words& words) {
    struct Operand {
        std::optional<std::int64_t> number{};
        std::optional<Literal> literal{};
        std::optional<Linear> value{};
    };
    std::vector<Operand> stack;
    std::string why;
    const auto constraint_of = [&](const Operand& o) -> Linear {
        if (o.value) return *o.value;
        if (o.literal) return Linear::of({{1, *o.literal}}, 0);
        const std::optional<Linear> found = linear_of(name(*o.number));
        if (!found) why = "there is no constraint " + std::to_string(*o.number);
        return found.value_or(Linear{});
    };
    const auto pop = [&] {
        if (stack.empty()) in.refuse("an operator without an operand", "pol 1 2 + 3 d");
        Operand o = std::move(stack.back());
        stack.pop_back();
        return o;
    };
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        ask();
        if (word == ";" || word == ":") break;
        if (const auto n = number(word)) {
            stack.push_back({.number = *n});
        } else if (word == "+") {
            const Operand b = pop();
            Linear sum = constraint_of(pop());
            sum.add(constraint_of(b));
            stack.push_back({.value = std::move(sum)});
        } else if (word == "*" || word == "d") {
            const Operand k = pop();
            if (!k.number || *k.number < 1) in.refuse("not a positive number", "pol 1 3 *");
            Linear of = constraint_of(pop());
            if (word == "*")
                of.multiply(*k.number);
            else
                of.divide(*k.number);
            stack.push_back({.value = std::move(of)});
        } else if (word == "s") {
            Linear of = constraint_of(pop());
            of.saturate();
            stack.push_back({.value = std::move(of)});
        } else if (word == "w") {
            const Operand variable = pop();
            if (!variable.literal) in.refuse("not a variable", "pol 1 x3 w");
            Linear of = constraint_of(pop());
            of.weaken(*variable.literal);
            stack.push_back({.value = std::move(of)});
        } else {
            stack.push_back({.literal = literal(in, word)});
        }
        if (!why.empty()) return why;
    }
    if (stack.size() != 1) in.refuse("not one result", "pol 1 2 +");
    const Linear made = constraint_of(stack.back());
    if (!why.empty()) return why;
    keep(made);
    excluded_.reset();
    return {};
}

/// "e 17 : 1 x1 >= 1" or "e 1 x1 >= 1 : 17": a constraint is what one thinks it is; without a
/// number, some constraint is.
std::string Checker::equal(const Statements& in, const Words& words) {
    std::size_t at = 1;
    std::optional<std::int64_t> id;
    if (words.size() > 2 && words[2] == ":") {
        id = id_of(words, 1);
        at = 3;
    }
    equal_ = constraint(in, words, at);
    if (at < words.size() && words[at] == ":") ++at;
    if (!id) id = id_of(words, at);
    if (!id) {
        for (std::int64_t i = 1; !found_ && i <= static_cast<std::int64_t>(clauses_); ++i)
            if (linear_of(i) == equal_) found_ = i;
        for (const auto& [name, entry] : derived_)
            if (!found_ && linear_of(name) == equal_) found_ = name;
        return found_ ? "" : "no constraint is that one";
    }
    found_ = id;
    const std::optional<Linear> there = linear_of(*id);
    if (!there) return "there is no constraint " + std::to_string(*id);
    return *there == equal_ ? "" : "constraint " + std::to_string(*id) + " is another one";
}

/// "ia 1 x1 1 x2 >= 1 : 17": follows from that constraint alone, and is kept; "i" keeps nothing.
std::string Checker::implied(const Statements& in, const Words& words) {
    std::size_t at = 1;
    const Linear c = constraint(in, words, at);
    if (at < words.size() && words[at] == ":") ++at;
    const auto id = id_of(words, at);
    if (!id) in.refuse("no constraint that it follows from", "ia 1 x1 1 x2 >= 1 : 17");
    const std::optional<Linear> from = linear_of(*id);
    if (!from) return "there is no constraint " + std::to_string(*id);
    if (!from->implies(c)) return "it does not follow from constraint " + std::to_string(*id);
    if (words[0] == "i") {
        found_ = id;
        return {};
    }
    keep(c);
    excluded_.reset();
    return {};
}

Linear Checker::changed(const Linear& c, const Witness& by) {
    std::vector<Linear::Term> terms;
    std::int64_t degree = c.degree();
    for (const Linear::Term& t : c.terms()) {
        const auto found = by.find(variable_of(t.literal));
        if (found == by.end()) {
            terms.push_back(t);
        } else if (found->second.literal != 0) {
            const Literal l = found->second.literal;
            terms.push_back({t.weight, t.literal > 0 ? l : -l});
        } else if (found->second.truth == (t.literal > 0)) {
            degree = checked::difference(degree, t.weight);
        }
    }
    return Linear::of(std::move(terms), degree);
}

/// "x1 -> 1 x2 -> ~x3", the arrows left out or not, from word `at` on.
Checker::Witness Checker::witness(const Statements& in, const Words& words, std::size_t& at) const {
    constexpr const char* hint = "red 1 x1 >= 1 : x1 -> 1";
    Witness all;
    while (at < words.size() && words[at] != ";" && words[at] != ":" && words[at] != "begin") {
        const Literal variable = literal(in, words[at++]);
        if (at < words.size() && words[at] == "->") ++at;
        if (variable < 0 || at >= words.size()) in.refuse("not a witness", hint);
        Image image;
        if (words[at] == "0" || words[at] == "1")
            image.truth = words[at] == "1";
        else
            image.literal = literal(in, words[at]);
        ++at;
        if (!all.emplace(variable, image).second) in.refuse("a variable twice in a witness", hint);
    }
    return all;
}

/// Variables beyond the formula's may come in by red.
void Checker::introduce(const Statements& in, const Words& words) {
    for (std::string_view word : words) {
        if (word.starts_with('~')) word.remove_prefix(1);
        if (!word.starts_with('x')) continue;
        const auto variable = number(word.substr(1));
        if (!variable || *variable <= static_cast<std::int64_t>(bound_)) continue;
        if (*variable > max_watched_variable)
            in.refuse("'" + std::string(word) + "' is too large a variable",
                      "x1 to x" + std::to_string(max_watched_variable));
        bound_ = static_cast<std::size_t>(*variable);
    }
}

/// True if a constraint still holds, changed by the witness, where all that is known does and the
/// new constraint does not.
bool Checker::keeps(const Linear& kept, const Witness& by, const Linear& opposite) {
    ask();
    const bool touched = std::ranges::any_of(
        kept.terms(), [&](const auto& t) { return by.contains(variable_of(t.literal)); });
    if (!touched) return true;
    const Linear image = changed(kept, by);
    if (image.is_trivial() || kept.implies(image)) return true;
    const Linear fails = image.negation();
    return contradict({&opposite, &fails});
}

/// "red 1 x1 1 x2 >= 1 : x1 -> 1", by redundance-based strengthening [Gocht2021]:
/// wherever all that is known holds and the constraint does not, the witness leads to where both
/// do.
std::string Checker::redundant(const Statements& in, const Words& words) {
    introduce(in, words);
    std::size_t at = 1;
    const Linear c = constraint(in, words, at);
    if (at < words.size() && words[at] == ":") ++at;
    Witness by = witness(in, words, at);
    const bool counts = std::ranges::any_of(
        by, [&](const auto& of) { return static_cast<std::size_t>(of.first) <= counted_; });
    if (counts && solutions_ > 0) return "a witness that changes what counts, behind a solution";
    const char* const opening = version_ == 2 ? "begin" : "subproof";
    if (at < words.size() && (words[at] == ";" || words[at] == ":")) ++at;
    const bool opens = at + 1 == words.size() && words[at] == opening;
    if (!opens && at < words.size()) return "'" + words[at] + "' behind the witness";
    refutes_ = refutes_ || counts;
    Subproof sub{.claim = c, .by = std::move(by), .witnessed = true};
    if (opens) {
        excluded_.reset();
        sub_ = std::move(sub);
        suppose(c.negation());
        return {};
    }
    std::string why = rest_holds(sub);
    if (!why.empty()) return why;
    keep(c);
    excluded_.reset();
    return {};
}

/// What the witness makes of all that is known, and of the claim itself, as far as no goal of the
/// subproof has shown it.
std::string Checker::rest_holds(const Subproof& sub) {
    const Linear opposite = sub.claim.negation();
    const auto why = [](const std::string& which) {
        return "what the witness makes of " + which + " does not follow by unit propagation";
    };
    const auto shown = [&](std::int64_t id) {
        return sub.shown.contains(id) || std::ranges::binary_search(sub.own, id);
    };
    for (std::size_t i = 0; i < clauses_; ++i)
        if (!shown(static_cast<std::int64_t>(i) + 1) &&
            !keeps(Linear::clause(known_[static_cast<Clauses::Ref>(i)]), sub.by, opposite))
            return why("constraint " + std::to_string(i + 1));
    for (const auto& [id, entry] : derived_)
        if (!shown(id) && !keeps(*linear_of(id), sub.by, opposite))
            return why("constraint " + std::to_string(id));
    for (const auto& [variable, image] : sub.by)
        if (const int value = known_.value(variable); value != 0)
            if (!keeps(Linear::clause(std::array{value > 0 ? variable : -variable}), sub.by,
                       opposite))
                return why("x" + std::to_string(variable) + ", which is known,");
    // Not keeps(): that the constraint itself is not implied by what is known is the point.
    const Linear image = changed(sub.claim, sub.by);
    const Linear fails = image.negation();
    if (!sub.claim_shown && !image.is_trivial() && !contradict({&opposite, &fails}))
        return why("the constraint itself");
    return {};
}

/// "pbc 1 x1 >= 1 : subproof": its negation leads to a contradiction.
std::string Checker::by_contradiction(const Statements& in, const Words& words) {
    std::size_t at = 1;
    const Linear c = constraint(in, words, at);
    excluded_.reset();
    if (words.back() == "subproof") {
        sub_ = Subproof{.claim = c};
        suppose(c.negation());
        return {};
    }
    if (!follows(c)) return "the constraint does not follow by unit propagation";
    keep(c);
    return {};
}

/// A constraint that holds within the subproof alone. It stays out of known_, where what was once
/// found true outlives the constraints that it came from.
void Checker::suppose(const Linear& c) {
    const auto [place, fresh] = derived_.emplace(++last_, Entry{.linear = c});
    if (!c.is_trivial()) general_.emplace(last_, &*place->second.linear);
    sub_->own.push_back(last_);
    newest_.reset();
}

/// Takes back what the subproof supposed and made, but for the first ones.
void Checker::forget_from(std::size_t place) {
    for (std::size_t i = place; i < sub_->own.size(); ++i) {
        general_.erase(sub_->own[i]);
        derived_.erase(sub_->own[i]);
    }
    sub_->own.resize(std::min(place, sub_->own.size()));
}

/// A statement that a subproof has of its own, or means otherwise.
std::string Checker::within(const Statements& in, const Words& words) {
    const std::string& rule = words[0];
    if (rule == "proofgoal") return open_goal(in, words);
    if (rule == "end" || rule == "qed") return close(in, words);
    if (rule == "del" || rule == "deld") return {};  // goes with the subproof, or stays known
    return "the rule '" + rule + "' is not supported in a subproof";
}

/// "proofgoal #1" (the claim) or "proofgoal 17" (constraint 17): what the witness makes of it is
/// supposed to fail.
std::string Checker::open_goal(const Statements& in, const Words& words) {
    if (!sub_->witnessed) return "a goal in a proof by contradiction";
    if (sub_->goal) return "a goal within a goal";
    if (words.size() != 2) in.refuse("not a goal", "proofgoal #1");
    Linear goal = sub_->claim;
    if (words[1] != "#1") {
        const auto id = id_of(words, 1);
        if (!id) return "there is no goal " + words[1];
        const std::optional<Linear> found = linear_of(*id);
        if (!found || std::ranges::binary_search(sub_->own, *id))
            return "there is no goal " + words[1];
        goal = *found;
        sub_->goal = std::to_string(*id);
    } else {
        sub_->goal = "#1";
    }
    sub_->goal_from = sub_->own.size();
    suppose(changed(goal, sub_->by).negation());
    return {};
}

/// "qed : -1", "qed #1 : 17", in version 2 "end -1": that constraint is a contradiction; without a
/// number, propagation finds one.
std::string Checker::close(const Statements& in, const Words& words) {
    std::size_t at = 1;
    if (version_ == 3) {
        while (at < words.size() && words[at] != ":") ++at;
        ++at;
    }
    if (at < words.size()) {
        const auto id = id_of(words, at);
        if (!id || at + 1 != words.size()) in.refuse("not a constraint's number", "qed : -1");
        const std::optional<Linear> found = linear_of(*id);
        if (!found || !found->is_contradiction())
            return "constraint " + words[at] + " is no contradiction";
    } else if ((sub_->goal || !sub_->witnessed) && !contradict({})) {
        return "no contradiction was derived";
    }
    if (sub_->goal) {
        if (*sub_->goal == "#1")
            sub_->claim_shown = true;
        else
            sub_->shown.insert(*number(*sub_->goal));
        sub_->goal.reset();
        forget_from(sub_->goal_from);
        return {};
    }
    // A contradiction from the claim's negation alone shows all goals.
    std::string why = sub_->witnessed && at >= words.size() ? rest_holds(*sub_) : std::string{};
    forget_from(0);
    const Linear claim = std::move(sub_->claim);
    sub_.reset();
    if (why.empty()) keep(claim);
    return why;
}

bool Checker::is_covered_by_newest(Clauses::Ref ref) const {
    return newest_ && holds_all(known_[ref], known_[*derived_.at(*newest_).ref]);
}

std::string Checker::solution(const Statements& in, const Words& words, bool exclude) {
    std::vector<Literal> counted;
    std::vector<Literal> others;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Literal l = literal(in, words[i]);
        const auto variable = static_cast<std::size_t>(variable_of(l));
        (variable <= counted_ ? counted : others).push_back(l);
    }
    const auto all_known = [&](std::size_t variables) {
        for (std::size_t v = 1; v <= variables; ++v)
            if (known_.value(static_cast<Literal>(v)) == 0) return false;
        return true;
    };
    if (refutes_) return "a solution behind a witness that changed what counts";
    std::string why;
    // NOLINTBEGIN(bugprone-branch-clone): what counts comes before the rest
    if (!assume(counted))
        why = "the solution is in conflict with the formula, or was logged before";
    else if (!all_known(counted_))
        why = "the solution leaves variables open";
    else if (!assume(others))
        why = "the solution is in conflict with the formula";
    else if (!all_known(variables_))
        why = "the solution leaves variables open";
    // NOLINTEND(bugprone-branch-clone)
    if (why.empty() && exclude && options_.model_check) {
        std::vector<bool> model(variables_ + 1, false);
        for (std::size_t v = 1; v <= variables_; ++v)
            model[v] = known_.value(static_cast<Literal>(v)) > 0;
        why = options_.model_check(model);
    }
    known_.retract();
    if (!why.empty() || !exclude) return why;
    ++solutions_;
    for (Literal& l : counted) l = -l;
    excluded_ = add(counted, true);
    newest_.reset();
    return {};
}

std::string Checker::remove(const Statements& in, const Words& words, std::size_t from) {
    for (std::size_t i = from; i < words.size(); ++i) {
        const auto id = id_of(words, i);
        if (!id) in.refuse("'" + words[i] + "' is not a constraint's number", "17");
        if (*id >= 1 && static_cast<std::size_t>(*id) <= clauses_) continue;  // stays known
        const auto place = static_cast<std::size_t>(*id) - clauses_;
        if (*id > 0 && place < replaced_.size() && replaced_[place]) {
            replaced_[place] = false;  // gone already
            continue;
        }
        const auto found = derived_.find(*id);
        if (found == derived_.end())
            return "there is no constraint " + std::to_string(*id) + " to delete";
        if (found->second.covers) {
            if (newest_ == *id || !is_covered_by_newest(*found->second.ref)) continue;
            derived_.at(*newest_).covers = true;
        }
        if (newest_ == *id) newest_.reset();
        if (excluded_ == *id) excluded_.reset();
        if (found->second.ref) known_.remove(*found->second.ref);
        general_.erase(*id);
        derived_.erase(found);
    }
    return {};
}

std::string Checker::conclusion(const Statements& in, const Words& words) {
    std::size_t at = 2;
    if (words.size() < 2) in.refuse("a conclusion is missing", "ENUMERATION_COMPLETE 12 : 40");
    if (words[1] == "ENUMERATION_COMPLETE") {
        const auto claimed = words.size() > 2 ? number(words[2]) : std::nullopt;
        if (!claimed) in.refuse("a number of solutions is missing", "ENUMERATION_COMPLETE 12 : 40");
        if (version_ == 2) return "a conclusion that version 2 does not know";
        if (std::cmp_not_equal(*claimed, solutions_))
            return std::to_string(solutions_) + " solutions were logged, " +
                   std::to_string(*claimed) + " are claimed";
        at = 3;
    } else if (words[1] == "UNSAT") {
        if (version_ == 3 && solutions_ != 0) return "solutions were logged, UNSAT is claimed";
    } else {
        return "the conclusion '" + words[1] + "' claims nothing that is checked here";
    }
    if (at < words.size()) {
        const auto id = at + 2 == words.size() && words[at] == ":" ? id_of(words, at + 1)
                                                                   : std::optional<std::int64_t>{};
        if (!id) in.refuse("not a constraint's number", ": 40");
        const std::optional<Linear> found = linear_of(*id);
        if (!found || !found->is_contradiction())
            return "constraint " + std::to_string(*id) + " is no contradiction";
    } else if (!known_.contradictory()) {
        return "no contradiction was derived";
    }
    concluded_ = true;
    return {};
}

}  // namespace

Result check_veripb(const Cnf& formula, std::istream& proof, const std::string& source,
                    const VeripbOptions& options) {
    return Checker{formula, options}.run(Statements{proof, source, options.stop});
}

}  // namespace clew::proof::inline checker
