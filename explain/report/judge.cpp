#include "explain/report/judge.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/enum_name.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sorted.hpp"
#include "core/base/text.hpp"
#include "core/board/notation.hpp"
#include "explain/report/house_name.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"
#include "explain/report/walk.hpp"
#include "explain/words/tell_rules.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/possible.hpp"
#include "setter/repair.hpp"
#include "solve/solve.hpp"

namespace clew::report {
namespace {

using logic::Citation;
using logic::Constraint;
using logic::State;
using nlohmann::ordered_json;

constexpr std::size_t longest_step = 10'000;
constexpr const char* step_hint =
    "a step such as r4c6=5 or r1c2<>37, r1c5<>3, and from what: ': 3 in row 1; r1c1'";

std::string trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(" \t\r.");
    if (from == std::string_view::npos) return {};
    return std::string{text.substr(from, text.find_last_not_of(" \t\r.") - from + 1)};
}

std::vector<std::string> parts_of(std::string_view text, std::string_view separators) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (std::string part = trimmed(text.substr(0, end)); !part.empty())
            parts.push_back(std::move(part));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// "r4c6=5", "r1c2<>37", also with != and a not-equal sign.
bool add_conclusion(std::string_view text, const Geometry& board, WrittenStep& written) {
    for (const std::string_view sign : {"<>", "!=", "\u2260", "="}) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos) continue;
        const auto cell = parse_cell(trimmed(text.substr(0, at)), board);
        const std::string digits = trimmed(text.substr(at + sign.size()));
        if (!cell || digits.empty() || (sign == "=" && digits.size() != 1)) return false;
        for (const char symbol : digits) {
            const auto digit = parse_digit(symbol, board);
            if (!digit) return false;
            (sign == "=" ? written.placements : written.eliminations).push_back({*cell, *digit});
        }
        return true;
    }
    return false;
}

/// The rules of that name, in the language of `words`.
std::vector<Constraint> rules_named(const std::string& text, const State& state,
                                    const explain::Words& words) {
    std::vector<Constraint> found;
    const std::size_t parts = state.rule_parts() == nullptr ? 0 : state.rule_parts()->all().size();
    for (std::size_t p = 0; p < parts; ++p) {
        const rules::RulePart& part = state.rule_parts()->all()[p];
        const Rule& rule = state.rule_parts()->rules()[part.rule()];
        // By its first cell, however that is written.
        std::string before = words.say("the {} at {}", words.say(part.name()), "");
        if (before.starts_with("the ")) before.erase(0, 4);
        const bool by_first =
            !is_whole_board(rule.kind) && text.starts_with(before) &&
            parse_cell(text.substr(before.size()), words.geometry()) == rule.cells.front();
        const std::string label = explain::label_of(state, Constraint::of_rule(p), words);
        if (by_first || text == label || "the " + text == label)
            found.push_back(Constraint::of_rule(p));
    }
    return found;
}

/// What "row 3", "5 in row 3", "r1c1", "rule 2" or "the total of row 3" cite.
std::vector<Citation> citations_of(std::string text, const State& state) {
    const Geometry& board = state.geometry();
    std::vector<Citation> cites;
    if (text.starts_with("the ")) text.erase(0, 4);
    for (const char* english : {"total of ", "rule "})
        if (const std::string german = say(Language::german, english); text.starts_with(german))
            text.replace(0, german.size(), english);
    if (const auto cell = parse_cell(text, board)) {
        cites.push_back({Constraint::of(*cell)});
    } else if (const auto house = find_house(text, board)) {
        for (std::size_t d = 0; d < state.size(); ++d)
            cites.push_back({Constraint::of(*house, Digit{d})});
    } else if (text.size() > 5 && text.substr(1, 4) == " in ") {
        const auto digit = parse_digit(text[0], state.size());
        const auto in = find_house(text.substr(5), board);
        if (digit && in) cites.push_back({Constraint::of(*in, *digit)});
    } else if (text.starts_with("total of ")) {
        const auto in = find_house(text.substr(9), board);
        if (in && board.info(*in).cells.size() == state.size())
            cites.push_back({Constraint::of_total(*in)});
    } else if (text.starts_with("rule ")) {
        std::size_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [to, error] = std::from_chars(text.data() + 5, end, number);
        const std::size_t rules =
            state.rule_parts() == nullptr ? 0 : state.rule_parts()->all().size();
        if (error == std::errc{} && to == end && number > 0 && number <= rules)
            cites.push_back({Constraint::of_rule(number - 1)});
    }
    // "killer cage at r1c1", as walks name it, or by the first cell alone
    for (const Language language : {Language::english, Language::german}) {
        const explain::Words words{board, {explain::Notation::r1c1, language}};
        for (const Constraint& rule : rules_named(text, state, words)) cites.push_back({rule});
    }
    return cites;
}

std::string named(Candidate c, bool holds, std::size_t size) {
    return to_string(c.cell, size) + (holds ? "=" : "<>") + digit_symbol(c.digit);
}

/// What the solutions say of a conclusion.
enum class Standing : std::uint8_t { known, always, sometimes, never };

Standing standing_of(const State& state, const logic::Possible& possible, Candidate c, bool holds) {
    const DigitSet digits = possible.digits[c.cell.index()];
    const bool in = digits.contains(c.digit), alone = in && digits.size() == 1;
    if (holds ? state.value(c.cell) == c.digit : !state.has(c)) return Standing::known;
    if (holds ? alone : !in) return Standing::always;
    return (holds ? in : !alone) ? Standing::sometimes : Standing::never;
}

class Judge {
  public:
    Judge(State state, logic::Possible possible, const Budget& budget, Language language)
        : state_(std::move(state)),
          possible_(std::move(possible)),
          budget_(budget),
          language_(language) {}

    JudgedStep operator()(const WrittenStep& written) {
        JudgedStep judged{written};
        logic::Step step;
        step.cites = written.cites;
        std::optional<std::pair<Candidate, bool>> worst;
        Standing standing = Standing::known;
        const auto weigh = [&](Candidate c, bool holds) {
            const Standing one = standing_of(state_, possible_, c, holds);
            if (one == Standing::always) (holds ? step.placements : step.eliminations).push_back(c);
            if (one > standing) {
                standing = one;
                worst = {c, holds};
            }
        };
        for (const Candidate c : written.placements) weigh(c, true);
        for (const Candidate c : written.eliminations) weigh(c, false);
        switch (standing) {
            case Standing::known:
                judged.judgement = Judgement::nothing_new;
                break;
            case Standing::always:
                support(step, judged);
                for (const Candidate c : step.placements) state_.place(c);
                for (const Candidate c : step.eliminations) state_.eliminate(c);
                break;
            case Standing::sometimes:
                judged.judgement = Judgement::undecided;
                differ(worst->first, judged);
                break;
            case Standing::never:
                judged.judgement = Judgement::wrong;
                judged.said = say(language_, "{} is in no solution. ",
                                  named(worst->first, worst->second, state_.size()));
                explain(worst->first, judged);
                break;
        }
        return judged;
    }

  private:
    /// Whether what is true follows from what is cited, or what shows it.
    void support(logic::Step step, JudgedStep& judged) {
        if (step.cites.empty()) {
            judged.judgement = Judgement::follows;
            const auto first =
                step.placements.empty() ? step.eliminations.front() : step.placements.front();
            if (!explain(first, judged) && budget_.stopped())
                judged.judgement = Judgement::not_known;
            return;
        }
        // What a placement brings along is not argued for by itself.
        std::erase_if(step.eliminations, [&](Candidate c) {
            return std::ranges::any_of(step.placements, [&](Candidate p) {
                return p.cell == c.cell ||
                       (p.digit == c.digit && state_.geometry().sees(p.cell, c.cell));
            });
        });
        const logic::AuditResult audit =
            logic::audit(state_, step, {.stop = budget_.stop, .language = language_});
        using Outcome = logic::AuditOutcome;
        judged.judgement = audit.outcome == Outcome::proved        ? Judgement::follows
                           : audit.outcome == Outcome::not_implied ? Judgement::unsupported
                                                                   : Judgement::not_known;
        judged.said = audit.what;
    }

    /// The shortest argument about a candidate.
    bool explain(Candidate c, JudgedStep& judged) {
        Why found = why(state_, {c.cell, c.digit}, budget_);
        judged.step = found.step;
        // The same reason may remove more: nobody asked about that.
        if (found.step &&
            std::ranges::find(found.step->eliminations, c) != found.step->eliminations.end())
            found.step->eliminations = {c};
        judged.said += to_text(state_, found, {.style = {explain::Notation::r1c1, language_}});
        return found.step.has_value();
    }

    void differ(Candidate c, JudgedStep& judged) {
        for (const bool with : {true, false})
            for (const Grid& grid : possible_.solutions)
                if ((grid[c.cell] == c.digit) == with) {
                    judged.solutions.push_back(grid);
                    break;
                }
        if (judged.solutions.size() < 2) {  // none of the few that were kept
            judged.solutions.clear();
            if (const auto twins = why(state_, {c.cell, c.digit}, budget_).twins)
                judged.solutions = {twins->one, twins->other};
        }
        judged.said =
            say(language_, "Some solutions have {}, others do not.", to_string(c, state_.size()));
    }

    State state_;
    logic::Possible possible_;
    const Budget& budget_;
    const Language language_;
};

JudgedGrid judge_grid(const Record& record, const logic::Possible& possible, const Budget& budget) {
    JudgedGrid judged;
    Puzzle filled = record.puzzle;
    const PlayerMarks& marks = *record.progress;
    judged.complete = true;
    for (std::size_t i = 0; i < marks.placed.size(); ++i) {
        const Cell cell{i};
        if (const auto digit = marks.placed[i]) {
            ++judged.filled;
            filled.set_given(cell, *digit);
            if (!possible.digits[i].contains(*digit)) judged.wrong.push_back(cell);
        } else if (!filled.given(cell)) {
            judged.complete = false;
            if (i < marks.removed.size() && (possible.digits[i] - marks.removed[i]).empty() &&
                !possible.digits[i].empty())
                judged.crossed.push_back(cell);
        }
    }
    if (const auto equal = setter::equal_clues(filled)) judged.clash = equal->clues;
    SolveOptions one;
    one.budget = budget;
    judged.solvable = judged.wrong.empty() && judged.clash.empty() && solve(filled, one).solution;
    return judged;
}

std::string listed(const std::vector<Cell>& cells, std::size_t size) {
    std::string text;
    for (const Cell c : cells) text += (text.empty() ? "" : ", ") + to_string(c, size);
    return text;
}

std::string grid_text(const JudgedGrid& grid, std::size_t size, bool spoil, Language language) {
    const auto tell = [&](const char* words, const auto&... values) {
        return say(language, words, values...);
    };
    const std::size_t wrong = grid.wrong.size(), crossed = grid.crossed.size();
    const std::string filled = say_of(language, grid.filled, "{} digit", "{} digits", grid.filled);
    std::string text;
    if (grid.solvable)
        text = grid.complete
                   ? tell("Solved.")
                   : tell("So far right: {} filled in, and a solution has them all.", filled);
    else if (wrong > 0)
        text = say_of(language, wrong, "{} of {} is wrong.", "{} of {} are wrong.", wrong, filled);
    else
        text = tell("Each digit is in a solution, but no solution has them all.");
    if (!grid.clash.empty())
        text += tell(" {} hold the same digit and see each other.", listed(grid.clash, size));
    if (crossed > 0)
        text += say_of(language, crossed, " In {} open cell the right digit is crossed out.",
                       " In {} open cells the right digit is crossed out.", crossed);
    if (spoil && wrong > 0) text += tell(" Wrong: {}.", listed(grid.wrong, size));
    if (spoil && crossed > 0) text += tell(" Wrongly crossed out: {}.", listed(grid.crossed, size));
    return text + "\n";
}

}  // namespace

const char* to_string(Judgement judgement) {
    return enum_name(judgement,
                     {"follows", "unsupported", "undecided", "wrong", "nothing new", "not known"});
}

bool Judged::right() const {
    return has_solution && ending == Ending::exhausted &&
           (!grid || (grid->solvable && grid->crossed.empty())) &&
           std::ranges::all_of(steps, [](const JudgedStep& one) {
               return one.judgement == Judgement::follows ||
                      one.judgement == Judgement::nothing_new;
           });
}

std::vector<WrittenStep> read_steps(std::istream& in, const std::string& source,
                                    const State& state) {
    std::vector<WrittenStep> steps;
    std::string line;
    for (std::size_t number = 1; read_line(in, line, longest_step); ++number) {
        const Place place{source, number};
        const std::string text = trimmed(std::string_view{line}.substr(0, line.find('#')));
        if (text.empty()) continue;
        WrittenStep written{text, {}, {}};
        const std::size_t colon = text.find(':');
        for (const std::string& part : parts_of(std::string_view{text}.substr(0, colon), ",;"))
            if (!add_conclusion(part, state.geometry(), written))
                throw InputError(place, "'" + quotable(part) + "' is no conclusion on this board",
                                 step_hint);
        if (written.placements.empty() && written.eliminations.empty())
            throw InputError(place, "nothing is concluded", step_hint);
        if (colon != std::string::npos)
            for (const std::string& part :
                 parts_of(std::string_view{text}.substr(colon + 1), ",;")) {
                const std::vector<Citation> cites = citations_of(part, state);
                if (cites.empty())
                    throw InputError(place,
                                     "'" + quotable(part) + "' is nothing to cite on this board",
                                     "a cell such as r1c1, '5 in row 3', 'row 3' or 'rule 1'");
                written.cites.insert(written.cites.end(), cites.begin(), cites.end());
            }
        sort_unique(written.placements);
        sort_unique(written.eliminations);
        sort_unique(written.cites);
        for (std::size_t i = 1; i < written.placements.size(); ++i)
            if (written.placements[i].cell == written.placements[i - 1].cell)
                throw InputError(place, "two digits in one cell", step_hint);
        steps.push_back(std::move(written));
    }
    return steps;
}

Record with_grid(Record record, const Puzzle& grid) {
    const Puzzle& puzzle = record.puzzle;
    const std::size_t cells = puzzle.geometry().cell_count(), size = puzzle.geometry().size();
    if (grid.geometry().cell_count() != cells)
        throw InputError({}, "the grid is of another size than the puzzle",
                         std::to_string(cells) + " cells");
    PlayerMarks marks;
    marks.placed.resize(cells);
    marks.removed.resize(cells);
    for (std::size_t i = 0; i < cells; ++i) {
        const auto given = puzzle.given(Cell{i}), filled = grid.given(Cell{i});
        if (given && filled && *given != *filled)
            throw InputError({}, "the grid changes the clue in " + to_string(Cell{i}, size),
                             "the puzzle's clues, or open cells there");
        if (!given) marks.placed[i] = filled;
    }
    record.progress = std::move(marks);
    return record;
}

Judged judge(const Record& record, const std::vector<WrittenStep>& steps, const Budget& budget,
             Language language) {
    Judged judged;
    judged.language = language;
    const auto stopped = [&](const logic::Possible& possible) {
        if (possible.ending == Ending::exhausted) return false;
        judged.ending = possible.ending;
        return true;
    };
    logic::Possible possible = logic::what_is_possible(record.puzzle, budget);
    if (stopped(possible)) return judged;
    judged.has_solution = possible.any();
    if (!judged.has_solution) return judged;
    State state{record.puzzle};
    if (record.progress) {
        judged.grid = judge_grid(record, possible, budget);
        judged.from_puzzle = !judged.grid->solvable || !judged.grid->crossed.empty();
        if (!judged.from_puzzle) {
            state = start_of(record);
            possible = logic::what_is_possible(state.to_puzzle(), budget);
            if (stopped(possible)) return judged;
        }
    }
    Judge one{std::move(state), std::move(possible), budget, language};
    for (const WrittenStep& written : steps) {
        judged.steps.push_back(one(written));
        if (judged.steps.back().judgement == Judgement::not_known && budget.stopped()) {
            judged.ending = Ending::interrupted;
            break;
        }
    }
    return judged;
}

std::string to_text(const Judged& judged, std::size_t size, const Spoilers& telling) {
    const Language language = judged.language;
    if (!judged.has_solution)
        return say(language, "The puzzle has no solution: nothing can be judged.") + "\n";
    std::string text;
    if (judged.grid) text += grid_text(*judged.grid, size, telling.spoil, language);
    if (judged.from_puzzle && !judged.steps.empty())
        text += say(language, "The steps are judged from the clues alone.") + "\n";
    for (const JudgedStep& one : judged.steps) {
        text += one.written.text + "\n  " + say(language, to_string(one.judgement));
        if (!one.said.empty()) text += ": " + one.said;
        text += "\n";
    }
    return text;
}

ordered_json to_json(const Record& record, const Judged& judged, const Spoilers& telling) {
    const std::size_t size = record.puzzle.geometry().size();
    ordered_json object = question_json("clew/judge/1", record);
    object["right"] = judged.right();
    object["has_solution"] = judged.has_solution;
    object["ending"] = to_string(judged.ending);
    if (judged.grid) {
        const JudgedGrid& grid = *judged.grid;
        ordered_json about = {{"filled", grid.filled},
                              {"wrong", grid.wrong.size()},
                              {"crossed_out", grid.crossed.size()},
                              {"complete", grid.complete},
                              {"solvable", grid.solvable},
                              {"clash", cells_json(grid.clash, size)}};
        if (telling.spoil) {
            about["wrong_cells"] = cells_json(grid.wrong, size);
            about["crossed_out_cells"] = cells_json(grid.crossed, size);
        }
        object["grid"] = std::move(about);
    }
    ordered_json& steps = object["steps"] = ordered_json::array();
    for (const JudgedStep& one : judged.steps) {
        ordered_json step = {{"text", one.written.text}, {"judgement", to_string(one.judgement)}};
        if (!one.said.empty()) step["said"] = one.said;
        if (one.step) {
            step["technique"] = logic::info(one.step->technique).id;
            step["size"] = one.step->size;
        }
        for (const Grid& grid : one.solutions)
            step["solutions"].push_back(to_line(grid, record.puzzle.geometry()));
        steps.push_back(std::move(step));
    }
    return object;
}

}  // namespace clew::report
