#pragma once
// What the generator made, as a record to write, and in words what it could not make.
//
//     writer.write(record_of(made, generator.wishes()));
//     to_text({2, 10, "..."}, wishes)      "2 of 10 puzzles could not be made in 1000 attempts ..."

#include <cstdint>
#include <string>

#include "encode/formats/formats.hpp"
#include "encode/setter/generate.hpp"

namespace clew::report {

/// The puzzle, with the number of its solutions in a comment if more than one was wished for.
/// Requires that one was made.
Record record_of(const setter::Generated& made, const setter::Wishes& wishes);

/// Puzzles that could not be made, and what the last attempt at the last of them failed on.
struct Failures {
    std::uint64_t failed = 0;
    std::uint64_t asked = 0;
    std::string obstacle{};
};

/// One sentence. Requires that some failed.
std::string to_text(const Failures& failures, const setter::Wishes& wishes);

}  // namespace clew::report
