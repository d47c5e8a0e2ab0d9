#pragma once
// Options that the commands share, each group declared once.
//
//     WorkOptions work_;
//     work_.declare(arguments);                       // --engine --limit --timeout --threads ...
//     SolveOptions o = work_.solve_options(watch);

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/watch.hpp"
#include "core/base/shard.hpp"
#include "solve/solve.hpp"

namespace clew::cli {

/// Adds --engine auto|sat|cubes|search|exact.
void declare_engine(Arguments& arguments, Engine& engine);
void declare_quiet(Arguments& arguments, bool& quiet);
/// Adds --shard, for one part of so many: "I/N".
Argument& declare_shard(Arguments& arguments, std::optional<Shard>& shard, const char* value_name,
                        const std::string& help);
/// The names of encodings: minimal, natural, extended, complete, and efficient for natural.
std::vector<std::pair<std::string, cnf::Families>> family_choices();

/// Errors: UsageError of `option`, which needs that engine, if it is not in this build.
void need_engine(Engine engine, const std::string& option);

/// Whether --limit is among the options.
enum class Limit : std::uint8_t { none, offered };

struct WorkOptions {
    Engine engine = Engine::automatic;
    Engine second = Engine::automatic;  ///< --verify-with; automatic: none
    std::optional<std::uint64_t> limit;
    std::optional<double> timeout;
    unsigned threads = 0;  ///< 0: one a processor
    sat::EnumerationMethod strategy = sat::EnumerationMethod::blocking;
    std::optional<cnf::Families> families;  ///< --encoding; nothing: the open candidates

    /// Adds --engine, --limit, --timeout, --threads, and what the engines sat and cubes take.
    void declare(Arguments& arguments, Limit limit = Limit::offered);
    /// Adds --verify-with, after declare().
    Argument& declare_second(Arguments& arguments, const std::string& help);
    /// --timeout and --threads alone.
    void declare_time(Arguments& arguments);
    /// --threads alone.
    void declare_threads(Arguments& arguments);
    /// Errors: UsageError if an engine is asked for that this build does not have.
    SolveOptions solve_options(Watch& watch) const;
    /// The number of threads to use: as asked, or one a processor.
    unsigned thread_count() const;
};

}  // namespace clew::cli
