// Setting: what would mend a puzzle, which cells can be filled otherwise, which clues could go, and
// puzzles to order.

#include <pybind11/stl.h>

#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "clew/logic.hpp"
#include "clew/report.hpp"
#include "core/base/workers.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/convert.hpp"
#include "python/bindings/pictures.hpp"

namespace clew::python {
namespace {

std::optional<std::string> conflict_of(const Record& record, Call& call) {
    return call.run([&]() -> std::optional<std::string> {
        const auto found = setter::quick_conflict(record.puzzle, call.budget().stop);
        if (!found) return std::nullopt;
        return report::conflict_json(record.puzzle, *found).dump();
    });
}

py::tuple repair_of(const Record& record, Call& call, const std::string& pairs,
                    std::optional<std::uint64_t> max_pairs, std::size_t top,
                    std::uint64_t max_solutions, const std::string& language) {
    report::DiagnosisOptions options;
    options.repair.language = parse_language(language);
    options.repair.pairs = one_of<setter::Pairs>("pairs", pairs, {"none", "needed", "all"});
    options.repair.max_pairs = max_pairs;
    options.repair.threads = call.threads();
    options.repair.stop = call.budget().stop;
    std::atomic<std::uint64_t> tried{0};
    options.repair.on_tried = [&](std::uint64_t n) { call.tell(tried += n, 0); };
    options.completion.max_solutions = max_solutions;
    options.completion.budget.stop = call.budget().stop;
    options.top = top;
    std::vector<std::string> remarks;
    const std::string json = call.run([&] {
        const report::Diagnosis found = report::diagnose(record.puzzle, options);
        remarks = report::remarks(found);
        return to_json(record, found).dump();
    });
    return py::make_tuple(json, remarks);
}

std::string misread_of(const Record& record, Call& call, const std::string& confusions,
                       std::size_t top) {
    const auto known = setter::parse_confusions(confusions, record.puzzle.geometry().size());
    return call.run([&] {
        return report::to_json(record, setter::misread(record.puzzle, known,
                                                       {.top = top, .stop = call.budget().stop}))
            .dump();
    });
}

py::tuple unavoidable_of(const Record& record, Call& call, std::size_t max_size,
                         const std::string& method, bool shapes, bool not_hit,
                         std::uint64_t max_solutions, const std::string& language) {
    using Options = report::DeadlySetOptions;
    Options options;
    options.max_size = max_size;
    options.method = one_of<Options::Method>("method", method, {"search", "sat", "templates"});
    if (options.method == Options::Method::sat) parse_engine("sat");  // says if it is not built
    if (shapes) options.want = Options::Want::shapes;
    if (not_hit) options.keep = Options::Keep::not_hit;
    options.max_solutions = max_solutions;
    options.language = parse_language(language);
    options.budget.max_nodes = call.budget().max_nodes;
    options.on_progress = [&](const Progress& h) { call.tell(h, Engine::automatic); };
    std::string json;
    std::string said;
    call.run([&] {
        report::DeadlySetFinder finder{options};
        const report::DeadlySets found = finder.find(record.puzzle, call.budget().stop);
        said = summary_of(record.puzzle, found);
        json = to_json(record, found).dump();
        return true;
    });
    return py::make_tuple(said, json);
}

py::tuple minimal_of(const Record& record, Call& call, const std::string& wanted,
                     std::uint64_t seed, std::uint64_t limit, std::size_t max_clues, bool rules,
                     const std::string& language) {
    report::ReductionOptions options;
    options.wanted = one_of<report::MinimalMode>("wanted", wanted, {"redundant", "one", "all"});
    options.seed = seed;
    options.limit = limit;
    options.max_clues = max_clues;
    options.rules = rules;
    options.budget = call.budget();
    options.language = parse_language(language);
    options.on_progress = [&](const Progress& h) { call.tell(h, Engine::automatic); };
    std::string json;
    std::string said;
    bool complete = false;
    std::vector<Puzzle> puzzles;
    call.run([&] {
        report::Reduction found = report::reduce(record.puzzle, options);
        complete = found.complete();
        said = report::remark(record.puzzle, found);
        json = to_json(record, found).dump();
        puzzles = std::move(found.subpuzzles);
        return true;
    });
    py::list list;
    for (Puzzle& puzzle : puzzles) list.append(Record{.puzzle = std::move(puzzle)});
    return py::make_tuple(complete, said, json, list);
}

using Range = std::pair<std::uint64_t, std::uint64_t>;

// board: a puzzle, whose geometry and rules all get.
py::dict generate_of(const Record& board, Call& call, std::uint64_t number, std::uint64_t seed,
                     Range clues, Range solutions, const std::string& symmetry,
                     std::vector<bool> pattern, bool redundant,
                     const std::vector<std::string>& techniques, std::optional<Range> score,
                     const std::string& rules, std::uint64_t attempts,
                     const std::optional<std::string>& difficulty,
                     const std::vector<std::string>& place) {
    setter::Wishes wishes;
    wishes.geometry = board.puzzle.geometry_ptr();
    wishes.rules = {board.puzzle.rules().begin(), board.puzzle.rules().end()};
    for (const std::string& kind : place)
        wishes.placements.push_back(setter::parse_placement(kind));
    wishes.seed = seed;
    wishes.min_clues = static_cast<std::size_t>(clues.first);
    wishes.max_clues = static_cast<std::size_t>(clues.second);
    wishes.min_solutions = solutions.first;
    wishes.max_solutions = solutions.second;
    const auto named = setter::parse_symmetry(symmetry);
    if (!named) {
        std::string names;
        for (const setter::Symmetry s : setter::all_symmetries())
            names += (names.empty() ? "'" : ", '") + std::string(setter::to_string(s)) + "'";
        throw py::value_error("symmetry '" + symmetry + "': " + names);
    }
    wishes.symmetry = *named;
    wishes.pattern = std::move(pattern);
    wishes.minimality = redundant ? setter::Minimality::any : setter::Minimality::minimal;
    wishes.max_attempts = attempts;
    report::PathWish path{.rules = rules_of(rules), .score = score};
    for (const std::string& name : techniques) {
        const auto technique = logic::parse_technique(name);
        if (!technique) throw py::value_error(logic::no_technique(name));
        path.techniques.push_back(*technique);
    }
    if (difficulty)
        path.grade = one_of<rating::HumanGrade>("difficulty", *difficulty, report::grades());
    report::prepare(path, wishes);
    if (path.any()) {
        wishes.fault = [&](const Puzzle& p) {
            return report::fault_of(p, path, wishes, call.budget().stop);
        };
    }
    const setter::Generator generator{wishes};
    std::map<std::uint64_t, setter::Generated> made;  // by their numbers: any may come first
    call.run([&] {
        std::mutex guard;
        std::uint64_t next = 0;
        const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(call.threads(), number));
        if (threads == 0) return true;
        run_workers(threads, [&](unsigned) {
            while (!call.budget().stopped()) {
                std::unique_lock lock{guard};
                if (next == number) return;
                const std::uint64_t i = next++;
                lock.unlock();
                setter::Generated one = generator.make(i, call.budget());
                lock.lock();
                made.emplace(i, std::move(one));
                call.tell(made.size(),
                          static_cast<double>(made.size()) / static_cast<double>(number));
            }
        });
        return true;
    });
    py::list puzzles;
    std::uint64_t failed = 0;
    std::string obstacle;
    std::uint64_t told = 0;
    for (const auto& [i, one] : made) {
        if (i != told || one.ending == Ending::interrupted) break;
        ++told;
        if (!one.puzzle) {
            ++failed;
            obstacle = one.obstacle;
            continue;
        }
        puzzles.append(py::make_tuple(report::record_of(one, generator.wishes()), one.solutions,
                                      one.attempts, frozen(grid_array(one.solution))));
    }
    using namespace pybind11::literals;
    return py::dict("puzzles"_a = puzzles, "failed"_a = failed, "obstacle"_a = obstacle,
                    "whole"_a = told == number);
}

}  // namespace

void bind_setter(py::module_& module) {
    module.def("conflict", &conflict_of, "See clew.Verdict.conflict.");
    module.def("repair", &repair_of, "See clew.repair.");
    module.def("misread", &misread_of, "See clew.misread.");
    module.def("unavoidable", &unavoidable_of, "See clew.unavoidable.");
    module.def("minimal", &minimal_of, "See clew.minimal.");
    module.def("generate", &generate_of, "See clew.generate.");
}

}  // namespace clew::python
