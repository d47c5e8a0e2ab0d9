#include "explain/pictures/write_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "core/rules/registry.hpp"
#include "explain/pictures/svg_layout.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/texts.hpp"

namespace clew::explain {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Every element closed in order: enough of XML for what the writer emits. By hand, because GCC 12
/// takes std::regex for uninitialised memory when it builds with the sanitizers.
bool well_formed(const std::string& xml) {
    std::vector<std::string> open;
    for (auto at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
        const auto end = xml.find_first_of("<>", at + 1);
        if (end == std::string::npos || xml[end] == '<') return false;
        const std::string tag = xml.substr(at + 1, end - at - 1);
        if (tag.empty()) return false;
        const bool closes = tag.front() == '/';
        const std::string name =
            tag.substr(closes ? 1 : 0, tag.find_first_of(" /", 1) - (closes ? 1 : 0));
        if (closes) {
            if (open.empty() || open.back() != name) return false;
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
    }
    return open.empty();
}

View marked_view() {
    View view = view_of(Puzzle::from_line(reference::p92));
    view.mark(Candidate{Cell{0}, Digit{2}}, Tone::first);
    view.mark(Candidate{Cell{0}, Digit{2}}, Tone::loss);
    view.mark(Candidate{Cell{1}, Digit{2}}, Tone::gain);
    view.mark(House{0}, Tone::first);
    view.mark(Cell{4}, Tone::second);
    view.links.push_back(
        {{{Cell{0}, Digit{2}}}, {{Cell{1}, Digit{2}}, {Cell{9}, Digit{2}}}, LinkStyle::weak});
    view.captions.assign(81, "");
    view.captions[5] = "<3%";
    view.heat.assign(81, 0.0);
    view.heat[7] = 0.5;
    return view;
}

TEST(WriteSvg, DrawsExtraCellsBelowTheBoard) {
    const Puzzle plain{Geometry::make({.size = 4})};
    Puzzle puzzle{Geometry::make({.size = 4, .extra_cells = 5})};
    puzzle.set_given(Cell{20}, Digit{2});
    const std::string text = write_svg(view_of(puzzle), {.cell_pixels = 40});
    EXPECT_TRUE(well_formed(text));
    for (const char* name : {">x1<", ">x5<"}) EXPECT_THAT(text, HasSubstr(name));
    const SvgOptions options{.cell_pixels = 40};
    const svg::SvgLayout with{view_of(puzzle), options}, without{view_of(plain), options};
    // Two rows of them, with room for names, that neither the board nor the edge covers.
    EXPECT_GT(with.height(), without.height() + 80);
    EXPECT_GT(with.top(Cell{16}), with.start() + with.board_height() + 5);
    EXPECT_GT(with.top(Cell{20}), with.top(Cell{16}) + 45);
    EXPECT_LT(with.top(Cell{20}) + 40, with.height());
}

TEST(WriteSvg, NumbersOutsideDoNotCoverEachOther) {
    const GeometryPtr board = Geometry::standard(4);
    Puzzle puzzle{board};
    std::size_t clues = 0;
    const auto add = [&](RuleKind kind, std::initializer_list<std::size_t> places) {
        Rule rule{.kind = kind, .cells = {}, .numbers = {3}, .name = {}};
        for (const std::size_t i : places) rule.cells.emplace_back(i);
        puzzle.add_rule(rule);
        ++clues;
    };
    for (std::size_t k = 0; k < 4; ++k) {
        add(RuleKind::skyscraper, {k, k + 4, k + 8, k + 12});
        add(RuleKind::skyscraper, {k + 12, k + 8, k + 4, k});
        add(RuleKind::skyscraper, {4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3});
        add(RuleKind::skyscraper, {4 * k + 3, 4 * k + 2, 4 * k + 1, 4 * k});
    }
    add(RuleKind::little_killer, {1, 6, 11});
    add(RuleKind::little_killer, {2, 5, 8});
    add(RuleKind::little_killer, {13, 10, 7});
    add(RuleKind::little_killer, {7, 10, 13});
    constexpr double u = 40;
    const std::string svg = write_svg(view_of(puzzle), {.cell_pixels = u});
    std::vector<std::pair<double, double>> at;
    const std::string start = "<text class=\"clue\" x=\"";
    for (auto i = svg.find(start); i != std::string::npos; i = svg.find(start, i + 1)) {
        const auto y = svg.find("y=\"", i + start.size());
        at.emplace_back(std::stod(svg.substr(i + start.size())), std::stod(svg.substr(y + 3)));
    }
    ASSERT_EQ(at.size(), clues);
    for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            EXPECT_GT(std::hypot(at[i].first - at[k].first, at[i].second - at[k].second), u * 0.3)
                << i << " and " << k;
}

TEST(WriteSvg, DrawsLightlyWhatWouldCoverTheBoard) {
    View view = view_of(Puzzle::from_line(reference::p92));
    view.mark(Candidate{Cell{0}, Digit{0}}, Tone::first);
    view.followed = Followed::inner_steps;
    for (std::size_t i = 1; i < 4; ++i) {
        view.turns.push_back("turn");
        view.links.push_back(
            {{{Cell{0}, Digit{0}}}, {{Cell{i}, Digit{0}}}, LinkStyle::strong, i - 1});
    }
    EXPECT_THAT(write_svg(view), Not(HasSubstr("strong light")));
    EXPECT_THAT(write_svg(view), Not(HasSubstr("first faint")));
    for (std::size_t i = 10; i < 20; ++i)
        view.links.push_back({{{Cell{0}, Digit{0}}}, {{Cell{i}, Digit{0}}}, LinkStyle::strong, 2});
    const std::string crowded = write_svg(view);
    EXPECT_THAT(crowded, HasSubstr("<path class=\"link strong light\" data-at=\"2\""));
    EXPECT_THAT(crowded, Not(HasSubstr("<path class=\"link strong\"")));
    EXPECT_THAT(crowded, HasSubstr("first faint"));
    EXPECT_TRUE(well_formed(crowded));
}

TEST(WriteSvg, DrawsALegendWhereItIsAskedFor) {
    View view = marked_view();
    view.legend = {{Tone::first, "base <1>"}, {Tone::loss, "removed"}};
    const std::string bare = write_svg(view);
    const std::string with = write_svg(view, {.legend = LegendDrawing::shown});
    EXPECT_THAT(bare, Not(HasSubstr("weak link")));
    EXPECT_THAT(with, HasSubstr(">base &lt;1&gt;</text>"));
    EXPECT_THAT(with, HasSubstr(">weak link</text>"));
    EXPECT_THAT(with, Not(HasSubstr(">strong link</text>")));
    EXPECT_TRUE(well_formed(with));
    // It stands below the board, which does not move.
    EXPECT_EQ(svg_board(view, {}), svg_board(view, {.legend = LegendDrawing::shown}));
    EXPECT_NE(svg_view_box(view, {}), svg_view_box(view, {.legend = LegendDrawing::shown}));
}

TEST(WriteSvg, DrawsEveryGivenAndCandidateOnce) {
    const View view = marked_view();
    const std::string svg = write_svg(view);
    std::size_t candidates = 0;
    for (const CellView& c : view.cells)
        if (!c.given) candidates += c.candidates.size();
    EXPECT_EQ(occurrences(svg, "class=\"given\""), 24U);
    EXPECT_EQ(occurrences(svg, "class=\"candidate\""), candidates);
    EXPECT_TRUE(well_formed(svg));
}

TEST(WriteSvg, TellsMarksByMoreThanColour) {
    const std::string svg = write_svg(marked_view());
    EXPECT_EQ(occurrences(svg, "<path class=\"line loss\""), 1U);    // stroke
    EXPECT_EQ(occurrences(svg, "<circle class=\"line gain\""), 1U);  // ring
    EXPECT_EQ(occurrences(svg, "class=\"disc first\""), 1U);
    EXPECT_EQ(occurrences(svg, "class=\"link weak\" marker-end=\"url(#head)\""), 1U);
    EXPECT_EQ(occurrences(svg, "<rect class=\"tint second\""), 1U);
    EXPECT_EQ(occurrences(svg, "<rect class=\"heat\" opacity=\"0.45\""), 1U);
    EXPECT_EQ(occurrences(svg, "<path class=\"line first\""), 1U);
}

TEST(WriteSvg, EscapesTextAndNamesItself) {
    const std::string svg = write_svg(marked_view(), {.title = "a <b> & \"c\""});
    EXPECT_THAT(svg, HasSubstr("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
    EXPECT_THAT(svg, HasSubstr(">&lt;3%</text>"));
}

TEST(WriteSvg, ThemesAreAsAsked) {
    const View view{Geometry::standard(4)};
    EXPECT_THAT(write_svg(view), HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(write_svg(view, {.theme = Theme::light}), Not(HasSubstr("prefers-color-scheme")));
    EXPECT_THAT(write_svg(view, {.theme = Theme::dark}), Not(HasSubstr("#ffffff")));
}

TEST(WriteSvg, DrawsAnyGeometry) {
    for (const GeometryPtr& board : {Geometry::standard(4), Geometry::standard(7),
                                     Geometry::standard(12), Geometry::standard(25),
                                     Geometry::make({.size = 9,
                                     .boxes = BoxShape{3, 3},
                                     .main_diagonal = true,
                                     .anti_diagonal = true,
                                     .windows = true})}) {
        View view{board};
        for (std::size_t h = 0; h < board->house_count(); ++h) view.mark(House{h}, Tone::third);
        for (CellView& c : view.cells) c.candidates = DigitSet::all(board->size());
        const std::string svg = write_svg(view);
        EXPECT_TRUE(well_formed(svg));
        EXPECT_EQ(occurrences(svg, "class=\"candidate\""), board->candidate_count());
        EXPECT_THAT(svg, Not(HasSubstr("nan")));
    }
}

View view_with(std::vector<Rule> rules, GeometrySpec spec = {.size = 4, .boxes = BoxShape{2, 2}}) {
    Puzzle puzzle{Geometry::make(std::move(spec))};
    for (Rule& rule : rules) puzzle.add_rule(std::move(rule));
    return view_of(puzzle);
}

std::vector<Cell> cells(std::initializer_list<std::size_t> numbers) {
    std::vector<Cell> made;
    for (std::size_t number : numbers) made.emplace_back(number);
    return made;
}

TEST(WriteSvg, RulesAreDrawnAsTheyArePrinted) {
    const std::string plain = write_svg(view_with({}));
    for (const char* mark :
         {"class=\"cage\"", "<circle class=\"thermometer\"", "class=\"arrow\"", "class=\"clue"})
        EXPECT_THAT(plain, Not(HasSubstr(mark)));
    const std::string svg = write_svg(
        view_with({{.kind = RuleKind::killer_cage, .cells = cells({0, 1, 4}), .numbers = {7}},
                   {.kind = RuleKind::killer_cage, .cells = cells({14, 15})},
                   {.kind = RuleKind::thermometer, .cells = cells({3, 6, 10})},
                   {.kind = RuleKind::arrow, .cells = cells({12, 8, 9}), .numbers = {1}},
                   {.kind = RuleKind::sandwich, .cells = cells({0, 1, 2, 3}), .numbers = {5}},
                   {.kind = RuleKind::sandwich, .cells = cells({12, 8, 4, 0}), .numbers = {2}}}));
    EXPECT_TRUE(well_formed(svg));
    EXPECT_EQ(occurrences(svg, "class=\"cage\""), 2U);
    EXPECT_EQ(occurrences(svg, "class=\"clue sum\""), 1U) << "a cage without a sum shows none";
    EXPECT_THAT(svg, HasSubstr(">7</text>"));
    EXPECT_EQ(occurrences(svg, "<circle class=\"thermometer\""), 1U);
    EXPECT_EQ(occurrences(svg, "<rect class=\"arrow\""), 1U);
    EXPECT_EQ(occurrences(svg, "<path class=\"arrow\""), 1U);
    EXPECT_THAT(svg, HasSubstr(">5</text>"));
    EXPECT_THAT(svg, HasSubstr(">2</text>"));
    EXPECT_EQ(occurrences(svg, "class=\"clue words\""), 0U) << "the drawing tells all";
    EXPECT_EQ(write_svg(view_with({}), {.rules = RuleDrawing::hidden}), plain);
}

TEST(WriteSvg, WhatHasNoDrawingIsToldInWords) {
    const auto words = [](const View& view) {
        const std::string svg = write_svg(view);
        std::string all;
        for (auto at = svg.find("class=\"clue words\""); at != std::string::npos;
             at = svg.find("class=\"clue words\"", at + 1)) {
            const auto start = svg.find('>', at) + 1;
            all += svg.substr(start, svg.find('<', start) - start) + " ";
        }
        return all;
    };
    const GeometrySpec spec{
        .size = 9, .boxes = BoxShape{3, 3}, .anti_knight = true, .anti_king = true};
    EXPECT_EQ(
        words(view_with({}, spec)),
        "Anti-knight: cells a knight&#39;s move apart differ. Anti-king: cells that touch at a "
        "corner differ. ");
    EXPECT_EQ(words(view_with({{.kind = RuleKind::thermometer, .cells = cells({3, 12})}})),
              "Thermometer: digits rise along r1c4 and r4c1. ")
        << "a line between cells that do not touch would cross others";
    EXPECT_THAT(words(view_with({{.kind = RuleKind::killer_cage, .cells = cells({0, 15})}})),
                HasSubstr("r1c1 and r4c4"));
    EXPECT_THAT(words(view_with({{.kind = RuleKind::non_consecutive}})),
                HasSubstr("Non-consecutive"));
}

TEST(WriteSvg, WedgesPointToTheSmallerDigit) {
    for (const RuleKind kind : {RuleKind::minimum, RuleKind::maximum}) {
        const std::string svg =
            write_svg(view_with({{.kind = kind, .cells = cells({5, 1, 4, 6, 9})}}));
        // The first one, right of the cell: from its one end to its tip.
        const std::size_t at = svg.find(" d=\"M", svg.find("<path class=\"cage\"")) + 5;
        const double end = std::stod(svg.substr(at));
        const double tip = std::stod(svg.substr(svg.find('L', at) + 1));
        EXPECT_EQ(tip < end, kind == RuleKind::minimum) << to_string(kind);
    }
}

TEST(WriteSvg, NoRuleIsLeftOut) {
    constexpr std::uint64_t seed = 31107;
    for (int kind = 0; kind <= static_cast<int>(RuleKind::global_entropy); ++kind)
        for (std::uint64_t round = 0; round < 40; ++round) {
            SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) +
                         " kind " + to_string(static_cast<RuleKind>(kind)));
            Random random = Random{seed}.split(round);
            const GeometryPtr board = reference::random_geometry(random, 9);
            View view{board};
            const std::string without = write_svg(view);
            view.rules = {reference::random_rule(random, *board, {}, static_cast<RuleKind>(kind))};
            const std::string with = write_svg(view);
            EXPECT_NE(with, without);
            EXPECT_TRUE(well_formed(with));
            EXPECT_THAT(with, Not(HasSubstr("nan")));
            EXPECT_EQ(write_svg(view, {.rules = RuleDrawing::hidden}),
                      write_svg(View{board}, {.rules = RuleDrawing::hidden}));
        }
}

TEST(WriteSvg, RequiresCellsThatCanBeSeen) {
    EXPECT_THROW(write_svg(View{Geometry::standard(4)}, {.cell_pixels = 2}), ContractViolation);
}

TEST(WriteSvg, SameViewSameBytes) { EXPECT_EQ(write_svg(marked_view()), write_svg(marked_view())); }

}  // namespace
}  // namespace clew::explain
