#pragma once
// 64 bits of a puzzle, which tell, of a row of puzzles, whether two inputs begin alike.
//
//     Digest row;
//     row.add(digest_of(record));
//     row.value()
//
// What is digested is the question: board, givens, pencil marks. Not the format, the place or the
// title.

#include <cstdint>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/formats/formats.hpp"

namespace clew::cli {

std::uint64_t digest_of(const Record& record);
/// Of a plain 9x9 puzzle as a line of 81 symbols, 0 or . for blank: as of its record.
std::uint64_t digest_of(std::string_view plain_line);
/// Of a text that is no puzzle.
std::uint64_t digest_of(const InputError& fault);

}  // namespace clew::cli
