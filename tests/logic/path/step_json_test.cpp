// Steps and entries through JSON and back: every field arrives, and what is no step is refused.

#include "logic/path/step_json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "logic/path/path.hpp"
#include "tests/support/step_text.hpp"

namespace clew::logic {
namespace {

using json = nlohmann::ordered_json;

/// Steps that make no sense and use everything a step can hold.
class Steps {
  public:
    Steps(const Geometry& geometry, std::uint64_t seed) : geometry_(geometry), random_(seed) {}

    Step step() {
        Step s;
        s.technique = technique();
        s.size = 1 + random_.below(9);
        s.score = static_cast<int>(random_.below(1000));
        s.placements = candidates();
        s.eliminations = candidates();
        s.cites = citations();
        for (std::size_t n = some(); n > 0; --n)
            s.groups.push_back({static_cast<Role>(random_.below(role_count)), candidates(),
                                maybe() ? std::optional{constraint()} : std::nullopt});
        if (!s.groups.empty())
            for (std::size_t n = some(); n > 0; --n)
                s.links.push_back({random_.below(s.groups.size()), random_.below(s.groups.size()),
                                   maybe() ? LinkKind::strong : LinkKind::weak, constraint()});
        for (std::size_t n = some(); n > 0; --n) s.reasons.push_back(branch());
        s.deadly = candidates();
        return s;
    }

    /// A step in which nothing is left out.
    Step full() {
        for (;;) {
            Step s = step();
            bool all = !s.placements.empty() && !s.eliminations.empty() && !s.cites.empty() &&
                       !s.groups.empty() && !s.groups[0].candidates.empty() && s.groups[0].in &&
                       !s.links.empty() && !s.reasons.empty() && s.reasons[0].lines.size() > 1 &&
                       s.reasons[0].conflict;
            all = all && !s.reasons[0].lines[1].by.empty() && !s.reasons[0].lines[1].from.empty() &&
                  !s.reasons[0].lines[1].lemma.empty();
            if (all) return s;
        }
    }

  private:
    bool maybe() { return random_.below(2) == 0; }
    std::size_t some() { return random_.below(4); }
    Technique technique() { return static_cast<Technique>(random_.below(technique_count)); }
    Digit digit() { return Digit{random_.below(geometry_.size())}; }
    Cell cell() { return Cell{random_.below(geometry_.cell_count())}; }
    Constraint constraint() {
        return maybe() ? Constraint::of(cell())
                       : Constraint::of(House{random_.below(geometry_.house_count())}, digit());
    }
    std::vector<Candidate> candidates() {
        std::vector<Candidate> list;
        for (std::size_t n = some(); n > 0; --n) list.push_back({cell(), digit()});
        return list;
    }
    std::vector<Citation> citations() {
        std::vector<Citation> list;
        for (std::size_t n = some(); n > 0; --n)
            list.push_back({constraint(), maybe() ? Use::truth : Use::link});
        return list;
    }
    // A lemma's lines count on from the line that it supports.
    Branch branch(std::size_t before = 0, std::size_t depth = 0) {
        Branch b;
        for (std::size_t n = 0, size = some() + 1; n < size; ++n) {
            Inference line;
            line.candidate = {cell(), digit()};
            line.truth = maybe() ? Truth::holds : Truth::fails;
            line.technique = Technique::guess;
            line.by = citations();
            if (!line.by.empty()) {
                line.technique = technique();
                for (std::size_t k = 0; k < before + n; ++k)
                    if (maybe()) line.from.push_back(k);
            }
            if (depth < 2 && n > 0 && maybe()) {
                line.technique = technique();
                line.lemma = {branch(before + n, depth + 1)};
            }
            b.lines.push_back(std::move(line));
        }
        if (maybe()) b.conflict = constraint();
        return b;
    }

    const Geometry& geometry_;
    Random random_;
};

std::vector<GeometryPtr> boards() {
    return {Geometry::classic(), Geometry::standard(4),
            Geometry::make({.size = 16, .boxes = BoxShape{4, 4}, .main_diagonal = true})};
}

TEST(StepJson, EveryStepComesBack) {
    const std::uint64_t seed = 91;
    for (const GeometryPtr& board : boards()) {
        Steps steps{*board, seed};
        for (int i = 0; i < 300; ++i) {
            const Step step = steps.step();
            const std::string text = write_step(step, *board);
            ASSERT_EQ(read_step(text, *board, "step"), step) << "seed " << seed << ": " << text;
        }
    }
}

// A field that another value does not show in was forgotten.
TEST(StepJson, EveryFieldIsWritten) {
    const GeometryPtr board = Geometry::classic();
    const Step step = Steps{*board, 92}.full();
    const std::string text = write_step(step, *board);
    const auto next = [](auto value) {
        return static_cast<decltype(value)>(static_cast<int>(value) == 0 ? 1 : 0);
    };
    const Candidate other{Cell{80}, Digit{8}};
    const Constraint by = Constraint::of(House{26}, Digit{8});
    const std::vector<std::pair<const char*, std::function<void(Step&)>>> changes{
        {"technique", [&](Step& s) { s.technique = next(s.technique); }},
        {"size", [](Step& s) { ++s.size; }},
        {"score", [](Step& s) { ++s.score; }},
        {"placements", [&](Step& s) { s.placements.push_back(other); }},
        {"eliminations", [&](Step& s) { s.eliminations.push_back(other); }},
        {"cites",
         [&](Step& s) {
             s.cites.push_back({by, Use::truth});
         }},
        {"cites' constraint", [&](Step& s) { s.cites[0].constraint = by; }},
        {"cites' use", [&](Step& s) { s.cites[0].use = next(s.cites[0].use); }},
        {"groups", [](Step& s) { s.groups.push_back({}); }},
        {"groups' role", [&](Step& s) { s.groups[0].role = next(s.groups[0].role); }},
        {"groups' candidates", [&](Step& s) { s.groups[0].candidates.push_back(other); }},
        {"groups' constraint", [](Step& s) { s.groups[0].in.reset(); }},
        {"links", [](Step& s) { s.links.pop_back(); }},
        {"links' from", [](Step& s) { ++s.links[0].from; }},
        {"links' to", [](Step& s) { ++s.links[0].to; }},
        {"links' kind", [&](Step& s) { s.links[0].kind = next(s.links[0].kind); }},
        {"links' reason", [&](Step& s) { s.links[0].by = by; }},
        {"reasons", [](Step& s) { s.reasons.pop_back(); }},
        {"a line's candidate", [&](Step& s) { s.reasons[0].lines[1].candidate = other; }},
        {"a line's truth",
         [&](Step& s) { s.reasons[0].lines[1].truth = next(s.reasons[0].lines[1].truth); }},
        {"a line's technique",
         [&](Step& s) { s.reasons[0].lines[1].technique = next(s.reasons[0].lines[1].technique); }},
        {"a line's citations",
         [&](Step& s) {
             s.reasons[0].lines[1].by.push_back({by, Use::link});
         }},
        {"a line's grounds", [](Step& s) { s.reasons[0].lines[1].from.clear(); }},
        {"a line's lemma", [](Step& s) { s.reasons[0].lines[1].lemma.clear(); }},
        {"a lemma's line",
         [&](Step& s) { s.reasons[0].lines[1].lemma[0].lines[0].candidate = other; }},
        {"a branch's end", [](Step& s) { s.reasons[0].conflict.reset(); }},
    };
    for (const auto& [field, change] : changes) {
        Step changed = step;
        change(changed);
        ASSERT_NE(changed, step) << field;
        EXPECT_NE(write_step(changed, *board), text) << field;
    }
}

/// The message of the refusal; empty if the text was read.
std::string refusal(const std::string& text, const Geometry& board) {
    try {
        read_step(text, board, "step.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

/// Visits every value of a document; `visit` gets the document's root and may change it.
void each_value(json& root, json& at, const std::function<void(json& value)>& visit) {
    for (json& child : at)
        if (child.is_structured()) each_value(root, child, visit);
    visit(at);
}

TEST(StepJson, AMissingOrUnknownKeyIsRefused) {
    const GeometryPtr board = Geometry::classic();
    const json whole = json::parse(write_step(Steps{*board, 93}.full(), *board));
    for (const auto& [key, value] : whole.items()) {
        json less = whole;
        less.erase(key);
        const bool may_lack =
            key == "name" || key == "links" || key == "reasons" || key == "deadly";
        EXPECT_EQ(refusal(less.dump(), *board).empty(), may_lack) << key;
    }
    // In each object of the document, however deep.
    std::size_t objects = 0;
    for (std::size_t n = 0;; ++n) {
        json more = whole;
        std::size_t at = 0;
        bool met = false;
        each_value(more, more, [&](json& value) {
            if (!value.is_object() || at++ != n) return;
            value["surprise"] = 1;
            met = true;
        });
        if (!met) break;
        ++objects;
        EXPECT_FALSE(refusal(more.dump(), *board).empty()) << more.dump();
    }
    EXPECT_GT(objects, 8U);
}

TEST(StepJson, AStepOfALargerBoardIsRefused) {
    const GeometryPtr large = Geometry::standard(16);
    Step step;
    step.technique = Technique::naked_single;
    step.placements = {{Cell{255}, Digit{15}}};
    const std::string text = write_step(step, *large);
    EXPECT_EQ(read_step(text, *large, "step"), step);
    EXPECT_FALSE(refusal(text, *Geometry::classic()).empty());
}

TEST(StepJson, EveryKindOfEntryComesBack) {
    const GeometryPtr board = Geometry::classic();
    const std::uint64_t seed = 94;
    Steps steps{*board, seed};
    Random random{seed};
    Path path{State{Puzzle{board}}};
    path.guesses = 1;  // so that kinds and depths are written
    for (int round = 0; round < 20; ++round)
        for (const auto kind :
             {Entry::Kind::deduction, Entry::Kind::guess, Entry::Kind::contradiction,
              Entry::Kind::solution, Entry::Kind::undo, Entry::Kind::set_aside}) {
            Entry entry;
            entry.kind = kind;
            entry.depth = random.below(5);
            entry.apart = random.below(3);
            if (kind != Entry::Kind::contradiction && kind != Entry::Kind::solution)
                entry.step = steps.step();
            path.entries.push_back(std::move(entry));
        }
    const std::string text = to_json(path).dump(2);
    const std::vector<Entry> again = read_path(text, *board, "path.json");
    ASSERT_EQ(again.size(), path.entries.size());
    for (std::size_t i = 0; i < again.size(); ++i)
        EXPECT_EQ(again[i], path.entries[i]) << i << ", seed " << seed;
}

}  // namespace
}  // namespace clew::logic
