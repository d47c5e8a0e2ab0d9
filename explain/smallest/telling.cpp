// Smallest first is best here: facts only accumulate, so whatever can be reached by inferences of
// at most n constraints is reached before a larger one is drawn. Where more than three constraints
// would be needed, one candidate more is supposed, to run out by single constraints alone: a lemma.
// Where more than six would be, a lemma may draw whatever it can, and hold lemmas itself; so a
// contradiction that the citations force is always reached. From the end, what it rests on is
// traced back. A rule of the puzzle has no "last one left": where a truth gives a single, its
// filter says what is left of its cells, and it runs out where it cannot be kept.

#include "explain/smallest/telling.hpp"

#include <algorithm>
#include <utility>

#include "encode/base/sorted.hpp"
#include "explain/smallest/search.hpp"

namespace clew::explain {

using logic::Branch;
using logic::Citation;
using logic::Constraint;
using logic::Inference;
using logic::State;
using logic::Technique;
using logic::Truth;
using logic::Use;

namespace {

constexpr std::size_t without_lemmas = 3;  // constraints of an inference before lemmas are tried
constexpr std::size_t largest = 6;         // before lemmas within lemmas are
constexpr std::size_t most_cases = 3;      // candidates of a constraint whose cases are told
constexpr std::uint64_t nodes_each = 20'000;
// Of an argument of more constraints than these nobody tells the best way from the second best.
constexpr std::size_t large = 24;
constexpr std::uint64_t nodes_of_large = 300;

class Teller {
  public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    using Lines = std::vector<Inference>;
    using Fact = std::pair<Candidate, Truth>;

    Teller(const State& state, std::span<const Citation> cites, const StopFlag* stop)
        : state_(state), cites_(cites.begin(), cites.end()), stop_(stop) {
        for (const Citation& c : cites_) {
            members_.push_back(candidates_of(state, c.constraint));
            if (is_rule(c.constraint))
                std::erase_if(members_.back(), [&](Candidate k) { return state.placed(k.cell); });
            for (const Candidate k : members_.back()) candidates_.push_back(k);
        }
        sort_unique(candidates_);
    }

    bool knows(Candidate candidate) const {
        return std::ranges::binary_search(candidates_, candidate);
    }

    /// What follows if this is supposed, to where a constraint runs out or the goal is reached.
    /// Nothing if neither is, or not by inferences of at most so many constraints.
    std::optional<Telling> run(const Fact& supposed, const std::optional<Fact>& goal,
                               std::size_t most) const {
        Board board{{}, std::vector<std::size_t>(candidates_.size(), none)};
        add(board, {supposed.first, supposed.second, Technique::guess, {}, {}});
        const auto hardest = drive(board, goal, most);
        if (!hardest) return std::nullopt;
        return told(board, goal, *hardest);
    }

    /// The truths whose cases could be told.
    std::vector<std::size_t> pivots(Candidate claim) const {
        std::vector<std::size_t> found;
        for (std::size_t k = 0; k < cites_.size(); ++k)
            if (must_hold(k) && members_[k].size() > 1 && members_[k].size() <= most_cases &&
                !std::ranges::binary_search(members_[k], claim))
                found.push_back(k);
        return found;
    }
    const std::vector<Candidate>& members(std::size_t k) const { return members_[k]; }
    const Constraint& constraint(std::size_t k) const { return cites_[k].constraint; }

  private:
    // What is known where: the lines drawn, and by candidate the line about it, or none.
    struct Board {
        Lines lines;
        std::vector<std::size_t> known;
    };

    std::size_t index(Candidate c) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(candidates_, c) -
                                        candidates_.begin());
    }
    bool must_hold(std::size_t k) const {
        const Constraint& c = cites_[k].constraint;
        return cites_[k].use == Use::truth && !is_rule(c) &&
               (c.kind == Constraint::Kind::cell ||
                state_.geometry().info(c.house).holds_every_digit());
    }
    static bool is_rule(const Constraint& c) { return c.kind == Constraint::Kind::rule; }
    bool is_rule(std::size_t k) const { return is_rule(cites_[k].constraint); }
    const rules::RulePart& rule(std::size_t k) const {
        return state_.rule_parts()->all()[cites_[k].constraint.rule];
    }

    /// What is left of the cells of a rule.
    std::vector<DigitSet> domains(const Board& board, std::size_t k) const {
        std::vector<DigitSet> found;
        for (const Cell cell : rule(k).cells()) {
            DigitSet open, holding;
            for (const Digit d : state_.candidates(cell)) {
                if (state_.placed(cell)) {
                    holding.insert(d);
                    continue;
                }
                const std::size_t line = board.known[index({cell, d})];
                if (line == none)
                    open.insert(d);
                else if (board.lines[line].truth == Truth::holds)
                    holding.insert(d);
            }
            found.push_back(holding.empty() ? open : holding);
        }
        return found;
    }

    /// Whether there is a way to keep it, as far as its filter sees. Leaves what it leaves.
    bool kept(std::size_t k, std::vector<DigitSet>& left) const {
        return std::ranges::none_of(left, &DigitSet::empty) && rule(k).filter(left);
    }
    bool stopped() const { return stop_ != nullptr && stop_->raised(); }

    void add(Board& board, Inference line) const {
        board.known[index(line.candidate)] = board.lines.size();
        board.lines.push_back(std::move(line));
    }
    bool reached(const Board& board, const std::optional<Fact>& goal) const {
        if (!goal) return false;
        const std::size_t line = board.known[index(goal->first)];
        return line != none && board.lines[line].truth == goal->second;
    }

    /// Draws the smallest inference there is, again and again, until the goal is reached or a
    /// constraint runs out. Of the largest: how many constraints it needed.
    std::optional<std::size_t> drive(Board& board, const std::optional<Fact>& goal,
                                     std::size_t most) const {
        std::size_t hardest = 1;
        for (;;) {
            close(board);
            if (reached(board, goal) || conflict_of(board)) return hardest;
            if (stopped()) return std::nullopt;
            std::size_t needed = 0;
            for (std::size_t size = 1; needed == 0 && size <= std::min(without_lemmas, most);
                 ++size)
                if (infer(board, size)) needed = size;
            if (needed == 0 && most >= without_lemmas && lemma(board)) needed = without_lemmas;
            for (std::size_t size = without_lemmas + 1;
                 needed == 0 && size <= std::min({largest, most, cites_.size() - 1}); ++size)
                if (infer(board, size)) needed = size;
            if (needed == 0 && most > largest) needed = deep_lemma(board, most);
            if (needed == 0) return std::nullopt;
            hardest = std::max(hardest, needed);
        }
    }

    /// What a candidate that holds rules out in the cited constraints.
    void close(Board& board) const {
        Lines& lines = board.lines;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].truth != Truth::holds) continue;
            for (std::size_t k = 0; k < cites_.size(); ++k) {
                if (!std::ranges::binary_search(members_[k], lines[i].candidate)) continue;
                for (const Candidate other : members_[k]) {
                    if (board.known[index(other)] != none) continue;
                    if (is_rule(k) && other.cell != lines[i].candidate.cell) continue;
                    board.known[index(other)] = lines.size();
                    lines.push_back({other,
                                     Truth::fails,
                                     is_rule(k) ? Technique::naked_single : lines[i].technique,
                                     {{cites_[k].constraint, is_rule(k) ? Use::truth : Use::link}},
                                     {i}});
                }
            }
        }
    }

    /// A truth of which nothing is left, with the fewest lines behind it.
    std::optional<std::size_t> conflict_of(const Board& board) const {
        std::optional<std::size_t> best;
        std::size_t fewest = none;
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            if (!must_hold(k) && !is_rule(k)) continue;
            bool empty = false;
            if (is_rule(k)) {
                auto left = domains(board, k);
                empty = !kept(k, left);
            } else {
                empty = std::ranges::all_of(members_[k], [&](Candidate c) {
                    const std::size_t line = board.known[index(c)];
                    return line != none && board.lines[line].truth == Truth::fails;
                });
            }
            if (!empty) continue;
            const auto needed = behind(board.lines, lines_about(board, k));
            const auto count = static_cast<std::size_t>(std::ranges::count(needed, true));
            if (count < fewest) {
                fewest = count;
                best = k;
            }
        }
        return best;
    }

    std::vector<std::size_t> lines_about(const Board& board, std::size_t k) const {
        std::vector<std::size_t> found;
        for (const Candidate c : members_[k])
            if (board.known[index(c)] != none) found.push_back(board.known[index(c)]);
        return found;
    }

    static std::vector<bool> behind(const Lines& lines, const std::vector<std::size_t>& wanted) {
        std::vector<bool> needed(lines.size());
        for (const std::size_t at : wanted) needed[at] = true;
        for (std::size_t at = lines.size(); at-- > 0;)
            if (needed[at])
                for (const std::size_t from : lines[at].from) needed[from] = true;
        return needed;
    }

    /// All that follows from so many of the constraints, as they stand.
    bool infer(Board& board, std::size_t size) const {
        std::vector<Instance::Part> parts;
        std::vector<std::size_t> which;
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            Instance::Part part{cites_[k].constraint, {}, must_hold(k)};
            bool settled = false;
            for (const Candidate c : members_[k]) {
                const std::size_t line = board.known[index(c)];
                if (line == none)
                    part.members.push_back(c);
                else
                    settled = settled || board.lines[line].truth == Truth::holds;
            }
            if (is_rule(k)) {
                settled = false;
                for (std::size_t i = 0; const DigitSet left : domains(board, k)) {
                    const bool open =
                        std::ranges::count(part.members, rule(k).cells()[i], &Candidate::cell) > 0;
                    part.settled.push_back(open ? DigitSet{} : left);
                    ++i;
                }
            }
            if (settled || part.members.empty()) continue;
            which.push_back(k);
            parts.push_back(std::move(part));
        }
        if (parts.empty()) return false;
        const Instance instance{state_, parts};
        Search search{instance, {}};
        const std::size_t before = board.lines.size();
        for (std::size_t v = 0; v < instance.candidate_count(); ++v)
            for (const Truth truth : {Truth::holds, Truth::fails}) {
                if (board.known[index(instance.candidate(v))] != none) break;
                search.run({v, truth}, size,
                           {stop_, cites_.size() > large ? nodes_of_large : nodes_each},
                           [&](std::span<const Chosen> chosen) {
                               draw(board, instance.candidate(v), truth, chosen, which, before);
                               return Flow::stop;
                           });
                // At once: of two that cannot both hold the second runs out.
                close(board);
            }
        return board.lines.size() > before;
    }

    void draw(Board& board, Candidate candidate, Truth truth, std::span<const Chosen> chosen,
              const std::vector<std::size_t>& which, std::size_t before) const {
        Inference line{candidate, truth, Technique::smallest_proof, {}, {}};
        for (const Chosen& c : chosen) {
            const std::size_t k = which[c.constraint];
            line.by.push_back({cites_[k].constraint, c.use});
            for (const std::size_t from : lines_about(board, k))
                if (from < before) line.from.push_back(from);
        }
        std::ranges::sort(line.by);
        sort_unique(line.from);
        if (line.by.size() == 1 && !is_rule(line.by.front().constraint))
            line.technique = line.by.front().constraint.kind == Constraint::Kind::cell
                                 ? Technique::naked_single
                                 : Technique::hidden_single;
        if (const auto locked = locked_candidates(line.by)) line.technique = *locked;
        add(board, std::move(line));
    }

    /// A digit's places in one house that all lie in another.
    std::optional<Technique> locked_candidates(const std::vector<Citation>& by) const {
        if (by.size() != 2) return std::nullopt;
        const auto truth = std::ranges::find(by, Use::truth, &Citation::use);
        const auto link = std::ranges::find(by, Use::link, &Citation::use);
        const auto is_house = [](const Citation& c) {
            return c.constraint.kind == Constraint::Kind::house;
        };
        if (truth == by.end() || link == by.end() || !std::ranges::all_of(by, is_house))
            return std::nullopt;
        const HouseRole role = state_.geometry().info(truth->constraint.house).role;
        return role == HouseRole::box ? Technique::pointing : Technique::claiming;
    }

    /// The line with another number, and what it refers to with theirs. What a lemma says of its
    /// own lines and of those that it is within moves along with the line.
    static Inference renumbered(Inference line, std::size_t at, std::size_t here,
                                const std::vector<std::size_t>& number) {
        for (std::size_t& from : line.from) from = from < at ? number[from] : from - at + here;
        for (Branch& branch : line.lemma)
            for (Inference& inner : branch.lines)
                inner = renumbered(std::move(inner), at, here, number);
        return line;
    }

    /// That a candidate fails, from a board on which it was supposed behind `start` other lines and
    /// on which the constraint ran out. Of how many lines: what is said within.
    std::pair<Inference, std::size_t> refuted(const Board& board, std::size_t start,
                                              std::size_t conflict) const {
        const Lines& lines = board.lines;
        std::vector<bool> needed = behind(lines, lines_about(board, conflict));
        needed[start] = true;
        // Lines of the lemma count on from the line that it supports.
        Inference line{lines[start].candidate, Truth::fails, Technique::guess, {}, {}};
        Branch branch{{}, cites_[conflict].constraint};
        std::vector<std::size_t> number(lines.size(), 0);
        for (std::size_t at = 0; at < lines.size(); ++at) {
            if (at < start) {
                number[at] = at;
                if (needed[at]) line.from.push_back(at);
                continue;
            }
            if (!needed[at]) continue;
            number[at] = start + branch.lines.size();
            branch.lines.push_back(renumbered(lines[at], at, number[at], number));
        }
        const std::size_t count = branch.lines.size();
        line.lemma = {std::move(branch)};
        return {std::move(line), count};
    }

    static Board supposing(const Board& board, std::size_t v, Candidate candidate) {
        Board more = board;
        more.known[v] = more.lines.size();
        more.lines.push_back({candidate, Truth::holds, Technique::guess, {}, {}});
        return more;
    }

    /// A candidate that runs out by single constraints if it is supposed: the one that takes the
    /// fewest lines.
    bool lemma(Board& board) const {
        std::optional<Inference> best;
        std::size_t fewest = none;
        for (std::size_t v = 0; v < candidates_.size(); ++v) {
            if (board.known[v] != none) continue;
            Board more = supposing(board, v, candidates_[v]);
            std::optional<std::size_t> conflict;
            for (bool go_on = true; go_on && !conflict;) {
                close(more);
                conflict = conflict_of(more);
                go_on = !conflict && singles(more);
            }
            if (!conflict) continue;
            auto [line, count] = refuted(more, board.lines.size(), *conflict);
            if (count >= fewest) continue;
            fewest = count;
            best = std::move(line);
        }
        if (!best) return false;
        add(board, std::move(*best));
        return true;
    }

    /// A candidate of a truth with few left that runs out if it is supposed, by whatever can be
    /// drawn. How many constraints that needed at most; 0 if there is none.
    std::size_t deep_lemma(Board& board, std::size_t most) const {
        std::vector<std::vector<Candidate>> open;
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            if (is_rule(k))
                for (const Cell cell : rule(k).cells()) {
                    std::vector<Candidate> left;
                    for (const Candidate c : members_[k])
                        if (c.cell == cell && board.known[index(c)] == none) left.push_back(c);
                    if (!left.empty()) open.push_back(std::move(left));
                }
            if (!must_hold(k)) continue;
            std::vector<Candidate> left;
            bool settled = false;
            for (const Candidate c : members_[k]) {
                const std::size_t line = board.known[index(c)];
                if (line == none)
                    left.push_back(c);
                else
                    settled = settled || board.lines[line].truth == Truth::holds;
            }
            if (!settled && !left.empty()) open.push_back(std::move(left));
        }
        // Where everything together runs out, each of them does; so the first is as good as any,
        // and if it does not, nothing here will.
        const auto fewest = std::ranges::min_element(open, {}, &std::vector<Candidate>::size);
        if (fewest == open.end()) return 0;
        const Candidate c = fewest->front();
        Board more = supposing(board, index(c), c);
        const auto hardest = drive(more, std::nullopt, most);
        if (!hardest) return 0;
        add(board, refuted(more, board.lines.size(), *conflict_of(more)).first);
        return std::max(*hardest, largest);
    }

    /// What single constraints leave; false if nothing.
    bool singles(Board& board) const {
        const std::size_t before = board.lines.size();
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            if (is_rule(k)) follow(board, k);
            if (!must_hold(k)) continue;
            std::optional<Candidate> last;
            std::size_t left = 0;
            for (const Candidate c : members_[k]) {
                const std::size_t line = board.known[index(c)];
                if (line == none) {
                    ++left;
                    last = c;
                } else if (board.lines[line].truth == Truth::holds) {
                    left = none - 1;
                    break;
                }
            }
            if (left != 1) continue;
            add(board,
                {*last,
                 Truth::holds,
                 cites_[k].constraint.kind == Constraint::Kind::cell ? Technique::naked_single
                                                                     : Technique::hidden_single,
                 {{cites_[k].constraint, Use::truth}},
                 lines_about(board, k)});
            close(board);
        }
        return board.lines.size() > before;
    }

    /// What a rule leaves of its cells.
    void follow(Board& board, std::size_t k) const {
        auto left = domains(board, k);
        if (!kept(k, left)) return;  // it runs out
        const std::vector<std::size_t> from = lines_about(board, k);
        for (std::size_t i = 0; i < left.size(); ++i)
            for (const Candidate c : members_[k]) {
                if (c.cell != rule(k).cells()[i] || board.known[index(c)] != none) continue;
                const bool stays = left[i].contains(c.digit);
                if (stays && left[i].size() > 1) continue;
                add(board, {c,
                            stays ? Truth::holds : Truth::fails,
                            Technique::smallest_proof,
                            {{cites_[k].constraint, Use::truth}},
                            from});
            }
        close(board);
    }

    Telling told(const Board& board, const std::optional<Fact>& goal, std::size_t hardest) const {
        const Lines& lines = board.lines;
        Telling telling{{Branch{}}, std::nullopt, hardest, 0};
        Branch& branch = telling.branches.front();
        std::vector<std::size_t> ends;
        if (reached(board, goal)) {
            ends = {board.known[index(goal->first)]};
        } else {
            const std::size_t conflict = *conflict_of(board);
            branch.conflict = cites_[conflict].constraint;
            ends = lines_about(board, conflict);
        }
        std::vector<bool> needed = behind(lines, ends);
        needed[0] = true;
        std::vector<std::size_t> number(lines.size(), 0);
        for (std::size_t at = 0; at < lines.size(); ++at) {
            if (!needed[at]) continue;
            number[at] = branch.lines.size();
            telling.inferences += weight(lines[at]);
            branch.lines.push_back(renumbered(lines[at], at, number[at], number));
        }
        return telling;
    }

    /// How many inferences a reader makes of it: none of what a placement rules out.
    static std::size_t weight(const Inference& line) {
        std::size_t sum = 0;
        if (!line.lemma.empty()) {
            for (const Inference& inner : line.lemma.front().lines) sum += weight(inner);
            return sum + 1;
        }
        if (line.technique == Technique::guess) return 0;
        return line.truth == Truth::holds || line.technique == Technique::smallest_proof ||
                       line.technique == Technique::pointing ||
                       line.technique == Technique::claiming
                   ? 1
                   : 0;
    }

    const State& state_;
    std::vector<Citation> cites_;
    const StopFlag* stop_;
    std::vector<std::vector<Candidate>> members_;  // by citation
    std::vector<Candidate> candidates_;
};

std::optional<Telling> by_contradiction(const Teller& teller, Candidate candidate, Truth truth) {
    if (!teller.knows(candidate)) return std::nullopt;
    return teller.run({candidate, truth == Truth::fails ? Truth::holds : Truth::fails},
                      std::nullopt, Teller::none);
}

/// The cases of one truth; nothing if they need more than `most` constraints for an inference.
std::optional<Telling> by_cases(const Teller& teller, std::size_t pivot, Candidate candidate,
                                Truth truth, std::size_t most) {
    Telling all{{}, teller.constraint(pivot), 0, 0};
    for (const Candidate c : teller.members(pivot)) {
        auto one = teller.run({c, Truth::holds}, std::pair{candidate, truth}, most);
        if (!one) return std::nullopt;
        all.hardest = std::max(all.hardest, one->hardest);
        all.inferences += one->inferences;
        all.branches.push_back(std::move(one->branches.front()));
    }
    // If all cases run out, the citations contradict each other.
    return all;
}

}  // namespace

std::optional<Telling> tell_by_contradiction(const State& state, Candidate candidate, Truth truth,
                                             std::span<const Citation> cites,
                                             const StopFlag* stop) {
    return by_contradiction(Teller{state, cites, stop}, candidate, truth);
}

std::optional<Telling> tell(const State& state, Candidate candidate, Truth truth,
                            std::span<const Citation> cites, const StopFlag* stop) {
    const Teller teller{state, cites, stop};
    auto best = by_contradiction(teller, candidate, truth);
    if (!best || cites.size() > large) return best;
    for (const std::size_t pivot : teller.pivots(candidate)) {
        if (stop != nullptr && stop->raised()) break;
        auto other = by_cases(teller, pivot, candidate, truth, best->hardest);
        if (other && std::pair{other->hardest, other->inferences} <
                         std::pair{best->hardest, best->inferences})
            best = std::move(other);
    }
    return best;
}

}  // namespace clew::explain
