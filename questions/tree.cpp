// The decision tree, to walk in: tree, tree/view, tree/node, tree/search, tree/export.
//
// Every one of them says which tree it is about by the question that the tree answers: the puzzle,
// the mode, the rules. The first grows it, the others find it in the cache, or grow it again.

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "core/base/retold.hpp"
#include "core/board/notation.hpp"
#include "explain/diagram/forced.hpp"
#include "explain/diagram/write_json.hpp"
#include "explain/diagram/writers.hpp"
#include "explain/report/question.hpp"
#include "logic/tree/proof.hpp"
#include "questions/kept_tree.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using namespace clew::explain;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t listed_solutions = 1'000;
constexpr std::size_t listed_names = 60;
constexpr std::uint64_t proved_solutions = 5'000;
/// The ways to a node are followed at once in trees of so many edges, otherwise when asked for.
constexpr std::uint64_t few_edges = 2'000'000;
/// Pictures of more nodes are written as points.
constexpr std::size_t labelled_nodes = 4'000;

Candidate candidate_of(const logic::DecisionTree& tree, const logic::Outcome& outcome) {
    return tree.puzzle().geometry().candidate(outcome.candidate);
}

ordered_json rounded(float value) { return std::round(static_cast<double>(value) * 10) / 10; }

// ---------------------------------------------------------------------------------------- tree

ordered_json grow(QuestionContext& asking) {
    const auto kept = kept_tree(asking, Again::if_interrupted);
    const logic::DecisionTree& tree = kept->tree;
    std::optional<logic::TreeProof> proof;
    const bool page = asking.flag("page");
    if (tree.ending() == Ending::exhausted &&
        (!page || tree.totals().solutions <= proved_solutions))
        proof = logic::prove_complete(tree, {.budget = asking.budget()});
    std::ostringstream text;
    write_tree_json(tree, proof ? &*proof : nullptr, JsonDetail::totals, text, {},
                    &asking.record().place);
    ordered_json answer = ordered_json::parse(text.str());
    answer["schema"] = asking.schema();
    if (!page) return answer;
    answer["solutions_listed"] = std::min<std::size_t>(tree.totals().solutions, listed_solutions);
    auto& solutions = answer["solutions"];
    while (solutions.size() > listed_solutions) solutions.erase(solutions.size() - 1);
    answer["sentence"] = proof ? sentence(*proof, language_of(asking)) : "";
    const auto picture = kept_picture(asking, asking.cache(), kept);
    answer["picture"] = {{"nodes", picture->drawing.nodes.size()},
                         {"edges", picture->drawing.edges.size()},
                         {"width", rounded(picture->drawing.width)},
                         {"height", rounded(picture->drawing.height)}};
    answer["patterns_at_most"] = most_patterns;
    const Geometry& geometry = tree.puzzle().geometry();
    answer["size"] = geometry.size();
    std::string symbols;
    for (std::size_t d = 0; d < geometry.size(); ++d)
        symbols += digit_symbol(Digit{static_cast<std::uint8_t>(d)});
    answer["symbols"] = symbols;
    answer["boxes"] = ordered_json::array();
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        answer["boxes"].push_back(geometry.box_of(Cell{i}).value_or(0));
    return answer;
}

// ---------------------------------------------------------------------------------------- view

ordered_json box_of(const DrawnNode& node) {
    return {rounded(node.x), rounded(node.y), rounded(node.width), rounded(node.height)};
}

/// From, to, where it begins and ends, and whether its target was discovered elsewhere.
ordered_json edge_of(const Drawing& drawing, const DrawnEdge& edge) {
    const DrawnNode &from = drawing.nodes[edge.from], &to = drawing.nodes[edge.to];
    return {from.node,          to.node,
            rounded(from.x),    rounded(from.y + from.height / 2),
            rounded(to.x),      rounded(to.y - to.height / 2),
            edge.shared ? 1 : 0};
}

ordered_json view(QuestionContext& asking) {
    const auto kept = kept_tree(asking);
    const auto picture = kept_picture(asking, asking.cache(), kept);
    const auto standing = kept_standing(asking, asking.cache(), *kept);
    const Drawing& drawing = picture->drawing;
    const auto at = [&](const char* key, float otherwise) {
        return static_cast<float>(asking.number(key, static_cast<double>(otherwise)));
    };
    const Window window{at("left", 0), at("top", 0), at("right", drawing.width),
                        at("bottom", drawing.height)};
    std::function<std::size_t(logic::Node)> mark;
    if (standing) mark = [&](logic::Node v) { return static_cast<std::size_t>((*standing)[v]); };
    const Seen seen = picture->view.look(window, asking.whole("most", 1200), mark);

    ordered_json nodes = ordered_json::array();
    for (const std::uint32_t i : seen.nodes) {
        const DrawnNode& node = drawing.nodes[i];
        ordered_json entry = {node.node, node.role};
        for (const auto& value : box_of(node)) entry.push_back(value);
        for (const std::string& line : drawing.label(node)) entry.push_back(line);
        if (entry.size() < 8) entry.push_back("");
        entry.push_back(node.folded);
        entry.push_back(standing ? static_cast<int>((*standing)[node.node]) : 0);
        nodes.push_back(std::move(entry));
    }
    ordered_json edges = ordered_json::array();
    for (const std::uint32_t e : seen.edges) {
        const DrawnEdge& edge = drawing.edges[e];
        ordered_json entry = edge_of(drawing, edge);
        entry.push_back(edge.shared || !asking.flag("labels") ? "" : drawing.edge_label(edge, 2));
        edges.push_back(std::move(entry));
    }
    ordered_json heaps = ordered_json::array();
    for (const Heap& heap : seen.heaps)
        heaps.push_back({rounded(heap.around.left), rounded(heap.around.top),
                         rounded(heap.around.right), rounded(heap.around.bottom), heap.nodes,
                         heap.roles, heap.marked, drawing.nodes[heap.first].node});
    ordered_json links = ordered_json::array();
    for (const HeapLink& link : seen.links) links.push_back({link.from, link.to, link.edges});
    return {{"schema", asking.schema()},         {"width", rounded(drawing.width)},
            {"height", rounded(drawing.height)}, {"total", drawing.nodes.size()},
            {"in_window", seen.in_window},       {"nodes", std::move(nodes)},
            {"edges", std::move(edges)},         {"edges_left_out", seen.edges_left_out},
            {"heaps", std::move(heaps)},         {"links", std::move(links)}};
}

// ---------------------------------------------------------------------------------------- node

const char* role_of(const logic::DecisionTree& tree, logic::Node node) {
    const logic::TreeVertex& v = tree[node];
    if (v.kind == logic::NodeKind::impossible) return "impossible";
    if (v.kind == logic::NodeKind::solution) return "solution";
    if (v.dead) return "dead";
    if (!v.expanded) return "open";
    return node == 0 ? "root" : "pattern";
}

std::string name_of(const logic::DecisionTree& tree, logic::Node node) {
    return tree[node].kind == logic::NodeKind::impossible ? "A" : tree.name(node);
}

ordered_json brief(const logic::DecisionTree& tree, logic::Node node) {
    return {{"number", node}, {"name", name_of(tree, node)}, {"role", role_of(tree, node)}};
}

logic::Node node_asked(const QuestionContext& asking, const logic::DecisionTree& tree) {
    if (asking.has("number")) {
        const std::uint64_t number = asking.whole("number", 0);
        if (number >= tree.node_count())
            throw InputError({.source = "number"}, "the tree has no such node",
                             "a number below " + std::to_string(tree.node_count()));
        return static_cast<logic::Node>(number);
    }
    const std::string name = asking.text("node", "A");
    if (name == "A") return 0;
    const auto found = tree.find(name);
    if (!found)
        throw InputError({.source = "node"}, "there is no node '" + name + "' in the tree",
                         "a name such as AB or S07");
    return *found;
}

/// The way of discovery, with the candidates that lead on.
ordered_json way_to(const logic::DecisionTree& tree, logic::Node node) {
    std::vector<logic::Node> way;
    for (logic::Node v = node; v != logic::no_node; v = tree[v].discoverer) way.push_back(v);
    std::ranges::reverse(way);
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < way.size(); ++i) {
        ordered_json entry = brief(tree, way[i]);
        ordered_json& by = entry["by"] = ordered_json::array();
        if (i > 0)
            for (const Candidate& c : tree.candidates_between(way[i - 1], way[i]))
                by.push_back(logic::paper_notation(tree.puzzle().geometry(), c));
        list.push_back(std::move(entry));
    }
    return list;
}

ordered_json outcomes_of(const logic::DecisionTree& tree, logic::Node node) {
    ordered_json list = ordered_json::array();
    if (tree[node].kind != logic::NodeKind::pattern || !tree[node].expanded) return list;
    const Geometry& geometry = tree.puzzle().geometry();
    for (const logic::Outcome& outcome : tree.outcomes(node)) {
        const Candidate c = candidate_of(tree, outcome);
        ordered_json entry = {{"candidate", logic::paper_notation(geometry, c)},
                              {"cell", c.cell.index()},
                              {"symbol", std::string(1, digit_symbol(c.digit))}};
        if (outcome.target == logic::no_node) {
            entry["role"] = "impossible";
        } else {
            entry["number"] = outcome.target;
            entry["name"] = name_of(tree, outcome.target);
            entry["as"] = tree.name_from(node, outcome.target);
            entry["role"] = role_of(tree, outcome.target);
            entry["freedom"] = tree[outcome.target].freedom;
            entry["solutions"] = tree[outcome.target].solutions_below;
        }
        list.push_back(std::move(entry));
    }
    return list;
}

ordered_json figures_of(const logic::DecisionTree& tree, logic::Node node) {
    const logic::TreeVertex& v = tree[node];
    return {{"freedom", v.freedom},
            {"depth", v.depth},
            {"longest", v.rank},
            {"candidates", v.candidates},
            {"solved", v.solved},
            {"solved_different", v.solved_different},
            {"partial", v.partial},
            {"partial_different", v.partial_different},
            {"impossible", v.impossible},
            {"solutions_below", v.solutions_below},
            {"exact", v.complete},
            {"expanded", v.expanded},
            {"dead", v.dead},
            {"clash", v.clash},
            {"no_binary_cell", v.wide}};
}

ordered_json names(const logic::DecisionTree& tree, std::span<const logic::Node> nodes) {
    ordered_json list = ordered_json::array();
    for (const logic::Node v : nodes) {
        if (list.size() == listed_names) break;
        list.push_back(brief(tree, v));
    }
    return list;
}

/// What all ways to a node have in common, by find_forced.
ordered_json ways_to(const logic::DecisionTree& tree, logic::Node node) {
    const Geometry& geometry = tree.puzzle().geometry();
    const Forced forced = find_forced(tree, std::array{node})[0];
    ordered_json choices = ordered_json::array();
    for (const ForcedChoice& choice : forced.choices) {
        std::vector<logic::Node> at;
        for (const auto& [from, to] : choice.made)
            if (at.empty() || at.back() != from) at.push_back(from);
        choices.push_back({{"candidate", logic::paper_notation(geometry, choice.candidate)},
                           {"at", names(tree, at)},
                           {"places", at.size()}});
    }
    ordered_json one_of = ordered_json::array();
    for (const auto& [from, to] : forced.steps) {
        const auto candidates = tree.candidates_between(from, to);
        if (candidates.size() < 2) continue;
        ordered_json list = ordered_json::array();
        for (const Candidate& c : candidates) list.push_back(logic::paper_notation(geometry, c));
        one_of.push_back({{"at", brief(tree, from)}, {"candidates", std::move(list)}});
    }
    return {{"ways", forced.ways.to_string()},
            {"choices", std::move(choices)},
            {"one_of", std::move(one_of)}};
}

/// Where the arrow keys lead, in the picture.
ordered_json neighbours(const KeptPicture& picture, std::uint32_t drawn) {
    const Drawing& drawing = picture.drawing;
    const logic::DecisionTree& tree = picture.kept->tree;
    const auto told = [&](std::optional<std::uint32_t> i) {
        return i ? brief(tree, drawing.nodes[*i].node) : ordered_json(nullptr);
    };
    std::optional<std::uint32_t> up;
    if (drawn != 0) up = drawing.nodes[drawn].parent;
    std::vector<std::uint32_t> children;
    std::vector<std::uint32_t> siblings;
    const auto below = [&](std::uint32_t parent) {
        std::vector<std::uint32_t> list;
        for (const std::uint32_t e : picture.view.edges_of(parent)) {
            const DrawnEdge& edge = drawing.edges[e];
            if (edge.from == parent && !edge.shared) list.push_back(edge.to);
        }
        std::ranges::sort(list, {}, [&](std::uint32_t i) { return drawing.nodes[i].x; });
        return list;
    };
    children = below(drawn);
    if (up) siblings = below(*up);
    const auto here = std::ranges::find(siblings, drawn);
    std::optional<std::uint32_t> left;
    std::optional<std::uint32_t> right;
    if (here != siblings.end()) {
        if (here != siblings.begin()) left = *(here - 1);
        if (here + 1 != siblings.end()) right = *(here + 1);
    }
    return {{"up", told(up)},
            {"down", told(children.empty() ? std::nullopt : std::optional(children.front()))},
            {"left", told(left)},
            {"right", told(right)},
            {"layer_left", told(picture.view.beside(drawn, -1))},
            {"layer_right", told(picture.view.beside(drawn, 1))},
            {"children", children.size()},
            {"sibling", here == siblings.end() ? 0 : here - siblings.begin() + 1},
            {"siblings", siblings.size()}};
}

/// All edges of a node, with where they end.
ordered_json edges_at(const KeptPicture& picture, std::uint32_t drawn) {
    const Drawing& drawing = picture.drawing;
    ordered_json list = ordered_json::array();
    for (const std::uint32_t e : picture.view.edges_of(drawn))
        list.push_back(edge_of(drawing, drawing.edges[e]));
    return list;
}

ordered_json node(QuestionContext& asking) {
    const auto kept = kept_tree(asking);
    const auto picture = kept_picture(asking, asking.cache(), kept);
    const logic::DecisionTree& tree = kept->tree;
    const logic::Node at = node_asked(asking, tree);
    const logic::TreeVertex& v = tree[at];
    ordered_json answer = {{"schema", asking.schema()}};
    answer.update(brief(tree, at));
    if (v.kind != logic::NodeKind::impossible) {
        answer["grid"] = tree.line(at);
        answer["before"] = tree.line(v.discoverer == logic::no_node ? at : v.discoverer);
    }
    answer["marks"] = ordered_json::array();
    if (v.kind == logic::NodeKind::pattern)
        for (const DigitSet digits : tree.candidates(at)) {
            std::string text;
            for (const Digit d : digits) text += digit_symbol(d);
            answer["marks"].push_back(text);
        }
    answer["figures"] = figures_of(tree, at);
    answer["outcomes"] = outcomes_of(tree, at);
    answer["alternates"] = ordered_json::array();
    for (const Candidate& c : tree.alternates(at))
        answer["alternates"].push_back(logic::paper_notation(tree.puzzle().geometry(), c));
    answer["way"] = way_to(tree, at);
    // The other names that it has, by whoever else leads to it.
    ordered_json& others = answer["met_again"] = ordered_json::array();
    if (v.kind == logic::NodeKind::pattern)
        for (const logic::Node from : kept->through.sources(at)) {
            if (from == v.discoverer) continue;
            if (others.size() == listed_names) break;
            others.push_back({{"name", tree.name_from(from, at)}, {"from", brief(tree, from)}});
        }
    answer["sources"] = kept->through.sources(at).size();
    const std::vector<logic::Node> chain = kept->through.chain(at);
    answer["every_way"] = names(tree, std::span(chain).first(chain.size() - 1));
    const std::vector<logic::Node> cut = v.kind == logic::NodeKind::pattern
                                             ? kept->through.solutions(at)
                                             : std::vector<logic::Node>{};
    answer["only_through"] = names(tree, cut);
    answer["only_through_count"] = cut.size();
    const bool ways = asking.flag("ways") || tree.totals().edges <= few_edges;
    answer["ways"] = ways ? ways_to(tree, at) : ordered_json(nullptr);

    const auto drawn = picture->view.drawn(at);
    answer["place"] = drawn ? box_of(picture->drawing.nodes[*drawn]) : ordered_json(nullptr);
    answer["folded"] = drawn ? picture->drawing.nodes[*drawn].folded : 0;
    answer["walk"] = drawn ? neighbours(*picture, *drawn) : ordered_json(nullptr);
    answer["edges"] = drawn ? edges_at(*picture, *drawn) : ordered_json::array();
    // Where it is folded away: what must be unfolded.
    logic::Node hidden = at;
    while (hidden != logic::no_node && !picture->view.drawn(hidden))
        hidden = tree[hidden].discoverer;
    answer["folded_below"] =
        drawn || hidden == logic::no_node ? ordered_json(nullptr) : brief(tree, hidden);
    // Where the vertices of every way stand, to be marked.
    ordered_json& places = answer["every_way_places"] = ordered_json::array();
    for (const logic::Node each : chain)
        if (const auto i = picture->view.drawn(each); i && each != at)
            places.push_back(box_of(picture->drawing.nodes[*i]));
    ordered_json& cut_places = answer["only_through_places"] = ordered_json::array();
    for (const logic::Node each : cut)
        if (const auto i = picture->view.drawn(each); i && cut_places.size() < listed_solutions)
            cut_places.push_back(box_of(picture->drawing.nodes[*i]));
    return answer;
}

// -------------------------------------------------------------------------------------- search

ordered_json search(QuestionContext& asking) {
    const auto kept = kept_tree(asking);
    const logic::DecisionTree& tree = kept->tree;
    std::string wanted = asking.text("text");
    std::erase_if(wanted, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    const std::uint64_t limit = asking.whole("limit", 20);
    std::vector<logic::Node> found;
    std::size_t more = 0;
    const auto add = [&](logic::Node v) {
        if (std::ranges::find(found, v) != found.end()) return;
        if (found.size() < limit)
            found.push_back(v);
        else
            ++more;
    };
    const std::size_t cells = tree.puzzle().geometry().cell_count();
    if (wanted.size() == cells && cells > 1) {  // a grid
        for (char& c : wanted)
            if (c == '0' && tree.puzzle().geometry().size() < 17) c = '.';
        for (logic::Node v = 0; v < tree.node_count(); ++v)
            if (tree[v].kind != logic::NodeKind::impossible && tree.line(v) == wanted) add(v);
    } else if (!wanted.empty()) {
        std::string name = wanted;
        // s7 is S07.
        if ((name[0] == 's' || name[0] == 'S') && name.size() > 1 &&
            name.find_first_not_of("0123456789", 1) == std::string::npos) {
            const std::size_t digit = name.find_first_not_of('0', 1);
            std::string number = digit == std::string::npos ? "0" : name.substr(digit);
            name = "S" + std::string(number.size() < 2 ? 1 : 0, '0') + number;
        }
        if (const auto exact = tree.find(name)) add(*exact);
        for (logic::Node v = 0; v < tree.node_count(); ++v)
            if (tree[v].kind != logic::NodeKind::impossible && tree.name(v).starts_with(name))
                add(v);
    }
    ordered_json list = ordered_json::array();
    for (const logic::Node v : found) {
        ordered_json entry = brief(tree, v);
        entry["freedom"] = tree[v].freedom;
        entry["solutions"] = tree[v].solutions_below;
        list.push_back(std::move(entry));
    }
    return {{"schema", asking.schema()}, {"found", std::move(list)}, {"more", more}};
}

// -------------------------------------------------------------------------------------- export

/// Takes so many bytes; what comes then is not kept.
class Bounded : public std::stringbuf {
  public:
    explicit Bounded(std::size_t most) : most_(most) {}
    bool full() const { return full_; }

  protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        const auto bytes = static_cast<std::size_t>(size);
        if (full_ || bytes > most_) {
            full_ = true;
            return 0;
        }
        most_ -= bytes;
        return std::stringbuf::xsputn(text, size);
    }

  private:
    std::size_t most_;
    bool full_ = false;
};

/// Sends what it takes on, in pieces, to whoever listens.
class Pieces : public std::streambuf {
  public:
    explicit Pieces(QuestionContext& asking) : asking_(asking) {}
    /// What is left. False if the work was stopped before all was sent.
    bool finish() {
        send(held_.size());
        return !asking_.stopped();
    }

  protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        if (asking_.stopped()) return 0;
        held_.append(text, static_cast<std::size_t>(size));
        if (held_.size() >= piece) {
            // No letter is cut in two.
            std::size_t end = held_.size();
            const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(held_[i]); };
            while (end > 0 && (byte(end - 1) & 0xC0U) == 0x80U) --end;
            if (end > 0 && byte(end - 1) >= 0xC0U) --end;
            send(end);
        }
        return size;
    }
    int_type overflow(int_type c) override {
        const char letter = traits_type::to_char_type(c);
        return xsputn(&letter, 1) == 1 ? c : traits_type::eof();
    }

  private:
    void send(std::size_t bytes) {
        if (bytes == 0 || asking_.stopped()) return;
        sent_ += bytes;
        asking_.partial({{"text", held_.substr(0, bytes)}}, Delivery::piece);
        held_.erase(0, bytes);
        asking_.progress(sent_);
    }

    static constexpr std::size_t piece = std::size_t{256} * 1024;
    QuestionContext& asking_;
    std::string held_;
    std::uint64_t sent_ = 0;
};

ordered_json export_tree(QuestionContext& asking) {
    const auto kept = kept_tree(asking);
    const logic::DecisionTree& tree = kept->tree;
    const std::string as = asking.text("as", "svg");
    const bool streams = asking.streams();
    Bounded whole{asking.limits().answer_bytes / 2};
    Pieces pieces{asking};
    std::ostream out{streams ? static_cast<std::streambuf*>(&pieces) : &whole};
    ordered_json notes = ordered_json::array();
    std::string type = "text/plain";
    if (as == "json") {
        write_tree_json(tree, nullptr, JsonDetail::nodes, out);
        type = "application/json";
    } else if (as == "graphml") {
        write_tree_graphml(tree, out);
        type = "application/xml";
    } else {
        DrawOptions options;
        options.layout = TreeLayout::layers;
        options.shown = asking.flag("live") ? Shown::live : Shown::everything;
        options.collapse = asking.texts("fold");
        options.title = report::title_of(asking.record(), language_of(asking));
        options.impossible = Detail::hidden;
        const std::size_t nodes = kept_picture(asking, asking.cache(), kept)->drawing.nodes.size();
        options.style = nodes <= labelled_nodes ? NodeStyle::text : NodeStyle::points;
        if (nodes <= labelled_nodes) options.shared = Detail::shown;
        if (asking.has("mark") && tree.totals().edges <= few_edges)
            if (const auto target = tree.find(asking.text("mark")))
                options.forced = find_forced(tree, std::array{*target});
        const Drawing drawing = draw(tree, options);
        for (const std::string& note : drawing.notes)
            notes.push_back(retold(language_of(asking), note));
        if (as == "dot") {
            write_tree_dot(drawing, out);
        } else if (as == "a4" || as == "letter") {
            const auto drawn = [&](const ViewBox& window) {
                std::ostringstream sheet;
                write_tree_svg(drawing, sheet, window);
                return std::move(sheet).str();
            };
            for (const std::string& page : on_paper(drawn, as == "a4" ? Paper::a4 : Paper::letter))
                out << page << '\f';
            type = "image/svg+xml";
        } else {
            write_tree_svg(drawing, out);
            type = "image/svg+xml";
        }
    }
    if (streams ? !pieces.finish() : whole.full())
        throw InputError({.source = "as"},
                         streams ? "the work ended before all was sent"
                                 : "the tree is too large to be sent as one " + as,
                         "events, a tree with more folded away, or 'clew tree -o FILE'");
    return {{"schema", asking.schema()},
            {"name", "tree." + as},
            {"type", type},
            {"notes", std::move(notes)},
            {"text", std::move(whole).str()}};
}

std::vector<Parameter> with(std::vector<Parameter> first, std::vector<Parameter> more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

const char* const grow_schema = R"({"properties": {
    "options": {"type": "object"}, "ending": {"type": "string"}, "totals": {"type": "object"},
    "proof": {"type": ["object", "null"]}, "sentence": {"type": "string"},
    "notes": {"type": "array", "items": {"type": "string"}},
    "solutions": {"type": "array", "items": {"type": "string"}},
    "solutions_listed": {"type": "integer"}, "patterns_at_most": {"type": "integer"},
    "picture": {"type": "object"}, "size": {"type": "integer"}, "symbols": {"type": "string"},
    "boxes": {"type": "array", "items": {"type": "integer"}}},
  "required": ["options", "ending", "totals", "proof", "notes", "solutions"]})";

const char* const view_schema = R"({"properties": {
    "width": {"type": "number"}, "height": {"type": "number"}, "total": {"type": "integer"},
    "in_window": {"type": "integer"}, "edges_left_out": {"type": "integer"},
    "nodes": {"type": "array", "items": {"type": "array"}},
    "edges": {"type": "array", "items": {"type": "array"}},
    "heaps": {"type": "array", "items": {"type": "array"}},
    "links": {"type": "array", "items": {"type": "array"}}},
  "required": ["width", "height", "total", "in_window", "nodes", "edges", "edges_left_out", "heaps",
    "links"]})";

const char* const node_schema = R"({"properties": {
    "number": {"type": "integer"}, "name": {"type": "string"}, "role": {"type": "string"},
    "grid": {"type": "string"}, "before": {"type": "string"},
    "marks": {"type": "array", "items": {"type": "string"}}, "figures": {"type": "object"},
    "outcomes": {"type": "array", "items": {"type": "object"}},
    "alternates": {"type": "array", "items": {"type": "string"}},
    "way": {"type": "array", "items": {"type": "object"}},
    "met_again": {"type": "array", "items": {"type": "object"}}, "sources": {"type": "integer"},
    "every_way": {"type": "array", "items": {"type": "object"}},
    "only_through": {"type": "array", "items": {"type": "object"}},
    "only_through_count": {"type": "integer"}, "ways": {"type": ["object", "null"]},
    "place": {"type": ["array", "null"]}, "folded": {"type": "integer"},
    "walk": {"type": ["object", "null"]}, "edges": {"type": "array"},
    "folded_below": {"type": ["object", "null"]}, "every_way_places": {"type": "array"},
    "only_through_places": {"type": "array"}},
  "required": ["number", "name", "role", "figures", "outcomes", "way", "met_again", "every_way",
    "only_through", "ways", "place", "walk", "edges"]})";

const char* const search_schema = R"({"properties": {
    "found": {"type": "array", "items": {"type": "object"}}, "more": {"type": "integer"}},
  "required": ["found", "more"]})";

const char* const export_schema = R"({"properties": {
    "name": {"type": "string"}, "type": {"type": "string"}, "text": {"type": "string"},
    "notes": {"type": "array", "items": {"type": "string"}}},
  "required": ["name", "type", "text", "notes"]})";

}  // namespace

void add_tree(std::vector<Question>& table) {
    table.push_back(
        {.name = "tree",
         .summary = "Grow the decision tree of a puzzle, and prove it complete",
         .details =
             "What 'clew tree --json' prints; for a page also the size of the picture, and of the "
             "solutions the first 1 000. Partial events tell patterns and solutions so far. The "
             "tree is kept for the other questions "
             "about it, which name it by the same puzzle, mode and rules; one that is no "
             "longer kept is grown again. At most 'patterns' patterns; 'ending' and "
             "'notes' tell if there are more.",
         .takes = with(picture_parameters(), {page_parameter()}),
         .gives = grow_schema,
         .example = example({{"mode", "lean"}}),
         .answer = grow});
    const auto coordinate = [](const char* name) {
        return number(name, "the window, in points of the picture; the whole if nothing is said")
            .from(-1e9, 1e9);
    };
    table.push_back(
        {.name = "tree/view",
         .summary = "What of the tree is seen through a window",
         .details =
             "Few enough nodes come one by one: [number, role, x, y, width, height, name, figures, "
             "folded away below it, standing], and edges: [from, to, x, y, x, y, 1 if the target "
             "was discovered elsewhere, candidates]. More of them come in heaps: [left, top, "
             "right, bottom, nodes, [by role], [by standing], one of them], and links: [from heap, "
             "to heap, edges]. Roles: 0 root, 1 pattern, 2 solution, 3 dead, 4 open, 5 impossible. "
             "Standing of the candidate that is followed: 0 open, 1 holds, 2 fallen.",
         .takes = with(
             picture_parameters(),
             {coordinate("left"), coordinate("top"), coordinate("right"), coordinate("bottom"),
              whole("most", "so many nodes one by one, or heaps; 1200 if not given").from(1, 5000),
              text("follow", "a candidate such as r1c5=4 or 15.4: how it stands at each node"),
              flag("labels", "the candidates at the edges too")}),
         .gives = view_schema,
         .about_a_puzzle = false,
         .example = example({{"mode", "lean"}, {"follow", "r1c5=4"}, {"labels", true}}),
         .answer = view});
    table.push_back(
        {.name = "tree/node",
         .summary = "A node: its grid, figures, outcomes, names, and what is on every way to it",
         .details = "'every_way' are its dominators; 'only_through' the solutions to which every "
                    "way goes through it; 'ways' how many there are and the choices that all make, "
                    "in large trees only if asked for.",
         .takes = with(picture_parameters(), {text("node", "its name, by any way: AB, ABAC, S07"),
                                              whole("number", "or its number"),
                                              flag("ways", "count the ways even in a large tree")}),
         .gives = node_schema,
         .about_a_puzzle = false,
         .example = example({{"mode", "lean"}, {"node", "AB"}}),
         .answer = node});
    table.push_back(
        {.name = "tree/search",
         .summary = "Nodes by name, by the beginning of a name, or by their grid",
         .takes = with(tree_parameters(),
                       {text("text", "a name such as AB, S07 or s7, or a grid").required(),
                        whole("limit", "so many are listed; 20 if not given").from(1, 500)}),
         .gives = search_schema,
         .about_a_puzzle = false,
         .example = example({{"mode", "lean"}, {"text", "AB"}}),
         .answer = search});
    table.push_back(
        {.name = "tree/export",
         .summary = "The tree as a file, SVG, DOT, JSON or GraphML, or on paper",
         .details =
             "SVG and DOT have the picture with its places, folds heeded; a4 and letter the "
             "same as sheets of paper, SVG documents with a form feed behind each; JSON and "
             "GraphML the whole graph. With events the text comes in pieces, partial {\"text\"}, "
             "one behind the other and of any length, and that of the answer is empty.",
         .takes =
             with(picture_parameters(),
                  {choice("as", {"svg", "a4", "letter", "dot", "json", "graphml"}, "the format"),
                   text("mark", "a node: what is on every way to it is marked")}),
         .gives = export_schema,
         .about_a_puzzle = false,
         .example = example({{"mode", "lean"}, {"as", "dot"}}),
         .answer = export_tree});
}

}  // namespace clew::questions
