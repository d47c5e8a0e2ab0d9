#include "encode/cnf/dimacs_format.hpp"

#include <array>

#include "core/base/input_error.hpp"
#include "encode/cnf/dimacs.hpp"

namespace clew::cnf {

std::span<const ForeignFormat> foreign_formats() {
    static const std::array<ForeignFormat, 1> formats{{{
        .info = {.name = "dimacs",
                 .aliases = "cnf",
                 .description = "encoded puzzles with Clew's comments",
                 .sizes = "4x4 to 25x25",
                 .rules = true},
        .recognise = [](std::string_view line) { return is_dimacs_of_clew(line); },
        .read =
            [](std::string_view text, const Place& start) {
                DimacsFile file = read_dimacs(text, start);
                Record record;
                record.puzzle = std::move(file.puzzle);
                record.format = "dimacs";
                record.place = start;
                if (file.extra.size() > 0)
                    record.notes.push_back(std::to_string(file.extra.size()) +
                                           " clauses beyond the puzzle's own left out");
                return record;
            },
        .write =
            [](const Record& record) {
                const Geometry& board = record.puzzle.geometry();
                if (board.first_digit() != 1)  // variables are named by digits from 1 on
                    throw InputError(record.place,
                                     "the format dimacs cannot hold a board of the kind '" +
                                         board.description() + "'",
                                     "digits from 1 on; the format json");
                return to_dimacs(record.puzzle);
            },
    }}};
    return formats;
}

}  // namespace clew::cnf
