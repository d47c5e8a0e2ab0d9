// How the tree is grown.
//
// A pattern is stored as its packed digits (48 bytes on 9x9), in an arena indexed by vertex, with
// an open-addressing hash table of vertex numbers over it. To expand a pattern, its candidates are
// read off its digits (marks less the digits of peers), loaded once as the base of the closure, and
// each candidate is tried from there; outcomes go to one flat array, eight bytes each. A pattern's
// outcomes are committed together or not at all, so that a tree that a limit ended has only fully
// expanded patterns and open ones.
//
// The order is the paper's: all candidates of a pattern, then its first new pattern with all that
// is below it, then the second. So the names AA, AB, ... and S01, S02, ... are those of the paper,
// and a tree that was cut short is a beginning of the whole one, with the same names.
//
// What is below is computed once at the end. A vertex's degrees of freedom are fewer than those of
// all that lead to it, so sorting by them gives a topological order. The values of any one cell
// divide the solutions of a pattern among them: the number of solutions below is the sum over the
// outcomes of any one cell, no set union needed. A pattern is dead if for some cell that sum is a
// proved zero; every value of some cell impossible is the case that the paper thought illogical.

#include "explain/tree/decision_tree.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "encode/base/contract.hpp"
#include "encode/board/notation.hpp"
#include "encode/solve/solve.hpp"
#include "explain/tree/oracle.hpp"
#include "explain/tree/rule_closer.hpp"

namespace clew::explain {

using logic::ClosureStatus;

const char* to_string(TreeMode mode) {
    switch (mode) {
        case TreeMode::paris:
            return "paris";
        case TreeMode::alternates:
            return "alternates";
        case TreeMode::lean:
            return "lean";
    }
    return "";
}

const char* to_string(LeanChoice choice) {
    switch (choice) {
        case LeanChoice::first:
            return "first";
        case LeanChoice::freedom:
            return "freedom";
        case LeanChoice::balanced:
            return "balanced";
        case LeanChoice::smallest:
            return "smallest";
    }
    return "";
}

const char* to_string(Oracle oracle) {
    switch (oracle) {
        case Oracle::none:
            return "none";
        case Oracle::sat:
            return "sat";
    }
    return "";
}

std::string paper_notation(const Geometry& geometry, Candidate candidate) {
    const std::size_t row = geometry.row_of(candidate.cell) + 1;
    const std::size_t column = geometry.column_of(candidate.cell) + 1;
    std::string text = std::to_string(row);
    if (geometry.size() > 9) text += ',';
    text += std::to_string(column);
    text += '.';
    return text += digit_symbol(candidate.digit);
}

/// The grids of all vertices, packed, and the way from a grid to its vertex.
struct DecisionTree::Store {
    Store(const GeometryPtr& geometry, TreeMarks how)
        : closure(geometry),
          marks(how),
          words(how == TreeMarks::carried ? closure.marks_code_words()
                                          : closure.grid_code_words()) {
        slots.assign(1024, no_node);
    }

    std::span<const std::uint64_t> code(Node node) const {
        return std::span(codes).subspan(node * words, words);
    }

    static std::uint64_t hash(std::span<const std::uint64_t> code) {
        std::uint64_t h = 0;
        for (std::uint64_t w : code) {
            h = (h ^ w) * 0x9e3779b97f4a7c15U;
            h ^= h >> 32;
        }
        return h;
    }

    /// The slot of a grid: it holds its vertex, or is where its vertex goes.
    std::size_t slot(std::span<const std::uint64_t> wanted) const {
        std::size_t i = hash(wanted) & (slots.size() - 1);
        while (slots[i] != no_node && !std::ranges::equal(code(slots[i]), wanted))
            i = (i + 1) & (slots.size() - 1);
        return i;
    }
    Node find(std::span<const std::uint64_t> wanted) const { return slots[slot(wanted)]; }

    void add(std::span<const std::uint64_t> grid) {
        const auto node = static_cast<Node>(codes.size() / words);
        codes.insert(codes.end(), grid.begin(), grid.end());
        if ((std::size_t{node} + 1) * 2 > slots.size()) {
            slots.assign(slots.size() * 2, no_node);
            for (Node n = 0; n < node; ++n) slots[slot(code(n))] = n;
        }
        slots[slot(grid)] = node;
    }

    void pack(const logic::Closure& state, std::span<std::uint64_t> out) const {
        if (marks == TreeMarks::carried)
            state.marks_code(out);
        else
            state.grid_code(out);
    }

    std::vector<std::optional<Digit>> digits(std::span<const std::uint64_t> grid) const {
        if (marks == TreeMarks::recomputed) return closure.decode_grid(grid);
        std::vector<std::optional<Digit>> found;
        for (DigitSet d : closure.decode_marks(grid))
            found.push_back(d.size() == 1 ? std::optional(d.first()) : std::nullopt);
        return found;
    }

    std::vector<DigitSet> candidates(const Puzzle& puzzle,
                                     std::span<const std::uint64_t> grid) const {
        if (marks == TreeMarks::carried) return closure.decode_marks(grid);
        if (start.empty()) start = puzzle.candidates_after_givens();
        std::vector<DigitSet> open = start;
        const auto filled = closure.decode_grid(grid);
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (!filled[i]) continue;
            for (Cell peer : puzzle.geometry().peers(Cell{i})) open[peer.index()].erase(*filled[i]);
        }
        for (std::size_t i = 0; i < open.size(); ++i)
            if (filled[i]) open[i] = DigitSet{*filled[i]};
        return open;
    }

    struct Inserted {
        std::uint32_t first = 0;
        std::uint16_t count = 0;
        std::uint16_t partial_different_before = 0;
    };

    logic::Closure closure;  // for its codes only
    TreeMarks marks;
    std::size_t words;
    std::vector<std::uint64_t> codes;
    std::vector<Node> slots;
    std::vector<Candidate> inserted_candidates;
    std::unordered_map<Node, Inserted> inserted;
    mutable std::vector<DigitSet> start;
};

// ---------------------------------------------------------------------------- growing

class DecisionTree::Grower {
  public:
    explicit Grower(DecisionTree& tree)
        : tree_(tree),
          geometry_(tree.puzzle_.geometry()),
          store_(*tree.store_),
          closer_(tree.puzzle_.geometry_ptr(), tree.options_.rules) {
        const TreeOptions& o = tree.options_;
        if (o.screen) screen_.emplace(tree.puzzle_.geometry_ptr(), *o.screen);
        CLEW_REQUIRE(o.max_patterns > 0, "DecisionTree::grow: max_patterns must be at least 1");
    }

    void run() {
        if (tree_.options_.oracle == Oracle::sat)
            oracle_.emplace(tree_.puzzle_, tree_.options_.stop);
        plant();
        if (tree_.options_.mode == TreeMode::lean &&
            tree_.options_.choice == LeanChoice::smallest && tree_[0].kind == NodeKind::pattern)
            plan_smallest();
        while (!stack_.empty()) {
            if (stopped()) {
                tree_.ending_ = Ending::interrupted;
                break;
            }
            const Node node = stack_.back();
            if (!expand(node)) break;
        }
    }

  private:
    struct Trial {
        Candidate candidate;
        OutcomeKind kind = OutcomeKind::impossible;
        std::size_t freedom = 0;
        std::size_t code = 0;  // words into codes_
    };

    bool stopped() const { return tree_.options_.stop != nullptr && tree_.options_.stop->raised(); }

    void plant() {
        const auto marks = tree_.puzzle_.candidates_after_givens();
        ClosureStatus status = closer_.load(marks);
        if (status != ClosureStatus::impossible) {
            status = closer_.close();
            if (status == ClosureStatus::open && tree_.options_.start == TreeStart::singles)
                status = closer_.load(marks);
        }
        std::vector<std::uint64_t> code(store_.words, 0);
        NodeKind kind = NodeKind::impossible;
        if (status != ClosureStatus::impossible) {
            store_.pack(closer_.state(), code);
            if (status == ClosureStatus::solved)
                kind = NodeKind::solution;
            else if (!(screen_ && closer_.refuted_by(*screen_)) && !(oracle_ && dead(code)))
                kind = NodeKind::pattern;
        }
        add(kind, code, no_node, 0);
        if (kind == NodeKind::pattern) stack_.push_back(0);
    }

    Node add(NodeKind kind, std::span<const std::uint64_t> code, Node discoverer,
             std::size_t letter) {
        TreeVertex vertex;
        vertex.kind = kind;
        vertex.discoverer = discoverer;
        vertex.letter = static_cast<std::uint16_t>(letter);
        if (kind == NodeKind::solution) {
            vertex.number = static_cast<std::uint32_t>(tree_.solution_nodes_.size() + 1);
        } else if (kind == NodeKind::pattern) {
            ++patterns_;
            std::size_t freedom = 0;
            for (DigitSet d : store_.candidates(tree_.puzzle_, code)) freedom += d.size() - 1;
            vertex.freedom = static_cast<std::uint16_t>(freedom);
        }
        const auto node = static_cast<Node>(boost::add_vertex(vertex, *tree_.graph_));
        if (kind == NodeKind::solution) tree_.solution_nodes_.push_back(node);
        store_.add(code);
        return node;
    }

    bool dead(std::span<const std::uint64_t> code) {
        return !oracle_->has_solution(store_.digits(code));
    }

    /// Tries the base with these digits; `trial.candidate` is the first of them.
    Trial attempt(std::span<const Candidate> assigned) {
        Trial trial{.candidate = assigned[0]};
        ++closures_;
        const ClosureStatus status = closer_.assign(assigned);
        if (status == ClosureStatus::impossible) return trial;
        if (status == ClosureStatus::open && screen_ && closer_.refuted_by(*screen_)) return trial;
        trial.code = codes_.size();
        codes_.resize(codes_.size() + store_.words);
        store_.pack(closer_.state(), code_of(trial));
        if (status == ClosureStatus::open && oracle_ && store_.find(code_of(trial)) == no_node &&
            dead(code_of(trial)))
            return trial;
        trial.kind = status == ClosureStatus::solved ? OutcomeKind::solution : OutcomeKind::pattern;
        trial.freedom = closer_.freedom();
        return trial;
    }
    std::span<std::uint64_t> code_of(const Trial& trial) {
        return std::span(codes_).subspan(trial.code, store_.words);
    }

    /// Tries the candidates of a pattern and records what they lead to. False if a limit forbids
    /// it: then nothing is recorded.
    bool expand(Node node) {
        marks_ = store_.candidates(tree_.puzzle_, store_.code(node));
        closer_.load(marks_);
        codes_.clear();
        trials_.clear();

        std::vector<Cell> cells;
        for (std::size_t i = 0; i < marks_.size(); ++i)
            if (marks_[i].size() == 2) cells.push_back(Cell{i});
        const bool wide = cells.empty();
        if (wide) {
            std::size_t best = marks_.size();
            for (std::size_t i = 0; i < marks_.size(); ++i)
                if (marks_[i].size() > 1 &&
                    (best == marks_.size() || marks_[i].size() < marks_[best].size()))
                    best = i;
            cells.push_back(Cell{best});
        } else if (tree_.options_.mode == TreeMode::lean) {
            cells = {choose(node, cells)};
            if (stopped()) {
                tree_.ending_ = Ending::interrupted;
                return false;
            }
        }
        for (Cell cell : cells)
            for (Digit digit : marks_[cell.index()]) {
                const Candidate candidate{cell, digit};
                trials_.push_back(attempt({&candidate, 1}));
            }
        alternates_.clear();
        before_ = 0;
        if (tree_.options_.mode == TreeMode::alternates) insert_alternates();

        if (patterns_ + new_patterns() > tree_.options_.max_patterns) {
            tree_.ending_ = Ending::limit_reached;
            return false;
        }
        stack_.pop_back();
        commit(node, wide);
        report();
        return true;
    }

    /// The paper's Annex C. A value whose cell has no other possible one is part of every solution
    /// of this pattern: all of these are inserted into every outcome, which is closed again. An
    /// outcome that thereby turns out impossible may give new ones, so until nothing changes.
    void insert_alternates() {
        before_ = different_patterns();
        for (;;) {
            std::vector<Candidate> found;
            for (std::size_t i = 0; i < trials_.size();) {
                std::size_t end = i;
                std::optional<Candidate> possible;
                std::size_t impossible = 0;
                for (; end < trials_.size() &&
                       trials_[end].candidate.cell == trials_[i].candidate.cell;
                     ++end) {
                    if (trials_[end].kind == OutcomeKind::impossible)
                        ++impossible;
                    else
                        possible = trials_[end].candidate;
                }
                const std::size_t values = end - i;
                if (impossible == values) {  // the pattern is dead: nothing below it
                    for (Trial& trial : trials_) trial.kind = OutcomeKind::impossible;
                    alternates_.clear();
                    return;
                }
                if (impossible > 0 && impossible + 1 == values) found.push_back(*possible);
                i = end;
            }
            if (found.size() == alternates_.size()) return;
            alternates_ = std::move(found);
            std::vector<Candidate> assigned;
            for (Trial& trial : trials_) {
                if (trial.kind == OutcomeKind::impossible) continue;
                assigned.assign(1, trial.candidate);
                assigned.insert(assigned.end(), alternates_.begin(), alternates_.end());
                trial = attempt(assigned);
            }
        }
    }

    std::uint16_t different_patterns() {
        std::vector<std::size_t> seen;
        for (const Trial& trial : trials_) {
            if (trial.kind != OutcomeKind::pattern) continue;
            const bool known = std::ranges::any_of(seen, [&](std::size_t i) {
                return std::ranges::equal(code_of(trials_[i]), code_of(trial));
            });
            if (!known) seen.push_back(static_cast<std::size_t>(&trial - trials_.data()));
        }
        return static_cast<std::uint16_t>(seen.size());
    }

    std::uint64_t new_patterns() {
        if (tree_.options_.max_patterns == unlimited) return 0;
        std::vector<std::size_t> fresh;
        for (std::size_t i = 0; i < trials_.size(); ++i) {
            if (trials_[i].kind != OutcomeKind::pattern) continue;
            if (store_.find(code_of(trials_[i])) != no_node) continue;
            const bool known = std::ranges::any_of(fresh, [&](std::size_t j) {
                return std::ranges::equal(code_of(trials_[i]), code_of(trials_[j]));
            });
            if (!known) fresh.push_back(i);
        }
        return fresh.size();
    }

    void commit(Node node, bool wide) {
        std::vector<std::pair<Node, TreeEdge>> edges;
        std::vector<Node> fresh;
        std::uint16_t letters = 0;
        TreeVertex figures = (*tree_.graph_)[node];
        figures.expanded = true;
        figures.wide = wide;
        figures.first_outcome = static_cast<std::uint32_t>(tree_.outcomes_.size());
        figures.candidates = static_cast<std::uint16_t>(trials_.size());
        for (const Trial& trial : trials_) {
            Outcome outcome;
            outcome.candidate =
                static_cast<std::uint16_t>(geometry_.candidate_index(trial.candidate));
            outcome.kind = trial.kind;
            if (trial.kind == OutcomeKind::impossible) {
                ++figures.impossible;
                tree_.outcomes_.push_back(outcome);
                continue;
            }
            const bool solved = trial.kind == OutcomeKind::solution;
            ++(solved ? figures.solved : figures.partial);
            Node target = store_.find(code_of(trial));
            const bool is_new = target == no_node;
            auto edge = std::ranges::find(edges, target, &std::pair<Node, TreeEdge>::first);
            if (is_new || edge == edges.end()) {
                if (!solved) ++letters;
                ++(solved ? figures.solved_different : figures.partial_different);
                if (is_new) {
                    target = add(solved ? NodeKind::solution : NodeKind::pattern, code_of(trial),
                                 node, solved ? 0 : letters);
                    if (!solved) fresh.push_back(target);
                }
                edges.push_back({target, {0, solved ? std::uint16_t{0} : letters}});
                edge = edges.end() - 1;
            }
            ++edge->second.candidates;
            outcome.target = target;
            tree_.outcomes_.push_back(outcome);
        }
        (*tree_.graph_)[node] = figures;
        for (const auto& [target, properties] : edges)
            boost::add_edge(node, target, properties, *tree_.graph_);
        stack_.insert(stack_.end(), fresh.rbegin(), fresh.rend());

        if (tree_.options_.mode != TreeMode::alternates) return;
        Store::Inserted inserted;
        inserted.first = static_cast<std::uint32_t>(store_.inserted_candidates.size());
        inserted.count = static_cast<std::uint16_t>(alternates_.size());
        inserted.partial_different_before = before_;
        store_.inserted_candidates.insert(store_.inserted_candidates.end(), alternates_.begin(),
                                          alternates_.end());
        store_.inserted.emplace(node, inserted);
    }

    void report() {
        if (!tree_.options_.progress || closures_ - reported_ < 4096) return;
        reported_ = closures_;
        tree_.options_.progress(
            {patterns_, stack_.size(), tree_.solution_nodes_.size(), closures_});
    }

    // ------------------------------------------------------------------ the lean mode's cell

    Cell choose(Node node, const std::vector<Cell>& cells) {
        switch (tree_.options_.choice) {
            case LeanChoice::first:
                return cells.front();
            case LeanChoice::freedom:
                return choose_by_freedom(cells);
            case LeanChoice::balanced:
                return choose_balanced(node, cells);
            case LeanChoice::smallest:
                return choose_smallest(node, cells);
        }
        return cells.front();
    }

    Cell choose_by_freedom(const std::vector<Cell>& cells) {
        std::optional<std::size_t> least;
        Cell best = cells.front();
        for (Cell cell : cells) {
            std::size_t sum = 0;
            for (Digit digit : marks_[cell.index()]) {
                const Candidate candidate{cell, digit};
                sum += attempt({&candidate, 1}).freedom;  // 0 if solved or impossible
            }
            if (!least || sum < *least) {
                least = sum;
                best = cell;
            }
        }
        return best;
    }

    Cell choose_balanced(Node node, const std::vector<Cell>& cells) {
        Puzzle pattern = tree_.puzzle_;
        const auto digits = store_.digits(store_.code(node));
        for (std::size_t i = 0; i < digits.size(); ++i)
            if (digits[i]) pattern.set_given(Cell{i}, *digits[i]);
        const SolveOptions options{.budget = {.stop = tree_.options_.stop}};
        const Count all = count(pattern, options).count;
        std::optional<Count> most;
        Cell best = cells.front();
        for (Cell cell : cells) {
            Puzzle half = pattern;
            half.set_given(cell, marks_[cell.index()].first());
            const CountResult one = count(half, options);
            if (stopped() || one.count > all) return best;
            const Count fewer = std::min(one.count, all - one.count);
            if (!most || fewer > *most) {
                most = fewer;
                best = cell;
            }
        }
        return best;
    }

    /// The smallest lean tree: every lean tree is a choice of one cell at each pattern of the paris
    /// tree, so its fewest patterns are 1 + the least, over the cells, of the sum over the cell's
    /// outcomes. Live patterns of one lean tree are never met twice (two ways to them would differ
    /// in the cell where they part), so the sum counts them right.
    void plan_smallest() {
        TreeOptions options = tree_.options_;
        options.mode = TreeMode::paris;
        options.max_patterns = std::min<std::uint64_t>(options.max_patterns, planned_at_most);
        plan_ = std::make_unique<DecisionTree>(DecisionTree::grow(tree_.puzzle_, options));
        const auto order = plan_->topological_order();
        std::vector<std::uint64_t> cost(order.size(), 0);
        plan_cell_.assign(order.size(), std::nullopt);
        constexpr std::uint64_t too_many = unlimited / 64;
        for (std::size_t k = order.size(); k-- > 0;) {
            const Node v = order[k];
            if ((*plan_)[v].kind != NodeKind::pattern) continue;
            const auto tried = plan_->outcomes(v);
            std::uint64_t least = tried.empty() ? 0 : unlimited;
            for (std::size_t i = 0; i < tried.size();) {
                const Cell cell = geometry_.candidate(tried[i].candidate).cell;
                std::uint64_t sum = 0;
                for (; i < tried.size() && geometry_.candidate(tried[i].candidate).cell == cell;
                     ++i)
                    if (tried[i].target != no_node)
                        sum = std::min(too_many, sum + cost[tried[i].target]);
                if (sum < least) {
                    least = sum;
                    plan_cell_[v] = cell;
                }
            }
            cost[v] = least + 1;
        }
        if (plan_->ending() != Ending::exhausted)
            tree_.notes_.push_back(
                "the smallest tree was planned on the first " +
                std::to_string(plan_->totals().patterns) +
                " patterns only; beyond them the fewest degrees of freedom decide");
    }

    Cell choose_smallest(Node node, const std::vector<Cell>& cells) {
        const Node planned = plan_->store_->find(store_.code(node));
        if (planned == no_node || !plan_cell_[planned]) return choose_by_freedom(cells);
        return *plan_cell_[planned];
    }

    static constexpr std::uint64_t planned_at_most = 1'000'000;

    DecisionTree& tree_;
    const Geometry& geometry_;
    Store& store_;
    RuleCloser closer_;
    std::optional<RuleCloser> screen_;
    std::optional<SolutionOracle> oracle_;
    std::unique_ptr<DecisionTree> plan_;
    std::vector<std::optional<Cell>> plan_cell_;
    std::vector<Node> stack_;
    std::vector<DigitSet> marks_;
    std::vector<Trial> trials_;
    std::vector<std::uint64_t> codes_;
    std::vector<Candidate> alternates_;
    std::uint16_t before_ = 0;
    std::uint64_t patterns_ = 0;
    std::uint64_t closures_ = 0;
    std::uint64_t reported_ = 0;
};

DecisionTree::DecisionTree(const Puzzle& puzzle) : puzzle_(puzzle) {}
DecisionTree::~DecisionTree() = default;
DecisionTree::DecisionTree(DecisionTree&&) noexcept = default;
DecisionTree& DecisionTree::operator=(DecisionTree&&) noexcept = default;

DecisionTree DecisionTree::grow(const Puzzle& puzzle, const TreeOptions& options) {
    refuse_rules(puzzle, "the decision tree");
    DecisionTree tree{puzzle};
    tree.options_ = options;
    tree.graph_ = std::make_unique<TreeGraph>();
    tree.store_ = std::make_unique<Store>(puzzle.geometry_ptr(), options.marks);
    Grower{tree}.run();
    tree.summarize();
    tree.options_.progress = {};
    tree.options_.stop = nullptr;
    return tree;
}

// ---------------------------------------------------------------------------- what is below

std::vector<Node> DecisionTree::topological_order() const {
    const std::size_t n = node_count();
    std::vector<std::size_t> start(std::size_t{1} << 16, 0);
    const auto key = [&](Node v) {
        return static_cast<std::size_t>(0xFFFF - (*graph_)[v].freedom);
    };
    for (Node v = 0; v < n; ++v)
        if (key(v) + 1 < start.size()) ++start[key(v) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<Node> order(n);
    for (Node v = 0; v < n; ++v) order[start[key(v)]++] = v;
    return order;
}

void DecisionTree::summarize() {
    const std::vector<Node> order = topological_order();
    // Depth by levels (Boost's breadth-first search would want a colour map the size of the tree).
    constexpr std::uint16_t unseen = 0xFFFF;
    for (Node v : order) (*graph_)[v].depth = unseen;
    (*graph_)[0].depth = 0;
    std::vector<Node> level{0};
    for (std::uint16_t depth = 1; !level.empty(); ++depth) {
        std::vector<Node> next;
        for (Node v : level)
            for (auto [e, end] = boost::out_edges(v, *graph_); e != end; ++e) {
                TreeVertex& target = (*graph_)[boost::target(*e, *graph_)];
                if (target.depth != unseen) continue;
                target.depth = depth;
                next.push_back(static_cast<Node>(boost::target(*e, *graph_)));
            }
        level = std::move(next);
    }
    for (Node v : order)
        for (auto [e, end] = boost::out_edges(v, *graph_); e != end; ++e) {
            TreeVertex& target = (*graph_)[boost::target(*e, *graph_)];
            target.rank = std::max(target.rank, static_cast<std::uint16_t>((*graph_)[v].rank + 1));
        }
    for (std::size_t k = order.size(); k-- > 0;) summarize_below(order[k]);

    totals_ = {};
    for (Node v : order) {
        const TreeVertex& vertex = (*graph_)[v];
        totals_.edges += boost::out_degree(v, *graph_);
        totals_.depth = std::max<std::uint64_t>(totals_.depth, vertex.depth);
        totals_.longest = std::max<std::uint64_t>(totals_.longest, vertex.rank);
        if (vertex.kind == NodeKind::solution) ++totals_.solutions;
        if (vertex.kind != NodeKind::pattern) continue;
        ++totals_.patterns;
        totals_.candidates += vertex.candidates;
        totals_.solved += vertex.solved;
        totals_.partial += vertex.partial;
        totals_.impossible += vertex.impossible;
        totals_.dead += vertex.dead ? 1U : 0U;
        totals_.clash += vertex.clash ? 1U : 0U;
        totals_.wide += vertex.wide ? 1U : 0U;
        totals_.open += vertex.expanded ? 0U : 1U;
    }
    totals_.inserted = store_->inserted_candidates.size();

    if (totals_.wide > 0)
        notes_.push_back(std::to_string(totals_.wide) +
                         (totals_.wide == 1 ? " pattern has" : " patterns have") +
                         " no binary cell: a smallest open cell was branched on instead, where the "
                         "paper's procedure would stop");
    if (ending_ != Ending::exhausted)
        notes_.push_back(
            std::string("the tree is partial (") +
            (ending_ == Ending::interrupted ? "interrupted" : "pattern limit reached") +
            "): " + std::to_string(totals_.open) + " patterns are still open");
}

void DecisionTree::summarize_below(Node node) {
    TreeVertex& vertex = (*graph_)[node];
    if (vertex.kind != NodeKind::pattern) {
        vertex.complete = true;
        vertex.solutions_below = vertex.kind == NodeKind::solution ? 1 : 0;
        return;
    }
    const auto tried = outcomes(node);
    const std::size_t size = puzzle_.geometry().size();
    for (std::size_t i = 0; i < tried.size();) {
        const std::size_t cell = tried[i].candidate / size;
        std::uint32_t sum = 0;
        bool complete = true;
        bool clash = true;
        for (; i < tried.size() && tried[i].candidate / size == cell; ++i) {
            if (tried[i].target == no_node) continue;
            const TreeVertex& target = (*graph_)[tried[i].target];
            clash = false;
            complete = complete && target.complete;
            sum += target.solutions_below;
        }
        CLEW_INVARIANT(!complete || !vertex.complete || sum == vertex.solutions_below,
                       "DecisionTree: two cells of a pattern disagree about its solutions");
        if (!vertex.complete) {
            vertex.solutions_below = complete ? sum : std::max(vertex.solutions_below, sum);
            vertex.complete = complete;
        }
        vertex.clash = vertex.clash || clash;
    }
    vertex.dead = vertex.complete && vertex.solutions_below == 0;
}

// ---------------------------------------------------------------------------- reading it

std::span<const Outcome> DecisionTree::outcomes(Node node) const {
    return std::span(outcomes_).subspan((*graph_)[node].first_outcome, (*graph_)[node].candidates);
}

std::vector<Candidate> DecisionTree::candidates_between(Node from, Node to) const {
    std::vector<Candidate> found;
    for (const Outcome& outcome : outcomes(from))
        if (outcome.target == to) found.push_back(puzzle_.geometry().candidate(outcome.candidate));
    return found;
}

std::span<const Candidate> DecisionTree::alternates(Node node) const {
    const auto found = store_->inserted.find(node);
    if (found == store_->inserted.end()) return {};
    return std::span(store_->inserted_candidates).subspan(found->second.first, found->second.count);
}

std::uint16_t DecisionTree::partial_different_before(Node node) const {
    const auto found = store_->inserted.find(node);
    return found == store_->inserted.end() ? (*graph_)[node].partial_different
                                           : found->second.partial_different_before;
}

namespace {

/// 1 -> "A", 26 -> "Z", 27 -> "aA": lower-case digits to base 26 before an upper-case one.
std::string letters(std::size_t number) {
    std::string text(1, static_cast<char>('A' + (number - 1) % 26));
    for (std::size_t rest = (number - 1) / 26; rest > 0; rest = (rest - 1) / 26)
        text.insert(text.begin(), static_cast<char>('a' + (rest - 1) % 26));
    return text;
}

}  // namespace

std::string DecisionTree::name(Node node) const {
    const TreeVertex* vertex = &(*graph_)[node];
    if (vertex->kind == NodeKind::solution) {
        const std::string number = std::to_string(vertex->number);
        return "S" + std::string(number.size() < 2 ? 1 : 0, '0') + number;
    }
    std::vector<std::uint16_t> steps;
    for (; vertex->discoverer != no_node; vertex = &(*graph_)[vertex->discoverer])
        steps.push_back(vertex->letter);
    std::string text = "A";
    for (std::size_t i = steps.size(); i-- > 0;) text += letters(steps[i]);
    return text;
}

std::string DecisionTree::name_from(Node from, Node to) const {
    if ((*graph_)[to].kind == NodeKind::solution) return name(to);
    const auto [edge, found] = boost::edge(from, to, *graph_);
    CLEW_REQUIRE(found, "DecisionTree::name_from: no edge");
    return name(from) + letters((*graph_)[edge].letter);
}

std::optional<Node> DecisionTree::find(std::string_view wanted) const {
    if (wanted.size() > 1 && wanted[0] == 'S') {
        for (Node node : solution_nodes_)
            if (name(node) == wanted) return node;
        return std::nullopt;
    }
    if (wanted.empty() || wanted[0] != 'A' || (*graph_)[0].kind != NodeKind::pattern)
        return std::nullopt;
    Node node = 0;
    for (std::size_t i = 1; i < wanted.size();) {
        std::size_t end = i;
        while (end < wanted.size() && wanted[end] >= 'a' && wanted[end] <= 'z') ++end;
        if (end == wanted.size()) return std::nullopt;
        const std::string_view step = wanted.substr(i, end + 1 - i);
        Node next = no_node;
        for (auto [e, last] = boost::out_edges(node, *graph_); e != last; ++e)
            if ((*graph_)[*e].letter > 0 && letters((*graph_)[*e].letter) == step)
                next = static_cast<Node>(boost::target(*e, *graph_));
        if (next == no_node) return std::nullopt;
        node = next;
        i = end + 1;
    }
    return node;
}

std::vector<std::optional<Digit>> DecisionTree::digits(Node node) const {
    return store_->digits(store_->code(node));
}

std::string DecisionTree::line(Node node) const {
    std::string text;
    for (const auto& digit : digits(node)) text += digit ? digit_symbol(*digit) : '.';
    return text;
}

std::vector<DigitSet> DecisionTree::candidates(Node node) const {
    return store_->candidates(puzzle_, store_->code(node));
}

std::vector<Grid> DecisionTree::solutions() const {
    std::vector<Grid> grids;
    for (Node node : solution_nodes_) {
        std::vector<Digit> full;
        for (const auto& digit : digits(node)) full.push_back(*digit);
        grids.emplace_back(std::move(full));
    }
    return grids;
}

}  // namespace clew::explain
