// The cheapest choice of rules that solves as much as the whole set. Two parts: a quick search that
// takes something for granted, and a proof that does not.
//
// What is taken for granted: more rules never solve less. A rule only crosses out candidates, and a
// candidate that goes mostly helps the others. Not always: a rule that wants just its own structure
// (a triple, not a pair and a cell; a wing of three cells) may miss it once another rule has made
// it smaller, if the rule for the smaller one was not chosen. Of 3 000 random pairs of choices, one
// within the other, on 300 puzzles, the larger one left a candidate that the smaller had crossed
// out in 31 (methods), 52 (gromley) and 58 (structures), and lost a puzzle in 2 (gromley).
//
// The search [Moreno2013]: if the rules M leave a puzzle that the whole set solves, then, granted
// the above, every sufficient choice has a rule outside M; and M may as well be as large as can be.
//
//   1. Take the cheapest choice that hits all the sets known so far.
//   2. Try it on the puzzles, those that were left last first. If it solves them all: the answer.
//   3. Otherwise, for some of those left, add rules as long as the puzzle is left; what is outside
//      is a new set to hit. Go to 1.
//
// The proof: a walk with the rules M that leaves a puzzle and in which the rules U hit says without
// any grant that every N with U <= N <= M leaves it, for N's walk is the same, step by step. So a
// sufficient choice has a rule outside M or lacks one of U: a Lesson. Two ways to come by lessons:
//
//   * A tree for each set that the search found: nobody who takes no rule of the set solves the
//     puzzle. Walk with all the others; if U hit, either all of U are taken, or the first that is
//     not is refused: as many branches. Branches that other lessons or the price rule out are not
//     walked. If the tree ends, the set stands without a condition.
//   * What is left over: take the cheapest choice that the lessons allow; its price is a lower
//   bound.
//     If it solves everything, it is a better answer. If not, learn from puzzles that it leaves:
//     add the rules that do not hit, which gives a lesson against this very choice; add the
//     cheapest of those that hit and yet do not solve it, and go on, a lesson each time.
//
// The proof is bounded by a number of walks; then the last lower bound is the result.
//
// Tried and lost: lessons from choices alone, without trees: for gromley on 1 000 generated puzzles
// the bound was at 300 of 920 after 105 rounds and most of two minutes; with trees the proof for
// 10 000 puzzles comes to its end in one (62 s of processor time, search included). Trees of walks
// made afresh: 8 ms a walk, nearly all of it the search for bent sets where nothing simpler is
// left; with what a rule does to a state remembered, 3 ms. More would take a walk that meets the
// same states when a rule is refused; it does not, as every later state then differs.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "logic/lab/choice.hpp"
#include "logic/lab/lab.hpp"
#include "logic/rule_step.hpp"

namespace clew::logic::inline lab {
namespace {

constexpr std::size_t puzzles_a_round = 24;       // of the search
constexpr std::size_t puzzles_a_proof_round = 8;  // of what is left over
constexpr std::size_t puzzles_a_set = 256;        // looked at for the tree that promises most
constexpr std::size_t trees_a_set = 3;
constexpr std::size_t first_tree = 500, last_tree = 32'000;  // walks

struct Walked {
    bool solved = false;
    Choice used;  // the rules that hit
};

// The walks of one puzzle under many choices, as walk() of path.hpp makes them without guesses.
// What a rule does to a state is asked once: the states that come up are nodes, the rules' first
// steps edges.
class Walks {
  public:
    Walks(const State& start, const RuleSet& rules) : rules_(rules) { node_of(start); }

    Walked walk(Choice choice) {
        if (nodes_.size() > most_nodes) forget();
        ++count_;
        Walked result;
        std::size_t at = 0;
        bool hit_since = false;  // Restart::stay: some rule hit since rule 0 was last tried
        for (std::size_t node = 0;;) {
            if (nodes_[node].state.contradiction()) return result;
            if (nodes_[node].state.open().empty()) {
                result.solved = true;
                return result;
            }
            if (at == rules_.rules.size()) {
                if (rules_.restart == Restart::first || !hit_since) return result;
                at = 0;
                hit_since = false;
            }
            const std::int32_t next = choice.contains(at) ? follow(node, at) : none;
            if (next == none) {
                ++at;
                continue;
            }
            node = static_cast<std::size_t>(next);
            result.used |= choice_of(at);
            hit_since = true;
            if (rules_.restart == Restart::first) at = 0;
        }
    }

    std::size_t count() const { return count_; }

  private:
    static constexpr std::int32_t unknown = -2, none = -1;
    static constexpr std::size_t most_nodes = 20'000;

    struct Node {
        State state;
        std::vector<std::int32_t> next;  // by rule
    };

    static std::u32string key(const State& state) {
        std::u32string text;
        for (std::size_t i = 0; i < state.cell_count(); ++i)
            text += static_cast<char32_t>(state.candidates(Cell{i}).bits() |
                                          (state.placed(Cell{i}) ? 1U << 31 : 0U));
        return text;
    }

    /// Once the puzzle's own rules have been heard.
    std::int32_t node_of(State state) {
        while (const auto step = next_rule_step(state)) apply(*step, state);
        const auto [at, fresh] =
            index_.emplace(key(state), static_cast<std::int32_t>(nodes_.size()));
        if (fresh) nodes_.push_back({state, std::vector(rules_.rules.size(), unknown)});
        return at->second;
    }

    std::int32_t follow(std::size_t node, std::size_t rule) {
        if (nodes_[node].next[rule] == unknown) {
            const auto step = find_first(nodes_[node].state, rules_.rules[rule].query());
            std::int32_t next = none;
            if (step) {
                State state = nodes_[node].state;
                apply(*step, state);
                next = node_of(std::move(state));
            }
            nodes_[node].next[rule] = next;
        }
        return nodes_[node].next[rule];
    }

    void forget() {
        const State start = nodes_[0].state;
        nodes_.clear();
        index_.clear();
        node_of(start);
    }

    const RuleSet& rules_;
    std::vector<Node> nodes_;
    std::unordered_map<std::u32string, std::int32_t> index_;
    std::size_t count_ = 0;
};

class CheapestSearch {
  public:
    CheapestSearch(const std::vector<State>& puzzles, const RuleSet& rules, const ForEach& for_each,
                   const StopFlag* stop, const CheapestBounds& bounds)
        : puzzles_(puzzles),
          rules_(rules),
          for_each_(for_each),
          stop_(stop),
          nodes_(bounds.nodes),
          walks_(bounds.walks) {
        for (std::size_t i = 0; i < rules.rules.size(); ++i) {
            prices_.push_back(rules.rules[i].score);
            by_price_.push_back(i);
            if (rules.rules[i].is == Switch::on) all_ |= choice_of(i);
        }
        std::ranges::stable_sort(by_price_, {}, [&](std::size_t i) { return prices_[i]; });
    }

    CheapestRules run() {
        find_targets();
        if (search()) {
            prove_sets();
            prove_the_rest();
        } else {
            leave_out_dear_rules();
        }
        CheapestRules result;
        result.solved = targets_.size();
        for (std::size_t i = 0; i < prices_.size(); ++i)
            if ((best_ & choice_of(i)) != 0) result.rules.push_back(i);
        result.price = price(best_);
        result.bound = bound_;
        result.rounds = rounds_;
        return result;
    }

  private:
    struct Solved {  // a walk that solved a puzzle: so does every choice between `used` and `rules`
        Choice rules;
        Choice used;
    };
    struct Target {
        std::size_t puzzle = 0;
        std::vector<Solved> solved{};  // the whole set's walk, and the last few
        std::size_t oldest = 0;
    };
    struct Set {
        Choice rules;
        std::vector<std::pair<std::size_t, Choice>> left{};  // targets, and what hit in vain
        bool proved = false;
    };
    enum class Tree : std::uint8_t { holds, fails, gave_up };

    bool stopped() const { return stop_ != nullptr && stop_->raised(); }
    long long price(Choice choice) const { return price_of(prices_, choice); }

    Walked walk_once(std::size_t puzzle, Choice choice) const {
        RuleSet some = rules_;
        for (std::size_t i = 0; i < some.rules.size(); ++i)
            if (!choice.contains(i)) some.rules[i].is = Switch::off;
        const Path path =
            walk(puzzles_[puzzle],
                 {.rules = &some, .guess = Guess::off, .stop = stop_, .puzzle_rules = Switch::on});
        Walked result{path.status == Status::solved, {}};
        for (const Entry& entry : path.entries) {
            if (entry.kind != Entry::Kind::deduction) continue;
            const auto rule =
                std::ranges::find(some.rules, entry.step.technique, &TechniqueRule::technique);
            if (rule == some.rules.end()) continue;  // of the puzzle
            result.used |= choice_of(static_cast<std::size_t>(rule - some.rules.begin()));
        }
        return result;
    }
    Walks walks_of(std::size_t target) const { return {puzzles_[targets_[target].puzzle], rules_}; }

    // The puzzles that the whole set solves, those with the dearest steps first.
    void find_targets() {
        std::vector<Walked> whole(puzzles_.size());
        for_each_(puzzles_.size(), [&](std::size_t p) { whole[p] = walk_once(p, all_); });
        for (std::size_t p = 0; p < whole.size(); ++p)
            if (whole[p].solved) targets_.push_back({p, {{all_, whole[p].used}}});
        for (std::size_t t = 0; t < targets_.size(); ++t) order_.push_back(t);
        std::ranges::stable_sort(order_, std::greater{}, [&](std::size_t t) {
            long long most = 0;
            for (std::size_t rule : targets_[t].solved[0].used)
                most = std::max(most, prices_[rule]);
            return most;
        });
    }

    bool solves(Target& target, Choice choice) const {
        for (const Solved& known : target.solved)
            if ((known.used & ~choice).empty() && (choice & ~known.rules).empty()) return true;
        const Walked walked = walk_once(target.puzzle, choice);
        if (!walked.solved) return false;
        constexpr std::size_t remembered = 6;
        if (target.solved.size() < remembered)
            target.solved.push_back({choice, walked.used});
        else
            target.solved[1 + target.oldest++ % (remembered - 1)] = {choice, walked.used};
        return true;
    }

    // Targets that the choice leaves: all of them, or `enough` and some more. They come first next
    // time.
    std::vector<std::size_t> left_by(Choice choice, std::size_t enough) {
        std::vector<std::size_t> left, others;
        std::size_t block = 64;
        for (std::size_t at = 0; at < order_.size() && left.size() < enough; block *= 2) {
            const std::size_t size = std::min(block, order_.size() - at);
            std::vector<std::uint8_t> solved(size, 0);
            for_each_(size, [&](std::size_t i) {
                solved[i] = solves(targets_[order_[at + i]], choice) ? 1 : 0;
            });
            for (std::size_t i = 0; i < size; ++i)
                (solved[i] != 0 ? others : left).push_back(order_[at + i]);
            at += size;
        }
        std::ranges::copy(left, order_.begin());
        std::ranges::copy(others, order_.begin() + static_cast<std::ptrdiff_t>(left.size()));
        return left;
    }

    // At most so many, from the whole list: neighbours tend to want the same rules.
    static std::vector<std::size_t> spread(const std::vector<std::size_t>& list, std::size_t most) {
        const std::size_t size = std::min(most, list.size());
        std::vector<std::size_t> some;
        for (std::size_t i = 0; i < size; ++i) some.push_back(list[i * list.size() / size]);
        return some;
    }

    // True if `best_` solves every target, and is the cheapest choice if more rules never solve
    // less.
    bool search() {
        for (;;) {
            ++rounds_;
            const CheapestChoice next =
                cheapest_choice(prices_, sets_.all(), price(all_) + 1, nodes_);
            if (next.found != CheapestChoice::Found::cheapest || stopped()) return false;
            best_ = next.choice;
            const auto some = spread(left_by(best_, puzzles_a_round), puzzles_a_round);
            if (some.empty()) return true;
            std::vector<Lesson> fresh(some.size());
            for_each_(some.size(), [&](std::size_t i) { fresh[i] = grown(some[i], best_); });
            for (const Lesson& lesson : fresh) {
                sets_.add({lesson.any, 0});
                lessons_.add(lesson);
            }
        }
    }

    // Adds rules to the choice as long as the target is left, the cheap ones first.
    Lesson grown(std::size_t target, Choice choice) const {
        Walks walks = walks_of(target);
        for (std::size_t r : by_price_)
            if ((all_ & ~choice).contains(r) && !walks.walk(choice | choice_of(r)).solved)
                choice |= choice_of(r);
        return {all_ & ~choice, walks.walk(choice).used};
    }

    void leave_out_dear_rules() {
        best_ = all_;
        for (std::size_t i = by_price_.size(); i-- > 0;) {
            const Choice one = choice_of(by_price_[i]);
            if (!(best_ & one).empty() && left_by(best_ & ~one, 1).empty()) best_ &= ~one;
        }
    }

    // Rules that every sufficient choice takes.
    Choice needed() const {
        Choice rules;
        for (const Lesson& lesson : lessons_.all())
            if (lesson.unless.empty() && lesson.any.size() == 1) rules |= lesson.any;
        return rules;
    }

    // Small sets first, with small trees; what is proved makes the others' trees smaller.
    void prove_sets() {
        std::vector<Set> sets;
        for (const Lesson& lesson : sets_.all()) sets.push_back({lesson.any});
        std::ranges::stable_sort(sets, {}, [](const Set& s) { return s.rules.size(); });
        for (Set& set : sets)
            for (std::size_t t : left_by(all_ & ~set.rules, puzzles_a_set))
                set.left.emplace_back(t, Choice{});
        for (Set& set : sets)
            for_each_(set.left.size(), [&](std::size_t i) {
                set.left[i].second = walks_of(set.left[i].first).walk(all_ & ~set.rules).used;
            });
        for (std::size_t most = first_tree; most <= last_tree; most *= 8)
            for (bool again = true; again;) {
                again = false;
                for (Set& set : sets)
                    if (!set.proved && prove(set, most)) set.proved = again = true;
            }
    }

    bool prove(const Set& set, std::size_t most_walks) {
        const Choice taken = needed();
        std::vector<std::pair<std::size_t, std::size_t>> tries;
        for (const auto& [target, used] : set.left)
            tries.emplace_back((used & ~taken).size(), target);
        std::ranges::sort(tries);
        for (std::size_t i = 0; i < std::min(trees_a_set, tries.size()); ++i) {
            Walks walks = walks_of(tries[i].second);
            const std::size_t budget = std::min(most_walks, walks_);
            const Tree grown = tree(walks, {taken, set.rules}, budget);
            walks_ -= std::min(walks_, walks.count());
            if (grown != Tree::holds) continue;
            lessons_.add({set.rules, 0});
            return true;
        }
        return false;
    }

    // Whether every choice that keeps to what is settled, is allowed and costs less than the best
    // one leaves the puzzle.
    Tree tree(Walks& walks, Settled settled, std::size_t budget) const {
        constexpr std::uint64_t a_glance = 100;
        std::uint64_t nodes = a_glance;
        if (cheapest_choice(prices_, lessons_.all(), price(best_), nodes, settled).found ==
            CheapestChoice::Found::none)
            return Tree::holds;
        if (walks.count() >= budget || stopped()) return Tree::gave_up;
        const Walked walked = walks.walk(all_ & ~settled.refused);
        if (walked.solved) return Tree::fails;
        for (std::size_t rule : Choice{walked.used & ~settled.taken}) {
            const Choice one = choice_of(rule);
            const Tree below = tree(walks, {settled.taken, settled.refused | one}, budget);
            if (below != Tree::holds) return below;
            settled.taken |= one;
        }
        return Tree::holds;
    }

    void prove_the_rest() {
        for (;;) {
            ++rounds_;
            const CheapestChoice next =
                cheapest_choice(prices_, lessons_.all(), price(best_), nodes_);
            if (next.found == CheapestChoice::Found::gave_up || stopped()) return;
            bound_ = next.price;  // the limit, if there is none
            if (next.found == CheapestChoice::Found::none || walks_ == 0) return;
            const auto some =
                spread(left_by(next.choice, puzzles_a_proof_round), puzzles_a_proof_round);
            if (some.empty()) {
                best_ = next.choice;
                continue;
            }
            std::vector<std::vector<Lesson>> fresh(some.size());
            std::vector<std::size_t> walks(some.size());
            for_each_(some.size(), [&](std::size_t i) {
                Walks own = walks_of(some[i]);
                fresh[i] = lessons_against(own, next.choice);
                walks[i] = own.count();
            });
            for (std::size_t i = 0; i < some.size(); ++i) {
                walks_ -= std::min(walks_, walks[i]);
                for (const Lesson& lesson : fresh[i]) lessons_.add(lesson);
            }
        }
    }

    // The first lesson forbids the choice itself, the others what comes of adding rules that help
    // and do not solve. Requires that the choice leaves the puzzle.
    std::vector<Lesson> lessons_against(Walks& walks, Choice choice) const {
        std::vector<Lesson> lessons;
        Choice may_hit = choice;
        Choice solving;
        Choice used = walks.walk(choice).used;
        for (;;) {
            std::optional<std::size_t> helps;
            for (std::size_t r : by_price_) {
                if (!(all_ & ~choice & ~solving).contains(r)) continue;
                const Walked walked = walks.walk(choice | choice_of(r));
                if (walked.solved) {
                    solving |= choice_of(r);
                } else if ((walked.used & ~may_hit).empty()) {
                    choice |= choice_of(r);
                    used = walked.used;
                } else if (!helps) {
                    helps = r;
                }
            }
            lessons.push_back({all_ & ~choice, used});
            if (!helps) return lessons;
            // The choice may have grown since.
            const Walked walked = walks.walk(choice | choice_of(*helps));
            if (walked.solved) {
                solving |= choice_of(*helps);
                continue;
            }
            choice |= choice_of(*helps);
            may_hit |= choice_of(*helps) | walked.used;
            used = walked.used;
        }
    }

    const std::vector<State>& puzzles_;
    const RuleSet& rules_;
    const ForEach& for_each_;
    const StopFlag* stop_;
    std::uint64_t nodes_;  // left, of the search for choices
    std::size_t walks_;    // left, of the proof
    std::vector<long long> prices_;
    std::vector<std::size_t> by_price_;
    Choice all_;
    std::vector<Target> targets_;
    std::vector<std::size_t> order_;  // of targets; those that a choice left last come first
    Lessons sets_;                    // granted that more rules never solve less
    Lessons lessons_;                 // without that grant
    Choice best_;
    long long bound_ = 0;
    std::size_t rounds_ = 0;
};

}  // namespace

CheapestRules Lab::cheapest(const RuleSet& rules, const CheapestBounds& bounds) const {
    CLEW_REQUIRE(rules.rules.size() <= most_rules, "Lab::cheapest: too many rules");
    return CheapestSearch{puzzles_, rules, for_each_, stop_, bounds}.run();
}

}  // namespace clew::logic::inline lab
