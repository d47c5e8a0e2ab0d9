// One conclusion at a time: deny it, and the links that it is in (the *ends*) strike their other
// candidates out; what is left of the truths has to fit into the *inner* links. The counting is the
// same for all that follow; which truths and links they are makes the name:
//
//   as many links as truths, all covered       naked and hidden sets, fish, almost locked pairs,
//                                              Sue de Coq, SK loops, multi-sector locked sets,
//                                              counted sets; loops
//   one link less inside, two and more ends    the same with one thing too many: fins, wings,
//                                              chains, chains of almost locked sets, death
//                                              blossoms
//
// A chain is a path of truths that share one inner link each: what is not in the link before is in
// the link behind. An almost locked set takes the part of a truth: cells of one house with one
// digit more than there are cells, held together by links of their own.
//
// Colours, fireworks and exocets, sets that overlap and verities are told apart in files of their
// own.

#include "logic/shape/shape.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <vector>

#include "logic/auditor/audit.hpp"
#include "logic/shape/shape_argument.hpp"

namespace clew::logic::inline shape {
namespace {

using T = Technique;

constexpr std::size_t most_citations = 40;
constexpr std::size_t most_sets = 6;    // almost locked ones in a chain
constexpr std::size_t most_links = 16;  // of an argument that is cut into such sets
constexpr std::uint64_t most_nodes = 20'000;

using Part = ShapePart;
using Parts = std::vector<const Part*>;

class Matcher {
  public:
    Matcher(const State& state, const std::vector<Citation>& cites, Candidate asked)
        : argument_{state, asked} {
        for (const Citation& c : cites)
            (c.use == Use::truth ? argument_.truths : argument_.links)
                .push_back({c.constraint, candidates_of(state, c.constraint)});
        for (const Part& link : links_) (link.holds(asked) ? ends_ : inner_).push_back(&link);
        n_ = truths_.size();
    }

    std::optional<KnownShape> of_placement() {
        if (n_ == 1 && links_.empty() && truths_.front().members.size() == 1) {
            const Constraint& c = truths_.front().constraint;
            if (c.kind == Constraint::Kind::cell) return KnownShape{T::naked_single, 1};
            const bool last = std::ranges::all_of(
                state_.geometry().cells_of(c.house),
                [&](Cell cell) { return cell == asked_.cell || state_.placed(cell); });
            return KnownShape{last ? T::full_house : T::hidden_single, 1};
        }
        if (is_loop_at_asked()) return KnownShape{T::discontinuous_loop, 2 * n_};
        return forcing_of(argument_, Truth::holds);
    }

    std::optional<KnownShape> of_elimination() {
        for (const Part& truth : truths_)
            if (truth.holds(asked_)) return std::nullopt;
        for (const Part& truth : truths_)
            for (const Candidate c : truth.members)
                if (!covered(c, links_)) return std::nullopt;
        const bool cells = std::ranges::all_of(truths_, [](const Part& p) { return p.is_cell(); });
        if (cells) {
            sets();
            bent();
            blossom();
        } else if (one_digit()) {
            locked();
            fish();
        }
        hidden();
        almost_locked();
        almost_locked_sets();
        chain();
        for (const auto& found :
             {colours_of(argument_), pattern_of(argument_), overlapping_sets_of(argument_),
              forcing_of(argument_, Truth::fails)})
            if (found) names_.push_back(*found);
        if (names_.empty()) return impossible_of(argument_);
        const auto first = [](const KnownShape& a, const KnownShape& b) {
            const int left = info(a.technique).human, right = info(b.technique).human;
            return left != right ? left < right : a.technique < b.technique;
        };
        return *std::ranges::min_element(names_, first);
    }

  private:
    enum class Line : std::uint8_t { row, column, region };

    void name(Technique technique, std::size_t size) { names_.push_back({technique, size}); }

    template <class Links>
    static bool covered(Candidate c, const Links& links) {
        return std::ranges::any_of(links, [&](const auto& link) {
            if constexpr (requires { link->holds(c); })
                return link->holds(c);
            else
                return link.holds(c);
        });
    }
    bool disjoint() const {
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = i + 1; j < n_; ++j)
                if (truths_[i].meets(truths_[j])) return false;
        return true;
    }
    /// As many links as truths.
    bool closed() const { return links_.size() == n_ && disjoint(); }
    /// One inner link less than truths, and several ends.
    bool open() const { return inner_.size() + 1 == n_ && ends_.size() > 1; }

    bool one_digit() const {
        const auto same = [&](const Part& p) {
            return !p.is_cell() && p.constraint.digit == asked_.digit;
        };
        return std::ranges::all_of(truths_, same) && std::ranges::all_of(links_, same);
    }
    static bool all_houses(const std::vector<Part>& parts) {
        return std::ranges::none_of(parts, [](const Part& p) { return p.is_cell(); });
    }
    bool in(Cell cell, House house) const { return state_.layout().cells(house).test(cell); }

    // ---- one digit ------------------------------------------------------------------------------

    Line line(House h) const {
        const HouseRole role = state_.geometry().info(h).role;
        return role == HouseRole::row      ? Line::row
               : role == HouseRole::column ? Line::column
                                           : Line::region;
    }

    void locked() {
        if (n_ != 1 || !inner_.empty()) return;
        if (links_.size() > 1) return name(T::common_peers, 1);
        const bool box =
            state_.geometry().info(truths_.front().constraint.house).role == HouseRole::box;
        name(box ? T::pointing : T::claiming, 1);
    }

    /// 0: basic, 1: franken, 2: mutant.
    std::size_t mixture(const Parts& covers) const {
        std::array<bool, 3> base{}, cover{};
        for (const Part& p : truths_)
            base[static_cast<std::size_t>(line(p.constraint.house))] = true;
        for (const Part* p : covers)
            cover[static_cast<std::size_t>(line(p->constraint.house))] = true;
        if ((base[0] && (base[1] || cover[0])) || (base[1] && cover[1]) || (cover[0] && cover[1]))
            return 2;
        return base[2] || cover[2] ? 1 : 0;
    }

    void fish() {
        if (n_ < 2) return;
        constexpr std::array<std::array<T, 3>, 3> whole{
            {{T::x_wing, T::swordfish, T::jellyfish},
             {T::franken_x_wing, T::franken_swordfish, T::franken_jellyfish},
             {T::mutant_x_wing, T::mutant_swordfish, T::mutant_jellyfish}}};
        constexpr std::array<std::array<T, 3>, 3> finned{
            {{T::finned_x_wing, T::finned_swordfish, T::finned_jellyfish},
             {T::finned_franken_x_wing, T::finned_franken_swordfish, T::finned_franken_jellyfish},
             {T::finned_mutant_x_wing, T::finned_mutant_swordfish, T::finned_mutant_jellyfish}}};
        constexpr std::array<T, 3> sashimi{T::sashimi_x_wing, T::sashimi_swordfish,
                                           T::sashimi_jellyfish};
        if (closed()) {
            Parts covers;
            for (const Part& link : links_) covers.push_back(&link);
            const std::size_t kind = mixture(covers);
            if (n_ == 2) two_links();
            if (n_ <= 4)
                name(whole[kind][n_ - 2], n_);
            else if (kind == 0)
                name(T::large_fish, n_);
            return;
        }
        if (inner_.size() + 1 != n_) return;
        std::vector<Candidate> twice;
        for (std::size_t i = 0; i < n_; ++i)
            for (const Candidate c : truths_[i].members)
                for (std::size_t j = i + 1; j < n_; ++j)
                    if (truths_[j].holds(c)) twice.push_back(c);
        for (const Candidate c : twice)
            if (!covered(c, ends_)) return;
        if (ends_.size() == 1 && twice.empty()) return;  // no fin
        if (n_ == 2 && ends_.size() > 1) two_links();
        for (const Part* end : ends_) {
            Parts covers = inner_;
            covers.push_back(end);
            bool fins = !twice.empty(), thin = false;
            for (const Part& base : truths_) {
                std::size_t body = 0;
                for (const Candidate c : base.members)
                    if (covered(c, covers) && std::ranges::count(twice, c) == 0) ++body;
                fins = fins || body < base.members.size();
                thin = thin || body <= 1;
            }
            if (!fins) continue;
            const std::size_t kind = mixture(covers);
            if (n_ <= 4)
                name(kind == 0 && thin ? sashimi[n_ - 2] : finned[kind][n_ - 2], n_);
            else if (kind == 0)
                name(T::finned_large_fish, n_);
        }
    }

    void two_links() {
        const auto kind = [&](std::size_t i) { return line(truths_[i].constraint.house); };
        const auto two = [&](std::size_t i) { return truths_[i].members.size() == 2; };
        const bool regions = kind(0) == Line::region || kind(1) == Line::region;
        const bool lines = kind(0) != Line::region || kind(1) != Line::region;
        if (two(0) && two(1)) {
            if (!regions) name(kind(0) == kind(1) ? T::skyscraper : T::two_string_kite, 2);
            if (regions && lines) name(T::turbot_fish, 2);
        } else if (regions && lines) {
            const std::size_t region = kind(0) == Line::region ? 0 : 1;
            if (two(1 - region) && !two(region) && on_a_cross(truths_[region]))
                name(T::empty_rectangle, 2);
        }
    }

    /// On a row and a column, and not on one of them alone.
    bool on_a_cross(const Part& region) const {
        const auto along = [&](const auto& lines, const std::function<bool(Cell)>& left_out) {
            return std::ranges::any_of(lines, [&](House h) {
                return std::ranges::all_of(
                    region.members, [&](Candidate c) { return left_out(c.cell) || in(c.cell, h); });
            });
        };
        const auto nothing = [](Cell) { return false; };
        const Layout& layout = state_.layout();
        if (along(layout.rows(), nothing) || along(layout.columns(), nothing)) return false;
        return std::ranges::any_of(layout.rows(), [&](House row) {
            return along(layout.columns(), [&](Cell cell) { return in(cell, row); });
        });
    }

    // ---- cells ----------------------------------------------------------------------------------

    static T by_size(std::size_t n, T pair, T triple, T quad, T more) {
        return n == 2 ? pair : n == 3 ? triple : n == 4 ? quad : more;
    }
    bool cells_in(House h) const {
        return std::ranges::all_of(truths_,
                                   [&](const Part& p) { return in(p.constraint.cell, h); });
    }
    bool cells_in_a_crossing() const {
        return std::ranges::any_of(state_.layout().crossings(), [&](const Intersection& x) {
            return std::ranges::all_of(truths_, [&](const Part& p) {
                return in(p.constraint.cell, x.first) || in(p.constraint.cell, x.second);
            });
        });
    }
    std::size_t digits() const {
        DigitSet all;
        for (const Part& p : truths_)
            for (const Candidate c : p.members) all.insert(c.digit);
        return all.size();
    }

    /// As many cells as links.
    void sets() {
        if (n_ < 2 || !closed() || !all_houses(links_)) return;
        for (const HousePosition& seat : state_.layout().seats(asked_.cell))
            if (cells_in(seat.house) && digits() == n_)
                name(by_size(n_, T::naked_pair, T::naked_triple, T::naked_quad, T::naked_set), n_);
        if (n_ <= 2) return;
        name(cells_in_a_crossing() ? T::sue_de_coq
             : is_loop()           ? T::sk_loop
             : is_multi_sector()   ? T::multi_sector_locked_set
                                   : T::counted_set,
             n_);
    }

    /// The houses of the links, by role.
    std::array<std::set<House>, 3> linked_houses() const {
        std::array<std::set<House>, 3> houses;
        for (const Part& link : links_)
            houses[static_cast<std::size_t>(line(link.constraint.house))].insert(
                link.constraint.house);
        return houses;
    }

    /// The cells of four boxes in two rows and two columns, but for those where these cross.
    bool is_loop() const {
        const std::array<std::set<House>, 3> houses_of = linked_houses();
        const auto& [rows, columns, boxes] = houses_of;
        if (rows.size() != 2 || columns.size() != 2 || boxes.size() != 4) return false;
        const auto times = [&](Cell cell, const std::set<House>& houses) {
            return std::ranges::count_if(houses, [&](House h) { return in(cell, h); });
        };
        return std::ranges::all_of(truths_, [&](const Part& p) {
            const Cell cell = p.constraint.cell;
            return times(cell, houses_of[2]) == 1 &&
                   times(cell, houses_of[0]) + times(cell, houses_of[1]) == 1;
        });
    }

    /// Digits parted in two, each part counted by houses of its own role.
    bool is_multi_sector() const {
        const auto houses = linked_houses();
        if (std::ranges::count_if(houses, [](const auto& h) { return !h.empty(); }) != 2 ||
            houses[0].size() + houses[1].size() + houses[2].size() < 3)
            return false;
        return std::ranges::all_of(links_, [&](const Part& a) {
            return std::ranges::all_of(links_, [&](const Part& b) {
                return a.constraint.digit != b.constraint.digit ||
                       line(a.constraint.house) == line(b.constraint.house);
            });
        });
    }

    /// One cell more than inner links, the digit at the ends in none of them.
    void bent() {
        if (n_ < 3 || !open() || !all_houses(links_)) return;
        for (const Part* link : inner_)
            if (link->constraint.digit == asked_.digit) return;
        const bool binary =
            std::ranges::all_of(truths_, [](const Part& p) { return p.members.size() == 2; });
        if (n_ == 3 && binary)
            name(T::xy_wing, 3);
        else if (cells_in_a_crossing())
            name(n_ == 3 ? T::xyz_wing : n_ == 4 ? T::wxyz_wing : T::bent_set, n_);
        else
            name(T::counted_set, n_);
    }

    /// Components of cells that are linked among themselves, and houses with two parts;
    /// `bridges` lead from one to another.
    void almost_locked_sets() {
        const auto cells = std::ranges::count_if(truths_, &Part::is_cell);
        if (cells < 2 || links_.size() > most_links) return;
        if (open())
            for (std::size_t sets = 2; sets <= most_sets; ++sets)
                choose_bridges(inner_, {}, 0, sets, sets - 1);
        if (links_.size() == n_) {
            Parts all;
            for (const Part& link : links_) all.push_back(&link);
            for (std::size_t sets = 2; sets <= most_sets; ++sets)
                choose_bridges(all, {}, 0, sets, sets);
        }
    }

    void choose_bridges(const Parts& from, const Parts& bridges, std::size_t next, std::size_t sets,
                        std::size_t wanted) {
        if (bridges.size() == wanted) {
            if (!are_bridges(from, bridges, sets)) return;
            const bool ring = wanted == sets;
            if (!std::ranges::all_of(truths_, &Part::is_cell))
                name(ring ? T::als_nice_loop : T::als_aic, 2 * sets);
            else if (ring)
                sets == 2 ? name(T::als_xz_double, 2) : name(T::als_nice_loop, 2 * sets);
            else
                name(sets == 2 ? T::als_xz : sets == 3 ? T::als_xy_wing : T::als_chain, sets);
            return;
        }
        for (std::size_t i = next; i < from.size(); ++i) {
            Parts more = bridges;
            more.push_back(from[i]);
            choose_bridges(from, more, i + 1, sets, wanted);
        }
    }

    struct Locked {
        Parts cells, links, bridges;
    };

    bool are_bridges(const Parts& from, const Parts& bridges, std::size_t count) const {
        std::vector<std::size_t> set_of(n_);
        for (std::size_t i = 0; i < n_; ++i) set_of[i] = i;
        const auto is_bridge = [&](const Part* p) { return std::ranges::count(bridges, p) > 0; };
        for (const Part* link : from) {
            if (is_bridge(link)) continue;
            std::optional<std::size_t> first;
            for (std::size_t i = 0; i < n_; ++i) {
                if (!truths_[i].meets(*link)) continue;
                if (!first) first = set_of[i];
                const std::size_t old = set_of[i];
                for (std::size_t& s : set_of)
                    if (s == old) s = *first;
            }
        }
        std::vector<Locked> sets;
        std::vector<std::size_t> names;
        for (std::size_t i = 0; i < n_; ++i) {
            const auto at = std::ranges::find(names, set_of[i]);
            const auto place = static_cast<std::size_t>(at - names.begin());
            if (at == names.end()) {
                names.push_back(set_of[i]);
                sets.emplace_back();
            }
            sets[place].cells.push_back(&truths_[i]);
        }
        if (sets.size() != count ||
            std::ranges::all_of(sets, [](const Locked& s) { return s.cells.size() == 1; }))
            return false;
        for (Locked& set : sets)
            for (const Part* link : from)
                if (touches(*link, set))
                    (is_bridge(link) ? set.bridges : set.links).push_back(link);
        for (const Part* bridge : bridges)
            if (std::ranges::count_if(sets, [&](const Locked& s) { return touches(*bridge, s); }) !=
                2)
                return false;
        const bool ring = bridges.size() == count;
        std::size_t ends = 0;
        for (const Locked& set : sets) {
            if (!set.cells.front()->is_cell()) {
                if (!has_two_parts(set, ring)) return false;
                if (set.bridges.size() == 1) ++ends;
                continue;
            }
            if (!is_almost_locked(set)) return false;
            if (set.bridges.size() == 2) {
                if (set.bridges[0]->constraint.digit == set.bridges[1]->constraint.digit)
                    return false;
            } else if (set.bridges.size() == 1 && !ring) {
                ++ends;
                if (set.bridges[0]->constraint.digit == asked_.digit) return false;
                if (!whole(asked_.digit, set, ends_)) return false;
            } else {
                return false;
            }
        }
        return connected(sets) && (ring || ends == 2);
    }

    /// A cell of three digits or more, each of which takes a digit from an almost locked set, and a
    /// digit that these sets share.
    void blossom() {
        if (!open() || !all_houses(links_)) return;
        for (const Part& stem : truths_) {
            if (stem.members.size() < 3) continue;
            Parts bridges;
            for (const Part* link : inner_)
                if (link->meets(stem)) bridges.push_back(link);
            if (bridges.size() != stem.members.size() ||
                !std::ranges::all_of(stem.members,
                                     [&](Candidate c) { return covered(c, bridges); }))
                continue;
            if (are_petals(stem, bridges)) name(T::death_blossom, bridges.size());
        }
    }

    /// One almost locked set for each bridge, and no cell besides.
    bool are_petals(const Part& stem, const Parts& bridges) const {
        Parts links, left;
        for (const Part* link : inner_)
            if (std::ranges::count(bridges, link) == 0) links.push_back(link);
        for (const Part& truth : truths_)
            if (&truth != &stem) left.push_back(&truth);
        for (const Part* bridge : bridges) {
            Locked petal;
            petal.bridges = {bridge};
            const auto take = [&](const Part& link) {
                bool any = false;
                for (std::size_t i = left.size(); i-- > 0;)
                    if (left[i]->meets(link)) {
                        petal.cells.push_back(left[i]);
                        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
                        any = true;
                    }
                return any;
            };
            take(*bridge);
            for (bool more = true; more;) {
                more = false;
                for (const Part* link : links)
                    if (touches(*link, petal) && take(*link)) more = true;
            }
            for (const Part* link : links)
                if (touches(*link, petal)) petal.links.push_back(link);
            if (petal.cells.empty() || bridge->constraint.digit == asked_.digit ||
                !is_almost_locked(petal) || !whole(asked_.digit, petal, ends_))
                return false;
        }
        return left.empty();
    }

    static bool touches(const Part& link, const Locked& set) {
        return std::ranges::any_of(set.cells, [&](const Part* cell) { return cell->meets(link); });
    }
    /// The set has the digit, and all of it in these links.
    static bool whole(Digit digit, const Locked& set, const Parts& links) {
        bool any = false;
        for (const Part* cell : set.cells)
            for (const Candidate c : cell->members) {
                if (c.digit != digit) continue;
                any = true;
                if (!covered(c, links)) return false;
            }
        return any;
    }
    /// A house whose places are in one bridge or the other, or in one and the ends.
    bool has_two_parts(const Locked& set, bool ring) const {
        if (set.cells.size() != 1 || set.bridges.empty() || set.bridges.size() > 2) return false;
        if (set.bridges.size() == 1 && ring) return false;
        std::size_t first = 0, second = 0;
        for (const Candidate c : set.cells.front()->members) {
            const bool one = set.bridges[0]->holds(c);
            const bool other =
                set.bridges.size() == 2 ? set.bridges[1]->holds(c) : covered(c, ends_);
            if (one == other) return false;
            ++(one ? first : second);
        }
        return first > 0 && second > 0;
    }
    bool is_almost_locked(const Locked& set) const {
        if (!std::ranges::all_of(set.cells, &Part::is_cell)) return false;
        DigitSet digits, own;
        for (const Part* cell : set.cells)
            for (const Candidate c : cell->members) digits.insert(c.digit);
        if (digits.size() != set.cells.size() + 1) return false;
        const Cell first = set.cells.front()->constraint.cell;
        const bool one_house =
            std::ranges::any_of(state_.layout().seats(first), [&](const HousePosition& seat) {
                return std::ranges::all_of(set.cells, [&](const Part* cell) {
                    return in(cell->constraint.cell, seat.house);
                });
            });
        if (!one_house || set.links.size() + 1 != set.cells.size()) return false;
        for (const Part* link : set.links) {
            if (link->is_cell() || own.contains(link->constraint.digit)) return false;
            own.insert(link->constraint.digit);
            if (!whole(link->constraint.digit, set, {link})) return false;
        }
        return std::ranges::all_of(set.bridges, [&](const Part* bridge) {
            return !bridge->is_cell() && !own.contains(bridge->constraint.digit) &&
                   whole(bridge->constraint.digit, set, {bridge});
        });
    }
    static bool connected(const std::vector<Locked>& sets) {
        std::vector<bool> reached(sets.size());
        reached[0] = true;
        for (std::size_t round = 0; round < sets.size(); ++round)
            for (std::size_t i = 0; i < sets.size(); ++i)
                for (std::size_t j = 0; j < sets.size(); ++j)
                    if (reached[i])
                        for (const Part* b : sets[i].bridges)
                            if (std::ranges::count(sets[j].bridges, b) > 0) reached[j] = true;
        return std::ranges::count(reached, false) == 0;
    }

    // ---- cells and houses -----------------------------------------------------------------------

    void hidden() {
        if (n_ < 2 || !closed() || !all_houses(truths_)) return;
        const House house = truths_.front().constraint.house;
        if (std::ranges::all_of(truths_,
                                [&](const Part& p) { return p.constraint.house == house; }) &&
            std::ranges::all_of(links_, [](const Part& p) { return p.is_cell(); }))
            name(by_size(n_, T::hidden_pair, T::hidden_triple, T::hidden_quad, T::hidden_set), n_);
    }

    /// k cells of a house with k + 1 digits, which another house confines to k cells more.
    void almost_locked() {
        if (n_ % 2 == 0 || n_ < 3 || n_ > 5 || !closed()) return;
        const std::size_t k = n_ / 2;
        Parts cells, places, houses, others;
        for (const Part& p : truths_) (p.is_cell() ? cells : places).push_back(&p);
        for (const Part& p : links_) (p.is_cell() ? others : houses).push_back(&p);
        if (cells.size() != k || others.size() != k) return;
        const auto one_house = [](const Parts& parts) {
            return std::ranges::all_of(parts, [&](const Part* p) {
                return p->constraint.house == parts.front()->constraint.house;
            });
        };
        const auto digits_of = [](const Parts& parts) {
            DigitSet found;
            for (const Part* p : parts) found.insert(p->constraint.digit);
            return found;
        };
        if (one_house(places) && one_house(houses) && digits_of(places) == digits_of(houses))
            name(k == 1 ? T::almost_locked_pair : T::almost_locked_triple, k + 1);
    }

    // ---- chains ---------------------------------------------------------------------------------

    /// From one truth of the candidate to another: without it, each truth on the way has one place
    /// left, and the last has none.
    bool is_loop_at_asked() const {
        if (n_ < 2 || links_.size() + 1 != n_) return false;
        const Part* here = nullptr;
        for (const Part& truth : truths_)
            if (truth.holds(asked_)) here = &truth;
        if (here == nullptr) return false;
        Candidate at = asked_;
        std::set<const Part*> passed;
        for (;;) {
            if (here->members.size() != 2 || !passed.insert(here).second) return false;
            at = here->members[here->members[0] == at ? 1 : 0];
            if (at == asked_) return passed.size() == n_;
            const auto link =
                std::ranges::find_if(links_, [&](const Part& p) { return p.holds(at); });
            if (link == links_.end()) return false;
            const Part* next = nullptr;
            for (const Part& truth : truths_) {
                if (&truth == here || !truth.meets(*link)) continue;
                if (next != nullptr) return false;
                next = &truth;
            }
            if (next == nullptr) return false;
            here = next;
            const auto struck =
                std::ranges::find_if(here->members, [&](Candidate c) { return link->holds(c); });
            at = *struck;
        }
    }

    void chain() {
        if (n_ < 2) return;
        const bool ring = links_.size() == n_;
        if (!ring && !open()) return;
        Parts between = inner_;
        if (ring) {
            between.clear();
            for (const Part& link : links_) between.push_back(&link);
        }
        std::vector<Parts> at(n_);
        for (const Part* link : between) {
            std::size_t met = 0;
            for (std::size_t i = 0; i < n_; ++i)
                if (truths_[i].meets(*link)) {
                    at[i].push_back(link);
                    ++met;
                }
            if (met != 2) return;
        }
        // One path, or one ring.
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < n_ && order.empty(); ++i)
            if (ring || at[i].size() == 1) order.push_back(i);
        if (order.empty()) return;
        const Part* came = nullptr;
        while (order.size() < n_) {
            const std::size_t here = order.back();
            if (at[here].size() > 2) return;
            const auto out =
                std::ranges::find_if(at[here], [&](const Part* link) { return link != came; });
            if (out == at[here].end()) return;
            came = *out;
            std::size_t next = n_;
            for (std::size_t i = 0; i < n_; ++i)
                if (i != here && std::ranges::count(at[i], came) > 0) next = i;
            if (next == n_ || std::ranges::count(order, next) > 0) return;
            order.push_back(next);
        }
        bool grouped = false;
        for (std::size_t i = 0; i < n_; ++i) {
            const std::size_t links = at[i].size();
            const bool end = !ring && (i == order.front() || i == order.back());
            if (links != (end ? 1U : 2U)) return;
            std::size_t one = 0, other = 0;
            for (const Candidate c : truths_[i].members) {
                const bool first = at[i][0]->holds(c);
                const bool second = end ? covered(c, ends_) : at[i][1]->holds(c);
                if (first == second) return;
                ++(first ? one : other);
            }
            if (one == 0 || other == 0) return;
            if (one > 1 || other > 1) {
                if (truths_[i].is_cell()) return;
                grouped = true;
            }
        }
        const bool cells = std::ranges::all_of(truths_, [](const Part& p) { return p.is_cell(); });
        if (ring) {
            if (n_ > 2) name(grouped ? T::grouped_nice_loop : T::nice_loop, 2 * n_);
        } else if (cells) {
            const bool pair = std::ranges::all_of(truths_, [&](const Part& p) {
                return state_.candidates(p.constraint.cell) ==
                       state_.candidates(truths_.front().constraint.cell);
            });
            if (n_ == 3) name(T::xy_wing, 3);
            if (n_ > 3) name(pair && n_ % 2 == 0 ? T::remote_pair : T::xy_chain, n_);
        } else if (one_digit()) {
            if (n_ > 2) name(grouped ? T::grouped_x_chain : T::x_chain, 2 * n_);
        } else {
            const Part& first = truths_[order.front()];
            const Part& last = truths_[order.back()];
            if (n_ == 3 && first.is_cell() && last.is_cell() && !truths_[order[1]].is_cell() &&
                state_.candidates(first.constraint.cell) ==
                    state_.candidates(last.constraint.cell) &&
                all_houses(links_))
                name(T::w_wing, 2);
            name(grouped ? T::grouped_aic : T::aic, 2 * n_);
        }
    }

    ShapeArgument argument_;
    const State& state_ = argument_.state;
    const Candidate asked_ = argument_.asked;
    const std::vector<Part>&truths_ = argument_.truths, &links_ = argument_.links;
    Parts ends_, inner_;  // links that hold the conclusion, and those that do not
    std::size_t n_ = 0;   // truths
    std::vector<KnownShape> names_;
};

/// Each citation is needed, as what it is cited, for one of the conclusions.
bool exact(const State& state, const Step& step, Candidate asked, Truth truth) {
    Step probe;
    (truth == Truth::holds ? probe.placements : probe.eliminations) = {asked};
    for (std::size_t i = 0; i < step.cites.size(); ++i) {
        probe.cites = step.cites;
        if (probe.cites[i].use == Use::truth)
            probe.cites[i].use = Use::link;
        else
            probe.cites.erase(probe.cites.begin() + static_cast<std::ptrdiff_t>(i));
        if (audit(state, probe, {.max_nodes = most_nodes}).sound()) return false;
    }
    return true;
}

}  // namespace

std::optional<KnownShape> known_shape(const State& state, const Step& step) {
    if (!step.deadly.empty() || step.cites.empty() || step.cites.size() > most_citations)
        return std::nullopt;
    for (const Citation& c : step.cites)
        if (c.constraint.is_ruled()) return std::nullopt;
    for (const Citation& c : step.cites)
        if (c.use == Use::truth && c.constraint.kind == Constraint::Kind::house &&
            !state.geometry().info(c.constraint.house).holds_every_digit())
            return std::nullopt;
    for (const Candidate c : step.placements)
        if (exact(state, step, c, Truth::holds))
            return Matcher{state, step.cites, c}.of_placement();
    for (const Candidate c : step.eliminations)
        if (exact(state, step, c, Truth::fails))
            return Matcher{state, step.cites, c}.of_elimination();
    return std::nullopt;
}

}  // namespace clew::logic::inline shape
