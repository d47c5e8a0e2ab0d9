#pragma once
// Options that name a board, and rules for all of it, for commands that make puzzles rather than
// read them.
//
//     GeometryOptions board_;
//     board_.declare(arguments);          // --size --boxes --diagonals --anti-knight ...
//     GeometryPtr g = board_.geometry();
//     std::vector<Rule> r = board_.rules();

#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "core/board/geometry.hpp"
#include "core/board/rule.hpp"

namespace clew::cli {

struct GeometryOptions {
    std::uint64_t size = 9;
    std::optional<std::string> boxes;
    std::optional<std::string> regions;
    bool diagonals = false;
    GeometrySpec variants;  ///< the flags of board_variants()
    bool non_consecutive = false;

    void declare(Arguments& arguments);
    /// Errors: InputError for a board that does not fit together.
    GeometryPtr geometry() const;
    /// What is asked of the whole board beyond its houses.
    std::vector<Rule> rules() const;
};

}  // namespace clew::cli
