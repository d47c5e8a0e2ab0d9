// Prices are tried in turn, at each all claims: what is found at the first price that finds
// anything is smallest. Per claim and price the prover keeps up to which loss of candidates it has
// searched. An argument that is new since then has a truth that lost a candidate: with the old
// candidates all its truths and links were there, and did not suffice. (By other prices it may have
// grown cheaper as well, through links too.) So the search is told that one of the constraints
// around the lost candidates has to be in, and does not go where none can be reached.
//
// Small arguments are found sooner than anything can be said of them. From some price on most
// claims are not searched at all: corrections, kept from state to state, bound them; and the search
// for the others knows of these. Where it takes long it stops to look for more of them. Where a
// quarter of the nodes has not settled the state, arguments are looked for that need not be
// smallest: these say how far the bounds have to go.
//
// Beside rules a puzzle may have no argument that a person could follow for step after step: there
// the walk leaps, to a placement of which most follows, refuted by a SAT session that learns, with
// as many constraints as that takes. After one or two of them there are small arguments again: of
// arrows, four clues and nothing else, 23 steps in 39 s became a walk to the end in 15 s.
//
// Tried and lost: more corrections at each price, not only at two (a tenth fewer unproved steps, a
// third more time), and fewer at the first (more nodes than they save).

#include "logic/mus/prover.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/base/sorted.hpp"
#include "logic/mus/approach.hpp"
#include "logic/mus/deep_refutation.hpp"
#include "logic/mus/refutation.hpp"
#include "logic/mus/totals.hpp"

namespace clew::logic::inline mus {

using logic::Citation;
using logic::Constraint;
using logic::State;
using logic::Truth;
using logic::Use;

namespace {

// What the search may spend, in four profiles. Prices are counted as the caller asks (constraints,
// cells or candidates), nodes are search nodes, flips are changes of one value in an assignment
// from which a correction set is read, conflicts are those of a learning solver.

/// Correction sets, which bound the price of an argument from below.
namespace bounding {
constexpr std::size_t from_price = 6;             // below it searching is as fast
constexpr std::size_t closely_from_price = 8;     // below it few correction sets do
constexpr std::size_t sets_in_search = 600;       // correction sets that a claim's search knows
constexpr std::size_t repacking_rounds = 5;       // changes of the disjoint sets
constexpr std::size_t first_goal = 12;            // price; more is not aimed at at once
constexpr std::size_t goal_ahead = 6;             // price above what is proved, afterwards
constexpr std::size_t reach = 8;                  // price to the goal at which more sets pay
constexpr std::uint64_t nodes_between = 2'000;    // nodes before the sets are extended, at first
constexpr std::uint64_t nodes_per_flip = 4;       // that take as long as a flip
constexpr std::size_t flip_factor_of_rules = 12;  // a flip that asks filters takes as many times
constexpr std::size_t flips_per_claim = 300;      // at once
constexpr std::size_t first_flips_per_state = 15'000;
constexpr std::size_t flips_per_state = 60'000;
}  // namespace bounding

/// The search price by price.
namespace searching {
constexpr std::size_t highest_price = 60;
constexpr std::size_t no_price_limit = 1'000;
constexpr std::size_t arguments_per_claim = 8;  // kept
constexpr std::size_t price_above_proved = 4;   // at which sums of houses end the search
constexpr std::uint64_t quick_share = 4;        // 1/4 of the nodes before anything quick
constexpr std::uint64_t quick_nodes = 500;
constexpr std::size_t quick_attempts = 3;
constexpr std::size_t finalists = 4;  // arguments
constexpr std::uint64_t nodes_per_finalist = 30'000;
}  // namespace searching

/// Conflicts of a learning refutation made into arguments, as small as can be.
namespace shrinking {
constexpr std::size_t first_conflicts = 48;  // conflicts shrunk in a state
constexpr std::size_t later_conflicts = 16;  // the same, where there were some before
constexpr std::uint64_t nodes = 1'000'000;
constexpr std::uint64_t nodes_per_refutation = 20;
constexpr std::size_t hopeless_constraints = 120;      // of a conflict, where arguments are known
constexpr std::uint64_t deep_conflicts = 1'000;        // conflicts of a refutation, at first
constexpr std::size_t deep_finalists = 6;              // of its conflicts that are shrunk
constexpr std::uint64_t conflicts_for_small = 20'000;  // of all, where only small ones are wanted
constexpr std::size_t small_constraints = 60;          // of these, before they are shrunk
}  // namespace shrinking

/// Variant rules: arguments get long, and where nobody could follow one a SAT-backed step is taken.
namespace with_rules {
constexpr std::size_t long_constraints = 24;  // from so many on others are looked for
constexpr std::uint64_t nodes_per_claim = 10'000;
constexpr std::uint64_t nodes_per_state = 1'000'000;
constexpr std::size_t sat_steps_tried = 8;
constexpr std::array<std::uint64_t, 2> conflicts_of_sat_step{10'000, 1'000'000};
constexpr std::uint64_t conflicts_of_shrunk_sat_step = 5;
}  // namespace with_rules

std::vector<Citation> citations(const Instance& instance, std::span<const Chosen> chosen) {
    std::vector<Citation> cites;
    for (const Chosen& c : chosen) cites.push_back({instance.constraint(c.constraint), c.use});
    return cites;
}

std::vector<Citation> truths(const Instance& instance, std::span<const std::uint16_t> constraints) {
    std::vector<Citation> cites;
    for (const std::uint16_t k : constraints) cites.push_back({instance.constraint(k), Use::truth});
    return cites;
}

/// Which of several claims' arguments comes first.
std::tuple<std::size_t, bool, std::size_t, std::size_t> rank_of(const Mus& a) {
    return {a.price, a.truth == Truth::fails, a.cells, a.candidates};
}

bool same_constraints(const Mus& a, const Mus& b) {
    return std::ranges::equal(a.cites, b.cites, {}, &Citation::constraint, &Citation::constraint);
}

/// As what the constraints are used does not count: it depends on how the argument was found.
bool better(const Mus& a, const Mus& b) {
    const auto rank = [](const Mus& of) { return std::tie(of.price, of.cells, of.candidates); };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return std::ranges::lexicographical_compare(a.cites, b.cites, {}, &Citation::constraint,
                                                &Citation::constraint);
}

}  // namespace

struct Prover::Work {
    const State& state;
    const Instance& instance;
    HittingSetSearch search;
    std::uint64_t last_node;
    const StopFlag* stop;
    Price price;
    // What was asked of the search last: from where the losses count.
    std::optional<std::size_t> required{};
    Corrections* corrections = nullptr;  // where they are known
    std::optional<Mus> total{};          // the cheapest by the totals of houses
    std::optional<Mus> first{};          // what was seen at once, where one claim is asked about
    std::optional<Mus> leap{};           // of what brings on most, where no argument is followed

    bool stopped() const { return stop != nullptr && stop->raised(); }
    /// Whether rules that are no houses are open.
    bool ruled() const { return instance.first_rule() < instance.constraint_count(); }
    /// How many times as long a change of an assignment takes.
    std::size_t dearer() const { return ruled() ? bounding::flip_factor_of_rules : 1; }
    /// Requires citations of open constraints.
    std::vector<std::uint16_t> numbers(std::span<const Citation> cites) const {
        std::vector<std::uint16_t> found;
        for (const Citation& c : cites)
            found.push_back(static_cast<std::uint16_t>(*instance.number(c.constraint)));
        return found;
    }
    // Marks of look(), by cell and by candidate.
    std::vector<std::uint32_t> cell_mark{}, candidate_mark{};
    std::uint32_t now = 0;

    /// Counts what an argument looks at, and so its price. What the state has settled need not be
    /// cited any more.
    void look(Mus& a) {
        cell_mark.resize(instance.cell_count());
        candidate_mark.resize(instance.candidate_count());
        ++now;
        a.cells = a.candidates = 0;
        std::size_t effort = 0;
        const auto see = [&](std::size_t v) {
            a.candidates += std::exchange(candidate_mark[v], now) != now ? 1 : 0;
            a.cells += std::exchange(cell_mark[instance.cell(v)], now) != now ? 1 : 0;
        };
        std::erase_if(a.cites, [&](const Citation& c) {
            if (c.constraint.kind == Constraint::Kind::total) {
                effort += logic::effort(c.constraint, state.geometry());
                for (const Candidate of : candidates_of(state, c.constraint))
                    if (const auto v = instance.number(of)) see(*v);
                return false;
            }
            const auto k = instance.number(c.constraint);
            if (!k) return true;
            effort += instance.effort(*k);
            for (const std::uint16_t v : instance.members(*k)) see(v);
            return false;
        });
        a.price = price == Price::constraints ? a.cites.size()
                  : price == Price::cells     ? a.cells
                  : price == Price::human     ? effort
                                              : a.candidates;
    }
};

/// Adds an argument if it is among the best.
void Prover::keep(Work& work, std::size_t v, Known& known, std::vector<Citation> cites) {
    std::ranges::sort(cites);
    Mus found{work.instance.candidate(v), known.truth, std::move(cites)};
    work.look(found);
    const auto place = std::ranges::lower_bound(known.arguments, found, better);
    if (place != known.arguments.end() && same_constraints(*place, found)) {
        if (place->cites < found.cites) *place = std::move(found);  // a link says less than a truth
        return;
    }
    known.arguments.insert(place, std::move(found));
    if (known.arguments.size() > searching::arguments_per_claim) known.arguments.pop_back();
}

Prover::Prover(Possible possible, const ProverOptions& options)
    : possible_(std::move(possible)), options_(options) {}

/// Notes what has gone since the last state; forgets everything if this one does not follow from
/// it.
void Prover::follow(const State& state) {
    if (last_) {
        bool follows = last_->geometry() == state.geometry();
        std::vector<Candidate> lost;
        for (std::size_t i = 0; follows && i < state.cell_count(); ++i) {
            const DigitSet before = last_->candidates(Cell{i}), now = state.candidates(Cell{i});
            follows = (now - before).empty() && (!last_->placed(Cell{i}) || state.placed(Cell{i}));
            for (const Digit d : before - now) lost.push_back({Cell{i}, d});
        }
        if (follows) {
            gone_.insert(gone_.end(), lost.begin(), lost.end());
        } else {
            gone_.clear();
            known_.clear();
            if (corrections_) corrections_->clear();
        }
    }
    last_ = state;
}

Ending Prover::search(Work& work, std::size_t v, Known& known, std::size_t price) {
    if (known.since.size() >= price && known.since[price - 1] == gone_.size())
        return Ending::exhausted;
    const Claim claim{v, known.truth};
    if (work.corrections != nullptr && work.corrections->bound(claim) > price) {
        if (known.since.size() < price) known.since.resize(price);
        known.since[price - 1] = gone_.size();
        return Ending::exhausted;
    }
    const std::size_t since = known.since.size() >= price ? known.since[price - 1] : unlimited_size;
    if (work.required != since) {
        std::vector<std::uint16_t> around;
        if (since != unlimited_size)
            for (std::size_t i = since; i < gone_.size(); ++i) {
                const Geometry& board = work.state.geometry();
                const auto add = [&](const Constraint& constraint) {
                    if (const auto k = work.instance.number(constraint))
                        around.push_back(static_cast<std::uint16_t>(*k));
                };
                add(Constraint::of(gone_[i].cell));
                for (const House h : board.houses_of(gone_[i].cell))
                    add(Constraint::of(h, gone_[i].digit));
                if (const auto& rules = work.state.rule_parts())
                    for (const std::uint16_t p : rules->of(gone_[i].cell))
                        add(Constraint::of_rule(p));
            }
        sort_unique(around);
        if (since != unlimited_size && around.empty()) {
            known.since[price - 1] = gone_.size();
            return Ending::exhausted;
        }
        work.search.require_one_of(around);
        work.required = since;
    }
    // Where it takes long, more corrections are the shorter way.
    for (std::uint64_t nodes = bounding::nodes_between;; nodes *= 4) {
        const std::uint64_t left =
            work.last_node > work.search.nodes() ? work.last_node - work.search.nodes() : 0;
        const bool last = work.corrections == nullptr || nodes >= left;
        if (work.corrections != nullptr)
            work.search.know(work.corrections->of(claim, bounding::sets_in_search));
        if (work.corrections != nullptr && work.price == Price::constraints) {
            Random random{price};
            work.corrections->raise(
                claim, work.search.apart(price + 1, bounding::repacking_rounds, random));
            if (work.corrections->bound(claim) > price) break;
        }
        const Ending ending = work.search.run(
            claim, price, {work.stop, last ? left : nodes}, [&](std::span<const Chosen> chosen) {
                keep(work, v, known, citations(work.instance, chosen));
                return Flow::go_on;
            });
        if (ending == Ending::exhausted) break;
        if (last || ending == Ending::interrupted) return ending;
        const std::uint64_t flips = nodes / (bounding::nodes_per_flip * work.dearer());
        work.corrections->look_for(claim, flips, price + bounding::goal_ahead);
        work.last_node -=
            std::min(work.last_node, flips * bounding::nodes_per_flip * work.dearer());
        if (work.corrections->bound(claim) > price) break;
    }
    if (known.since.size() < price) known.since.resize(price);
    known.since[price - 1] = gone_.size();
    return Ending::exhausted;
}

/// Says what is known in terms of this state.
void Prover::refresh(Work& work) {
    const Instance& instance = work.instance;
    std::erase_if(known_, [&](const auto& entry) { return !instance.number(entry.first); });
    for (auto& [candidate, known] : known_) {
        for (Mus& a : known.arguments) work.look(a);
        std::ranges::stable_sort(known.arguments, better);
    }
    for (std::size_t v = 0; v < instance.candidate_count(); ++v) {
        const Candidate c = instance.candidate(v);
        const DigitSet digits = possible_.digits[c.cell.index()];
        if (!digits.contains(c.digit))
            known_.try_emplace(c, Known{Truth::fails});
        else if (digits.size() == 1)
            known_.try_emplace(c, Known{Truth::holds});
    }
}

/// Whether this was done to the best argument, and nothing of that has gone since.
bool Prover::still(const Known::Tried& tried, const Known& known) const {
    if (tried.cites.empty() || tried.cites != known.arguments.front().cites) return false;
    const auto cited = [&](const Constraint& constraint) {
        const auto place =
            std::ranges::lower_bound(tried.cites, constraint, {}, &Citation::constraint);
        return place != tried.cites.end() && place->constraint == constraint;
    };
    for (std::size_t i = tried.at; i < gone_.size(); ++i) {
        if (cited(Constraint::of(gone_[i].cell))) return false;
        for (const House h : last_->geometry().houses_of(gone_[i].cell))
            if (cited(Constraint::of(h, gone_[i].digit))) return false;
        if (const auto& rules = last_->rule_parts())
            for (const std::uint16_t p : rules->of(gone_[i].cell))
                if (cited(Constraint::of_rule(p))) return false;
    }
    return true;
}

/// Arguments within these constraints from which nothing can be left out.
void Prover::shrink(Work& work, Refutation& refutation, std::size_t v, Known& known,
                    std::span<const std::uint16_t> around, std::size_t times, std::uint64_t nodes) {
    for (std::uint64_t seed = 0; seed < times; ++seed) {
        const Refutation::Shrunk core =
            refutation.shrink({v, known.truth}, {around.begin(), around.end()},
                              {work.stop, shrinking::nodes_per_refutation * nodes}, seed);
        keep(work, v, known, truths(work.instance, core.conflict));
        if (!core.minimal) break;
    }
    if (!known.arguments.empty()) known.shrunk = {known.arguments.front().cites, gone_.size()};
}

/// Arguments where nothing is quickly seen, for the claims with the smallest conflicts; if asked
/// so, only small ones that are soon found. False if there are none.
bool Prover::deep(Work& work, const Claims& claims, std::uint64_t nodes, bool small) {
    DeepRefutation refutation{work.instance};
    for (const std::uint64_t conflicts :
         {shrinking::deep_conflicts, std::max(100 * shrinking::deep_conflicts, nodes)}) {
        std::vector<std::tuple<std::size_t, std::size_t, Known*>> found;
        std::vector<std::vector<std::uint16_t>> cores;
        for (const auto& [v, known] : claims) {
            if (work.stopped()) return false;
            if (small && refutation.conflicts() >= shrinking::conflicts_for_small) break;
            auto core = refutation.conflict({v, known->truth}, {work.stop, conflicts});
            if (!core || (small && core->size() > shrinking::small_constraints)) continue;
            found.emplace_back(cores.size(), v, known);
            cores.push_back(std::move(*core));
        }
        std::ranges::stable_sort(found, {},
                                 [&](const auto& one) { return cores[std::get<0>(one)].size(); });
        if (found.size() > shrinking::deep_finalists) found.resize(shrinking::deep_finalists);
        for (const auto& [at, v, known] : found) {
            if (work.stopped()) return false;
            keep(work, v, *known,
                 truths(work.instance,
                        refutation.shrink(
                            {v, known->truth}, std::move(cores[at]),
                            {work.stop, std::min(conflicts, 100 * shrinking::deep_conflicts)})));
        }
        if (!found.empty()) return true;
        if (small) return false;
    }
    return false;
}

/// Conflicts for claims that have none, until so many nodes are spent; those first that were asked
/// longest ago. Each may take `nodes`.
void Prover::ask(const Work& work, Refutation& refutation, const Claims& claims,
                 std::uint64_t nodes, std::uint64_t all_nodes) {
    Claims order;
    for (const auto& claim : claims)
        if (claim.second->conflict.empty()) order.push_back(claim);
    std::ranges::stable_sort(order, {}, [](const auto& claim) { return claim.second->asked; });
    const std::uint64_t before = refutation.nodes();
    for (const auto& [v, known] : order) {
        if (refutation.nodes() - before >= all_nodes) return;
        if (work.stopped()) return;
        const auto conflict = refutation.conflict({v, known->truth}, {work.stop, nodes});
        known->tried = nodes;
        known->asked = gone_.size() + 1;
        if (!conflict) continue;
        if (!known->arguments.empty() && known->arguments.front().price <= conflict->size())
            continue;
        for (const std::uint16_t k : *conflict)
            known->conflict.push_back(work.instance.constraint(k));
    }
}

/// The price of the cheapest argument of earlier states.
std::size_t Prover::cheapest_yet(const Claims& claims) {
    std::size_t best = searching::no_price_limit;
    for (const auto& [v, known] : claims)
        if (!known->arguments.empty()) best = std::min(best, known->arguments.front().price);
    return best;
}

/// Arguments of earlier states, less what has become idle, for the claims with the best of them.
std::vector<Prover::Start> Prover::earlier(Work& work, Refutation& refutation,
                                           const Claims& claims) {
    std::vector<Start> starts;
    const std::size_t best = cheapest_yet(claims);
    for (const auto& [v, known] : claims) {
        if (known->arguments.empty() || known->arguments.front().price > best + 10) continue;
        if (work.stopped()) break;
        std::vector<std::uint16_t> around = work.numbers(known->arguments.front().cites);
        if (!still(known->shrunk, *known))
            shrink(work, refutation, v, *known, around, 1, searching::quick_nodes);
        starts.push_back({known->arguments.front().price, v, known, std::move(around)});
    }
    return starts;
}

/// Arguments for the claims that are refuted with the fewest constraints. What takes a refutation
/// many nodes is no short argument: few are granted, and more only where they did not suffice for
/// any claim. The conflicts that are found wait for their turn, those of the fewest constraints
/// first.
void Prover::fresh(Work& work, Refutation& refutation, const Claims& claims,
                   std::vector<Start>& starts, bool leap_ahead, bool ask_anew) {
    const bool ruled = work.ruled();
    if (!ruled)
        for (const auto& [v, known] : claims)
            if (!known->arguments.empty()) known->conflict.clear();
    const auto nothing_waits = [&] {
        return std::ranges::all_of(
            claims, [](const auto& claim) { return claim.second->conflict.empty(); });
    };
    const auto price = [](const Start& start) { return start.known->arguments.front().price; };
    std::size_t turns =
        starts.empty() && nothing_waits() ? shrinking::first_conflicts : shrinking::later_conflicts;
    for (std::uint64_t nodes = searching::quick_nodes; nodes <= options_.refutation_nodes;
         nodes *= 20) {
        if (starts.empty() && nothing_waits())
            ask(work, refutation, claims, nodes, unlimited);
        else if (ask_anew && nodes == searching::quick_nodes)
            ask(work, refutation, claims, with_rules::nodes_per_claim, with_rules::nodes_per_state);
        if (starts.empty() && nothing_waits()) {
            // A learning refutation goes further than many nodes of a plain one, and at once where
            // sums are cited. Beside rules what is not soon refuted at all is no argument that
            // could be followed.
            if (nodes == searching::quick_nodes && !ruled) continue;
            if (nodes > searching::quick_nodes && leap_ahead) return;
            if (deep(work, claims, nodes, leap_ahead)) {
                for (const auto& [v, known] : claims)
                    if (!known->arguments.empty())
                        starts.push_back({known->arguments.front().price, v, known,
                                          work.numbers(known->arguments.front().cites)});
                return;
            }
        }
        std::vector<Start> conflicts;
        for (const auto& [v, known] : claims) {
            if (known->conflict.empty()) continue;
            std::vector<std::uint16_t> around;
            for (const Constraint& c : known->conflict)
                if (const auto k = work.instance.number(c))
                    around.push_back(static_cast<std::uint16_t>(*k));
            conflicts.push_back({around.size(), v, known, std::move(around)});
        }
        std::ranges::stable_sort(conflicts, {}, &Start::price);
        const std::uint64_t before = refutation.nodes();
        for (Start& start : conflicts) {
            if (work.stopped()) return;
            if (turns == 0 && !starts.empty()) break;
            if (ruled && !starts.empty() && refutation.nodes() - before >= shrinking::nodes) break;
            if (ruled && !starts.empty() && start.around.size() > shrinking::hopeless_constraints)
                break;
            if (turns > 0) --turns;
            shrink(work, refutation, start.v, *start.known, start.around, searching::quick_attempts,
                   start.known->tried);
            start.known->conflict.clear();
            if (start.known->arguments.empty()) continue;
            start.price = price(start);
            starts.push_back(std::move(start));
        }
        if (!starts.empty()) return;
    }
}

/// For the claims with the best arguments: those that come near them from below, and the smallest
/// within the conflicts that they came from.
void Prover::refine(Work& work, Refutation& refutation, std::vector<Start>& starts,
                    std::size_t none_below) {
    std::ranges::stable_sort(starts, {}, &Start::price);
    if (starts.size() > searching::finalists) starts.resize(searching::finalists);
    // Beside rules each of its refutations would take too long.
    std::optional<DeepRefutation> deep;
    std::optional<Approach> approach;
    if (work.state.rule_parts() == nullptr) {
        know_corrections(work);
        deep.emplace(work.instance);
        approach.emplace(work.instance, *corrections_, &*deep);
    }
    work.search.require_one_of({});
    work.required.reset();
    std::size_t least = searching::no_price_limit;
    for (Start& start : starts) {
        if (still(start.known->searched, *start.known)) continue;
        const Claim claim{start.v, start.known->truth};
        if (approach) {
            const std::vector<std::uint16_t> argument = approach->below(
                claim, work.numbers(start.known->arguments.front().cites), {}, work.stop);
            keep(work, start.v, *start.known, truths(work.instance, argument));
            start.price = start.known->arguments.front().price;
            start.around.insert(start.around.end(), argument.begin(), argument.end());
        }
        if (const auto conflict = refutation.conflict(claim, {work.stop, searching::quick_nodes}))
            start.around.insert(start.around.end(), conflict->begin(), conflict->end());
        sort_unique(start.around);
        work.search.confine(start.around);
        if (work.corrections != nullptr)
            work.search.know(work.corrections->of(claim, bounding::sets_in_search));
        for (std::size_t price = none_below; price < std::min(start.price, least); ++price) {
            bool any = false;
            const Ending ending = work.search.run(
                claim, price, {work.stop, std::min(searching::nodes_per_finalist, options_.nodes)},
                [&](std::span<const Chosen> chosen) {
                    keep(work, start.v, *start.known, citations(work.instance, chosen));
                    any = true;
                    return Flow::stop;
                });
            if (any) least = price;
            if (any || ending != Ending::exhausted) break;
        }
        start.known->searched = {start.known->arguments.front().cites, gone_.size()};
    }
    work.search.confine({});
}

/// Arguments that need not be smallest.
void Prover::quick(Work& work, const Claims& claims, std::size_t none_below, bool leap_ahead) {
    Refutation refutation{work.instance};
    const std::size_t best = cheapest_yet(claims);
    std::vector<Start> starts = earlier(work, refutation, claims);
    if (work.stopped()) return;
    const bool long_winded = work.ruled() && !starts.empty() && best > with_rules::long_constraints;
    fresh(work, refutation, claims, starts, leap_ahead, long_winded);
    if (work.stopped() || options_.price != Price::constraints || starts.empty()) return;
    refine(work, refutation, starts, none_below);
}

/// An argument for the placement of which most follows, among those that are soon refuted: where no
/// argument can be followed, the fewer of them the better.
void Prover::leap(Work& work, const Claims& claims) {
    Refutation reach{work.instance};
    std::vector<std::pair<std::size_t, std::size_t>> by_reach;  // and the candidate
    for (const auto& [v, known] : claims)
        if (known->truth == Truth::holds) by_reach.emplace_back(reach.reach({v, Truth::holds}), v);
    std::ranges::stable_sort(by_reach, std::ranges::greater{},
                             [](const auto& one) { return one.first; });
    const auto take = [&](const Claim& claim, std::span<const std::uint16_t> constraints) {
        work.leap = Mus{work.instance.candidate(claim.candidate), claim.truth,
                        truths(work.instance, constraints)};
        work.look(*work.leap);
    };
    if (by_reach.size() > with_rules::sat_steps_tried) by_reach.resize(with_rules::sat_steps_tried);
    {
        DeepRefutation refutation{work.instance};
        for (const auto& [reached, v] : by_reach) {
            if (work.stopped()) return;
            const Claim claim{v, Truth::holds};
            auto core = refutation.conflict(claim, {work.stop, shrinking::deep_conflicts});
            if (!core) continue;
            take(claim, refutation.shrink(claim, std::move(*core),
                                          {work.stop, with_rules::conflicts_of_shrunk_sat_step}));
            return;
        }
    }
    // It takes the whole puzzle.
    DeepRefutation refutation{work.instance, DeepRefutation::Among::all};
    for (const std::uint64_t conflicts : with_rules::conflicts_of_sat_step)
        for (const auto& [reached, v] : by_reach) {
            if (work.stopped()) return;
            const Claim claim{v, Truth::holds};
            if (const auto all = refutation.conflict(claim, {work.stop, conflicts})) {
                take(claim, *all);
                return;
            }
        }
}

/// Looks for corrections of the claims that are not known to need so many constraints, with so many
/// changes of an assignment in all.
void Prover::correct(Work& work, const Claims& claims, std::size_t enough, std::size_t changes) {
    std::size_t flips = bounding::flips_per_claim / work.dearer();
    for (std::size_t left = changes / work.dearer(); left > 0; flips *= 2) {
        bool any = false;
        for (const auto& [v, known] : claims) {
            if (work.stopped()) return;
            const Claim claim{v, known->truth};
            const std::size_t bound = corrections_->bound(claim);
            // No claim needs more than an argument that is known.
            if (bound >= enough ||
                (!known->arguments.empty() && bound >= known->arguments.front().price))
                continue;
            corrections_->look_for(claim, std::min(flips, left), enough);
            left -= std::min(flips, left);
            any = true;
        }
        if (!any) return;
    }
}

const Mus* Prover::cheapest(const Work& work, const Claims& claims) {
    const Mus* best = work.total ? &*work.total : nullptr;
    if (work.first && (best == nullptr || rank_of(*work.first) < rank_of(*best)))
        best = &*work.first;
    for (const auto& [v, known] : claims)
        if (!known->arguments.empty() &&
            (best == nullptr || rank_of(known->arguments.front()) < rank_of(*best)))
            best = &known->arguments.front();
    return best;
}

/// What totals of houses and sums of cages show. They are not searched for among all other
/// constraints: a total ranges over more ways than anything else, and by itself shows nothing.
void Prover::by_totals(Work& work, const Claims& claims) {
    for (const TotalArgument& found : arguments_by_totals(work.state)) {
        for (const auto& [v, known] : claims) {
            const Candidate candidate = work.instance.candidate(v);
            const DigitSet digits = work.state.candidates(candidate.cell);
            const auto goes = [&](Digit d) {
                return std::ranges::binary_search(found.gone, Candidate{candidate.cell, d});
            };
            const bool shown = known->truth == Truth::fails
                                   ? goes(candidate.digit)
                                   : std::ranges::all_of(digits, [&](Digit d) {
                                         return (d == candidate.digit) != goes(d);
                                     });
            if (!shown) continue;
            Mus argument{candidate, known->truth, found.cites};
            work.look(argument);
            if (!work.total || rank_of(argument) < rank_of(*work.total)) work.total = argument;
        }
        // Others cite as many or more.
        if (work.total && work.price == Price::constraints &&
            found.cites.size() > work.total->price)
            break;
    }
}

void Prover::know_corrections(Work& work) {
    if (work.corrections != nullptr) return;
    if (!corrections_) corrections_.emplace(possible_, options_.price);
    corrections_->follow(work.state, work.instance);
    work.corrections = &*corrections_;
}

/// An argument that is seen at once, of whatever size: so there is one whenever the rest ends.
void Prover::see(Work& work, std::size_t v, const Known& known) {
    Refutation refutation{work.instance};
    const Claim claim{v, known.truth};
    for (const std::uint64_t nodes : {searching::quick_nodes, 20 * searching::quick_nodes}) {
        const auto conflict = refutation.conflict(claim, {work.stop, nodes});
        if (!conflict) continue;
        const auto core = refutation.shrink(claim, *conflict,
                                            {work.stop, shrinking::nodes_per_refutation * nodes});
        work.first =
            Mus{work.instance.candidate(v), known.truth, truths(work.instance, core.conflict)};
        work.look(*work.first);
        return;
    }
}

/// Goes on through the prices from the bound that is known, until one has an argument.
void Prover::settle(Work& work, const Claims& claims, Smallest& result) {
    for (std::size_t price = result.none_below; price <= searching::highest_price; ++price) {
        if (price >= bounding::from_price) know_corrections(work);
        if (work.corrections != nullptr &&
            (price == bounding::from_price || price == bounding::closely_from_price)) {
            const Mus* best = cheapest(work, claims);
            correct(work, claims,
                    best == nullptr ? bounding::first_goal
                                    : std::min(bounding::first_goal, best->price + 1),
                    price < bounding::closely_from_price ? bounding::first_flips_per_state
                                                         : bounding::flips_per_state);
        }
        std::size_t done = 0;
        for (const auto& [v, known] : claims) {
            if (options_.on_progress)
                options_.on_progress(
                    {ProofProgress::Stage::smallest, price, done++, claims.size()});
            result.ending = search(work, v, *known, price);
            if (result.ending == Ending::exhausted) continue;
            if (result.ending == Ending::interrupted)
                if (const Mus* best = cheapest(work, claims)) result.argument = *best;
            return;
        }
        result.none_below = price + 1;
        const Mus* best = cheapest(work, claims);
        if (best != nullptr && best->price <= price) {
            result.none_below = best->price;
            result.argument = *best;
            return;
        }
    }
    result.ending = Ending::out_of_budget;
}

Smallest Prover::smallest(const State& state, const StopFlag* stop) {
    return run(state, stop, std::nullopt);
}

Smallest Prover::smallest(const State& state, Candidate candidate, const StopFlag* stop) {
    return run(state, stop, candidate);
}

Smallest Prover::run(const State& state, const StopFlag* stop, std::optional<Candidate> only) {
    Smallest result;
    follow(state);
    const Instance instance{state};
    Work work{state,
              instance,
              HittingSetSearch{instance, possible_.solutions, options_.price},
              options_.nodes / searching::quick_share,
              stop,
              options_.price};
    refresh(work);
    Claims claims;
    for (auto& [candidate, known] : known_)
        if (!only || *only == candidate) claims.emplace_back(*instance.number(candidate), &known);
    result.open_claims = claims.size();
    if (claims.empty()) return result;

    const bool leap_ahead =
        !only && work.ruled() && std::ranges::any_of(claims, [](const auto& claim) {
            return claim.second->truth == Truth::holds;
        });
    by_totals(work, claims);
    if (only) see(work, claims.front().first, *claims.front().second);
    // Not settled soon: the best that is quickly seen, and then all that there is of time.
    settle(work, claims, result);
    if (result.ending != Ending::out_of_budget) return result;
    if (options_.on_progress)
        options_.on_progress({ProofProgress::Stage::any, result.none_below, 0, 0});
    if (!work.total || work.total->price > result.none_below + searching::price_above_proved)
        quick(work, claims, result.none_below, leap_ahead);
    const Mus* best = cheapest(work, claims);
    if (best != nullptr && work.corrections != nullptr &&
        best->price <= result.none_below + bounding::reach)
        correct(work, claims, std::min(best->price, result.none_below + bounding::goal_ahead),
                bounding::flips_per_state);
    work.last_node = work.search.nodes() + options_.nodes;
    work.required.reset();
    work.search.require_one_of({});
    settle(work, claims, result);
    best = cheapest(work, claims);
    if (best != nullptr) result.argument = *best;
    if (best != nullptr && best->price == result.none_below) result.ending = Ending::exhausted;
    if (leap_ahead && result.ending == Ending::out_of_budget &&
        (best == nullptr || best->cites.size() > options_.followed)) {
        leap(work, claims);
        if (work.leap) result.otherwise = std::exchange(result.argument, work.leap);
    }
    return result;
}

}  // namespace clew::logic::inline mus
