#include "cli/puzzle_digest.hpp"

namespace clew::cli {

namespace {

void add_byte(Digest& digest, std::size_t value) {
    const auto byte = static_cast<char>(value);
    digest.add(std::string_view(&byte, 1));
}

}  // namespace

std::uint64_t digest_of(std::string_view plain_line) {
    Digest digest;
    for (const char c : plain_line)
        add_byte(digest, c == '.' ? 0 : static_cast<std::size_t>(c - '0'));
    return digest.value();
}

std::uint64_t digest_of(const Record& record) {
    const Puzzle& puzzle = record.puzzle;
    const Geometry& board = puzzle.geometry();
    Digest digest;
    if (board != *Geometry::classic()) {
        digest.add(std::uint64_t{board.size()});
        for (const HouseInfo& house : board.houses()) {
            digest.add(std::uint64_t{house.cells.size()});
            for (const Cell cell : house.cells) digest.add(std::uint64_t{cell.index()});
        }
    }
    for (std::size_t i = 0; i < board.cell_count(); ++i) {
        const auto given = puzzle.given(Cell{i});
        add_byte(digest, given ? given->index() + 1 : 0);
    }
    if (puzzle.has_marks())
        for (std::size_t i = 0; i < board.cell_count(); ++i)
            digest.add(std::uint64_t{puzzle.options(Cell{i}).bits()});
    return digest.value();
}

std::uint64_t digest_of(const InputError& fault) {
    Digest digest;
    digest.add(std::string_view(fault.what()));
    return digest.value();
}

}  // namespace clew::cli
