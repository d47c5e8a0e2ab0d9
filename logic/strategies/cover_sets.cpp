// A digit, n houses as bases and n other houses as covers, of any kinds. The block cases of
// K. Gromley's (5) [Gromley2014] and the box forms of method F [SudokuSolver2006] are the cases
// with boxes among them; both texts then want the digit in just one cell of each crossing, or in
// just two cells a row, and miss what the covers alone already show.
//
//   fins      base candidates in none of the covers, or in two or more bases
//   claim     if no fin is true, the bases hold n different true candidates, all of them in the
//             covers; n covers hold at most n, so each holds just one, and that one is a base's
//   so        a candidate that sees every fin is false if it lies in a cover and in no base, or if
//             it lies in two covers (it would use up two)
//
// Every cover must be needed: it holds a base candidate, no fin, that no other cover holds. A house
// of two cells, such as a knight's move, is no cover but a link, which chains follow.
//
// The search takes the bases in ascending order, then covers the first base candidate that is
// neither covered nor a fin in every way: by one of its houses, or by making it a fin, which
// forbids its houses as covers. A house that was tried and left is forbidden in the later branches,
// so each choice of covers appears once. A branch ends when no candidate of the digit sees all its
// fins.
//
// With fewer covers than bases one of the fins is true, and whatever sees all of them goes. One
// cover for two bases finds the named pairs at their full strength; a finned fish with as many
// covers is the weaker form in which one cover holds the eliminations.
//
// Before all this, templates.hpp says which places of the digit can go at all: those that no
// placement of the digit on the whole board uses. Where there are none the digit is skipped, and
// `sees all fins` is asked of those places only. On hard puzzles this made the search for finned
// and mutant fish some hundred times quicker, and changes nothing that is found.
//
// Names: all bases rows and all covers columns, or the other way round, is basic; with regions
// (boxes, diagonals, ...) among either, franken; anything else, mutant. Fins make a fish finned,
// and sashimi if a base is left with one candidate. Two bases with fins have traditional names of
// their own, and are not reported under the others:
//
//   skyscraper        two parallel lines, two places each
//   two-string kite   a row and a column, two places each
//   turbot fish       a line and a region, two places each
//   empty rectangle   a line with two places, a region whose places lie on a row and a column

#include "logic/strategies/cover_sets.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "logic/strategies/barren.hpp"
#include "logic/strategies/citing.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/templates.hpp"

namespace clew::logic::inline strategies {
namespace {

// In the enumeration one after the other.
constexpr auto techniques_found = [] {
    constexpr auto first = static_cast<std::size_t>(Technique::skyscraper);
    constexpr auto last = static_cast<std::size_t>(Technique::finned_large_fish);
    std::array<Technique, last - first + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Technique>(first + i);
    return all;
}();

enum class Line : std::uint8_t { row, column, region };

enum class Shape : std::uint8_t { basic, franken, mutant };

struct Task {
    std::size_t size = 2;        // bases
    std::size_t covers = 2;      // as many, or one for the named pairs of bases
    Shape shape = Shape::basic;  // the widest that the technique can have
    enum class Fins : std::uint8_t { none, some, any } fins = Fins::some;
};

/// What a fish is called, and what it is.
struct FishName {
    Technique technique;
    Shape shape;
    Task::Fins fins;  ///< none or some
    bool sashimi;
    std::size_t size;  ///< 5: and more
};
constexpr std::size_t large = 5;
constexpr std::array fish_names{
    FishName{Technique::x_wing, Shape::basic, Task::Fins::none, false, 2},
    FishName{Technique::swordfish, Shape::basic, Task::Fins::none, false, 3},
    FishName{Technique::jellyfish, Shape::basic, Task::Fins::none, false, 4},
    FishName{Technique::finned_x_wing, Shape::basic, Task::Fins::some, false, 2},
    FishName{Technique::finned_swordfish, Shape::basic, Task::Fins::some, false, 3},
    FishName{Technique::finned_jellyfish, Shape::basic, Task::Fins::some, false, 4},
    FishName{Technique::sashimi_x_wing, Shape::basic, Task::Fins::some, true, 2},
    FishName{Technique::sashimi_swordfish, Shape::basic, Task::Fins::some, true, 3},
    FishName{Technique::sashimi_jellyfish, Shape::basic, Task::Fins::some, true, 4},
    FishName{Technique::franken_x_wing, Shape::franken, Task::Fins::none, false, 2},
    FishName{Technique::franken_swordfish, Shape::franken, Task::Fins::none, false, 3},
    FishName{Technique::franken_jellyfish, Shape::franken, Task::Fins::none, false, 4},
    FishName{Technique::finned_franken_x_wing, Shape::franken, Task::Fins::some, false, 2},
    FishName{Technique::finned_franken_swordfish, Shape::franken, Task::Fins::some, false, 3},
    FishName{Technique::finned_franken_jellyfish, Shape::franken, Task::Fins::some, false, 4},
    FishName{Technique::mutant_x_wing, Shape::mutant, Task::Fins::none, false, 2},
    FishName{Technique::mutant_swordfish, Shape::mutant, Task::Fins::none, false, 3},
    FishName{Technique::mutant_jellyfish, Shape::mutant, Task::Fins::none, false, 4},
    FishName{Technique::finned_mutant_x_wing, Shape::mutant, Task::Fins::some, false, 2},
    FishName{Technique::finned_mutant_swordfish, Shape::mutant, Task::Fins::some, false, 3},
    FishName{Technique::finned_mutant_jellyfish, Shape::mutant, Task::Fins::some, false, 4},
    FishName{Technique::finned_large_fish, Shape::basic, Task::Fins::some, false, large},
};

constexpr const FishName* named_fish(Technique technique) {
    for (const FishName& name : fish_names)
        if (name.technique == technique) return &name;
    return nullptr;
}

constexpr bool is_named_pair(Technique technique) {
    return technique == Technique::skyscraper || technique == Technique::two_string_kite ||
           technique == Technique::turbot_fish || technique == Technique::empty_rectangle;
}

// Each is in the table, or one of the four with a name of its own.
constexpr bool all_fish_are_named() {
    for (const Technique technique : techniques_found)
        if (!is_named_pair(technique) && named_fish(technique) == nullptr) return false;
    return true;
}
static_assert(all_fish_are_named());

Task task_of(Technique technique) {
    const FishName* name = named_fish(technique);
    if (name == nullptr) return {2, 1, Shape::mutant, Task::Fins::some};
    return {name->size, name->size, name->shape, name->fins};
}

// Sashimi is a word for basic fish alone.
Technique fish_name(Shape shape, bool finned, bool sashimi, std::size_t size) {
    const auto found = std::ranges::find_if(fish_names, [&](const FishName& name) {
        if (size >= large) return name.size == large;  // sashimi or not
        return name.shape == shape && name.size == size &&
               (name.fins == Task::Fins::some) == (finned || (sashimi && shape == Shape::basic)) &&
               name.sashimi == (sashimi && shape == Shape::basic);
    });
    CLEW_INVARIANT(found != fish_names.end(), "fish_name: a fish without a name");
    return found->technique;
}

class Search : private Finding {
  public:
    Search(const State& state, const Query& query, const StepSink& sink, const Task& task)
        : Finding(state, query, sink), task_(task) {
        for (std::size_t h = 0; h < layout_.house_count(); ++h) {
            const HouseRole role = layout_.geometry().info(House{h}).role;
            line_.push_back(role == HouseRole::row      ? Line::row
                            : role == HouseRole::column ? Line::column
                                                        : Line::region);
        }
    }

    Ending run(DigitSet digits) {
        Barren barren{state_, query_};
        for (Digit d : digits) {
            // Of large fish one search a size.
            if (task_.size < large && barren.holds(d)) continue;
            const std::uint64_t before = delivered_;
            const Ending ending = run(d);
            if (ending != Ending::exhausted) return ending;
            if (task_.size < large && delivered_ == before) barren.note(d);
        }
        return Ending::exhausted;
    }

  private:
    Ending run(Digit digit) {
        digit_ = digit;
        dead_ = places_without_template(state_, digit_);
        if (dead_.empty()) return Ending::exhausted;
        places_.clear();
        eligible_.clear();
        for (std::size_t h = 0; h < layout_.house_count(); ++h) {
            places_.push_back(layout_.cells(House{h}) & state_.cells(digit_));
            const std::size_t count = places_.back().size();
            // One place is a single, and a basic base without crossing cannot be needed.
            if (layout_.is_full(House{h}) && count >= 2) eligible_.emplace_back(h);
        }
        used_.assign(layout_.house_count(), 0);
        for (std::size_t h = 0; h < layout_.house_count(); ++h)
            if (layout_.cells(House{h}).size() < 3) used_[h] = 2;
        bases_.clear();
        return choose_bases(0);
    }

    Ending choose_bases(std::size_t next) {
        if (bases_.size() == task_.size) return start_covers();
        for (std::size_t i = next; i < eligible_.size(); ++i) {
            bases_.push_back(eligible_[i]);
            used_[eligible_[i].index()] = 1;
            Ending ending = Ending::exhausted;
            if (bases_can_be()) {
                if (!spend()) return Ending::out_of_budget;
                ending = choose_bases(i + 1);
            }
            used_[eligible_[i].index()] = 0;
            bases_.pop_back();
            if (ending != Ending::exhausted) return ending;
        }
        return Ending::exhausted;
    }

    bool any(const std::vector<House>& houses, Line line) const {
        return std::ranges::any_of(houses, [&](House h) { return line_[h.index()] == line; });
    }

    // Whether these bases (perhaps not yet all) suit the technique.
    bool bases_can_be() const {
        if (task_.fins == Task::Fins::none) {
            const CellSet& newest = places_[bases_.back().index()];
            for (std::size_t i = 0; i + 1 < bases_.size(); ++i)
                if (newest.intersects(places_[bases_[i].index()])) return false;
        }
        const bool rows = any(bases_, Line::row);
        const bool columns = any(bases_, Line::column);
        const bool regions = any(bases_, Line::region);
        if (task_.shape != Shape::mutant && rows && columns) return false;
        if (task_.shape == Shape::basic && regions) return false;
        const auto two = [&](House h) { return places_[h.index()].size() == 2; };
        switch (query_.technique) {
            case Technique::skyscraper:
            case Technique::two_string_kite:
                return !regions && std::ranges::all_of(bases_, two) &&
                       (bases_.size() < 2 ||
                        (rows && columns) == (query_.technique == Technique::two_string_kite));
            case Technique::turbot_fish:
                return std::ranges::all_of(bases_, two) &&
                       (bases_.size() < 2 || (regions && (rows || columns)));
            case Technique::empty_rectangle:
                return std::ranges::all_of(bases_,
                                           [&](House h) {
                                               return line_[h.index()] == Line::region ? !two(h)
                                                                                       : two(h);
                                           }) &&
                       (bases_.size() < 2 || (regions && (rows || columns)));
            default:
                return true;
        }
    }

    Ending start_covers() {
        base_cells_ = layout_.none();
        CellSet twice = layout_.none();
        for (House h : bases_) {
            twice |= base_cells_ & places_[h.index()];
            base_cells_ |= places_[h.index()];
        }
        CellSet watchers = dead_;
        for (Cell fin : twice) watchers &= layout_.peers(fin);
        if (watchers.empty()) return Ending::exhausted;
        covers_.clear();
        return choose_covers(base_cells_ - twice, layout_.none(), twice, watchers);
    }

    bool may_cover(House h) const {
        if (used_[h.index()] != 0) return false;
        const Line line = line_[h.index()];
        if (task_.shape == Shape::mutant) return true;
        if (task_.shape == Shape::basic && line == Line::region) return false;
        if (line == Line::region) return true;
        // Franken and basic: no line among the covers that is parallel to one of the bases, and
        // the covers' lines all parallel.
        const Line crossing = line == Line::row ? Line::column : Line::row;
        return !any(bases_, line) && !any(covers_, crossing);
    }

    // `left`: base candidates neither covered nor fins yet; `watchers`: what sees all fins.
    Ending choose_covers(const CellSet& left, const CellSet& covered, const CellSet& fins,
                         const CellSet& watchers) {
        if (left.empty())
            return covers_.size() == task_.covers ? report(covered, fins, watchers)
                                                  : Ending::exhausted;
        if (!spend()) return Ending::out_of_budget;
        if (covers_.size() == task_.covers) {  // all that is left are fins
            if (task_.fins == Task::Fins::none) return Ending::exhausted;
            CellSet seeing = watchers;
            for (Cell fin : left) seeing &= layout_.peers(fin);
            return seeing.empty() ? Ending::exhausted : report(covered, fins | left, seeing);
        }
        const Cell cell = left.first();
        Ending ending = Ending::exhausted;
        std::array<House, 8> tried{};
        std::size_t tried_count = 0;
        std::vector<House> more;  // beyond eight houses a cell: boards with many extra houses
        const auto forbid = [&](House h) {
            used_[h.index()] = 2;
            if (tried_count < tried.size())
                tried[tried_count++] = h;
            else
                more.push_back(h);
        };
        for (const HousePosition& seat : layout_.seats(cell)) {
            if (!may_cover(seat.house)) continue;
            covers_.push_back(seat.house);
            used_[seat.house.index()] = 1;
            const CellSet& places = places_[seat.house.index()];
            ending = choose_covers(left - places, covered | places, fins, watchers);
            covers_.pop_back();
            forbid(seat.house);
            if (ending != Ending::exhausted) break;
        }
        if (ending == Ending::exhausted && task_.fins != Task::Fins::none) {
            // A fin: no cover may hold it, so its other houses are out too.
            for (const HousePosition& seat : layout_.seats(cell))
                if (used_[seat.house.index()] == 0) forbid(seat.house);
            const CellSet seeing = watchers & layout_.peers(cell);
            if (!seeing.empty()) {
                CellSet rest = left;
                rest.reset(cell);
                CellSet with = fins;
                with.set(cell);
                ending = choose_covers(rest, covered, with, seeing);
            }
        }
        for (std::size_t i = 0; i < tried_count; ++i) used_[tried[i].index()] = 0;
        for (House h : more) used_[h.index()] = 0;
        return ending;
    }

    // Each cover holds a base candidate, no fin, that no other cover holds; a lone cover for two
    // bases holds one of either.
    bool covers_needed(const CellSet& fins) const {
        if (task_.covers < task_.size)
            return std::ranges::all_of(bases_, [&](House h) {
                return (places_[h.index()] - fins).intersects(places_[covers_[0].index()]);
            });
        const CellSet body = base_cells_ - fins;
        return std::ranges::all_of(covers_, [&](House h) {
            CellSet alone = places_[h.index()] & body;
            for (House other : covers_)
                if (other != h) alone -= places_[other.index()];
            return !alone.empty();
        });
    }

    Shape shape() const {
        const bool base_rows = any(bases_, Line::row);
        const bool base_columns = any(bases_, Line::column);
        const bool cover_rows = any(covers_, Line::row);
        const bool cover_columns = any(covers_, Line::column);
        if ((base_rows && (base_columns || cover_rows)) || (base_columns && cover_columns) ||
            (cover_rows && cover_columns))
            return Shape::mutant;
        return any(bases_, Line::region) || any(covers_, Line::region) ? Shape::franken
                                                                       : Shape::basic;
    }

    // On a row and a column, but not on one of them alone.
    bool lies_on_a_cross(House region) const {
        const CellSet& places = places_[region.index()];
        const auto on_one = [](std::span<const House> lines, const Layout& layout,
                               const CellSet& cells) {
            return std::ranges::any_of(
                lines, [&](House line) { return layout.cells(line).contains(cells); });
        };
        if (on_one(layout_.rows(), layout_, places) || on_one(layout_.columns(), layout_, places))
            return false;
        return std::ranges::any_of(layout_.rows(), [&](House row) {
            return on_one(layout_.columns(), layout_, places - layout_.cells(row));
        });
    }

    Technique name(const CellSet& fins) const {
        if (bases_.size() == 2 && !fins.empty()) {
            const std::size_t first = places_[bases_[0].index()].size();
            const std::size_t second = places_[bases_[1].index()].size();
            const bool rows = any(bases_, Line::row);
            const bool columns = any(bases_, Line::column);
            const bool regions = any(bases_, Line::region);
            if (first == 2 && second == 2) {
                if (rows && columns) return Technique::two_string_kite;
                if (!regions) return Technique::skyscraper;
                if (regions && (rows || columns)) return Technique::turbot_fish;
            }
            if (regions && (rows || columns)) {
                const bool region_first = line_[bases_[0].index()] == Line::region;
                const House region = bases_[region_first ? 0 : 1];
                if ((region_first ? second : first) == 2 && (region_first ? first : second) > 2 &&
                    lies_on_a_cross(region))
                    return Technique::empty_rectangle;
            }
        }
        const bool sashimi = !fins.empty() && std::ranges::any_of(bases_, [&](House h) {
            return (places_[h.index()] - fins).size() <= 1;
        });
        return fish_name(shape(), !fins.empty(), sashimi, bases_.size());
    }

    Ending report(const CellSet& covered, const CellSet& fins, const CellSet& watchers) {
        if ((task_.fins == Task::Fins::some) == fins.empty()) return Ending::exhausted;
        if (!covers_needed(fins) || name(fins) != query_.technique) return Ending::exhausted;
        CellSet victims = watchers;
        if (task_.covers == task_.size) {
            victims = covered - base_cells_;
            CellSet once = layout_.none();
            for (House h : covers_) {
                victims |= once & places_[h.index()];
                once |= places_[h.index()];
            }
            victims &= watchers;
            victims -= fins;
        }
        if (victims.empty()) return Ending::exhausted;

        Step step;
        step.technique = query_.technique;
        step.size = bases_.size();
        for (Cell c : victims) step.eliminations.push_back({c, digit_});
        for (House h : bases_) {
            const Constraint in = Constraint::of(h, digit_);
            step.groups.push_back(digit_group(Role::base, digit_, places_[h.index()] - fins, in));
            step.cites.push_back({in, Use::truth});
        }
        std::vector<House> covers = covers_;
        std::ranges::sort(covers);
        for (House h : covers) {
            const Constraint in = Constraint::of(h, digit_);
            step.groups.push_back(
                digit_group(Role::cover, digit_, (places_[h.index()] & base_cells_) - fins, in));
            step.cites.push_back({in, Use::link});
        }
        if (!fins.empty()) step.groups.push_back(digit_group(Role::fin, digit_, fins));
        cite_victims(step, layout_, digit_, step.eliminations, fins);
        return deliver(std::move(step)) == Flow::stop ? Ending::limit_reached : Ending::exhausted;
    }

    Task task_;
    std::vector<Line> line_;
    Digit digit_;
    std::vector<CellSet> places_;     // by house: cells left for the digit
    std::vector<House> eligible_;     // possible bases
    std::vector<std::uint8_t> used_;  // by house: 0 free, 1 base or cover, 2 forbidden
    std::vector<House> bases_, covers_;
    CellSet base_cells_;
    CellSet dead_;  // places that no template of the digit uses: nothing else can go
};

Ending find_all_digits(const State& state, const Query& query, const StepSink& sink) {
    return find_cover_sets(state, query, DigitSet::all(state.size()), sink);
}

}  // namespace

Ending find_cover_sets(const State& state, const Query& query, DigitSet digits,
                       const StepSink& sink) {
    Task task = task_of(query.technique);
    if (task.size < large) return Search{state, query, sink, task}.run(digits);
    const std::size_t largest = largest_size(query, state.size());
    for (; task.size <= largest; task.covers = ++task.size) {
        const Ending ending = Search{state, query, sink, task}.run(digits);
        if (ending != Ending::exhausted) return ending;
    }
    return Ending::exhausted;
}

Strategy cover_sets_strategy() { return {"cover sets", techniques_found, Finder{find_all_digits}}; }

}  // namespace clew::logic::inline strategies
