// How changes are judged and ranked.
//
// All changes of a kind are asked about together, as a batch of the facade.
//
// Points, the fewer the likelier. A slip has the points of its kind and of its distance: to the
// next cell is more likely than across the board, a digit that looks alike more likely than another
// one. Then 100 off if the clues get a symmetry that they lacked, which brings any such slip before
// all others: setters make symmetric patterns, and hardly a slip completes one by chance; and 15 on
// if a symmetry is lost. Before any clue come a mark of the other kind, a line turned round and a
// number that is off by one: a puzzle with rules says most by them. A pair has the points of both
// and 20 more, since two slips are rarer than one; the symmetry is that of the outcome. The figures
// are a judgement, not a measurement; only their order matters.
//
// Pairs of changes to different cells are tried in the order of the sum of the two ranks, so that a
// budget cuts off the least likely. Then, if budget is left, each change is followed by the slips
// of one or two clues that touch what it changed: a clue misread in a row that was shifted, two
// clues that moved round in a ring. A pair of which one change alone makes the puzzle valid is left
// out, for the other is idle; so is one that comes to the same as a single change.
//
// Cells of cages. Setters draw cages over the whole board or over parts of it, seldom one inside
// another. So 15 are off if a cell left out was the last one in no cage, or a cell too many is in
// another cage too or does not touch the rest of its own; and 15 on if a cell is taken out of the
// cages where every cell is in one.
//
// Changes of rules are changes like the others. Of a pair the one that removes a rule is made last,
// and of two such the one of the later rule first: a change names rules by their places.

#include "setter/repair.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <span>
#include <tuple>

#include "core/base/contract.hpp"
#include "core/base/workers.hpp"
#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"
#include "encode/sat/cores.hpp"
#include "setter/pattern_symmetry.hpp"
#include "solve/batch.hpp"

namespace clew::setter {
namespace {

/// Search nodes for a change on boards other than classic ones.
constexpr std::uint64_t nodes_a_change = 20'000;

/// The puzzle with one or two changes made, both told in the puzzle's own terms.
Puzzle changed(const Puzzle& puzzle, std::initializer_list<const Change*> changes) {
    Change sum;
    for (const Change* change : changes) {
        sum.edits.insert(sum.edits.end(), change->edits.begin(), change->edits.end());
        sum.rule_edits.insert(sum.rule_edits.end(), change->rule_edits.begin(),
                              change->rule_edits.end());
    }
    return apply(sum, puzzle);
}

/// Asks of changed puzzles whether they have one solution, many at a time.
class Judge {
  public:
    Judge(const Puzzle& puzzle, const RepairOptions& options)
        : puzzle_(puzzle),
          options_{.budget = {.stop = options.stop, .max_nodes = nodes_a_change},
                   .threads = options.threads},
          question_(puzzle) {}

    std::size_t size() const { return batch_.size(); }

    void add(std::initializer_list<const Change*> changes) {
        const auto each = [&](const auto& act) {
            for (const Change* change : changes)
                for (const Edit& e : change->edits) act(e);
        };
        if (std::ranges::any_of(changes,
                                [](const Change* change) { return !change->rule_edits.empty(); })) {
            batch_.add(changed(puzzle_, changes));
            return;
        }
        each([&](const Edit& e) {
            const DigitSet free = puzzle_.marks(e.cell);
            question_.allow(e.cell, e.digit ? free & DigitSet{*e.digit} : free);
        });
        batch_.add(question_);
        each([&](const Edit& e) { question_.allow(e.cell, puzzle_.options(e.cell)); });
    }

    /// The answers for what was added, with the solution where there is one; begins anew.
    BatchAnswers run() {
        BatchAnswers answers{batch_, Witnesses::first, options_};
        batch_.clear();
        return answers;
    }

  private:
    const Puzzle& puzzle_;
    SolveOptions options_;
    Solver question_;
    PuzzleBatch batch_;
};

/// Which digits are mistaken for each other, printed or by hand.
bool look_alike(Digit a, Digit b) {
    static const std::set<std::string> pairs = {"17", "14", "27", "35", "38", "49", "56",
                                                "58", "68", "69", "79", "89", "8B"};
    std::string pair{digit_symbol(std::min(a, b)), digit_symbol(std::max(a, b))};
    return pairs.contains(pair);
}

/// The symmetries of a set of clue cells.
class Patterns {
  public:
    Patterns(const Puzzle& puzzle, Language language)
        : geometry_(puzzle.geometry()), language_(language) {
        for (std::size_t i = 0; i < geometry_.cell_count(); ++i)
            marked_.push_back(puzzle.given(Cell{i}).has_value());
        for (Symmetry s : all_symmetries())
            if (s != Symmetry::none) orbits_.emplace_back(s, orbits(geometry_, s));
        before_ = symmetries();
    }

    /// Adds reasons for what the changes do to the pattern; returns the points.
    int weigh(std::initializer_list<const Change*> changes, std::vector<std::string>& reasons) {
        const std::vector<bool> kept = marked_;
        for (const Change* change : changes)
            for (const Edit& e : change->edits) marked_[e.cell.index()] = e.digit.has_value();
        const std::vector<Symmetry> after = symmetries();
        marked_ = kept;
        if (const auto gained = best_of(after, before_)) {
            reasons.push_back(say(language_, "makes the clues' places symmetric: {}",
                                  say(language_, to_string(*gained))));
            return -100;
        }
        if (const auto lost = best_of(before_, after)) {
            reasons.push_back(say(language_, "breaks the symmetry of the clues' places: {}",
                                  say(language_, to_string(*lost))));
            return 15;
        }
        return 0;
    }

  private:
    std::vector<Symmetry> symmetries() const {
        std::vector<Symmetry> result;
        if (std::none_of(marked_.begin(), marked_.end(), [](bool m) { return m; })) return result;
        for (const auto& [symmetry, parts] : orbits_) {
            const bool holds = std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
                return std::all_of(part.begin(), part.end(), [&](Cell cell) {
                    return marked_[cell.index()] == marked_[part.front().index()];
                });
            });
            if (holds) result.push_back(symmetry);
        }
        return result;
    }

    /// The richest symmetry of `some` that is not among `others`.
    static std::optional<Symmetry> best_of(const std::vector<Symmetry>& some,
                                           const std::vector<Symmetry>& others) {
        const auto richest = std::find_if(some.rbegin(), some.rend(), [&](Symmetry s) {
            return std::find(others.begin(), others.end(), s) == others.end();
        });
        return richest == some.rend() ? std::nullopt : std::optional(*richest);
    }

    const Geometry& geometry_;
    const Language language_;
    std::vector<bool> marked_;
    std::vector<std::pair<Symmetry, std::vector<std::vector<Cell>>>> orbits_;
    std::vector<Symmetry> before_;
};

struct Weight {
    Language language;
    int points = 0;
    std::vector<std::string> reasons{};
};

/// Points, for that reason.
template <class... Values>
int because(Weight& weight, int points, const char* reason, const Values&... values) {
    weight.reasons.push_back(say(weight.language, reason, values...));
    return points;
}

/// How many rows and how many columns two cells are apart.
std::pair<std::size_t, std::size_t> gaps(Cell a, Cell b, const Geometry& geometry) {
    const auto gap = [](std::size_t x, std::size_t y) { return x > y ? x - y : y - x; };
    return {gap(geometry.row_of(a), geometry.row_of(b)),
            gap(geometry.column_of(a), geometry.column_of(b))};
}

/// Points for the way from one cell to another.
int weigh_distance(Cell a, Cell b, const Geometry& geometry, Weight& weight) {
    if (!geometry.in_grid(a) || !geometry.in_grid(b)) return 80;
    const auto [rows, columns] = gaps(a, b, geometry);
    if (rows + columns == 1) return because(weight, 20, "adjacent cells");
    if (rows == 1 && columns == 1) return because(weight, 30, "diagonal neighbours");
    if (rows == 0 || columns == 0)
        return because(weight, rows + columns == 2 ? 35 : 50,
                       rows == 0 ? "same row" : "same column");
    return 80;
}

int weigh_digits(Digit a, Digit b, Weight& weight) {
    if (look_alike(a, b))
        return because(weight, 20, "{} and {} look alike", std::string(1, digit_symbol(a)),
                       std::string(1, digit_symbol(b)));
    if (std::max(a, b).index() - std::min(a, b).index() == 1)
        return because(weight, 35, "next digit");
    return 45;
}

/// Points for a sum that was taken for another.
int weigh_sums(int was, int now, Weight& weight) {
    const std::string a = std::to_string(was), b = std::to_string(now);
    if (a.size() == b.size()) {
        std::size_t differ = 0, last = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] != b[i]) {
                ++differ;
                last = i;
            }
        const auto digit = [](char symbol) {
            return Digit{static_cast<std::size_t>(symbol - '1')};
        };
        if (differ == 1 && a[last] != '0' && b[last] != '0' &&
            look_alike(digit(a[last]), digit(b[last])))
            return because(weight, 20, "{} and {} look alike", std::string(1, a[last]),
                           std::string(1, b[last]));
        if (differ == 2 && std::ranges::is_permutation(a, b))
            return because(weight, 25, "the same digits in another order");
    }
    const int gap = std::abs(was - now);
    if (gap == 1) return because(weight, 15, "next number");
    if (gap == 10) return because(weight, 35, "ten more or less");
    return 45;
}

/// Points for a cell of one killer cage that belongs to another one, or to none, or was in none.
int weigh_cell(const Change& change, const Puzzle& puzzle, Weight& weight) {
    const Geometry& geometry = puzzle.geometry();
    std::vector<int> cages(geometry.cell_count());  // by cell: how many have it
    for (const Rule& rule : puzzle.rules())
        if (rule.kind == RuleKind::killer_cage)
            for (const Cell cell : rule.cells) ++cages[cell.index()];
    const auto uncaged = std::ranges::count(cages, 0);
    if (change.kind == ChangeKind::add_cell) {
        if (uncaged > 1) return 40;
        return because(weight, 25, "every cell is in a cage then");
    }
    const std::vector<Cell>& cells = change.rule_edits.front().was.cells;
    const bool touches = std::ranges::any_of(
        cells, [&](Cell other) { return share_side(geometry, other, change.from); });
    const int points = change.kind == ChangeKind::move_cell ? 40 : 45;
    if (!touches && cells.size() > 1)
        return because(weight, points - 15, "it does not touch the rest of its cage");
    if (cages[change.from.index()] > 1) return because(weight, points - 15, "it is in two cages");
    if (change.kind == ChangeKind::drop_cell && uncaged == 0)
        return because(weight, points + 15, "every other cell is in a cage");
    return points;
}

/// The points of a change by itself, without what it does to the pattern.
int points_of(const Change& change, const Puzzle& puzzle, Weight& weight) {
    const Geometry& geometry = puzzle.geometry();
    switch (change.kind) {
        case ChangeKind::move:
            return weigh_distance(change.from, change.to, geometry, weight);
        case ChangeKind::alter:
            return weigh_digits(change.was, change.now, weight);
        case ChangeKind::remove:
        case ChangeKind::remove_rule:
            return 60;
        case ChangeKind::add:
        case ChangeKind::turn_grid:
            return 50;
        case ChangeKind::swap:
            return 15 + weigh_distance(change.from, change.to, geometry, weight);
        case ChangeKind::confuse:
            return 10 + weigh_digits(change.was, change.now, weight) +
                   10 * static_cast<int>(change.edits.size());
        case ChangeKind::shift_row:
            return 40;
        case ChangeKind::shift_column:
            return 55;
        case ChangeKind::shift_text:
            return because(weight, 45, "a symbol lost or doubled");
        case ChangeKind::swap_lines: {
            Weight between{weight.language};
            const int points = 30 + weigh_distance(change.from, change.to, geometry, between);
            const auto [rows, columns] = gaps(change.from, change.to, geometry);
            return rows + columns == 1 ? because(weight, points, "adjacent lines") : points;
        }
        case ChangeKind::turn_box:
            return 75;
        case ChangeKind::change_sum:
            return weigh_sums(change.rule_edits.front().was.numbers.front(),
                              change.rule_edits.front().now->numbers.front(), weight);
        case ChangeKind::swap_sums:
            return 45;
        case ChangeKind::move_cell:
        case ChangeKind::add_cell:
        case ChangeKind::drop_cell:
            return weigh_cell(change, puzzle, weight);
        case ChangeKind::turn_line:
        case ChangeKind::change_mark:
            return 10;
    }
    return 0;
}

Weight weigh(const Change& change, const Puzzle& puzzle, Language language) {
    Weight weight{language};
    weight.points = points_of(change, puzzle, weight);
    return weight;
}

/// Whether `a` removes a rule and must be made behind `b`, which names rules by their places.
bool removes_before(const Change& a, const Change& b) {
    if (a.kind != ChangeKind::remove_rule || b.rule_edits.empty()) return false;
    return b.kind != ChangeKind::remove_rule ||
           a.rule_edits.front().rule < b.rule_edits.front().rule;
}

bool apart(const Change& a, const Change& b) {
    for (const Edit& x : a.edits)
        for (const Edit& y : b.edits)
            if (x.cell == y.cell) return false;
    for (const RuleEdit& x : a.rule_edits)
        for (const RuleEdit& y : b.rule_edits)
            if (x.rule == y.rule) return false;
    return true;
}

class Repairer {
  public:
    Repairer(const Puzzle& puzzle, const RepairOptions& options)
        : puzzle_(puzzle),
          geometry_(puzzle.geometry()),
          options_(options),
          judge_(puzzle, options),
          batch_(PuzzleBatch::gains(puzzle) ? 8192 : 256),
          max_pairs_(options.max_pairs.value_or(PuzzleBatch::gains(puzzle) ? 5'000'000 : 100'000)),
          patterns_(puzzle, options.language) {}

    Repair run() {
        result_.before = clew::verify(puzzle_, {.budget = {.stop = options_.stop}}).validity;
        if (result_.before == Validity::unknown) result_.ending = Ending::interrupted;
        if (result_.before == Validity::unique || result_.before == Validity::unknown)
            return std::move(result_);
        singles();
        const bool want_pairs = options_.pairs == Pairs::all ||
                                (options_.pairs == Pairs::if_needed && result_.singles_valid == 0);
        if (want_pairs && result_.ending == Ending::exhausted) pairs();
        settle();
        return std::move(result_);
    }

  private:
    struct Hit {
        int points;
        std::size_t first, second;           // ranks; equal for a single change
        std::shared_ptr<const Change> then;  // instead of the second: made after the first
        Grid solution;

        bool is_pair() const { return first != second || then != nullptr; }
    };
    struct Trial {
        std::size_t first, second;
        std::shared_ptr<const Change> then;
    };

    bool stopped() const { return options_.stop != nullptr && options_.stop->raised(); }

    /// Appends changes, the likelier first.
    void add(std::vector<Change> changes) {
        std::vector<std::pair<Weight, Change>> weighed;
        for (Change& change : changes)
            weighed.emplace_back(weigh(change, puzzle_, options_.language), std::move(change));
        std::ranges::stable_sort(weighed, {}, [](const auto& one) { return one.first.points; });
        for (auto& [weight, change] : weighed) {
            weights_.push_back(std::move(weight));
            changes_.push_back(std::move(change));
        }
    }

    void singles() {
        add(single_changes(puzzle_));
        valid_alone_.assign(changes_.size(), false);
        for (std::size_t begin = 0; begin < changes_.size() && !stopped(); begin += batch_) {
            const std::size_t end = std::min(begin + batch_, changes_.size());
            for (std::size_t i = begin; i < end; ++i) judge_.add({&changes_[i]});
            const BatchAnswers answers = judge_.run();
            if (options_.on_tried) options_.on_tried(end - begin);
            for (std::size_t i = begin; i < end; ++i) {
                const Validity validity = answers.validity(i - begin);
                if (validity == Validity::unknown) ++result_.undecided;
                ++result_.singles_tried;
                if (validity != Validity::unique) continue;
                valid_alone_[i] = true;
                ++result_.singles_valid;
                keep({&changes_[i]}, {i, i, nullptr}, weights_[i].points,
                     answers.solution(i - begin));
            }
        }
        if (stopped()) result_.ending = Ending::interrupted;
    }

    void pairs() {
        std::vector<std::size_t> idle_alone;
        for (std::size_t i = 0; i < changes_.size(); ++i)
            if (!valid_alone_[i]) idle_alone.push_back(i);
        const std::size_t n = idle_alone.size();
        for (std::size_t sum = 1; n > 1 && sum <= 2 * n - 3; ++sum)
            for (std::size_t a = sum < n ? 0 : sum - n + 1; a < sum - a; ++a)
                if (!try_pair(idle_alone[a], idle_alone[sum - a])) return;
        // Those that clash stay behind the others in changes_, where no single is looked for.
        const std::size_t sound = changes_.size();
        add(single_changes(puzzle_, Additions::left_out, ChangeEffect::clashing));
        for (std::size_t i = 0; i < changes_.size(); ++i)
            if (!changes_[i].edits.empty()) rank_.emplace(changes_[i].edits, i);
        for (std::size_t i = sound; i < changes_.size(); ++i) idle_alone.push_back(i);
        for (std::size_t begin = 0; begin < idle_alone.size(); begin += firsts_at_once)
            if (!try_within(
                    std::span(idle_alone)
                        .subspan(begin, std::min(firsts_at_once, idle_alone.size() - begin))))
                return;
        flush();
        if (stopped()) result_.ending = Ending::interrupted;
    }

    /// False when the work is over.
    bool try_pair(std::size_t i, std::size_t j) {
        const Change& a = changes_[i];
        const Change& b = changes_[j];
        if (!apart(a, b) || clash(a, b)) return true;
        return take({i, j, nullptr}, b);
    }

    /// Tries, after each of these changes, the slips that touch what it changed.
    bool try_within(std::span<const std::size_t> firsts) {
        std::vector<std::vector<Change>> slips(firsts.size());
        run_workers(options_.threads, [&](unsigned worker) {
            for (std::size_t k = worker; k < firsts.size() && !stopped(); k += options_.threads)
                slips[k] = slips_after(firsts[k]);
        });
        if (stopped()) {
            result_.ending = Ending::interrupted;
            return false;
        }
        for (std::size_t k = 0; k < firsts.size(); ++k)
            for (Change& slip : slips[k]) {
                const auto then = std::make_shared<const Change>(std::move(slip));
                if (!take({firsts[k], firsts[k], then}, *then)) return false;
            }
        return true;
    }

    std::vector<Change> slips_after(std::size_t i) const {
        std::vector<Change> slips = slips_within(changes_[i], apply(changes_[i], puzzle_));
        std::erase_if(slips, [&](const Change& slip) {
            // Of two changes of different cells that clash but for each other, the first comes
            // first.
            const auto alone = rank_.find(slip.edits);
            if (alone != rank_.end() && alone->second < i && apart(changes_[i], slip)) return true;
            std::map<Cell, std::optional<Digit>> sum;
            for (const Edit& e : changes_[i].edits) sum[e.cell] = e.digit;
            for (const Edit& e : slip.edits) sum[e.cell] = e.digit;
            std::vector<Edit> edits;
            for (const auto& [cell, digit] : sum)
                if (digit != puzzle_.given(cell)) edits.push_back({cell, digit});
            return edits.empty() || rank_.contains(edits);
        });
        return slips;
    }

    bool take(Trial trial, const Change& second) {
        if (result_.pairs_tried + waiting_.size() >= max_pairs_) {
            flush();
            result_.ending = stopped() ? Ending::interrupted : Ending::out_of_budget;
            return false;
        }
        judge_.add({&changes_[trial.first], &second});
        waiting_.push_back(std::move(trial));
        if (waiting_.size() < batch_) return true;
        flush();
        if (!stopped()) return true;
        result_.ending = Ending::interrupted;
        return false;
    }

    /// True if a digit that `a` sets is one that `b` sets in a peer.
    bool clash(const Change& a, const Change& b) const {
        for (const Edit& x : a.edits)
            for (const Edit& y : b.edits)
                if (x.digit && x.digit == y.digit && geometry_.sees(x.cell, y.cell)) return true;
        return false;
    }

    void flush() {
        if (waiting_.empty()) return;
        const BatchAnswers answers = judge_.run();
        if (options_.on_tried) options_.on_tried(waiting_.size());
        for (std::size_t k = 0; k < waiting_.size(); ++k) {
            if (answers.validity(k) == Validity::unknown) ++result_.undecided;
            ++result_.pairs_tried;
            if (answers.validity(k) != Validity::unique) continue;
            ++result_.pairs_valid;
            const Trial& t = waiting_[k];
            const Change& second = t.then ? *t.then : changes_[t.second];
            const int points = t.then ? weigh(second, puzzle_, options_.language).points
                                      : weights_[t.second].points;
            keep({&changes_[t.first], &second}, t, weights_[t.first].points + points + 20,
                 answers.solution(k));
        }
        waiting_.clear();
    }

    /// `points` as yet without what the changes do to the pattern.
    void keep(std::initializer_list<const Change*> changes, const Trial& trial, int points,
              Grid solution) {
        std::vector<std::string> reasons;
        points += patterns_.weigh(changes, reasons);
        hits_.push_back({points, trial.first, trial.second, trial.then, std::move(solution)});
        if (hits_.size() >= 2 * options_.max_proposals + 64) trim();
    }

    void trim() {
        std::ranges::stable_sort(hits_, {}, [](const Hit& hit) {
            return std::tuple(hit.points, hit.is_pair(), hit.first, hit.second);
        });
        if (hits_.size() > options_.max_proposals)
            hits_.erase(hits_.begin() + static_cast<std::ptrdiff_t>(options_.max_proposals),
                        hits_.end());
    }

    void settle() {
        trim();
        for (Hit& hit : hits_) {
            Proposal p;
            p.points = hit.points;
            p.solution = std::move(hit.solution);
            const bool turned = hit.is_pair() && !hit.then &&
                                removes_before(changes_[hit.first], changes_[hit.second]);
            const Change& a = changes_[turned ? hit.second : hit.first];
            p.mended = apply(a, puzzle_);
            p.changes.push_back(a);
            p.text = describe(a, geometry_, options_.language);
            p.reasons = weights_[turned ? hit.second : hit.first].reasons;
            if (!hit.is_pair()) {
                patterns_.weigh({&a}, p.reasons);
            } else {
                const Change& b = hit.then ? *hit.then : changes_[turned ? hit.first : hit.second];
                p.mended = apply(b, p.mended);
                p.changes.push_back(b);
                p.text = say(options_.language, hit.then ? "{0}, then {1}" : "{} and {}", p.text,
                             describe(b, geometry_, options_.language));
                for (const std::string& reason : weigh(b, puzzle_, options_.language).reasons)
                    if (std::find(p.reasons.begin(), p.reasons.end(), reason) == p.reasons.end())
                        p.reasons.push_back(reason);
                patterns_.weigh({&a, &b}, p.reasons);
            }
            result_.proposals.push_back(std::move(p));
        }
    }

    static constexpr std::size_t firsts_at_once = 256;

    const Puzzle& puzzle_;
    const Geometry& geometry_;
    const RepairOptions& options_;
    Judge judge_;
    const std::size_t batch_;  // of changes judged at once: a stop is heard in between
    const std::uint64_t max_pairs_;
    Patterns patterns_;
    Repair result_;
    std::vector<Change> changes_;  // by points; with pairs those that clash, by points, behind
    std::vector<Weight> weights_;
    std::vector<bool> valid_alone_;
    std::map<std::vector<Edit>, std::size_t> rank_;  // of all changes, by their edits
    std::vector<Trial> waiting_;
    std::vector<Hit> hits_;
};

}  // namespace

Repair repair(const Puzzle& puzzle, const RepairOptions& options) {
    for (const Rule& rule : puzzle.rules()) rules::check_rule(rule, puzzle.geometry());
    CLEW_REQUIRE(options.threads > 0, "repair: at least one thread");
    return Repairer{puzzle, options}.run();
}

namespace {

// Of quick_conflict(): a conflict at all, and the search for a smaller one.
constexpr std::uint64_t minimal_nodes = 200'000, smallest_nodes = 3'000;

ConflictingClues set_of(std::span<const sat::Demand> demands) {
    ConflictingClues set;
    for (const sat::Demand& d : demands)
        if (d.kind == cnf::DemandKind::rule)
            set.rules.push_back(d.rule);
        else
            (d.kind == cnf::DemandKind::given ? set.clues : set.marks).push_back(d.cell);
    std::sort(set.clues.begin(), set.clues.end());
    std::sort(set.marks.begin(), set.marks.end());
    std::sort(set.rules.begin(), set.rules.end());
    return set;
}

sat::Selectors demands_of(const Puzzle& puzzle) {
    return puzzle.rules().empty() ? sat::Selectors::clues : sat::Selectors::question;
}

}  // namespace

std::optional<ConflictingClues> a_conflict(const Puzzle& puzzle, const Budget& budget) {
    for (const Rule& rule : puzzle.rules()) rules::check_rule(rule, puzzle.geometry());
    const sat::Conflict found = sat::minimal_conflict(puzzle, demands_of(puzzle), budget);
    if (!found.exists || found.ending != Ending::exhausted) return std::nullopt;
    return set_of(found.demands);
}

std::optional<ConflictingClues> equal_clues(const Puzzle& puzzle) {
    const Geometry& geometry = puzzle.geometry();
    for (std::size_t h = 0; h < geometry.house_count(); ++h) {
        std::vector<std::optional<Cell>> seen(geometry.size());
        for (const Cell cell : geometry.cells_of(House{h})) {
            const auto digit = puzzle.given(cell);
            if (!digit) continue;
            std::optional<Cell>& other = seen[digit->index()];
            if (other)
                return ConflictingClues{{std::min(*other, cell), std::max(*other, cell)}, {}};
            other = cell;
        }
    }
    return std::nullopt;
}

std::optional<ConflictingClues> quick_conflict(const Puzzle& puzzle, const StopFlag* stop) {
    if (auto equal = equal_clues(puzzle)) return equal;
    std::optional<ConflictingClues> found = a_conflict(puzzle, {stop, minimal_nodes});
    if (!found || found->size() < 2) return found;
    // Is there a smaller one?
    sat::conflicts(puzzle, demands_of(puzzle),
                   {.budget = {stop, smallest_nodes}, .limit = 1, .max_size = found->size() - 1},
                   [&](std::span<const sat::Demand> demands) {
                       found = set_of(demands);
                       return Flow::stop;
                   });
    return found;
}

ClueConflicts conflicting_clues(const Puzzle& puzzle, std::uint64_t limit, const Budget& budget) {
    for (const Rule& rule : puzzle.rules()) rules::check_rule(rule, puzzle.geometry());
    ClueConflicts result;
    const sat::ConflictCount found =
        sat::conflicts(puzzle, demands_of(puzzle), {.budget = budget, .limit = limit},
                       [&](std::span<const sat::Demand> demands) {
                           result.sets.push_back(set_of(demands));
                           return Flow::go_on;
                       });
    result.ending = found.ending;
    std::sort(result.sets.begin(), result.sets.end(),
              [](const ConflictingClues& a, const ConflictingClues& b) {
                  return a.size() != b.size() ? a.size() < b.size()
                                              : std::tie(a.clues, a.marks, a.rules) <
                                                    std::tie(b.clues, b.marks, b.rules);
              });
    return result;
}

}  // namespace clew::setter
