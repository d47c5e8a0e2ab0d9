#include "cli/ledger_check.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

#include "cli/progress.hpp"
#include "cli/usage_error.hpp"
#include "proof/folder/claim.hpp"
#include "proof/ledger/audit.hpp"

namespace clew::cli {
namespace {

std::string lines_of(std::uint64_t number) {
    return Count{number}.grouped() + (number == 1 ? " line" : " lines");
}

/// "12 %", "0.3 %".
std::string percent(double chance) { return fmt::format("{:.3g} %", 100 * chance); }

/// Who counts lines again: the exact counter by its second route.
std::string name_of(Engine engine) {
    return to_string(engine) + std::string(engine == Engine::exact ? ", crosswise" : "");
}

/// What of a sample, and how sure it makes.
std::string sample_text(std::uint64_t lines, std::uint64_t sample, const LedgerCheck& options,
                        std::uint64_t seed) {
    if (sample >= lines)
        return fmt::format("every line was counted again by {}: none is wrong",
                           name_of(options.engine));
    std::string text = fmt::format(
        "{} of {}, drawn by {}seed {}, were counted again by {}: one wrong line passes with a "
        "chance of {}",
        Count{sample}.grouped(), lines_of(lines), options.seed ? "" : "the fresh ", seed,
        name_of(options.engine), percent(ledger::pass_chance(lines, sample, 1)));
    constexpr double rarely = 0.05;
    const auto many = ledger::wrong_lines_seen(lines, sample, rarely);
    if (many && *many > 1)
        text += fmt::format(", {} with {}", Count{*many}.grouped(),
                            percent(ledger::pass_chance(lines, sample, *many)));
    return text;
}

}  // namespace

LedgerVerdict check_ledger(Host& host, std::istream& in, const std::string& name,
                           const Puzzle* puzzle, const LedgerCheck& options) {
    const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
    ledger::RecountOptions asked{.sample = options.sample, .seed = seed};
    if (options.root) {
        asked.root = ledger::parse_hash(*options.root);
        if (!asked.root)
            throw UsageError("--root", "'" + *options.root + "' is not a hash",
                             "64 hexadecimal digits, as count printed them");
    }
    if (puzzle != nullptr) {
        if (!puzzle->is_plain_classic()) return {.why = "it is about another puzzle"};
        asked.puzzle = options_of(*puzzle);
    }
    const ledger::Audit found = ledger::audit(in, name, asked);
    if (!found.accepted)
        return {.why = name + (found.line > 0 ? ", line " + std::to_string(found.line) : "") +
                       ": " + found.why};

    ProgressLine progress{host, "lines"};
    const Budget budget{.stop = host.interrupt};
    for (const ledger::Sampled& line : found.sample) {
        const CountResult again = count(puzzle_of(ledger::narrowed(found.head, line.entry)),
                                        {.engine = options.engine,
                                         .budget = budget,
                                         .crosswise = options.engine == Engine::exact});
        if (!again.exact()) return {};
        if (again.solutions != line.entry.solutions)
            return {.why =
                        fmt::format("{}, line {}: {} finds {} solutions, not {}", name, line.line,
                                    name_of(options.engine), again.solutions.to_string(),
                                    line.entry.solutions.to_string())};
        progress.add(1);
    }
    progress.finish();

    const ledger::Head& head = found.head;
    const std::uint64_t lines = head.end() - head.begin();
    const std::uint64_t sample = found.sample.size();
    const std::string outer =
        fmt::format("{} {}-{}", head.lines == ledger::Lines::columns ? "columns" : "rows",
                    3 * head.stack + 1, 3 * head.stack + 3);
    std::vector<std::string> checked, trusted;
    checked.push_back(head.is_whole()
                          ? "the root is that of " + lines_of(lines) + ", and the count their sum"
                          : "the hashes are those of " + lines_of(lines) +
                                ", and the count their sum");
    checked.push_back(
        head.is_whole()
            ? fmt::format("the lines stand for all {} arrangements of {} that the puzzle allows, "
                          "each once, by a search for them",
                          Count{found.stands_for}.grouped(), outer)
            : fmt::format("the lines stand for {} arrangements of {} that the puzzle allows, none "
                          "twice",
                          Count{found.stands_for}.grouped(), outer));
    if (sample > 0) checked.push_back(sample_text(lines, sample, options, seed));
    if (puzzle != nullptr) checked.emplace_back("the ledger is about this puzzle");

    if (puzzle == nullptr)
        trusted.emplace_back("that the puzzle in its first line is the one you mean");
    if (asked.root == std::nullopt && head.is_whole())
        trusted.push_back("that this is the root that was published: " + ledger::hex(*found.root));
    if (sample > 0)
        trusted.push_back("the engine that counted lines again" +
                          std::string(options.engine == Engine::exact
                                          ? ", the exact counter's second route, which shares code "
                                            "with the first"
                                          : ", which shares nothing with the exact counter"));
    if (sample < lines) {
        trusted.push_back("the number of solutions in the other " + lines_of(lines - sample));
        if (sample > 0 && options.seed)
            trusted.push_back("that whoever wrote the ledger did not foresee seed " +
                              std::to_string(seed));
    }
    if (!head.is_whole())
        trusted.push_back(
            "that the other parts have the arrangements that are missing here: "
            "clew merge --ledger, then check the whole");

    LedgerVerdict verdict;
    verdict.text = head.is_whole()
                       ? "accepted: " + proof::count_in_words(found.total.to_string()) + "\n"
                       : fmt::format("accepted: part {}, {} solutions\n", to_string(head.shard),
                                     found.total.to_string());
    for (const std::string& sentence : checked) verdict.text += "  checked  " + sentence + "\n";
    for (const std::string& sentence : trusted) verdict.text += "  trusted  " + sentence + "\n";
    verdict.json = {
        {"schema", "clew/check/1"},
        {"accepted", true},
        {"solutions", found.total.to_string()},
        {"part", to_string(head.shard)},
        {"root", found.root ? nlohmann::ordered_json(ledger::hex(*found.root)) : nullptr},
        {"lines", lines},
        {"sampled", sample},
        {"seed", seed},
        {"one_wrong_passes", ledger::pass_chance(lines, sample, 1)},
        {"checked", checked},
        {"trusted", trusted}};
    return verdict;
}

}  // namespace clew::cli
