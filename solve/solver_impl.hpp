#pragma once
// What a Solver holds. Private to solve: batches take the question over as it is.

#include "solve/engines.hpp"
#include "solve/solver.hpp"

namespace clew {

struct Solver::Impl {
    explicit Impl(const Puzzle& question);

    Puzzle puzzle;            ///< the question, or what it began as if it is plain
    bool plain;               ///< search9 takes it
    search9::Marks9 marks{};  ///< then the question

    Puzzle question() const;
};

}  // namespace clew
