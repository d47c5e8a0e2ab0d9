// An argument is a set of constraints that cannot all hold if the claim is denied. Each is used as
// a link (at most one of its candidates holds) or as a truth (exactly one). Suppose that nothing
// can be left out. Then
//
//   * every candidate of a truth, but for the claim's own, is in a second constraint of the
//     argument: if not, let it hold alone, and all that is used of the truth is its link;
//   * for every assignment A of all candidates that denies the claim, the argument has a constraint
//     that A violates: a truth without a holding candidate, or a link with two.
//
// So a set is extended where it has the fewest ways: at a candidate of a truth that is not covered
// (one of its at most three other constraints is a link of the argument, at least), or at an
// assignment that obeys all that is chosen. The search is an implicit hitting set search
// [Gamba2021] with both kinds of sets; each way that was followed is banned in those after it, so
// that no set is built twice.
//
// Which assignment: one candidate for each truth by a small exact cover, and everything else as in
// a solution of the puzzle, as far as the chosen constraints permit. It violates only what lies
// next to where it differs, a handful of constraints, where one that lets everything else fail
// violates hundreds.
//
// Ways too dear for what is left fall at once: a truth brings along whatever covers its candidates
// (those that share no constraint count one each), a link that holds one candidate in question
// needs another constraint at its other end. Assignments whose ways have nothing in common cost one
// each, a packing bound. Known corrections (corrections.hpp) are branched on where they have fewer
// ways than a candidate to be covered has, and count in that bound; all of them are followed at
// once, as bits (hitting.hpp). Where the bound leaves nothing to spare, each constraint still to
// come hits one of those that have nothing in common: the others are banned, and what is left of
// the corrections is packed again, the narrowest first. The more corrections the better: of 131
// steps above size 8 on 15 hard puzzles 41 stayed unproved with 200 for a claim, 28 with 300 and 15
// with 600.
//
// A rule of the puzzle is a truth with more than one candidate: a model picks one for each of its
// cells, cell by cell, with its filter in between, and an assignment violates it that does not keep
// it. Its candidates need no cover: they do not stand for each other.
//
// Tried and lost: choosing the truth at the other end of a link as soon as the link is chosen (more
// nodes, as there are more ways to do it); filtering links by price when more than one constraint
// is left; banning what is not packed with fewer than three left, or again until nothing changes (a
// third more time, no more proofs).

#include "logic/mus/search.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace clew::logic::inline mus {

using logic::Use;

namespace {

constexpr std::size_t fills_in_vain =
    200;  // of rules, before their cells are taken in another order
constexpr std::size_t models_looked_at = 2;  // 8 prove no more and take a third longer
constexpr std::size_t anchor_below = 1;      // what is left when links are looked at first
constexpr std::size_t tight_from = 3;        // what is left when only_packed() pays
constexpr std::uint8_t far = 255;

}  // namespace

HittingSetSearch::HittingSetSearch(const Instance& instance, std::span<const Grid> solutions,
                                   Price price)
    : instance_(instance),
      place_(instance.constraint_count()),
      ban_(instance.constraint_count()),
      in_(instance.candidate_count()),
      truths_(instance.candidate_count()),
      bare_(instance.constraint_count()),
      looks_(instance.cell_count()),
      options_(4 * max_size),
      hitting_(instance.constraint_count()),
      levels_(4 * max_size),
      is_picked_(instance.candidate_count()),
      holding_(instance.constraint_count()),
      seen_{std::vector<std::uint32_t>(instance.constraint_count()), 0},
      covered_(seen_),
      packed_(seen_),
      changed_{std::vector<std::uint32_t>(instance.candidate_count()), 0},
      judged_{std::vector<std::uint32_t>(2 * instance.constraint_count()), 0},
      verdicts_(2 * instance.constraint_count()),
      price_(price) {
    for (std::size_t k = 0; k < instance.constraint_count(); ++k)
        bare_[k] = static_cast<std::uint16_t>(instance.members(k).size());
    for (const Grid& grid : solutions) {
        Base base{std::vector<std::uint8_t>(instance.candidate_count()),
                  std::vector<std::int32_t>(instance.constraint_count(), -1)};
        for (std::size_t v = 0; v < instance.candidate_count(); ++v) {
            const Candidate c = instance.candidate(v);
            if (grid[c.cell] != c.digit) continue;
            base.holds[v] = 1;
            for (const std::uint16_t k : instance.uses(v))
                base.at[k] = static_cast<std::int32_t>(v);
        }
        bases_.push_back(std::move(base));
    }
}

void HittingSetSearch::require_one_of(std::span<const std::uint16_t> constraints) {
    wanted_.clear();
    distance_.clear();
    if (constraints.empty()) return;
    wanted_.resize(instance_.constraint_count());
    distance_.assign(instance_.constraint_count(), far);
    std::vector<std::uint16_t> reached{constraints.begin(), constraints.end()};
    for (const std::uint16_t k : constraints) {
        wanted_[k] = true;
        distance_[k] = 0;
    }
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const std::uint16_t v : instance_.members(reached[i]))
            for (const std::uint16_t k : instance_.uses(v))
                if (distance_[k] == far) {
                    distance_[k] = static_cast<std::uint8_t>(
                        std::min<int>(distance_[reached[i]] + 1, far - 1));
                    reached.push_back(k);
                }
}

void HittingSetSearch::confine(std::span<const std::uint16_t> constraints) {
    std::ranges::fill(ban_, constraints.empty() ? Ban::none : Ban::all);
    for (const std::uint16_t k : constraints) ban_[k] = Ban::none;
}

std::size_t HittingSetSearch::apart(std::size_t enough, std::size_t changes, Random& random) {
    last_packing_ = hitting_.apart(enough, changes, random);
    return last_packing_.size();
}

/// Undone by lift_bans().
void HittingSetSearch::ban(std::size_t k, Ban ban) {
    bans_.emplace_back(static_cast<std::uint16_t>(k), ban_[k]);
    if (!hitting_.empty()) hitting_.ban(levels_[depth_], k, ban_[k], ban);
    ban_[k] = ban;
}

/// From the back: an option may stand here twice, as a link and as a truth.
void HittingSetSearch::lift_bans(std::size_t start) {
    for (; bans_.size() > start; bans_.pop_back()) ban_[bans_.back().first] = bans_.back().second;
}

Ending HittingSetSearch::run(const Claim& claim, std::size_t price, const Budget& budget,
                             const std::function<Flow(std::span<const Chosen>)>& found) {
    claim_ = claim;
    budget_ = budget;
    found_ = &found;
    ending_ = Ending::exhausted;
    last_node_ = budget.max_nodes < unlimited - nodes_ ? nodes_ + budget.max_nodes : unlimited;
    depth_ = 0;
    met_ = wanted_.empty();
    nearest_ = 0;
    if (!met_) {
        nearest_ = far;
        for (const std::uint16_t k : instance_.uses(claim.candidate))
            nearest_ = std::min<std::size_t>(nearest_, distance_[k] + 1U);
    }
    extend(price);
    return ending_;
}

void HittingSetSearch::choose(const Chosen& option) {
    const std::size_t k = option.constraint;
    last_ = option;
    moves_.push_back({place_[k] != 0, chosen_.size(), nearest_, met_});
    if (!wanted_.empty()) {
        nearest_ = std::min<std::size_t>(nearest_, distance_[k]);
        met_ = met_ || (wanted_[k] && (option.use == Use::truth || price_ != Price::constraints));
    }
    if (place_[k] != 0) {  // a link becomes a truth
        moves_.back().place = place_[k] - 1U;
        chosen_[place_[k] - 1U].use = Use::truth;
        for (const std::uint16_t v : instance_.members(k)) ++truths_[v];
        return;
    }
    chosen_.push_back(option);
    place_[k] = static_cast<std::uint8_t>(chosen_.size());
    const Mask bit = Mask{1} << (chosen_.size() - 1);
    if (is_rule(k)) rules_ |= bit;
    for (const std::uint16_t v : instance_.members(k)) {
        if (in_[v] == 0)
            for (const std::uint16_t of : instance_.uses(v)) --bare_[of];
        in_[v] |= bit;
        if (option.use == Use::truth) ++truths_[v];
        if (price_ == Price::cells) ++looks_[instance_.cell(v)];
    }
}

void HittingSetSearch::unchoose() {
    const Move move = moves_.back();
    moves_.pop_back();
    nearest_ = move.distance;
    met_ = move.met;
    Chosen& of = chosen_[move.place];
    if (move.upgrade) {
        of.use = Use::link;
        for (const std::uint16_t v : instance_.members(of.constraint)) --truths_[v];
        return;
    }
    const Mask bit = Mask{1} << move.place;
    rules_ &= ~bit;
    for (const std::uint16_t v : instance_.members(of.constraint)) {
        in_[v] &= ~bit;
        if (in_[v] == 0)
            for (const std::uint16_t k : instance_.uses(v)) ++bare_[k];
        if (of.use == Use::truth) --truths_[v];
        if (price_ == Price::cells) --looks_[instance_.cell(v)];
    }
    place_[of.constraint] = 0;
    chosen_.pop_back();
}

/// What the option itself adds to the price.
std::size_t HittingSetSearch::cost(const Chosen& option) const {
    if (place_[option.constraint] != 0) return 0;
    if (price_ == Price::constraints) return 1;
    if (price_ == Price::human) return instance_.effort(option.constraint);
    std::size_t fresh = 0, last = std::numeric_limits<std::size_t>::max();
    for (const std::uint16_t v : instance_.members(option.constraint)) {
        if (price_ == Price::candidates) {
            fresh += in_[v] == 0 ? 1 : 0;
        } else if (instance_.cell(v) != last) {  // members of a constraint are in order of cells
            last = instance_.cell(v);
            fresh += looks_[last] == 0 ? 1 : 0;
        }
    }
    return fresh;
}

/// Whether a link holds two candidates that matter: those of truths, and what is denied.
bool HittingSetSearch::leads_on(std::size_t link) const {
    std::size_t matter = 0;
    for (const std::uint16_t v : instance_.members(link))
        if (truths_[v] > 0 || (v == claim_.candidate && denied_holds()))
            if (++matter == 2) return true;
    return false;
}

/// What an argument gains at least with this option: itself, those that cover its candidates if it
/// is a truth, one more at its other end if it is a link. Counts up to `enough`.
std::size_t HittingSetSearch::least(const Chosen& option, std::size_t enough) {
    std::size_t sum = cost(option);
    if (price_ != Price::constraints) return sum;
    const std::size_t k = option.constraint;
    if (is_rule(k)) return sum;
    if (option.use == Use::link) {
        if (leads_on(k)) return sum;
        // It may be a truth as well, if that needs no other constraint.
        const bool loose = std::ranges::any_of(instance_.members(k), [&](std::uint16_t v) {
            return in_[v] == 0 && v != claim_.candidate;
        });
        return loose ? sum + 1 : sum;
    }
    if (sum > enough || (place_[k] == 0 && bare_[k] == 0)) return sum;
    if (place_[k] == 0 && sum == enough && bare_[k] > 1) return sum + 1;  // one may be the claim
    covered_.clear();
    const Mask self = place_[k] != 0 ? Mask{1} << (place_[k] - 1U) : 0;
    for (const std::uint16_t v : instance_.members(k)) {
        if (v == claim_.candidate || (in_[v] & ~self) != 0) continue;
        bool fresh = true, any = false;
        for (const std::uint16_t other : instance_.uses(v)) {
            if (other == k || ban_[other] == Ban::all) continue;
            any = true;
            if (covered_.test(other)) fresh = false;
        }
        if (!any) return enough + 1;
        if (!fresh) continue;
        if (++sum > enough) return sum;
        for (const std::uint16_t other : instance_.uses(v)) covered_.set(other);
    }
    return sum;
}

/// As allowed() with what is left at this node, worked out once a node: the assignments of a node
/// have most of their ways in common.
bool HittingSetSearch::admitted(const Chosen& option) {
    const std::size_t i = 2U * option.constraint + (option.use == Use::truth ? 1U : 0U);
    if (judged_.set(i)) verdicts_[i] = allowed(option, left_) ? 1 : 0;
    return verdicts_[i] != 0;
}

/// The ways to cover the candidate of a truth that has the fewest; none if all are covered. False
/// if one cannot be, or they need more than is left.
bool HittingSetSearch::cover(std::size_t left, std::size_t& apart, std::vector<Chosen>& options) {
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    const bool counted = price_ == Price::constraints;
    std::size_t fewest = none, best = 0;
    seen_.clear();
    covers_.clear();
    const auto open = [&](std::uint16_t k) {
        if (place_[k] != 0 || ban_[k] == Ban::all) return false;
        return (counted && left > anchor_below) || allowed(as_cover(k), left);
    };
    for (const Chosen& chosen : chosen_) {
        if (chosen.use != Use::truth || is_rule(chosen.constraint)) continue;
        for (const std::uint16_t v : instance_.members(chosen.constraint)) {
            if (v == claim_.candidate || (in_[v] & (in_[v] - 1)) != 0) continue;
            std::size_t count = 0;
            bool fresh = counted;
            for (const std::uint16_t k : instance_.uses(v)) {
                if (place_[k] != 0) continue;
                if (seen_.test(k) && ban_[k] != Ban::all) fresh = false;
                if (open(k)) ++count;
            }
            if (count == 0) return false;
            if (fresh) {
                if (++apart > left) return false;
                for (const std::uint16_t k : instance_.uses(v)) {
                    seen_.set(k);
                    if (place_[k] == 0 && ban_[k] != Ban::all) covers_.push_back(k);
                }
            }
            if (count < fewest) {
                fewest = count;
                best = v;
            }
        }
    }
    if (fewest != none)
        for (const std::uint16_t k : instance_.uses(best))
            if (open(k)) options.push_back(as_cover(k));
    return true;
}

/// The ways to hit the known correction that has the fewest, if they are fewer than the options.
/// False if one cannot be hit, or if those that have nothing in common, beside what is `apart` and
/// marked by cover(), need more than is left.
bool HittingSetSearch::correct(std::size_t left, std::size_t apart, std::vector<Chosen>& options) {
    Hitting::Level& here = levels_[depth_];
    if (depth_ == 0) {
        here = hitting_.start(ban_);
    } else {
        here = levels_[depth_ - 1];
        hitting_.hit(here, last_);
    }
    if (hitting_.lost(here)) return false;
    if (price_ == Price::constraints) {
        if (!packs(left, apart)) return false;
        if (apart == left && left >= tight_from && !only_packed(left, options)) return false;
    }
    if (!Hitting::any(here.unhit)) return true;
    const auto [best, number] = hitting_.narrowest(here, here.unhit);
    if (!options.empty() && number >= options.size()) return true;
    options.clear();
    for (const Chosen& way : hitting_.ways(best))
        if (is_allowed(way) && allowed(way, left)) options.push_back(way);
    return !options.empty();
}

/// Whether what is left suffices for the corrections that have nothing in common, with each other
/// nor with what is chosen or marked by cover(); adds these to what is apart.
bool HittingSetSearch::packs(std::size_t left, std::size_t& apart, Order order) {
    Hitting::Row free = levels_[depth_].unhit;
    for (const Chosen& chosen : chosen_)
        if (chosen.use == Use::link && ban_[chosen.constraint] == Ban::none)
            hitting_.leave_out_true(free, chosen.constraint);
    for (const std::uint16_t k : covers_) hitting_.leave_out(free, k, ban_[k]);
    packing_.clear();
    const auto pack = [&](std::size_t i) {
        packing_.push_back(static_cast<std::uint16_t>(i));
        for (const Chosen& way : hitting_.ways(i))
            if (is_allowed(way)) hitting_.leave_out(free, way.constraint, ban_[way.constraint]);
        return ++apart <= left;
    };
    bool enough = true;
    if (order == Order::narrowest) {
        while (enough && Hitting::any(free))
            enough = pack(hitting_.narrowest(levels_[depth_], free).first);
        return enough;
    }
    // Those that ended it last time do so mostly again.
    for (const std::uint16_t i : last_packing_)
        if (enough && Hitting::test(free, i)) enough = pack(i);
    while (enough && Hitting::any(free)) enough = pack(Hitting::first(free));
    if (!enough) std::swap(packing_, last_packing_);
    return enough;
}

/// Where each constraint that is left has to hit one of those that have nothing in common, the
/// others are out of the question below this node; and so those that are left may be found to have
/// less in common. False if they then need more than is left, or one cannot be hit.
bool HittingSetSearch::only_packed(std::size_t left, std::vector<Chosen>& options) {
    seen_.clear();
    kept_.clear();
    const auto keep = [&](std::uint16_t k) {
        if (seen_.set(k)) kept_.push_back(k);
    };
    for (const Chosen& chosen : chosen_) keep(chosen.constraint);
    for (const std::uint16_t k : covers_) keep(k);
    for (const std::uint16_t i : packing_)
        for (const Chosen& way : hitting_.ways(i))
            if (is_allowed(way)) keep(way.constraint);
    for (std::size_t k = 0; k < ban_.size(); ++k) {
        if (ban_[k] == Ban::all || seen_.test(k)) continue;
        bans_.emplace_back(static_cast<std::uint16_t>(k), ban_[k]);
        ban_[k] = Ban::all;
    }
    hitting_.count_only(levels_[depth_], kept_, ban_);
    if (hitting_.lost(levels_[depth_])) return false;
    options.clear();
    std::size_t apart = 0;
    return cover(left, apart, options) && packs(left, apart, Order::narrowest);
}

/// The ways to give a link a second candidate that matters, for the link with the fewest. False if
/// one has none.
bool HittingSetSearch::anchor(std::size_t left, std::vector<Chosen>& options) {
    bool have = false;
    for (const Chosen& chosen : chosen_) {
        if (chosen.use != Use::link) continue;
        const std::uint16_t link = chosen.constraint;
        if (leads_on(link)) continue;
        scratch_.clear();
        const auto may_be = [&](std::uint16_t k) {
            return (instance_.must_hold(k) || is_rule(k)) && ban_[k] == Ban::none;
        };
        if (may_be(link) && allowed({link, Use::truth}, left))
            scratch_.push_back({link, Use::truth});
        seen_.clear();
        for (const std::uint16_t v : instance_.members(link)) {
            if (truths_[v] > 0 || v == claim_.candidate) continue;
            for (const std::uint16_t k : instance_.uses(v))
                if (k != link && may_be(k) && seen_.set(k) && allowed({k, Use::truth}, left))
                    scratch_.push_back({k, Use::truth});
        }
        if (scratch_.empty()) return false;
        if (!have || scratch_.size() < options.size()) {
            have = true;
            options = scratch_;
        }
    }
    return true;
}

/// Looks at assignments that obey what is chosen; false when enough of them were seen.
bool HittingSetSearch::models(std::size_t next, Mask used) {
    while (next < chosen_.size() && (chosen_[next].use == Use::link || ((used >> next) & 1U) != 0))
        ++next;
    if (next == chosen_.size()) {
        weigh(used);
        return !best_.empty() && ++model_count_ < models_looked_at;
    }
    if (is_rule(chosen_[next].constraint)) return fill(next, used);
    for (const std::uint16_t v : instance_.members(chosen_[next].constraint)) {
        if (v == claim_.candidate || (in_[v] & used) != 0) continue;
        picked_.push_back(v);
        is_picked_[v] = true;
        const bool more = models(next + 1, used | (in_[v] & ~rules_));
        is_picked_[v] = false;
        picked_.pop_back();
        if (!more) return false;
    }
    return true;
}

/// As models(), the cells of a rule one by one, those with the fewest digits first; where that was
/// in vain too often, those first that other choices care about. When then only cells are left that
/// none cares about, and what follows fails, it would fail however they are filled.
bool HittingSetSearch::fill(std::size_t next, Mask used) {
    const std::uint16_t k = chosen_[next].constraint;
    nodes_ += instance_.nodes_of_filter(k);
    if (nodes_ > last_node_) {
        ending_ = Ending::out_of_budget;
        return false;
    }
    if ((++fills_ & 127U) == 0 && budget_.stopped()) {
        ending_ = Ending::interrupted;
        return false;
    }
    const auto members = instance_.members(k);
    const auto seats = instance_.seats(k);
    const auto known = [&](std::uint16_t v) {
        const bool denied = v == claim_.candidate;
        if (is_picked_[v] || (denied && denied_holds())) return Instance::Known::holds;
        return !denied && (in_[v] & used) == 0 ? Instance::Known::open : Instance::Known::fails;
    };
    const auto held = [&](const Instance::Seat& seat) {
        return !seat.settled.empty() ||
               std::ranges::any_of(
                   members.subspan(seat.first, seat.last - seat.first),
                   [&](std::uint16_t v) { return known(v) == Instance::Known::holds; });
    };
    std::vector<DigitSet> domains;
    domains.reserve(seats.size());
    if (!instance_.left_of_rule(k, known, domains) || !instance_.rule(k)->filter(domains))
        return true;
    const auto is_shared = [&](const Instance::Seat& seat) {
        return std::ranges::any_of(members.subspan(seat.first, seat.last - seat.first),
                                   [&](std::uint16_t v) { return in_[v] != Mask{1} << next; });
    };
    std::size_t best = seats.size();
    bool shared = false;
    for (std::size_t s = 0; s < seats.size(); ++s) {
        if (held(seats[s])) continue;
        const bool is = shared_first_ && is_shared(seats[s]);
        if (best == seats.size() || (is == shared ? domains[s].size() < domains[best].size() : is))
            best = s;
        shared |= is;
    }
    if (best == seats.size()) {
        if (++filled_ > fills_in_vain && !shared_first_) {
            filled_in_vain_ = true;
            return false;
        }
        const std::size_t met = model_count_;
        const bool more = models(next + 1, used | Mask{1} << next);
        if (model_count_ != met) filled_ = 0;
        return more;
    }
    const std::size_t filled = filled_, met = model_count_;
    for (std::size_t i = seats[best].first; i < seats[best].last; ++i) {
        const std::uint16_t v = members[i];
        if (!domains[best].contains(instance_.candidate(v).digit)) continue;
        picked_.push_back(v);
        is_picked_[v] = true;
        const bool more = fill(next, used | (in_[v] & ~rules_));
        is_picked_[v] = false;
        picked_.pop_back();
        if (!more) return false;
        if (shared_first_ && !shared && filled_ != filled && model_count_ == met) break;
    }
    return true;
}

/// Whether a rule is not kept by the base with what was changed.
bool HittingSetSearch::breaks(std::uint16_t k, const Base* base) const {
    const auto known = [&](std::uint16_t v) {
        const bool held = base != nullptr && base->holds[v] != 0;
        return held != changed_.test(v) ? Instance::Known::holds : Instance::Known::fails;
    };
    std::vector<DigitSet> digits;
    return !instance_.left_of_rule(k, known, digits) || !instance_.rule(k)->filter(digits);
}

void HittingSetSearch::weigh(Mask used) {
    if (bases_.empty()) weigh(used, nullptr);
    for (const Base& base : bases_) weigh(used, &base);
}

/// The ways to violate the assignment that was picked, with the rest as in the base or, without
/// one, failing; kept if they are the fewest so far.
void HittingSetSearch::weigh(Mask used, const Base* base) {
    if (have_best_ && best_.empty()) return;
    touched_.clear();
    seen_.clear();
    changed_.clear();
    const auto holds = [&](std::size_t v) { return base != nullptr && base->holds[v] != 0; };
    const auto change = [&](std::size_t v, int by) {
        changed_.set(v);
        for (const std::uint16_t k : instance_.uses(v)) {
            if (seen_.set(k)) {
                holding_[k] = base != nullptr && base->at[k] >= 0 ? 1 : 0;
                touched_.push_back(k);
            }
            holding_[k] = static_cast<std::int8_t>(holding_[k] + by);
        }
    };
    if (base != nullptr)
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            const auto drop = [&](std::uint16_t v) {
                if (static_cast<std::size_t>(std::countr_zero(in_[v])) != i) return;  // once
                if ((in_[v] & used) == 0 || v == claim_.candidate) return;
                if (!is_picked_[v]) change(v, -1);
            };
            if (is_rule(chosen_[i].constraint)) {
                for (const std::uint16_t v : instance_.members(chosen_[i].constraint))
                    if (holds(v)) drop(v);
            } else if (base->at[chosen_[i].constraint] >= 0) {
                drop(static_cast<std::uint16_t>(base->at[chosen_[i].constraint]));
            }
        }
    for (const std::uint16_t v : picked_)
        if (!holds(v)) change(v, 1);
    if (denied_holds() != holds(claim_.candidate))
        change(claim_.candidate, denied_holds() ? 1 : -1);

    scratch_.clear();
    const auto consider = [&](std::uint16_t k, int count) {
        Chosen option{k, Use::link};
        if (is_rule(k)) {
            option.use = Use::truth;
            if (place_[k] != 0 || ban_[k] != Ban::none || !breaks(k, base)) return;
        } else if (count == 0 && instance_.must_hold(k)) {
            option.use = Use::truth;
            if (ban_[k] != Ban::none) return;
            if (place_[k] != 0 && chosen_[place_[k] - 1U].use == Use::truth) return;
        } else if (count < 2 || place_[k] != 0 || ban_[k] == Ban::all) {
            return;
        }
        if (admitted(option)) scratch_.push_back(option);
    };
    for (const std::uint16_t k : touched_) consider(k, holding_[k]);
    if (base == nullptr)
        for (std::size_t k = 0; k < instance_.constraint_count(); ++k)
            if (!seen_.test(k)) consider(static_cast<std::uint16_t>(k), 0);

    if (price_ == Price::constraints) {
        bool apart = !scratch_.empty();
        for (const Chosen& option : scratch_)
            apart = apart && !packed_.test(option.constraint) && place_[option.constraint] == 0;
        if (apart) {
            for (const Chosen& option : scratch_) packed_.set(option.constraint);
            if (++apart_ > left_) scratch_.clear();
        }
    }
    if (have_best_ && scratch_.size() >= best_.size()) return;
    have_best_ = true;
    std::swap(best_, scratch_);
}

void HittingSetSearch::branch(std::size_t left) {
    const std::vector<Chosen>& options = options_[depth_];
    const std::size_t start = bans_.size();
    for (const Chosen& option : options) {
        const std::size_t price = cost(option);
        const bool reached =
            met_ || price_ != Price::constraints ||
            std::min<std::size_t>(nearest_, distance_[option.constraint]) + price <= left;
        if (reached && price <= left && chosen_.size() < max_size) {
            choose(option);
            ++depth_;
            extend(left - price);
            --depth_;
            unchoose();
            if (ending_ != Ending::exhausted) break;
        }
        ban(option.constraint, option.use == Use::truth && !is_rule(option.constraint)
                                   ? std::max(ban_[option.constraint], Ban::truth)
                                   : Ban::all);
    }
    lift_bans(start);
}

void HittingSetSearch::extend(std::size_t left) {
    if (++nodes_ > last_node_) {
        ending_ = Ending::out_of_budget;
        return;
    }
    if ((nodes_ & 1023U) == 0 && budget_.stopped()) {
        ending_ = Ending::interrupted;
        return;
    }
    if (!met_ && price_ == Price::constraints && nearest_ > left) return;
    if (depth_ == options_.size()) {
        options_.emplace_back();
        levels_.emplace_back();
    }
    const std::size_t start = bans_.size();
    if (find_options(left)) branch(left);
    lift_bans(start);
}

/// The ways to go on from a node. False if there are none, be it that it is an argument.
bool HittingSetSearch::find_options(std::size_t left) {
    std::vector<Chosen>& options = options_[depth_];
    options.clear();
    std::size_t apart = 0;
    if (!cover(left, apart, options)) return false;
    if (!hitting_.empty() && !correct(left, apart, options)) return false;
    if (options.empty() && price_ == Price::constraints && left <= anchor_below &&
        !anchor(left, options))
        return false;
    if (options.empty()) {
        have_best_ = false;
        best_.clear();
        model_count_ = 0;
        apart_ = 0;
        packed_.clear();
        judged_.clear();
        picked_.clear();
        left_ = left;
        const Mask used = denied_holds() ? in_[claim_.candidate] & ~rules_ : 0;
        filled_ = 0;
        shared_first_ = filled_in_vain_ = false;
        models(0, used);
        if (filled_in_vain_ && !have_best_) {
            shared_first_ = true;
            models(0, used);
        }
        if (ending_ != Ending::exhausted) return false;
        if (!have_best_) {
            if (met_ && (*found_)(chosen_) == Flow::stop) ending_ = Ending::limit_reached;
            return false;
        }
        options = best_;
    }
    return true;
}

}  // namespace clew::logic::inline mus
