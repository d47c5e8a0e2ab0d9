#pragma once
// A walk-through as one HTML page: a list of frames, a board, and keys to go from one to the next.
//
//     std::vector<Frame> frames = frames_of(puzzle, start, path);     // walkthrough.hpp
//     std::ofstream{"walk.html"} << write_html(frames, {.title = "P-92"});
//
// The page needs nothing else: no network (its content security policy forbids it), no font, no
// library. It is dark or light as the reader prefers, can be worked with the keyboard alone, keeps
// the current frame in its address (#12), shows the sentences without JavaScript too, and prints
// with a board beside every few steps. From a telephone's width to a wide screen the board stays in
// sight while one steps through it.
//
// A walk begins with itself at a glance: a bar a step, as high as the step is hard, and how often
// each kind of step occurs; both lead to the steps. What is said only to who asks (Frame::folded)
// is folded away.
//
// Every digit and pencil mark can be asked about, by click, tap or key: where in the walk it is
// placed or falls, and why, is read off the frames; of what is left at the end
// HtmlOptions::staying says what there is to say.
//
// Like all pictures it knows no technique: a frame is a View with words.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/language.hpp"
#include "core/board/puzzle.hpp"
#include "explain/pictures/view.hpp"

namespace clew::explain::inline pictures {

enum class FrameKind : std::uint8_t {
    step,  ///< counted: "26 of 89"
    end,   ///< what the steps came to
};

/// What is shown only to who unfolds it.
struct Folded {
    std::string title{};  ///< what there is to unfold; nothing if empty
    std::string text{};
};

/// One state of the board and what is said about it.
struct Frame {
    View view;
    std::string title;   ///< short: the entry in the list
    std::string text;    ///< sentences: shown beside the board
    std::string note{};  ///< at the end of the entry: a score, say
    unsigned depth = 0;  ///< indentation of the entry: inside how many assumptions
    FrameKind kind = FrameKind::step;
    std::string group{};       ///< what the overview counts it as; as the title says if empty
    std::uint64_t weight = 0;  ///< how hard it is: the height of its bar in the overview
    Folded folded{};

    /// What the overview counts it as.
    const std::string& counted_as() const { return group.empty() ? title : group; }
};

/// What is said of a candidate that the last frame still has, if somebody asks about it.
struct Staying {
    Candidate candidate;
    std::string text;                       ///< "is in a solution."
    std::optional<std::size_t> solution{};  ///< one of HtmlOptions::solutions that has it
};

struct HtmlOptions {
    std::string title{};                    ///< heading; "Walk-through" if empty
    std::string subtitle{};                 ///< a line under it
    std::vector<Staying> staying{};         ///< any candidates, in any order
    std::vector<Grid> solutions{};          ///< that the board can show
    Language language = Language::english;  ///< of the page's own words
};

/// The page. Requires at least one frame, and all views on equal geometries. Same frames, same
/// bytes. Cost: the board is drawn once; a frame adds its marks and the cells that changed.
std::string write_html(std::span<const Frame> frames, const HtmlOptions& options = {});

}  // namespace clew::explain::inline pictures
