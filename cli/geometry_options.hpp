#pragma once
// Options that name a board, for commands that make puzzles rather than read them.
//
//     GeometryOptions board_;
//     board_.declare(arguments);          // --size --boxes --diagonals --windows --disjoint-groups
//     GeometryPtr g = board_.geometry();

#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "encode/board/geometry.hpp"

namespace clew::cli {

struct GeometryOptions {
    std::uint64_t size = 9;
    std::optional<std::string> boxes;
    std::optional<std::string> regions;
    bool diagonals = false;
    bool windows = false;
    bool disjoint_groups = false;

    void declare(Arguments& arguments);
    /// Errors: InputError for a board that does not fit together.
    GeometryPtr geometry() const;
};

}  // namespace clew::cli
