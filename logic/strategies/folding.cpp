// Two ways to cut a chain.
//
// At a placement: "r5c5 is 3 since nothing else is left there, so ..., which runs out" is told as
// "r5c5 is not 3 (if it were, then ..., which runs out). Now nothing is left for r5c5". All that
// rests on the placement goes into the lemma, all that it rests on stays outside, and what does
// neither is shared out.
//
// At a fact: what serves nothing but to rule a candidate out becomes the lemma on it, for if the
// candidate held, what would have ruled it out runs out: the constraint of the placement that sees
// it, or the house of the locked candidates.
//
// Of all cuts the one after which the fewest more are needed is made, then the one whose larger
// part is smallest, then the one whose lemma rests on the fewest facts outside.

#include "logic/strategies/folding.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"

namespace clew::logic::inline strategies {
namespace {

using Id = std::size_t;

struct Fact;

// The first fact is what is supposed.
struct Chain {
    std::vector<Fact> facts;
    Constraint conflict;
    std::vector<Id> wanted;  // by which it runs out
};

// A line, which refers to others by their ids; its lemma is `inner`.
struct Fact {
    Id id = 0;
    Inference line;
    std::vector<Chain> inner{};
};

bool is_told(const Fact& fact) { return !fact.inner.empty() || is_inference(fact.line); }

/// How many inferences a reader makes of the facts that are marked.
std::size_t count(const std::vector<Fact>& facts, const std::vector<char>& marked) {
    std::size_t found = 0;
    const Fact* last = nullptr;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (marked[i] == 0) continue;
        const bool along = last != nullptr && last->inner.empty() && facts[i].inner.empty() &&
                           together(last->line, facts[i].line);
        if (is_told(facts[i]) && !along) ++found;
        last = &facts[i];
    }
    return found;
}
std::size_t count(const Chain& chain) {
    return count(chain.facts, std::vector<char>(chain.facts.size(), 1));
}

/// What the chain refers to and does not say itself.
void refers_to(const Chain& chain, std::set<Id>& outside) {
    std::set<Id> all{chain.wanted.begin(), chain.wanted.end()};
    for (const Fact& fact : chain.facts) {
        all.insert(fact.line.from.begin(), fact.line.from.end());
        for (const Chain& inner : fact.inner) refers_to(inner, all);
    }
    for (const Fact& fact : chain.facts) all.erase(fact.id);
    outside.insert(all.begin(), all.end());
}

class Folder {
  public:
    Folder(const State& state, std::size_t most, Id next)
        : state_(state), most_(most), next_(next) {}

    void fold(Chain& chain) {
        while (count(chain) > most_) {
            const auto cut = best_cut(chain);
            if (!cut) return;
            chain = cut->at_placement ? cut_at_placement(chain, *cut) : cut_at_fact(chain, *cut);
        }
        for (Fact& fact : chain.facts)
            for (Chain& inner : fact.inner) fold(inner);
    }

  private:
    using Cost = std::tuple<std::size_t, std::size_t, std::size_t>;
    struct Cut {
        bool at_placement = false;
        std::size_t at = 0;        // of the facts
        std::vector<char> inside;  // by fact
        Cost cost;
    };

    std::size_t folds(std::size_t inferences) const {
        return inferences <= most_ ? 0 : (inferences - 1) / most_;
    }

    /// By fact: where its premises stand.
    static std::vector<std::vector<std::size_t>> premises(const Chain& chain) {
        std::map<Id, std::size_t> place;
        std::vector<std::vector<std::size_t>> found;
        for (std::size_t i = 0; i < chain.facts.size(); ++i) {
            std::set<Id> from{chain.facts[i].line.from.begin(), chain.facts[i].line.from.end()};
            for (const Chain& inner : chain.facts[i].inner) refers_to(inner, from);
            found.emplace_back();
            for (const Id id : from)
                if (const auto at = place.find(id); at != place.end())
                    found.back().push_back(at->second);
            place[chain.facts[i].id] = i;
        }
        return found;
    }

    std::optional<Cut> best_cut(const Chain& chain) const {
        const std::vector<Fact>& facts = chain.facts;
        const auto from = premises(chain);
        const std::size_t all = count(chain);
        std::optional<Cut> best;
        const auto consider = [&](bool at_placement, std::size_t at,
                                  const std::vector<char>& inside, std::size_t gone) {
            std::vector<char> outside(facts.size());
            for (std::size_t i = 0; i < facts.size(); ++i)
                outside[i] = inside[i] == 0 && i != at && i != gone ? 1 : 0;
            const std::size_t outer = count(facts, outside) + 1, inner = count(facts, inside);
            if (inner == 0 || inner >= all || outer >= all) return;
            std::vector<char> used(facts.size());
            for (std::size_t i = 0; i < facts.size(); ++i)
                if (inside[i] != 0)
                    for (const std::size_t k : from[i]) used[k] = outside[k];
            const auto rests_on = static_cast<std::size_t>(std::ranges::count(used, 1));
            const Cost cost{folds(outer) + folds(inner), std::max(outer, inner), rests_on};
            if (!best || cost < best->cost) best = Cut{at_placement, at, inside, cost};
        };
        for (std::size_t at = 1; at < facts.size(); ++at) {
            if (is_single(facts[at])) each_at_placement(facts, from, at, consider);
            if (const auto gone = ruled_out_by(facts, from, at))
                at_fact(chain, from, at, *gone, consider);
        }
        return best;
    }

    static bool is_single(const Fact& fact) {
        return fact.inner.empty() && fact.line.truth == Truth::holds && fact.line.by.size() == 1;
    }

    template <class Consider>
    static void each_at_placement(const std::vector<Fact>& facts,
                                  const std::vector<std::vector<std::size_t>>& from, std::size_t at,
                                  const Consider& consider) {
        std::vector<char> before(facts.size()), inside(facts.size());
        for (const std::size_t k : from[at]) before[k] = 1;
        for (std::size_t i = at; i-- > 0;)
            if (before[i] != 0)
                for (const std::size_t k : from[i]) before[k] = 1;
        before[0] = before[at] = 1;
        for (std::size_t i = 1; i < facts.size(); ++i) inside[i] = before[i] == 0 ? 1 : 0;
        std::vector<char> rests(facts.size());
        rests[at] = 1;
        for (std::size_t i = at + 1; i < facts.size(); ++i)
            for (const std::size_t k : from[i])
                if (rests[k] != 0) rests[i] = 1;
        consider(true, at, inside, at);
        // What does not rest on it, in order, outside too.
        for (std::size_t i = 1; i < facts.size(); ++i) {
            if (inside[i] == 0 || rests[i] != 0) continue;
            inside[i] = 0;
            if (is_told(facts[i])) consider(true, at, inside, at);
        }
    }

    /// What would run out if the fact's candidate held: where the placement stands that sees it,
    /// or, of locked candidates, the fact itself.
    static std::optional<std::size_t> ruled_out_by(
        const std::vector<Fact>& facts, const std::vector<std::vector<std::size_t>>& from,
        std::size_t at) {
        const Fact& fact = facts[at];
        if (!fact.inner.empty() || fact.line.truth == Truth::holds) return std::nullopt;
        if (!is_inference(fact.line)) {
            if (from[at].size() != 1 || from[at][0] == 0 || !is_single(facts[from[at][0]]))
                return std::nullopt;
            return from[at][0];
        }
        const auto along = [&](std::size_t i) {
            return i < facts.size() && facts[i].inner.empty() && together(facts[i].line, fact.line);
        };
        const bool locked = fact.line.technique == Technique::pointing ||
                            fact.line.technique == Technique::claiming;
        if (!locked || along(at - 1) || along(at + 1)) return std::nullopt;
        return at;
    }

    template <class Consider>
    static void at_fact(const Chain& chain, const std::vector<std::vector<std::size_t>>& from,
                        std::size_t at, std::size_t gone, const Consider& consider) {
        const std::vector<Fact>& facts = chain.facts;
        std::vector<char> needed(facts.size()), inside(facts.size());
        for (std::size_t i = 0; i < facts.size(); ++i)
            needed[i] = std::ranges::count(chain.wanted, facts[i].id) > 0 ? 1 : 0;
        needed[0] = 1;
        for (std::size_t i = facts.size(); i-- > 0;)
            if (needed[i] != 0 && i != at)
                for (const std::size_t k : from[i]) needed[k] = 1;
        if (gone != at && needed[gone] != 0) return;
        for (std::size_t i = 0; i < facts.size(); ++i)
            inside[i] = needed[i] == 0 && i != gone && i != at ? 1 : 0;
        consider(false, at, inside, gone);
    }

    /// The lemma that its candidate fails, from this.
    Fact lemma_on(Candidate candidate, Id id, Chain inner) const {
        return {id, {candidate, Truth::fails, Technique::guess, {}, {}}, {std::move(inner)}};
    }

    Chain cut_at_placement(const Chain& chain, const Cut& cut) {
        const Fact& single = chain.facts[cut.at];
        const Constraint by = single.line.by.front().constraint;
        Chain outer{{}, by, single.line.from}, inner{{}, chain.conflict, chain.wanted};
        inner.facts.push_back(
            {single.id, {single.line.candidate, Truth::holds, Technique::guess, {}, {}}});
        for (std::size_t i = 0; i < chain.facts.size(); ++i)
            if (i != cut.at) (cut.inside[i] != 0 ? inner : outer).facts.push_back(chain.facts[i]);
        const Id id = next_++;
        outer.facts.push_back(lemma_on(single.line.candidate, id, std::move(inner)));
        outer.wanted.push_back(id);
        return outer;
    }

    Chain cut_at_fact(const Chain& chain, const Cut& cut) {
        const Fact& fact = chain.facts[cut.at];
        const Candidate candidate = fact.line.candidate;
        const bool locked = is_inference(fact.line);
        const auto used_as = [&](Use use) {
            return std::ranges::find(fact.line.by, use, &Citation::use)->constraint;
        };
        const Constraint link = used_as(Use::link);
        Chain outer{{}, chain.conflict, chain.wanted}, inner{};
        const Id supposed = next_++;
        inner.facts.push_back({supposed, {candidate, Truth::holds, Technique::guess, {}, {}}});
        const auto rule_out = [&](Candidate c) {
            const Id id = next_++;
            inner.wanted.push_back(id);
            return Fact{id, {c, Truth::fails, Technique::guess, {{link, Use::link}}, {supposed}}};
        };
        for (std::size_t i = 0; i < chain.facts.size(); ++i) {
            if (i == cut.at || (!locked && chain.facts[i].id == fact.line.from.front())) continue;
            if (cut.inside[i] != 0) inner.facts.push_back(chain.facts[i]);
        }
        if (locked) {
            inner.conflict = used_as(Use::truth);
            inner.wanted = fact.line.from;
            std::set<Candidate> failed;
            for (const Fact& other : chain.facts)
                if (std::ranges::count(fact.line.from, other.id) > 0)
                    failed.insert(other.line.candidate);
            for (const Candidate c : candidates_of(state_, inner.conflict))
                if (!failed.contains(c)) inner.facts.push_back(rule_out(c));
        } else {
            const auto single = std::ranges::find(chain.facts, fact.line.from.front(), &Fact::id);
            inner.conflict = single->line.by.front().constraint;
            inner.wanted = single->line.from;
            inner.facts.push_back(rule_out(single->line.candidate));
        }
        for (std::size_t i = 0; i < chain.facts.size(); ++i) {
            if (i == cut.at)
                outer.facts.push_back(lemma_on(candidate, fact.id, inner));
            else if (cut.inside[i] == 0 && (locked || chain.facts[i].id != fact.line.from.front()))
                outer.facts.push_back(chain.facts[i]);
        }
        return outer;
    }

    const State& state_;
    std::size_t most_;
    Id next_;
};

/// The first line has that number; of a lemma that of the line that it supports.
Branch numbered(const Chain& chain, std::size_t first, std::map<Id, std::size_t>& number) {
    Branch branch{{}, chain.conflict};
    for (const Fact& fact : chain.facts) {
        const std::size_t here = first + branch.lines.size();
        Inference line = fact.line;
        std::set<Id> from{line.from.begin(), line.from.end()};
        for (const Chain& inner : fact.inner) refers_to(inner, from);
        line.from.clear();
        for (const Id id : from) line.from.push_back(number.at(id));
        sort_unique(line.from);
        for (const Chain& inner : fact.inner) line.lemma.push_back(numbered(inner, here, number));
        number[fact.id] = here;
        branch.lines.push_back(std::move(line));
    }
    return branch;
}

}  // namespace

std::size_t inferences_told(const Branch& branch) {
    std::size_t found = 0;
    const Inference* last = nullptr;
    for (const Inference& line : branch.lines) {
        if (is_inference(line) && (last == nullptr || !together(*last, line))) ++found;
        last = &line;
    }
    return found;
}

Branch folded(const State& state, Branch branch, std::size_t most) {
    CLEW_REQUIRE(branch.conflict && !branch.lines.empty(), "folded: nothing runs out");
    Chain chain{{}, *branch.conflict, {}};
    const auto members = candidates_of(state, *branch.conflict);
    for (std::size_t i = 0; i < branch.lines.size(); ++i) {
        Inference& line = branch.lines[i];
        CLEW_REQUIRE(line.lemma.empty(), "folded: it has lemmas");
        if (line.truth == Truth::fails && std::ranges::binary_search(members, line.candidate))
            chain.wanted.push_back(i);
        chain.facts.push_back({i, std::move(line)});
    }
    Folder{state, most, chain.facts.size()}.fold(chain);
    std::map<Id, std::size_t> number;
    return numbered(chain, 0, number);
}

}  // namespace clew::logic::inline strategies
