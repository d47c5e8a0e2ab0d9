// Solutions: one, none-one-or-several, all of them one after another.
//
// A listing runs the engine on a thread of its own, whichever engine it is, and the engine waits in
// its sink while the shelf between the two is full: what is not yet asked for is not yet searched
// for, but for a shelf of some thousand solutions. Dropping the listing raises the stop flag.

#include <pybind11/stl.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/formats/formats.hpp"
#include "core/rules/verify.hpp"
#include "explain/report/solve.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "solve/solve.hpp"

namespace clew::python {
namespace {

using namespace pybind11::literals;

constexpr std::size_t shelf = 4096;  // solutions that the engine may be ahead

void need_list(const Call& call) {
    if (!can_list(call.options().engine))
        throw py::value_error(std::string("engine '") + to_string(call.options().engine) +
                              "' counts and lists nothing");
}

}  // namespace

class Listing {
  public:
    Listing(const Record& record, py::object call)
        : call_object_(std::move(call)),
          call_(py::cast<Call&>(call_object_)),
          puzzle_(record.puzzle),
          cells_(record.puzzle.geometry().cell_count()) {
        need_list(call_);
    }
    Listing(const Listing&) = delete;
    Listing& operator=(const Listing&) = delete;
    ~Listing() { close(); }

    // Up to `most` solutions, uint8[k, cells]: as many if `whole`, and there are, otherwise what is
    // there, but one at least. None at the end.
    py::array_t<std::uint8_t> take(std::size_t most, bool whole) {
        if (most == 0) throw py::value_error("block must be at least 1");
        call_.need_idle();
        const std::size_t least = whole ? most : 1;
        if (!engine_.joinable() && !ended_) {
            room_ = std::max(shelf, most);
            engine_ = std::thread([this] { work(); });
        }
        if (!ready(least))
            call_.run([&] {
                std::unique_lock lock{guard_};
                wanted_ = least;
                arrived_.wait(lock, [&] { return ended_ || held() >= least; });
                return true;
            });
        const std::scoped_lock lock{guard_};
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        const std::size_t count = std::min(most, held());
        py::array_t<std::uint8_t> block{{count, cells_}};
        if (count > 0) std::memcpy(block.mutable_data(), &digits_[taken_ * cells_], count * cells_);
        taken_ += count;
        if (taken_ == shelved_) taken_ = shelved_ = 0;
        freed_.notify_one();
        return block;
    }

    // As count() answers, of what was taken, but for their number.
    py::dict result() {
        const std::scoped_lock lock{guard_};
        const bool over = ended_ && !cut_ && held() == 0;
        const Ending ending = over ? report_.ending : Ending::interrupted;
        return py::dict("exact"_a = over && ending == Ending::exhausted,
                        "ending"_a = clew::to_string(ending),
                        "engine"_a = clew::to_string(report_.engine), "nodes"_a = report_.nodes);
    }

    void close() {
        {
            const std::scoped_lock lock{guard_};
            cut_ = cut_ || !ended_ || held() > 0;
            closed_ = true;
            taken_ = shelved_ = 0;
        }
        call_.stop();
        freed_.notify_one();
        if (engine_.joinable()) engine_.join();  // it never waits for Python
        ended_ = true;
    }

  private:
    std::size_t held() const { return shelved_ - taken_; }  // with the guard
    bool ready(std::size_t least) {
        const std::scoped_lock lock{guard_};
        return ended_ || held() >= least;
    }

    void work() {
        const auto sink = [this](const Grid& grid) {
            std::unique_lock lock{guard_};
            freed_.wait(lock, [&] { return closed_ || taken_ > 0 || shelved_ < room_; });
            if (closed_) return Flow::stop;
            if (shelved_ == room_) {
                std::memmove(digits_.data(), &digits_[taken_ * cells_], held() * cells_);
                shelved_ -= std::exchange(taken_, 0);
            }
            digits_.resize(std::max(digits_.size(), (shelved_ + 1) * cells_));
            std::ranges::transform(grid.digits(), &digits_[shelved_ * cells_], [](Digit d) {
                return static_cast<std::uint8_t>(d.index() + 1);
            });
            ++shelved_;
            if (held() == wanted_) {
                wanted_ = 0;
                arrived_.notify_one();
            }
            return Flow::go_on;
        };
        CountResult report;
        std::exception_ptr failure;
        try {
            report = enumerate(puzzle_, call_.options(), sink);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::scoped_lock lock{guard_};
        report_ = std::move(report);
        failure_ = failure;
        ended_ = true;
        arrived_.notify_one();
    }

    py::object call_object_;  // keeps the next
    Call& call_;
    Puzzle puzzle_;
    std::size_t cells_;
    std::size_t room_ = shelf;
    std::thread engine_;

    std::mutex guard_;  // of all below
    std::condition_variable arrived_, freed_;
    std::vector<std::uint8_t>
        digits_;  // solutions, of which those from taken_ to shelved_ are held
    std::size_t taken_ = 0, shelved_ = 0;
    std::size_t wanted_ = 0;  // somebody waits for so many; 0: nobody
    bool ended_ = false, closed_ = false;
    bool cut_ = false;  // closed before all were handed out
    CountResult report_;
    std::exception_ptr failure_;
};

namespace {

py::dict solve_of(const Record& record, Call& call) {
    need_list(call);
    const SolveResult found = call.run([&] { return solve(record.puzzle, call.options()); });
    py::object solution = py::none();
    if (found.solution) solution = grid_array(*found.solution);
    return py::dict("solution"_a = solution, "ending"_a = clew::to_string(found.ending),
                    "engine"_a = clew::to_string(found.engine));
}

py::dict verify_of(const Record& record, Call& call) {
    need_list(call);
    const Verdict verdict = call.run([&] { return verify(record.puzzle, call.options()); });
    return py::dict("validity"_a = report::to_string(verdict.validity),
                    "witnesses"_a = grids_array(verdict.witnesses, record.puzzle.geometry()),
                    "ending"_a = clew::to_string(verdict.ending),
                    "engine"_a = clew::to_string(verdict.engine));
}

std::optional<std::string> fault_of(const Record& record, const py::object& digits) {
    return find_fault(record.puzzle, to_grid(digits, record.puzzle.geometry()));
}

}  // namespace

void bind_listing(py::module_& module) {
    py::class_<Listing>(module, "Listing", "Solutions one after another; see clew.solutions.")
        .def(py::init<const Record&, py::object>())
        .def("take", &Listing::take,
             "uint8[k, cells]: the next solutions, at most so many; none at the end.")
        .def("result", &Listing::result, "How it ended, or that it has not.")
        .def("close", &Listing::close, "Ends the work.");
    module.def("solve", &solve_of, "See clew.solve.");
    module.def("verify", &verify_of, "See clew.verify.");
    module.def("find_fault", &fault_of, "See clew.find_fault.");
}

}  // namespace clew::python
