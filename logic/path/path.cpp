// K. Gromley's generalised solution algorithm [Gromley2014], with the guesses of Ariadne's thread
// [SudokuSolver2006]:
//
//   1. Try the rules in order; make the first step found; start again at the first rule.
//   2. No rule hits: stuck, unless guessing is on. Then take the cell with the fewest candidates
//      (the lowest of them), assume its lowest digit and go to 1, one level deeper.
//   3. The thread contradicts itself: undo it, cross the digit out, and go on with 1 at the level
//      above. The thread is solved: stop, or (all threads) set it aside: cross the digit out just
//      the same and look for the solutions without it. A thread that is set aside has a solution,
//      if not at its own level then in a thread within: what follows from here on is no longer true
//      of the puzzle but of its other solutions, and says so (Entry::apart).
//
// Crossing a refuted guess out and going back to the rules, rather than trying the next digit at
// once, lets logic use what the thread has shown; with two candidates the other is then a naked
// single. Levels nest at most as deep as there are open cells.
//
// Steps that rest on uniqueness are as good within a thread as outside: the twin of a deadly
// pattern would be a second solution of the puzzle, whether the thread's guess allows it or not.

#include "logic/path/path.hpp"

#include <algorithm>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "logic/rule_step.hpp"

namespace clew::logic::inline path {

const char* to_string(Status status) {
    return enum_name(status, {"solved", "settled", "stuck", "impossible", "interrupted"});
}

const char* to_string(Entry::Kind kind) {
    return enum_name(kind,
                     {"deduction", "guess", "contradiction", "solution", "undo", "set-aside"});
}

namespace {

const RuleSet& rules_of(const PathOptions& options) {
    return options.rules != nullptr ? *options.rules : *built_in_rules("human");
}

/// Adds to a step of cases what another shows by the same ones: the other's lines are the same but
/// for the last of each case, which falls along with the step's last. False if they are not.
bool take_in(Step& step, const Step& other) {
    if (!step.placements.empty() || !other.placements.empty() || step.groups.empty() ||
        other.groups.empty() || step.groups.front().role != Role::pivot ||
        step.groups.front() != other.groups.front() || step.reasons.size() != other.reasons.size())
        return false;
    const auto alike = [](const Branch& one, const Branch& more) {
        const auto last = std::ranges::find(one.lines, more.lines.back().from, &Inference::from);
        if (one.conflict || more.conflict || last == one.lines.end()) return false;
        const auto before = static_cast<std::size_t>(last - one.lines.begin());
        return more.lines.size() == before + 1 &&
               std::equal(one.lines.begin(), last, more.lines.begin()) &&
               (is_inference(*last) ? together(*last, more.lines.back())
                                    : !is_inference(more.lines.back()));
    };
    for (std::size_t b = 0; b < step.reasons.size(); ++b)
        if (!alike(step.reasons[b], other.reasons[b])) return false;
    for (std::size_t b = 0; b < step.reasons.size(); ++b)
        step.reasons[b].lines.push_back(other.reasons[b].lines.back());
    step.eliminations.insert(step.eliminations.end(), other.eliminations.begin(),
                             other.eliminations.end());
    step.cites.insert(step.cites.end(), other.cites.begin(), other.cites.end());
    for (const Group& group : other.groups)
        if (std::ranges::find(step.groups, group) == step.groups.end())
            step.groups.push_back(group);
    normalise(step);
    return true;
}

/// The first step, with what the next ones show by the same cases.
std::optional<Step> find_whole(const State& state, const Query& query) {
    std::optional<Step> found;
    find(state, query, [&](Step&& step) {
        if (found) return take_in(*found, step) ? Flow::go_on : Flow::stop;
        found = std::move(step);
        return found->reasons.size() > 1 ? Flow::go_on : Flow::stop;
    });
    return found;
}

class Walker {
  public:
    Walker(const State& start, const PathOptions& options)
        : options_(options),
          rules_(rules_of(options)),
          guess_(options.guess.value_or(rules_.guess)),
          path_(start) {
        for (std::size_t i = 0; i < rules_.rules.size(); ++i)
            if (is_single(rules_.rules[i].technique)) behind_singles_ = i + 1;
    }

    Path run() {
        State state = path_.state;
        const End end = follow(state, 0, 0);
        if (!deduced_known_) path_.deduced = state;
        switch (end) {
            case End::interrupted:
                path_.status = Status::interrupted;
                break;
            case End::stuck:
                path_.status = Status::stuck;
                break;
            default:
                path_.status = path_.solutions.empty() ? Status::impossible : Status::solved;
        }
        // Several threads solved: no one of them is the state; show where plain logic ended.
        if (path_.solutions.size() == 1)
            path_.state = solved_;
        else
            path_.state = deduced_known_ ? path_.deduced : state;
        return std::move(path_);
    }

  private:
    enum class End { found_enough, closed, stuck, interrupted };

    // Follows one thread to its end. `closed`: contradicted, or solved with more threads wanted.
    End follow(State& state, std::size_t depth, std::size_t apart) {
        for (;;) {
            const End end = deduce(state, depth, apart);
            if (end != End::stuck) return end;
            if (!deduced_known_) {
                path_.deduced = state;
                deduced_known_ = true;
                for (const TechniqueRule& rule : rules_.rules)
                    if (rule.is == Switch::on)
                        (passed_over(rule, state) ? path_.passed_over : path_.tried)
                            .push_back(rule.technique);
            }
            if (guess_ == Guess::off) return End::stuck;
            if (path_.guesses == options_.max_guesses) return interrupt(Ending::out_of_budget);
            const Candidate guess = choose(state);
            Step assume = guess_step();
            assume.placements = {guess};
            assume.groups = {{Role::assumption, {guess}, std::nullopt}};
            ++path_.guesses;
            add(Entry::Kind::guess, depth + 1, apart, std::move(assume));
            State thread = state;
            thread.place(guess);
            const std::size_t known = path_.solutions.size();
            const End inner = follow(thread, depth + 1, apart);
            if (inner != End::closed) return inner;
            const bool failed = path_.solutions.size() == known;
            Step undo = guess_step();
            undo.score = 0;
            undo.eliminations = {guess};
            undo.groups = {{Role::assumption, {guess}, std::nullopt}};
            if (!failed) ++apart;
            add(failed ? Entry::Kind::undo : Entry::Kind::set_aside, depth, apart, std::move(undo));
            state.eliminate(guess);
        }
    }

    // Rules to a fixpoint. `stuck` if the thread is neither full nor contradicted.
    End deduce(State& state, std::size_t depth, std::size_t apart) {
        std::size_t at = 0;      // rule to try next
        bool hit_since = false;  // Restart::stay: some rule hit since rule 0 was last tried
        const auto take = [&](Step step) {
            apply(step, state);
            ++deductions_;
            add(Entry::Kind::deduction, depth, apart, std::move(step));
            hit_since = true;
            if (rules_.restart == Restart::first) at = 0;
        };
        for (;;) {
            if (state.contradiction()) {
                add(Entry::Kind::contradiction, depth, apart, {});
                return End::closed;
            }
            if (state.open().empty()) return solution(state, depth, apart);
            if (options_.stop != nullptr && options_.stop->raised())
                return interrupt(Ending::interrupted);
            if (deductions_ == options_.max_steps) return interrupt(Ending::limit_reached);
            if (at == behind_singles_) {
                if (auto step = next_rule_step(state)) {
                    take(std::move(*step));
                    continue;
                }
            }
            if (at == rules_.rules.size()) {
                if (rules_.restart == Restart::first || !hit_since) return End::stuck;
                at = 0;
                hit_since = false;
            }
            const TechniqueRule& rule = rules_.rules[at];
            std::optional<Step> step;
            if (rule.is == Switch::on) {
                Query query = rule.query();
                query.stop = options_.stop;
                step = find_whole(state, query);
            }
            if (!step) {
                // A finder that was stopped has not looked at everything.
                if (options_.stop != nullptr && options_.stop->raised())
                    return interrupt(Ending::interrupted);
                ++at;
                continue;
            }
            step->score = score_of(rule, *step, state.geometry());
            CLEW_INVARIANT(changes(*step, state), "walk: a step that changes nothing");
            take(std::move(*step));
        }
    }

    End solution(const State& state, std::size_t depth, std::size_t apart) {
        path_.solutions.push_back(state.grid());
        solved_ = state;
        if (depth > 0) add(Entry::Kind::solution, depth, apart, {});
        if (depth == 0 && path_.guesses == 0) return End::found_enough;
        if (guess_ == Guess::first) {
            // With a guess open, nobody has looked at what else its cell may hold.
            if (depth > 0) path_.ending = Ending::limit_reached;
            return End::found_enough;
        }
        if (path_.solutions.size() == options_.max_solutions) {
            path_.ending = Ending::limit_reached;
            return End::found_enough;
        }
        return End::closed;
    }

    static bool passed_over(const TechniqueRule& rule, const State& state) {
        return info(rule.technique).family == Family::uniqueness &&
               state.uniqueness() == Uniqueness::unknown;
    }

    static Candidate choose(const State& state) {
        Cell best = state.open().first();
        for (Cell c : state.open())
            if (state.candidates(c).size() < state.candidates(best).size()) best = c;
        return {best, state.candidates(best).first()};
    }

    Step guess_step() const {
        Step step;
        step.technique = Technique::guess;
        step.score = rules_.guess_score;
        return step;
    }

    End interrupt(Ending why) {
        path_.ending = why;
        return End::interrupted;
    }

    void add(Entry::Kind kind, std::size_t depth, std::size_t apart, Step step) {
        path_.score += step.score;
        if (step.score > path_.hardest_score) {
            path_.hardest_score = step.score;
            path_.hardest = path_.entries.size();
        }
        path_.entries.push_back({kind, depth, std::move(step), apart});
        if (options_.on_entry) options_.on_entry(path_.entries.back());
    }

    const PathOptions& options_;
    const RuleSet& rules_;
    Guess guess_;
    std::size_t behind_singles_ = 0;  // where in the set the puzzle's own rules are asked
    Path path_;
    State solved_ = path_.state;
    bool deduced_known_ = false;
    std::size_t deductions_ = 0;
};

}  // namespace

std::optional<bool> has_one_solution(const Path& path) {
    if (path.solutions.size() > 1 || path.status == Status::impossible ||
        path.status == Status::settled)
        return false;
    const bool taken_on_trust = path.state.uniqueness() == Uniqueness::granted &&
                                std::ranges::any_of(path.entries, [](const Entry& entry) {
                                    return !entry.step.deadly.empty();
                                });
    if (taken_on_trust) return std::nullopt;
    if (path.status == Status::solved && path.ending == Ending::exhausted) return true;
    return std::nullopt;
}

Path walk(const State& start, const PathOptions& options) { return Walker{start, options}.run(); }

std::optional<Step> next_step(const State& state, const RuleSet& rules, const StopFlag* stop,
                              const std::function<void(const Progress&)>& on_progress) {
    if (state.contradiction()) return std::nullopt;
    std::uint64_t tried = 0;
    for (const TechniqueRule& rule : rules.rules) {
        if (rule.is == Switch::off) continue;
        if (stop != nullptr && stop->raised()) return std::nullopt;
        if (on_progress)
            on_progress(
                {.nodes = tried,
                 .explored = static_cast<double>(tried) / static_cast<double>(rules.rules.size())});
        ++tried;
        Query query = rule.query();
        query.stop = stop;
        if (auto step = find_whole(state, query)) {
            step->score = score_of(rule, *step, state.geometry());
            return step;
        }
    }
    return std::nullopt;
}

State replay(const State& start, std::span<const Entry> entries) {
    std::vector<State> levels{start};
    for (const Entry& entry : entries) {
        switch (entry.kind) {
            case Entry::Kind::deduction:
                apply(entry.step, levels.back());
                break;
            case Entry::Kind::guess:
                levels.push_back(levels.back());
                apply(entry.step, levels.back());
                break;
            case Entry::Kind::contradiction:
            case Entry::Kind::solution:
                break;
            case Entry::Kind::undo:
            case Entry::Kind::set_aside:
                CLEW_REQUIRE(levels.size() > 1, "replay: an undo without a guess");
                levels.pop_back();
                apply(entry.step, levels.back());
                break;
        }
    }
    return levels.back();
}

}  // namespace clew::logic::inline path
