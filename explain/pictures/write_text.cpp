// Each cell becomes a list of glyphs (a symbol with an optional tone); a column is as wide as its
// widest cell. Escape sequences are added when a glyph is written, so they never count as width.
//
// Borders: between two neighbours in a row stands `|` if their regions differ, and a line is drawn
// under a row wherever some cell's region differs from the one below. On a board of rectangular
// boxes that gives the usual picture, on a jigsaw the true outline in steps of one cell.

#include "explain/pictures/write_text.hpp"

#include <algorithm>
#include <array>

#include "core/board/notation.hpp"

namespace clew::explain::inline pictures {

namespace {

struct Glyph {
    char symbol;
    std::optional<Tone> tone;  // coloured in this tone
    bool strong = false;       // a given: bold where there are no tones
};

constexpr std::array<const char*, tone_count> ansi_codes{"\x1b[34m",   "\x1b[33m", "\x1b[35m",
                                                         "\x1b[36m",   "\x1b[95m", "\x1b[93m",
                                                         "\x1b[1;32m", "\x1b[31m"};

std::vector<Glyph> glyphs_of(const View& view, Cell cell, const TextOptions& options) {
    const CellView& shown = view.cells[cell.index()];
    std::vector<Glyph> glyphs;
    const auto add = [&](Digit digit) {
        const auto tones = view.tones_of({cell, digit});
        const auto main = tones.empty() ? std::nullopt : std::optional{tones.back()};
        glyphs.push_back({.symbol = digit_symbol(digit, *view.geometry), .tone = main});
        for (Tone t : tones) glyphs.push_back({.symbol = sign(t), .tone = t});
    };
    if (shown.given) {
        add(*shown.given);
        glyphs.front().strong = true;
    } else if (shown.placed) {
        add(*shown.placed);
    } else if (options.pencil_marks == PencilMarks::shown) {
        for (Digit d : shown.candidates) add(d);
        if (shown.candidates.empty()) glyphs.push_back({.symbol = '!', .tone = Tone::loss});
    } else {
        // Hidden pencil marks still show what a step speaks of.
        for (Digit d : shown.candidates)
            if (!view.tones_of({cell, d}).empty()) add(d);
        if (glyphs.empty()) glyphs.push_back({.symbol = '.', .tone = std::nullopt});
    }
    return glyphs;
}

std::string join(const std::vector<Candidate>& group, std::size_t size) {
    std::string text;
    for (Candidate c : group) {
        if (!text.empty()) text += ',';
        text += to_string(c, size);
    }
    return text;
}

}  // namespace

std::string write_text(const View& view, const TextOptions& options) {
    const Geometry& board = *view.geometry;
    const std::size_t rows = board.rows(), columns = board.columns();
    const auto border = [&](Cell a, Cell b) { return board.box_of(a) != board.box_of(b); };

    std::vector<std::vector<Glyph>> glyphs;
    for (std::size_t i = 0; i < board.cell_count(); ++i)
        glyphs.push_back(glyphs_of(view, Cell{i}, options));

    std::vector<std::size_t> width(columns, 0);
    std::vector<std::string> heading(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        heading[c] = "c" + std::to_string(c + 1);
        width[c] = heading[c].size();
        for (std::size_t r = 0; r < rows; ++r)
            width[c] = std::max(width[c], glyphs[board.cell(r, c).index()].size());
    }
    // A vertical rule is given room in every row if any row needs it.
    std::vector<bool> rule(columns, false);
    for (std::size_t c = 0; c + 1 < columns; ++c)
        for (std::size_t r = 0; r < rows; ++r)
            if (border(board.cell(r, c), board.cell(r, c + 1))) rule[c] = true;

    const std::size_t margin = ("r" + std::to_string(rows)).size();
    const auto line_under = [&](std::size_t row, bool edge) {
        std::string line(margin + 1, ' ');
        line += edge || border(board.cell(row, 0), board.cell(row + 1, 0)) ? '+' : '|';
        for (std::size_t c = 0; c < columns; ++c) {
            const bool drawn = edge || border(board.cell(row, c), board.cell(row + 1, c));
            line += std::string(width[c] + (c == 0 ? 2 : 1), drawn ? '-' : ' ');
            if (c + 1 == columns) {
                line += drawn ? '+' : '|';
            } else if (rule[c]) {
                const bool crossing =
                    edge ? border(board.cell(row, c), board.cell(row, c + 1))
                         : drawn || border(board.cell(row, c), board.cell(row, c + 1)) ||
                               border(board.cell(row + 1, c), board.cell(row + 1, c + 1));
                const bool next =
                    edge || border(board.cell(row, c + 1), board.cell(row + 1, c + 1));
                line += crossing ? (drawn || next ? '+' : '|') : (drawn && next ? '-' : ' ');
                line += next ? '-' : ' ';
            }
        }
        return line + "\n";
    };

    std::string out(margin + 3, ' ');
    const auto add = [&](Cell cell) {
        for (const Glyph& g : glyphs[cell.index()]) {
            if (g.tone && options.colour == Colour::ansi) {
                out += ansi_codes[static_cast<std::size_t>(*g.tone)];
                out += g.symbol;
                out += "\x1b[0m";
            } else if (g.strong && options.colour == Colour::ansi) {
                out += std::string("\x1b[1m") + g.symbol + "\x1b[0m";
            } else {
                out += g.symbol;
            }
        }
    };
    for (std::size_t c = 0; c < columns; ++c) {
        out += heading[c];
        if (c + 1 < columns)
            out += std::string(width[c] - heading[c].size() + (rule[c] ? 3 : 1), ' ');
    }
    out += "\n" + line_under(0, true);
    for (std::size_t r = 0; r < rows; ++r) {
        const std::string name = "r" + std::to_string(r + 1);
        out += name + std::string(margin - name.size(), ' ') + " | ";
        for (std::size_t c = 0; c < columns; ++c) {
            add(board.cell(r, c));
            out += std::string(width[c] - glyphs[board.cell(r, c).index()].size() + 1, ' ');
            if (c + 1 == columns) {
                out += "|\n";
            } else if (rule[c]) {
                out += border(board.cell(r, c), board.cell(r, c + 1)) ? "| " : "  ";
            }
        }
        if (r + 1 == rows) {
            out += line_under(r, true);
        } else {
            bool any = false;
            for (std::size_t c = 0; c < columns; ++c)
                any = any || border(board.cell(r, c), board.cell(r + 1, c));
            if (any) out += line_under(r, false);
        }
    }

    for (std::size_t k = 0; k < board.extra_cells(); ++k) {
        const Cell cell{board.size() * board.size() + k};
        out += k % columns == 0 ? std::string(margin + 3, ' ') : "  ";
        out += to_string(cell, board.size()) + " ";
        add(cell);
        if (k % columns + 1 == columns || k + 1 == board.extra_cells()) out += "\n";
    }

    if (!view.legend.empty()) {
        out += std::string(margin + 1, ' ');
        for (const LegendEntry& entry : view.legend) {
            out += ' ';
            if (options.colour == Colour::ansi)
                out += ansi_codes[static_cast<std::size_t>(entry.tone)];
            out += sign(entry.tone);
            if (options.colour == Colour::ansi) out += "\x1b[0m";
            out += ' ' + entry.text + ' ';
        }
        while (out.back() == ' ') out.pop_back();
        out += '\n';
    }
    if (!view.links.empty()) {
        out += std::string(margin + 2, ' ');
        if (view.has(LinkStyle::strong))
            out += std::string{"== "} + words_of(view, LinkStyle::strong);
        if (view.has(LinkStyle::strong) && view.has(LinkStyle::weak)) out += "  ";
        if (view.has(LinkStyle::weak)) out += std::string{"-- "} + words_of(view, LinkStyle::weak);
        out += '\n';
    }
    for (const LinkMark& link : view.links)
        out += std::string(margin + 2, ' ') + join(link.from, board.size()) +
               (link.style == LinkStyle::strong ? " == " : " -- ") + join(link.to, board.size()) +
               "\n";
    return out;
}

}  // namespace clew::explain::inline pictures
