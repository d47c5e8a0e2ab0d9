#include "proof/checker/explanation.hpp"

#include <algorithm>
#include <cstdlib>
#include <istream>
#include <map>
#include <set>
#include <vector>

#include "core/base/sorted.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/justify.hpp"
#include "proof/checker/lists.hpp"

namespace clew::proof::inline checker {
namespace {

CheckResult blame(CheckResult verdict, std::string part, std::string why, std::uint64_t line) {
    verdict.part = std::move(part);
    verdict.why = std::move(why);
    verdict.line = line;
    return verdict;
}

using Clause = std::vector<Literal>;

/// A step as its line tells it.
struct Step {
    std::vector<std::pair<Candidate, bool>> conclusions;
    std::vector<std::string> cites;
};

struct Steps {
    std::vector<Step> all;
    std::uint64_t conclusions = 0;
    std::string why;  ///< why the line behind them is none
};

Steps read_steps(std::istream& in, const Geometry& board) {
    Steps steps;
    for (std::string line; std::getline(in, line);) {
        const auto fields = fields_of<5>(line, steps.all.size() + 1);
        if (!fields) {
            steps.why = "not a step";
            return steps;
        }
        Step step;
        for (std::string_view words = (*fields)[2]; !words.empty();) {
            const auto concluded = parse_conclusion(take_word(words), board);
            if (!concluded) {
                steps.why = "not a conclusion";
                return steps;
            }
            step.conclusions.push_back(*concluded);
        }
        for (std::string_view rest = (*fields)[3]; !rest.empty();) {
            const std::size_t cut = std::min(rest.find("; "), rest.size());
            step.cites.emplace_back(rest.substr(0, cut));
            rest.remove_prefix(std::min(cut + 2, rest.size()));
        }
        steps.conclusions += step.conclusions.size();
        steps.all.push_back(std::move(step));
    }
    if (steps.conclusions == 0) steps.why = "nothing is concluded";
    return steps;
}

/// The clauses of a list of steps, made from the board's houses. What switches them on are
/// variables behind those of candidates and helpers, two for each cell, for each house and digit
/// (some; no two), one for each rule, one for the puzzle, two for each step (what comes before;
/// wrong). What a rule's variable switches on is asked whether it is that rule, by itself.
class StepClauses {
  public:
    StepClauses(const Cnf& formula, const Puzzle& puzzle, const std::vector<Step>& steps,
                const StopFlag* stop)
        : formula_(formula),
          puzzle_(puzzle),
          board_(puzzle.geometry()),
          map_(variable_map(formula, board_)),
          steps_(steps),
          stop_(stop) {
        const std::size_t switches = 2 * board_.cell_count() +
                                     2 * board_.house_count() * board_.size() +
                                     puzzle.rules().size() + 1 + 2 * steps.size();
        if (formula.variables < map_.candidates.size() + switches) return;
        enough_ = true;
        own_ = formula.variables - switches;
    }

    Justification run();

  private:
    Literal variable(std::size_t place) const { return static_cast<Literal>(own_ + 1 + place); }
    Literal some_in(Cell cell) const { return variable(2 * cell.index()); }
    Literal some_in(std::size_t house, Digit d) const {
        return variable(2 * (board_.cell_count() + house * board_.size() + d.index()));
    }
    static Literal no_two(Literal some) { return some + 1; }
    Literal rule(std::size_t r) const {
        return variable(2 * (board_.cell_count() + board_.house_count() * board_.size()) + r);
    }
    Literal whole() const { return rule(puzzle_.rules().size()); }
    Literal before(std::size_t step) const { return whole() + 1 + 2 * static_cast<Literal>(step); }
    Literal wrong(std::size_t step) const { return before(step) + 1; }

    void expect(Clause clause, bool of_the_board = false) {
        sort_unique(clause);
        expected_.emplace(std::move(clause), of_the_board);
    }
    void constraint(Literal some, const Clause& places, bool needed);
    void step(std::size_t k);
    std::string cite(std::size_t k, const std::string& words);
    std::string compare(Cnf& board, std::vector<Cnf>& of_rules) const;
    Justification judge(const Cnf& board, const std::vector<Cnf>& of_rules) const;

    const Cnf& formula_;
    const Puzzle& puzzle_;
    const Geometry& board_;
    const VariableMap map_;
    const std::vector<Step>& steps_;
    const StopFlag* stop_;
    bool enough_ = false;
    std::size_t own_ = 0;              // variables of candidates and helpers
    std::map<Clause, bool> expected_;  // clause -> of a constraint, not of a step
    std::string why_;
};

void StepClauses::constraint(Literal some, const Clause& places, bool needed) {
    Clause one{-some};
    one.insert(one.end(), places.begin(), places.end());
    if (needed) expect(one, true);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) expect({-no_two(some), -places[i], -places[j]}, true);
}

/// What step k takes from those before it, cites and concludes.
void StepClauses::step(std::size_t k) {
    expect({-wrong(k), before(k)});
    if (k > 0) {
        expect({-before(k), before(k - 1)});
        const auto known = [&](Candidate c, bool holds) {
            const Literal l = map_.literal(board_, c);
            if (l != 0) expect({-before(k), holds ? l : -l});
        };
        for (const auto& [candidate, holds] : steps_[k - 1].conclusions) {
            known(candidate, holds);
            if (!holds) continue;
            for (std::size_t d = 0; d < board_.size(); ++d)
                if (Digit{d} != candidate.digit) known({candidate.cell, Digit{d}}, false);
            for (const HouseInfo& house : board_.houses())
                if (std::ranges::find(house.cells, candidate.cell) != house.cells.end())
                    for (const Cell cell : house.cells)
                        if (cell != candidate.cell) known({cell, candidate.digit}, false);
        }
    }
    Clause denied{-wrong(k)};
    for (const auto& [candidate, holds] : steps_[k].conclusions) {
        const Literal l = map_.literal(board_, candidate);
        if (l != 0) {
            denied.push_back(holds ? -l : l);
        } else if (holds != (puzzle_.given(candidate.cell) == candidate.digit)) {
            // Without a variable: the clues have decided it.
            why_ = "a conclusion that the clues forbid";
        }
    }
    expect(denied);
    for (const std::string& words : steps_[k].cites)
        if (const std::string fault = cite(k, words); !fault.empty()) why_ = fault;
}

/// Why it cites nothing that there is; empty if it does.
std::string StepClauses::cite(std::size_t k, const std::string& words) {
    constexpr std::string_view half = " (at most one)";
    if (words == "the whole puzzle") {
        expect({-wrong(k), whole()});
        return {};
    }
    for (std::size_t r = 0; r < puzzle_.rules().size(); ++r)
        if (words == "rule " + std::to_string(r + 1)) {
            expect({-wrong(k), rule(r)});
            return {};
        }
    std::string_view name = words;
    const bool link = name.ends_with(half);
    if (link) name.remove_suffix(half.size());
    Literal some = 0;
    if (const auto cell = parse_cell(name, board_)) {
        some = some_in(*cell);
    } else if (name.size() > 5 && name.substr(1, 4) == " in ") {
        const auto digit = parse_digit(name[0], board_.size());
        const auto houses = board_.houses();
        for (std::size_t h = 0; digit && h < houses.size(); ++h)
            if (houses[h].name == name.substr(5)) some = some_in(h, *digit);
    }
    if (some == 0) return "'" + words + "' is no constraint of the board";
    expect({-wrong(k), no_two(some)});
    if (!link) expect({-wrong(k), some});
    return {};
}

/// Whether the formula has the expected clauses and, beside those that a rule's variable switches
/// on, no others; why not. `board` and `of_rules` are what is left without switches.
std::string StepClauses::compare(Cnf& board, std::vector<Cnf>& of_rules) const {
    std::set<const Clause*> seen;
    std::set<Clause> there;
    std::vector<std::size_t> rule_of_helper(own_ + 1, puzzle_.rules().size());
    const auto without = [](Clause clause, Literal l) {
        std::erase(clause, l);
        return clause;
    };
    for (std::size_t c = 0; c < formula_.size(); ++c) {
        Clause clause(formula_[c].begin(), formula_[c].end());
        sort_unique(clause);
        if (const auto found = expected_.find(clause); found != expected_.end()) {
            seen.insert(&found->first);
            // The switch has the largest number of all in it.
            const Clause plain = without(clause, clause.front());
            if (found->second && there.insert(plain).second) board.add(plain);
            continue;
        }
        std::string none = "clause " + std::to_string(c + 1) + " is none that the steps make";
        if (clause.empty() || -clause.front() < rule(0) || -clause.front() >= whole()) return none;
        const auto r = static_cast<std::size_t>(-clause.front() - rule(0));
        for (const Literal l : clause) {
            const auto v = static_cast<std::size_t>(std::abs(l));
            if (l == clause.front()) continue;
            if (v > own_) return none;
            if (v <= map_.candidates.size()) continue;
            // What two rules said of one helper would be a third.
            std::size_t& of = rule_of_helper[v];
            if (of != puzzle_.rules().size() && of != r) return none;
            of = r;
        }
        of_rules[r].add(without(clause, clause.front()));
    }
    if (seen.size() == expected_.size()) return {};
    const auto missing = std::ranges::find_if(
        expected_, [&](const auto& clause) { return !seen.contains(&clause.first); });
    std::string text = "the clause ";
    for (const Literal l : missing->first) text += std::to_string(l) + " ";
    return text + "0 is missing";
}

Justification StepClauses::run() {
    Justification found;
    found.why = "too few variables for the steps";
    if (!enough_) return found;
    const auto place = [&](Clause& places, Candidate c) {
        if (const Literal l = map_.literal(board_, c); l != 0) places.push_back(l);
    };
    for (std::size_t i = 0; i < board_.cell_count(); ++i) {
        Clause places;
        for (std::size_t d = 0; d < board_.size(); ++d) place(places, {Cell{i}, Digit{d}});
        constraint(some_in(Cell{i}), places, true);
        for (const Literal on : {some_in(Cell{i}), no_two(some_in(Cell{i}))})
            expect({-whole(), on});
    }
    const auto houses = board_.houses();
    for (std::size_t h = 0; h < houses.size(); ++h)
        for (std::size_t d = 0; d < board_.size(); ++d) {
            Clause places;
            for (const Cell cell : houses[h].cells) place(places, {cell, Digit{d}});
            const Literal some = some_in(h, Digit{d});
            constraint(some, places, houses[h].cells.size() == board_.size());
            expect({-whole(), no_two(some)});
            expect({-whole(), some});
        }
    for (std::size_t r = 0; r < puzzle_.rules().size(); ++r) {
        expect({-whole(), rule(r)});
        // An indexer speaks of more cells than its own, a rule for the whole board has none.
        std::set<Cell> cells;
        for (const Rule& part : rules::expanded(puzzle_.rules()[r], board_))
            cells.insert(part.cells.begin(), part.cells.end());
        for (const Cell cell : cells) {
            expect({-rule(r), some_in(cell)});
            expect({-rule(r), no_two(some_in(cell))});
        }
    }
    Clause some_wrong;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        step(k);
        some_wrong.push_back(wrong(k));
    }
    expect(some_wrong);
    Cnf board;
    board.variables = own_;
    board.names = formula_.names;
    std::vector<Cnf> of_rules(puzzle_.rules().size(), board);
    found.why = why_.empty() ? compare(board, of_rules) : why_;
    if (!found.why.empty()) return found;
    return judge(board, of_rules);
}

/// Whether the board is the puzzle's without its rules, and with each rule by itself that rule's.
Justification StepClauses::judge(const Cnf& board, const std::vector<Cnf>& of_rules) const {
    Puzzle plain{puzzle_.geometry_ptr()};
    for (std::size_t i = 0; i < board_.cell_count(); ++i) {
        if (const auto digit = puzzle_.given(Cell{i})) plain.set_given(Cell{i}, *digit);
        plain.set_marks(Cell{i}, puzzle_.marks(Cell{i}));
    }
    Justification found = justify(board, board.size(), plain, stop_);
    std::size_t clauses = 0;
    for (std::size_t r = 0; r < of_rules.size() && found.holds; ++r) {
        Puzzle one = plain;
        one.add_rule(puzzle_.rules()[r]);
        Cnf both = board;
        for (std::size_t c = 0; c < of_rules[r].size(); ++c) both.add(of_rules[r][c]);
        const Justification of_rule = justify(both, both.size(), one, stop_);
        clauses += of_rules[r].size();
        found.holds = of_rule.holds;
        found.stopped = of_rule.stopped;
        if (!found.holds) found.why = "rule " + std::to_string(r + 1) + ": " + of_rule.why;
        found.undecided.insert(found.undecided.end(), of_rule.undecided.begin(),
                               of_rule.undecided.end());
    }
    if (clauses > 0) found.families.emplace_back("a rule", clauses);
    return found;
}

}  // namespace

Justification justify_steps(const Cnf& formula, const Puzzle& puzzle, std::istream& steps,
                            const StopFlag* stop) {
    const Steps said = read_steps(steps, puzzle.geometry());
    if (!said.why.empty()) return {.why = said.why};
    return StepClauses{formula, puzzle, said.all, stop}.run();
}

CheckResult check_explanation(const ExplanationProof& e) {
    CheckResult verdict;
    const Cnf formula = read_cnf(*e.formula, "formula.cnf", e.stop);
    const Steps steps = read_steps(*e.steps, e.puzzle.geometry());
    if (!steps.why.empty()) return blame(verdict, "steps", steps.why, steps.all.size() + 1);
    const Justification found = StepClauses{formula, e.puzzle, steps.all, e.stop}.run();
    verdict.stopped = found.stopped;
    if (found.stopped) return verdict;
    if (!found.holds) return blame(verdict, "formula", found.why, 0);
    verdict.families = found.families;
    verdict.checked.push_back(
        "the formula says that some step is wrong: that what it cites holds, and what was "
        "concluded "
        "before, and one of its conclusions does not");
    verdict.checked.push_back(what_clauses_say("what the steps cite is", found));
    verdict.but_for = found.undecided;
    const Result proof = check_proof(e.kind, formula, *e.proof, "proof", {.stop = e.stop});
    if (proof.stopped) {
        verdict.stopped = true;
        return verdict;
    }
    if (!proof.accepted) return blame(verdict, "proof", proof.why, proof.line);
    if (proof.count != "0") return blame(verdict, "proof", "it logs a model: a step is wrong", 0);
    verdict.accepted = verdict.but_for.empty();
    verdict.count = std::to_string(steps.conclusions);
    verdict.checked.push_back("the proof that none is: " + std::to_string(proof.steps) +
                              " lines; so each of " + std::to_string(steps.all.size()) +
                              " steps follows from what it cites, and all " +
                              std::to_string(steps.conclusions) + " conclusions from the clues");
    const auto whole = std::ranges::count_if(steps.all, [](const Step& step) {
        return std::ranges::find(step.cites, "the whole puzzle") != step.cites.end();
    });
    if (whole > 0)
        verdict.checked.push_back(std::to_string(whole) + " of these steps cite the whole puzzle");
    verdict.trusted.emplace_back("the board's list of houses, as the puzzle's file tells it");
    if (!e.puzzle.rules().empty())
        verdict.trusted.emplace_back(
            "what each rule means (core/rules), which the writer takes from there too");
    verdict.trusted.emplace_back("the steps' titles, and where in the proof each is shown");
    verdict.trusted.emplace_back("this checker, its compiler and its machine (proof/checker)");
    return verdict;
}

}  // namespace clew::proof::inline checker
