// Inferences are tried smallest first: facts only accumulate, so that whatever inferences of at
// most n constraints can reach is reached before a larger one is used. Everything that the same
// constraints rule out is one inference: a pair within the argument stays a pair. An inference of
// three or more constraints without a name becomes a lemma if unit propagation over single
// constraints refutes one more assumed candidate. Where more than six constraints would be needed,
// a lemma may use any inference and lemmas of its own. Among candidate lemmas the one is chosen
// that lets unit propagation derive the most; this guarantees that the refutation completes. A
// lemma counts as many constraints as it cites. From the contradiction its reasons are traced back.
// A variant rule has no "last candidate left": where a truth gives a single, the rule's filter says
// what is left of its cells; an empty domain is the contradiction.
//
// A lower bound on the length: if no citation can be left out, every truth gives a line or is the
// contradiction. So if every inference needs one constraint, no derivation has fewer lines than
// truths less one.

#include "logic/mus/telling.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/sorted.hpp"
#include "logic/mus/search.hpp"
#include "logic/renumbered.hpp"
#include "logic/shape/shape.hpp"

namespace clew::logic::inline mus {

using logic::Branch;
using logic::Citation;
using logic::Constraint;
using logic::Inference;
using logic::is_inference;
using logic::State;
using logic::Technique;
using logic::together;
using logic::Truth;
using logic::Use;

namespace {

constexpr std::size_t told_bare = 2;   // constraints of an inference that needs no lemma
constexpr std::size_t seen_whole = 3;  // before lemmas are tried: they end the search for less
constexpr std::size_t largest = 6;     // before lemmas within lemmas are
constexpr std::size_t most_cases = 9;  // candidates of a constraint whose cases are told
constexpr std::uint64_t nodes_each = 20'000;
// Of an argument of more constraints than these nobody tells the best way from the second best.
constexpr std::size_t large = 24;
constexpr std::uint64_t nodes_of_large = 300;
// Of an argument of more than these nobody follows every line: what counts is that it ends soon. It
// is told by single constraints and lemmas, and every lemma that is found is drawn at once.
constexpr std::size_t huge_with_rules = 80;
constexpr std::size_t huge_without_rules = 150;
// Of all searches of a telling. What is not told by then is told by single constraints and lemmas,
// which need none: longer, but to its end.
constexpr std::uint64_t nodes_of_all = 300'000;
// Candidates supposed for lemmas by single constraints, in a telling without rules: half a second.
constexpr std::uint64_t supposed_of_all = 100'000;
// Looks at what rules leave, in a telling; after so many there is none, but the bare argument.
constexpr std::uint64_t filters_of_all = 400'000;

class Teller {
  public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    using Lines = std::vector<Inference>;
    using Fact = std::pair<Candidate, Truth>;
    using Which = std::vector<std::size_t>;  // of the citations

    Teller(const State& state, std::span<const Citation> cites, const StopFlag* stop)
        : state_(state), cites_(cites.begin(), cites.end()), stop_(stop) {
        for (std::size_t k = 0; k < cites.size(); ++k) all_.push_back(k);
        for (const Citation& c : cites_) {
            members_.push_back(candidates_of(state, c.constraint));
            if (is_rule(c.constraint))
                std::erase_if(members_.back(), [&](Candidate k) { return state.placed(k.cell); });
            for (const Candidate k : members_.back()) candidates_.push_back(k);
        }
        sort_unique(candidates_);
        ruled_ = std::ranges::any_of(all_, [&](std::size_t k) { return is_rule(k); });
        huge_ = cites_.size() > (ruled_ ? huge_with_rules : huge_without_rules);
        uses_.resize(candidates_.size());
        for (const std::size_t k : all_) {
            places_.emplace_back();
            seats_.emplace_back();
            for (const Candidate c : members_[k]) {
                places_.back().push_back(index(c));
                uses_[places_.back().back()].push_back(k);
                if (is_rule(k))
                    seats_.back().push_back(
                        static_cast<std::size_t>(std::ranges::lower_bound(rule(k).cells(), c.cell) -
                                                 rule(k).cells().begin()));
            }
        }
    }

    bool knows(Candidate candidate) const {
        return std::ranges::binary_search(candidates_, candidate);
    }

    /// And what fails by the same lines, each as a line of the branch or behind it.
    struct Told {
        MusSteps steps;
        Lines also;
    };

    /// What follows if this is supposed, to where a constraint runs out or the goal is reached.
    /// Nothing if neither is, or not by inferences of at most so many constraints.
    std::optional<Told> run(const Fact& supposed, const std::optional<Fact>& goal,
                            std::size_t most) const {
        Board board{{}, std::vector<std::size_t>(candidates_.size(), none)};
        add(board, {supposed.first, supposed.second, Technique::guess, {}, {}});
        const auto hardest = drive(board, goal, most);
        if (!hardest) return std::nullopt;
        return told(board, goal, *hardest);
    }

    /// The way to the goal that supposes nothing.
    std::optional<MusSteps> run_to(const Fact& goal, std::size_t most) const {
        Board board{{}, std::vector<std::size_t>(candidates_.size(), none)};
        const auto hardest = drive(board, goal, most);
        if (!hardest || !reached(board, goal)) return std::nullopt;
        Told told = this->told(board, goal, *hardest);
        for (Inference& line : told.also) {
            told.steps.also.push_back(line.candidate);
            add_once(told.steps.branches.front(), std::move(line));
        }
        return std::move(told.steps);
    }
    static void add_once(Branch& branch, Inference line) {
        const auto same = std::ranges::find(branch.lines, line.candidate, &Inference::candidate);
        if (same == branch.lines.end()) branch.lines.push_back(std::move(line));
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
        std::size_t closed = 0;  // lines whose placements have ruled out what they do
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

    /// What is left of the cells of a rule, where `line_about(m)` is the line about the m-th of its
    /// members that is heeded, or none.
    std::vector<DigitSet> domains(const Lines& lines, std::size_t k, const auto& line_about) const {
        const auto& cells = rule(k).cells();
        std::vector<DigitSet> open(cells.size()), holding(cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (state_.placed(cells[i])) holding[i] = state_.candidates(cells[i]);
        for (std::size_t m = 0; m < members_[k].size(); ++m) {
            const std::size_t line = line_about(m);
            if (line == none)
                open[seats_[k][m]].insert(members_[k][m].digit);
            else if (lines[line].truth == Truth::holds)
                holding[seats_[k][m]].insert(members_[k][m].digit);
        }
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (!holding[i].empty()) open[i] = holding[i];
        return open;
    }
    std::vector<DigitSet> domains(const Board& board, std::size_t k) const {
        return domains(board.lines, k, [&](std::size_t m) { return board.known[places_[k][m]]; });
    }

    /// Whether there is a way to keep it, as far as its filter sees. Leaves what it leaves.
    bool kept(std::size_t k, std::vector<DigitSet>& left) const {
        ++filtered_;
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
            if (ruled_ ? filtered_ > filters_of_all : supposed_ > supposed_of_all)
                return std::nullopt;
            const bool briefly = searched_ >= nodes_of_all || huge_;
            if (briefly && singles(board, all_)) continue;
            const std::size_t limit = briefly ? 0 : std::min({largest, most, cites_.size() - 1});
            std::size_t size = 1;
            for (; needed == 0 && size <= std::min(seen_whole, limit); ++size)
                if (infer(board, size)) needed = size;
            if (needed == 0 && most > seen_whole) {
                auto found = lemma(board);
                const std::size_t enough = found ? constraints_of(found->lemma.front()) : none;
                for (; needed == 0 && size <= std::min(limit, enough); ++size)
                    if (infer(board, size)) needed = size;
                if (needed == 0 && found && enough <= most) {
                    add_with_its_like(board, std::move(*found));
                    needed = enough;
                    if (huge_) needed = std::max(needed, more_lemmas(board, most));
                }
            }
            if (needed == 0 && most > largest) needed = deep_lemma(board, most);
            if (needed == 0) return std::nullopt;
            hardest = std::max(hardest, needed);
        }
    }

    /// What a candidate that holds rules out in the cited constraints, or in some of them.
    void close(Board& board) const {
        for (std::size_t i = board.closed; i < board.lines.size(); ++i)
            if (board.lines[i].truth == Truth::holds)
                for (const std::size_t k : uses_[index(board.lines[i].candidate)])
                    rule_out(board, i, k);
        board.closed = board.lines.size();
    }
    void close(Board& board, const Which& among) const {
        if (&among == &all_) {
            close(board);
            return;
        }
        for (std::size_t i = board.closed; i < board.lines.size(); ++i)
            if (board.lines[i].truth == Truth::holds)
                for (const std::size_t k : among)
                    if (std::ranges::binary_search(members_[k], board.lines[i].candidate))
                        rule_out(board, i, k);
    }

    /// What the candidate that holds in line i rules out in a constraint that it is in.
    void rule_out(Board& board, std::size_t i, std::size_t k) const {
        Lines& lines = board.lines;
        for (std::size_t m = 0; m < members_[k].size(); ++m) {
            const Candidate other = members_[k][m];
            if (is_rule(k) && other.cell != lines[i].candidate.cell) continue;
            std::size_t& known = board.known[places_[k][m]];
            if (known != none) continue;
            known = lines.size();
            lines.push_back({other,
                             Truth::fails,
                             goes_without_saying(lines[i], is_rule(k)),
                             {{cites_[k].constraint, is_rule(k) ? Use::truth : Use::link}},
                             {i}});
        }
    }

    /// What a placement rules out is told as its own technique's, where that is a single.
    static Technique goes_without_saying(const Inference& placed, bool by_rule) {
        if (!by_rule && !is_inference({placed.candidate, Truth::fails, placed.technique, {}, {}}))
            return placed.technique;
        return Technique::naked_single;
    }

    /// A truth of which nothing is left, with the fewest lines behind it.
    std::optional<std::size_t> conflict_of(const Board& board) const {
        return conflict_of(board, all_);
    }
    std::optional<std::size_t> conflict_of(const Board& board, const Which& among) const {
        std::optional<std::size_t> best;
        std::size_t fewest = none;
        for (const std::size_t k : among) {
            if (!must_hold(k) && !is_rule(k)) continue;
            bool empty = false;
            if (is_rule(k)) {
                auto left = domains(board, k);
                empty = !kept(k, left);
            } else {
                empty = std::ranges::all_of(places_[k], [&](std::size_t at) {
                    const std::size_t line = board.known[at];
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
        for (const std::size_t at : places_[k])
            if (board.known[at] != none) found.push_back(board.known[at]);
        return found;
    }

    /// Leaves in the lines of single rules, from the last on, only what is enough for what those
    /// that are needed for the ends say, and in the ends what is enough for a rule to run out.
    void thin(Lines& lines, std::vector<std::size_t>& ends,
              std::optional<std::size_t> conflict) const {
        const auto number_of = [&](const Constraint& c) {
            return static_cast<std::size_t>(std::ranges::find(cites_, c, &Citation::constraint) -
                                            cites_.begin());
        };
        if (conflict && is_rule(*conflict))
            leave_enough(lines, *conflict, ends,
                         [&](std::vector<DigitSet>& left) { return !kept(*conflict, left); });
        std::vector<bool> needed(lines.size());
        for (const std::size_t at : ends) needed[at] = true;
        std::size_t thinned = lines.size();  // from there on
        for (std::size_t last = lines.size(); last-- > 0;) {
            if (!needed[last]) continue;
            const Inference& line = lines[last];
            if (last < thinned && line.by.size() == 1 && line.lemma.empty() &&
                is_rule(line.by.front().constraint) && is_inference(line)) {
                const std::size_t k = number_of(line.by.front().constraint);
                std::vector<std::size_t> from = line.from, like{last};
                for (std::size_t at = last;
                     at-- > 0 && lines[at].by == line.by && lines[at].from == line.from;)
                    if (needed[at]) like.push_back(at);
                leave_enough(lines, k, from, [&](std::vector<DigitSet>& left) {
                    if (!kept(k, left)) return false;
                    return std::ranges::all_of(like, [&](std::size_t at) {
                        const Candidate c = lines[at].candidate;
                        const auto& cells = rule(k).cells();
                        const DigitSet there = left[static_cast<std::size_t>(
                            std::ranges::lower_bound(cells, c.cell) - cells.begin())];
                        return lines[at].truth == Truth::holds ? there == DigitSet{c.digit}
                                                               : !there.contains(c.digit);
                    });
                });
                for (const std::size_t at : like) lines[at].from = from;
                thinned = like.back();
            }
            for (const std::size_t from : lines[last].from) needed[from] = true;
        }
    }
    /// Takes from the lines about a rule, the latest first, those without which it still says what
    /// `says` asks; what holds is taken last.
    void leave_enough(const Lines& lines, std::size_t k, std::vector<std::size_t>& from,
                      const auto& says) const {
        for (const Truth truth : {Truth::fails, Truth::holds})
            for (std::size_t i = from.size(); i-- > 0;) {
                if (lines[from[i]].truth != truth) continue;
                std::vector<std::size_t> without = from;
                without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
                std::vector<DigitSet> left = domains(lines, k, [&](std::size_t m) {
                    const auto line = std::ranges::find_if(without, [&](std::size_t at) {
                        return lines[at].candidate == members_[k][m];
                    });
                    return line == without.end() ? none : *line;
                });
                if (says(left)) from = std::move(without);
            }
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
        HittingSetSearch search{instance, {}};
        const std::size_t before = board.lines.size();
        std::vector<Chosen> argument;
        for (std::size_t v = 0; v < instance.candidate_count(); ++v)
            for (const Truth truth : {Truth::holds, Truth::fails}) {
                if (board.known[index(instance.candidate(v))] != none) break;
                search.run({v, truth}, size,
                           {stop_, cites_.size() > large ? nodes_of_large : nodes_each},
                           [&](std::span<const Chosen> chosen) {
                               argument.assign(chosen.begin(), chosen.end());
                               return Flow::stop;
                           });
                if (argument.empty()) continue;
                draw(board, with(board, instance, search, {v, truth}, argument), truth, argument,
                     which, before);
                argument.clear();
                // At once: of two that cannot both hold the second runs out.
                close(board);
            }
        searched_ += search.nodes();
        return board.lines.size() > before;
    }

    /// The claim's candidate and, if it fails, what else the same constraints rule out.
    std::vector<Candidate> with(const Board& board, const Instance& instance,
                                HittingSetSearch& search, const Claim& claim,
                                std::span<const Chosen> argument) const {
        std::vector<Candidate> gone{instance.candidate(claim.candidate)};
        if (claim.truth == Truth::holds) return gone;
        std::vector<std::uint16_t> same, near;
        for (const Chosen& c : argument) {
            same.push_back(c.constraint);
            const auto members = instance.members(c.constraint);
            near.insert(near.end(), members.begin(), members.end());
        }
        sort_unique(near);
        search.confine(same);
        for (const std::uint16_t v : near) {
            const Candidate other = instance.candidate(v);
            if (v == claim.candidate || board.known[index(other)] != none) continue;
            search.run({v, Truth::fails}, argument.size(), {stop_, nodes_each},
                       [&](std::span<const Chosen> chosen) {
                           // Each use, too: what is a link there must be enough here.
                           const bool within = std::ranges::all_of(chosen, [&](const Chosen& c) {
                               return std::ranges::any_of(argument, [&](const Chosen& a) {
                                   return a.constraint == c.constraint &&
                                          (a.use == c.use || a.use == Use::truth);
                               });
                           });
                           if (!within) return Flow::go_on;
                           gone.push_back(other);
                           return Flow::stop;
                       });
        }
        search.confine({});
        return gone;
    }

    void draw(Board& board, const std::vector<Candidate>& candidates, Truth truth,
              std::span<const Chosen> chosen, const Which& which, std::size_t before) const {
        Inference line{candidates.front(), truth, Technique::smallest_proof, {}, {}};
        Which among;
        for (const Chosen& c : chosen) {
            const std::size_t k = which[c.constraint];
            among.push_back(k);
            line.by.push_back({cites_[k].constraint, c.use});
            for (const std::size_t from : lines_about(board, k))
                if (from < before) line.from.push_back(from);
        }
        std::ranges::sort(line.by);
        sort_unique(line.from);
        name(line, candidates, board);
        const bool bare = line.technique != Technique::smallest_proof ||
                          line.by.size() <= told_bare || truth == Truth::holds;
        for (const Candidate c : candidates) {
            line.candidate = c;
            if (!bare)
                if (auto refuted = lemma_on(board, c, among)) {
                    add(board, std::move(*refuted));
                    continue;
                }
            add(board, line);
        }
    }

    /// What people call the inference, on the board as it then stands.
    void name(Inference& line, const std::vector<Candidate>& candidates, const Board& board) const {
        if (std::ranges::any_of(line.by, [](const Citation& c) { return is_rule(c.constraint); }))
            return;
        if (line.by.size() == 1) {
            line.technique = line.by.front().constraint.kind == Constraint::Kind::cell
                                 ? Technique::naked_single
                                 : Technique::hidden_single;
            return;
        }
        if (const auto locked = locked_candidates(line.by)) {
            line.technique = *locked;
            return;
        }
        State then = state_;
        for (const std::size_t from : line.from)
            if (board.lines[from].truth == Truth::fails && then.has(board.lines[from].candidate))
                then.eliminate(board.lines[from].candidate);
        logic::Step step;
        step.cites = line.by;
        (line.truth == Truth::holds ? step.placements : step.eliminations) = candidates;
        logic::normalise(step);
        const auto shape = logic::known_shape(then, step);
        // A verity is no help to who follows an argument already; a lemma is.
        if (shape && logic::info(shape->technique).family != logic::Family::assumption &&
            is_inference({candidates.front(), line.truth, shape->technique, {}, {}}))
            line.technique = shape->technique;
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

    /// That a candidate fails, from a board on which it was supposed behind `start` other lines and
    /// on which the constraint ran out.
    Inference refuted(const Board& board, std::size_t start, std::size_t conflict) const {
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
        line.lemma = {std::move(branch)};
        return line;
    }

    /// Supposes a candidate on a board, and takes that and all that was drawn from it back. (To
    /// copy the board took most of the time where lemmas hold lemmas.)
    class Supposed {
      public:
        Supposed(const Teller& teller, Board& board, Candidate candidate)
            : teller_(teller), board_(board), start_(board.lines.size()), closed_(board.closed) {
            teller.add(board, {candidate, Truth::holds, Technique::guess, {}, {}});
        }
        ~Supposed() {
            for (std::size_t at = start_; at < board_.lines.size(); ++at)
                board_.known[teller_.index(board_.lines[at].candidate)] = none;
            board_.lines.erase(board_.lines.begin() + static_cast<std::ptrdiff_t>(start_),
                               board_.lines.end());
            board_.closed = closed_;
        }
        Supposed(const Supposed&) = delete;
        Supposed& operator=(const Supposed&) = delete;

        std::size_t start() const { return start_; }

      private:
        const Teller& teller_;
        Board& board_;
        std::size_t start_, closed_;
    };

    /// How many constraints an argument within the argument rests on.
    static std::size_t constraints_of(const Branch& branch) {
        std::set<Constraint> all;
        collect(branch, all);
        return all.size();
    }
    static void collect(const Branch& branch, std::set<Constraint>& all) {
        for (const Inference& line : branch.lines) {
            for (const Citation& c : line.by) all.insert(c.constraint);
            for (const Branch& inner : line.lemma) collect(inner, all);
        }
        if (branch.conflict) all.insert(*branch.conflict);
    }

    /// That a candidate fails, since single ones of these constraints run out if it is supposed;
    /// nothing if they do not.
    std::optional<Inference> lemma_on(Board& board, Candidate candidate, const Which& among) const {
        const Supposed supposed{*this, board, candidate};
        ++supposed_;
        for (;;) {
            close(board, among);
            if (const auto conflict = conflict_of(board, among))
                return refuted(board, supposed.start(), *conflict);
            if (!singles(board, among)) return std::nullopt;
        }
    }

    /// A candidate that runs out by single constraints if it is supposed: the one that takes the
    /// fewest constraints, then lines.
    std::optional<Inference> lemma(Board& board) const {
        std::optional<Inference> best;
        std::pair<std::size_t, std::size_t> least{none, none};
        for (std::size_t v = 0; v < candidates_.size(); ++v) {
            if (board.known[v] != none) continue;
            auto line = lemma_on(board, candidates_[v], all_);
            if (!line) continue;
            const Branch& branch = line->lemma.front();
            const std::pair cost{constraints_of(branch), branch.lines.size()};
            if (cost >= least) continue;
            least = cost;
            best = std::move(line);
        }
        return best;
    }

    /// Adds a lemma that was just found, and after it what runs out in the same way.
    void add_with_its_like(Board& board, Inference line) const {
        const Which among = among_of(line.lemma.front());
        if (add_locked(board, line.lemma.front(), among)) return;
        std::vector<Candidate> near;
        for (const std::size_t k : among)
            near.insert(near.end(), members_[k].begin(), members_[k].end());
        sort_unique(near);
        add(board, std::move(line));
        const std::size_t first = board.lines.size() - 1;
        for (const Candidate c : near) {
            if (board.known[index(c)] != none) continue;
            auto other = lemma_on(board, c, among);
            if (other && together(board.lines[first], *other)) add(board, std::move(*other));
        }
    }

    /// What is told as a lemma, though it has a name and needs none: a digit's last places in one
    /// house all lie in another.
    bool add_locked(Board& board, const Branch& lemma, const Which& among) const {
        if (among.size() != 2) return false;
        const std::size_t truth = cites_[among.front()].constraint == *lemma.conflict ? 0 : 1;
        const std::size_t ran_out = among[truth], link = among[1 - truth];
        std::vector<Citation> by{{cites_[ran_out].constraint, Use::truth},
                                 {cites_[link].constraint, Use::link}};
        const auto locked = locked_candidates(by);
        if (!locked) return false;
        std::ranges::sort(by);
        auto from = lines_about(board, ran_out);
        sort_unique(from);
        for (const Candidate c : members_[link])
            if (board.known[index(c)] == none && !std::ranges::binary_search(members_[ran_out], c))
                add(board, {c, Truth::fails, *locked, by, from});
        return true;
    }

    /// The citations that a branch without lemmas of its own rests on.
    Which among_of(const Branch& branch) const {
        std::set<Constraint> all;
        collect(branch, all);
        Which found;
        for (std::size_t k = 0; k < cites_.size(); ++k)
            if (all.contains(cites_[k].constraint)) found.push_back(k);
        return found;
    }

    /// Every other candidate that runs out by single constraints. How many constraints one of them
    /// took at most.
    std::size_t more_lemmas(Board& board, std::size_t most) const {
        std::size_t largest_yet = 0;
        for (std::size_t v = 0; v < candidates_.size(); ++v) {
            close(board);
            if (conflict_of(board)) break;
            if (board.known[v] != none) continue;
            auto line = lemma_on(board, candidates_[v], all_);
            if (!line) continue;
            const std::size_t size = constraints_of(line->lemma.front());
            if (size > most) continue;
            largest_yet = std::max(largest_yet, size);
            add(board, std::move(*line));
        }
        return largest_yet;
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
        // Where everything together runs out, each of them does; so if the one that is taken does
        // not, nothing here will.
        if (open.empty()) return 0;
        const Candidate c = most_telling(board, open);
        std::optional<Inference> found;
        {
            const Supposed supposed{*this, board, c};
            if (!drive(board, std::nullopt, most)) return 0;
            found = refuted(board, supposed.start(), *conflict_of(board));
        }
        Inference& line = *found;
        const std::size_t size = constraints_of(line.lemma.front());
        if (size > most) return 0;
        add(board, std::move(line));
        return size;
    }

    /// Of the truths with the fewest candidates left that of which most follows by single
    /// constraints, whichever holds; and of its candidates that of which most does, so that the
    /// lemma is short.
    Candidate most_telling(Board& board, const std::vector<std::vector<Candidate>>& open) const {
        const std::size_t fewest =
            std::ranges::min_element(open, {}, &std::vector<Candidate>::size)->size();
        Candidate best = open.front().front();
        double most = 0;
        for (const std::vector<Candidate>& left : open) {
            if (left.size() != fewest) continue;
            double all = 1;
            std::size_t farthest = 0;
            Candidate from = left.front();
            for (const Candidate c : left) {
                const std::size_t follows = follows_of(board, c);
                all *= static_cast<double>(follows);
                if (follows > farthest) {
                    farthest = follows;
                    from = c;
                }
            }
            if (all <= most) continue;
            most = all;
            best = from;
        }
        return best;
    }
    /// How many lines single constraints give if the candidate holds, itself among them.
    std::size_t follows_of(Board& board, Candidate candidate) const {
        const Supposed supposed{*this, board, candidate};
        do close(board);
        while (singles(board, all_));
        return board.lines.size() - supposed.start();
    }

    /// What single constraints leave; false if nothing.
    bool singles(Board& board, const Which& among) const {
        const std::size_t before = board.lines.size();
        for (const std::size_t k : among) {
            if (is_rule(k)) follow(board, k, among);
            if (!must_hold(k)) continue;
            std::optional<Candidate> last;
            std::size_t left = 0;
            for (std::size_t m = 0; m < members_[k].size(); ++m) {
                const std::size_t line = board.known[places_[k][m]];
                if (line == none) {
                    ++left;
                    last = members_[k][m];
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
            close(board, among);
        }
        return board.lines.size() > before;
    }

    /// What a rule leaves of its cells.
    void follow(Board& board, std::size_t k, const Which& among) const {
        auto left = domains(board, k);
        if (!kept(k, left)) return;  // it runs out
        const std::vector<std::size_t> from = lines_about(board, k);
        // A cell with one digit left is told by that; what else it loses goes without saying.
        for (const bool holds : {true, false})
            for (std::size_t m = 0; m < members_[k].size(); ++m) {
                const DigitSet there = left[seats_[k][m]];
                const Candidate c = members_[k][m];
                if (board.known[places_[k][m]] != none || holds != (there.size() == 1) ||
                    holds != there.contains(c.digit))
                    continue;
                add(board, {c,
                            holds ? Truth::holds : Truth::fails,
                            Technique::smallest_proof,
                            {{cites_[k].constraint, Use::truth}},
                            from});
            }
        close(board, among);
    }

    Told told(const Board& board, const std::optional<Fact>& goal, std::size_t hardest) const {
        Lines lines = board.lines;
        MusSteps telling{{Branch{}}, std::nullopt, hardest, 0, {}};
        Branch& branch = telling.branches.front();
        std::vector<std::size_t> ends;
        std::optional<std::size_t> conflict;
        if (reached(board, goal)) {
            ends = {board.known[index(goal->first)]};
        } else {
            conflict = conflict_of(board);
            branch.conflict = cites_[*conflict].constraint;
            ++telling.inferences;
            ends = lines_about(board, *conflict);
        }
        if (ruled_) thin(lines, ends, conflict);
        std::vector<bool> needed = behind(lines, ends);
        needed[0] = needed[0] || is_assumption(lines[0]);
        std::vector<std::size_t> number(lines.size(), 0);
        const Inference* last = nullptr;
        for (std::size_t at = 0; at < lines.size(); ++at) {
            if (!needed[at]) continue;
            number[at] = branch.lines.size();
            if (last == nullptr || !together(*last, lines[at]))
                telling.inferences += weight(lines[at]);
            last = &lines[at];
            branch.lines.push_back(renumbered(lines[at], at, number[at], number));
        }
        Lines also;
        for (std::size_t at = 0; at < lines.size() && !conflict && goal->second == Truth::fails;
             ++at) {
            const Inference& line = board.lines[at];
            if (line.truth == Truth::holds || !line.lemma.empty() || line.candidate == goal->first)
                continue;
            std::size_t like = at;
            if (!needed[at] && is_inference(line)) {
                for (like = 0; like < lines.size(); ++like)
                    if (needed[like] && lines[like].from == line.from &&
                        together(board.lines[like], line))
                        break;
                if (like == lines.size()) continue;
            }
            if (std::ranges::any_of(lines[like].from, [&](std::size_t i) { return !needed[i]; }))
                continue;
            also.push_back(renumbered(lines[like], like, branch.lines.size(), number));
            also.back().candidate = line.candidate;
        }
        return {std::move(telling), std::move(also)};
    }

    static bool is_assumption(const Inference& line) {
        return line.by.empty() && line.lemma.empty();
    }

    /// How many inferences a reader makes of it: none of what a placement rules out.
    static std::size_t weight(const Inference& line) {
        if (!line.lemma.empty()) {
            std::size_t sum = 1;
            const Inference* last = nullptr;
            for (const Inference& inner : line.lemma.front().lines) {
                if (last == nullptr || !together(*last, inner)) sum += weight(inner);
                last = &inner;
            }
            return sum;
        }
        return is_inference(line) ? 1 : 0;
    }

    const State& state_;
    std::vector<Citation> cites_;
    const StopFlag* stop_;
    mutable std::uint64_t searched_ = 0;  // nodes of all searches
    mutable std::uint64_t supposed_ = 0;  // candidates, for a lemma by single constraints
    bool ruled_ = false;
    bool huge_ = false;
    mutable std::uint64_t filtered_ = 0;  // looks at what a rule leaves
    Which all_;
    std::vector<std::vector<Candidate>> members_;  // by citation
    std::vector<Candidate> candidates_;
    std::vector<Which> uses_;    // by candidate: the citations that it is in
    std::vector<Which> places_;  // by citation: its members' places in candidates_
    std::vector<Which> seats_;   // by citation, of a rule: whose cells they are, by place
};

std::optional<MusSteps> by_contradiction(const Teller& teller, Candidate candidate, Truth truth) {
    if (!teller.knows(candidate)) return std::nullopt;
    auto told = teller.run({candidate, truth == Truth::fails ? Truth::holds : Truth::fails},
                           std::nullopt, Teller::none);
    if (!told) return std::nullopt;
    return std::move(told->steps);
}

std::pair<std::size_t, std::size_t> cost(const MusSteps& t) { return {t.hardest, t.inferences}; }

/// The cases of one truth; nothing if that is no better than `best`.
std::optional<MusSteps> by_cases(const Teller& teller, std::size_t pivot, Candidate candidate,
                                 Truth truth, const MusSteps& best) {
    MusSteps all{{}, teller.constraint(pivot), 0, 1, {}};
    std::vector<Teller::Lines> also;  // by case
    for (const Candidate c : teller.members(pivot)) {
        auto one = teller.run({c, Truth::holds}, std::pair{candidate, truth}, best.hardest);
        if (!one) return std::nullopt;
        all.hardest = std::max(all.hardest, one->steps.hardest);
        all.inferences += one->steps.inferences;
        if (cost(all) >= cost(best)) return std::nullopt;
        all.branches.push_back(std::move(one->steps.branches.front()));
        also.push_back(std::move(one->also));
    }
    // What falls along in each case that comes to the conclusion.
    std::map<Candidate, std::size_t> in;
    std::size_t live = 0;
    for (std::size_t i = 0; i < also.size(); ++i) {
        live += all.branches[i].conflict ? 0 : 1;
        for (const Inference& line : also[i]) ++in[line.candidate];
    }
    for (const auto& [other, cases] : in)
        if (cases == live) all.also.push_back(other);
    for (std::size_t i = 0; i < also.size(); ++i)
        for (Inference& line : also[i])
            if (in[line.candidate] == live) Teller::add_once(all.branches[i], std::move(line));
    // If all cases run out, the citations contradict each other.
    return all;
}

}  // namespace

std::optional<MusSteps> tell_by_contradiction(const State& state, Candidate candidate, Truth truth,
                                              std::span<const Citation> cites,
                                              const StopFlag* stop) {
    return by_contradiction(Teller{state, cites, stop}, candidate, truth);
}

std::optional<MusSteps> tell(const State& state, Candidate candidate, Truth truth,
                             std::span<const Citation> cites, const StopFlag* stop) {
    const Teller teller{state, cites, stop};
    auto best = by_contradiction(teller, candidate, truth);
    if (!best) return best;
    // What needs no supposition is told without.
    auto straight = teller.run_to({candidate, truth}, best->hardest);
    if (straight && cost(*straight) <= cost(*best)) best = std::move(straight);
    if (cites.size() > large) return best;
    for (const std::size_t pivot : teller.pivots(candidate)) {
        if (stop != nullptr && stop->raised()) break;
        if (auto other = by_cases(teller, pivot, candidate, truth, *best)) best = std::move(other);
    }
    return best;
}

}  // namespace clew::logic::inline mus
