#include "cli/work_options.hpp"

#include <algorithm>
#include <thread>

#include "cli/usage_error.hpp"

namespace clew::cli {

namespace {

constexpr std::uint64_t most_threads = 1024;  // more are a slip of the finger

/// Each under its name.
std::vector<std::pair<std::string, Engine>> engine_choices(std::span<const Engine> engines) {
    std::vector<std::pair<std::string, Engine>> choices;
    for (Engine engine : engines) choices.emplace_back(to_string(engine), engine);
    return choices;
}

}  // namespace

std::vector<std::pair<std::string, cnf::Families>> family_choices() {
    std::vector<std::pair<std::string, cnf::Families>> choices;
    for (const cnf::FamilyRow& row : cnf::family_table())
        choices.emplace_back(row.name, row.families);
    choices.emplace_back("efficient", cnf::Families::natural);
    return choices;
}

Argument& declare_shard(Arguments& arguments, std::optional<Shard>& shard, const char* value_name,
                        const std::string& help) {
    return arguments.parsed("--shard", value_name, help, [&shard](const std::string& text) {
        shard = parse_shard(text);
        if (!shard)
            throw UsageError("--shard", "'" + text + "' is not a part", "a part such as 3/8");
    });
}

void declare_engine(Arguments& arguments, Engine& engine) {
    arguments
        .choice("--engine", engine, engine_choices({every_engine.begin(), every_engine.end()}),
                "auto: the engine with the lowest predicted cost; sat: one CryptoMiniSat "
                "session with blocking clauses; cubes: SAT on a board split into small "
                "subproblems; exact: counts 9x9 without listing, rules on few cells too; "
                "frontier: counts any board without rules, not listing either")
        .described_in("options");
}

void declare_quiet(Arguments& arguments, bool& quiet) {
    arguments.flag("-q,--quiet", quiet, "no progress and no remarks").described_in("options");
}

void WorkOptions::declare(Arguments& arguments, Limit offered) {
    declare_engine(arguments, engine);
    if (offered == Limit::offered)
        arguments.value("--limit", limit, "N", "stop after N solutions of a puzzle");
    declare_time(arguments);
    arguments
        .choice("--strategy", strategy, {"auto", "cells", "decisions", "branches"},
                "of --engine sat: blocking clauses over all cells, over the cells that determine "
                "the rest, or the latter within a tree of assumptions; auto is decisions up to a "
                "limit of 16 solutions, otherwise branches")
        .described_in("options")
        .needs({{"--engine", {"sat"}}});
    std::vector<std::pair<std::string, std::optional<cnf::Families>>> encodings{
        {"open", std::nullopt}};
    for (const auto& [name, family] : family_choices()) encodings.emplace_back(name, family);
    arguments
        .choice("--encoding", families, std::move(encodings),
                "of --engine sat and cubes: open (the default) encodes the open candidates alone, "
                "the others the whole puzzle, as clew encode does")
        .described_in("options")
        .needs({{"--engine", {"sat", "cubes"}}});
}

Argument& WorkOptions::declare_second(Arguments& arguments, const std::string& help) {
    arguments.at("--strategy").or_needs({"--verify-with", {"sat"}});
    arguments.at("--encoding").or_needs({"--verify-with", {"sat", "cubes"}});
    return arguments
        .choice("--verify-with", second,
                engine_choices({every_engine.begin() + 1, every_engine.end()}), help)
        .not_same_as("--engine", {"exact", "frontier"});  // which sum by another route
}

void WorkOptions::declare_time(Arguments& arguments) {
    arguments
        .duration("--timeout", timeout,
                  "stop after so long (30, 500ms, 2m) and give what was found, marked partial")
        .described_in("options");
    declare_threads(arguments);
}

void WorkOptions::declare_threads(Arguments& arguments) {
    arguments.value("--threads", threads, "N", "threads; the default is one a processor")
        .described_in("options")
        .from(0, most_threads);
}

void need_engine(Engine engine, const std::string& option) {
    if (!is_built(engine))
        throw UsageError(option, std::string("this build has no engine ") + to_string(engine),
                         "a build with CryptoMiniSat");
}

SolveOptions WorkOptions::solve_options(Watch& watch) const {
    using Named = std::pair<const char*, Engine>;
    for (const auto& [option, named] : {Named{"--engine", engine}, Named{"--verify-with", second}})
        need_engine(named, option);
    SolveOptions options{.engine = engine,
                         .budget = {.stop = &watch.flag()},
                         .limit = limit.value_or(unlimited),
                         .threads = thread_count(),
                         .sat_strategy = strategy};
    if (families) options.encoding = {.families = *families};
    return options;
}

unsigned WorkOptions::thread_count() const {
    static const unsigned all = std::max(1U, std::thread::hardware_concurrency());  // asks a file
    return threads > 0 ? threads : all;
}

}  // namespace clew::cli
