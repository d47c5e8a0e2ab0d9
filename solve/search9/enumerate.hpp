#pragma once
// The 9x9 engine of search9.hpp in pieces, as the general search of enumerate.hpp, with threads,
// progress and going on.
//
//     ClassicRun run{marks9(puzzle)};
//     Report r = run.go_on({.budget = {.max_nodes = 10'000}, .threads = 2});
//
// The order of solutions is the engine's own and differs from the general search's.

#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"
#include "solve/search/enumerate.hpp"
#include "solve/search9/search9.hpp"

namespace clew::search9 {

/// As search::Run. Costs no allocation to make, and none to ask where one thread answers and no
/// progress is reported.
class ClassicRun final : public search::RunInPieces {
  public:
    /// Where it ends at its limit or because the sink says stop it may not be gone on with: no more
    /// solutions are looked for than are wanted.
    explicit ClassicRun(const Marks9& marks) : RunInPieces(slice_nodes), marks_(marks) {}

    /// As search::Run::skip.
    void skip(const Grid& solution);

  private:
    /// Going on costs the nodes down to the place.
    static constexpr std::uint64_t slice_nodes = 65536;

    Report alone(const search::Leg& leg, const search::DigitSink* sink) override;
    Parts cut(std::size_t parts) override;

    Marks9 marks_;
    Path9 next_;
    double explored_ = 0;
};

}  // namespace clew::search9
