#pragma once
// What clew.cluster is told of tasks and of results of parts, of counts and of trees alike.
//
//     lines_of(plan_shards(...))         [(line, predicted cost, "3/8")]
//     told_of(part, part.result.exact()) (plan, "3/8", whether it is whole, plan of its rest, [as above])
//     check_family(parts, tasks.at(0), "count")

#include <pybind11/pybind11.h>

#include <set>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/input_error.hpp"
#include "core/base/shard.hpp"

namespace clew::python {

namespace py = pybind11;

/// Errors: ValueError if nobody cuts work into so many parts.
inline void need_shards(std::size_t of) {
    constexpr std::size_t most = 100'000;
    if (of < 1 || of > most) throw py::value_error("shards: 1 to " + std::to_string(most));
}

template <class Task>
py::list lines_of(const std::vector<Task>& tasks) {
    py::list lines;
    for (const Task& task : tasks)
        lines.append(py::make_tuple(to_json(task), task.cost, to_string(task.shard)));
    return lines;
}

template <class Part>
py::tuple told_of(const Part& part, bool whole) {
    const auto rest = rest_of(part);
    return py::make_tuple(hex(part.plan), to_string(part.shard), whole,
                          rest.empty() ? std::string{} : hex(rest.front().plan), lines_of(rest));
}

/// Errors: InputError for the first part that is neither of the plan of that task nor of what a
/// part before it left.
template <class Part, class Task>
void check_family(const std::vector<Part>& parts, const Task& task, const std::string& what) {
    std::set<std::uint64_t> plans{task.plan};
    for (const Part& part : parts) {
        if (part.puzzle != task.puzzle || !plans.contains(part.plan) ||
            (part.plan == task.plan && part.shard.of != task.shard.of))
            throw InputError(part.place, "a part of another " + what, "the journal of this one");
        const auto rest = rest_of(part);
        if (!rest.empty()) plans.insert(rest.front().plan);
    }
}

}  // namespace clew::python
