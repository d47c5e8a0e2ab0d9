// Lengths are points, 72 an inch. A page is cut into equal boxes, so many columns that the squares
// in them come out largest; each box has a line for the title and a board. The board itself is the
// picture of write_svg.hpp, whose lines and letters shrink with it.

#include "explain/pictures/write_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/contract.hpp"
#include "core/base/markup.hpp"
#include "explain/pictures/svg_format.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::explain::inline pictures {
namespace {

constexpr double page_margin = 42;
constexpr double fit_margin = 12;
constexpr double fit_board = 400;
constexpr double gap = 20;
constexpr double small_gap = 8;  // between solutions at the foot
constexpr double heading_height = 34;
constexpr double foot_share = 0.24;  // of the page, for solutions upside down
constexpr double foot_board = 110;   // at most
constexpr std::size_t solutions_a_page = 12;

struct Area {
    double x = 0, y = 0, width = 0, height = 0;
};

/// Equal boxes in an area: the squares in them as large as they can be.
struct Boxes {
    std::size_t columns = 1;
    double side = 0;              ///< of the board
    double title = 0;             ///< height of the line above it
    double across = 0, down = 0;  ///< from one box to the next
    double inset = 0;             ///< of the first column: the columns stand in the middle

    Area board(const Area& area, std::size_t k) const {
        const std::size_t row = k / columns;
        return {area.x + inset + across * static_cast<double>(k % columns),
                area.y + title + down * static_cast<double>(row), side, side};
    }
};

Boxes boxes_in(const Area& area, std::size_t count, double title, double most, double space = gap) {
    Boxes best;
    for (std::size_t columns = 1; columns <= count; ++columns) {
        const auto c = static_cast<double>(columns);
        const std::size_t lines = (count + columns - 1) / columns;
        const auto rows = static_cast<double>(lines);
        const double side = std::min({(area.width - space * (c - 1)) / c,
                                      (area.height - space * (rows - 1)) / rows - title, most});
        if (side <= best.side) continue;
        best = {columns, side, title, 0, 0, 0};
        // What is left over parts the boxes, but not further than looks well.
        const double spare_x = columns > 1 ? (area.width - side * c) / (c - 1) : 0;
        const double spare_y = rows > 1 ? (area.height - (side + title) * rows) / (rows - 1) : 0;
        best.across = side + std::min(spare_x, 3 * space);
        best.down = side + title + std::min(spare_y, 2 * space);
        best.inset = (area.width - best.across * (c - 1) - side) / 2;
    }
    return best;
}

class Sheet {
  public:
    Sheet(std::span<const SheetPuzzle> puzzles, const SheetOptions& options)
        : puzzles_(puzzles), options_(options) {
        if (options.paper == Paper::fit) return;
        const PaperSize size = size_of(options.paper);
        width_ = size.width;
        height_ = size.height;
        size_ = fmt::format("width=\"{}\" height=\"{}\"", size.across, size.down);
    }

    std::vector<std::string> run() {
        std::vector<std::string> pages;
        const bool fit = options_.paper == Paper::fit;
        const std::size_t each = fit ? puzzles_.size() : options_.per_page;
        for (std::size_t first = 0; first < puzzles_.size(); first += each)
            pages.push_back(page(first, std::min(each, puzzles_.size() - first), each));
        if (options_.solutions != SheetSolutions::last) return pages;
        const std::size_t most = fit ? puzzles_.size() : std::max(each, solutions_a_page);
        for (std::size_t first = 0; first < puzzles_.size(); first += most)
            pages.push_back(solution_page(first, std::min(most, puzzles_.size() - first), most));
        return pages;
    }

  private:
    /// Columns as a fitting sheet has them: wide rather than high.
    static std::size_t fit_columns(std::size_t count) {
        return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    }

    static std::size_t fit_rows(std::size_t count) {
        return (count + fit_columns(count) - 1) / fit_columns(count);
    }

    bool titled() const {
        return std::ranges::any_of(puzzles_, [](const SheetPuzzle& p) { return !p.title.empty(); });
    }

    /// The page's inside; a fitting page is made as large as it must be.
    Area inside(std::size_t count, double title, double foot, bool headed) {
        const double head = headed ? heading_height : 0;
        if (options_.paper == Paper::fit) {
            const std::size_t columns = fit_columns(count);
            const std::size_t rows = fit_rows(count);
            const double w =
                fit_board * static_cast<double>(columns) + gap * static_cast<double>(columns - 1);
            const double h = (fit_board + title) * static_cast<double>(rows) +
                             gap * static_cast<double>(rows - 1);
            width_ = w + 2 * fit_margin;
            height_ = h + head + foot + 2 * fit_margin;
            size_ = svg_format("width=\"{}\" height=\"{}\"", width_, height_);
            return {fit_margin, fit_margin + head, w, h};
        }
        return {page_margin, page_margin + head, width_ - 2 * page_margin,
                height_ - 2 * page_margin - head - foot};
    }

    std::string page(std::size_t first, std::size_t count, std::size_t room) {
        const bool foot = options_.solutions == SheetSolutions::upside_down;
        const double title = titled() ? 20 : 0;
        const double boards = options_.paper == Paper::fit
                                  ? fit_board * static_cast<double>(fit_rows(room))
                                  : height_;
        const double foot_height = foot ? boards * foot_share : 0;
        const Area area = inside(room, title, foot_height, !options_.heading.empty());
        const Boxes boxes = boxes_in(area, room, title, area.width);
        std::string out = heading(area, options_.heading);
        double font = 13;  // of all titles, so that most of them fit
        for (const SheetPuzzle& puzzle : puzzles_)
            font = std::clamp(fitting(letters_of(puzzle.title).size(), boxes.side), 9.0, font);
        for (std::size_t k = 0; k < count; ++k) {
            const SheetPuzzle& puzzle = puzzles_[first + k];
            out += box(boxes.board(area, k), puzzle.view, puzzle.title, "", options_.pencil_marks,
                       font);
        }
        if (foot) {
            const Area strip{area.x, area.y + area.height + 12, area.width, foot_height - 12};
            const double line = 11;
            const Boxes small = boxes_in(strip, room, line, foot_board, small_gap);
            std::string solutions;
            for (std::size_t k = 0; k < count; ++k)
                solutions += solution(small.board(strip, k), puzzles_[first + k], 8);
            out += svg_format("<g transform=\"rotate(180 {} {})\">\n{}</g>\n",
                              strip.x + strip.width / 2, strip.y + strip.height / 2, solutions);
        }
        return document(out);
    }

    std::string solution_page(std::size_t first, std::size_t count, std::size_t room) {
        const double title = 18;
        const Area area = inside(room, title, 0, true);
        const Boxes boxes = boxes_in(area, room, title, area.width);
        std::string out =
            heading(area, options_.heading.empty()
                              ? say(options_.language, "Solutions")
                              : say(options_.language, "{}: solutions", options_.heading));
        for (std::size_t k = 0; k < count; ++k)
            out += solution(boxes.board(area, k), puzzles_[first + k], 11);
        return document(out);
    }

    /// The solution, or an empty grid; the note says what is odd about it.
    static std::string solution(const Area& at, const SheetPuzzle& puzzle, double font) {
        const std::string note =
            (puzzle.title.empty() || puzzle.solution_note.empty() ? "" : ": ") +
            puzzle.solution_note;
        const View empty{puzzle.view.geometry};
        return box(at, puzzle.solution ? *puzzle.solution : empty, puzzle.title, note,
                   PencilMarks::hidden, font, RuleDrawing::hidden);
    }

    static std::string heading(const Area& area, const std::string& text) {
        if (text.empty()) return {};
        return line(text, "", area.x, area.y - heading_height + 18, area.width, 18, "heading");
    }

    static std::vector<std::string> letters_of(const std::string& text) {
        std::vector<std::string> letters;
        for (const char c : text) {
            if ((static_cast<unsigned char>(c) & 0xc0) == 0x80 && !letters.empty())
                letters.back() += c;
            else
                letters.emplace_back(1, c);
        }
        return letters;
    }

    static constexpr double letter = 0.64;  // of the font's size, for a bold sans-serif
    /// The size of a font of which so many letters fill the width.
    static double fitting(std::size_t letters, double width) {
        return width / (letter * static_cast<double>(letters));
    }

    /// Text and a note that are made smaller until they fit; at last the text is cut, not the note.
    static std::string line(const std::string& text, const std::string& note, double x, double y,
                            double width, double font, const char* css) {
        const std::vector<std::string> letters = letters_of(text);
        const double fits = fitting(letters.size() + note.size(), width);
        const double size = std::clamp(fits, std::min(font * 0.7, 5.0), font);
        std::string shown = text;
        if (fits < size) {
            const auto room = static_cast<std::size_t>(width / (letter * size));
            shown.clear();
            for (std::size_t i = 0; i < letters.size() && i + note.size() + 1 < room; ++i)
                shown += letters[i];
            shown += "\u2026";
        }
        return svg_format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>\n", css,
                          x, y, size, xml_escaped(shown + note));
    }

    static std::string box(const Area& at, const View& view, const std::string& title,
                           const std::string& note, PencilMarks marks, double font,
                           RuleDrawing rules = RuleDrawing::shown) {
        const SvgOptions svg{
            .coordinates = Coordinates::hidden, .pencil_marks = marks, .rules = rules};
        std::string out;
        if (!title.empty() || !note.empty())
            out += line(title, note, at.x, at.y - 0.35 * font, at.width, font, "title");
        out += svg_format(
            "<svg class=\"board\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{}\" "
            "preserveAspectRatio=\"xMidYMin\">\n",
            at.x, at.y, at.width, at.height, svg_view_box(view, svg));
        return out + svg_rules(view, svg) + svg_under(view, svg) + svg_board(view, svg) +
               svg_digits(view, svg) + svg_over(view, svg) + "</svg>\n";
    }

    std::string document(const std::string& inside) const {
        std::string title = options_.heading;
        for (const SheetPuzzle& puzzle : puzzles_)
            if (title.empty()) title = puzzle.title;
        return svg_format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {} viewBox=\"0 0 {} {}\" role=\"img\">\n"
            "<title>{}</title>\n<style>\n{}.heading,.title{{font-weight:700;fill:#111318;"
            "text-anchor:start}}\n.thin{{stroke:#8a909b;stroke-width:1.4}}.thick{{stroke-width:3}}"
            "\n</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
            "{}</svg>\n",
            size_, width_, height_, xml_escaped(title.empty() ? "Sudoku" : title),
            svg_style(Theme::light), inside);
    }

    std::span<const SheetPuzzle> puzzles_;
    const SheetOptions& options_;
    double width_ = 0;
    double height_ = 0;
    std::string size_{};
};

}  // namespace

std::vector<std::string> write_sheets(std::span<const SheetPuzzle> puzzles,
                                      const SheetOptions& options) {
    CLEW_REQUIRE(!puzzles.empty(), "write_sheets: a puzzle is needed");
    CLEW_REQUIRE(options.per_page >= 1, "write_sheets: a page has at least one puzzle");
    return Sheet(puzzles, options).run();
}

}  // namespace clew::explain::inline pictures
