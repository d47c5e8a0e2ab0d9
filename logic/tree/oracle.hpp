#pragma once
// Solution oracle: does this partly filled grid have a solution? Answered by SAT.
//
//     SolutionOracle oracle{puzzle, stop};
//     oracle.has_solution(digits)          // false: proved dead
//
// An answer that the stop flag cut short is "yes": the oracle prunes only what is proved.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "encode/cnf/open_encoding.hpp"
#include "encode/sat/session.hpp"

namespace clew::logic::inline tree {

class SolutionOracle {
  public:
    /// Lists the solutions of the puzzle by SAT, up to a limit.
    SolutionOracle(const Puzzle& puzzle, const StopFlag* stop);

    /// Whether some solution agrees with these digits (one entry a cell).
    bool has_solution(std::span<const std::optional<Digit>> digits);

  private:
    /// What is asked when not all solutions are known: about each grid by assumptions.
    struct Asking {
        cnf::OpenEncoding question;
        sat::Session session;
    };

    void remember(const Grid& grid);
    Asking& asking();
    bool ask(std::span<const std::optional<Digit>> digits);

    Puzzle puzzle_;
    const StopFlag* stop_;
    bool all_known_ = false;
    std::size_t known_ = 0;
    std::vector<std::vector<std::uint64_t>> holders_;  // per candidate: the solutions that have it
    std::optional<Asking> asking_;
};

}  // namespace clew::logic::inline tree
