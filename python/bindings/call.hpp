#pragma once
// Call: one long call from Python: its options, and how it is bounded, watched and stopped.
//
//     module.def("count", [](const Record& puzzle, Call& call) {
//         const CountResult found = call.run([&] { return clew::count(puzzle.puzzle, call.options()); });
//         return py::dict(...);                            // partial, if it was stopped
//     });
//
// The work runs on a thread of its own without Python's lock. The thread that called waits for it,
// and every 50 ms takes the lock for a moment, runs the handlers of signals (Ctrl-C), calls the
// caller's progress function with what the engine told last (twice a second if it tells nothing),
// and looks at the time. What any of
// these raises stops the work and is kept: the binding returns what was found until then, and the
// Python side (clew/call.py) raises it with that answer attached. So a progress function is never
// called from a working thread, and never more than twenty times a second.

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "solve/solve.hpp"

namespace clew::python {

namespace py = pybind11;

/// The engine of that name. Errors: ValueError if there is none, or this build lacks it.
Engine parse_engine(const std::string& name);
/// Errors: ValueError, behind `argument`, if the engine cannot count it; Engine::automatic can.
void need_engine(Engine engine, const Puzzle& puzzle, const std::string& argument);

class Call {
  public:
    /// `threads`: nothing for one a processor. `progress`: a callable, or None.
    Call(const std::string& engine, std::optional<unsigned> threads,
         std::optional<std::uint64_t> limit, std::optional<std::uint64_t> max_nodes,
         std::optional<double> seconds, py::object progress);
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// What to hand on: engine, threads, limit, budget with the stop flag, progress.
    const SolveOptions& options() const { return options_; }
    const Budget& budget() const { return options_.budget; }
    unsigned threads() const { return options_.threads; }
    /// Options with this engine checked against a puzzle. Errors: ValueError if it cannot count it.
    void need_count(const Puzzle& puzzle) const;

    /// What an engine without on_progress may tell instead; by any thread.
    void tell(const Progress& reached, Engine engine);
    /// For what has no engine: so many of so many are done (0: nobody knows).
    void tell(std::uint64_t done, double share) {
        tell({.nodes = done, .explored = share}, Engine::automatic);
    }

    /// Runs `work`, which must not touch Python, and returns what it returns; throws what it
    /// throws. Requires Python's lock. May be
    /// called again: the time is for all runs together. Errors: as need_idle().
    template <class Work>
    std::invoke_result_t<Work&> run(Work&& work) {
        std::optional<std::invoke_result_t<Work&>> result;
        run_task([&] { result.emplace(work()); });
        return std::move(*result);
    }
    /// Errors: ValueError if it runs: its progress function asks, or another thread.
    void need_idle() const;
    /// Ends the work that runs, and all that is to come. From any thread.
    void stop() { stop_.raise(); }
    /// The exception by which a signal or the progress function stopped the work; None if neither.
    py::object error() const { return error_; }

  private:
    void run_task(const std::function<void()>& task);
    void look_after();  // with the lock: signals and progress

    SolveOptions options_;
    StopFlag stop_;
    std::optional<double> seconds_;
    py::object progress_;
    py::object error_ = py::none();
    bool timed_out_ = false;
    bool running_ = false;  // guarded by Python's lock

    const std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_ = made_;  // progress was called

    std::mutex told_;  // guards the next three
    Progress reached_;
    Engine engine_ = Engine::automatic;
    bool fresh_ = false;
};

}  // namespace clew::python
