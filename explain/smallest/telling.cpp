// Smallest first is best here: facts only accumulate, so whatever can be reached by inferences of
// at most n constraints is reached before a larger one is drawn. Two more ways are tried before an
// inference of more than three constraints: to suppose one candidate more and run out by single
// constraints alone, which is told as a lemma. From the conflict, what it rests on is traced back.

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
constexpr std::uint64_t nodes_each = 20'000;

class Teller {
  public:
    Teller(const State& state, std::span<const Citation> cites, const StopFlag* stop)
        : state_(state), cites_(cites.begin(), cites.end()), stop_(stop) {
        for (const Citation& c : cites_) {
            members_.push_back(candidates_of(state, c.constraint));
            for (const Candidate k : members_.back()) candidates_.push_back(k);
        }
        sort_unique(candidates_);
        line_of_.assign(candidates_.size(), none);
    }

    std::optional<Telling> run(Candidate candidate, Truth truth) {
        const auto place = std::ranges::lower_bound(candidates_, candidate);
        if (place == candidates_.end() || *place != candidate) return std::nullopt;
        add({candidate,
             truth == Truth::fails ? Truth::holds : Truth::fails,
             Technique::guess,
             {},
             {}});
        std::size_t hardest = 1;
        for (;;) {
            close(lines_, line_of_);
            if (const auto conflict = conflict_of(line_of_)) return told(*conflict, hardest);
            if (stop_ != nullptr && stop_->raised()) return std::nullopt;
            bool found = false;
            for (std::size_t size = 1; !found && size <= without_lemmas; ++size) {
                found = infer(size);
                if (found) hardest = std::max(hardest, size);
            }
            if (!found && lemma()) {
                found = true;
                hardest = std::max(hardest, without_lemmas);
            }
            for (std::size_t size = without_lemmas + 1; !found && size < cites_.size(); ++size) {
                found = infer(size);
                if (found) hardest = std::max(hardest, size);
            }
            if (!found) return std::nullopt;
        }
    }

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    using Lines = std::vector<Inference>;
    using Known = std::vector<std::size_t>;  // by candidate: its line, or none

    std::size_t index(Candidate c) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(candidates_, c) -
                                        candidates_.begin());
    }
    bool must_hold(std::size_t k) const {
        const Constraint& c = cites_[k].constraint;
        return cites_[k].use == Use::truth && (c.kind == Constraint::Kind::cell ||
                                               state_.geometry().info(c.house).holds_every_digit());
    }

    void add(Inference line) {
        line_of_[index(line.candidate)] = lines_.size();
        lines_.push_back(std::move(line));
    }

    /// What a candidate that holds rules out in the cited constraints.
    void close(Lines& lines, Known& known) const {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].truth != Truth::holds) continue;
            for (std::size_t k = 0; k < cites_.size(); ++k) {
                if (!std::ranges::binary_search(members_[k], lines[i].candidate)) continue;
                for (const Candidate other : members_[k]) {
                    if (known[index(other)] != none) continue;
                    known[index(other)] = lines.size();
                    lines.push_back({other,
                                     Truth::fails,
                                     lines[i].technique,
                                     {{cites_[k].constraint, Use::link}},
                                     {i}});
                }
            }
        }
    }

    /// A truth of which nothing is left, with the fewest lines behind it.
    std::optional<std::size_t> conflict_of(const Known& known) const {
        return conflict_of(lines_, known);
    }
    std::optional<std::size_t> conflict_of(const Lines& lines, const Known& known) const {
        std::optional<std::size_t> best;
        std::size_t fewest = none;
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            if (!must_hold(k)) continue;
            const bool empty = std::ranges::all_of(members_[k], [&](Candidate c) {
                const std::size_t line = known[index(c)];
                return line != none && lines[line].truth == Truth::fails;
            });
            if (!empty) continue;
            const auto needed = behind(lines, lines_about(known, k));
            const auto count = static_cast<std::size_t>(std::ranges::count(needed, true));
            if (count < fewest) {
                fewest = count;
                best = k;
            }
        }
        return best;
    }

    std::vector<std::size_t> lines_about(const Known& known, std::size_t k) const {
        std::vector<std::size_t> found;
        for (const Candidate c : members_[k])
            if (known[index(c)] != none) found.push_back(known[index(c)]);
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
    bool infer(std::size_t size) {
        std::vector<Instance::Part> parts;
        std::vector<std::size_t> which;
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            Instance::Part part{cites_[k].constraint, {}, must_hold(k)};
            bool settled = false;
            for (const Candidate c : members_[k]) {
                const std::size_t line = line_of_[index(c)];
                if (line == none)
                    part.members.push_back(c);
                else
                    settled = settled || lines_[line].truth == Truth::holds;
            }
            if (settled || part.members.empty()) continue;
            which.push_back(k);
            parts.push_back(std::move(part));
        }
        if (parts.empty()) return false;
        const Instance instance{state_, parts};
        Search search{instance, {}};
        const std::size_t before = lines_.size();
        for (std::size_t v = 0; v < instance.candidate_count(); ++v)
            for (const Truth truth : {Truth::holds, Truth::fails}) {
                if (line_of_[index(instance.candidate(v))] != none) break;
                search.run({v, truth}, size, {stop_, nodes_each},
                           [&](std::span<const Chosen> chosen) {
                               draw(instance.candidate(v), truth, chosen, which, before);
                               return Flow::stop;
                           });
                // At once: of two that cannot both hold the second runs out.
                close(lines_, line_of_);
            }
        return lines_.size() > before;
    }

    void draw(Candidate candidate, Truth truth, std::span<const Chosen> chosen,
              const std::vector<std::size_t>& which, std::size_t before) {
        Inference line{candidate, truth, Technique::smallest_proof, {}, {}};
        for (const Chosen& c : chosen) {
            const std::size_t k = which[c.constraint];
            line.by.push_back({cites_[k].constraint, c.use});
            for (const std::size_t from : lines_about(line_of_, k))
                if (from < before) line.from.push_back(from);
        }
        std::ranges::sort(line.by);
        sort_unique(line.from);
        if (line.by.size() == 1)
            line.technique = line.by.front().constraint.kind == Constraint::Kind::cell
                                 ? Technique::naked_single
                                 : Technique::hidden_single;
        add(std::move(line));
    }

    /// A candidate that runs out by single constraints if it is supposed: the one that takes the
    /// fewest lines.
    bool lemma() {
        std::optional<Inference> best;
        std::size_t fewest = none;
        for (std::size_t v = 0; v < candidates_.size(); ++v) {
            if (line_of_[v] != none) continue;
            Lines lines = lines_;
            Known known = line_of_;
            const std::size_t start = lines.size();
            known[v] = start;
            lines.push_back({candidates_[v], Truth::holds, Technique::guess, {}, {}});
            std::optional<std::size_t> conflict;
            for (bool more = true; more && !conflict;) {
                close(lines, known);
                conflict = conflict_of(lines, known);
                more = !conflict && singles(lines, known);
            }
            if (!conflict) continue;
            std::vector<bool> needed = behind(lines, lines_about(known, *conflict));
            needed[start] = true;
            const auto count = static_cast<std::size_t>(std::count(
                needed.begin() + static_cast<std::ptrdiff_t>(start), needed.end(), true));
            if (count >= fewest) continue;
            fewest = count;
            // Lines of the lemma count on from the line that it supports.
            Inference line{candidates_[v], Truth::fails, Technique::guess, {}, {}};
            Branch branch{{}, cites_[*conflict].constraint};
            std::vector<std::size_t> number(lines.size(), 0);
            for (std::size_t at = 0; at < lines.size(); ++at) {
                if (at < start) {
                    number[at] = at;
                    if (needed[at]) line.from.push_back(at);
                    continue;
                }
                if (!needed[at]) continue;
                number[at] = start + branch.lines.size();
                Inference inner = lines[at];
                for (std::size_t& from : inner.from) from = number[from];
                branch.lines.push_back(std::move(inner));
            }
            line.lemma = {std::move(branch)};
            best = std::move(line);
        }
        if (!best) return false;
        add(std::move(*best));
        return true;
    }

    /// What single constraints leave; false if nothing.
    bool singles(Lines& lines, Known& known) const {
        const std::size_t before = lines.size();
        for (std::size_t k = 0; k < cites_.size(); ++k) {
            if (!must_hold(k)) continue;
            std::optional<Candidate> last;
            std::size_t left = 0;
            for (const Candidate c : members_[k]) {
                const std::size_t line = known[index(c)];
                if (line == none) {
                    ++left;
                    last = c;
                } else if (lines[line].truth == Truth::holds) {
                    left = none - 1;
                    break;
                }
            }
            if (left != 1) continue;
            Inference line{*last,
                           Truth::holds,
                           cites_[k].constraint.kind == Constraint::Kind::cell
                               ? Technique::naked_single
                               : Technique::hidden_single,
                           {{cites_[k].constraint, Use::truth}},
                           lines_about(known, k)};
            known[index(*last)] = lines.size();
            lines.push_back(std::move(line));
            close(lines, known);
        }
        return lines.size() > before;
    }

    Telling told(std::size_t conflict, std::size_t hardest) const {
        std::vector<bool> needed = behind(lines_, lines_about(line_of_, conflict));
        needed[0] = true;
        Telling telling{{{}, cites_[conflict].constraint}, hardest, 0};
        std::vector<std::size_t> number(lines_.size(), 0);
        for (std::size_t at = 0; at < lines_.size(); ++at) {
            if (!needed[at]) continue;
            const std::size_t here = telling.branch.lines.size();
            number[at] = here;
            Inference line = lines_[at];
            const auto to = [&](std::size_t from) {
                return from < at ? number[from] : from - at + here;
            };
            for (std::size_t& from : line.from) from = to(from);
            for (Branch& branch : line.lemma)
                for (Inference& inner : branch.lines)
                    for (std::size_t& from : inner.from) from = to(from);
            if (line.technique != Technique::guess && line.truth == Truth::holds)
                ++telling.inferences;
            telling.branch.lines.push_back(std::move(line));
        }
        return telling;
    }

    const State& state_;
    std::vector<Citation> cites_;
    const StopFlag* stop_;
    std::vector<std::vector<Candidate>> members_;  // by citation
    std::vector<Candidate> candidates_;
    Lines lines_;
    Known line_of_;
};

}  // namespace

std::optional<Telling> tell_by_contradiction(const State& state, Candidate candidate, Truth truth,
                                             std::span<const Citation> cites,
                                             const StopFlag* stop) {
    return Teller{state, cites, stop}.run(candidate, truth);
}

}  // namespace clew::explain
