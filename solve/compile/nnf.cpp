// Reading: the file's nodes first, as they stand; then, from the leaves up, each is made a node of
// the graph over an ascending list of variables, with what smoothness asks for added.

#include "solve/compile/nnf.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <optional>
#include <ostream>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clew::compile {
namespace {

using cnf::Lit;

void write_c2d(std::ostream& out, const Graph& g) {
    // A literal is a node of its own, made where it is first met.
    std::string body;
    std::size_t nodes = 0, arcs = 0;
    std::vector<std::size_t> literal(2 * g.variables(), 0), number(g.size(), 0);
    for (NodeId n = 0; n < g.size(); ++n) {
        const auto children = g.children(n);
        for (Lit l : g.literals(n))
            if (literal[l.code()] == 0) {
                body += "L " + std::to_string(l.dimacs()) + "\n";
                literal[l.code()] = ++nodes;
            }
        const std::size_t degree = g.literals(n).size() + children.size();
        if (g.kind(n) == GateKind::product) {
            body += "A " + std::to_string(degree);
        } else {
            std::int64_t decision = 0;
            const auto of_b = g.literals(children[1]);
            for (Lit l : g.literals(children[0]))
                if (std::ranges::find(of_b, ~l) != of_b.end()) {
                    decision = static_cast<std::int64_t>(l.var().index()) + 1;
                    break;
                }
            body += "O " + std::to_string(decision) + " 2";
        }
        for (Lit l : g.literals(n)) body += " " + std::to_string(literal[l.code()] - 1);
        for (NodeId child : children) body += " " + std::to_string(number[child]);
        body += "\n";
        arcs += degree;
        number[n] = nodes++;
    }
    if (!g.root()) {
        body = "O 0 0\n";
        nodes = 1;
        arcs = 0;
    }
    out << "nnf " << nodes << " " << arcs << " " << g.variables() << "\n" << body;
}

// Node 1 is an "or" with one arc to the root, as d4 does it; a product's literals stand on an arc
// to "true".
void write_d4(std::ostream& out, const Graph& g) {
    out << "o 1 0\n";
    if (!g.root()) {
        out << "f 2 0\n1 2 0\n";
        return;
    }
    // from the root down: 3 is the root
    const auto number = [&](NodeId n) { return g.size() - n + 2; };
    out << "t 2 0\n";
    for (NodeId n = static_cast<NodeId>(g.size()); n-- > 0;)
        out << (g.kind(n) == GateKind::sum ? "o " : "a ") << number(n) << " 0\n";
    out << "1 " << number(*g.root()) << " 0\n";
    for (NodeId n = static_cast<NodeId>(g.size()); n-- > 0;) {
        if (!g.literals(n).empty() || g.children(n).empty()) {
            out << number(n) << " 2";
            for (Lit l : g.literals(n)) out << " " << l.dimacs();
            out << " 0\n";
        }
        for (NodeId child : g.children(n)) out << number(n) << " " << number(child) << " 0\n";
    }
}

/// A node of a file.
struct Raw {
    enum class Kind : std::uint8_t { literal, product, sum } kind = Kind::product;
    Lit literal{};
    struct Arc {
        std::size_t to;
        std::vector<Lit> literals{};
    };
    std::vector<Arc> arcs{};
    std::size_t line = 0;
};

struct File {
    std::vector<Raw> nodes{};
    std::size_t root = 0;
    std::size_t variables = 0;
};

class Reader {
  public:
    Reader(std::istream& in, const std::string& source) : in_(in), place_{source, 0, 0} {}

    File read() {
        if (!next()) refuse("there is no graph here", "nnf NODES ARCS VARIABLES, or o 1 0");
        return words_.front() == "nnf" ? c2d() : d4();
    }

    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError{place_, what, hint};
    }
    [[noreturn]] void refuse_at(std::size_t line, const std::string& what,
                                const std::string& hint) {
        place_.line = line;
        refuse(what, hint);
    }

  private:
    static constexpr std::int64_t most = 1'000'000'000;

    /// The next line's words; comments and empty lines are passed over.
    bool next() {
        while (std::getline(in_, line_)) {
            ++place_.line;
            words_.clear();
            std::string_view rest = line_;
            for (;;) {
                const auto from = rest.find_first_not_of(" \t\r");
                if (from == std::string_view::npos) break;
                rest.remove_prefix(from);
                words_.push_back(rest.substr(0, rest.find_first_of(" \t\r")));
                rest.remove_prefix(words_.back().size());
            }
            if (!words_.empty() && words_.front() != "c") return true;
        }
        return false;
    }
    std::int64_t number(std::size_t i, std::int64_t low, std::int64_t high) const {
        std::int64_t value = 0;
        if (i >= words_.size()) refuse("the line ends early", "one more number");
        const auto [end, error] =
            std::from_chars(words_[i].data(), words_[i].data() + words_[i].size(), value);
        if (error != std::errc{} || end != words_[i].data() + words_[i].size() || value < low ||
            value > high)
            refuse("'" + std::string(words_[i]) + "' does not fit here",
                   "a number from " + std::to_string(low) + " to " + std::to_string(high));
        return value;
    }
    Lit literal(std::size_t i, std::int64_t high) {
        const std::int64_t l = number(i, -high, high);
        if (l == 0) refuse("0 is no literal", "a variable or its negative");
        out_.variables = std::max(out_.variables, static_cast<std::size_t>(l < 0 ? -l : l));
        return cnf::lit_of(l);
    }

    File c2d() {
        const std::int64_t nodes = number(1, 1, most);
        number(2, 0, most);
        const std::int64_t variables = number(3, 0, max_variables);
        out_.variables = static_cast<std::size_t>(variables);
        while (next()) {
            Raw raw;
            raw.line = place_.line;
            const auto made = static_cast<std::int64_t>(out_.nodes.size());
            const auto arcs = [&](std::size_t from) {
                const std::int64_t n = number(from, 0, most);
                for (std::int64_t i = 1; i <= n; ++i)
                    raw.arcs.push_back({static_cast<std::size_t>(
                        number(from + static_cast<std::size_t>(i), 0, made - 1))});
                if (words_.size() != from + 1 + static_cast<std::size_t>(n))
                    refuse("more on the line than was announced", std::to_string(n) + " children");
            };
            if (words_.front() == "L") {
                raw.kind = Raw::Kind::literal;
                raw.literal = literal(1, variables);
            } else if (words_.front() == "A") {
                arcs(1);
            } else if (words_.front() == "O") {
                raw.kind = Raw::Kind::sum;
                number(1, 0, variables);
                arcs(2);
            } else {
                refuse("'" + std::string(words_.front()) + "' begins no node", "L, A or O");
            }
            out_.nodes.push_back(std::move(raw));
        }
        if (static_cast<std::int64_t>(out_.nodes.size()) != nodes)
            refuse("there are " + std::to_string(out_.nodes.size()) + " nodes",
                   std::to_string(nodes) + ", as announced");
        out_.root = out_.nodes.size() - 1;
        return std::move(out_);
    }

    File d4() {
        std::unordered_map<std::int64_t, std::size_t> place;
        std::vector<std::vector<Raw::Arc>> arcs;
        const auto known = [&](std::size_t i) {
            const auto at = place.find(number(i, 1, most));
            if (at == place.end())
                refuse("node " + std::string(words_[i]) + " was not told of",
                       "a node that has a line of its own before");
            return at->second;
        };
        do {
            const std::string_view what = words_.front();
            if (words_.back() != "0") refuse("the line does not end", "0");
            if (what == "o" || what == "a" || what == "t" || what == "f") {
                if (words_.size() != 3) refuse("a node has a number and no more", "o 1 0");
                if (!place.emplace(number(1, 1, most), out_.nodes.size()).second)
                    refuse("node " + std::string(words_[1]) + " comes twice", "another number");
                Raw raw;
                raw.line = place_.line;
                raw.kind = what == "o" || what == "f" ? Raw::Kind::sum : Raw::Kind::product;
                out_.nodes.push_back(std::move(raw));
            } else {
                const std::size_t from = known(0);
                if (words_.size() < 3) refuse("an arc has two ends", "FROM TO literals.. 0");
                Raw::Arc arc{known(1)};
                for (std::size_t i = 2; i + 1 < words_.size(); ++i)
                    arc.literals.push_back(literal(i, max_variables));
                out_.nodes[from].arcs.push_back(std::move(arc));
            }
        } while (next());
        if (!place.contains(1)) refuse("node 1 is missing", "the root, which is node 1");
        out_.root = place[1];
        return std::move(out_);
    }

    static constexpr std::int64_t max_variables = 1'000'000;
    std::istream& in_;
    Place place_;
    std::string line_;
    std::vector<std::string_view> words_;
    File out_;
};

/// Makes a graph of a file's nodes.
class Smoother {
  public:
    Smoother(const File& file, std::size_t variables, Reader& reader)
        : file_(file), graph_(variables), reader_(reader), made_(file.nodes.size()) {}

    Graph run() {
        order();
        for (std::size_t i : order_) made_[i] = make(i);
        Part root = made_[file_.root];
        if (root.node) graph_.set_root(complete(root, all_variables()).node.value());
        return graph_.pruned();
    }

  private:
    using Variables = std::vector<std::uint32_t>;
    /// Nothing where it is "false".
    struct Part {
        std::optional<NodeId> node{};
        Variables variables{};
    };

    Variables all_variables() const {
        Variables all(graph_.variables());
        for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = v;
        return all;
    }

    /// Children before parents, what the root reaches.
    void order() {
        enum : std::uint8_t { unseen, open, done };
        std::vector<std::uint8_t> state(file_.nodes.size(), unseen);
        std::vector<std::pair<std::size_t, std::size_t>> stack{{file_.root, 0}};
        state[file_.root] = open;
        while (!stack.empty()) {
            auto& [node, next] = stack.back();
            const auto& arcs = file_.nodes[node].arcs;
            if (next == arcs.size()) {
                state[node] = done;
                order_.push_back(node);
                stack.pop_back();
                continue;
            }
            const std::size_t to = arcs[next++].to;
            if (state[to] == open)
                reader_.refuse_at(file_.nodes[to].line, "the node is below itself",
                                  "a graph without circles");
            if (state[to] == unseen) {
                state[to] = open;
                stack.emplace_back(to, 0);
            }
        }
    }

    NodeId either(std::uint32_t v) {
        auto& known = either_[v];
        if (!known) {
            const NodeId yes = graph_.add_product(std::array{Lit::positive(cnf::Var{v})}, {});
            const NodeId no = graph_.add_product(std::array{Lit::negative(cnf::Var{v})}, {});
            known = graph_.add_sum(yes, no);
        }
        return *known;
    }

    /// The same over more variables.
    Part complete(const Part& part, const Variables& variables) {
        if (!part.node || part.variables.size() == variables.size()) return part;
        std::vector<NodeId> kids{*part.node};
        Variables missing;
        std::ranges::set_difference(variables, part.variables, std::back_inserter(missing));
        for (std::uint32_t v : missing) kids.push_back(either(v));
        return {graph_.add_product({}, kids), variables};
    }

    Part product(const std::vector<Lit>& literals, const std::vector<const Part*>& parts,
                 std::size_t line) {
        Part out;
        std::vector<NodeId> kids;
        for (Lit l : literals) out.variables.push_back(static_cast<std::uint32_t>(l.var().index()));
        for (const Part* part : parts) {
            if (!part->node) return {};
            kids.push_back(*part->node);
            out.variables.insert(out.variables.end(), part->variables.begin(),
                                 part->variables.end());
        }
        std::ranges::sort(out.variables);
        const auto twice = std::ranges::adjacent_find(out.variables);
        if (twice != out.variables.end())
            reader_.refuse_at(line, "two children speak of variable " + std::to_string(*twice + 1),
                              "children of an 'and' that share no variable");
        out.node = literals.empty() && kids.size() == 1 ? kids.front()
                                                        : graph_.add_product(literals, kids);
        return out;
    }

    Part make(std::size_t i) {
        const Raw& raw = file_.nodes[i];
        if (raw.kind == Raw::Kind::literal) return product({raw.literal}, {}, raw.line);
        if (raw.kind == Raw::Kind::product) {
            std::vector<Lit> literals;
            std::vector<const Part*> parts;
            for (const Raw::Arc& arc : raw.arcs) {
                const Raw& to = file_.nodes[arc.to];
                literals.insert(literals.end(), arc.literals.begin(), arc.literals.end());
                if (to.kind == Raw::Kind::literal)
                    literals.push_back(to.literal);
                else if (to.kind == Raw::Kind::sum || !to.arcs.empty())
                    parts.push_back(&made_[arc.to]);
            }
            return product(literals, parts, raw.line);
        }
        std::vector<Part> ways;
        Variables all;
        for (const Raw::Arc& arc : raw.arcs) {
            Part way = product(arc.literals, {&made_[arc.to]}, raw.line);
            if (!way.node) continue;
            Variables both;
            std::ranges::set_union(all, way.variables, std::back_inserter(both));
            all = std::move(both);
            ways.push_back(std::move(way));
        }
        if (ways.empty()) return {};
        NodeId sum = complete(ways.back(), all).node.value();
        for (std::size_t w = ways.size() - 1; w-- > 0;)
            sum = graph_.add_sum(complete(ways[w], all).node.value(), sum);
        return {sum, all};
    }

    const File& file_;
    Graph graph_;
    Reader& reader_;
    std::vector<Part> made_;
    std::vector<std::size_t> order_;
    std::unordered_map<std::uint32_t, std::optional<NodeId>> either_;
};

}  // namespace

void write_nnf(std::ostream& out, const Graph& graph, NnfFormat format) {
    if (format == NnfFormat::c2d)
        write_c2d(out, graph);
    else
        write_d4(out, graph);
}

Graph read_nnf(std::istream& in, const std::string& source, std::size_t variables) {
    Reader reader{in, source};
    const File file = reader.read();
    return Smoother{file, std::max(file.variables, variables), reader}.run();
}

}  // namespace clew::compile
