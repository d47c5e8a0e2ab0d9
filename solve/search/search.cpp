// The state of a node is one flat array of masks, 8, 16 or 32 bits wide by the side of the board:
//
//     [ cell 0 | cell 1 | ... ][ house 0: digit 0 | digit 1 | ... ][ house 1: ... ] ...
//
// A cell's mask holds the digits still possible there; the mask of digit d in house h holds the
// positions in h that d can still take. Both views say the same and change together: removing a
// candidate clears one bit in the cell and one in each house of the cell. A mask that falls to one
// bit is a single (naked in the cell view, hidden in the house view) and goes on a queue; a mask
// that falls to none is a dead end. A `different` set has positions too, so that placing a digit
// finds whom to remove it from, but may run empty: nothing is hidden in it.
//
// When the singles are used up come locked candidates, for any two constraints that share two cells
// or more: if all positions of d in house h lie in what h shares with k, then d leaves the rest of
// k. Only (house, digit) pairs that lost a position are looked at. Without them 24 puzzles of 16x16
// with no redundant clue take 4.6 times the nodes and 3 times the time; where most nodes are
// solutions they cost a tenth. Then the smallest choice is taken: a cell or a (house, digit) with
// the fewest ways on.
//
// A walk that learns counts the dead ends that each cell had a part in: the cells of the rule that
// could not be kept, or the one that could not be filled. The number of ways is divided by that.
// Of 60 killers with cages of 4 and 5 cells this leaves a nineteenth of the nodes, of 58 with as
// few cages as they need a quarter. After its first nodes it learns no more, so that order and
// parts of all that follows are the same on any number of threads; learning on would save a tenth
// at most.
//
// Rules that are no houses (cages, arrows, ...) come last, when nothing simpler is left: those that
// lost a candidate since they were last looked at filter their cells (core/rules), and what goes
// is taken away like any other candidate. A walk without rules is compiled without them.
//
// The stack is explicit. A child's state is a copy of its parent's (a 9x9 board has 0.7 KB, a 25x25
// board 10 KB), except that the last child takes over its parent's place, so that a chain of forced
// moves copies nothing. Undoing from a trail of removed candidates instead would cost four
// read-modify-writes a candidate where copying costs a fraction of a load and a store.

#include "solve/search/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "core/base/contract.hpp"
#include "core/rules/rulebook.hpp"
#include "solve/search/tables.hpp"

namespace clew::search {

/// What the mask widths have in common: see Walk.
struct Search::Impl {
    virtual ~Impl() = default;
    virtual void confine(const NodePath& path) = 0;
    virtual void resume_behind(const NodePath& path) = 0;
    virtual void resume_at(const NodePath& path) = 0;
    virtual Report count(const Budget& budget, std::uint64_t limit) = 0;
    virtual void copy_to(std::vector<std::uint8_t>& digits) const = 0;
    virtual NodePath position() const = 0;
    virtual double explored() const = 0;
    virtual std::uint64_t nodes() const = 0;
    virtual std::uint64_t work() const = 0;
    virtual Probe probe(Random& random) = 0;
    virtual void learn(std::uint64_t nodes) = 0;
    virtual bool learning() const = 0;
    virtual void learn_from(const Impl& other) = 0;
    virtual std::vector<Subtree> split(std::size_t parts) = 0;
    virtual std::optional<NodePath> path_to(const Grid& grid) = 0;
};

template <class Mask, bool with_rules>
class Search::Walk final : public Search::Impl {
  public:
    explicit Walk(const Puzzle& puzzle)
        : tables_(tables_of(puzzle.geometry_ptr())),
          cells_(tables_->cells),
          size_(tables_->size),
          masks_(std::make_unique_for_overwrite<Mask[]>((cells_ + 2) * tables_->masks)),
          open_(
              std::make_unique_for_overwrite<std::uint64_t[]>((cells_ + 2) * tables_->open_words)),
          levels_(std::make_unique_for_overwrite<Level[]>(cells_ + 1)),
          queue_(std::make_unique_for_overwrite<Move[]>(tables_->masks + 1)),
          dirty_(tables_->houses.size(), 0),
          dirty_houses_(std::make_unique_for_overwrite<std::uint32_t[]>(tables_->houses.size())),
          initial_(tables_->masks, 0),
          dead_ends_(cells_, 1),
          book_(rules::rulebook_of(puzzle, rules::Rulebook::Implied::added)) {
        if constexpr (with_rules) rule_waits_.assign(book_->entries().size(), 0);
        for (std::size_t c = 0; c < cells_; ++c) {
            const std::uint32_t options = puzzle.options(Cell{c}).bits();
            initial_[c] = static_cast<Mask>(options);
            for (const ConstraintSlot& seat : tables_->seats(c))
                for (Digit d : DigitSet::from_bits(options))
                    initial_[seat.row + d.index()] |= bit(seat.position);
        }
        restart();
    }

    void confine(const NodePath& path) override {
        restart();
        descend(path);
        base_ = depth_;
    }

    void resume_behind(const NodePath& path) override {
        resume_at(path);
        phase_ = phase_ == Phase::done ? Phase::done : Phase::retreat;
    }

    void resume_at(const NodePath& path) override {
        // The levels above a confined walk's own root keep no untried branches.
        const NodePath base = path_to_level(base_);
        CLEW_REQUIRE(
            path.size() >= base.size() && std::equal(base.begin(), base.end(), path.begin()),
            "Search::resume: the path leads out of the part of the tree walked");
        restart();
        keep_from_ = base.size();
        descend(path);
        keep_from_ = none;
        base_ = base.size();
    }

    Report count(const Budget& budget, std::uint64_t limit) override {
        Report report;
        std::uint64_t left = budget.max_nodes;
        if (limit == 0) return {.ending = Ending::limit_reached};
        for (;;) {
            switch (phase_) {
                case Phase::done:
                    return report;
                case Phase::arrive:
                    if (left == 0) {
                        report.ending = Ending::out_of_budget;
                        return report;
                    }
                    if ((with_rules || nodes_ % 64 == 0) && budget.stopped()) {
                        report.ending = Ending::interrupted;
                        return report;
                    }
                    --left;
                    if (++nodes_ == learns_until_) judge_what_was_learnt();
                    phase_ = Phase::retreat;
                    if (!propagate()) {
                        if (learning()) learn_from_dead_end();
                        break;
                    }
                    if (complete()) {
                        if (learning()) ++met_learning_;
                        if (++report.solutions == limit) {
                            report.ending = Ending::limit_reached;
                            return report;
                        }
                        break;
                    }
                    choose();
                    phase_ = Phase::branch;
                    break;
                case Phase::retreat:
                    if (depth_ == base_) {
                        phase_ = Phase::done;
                        return report;
                    }
                    --depth_;
                    phase_ = Phase::branch;
                    break;
                case Phase::branch:
                    if (levels_[depth_].rest == 0) {
                        phase_ = Phase::retreat;
                    } else {
                        take_next_branch();
                        phase_ = Phase::arrive;
                    }
                    break;
            }
        }
    }

    void copy_to(std::vector<std::uint8_t>& digits) const override {
        CLEW_REQUIRE(phase_ == Phase::retreat && complete(),
                     "Search::copy_to: the walk does not stand at a solution");
        const Mask* state = masks_at(slot_);
        digits.resize(cells_);
        for (std::size_t c = 0; c < cells_; ++c)
            digits[c] = static_cast<std::uint8_t>(std::countr_zero(state[c]));
    }

    NodePath position() const override { return path_to_level(depth_); }

    double explored() const override {
        if (phase_ == Phase::done) return 1;
        double share = 1, done = 0;
        for (std::size_t i = base_; i < depth_; ++i) {
            share /= levels_[i].branches;
            done += share * (levels_[i].taken - 1);
        }
        if (phase_ == Phase::retreat) done += share;  // the node itself is finished too
        return std::min(done, 1.0);
    }

    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t work() const override {
        // Measured on boards of every kind: 0.2 to 1 us a node on 9x9, 0.4 to 2.5 us on 25x25.
        return nodes_ * (300 + 2 * cells_ + tables_->masks / 4) + filtered_;
    }

    Probe probe(Random& random) override {
        // A walk that has not begun, as when somebody only probes, is put back by starting over.
        const bool begun = depth_ > 0 || phase_ != Phase::arrive;
        const Walker before = begun ? save() : Walker{};
        Probe result;
        double branches = 1;
        start_from_settled_root();
        while (propagate()) {
            result.nodes += branches;
            if (complete()) {
                result.weight = branches;
                break;
            }
            choose();
            Level& level = levels_[depth_];
            const auto turn = static_cast<std::size_t>(random.below(level.branches));
            branches *= level.branches;
            ++result.choices;
            take_only(turn);
        }
        if (result.weight == 0) result.nodes += branches;
        begun ? load(before) : restart();
        return result;
    }

    void learn(std::uint64_t nodes) override {
        CLEW_REQUIRE(nodes_ == 0, "Search::learn: the walk has begun");
        learns_until_ = nodes;
    }
    bool learning() const override { return nodes_ < learns_until_; }
    void learn_from(const Impl& other) override {
        const auto& learnt = dynamic_cast<const Walk&>(other);
        dead_ends_ = learnt.dead_ends_;
        most_dead_ends_ = learnt.most_dead_ends_;
        learnt_ = learnt.learnt_;
    }

    std::vector<Subtree> split(std::size_t parts) override {
        const Walker before = save();
        std::vector<Subtree> list = left();
        std::vector<bool> leaf(list.size(), false);  // a solution cannot be cut
        // Level by level, so that the parts are of like size by the tree's own measure.
        for (bool grew = true; grew && list.size() < parts;) {
            grew = false;
            std::vector<Subtree> finer;
            std::vector<bool> finer_leaf;
            const auto keep = [&](Subtree&& part, bool is_leaf) {
                finer.push_back(std::move(part));
                finer_leaf.push_back(is_leaf);
            };
            for (std::size_t i = 0; i < list.size(); ++i) {
                Subtree& part = list[i];
                if (leaf[i] || finer.size() + (list.size() - i) >= parts) {
                    keep(std::move(part), leaf[i]);
                    continue;
                }
                restart();
                descend(part.path);
                if (phase_ == Phase::done || !propagate()) continue;  // nothing there
                if (complete()) {
                    keep(std::move(part), true);
                    continue;
                }
                choose();
                grew = true;
                add_branches(levels_[depth_], 0, part,
                             [&](Subtree&& p) { keep(std::move(p), false); });
            }
            list = std::move(finer);
            leaf = std::move(finer_leaf);
        }
        load(before);
        return list;
    }

    std::optional<NodePath> path_to(const Grid& grid) override {
        CLEW_REQUIRE(grid.cell_count() == cells_, "Search::path_to: a grid of another board");
        const Walker before = save();
        NodePath path;
        bool there = phase_ != Phase::done, along = true;
        restart();
        while (there && propagate() && !complete()) {
            along = along && path.size() < before.path.size();
            along ? choose(before.path[path.size()].choice) : choose();
            const std::optional<std::uint8_t> turn = turn_towards(grid);
            if (turn && along) {
                const std::uint8_t taken = before.path[path.size()].turn;
                there = path.size() < before.base.size() ? *turn == taken : *turn >= taken;
            } else {
                there = turn.has_value();
            }
            if (!there) break;
            along = along && *turn == before.path[path.size()].turn;
            path.push_back({levels_[depth_].item, *turn});
            take_only(*turn);
        }
        there = there && complete();
        for (std::size_t c = 0; c < cells_; ++c)
            there = there && masks_at(slot_)[c] == bit(grid[Cell{c}].index());
        load(before);
        if (!there) return std::nullopt;
        return path;
    }

  private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    enum class Phase : std::uint8_t {
        arrive,   // at depth_ stands a fresh state, its first moves queued
        branch,   // the node at depth_ has been propagated and has chosen
        retreat,  // the node at depth_ is finished
        done,
    };
    struct Move {
        std::uint16_t cell;
        std::uint16_t digit;
    };
    /// The choice at a node: a mask of the state, and which of its bits are still to be tried.
    struct Level {
        std::uint32_t item;  // index of the mask
        Mask rest;
        std::uint8_t branches;
        std::uint8_t taken;
        std::uint16_t slot;  // where the node's state stands
    };
    /// Where a branch ended: in a cell, in the filter of a rule, or before it began (none).
    struct DeadEnd {
        std::size_t cell = none;
        const rules::Primitive* rule = nullptr;
    };
    /// Enough to put a walk back where it was, by walking there again.
    struct Walker {
        NodePath base;
        NodePath path;
        Phase phase;
        std::uint64_t nodes;
    };

    static constexpr Mask bit(std::size_t i) { return static_cast<Mask>(Mask{1} << i); }
    /// std::popcount is a call where the processor need not have the instruction.
    static int bits_of(Mask m) {
        static constexpr std::array<std::uint8_t, 256> of_byte = [] {
            std::array<std::uint8_t, 256> bits{};
            for (unsigned i = 0; i < 256; ++i)
                bits[i] = static_cast<std::uint8_t>(std::popcount(i));
            return bits;
        }();
        int bits = 0;
        for (std::size_t i = 0; i < sizeof m; ++i)
            bits += of_byte[static_cast<std::uint8_t>(m >> (8 * i))];
        return bits;
    }
    static constexpr bool at_most_one(Mask m) { return (m & static_cast<Mask>(m - 1)) == 0; }

    Mask* masks_at(std::size_t slot) { return masks_.get() + slot * tables_->masks; }
    const Mask* masks_at(std::size_t slot) const { return masks_.get() + slot * tables_->masks; }
    std::uint64_t* open_at(std::size_t slot) { return open_.get() + slot * tables_->open_words; }
    const std::uint64_t* open_at(std::size_t slot) const {
        return open_.get() + slot * tables_->open_words;
    }
    NodePath path_to_level(std::size_t level) const {
        NodePath path;
        path.reserve(level);
        for (std::size_t i = 0; i < level; ++i)
            path.push_back({levels_[i].item, static_cast<std::uint8_t>(levels_[i].taken - 1)});
        return path;
    }

    /// Adds the parts behind the branches of a choice from `turn` on, where `node` is the node that
    /// chose.
    template <class Add>
    static void add_branches(const Level& level, unsigned turn, const Subtree& node, Add&& add) {
        for (; turn < level.branches; ++turn) {
            Subtree part{node.path, node.share / level.branches};
            part.path.push_back({level.item, static_cast<std::uint8_t>(turn)});
            add(std::move(part));
        }
    }

    /// The subtrees that the walk has not entered, and the node at which it stands, in its order.
    std::vector<Subtree> left() const {
        std::vector<Subtree> parts;
        std::vector<double> share(depth_ + 1, 1);  // of the node at each level
        for (std::size_t i = base_; i < depth_; ++i) share[i + 1] = share[i] / levels_[i].branches;
        if (phase_ == Phase::done) return parts;
        if (phase_ == Phase::arrive) parts.push_back({position(), share[depth_]});
        for (std::size_t i = depth_; i-- > base_;)
            add_branches(levels_[i], levels_[i].taken, {path_to_level(i), share[i]},
                         [&](Subtree&& part) { parts.push_back(std::move(part)); });
        return parts;
    }

    /// The branch of the choice at depth_ that leads to `grid`, if one does.
    std::optional<std::uint8_t> turn_towards(const Grid& grid) const {
        const Level& level = levels_[depth_];
        Mask wanted = 0;
        if (level.item < cells_) {
            wanted = bit(grid[Cell{level.item}].index());
        } else {
            const std::size_t at = level.item - cells_;
            const std::vector<std::uint16_t>& cells = tables_->houses[at / size_].cells;
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (grid[Cell{cells[i]}].index() == at % size_) wanted |= bit(i);
        }
        wanted &= level.rest;
        if (wanted == 0) return std::nullopt;
        const auto below =
            static_cast<Mask>(level.rest & static_cast<Mask>((wanted & -wanted) - 1));
        return static_cast<std::uint8_t>(std::popcount(below));
    }

    /// Stands at the root, nothing propagated, with everything that can be seen there queued.
    void restart() {
        depth_ = base_ = slot_ = queued_ = 0;
        phase_ = Phase::arrive;
        std::ranges::copy(initial_, masks_at(0));
        for (std::size_t w = 0; w < tables_->open_words; ++w) open_at(0)[w] = 0;
        for (std::size_t c = 0; c < cells_; ++c) open_at(0)[c / 64] |= std::uint64_t{1} << (c % 64);
        clear_dirty();
        for (std::size_t h = 0; h < tables_->houses.size(); ++h)
            if (tables_->houses[h].full)
                mark_dirty(h, static_cast<Mask>(DigitSet::all(size_).bits()));
        if constexpr (with_rules)
            for (std::size_t e = rule_waits_.size(); e-- > 0;) wait(e);
        hopeless_ = false;
        const Mask* state = masks_at(0);
        for (std::size_t c = 0; c < cells_; ++c) {
            if (state[c] == 0) hopeless_ = true;
            if (state[c] != 0 && at_most_one(state[c]))
                enqueue(c, static_cast<std::size_t>(std::countr_zero(state[c])));
        }
        for (const HouseTable& house : tables_->houses) {
            if (!house.full) continue;
            for (std::size_t d = 0; d < size_; ++d) {
                const Mask m = state[house.row + d];
                if (m == 0) hopeless_ = true;
                if (m != 0 && at_most_one(m))
                    enqueue(house.cells[static_cast<std::size_t>(std::countr_zero(m))], d);
            }
        }
    }

    /// Stands at the root, propagated: the first time by doing it, later by copying.
    void start_from_settled_root() {
        const std::size_t keep = cells_ + 1;  // no walk gets that deep
        if (!root_settled_) {
            restart();
            root_settled_ = true;
            root_hopeless_ = !propagate();
            std::copy_n(masks_at(0), tables_->masks, masks_at(keep));
            std::copy_n(open_at(0), tables_->open_words, open_at(keep));
        }
        depth_ = base_ = slot_ = queued_ = 0;
        clear_dirty();
        hopeless_ = root_hopeless_;
        std::copy_n(masks_at(keep), tables_->masks, masks_at(0));
        std::copy_n(open_at(keep), tables_->open_words, open_at(0));
    }

    /// From the root along `path`. Ends at a node not yet propagated, or at `done` if there is no
    /// such node. The branches passed by are dropped, except below `keep_from_`.
    void descend(const NodePath& path) {
        for (std::size_t i = 0; i < path.size(); ++i) {
            if (!propagate() || complete()) {
                phase_ = Phase::done;
                return;
            }
            choose(path[i].choice);
            if (path[i].turn >= levels_[depth_].branches) {
                phase_ = Phase::done;
                return;
            }
            if (i >= keep_from_) {
                for (unsigned turn = 0; turn < path[i].turn; ++turn) {
                    levels_[depth_].rest &= static_cast<Mask>(levels_[depth_].rest - 1);
                    ++levels_[depth_].taken;
                }
                take_next_branch();
            } else {
                take_only(path[i].turn);
            }
        }
    }

    void take_only(std::size_t turn) {
        Level& level = levels_[depth_];
        for (std::size_t i = 0; i < turn; ++i) level.rest &= static_cast<Mask>(level.rest - 1);
        level.rest &= static_cast<Mask>(-level.rest);
        level.taken = static_cast<std::uint8_t>(turn);
        take_next_branch();
    }

    Walker save() const { return {path_to_level(base_), position(), phase_, nodes_}; }

    void load(const Walker& walker) {
        restart();
        keep_from_ = walker.base.size();
        descend(walker.path);
        keep_from_ = none;
        base_ = walker.base.size();
        nodes_ = walker.nodes;
        phase_ = walker.phase;
        if (phase_ == Phase::retreat) propagate();  // copy_to may still be called
    }

    void enqueue(std::size_t cell, std::size_t digit) {
        queue_[queued_++] = {static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(digit)};
    }

    void mark_dirty(std::size_t house, Mask digits) {
        if (dirty_[house] == 0) dirty_houses_[dirty_count_++] = static_cast<std::uint32_t>(house);
        dirty_[house] |= digits;
    }

    void clear_dirty() {
        while (dirty_count_ > 0) dirty_[dirty_houses_[--dirty_count_]] = 0;
        if constexpr (with_rules) {
            for (std::uint32_t e : waiting_rules_) rule_waits_[e] = 0;
            waiting_rules_.clear();
        }
    }

    void wait(std::size_t e) {
        if (rule_waits_[e] != 0) return;
        rule_waits_[e] = 1;
        waiting_rules_.push_back(static_cast<std::uint32_t>(e));
    }

    /// A cell lost a candidate and has `left`.
    void touch(std::size_t cell, Mask left) {
        if constexpr (with_rules)
            for (std::uint32_t e :
                 book_->woken(Cell{cell}, static_cast<std::size_t>(bits_of(left))))
                wait(e);
    }

    bool complete() const {
        const std::uint64_t* open = open_at(slot_);
        std::uint64_t any = 0;
        for (std::size_t w = 0; w < tables_->open_words; ++w) any |= open[w];
        return any == 0;
    }

    /// Takes the lowest branch left at depth_ and stands at the child, its move queued.
    void take_next_branch() {
        Level& level = levels_[depth_];
        const auto which = static_cast<std::size_t>(std::countr_zero(level.rest));
        level.rest &= static_cast<Mask>(level.rest - 1);
        ++level.taken;
        slot_ = level.slot;
        if (level.rest != 0) {
            ++slot_;
            std::copy_n(masks_at(level.slot), tables_->masks, masks_at(slot_));
            std::copy_n(open_at(level.slot), tables_->open_words, open_at(slot_));
        }
        ++depth_;
        queued_ = 0;
        hopeless_ = false;
        if (level.item < cells_) {
            enqueue(level.item, which);
        } else {
            const std::size_t at = level.item - cells_;
            enqueue(tables_->houses[at / size_].cells[which], at % size_);
        }
    }

    void choose() { choose(learnt_ ? most_promising() : smallest()); }
    /// Requires the index of a mask of the state.
    void choose(std::size_t item) {
        CLEW_REQUIRE(item < tables_->masks, "Search: a path of another puzzle");
        const Mask ways = masks_at(slot_)[item];
        levels_[depth_] = {static_cast<std::uint32_t>(item), ways,
                           static_cast<std::uint8_t>(std::popcount(ways)), 0,
                           static_cast<std::uint16_t>(slot_)};
    }

    /// The mask with the fewest bits, two at least, of an open cell or of a digit in a house.
    std::size_t smallest() const {
        const Mask* state = masks_at(slot_);
        const std::uint64_t* open = open_at(slot_);
        std::size_t best = 0;
        int fewest = std::numeric_limits<int>::max();
        for (std::size_t w = 0; w < tables_->open_words && fewest > 2; ++w)
            for (std::uint64_t rest = open[w]; rest != 0; rest &= rest - 1) {
                const std::size_t c = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
                const int n = bits_of(state[c]);
                if (n >= fewest) continue;
                fewest = n;
                best = c;
                if (n == 2) break;
            }
        for (std::size_t h = 0; h < tables_->houses.size() && fewest > 2; ++h) {
            const HouseTable& house = tables_->houses[h];
            if (!house.full) continue;
            for (std::size_t d = 0; d < size_; ++d) {
                const int n = bits_of(state[house.row + d]);
                if (n < 2 || n >= fewest) continue;
                fewest = n;
                best = house.row + d;
            }
        }
        return best;
    }

    /// The same with the number of ways divided by the dead ends of the cell, or of the cells that
    /// can take the digit, on average. What a cell decides propagates further, by the rules: a
    /// digit of a house has to be so much better.
    std::size_t most_promising() const {
        constexpr float worth_of_house = 0.75F;
        const Mask* state = masks_at(slot_);
        const std::uint64_t* open = open_at(slot_);
        std::size_t best = 0;
        float least = std::numeric_limits<float>::max();
        for (std::size_t w = 0; w < tables_->open_words; ++w)
            for (std::uint64_t rest = open[w]; rest != 0; rest &= rest - 1) {
                const std::size_t c = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
                const float value = static_cast<float>(bits_of(state[c])) / dead_ends_[c];
                if (value >= least) continue;
                least = value;
                best = c;
            }
        // Beyond so many ways no digit of a house can be the best.
        int enough = static_cast<int>(std::min(least * worth_of_house * most_dead_ends_, 32.0F));
        for (const HouseTable& house : tables_->houses) {
            if (!house.full) continue;
            for (std::size_t d = 0; d < size_; ++d) {
                const Mask mask = state[house.row + d];
                if (at_most_one(mask)) continue;
                const int ways = bits_of(mask);
                if (ways > enough) continue;
                float dead_ends = 0;
                for (Mask m = mask; m != 0; m &= static_cast<Mask>(m - 1))
                    dead_ends +=
                        dead_ends_[house.cells[static_cast<std::size_t>(std::countr_zero(m))]];
                const float value = static_cast<float>(ways * ways) / (worth_of_house * dead_ends);
                if (value >= least) continue;
                least = value;
                best = house.row + d;
                enough = static_cast<int>(least * worth_of_house * most_dead_ends_);
            }
        }
        return best;
    }

    /// Where many nodes are solutions the smallest choices are the cheapest: then what was learnt
    /// is forgotten. Both diagonals of 9x9 are listed in half the time so.
    void judge_what_was_learnt() {
        if (met_learning_ * 5 >= nodes_) learnt_ = false;
    }

    /// Counts the dead end that propagate() just met.
    void learn_from_dead_end() {
        learnt_ = true;
        const auto count = [&](std::size_t cell) {
            most_dead_ends_ = std::max(most_dead_ends_, ++dead_ends_[cell]);
        };
        if (dead_end_.cell != none) count(dead_end_.cell);
        if (dead_end_.rule != nullptr)
            for (Cell cell : dead_end_.rule->cells()) count(cell.index());
    }

    /// Singles, then locked candidates, then rules, to the fixpoint. False at a dead end.
    bool propagate() {
        dead_end_ = {};
        if (!hopeless_ && drain()) return true;
        queued_ = 0;
        clear_dirty();
        return false;
    }

    bool drain() {
        Mask* state = masks_at(slot_);
        for (;;) {
            while (queued_ > 0) {
                const Move move = queue_[--queued_];
                if (!place(state, move.cell, move.digit)) {
                    dead_end_ = {move.cell, nullptr};
                    return false;
                }
            }
            if (dirty_count_ == 0) {
                if constexpr (with_rules)
                    if (!waiting_rules_.empty()) {
                        const std::size_t e = waiting_rules_.back();
                        waiting_rules_.pop_back();
                        rule_waits_[e] = 0;
                        const rules::Primitive& rule = *book_->entries()[e].primitive;
                        if (!filter(state, rule)) {
                            dead_end_ = {none, &rule};
                            return false;
                        }
                        continue;
                    }
                return true;
            }
            const std::size_t house = dirty_houses_[--dirty_count_];
            const Mask digits = std::exchange(dirty_[house], Mask{0});
            if (!lock(state, tables_->houses[house], digits)) return false;
        }
    }

    bool place(Mask* state, std::size_t cell, std::size_t digit) {
        const Mask here = bit(digit);
        if ((state[cell] & here) == 0) return false;
        std::uint64_t& open = open_at(slot_)[cell / 64];
        const std::uint64_t flag = std::uint64_t{1} << (cell % 64);
        if ((open & flag) == 0) return true;  // found twice, as a naked and a hidden single
        open &= ~flag;
        for (Mask others = state[cell] & static_cast<Mask>(~here); others != 0;
             others &= static_cast<Mask>(others - 1)) {
            const auto d = static_cast<std::size_t>(std::countr_zero(others));
            for (const ConstraintSlot& seat : tables_->seats(cell))
                if (!vacate(state, seat, d)) return false;
        }
        if (state[cell] != here) touch(cell, here);
        state[cell] = here;
        for (const ConstraintSlot& seat : tables_->seats(cell)) {
            Mask others = state[seat.row + digit] & static_cast<Mask>(~bit(seat.position));
            const std::uint16_t* cells = tables_->houses[seat.house].cells.data();
            for (; others != 0; others &= static_cast<Mask>(others - 1))
                if (!eliminate(state, cells[std::countr_zero(others)], digit)) return false;
        }
        return true;
    }

    /// Takes one candidate away. Requires that it is there.
    bool eliminate(Mask* state, std::size_t cell, std::size_t digit) {
        const Mask left = state[cell] & static_cast<Mask>(~bit(digit));
        state[cell] = left;
        touch(cell, left);
        if (at_most_one(left)) {
            if (left == 0) return false;
            enqueue(cell, static_cast<std::size_t>(std::countr_zero(left)));
        }
        for (const ConstraintSlot& seat : tables_->seats(cell))
            if (!vacate(state, seat, digit)) return false;
        return true;
    }

    /// The house side of taking a candidate away.
    bool vacate(Mask* state, const ConstraintSlot& seat, std::size_t digit) {
        Mask& positions = state[seat.row + digit];
        positions &= static_cast<Mask>(~bit(seat.position));
        if (!seat.full) return true;
        if (at_most_one(positions)) {
            if (positions == 0) return false;
            enqueue(tables_->houses[seat.house]
                        .cells[static_cast<std::size_t>(std::countr_zero(positions))],
                    digit);
        } else {
            mark_dirty(seat.house, bit(digit));
        }
        return true;
    }

    bool filter(Mask* state, const rules::Primitive& rule) {
        const std::vector<Cell>& cells = rule.cells();
        domains_.clear();
        for (Cell cell : cells) domains_.push_back(DigitSet::from_bits(state[cell.index()]));
        filtered_ += rule.price();
        if (!rule.filter(domains_)) return false;
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (Digit d : DigitSet::from_bits(state[cells[i].index()]) - domains_[i])
                if (!eliminate(state, cells[i].index(), d.index())) return false;
        return true;
    }

    bool lock(Mask* state, const HouseTable& house, Mask digits) {
        for (; digits != 0; digits &= static_cast<Mask>(digits - 1)) {
            const auto d = static_cast<std::size_t>(std::countr_zero(digits));
            const Mask positions = state[house.row + d];
            if (at_most_one(positions) || bits_of(positions) > house.most_shared) continue;
            for (const Overlap& crossing : house.crossings) {
                if ((positions & static_cast<Mask>(~crossing.inside)) != 0) continue;
                const HouseTable& other = tables_->houses[crossing.house];
                Mask gone = state[other.row + d] & static_cast<Mask>(crossing.outside);
                for (; gone != 0; gone &= static_cast<Mask>(gone - 1)) {
                    const auto position = static_cast<std::size_t>(std::countr_zero(gone));
                    if (!eliminate(state, other.cells[position], d)) {
                        dead_end_ = {other.cells[position], nullptr};
                        return false;
                    }
                }
            }
        }
        return true;
    }

    TablesPtr tables_;
    std::size_t cells_;
    std::size_t size_;
    std::unique_ptr<Mask[]> masks_;          // one state a slot
    std::unique_ptr<std::uint64_t[]> open_;  // cells not yet placed, one set a slot
    std::unique_ptr<Level[]> levels_;
    std::unique_ptr<Move[]> queue_;  // each mask falls to one bit once: never more than masks
    std::vector<Mask> dirty_;        // per house: digits that lost a position
    std::unique_ptr<std::uint32_t[]> dirty_houses_;
    std::vector<Mask> initial_;
    std::vector<float> dead_ends_;              // per cell, and one
    rules::RulebookPtr book_;                   // null without rules
    std::vector<std::uint8_t> rule_waits_;      // per entry of the book
    std::vector<std::uint32_t> waiting_rules_;  // whose cells lost a candidate
    std::vector<DigitSet> domains_;             // of one rule
    std::size_t depth_ = 0;
    std::size_t base_ = 0;
    std::size_t slot_ = 0;
    std::size_t queued_ = 0;
    std::size_t dirty_count_ = 0;
    std::size_t keep_from_ = none;
    std::uint64_t nodes_ = 0;
    std::uint64_t filtered_ = 0;  // what the filters of rules took
    Phase phase_ = Phase::arrive;
    DeadEnd dead_end_;
    float most_dead_ends_ = 1;
    std::uint64_t learns_until_ = 0;  // nodes
    std::uint64_t met_learning_ = 0;  // solutions
    bool learnt_ = false;             // some dead end
    bool hopeless_ = false;           // the root has an empty mask
    bool root_settled_ = false;       // the last slot holds the root's fixpoint
    bool root_hopeless_ = false;
};

Search::Search(const Puzzle& puzzle) {
    const std::size_t size = puzzle.geometry().size();
    const auto make = [&]<class Mask>(Mask) {
        if (puzzle.rules().empty())
            impl_ = std::make_unique<Walk<Mask, false>>(puzzle);
        else
            impl_ = std::make_unique<Walk<Mask, true>>(puzzle);
    };
    if (size <= 8) {
        make(std::uint8_t{});
    } else if (size <= 16) {
        make(std::uint16_t{});
    } else {
        make(std::uint32_t{});
    }
}

Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

void Search::confine(const NodePath& path) { impl_->confine(path); }
void Search::resume_behind(const NodePath& path) { impl_->resume_behind(path); }
Ending Search::next(const Budget& budget) { return impl_->count(budget, 1).ending; }
Report Search::count(const Budget& budget, std::uint64_t limit) {
    const std::uint64_t before = nodes();
    Report report = impl_->count(budget, limit);
    report.nodes = nodes() - before;
    report.explored = explored();
    return report;
}
void Search::resume_at(const NodePath& path) { impl_->resume_at(path); }
void Search::copy_to(std::vector<std::uint8_t>& digits) const { impl_->copy_to(digits); }
void Search::copy_to(Grid& grid) const {
    std::vector<std::uint8_t> digits;
    impl_->copy_to(digits);
    grid = Grid{std::vector<Digit>(digits.begin(), digits.end())};
}
NodePath Search::position() const { return impl_->position(); }
double Search::explored() const { return impl_->explored(); }
std::uint64_t Search::nodes() const { return impl_->nodes(); }
std::uint64_t Search::work() const { return impl_->work(); }
Probe Search::probe(Random& random) { return impl_->probe(random); }
void Search::learn(std::uint64_t nodes) { impl_->learn(nodes); }
bool Search::learning() const { return impl_->learning(); }
void Search::learn_from(const Search& other) { impl_->learn_from(*other.impl_); }
std::vector<Subtree> Search::split(std::size_t parts) { return impl_->split(parts); }
std::optional<NodePath> Search::path_to(const Grid& grid) const { return impl_->path_to(grid); }

}  // namespace clew::search
