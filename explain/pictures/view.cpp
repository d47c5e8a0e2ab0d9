#include "explain/pictures/view.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/contract.hpp"

namespace clew::explain::inline pictures {

namespace {

struct ToneLook {
    char sign;
    const char* name;
};

constexpr std::array<ToneLook, tone_count> looks{{
    {'*', "first"},
    {'+', "second"},
    {'#', "third"},
    {'~', "fourth"},
    {'^', "fifth"},
    {'?', "assumed"},
    {'!', "gain"},
    {'-', "loss"},
}};

}  // namespace

char sign(Tone tone) { return looks[static_cast<std::size_t>(tone)].sign; }

const char* to_string(Tone tone) { return looks[static_cast<std::size_t>(tone)].name; }

const char* to_string(Followed followed) {
    return followed == Followed::links ? "link" : "inner step";
}

const char* words_of(const View& view, LinkStyle style) {
    const bool strong = style == LinkStyle::strong;
    if (view.followed == Followed::links) return strong ? "strong link" : "weak link";
    return strong ? "makes it hold" : "rules it out";
}

View::View(GeometryPtr board) : geometry(std::move(board)) {
    CLEW_REQUIRE(geometry != nullptr, "View: a geometry is needed");
    cells.resize(geometry->cell_count());
}

void View::mark(Candidate candidate, Tone tone, std::optional<std::size_t> turn) {
    if (std::ranges::none_of(candidate_marks, [&](const CandidateMark& mark) {
            return mark.candidate == candidate && mark.tone == tone;
        }))
        candidate_marks.push_back({candidate, tone, turn});
}

void View::mark(Cell cell, Tone tone) {
    const CellMark wanted{cell, tone};
    if (std::ranges::find(cell_marks, wanted) == cell_marks.end()) cell_marks.push_back(wanted);
}

void View::mark(House house, Tone tone) {
    const HouseMark wanted{house, tone};
    if (std::ranges::find(houses, wanted) == houses.end()) houses.push_back(wanted);
}

bool View::has(LinkStyle style) const {
    return std::ranges::find(links, style, &LinkMark::style) != links.end();
}

bool View::crowded() const {
    constexpr std::size_t at_a_glance = 10;
    return steps_through() && links.size() > at_a_glance;
}

std::vector<Tone> View::tones_of(Candidate candidate) const {
    std::vector<Tone> tones;
    for (const CandidateMark& m : candidate_marks)
        if (m.candidate == candidate) tones.push_back(m.tone);
    return tones;
}

View view_of(const Puzzle& puzzle) {
    View view{puzzle.geometry_ptr()};
    view.rules.assign(puzzle.rules().begin(), puzzle.rules().end());
    const std::vector<DigitSet> open = puzzle.candidates_after_givens();
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
        view.cells[i].given = puzzle.given(Cell{i});
        view.cells[i].candidates = open[i];
    }
    return view;
}

View view_of(const Puzzle& puzzle, const Grid& grid) {
    CLEW_REQUIRE(grid.cell_count() == puzzle.geometry().cell_count(),
                 "view_of: a grid of the puzzle's board is needed");
    View view{puzzle.geometry_ptr()};
    view.rules.assign(puzzle.rules().begin(), puzzle.rules().end());
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
        view.cells[i].given = puzzle.given(Cell{i});
        if (!view.cells[i].given) view.cells[i].placed = grid[Cell{i}];
    }
    return view;
}

}  // namespace clew::explain::inline pictures
