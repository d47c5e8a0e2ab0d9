#include "explain/report/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/base/enum_name.hpp"
#include "core/board/notation.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/registry.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;

// Of the SAT library, each of two searches, where rules or the marks of most cells may conflict.
constexpr std::uint64_t conflicts_among_many = 20'000;

bool has_marks(const Puzzle& puzzle) {
    const DigitSet all = DigitSet::all(puzzle.geometry().size());
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        if (!puzzle.given(Cell{i}) && puzzle.marks(Cell{i}) != all) return true;
    return false;
}

const char* words(Validity validity) {
    return enum_name(validity, {"no solution", "one solution", "several solutions", "unknown"});
}

/// How many of `n` are told.
std::size_t told(const Diagnosis& d, std::size_t n) { return d.top == 0 ? n : std::min(n, d.top); }

/// How many solutions are known, of a puzzle with several.
std::size_t seen(const Diagnosis& d) {
    return std::max<std::size_t>(d.completion.solutions.size(), 2);
}

// ---- words ----

std::string parts_text(const setter::CellQuestion& question) {
    std::vector<std::string> parts;
    for (const auto& [digit, count] : question.parts)
        parts.push_back(fmt::format("{} ({})", count, digit_symbol(digit)));
    return joined(parts, ", ");
}

std::string joined_by_and(const std::vector<std::string>& parts, const Diagnosis& d) {
    return joined(parts, (" " + say(d.language, "and") + " ").c_str());
}

std::string proposals_text(const Diagnosis& d) {
    std::string out;
    for (std::size_t i = 0; i < told(d, d.repair.proposals.size()); ++i) {
        const setter::Proposal& p = d.repair.proposals[i];
        out += say(d.language, "{}: 1 solution", p.text);
        if (!p.reasons.empty()) out += " (" + joined(p.reasons, "; ") + ")";
        out += "\n";
    }
    return out;
}

std::string additions_text(const Diagnosis& d, const Geometry& board) {
    std::string out;
    const auto& clues = d.completion.clues;
    for (std::size_t i = 0; i < told(d, clues.sets.size()); ++i) {
        std::vector<std::string> parts;
        for (const Candidate& c : clues.sets[i]) parts.push_back(clue_text(c, board, d.language));
        std::string why = clues.size == 1
                              ? say(d.language, "one clue is enough")
                              : say(d.language, "no fewer than {} clues will do", clues.size);
        if (const auto& symmetry = d.completion.symmetries[i])
            why = say(d.language, "{}; makes the clues' places symmetric: {}", why,
                      say(d.language, setter::to_string(*symmetry)));
        out += say(d.language, "add {}: 1 solution ({})", joined_by_and(parts, d), why) + "\n";
    }
    return out;
}

std::string questions_text(const Diagnosis& d, std::size_t n) {
    std::string out;
    const std::size_t solutions = d.completion.solutions.size();
    const auto& cells = d.completion.cells;
    for (std::size_t i = 0; i < told(d, cells.sets.size()); ++i) {
        std::vector<std::string> parts;
        for (Cell c : cells.sets[i]) parts.push_back(to_string(c, n));
        out += say(d.language, "ask for {}: tells all {} solutions apart", joined_by_and(parts, d),
                   solutions);
        if (cells.size > 1) out += say(d.language, " (no fewer than {} cells will do)", cells.size);
        out += "\n";
    }
    for (std::size_t i = 0; i < told(d, d.completion.questions.size()); ++i) {
        const setter::CellQuestion& q = d.completion.questions[i];
        out += say(d.language, "which digit is at {}? splits {} solutions into {}",
                   to_string(q.cell, n), solutions, parts_text(q)) +
               "\n";
    }
    return out;
}

std::string conflicts_text(const Diagnosis& d, const Puzzle& puzzle) {
    std::string out;
    const std::size_t n = puzzle.geometry().size();
    for (std::size_t i = 0; i < told(d, d.conflicts.sets.size()); ++i) {
        std::vector<std::string> parts;
        for (Cell c : d.conflicts.sets[i].clues)
            parts.push_back(clue_text({c, *puzzle.given(c)}, puzzle.geometry(), d.language));
        if (!d.conflicts.sets[i].marks.empty()) {
            std::vector<std::string> cells;
            for (Cell c : d.conflicts.sets[i].marks) cells.push_back(to_string(c, n));
            parts.push_back(say(d.language, "the pencil marks of {}", joined(cells, ", ")));
        }
        for (std::size_t r : d.conflicts.sets[i].rules)
            parts.push_back(rules::words(puzzle.rules()[r], puzzle.geometry(), d.language));
        out += say(d.language, "conflict: {}",
                   joined(parts, d.conflicts.sets[i].rules.empty() ? ", " : "; ")) +
               "\n";
    }
    return out;
}

// ---- JSON ----

/// Whether a cell comes into a cage or leaves it.
bool is_of_a_cell(setter::ChangeKind kind) {
    return kind == setter::ChangeKind::move_cell || kind == setter::ChangeKind::add_cell ||
           kind == setter::ChangeKind::drop_cell;
}

/// What becomes of rules, each by its place among the puzzle's, from 1.
ordered_json rule_edits_json(const setter::Change& change, const Geometry& geometry,
                             Language language) {
    ordered_json edits = ordered_json::array();
    for (const setter::RuleEdit& e : change.rule_edits)
        edits.push_back({{"rule", e.rule + 1},
                         {"was", rules::words(e.was, geometry, language)},
                         {"now", e.now ? ordered_json(rules::words(*e.now, geometry, language))
                                       : ordered_json(nullptr)}});
    return edits;
}

/// The puzzle in Clew's own JSON.
ordered_json whole_json(const Puzzle& puzzle) {
    return ordered_json::parse(write_record(Record{.puzzle = puzzle}, "json"));
}

ordered_json proposal_json(const setter::Proposal& p, const Geometry& geometry, Language language) {
    const std::size_t n = geometry.size();
    ordered_json entry;
    entry["text"] = p.text;
    entry["points"] = p.points;
    entry["reasons"] = p.reasons;
    entry["changes"] = ordered_json::array();
    for (const setter::Change& change : p.changes) {
        ordered_json edits = ordered_json::array();
        for (const setter::Edit& e : change.edits)
            edits.push_back(
                {{"cell", to_string(e.cell, n)},
                 {"digit", e.digit ? ordered_json(std::string(1, digit_symbol(*e.digit)))
                                   : ordered_json(nullptr)}});
        ordered_json told = {{"kind", to_string(change.kind)}, {"edits", edits}};
        if (!change.rule_edits.empty()) told["rules"] = rule_edits_json(change, geometry, language);
        if (is_of_a_cell(change.kind)) told["cell"] = to_string(change.from, n);
        entry["changes"].push_back(std::move(told));
    }
    entry["puzzle"] = to_line(p.mended);
    if (std::ranges::any_of(p.changes, [](const auto& c) { return !c.rule_edits.empty(); }))
        entry["question"] = whole_json(p.mended);
    entry["solution"] = to_line(p.solution, geometry);
    return entry;
}

template <class Element>
ordered_json sets_json(const Diagnosis& d, const setter::SmallestSets<Element>& smallest,
                       std::size_t n) {
    ordered_json sets = ordered_json::array();
    for (std::size_t i = 0; i < told(d, smallest.sets.size()); ++i) {
        ordered_json set = ordered_json::array();
        for (const Element& e : smallest.sets[i]) set.push_back(to_string(e, n));
        sets.push_back(std::move(set));
    }
    return {{"size", smallest.size},
            {"found", smallest.sets.size()},
            {"ending", to_string(smallest.ending)},
            {"sets", std::move(sets)}};
}

void add_completion(ordered_json& object, const Diagnosis& d, std::size_t n) {
    const setter::Completion& completion = d.completion;
    const bool listed = completion.listing == Ending::exhausted;
    object["solutions"] = {{"count", seen(d)}, {"exact", listed}};
    object["add_clues"] = sets_json(d, completion.clues, n);
    ordered_json symmetries = ordered_json::array();
    for (std::size_t i = 0; i < told(d, completion.clues.sets.size()); ++i) {
        const auto& symmetry = completion.symmetries[i];
        symmetries.push_back(symmetry ? ordered_json(setter::to_string(*symmetry))
                                      : ordered_json(nullptr));
    }
    object["add_clues"]["symmetries"] = std::move(symmetries);
    object["ask_cells"] = sets_json(d, completion.cells, n);
    object["questions"] = ordered_json::array();
    for (std::size_t i = 0; i < told(d, completion.questions.size()); ++i) {
        const setter::CellQuestion& q = completion.questions[i];
        ordered_json parts = ordered_json::array();
        for (const auto& [digit, count] : q.parts)
            parts.push_back({{"digit", std::string(1, digit_symbol(digit))}, {"solutions", count}});
        object["questions"].push_back({{"cell", to_string(q.cell, n)}, {"parts", parts}});
    }
}

}  // namespace

Diagnosis diagnose(const Puzzle& puzzle, const DiagnosisOptions& options) {
    Diagnosis d;
    d.top = options.top;
    setter::CompletionOptions completing = options.completion;
    setter::RepairOptions repairing = options.repair;
    if (d.top > 0) completing.max_sets = std::max(completing.max_sets, d.top);
    repairing.max_proposals = d.top == 0 ? 100'000 : d.top;
    completing.budget.stop = repairing.stop;
    d.max_solutions = completing.max_solutions;
    d.language = repairing.language;
    d.repair = setter::repair(puzzle, repairing);
    if (d.repair.before == Validity::several) d.completion = setter::completion(puzzle, completing);
    if (d.repair.before == Validity::none) {
        const bool many = !puzzle.rules().empty() || has_marks(puzzle);
        const Budget budget{repairing.stop, many ? conflicts_among_many : unlimited};
        d.conflicts = setter::conflicting_clues(puzzle, d.top == 0 ? 10'000 : d.top + 1, budget);
        // The smallest are proved smallest; one that is merely minimal comes much sooner.
        if (many && d.conflicts.sets.empty() && d.conflicts.ending == Ending::out_of_budget)
            if (auto one = setter::a_conflict(puzzle, budget))
                d.conflicts.sets.push_back(std::move(*one));
    }
    return d;
}

std::string to_text(const Puzzle& puzzle, const Diagnosis& d) {
    const std::size_t n = puzzle.geometry().size();
    // One clue left out is likelier than two slips.
    const bool only_pairs = d.repair.singles_valid == 0 && d.completion.clues.size == 1;
    const std::string changes = proposals_text(d), additions = additions_text(d, puzzle.geometry());
    return (only_pairs ? additions + changes : changes + additions) + questions_text(d, n) +
           conflicts_text(d, puzzle);
}

std::size_t untold(const Diagnosis& d) {
    return static_cast<std::size_t>(d.repair.singles_valid + d.repair.pairs_valid) -
           told(d, d.repair.proposals.size());
}

namespace {

/// How many solutions there are, or that there are none and what fights.
std::string remark_on_solutions(const Diagnosis& d) {
    const auto tell = [&](const char* words, const auto&... values) {
        return say(d.language, words, values...);
    };
    const Ending listing = d.completion.listing;
    if (d.repair.before == Validity::several)
        return listing == Ending::exhausted ? tell("{} solutions", seen(d))
               : listing == Ending::limit_reached
                   ? tell("more than {} solutions: no additions and no questions", d.max_solutions)
                   : tell("at least {} solutions ({}): no additions and no questions", seen(d),
                          tell(to_string(listing)));
    const std::size_t sets = d.conflicts.sets.size();
    if (sets == 0) return tell("no solution");
    return d.conflicts.ending == Ending::exhausted
               ? say_of(d.language, sets, "no solution; {} minimal conflicting set",
                        "no solution; {} minimal conflicting sets", sets)
               : say_of(d.language, sets, "no solution; at least {} minimal conflicting set",
                        "no solution; at least {} minimal conflicting sets", sets);
}

}  // namespace

std::vector<std::string> remarks(const Diagnosis& d) {
    const auto tell = [&](const char* words, const auto&... values) {
        return say(d.language, words, values...);
    };
    const setter::Repair& repair = d.repair;
    if (repair.before == Validity::unique) return {tell("valid, it has exactly one solution")};
    if (repair.before == Validity::unknown)
        return {tell("the time ended before it was known how many solutions it has")};
    std::vector<std::string> said{remark_on_solutions(d)};
    said.push_back(repair.singles_tried == 0
                       ? tell("there is nothing to change: no clue and no rule")
                       : tell("{} of {} single changes make it valid", repair.singles_valid,
                              repair.singles_tried));
    if (repair.pairs_tried > 0) {
        const std::string pairs =
            tell("{} of {} pairs of changes make it valid", repair.pairs_valid, repair.pairs_tried);
        said.push_back(
            repair.ending == Ending::exhausted
                ? pairs
                : tell("{}; not all were tried ({})", pairs, tell(to_string(repair.ending))));
    }
    if (repair.undecided > 0)
        said.push_back(tell("{} changes were too hard to decide", repair.undecided));
    if (d.completion.listing != Ending::exhausted) return said;
    const auto say_not_all = [&](const char* words, Ending ending, std::size_t size) {
        if (ending != Ending::exhausted) said.push_back(tell(words, tell(to_string(ending)), size));
    };
    say_not_all("not all smallest sets of clues were found ({}); no set is smaller than {}",
                d.completion.clues.ending, d.completion.clues.size);
    say_not_all("not all smallest sets of cells were found ({}); no set is smaller than {}",
                d.completion.cells.ending, d.completion.cells.size);
    return said;
}

std::string conflict_text(const Puzzle& puzzle, const setter::ConflictingClues& conflict,
                          explain::WordStyle style) {
    const Geometry& geometry = puzzle.geometry();
    const explain::Words words{geometry, style};
    if (conflict.size() == 2 && conflict.clues.size() == 2 &&
        puzzle.given(conflict.clues[0]) == puzzle.given(conflict.clues[1]))
        for (std::size_t h = 0; h < geometry.house_count(); ++h) {
            const auto cells = geometry.cells_of(House{h});
            if (std::ranges::all_of(conflict.clues, [&](Cell cell) {
                    return std::ranges::find(cells, cell) != cells.end();
                }))
                return words.say(
                    "{} holds {} twice, at {}", words.house(House{h}),
                    std::string(1, digit_symbol(*puzzle.given(conflict.clues[0]), geometry)),
                    words.cells(conflict.clues));
        }
    std::vector<std::string> items;
    const auto add = [&](const char* one, const char* many, const std::vector<Cell>& cells) {
        if (!cells.empty())
            items.push_back(words.say_of(cells.size(), one, many, words.cells(cells)));
    };
    add("the clue in {}", "the clues in {}", conflict.clues);
    add("the pencil marks of {}", "the pencil marks of {}", conflict.marks);
    if (!conflict.rules.empty()) {
        const rules::RuleParts parts{puzzle};
        for (const std::size_t rule : conflict.rules) {
            const auto& [kind, cells, numbers, name] = puzzle.rules()[rule];
            const std::string title = parts.all()[rule].name(style.language);
            items.push_back(is_whole_board(kind)
                                ? words.say("the {}", title)
                                : words.say("the {} at {}", title, words.cell(cells.front())));
        }
    }
    return words.say(conflict.size() > 1      ? "{} cannot stand together"
                     : conflict.rules.empty() ? "{} cannot stand"
                                              : "{} cannot be kept",
                     words.all_of(items));
}

ordered_json conflict_json(const Puzzle& puzzle, const setter::ConflictingClues& conflict,
                           Language language) {
    const std::size_t n = puzzle.geometry().size();
    ordered_json object = {
        {"text", conflict_text(puzzle, conflict, {explain::Notation::r1c1, language})},
        {"clues", cells_json(conflict.clues, n)},
        {"marks", cells_json(conflict.marks, n)}};
    for (const std::size_t r : conflict.rules) object["rules"].push_back(r + 1);
    return object;
}

ordered_json to_json(const Record& record, const Diagnosis& d) {
    const std::size_t n = record.puzzle.geometry().size();
    const setter::Repair& repair = d.repair;
    ordered_json object = question_json("clew/repair/1", record);
    object["validity"] = words(repair.before);
    object["ending"] = to_string(repair.ending);
    object["singles"] = {{"tried", repair.singles_tried}, {"valid", repair.singles_valid}};
    object["pairs"] = {{"tried", repair.pairs_tried}, {"valid", repair.pairs_valid}};
    object["undecided"] = repair.undecided;
    object["proposals"] = ordered_json::array();
    for (std::size_t i = 0; i < told(d, repair.proposals.size()); ++i)
        object["proposals"].push_back(
            proposal_json(repair.proposals[i], record.puzzle.geometry(), d.language));
    if (repair.before == Validity::several) add_completion(object, d, n);
    if (repair.before == Validity::none) {
        object["conflicts"] = ordered_json::array();
        const std::size_t shown = told(d, d.conflicts.sets.size());
        for (std::size_t i = 0; i < shown; ++i)
            object["conflicts"].push_back(
                conflict_json(record.puzzle, d.conflicts.sets[i], d.language));
        object["conflicts_exhausted"] =
            d.conflicts.ending == Ending::exhausted && shown == d.conflicts.sets.size();
    }
    return object;
}

}  // namespace clew::report
