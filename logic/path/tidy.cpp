// Redundant steps go backwards from the end [Bleukx2023]: a step is needed for what it placed, or
// for candidates whose absence a later step that is needed rests on. A step rests on absence in the
// constraints that it cites as truths, in those of the lines of its reasons, and in the cells of
// its deadly pattern; "at most one" holds however many candidates there are. Placements are kept
// whatever they are for, so what one of them clears before it is missed needs no other reason.
//
// Then the steps are put in order anew: a placement as soon as what it rests on is there, all else
// in the order in which it was found. A placement waits for a step that is needed and would lose a
// candidate of its argument by it: the step would hold all the same, but not be what it is called.
// With placements earlier more may turn out to be idle, so both are repeated until nothing goes.

#include "logic/path/tidy.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/sorted.hpp"

namespace clew::logic::inline path {
namespace {

bool decided(const State& state, Candidate c) { return state.placed(c.cell) || !state.has(c); }

class Tidier {
  public:
    Tidier(const State& start, const Path& path, std::optional<Candidate> target = std::nullopt)
        : start_(start),
          path_(path),
          target_(target),
          refuting_(!path.entries.empty() &&
                    path.entries.back().kind == Entry::Kind::contradiction) {
        follow();
        mark();
    }

    /// Nothing if the steps do not hold in another order.
    std::optional<Path> run() {
        State state = start_;
        std::vector<std::size_t> waiting;
        for (std::size_t i = 0; i < items_.size(); ++i)
            if (items_[i].needed) waiting.push_back(i);
        std::vector<Entry> entries;
        while (!waiting.empty() && !(refuting_ && state.contradiction())) {
            auto next = std::ranges::find_if(
                waiting, [&](std::size_t i) { return may_come(i, waiting, state); });
            if (next == waiting.end()) next = waiting.begin();
            const std::size_t at = *next;
            waiting.erase(next);
            Entry entry = path_.entries[at];
            std::vector<Candidate> gone;
            for (const Candidate c : items_[at].wanted)
                if (state.has(c)) gone.push_back(c);
            entry.step.eliminations = std::move(gone);
            if (!changes(entry.step, state)) continue;
            if (!ready(items_[at], state)) return std::nullopt;
            for (const Candidate c : entry.step.placements)
                if (!state.has(c) || state.placed(c.cell)) return std::nullopt;
            // What was proved of all arguments of a state says nothing of another.
            if (!(state == items_[at].before)) entry.step.none_below = 0;
            apply(entry.step, state);
            entries.push_back(std::move(entry));
        }
        if (refuting_) {
            if (!state.contradiction()) return std::nullopt;
            entries.push_back(path_.entries.back());
        } else if (target_ ? !decided(state, *target_) : !(state == path_.state)) {
            return std::nullopt;
        }
        Path found = path_;
        found.entries = std::move(entries);
        if (refuting_ || target_) found.state = found.deduced = state;
        found.score = 0;
        found.hardest_score = 0;
        found.hardest = 0;
        for (std::size_t i = 0; i < found.entries.size(); ++i) {
            const int score = found.entries[i].step.score;
            found.score += score;
            if (score <= found.hardest_score) continue;
            found.hardest_score = score;
            found.hardest = i;
        }
        return found;
    }

  private:
    static constexpr std::size_t never = static_cast<std::size_t>(-1);

    struct Item {
        State before;
        bool needed = false;
        std::vector<Candidate> wanted{};     // eliminations that something needs
        std::vector<Constraint> truths{};    // what the step needs to be as bare as it was
        std::vector<Cell> around{};          // the cells of a deadly pattern, likewise
        std::vector<Cell> placed{};          // cells that must be placed for the step to be told
        std::vector<Candidate> mentioned{};  // ascending
    };

    std::size_t number(Candidate c) const {
        return c.cell.index() * start_.size() + c.digit.index();
    }
    bool placing(std::size_t i) const { return !path_.entries[i].step.placements.empty(); }

    static void note(Item& item, const std::vector<Citation>& cites) {
        for (const Citation& c : cites)
            if (c.use == Use::truth) item.truths.push_back(c.constraint);
    }
    static void note(Item& item, const Branch& branch) {
        if (branch.conflict) item.truths.push_back(*branch.conflict);
        for (const Inference& line : branch.lines) {
            item.mentioned.push_back(line.candidate);
            note(item, line.by);
            for (const Branch& lemma : line.lemma) note(item, lemma);
        }
    }

    Item item_of(const Step& step, const State& before) const {
        Item item{before};
        note(item, step.cites);
        for (const Branch& branch : step.reasons) note(item, branch);
        sort_unique(item.truths);
        for (const Candidate c : step.deadly) item.around.push_back(c.cell);
        sort_unique(item.around);
        for (const Group& group : step.groups)
            for (const Candidate c : group.candidates)
                if (before.placed(c.cell))
                    item.placed.push_back(c.cell);
                else
                    item.mentioned.push_back(c);
        // The last open cell of a house is that once the others are placed.
        if (step.technique == Technique::full_house)
            for (const Citation& c : step.cites)
                if (c.constraint.kind == Constraint::Kind::house)
                    for (const Cell cell : before.geometry().cells_of(c.constraint.house))
                        if (before.placed(cell)) item.placed.push_back(cell);
        sort_unique(item.placed);
        for (const Constraint& truth : item.truths)
            for (const Candidate c : candidates_of(before, truth)) item.mentioned.push_back(c);
        sort_unique(item.mentioned);
        return item;
    }

    // Replays the path: who took which candidate, who filled which cell.
    void follow() {
        State state = start_;
        by_.assign(start_.cell_count() * start_.size(), never);
        filled_.assign(start_.cell_count(), never);
        for (std::size_t i = 0; i < path_.entries.size(); ++i) {
            if (path_.entries[i].kind != Entry::Kind::deduction) break;
            const Step& step = path_.entries[i].step;
            items_.push_back(item_of(step, state));
            const auto gone = [&](Candidate c) { by_[number(c)] = i; };
            for (const Candidate c : step.eliminations) state.eliminate(c, gone);
            for (const Candidate c : step.placements) {
                state.place(c, gone);
                filled_[c.cell.index()] = i;
                value_.emplace_back(i, c);
            }
        }
        end_ = state.contradiction();
        last_ = std::move(state);
    }

    // When a placement clears the candidate, or would.
    std::size_t cleared(Candidate c) const {
        for (const auto& [at, placed] : value_)
            if ((placed.cell == c.cell) != (placed.digit == c.digit) &&
                (placed.cell == c.cell || start_.layout().peers(c.cell).test(placed.cell)))
                return at;
        return never;
    }

    void need(Candidate c, std::size_t before) {
        if (!start_.has(c) || last_->has(c)) return;
        if (const std::size_t at = cleared(c); at < before && items_[at].needed) return;
        const std::size_t at = by_[number(c)];
        if (at >= before) return;
        items_[at].needed = true;
        if (std::ranges::count(path_.entries[at].step.eliminations, c) > 0)
            items_[at].wanted.push_back(c);
    }
    void need_absent(const Constraint& truth, std::size_t at) {
        const State& state = items_[at].before;
        for (const Candidate c : candidates_of(start_, truth))
            if (!state.has(c)) need(c, at);
    }

    void mark() {
        if (target_) {
            // Only the last step decides it.
            items_.back().needed = true;
            need(*target_, items_.size());
            if (!placing(items_.size() - 1)) items_.back().wanted = {*target_};
        } else if (refuting_ && end_) {
            const Constraint out = constraint_of(*end_);
            for (const Candidate c : candidates_of(start_, out)) need(c, items_.size());
        } else {
            for (std::size_t i = 0; i < items_.size(); ++i) items_[i].needed = placing(i);
            for (std::size_t i = 0; i < start_.cell_count(); ++i)
                for (const Digit d : start_.candidates(Cell{i})) need({Cell{i}, d}, items_.size());
        }
        for (std::size_t i = items_.size(); i-- > 0;) {
            Item& item = items_[i];
            if (!item.needed) continue;
            sort_unique(item.wanted);
            for (const Constraint& truth : item.truths) need_absent(truth, i);
            for (const Cell cell : item.around) need_absent(Constraint::of(cell), i);
            for (const Cell cell : item.placed)
                if (filled_[cell.index()] != never) items_[filled_[cell.index()]].needed = true;
        }
    }

    // Whether all that the step rests on has gone.
    static bool ready(const Item& item, const State& state) {
        const auto bare = [&](const Constraint& truth) {
            return std::ranges::all_of(candidates_of(state, truth),
                                       [&](Candidate c) { return item.before.has(c); });
        };
        return std::ranges::all_of(item.truths, bare) &&
               std::ranges::all_of(item.around, [&](Cell c) { return bare(Constraint::of(c)); }) &&
               std::ranges::all_of(item.placed, [&](Cell c) { return state.placed(c); });
    }

    // A placement that may be made now, before what was found earlier.
    bool may_come(std::size_t i, const std::vector<std::size_t>& waiting,
                  const State& state) const {
        const Step& step = path_.entries[i].step;
        if (!placing(i) || !ready(items_[i], state)) return false;
        State after = state;
        for (const Candidate c : items_[i].wanted) after.eliminate(c);
        for (const Candidate c : step.placements) {
            if (!after.has(c) || after.placed(c.cell)) return false;
            after.place(c);
        }
        for (const std::size_t j : waiting) {
            if (j >= i) break;
            const auto stays = [&](Candidate c) { return after.has(c); };
            if (std::ranges::all_of(items_[j].mentioned, stays)) continue;
            if (placing(j) || std::ranges::any_of(items_[j].wanted, stays)) return false;
        }
        return true;
    }

    const State& start_;
    const Path& path_;
    const std::optional<Candidate> target_;
    const bool refuting_;
    std::vector<Item> items_;
    std::vector<std::size_t> by_;                           // by candidate: the step that took it
    std::vector<std::size_t> filled_;                       // by cell: the step that placed it
    std::vector<std::pair<std::size_t, Candidate>> value_;  // placements, in order
    std::optional<Contradiction> end_;
    std::optional<State> last_;
};

bool has_guesses(const Path& path) {
    for (const Entry& entry : path.entries)
        if (entry.depth > 0 ||
            (entry.kind != Entry::Kind::deduction && entry.kind != Entry::Kind::contradiction))
            return true;
    return false;
}

Path tidied(const State& start, Path best, std::optional<Candidate> target) {
    for (;;) {
        std::optional<Path> next = Tidier{start, best, target}.run();
        if (!next) return best;
        const bool again = next->entries.size() < best.entries.size();
        best = std::move(*next);
        if (!again) return best;
    }
}

}  // namespace

Path tidy(const State& start, const Path& path) {
    return has_guesses(path) ? path : tidied(start, path, std::nullopt);
}

std::optional<Path> tidy_toward(const State& start, const Path& path, Candidate candidate) {
    if (has_guesses(path)) return std::nullopt;
    Path part = path;
    part.entries.clear();
    part.state = start;
    for (const Entry& entry : path.entries) {
        if (decided(part.state, candidate)) break;
        if (entry.kind != Entry::Kind::deduction) return std::nullopt;
        apply(entry.step, part.state);
        part.entries.push_back(entry);
    }
    if (part.entries.empty() || !decided(part.state, candidate)) return std::nullopt;
    return tidied(start, std::move(part), candidate);
}

}  // namespace clew::logic::inline path
