// clew-bench: how fast, next to whom.
//
// Every figure is taken the same way for Clew and for the others: the program is run as a whole
// process on a file, and the operating system says what processor time and memory it took. The
// programs of a row are run in turn, A B C A B C ..., and a ratio is the median of the ratios of
// such rounds, so that a machine whose speed drifts does not favour one of them. Files are repeated
// for fast programs until a run takes long enough to measure; rates are a puzzle's or a solution's.
// A program whose runs are long is given fewer rounds: they vary little. One that takes a single
// puzzle a run (clasp reads one formula) is run once for each, and the runs are added up.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/child_process.hpp"
#include "cli/output_file.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/scratch_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "core/base/file_error.hpp"
#include "core/base/numbers.hpp"
#include "core/board/notation.hpp"
#include "explain/report/plot.hpp"
#include "solve/solve.hpp"
#include "tools/bench/bench.hpp"
#include "tools/bench/data.hpp"
#include "tools/bench/figures.hpp"
#include "tools/bench/programs.hpp"
#include "tools/bench/sets.hpp"

namespace clew::bench {

using namespace clew::cli;

namespace {

using report::Plot;
using report::Scale;

constexpr std::array<std::string_view, 11> suites{"unique",   "big",     "solutions", "boards",
                                                  "blank",    "exact",   "generate",  "rules",
                                                  "smallest", "certify", "threads"};

/// What a program is run on: one file, or a formula for each puzzle.
using Files = std::vector<std::string>;

class BenchCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"clew-bench", {}, "Measure the engines, side by side with other programs"};
    }

    void declare(Arguments& a) override {
        a.positionals("SUITE", suites_,
                      fmt::format("{}; all of them if none is named", fmt::join(suites, ", ")));
        a.value("--runs", runs_, "N", "rounds a row; 5 if it is not given").from(1);
        a.value(
             "--puzzles", file_, "FILE",
             "a list of line puzzles of your own, as one more row of the suites unique, rules and "
             "smallest")
            .needs({without("SUITE"), {"SUITE", {"unique", "rules", "smallest"}}});
        a.value("--against", against_, "PROGRAM",
                "another clew, such as an older one, beside this one in the suite smallest")
            .needs({without("SUITE"), {"SUITE", {"smallest"}}});
        a.duration("--run-limit", run_limit_, "longest time of one run; 60 s if it is not given");
        a.value("--max-solutions", max_solutions_, "N",
                "the suites solutions and certify go up to puzzles with so many; if it is not "
                "given 1e8 and 1e6")
            .needs({without("SUITE"), {"SUITE", {"solutions", "certify"}}});
        a.flag("--no-peers", no_peers_, "Clew alone, even where other programs are installed");
        a.flag("--json", json_, "one JSON object with every run");
        a.file("--plot", plot_, "FILE",
               "SVG of cost against number of solutions, a curve a program; of the suite certify "
               "cost of making, cost of checking and size, below one another")
            .needs({without("SUITE"), {"SUITE", {"solutions", "certify"}}});
        a.file("--page", page_, "FILE",
               "write the table of each suite into FILE, between the lines '<!-- measured: SUITE "
               "-->' and '<!-- end -->'; if none is named, of those that FILE has")
            .not_with({{"--timeout"}});
        a.duration("--timeout", timeout_, "stop after so long, with the rows measured so far");
        declare_color(a, color_);
        a.note(
            "Peers are measured when they are installed: qqwing, clasp, cryptominisat5, drat-trim, "
            "lrat-check, cpog-check. "
            "A ratio says how many times as fast as the row's last program, in processor time "
            "of whole processes on one thread; '>' where a run was ended by --run-limit. Peak "
            "memory "
            "is never shown below the measuring program's own.");
        a.example("clew-bench unique", "how many puzzles a second are checked for uniqueness");
        a.example("clew-bench solutions --plot cost.svg", "cost of listing and of counting");
        a.example("clew-bench --page docs/measured.md", "every table of that page anew");
        a.example("clew-bench certify --plot proof.svg", "cost and size of certificates");
    }

    ExitCode run(Host& host) override {
        for (const std::string& suite : suites_)
            if (std::ranges::find(suites, suite) == suites.end())
                throw UsageError("", "there is no suite '" + suite + "'",
                                 fmt::format("{}", fmt::join(suites, ", ")));
        if (page_) choose_by_page();  // before all the work
        Watch watch{host, timeout_};
        folder_.emplace();
        watch_ = &watch;
        host_ = &host;
        if (!json_)
            host.out << "clew " << version_number() << ", " << processor_name()
                     << "; processor time of whole processes, medians of " << runs_ << " rounds\n";
        if (wants("unique")) unique();
        if (wants("big")) big();
        if (wants("solutions")) solutions();
        if (wants("boards")) boards();
        if (wants("blank")) blank();
        if (wants("exact")) exact();
        if (wants("generate")) generate();
        if (wants("rules")) rules();
        if (wants("smallest")) smallest();
        if (wants("certify")) certify();
        if (wants("threads")) threads();
        if (json_) host.out << json().dump(1) << "\n";
        if (plot_) {
            OutputFile output{host, plot_};
            output.stream() << report::write_stacked_svg(plots());
            output.commit();
        }
        if (page_ && !watch.stopped()) write_page();
        if (watch.stopped()) host.err << "clew: " << watch.why() << "\n";
        const bool failed = std::ranges::any_of(rows_, [](const Row& row) {
            return std::ranges::any_of(row.figures, &Figure::failed);
        });
        return failed ? ExitCode::disagree : watch.exit_code();
    }

  private:
    bool wants(const std::string& suite) const {
        return !watch_->stopped() &&
               (suites_.empty() || std::ranges::find(suites_, suite) != suites_.end());
    }
    bool peer(const std::string& program) const { return !no_peers_ && is_installed(program); }

    static std::string processor_name() {
        std::ifstream info("/proc/cpuinfo");
        for (std::string line; std::getline(info, line);)
            if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
        return "unknown processor";
    }

    ChildRun once(const Program& program, const Files& files) const {
        ChildOptions options;
        options.time_limit_seconds = run_limit_.value_or(60);
        ChildRun sum;
        for (const std::string& file : files) {
            const bool named = program.reads != Reads::standard_input;
            if (!named) options.input_file = file;
            const ChildRun run = run_child(program.command(named ? file : ""), options);
            sum.cpu_seconds += run.cpu_seconds;
            sum.wall_seconds += run.wall_seconds;
            sum.peak_kib = std::max(sum.peak_kib, run.peak_kib);
            sum.timed_out = sum.timed_out || run.timed_out;
            sum.exit_code = std::max(sum.exit_code, run.exit_code);
            if (sum.wall_seconds > options.time_limit_seconds) sum.timed_out = true;
            if (sum.timed_out) break;
        }
        return sum;
    }

    /// The first `number` puzzles, again and again if there are fewer, as the program reads them.
    Files files_for(const Program& program, const std::string& name,
                    const std::vector<std::string>& puzzles, std::size_t number) const {
        if (program.reads != Reads::formulas) return {write_lines(*folder_, name, puzzles, number)};
        Files files;
        for (std::size_t i = 0; i < std::min(number, puzzles.size()); ++i)
            files.push_back(formula(fmt::format("{}-{}", name, i), puzzles[i]));
        for (std::size_t i = puzzles.size(); i < number; ++i)
            files.push_back(files[i - puzzles.size()]);
        return files;
    }

    /// The puzzle as DIMACS, in the encoding that `clew encode` writes unless told otherwise.
    std::string formula(const std::string& name, const std::string& puzzle) const {
        const std::string file = write_lines(*folder_, name, {puzzle}, 1);
        std::string cnf = file + ".cnf";
        run_child({clew_program(), "encode", file, "-o", cnf});
        return cnf;
    }

    /// A row over a list of puzzles. Each program gets as many puzzles as fill about a second.
    void puzzle_row(const std::string& suite, const std::string& name, const std::string& what,
                    const std::vector<std::string>& puzzles, const std::vector<Program>& programs) {
        if (puzzles.empty() || watch_->stopped()) return;
        Row row{suite, name, what, "puzzles", {}};
        std::vector<Files> files;
        for (std::size_t p = 0; p < programs.size(); ++p) {
            std::size_t number = std::min<std::size_t>(puzzles.size(), 20);
            for (;;) {  // longer and longer, until a run takes long enough
                files.resize(p);
                files.push_back(files_for(programs[p], fmt::format("{}-{}-{}", suite, name, p),
                                          puzzles, number));
                const ChildRun trial = once(programs[p], files[p]);
                if (trial.cpu_seconds > 0.3 || trial.timed_out || number >= 2'000'000) break;
                const double grow = std::clamp(0.6 / std::max(trial.cpu_seconds, 1e-3), 2.0, 20.0);
                number = static_cast<std::size_t>(static_cast<double>(number) * grow);
            }
            row.figures.push_back({.program = programs[p].name,
                                   .units = static_cast<double>(number),
                                   .clock = programs[p].clock});
        }
        measure(row, programs, files);
    }

    void measure(Row& row, const std::vector<Program>& programs, const std::vector<Files>& files) {
        for (std::uint64_t round = 0; round < runs_ && !watch_->stopped(); ++round)
            for (std::size_t p = 0; p < programs.size() && !watch_->stopped(); ++p) {
                Figure& figure = row.figures[p];
                if (figure.measured()) continue;
                const ChildRun run = once(programs[p], files[p]);
                figure.seconds.push_back(figure.clock == Clock::wall ? run.wall_seconds
                                                                     : run.cpu_seconds);
                figure.peak_kib = std::max(figure.peak_kib, run.peak_kib);
                figure.timed_out = run.timed_out;
                const std::optional<int> good = programs[p].must_end_with;
                // Whoever cannot be asked so is done at once: no figure either.
                constexpr int not_understood = 4;
                figure.failed =
                    !run.timed_out && (good ? run.exit_code != *good
                                            : run.exit_code > 0 && run.exit_code <= not_understood);
                if (programs[p].written) figure.bytes = programs[p].written();
            }
        rows_.push_back(row);
        if (!json_) print(rows_.back());
    }

    void print(const Row& row) {
        const Paint paint{*host_, color_};
        std::ostream& out = host_->out;
        if (rows_.size() == 1 || rows_[rows_.size() - 2].suite != row.suite)
            out << "\n" << paint(Style::strong, row.suite) << "\n";
        out << text_of(row);
        out.flush();
    }

    /// Every engine that can say whether there is more than one solution.
    static std::vector<Program> checkers(const std::vector<std::string>& engines) {
        std::vector<Program> programs = {ours("clew", {"count", "--limit", "2"})};
        for (const std::string& engine : engines)
            programs.push_back(
                ours("clew " + engine, {"count", "--limit", "2", "--engine", engine}));
        return programs;
    }

    void unique() {
        std::vector<Program> programs = checkers({"exact", "sat"});
        if (peer("clasp")) programs.push_back(clasp("2"));
        if (peer("qqwing")) programs.push_back(qqwing({"--solve", "--one-line"}));
        for (const BenchSet& set : bench_sets())
            if (set.suite == Suite::classic)
                puzzle_row("unique", set.name, set.what, set.puzzles(), programs);
        if (file_) puzzle_row("unique", "yours", *file_, lines_of_file(*file_), programs);
    }

    std::vector<std::string> lines_of_file(const std::string& name) const {
        PuzzleInput::Options options;
        options.files = {name};
        PuzzleInput input{*host_, options};
        std::vector<std::string> lines;
        while (const auto record = input.next()) lines.push_back(to_line(record->puzzle));
        return lines;
    }

    void big() {
        std::vector<Program> programs = checkers({"search", "sat"});
        if (peer("clasp")) programs.push_back(clasp("2"));
        for (const BenchSet& set : bench_sets())
            if (set.suite == Suite::large)
                puzzle_row("big", set.name, set.what, set.puzzles(), programs);
    }

    void solutions() {
        const auto programs_for = [&](const std::string&, std::uint64_t number) {
            std::vector<Program> programs;
            // Programs that cannot come to an end within the limit are not begun.
            const auto add = [&](Program program, std::uint64_t most = unlimited) {
                if (number <= most) programs.push_back(std::move(program));
            };
            add(ours("clew count", {"count"}));
            add(ours("clew count exact", {"count", "--engine", "exact"}));
            add(ours("clew count search", {"count", "--engine", "search"}));
            add(ours("clew list search", {"enumerate", "--engine", "search"}));
            add(ours("clew list cubes", {"enumerate", "--engine", "cubes"}), 2'000'000);
            add(ours("clew list sat", {"enumerate", "--engine", "sat"}), 20'000);
            if (peer("qqwing")) add(qqwing({"--solve", "--count-solutions"}), 2'000'000);
            if (peer("cryptominisat5"))
                add({"cryptominisat5",
                     [](const std::string& input) {
                         return std::vector<std::string>{"cryptominisat5", "--maxsol=1000000000",
                                                         "--verb=0", "-s0", input};
                     },
                     Reads::formulas},
                    20'000);
            if (peer("clasp")) add(clasp("0"), 2'000'000);
            return programs;
        };
        by_solutions("solutions", 100, 100'000'000, programs_for);
    }

    /// Clew's JSON of a board without clues; boxes of 0 rows: a Latin square.
    static std::string blank_board(std::size_t size, std::size_t box_rows,
                                   const std::vector<std::string>& diagonals) {
        nlohmann::json geometry = {{"size", size}, {"diagonals", diagonals}};
        if (box_rows > 0) geometry["boxes"] = {box_rows, size / box_rows};
        return nlohmann::json{{"format", "clew-puzzle"},
                              {"version", 1},
                              {"geometry", geometry},
                              {"givens", std::string(size * size, '.')}}
            .dump();
    }
    void board_row(const std::string& suite, const std::string& what, const std::string& puzzle,
                   std::string name, double solutions, const std::vector<std::string>& words) {
        Row row{suite, what, what, "solutions", {}};
        row.figures.push_back({.program = std::move(name), .units = solutions});
        measure(row, {ours("", words)}, {{write_lines(*folder_, "board", {puzzle}, 1)}});
    }

    /// A million solutions of boards without clues, by the search for boards of any kind.
    void boards() {
        constexpr std::uint64_t number = 1'000'000;
        const auto list = [&](const std::string& what, const std::string& puzzle) {
            board_row("boards", what, puzzle, fmt::format("clew, {} solutions", grouped(number)),
                      static_cast<double>(number),
                      {"enumerate", "--engine", "search", "--limit", std::to_string(number)});
        };
        list("9x9", blank_board(9, 3, {}));
        list("9x9, both diagonals", blank_board(9, 3, {"main", "anti"}));
        list("25x25", blank_board(25, 5, {}));
    }

    /// All solutions of boards without clues, counted.
    void blank() {
        const auto count = [&](const std::string& what, const std::string& puzzle) {
            board_row("blank", what, puzzle, "clew count", 1, {"count"});
        };
        count("9x9, both diagonals", blank_board(9, 3, {"main", "anti"}));
        count("9x9, one diagonal", blank_board(9, 3, {"main"}));
        count("8x8", blank_board(8, 2, {}));
        count("8x8, Latin square", blank_board(8, 0, {}));
    }

    /// The exact counter by the number of clues, beside how many solutions have each candidate.
    void exact() {
        for (const BenchSet& set : bench_sets())
            if (set.suite == Suite::counts)
                puzzle_row("exact", set.name, set.what, set.puzzles(),
                           {ours("clew count exact", {"count", "--engine", "exact"}),
                            ours("density", {"density", "--engine", "exact"})});
    }

    /// What a second thread is worth, by the clock on the wall.
    void threads() {
        const auto row = [&](const std::string& name, const std::string& what,
                             const std::vector<std::string>& words) {
            const auto set = std::ranges::find(bench_sets(), name, &BenchSet::name);
            std::vector<Program> programs{ours("clew on two threads", words, "2"),
                                          ours("on one", words)};
            for (Program& program : programs) program.clock = Clock::wall;
            puzzle_row("threads", name, what, set->puzzles(), programs);
        };
        row("sparse", "`count --limit 2`, at most 22 clues", {"count", "--limit", "2"});
        row("6", "`count --engine exact`, 6 clues", {"count", "--engine", "exact"});
        row("hard", "`rate`, the largest search trees", {"rate"});
    }

    void generate() {
        const std::size_t number = 500;
        std::vector<Program> programs = {
            ours("clew generate", {"generate", "-n", std::to_string(number)})};
        if (peer("qqwing"))
            programs.push_back({"qqwing", [=](const std::string&) {
                                    return std::vector<std::string>{"qqwing", "--generate",
                                                                    std::to_string(number),
                                                                    "--one-line"};
                                }});
        Row row{"generate", "minimal", "minimal puzzles with one solution", "puzzles", {}};
        for (const Program& program : programs)
            row.figures.push_back({.program = program.name, .units = static_cast<double>(number)});
        measure(row, programs, std::vector<Files>(programs.size(), Files{""}));
    }

    /// Human logic: puzzles walked to their end, or until the rules are stuck.
    void rules() {
        std::vector<Program> programs = {
            ours("template", {"lab", "--no-needs", "--rules", "template"}),
            ours("basic",
                 {"lab", "--no-needs", "--rules",
                  write_lines(*folder_, "basic.json", {std::string(data::basic_rules)}, 1)})};
        for (const char* name : {"all", "methods", "gromley", "sudokujm"})
            programs.push_back(ours(name, {"lab", "--no-needs", "--rules", name}));
        for (const BenchSet& set : bench_sets())
            if (set.suite == Suite::logic || set.name == "hard")
                puzzle_row("rules", set.name, set.what, set.puzzles(), programs);
        if (file_) puzzle_row("rules", "yours", *file_, lines_of_file(*file_), programs);
    }

    /// Puzzles walked to their end by smallest arguments; beside them the walk that is told, or
    /// that of another clew.
    void smallest() {
        std::vector<Program> programs = {
            ours("clew needs", {"rate", "--scale", "needs", "--rules", "template"}),
            ours("clew explain",
                 {"explain", "--rules", "template", "--smallest", "--boards", "none"})};
        // Words that old ones know too.
        if (against_)
            programs.push_back({"explain of the other", [this](const std::string& file) {
                                    return std::vector<std::string>{
                                        *against_,    "explain",  "--rules", "template",
                                        "--smallest", "--boards", "none",    file};
                                }});
        for (const BenchSet& set : bench_sets())
            if (set.name == "sparse" || set.name == "hard" || set.name == "middle")
                puzzle_row("smallest", set.name, set.what, set.puzzles(), programs);
        if (file_) puzzle_row("smallest", "yours", *file_, lines_of_file(*file_), programs);
    }

    /// Certificates: what a proof costs, to make and to check, beside the list alone.
    void certify() {
        by_solutions("certify", 10, 1'000'000, [&](const std::string& name, std::uint64_t number) {
            std::vector<Program> programs =
                certificate_programs(*folder_, name, number, !no_peers_);
            programs.push_back(ours("list, no proof", {"enumerate", "--engine", "search"}));
            return programs;
        });
    }

    /// A row a puzzle: each with some ten times the solutions of the one before, up to `most`
    /// unless told otherwise. `programs_for` takes a name for the puzzle and its solutions.
    void by_solutions(const std::string& suite, std::uint64_t low, std::uint64_t most,
                      const std::function<std::vector<Program>(const std::string&, std::uint64_t)>&
                          programs_for) {
        for (; low <= max_solutions_.value_or(most) && !watch_->stopped(); low *= 10) {
            const std::string puzzle = puzzle_with_solutions(low);
            const std::uint64_t number =
                clew::count(Puzzle::from_line(puzzle)).solutions.to_u64().value_or(low);
            const std::string name = fmt::format("{}-{}", suite, low);
            Row row{suite,
                    std::to_string(low),
                    fmt::format("{} solutions", grouped(number)),
                    "solutions",
                    {}};
            const std::vector<Program> programs = programs_for(name, number);
            std::vector<Files> files;
            for (const Program& program : programs) {
                files.push_back(files_for(program, name, {puzzle}, 1));
                row.figures.push_back(
                    {.program = program.name, .units = static_cast<double>(number)});
            }
            measure(row, programs, files);
        }
    }

    /// Unless suites are named, those that the page has.
    void choose_by_page() {
        const std::string page = read_page();
        if (!suites_.empty()) return;
        for (const std::string_view suite : suites)
            if (page.find(mark_of(suite)) != std::string::npos) suites_.emplace_back(suite);
        if (suites_.empty())
            throw UsageError("", *page_ + " has no line '<!-- measured: SUITE -->'",
                             fmt::format("{}", fmt::join(suites, ", ")));
    }
    static std::string mark_of(std::string_view suite) {
        return fmt::format("<!-- measured: {} -->\n", suite);
    }
    std::string read_page() const {
        std::ifstream file{*page_};
        if (!file) throw FileError(*page_, "cannot be read", errno);
        return {std::istreambuf_iterator<char>{file}, {}};
    }
    void write_page() {
        std::string page = read_page();
        for (const std::string_view suite : suites) {
            const std::string mark = mark_of(suite);
            const std::size_t begin = page.find(mark), from = begin + mark.size(),
                              end = page.find("<!-- end -->", begin);
            const std::string table =
                suite == "certify" ? table_of_certificates(rows_) : table_of(rows_, suite);
            if (begin == std::string::npos || end == std::string::npos || table.empty()) continue;
            page.replace(from, end - from,
                         fmt::format("`clew-bench {}{}`, clew {}, {}, rounds: {}; {}", suite,
                                     file_ ? " --puzzles FILE" : "", version_number(),
                                     processor_name(), runs_, table));
        }
        OutputFile output{*host_, page_};
        output.stream() << page;
        output.commit();
    }

    /// What the suites solutions and certify say, below one another.
    std::vector<Plot> plots() const {
        std::vector<Plot> all;
        const auto add = [&](const std::string& title, const std::string& unit,
                             const std::string& suite, Shows what, const auto& chosen) {
            Plot plot{.title = title,
                      .x = {"solutions", Scale::logarithmic},
                      .y = {unit, Scale::logarithmic},
                      .curves = curves(rows_, suite, what, chosen)};
            if (!plot.curves.empty()) all.push_back(std::move(plot));
        };
        const auto any = [](const std::string&) { return true; };
        const auto making = [](const std::string& program) {
            return program.ends_with(", made") || program.starts_with("list");
        };
        add("Cost against number of solutions", "processor seconds", "solutions", Shows::seconds,
            any);
        add("Certificates: time to make", "processor seconds", "certify", Shows::seconds, making);
        add("Certificates: time to check", "processor seconds", "certify", Shows::seconds,
            [&](const std::string& program) {  // eight curves can be told apart
                return !making(program) && program != "by hand, checked";
            });
        add("Certificates: size of the proof", "bytes", "certify", Shows::bytes, any);
        return all;
    }

    nlohmann::ordered_json json() const {
        nlohmann::ordered_json object = {{"schema", "clew/bench/1"},
                                         {"version", version_number()},
                                         {"processor", processor_name()},
                                         {"rows", nlohmann::ordered_json::array()}};
        for (const Row& row : rows_) object["rows"].push_back(to_json(row));
        return object;
    }

    std::vector<std::string> suites_;
    std::uint64_t runs_ = 5;
    std::optional<std::uint64_t> max_solutions_;
    std::optional<std::string> file_;
    std::optional<std::string> plot_;
    std::optional<std::string> page_;
    std::optional<std::string> against_;
    std::optional<double> run_limit_;
    std::optional<double> timeout_;
    bool no_peers_ = false;
    bool json_ = false;
    ColorMode color_ = ColorMode::automatic;

    Host* host_ = nullptr;
    Watch* watch_ = nullptr;
    std::optional<ScratchFolder> folder_;  // made by run(): help declares commands too
    std::vector<Row> rows_;
};

}  // namespace

std::unique_ptr<cli::Command> make_bench() { return std::make_unique<BenchCommand>(); }

}  // namespace clew::bench
