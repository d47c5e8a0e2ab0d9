#pragma once
// Runs the depth-first searches to their end or to a limit, on any number of threads, and goes on
// where a run ended.
//
//     Run run{puzzle};
//     Report r = run.go_on({.budget = {.max_nodes = 10'000}});
//     r.ending == Ending::exhausted                          // then r.solutions is all there are
//     if (r.ending == Ending::out_of_budget) r = run.go_on({.threads = 4});   // the rest
//
// Any board: the general search of search.hpp.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"
#include "solve/search/drive.hpp"
#include "solve/search/search.hpp"

namespace clew::search {

/// What a run is to do next.
struct Leg {
    Budget budget{};
    std::uint64_t limit = unlimited;
    unsigned threads = 1;
    /// Called every few thousand nodes from one of the working threads, never two at once.
    std::function<void(const Progress&)> on_progress{};
};

/// What the runs of both searches have in common: how a run goes on alone or shared by threads.
class RunInPieces {
  public:
    /// Counts solutions that were not counted or handed out yet, or hands them out. The report is
    /// of this call, but `explored` is of the whole. Requires resumable().
    Report go_on(const Leg& leg, const DigitSink* sink = nullptr);

    /// False once several threads were at it and did not come to the end: then the parts of the
    /// tree that are still open are known to nobody.
    bool resumable() const { return !lost_; }

  protected:
    /// What is left of the tree, in parts for drive().
    struct Parts {
        std::vector<double> shares;
        std::function<std::unique_ptr<PartWalk>(std::size_t)> walk;
    };

    explicit RunInPieces(std::uint64_t slice_nodes) : slice_nodes_(slice_nodes) {}
    RunInPieces(RunInPieces&&) noexcept = default;
    RunInPieces& operator=(RunInPieces&&) noexcept = default;
    ~RunInPieces() = default;

    /// Goes on from where the run stands, on this thread.
    virtual Report alone(const Leg& leg, const DigitSink* sink) = 0;
    /// Cuts what lies behind that place into about so many parts. The walks may refer to this run.
    virtual Parts cut(std::size_t parts) = 0;

    bool over_ = false;
    bool lost_ = false;

  private:
    std::uint64_t slice_nodes_;
};

/// A run over the solutions of one puzzle, in pieces. Movable; one thread at a time may call it.
class Run final : public RunInPieces {
  public:
    /// Stands before the first solution; below the node `within` alone. Copies what it needs.
    explicit Run(const Puzzle& puzzle, const NodePath& within = {});

    /// Skips a solution and all before it. Requires a run that has not begun. Errors:
    /// ContractViolation if `solution` is none of the puzzle's.
    void skip(const Grid& solution);
    /// Search::work() of what this run did on one thread.
    std::uint64_t work() const { return search_.work(); }

  private:
    Report alone(const Leg& leg, const DigitSink* sink) override;
    Parts cut(std::size_t parts) override;

    Puzzle puzzle_;
    Search search_;
};

/// The report of two pieces of one run, of which `later` went on where `earlier` ended.
Report joined(const Report& earlier, const Report& later);
/// What is left to do when a piece that ended early has done its part.
Leg rest_of(Leg leg, const Report& done);

}  // namespace clew::search
