#include "solve/plain_puzzles.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/base/workers.hpp"
#include "core/board/notation.hpp"
#include "core/board/symmetry.hpp"
#include "core/rules/registry.hpp"
#include "solve/engines.hpp"
#include "solve/exact/sample.hpp"
#include "solve/forecast.hpp"

namespace clew::engines {
namespace {

constexpr std::size_t most_cells = 40;
constexpr std::size_t priced = 16;           // puzzles by which cost() judges
constexpr std::size_t branches_each = 1000;  // of the listing, for each filling that may be listed
constexpr double nodes_each = 1000;          // of search, that listing a filling costs
constexpr double filling_seconds = 2e-5;     // to list one
constexpr double most_unasked = 1e6;         // fillings that are listed unasked
constexpr std::size_t guesses = 64;          // by which fillings() judges
constexpr double far_too_many = 4;

/// The cells of houses that plain boards do not have, which come last, and of rules.
std::vector<Cell> touched_cells(const Puzzle& puzzle) {
    const Geometry& geometry = puzzle.geometry();
    std::vector<bool> touched(geometry.cell_count());
    for (const HouseInfo& house : geometry.houses().subspan(Geometry::classic()->house_count()))
        for (Cell cell : house.cells) touched[cell.index()] = true;
    for (const Rule& rule : puzzle.rules())
        for (const Rule& part : rules::expanded(rule, geometry))
            for (Cell cell : part.cells) touched[cell.index()] = true;
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < touched.size(); ++i)
        if (touched[i]) cells.emplace_back(i);
    return cells;
}

/// Of each digit the first one that no clue, mark or rule tells it from.
std::vector<std::size_t> digit_classes(const Puzzle& puzzle) {
    const Geometry& geometry = puzzle.geometry();
    const std::size_t n = geometry.size();
    const bool blind = std::ranges::all_of(puzzle.rules(), [&](const Rule& rule) {
        return std::ranges::all_of(rules::expanded(rule, geometry), [](const Rule& part) {
            return part.kind == RuleKind::different;
        });
    });
    const auto alike = [&](Digit a, Digit b) {
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const Cell cell{i};
            const auto given = puzzle.given(cell);
            if (given == a || given == b) return false;
            if (puzzle.marks(cell).contains(a) != puzzle.marks(cell).contains(b)) return false;
        }
        return true;
    };
    std::vector<std::size_t> classes(n);
    for (std::size_t d = 0; d < n; ++d) {
        classes[d] = d;
        for (std::size_t e = 0; blind && e < d && classes[d] == d; ++e)
            if (alike(Digit{e}, Digit{d})) classes[d] = classes[e];
    }
    return classes;
}

}  // namespace

/// A filling as a plain puzzle.
struct PlainPuzzles::Found {
    std::string clues;         ///< of an equivalent puzzle
    std::uint64_t weight = 0;  ///< fillings that it stands for by other names of the digits
    Isomorphism map{};         ///< leads to the equivalent puzzle
};

namespace {

/// Depth first over the touched cells.
class Filler {
  public:
    using OnFilled = std::function<Flow(std::span<const DigitSet> cells, std::uint64_t weight)>;

    Filler(const Puzzle& puzzle, const std::vector<Cell>& cells,
           const std::vector<std::size_t>& digit_class, const Budget& budget, std::size_t most,
           const OnFilled& on_filled)
        : geometry_(puzzle.geometry()),
          digit_class_(digit_class),
          cells_(cells),
          touched_(geometry_.cell_count()),
          budget_(budget),
          most_(most),
          branches_(most * branches_each),
          on_filled_(on_filled) {
        for (Cell cell : cells_) touched_[cell.index()] = true;
        for (const Rule& rule : puzzle.rules())
            for (const Rule& part : rules::expanded(rule, geometry_))
                parts_.push_back(rules::make_primitive(part, geometry_.size()));
    }

    /// How many fillings there are, by one way down, taken at random, and multiplied.
    double guess(const std::vector<DigitSet>& candidates, Random& random) {
        pick_ = &random;
        guess_ = 1;
        const bool filled = run(candidates) == Ending::out_of_budget;
        pick_ = nullptr;
        return filled ? guess_ : 0;
    }
    Ending run(const std::vector<DigitSet>& candidates) {
        if (std::ranges::none_of(candidates, [](DigitSet s) { return s.empty(); }))
            fill(candidates, {}, {}, 1);
        return ending_;
    }

  private:
    /// Strikes what the decided cells, in `done` once they are seen, and the rules forbid.
    bool settle(std::vector<DigitSet>& domains, std::vector<bool>& done) const {
        for (bool changed = true; changed;) {
            changed = false;
            for (Cell cell : cells_) {
                const DigitSet digits = domains[cell.index()];
                if (digits.size() != 1 || done[cell.index()]) continue;
                done[cell.index()] = changed = true;
                for (Cell peer : geometry_.peers(cell)) {
                    if (!touched_[peer.index()]) continue;
                    domains[peer.index()] -= digits;
                    if (domains[peer.index()].empty()) return false;
                }
            }
            for (const rules::PrimitivePtr& part : parts_) {
                std::vector<DigitSet> own;
                for (Cell cell : part->cells()) own.push_back(domains[cell.index()]);
                if (!part->filter(own)) return false;
                for (std::size_t i = 0; i < own.size(); ++i) {
                    DigitSet& domain = domains[part->cells()[i].index()];
                    changed = changed || domain != own[i];
                    domain = own[i];
                }
            }
        }
        return true;
    }

    Flow fill(std::vector<DigitSet> domains, std::vector<bool> done, DigitSet used,
              std::uint64_t weight) {
        if (budget_.stopped()) return end(Ending::interrupted);
        if (branches_-- == 0) return end(Ending::out_of_budget);
        done.resize(domains.size());
        if (!settle(domains, done)) return Flow::go_on;
        std::optional<Cell> next;
        for (Cell cell : cells_) {
            const DigitSet digits = domains[cell.index()];
            // One that was struck down to is the last unused of its class, or it would have been
            // struck with the others: no factor.
            if (digits.size() == 1) used |= digits;
            if (digits.size() > 1 && (!next || digits.size() < domains[next->index()].size()))
                next = cell;
        }
        if (!next) {
            if (pick_ != nullptr || most_-- == 0) return end(Ending::out_of_budget);
            return on_filled_(domains, weight);
        }
        DigitSet tried;  // classes of digits not used yet, by their first
        std::vector<std::pair<Digit, std::uint64_t>> branches;  // and its names
        for (Digit digit : domains[next->index()]) {
            std::uint64_t names = 1;
            if (!used.contains(digit)) {
                const Digit first{digit_class_[digit.index()]};
                if (tried.contains(first)) continue;
                tried.insert(first);
                names = unused_alike(digit, used);
            }
            branches.emplace_back(digit, names);
        }
        if (pick_ != nullptr) {
            guess_ *= static_cast<double>(branches.size());
            branches = {branches[pick_->below(branches.size())]};
        }
        for (const auto& [digit, names] : branches) {
            std::vector<DigitSet> branch = domains;
            branch[next->index()] = DigitSet{digit};
            DigitSet with = used;
            with.insert(digit);
            if (fill(std::move(branch), done, with, weight * names) == Flow::stop)
                return Flow::stop;
        }
        return Flow::go_on;
    }

    /// The digits of its class that are not used, itself among them.
    std::uint64_t unused_alike(Digit digit, DigitSet used) const {
        std::uint64_t n = 0;
        for (std::size_t d = 0; d < digit_class_.size(); ++d)
            if (digit_class_[d] == digit_class_[digit.index()] && !used.contains(Digit{d})) ++n;
        return n;
    }

    Flow end(Ending ending) {
        ending_ = ending;
        return Flow::stop;
    }

    const Geometry& geometry_;
    const std::vector<std::size_t>& digit_class_;
    const std::vector<Cell>& cells_;
    std::vector<bool> touched_;
    std::vector<rules::PrimitivePtr> parts_;
    const Budget& budget_;
    std::size_t most_;
    std::size_t branches_;
    const OnFilled& on_filled_;
    Random* pick_ = nullptr;
    double guess_ = 1;
    Ending ending_ = Ending::exhausted;
};

}  // namespace

bool PlainPuzzles::supports(const Puzzle& puzzle) {
    const GeometrySpec& spec = puzzle.geometry().spec();
    if (puzzle.is_plain_classic() || spec.size != 9 || spec.boxes != BoxShape{3, 3}) return false;
    return touched_cells(puzzle).size() <= most_cells;
}

std::unique_ptr<const PlainPuzzles> PlainPuzzles::if_cheaper(
    const Puzzle& puzzle, const Budget& budget, double search_cost,
    const std::function<Flow(double seconds)>& before_listing) {
    if (!supports(puzzle)) return nullptr;
    const double most = std::min(search_cost / 8 / nodes_each, most_unasked);
    const double about = fillings(puzzle);
    if (about > far_too_many * most) return nullptr;
    if (before_listing && before_listing(std::min(about, most) * filling_seconds) == Flow::stop)
        return nullptr;
    auto plain =
        std::make_unique<const PlainPuzzles>(puzzle, budget, static_cast<std::size_t>(most));
    return plain->listed() && plain->cost() <= search_cost / 4 ? std::move(plain) : nullptr;
}

double PlainPuzzles::fillings(const Puzzle& puzzle) {
    CLEW_REQUIRE(supports(puzzle), "PlainPuzzles: a 9x9 board with rules on few cells");
    const std::vector<Cell> cells = touched_cells(puzzle);
    const std::vector<std::size_t> classes = digit_classes(puzzle);
    Random random{guesses};
    double sum = 0;
    for (std::size_t i = 0; i < guesses; ++i)
        sum += Filler{puzzle, cells, classes, {}, 1, {}}.guess(puzzle.candidates_after_givens(),
                                                               random);
    return sum / guesses;
}

PlainPuzzles::PlainPuzzles(const Puzzle& puzzle, const Budget& budget, std::size_t most)
    : puzzle_(puzzle), cells_(touched_cells(puzzle)), digit_class_(digit_classes(puzzle)) {
    CLEW_REQUIRE(supports(puzzle), "PlainPuzzles: a 9x9 board with rules on few cells");
    std::map<std::string, std::uint64_t> weights;
    ending_ = each_filling(budget, most, [&](const Found& found) {
        weights[found.clues] += found.weight;
        return Flow::go_on;
    });
    classes_.assign(weights.begin(), weights.end());
    if (listed()) cost_ = judged_cost();
}

Ending PlainPuzzles::each_filling(const Budget& budget, std::size_t most,
                                  const OnFilling& on_filling) const {
    const bool marked = puzzle_.has_marks();
    Puzzle clues{Geometry::classic()};
    for (std::size_t i = 0; i < puzzle_.geometry().cell_count(); ++i)
        if (const auto given = puzzle_.given(Cell{i})) clues.set_given(Cell{i}, *given);
    const Filler::OnFilled filled = [&](std::span<const DigitSet> cells, std::uint64_t weight) {
        for (Cell cell : cells_) clues.set_given(cell, cells[cell.index()].first());
        if (marked) return on_filling({to_line(clues), weight, identity(*Geometry::classic())});
        Canonical same = canonical(clues);
        return on_filling({to_line(same.form), weight, std::move(same.map)});
    };
    return Filler{puzzle_, cells_, digit_class_, budget, most, filled}.run(
        puzzle_.candidates_after_givens());
}

Puzzle PlainPuzzles::plain(const std::string& clues) const {
    Puzzle result = Puzzle::from_line(clues);
    if (puzzle_.has_marks())
        for (std::size_t i = 0; i < clues.size(); ++i)
            result.set_marks(Cell{i}, puzzle_.marks(Cell{i}));
    return result;
}

double PlainPuzzles::judged_cost() const {
    const std::size_t step = std::max<std::size_t>(classes_.size() / priced, 1);
    double sum = 0;
    std::size_t looked_at = 0;
    for (std::size_t i = 0; i < classes_.size(); i += step, ++looked_at)
        sum += exact_cost(plain(classes_[i].first));
    return looked_at == 0
               ? 0
               : sum * static_cast<double>(classes_.size()) / static_cast<double>(looked_at);
}

exact::Report128 PlainPuzzles::over_classes(const Options& options, const OnClass& work) const {
    CLEW_REQUIRE(listed(), "PlainPuzzles: they were not all listed");
    exact::Report128 total{.explored = 1};
    const auto workers = static_cast<unsigned>(
        std::clamp<std::size_t>(classes_.size(), 1, std::max(options.threads, 1U)));
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex guard;
    run_workers(workers, [&](unsigned) {
        for (std::size_t at = next++; at < classes_.size(); at = next++) {
            Budget budget = options.budget;
            {
                const std::scoped_lock lock{guard};
                if (!total.exact()) return;
                budget.max_nodes = less(budget.max_nodes, total.nodes);
            }
            const exact::Report128 part = work(at, budget, options.threads / workers);
            const std::scoped_lock lock{guard};
            total.solutions += part.solutions * classes_[at].second;
            total.nodes += part.nodes;
            total.explored =
                static_cast<double>(part.exact() ? ++done : done) / static_cast<double>(size());
            if (!part.exact()) total.ending = part.ending;
            if (options.on_progress) options.on_progress(total.explored);
        }
    });
    return total;
}

std::size_t PlainPuzzles::class_of(const Found& found) const {
    const auto at = std::ranges::lower_bound(
        classes_, found.clues, {}, [](const auto& one) -> const auto& { return one.first; });
    return static_cast<std::size_t>(at - classes_.begin());
}

exact::Report128 PlainPuzzles::count_class(std::size_t at, const Options& options,
                                           const Budget& budget, unsigned threads) const {
    return exact::count(plain(classes_[at].first),
                        {.budget = budget, .threads = threads, .crosswise = options.crosswise});
}

exact::Report128 PlainPuzzles::count(const Options& options) const {
    return over_classes(options, [&](std::size_t at, const Budget& budget, unsigned threads) {
        return count_class(at, options, budget, threads);
    });
}

exact::Marginals PlainPuzzles::marginals(const Options& options) const {
    if (size() > most_weighed) return {{.ending = Ending::out_of_budget}, {}};
    std::vector<exact::Marginals> of_class(classes_.size());
    exact::Marginals result{
        over_classes(options,
                     [&](std::size_t at, const Budget& budget, unsigned threads) {
                         of_class[at] = exact::marginals(plain(classes_[at].first),
                                                         {.budget = budget, .threads = threads});
                         return of_class[at];
                     }),
        {}};
    const Geometry& board = *Geometry::classic();
    const auto first_alike = [&](Candidate candidate) {
        return board.candidate_index(
            {candidate.cell, Digit{digit_class_[candidate.digit.index()]}});
    };
    std::vector<exact::U128> with(board.candidate_count());  // the digits of a class together
    if (result.exact())
        result.ending = each_filling(options.budget, unlimited_size, [&](const Found& found) {
            const exact::Marginals& of = of_class[class_of(found)];
            for (std::size_t c = 0; c < with.size(); ++c)
                with[first_alike(board.candidate(c))] +=
                    of.of(found.map(board.candidate(c))) * found.weight;
            return Flow::go_on;
        });
    if (!result.exact()) return {{.ending = result.ending, .nodes = result.nodes}, {}};
    for (std::size_t c = 0; c < with.size(); ++c) {
        const std::size_t alike = digit_class_[board.candidate(c).digit.index()];
        result.counts.push_back(
            with[first_alike(board.candidate(c))] /
            static_cast<std::uint64_t>(std::ranges::count(digit_class_, alike)));
    }
    return result;
}

PlainPuzzles::Drawing PlainPuzzles::draw(std::size_t n, std::uint64_t seed,
                                         const Options& options) const {
    std::vector<exact::U128> ends(classes_.size());
    Drawing drawing{over_classes(options,
                                 [&](std::size_t at, const Budget& budget, unsigned threads) {
                                     exact::Report128 part =
                                         count_class(at, options, budget, threads);
                                     ends[at] = part.solutions * classes_[at].second;
                                     return part;
                                 }),
                    {}};
    exact::Report128& counted = drawing.counted;
    if (!counted.exact() || counted.solutions == 0) return drawing;
    std::partial_sum(ends.begin(), ends.end(), ends.begin());

    // Of each: its class, and which of the class's fillings, by weight.
    Random random{seed};
    std::vector<std::vector<std::size_t>> of_class(classes_.size());
    std::vector<std::uint64_t> rank(n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(
            std::ranges::upper_bound(ends, exact::below(counted.solutions, random)) - ends.begin());
        of_class[at].push_back(i);
        rank[i] = random.below(classes_[at].second);
    }
    std::vector<std::optional<Isomorphism>> back(n);
    std::vector<std::uint64_t> before(classes_.size());
    counted.ending = each_filling(options.budget, unlimited_size, [&](const Found& found) {
        const std::size_t at = class_of(found);
        for (const std::size_t i : of_class[at])
            if (rank[i] - before[at] < found.weight) back[i] = inverse(found.map);
        before[at] += found.weight;
        return Flow::go_on;
    });
    if (!counted.exact()) return drawing;

    std::vector<Grid> grids(n);
    for (std::size_t at = 0; at < classes_.size(); ++at) {
        if (of_class[at].empty()) continue;
        const exact::GridSampler sampler{plain(classes_[at].first),
                                         {.budget = options.budget, .threads = options.threads}};
        exact::Drawn drawn;
        drawn.ending = sampler.ending();
        if (sampler.exact()) drawn = sampler.draw(of_class[at].size(), random);
        counted.ending = drawn.ending;
        if (!counted.exact()) return drawing;
        for (std::size_t j = 0; j < of_class[at].size(); ++j) {
            const std::size_t i = of_class[at][j];
            grids[i] = renamed(apply(*back[i], drawn.grids[j]), random);
        }
    }
    drawing.grids = std::move(grids);
    return drawing;
}

/// Digits that nothing tells apart change their names at random.
Grid PlainPuzzles::renamed(Grid grid, Random& random) const {
    std::vector<std::size_t> names(digit_class_.size());
    for (std::size_t d = 0; d < names.size(); ++d) names[d] = d;
    for (std::size_t d = names.size(); d-- > 1;) {  // Fisher-Yates within each class
        std::vector<std::size_t> alike;
        for (std::size_t e = 0; e <= d; ++e)
            if (digit_class_[e] == digit_class_[d]) alike.push_back(e);
        std::swap(names[d], names[alike[random.below(alike.size())]]);
    }
    for (Digit& digit : grid.digits()) digit = Digit{names[digit.index()]};
    return grid;
}

}  // namespace clew::engines
