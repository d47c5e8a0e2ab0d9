// clew tree: the decision tree of a puzzle, as figures, tables or a picture.

#include <algorithm>
#include <cctype>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "cli/batch.hpp"
#include "cli/certificate_text.hpp"
#include "cli/child_process.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/picture_file.hpp"
#include "cli/progress.hpp"
#include "cli/puzzle_input.hpp"
#include "cli/shard_folder.hpp"
#include "cli/tree_part.hpp"
#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "core/base/text.hpp"
#include "explain/diagram/drawing.hpp"
#include "explain/diagram/forced.hpp"
#include "explain/diagram/table.hpp"
#include "explain/diagram/write_json.hpp"
#include "explain/diagram/writers.hpp"
#include "explain/pictures/paper.hpp"
#include "explain/report/question.hpp"
#include "logic/tree/proof.hpp"
#include "logic/tree/tree_shard.hpp"

namespace clew::cli {
namespace {

using namespace clew::explain;

enum class TreeFormat : std::uint8_t {
    none,
    dot,
    svg,
    pdf,
    png,
    json,
    graphml,
    html,
    csv,
    mermaid
};

constexpr const char* known_formats =
    ".dot, .svg, .pdf, .png, .json, .graphml, .html, .csv or .mmd";

std::optional<TreeFormat> format_of(std::string extension) {
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    static constexpr std::pair<const char*, TreeFormat> table[] = {
        {"dot", TreeFormat::dot},         {"gv", TreeFormat::dot},
        {"svg", TreeFormat::svg},         {"pdf", TreeFormat::pdf},
        {"png", TreeFormat::png},         {"json", TreeFormat::json},
        {"graphml", TreeFormat::graphml}, {"html", TreeFormat::html},
        {"htm", TreeFormat::html},        {"csv", TreeFormat::csv},
        {"mmd", TreeFormat::mermaid},     {"mermaid", TreeFormat::mermaid}};
    for (const auto& [name, format] : table)
        if (extension == name) return format;
    return std::nullopt;
}

class TreeCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"tree", "Explain", "Grow the decision tree of binary choices, to every solution"};
    }

    void declare(Arguments& a) override {
        const auto written_as = [](std::vector<std::string> kinds) -> std::vector<Condition> {
            return {{"--output", kinds}, {"--as", kinds}};
        };
        // Who draws Mermaid places its nodes, and it has no legend; a page has a title too.
        const auto drawn = written_as({"dot", "gv", "svg", "pdf", "png"});
        const auto picture = written_as({"dot", "gv", "svg", "pdf", "png", "mmd", "mermaid"});
        const auto titled =
            written_as({"dot", "gv", "svg", "pdf", "png", "mmd", "mermaid", "html", "htm"});
        input_.declare(a);
        a.file("-o,--output", output_, "FILE",
               std::string("draw or write the tree there, in the format of the name: ") +
                   known_formats);
        a.value("--as", format_name_, "FORMAT",
                "the format, if the name does not say it: dot, svg, pdf, png, json, graphml, html, "
                "csv, mmd")
            .needs({{"--output"}});
        a.choice("--mode", options_.mode, {"paris", "alternates", "lean"},
                 "paris: both values of every binary cell; alternates: also the other value of an "
                 "impossible one, everywhere below; lean: one cell");
        choices_.declare(a);
        a.value("--table", tables_, "NODE", "the paper's tables of a node such as ABA, or of all")
            .needs({without("--json"), {"--output", {"csv"}}, {"--as", {"csv"}}});
        a.value("--forced", forced_, "NODE",
                "what every way to a solution such as S07, to a pattern, or to all solutions has "
                "in common; marked in pictures");
        a.flag("--json", json_, "the totals and the proof as one JSON line");
        a.choice("--style", drawing_.style, {"auto", "text", "grid", "points"},
                 "nodes as text, as small grids, or as points")
            .needs(picture);
        a.choice("--layout", drawing_.layout, {"auto", "graphviz", "levels", "layers"},
                 "who places the nodes: Graphviz, or Clew, by columns or from top to bottom")
            .needs(drawn);
        a.parsed("--depth", "N", "draw N levels below the root", [this](const std::string& text) {
             drawing_.depth = parse_number("--depth", text);
         }).needs(picture);
        a.value("--collapse", drawing_.collapse, "NODE", "fold away what is below a node")
            .needs(picture);
        a.flag("--only-live", only_live_, "draw neither dead patterns nor impossible candidates")
            .needs(picture);
        a.choice("--shared", drawing_.shared, {"auto", "show", "hide"},
                 "further ways to a known pattern")
            .needs(picture);
        a.choice("--impossible", drawing_.impossible, {"auto", "show", "hide"},
                 "marks for impossible candidates")
            .needs(picture);
        a.value("--title", heading_, "TEXT", "the heading of the picture or page; '' for none")
            .needs(titled);
        a.flag("--no-legend", no_legend_, "no legend in the picture").needs(drawn);
        a.choice("--paper", paper_,
                 {{"a4", Paper::a4}, {"letter", Paper::letter}, {"fit", Paper::fit}},
                 "the sheets of a PDF, or one as large as the tree")
            .needs(written_as({"pdf"}));
        declare_shard(a, shard_, "K/N",
                      "grow only part K of N, split by the first choices, for --merge");
        a.flag("--merge", merge_,
               "merge the parts that --shard wrote, FILE..., into the whole tree");
        a.value("--max-patterns", options_.max_patterns, "N", "stop growing at N patterns").from(1);
        a.duration("--timeout", timeout_, "stop growing after so long");
        a.flag("--no-proof", no_proof_, "do not compare the solutions with SAT");
        a.value(
            "--certify", certify_, "DIR",
            "write a proof that the tree has all solutions, with the line that proves each node");
        declare_proof(a, certified_as_);
        declare_quiet(a, quiet_);
        for (const char* option : {"--as", "--table", "--forced", "--json", "--max-patterns",
                                   "--no-proof", "--certify", "--merge"})
            a.at(option).not_with({{"--shard"}});
        for (const char* option : {"--mode", "--rules", "--screen", "--oracle", "--start",
                                   "--marks", "--max-patterns", "--input-format"})
            a.at(option).not_with({{"--merge"}});
        a.note(
            "Parts may be grown in any order, anywhere, twice, or again after a failure. --merge "
            "makes of them the tree that one run grows, name by name, and refuses a part that is "
            "missing, edited, or of another puzzle or other options. Each --shard plans the whole "
            "split first; clew shards --by branches does that once.");
        a.note(
            "The procedure of J. Paris (2006): docs/decision-tree.md. A tree that a limit or an "
            "interrupt ended is written all the same, marked as partial (exit code 20 or 130).");
        a.example("clew tree examples/p92.sdk -o p92.svg", "the whole tree of P-92");
        a.example("clew tree examples/p92.sdk --mode lean -o lean.pdf --style grid",
                  "eleven to thirteen choices to twelve solutions, with grids");
        a.example("clew tree examples/p92.sdk --screen sudokujm --table A --table AB",
                  "the paper's tables");
        a.example("clew tree examples/p92.sdk --mode lean --forced S07",
                  "the choices on every way to a solution");
        a.example("clew tree examples/p92.sdk --rules sudokujm --mode alternates --json",
                  "the paper's Annex C");
        a.example("clew tree --shard 3/8 examples/p92.sdk -o part3.jsonl",
                  "one part of eight; then: clew tree --merge part*.jsonl -o p92.svg");
        a.example("clew tree examples/p92.sdk --certify p92.cert",
                  "the tree's completeness as a proof; then: clew check p92.cert");
    }

    ExitCode run(Host& host) override {
        if (options_.oracle == logic::Oracle::sat) need_engine(Engine::sat, "--oracle");
        const TreeFormat format = shard_ ? TreeFormat::none : chosen_format();
        choices_.read_rules();
        Watch watch{host, timeout_};
        options_.stop = &watch.flag();
        std::optional<logic::MergedTree> merged;
        std::optional<Record> given;
        if (merge_) {
            merged = merge(host, watch);
            if (!merged) return watch.exit_code();
        } else {
            given = PuzzleInput{host, input_}.only();
            if (!given) {
                host.err << "clew: " << watch.why() << "\n";
                return watch.exit_code();
            }
            if (!quiet_) host.err << remark_line(*given);
            drawing_.title = report::title_of(*given);
            if (shard_) return walk(host, watch, *given);
        }
        const logic::DecisionTree tree =
            merged ? std::move(merged->tree) : grow(host, given->puzzle);
        std::optional<logic::TreeProof> proof;
        if (!no_proof_) {
            if (watch.stopped())
                proof = logic::TreeProof{.ending = Ending::interrupted,
                                         .found = tree.totals().solutions};
            else
                proof = logic::prove_complete(tree, {.budget = {.stop = &watch.flag()}});
        }
        const logic::TreeProof* proved = proof ? &*proof : nullptr;
        drawing_.forced = find_forced(tree, forced_nodes(tree));

        // The tree in a file leaves standard output to what was asked for by name.
        if (format != TreeFormat::none) write_file(host, watch, tree, proved, format);
        if (json_) {
            std::ostringstream totals;
            write_tree_json(tree, proved, JsonDetail::totals, totals, drawing_.forced,
                            given ? &given->place : nullptr);
            host.out << json_line(nlohmann::ordered_json::parse(totals.str()), host.command);
        } else if ((!tables_.empty() && format != TreeFormat::csv) || !forced_.empty())
            print_tables(tree, format, host.out);
        else if (format == TreeFormat::none)
            print_summary(tree, proved, host.out);
        else if (!quiet_ && output_)
            print_summary(tree, proved, host.err);

        if (certify_ && !watch.stopped()) {
            const explain::Certified done = explain::certify_tree(
                tree, *certify_, {.format = certified_as_, .stop = &watch.flag()});
            const ExitCode code = code_of(done);
            if (!quiet_ || code != ExitCode::ok)
                host.err << "clew: " << said_of(done, *certify_) << "\n";
            if (!watch.stopped() && code != ExitCode::ok) return code;
        }
        if (proved != nullptr && tree.ending() == Ending::exhausted &&
            proved->verdict == logic::TreeProof::Verdict::incomplete)
            return ExitCode::disagree;
        if (watch.stopped()) return watch.exit_code();
        return tree.ending() == Ending::exhausted ? ExitCode::ok : ExitCode::partial;
    }

  private:
    TreeFormat chosen_format() const {
        if (format_name_) {
            const auto format = format_of(*format_name_);
            if (!format)
                throw UsageError("--as", "'" + *format_name_ + "' is no format of a tree",
                                 "dot, svg, pdf, png, json, graphml, html, csv or mmd");
            return *format;
        }
        if (!output_) return TreeFormat::none;
        const std::size_t dot = output_->rfind('.');
        const auto format =
            dot == std::string::npos ? std::nullopt : format_of(output_->substr(dot + 1));
        if (!format)
            throw UsageError("--output", "'" + *output_ + "' does not say a format",
                             std::string("a name that ends in ") + known_formats + ", or --as");
        return *format;
    }

    /// Walks one part and writes it.
    ExitCode walk(Host& host, Watch& watch, const Record& record) {
        const std::vector<logic::TreeTask> tasks =
            plan_parts(record.puzzle, options_, shard_->of, drawing_.title);
        if (tasks.empty()) {
            host.err << "clew: " << watch.why() << ": nothing is planned yet\n";
            return watch.exit_code();
        }
        return run_tree_task(host, watch, tasks[shard_->index], output_, quiet_);
    }

    /// The tree of all parts; nothing if a stop came first.
    std::optional<logic::MergedTree> merge(Host& host, Watch& watch) {
        std::vector<logic::TreePart> parts;
        if (input_.files.empty()) input_.files.emplace_back("-");
        for (const std::string& name : input_.files) {
            NamedInput file{host, name, &watch.flag()};
            std::vector<logic::TreePart> more =
                logic::read_tree_parts(file.stream(), file.source());
            if (watch.stopped()) return std::nullopt;
            std::ranges::move(more, std::back_inserter(parts));
        }
        ProgressLine progress{host, "patterns", quiet_ ? Quiet::yes : Quiet::no};
        logic::MergedTree whole = logic::merge_trees(
            parts, {.stop = &watch.flag(),
                    .on_progress = [&](const Progress& h) { progress.reach(h.nodes); }});
        tell_repeated(host, whole.repeated);
        for (const std::string& missing : whole.missing)
            host.err << "clew: " << missing << ": its patterns are left open\n";
        drawing_.title = parts.front().title;
        return whole;
    }

    logic::DecisionTree grow(Host& host, const Puzzle& puzzle) {
        ProgressLine progress{host, "patterns", quiet_ ? Quiet::yes : Quiet::no};
        options_.on_progress = [&](const Progress& h) { progress.reach(h.nodes); };
        return logic::DecisionTree::grow(puzzle, options_);
    }

    void print_summary(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                       std::ostream& out) const {
        if (!drawing_.title.empty()) out << printable(drawing_.title) << '\n';
        write_totals(tree, proof, out);
    }

    void print_tables(const logic::DecisionTree& tree, TreeFormat format, std::ostream& out) const {
        bool first = true;
        if (format != TreeFormat::csv)
            for (logic::Node node : table_nodes(tree)) {
                if (!first) out << '\n';
                first = false;
                write_node_table(tree, node, out);
            }
        if (forced_.empty()) return;
        if (!first) out << '\n';
        if (drawing_.forced.empty()) out << "no solution, so no way to one\n";
        write_forced(tree, drawing_.forced, out);
    }

    /// The nodes of these names, or all of a kind.
    static std::vector<logic::Node> named(const logic::DecisionTree& tree, const char* option,
                                          const std::vector<std::string>& names,
                                          logic::NodeKind kind, const std::string& hint) {
        std::vector<logic::Node> nodes;
        for (const std::string& name : names) {
            if (name == "all") {
                for (logic::Node v = 0; v < tree.node_count(); ++v)
                    if (tree[v].kind == kind) nodes.push_back(v);
                continue;
            }
            const auto node = tree.find(name);
            if (!node)
                throw UsageError(option, "there is no node '" + name + "' in the tree", hint);
            nodes.push_back(*node);
        }
        return nodes;
    }

    std::vector<logic::Node> forced_nodes(const logic::DecisionTree& tree) const {
        return named(tree, "--forced", forced_, logic::NodeKind::solution,
                     "a name such as S07, or all");
    }

    std::vector<logic::Node> table_nodes(const logic::DecisionTree& tree) const {
        return named(tree, "--table", tables_, logic::NodeKind::pattern, "a name such as A or ABA");
    }

    void write_file(Host& host, Watch& watch, const logic::DecisionTree& tree,
                    const logic::TreeProof* proof, TreeFormat format) {
        OutputFile file{host, output_};
        if (format == TreeFormat::json)
            write_tree_json(tree, proof, JsonDetail::nodes, file.stream(), drawing_.forced);
        else if (format == TreeFormat::graphml)
            write_tree_graphml(tree, file.stream());
        else if (format == TreeFormat::html)
            write_tree_html(tree, proof, heading_.value_or(drawing_.title), file.stream(),
                            drawing_.forced);
        else if (format != TreeFormat::csv)
            write_drawing(host, tree, format, file.stream());
        else if (tables_.empty())
            write_figures_csv(tree, file.stream());
        else
            write_outcomes_csv(tree, table_nodes(tree), file.stream());
        file.commit(watch);
    }

    void write_drawing(Host& host, const logic::DecisionTree& tree, TreeFormat format,
                       std::ostream& out) {
        if (only_live_) drawing_.shown = Shown::live;
        if (no_legend_) drawing_.legend = Legend::hidden;
        drawing_.heading = heading_;
        const bool data = format == TreeFormat::dot || format == TreeFormat::mermaid;
        if (format == TreeFormat::mermaid) drawing_.layout = TreeLayout::graphviz;
        if (!data && drawing_.layout == TreeLayout::automatic && !is_installed("dot"))
            drawing_.layout = TreeLayout::levels;
        const Drawing picture = for_option("--collapse", [&] { return draw(tree, drawing_); });
        if (!quiet_)
            for (const std::string& note : picture.notes) host.err << "clew: " << note << '\n';
        const bool placed = picture.options.layout != TreeLayout::graphviz;
        if (format == TreeFormat::mermaid) {
            write_tree_mermaid(picture, out);
            return;
        }
        if (format == TreeFormat::dot) {
            write_tree_dot(picture, out);
            if (placed && !quiet_)
                host.err << "clew: the positions are in the file: draw it with neato -n2\n";
            return;
        }
        std::string laid_out;  // by Graphviz, whole
        if (!placed) {
            std::ostringstream text;
            write_tree_dot(picture, text);
            laid_out = svg_of_dot(text.str());
        }
        const auto drawn = [&](const ViewBox& window) {
            if (!placed) return laid_out;
            std::ostringstream text;
            write_tree_svg(picture, text, window);
            return std::move(text).str();
        };
        const bool pdf = format == TreeFormat::pdf;
        write_picture(on_paper(drawn, pdf ? paper_ : Paper::fit),
                      format == TreeFormat::svg ? PictureFormat::svg
                      : pdf                     ? PictureFormat::pdf
                                                : PictureFormat::png,
                      out);
    }

    PuzzleInput::Options input_{.rules = Rules::known};
    TreeChoices choices_;
    logic::TreeOptions& options_ = choices_.options;
    DrawOptions drawing_;
    std::optional<std::string> output_;
    std::optional<std::string> format_name_;
    std::vector<std::string> tables_;
    std::vector<std::string> forced_;
    std::optional<std::string> certify_;
    CertificateFormat certified_as_ = CertificateFormat::drat;
    std::optional<double> timeout_;
    bool json_ = false;
    std::optional<std::string> heading_;
    std::optional<Shard> shard_;
    bool merge_ = false;
    Paper paper_ = Paper::a4;
    bool only_live_ = false;
    bool no_legend_ = false;
    bool no_proof_ = false;
    bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_tree() { return std::make_unique<TreeCommand>(); }

}  // namespace clew::cli
