#include "python/bindings/call.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>

#include "python/bindings/bindings.hpp"

namespace clew::python {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds tick{50};
constexpr std::chrono::milliseconds beat{500};  // of progress, where nothing is told
constexpr double longest_wait = 1e9;            // seconds: what a time point can hold, by far

}  // namespace

Engine parse_engine(const std::string& name) {
    for (const Engine engine : every_engine)
        if (name == to_string(engine)) {
            if (!is_built(engine))
                throw py::value_error("this build of Clew has no engine '" + name + "'");
            return engine;
        }
    throw py::value_error("engine '" + name +
                          "': 'auto', 'sat', 'cubes', 'search', 'exact' or 'frontier'");
}

Call::Call(const std::string& engine, std::optional<unsigned> threads,
           std::optional<std::uint64_t> limit, std::optional<std::uint64_t> max_nodes,
           std::optional<double> seconds, py::object progress)
    : seconds_(seconds), progress_(std::move(progress)) {
    options_.engine = parse_engine(engine);
    options_.threads = threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
    if (options_.threads == 0) throw py::value_error("threads must be at least 1");
    if (seconds && !(*seconds >= 0)) throw py::value_error("seconds must not be negative");
    if (!progress_.is_none() && PyCallable_Check(progress_.ptr()) == 0)
        throw py::type_error("progress must be callable");
    options_.limit = limit.value_or(unlimited);
    options_.budget = {.stop = &stop_, .max_nodes = max_nodes.value_or(unlimited)};
    if (!progress_.is_none())
        options_.on_progress = [this](const Progress& reached, Engine at_work) {
            tell(reached, at_work);
        };
}

void Call::need_count(const Puzzle& puzzle) const { need_engine(options_.engine, puzzle, ""); }

void need_engine(Engine engine, const Puzzle& puzzle, const std::string& argument) {
    if (engine != Engine::automatic && !can_count(engine, puzzle))
        throw py::value_error(argument + "engine '" + to_string(engine) +
                              "' cannot count such a puzzle: it needs " +
                              (engine == Engine::exact ? "a 9x9 board whose rules touch few cells"
                                                       : "a puzzle without rules"));
}

void Call::tell(const Progress& reached, Engine engine) {
    const std::scoped_lock lock{told_};
    reached_ = reached;
    engine_ = engine;
    fresh_ = true;
}

void Call::look_after() {
    try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (progress_.is_none()) return;
        Progress reached;
        Engine engine = Engine::automatic;
        {
            const std::scoped_lock lock{told_};
            if (!fresh_ && Clock::now() - last_ < beat) return;
            fresh_ = false;
            reached = reached_;
            engine = engine_;
        }
        last_ = Clock::now();
        const std::chrono::duration<double> seconds = last_ - made_;
        progress_(py::module_::import("clew.results")
                      .attr("Progress")(reached.solutions, reached.nodes, reached.explored,
                                        to_string(engine), seconds.count()));
    } catch (py::error_already_set& error) {
        stop_.raise();
        error_ = error.value();
        if (error.trace()) PyException_SetTraceback(error_.ptr(), error.trace().ptr());
    }
}

void Call::need_idle() const {
    if (running_)
        throw py::value_error(
            "this call is at work: neither its progress function nor another thread may use it");
}

void Call::run_task(const std::function<void()>& task) {
    need_idle();
    if (!error_.is_none()) return task();  // stopped before: ends at once, with nothing
    std::mutex guard;
    std::condition_variable ended;
    bool done = false;
    std::exception_ptr failure;
    struct Running {
        bool& flag;
        explicit Running(bool& f) : flag(f) { flag = true; }
        ~Running() { flag = false; }
    } const running{running_};
    const auto work = [&] {
        std::exception_ptr thrown;
        try {
            task();
        } catch (...) {
            thrown = std::current_exception();
        }
        const std::scoped_lock lock{guard};
        failure = thrown;
        done = true;
        ended.notify_one();
    };
    {
        const py::gil_scoped_release released;
        const Clock::time_point begun = Clock::now();
        const Clock::time_point deadline =
            begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                        std::min(seconds_.value_or(longest_wait), longest_wait)));
        // No time at all is a stop from the beginning, on any machine.
        if (deadline <= begun) {
            timed_out_ = true;
            stop_.raise();
        }
        std::thread worker;
        try {
            worker = std::thread(work);
        } catch (const std::system_error&) {
            work();  // the system gives no thread: unwatched, but answered
        }
        std::unique_lock lock{guard};
        while (!done) {
            ended.wait_until(lock, std::min(deadline, Clock::now() + tick), [&] { return done; });
            if (done) break;
            if (!timed_out_ && Clock::now() >= deadline) {
                timed_out_ = true;
                stop_.raise();
            }
            lock.unlock();
            if (!stop_.raised()) {
                const py::gil_scoped_acquire acquired;
                look_after();
            }
            if (stop_.raised()) {
                lock.lock();
                ended.wait(lock, [&] { return done; });
                break;
            }
            lock.lock();
        }
        lock.unlock();
        if (worker.joinable()) worker.join();
        if (seconds_)
            seconds_ = std::max(
                0.0, *seconds_ - std::chrono::duration<double>(Clock::now() - begun).count());
    }
    if (failure) std::rethrow_exception(failure);
}

void bind_call(py::module_& module) {
    py::class_<Call>(module, "Call", "Options of one long call, and how it ended.")
        .def(py::init<const std::string&, std::optional<unsigned>, std::optional<std::uint64_t>,
                      std::optional<std::uint64_t>, std::optional<double>, py::object>(),
             py::arg("engine") = "auto", py::arg("threads") = py::none(),
             py::arg("limit") = py::none(), py::arg("max_nodes") = py::none(),
             py::arg("seconds") = py::none(), py::arg("progress") = py::none())
        .def(
            "tell", [](Call& call, std::uint64_t done, double share) { call.tell(done, share); },
            py::arg("done"), py::arg("share"), "So much is done, before the next run.")
        .def_property_readonly("error", &Call::error,
                               "What a signal or the progress function raised, or None.");
}

}  // namespace clew::python
