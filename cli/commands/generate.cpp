// clew generate: puzzles to order.

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/explain_options.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "encode/cnf/dimacs_format.hpp"
#include "explain/report/generate.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "setter/generate.hpp"

namespace clew::cli {
namespace {

struct Range {
    std::uint64_t low = 0, high = 0;
};

/// "24", "22-26", "22-" or "-26"; `example` is a range that the option takes.
Range parse_range(const std::string& option, const std::string& text, Range all,
                  const std::string& example) {
    const std::string hint = "a number or a range: " + example;
    const auto number = [&](const std::string& part) {
        try {
            return parse_number(option, part);
        } catch (const InputError&) {
            throw UsageError(option, "'" + text + "' does not fit", hint);
        }
    };
    const std::size_t dash = text.find('-');
    if (dash == std::string::npos) {
        const std::uint64_t n = number(text);
        return {n, n};
    }
    Range range = all;
    if (dash > 0) range.low = number(text.substr(0, dash));
    if (dash + 1 < text.size()) range.high = number(text.substr(dash + 1));
    if (text == "-" || range.low > range.high)
        throw UsageError(option, "'" + text + "' is an empty range", hint);
    return range;
}

BoxShape parse_boxes(const std::string& text) {
    const std::size_t x = text.find('x');
    const std::string hint = "rows x columns of a box, such as 2x3, or none";
    if (x == std::string::npos) throw UsageError("--boxes", "'" + text + "' does not fit", hint);
    return {static_cast<std::size_t>(parse_number("--boxes", text.substr(0, x))),
            static_cast<std::size_t>(parse_number("--boxes", text.substr(x + 1)))};
}

/// Any symbols, one a cell: equal symbols are one region, numbered as they come.
std::vector<std::size_t> parse_regions(const std::string& text) {
    std::map<char, std::size_t> number;
    std::vector<std::size_t> regions;
    for (char symbol : text)
        regions.push_back(number.try_emplace(symbol, number.size()).first->second);
    return regions;
}

/// Options that name a board, and a rule for all of it.
struct GeometryOptions {
    std::uint64_t size = 9;
    std::optional<std::string> boxes;
    std::optional<std::string> regions;
    bool diagonals = false;
    GeometrySpec variants;  ///< the flags of board_variants()
    bool non_consecutive = false;

    void declare(Arguments& a) {
        a.value("--size", size, "N", "side of the board, 4 to 25").from(1, max_size);
        a.value("--boxes", boxes, "RxC|none",
                "rows and columns of a box; none is a Latin square; usual boxes if not given")
            .not_with({{"--regions"}});
        a.value("--regions", regions, "SYMBOLS",
                "jigsaw: one symbol a cell, row by row, the same for the cells of a region");
        a.flag("--diagonals", diagonals, "each digit once on both diagonals too");
        for (const BoardVariant& v : board_variants())
            a.flag("--" + v.option(), variants.*v.flag, v.help);
        a.flag("--non-consecutive", non_consecutive,
               "cells side by side never hold digits that follow each other");
    }

    /// Errors: InputError for a board that does not fit together.
    GeometryPtr geometry() const {
        GeometrySpec spec = variants;
        spec.size = static_cast<std::size_t>(size);
        try {
            if (regions) {
                spec.regions = parse_regions(*regions);
            } else if (!boxes) {
                spec.boxes = Geometry::standard(spec.size)->spec().boxes;
            } else if (*boxes != "none") {
                spec.boxes = parse_boxes(*boxes);
            }
            spec.main_diagonal = spec.anti_diagonal = diagonals;
            return Geometry::make(std::move(spec));
        } catch (const InputError& error) {
            if (!error.place().source.empty()) throw;
            throw UsageError(regions ? "--regions"
                             : boxes ? "--boxes"
                                     : "--size",
                             error.what(), error.hint());
        }
    }
};

class GenerateCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"generate", "Set", "Make puzzles to order, with one solution or exactly so many"};
    }

    void declare(Arguments& a) override {
        a.value("-n,--number", number_, "N", "how many puzzles; 1 if it is not given");
        a.value("--seed", seed_, "N", "the same seed gives the same puzzles, on any machine");
        a.parsed("--clues", "RANGE", "number of clues: 24, 22-26, -26",
                 [this](const std::string& text) {
                     const Range r =
                         parse_range("--clues", text, {0, max_cells}, "24, 22-26, 22- or -26");
                     wishes_.min_clues = static_cast<std::size_t>(r.low);
                     wishes_.max_clues = static_cast<std::size_t>(r.high);
                 });
        a.parsed("--solutions", "RANGE", "number of solutions: 1, 12, 10-20",
                 [this](const std::string& text) {
                     const Range r =
                         parse_range("--solutions", text, {1, unlimited - 1}, "12, 2-5, 2- or -5");
                     wishes_.min_solutions = r.low;
                     wishes_.max_solutions = r.high;
                 });
        std::vector<std::pair<std::string, setter::Symmetry>> symmetries;
        for (setter::Symmetry s : setter::all_symmetries())
            symmetries.emplace_back(setter::to_string(s), s);
        a.choice("--symmetry", wishes_.symmetry, symmetries, "symmetry of the clues' places");
        a.value("--pattern", pattern_, "SYMBOLS",
                "the clues' places, one symbol a cell: . and 0 are open, anything else a clue");
        a.flag("--redundant", redundant_, "allow clues that the others imply");
        a.parsed("--technique", "ID",
                 "only puzzles whose path uses this technique, such as x-wing, or one of several",
                 [this](const std::string& text) {
                     const auto technique = logic::parse_technique(text);
                     if (!technique)
                         throw UsageError("--technique", logic::no_technique(text),
                                          "an id such as naked-pair or x-wing");
                     path_.techniques.push_back(*technique);
                 })
            .repeated = true;
        a.parsed("--score", "RANGE",
                 "only puzzles solved without guessing, with a total score in the range",
                 [this](const std::string& text) {
                     const Range r = parse_range("--score", text, {0, unlimited - 1},
                                                 "300, 300-900, 300- or -900");
                     path_.score = {r.low, r.high};
                 });
        const auto grades = report::grades();
        a.choice("--difficulty", path_.grade, {grades.begin(), grades.end()},
                 "plain 9x9 puzzles that take people as long, by rate --scale human");
        a.value("--rules", rules_, "RULES",
                rules_help("the rules that rate; methods if it is not given"))
            .needs({{"--technique"}, {"--score"}});
        board_.declare(a);
        std::vector<Condition> board = {{"--size"}, {"--boxes"}, {"--regions"}, {"--diagonals"}};
        for (const BoardVariant& v : board_variants()) board.push_back({"--" + v.option()});
        a.value("--on", on_, "FILE",
                "the board and rules (cages, arrows, ...) of the puzzle in FILE")
            .not_with(board);
        a.parsed(
             "--place", "KIND[:N[:CELLS]]",
             "put rules on the board, as few as one solution needs, or N, each of so many cells",
             [this](const std::string& text) {
                 for_option("--place", [&] {
                     std::istringstream kinds{text};
                     for (std::string kind; std::getline(kinds, kind, ',');)
                         wishes_.placements.push_back(setter::parse_placement(kind));
                 });
             })
            .not_with({{"--pattern"}, {"--solutions"}})
            .repeated = true;
        a.value("--attempts", wishes_.max_attempts, "N", "attempts a puzzle before giving up")
            .from(1);
        a.value("--to", format_, "FORMAT",
                "the format; line, or json for unusual boards, if not given");
        a.file("-o,--output", output_, "FILE", "write there, whole or not at all");
        a.duration("--timeout", timeout_, "stop after so long, with what was made so far");
        work_.declare_threads(a);
        declare_quiet(a, quiet_);
        a.note(
            "Symmetric puzzles of which every clue is needed are rare: combine --symmetry with "
            "--redundant. Exit code 12: a puzzle could not be made within the attempts.");
        a.example("clew generate -n 10 --seed 7", "ten minimal puzzles, the same ones every time");
        a.example("clew generate --solutions 12 --redundant", "a puzzle with exactly 12 solutions");
        a.example("clew generate --symmetry half-turn --redundant --clues 24-28",
                  "a newspaper's puzzle");
        a.example("clew generate --technique x-wing --score 300-900",
                  "a puzzle whose path has an X-wing");
        a.example("clew generate --difficulty easy -n 5", "five puzzles for beginners");
        a.example("clew generate --size 6", "a 6x6 puzzle");
        a.example("clew generate --place thermometers,kropki",
                  "a puzzle with thermometers and dots");
        a.example("clew generate --place killer-cages --place renban:2:4-5",
                  "two renbans of four or five cells, and the cages that they need");
        a.example("clew generate --on cages.json",
                  "as few clues as these cages need, perhaps none");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        if (on_) {
            const auto record = PuzzleInput{host, {.files = {*on_}, .rules = Rules::known}}.only();
            if (!record) return watch.exit_code();
            wishes_.geometry = record->puzzle.geometry_ptr();
            wishes_.rules = {record->puzzle.rules().begin(), record->puzzle.rules().end()};
        } else {
            wishes_.geometry = board_.geometry();
        }
        if (board_.non_consecutive) wishes_.rules.push_back({.kind = RuleKind::non_consecutive});
        wishes_.seed = seed_;
        wishes_.minimality = redundant_ ? setter::Minimality::any : setter::Minimality::minimal;
        if (pattern_)
            for (char symbol : *pattern_) wishes_.pattern.push_back(symbol != '.' && symbol != '0');
        if (path_.any()) {
            for_option("--difficulty", [&] { report::prepare(path_, wishes_); });
            path_.rules = rules_of("--rules", rules_);
            wishes_.fault = [this, &watch](const Puzzle& p) {
                return report::fault_of(p, path_, wishes_, &watch.flag());
            };
        }
        const setter::Generator generator =
            for_option("", [&] { return setter::Generator{wishes_}; });

        const bool usual = wishes_.rules.empty() && wishes_.placements.empty() &&
                           *wishes_.geometry == *Geometry::standard(wishes_.geometry->size());
        const std::string format = format_.value_or(usual ? "line" : "json");
        need_room(wishes_.geometry, format);
        OutputFile output{host, output_};
        PuzzleWriter writer = for_option("--to", [&] {
            return PuzzleWriter{output.stream(), format, cnf::foreign_formats()};
        });
        ProgressLine progress{host, "puzzles", quiet_ ? Quiet::yes : Quiet::no};

        const report::Failures failures =
            report::make_all(generator, number_, work_.thread_count(), &watch.flag(),
                             [&](const setter::Generated& made) {
                                 progress.add(1);
                                 if (!made.puzzle) return;
                                 writer.write(report::record_of(made, wishes_));
                                 if (output.is_standard_output()) output.stream().flush();
                             });
        writer.finish();
        progress.finish();
        output.commit(watch);
        if (failures.failed > 0) host.err << "clew: " << report::to_text(failures, wishes_) << "\n";
        if (watch.stopped() && !quiet_) host.err << "clew: " << watch.why() << "\n";
        return worse(failures.failed > 0 ? ExitCode::not_found : ExitCode::ok, watch.exit_code());
    }

  private:
    /// Errors: UsageError if the format cannot hold puzzles on this board.
    static void need_room(const GeometryPtr& board, const std::string& format) {
        std::ostringstream nowhere;
        for_option("--to", [&] {
            PuzzleWriter writer{nowhere, format, cnf::foreign_formats()};
            writer.write(Record{.puzzle = Puzzle{board}});
        });
    }

    setter::Wishes wishes_;
    report::PathWish path_;
    std::string rules_ = "methods";
    GeometryOptions board_;
    WorkOptions work_;
    std::uint64_t number_ = 1;
    std::uint64_t seed_ = 1;
    std::optional<std::string> pattern_;
    std::optional<std::string> format_;
    std::optional<std::string> on_;
    std::optional<std::string> output_;
    std::optional<double> timeout_;
    bool redundant_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_generate() { return std::make_unique<GenerateCommand>(); }

}  // namespace clew::cli
