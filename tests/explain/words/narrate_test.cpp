// The golden file holds, for each technique, a state, a step in it and the words for it. The steps
// are stored, not searched for, so that a finder may report its steps in another order tomorrow.
//
// CLEW_UPDATE_GOLDENS=1 rewrites the words and looks for examples of techniques that have none.

#include "explain/words/narrate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "explain/pictures/write_html.hpp"
#include "explain/pictures/write_svg.hpp"
#include "explain/step_view.hpp"
#include "explain/words/first_break.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/path.hpp"
#include "logic/path/step_json.hpp"
#include "logic/rule_step.hpp"
#include "logic/strategies/strategy.hpp"
#include "solve/solve.hpp"
#include "tests/explain/selftests.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/find_first.hpp"
#include "tests/support/places.hpp"
#include "tests/support/step_text.hpp"

namespace clew::explain {
namespace {

using logic::State;
using logic::Step;
using logic::Technique;
using logic::TechniqueInfo;
using testing::HasSubstr;
using json = nlohmann::ordered_json;

const std::string golden_file = source_dir() + "/tests/explain/words/narrations.json";

bool updating() {
    return std::getenv("CLEW_UPDATE_GOLDENS") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}

GeometryPtr board_of(const std::string& name) {
    if (name == "classic") return Geometry::classic();
    if (name == "diagonals")
        return Geometry::make(
            {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true});
    return Geometry::standard(std::stoul(name));
}

struct Example {
    std::string board;
    State state;
    Step step;
};

State state_of(const json& object, const GeometryPtr& board) {
    Puzzle puzzle{board};
    const auto placed = object.at("placed").get<std::string>();
    for (std::size_t i = 0; i < board->cell_count(); ++i) {
        DigitSet marks;
        for (char c : object.at("candidates")[i].get<std::string>())
            marks.insert(*parse_digit(c, board->size()));
        puzzle.set_marks(Cell{i}, marks);
        if (placed[i] != '.') puzzle.set_given(Cell{i}, *parse_digit(placed[i], board->size()));
    }
    return State{puzzle};
}

/// Says of the state what the golden file says of its question, if anything.
void know(State& state, const json& known) {
    if (known.is_null()) return;
    Puzzle question{state.geometry_ptr()};
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        DigitSet allowed;
        for (char c : known.at("allowed")[i].get<std::string>())
            allowed.insert(*parse_digit(c, state.size()));
        question.set_marks(Cell{i}, allowed);
    }
    state.set_unique(
        known.at("is") == "proved" ? logic::Uniqueness::proved : logic::Uniqueness::granted,
        question);
}

Example example_of(const json& object) {
    const auto name = object.at("board").get<std::string>();
    const GeometryPtr board = board_of(name);
    Example example{name, state_of(object.at("state"), board),
                    logic::read_step(object.at("step").dump(), *board, golden_file)};
    if (object.contains("uniqueness")) know(example.state, object["uniqueness"]);
    return example;
}

const WordStyle german{Notation::r1c1, Language::german};

json golden_of(const Example& example) {
    json object;
    object["technique"] = logic::info(example.step.technique).id;
    object["board"] = example.board;
    object["r1c1"] = narrate(example.state, example.step).text();
    object["rc"] = narrate(example.state, example.step, Notation::dotted).text();
    object["where"] = hint(example.state, example.step, Disclosure::where);
    object["de"] = hint(example.state, example.step, Disclosure::step, german);
    object["de_where"] = hint(example.state, example.step, Disclosure::technique, german);
    object["state"] = to_json(example.state);
    if (!example.step.deadly.empty()) object["uniqueness"] = uniqueness_json(example.state);
    object["step"] = to_json(example.step, example.state.geometry());
    return object;
}

const json& goldens() {
    static const json list = [] {
        std::ifstream file{golden_file};
        return file ? json::parse(file) : json::array();
    }();
    return list;
}

/// Looks for a step of each wanted technique along the paths of random puzzles; prefers few cites.
void find_examples(std::vector<Example>& examples, std::set<Technique> wanted,
                   const std::string& name, std::size_t puzzles, bool unique = false) {
    const GeometryPtr board = board_of(name);
    for (std::size_t i = 0; i < puzzles && !wanted.empty(); ++i) {
        Random random = Random{2013}.split(i);
        const Puzzle puzzle = unique ? logic::unique_puzzle(board, random, board->cell_count())
                                     : logic::cut_puzzle(random, board, 30, 41);
        if (puzzle.given_count() == 0) continue;
        State state{puzzle};
        if (verify(puzzle).validity == Validity::unique)
            state.set_unique(logic::Uniqueness::proved, puzzle);
        const auto path =
            walk(state, {.rules = logic::built_in_rules("all"), .guess = logic::Guess::off});
        for (std::size_t at = 0; at <= path.entries.size(); ++at) {
            const bool singles = find_first(state, {.technique = Technique::naked_single}) ||
                                 find_first(state, {.technique = Technique::hidden_single});
            // While singles are left, all else looks contrived.
            if (!singles || at == 0 || wanted.contains(Technique::full_house))
                for (auto t = wanted.begin(); t != wanted.end();) {
                    const bool single = *t == Technique::naked_single ||
                                        *t == Technique::hidden_single ||
                                        *t == Technique::full_house;
                    std::optional<Step> step;
                    if (single == singles) step = find_first(state, {.technique = *t});
                    if (!step) {
                        ++t;
                        continue;
                    }
                    step->score = logic::info(*t).clew;
                    examples.push_back({name, state, std::move(*step)});
                    t = wanted.erase(t);
                }
            if (at < path.entries.size()) apply(path.entries[at].step, state);
        }
    }
}

/// Patterns that random puzzles hardly ever show: r1c1=12, only these are left; r1c1-12, these are
/// gone.
struct Rare {
    Technique technique;
    const char* marks;
};
constexpr Rare rare[] = {
    {Technique::sk_loop,
     "r4c2=1267 r4c3=1267 r4c8=1237 r4c9=1237 r5c1=2367 r5c7=3567 r6c1=2367 r6c7=3567 r7c1=2349 "
     "r7c7=1356 r8c1=2349 r8c7=1356 r9c2=4789 r9c3=4789 r9c8=1378 r9c9=1378"},
    {Technique::junior_exocet,
     "r1c7=189 r1c8=189 r2c3-18 r2c5-8 r3c3-8 r3c5-89 r4c3-18 r4c5-8 r4c9-18 r5c3-8 r5c5-89 "
     "r5c9-89 "
     "r6c3-18 r6c5-89 r6c9-189 r7c3-18 r7c5-89 r7c9-189 r8c3-1 r8c5-9 r8c9-19 r9c3-1 r9c5-9 "
     "r9c9-19"},
    {Technique::senior_exocet,
     "r1c1-389 r1c4-389 r1c8-9 r2c1-89 r2c4-89 r2c8-9 r3c1-39 r3c4-39 r3c8-9 r4c1-389 r4c4-389 "
     "r4c8-9 r5c8-9 r6c1-38 r6c4-38 r7c4-389 r7c8-9 r8c4-38 r9c2=389 r9c3=389"},
    {Technique::tridagon,
     "r1c4=1279 r1c9=1279 r2c6=129 r2c7=1279 r3c5=129 r3c8=1279 r7c5=129 r7c8=129 r8c6=129 "
     "r8c9=129 "
     "r9c4=129 r9c7=1279"},
};

void make_rare_examples(std::vector<Example>& examples, const std::set<Technique>& wanted) {
    for (const auto& [technique, text] : rare) {
        if (!wanted.contains(technique)) continue;
        Puzzle puzzle{Geometry::classic()};
        std::istringstream words{text};
        for (std::string word; words >> word;) {
            const std::size_t sign = word.find_first_of("=-");
            DigitSet named;
            for (char c : word.substr(sign + 1)) named.insert(*parse_digit(c, 9));
            puzzle.set_marks(*parse_cell(word.substr(0, sign), 9),
                             word[sign] == '=' ? named : DigitSet::all(9) - named);
        }
        const State state{puzzle};
        Step step = *find_first(state, {.technique = technique});
        step.score = logic::info(technique).clew;
        examples.push_back({"classic", state, std::move(step)});
    }
}

std::set<Technique> techniques_with_a_strategy() {
    std::set<Technique> all;
    for (const TechniqueInfo& t : logic::techniques())
        if (logic::strategy_of(t.technique) != nullptr) all.insert(t.technique);
    return all;
}

void update() {
    std::vector<Example> examples;
    for (const json& object : goldens()) examples.push_back(example_of(object));
    const auto missing = [&] {
        std::set<Technique> wanted = techniques_with_a_strategy();
        for (const Example& e : examples) wanted.erase(e.step.technique);
        return wanted;
    };
    find_examples(examples, missing(), "classic", 400);
    find_examples(examples, missing(), "diagonals", 40);
    find_examples(examples, missing(), "12", 40);
    find_examples(examples, missing(), "classic", 4000, true);
    make_rare_examples(examples, missing());
    std::ranges::stable_sort(examples, {}, [](const Example& e) { return e.step.technique; });
    json list = json::array();
    for (const Example& e : examples) list.push_back(golden_of(e));
    std::ofstream{golden_file} << list.dump(1) << "\n";
}

TEST(Narrate, SaysWhatTheGoldenFileSays) {
    if (updating()) {
        update();
        GTEST_SKIP() << "goldens rewritten";
    }
    ASSERT_FALSE(goldens().empty());
    for (const json& golden : goldens()) {
        const json said = golden_of(example_of(golden));
        for (const char* key : {"r1c1", "rc", "where", "de", "de_where"})
            EXPECT_EQ(said[key], golden[key]) << golden["technique"];
    }
}

TEST(Narrate, HasWordsForEveryTechnique) {
    std::set<Technique> without = techniques_with_a_strategy();
    for (const json& golden : goldens())
        without.erase(*logic::parse_technique(golden.at("technique").get<std::string>()));
    std::string names;
    for (Technique t : without) names += std::string{" "} + logic::info(t).id;
    EXPECT_EQ(names, "") << "no example in " << golden_file;
}

TEST(Narrate, ExamplesAreSound) {
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        const auto proof = audit(example.state, example.step);
        EXPECT_EQ(proof.outcome, logic::AuditOutcome::proved)
            << golden["technique"] << ": " << proof.what;
    }
}

/// Some steps of every technique in random states of both boards.
void each_random_step(std::uint64_t seeds,
                      const std::function<void(const State&, const Step&)>& look) {
    for (const char* board : {"classic", "diagonals"})
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const State state = logic::random_sample(board_of(board), seed).state;
            for (Technique t : techniques_with_a_strategy()) {
                std::size_t left = 4;
                logic::find(state, {.technique = t}, [&](Step&& step) {
                    look(state, step);
                    return --left > 0 ? Flow::go_on : Flow::stop;
                });
            }
        }
}

/// A word that only English has, in a text that is told in German; empty if there is none.
std::string english_in(const std::string& text) {
    static const std::regex words{
        "\\b(the|is|are|were|and|or|of|can|only|would|not|if|then|each|every|has|have|with|"
        "either|both|all|no|to|from|that|there|which|for|by|at|other|cell|cells|digit|digits|"
        "row|rows|column|columns|box|boxes|house|houses|left|given|chain|rule|rules)\\b",
        std::regex::icase};
    std::smatch found;
    return std::regex_search(text, found, words) ? found.str() : std::string{};
}

// As in a tidied walk: only what later steps need is left of what a step removes.
TEST(Narrate, TellsAStepOfWhichOnlyAPartIsLeft) {
    std::set<Technique> told;
    const auto tell_parts = [&](const State& state, const Step& step) {
        if (step.eliminations.size() < 2) return;
        for (const Candidate c : step.eliminations) {
            Step part = step;
            part.eliminations = {c};
            SCOPED_TRACE(logic::info(step.technique).id + (" " + to_string(c, state.size())));
            EXPECT_THAT(narrate(state, part).text(), HasSubstr(to_string(c.cell, state.size())));
            EXPECT_FALSE(hint(state, part, Disclosure::step, german).empty());
        }
        told.insert(step.technique);
    };
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        tell_parts(example.state, example.step);
    }
    each_random_step(12, tell_parts);
    EXPECT_GT(told.size(), 60U);
}

TEST(Narrate, GermanIsGermanThroughout) {
    std::size_t steps = 0;
    const auto look = [&](const State& state, const Step& step) {
        const Narration told = narrate(state, step, german);
        for (const std::string& text :
             {told.title, told.text(Levels::all), hint(state, step, Disclosure::technique, german)})
            EXPECT_EQ(english_in(text), "") << text;
        ++steps;
    };
    each_random_step(8, look);
    // Rules of every kind, and what is told where no technique is known.
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        Random random{seed};
        const std::size_t size = random.below(2) == 0 ? 4 : 6;
        State state{reference::random_ruled(random, Geometry::standard(size), 2, 3)};
        for (int i = 0; i < 12 && !state.contradiction(); ++i) {
            std::optional<Step> step = logic::next_rule_step(state);
            if (!step) step = logic::smallest_step(state).step;
            if (!step) break;
            look(state, *step);
            apply(*step, state);
        }
    }
    EXPECT_GE(steps, 2000U);
}

TEST(Narrate, TellsEveryNamedTechniqueInItsOwnSentences) {
    std::map<Technique, std::size_t> told;
    each_random_step(60, [&](const State& state, const Step& step) {
        ++told[step.technique];
        const Narration words = narrate(state, step);
        EXPECT_EQ(words.manner, Manner::shape)
            << logic::info(step.technique).id << ": " << words.text();
        EXPECT_EQ(words.text().find("  "), std::string::npos) << words.text();
        EXPECT_EQ(words.text().find(" ,"), std::string::npos) << words.text();
        EXPECT_EQ(words.text().find(".."), std::string::npos) << words.text();
    });
    std::size_t steps = 0;
    for (const auto& [technique, count] : told) steps += count;
    EXPECT_GE(steps, 5000U);
    // All but the sizes that need large boards, what rests on uniqueness, which is not known of
    // these states, and rare patterns; the golden examples have those.
    std::size_t others = 0;
    for (Technique t : techniques_with_a_strategy())
        others += logic::info(t).family != logic::Family::uniqueness &&
                  std::ranges::find(rare, t, &Rare::technique) == std::end(rare);
    EXPECT_GE(told.size() + 6, others);
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        EXPECT_EQ(narrate(example.state, example.step).manner, Manner::shape)
            << golden["technique"];
    }
}

TEST(Narrate, TellsSmallestProofsByTraceOrBalance) {
    std::map<Manner, std::size_t> told;
    each_random_step(6, [&](const State& state, const Step& step) {
        if (!step.reasons.empty() || step.cites.size() < 3) return;  // a single's words or a lock's
        Step proof = step;
        proof.technique = Technique::smallest_proof;
        proof.groups.clear();
        proof.links.clear();
        ++told[narrate(state, proof).manner];
    });
    EXPECT_EQ(told[Manner::shape], 0U);
    EXPECT_GT(told[Manner::trace], 0U);
    EXPECT_GT(told[Manner::balance], 0U);
}

TEST(Narrate, NamesEveryConclusion) {
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        const std::string text = narrate(example.state, example.step, Notation::dotted).text();
        const Words words{example.state.geometry(), Notation::dotted};
        for (Candidate c : example.step.placements)
            EXPECT_THAT(text, HasSubstr(words.candidate(c)));
        for (Candidate c : example.step.eliminations)
            EXPECT_THAT(text, HasSubstr(words.candidate(c)));
        EXPECT_EQ(text.find("  "), std::string::npos) << text;
        EXPECT_EQ(text.back(), '.') << text;
    }
}

TEST(Hint, TellsMoreByDegrees) {
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        const std::string name = logic::title(example.step);
        const std::string where = hint(example.state, example.step, Disclosure::where);
        const std::string technique = hint(example.state, example.step, Disclosure::technique);
        const std::string step = hint(example.state, example.step, Disclosure::step);
        EXPECT_THAT(where, HasSubstr("Look at"));
        EXPECT_EQ(where.find(name), std::string::npos);
        EXPECT_THAT(technique, HasSubstr(where));
        EXPECT_THAT(technique, HasSubstr(name));
        EXPECT_THAT(step, HasSubstr(narrate(example.state, example.step).text()));
    }
}

// Where it takes a case distinction to see it, a proof that is a hidden set is told as one.
TEST(Narrate, TellsAProofThatIsAHiddenSetAsOne) {
    Puzzle puzzle{Geometry::classic()};
    DigitSet others = DigitSet::all(9);
    for (const std::size_t d : {0U, 1U, 2U}) others.erase(Digit{d});
    for (std::size_t i = 3; i < 9; ++i) puzzle.set_marks(Cell{i}, others);
    const State state{puzzle};
    Step step;
    step.technique = Technique::smallest_proof;
    step.size = step.none_below = 6;
    step.eliminations = {{Cell{0}, Digit{3}}, {Cell{1}, Digit{4}}};
    for (const std::size_t i : {0U, 1U, 2U}) {
        step.cites.push_back({logic::Constraint::of(Cell{i}), logic::Use::link});
        step.cites.push_back({logic::Constraint::of(House{0}, Digit{i}), logic::Use::truth});
    }
    logic::normalise(step);
    const Narration told = narrate(state, step);
    EXPECT_EQ(told.title, "Hidden triple");
    EXPECT_EQ(told.text(),
              "In row 1, 1, 2 and 3 can only go in r1c1, r1c2 and r1c3, so these three cells hold "
              "nothing else. Remove 4 from r1c1; 5 from r1c2.");
    EXPECT_EQ(told.manner, Manner::shape);
}

// The row of method D [SudokuSolver2006]: four cells that hold four digits alone, or three that
// hold nothing but three.
TEST(Narrate, TellsAHiddenQuadAsItsNakedTripleToo) {
    Puzzle puzzle{Geometry::classic()};
    const std::array row{"378", "38", "6789", "37", "458", "2", "34568", "489", "1"};
    for (std::size_t i = 0; i < row.size(); ++i) {
        DigitSet marks;
        for (const char d : std::string{row[i]}) marks.insert(*parse_digit(d, 9));
        puzzle.set_marks(Cell{i}, marks);
    }
    State state{puzzle};
    state.place({Cell{5}, Digit{1}});
    state.place({Cell{8}, Digit{0}});
    const auto step = logic::find_first(state, {.technique = Technique::hidden_quad});
    ASSERT_TRUE(step);
    EXPECT_THAT(narrate(state, *step).argument,
                HasSubstr("r1c1, r1c2 and r1c4 hold nothing but 3, 7 and 8."));
}

TEST(Narrate, TellsAGuessAsAGuess) {
    const State state{Puzzle{Geometry::classic()}};
    Step step;
    step.technique = Technique::guess;
    step.placements = {{Cell{0}, Digit{4}}};
    EXPECT_EQ(narrate(state, step).text(),
              "Nothing more follows by the rules in use. Suppose r1c1 is 5.");
}

TEST(StepView, ShowsRolesConclusionsAndHouses) {
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        const Puzzle blank{example.state.geometry_ptr()};
        View view = view_of(example.state, blank);
        show(view, example.state, example.step);
        for (Candidate c : example.step.placements)
            EXPECT_THAT(view.tones_of(c), testing::Contains(Tone::gain));
        for (Candidate c : example.step.eliminations)
            EXPECT_THAT(view.tones_of(c), testing::Contains(Tone::loss));
        EXPECT_GE(view.links.size(), std::min<std::size_t>(example.step.links.size(), 1));
        EXPECT_FALSE(view.legend.empty());
        for (const LinkMark& link : view.links)
            EXPECT_FALSE(link.from.empty() || link.to.empty()) << golden["technique"];
    }
}

// Sets of one step are told apart, by tone, by outline and by name; what else is marked keeps a
// tone of its own.
TEST(StepView, GivesEverySetItsOwnTone) {
    std::size_t several = 0;
    each_random_step(12, [&](const State& state, const Step& step) {
        std::size_t sets = 0;
        for (const logic::Group& group : step.groups) sets += group.role == logic::Role::locked;
        if (sets == 0) return;
        View view = view_of(state, Puzzle{state.geometry_ptr()});
        show(view, state, step);
        ASSERT_EQ(view.areas.size(), sets);
        std::set<Tone> tones;
        for (const AreaMark& area : view.areas) {
            tones.insert(area.tone);
            for (Cell c : area.cells)
                EXPECT_THAT(view.cell_marks, testing::Contains(CellMark{c, area.tone}));
        }
        EXPECT_EQ(tones.size(), std::min<std::size_t>(sets, 4));
        std::set<Tone> named;
        for (const LegendEntry& entry : view.legend) EXPECT_TRUE(named.insert(entry.tone).second);
        if (sets <= 4) {
            EXPECT_THAT(view.legend,
                        testing::Contains(LegendEntry{view.areas.back().tone,
                                                      "set " + std::string(1, "ABCD"[sets - 1])}));
        }
        several += sets > 1;
    });
    EXPECT_GE(several, 100U);
}

// A chain is followed link by link, and every link says what follows from what.
TEST(StepView, FollowsChainsLinkByLink) {
    std::size_t chains = 0;
    each_random_step(12, [&](const State& state, const Step& step) {
        if (step.groups.empty() || step.groups.front().role != logic::Role::chain) return;
        View view = view_of(state, Puzzle{state.geometry_ptr()});
        show(view, state, step);
        ASSERT_TRUE(view.steps_through()) << logic::info(step.technique).id;
        for (const LinkMark& link : view.links) {
            const bool strong = link.style == LinkStyle::strong;
            const std::string& words = view.turns.at(*link.turn);
            EXPECT_EQ(words.find(" not ") < words.find(", "), strong) << words;
        }
        // The next link begins where the last one ended.
        for (std::size_t i = 1; i < view.links.size(); ++i)
            EXPECT_EQ(view.links[i - 1].to, view.links[i].from);
        ++chains;
    });
    EXPECT_GE(chains, 500U);
}

std::size_t count_words(const std::string& text) {
    std::istringstream in{text};
    return static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>{in},
                                                  std::istream_iterator<std::string>{}));
}

/// Blocks of at most five lines, each line a sentence that a reader takes in at once.
void expect_followed(const std::vector<Line>& lines) {
    EXPECT_LE(lines.size(), lines_followed);
    for (const Line& line : lines) {
        EXPECT_LE(count_words(line.text), 40U) << line.text;
        EXPECT_EQ(line.text.find_first_of("(;"), std::string::npos) << line.text;
        expect_followed(line.inner);
    }
}

std::size_t last_lines(const std::vector<Line>& lines) {
    std::size_t count = 0;
    for (const Line& line : lines) count += line.inner.empty() ? 1 : last_lines(line.inner);
    return count;
}

/// Of lines "if it is 2, 4 or 5, ..." and "if it is in r1c1, ..." the digits and places.
std::size_t cases_named(const std::vector<Line>& lines) {
    std::size_t count = 0;
    for (const Line& line : lines) {
        if (line.text.starts_with("likewise ")) count += cases_named(line.inner);
        if (!line.text.starts_with("if it is ")) continue;
        std::istringstream in{line.text.substr(line.text.starts_with("if it is in ") ? 12 : 9)};
        std::size_t items = 0;
        for (std::string item; in >> item && item != "or"; ++items)
            if (std::islower(item[0]) != 0 && item[0] != 'r') {
                items = 0;  // no list
                break;
            }
        count += items + 1;
    }
    return count;
}

// What is inferred stands somewhere, once; what is shown first is short.
TEST(Lines, AreFewInEveryBlockAndLeaveNothingOut) {
    std::size_t chains = 0, reasons = 0, folded_away = 0;
    const auto look_at = [&](const State& state, const Step& step) {
        const Narration told = narrate(state, step);
        if (told.lines.empty()) return;
        SCOPED_TRACE(told.text(Levels::all));
        expect_followed(told.lines);
        EXPECT_EQ(told.has_more(), told.text() != told.text(Levels::all));
        EXPECT_EQ((told.argument + told.upshot).find_first_of("();"), std::string::npos);
        EXPECT_LE(count_words(told.text()), 250U);
        folded_away += told.has_more();
        std::size_t inferred = 0;
        const Step followed = up_to_first_break(state, step);
        for (const logic::Branch& branch : followed.reasons)
            inferred += inner_steps(state, step, branch).size();
        const auto pivot = std::ranges::find(step.groups, logic::Role::pivot, &logic::Group::role);
        if (step.reasons.size() < 2) {
            EXPECT_GE(last_lines(told.lines), inferred);
        } else if (pivot == step.groups.end()) {
            EXPECT_GE(last_lines(told.lines), step.reasons.size());
        } else {
            // Cases that are told in the same words share a line.
            EXPECT_EQ(cases_named(told.lines), step.reasons.size());
        }
        (step.reasons.empty() ? chains : reasons) += 1;
    };
    each_random_step(12, look_at);
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        look_at(example.state, example.step);
    }
    EXPECT_GE(chains, 500U);
    EXPECT_GE(reasons, 100U);
    EXPECT_GE(folded_away, 5U);
}

// Whatever a refutation is told by, it ends at something broken, and not before.
TEST(Lines, EndAtTheFirstThingThatIsBroken) {
    std::size_t ends = 0, sooner = 0;
    each_random_step(20, [&](const State& state, const Step& step) {
        const Step followed = up_to_first_break(state, step);
        for (std::size_t b = 0; b < step.reasons.size(); ++b) {
            const logic::Branch& told = followed.reasons[b];
            if (!told.conflict || told.conflict->kind == logic::Constraint::Kind::rule) continue;
            State now = state;
            std::size_t last = 0;
            for (std::size_t i = 0; i < told.lines.size(); ++i)
                if (is_inference(told.lines[i])) last = i;
            for (std::size_t i = 0; i < told.lines.size(); ++i) {
                const logic::Inference& line = told.lines[i];
                EXPECT_TRUE(i != last || last == 0 || !now.contradiction()) << step.reasons.size();
                if (line.truth == logic::Truth::fails)
                    now.eliminate(line.candidate);
                else if (now.has(line.candidate) && !now.placed(line.candidate.cell))
                    now.place(line.candidate);
            }
            EXPECT_TRUE(candidates_of(now, *told.conflict).empty());
            ++ends;
            sooner += told.lines.size() < step.reasons[b].lines.size();
        }
    });
    EXPECT_GE(ends, 100U);
    EXPECT_GE(sooner, 20U);
}

std::vector<Cell> cells_in(const std::string& text) {
    static const std::regex place{"r[0-9]c[0-9]"};
    std::vector<Cell> cells;
    for (std::sregex_iterator at{text.begin(), text.end(), place}, end; at != end; ++at)
        cells.push_back(*parse_cell(at->str(), 9));
    return cells;
}
DigitSet digits_in(const std::string& text) {
    DigitSet digits;
    for (const char c : text)
        if (c >= '1' && c <= '9') digits.insert(*parse_digit(c, 9));
    return digits;
}
/// "row 3", "box 7"; nothing for others.
std::optional<House> house_named(const Geometry& board, const std::string& name) {
    for (std::size_t h = 0; h < board.house_count(); ++h)
        if (board.info(House{h}).name == name) return House{h};
    return std::nullopt;
}

// A set within a longer argument has the cells and digits that are said, in what is known there.
TEST(Lines, SayWhatASetWithinThemHas) {
    static const std::regex naked{".*, as (r[0-9]c[0-9].*) hold nothing but (.*)"},
        placed{".*, as ((?:row|column|box) [0-9]) has (its .*)"},
        item{
            "its ([0-9](?:, [0-9])*(?: and [0-9])?) in (r[0-9]c[0-9](?:(?:, | or | and "
            ")r[0-9]c[0-9])*)"};
    std::size_t sets = 0, places = 0;
    const auto look_at = [&](const State& state, const Step& step) {
        for (const logic::Branch& branch : step.reasons) {
            State now = state;
            std::size_t done = 0;
            for (const InnerStep& inner : inner_steps(state, step, branch)) {
                for (; done < inner.first; ++done) {
                    const logic::Inference& line = branch.lines[done];
                    if (line.truth == logic::Truth::fails)
                        now.eliminate(line.candidate);
                    else if (now.has(line.candidate) && !now.placed(line.candidate.cell))
                        now.place(line.candidate);
                }
                const std::string& text = inner.inferred.line.text;
                std::smatch match;
                if (std::regex_match(text, match, naked)) {
                    DigitSet held;
                    for (const Cell cell : cells_in(match[1])) held |= now.candidates(cell);
                    EXPECT_EQ(held, digits_in(match[2])) << text;
                    EXPECT_EQ(held.size(), cells_in(match[1]).size()) << text;
                    ++sets;
                } else if (std::regex_match(text, match, placed)) {
                    const House house = *house_named(state.geometry(), match[1]);
                    const std::string items = match[2];
                    for (std::sregex_iterator at{items.begin(), items.end(), item}, end; at != end;
                         ++at, ++places) {
                        const auto named = cells_in(at->str(2));
                        for (const Digit d : digits_in(at->str(1)))
                            for (const Cell cell : state.geometry().cells_of(house))
                                EXPECT_TRUE(!now.has({cell, d}) ||
                                            std::ranges::count(named, cell) == 1)
                                    << text;
                    }
                }
            }
        }
    };
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const State state = logic::random_sample(Geometry::classic(), seed).state;
        std::size_t left = 6;
        logic::find(
            state,
            {.technique = Technique::cell_forcing_net, .closure = logic::ClosureRules::sudokujm},
            [&](Step&& step) {
                look_at(state, step);
                return --left > 0 ? Flow::go_on : Flow::stop;
            });
    }
    EXPECT_GE(sets, 20U);
    EXPECT_GE(places, 50U);
}

// Where colours are said to have just two places or digits they have two.
TEST(Narrate, SaysWhatJoinsColours) {
    static const std::regex cells{"((?:r[0-9]c[0-9](?:, | and )?)+) ha(?:s|ve) just two digits"},
        places{
            "([0-9])(?: has just two places)? in ((?:(?:, | and )?(?:(?:rows?|columns?|boxes|box|"
            "the \\w+-?\\w* ?diagonal) ?[0-9]?|[0-9](?! in)))+)"},
        one{"(row|column|box)?(?:s|es)? ?([0-9])"};
    std::size_t links = 0, pairs = 0;
    each_random_step(30, [&](const State& state, const Step& step) {
        if (step.technique != Technique::simple_colouring &&
            step.technique != Technique::multi_colouring && step.technique != Technique::medusa)
            return;
        const Narration told = narrate(state, step);
        std::vector<std::string> texts{told.argument};
        for (const Line& line : told.lines) texts.push_back(line.text);
        for (const std::string& text : texts) {
            if (text.find(" just two ") == std::string::npos) continue;
            for (std::sregex_iterator at{text.begin(), text.end(), cells}, end; at != end; ++at)
                for (const Cell cell : cells_in(at->str(1))) {
                    EXPECT_EQ(state.candidates(cell).size(), 2U) << text;
                    ++pairs;
                }
            if (text.find(" just two places ") == std::string::npos) continue;
            std::string from = text.substr(text.find(" just two places ") - 5);
            from.resize(std::min(from.size(), from.find(". ")));
            for (std::sregex_iterator at{from.begin(), from.end(), places}, end; at != end; ++at) {
                const Digit digit = *parse_digit(at->str(1)[0], 9);
                const std::string houses = at->str(2);
                std::string role;
                for (std::sregex_iterator h{houses.begin(), houses.end(), one}; h != end; ++h) {
                    if (h->str(1) != "") role = h->str(1);
                    const auto house = house_named(state.geometry(), role + " " + h->str(2));
                    ASSERT_TRUE(house) << text;
                    EXPECT_EQ(std::ranges::count_if(state.geometry().cells_of(*house),
                                                    [&](Cell cell) {
                                                        return state.has({cell, digit});
                                                    }),
                              2)
                        << text;
                    ++links;
                }
            }
        }
    });
    EXPECT_GE(links, 100U);
    EXPECT_GE(pairs, 20U);
}

// What is told twice for the same reasons is told at length once.
TEST(Lines, GiveTheirReasonsOnce) {
    const Line one{"r1c1 is not 5, or else row 1 would have no place for 4",
                   {{"r1c2 would be 5 by column 2"}},
                   false,
                   "r1c1 is not 5"};
    Line other = one;
    other.inner.front().text = "r1c2 would be 5 by box 1";
    const Line brief{"r2c2 would be 5 by row 2", {}, false, "r2c2 would be 5"};
    const Line list{"with what is left it can only be", {{"3, then 1+2"}}};
    std::vector<Line> lines{one, {"then", {one, other, brief, list}, true}, brief, list};
    give_reasons_once(lines, Language::english);
    EXPECT_EQ(lines[0], one);
    EXPECT_EQ(lines[1].inner,
              (std::vector<Line>{{"r1c1 is not 5, as before"}, other, brief, list}));
    EXPECT_EQ(lines[2], brief);
    EXPECT_EQ(lines[3], Line{"as before"});
    lines = {one, one};
    give_reasons_once(lines, Language::german);
    EXPECT_EQ(lines[1], Line{"r1c1 is not 5, wie zuvor"});
}

TEST(Narrate, ShowsWhyATemplateHasNoPlace) {
    std::size_t shown = 0;
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        if (example.step.technique != Technique::template_delete &&
            example.step.technique != Technique::template_set)
            continue;
        ++shown;
        EXPECT_THAT(
            narrate(example.state, example.step).text(Levels::all),
            testing::AnyOf(HasSubstr(" would have no place for "), HasSubstr(" would have two ")));
    }
    EXPECT_GE(shown, 2U);
}

TEST(Lines, AreGroupedWhereTheyAreMany) {
    const auto many = [](std::size_t count) {
        std::vector<Inferred> inferred;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string brief = "x" + std::to_string(i);
            inferred.push_back({{brief + ", for a reason"}, brief});
        }
        return inferred;
    };
    for (const std::size_t count : {0U, 1U, 5U, 6U, 7U, 15U, 16U, 31U, 125U, 400U}) {
        const std::vector<Line> lines = folded(many(count), Language::english);
        expect_followed(lines);
        EXPECT_EQ(last_lines(lines), count);
    }
    EXPECT_EQ(in_lines(folded(many(6), Language::english), Levels::first),
              "1. x0, x1 and x2.\n"
              "2. x3, x4 and x5.");
    EXPECT_EQ(in_lines(folded(many(7), Language::english), Levels::all),
              "1. x0, for a reason.\n"
              "2. x1, for a reason.\n"
              "3. x2, for a reason.\n"
              "4. x3, for a reason.\n"
              "5. x4, for a reason.\n"
              "6. x5, for a reason.\n"
              "7. x6, for a reason.");
    EXPECT_EQ(folded(many(400), Language::english).front().text, "x0, 78 more, and at last x79");
    EXPECT_EQ(folded(many(400), Language::german).front().text, "x0, 78 weitere, und zuletzt: x79");
    // Briefs that are long make no long sentence.
    std::vector<Inferred> long_ones = many(15);
    for (Inferred& one : long_ones)
        one.brief += std::string(" and more and more and more and more and more and more and more");
    EXPECT_EQ(folded(long_ones, Language::english).front().text,
              long_ones.front().brief + ", 1 more, and at last " + long_ones[2].brief);
}

// Arguments with inner steps are followed from one to the next, in the order in which they are
// told.
TEST(StepView, FollowsInnerStepsOneByOne) {
    std::size_t followed = 0;
    each_random_step(12, [&](const State& state, const Step& step) {
        if (step.reasons.empty()) return;
        View view = view_of(state, Puzzle{state.geometry_ptr()});
        show(view, state, step);
        ASSERT_FALSE(view.turns.empty());
        EXPECT_EQ(view.followed, Followed::inner_steps);
        EXPECT_EQ(view.turns.front().rfind("Suppose ", 0), 0U) << view.turns.front();
        std::optional<std::size_t> before;
        for (const LinkMark& link : view.links) {
            ASSERT_TRUE(link.turn && *link.turn > 0 && *link.turn < view.turns.size());
            EXPECT_GE(*link.turn, before.value_or(0));
            before = link.turn;
            // The turn says what its arrows come to, which is marked from then on.
            const std::string cell = to_string(link.to.front().cell, state.size());
            EXPECT_THAT(view.turns[*link.turn], HasSubstr(cell));
            EXPECT_TRUE(std::ranges::any_of(view.candidate_marks, [&](const CandidateMark& mark) {
                return mark.candidate == link.to.front() && mark.turn && *mark.turn <= *link.turn;
            }));
        }
        ++followed;
    });
    EXPECT_GE(followed, 100U);
}

TEST(StepView, EveryExampleDrawsInABrowser) {
    std::vector<Frame> frames;
    for (const json& golden : goldens()) {
        const Example example = example_of(golden);
        if (example.board != "classic") continue;
        View view = view_of(example.state, Puzzle{example.state.geometry_ptr()});
        show(view, example.state, example.step);
        const Narration told = narrate(example.state, example.step);
        frames.push_back({std::move(view), told.title, told.text(), {}, 0});
    }
    ASSERT_FALSE(frames.empty());
    const auto dom = tested_walk(write_html(frames));
    if (!dom) GTEST_SKIP() << "no Chromium here";
    EXPECT_THAT(*dom, HasSubstr("data-selftest=\"ok " + std::to_string(frames.size()) + "\""));
}

}  // namespace
}  // namespace clew::explain
