// Counting: how many, about how many, who would count, and whether two engines agree.

#include <pybind11/stl.h>

#include "core/formats/formats.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "solve/cross_check.hpp"
#include "solve/estimate.hpp"
#include "solve/forecast.hpp"
#include "solve/solve.hpp"

namespace clew::python {
namespace {

using namespace pybind11::literals;

py::dict answer(const CountResult& found) {
    return py::dict("solutions"_a = to_int(found.solutions), "exact"_a = found.exact(),
                    "ending"_a = to_string(found.ending), "engine"_a = to_string(found.engine),
                    "nodes"_a = found.nodes);
}

py::dict count_of(const Record& record, Call& call) {
    call.need_count(record.puzzle);
    return answer(call.run([&] { return count(record.puzzle, call.options()); }));
}

py::dict cross_check_of(const Record& record, Call& call, const std::string& second_name) {
    const Engine second = parse_engine(second_name);
    need_engine(second, record.puzzle, "verify_with: ");
    if (second == Engine::automatic) throw py::value_error("verify_with: name an engine");
    call.need_count(record.puzzle);
    const CrossCheck check =
        call.run([&] { return cross_check(record.puzzle, call.options(), second); });
    return py::dict("agreement"_a = to_string(check.agreement), "first"_a = answer(check.first),
                    "second"_a = answer(check.second));
}

py::dict estimate_of(const Record& record, Call& call, std::uint64_t samples, std::uint64_t seed) {
    const Estimate e = call.run(
        [&] { return estimate(record.puzzle, samples, seed, call.budget(), call.threads()); });
    return py::dict("solutions"_a = e.solutions, "low"_a = e.low, "high"_a = e.high,
                    "trust"_a = to_string(e.trust), "samples"_a = e.samples, "hits"_a = e.hits,
                    "effective_hits"_a = e.effective_hits, "search_nodes"_a = e.search_nodes,
                    "ending"_a = to_string(e.ending));
}

py::dict forecast_of(const Record& record, Call& call) {
    call.need_count(record.puzzle);
    const Forecast f = call.run([&] { return forecast(record.puzzle, call.options()); });
    return py::dict("engine"_a = to_string(f.engine), "sure"_a = to_string(f.sure),
                    "seconds"_a = f.seconds, "bytes"_a = f.bytes);
}

}  // namespace

void bind_count(py::module_& module) {
    module.def("count", &count_of, "See clew.count.");
    module.def("cross_check", &cross_check_of, "See clew.count.");
    module.def("estimate", &estimate_of, "See clew.estimate.");
    module.def("forecast", &forecast_of, "See clew.forecast.");
}

}  // namespace clew::python
