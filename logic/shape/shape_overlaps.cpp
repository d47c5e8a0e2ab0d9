// Counting says nothing here: a cell that two sets share is one truth, and each set has links of
// its own. So the sets are listed, cells of a house with one digit more than there are cells, and
// joined: a digit of both whose places one link holds, none of them in both. As nothing of the
// argument can be left out, a chain from one set that has the conclusion's digit to another uses
// all of it; and so does a ring of such sets, and a blossom whose petals share cells.

#include "logic/shape/shape_argument.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace clew::logic::inline shape {
namespace {

using T = Technique;
using Part = ShapePart;

constexpr std::size_t most_cells = 10;
constexpr std::size_t most_sets = 6;
constexpr std::size_t most_in_ring = 4;

class Overlaps {
  public:
    explicit Overlaps(const ShapeArgument& argument) : argument_(argument) {}

    std::optional<KnownShape> run() {
        const auto& cells = argument_.truths;
        if (cells.size() < 2 || cells.size() > most_cells ||
            !std::ranges::all_of(cells, &Part::is_cell) ||
            std::ranges::any_of(argument_.links, &Part::is_cell))
            return std::nullopt;
        for (Cells set = 1; set < Cells{1} << cells.size(); ++set) add(set);
        for (std::size_t sets = 2; sets <= most_sets; ++sets)
            for (const Set& first : sets_)
                if (ends_with(first) && reach(first, std::nullopt, sets - 1, single(first)))
                    return KnownShape{sets == 2   ? T::als_xz
                                      : sets == 3 ? T::als_xy_wing
                                                  : T::als_chain,
                                      sets};
        for (std::size_t sets = 2; sets <= most_in_ring; ++sets)
            for (const Set& first : sets_) {
                path_ = {{&first, {}}};
                if (closes(sets))
                    return sets == 2 ? KnownShape{T::als_xz_double, 2}
                                     : KnownShape{T::als_nice_loop, 2 * sets};
            }
        for (std::size_t stem = 0; stem < cells.size(); ++stem)
            if (has_petals(stem)) return KnownShape{T::death_blossom, cells[stem].members.size()};
        return std::nullopt;
    }

  private:
    using Cells = std::uint32_t;  // of the truths, a bit each
    struct Set {
        Cells cells;
        DigitSet digits;
    };

    static bool single(const Set& set) { return (set.cells & (set.cells - 1)) == 0; }
    template <class Visit>
    void each_place(Cells set, Digit digit, const Visit& visit) const {
        for (std::size_t i = 0; i < argument_.truths.size(); ++i)
            if ((set >> i & 1U) != 0)
                for (const Candidate c : argument_.truths[i].members)
                    if (c.digit == digit) visit(c);
    }
    bool in_one_link(Cells set, Digit digit) const {
        return std::ranges::any_of(argument_.links, [&](const Part& link) {
            bool all = true;
            each_place(set, digit, [&](Candidate c) { all = all && link.holds(c); });
            return all;
        });
    }

    void add(Cells cells) {
        Set set{cells, {}};
        std::size_t count = 0;
        std::optional<Cell> first;
        for (std::size_t i = 0; i < argument_.truths.size(); ++i) {
            if ((cells >> i & 1U) == 0) continue;
            ++count;
            if (!first) first = argument_.truths[i].constraint.cell;
            for (const Candidate c : argument_.truths[i].members) set.digits.insert(c.digit);
        }
        if (set.digits.size() != count + 1) return;
        const Layout& layout = argument_.state.layout();
        const auto seats = layout.seats(*first);
        const bool one_house = std::ranges::any_of(seats, [&](const HousePosition& seat) {
            for (std::size_t i = 0; i < argument_.truths.size(); ++i)
                if ((cells >> i & 1U) != 0 &&
                    !layout.cells(seat.house).test(argument_.truths[i].constraint.cell))
                    return false;
            return true;
        });
        if (one_house) sets_.push_back(set);
    }

    /// The conclusion's digit, all of it in links that have the conclusion.
    bool ends_with(const Set& set) const {
        if (!set.digits.contains(argument_.asked.digit)) return false;
        bool all = true;
        each_place(set.cells, argument_.asked.digit, [&](Candidate c) {
            all = all && std::ranges::any_of(argument_.links, [&](const Part& link) {
                      return link.holds(c) && link.holds(argument_.asked);
                  });
        });
        return all;
    }

    /// That the set is held together if it lacks `in`: each digit but that and `out` has its link.
    bool locks(const Set& set, Digit in, Digit out) const {
        return std::ranges::all_of(
            set.digits, [&](Digit d) { return d == in || d == out || in_one_link(set.cells, d); });
    }

    /// A chain of so many sets more from this one, which lacks `in`, to the conclusion.
    bool reach(const Set& from, std::optional<Digit> in, std::size_t more, bool all_single) const {
        const Digit asked = argument_.asked.digit;
        if (more == 0)
            return !all_single && in != asked && ends_with(from) && locks(from, *in, asked);
        for (const Set& to : sets_)
            for (const Digit x : from.digits& to.digits) {
                if (x == in || (!in && x == asked) || !apart(from, to, x) ||
                    !in_one_link(from.cells | to.cells, x) || !locks(from, in.value_or(asked), x))
                    continue;
                if (reach(to, x, more - 1, all_single && single(to))) return true;
            }
        return false;
    }

    /// A set on the way round, and the digit that the next one takes from it.
    struct Joint {
        const Set* set;
        Digit out;
    };

    /// A ring of so many sets that begins with the path, and rules the conclusion out.
    bool closes(std::size_t count) {
        const Set& from = *path_.back().set;
        const bool last = path_.size() == count;
        const std::size_t at = path_.size() - 1;
        for (const Set& to : sets_) {
            if (last ? &to != path_.front().set
                     : std::ranges::any_of(path_, [&](const Joint& j) { return j.set == &to; }))
                continue;
            for (const Digit x : from.digits& to.digits) {
                if ((at > 0 && x == path_[at - 1].out) || (last && x == path_.front().out) ||
                    !apart(from, to, x) || !in_one_link(from.cells | to.cells, x))
                    continue;
                path_.back().out = x;
                if (last) {
                    if (ring_concludes()) return true;
                    continue;
                }
                path_.push_back({&to, {}});
                if (closes(count)) return true;
                path_.pop_back();
            }
        }
        return false;
    }

    /// Each set of the ring holds together, one of them has more than one cell, and the conclusion
    /// is in a link that joins two, or sees a digit that is locked in one.
    bool ring_concludes() const {
        const Digit asked = argument_.asked.digit;
        bool all_single = true, concludes = false;
        for (std::size_t i = 0; i < path_.size(); ++i) {
            const Set* const set = path_[i].set;
            const Digit out = path_[i].out;
            const Digit in = path_[(i + path_.size() - 1) % path_.size()].out;
            if (!locks(*set, in, out)) return false;
            all_single = all_single && single(*set);
            if (out == asked) {
                const Set& next = *path_[(i + 1) % path_.size()].set;
                concludes =
                    concludes || std::ranges::any_of(argument_.links, [&](const Part& link) {
                        bool all = link.holds(argument_.asked);
                        each_place(set->cells | next.cells, out,
                                   [&](Candidate c) { all = all && link.holds(c); });
                        return all;
                    });
            }
            concludes = concludes || (in != asked && out != asked && ends_with(*set));
        }
        return concludes && !all_single;
    }

    /// Whether each digit of a cell of three or more takes a digit from a set that then holds the
    /// conclusion's; what the petals share does not matter, since there is one case at a time.
    bool has_petals(std::size_t stem) const {
        const Part& cell = argument_.truths[stem];
        const Digit asked = argument_.asked.digit;
        return cell.members.size() > 2 && std::ranges::all_of(cell.members, [&](Candidate c) {
                   return c.digit != asked && std::ranges::any_of(sets_, [&](const Set& petal) {
                              return (petal.cells >> stem & 1U) == 0 &&
                                     petal.digits.contains(c.digit) && ends_with(petal) &&
                                     joined(c, petal) && locks(petal, c.digit, asked);
                          });
               });
    }
    bool joined(Candidate c, const Set& petal) const {
        return std::ranges::any_of(argument_.links, [&](const Part& link) {
            bool all = link.holds(c);
            each_place(petal.cells, c.digit, [&](Candidate k) { all = all && link.holds(k); });
            return all;
        });
    }

    bool apart(const Set& a, const Set& b, Digit x) const {
        bool none = true;
        each_place(a.cells & b.cells, x, [&](Candidate) { none = false; });
        return a.cells != b.cells && none;
    }

    const ShapeArgument& argument_;
    std::vector<Set> sets_;
    std::vector<Joint> path_;
};

}  // namespace

std::optional<KnownShape> overlapping_sets_of(const ShapeArgument& argument) {
    return Overlaps{argument}.run();
}

}  // namespace clew::logic::inline shape
