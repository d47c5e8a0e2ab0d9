// What is checked, and why it is enough.
//
// There is a set of clauses, at first the formula's. Each step changes it so that the assignments
// of the formula's variables that can be completed to one that satisfies all clauses stay the same:
//
//   p, s   define a new variable by clauses that fix it, whatever the others are;
//   a      adds a clause that the others imply;
//   d      removes one that the others imply; never one that defines a node.
//
// At the end there are the defining clauses, the root as a unit clause, and clauses of the formula
// that the root implies, for which see below. So an assignment satisfies the formula if and only if
// the root, as defined, is true under it. What was added may stay, too, or go without a reason, as
// long as the formula is whole: then it implies the root, and the root each of its clauses. Where
// the empty clause was added, there is no assignment at all.
//
// Whether the root implies a clause is seen by going up the graph once: its literals are false, any
// other literal may be true or not; a product can be true if all of its parts can, and false if one
// can; a sum can be true if one can, and false if both can. If the root cannot be true, the clause
// holds where the root does. (It may be that the parts cannot be so at the same time: then this
// asks for more than is needed.) 64 clauses go up at once, a bit each.
//
// And how often the root is true can be read off the graph: in a product no two parts share a
// variable of the formula, so their numbers multiply; in a sum never both are true, so they add.
// That a sum's children exclude each other must follow from defining clauses alone, as the formula
// would rule out assignments that the counting does not. Numbers are those of the variables below a
// node: a child that lacks k of its sum's variables counts 2^k times, the negation of a child of k
// variables 2^k less its number.
//
// A clause is implied if its negation, with the hinted clauses taken in their order, leads to a
// contradiction: each must have exactly one literal left, which then holds, or none.

#include "proof/checker/cpog.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <istream>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/checked.hpp"
#include "core/base/count.hpp"
#include "proof/checker/numbered.hpp"
#include "proof/checker/scan.hpp"

namespace clew::proof::inline checker {
namespace {

using Id = std::int64_t;

constexpr Id max_id = std::numeric_limits<std::int32_t>::max();
/// Models are counted over so many variables at most: their number would take long to write down.
constexpr std::size_t most_counted = 1 << 18;

/// A step that does not hold; a text that is no step is an InputError.
struct Refused {
    std::string why;
};

std::string text(std::int64_t number) { return std::to_string(number); }

std::size_t place_of(Literal l) { return static_cast<std::size_t>(variable_of(l)); }

/// The clauses at a moment, by their numbers.
class ClauseStore {
  public:
    enum class Kind : std::uint8_t { absent, input, added, defining };

    bool is_there(Id id) const { return kind(id) != Kind::absent; }
    Kind kind(Id id) const { return slots_.at(static_cast<std::uint64_t>(id)).kind; }
    std::span<const Literal> operator[](Id id) const {
        return literals(slots_.at(static_cast<std::uint64_t>(id)));
    }
    void add(Id id, Kind kind, std::span<const Literal> clause) {
        if (is_there(id)) throw Refused{"there is a clause " + text(id) + " already"};
        slots_[static_cast<std::uint64_t>(id)] = {literals_.size(),
                                                  checked::fit<std::uint32_t>(clause.size()), kind};
        literals_.insert(literals_.end(), clause.begin(), clause.end());
    }
    void remove(Id id) { slots_[static_cast<std::uint64_t>(id)].kind = Kind::absent; }
    /// Calls take(id, kind, clause) for each, in the order of their numbers.
    template <class Take>
    void each(Take take) const {
        slots_.each([&](std::uint64_t id, const Slot& slot) {
            if (slot.kind != Kind::absent) take(static_cast<Id>(id), slot.kind, literals(slot));
        });
    }

  private:
    struct Slot {
        std::size_t begin = 0;
        std::uint32_t size = 0;
        Kind kind = Kind::absent;
    };
    std::span<const Literal> literals(const Slot& slot) const {
        return std::span(literals_).subspan(slot.begin, slot.size);
    }
    std::vector<Literal> literals_;
    Numbered<Slot> slots_;
};

/// What is assumed or follows, during one implication.
class Truth {
  public:
    /// Variables up to that number may be asked for.
    void grow(std::size_t variables) {
        if (variables >= mark_.size()) mark_.resize(variables + 1, 0);
    }
    void clear() {
        if (++now_ == std::numeric_limits<std::int32_t>::max()) {
            std::ranges::fill(mark_, 0);
            now_ = 1;
        }
    }
    /// False if the opposite holds.
    bool set(Literal l) {
        std::int32_t& mark = mark_[place_of(l)];
        const std::int32_t wanted = l > 0 ? now_ : -now_;
        if (mark == -wanted) return false;
        mark = wanted;
        return true;
    }
    bool is_false(Literal l) const { return mark_[place_of(l)] == (l > 0 ? -now_ : now_); }
    bool is_true(Literal l) const { return is_false(-l); }

  private:
    std::vector<std::int32_t> mark_;  // by variable: now_ if true, -now_ if false
    std::int32_t now_ = 0;
};

/// Whether a clause follows, where no hints are given: unit propagation in all clauses. Built when
/// it is first asked for, and for proofs that leave little to be searched. Nothing is remembered
/// from one question to the next: what a clause gave must not outlive it.
class Search {
  public:
    explicit Search(const ClauseStore& clauses) : clauses_(clauses) {
        clauses.each([this](Id id, auto, auto) { add(id); });
    }
    void add(Id id) {
        if (clauses_[id].size() < 2) short_.push_back(id);
        for (Literal l : clauses_[id]) of(l).push_back(id);
    }
    /// True if `assumed` cannot all hold, by clauses that `may_use`.
    template <class MayUse>
    bool contradicts(std::span<const Literal> assumed, Truth& truth, MayUse may_use) {
        truth.clear();
        std::vector<Literal> trail;
        const auto hold = [&](Literal l) {
            if (truth.is_true(l)) return true;
            trail.push_back(l);
            return truth.set(l);
        };
        // False if the clause has no literal left.
        const auto look = [&](Id id) {
            if (!clauses_.is_there(id) || !may_use(id)) return true;
            Literal left = 0;
            for (Literal l : clauses_[id]) {
                if (truth.is_false(l) || l == left) continue;
                if (left != 0 || truth.is_true(l)) return true;
                left = l;
            }
            return left != 0 && hold(left);
        };
        for (Literal l : assumed)
            if (!hold(l)) return true;
        for (Id id : short_)
            if (!look(id)) return true;
        for (std::size_t i = 0; i < trail.size(); ++i)  // NOLINT(modernize-loop-convert): it grows
            for (Id id : of(-trail[i]))
                if (!look(id)) return true;
        return false;
    }

  private:
    std::vector<Id>& of(Literal l) {
        const std::size_t code = 2 * place_of(l) + (l < 0 ? 1 : 0);
        if (code >= with_.size()) with_.resize(code + 1);
        return with_[code];
    }
    const ClauseStore& clauses_;
    std::vector<Id> short_;              // of none or one literal
    std::vector<std::vector<Id>> with_;  // by literal
};

/// The graph: of each node the variables below it, and its number of models over these. Literals
/// are numbered in the order in which the text names their variables first.
class Nodes {
  public:
    explicit Nodes(std::size_t inputs) : inputs_(inputs) {}

    struct Node {
        std::vector<std::uint64_t> variables;  // a bit each, in the order in which nodes use them
        std::size_t size = 0;                  // how many
        Count models;
    };

    /// A literal of the text; nothing if its variable is neither the formula's nor a node.
    std::optional<Literal> known(Literal of_text) {
        const std::size_t v = place_of(of_text);
        Literal l = numbers_.at(v);
        if (l == 0) {
            if (v > inputs_) return std::nullopt;
            l = number(v, {});
        }
        return of_text > 0 ? l : -l;
    }
    Literal define(Literal node, Node what) {
        nodes_.push_back(std::move(what));
        return number(place_of(node), {true, nodes_.size() - 1});
    }
    /// Numbers go up to this one.
    std::size_t bound() const { return meanings_.size(); }

    Node product(std::span<const Literal> parts) {
        Node out{{}, 0, Count{1}};
        for (Literal l : parts) {
            if (!meanings_[place_of(l) - 1].is_node) {
                const std::size_t bit = bit_of(l);
                if (out.variables.size() <= bit / 64) out.variables.resize(bit / 64 + 1);
                if ((out.variables[bit / 64] >> (bit % 64) & 1) != 0) refuse_sharing();
                out.variables[bit / 64] |= std::uint64_t{1} << (bit % 64);
                ++out.size;
                continue;
            }
            const Node part = of(l);
            if (out.variables.size() < part.variables.size())
                out.variables.resize(part.variables.size());
            for (std::size_t w = 0; w < part.variables.size(); ++w) {
                if ((out.variables[w] & part.variables[w]) != 0) refuse_sharing();
                out.variables[w] |= part.variables[w];
            }
            out.size += part.size;
            out.models *= part.models;
        }
        return out;
    }
    Node sum(Literal a, Literal b) {
        const Node of_a = of(a), of_b = of(b);
        Node out{of_a.variables, 0, Count{0}};
        out.variables.resize(std::max(of_a.variables.size(), of_b.variables.size()));
        for (std::size_t w = 0; w < of_b.variables.size(); ++w)
            out.variables[w] |= of_b.variables[w];
        for (std::uint64_t word : out.variables)
            out.size += static_cast<std::size_t>(std::popcount(word));
        out.models = of_a.models * power_of_two(out.size - of_a.size) +
                     of_b.models * power_of_two(out.size - of_b.size);
        return out;
    }
    /// Models over all variables of the formula of which the literal is true.
    Count count(Literal root) {
        if (inputs_ > most_counted) refuse_counting();
        const Node node = of(root);
        return node.models * power_of_two(inputs_ - node.size);
    }

  private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    /// What a number stands for: a node, or a variable of the formula, with its bit once a node
    /// uses it.
    struct Meaning {
        bool is_node = false;
        std::size_t place = none;
    };

    [[noreturn]] static void refuse_sharing() {
        throw Refused{"two parts of the product share a variable"};
    }
    [[noreturn]] static void refuse_counting() {
        throw Refused{"more than " + text(most_counted) + " variables, too many to count models"};
    }
    static Count power_of_two(std::size_t exponent) {
        Count power{1};
        for (Count square{2}; exponent > 0; exponent /= 2) {
            if (exponent % 2 == 1) power *= square;
            if (exponent > 1) square *= Count{square};
        }
        return power;
    }
    Literal number(std::size_t variable, Meaning meaning) {
        meanings_.push_back(meaning);
        return numbers_[variable] = checked::fit<Literal>(meanings_.size());
    }
    /// Of a literal of the formula.
    std::size_t bit_of(Literal l) {
        Meaning& meaning = meanings_[place_of(l) - 1];
        if (meaning.place == none) meaning.place = used_++;
        if (used_ > most_counted) refuse_counting();
        return meaning.place;
    }
    /// A literal of the formula as a node of one variable; the opposite of a node.
    Node of(Literal l) {
        const Meaning& meaning = meanings_[place_of(l) - 1];
        if (!meaning.is_node) {
            const std::size_t bit = bit_of(l);
            Node out{std::vector<std::uint64_t>(bit / 64 + 1, 0), 1, Count{1}};
            out.variables.back() = std::uint64_t{1} << (bit % 64);
            return out;
        }
        Node out = nodes_[meaning.place];
        if (l < 0) out.models = power_of_two(out.size) - out.models;
        return out;
    }

    std::size_t inputs_;
    std::size_t used_ = 0;
    Numbered<Literal> numbers_;  // by variable of the text; 0: not named yet
    std::vector<Meaning> meanings_;
    std::vector<Node> nodes_;
};

class Checker {
  public:
    Checker(const Cnf& formula, std::istream& proof, const std::string& source,
            const StopFlag* stop)
        : stop_(stop), in_(proof, source, stop), nodes_(formula.variables) {
        for (std::size_t i = 0; i < formula.size(); ++i) {
            clause_.clear();
            for (const Literal l : formula[i]) clause_.push_back(known(l));
            clauses_.add(static_cast<Id>(i) + 1, ClauseStore::Kind::input, clause_);
        }
    }

    Result run() {
        Result result;
        try {
            while (in_.next_line()) {
                if (in_.rest().front() == 'c') continue;
                ask();
                ++result.steps;
                step();
            }
            conclude();
            result.count = *root_ == 0 ? "0" : nodes_.count(*root_).to_string();
        } catch (const Stopped&) {
            result.stopped = true;
            return result;
        } catch (const Refused& refused) {
            result.why = refused.why;
            result.line = in_.line();
            return result;
        }
        result.accepted = true;
        return result;
    }

  private:
    enum class HintsFrom : std::uint8_t { all_clauses, definitions };

    void step() {
        const char first = in_.rest().front();
        if (first >= '0' && first <= '9') {
            const Id id = in_.number(1, max_id);
            const std::string_view what = in_.word();
            if (what == "p") return add_product(id);
            if (what == "s") return add_sum(id);
            if (what == "a") return add_clause(id);
            in_.refuse("an unknown step", "p, s or a after the number of a clause");
        }
        const std::string_view what = in_.word();
        if (what == "d" || what == "dc") return remove_clause();
        if (what == "D") return remove_added();
        if (what == "r") return set_root();
        in_.refuse("an unknown step", "a number, d, D, r or c");
    }

    // --- steps ---

    void add_product(Id id) {
        const Literal name = new_node();
        read_literals(literals_);
        in_.end_of_line();
        const Literal node = define(name, nodes_.product(literals_));
        graph_.push_back({id, Operation::product});
        // node or not all of the parts; not node or each part
        clause_.assign(1, node);
        for (Literal l : literals_) clause_.push_back(-l);
        add(id, ClauseStore::Kind::defining, clause_);
        for (Literal l : literals_) add_definition(++id, {-node, l});
    }

    void add_sum(Id id) {
        const Literal name = new_node();
        const Literal a = literal(), b = literal();
        Nodes::Node made = nodes_.sum(a, b);
        clause_ = {-a, -b};
        require_implied(HintsFrom::definitions, "the children of the sum may both hold");
        in_.end_of_line();
        const Literal node = define(name, std::move(made));
        graph_.push_back({id, Operation::sum});
        add_definition(id, {-node, a, b});
        add_definition(id + 1, {node, -a});
        add_definition(id + 2, {node, -b});
    }

    void add_clause(Id id) {
        read_literals(clause_);
        require_implied(HintsFrom::all_clauses, "the clause does not follow from its hints");
        in_.end_of_line();
        refuted_ = refuted_ || clause_.empty();
        add(id, ClauseStore::Kind::added, clause_);
    }

    void remove_clause() {
        const Id id = in_.number(1, max_id);
        if (!clauses_.is_there(id)) throw Refused{"there is no clause " + text(id)};
        if (clauses_.kind(id) == ClauseStore::Kind::defining)
            throw Refused{"clause " + text(id) + " defines a node and must stay"};
        const auto clause = clauses_[id];
        clause_.assign(clause.begin(), clause.end());
        whole_ = whole_ && clauses_.kind(id) != ClauseStore::Kind::input;
        clauses_.remove(id);
        require_implied(HintsFrom::all_clauses,
                        "clause " + text(id) + " does not follow from those that remain");
        in_.end_of_line();
    }

    void remove_added() {
        if (!whole_)
            throw Refused{"a clause of the formula was deleted, and may have rested on these"};
        while (const Id id = in_.number(0, max_id)) {
            if (clauses_.kind(id) != ClauseStore::Kind::added)
                throw Refused{"clause " + text(id) + " was not added by the proof"};
            clauses_.remove(id);
        }
        in_.end_of_line();
    }

    void set_root() {
        const auto root = static_cast<Literal>(in_.number(-max_variable, max_variable));
        const Literal found = root == 0 ? 0 : known(root);
        in_.end_of_line();
        if (root_) throw Refused{"a second root"};
        root_ = found;
    }

    /// The root as a unit clause, the definitions, and what is implied by these.
    void conclude() {
        if (!root_) throw Refused{"the proof names no root"};
        if (*root_ == 0) {
            if (!refuted_) throw Refused{"the empty clause was not shown"};
            return;
        }
        bool holds = false;
        std::vector<Id> left;
        clauses_.each([&](Id id, ClauseStore::Kind kind, std::span<const Literal> clause) {
            const bool is_root = clause.size() == 1 && clause.front() == *root_;
            holds = holds || is_root;
            if (is_root) return;
            if (kind == ClauseStore::Kind::input)
                left.push_back(id);
            else if (kind == ClauseStore::Kind::added && !whole_)
                throw Refused{"clause " + text(id) + " remains at the end"};
        });
        if (!holds) throw Refused{"the root was not shown to hold"};
        for (std::size_t i = 0; i < left.size(); i += 64) {
            ask();
            require_by_root(std::span(left).subspan(i, std::min<std::size_t>(64, left.size() - i)));
        }
    }

    /// That each of up to 64 clauses holds where the root does.
    void require_by_root(std::span<const Id> clauses) {
        constexpr std::uint64_t all = ~std::uint64_t{0};
        const auto code = [](Literal l) { return 2 * place_of(l) + (l < 0 ? 1U : 0U); };
        std::vector<std::uint64_t> can(2 * (nodes_.bound() + 1), all);  // be true, by literal
        for (std::size_t i = 0; i < clauses.size(); ++i)
            for (Literal l : clauses_[clauses[i]]) can[code(l)] &= ~(std::uint64_t{1} << i);
        for (const auto& [id, operation] : graph_) {
            const auto definition = clauses_[id];
            const auto parts = definition.subspan(1);
            const Literal node = variable_of(definition.front());
            const bool is_sum = operation == Operation::sum;
            std::uint64_t yes = is_sum ? 0 : all, no = is_sum ? all : 0;
            for (const Literal l : parts) {
                const Literal part = is_sum ? l : -l;  // a product's definition negates them
                yes = is_sum ? yes | can[code(part)] : yes & can[code(part)];
                no = is_sum ? no & can[code(-part)] : no | can[code(-part)];
            }
            can[code(node)] = yes;
            can[code(-node)] = no;
        }
        for (std::size_t i = 0; i < clauses.size(); ++i) {
            const auto clause = clauses_[clauses[i]];
            const bool always = std::ranges::any_of(
                clause, [&](Literal l) { return std::ranges::find(clause, -l) != clause.end(); });
            if (!always && ((can[code(*root_)] >> i) & 1) != 0)
                throw Refused{"the graph does not imply clause " + text(clauses[i])};
        }
    }

    // --- their parts ---

    void ask() const {
        if (stop_ != nullptr && stop_->raised()) throw Stopped{};
    }
    /// As it is numbered in the graph.
    Literal known(Literal of_text) {
        const std::optional<Literal> l = nodes_.known(of_text);
        if (!l) throw Refused{"variable " + text(variable_of(of_text)) + " is not known"};
        truth_.grow(nodes_.bound());
        return *l;
    }
    Literal literal() {
        const auto l = static_cast<Literal>(in_.number(-max_variable, max_variable));
        if (l == 0) in_.refuse("0 is no literal", "a variable or its negative");
        return known(l);
    }
    /// Up to the 0.
    void read_literals(std::vector<Literal>& out) {
        out.clear();
        while (const std::int64_t l = in_.number(-max_variable, max_variable))
            out.push_back(known(static_cast<Literal>(l)));
    }
    /// As the text names it.
    Literal new_node() {
        const auto node = static_cast<Literal>(in_.number(1, max_variable));
        if (nodes_.known(node)) throw Refused{"variable " + text(node) + " has a meaning already"};
        return node;
    }
    Literal define(Literal name, Nodes::Node what) {
        const Literal node = nodes_.define(name, std::move(what));
        truth_.grow(nodes_.bound());
        return node;
    }
    void add(Id id, ClauseStore::Kind kind, std::span<const Literal> clause) {
        clauses_.add(id, kind, clause);
        if (search_) search_->add(id);
    }
    void add_definition(Id id, std::initializer_list<Literal> clause) {
        add(id, ClauseStore::Kind::defining, std::span(clause.begin(), clause.size()));
    }

    /// Reads hints up to the 0 and goes from the negation of clause_ to a contradiction.
    void require_implied(HintsFrom from, const std::string& otherwise) {
        truth_.clear();
        bool contradiction = false;
        if (in_.rest().starts_with('*')) {
            in_.word();
            if (!in_.at_end()) in_.number(0, 0);
            if (!search_) search_.emplace(clauses_);
            assumed_.clear();
            for (Literal l : clause_) assumed_.push_back(-l);
            if (!search_->contradicts(assumed_, truth_, [&](Id id) {
                    return from == HintsFrom::all_clauses ||
                           clauses_.kind(id) == ClauseStore::Kind::defining;
                }))
                throw Refused{otherwise};
            return;
        }
        for (Literal l : clause_)
            if (!truth_.set(-l)) contradiction = true;  // it holds by itself
        for (;;) {
            const Id hint = in_.number(0, max_id);
            if (hint == 0) break;
            if (contradiction) continue;
            if (!clauses_.is_there(hint))
                throw Refused{otherwise + ": there is no clause " + text(hint)};
            if (from == HintsFrom::definitions &&
                clauses_.kind(hint) != ClauseStore::Kind::defining)
                throw Refused{otherwise + ": clause " + text(hint) + " defines no node"};
            Literal left = 0;
            for (Literal l : clauses_[hint]) {
                if (truth_.is_false(l) || l == left) continue;
                if (left != 0 || truth_.is_true(l))
                    throw Refused{otherwise + ": clause " + text(hint) + " is not unit"};
                left = l;
            }
            if (left == 0)
                contradiction = true;
            else
                truth_.set(left);
        }
        if (!contradiction) throw Refused{otherwise};
    }

    enum class Operation : std::uint8_t { product, sum };
    struct Defined {
        Id id;  // of the clause that names all parts
        Operation operation;
    };

    const StopFlag* stop_;
    Scanner in_;
    ClauseStore clauses_;
    std::vector<Defined> graph_;
    Truth truth_;
    Nodes nodes_;
    std::optional<Search> search_;  // if a step had no hints
    std::optional<Literal> root_;   // 0: no model
    bool whole_ = true;             // no clause of the formula was deleted
    bool refuted_ = false;          // the empty clause was added
    std::vector<Literal> clause_, literals_, assumed_;
};

}  // namespace

Result check_cpog(const Cnf& formula, std::istream& proof, const std::string& source,
                  const StopFlag* stop) {
    return Checker{formula, proof, source, stop}.run();
}

}  // namespace clew::proof::inline checker
