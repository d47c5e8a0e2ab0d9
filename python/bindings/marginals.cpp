// What is true of the solutions together: in how many each candidate is, in which at all, and some
// of them drawn at random.

#include <pybind11/stl.h>

#include "core/formats/formats.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "setter/density.hpp"
#include "solve/candidates.hpp"
#include "solve/sample.hpp"

namespace clew::python {
namespace {

using namespace pybind11::literals;

py::dict density_of(const Record& record, Call& call, bool counts) {
    call.need_count(record.puzzle);
    const Geometry& geometry = record.puzzle.geometry();
    const setter::Density found = call.run([&] {
        return setter::density(
            record.puzzle, {.counting = counts ? setter::Counting::counts : setter::Counting::none,
                            .engine = call.options().engine,
                            .budget = call.budget(),
                            .threads = call.threads(),
                            .on_progress = call.options().on_progress});
    });
    py::dict answer("total"_a = py::none(), "counts"_a = py::none(), "possible"_a = py::none(),
                    "ending"_a = to_string(found.ending()),
                    "engine"_a = found.counted() ? to_string(found.engine()) : "");
    if (found.known()) {
        std::vector<DigitSet> possible;
        for (std::size_t i = 0; i < geometry.cell_count(); ++i)
            possible.push_back(found.possible(Cell{i}));
        answer["possible"] = mask_array(possible, geometry.size());
    }
    if (found.counted()) {
        answer["total"] = to_int(found.total());
        py::list numbers{geometry.candidate_count()};
        for (std::size_t i = 0; i < geometry.candidate_count(); ++i)
            numbers[i] = to_int(found.of(geometry.candidate(i)));
        answer["counts"] = numbers;
    }
    return answer;
}

py::dict candidates_of(const Record& record, Call& call) {
    if (!is_built(Engine::sat)) throw py::value_error("this build of Clew has no engine 'sat'");
    const TrueCandidates found = call.run([&] {
        return true_candidates(record.puzzle, call.budget(), [&](double explored) {
            call.tell({.explored = explored}, Engine::sat);
        });
    });
    return py::dict("possible"_a = mask_array(found.digits, record.puzzle.geometry().size()),
                    "ending"_a = to_string(found.ending));
}

py::dict sample_of(const Record& record, Call& call, std::size_t n, std::uint64_t seed) {
    call.need_count(record.puzzle);
    const Sample drawn = call.run([&] {
        return sample(record.puzzle, n,
                      {.seed = seed,
                       .engine = call.options().engine,
                       .budget = call.budget(),
                       .threads = call.threads(),
                       .on_progress = call.options().on_progress});
    });
    return py::dict("grids"_a = grids_array(drawn.grids, record.puzzle.geometry()),
                    "total"_a = to_int(drawn.total), "ending"_a = to_string(drawn.ending),
                    "engine"_a = to_string(drawn.engine));
}

}  // namespace

void bind_marginals(py::module_& module) {
    module.def("density", &density_of, "See clew.density.");
    module.def("candidates", &candidates_of, "See clew.candidates.");
    module.def("sample", &sample_of, "See clew.sample.");
}

}  // namespace clew::python
