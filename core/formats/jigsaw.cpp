// Jigsaw text: the givens, then as many region symbols. Drawn (rows, an empty line or none, rows of
// letters), on two lines, or on one. Region symbols are letters; digits too where the format is
// named, since two lines of digits are two puzzles otherwise.
//
// Two lines are recognised at the start of an input only, and from then on: a reader of line
// puzzles must not wait for the next line before it hands out the one that it has. Where nothing
// comes behind the givens for a moment, they are a puzzle; regions that come later still are a
// fault, for the puzzle that they belong to was answered without them.

#include <algorithm>
#include <utility>

#include "core/board/notation.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/rows.hpp"

namespace clew::formats {
namespace {

// The two halves of a text that is one line of 2 * n * n symbols, or of two such words.
struct Halves {
    std::string_view givens, regions;
    std::size_t size = 0;
};
std::optional<Halves> halves_of(std::string_view text) {
    const std::string_view body = trimmed(text);
    const std::vector<Token> words = split(body, 0);
    Halves halves;
    if (words.size() == 1 && body.size() % 2 == 0) {
        halves = {body.substr(0, body.size() / 2), body.substr(body.size() / 2), 0};
    } else if (words.size() == 2 && words[0].text.size() == words[1].text.size()) {
        halves = {words[0].text, words[1].text, 0};
    } else {
        return std::nullopt;
    }
    const auto size = side_of(halves.givens.size());
    if (!size) return std::nullopt;
    halves.size = *size;
    return halves;
}

bool is_region_line(std::string_view text, std::size_t size, RegionSymbols symbols) {
    const std::string_view body = trimmed(text);
    return body.size() == size * size && as_regions(characters(body, 0, 1), size, symbols);
}

// Regions whose givens were taken for a whole puzzle.
void refuse_late_regions(Reading& reading, std::size_t size) {
    const auto is_late = [&] {
        if (is_region_line(*reading.in.peek(), size, RegionSymbols::letters)) return true;
        const auto drawing = drawing_ahead(reading, 0);
        return drawing && drawing->size == size &&
               as_regions(drawing->cells, size, RegionSymbols::letters);
    };
    if (size != 0 && is_late())
        throw InputError(reading.in.place(0, 1),
                         "regions of the puzzle before them, which was taken without",
                         "regions that are written together with their givens, or the format "
                         "named: jigsaw");
}

bool recognise_jigsaw(Reading& reading) {
    refuse_late_regions(reading, std::exchange(reading.taken_early, 0));
    const std::string& line = *reading.in.peek();
    if (const auto halves = halves_of(line))
        return std::ranges::all_of(halves->givens, is_symbol) &&
               is_region_line(halves->regions, halves->size, RegionSymbols::letters);
    const std::string_view body = trimmed(line);
    if (const auto size = side_of(body.size());
        size && (reading.first || reading.region_lines) && std::ranges::all_of(body, is_symbol)) {
        const std::string* next = reading.in.peek(1, Patience::a_moment);
        if (next != nullptr && is_region_line(*next, *size, RegionSymbols::letters)) return true;
        if (next == nullptr && !reading.in.ended()) reading.taken_early = *size;
    }
    const auto givens = drawing_ahead(reading, 0);
    if (!givens) return false;
    const std::size_t behind = skip_empty(reading, givens->last, Patience::a_moment);
    if (reading.in.peek(behind, Patience::none) == nullptr && !reading.in.ended())
        reading.taken_early = givens->size;
    const auto regions = drawing_ahead(reading, behind, Patience::a_moment);
    return regions && regions->size == givens->size &&
           as_regions(regions->cells, regions->size, RegionSymbols::letters);
}

// Regions that are the usual boxes make the usual board, which more engines and formats know.
GeometryPtr board_of_regions(const std::vector<std::size_t>& regions, std::size_t size) {
    const GeometryPtr usual = Geometry::standard(size);
    bool boxes = usual->spec().boxes.has_value();
    for (std::size_t i = 0; boxes && i < regions.size(); ++i)
        boxes = usual->box_of(Cell{i}) == regions[i];
    return boxes ? usual : Geometry::make({.size = size, .regions = regions});
}

void add(Reading& reading, const Place& place, std::span<const Token> givens,
         std::span<const Token> map, std::size_t size) {
    auto regions = as_regions(map, size, RegionSymbols::any);
    if (!regions)
        throw InputError(
            {place.source, map.front().line, map.front().column},
            "not a region map of a " + squared(size) + " jigsaw",
            std::to_string(size) + " different symbols, each " + std::to_string(size) + " times");
    Record record = blank_record(board_of_regions(*regions, size), "jigsaw", place);
    set_givens(record, read_cells(givens, size, place.source));
    record.metadata = reading.take_header();
    reading.ready.push_back(std::move(record));
}

void read_jigsaw(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line = *reading.in.peek();
    const auto indent = static_cast<std::size_t>(trimmed(line).data() - line.data());
    if (const auto halves = halves_of(line)) {
        reading.in.drop();
        const auto column = [&](std::string_view part) {
            return static_cast<std::size_t>(part.data() - line.data()) + 1;
        };
        add(reading, place, characters(halves->givens, place.line, column(halves->givens)),
            characters(halves->regions, place.line, column(halves->regions)), halves->size);
        return;
    }
    const auto size = side_of(trimmed(line).size());
    const auto with_regions = [&] {
        const std::string* next = reading.in.peek(1, Patience::none);
        return next != nullptr && is_region_line(*next, *size, RegionSymbols::letters);
    };
    if (size && (with_regions() || !looks_like_rows(reading))) {
        reading.in.drop();
        const std::string* next = reading.in.peek();
        if (next == nullptr || trimmed(*next).size() != *size * *size)
            throw InputError(place, "no region map after the givens",
                             std::to_string(*size * *size) + " region letters");
        const std::size_t map_line = reading.in.number();
        const std::string map = reading.in.take();
        reading.region_lines = true;
        const auto map_indent = static_cast<std::size_t>(trimmed(map).data() - map.data());
        add(reading, place, characters(trimmed(line), place.line, indent + 1),
            characters(trimmed(map), map_line, map_indent + 1), *size);
        return;
    }
    const DrawnGrid givens = take_drawing(reading);
    reading.in.drop(skip_empty(reading, 0));
    if (reading.in.peek() == nullptr)
        throw InputError(place, "no region map after the givens", "as many rows of region letters");
    const DrawnGrid map = take_drawing(reading);
    if (map.size != givens.size)
        throw InputError(place, "a region map of " + cells_and_side(map.size) + " cells",
                         cells_and_side(givens.size) + " cells, as the puzzle has");
    add(reading, place, givens.cells, map.cells, givens.size);
    const auto regions = as_regions(map.cells, map.size, RegionSymbols::any);
    if (lines_contradict(givens, *regions) || lines_contradict(map, *regions))
        reading.ready.back().notes.emplace_back(
            "the lines that are drawn were not read: the letters say the regions");
}

std::string write_jigsaw(const Record& record, LeftOut&) {
    const Geometry& geometry = record.puzzle.geometry();
    const std::size_t n = geometry.size();
    const std::string givens = to_line(record.puzzle);
    std::string text;
    for (std::size_t row = 0; row < n; ++row) text += givens.substr(row * n, n) + "\n";
    text += "\n";
    for (std::size_t i = 0; i < n * n; ++i) {
        text += static_cast<char>('A' + *geometry.box_of(Cell{i}));
        if (i % n == n - 1) text += '\n';
    }
    return text + "\n";
}

}  // namespace

const FormatCode jigsaw_format = {
    .info = {.name = "jigsaw",
             .aliases = "regions",
             .description = "the givens, then a region letter for each cell",
             .sizes = "4x4 to 25x25"},
    .recognise = recognise_jigsaw,
    .read = read_jigsaw,
    .write = write_jigsaw,
    .room = {HeldBoards::regions, HeldMarks::none, all_extras}};

}  // namespace clew::formats
