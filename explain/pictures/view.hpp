#pragma once
// View: a board with things marked on it, ready to be drawn. Knows no technique and no solver.
//
// Every picture that Clew makes starts from a View: the steps of an explanation, a density map, a
// pattern of the decision tree. Whoever fills it in says what stands in the cells and which cells,
// candidates, houses and links are marked in which tone; the writers (write_text.hpp,
// write_svg.hpp, write_html.hpp) decide how a tone looks on paper, on a screen or in a terminal.
//
//     View view = view_of(puzzle);                        // givens and their candidates
//     view.mark(Candidate{Cell{40}, Digit{4}}, Tone::gain);
//     view.houses.push_back({House{3}, Tone::first});
//     view.legend.push_back({Tone::first, "base"});
//     std::string picture = write_svg(view);
//
// A tone is a meaning with a fixed colour, not a colour: `gain` and `loss` are what a step places
// and removes, the numbered ones are free for roles, and `heat` shades cells by a number.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/board/puzzle.hpp"

namespace clew::explain::inline pictures {

/// How something is marked. The numbered tones have distinct colours and, in text, distinct signs.
enum class Tone : std::uint8_t {
    first,    ///< blue, `*`
    second,   ///< amber, `+`
    third,    ///< violet, `#`
    fourth,   ///< teal, `~`
    fifth,    ///< rose, `^`
    assumed,  ///< orange, `?`
    gain,     ///< green, `!`: placed
    loss,     ///< red, `-`: removed; struck through where that can be drawn
};
inline constexpr std::size_t tone_count = 8;

/// '*', '+', '#', '~', '^', '?', '!', '-': what stands after a marked digit in text.
char sign(Tone tone);
/// "first", "second", ..., "gain", "loss": class names in SVG and HTML.
const char* to_string(Tone tone);

/// What a cell shows: a given, or a placed digit, or candidates.
struct CellView {
    std::optional<Digit> given;
    std::optional<Digit> placed;
    DigitSet candidates;  ///< shown when there is neither a given nor a placed digit

    bool operator==(const CellView&) const = default;
};

struct CandidateMark {
    Candidate candidate;
    Tone tone;
    std::optional<std::size_t> turn{};  ///< of View::turns: from then on; nothing: always

    bool operator==(const CandidateMark&) const = default;
};

struct CellMark {
    Cell cell;
    Tone tone;

    bool operator==(const CellMark&) const = default;
};

struct HouseMark {
    House house;
    Tone tone;

    bool operator==(const HouseMark&) const = default;
};

/// Cells that belong together though they are no house.
struct AreaMark {
    std::vector<Cell> cells;
    Tone tone;

    bool operator==(const AreaMark&) const = default;
};

enum class LinkStyle : std::uint8_t {
    strong,  ///< if the left end is false, the right end is true: drawn thick and solid
    weak,    ///< if the left end is true, the right end is false: drawn thin and dashed
};

/// What a reader follows one by one.
enum class Followed : std::uint8_t { links, inner_steps };
/// "link", "inner step".
const char* to_string(Followed followed);

/// An arrow between two candidates or groups of candidates.
struct LinkMark {
    std::vector<Candidate> from;
    std::vector<Candidate> to;
    LinkStyle style = LinkStyle::strong;
    std::optional<std::size_t> turn{};  ///< of View::turns: which of them it is part of

    bool operator==(const LinkMark&) const = default;
};

struct LegendEntry {
    Tone tone;
    std::string text;

    bool operator==(const LegendEntry&) const = default;
};

struct View {
    /// A view of a blank board. Requires a geometry.
    explicit View(GeometryPtr board);

    GeometryPtr geometry;
    std::vector<CellView> cells;  ///< one entry a cell, row-major
    std::vector<CandidateMark> candidate_marks;
    std::vector<CellMark> cell_marks;
    std::vector<HouseMark> houses;
    std::vector<AreaMark> areas;
    std::vector<LinkMark> links;
    /// Where the argument is followed one by one, what is said at each turn: "If r1c1 is not 5,
    /// r1c2 is 5." of a link, "r1c2 is 5 (all that is left there)." of an inner step.
    std::vector<std::string> turns;
    Followed followed = Followed::links;    ///< what the turns are
    std::vector<double> heat;               ///< empty, or one number in 0 .. 1 a cell
    std::vector<std::string> captions;      ///< empty, or a short text a cell, drawn at its foot
    std::vector<LegendEntry> legend;        ///< in the order in which it is shown
    std::vector<Rule> rules;                ///< the puzzle's, that are no houses
    Language language = Language::english;  ///< of what is told of them beside the board

    /// Marks a candidate, once a tone; the first turn that is told stays.
    void mark(Candidate candidate, Tone tone, std::optional<std::size_t> turn = std::nullopt);
    /// Tints a cell, once a tone.
    void mark(Cell cell, Tone tone);
    void mark(House house, Tone tone);
    /// Whether a link of that style is drawn.
    bool has(LinkStyle style) const;
    /// Whether there is something to follow one by one: three turns or more.
    bool steps_through() const { return turns.size() >= 3; }
    /// Whether all turns at once are too much to be looked at: their arrows are drawn lightly, or
    /// one after the other.
    bool crowded() const;
    /// The tones of a candidate in the order in which they were given.
    std::vector<Tone> tones_of(Candidate candidate) const;
};

/// The givens of a puzzle, and in its open cells what they and the pencil marks leave.
View view_of(const Puzzle& puzzle);
/// A full grid: the puzzle's givens, and the rest as placed digits.
View view_of(const Puzzle& puzzle, const Grid& grid);

/// What an arrow says, for the keys of pictures: "strong link", "weak link"; where inner steps are
/// followed "makes it hold", "rules it out".
const char* words_of(const View& view, LinkStyle style);

}  // namespace clew::explain::inline pictures
