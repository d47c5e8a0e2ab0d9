#include "explain/walkthrough.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "explain/step_view.hpp"
#include "logic/work_matrix.hpp"

namespace clew::explain {

using logic::Entry;
using logic::Path;
using logic::State;
using logic::Status;
using logic::Technique;

namespace {

std::string steps_said(std::size_t number, Language language) {
    return say_of(language, number, "{} step", "{} steps", number);
}

/// "59 steps", "59 steps, 5 of them guesses": as many as the last line's number says.
std::string steps_of(const Path& path, Language language) {
    const std::string steps = steps_said(path.entries.size(), language);
    return path.guesses == 0 ? steps
                             : say_of(language, path.guesses, "{}, {} of them a guess",
                                      "{}, {} of them guesses", steps, path.guesses);
}

std::string broken(const State& state, const Words& words) {
    const auto& c = state.contradiction();
    if (!c) return words.say("This contradicts itself.");
    if (c->kind == logic::Contradiction::Kind::cell_empty)
        return words.say("No digit is left for {}.", words.cell(c->cell));
    if (c->kind == logic::Contradiction::Kind::rule_broken) {
        const rules::RulePart& part = state.rule_parts()->all()[c->rule];
        const Language language = words.language();
        return words.say("The {} is not kept: {}.", part.name(language), part.words(language));
    }
    return words.say("No place is left for {} in {}.", std::string(1, digit_symbol(c->digit)),
                     words.house(c->house));
}

std::string indented(const std::string& lines, std::size_t by) {
    std::string out;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        out += std::string(by, ' ') + lines.substr(at, end - at);
        at = end;
    }
    return out;
}

/// The lines of a text below the item of a list that it stands in: the numbered ones as a list
/// within it, what stands behind them as a paragraph.
std::string in_markdown(const std::string& text, const std::string& inner) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const bool listed = text[at] >= '0' && text[at] <= '9';
        if (at > 0) out += (listed ? "\n" : "\n\n") + inner;
        out.append(text, at, end - at);
        at = end + 1;
    }
    return out;
}

/// "Tried without success: ...", where a walk that is stuck has anything to say of it.
std::string tried_in_vain(const Path& path, Language language) {
    if (path.status != Status::stuck) return {};
    const Words words{path.state.geometry(), {Notation::r1c1, language}};
    std::string text;
    std::vector<std::string> tried;
    for (Technique t : path.tried) tried.push_back(words.say(logic::info(t).name));
    if (!tried.empty()) text += words.say("Tried without success: {}.", words.all_of(tried));
    if (!path.passed_over.empty())
        text += (text.empty() ? "" : " ") +
                words.say(
                    "Passed over, as it is not known that there is one solution only: techniques "
                    "that rest on uniqueness.");
    return text;
}

/// The same, to be unfolded.
Folded folded_tried(const Path& path, Language language) {
    const std::string text = tried_in_vain(path, language);
    if (text.empty()) return {};
    const std::size_t tried = path.tried.size();
    return {say_of(language, tried, "What was tried: {} technique", "What was tried: {} techniques",
                   tried),
            text};
}

bool goes_back(const Entry& entry) {
    return entry.kind == Entry::Kind::undo || entry.kind == Entry::Kind::set_aside;
}

/// The state before an entry, of those at the open guesses.
const State& enter(const Entry& entry, std::vector<State>& levels) {
    if (goes_back(entry)) {
        CLEW_REQUIRE(levels.size() > 1, "visit: an undo without a guess");
        levels.pop_back();
    }
    return levels.back();
}

/// Makes its move.
void leave(const Entry& entry, std::vector<State>& levels) {
    if (entry.kind == Entry::Kind::guess) levels.push_back(levels.back());
    if (goes_back(entry) || entry.kind == Entry::Kind::deduction ||
        entry.kind == Entry::Kind::guess)
        apply(entry.step, levels.back());
}

}  // namespace

void visit(const State& start, std::span<const Entry> entries,
           const std::function<void(const State& before, std::size_t index)>& visit) {
    std::vector<State> levels{start};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        visit(enter(entries[i], levels), i);
        leave(entries[i], levels);
    }
}

Folded every_line(const Narration& told, Language language) {
    if (!told.has_more()) return {};
    return {say(language, "Every line of it"), told.text(Levels::all)};
}

Told tell(const State& before, const Entry& entry, WordStyle style, std::set<std::string>* said) {
    const Words words{before.geometry(), style};
    switch (entry.kind) {
        case Entry::Kind::deduction: {
            Narration told = narrate(before, entry.step, style);
            if (said != nullptr) told.leave_out(*said);
            Folded whole = every_line(told, style.language);
            std::string text = told.text();
            return {std::move(told.title), std::move(text), std::move(told.lines),
                    std::move(whole)};
        }
        case Entry::Kind::guess: {
            const Narration told = narrate(before, entry.step, style);
            return {words.say("Guess"), told.text()};
        }
        case Entry::Kind::contradiction:
            if (entry.apart > 0)
                return {words.say("Nothing more"),
                        words.say("{} There is no other solution here.", broken(before, words))};
            return {words.say("Contradiction"), broken(before, words)};
        case Entry::Kind::solution:
            return {words.say("Solution"),
                    words.say("The grid is full: {}.", to_line(before.grid(), before.geometry()))};
        case Entry::Kind::undo:
            return {words.say("Undo"),
                    words.say(entry.apart > 0
                                  ? "So no other solution has {}. Go back to before it. Remove {}."
                                  : "So {} was wrong. Go back to before it. Remove {}.",
                              words.candidates(entry.step.eliminations),
                              words.removal(entry.step.eliminations))};
        case Entry::Kind::set_aside:
            return {words.say("Next thread"),
                    words.say("That thread is solved. Go back to before it and follow what is left "
                              "without {}.",
                              words.candidates(entry.step.eliminations))};
    }
    return {};
}

namespace {

/// Of a path that is solved: how many solutions, and whether there are others.
std::string tell_solved(const Path& path, bool on_trust, Language language) {
    const std::string steps = steps_of(path, language);
    const std::size_t solutions = path.solutions.size();
    std::string_view others;
    if (on_trust)
        others = solutions > 1 ? "That there is one only was taken on trust, and is wrong."
                               : "That this is the only solution was taken on trust.";
    else if (solutions > 1)
        others = path.ending == Ending::exhausted ? "There are no others."
                                                  : "There may be more solutions.";
    else if (path.ending != Ending::exhausted)
        return say(language, "A solution, found in {}. It rests on guesses: there may be others.",
                   steps);
    else if (path.guesses > 0)
        others = "This is the only solution.";
    return (solutions > 1 ? say(language, "{} solutions, found in {}.", solutions, steps)
                          : say(language, "Solved in {}.", steps)) +
           (others.empty() ? "" : " " + say(language, others));
}

}  // namespace

std::string tell_ending(const Path& path, TriedNames tell_tried, Language language) {
    const std::string steps = steps_of(path, language);
    const std::size_t open = path.state.open_count(), left = path.state.candidate_count();
    const std::string cells = say_of(language, open, "{} cell", "{} cells", open);
    const std::string candidates = say_of(language, left, "{} candidate", "{} candidates", left);
    const bool on_trust = path.state.uniqueness() == logic::Uniqueness::granted &&
                          std::ranges::any_of(path.entries, [](const Entry& entry) {
                              return !entry.step.deadly.empty();
                          });
    switch (path.status) {
        case Status::solved:
            return tell_solved(path, on_trust, language);
        case Status::impossible:
            if (on_trust)
                return say(language,
                           "No solution is left after {}: this puzzle has none, or several. That "
                           "it has one was taken on trust.",
                           steps);
            return say(language,
                       path.guesses > 0           ? "This puzzle has no solution, as {}, show."
                       : path.entries.size() == 1 ? "This puzzle has no solution, as {} shows."
                                                  : "This puzzle has no solution, as {} show.",
                       steps);
        case Status::settled:
            return say(language,
                       "All that follows was found in {}: {} open, and each of the {} left is in a "
                       "solution.",
                       steps, cells, candidates);
        case Status::stuck: {
            const std::string tried =
                tell_tried == TriedNames::named ? tried_in_vain(path, language) : "";
            return say(language, "Stuck after {}: {} open, {} left.", steps, cells, candidates) +
                   (tried.empty() ? "" : " " + tried);
        }
        case Status::interrupted:
            break;
    }
    return say(language, "Ended early after {} ({}).", steps,
               say(language, clew::to_string(path.ending)));
}

std::string tell_score(const Path& path, const std::string& hardest, Language language) {
    // What has no solution is not hard in any measure.
    if (path.entries.empty() || path.status == Status::impossible) return {};
    if (path.hardest_score == 0) return say(language, "Score {}.", path.score);
    const logic::Step& step = path.entries[path.hardest].step;
    // A price other than the number of constraints is part of the name.
    const bool by_title = !hardest.empty() && step.price == logic::Price::constraints;
    const Words words{path.state.geometry(), {Notation::r1c1, language}};
    return words.say("Score {}. The hardest is step {}, {} ({}).", path.score, path.hardest + 1,
                     by_title ? words.in_sentence(hardest) : logic::title(step, language),
                     path.hardest_score);
}

std::string tell_tidied(std::size_t steps, const Path& path, Language language) {
    const std::string before = steps_said(steps, language);
    if (path.guesses > 0) return say(language, "Not tidied: {}, some of them guesses.", before);
    if (steps == path.entries.size()) return say(language, "Tidied: none of {} could go.", before);
    return say(language, "Tidied: {} became {}.", before, path.entries.size());
}

WalkTeller::WalkTeller(const Puzzle& puzzle, const State& start, const WalkOptions& options)
    : puzzle_(puzzle), options_(options), levels_{start} {}

std::string WalkTeller::board(const View& view) const {
    const bool markdown = options_.markup == Markup::markdown;
    const std::string text =
        write_text(view, {.colour = markdown ? Colour::none : options_.colour});
    return markdown ? "```text\n" + text + "```\n" : text;
}

std::string WalkTeller::head() const {
    // Where every step has its board, the first board is that of the first step.
    return options_.boards == Boards::ends ? board(view_of(levels_.front(), puzzle_)) + "\n" : "";
}

std::string WalkTeller::entry(const Entry& entry) {
    const bool markdown = options_.markup == Markup::markdown;
    const State& before = enter(entry, levels_);
    std::string out;
    if (options_.boards == Boards::every && entry.kind != Entry::Kind::contradiction &&
        entry.kind != Entry::Kind::solution) {
        View view = view_of(before, puzzle_);
        show(view, before, entry.step);
        out += (markdown || titles_.empty() ? "" : "\n") + board(view) + "\n";
    }
    const Told told = tell(before, entry, options_.style, &said_);
    const bool whole = options_.levels == Levels::all && !told.whole.text.empty();
    const std::string& text = whole ? told.whole.text : told.text;
    shortened_ = shortened_ || (!whole && !told.whole.text.empty());
    const std::string score =
        entry.step.score > 0 ? " (" + std::to_string(entry.step.score) + ")" : "";
    titles_.push_back(told.title);
    const std::string number = std::to_string(titles_.size());
    if (markdown) {
        const std::string inner(entry.depth * 3 + number.size() + 2, ' ');
        out += std::string(entry.depth * 3, ' ') + number + ". **" + told.title + "**" + score +
               ". " + in_markdown(text, inner) + "\n";
    } else {
        // Nobody knows yet how many there will be: a hundred and more stick out.
        const std::size_t digits = std::max<std::size_t>(number.size(), 2);
        const std::size_t indent = digits + 2 + 2 * entry.depth;
        out += std::string(digits - number.size(), ' ') + number +
               std::string(indent - digits, ' ') +
               Words::wrapped(told.title + score + ". " + text, options_.width, indent) + "\n";
    }
    if (options_.work_matrix == logic::Switch::on)
        if (const auto matrix = work_matrix(before, entry.step))
            out += markdown ? "```text\n" + to_text(*matrix) + "```\n"
                            : indented(to_text(*matrix), 4 + 2 * entry.depth);
    leave(entry, levels_);
    return out;
}

std::string WalkTeller::end(const Path& path) const {
    const bool markdown = options_.markup == Markup::markdown;
    std::string out;
    if (!path.entries.empty()) out += "\n";
    if (options_.boards != Boards::none && path.solutions.size() < 2)
        out += board(view_of(path.state, puzzle_)) + "\n";
    for (const Grid& grid : path.solutions)
        if (path.solutions.size() > 1)
            out += (markdown ? "    " : "") + to_line(grid, puzzle_.geometry()) + "\n";
    if (path.solutions.size() > 1) out += "\n";
    const Language language = options_.style.language;
    const std::string ending = tell_ending(path, TriedNames::named, language);
    out += (markdown ? ending : Words::wrapped(ending, options_.width, 0)) + "\n";
    if (shortened_ && !options_.all_by.empty())
        out +=
            say(language, "Long arguments are shortened; {} tells every line.", options_.all_by) +
            "\n";
    if (const std::string score =
            tell_score(path, path.hardest < titles_.size() ? titles_[path.hardest] : "", language);
        !score.empty())
        out += (markdown ? score : Words::wrapped(score, options_.width, 0)) + "\n";
    return out;
}

std::string write_walk(const Puzzle& puzzle, const State& start, const Path& path,
                       const WalkOptions& options) {
    WalkTeller teller{puzzle, start, options};
    std::string out = teller.head();
    for (const Entry& entry : path.entries) out += teller.entry(entry);
    return out + teller.end(path);
}

std::vector<Frame> frames_of(const Puzzle& puzzle, const State& start, const Path& path,
                             WordStyle style) {
    std::vector<Frame> frames;
    visit(start, path.entries, [&](const State& before, std::size_t i) {
        const Entry& entry = path.entries[i];
        Told told = tell(before, entry, style);
        Frame frame{view_of(before, puzzle), told.title, told.text, {}, 0};
        frame.folded = std::move(told.whole);
        frame.depth = static_cast<unsigned>(entry.depth);
        if (entry.step.score > 0) frame.note = std::to_string(entry.step.score);
        if (entry.kind == Entry::Kind::deduction) frame.group = told.title;
        frame.weight = static_cast<std::uint64_t>(std::max(entry.step.score, 0));
        if (entry.kind == Entry::Kind::contradiction) {
            if (const auto& c = before.contradiction()) {
                if (c->kind == logic::Contradiction::Kind::cell_empty)
                    frame.view.mark(c->cell, Tone::loss);
                else if (c->kind == logic::Contradiction::Kind::rule_broken)
                    frame.view.areas.push_back(
                        {before.rule_parts()->all()[c->rule].cells(), Tone::loss});
                else
                    frame.view.mark(c->house, Tone::loss);
            }
        } else if (entry.kind == Entry::Kind::guess) {
            for (Candidate c : entry.step.placements) frame.view.mark(c, Tone::assumed);
            frame.view.legend = {{Tone::assumed, say(style.language, "assumption")}};
        } else if (entry.kind == Entry::Kind::set_aside) {
            for (Candidate c : entry.step.eliminations) frame.view.mark(c, Tone::assumed);
            frame.view.legend = {{Tone::assumed, say(style.language, "set aside")}};
        } else if (entry.kind != Entry::Kind::solution) {
            show(frame.view, before, entry.step, style);
        }
        frames.push_back(std::move(frame));
    });
    const bool others = path.status == Status::solved && path.ending != Ending::exhausted;
    const Language language = style.language;
    const std::string score =
        tell_score(path, path.hardest < frames.size() ? frames[path.hardest].title : "", language);
    frames.push_back(
        {view_of(path.state, puzzle),
         say(language, path.solutions.size() > 1           ? "Several solutions"
                       : others                            ? "A solution"
                       : path.status == Status::solved     ? "Solved"
                       : path.status == Status::settled    ? "All that follows"
                       : path.status == Status::stuck      ? "Stuck"
                       : path.status == Status::impossible ? "No solution"
                                                           : "Ended early"),
         tell_ending(path, TriedNames::left_out, language) + (score.empty() ? "" : "\n" + score),
         {},
         0,
         FrameKind::end,
         {},
         0,
         folded_tried(path, language)});
    return frames;
}

}  // namespace clew::explain
