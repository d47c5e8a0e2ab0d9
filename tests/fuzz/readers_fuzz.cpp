// libFuzzer over every reader. Whatever the text, a reader gives what it read or an InputError, and
// comes to an end; what it gives can be written and is read back the same.
//
//     script/fuzz 300 sdk json            builds this, makes seeds, runs readers one by one
//     readers_fuzz --reader=sdk corpus/   one reader; without --reader the first byte picks it
//
// The readers: auto (recognition) and every format of core/formats, by their names; then dimacs,
// shards, tasks, tree-parts, tree-tasks, rules, steps; then the checkers of proofs
// (proof_readers.cpp).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/formats.hpp"
#include "encode/cnf/dimacs.hpp"
#include "logic/path/step_json.hpp"
#include "logic/strategies/rules.hpp"
#include "logic/tree/tree_shard.hpp"
#include "solve/sealed_line.hpp"
#include "solve/shard.hpp"
#include "solve/shard_plan.hpp"
#include "tests/fuzz/reader.hpp"
#include "tests/support/step_text.hpp"

namespace clew::fuzz {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

}  // namespace clew::fuzz

namespace {

using namespace clew;
using fuzz::Reader;
using fuzz::require;

/// One outcome of a reader of puzzles, as text: the same for the same record or fault.
std::string told(const Record& record) {
    return to_string(record.place) + " " + write_record(record, "json");
}
std::string told(const InputError& error) {
    require(error.place().line > 0, "a fault in a text has a line");
    return error.message();
}

std::vector<std::string> one_by_one(std::string_view text, const std::string& format) {
    std::istringstream input{std::string(text)};
    PuzzleReader reader{input, "fuzz", {.format = format}};
    std::vector<std::string> outcomes;
    for (;;) {
        require(outcomes.size() <= 2 * text.size(), "a reader comes to an end");
        try {
            const auto record = reader.next();
            if (!record) return outcomes;
            const auto again = read_all(write_record(*record, "json"));
            require(again.size() == 1 && again[0].puzzle == record->puzzle,
                    "a puzzle written as JSON is read back the same");
            outcomes.push_back(told(*record));
        } catch (const InputError& error) {
            outcomes.push_back(told(error));
        }
    }
}

/// The same, with plain lines taken in blocks.
std::vector<std::string> in_blocks(std::string_view text, const std::string& format) {
    std::istringstream input{std::string(text)};
    PuzzleReader reader{input, "fuzz", {.format = format}};
    PlainLines lines;
    std::vector<std::string> outcomes;
    for (;;) {
        reader.next_lines(lines, 3);
        for (std::size_t i = 0; i < lines.size(); ++i) outcomes.push_back(told(lines.record(i)));
        if (lines.size() > 0) continue;
        try {
            const auto record = reader.next();
            if (!record) return outcomes;
            outcomes.push_back(told(*record));
        } catch (const InputError& error) {
            outcomes.push_back(told(error));
        }
    }
}

void read_puzzles(std::string_view text, const std::string& format) {
    require(one_by_one(text, format) == in_blocks(text, format),
            "blocks of lines are the puzzles one by one");
}

void read_dimacs(std::string_view text) {
    const cnf::DimacsFile file = cnf::read_dimacs(text, {"fuzz", 1, 1});
    const std::string written = cnf::to_dimacs(file.puzzle, file.options, file.extra);
    const cnf::DimacsFile again = cnf::read_dimacs(written, {"fuzz", 1, 1});
    require(again.puzzle == file.puzzle && again.extra == file.extra,
            "a formula is written and read back the same");
}

void read_shards(std::string_view text) {
    std::istringstream input{std::string(text)};
    const std::vector<ShardCount> parts = clew::read_shards(input, "fuzz");
    std::string written;
    for (const ShardCount& part : parts) written += to_json(part) + "\n";
    std::istringstream once_more{written};
    std::string rewritten;
    for (const ShardCount& part : clew::read_shards(once_more, "fuzz"))
        rewritten += to_json(part) + "\n";
    require(written == rewritten, "a part is written and read back the same");
    static_cast<void>(merge(parts));
}

/// What comes from lines, written and read again; returns what was read.
template <class Read>
auto read_twice(std::string_view text, const Read& read) {
    std::istringstream input{std::string(text)};
    auto all = read(input, "fuzz");
    std::string written;
    for (const auto& one : all) written += to_json(one) + "\n";
    std::istringstream once_more{written};
    std::string rewritten;
    for (const auto& one : read(once_more, "fuzz")) rewritten += to_json(one) + "\n";
    require(written == rewritten, "a line is written and read back the same");
    return all;
}

/// The text with the digest of each line as it ought to be, so that what stands behind the digest
/// is tried too.
std::string resealed(std::string_view text) {
    std::istringstream input{std::string(text)};
    std::string again;
    for (std::string line; std::getline(input, line);) {
        SealedJson json = SealedJson::parse(line, nullptr, false);
        if (json.is_object() && json.erase("digest") > 0) {
            try {
                line = sealed(std::move(json));
            } catch (const nlohmann::json::exception&) {  // bytes that are no UTF-8
            }
        }
        again += line + "\n";
    }
    return again;
}

/// Lines as they stand, then with their digests set right.
void read_sealed(std::string_view text, const std::function<void(std::string_view)>& read) {
    try {
        read(text);
    } catch (const InputError&) {
    }
    read(resealed(text));
}

/// Merges what was read; what no part has is not expanded to its end.
void merge_parts_of_trees(std::string_view text) {
    const auto parts = read_twice(text, logic::read_tree_parts);
    StopFlag stop;
    static_cast<void>(logic::merge_trees(
        parts, {.stop = &stop, .on_progress = [&](const Progress&) { stop.raise(); }}));
}

void read_rules(std::string_view text) {
    const logic::RuleSet rules = logic::read_rules(text, "fuzz");
    require(logic::read_rules(logic::write_rules(rules), "fuzz") == rules,
            "a rule set is written and read back the same");
}

void read_steps(std::string_view text) {
    static const GeometryPtr board = Geometry::classic();
    for (const logic::Entry& entry : logic::read_path(text, *board, "fuzz")) {
        const std::string written = logic::write_step(entry.step, *board);
        const logic::Step again = logic::read_step(written, *board, "fuzz");
        require(logic::write_step(again, *board) == written,
                "a step is written and read back the same");
    }
}

const std::vector<Reader>& readers() {
    static const std::vector<Reader> all = [] {
        std::vector<Reader> list;
        std::vector<std::string> names = {"auto"};
        for (const FormatInfo& format : known_formats())
            if (format.can_read) names.emplace_back(format.name);
        for (const std::string& name : names)
            list.push_back({name, [name](std::string_view text) { read_puzzles(text, name); }});
        list.push_back({"dimacs", read_dimacs});
        const auto lines = [&](const char* name, std::function<void(std::string_view)> read) {
            list.push_back({name, [read = std::move(read)](std::string_view text) {
                                read_sealed(text, read);
                            }});
        };
        lines("shards", read_shards);
        lines("tasks", [](std::string_view text) { read_twice(text, read_tasks); });
        lines("tree-parts", merge_parts_of_trees);
        lines("tree-tasks",
              [](std::string_view text) { read_twice(text, logic::read_tree_tasks); });
        list.push_back({"rules", read_rules});
        list.push_back({"steps", read_steps});
        for (Reader& reader : fuzz::proof_readers()) list.push_back(std::move(reader));
        return list;
    }();
    return all;
}

const Reader* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    constexpr std::string_view option = "--reader=";
    for (int i = 1; i < *count; ++i) {
        const std::string_view argument = (*arguments)[i];
        if (!argument.starts_with(option)) continue;
        const auto named =
            std::ranges::find(readers(), argument.substr(option.size()),
                              [](const Reader& r) -> std::string_view { return r.name; });
        if (named == readers().end()) {
            for (const Reader& reader : readers()) std::puts(reader.name.c_str());
            std::exit(2);
        }
        chosen = &*named;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text{reinterpret_cast<const char*>(data), size};
    const Reader* reader = chosen;
    if (reader == nullptr) {
        if (text.empty()) return 0;
        reader = &readers()[data[0] % readers().size()];
        text.remove_prefix(1);
    }
    try {
        reader->read(text);
    } catch (const InputError&) {  // the other answer
    }
    return 0;
}
