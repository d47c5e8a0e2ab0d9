#include "cli/work_options.hpp"

#include <algorithm>
#include <thread>

namespace clew::cli {

namespace {

constexpr std::uint64_t most_threads = 1024;  // more are a slip of the finger

}  // namespace

void declare_engine(Arguments& arguments, Engine& engine) {
    arguments.choice("--engine", engine,
                     {{"auto", Engine::automatic},
                      {"sat", Engine::sat},
                      {"cubes", Engine::cubes},
                      {"search", Engine::search},
                      {"exact", Engine::exact}},
                     "who answers: auto takes the cheapest by predicted cost; sat is one "
                     "CryptoMiniSat session with blocking clauses; cubes splits the board and asks "
                     "SAT about small parts; exact counts plain 9x9 without listing");
}

void WorkOptions::declare(Arguments& arguments, Limit offered) {
    declare_engine(arguments, engine);
    if (offered == Limit::offered)
        arguments.value("--limit", limit, "N", "stop after N solutions of a puzzle");
    declare_time(arguments);
}

void WorkOptions::declare_time(Arguments& arguments) {
    arguments.duration(
        "--timeout", timeout,
        "stop after so long (30, 500ms, 2m) and give what was found, marked partial");
    declare_threads(arguments);
}

void WorkOptions::declare_threads(Arguments& arguments) {
    arguments.value("--threads", threads, "N", "threads; the default is one a processor")
        .from(0, most_threads);
}

SolveOptions WorkOptions::solve_options(Watch& watch) const {
    return {.engine = engine,
            .budget = {.stop = &watch.flag()},
            .limit = limit.value_or(unlimited),
            .threads = thread_count()};
}

unsigned WorkOptions::thread_count() const {
    return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace clew::cli
