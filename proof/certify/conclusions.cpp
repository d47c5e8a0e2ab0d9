// Variables: the candidates that the clues leave, the helpers of rules, and then, for each cell and
// each digit of each house, "at least one" and "at most one"; each rule; the whole puzzle; and for
// each step "all before it" and "it fails". The checker (proof/checker/explanation.cpp) counts them
// in the same order, and makes the clauses once more.
//
// A refutation of a step: its conclusions one after another are denied, and the cases tried of what
// it cites that have the fewest left, as a person would. What else there is on the board is
// switched off. A step that is told by inner steps is refuted by these: the first that is not known
// yet is denied, and is known once that is refuted, for whatever else is tried there. So a long
// argument takes the sum of its inner steps, where all of its cases at once would be the product.

#include "proof/certify/conclusions.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "core/base/sorted.hpp"
#include "core/board/notation.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/registry.hpp"
#include "encode/cnf/dimacs.hpp"
#include "encode/cnf/open_encoding.hpp"

namespace clew::certify {
namespace {

class Builder {
  public:
    explicit Builder(const Puzzle& puzzle) : board_(puzzle.geometry()) {
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < board_.cell_count(); ++i) cells.emplace_back(i);
        const std::vector<DigitSet> domains = puzzle.candidates_after_givens();
        all_ = cnf::encode_open(board_, domains, cells);
        // Each rule by itself: a switch that leaned on the board would not say what a step needs.
        rules_.resize(puzzle.rules().size());
        if (const rules::RulePartsPtr parts = rules::parts_of(puzzle))
            for (const rules::RulePart& part : parts->all()) {
                OfRule& rule = rules_[part.rule()];
                const std::size_t from = all_.formula.size();
                cnf::add_part(all_, domains, cells, part);
                rule.clauses.emplace_back(from, all_.formula.size());
                rule.cells.insert(rule.cells.end(), part.cells().begin(), part.cells().end());
            }
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            sort_unique(rules_[r].cells);
            rules_[r].words = rules::words(puzzle.rules()[r], board_);
        }
        out_.candidates = all_.candidates;
        next_ = all_.var_count;
        cells_from_ = next_;
        next_ += 2 * board_.cell_count();
        houses_from_ = next_;
        next_ += 2 * board_.house_count() * board_.size();
    }

    StepFormula build(std::span<const CitedStep> steps) {
        for (std::size_t i = 0; i < board_.cell_count(); ++i)
            exactly_one(places_of({.kind = Cited::Kind::cell, .index = i}),
                        at_least(cells_from_, i),
                        clew::to_string(Cell{i}, board_.size()) + " holds", "digit");
        for (std::size_t h = 0; h < board_.house_count(); ++h)
            for (std::size_t d = 0; d < board_.size(); ++d)
                exactly_one(places_of({.kind = Cited::Kind::house, .index = h, .digit = Digit{d}}),
                            at_least(houses_from_, h * board_.size() + d),
                            board_.info(House{h}).name + " holds",
                            std::string(1, digit_symbol(Digit{d})),
                            board_.info(House{h}).holds_every_digit());
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            OfRule& rule = rules_[r];
            rule.kept = fresh("rule " + std::to_string(r + 1) + ", " + rule.words);
            for (const Cell cell : rule.cells) {
                const Lit some = at_least(cells_from_, cell.index());
                out_.formula.add({~rule.kept, some});
                out_.formula.add({~rule.kept, at_most(some)});
            }
            for (const auto& [from, to] : rule.clauses)
                for (std::size_t c = from; c < to; ++c) add(~rule.kept, all_.formula[c]);
        }
        puzzle_is_ = fresh("the whole puzzle");
        const std::size_t halves = 2 * (board_.cell_count() + board_.house_count() * board_.size());
        for (std::size_t v = cells_from_; v < cells_from_ + halves; ++v)
            out_.formula.add({~puzzle_is_, Lit::positive(Var{v})});
        for (const OfRule& rule : rules_) out_.formula.add({~puzzle_is_, rule.kept});

        Lit before;
        std::vector<Lit> facts;
        Clause some;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const std::string name = "step " + std::to_string(k + 1);
            const Lit now = fresh("what comes before " + name);
            const Lit fails = fresh(name + " is wrong: " + steps[k].title);
            if (k > 0) out_.formula.add({~now, before});
            for (const Lit l : facts) out_.formula.add({~now, l});
            out_.formula.add({~fails, now});
            out_.steps.push_back({.fails = fails});
            facts.clear();
            step(steps[k], out_.steps.back(), facts);
            before = now;
            some.push_back(fails);
        }
        out_.formula.add(some);
        out_.variables = next_;
        return std::move(out_);
    }

  private:
    /// The selector of the first half; that of the second is the next variable.
    static Lit at_least(std::size_t from, std::size_t i) {
        return Lit::positive(Var{from + 2 * i});
    }
    static Lit at_most(Lit at_least) { return Lit::positive(Var{at_least.var().index() + 1}); }
    Lit fresh(std::string what) {
        out_.comments.push_back(std::to_string(next_ + 1) + " " + std::move(what));
        return Lit::positive(Var{next_++});
    }
    void add(Lit selector, std::span<const Lit> clause) {
        Clause all{selector};
        all.insert(all.end(), clause.begin(), clause.end());
        out_.formula.add(all);
    }
    Clause places_of(const Cited& cited) const {
        Clause places;
        const auto look = [&](Candidate c) {
            if (const auto l = all_.literal(c)) places.push_back(*l);
        };
        if (cited.kind == Cited::Kind::cell)
            for (std::size_t d = 0; d < board_.size(); ++d) look({Cell{cited.index}, Digit{d}});
        else
            for (const Cell cell : board_.cells_of(House{cited.index})) look({cell, cited.digit});
        return places;
    }
    void exactly_one(const Clause& places, Lit some, const std::string& who,
                     const std::string& what, bool needed = true) {
        const auto note = [&](Lit selector, const std::string& words) {
            out_.comments.push_back(std::to_string(selector.var().index() + 1) + " " + words);
        };
        note(some, needed ? who + " a " + what : "nothing");
        if (needed) add(~some, places);
        const Lit one = at_most(some);
        note(one, who + " no two " + what + "s");
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = i + 1; j < places.size(); ++j)
                out_.formula.add({~one, ~places[i], ~places[j]});
    }

    void step(const CitedStep& said, StepFormula::Part& part, std::vector<Lit>& facts) {
        const auto conclude = [&](Candidate c, bool holds) {
            const auto l = all_.literal(c);
            if (l) facts.push_back(holds ? *l : ~*l);
            return l;
        };
        for (const Conclusion& c : said.conclusions) {
            if (conclude(c.candidate, c.holds)) part.conclusions.push_back(facts.back());
            if (!c.holds) continue;
            for (std::size_t d = 0; d < board_.size(); ++d)
                if (Digit{d} != c.candidate.digit) conclude({c.candidate.cell, Digit{d}}, false);
            for (const Cell peer : board_.peers(c.candidate.cell))
                conclude({peer, c.candidate.digit}, false);
        }
        Clause wrong{~part.fails};
        for (const Lit l : part.conclusions) wrong.push_back(~l);
        out_.formula.add(wrong);

        if (part.conclusions.size() == 1) part.trials = trials_of(said.inner);
        for (const Cell cell : said.about) may_try(part, {.index = cell.index()});
        for (const Cited& cited : said.cites) cite(cited, part);
    }
    std::vector<StepFormula::Trial> trials_of(const std::vector<DerivedFact>& inner) const {
        std::vector<StepFormula::Trial> trials;
        for (const DerivedFact& step : inner)
            if (const auto l = all_.literal(step.fact.candidate))
                trials.push_back({step.fact.holds ? ~*l : *l, trials_of(step.by)});
        return trials;
    }
    void cite(const Cited& cited, StepFormula::Part& part) {
        const auto on = [&](Lit selector) { out_.formula.add({~part.fails, selector}); };
        switch (cited.kind) {
            case Cited::Kind::cell:
            case Cited::Kind::house: {
                const bool cell = cited.kind == Cited::Kind::cell;
                const Lit some = cell ? at_least(cells_from_, cited.index)
                                      : at_least(houses_from_,
                                                 cited.index * board_.size() + cited.digit.index());
                on(at_most(some));
                if (cited.half == Cited::Half::at_most_one) return;
                on(some);
                if (cell || board_.info(House{cited.index}).holds_every_digit())
                    may_try(part, cited);
                return;
            }
            case Cited::Kind::rule:
                on(rules_[cited.index].kept);
                for (const Cell cell : rules_[cited.index].cells)
                    may_try(part, {.index = cell.index()});
                return;
            case Cited::Kind::puzzle:
                on(puzzle_is_);
                for (std::size_t i = 0; i < board_.cell_count(); ++i) may_try(part, {.index = i});
                for (std::size_t h = 0; h < board_.house_count(); ++h)
                    for (std::size_t d = 0; d < board_.size(); ++d)
                        if (board_.info(House{h}).holds_every_digit())
                            may_try(part, {Cited::Kind::house, h, Digit{d}, Cited::Half::both});
        }
    }
    void may_try(StepFormula::Part& part, const Cited& cited) {
        part.cases.push_back(places_of(cited));
    }

    struct OfRule {
        Lit kept;
        std::vector<Cell> cells{};                                   ///< ascending
        std::vector<std::pair<std::size_t, std::size_t>> clauses{};  ///< ranges of all_
        std::string words{};
    };

    const Geometry& board_;
    cnf::OpenEncoding all_;
    std::vector<OfRule> rules_;
    std::size_t next_ = 0, cells_from_ = 0, houses_from_ = 0;
    Lit puzzle_is_;
    StepFormula out_;
};

class StepGuide final : public WalkGuide {
  public:
    StepGuide(const StepFormula& formula, Budget& budget, std::uint64_t most)
        : formula_(formula), budget_(budget), most_(most) {}

    std::optional<Lit> choose(const Propagator& state) override {
        if (fails_ || gave_up_) return std::nullopt;
        while (at_ < formula_.steps.size() && state.value(formula_.steps[at_].fails) < 0) {
            lemmas_.push_back(told_);
            ++at_;
            tried_ = 0;
        }
        if (at_ == formula_.steps.size()) return std::nullopt;
        const StepFormula::Part& step = formula_.steps[at_];
        if (state.value(step.fails) == 0) return step.fails;
        if (++tried_ > most_) {
            budget_.max_nodes = 0;
            gave_up_ = true;
        }
        // The last step that is left is wrong without being supposed to be.
        if (state.level() == (state.is_root(step.fails) ? 0U : 1U))
            for (const Lit l : step.conclusions)
                if (state.value(l) == 0) return ~l;
        if (const auto trial = untried(state, step)) return trial;
        return fewest(state, step);
    }
    void closed(const Propagator& /*state*/, std::span<const Lit> /*lemma*/) override { ++told_; }
    /// A model, in which the step is wrong.
    void solved(const Propagator& /*state*/, std::span<const Lit> /*excluded*/) override {
        budget_.max_nodes = 0;
        fails_ = true;
    }

    void report(ConclusionProof& done) && {
        done.lemmas = std::move(lemmas_);
        done.lemmas.resize(formula_.steps.size(), told_);
        if (fails_) done.fails = at_;
        if (gave_up_ && !fails_) done.gave_up = at_;
    }

  private:
    /// What the inner steps suppose next, where all that is decided are the step's denial and what
    /// they supposed.
    static std::optional<Lit> untried(const Propagator& state, const StepFormula::Part& step) {
        const std::vector<StepFormula::Trial>* trials = &step.trials;
        for (const Lit decided : state.decisions()) {
            if (decided == step.fails || std::ranges::count(step.conclusions, ~decided) > 0)
                continue;
            const auto trial = std::ranges::find(*trials, decided, &StepFormula::Trial::supposed);
            if (trial == trials->end()) return std::nullopt;
            trials = &trial->then;
        }
        const auto open = std::ranges::find_if(*trials, [&](const StepFormula::Trial& trial) {
            return state.value(trial.supposed) == 0;
        });
        if (open == trials->end()) return std::nullopt;
        return open->supposed;
    }
    static std::optional<Lit> fewest(const Propagator& state, const StepFormula::Part& step) {
        std::optional<Lit> best;
        std::size_t least = static_cast<std::size_t>(-1);
        for (const Clause& clause : step.cases) {
            std::size_t open = 0;
            std::optional<Lit> first;
            bool met = false;
            for (const Lit l : clause) {
                met = met || state.value(l) > 0;
                if (state.value(l) != 0) continue;
                ++open;
                if (!first) first = l;
            }
            if (met || open == 0 || open >= least) continue;
            least = open;
            best = first;
        }
        return best;
    }

    const StepFormula& formula_;
    Budget& budget_;
    std::uint64_t most_;
    std::size_t at_ = 0;
    std::uint64_t told_ = 0;
    std::uint64_t tried_ = 0;
    std::vector<std::uint64_t> lemmas_;
    bool fails_ = false;
    bool gave_up_ = false;
};

}  // namespace

std::string to_string(const Cited& cited, const Geometry& board) {
    std::string text;
    switch (cited.kind) {
        case Cited::Kind::cell:
            text = clew::to_string(Cell{cited.index}, board.size());
            break;
        case Cited::Kind::house:
            text = std::string(1, digit_symbol(cited.digit)) + " in " +
                   board.info(House{cited.index}).name;
            break;
        case Cited::Kind::rule:
            return "rule " + std::to_string(cited.index + 1);
        case Cited::Kind::puzzle:
            return "the whole puzzle";
    }
    return text + (cited.half == Cited::Half::at_most_one ? " (at most one)" : "");
}

StepFormula step_formula(const Puzzle& puzzle, std::span<const CitedStep> steps) {
    return Builder{puzzle}.build(steps);
}

void write_formula(std::ostream& out, const Puzzle& puzzle, const StepFormula& formula) {
    out << "c Some step is wrong: what it cites is so, and what comes before it, and it is not.\n"
        << "c Which variable switches on what:\n";
    for (const std::string& comment : formula.comments) out << "c selector " << comment << "\n";
    cnf::write_named(out, puzzle.geometry().size(), formula.candidates, formula.variables,
                     formula.formula);
}

ConclusionProof derive(const StepFormula& formula, const Budget& budget, ProofSink& sink,
                       std::uint64_t most_cases) {
    Budget own = budget;  // spent at the first model
    StepGuide guide{formula, own, most_cases};
    ConclusionProof done;
    done.report =
        walk(formula.formula, formula.variables, formula.candidates.size(), own, sink, &guide);
    std::move(guide).report(done);
    return done;
}

}  // namespace clew::certify
