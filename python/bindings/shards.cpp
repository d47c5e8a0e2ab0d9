// Shards: a count planned in parts, one part run, the parts put together. All are lines of text, as
// the command writes them: what a scheduler sends and a journal keeps.

#include <pybind11/stl.h>

#include <sstream>

#include "core/formats/formats.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "python/bindings/shard_lines.hpp"
#include "solve/forecast.hpp"
#include "solve/shard_plan.hpp"

namespace clew::python {
namespace {

using namespace pybind11::literals;

/// "arrangements" or "prefixes"; "auto": what a count would take.
Cut cut_of(const Puzzle& puzzle, const std::string& by) {
    const bool plain = puzzle.is_plain_classic();
    if (by == "prefixes") return Cut::prefixes;
    if (by != "arrangements" && by != "auto")
        throw py::value_error("by: '" + by + "' is not auto, arrangements or prefixes");
    if (by == "arrangements" && !plain)
        throw py::value_error(
            "by: arrangements are the exact counter's, which cuts plain 9x9 boards alone");
    if (by == "auto" && (!plain || costs_of(puzzle).cheaper != Engine::exact)) return Cut::prefixes;
    return Cut::arrangements;
}

py::tuple plan_of(const Record& record, Call& call, std::size_t of, const std::string& by) {
    need_shards(of);
    Cut cut{};
    const std::vector<ShardTask> tasks = call.run([&] {
        cut = cut_of(record.puzzle, by);
        return plan_shards(record.puzzle, {.of = of, .cut = cut});
    });
    if (cut == Cut::prefixes) call.need_count(record.puzzle);
    return py::make_tuple(to_string(cut), lines_of(tasks));
}

std::string run_task(const std::string& line, Call& call) {
    std::istringstream in{line};
    const std::vector<ShardTask> tasks = read_tasks(in, "task");
    if (tasks.size() != 1) throw py::value_error("run_task: one task");
    return to_json(call.run([&] {
        return run_shard(tasks[0], {.budget = call.budget(),
                                    .threads = call.threads(),
                                    .engine = call.options().engine,
                                    .hand_on = tasks[0].cut == Cut::prefixes});
    }));
}

/// How the parts of a text were cut, and every one as told_of tells it.
py::tuple parts_of(const std::string& text, const std::string& source) {
    std::istringstream in{text};
    py::list list;
    const std::vector<ShardCount> parts = read_shards(in, source);
    for (const ShardCount& part : parts) list.append(told_of(part, part.result.exact()));
    return py::make_tuple(parts.empty() ? "" : to_string(parts.front().cut), list);
}

/// Errors: InputError for the first part that does not belong to the plan of that task.
void check_parts(const std::string& text, const std::string& source, const std::string& line) {
    std::istringstream planned{line}, in{text};
    const std::vector<ShardTask> tasks = read_tasks(planned, "task");
    if (tasks.size() != 1) throw py::value_error("check_parts: one task");
    const ShardTask& task = tasks.front();
    const std::vector<ShardCount> parts = read_shards(in, source);
    check_family(parts, task, "count");
    for (const ShardCount& part : parts)
        if (part.cut != task.cut || (part.plan == task.plan && part.units != task.units))
            throw InputError(part.place, "a part of another count", "the journal of this one");
}

py::dict merge_of(const std::string& text, const std::string& source) {
    std::istringstream in{text};
    const std::vector<ShardCount> parts = read_shards(in, source);
    const Merged merged = merge(parts);
    py::list repeated;
    for (const RepeatedShard& again : merged.repeated) repeated.append(to_string(again.shard));
    return py::dict("solutions"_a = to_int(merged.total), "exact"_a = merged.exact(),
                    "ending"_a = to_string(merged.ending), "engine"_a = to_string(merged.engine),
                    "nodes"_a = merged.terms, "shards"_a = merged.parts.size(),
                    "repeated"_a = py::tuple(repeated));
}

}  // namespace

void bind_shards(py::module_& module) {
    module.def("plan_shards", &plan_of, "See clew.cluster.count.");
    module.def("run_task", &run_task, "See clew.cluster.count.");
    module.def("parts", &parts_of, "See clew.cluster.count.");
    module.def("check_parts", &check_parts, "See clew.cluster.count.");
    module.def("merge_parts", &merge_of, "See clew.cluster.count.");
}

}  // namespace clew::python
