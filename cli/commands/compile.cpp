// clew compile: a puzzle as a graph of decisions and independent parts, and what is read off it.

#include <algorithm>
#include <istream>
#include <ostream>
#include <sstream>

#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/input_file.hpp"
#include "cli/output_file.hpp"
#include "cli/picture_file.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"
#include "core/base/numbers.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "explain/pictures/paper.hpp"
#include "explain/report/question.hpp"
#include "solve/compile/compiler.hpp"
#include "solve/compile/cpog.hpp"
#include "solve/compile/dot.hpp"
#include "solve/compile/formula.hpp"
#include "solve/compile/nnf.hpp"

namespace clew::cli {
namespace {

using compile::Graph;

enum class Show : std::uint8_t { count, marginals, samples, nnf, d4, dot, cpog, cnf, automatic };

/// What a file of that name holds; otherwise the count.
Show shown_in(const std::optional<std::string>& name) {
    if (!name) return Show::count;
    if (name->ends_with(".nnf")) return Show::nnf;
    if (name->ends_with(".cpog")) return Show::cpog;
    if (name->ends_with(".cnf")) return Show::cnf;
    if (name->ends_with(".dot") || name->ends_with(".gv") || picture_format_of(*name))
        return Show::dot;
    return Show::count;
}

class CompileCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"compile", "Set",
                "Compile all solutions into one graph: counts, marginals, samples, a proof"};
    }

    void declare(Arguments& a) override {
        input_.declare(a);
        a.choice(
            "--show", show_, {"count", "marginals", "samples", "nnf", "d4", "dot", "cpog", "cnf"},
            "the number of solutions; in how many each candidate is; solutions drawn at "
            "random; the graph as c2d writes it, as d4 does, or drawn; a proof that the formula "
            "and the graph agree; that formula (also by the end of a name after -o: .nnf, "
            ".dot, .svg, .pdf, .png, .cpog or .cnf)");
        a.value("-n,--number", number_, "N", "how many samples; 1 if not given")
            .needs({{"--show", {"samples"}}});
        a.value("--seed", seed_, "N", "the same seed gives the same samples; 1 if not given")
            .needs({{"--show", {"samples"}}});
        a.file("-o,--output", output_, "FILE", "write there, whole or not at all");
        a.file("--read", read_, "FILE",
               "answer from a graph of this puzzle, in either format, instead of compiling")
            .not_with({{"--show", {"cpog", "cnf"}}});
        a.value("--budget", budget_, "DECISIONS",
                "give up after so much work, and with it memory; 2 000 000 if not given, some 4 GB "
                "of proof")
            .not_with({{"--read"}});
        a.duration("--timeout", timeout_, "give up after that time");
        a.note(
            "Takes one puzzle. The graph is a deterministic decomposable negation normal form "
            "(d-DNNF): it has each solution once and shares equal subproblems. One pass gives "
            "count, marginals and samples. '--show cnf' numbers its variables, the candidates that "
            "the clues leave.");
        a.note(
            "A proof (cpog) is about the formula (cnf): any checker of the format says whether "
            "they agree and how many models there are.");
        a.note(
            "Ends with 10 if samples are asked for and there is no solution, with 20 if the work "
            "was ended first: then nothing is written. That all models of a graph from --read are "
            "solutions is checked (13 if not); that none is missing is taken on trust.");
        a.example("clew compile examples/p92.sdk", "counts: 12");
        a.example("clew compile examples/p92.sdk -o p92.nnf", "for other tools");
        a.example("clew compile examples/p92.sdk -o p92.svg",
                  "the decision tree at its smallest: independent parts side by side, equal ones "
                  "once");
        a.example("clew compile examples/p92.sdk --read p92.nnf --show samples -n 3",
                  "from the graph alone");
    }

    ExitCode run(Host& host) override {
        Watch watch{host, timeout_};
        const auto given = PuzzleInput{host, input_}.only();
        if (!given) return watch.exit_code();
        host.err << remark_line(*given);
        const Puzzle& puzzle = given->puzzle;
        const cnf::OpenEncoding formula = compile::open_formula(puzzle);
        if (show_ == Show::automatic) show_ = shown_in(output_);

        OutputFile out{host, output_};
        if (show_ == Show::cnf) {
            compile::write_formula(out.stream(), puzzle, formula);
            out.commit();
            return ExitCode::ok;
        }

        Graph graph;
        std::uint64_t decisions = 0;
        {
            ProgressLine progress{host, "nodes"};
            compile::CompileOptions options = compile::board_options(puzzle.geometry(), formula);
            options.budget = {.stop = &watch.flag(), .max_nodes = budget_};
            // Nobody looks at what comes of more work than that.
            if (show_ == Show::dot)
                options.budget.max_nodes =
                    std::min<std::uint64_t>(budget_, 100 * compile::max_drawn_nodes);
            options.on_progress = [&](std::uint64_t nodes) { progress.reach(nodes); };
            Ending ending = Ending::exhausted;
            if (read_) {
                graph = read_graph(host, formula);
            } else if (show_ == Show::cpog) {
                compile::Derived derived =
                    compile::derive(formula.formula, formula.var_count, options);
                ending = derived.ending;
                decisions = derived.decisions;
                if (ending == Ending::exhausted)
                    ending = compile::write_cpog(out.stream(), formula.formula, formula.var_count,
                                                 derived.derivation, options)
                                 .ending;
                graph = derived.derivation.graph.pruned();
            } else {
                compile::Compiled compiled =
                    compile::compile(formula.formula, formula.var_count, options);
                ending = compiled.ending;
                decisions = compiled.decisions;
                graph = std::move(compiled.graph);
            }
            progress.finish();
            if (ending != Ending::exhausted) {
                host.err << "clew: "
                         << (ending == Ending::out_of_budget ? "the budget is spent" : watch.why())
                         << ": there is no graph, nothing written\n";
                return ending == Ending::out_of_budget ? ExitCode::partial : watch.exit_code();
            }
        }
        if (read_ && graph.breaks(formula.formula)) {
            host.err << "clew: " << *read_
                     << ": some of its models are no solutions of the puzzle\n";
            return ExitCode::disagree;
        }
        if (show_ == Show::dot && graph.size() > compile::max_drawn_nodes)
            throw UsageError("--show",
                             "the graph has too many nodes to look at: " + grouped(graph.size()),
                             "a puzzle whose graph has at most " +
                                 std::to_string(compile::max_drawn_nodes) + " nodes");
        const Count count = graph.count();
        host.err << "clew: " << report::name_of(*given) << ": " << grouped(formula.var_count)
                 << " variables, " << grouped(formula.formula.size()) << " clauses; a graph of "
                 << grouped(graph.size()) << " nodes, " << grouped(graph.arc_count())
                 << " arcs and " << grouped(graph.literal_count()) << " literals";
        if (!read_) host.err << ", " << grouped(decisions) << " decisions";
        host.err << "; " << count.grouped() << (count == Count{1} ? " solution\n" : " solutions\n");
        const ExitCode code = show(out.stream(), puzzle, formula, graph, count);
        out.commit();
        return code;
    }

  private:
    Graph read_graph(Host& host, const cnf::OpenEncoding& formula) const {
        InputFile bytes{*read_, host.interrupt};
        std::istream in{&bytes};
        Graph graph = compile::read_nnf(in, *read_, formula.var_count);
        if (graph.variables() != formula.var_count)
            throw InputError{{*read_, 0, 0},
                             "a graph of " + std::to_string(graph.variables()) +
                                 " variables is not one of this puzzle",
                             std::to_string(formula.var_count) + " variables"};
        return graph;
    }

    /// As Graphviz reads it, or through Graphviz as the picture that the file's name says.
    void draw(std::ostream& out, const cnf::OpenEncoding& formula, const Graph& graph,
              std::size_t size) const {
        const auto format = output_ ? picture_format_of(*output_) : std::nullopt;
        if (!format) {
            compile::write_dot(out, graph, formula.candidates, size);
            return;
        }
        std::ostringstream text;
        compile::write_dot(text, graph, formula.candidates, size);
        std::string page = svg_of_dot(text.str());
        write_picture(explain::on_paper(
                          [&](const auto&) { return page; },
                          *format == PictureFormat::pdf ? explain::Paper::a4 : explain::Paper::fit),
                      *format, out);
    }

    ExitCode show(std::ostream& out, const Puzzle& puzzle, const cnf::OpenEncoding& formula,
                  const Graph& graph, const Count& count) const {
        switch (show_) {
            case Show::count:
                out << count.to_string() << "\n";
                break;
            case Show::marginals:
                show_marginals(out, puzzle, formula, graph, count);
                break;
            case Show::samples:
                if (count == Count{0}) return ExitCode::no_solution;
                show_samples(out, puzzle, formula, graph);
                break;
            case Show::nnf:
                compile::write_nnf(out, graph, compile::NnfFormat::c2d);
                break;
            case Show::d4:
                compile::write_nnf(out, graph, compile::NnfFormat::d4);
                break;
            case Show::dot:
                draw(out, formula, graph, puzzle.geometry().size());
                break;
            case Show::cpog:  // written as it was made
            case Show::cnf:
            case Show::automatic:
                break;
        }
        return ExitCode::ok;
    }

    /// A line a candidate, clues too, as `density --show numbers` prints them.
    static void show_marginals(std::ostream& out, const Puzzle& puzzle,
                               const cnf::OpenEncoding& formula, const Graph& graph,
                               const Count& count) {
        const std::size_t size = puzzle.geometry().size();
        const std::vector<Count> marginals = graph.marginals();
        std::size_t v = 0;
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i) {
            const Cell cell{i};
            if (const auto clue = puzzle.given(cell); clue && count > Count{0})
                out << to_string(Candidate{cell, *clue}, size) << " " << count.to_string() << "\n";
            for (; v < formula.candidates.size() && formula.candidates[v].cell == cell; ++v)
                if (marginals[v] > Count{0} && puzzle.geometry().on_board(cell))
                    out << to_string(formula.candidates[v], size) << " " << marginals[v].to_string()
                        << "\n";
        }
    }

    void show_samples(std::ostream& out, const Puzzle& puzzle, const cnf::OpenEncoding& formula,
                      const Graph& graph) const {
        const compile::Sampler sampler{graph};
        Random random{seed_};
        for (std::uint64_t i = 0; i < number_; ++i) {
            const std::vector<bool> truth = sampler.draw(random);
            const Grid grid =
                cnf::grid_of(puzzle, formula.candidates, [&](std::size_t v) { return truth[v]; });
            out << to_line(grid, puzzle.geometry()) << "\n";
        }
    }

    PuzzleInput::Options input_{.rules = Rules::known};
    Show show_ = Show::automatic;
    std::uint64_t number_ = 1;
    std::uint64_t seed_ = 1;
    std::optional<std::string> output_;
    std::optional<std::string> read_;
    std::uint64_t budget_ = 2'000'000;
    std::optional<double> timeout_;
};

}  // namespace

std::unique_ptr<Command> make_compile() { return std::make_unique<CompileCommand>(); }

}  // namespace clew::cli
