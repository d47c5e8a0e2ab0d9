#include "tests/reference/slow_chains.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace clew::reference {
namespace {

std::size_t u(int i) { return static_cast<std::size_t>(i); }

int block(int c) { return c / 27 * 3 + c % 9 / 3; }

/// The cells of a house: 0 .. 8 blocks, 9 .. 17 rows, 18 .. 26 columns.
std::vector<int> cells_of(int house) {
    std::vector<int> cells;
    for (int c = 0; c < 81; ++c)
        if (house < 9 ? block(c) == house : house < 18 ? c / 9 == house - 9 : c % 9 == house - 18)
            cells.push_back(c);
    return cells;
}
int house_at(int cell, int kind) {
    return kind == 0 ? block(cell) : kind == 1 ? 9 + cell / 9 : 18 + cell % 9;
}
bool together(int a, int b) {
    return a != b && (block(a) == block(b) || a / 9 == b / 9 || a % 9 == b % 9);
}

struct NestedChain;

/// A candidate that holds or fails, and why.
struct Potential {
    int cell = 0;
    int digit = 0;
    bool on = false;
    std::vector<const Potential*> parents{};
    int cause = -1;  ///< a house, 27 for the cell; of "on" potentials
    const NestedChain* nested = nullptr;

    std::tuple<int, int, bool> key() const { return {cell, digit, on}; }
    std::tuple<int, int, bool> conjugate() const { return {cell, digit, !on}; }
};
using Key = std::tuple<int, int, bool>;

/// A set that remembers the order of insertion.
struct Ordered {
    std::vector<const Potential*> list{};
    std::map<Key, const Potential*> by_key{};

    void add(const Potential* p) {
        list.push_back(p);
        by_key[p->key()] = p;
    }
    const Potential* get(const Key& key) const {
        const auto at = by_key.find(key);
        return at == by_key.end() ? nullptr : at->second;
    }
};

struct Hint {
    int tenths = 0;
    int complexity = 0;
    int form = 0;
    bool by_content = false;
    std::vector<const Potential*> targets{};
    std::vector<std::pair<int, int>> removed{};
    int source_cell = -1;  ///< of a cell chain
    int source_house = -1, source_digit = -1;
};

/// What a nested chain is told apart by.
struct NestedChain {
    const void* identity = nullptr;
    std::vector<std::set<Key>> content{};  ///< only of chains that are compared by it
    int complexity = 0;

    bool same(const NestedChain& other) const {
        return identity == other.identity || (!content.empty() && content == other.content);
    }
};

void ancestors(const Potential* p, std::map<Key, const Potential*>& seen) {
    if (!seen.emplace(p->key(), p).second) return;
    for (const Potential* up : p->parents) ancestors(up, seen);
}

int complexity_of(const std::vector<const Potential*>& targets) {
    int sum = 0;
    std::vector<const NestedChain*> counted;
    for (const Potential* target : targets) {
        std::map<Key, const Potential*> seen;
        ancestors(target, seen);
        sum += static_cast<int>(seen.size());
        for (const auto& [key, p] : seen) {
            const NestedChain* nested = p->nested;
            if (nested == nullptr || std::ranges::any_of(counted, [&](const NestedChain* c) {
                    return c->same(*nested);
                }))
                continue;
            counted.push_back(nested);
            sum += nested->complexity;
        }
    }
    return sum;
}

int length_tenths(int complexity) {
    static constexpr int steps[] = {4,   6,   8,   12,  16,  24,   32,   48,   64,   96,  128,
                                    192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096};
    int added = 0;
    for (const int step : steps)
        if (complexity - 2 > step) ++added;
    return added;
}

/// A deduction inside an assumption.
struct Inner {
    std::vector<std::pair<int, int>> removed{};
    std::set<Key> parents{};
    const NestedChain* nested = nullptr;
};

class Chains {
  public:
    Chains(const SlowGrid& grid, bool multiple, bool dynamic, bool nishio, int level, int base)
        : grid_(grid),
          multiple_(multiple),
          dynamic_(dynamic),
          nishio_(nishio),
          level_(level),
          base_tenths_(base) {}

    std::vector<Hint> hints() {
        if (multiple_ || nishio_) {
            branching();
        } else {
            loops(false, true);
            loops(true, false);
            loops(true, true);
        }
        std::ranges::stable_sort(found_, [](const Hint& a, const Hint& b) {
            return std::tuple(a.tenths, a.complexity, a.form) <
                   std::tuple(b.tenths, b.complexity, b.form);
        });
        return found_;
    }

    /// What must be gone since `before` for a hint of this board to hold.
    std::set<Key> rule_parents(const Hint& hint, const SlowGrid& before) const {
        std::set<Key> result;
        const auto of_cell = [&](int cell) {
            for (int d = 0; d < 9; ++d)
                if (before.may[u(cell)][u(d)] && !grid_.may[u(cell)][u(d)])
                    result.insert({cell, d, false});
        };
        const auto of_house = [&](int house, int d) {
            for (const int c : cells_of(house))
                if (before.may[u(c)][u(d)] && !grid_.may[u(c)][u(d)]) result.insert({c, d, false});
        };
        for (const Potential* target : hint.targets) {
            std::map<Key, const Potential*> seen;
            ancestors(target, seen);
            for (const auto& [key, p] : seen) {
                if (!p->on || p->cause < 0) continue;
                if (p->cause == 27)
                    of_cell(p->cell);
                else
                    of_house(p->cause, p->digit);
            }
        }
        if (hint.source_cell >= 0) of_cell(hint.source_cell);
        if (hint.source_house >= 0) of_house(hint.source_house, hint.source_digit);
        return result;
    }

  private:
    Potential* make(int cell, int digit, bool on) {
        pool_.push_back(Potential{cell, digit, on});
        return &pool_.back();
    }
    int count(const SlowGrid& g, int cell) const {
        return static_cast<int>(std::ranges::count(g.may[u(cell)], true));
    }
    std::vector<int> places(const SlowGrid& g, int house, int digit) const {
        std::vector<int> cells;
        for (const int c : cells_of(house))
            if (g.may[u(c)][u(digit)]) cells.push_back(c);
        return cells;
    }

    std::vector<const Potential*> on_to_off(const SlowGrid& g, const Potential* p, bool y) {
        std::vector<const Potential*> result;
        const auto add = [&](int cell, int digit) {
            for (const Potential* known : result)
                if (known->cell == cell && known->digit == digit) return;
            Potential* q = make(cell, digit, false);
            q->parents.push_back(p);
            result.push_back(q);
        };
        if (y)
            for (int d = 0; d < 9; ++d)
                if (d != p->digit && g.may[u(p->cell)][u(d)]) add(p->cell, d);
        for (int kind = 0; kind < 3; ++kind)
            for (const int c : places(g, house_at(p->cell, kind), p->digit))
                if (c != p->cell) add(c, p->digit);
        return result;
    }

    std::vector<const Potential*> off_to_on(const SlowGrid& g, const SlowGrid& source,
                                            const Potential* p, const Ordered& offs, bool y,
                                            bool x) {
        std::vector<const Potential*> result;
        const auto add = [&](Potential* q) {
            for (const Potential* known : result)
                if (known->key() == q->key()) return;
            result.push_back(q);
        };
        const auto hidden = [&](Potential* q, int cell, int digit) {
            if (source.may[u(cell)][u(digit)] && !g.may[u(cell)][u(digit)])
                q->parents.push_back(offs.by_key.at({cell, digit, false}));
        };
        if (y && count(g, p->cell) == 2)
            for (int d = 0; d < 9; ++d)
                if (d != p->digit && g.may[u(p->cell)][u(d)]) {
                    Potential* q = make(p->cell, d, true);
                    q->cause = 27;
                    q->parents.push_back(p);
                    for (int o = 0; o < 9; ++o) hidden(q, p->cell, o);
                    add(q);
                }
        for (int kind = 0; x && kind < 3; ++kind) {
            const int house = house_at(p->cell, kind);
            const std::vector<int> spots = places(g, house, p->digit);
            if (spots.size() != 2) continue;
            Potential* q = make(spots[0] == p->cell ? spots[1] : spots[0], p->digit, true);
            q->cause = house;
            q->parents.push_back(p);
            for (const int c : cells_of(house)) hidden(q, c, p->digit);
            add(q);
        }
        return result;
    }

    // ---- single chains

    static bool is_parent(const Potential* child, const Key& parent) {
        while (!child->parents.empty()) {
            child = child->parents.front();
            if (child->key() == parent) return true;
        }
        return false;
    }

    void loops(bool y, bool x) {
        for (int c = 0; c < 81; ++c) {
            if (count(grid_, c) < 2 || (count(grid_, c) > 2 && !x)) continue;
            for (int d = 0; d < 9; ++d) {
                if (!grid_.may[u(c)][u(d)]) continue;
                cycles(make(c, d, true), y, x);
                if (!x) continue;
                forcing(make(c, d, true), y);
                forcing(make(c, d, false), y);
            }
        }
    }

    void cycles(const Potential* source, bool y, bool x) {
        Ordered on;
        on.add(source);
        std::deque<const Potential*> pending_on{source}, pending_off;
        std::vector<const Potential*> closed;
        const Ordered none;
        for (int length = 2; !pending_on.empty(); length += 2) {
            for (; !pending_on.empty(); pending_on.pop_front())
                for (const Potential* q : on_to_off(grid_, pending_on.front(), y))
                    if (!is_parent(pending_on.front(), q->key())) pending_off.push_back(q);
            for (; !pending_off.empty(); pending_off.pop_front())
                for (const Potential* q :
                     off_to_on(grid_, grid_, pending_off.front(), none, y, x)) {
                    if (length >= 4 && q->key() == source->key()) closed.push_back(q);
                    if (on.get(q->key()) != nullptr) continue;
                    on.add(q);
                    pending_on.push_back(q);
                }
        }
        for (const Potential* end : closed) {
            std::set<int> inside;
            std::set<std::pair<int, int>> forth, back;
            for (const Potential* p = end; !p->parents.empty(); p = p->parents.front())
                inside.insert(p->cell);
            for (const Potential* p = end; !p->parents.empty(); p = p->parents.front())
                for (int c = 0; c < 81; ++c)
                    if (together(c, p->cell) && !inside.contains(c) && grid_.may[u(c)][u(p->digit)])
                        (p->on ? forth : back).insert({c, p->digit});
            Hint hint;
            std::ranges::set_intersection(forth, back, std::back_inserter(hint.removed));
            if (hint.removed.empty()) continue;
            hint.targets = {end};
            hint.by_content = true;
            hint.complexity = complexity_of(hint.targets);
            hint.tenths = (x && y ? 70 : 65) + length_tenths(hint.complexity);
            hint.form = x && y ? 2 : x ? 0 : 1;
            found_.push_back(hint);
        }
    }

    void forcing(const Potential* source, bool y) {
        Ordered on, off;
        std::deque<const Potential*> pending_on, pending_off;
        (source->on ? on : off).add(source);
        (source->on ? pending_on : pending_off).push_back(source);
        const Potential* target = nullptr;
        while (!pending_on.empty() || !pending_off.empty()) {
            for (; !pending_on.empty(); pending_on.pop_front())
                for (const Potential* q : on_to_off(grid_, pending_on.front(), y)) {
                    if (q->conjugate() == source->key() && target == nullptr) target = q;
                    if (off.get(q->key()) != nullptr) continue;
                    off.add(q);
                    pending_off.push_back(q);
                }
            for (; !pending_off.empty(); pending_off.pop_front())
                for (const Potential* q :
                     off_to_on(grid_, grid_, pending_off.front(), off, y, true)) {
                    if (q->conjugate() == source->key() && target == nullptr) target = q;
                    if (on.get(q->key()) != nullptr) continue;
                    on.add(q);
                    pending_on.push_back(q);
                }
        }
        if (target == nullptr) return;
        Hint hint;
        hint.removed = removals(target);
        hint.targets = {target};
        hint.by_content = true;
        hint.complexity = complexity_of(hint.targets);
        hint.tenths = (y ? 70 : 66) + length_tenths(hint.complexity);
        hint.form = y ? 5 : 3;
        found_.push_back(hint);
    }

    // ---- branching chains

    std::vector<std::pair<int, int>> removals(const Potential* target) const {
        std::vector<std::pair<int, int>> removed;
        if (!target->on) {
            if (grid_.may[u(target->cell)][u(target->digit)])
                removed.emplace_back(target->cell, target->digit);
            return removed;
        }
        for (int d = 0; d < 9; ++d)
            if (d != target->digit && grid_.may[u(target->cell)][u(d)])
                removed.emplace_back(target->cell, d);
        return removed;
    }

    void conclude(int form, const Potential* target, std::vector<const Potential*> targets,
                  int cell = -1, int house = -1, int digit = -1) {
        Hint hint;
        hint.removed = removals(target);
        if (hint.removed.empty()) return;
        hint.form = form;
        hint.by_content = form < 3;
        hint.targets = std::move(targets);
        hint.complexity = complexity_of(hint.targets);
        hint.tenths = base_tenths_ + length_tenths(hint.complexity);
        hint.source_cell = cell;
        hint.source_house = house;
        hint.source_digit = digit;
        found_.push_back(hint);
    }

    struct Tree {
        Ordered on{}, off{};
        const Potential* clash_on = nullptr;
        const Potential* clash_off = nullptr;
    };

    Tree follow(int cell, int digit, bool assumed) {
        Tree tree;
        SlowGrid now = grid_;
        std::deque<const Potential*> pending_on, pending_off;
        const Potential* start = make(cell, digit, assumed);
        (assumed ? tree.on : tree.off).add(start);
        (assumed ? pending_on : pending_off).push_back(start);
        while (!pending_on.empty() || !pending_off.empty()) {
            if (!pending_on.empty()) {
                const Potential* p = pending_on.front();
                pending_on.pop_front();
                for (const Potential* q : on_to_off(now, p, !nishio_)) {
                    if (const Potential* clash = tree.on.get(q->conjugate())) {
                        tree.clash_on = clash;
                        tree.clash_off = q;
                        return tree;
                    }
                    if (tree.off.get(q->key()) != nullptr) continue;
                    tree.off.add(q);
                    pending_off.push_back(q);
                }
            } else {
                const Potential* p = pending_off.front();
                pending_off.pop_front();
                const auto made = off_to_on(now, grid_, p, tree.off, !nishio_, true);
                if (dynamic_) now.may[u(p->cell)][u(p->digit)] = false;
                for (const Potential* q : made) {
                    if (const Potential* clash = tree.off.get(q->conjugate())) {
                        tree.clash_on = q;
                        tree.clash_off = clash;
                        return tree;
                    }
                    if (tree.on.get(q->key()) != nullptr) continue;
                    tree.on.add(q);
                    pending_on.push_back(q);
                }
            }
            if (level_ == 0 || !pending_on.empty() || !pending_off.empty()) continue;
            for (const Inner& inner : beyond(now))
                for (const auto& [c, d] : inner.removed) {
                    if (tree.off.get({c, d, false}) != nullptr) continue;
                    Potential* q = make(c, d, false);
                    q->nested = inner.nested;
                    for (const Key& key : inner.parents)
                        q->parents.push_back(tree.off.by_key.at(key));
                    tree.off.add(q);
                    pending_off.push_back(q);
                }
        }
        return tree;
    }

    void branching() {
        for (int c = 0; c < 81; ++c) {
            const int n = count(grid_, c);
            if (n < 2 || (n == 2 && !dynamic_)) continue;
            std::vector<Tree> digits;
            for (int d = 0; d < 9; ++d) {
                if (!grid_.may[u(c)][u(d)]) continue;
                Tree on = follow(c, d, true);
                if (dynamic_) {
                    const Tree off = follow(c, d, false);
                    if (on.clash_on != nullptr)
                        conclude(1, make(c, d, false), {on.clash_on, on.clash_off});
                    if (off.clash_on != nullptr)
                        conclude(1, make(c, d, true), {off.clash_on, off.clash_off});
                    if (n >= 3 && !nishio_) {
                        const std::vector<const Tree*> both = {&on, &off};
                        common(both, 2, -1, -1, -1);
                    }
                }
                if (!nishio_) houses(c, d, on);
                digits.push_back(std::move(on));
            }
            if (nishio_) continue;
            std::vector<const Tree*> all;
            for (const Tree& tree : digits) all.push_back(&tree);
            common(all, 3, c, -1, -1);
        }
    }

    void houses(int c, int d, const Tree& here) {
        for (int kind = 0; kind < 3; ++kind) {
            const int house = house_at(c, kind);
            const std::vector<int> spots = places(grid_, house, d);
            if (spots.size() < 2 || spots[0] != c) continue;
            std::deque<Tree> others;
            std::vector<const Tree*> all = {&here};
            for (std::size_t i = 1; i < spots.size(); ++i) {
                others.push_back(follow(spots[i], d, true));
                all.push_back(&others.back());
            }
            common(all, 4, -1, house, d);
        }
    }

    void common(const std::vector<const Tree*>& trees, int form, int cell, int house, int digit) {
        for (const bool on : {true, false})
            for (const Potential* p : (on ? trees[0]->on : trees[0]->off).list) {
                std::vector<const Potential*> targets;
                for (const Tree* tree : trees)
                    if (const Potential* q = (on ? tree->on : tree->off).get(p->key()))
                        targets.push_back(q);
                if (targets.size() == trees.size()) conclude(form, p, targets, cell, house, digit);
            }
    }

    // ---- inside an assumption

    std::vector<Inner> beyond(const SlowGrid& now) {
        std::vector<Inner> inner = locked(now);
        if (inner.empty()) inner = hidden_pairs(now);
        if (inner.empty()) inner = naked_pairs(now);
        if (inner.empty()) inner = x_wings(now);
        if (level_ == 2 || level_ == 3)
            if (inner.empty()) inner = nested(now, false, false, 0);
        if (level_ == 3 && inner.empty()) inner = nested(now, true, false, 80);
        if (level_ == 4 && inner.empty()) inner = nested(now, true, true, 85);
        return inner;
    }

    void gone_from_house(const SlowGrid& now, int house, int d, std::set<Key>& parents) const {
        for (const int c : cells_of(house))
            if (grid_.may[u(c)][u(d)] && !now.may[u(c)][u(d)]) parents.insert({c, d, false});
    }

    std::vector<Inner> locked(const SlowGrid& now) const {
        static constexpr std::pair<int, int> kinds[] = {{0, 2}, {0, 1}, {2, 0}, {1, 0}};
        std::vector<Inner> all;
        for (const auto& [from, to] : kinds)
            for (int i = 0; i < 9; ++i)
                for (int j = 0; j < 9; ++j)
                    for (int d = 0; d < 9; ++d) {
                        const int base = from * 9 + i, cover = to * 9 + j;
                        const std::vector<int> spots = places(now, base, d);
                        if (spots.size() < 2 || !std::ranges::all_of(spots, [&, to = to](int c) {
                                return house_at(c, to) == cover;
                            }))
                            continue;
                        Inner inner;
                        for (const int c : places(now, cover, d))
                            if (house_at(c, from) != base) inner.removed.emplace_back(c, d);
                        gone_from_house(now, base, d, inner.parents);
                        if (!inner.removed.empty() && !inner.parents.empty()) all.push_back(inner);
                    }
        return all;
    }

    int open_cells(int house) const {
        int n = 0;
        for (const int c : cells_of(house)) n += grid_.filled[u(c)] ? 0 : 1;
        return n;
    }

    std::vector<Inner> hidden_pairs(const SlowGrid& now) const {
        std::vector<Inner> all;
        for (const int kind : {0, 2, 1})
            for (int h = kind * 9; h < kind * 9 + 9; ++h) {
                if (open_cells(h) <= 4) continue;
                for (int b = 1; b < 9; ++b)
                    for (int a = 0; a < b; ++a) {
                        const std::vector<int> spots = places(now, h, a);
                        if (spots.size() != 2 || spots != places(now, h, b)) continue;
                        Inner inner;
                        for (const int c : spots)
                            for (int d = 0; d < 9; ++d)
                                if (d != a && d != b && now.may[u(c)][u(d)])
                                    inner.removed.emplace_back(c, d);
                        gone_from_house(now, h, a, inner.parents);
                        gone_from_house(now, h, b, inner.parents);
                        if (!inner.removed.empty() && !inner.parents.empty()) all.push_back(inner);
                    }
            }
        return all;
    }

    std::vector<Inner> naked_pairs(const SlowGrid& now) const {
        std::vector<Inner> all;
        for (const int kind : {0, 2, 1})
            for (int h = kind * 9; h < kind * 9 + 9; ++h) {
                if (open_cells(h) < 4) continue;
                const std::vector<int> cells = cells_of(h);
                for (std::size_t j = 1; j < 9; ++j)
                    for (std::size_t i = 0; i < j; ++i) {
                        const auto& digits = now.may[u(cells[i])];
                        if (count(now, cells[i]) != 2 || digits != now.may[u(cells[j])]) continue;
                        Inner inner;
                        for (const int c : cells)
                            for (int d = 0; d < 9; ++d) {
                                const bool own = c == cells[i] || c == cells[j];
                                if (!own && digits[u(d)] && now.may[u(c)][u(d)])
                                    inner.removed.emplace_back(c, d);
                                if (own && grid_.may[u(c)][u(d)] && !now.may[u(c)][u(d)])
                                    inner.parents.insert({c, d, false});
                            }
                        if (!inner.removed.empty() && !inner.parents.empty()) all.push_back(inner);
                    }
            }
        return all;
    }

    std::vector<Inner> x_wings(const SlowGrid& now) const {
        std::vector<Inner> all;
        for (const int kind : {2, 1})
            for (int j = 1; j < 9; ++j)
                for (int i = 0; i < j; ++i)
                    for (int d = 0; d < 9; ++d) {
                        if (grid_.placed[u(d)] + 4 > 9) continue;
                        const int a = kind * 9 + i, b = kind * 9 + j;
                        const std::vector<int> one = places(now, a, d), two = places(now, b, d);
                        if (one.size() != 2 || two.size() != 2) continue;
                        const int across = 3 - kind;
                        if (house_at(one[0], across) != house_at(two[0], across) ||
                            house_at(one[1], across) != house_at(two[1], across))
                            continue;
                        Inner inner;
                        for (const int end : one)
                            for (const int c : places(now, house_at(end, across), d))
                                if (house_at(c, kind) != a && house_at(c, kind) != b)
                                    inner.removed.emplace_back(c, d);
                        gone_from_house(now, a, d, inner.parents);
                        gone_from_house(now, b, d, inner.parents);
                        if (!inner.removed.empty() && !inner.parents.empty()) all.push_back(inner);
                    }
        return all;
    }

    std::vector<Inner> nested(const SlowGrid& now, bool multiple, bool dynamic, int base) {
        Chains chains{now, multiple, dynamic, false, 0, base};
        std::vector<Inner> all;
        for (const Hint& hint : chains.hints()) {
            Inner inner;
            inner.removed = hint.removed;
            inner.parents = chains.rule_parents(hint, grid_);
            if (inner.parents.empty()) continue;
            nested_.push_back(std::make_unique<NestedChain>());
            NestedChain& chain = *nested_.back();
            chain.identity = &chain;
            chain.complexity = hint.complexity;
            if (hint.by_content)
                for (const Potential* target : hint.targets) {
                    std::map<Key, const Potential*> seen;
                    ancestors(target, seen);
                    chain.content.emplace_back();
                    for (const auto& [key, p] : seen) chain.content.back().insert(key);
                }
            inner.nested = &chain;
            all.push_back(std::move(inner));
        }
        return all;
    }

    const SlowGrid grid_;
    const bool multiple_, dynamic_, nishio_;
    const int level_, base_tenths_;
    std::deque<Potential> pool_;
    std::vector<std::unique_ptr<NestedChain>> nested_;
    std::vector<Hint> found_;
};

}  // namespace

std::optional<SlowChain> lowest_chain(const SlowGrid& grid, SlowKind kind) {
    std::vector<Hint> hints;
    switch (kind) {
        case SlowKind::forcing_chains:
            hints = Chains{grid, false, false, false, 0, 0}.hints();
            break;
        case SlowKind::nishio:
            hints = Chains{grid, false, true, true, 0, 75}.hints();
            break;
        case SlowKind::multiple_chains:
            hints = Chains{grid, true, false, false, 0, 80}.hints();
            break;
        case SlowKind::dynamic_chains:
            hints = Chains{grid, true, true, false, 0, 85}.hints();
            break;
        case SlowKind::dynamic_plus:
            hints = Chains{grid, true, true, false, 1, 90}.hints();
            break;
        case SlowKind::nested_forcing:
            hints = Chains{grid, true, true, false, 2, 95}.hints();
            break;
        case SlowKind::nested_multiple:
            hints = Chains{grid, true, true, false, 3, 100}.hints();
            break;
        case SlowKind::nested_dynamic:
            hints = Chains{grid, true, true, false, 4, 105}.hints();
            break;
    }
    if (hints.empty()) return std::nullopt;
    return SlowChain{hints[0].tenths, hints[0].complexity};
}

}  // namespace clew::reference
