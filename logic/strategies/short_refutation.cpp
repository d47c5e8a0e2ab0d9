// Forward, round by round: every single, locked candidate and subset of the state as it stands is
// written down with what it rests on, also a second and a third reason of the same placement. What
// is inferred stays, though the state may contradict itself by then: all of it follows from the
// assumption, and the shortest way to a conflict need not lead to the first one.
//
// Backward: a conflict wants all candidates of a constraint to have failed. One that the assumption
// rules out has; for another one of the inferences that rule it out is chosen, which wants its own
// premises to have failed in a round before. So no way goes in circles. Inferences that are chosen
// already cost nothing more. Two things bound the search: a candidate that falls in round r at the
// earliest takes r inferences one after the other, of which those that are chosen already may be
// some; and candidates of which no inference rules out two take one each. What was tried for a
// candidate in vain is barred while its other inferences are tried.
//
// An inference is drawn in the first round in which it can be. Now and then it would be cheaper to
// draw it later, from premises that fail later; to look for that too made the search some three
// times as long, and within the same limits found longer refutations, not shorter ones.

#include "logic/strategies/short_refutation.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/bit_count.hpp"
#include "core/base/contract.hpp"
#include "core/base/sorted.hpp"

namespace clew::logic::inline strategies {

namespace {

constexpr std::size_t largest_subset = 4;
constexpr std::array naked_subsets{Technique::naked_pair, Technique::naked_triple,
                                   Technique::naked_quad};
constexpr std::array hidden_subsets{Technique::hidden_pair, Technique::hidden_triple,
                                    Technique::hidden_quad};

/// The bits of word w that stand for numbers below the limit.
std::uint64_t below(std::size_t limit, std::size_t w) {
    return limit >= (w + 1) * 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (limit % 64)) - 1;
}

}  // namespace

ShortRefutation::ShortRefutation(const State& base, Candidate assumed)
    : base_(&base), assumed_(assumed), fell_(base.cell_count() * base.size(), never) {
    const std::size_t houses = base.layout().house_count();
    for (std::size_t d = 0; d < base.size(); ++d) left_.push_back(base.cells(Digit{d}));
    for (std::size_t c = 0; c < base.cell_count(); ++c) digits_.push_back(base.candidates(Cell{c}));
    for (std::size_t h = 0; h < houses; ++h) {
        const auto positions = base.positions(House{h});
        positions_.insert(positions_.end(), positions.begin(), positions.end());
    }
    used_.assign(base.cell_count() + houses * base.size(), 0);
    look_.assign(houses, 0);
}

ShortRefutation::ShortRefutation(const State& base, Candidate assumed, ClosureRules rules,
                                 std::size_t rounds, std::span<const char> giving)
    : ShortRefutation(base, assumed) {
    CLEW_REQUIRE(base.has(assumed) && !base.placed(assumed.cell),
                 "ShortRefutation: not an open candidate");
    giving.empty() ? look_.assign(look_.size(), 1) : look_.assign(giving.begin(), giving.end());
    hold(assumed, 0);
    note_conflicts(0);
    for (std::size_t r = 1; r <= rounds; ++r) {
        const auto round = static_cast<Round>(r);
        const std::size_t before = inferred_.size();
        singles(round);
        if (rules != ClosureRules::singles) {
            for (std::size_t h = 0; h < look_.size(); ++h)
                if (look_[h] != 0) locked(House{h}, round);
            for (std::size_t h = 0; h < look_.size(); ++h)
                if (look_[h] != 0) subsets(House{h}, round);
            std::ranges::fill(look_, 0);
        }
        if (inferred_.size() == before) break;
        for (const Candidate c : fresh_holds_) hold(c, round);
        for (const Candidate c : fresh_fails_) fall(c, round);
        fresh_holds_.clear();
        fresh_fails_.clear();
        for (std::size_t at = before; at < inferred_.size(); ++at)
            inferred_[at].earlier = static_cast<Index>(before);
        note_conflicts(round);
    }
    words_ = (inferred_.size() + 63) / 64;
    if (conflicts_.empty()) return;
    rulers_.assign(fell_.size() * words_, 0);
    known_.assign(fell_.size(), 0);
    barred_.assign(words_, 0);
}

std::vector<char> ShortRefutation::giving(const State& base) {
    ShortRefutation nothing{base, {}};
    std::vector<char> houses;
    for (std::size_t h = 0; h < base.layout().house_count(); ++h) {
        const std::size_t before = nothing.inferred_.size();
        nothing.locked(House{h}, 1);
        nothing.subsets(House{h}, 1);
        houses.push_back(nothing.inferred_.size() != before ? 1 : 0);
    }
    return houses;
}

// ---- forward ------------------------------------------------------------------------------------

bool ShortRefutation::sees(Candidate holder, Candidate other) const {
    return holder.cell == other.cell
               ? holder.digit != other.digit
               : holder.digit == other.digit && base_->layout().peers(holder.cell).test(other.cell);
}

bool ShortRefutation::rules_out(const Inferred& what, Candidate other) const {
    return what.placed ? sees(*what.placed, other) : std::ranges::binary_search(what.gone, other);
}

void ShortRefutation::fall(Candidate c, Round round) {
    CellSet& cells = left_[c.digit.index()];
    if (!cells.test(c.cell)) return;
    cells.reset(c.cell);
    fell_[index(c)] = round;
    digits_[c.cell.index()].erase(c.digit);
    for (const HousePosition& seat : base_->layout().seats(c.cell)) {
        positions_[seat.house.index() * base_->size() + c.digit.index()] &= ~seat.bit;
        look_[seat.house.index()] = 1;
    }
}

void ShortRefutation::hold(Candidate c, Round round) {
    placed_.push_back(c);
    for (const Digit d : digits_[c.cell.index()] - DigitSet{c.digit}) fall({c.cell, d}, round);
    const CellSet losers = base_->layout().peers(c.cell) & left_[c.digit.index()];
    for (const Cell cell : losers) fall({cell, c.digit}, round);
}

/// The candidates of the constraint that have failed.
std::vector<Candidate> ShortRefutation::failed(const Constraint& constraint) const {
    std::vector<Candidate> found = candidates_of(*base_, constraint);
    std::erase_if(found, [&](Candidate c) { return fell_[index(c)] == never; });
    return found;
}

/// Whether all premises would have failed without the single that was placed before.
bool ShortRefutation::without(Candidate single, const std::vector<Candidate>& premises) const {
    return std::ranges::all_of(premises, [&](Candidate c) {
        return std::ranges::any_of(placed_,
                                   [&](Candidate p) { return p != single && sees(p, c); }) ||
               std::ranges::any_of(inferred_, [&](const Inferred& what) {
                   return !what.placed && rules_out(what, c);
               });
    });
}

void ShortRefutation::single(Candidate c, Technique technique, const Constraint& by, Round round) {
    if (c == assumed_) return;
    std::vector<Candidate> premises = failed(by);
    if (std::ranges::find(placed_, c) == placed_.end()) {
        if (std::ranges::find(fresh_holds_, c) == fresh_holds_.end()) fresh_holds_.push_back(c);
    } else if (!without(c, premises)) {
        return;
    }
    inferred_.push_back({round, 0, technique, c, {}, std::move(premises), {{by, Use::truth}}});
}

void ShortRefutation::singles(Round round) {
    const Layout& layout = base_->layout();
    for (const Cell c : base_->open()) {
        if (digits_[c.index()].size() != 1 || used_[c.index()] != 0) continue;
        used_[c.index()] = 1;
        single({c, digits_[c.index()].first()}, Technique::naked_single, Constraint::of(c), round);
    }
    for (std::size_t h = 0; h < layout.house_count(); ++h) {
        if (!layout.is_full(House{h})) continue;
        for (std::size_t d = 0; d < base_->size(); ++d) {
            const std::size_t at = h * base_->size() + d;
            char& used = used_[base_->cell_count() + at];
            if (!one_bit(positions_[at]) || used != 0) continue;
            const Cell cell = layout.cell_at(
                House{h}, static_cast<std::size_t>(std::countr_zero(positions_[at])));
            used = 1;
            if (base_->open().test(cell))
                single({cell, Digit{d}}, Technique::hidden_single,
                       Constraint::of(House{h}, Digit{d}), round);
        }
    }
}

/// A set that rules out what is still there.
void ShortRefutation::set(Technique technique, std::vector<Candidate> gone,
                          std::vector<Citation> by, Round round) {
    if (gone.empty()) return;
    std::ranges::sort(gone);
    std::ranges::sort(by);
    Inferred what{round, 0, technique, std::nullopt, std::move(gone), {}, std::move(by)};
    for (const Citation& c : what.by)
        if (c.use == Use::truth)
            for (const Candidate k : failed(c.constraint)) what.premises.push_back(k);
    sort_unique(what.premises);
    fresh_fails_.insert(fresh_fails_.end(), what.gone.begin(), what.gone.end());
    inferred_.push_back(std::move(what));
}

void ShortRefutation::locked(House house, Round round) {
    const Layout& layout = base_->layout();
    if (!layout.is_full(house)) return;
    for (std::size_t d = 0; d < base_->size(); ++d) {
        const Mask places = positions_[house.index() * base_->size() + d];
        if (places == 0 || one_bit(places)) continue;
        const CellSet cells = layout.cells_at(house, places);
        for (const HousePosition& seat : layout.seats(cells.first())) {
            if (seat.house == house || !layout.cells(seat.house).contains(cells)) continue;
            std::vector<Candidate> gone;
            for (const Cell c : (left_[d] & layout.cells(seat.house)) - cells)
                gone.push_back({c, Digit{d}});
            const bool box = base_->geometry().info(house).role == HouseRole::box;
            set(box ? Technique::pointing : Technique::claiming, std::move(gone),
                {{Constraint::of(house, Digit{d}), Use::truth},
                 {Constraint::of(seat.house, Digit{d}), Use::link}},
                round);
        }
    }
}

void ShortRefutation::naked(House house, const std::vector<Cell>& cells, DigitSet digits,
                            Round round) {
    std::vector<Candidate> gone;
    for (const Cell c : base_->layout().cells(house)) {
        if (std::ranges::find(cells, c) != cells.end()) continue;
        for (const Digit d : digits_[c.index()] & digits) gone.push_back({c, d});
    }
    if (gone.empty()) return;
    std::vector<Citation> by;
    for (const Cell c : cells) by.push_back({Constraint::of(c), Use::truth});
    for (const Digit d : digits) by.push_back({Constraint::of(house, d), Use::link});
    set(naked_subsets[cells.size() - 2], std::move(gone), std::move(by), round);
}

void ShortRefutation::hidden(House house, DigitSet digits, Mask places, Round round) {
    std::vector<Candidate> gone;
    std::vector<Citation> by;
    for (const Cell c : base_->layout().cells_at(house, places)) {
        for (const Digit d : digits_[c.index()] - digits) gone.push_back({c, d});
        by.push_back({Constraint::of(c), Use::link});
    }
    if (gone.empty()) return;
    for (const Digit d : digits) by.push_back({Constraint::of(house, d), Use::truth});
    set(hidden_subsets[digits.size() - 2], std::move(gone), std::move(by), round);
}

void ShortRefutation::subsets(House house, Round round) {
    const Layout& layout = base_->layout();
    std::vector<Cell> cells, chosen;
    for (const Cell c : layout.cells(house) & base_->open())
        if (digits_[c.index()].size() > 1) cells.push_back(c);
    // Cells that hold as many digits.
    const auto naked_from = [&](const auto& self, std::size_t first, DigitSet digits) -> void {
        for (std::size_t i = first; i < cells.size(); ++i) {
            const DigitSet all = digits | digits_[cells[i].index()];
            if (all.size() > largest_subset) continue;
            chosen.push_back(cells[i]);
            if (chosen.size() > 1 && chosen.size() == all.size() && chosen.size() < cells.size())
                naked(house, chosen, all, round);
            if (chosen.size() < largest_subset) self(self, i + 1, all);
            chosen.pop_back();
        }
    };
    naked_from(naked_from, 0, {});
    if (!layout.is_full(house)) return;
    const std::size_t row = house.index() * base_->size();
    const auto hidden_from = [&](const auto& self, std::size_t first, DigitSet digits,
                                 Mask places) -> void {
        for (std::size_t d = first; d < base_->size(); ++d) {
            const Mask own = positions_[row + d];
            if (own == 0 || one_bit(own)) continue;
            const Mask all = places | own;
            const auto count = bit_count(all);
            if (count > largest_subset) continue;
            DigitSet more = digits;
            more.insert(Digit{d});
            if (more.size() > 1 && more.size() == count) hidden(house, more, all, round);
            if (more.size() < largest_subset) self(self, d + 1, more, all);
        }
    };
    hidden_from(hidden_from, 0, {}, 0);
}

void ShortRefutation::note_conflicts(Round round) {
    const Layout& layout = base_->layout();
    for (const Cell c : base_->open())
        if (digits_[c.index()].empty() && used_[c.index()] < 2) {
            used_[c.index()] = 2;
            conflicts_.emplace_back(round, Constraint::of(c));
        }
    for (std::size_t h = 0; h < layout.house_count(); ++h) {
        if (!layout.is_full(House{h})) continue;
        for (std::size_t d = 0; d < base_->size(); ++d) {
            const std::size_t at = h * base_->size() + d;
            char& used = used_[base_->cell_count() + at];
            if (positions_[at] != 0 || used > 1) continue;
            used = 2;
            conflicts_.emplace_back(round, Constraint::of(House{h}, Digit{d}));
        }
    }
}

// ---- backward -----------------------------------------------------------------------------------

std::optional<std::size_t> ShortRefutation::at_least() const {
    if (conflicts_.empty()) return std::nullopt;
    return conflicts_.front().first;
}

/// The inferences that rule the candidate out, a bit each.
const std::uint64_t* ShortRefutation::rulers(std::size_t candidate) {
    std::uint64_t* const row = rulers_.data() + candidate * words_;
    if (known_[candidate] == 0) {
        known_[candidate] = 1;
        const Candidate c{Cell{candidate / base_->size()}, Digit{candidate % base_->size()}};
        for (std::size_t at = 0; at < inferred_.size(); ++at)
            if (rules_out(inferred_[at], c)) row[at / 64] |= std::uint64_t{1} << (at % 64);
    }
    return row;
}

bool ShortRefutation::met(const Goal& goal) {
    if (fell_[goal.candidate] == 0) return true;
    const std::uint64_t* const row = rulers(goal.candidate);
    return std::ranges::any_of(chosen_, [&](Index at) {
        return at < goal.until && (row[at / 64] >> (at % 64) & 1U) != 0;
    });
}

/// Chooses what is missing, none of what is barred; leaves the choice in chosen_ if it is enough.
bool ShortRefutation::reach(std::vector<Goal>& goals, std::size_t most, std::uint64_t& nodes) {
    if (nodes == 0) return false;
    --nodes;
    const Goal* next = nullptr;
    std::size_t fewest = 0;
    std::size_t apart = 0;  // goals of which no inference meets two
    std::vector<std::uint64_t> counted(words_);
    for (const Goal& goal : goals) {
        if (met(goal)) continue;
        const auto there = static_cast<std::size_t>(
            std::ranges::count_if(chosen_, [&](Index at) { return at < goal.until; }));
        if (chosen_.size() + fell_[goal.candidate] > most + there) return false;
        const std::uint64_t* const row = rulers(goal.candidate);
        bool fresh = true;
        std::size_t options = 0;
        for (std::size_t w = 0; w * 64 < goal.until; ++w) {
            const std::uint64_t open = row[w] & ~barred_[w] & below(goal.until, w);
            options += bit_count(open);
            fresh = fresh && (open & counted[w]) == 0;
        }
        if (options == 0) return false;
        if (fresh) {
            if (chosen_.size() + ++apart > most) return false;
            for (std::size_t w = 0; w * 64 < goal.until; ++w)
                counted[w] |= row[w] & ~barred_[w] & below(goal.until, w);
        }
        if (next == nullptr || options < fewest) {
            next = &goal;
            fewest = options;
        }
    }
    if (next == nullptr) return true;
    const Goal goal = *next;
    const std::uint64_t* const row = rulers(goal.candidate);
    // What was tried for this goal is in no way that is left.
    std::vector<Index> tried;
    bool found = false;
    for (Index at = 0; at < goal.until; ++at) {
        const std::uint64_t open = row[at / 64] & ~barred_[at / 64];
        if ((open >> (at % 64) & 1U) == 0) continue;
        const std::size_t before = goals.size();
        for (const Candidate c : inferred_[at].premises)
            goals.push_back({static_cast<Index>(index(c)), inferred_[at].earlier});
        chosen_.push_back(at);
        found = reach(goals, most, nodes);
        if (found) break;
        chosen_.pop_back();
        goals.resize(before);
        barred_[at / 64] |= std::uint64_t{1} << (at % 64);
        tried.push_back(at);
    }
    for (const Index at : tried) barred_[at / 64] &= ~(std::uint64_t{1} << (at % 64));
    return found;
}

std::optional<Branch> ShortRefutation::chain(std::size_t most, std::uint64_t& nodes) {
    const auto end = static_cast<Index>(inferred_.size());
    for (const auto& [round, conflict] : conflicts_) {
        if (round > most) break;
        std::vector<Goal> goals;
        for (const Candidate c : candidates_of(*base_, conflict))
            goals.push_back({static_cast<Index>(index(c)), end});
        chosen_.clear();
        if (reach(goals, most, nodes)) return told(conflict);
    }
    return std::nullopt;
}

/// The chosen inferences in order, each behind what it rests on.
Branch ShortRefutation::told(const Constraint& conflict) const {
    std::vector<Index> order = chosen_;
    std::ranges::stable_sort(order, {}, [&](Index at) { return inferred_[at].round; });
    std::vector<Candidate> wanted = candidates_of(*base_, conflict);
    for (const Index at : order)
        wanted.insert(wanted.end(), inferred_[at].premises.begin(), inferred_[at].premises.end());
    sort_unique(wanted);

    Branch branch{{}, conflict};
    std::vector<Index> known(fell_.size(), never);  // by candidate: the line that it fails by
    const auto line_of = [&](Candidate c) -> std::size_t {
        if (known[index(c)] != never) return known[index(c)];
        const auto holder = std::ranges::find_if(branch.lines, [&](const Inference& line) {
            return line.truth == Truth::holds && sees(line.candidate, c);
        });
        CLEW_INVARIANT(holder != branch.lines.end(), "ShortRefutation: nothing rules it out");
        const Candidate by = holder->candidate;
        const Constraint link =
            by.cell == c.cell
                ? Constraint::of(c.cell)
                : Constraint::of(*base_->layout().common_house(by.cell, c.cell), c.digit);
        const auto from = static_cast<std::size_t>(holder - branch.lines.begin());
        known[index(c)] = static_cast<Index>(branch.lines.size());
        branch.lines.push_back({c, Truth::fails, holder->technique, {{link, Use::link}}, {from}});
        return branch.lines.size() - 1;
    };
    branch.lines.push_back({assumed_, Truth::holds, Technique::guess, {}, {}});
    for (const Index at : order) {
        const Inferred& what = inferred_[at];
        Inference line{assumed_, Truth::holds, what.technique, what.by, {}};
        for (const Candidate c : what.premises) line.from.push_back(line_of(c));
        sort_unique(line.from);
        if (what.placed) {
            line.candidate = *what.placed;
            branch.lines.push_back(std::move(line));
            continue;
        }
        line.truth = Truth::fails;
        for (const Candidate c : what.gone) {
            const bool seen = std::ranges::any_of(branch.lines, [&](const Inference& other) {
                return other.truth == Truth::holds && sees(other.candidate, c);
            });
            if (seen || known[index(c)] != never || !std::ranges::binary_search(wanted, c))
                continue;
            line.candidate = c;
            known[index(c)] = static_cast<Index>(branch.lines.size());
            branch.lines.push_back(line);
        }
    }
    for (const Candidate c : candidates_of(*base_, conflict)) line_of(c);
    return branch;
}

}  // namespace clew::logic::inline strategies
