// Search begins, and most puzzles end in its first turn. Then SAT begins too, and they take turns
// on one thread until one of them has everything that was asked for. Both go on where they stopped,
// so a turn costs what it takes and no more. Turns are measured in counted work, roughly in
// nanoseconds (Search::work, Turns), because libraries read no clock and a node of search can cost
// a microsecond or a hundred.
//
//     search  ====        ===          ==          first turn, then as far as the one behind may
//     SAT         ======      ========    =====>   the answer
//
// Who seems to be nearer to the end leads. The other may do as much as head_start and a part of the
// leader's work: that is what the answer costs more than from the leader alone, and how a wrong
// guess is made good. Search is judged by the explored share of its tree, or by how fast it finds
// as many solutions as are wanted. SAT is taken to need as much again as it has had, until it has
// found some of many solutions: then it goes by their rate. Where search has found nothing and has
// explored little, nobody can tell, and the answer may cost twice as much as from the better one.
//
// Neither answers in the other's name. A solution is handed out once: solutions of both wait until
// one of them has answered, or has found so many that it is time to choose.

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/turns.hpp"
#include "encode/sat/session.hpp"
#include "solve/engines.hpp"

namespace clew::engines {
namespace {

constexpr std::uint64_t millisecond = 1'000'000;
constexpr std::uint64_t first_turn = 4 * millisecond;
constexpr std::uint64_t sat_needs = 6 * millisecond;  // at least, as long as nothing is known
constexpr std::uint64_t least_turn = millisecond;
// The one behind gets so much, and a part of the leader's work.
constexpr std::uint64_t head_start = 18 * millisecond;
constexpr std::uint64_t share = 3;           // where estimates are poor
constexpr std::uint64_t share_by_rates = 8;  // where they are good, or rules help search
constexpr double odds_with_rules = 4;        // search to SAT, few solutions wanted
constexpr std::uint64_t threads_pay = 50 * millisecond;  // work after which several may search
constexpr std::uint64_t quick = 2000;  // work a solution that SAT does not need to try to beat
constexpr std::uint64_t enough_to_go_by = 4;  // solutions
constexpr std::uint64_t held_back = 4096;     // solutions of each

/// Solutions that wait, one behind the other.
class Held {
  public:
    void add(std::span<const std::uint8_t> solution) {
        digits_.insert(digits_.end(), solution.begin(), solution.end());
        ++size_;
    }
    /// Hands out what waits; what the sink does not want stays.
    Flow deliver(const DigitSink& sink) {
        if (size_ == 0) return Flow::go_on;
        const std::size_t cells = digits_.size() / size_;
        Flow flow = Flow::go_on;
        for (std::size_t i = 0; size_ > 0 && flow == Flow::go_on; ++i, --size_)
            flow = sink(std::span(digits_).subspan(i * cells, cells));
        if (size_ == 0) digits_.clear();
        return flow;
    }

  private:
    std::vector<std::uint8_t> digits_;
    std::size_t size_ = 0;  // that wait, once they are handed out those at the end
};

class SideBySide {
  public:
    SideBySide(const Puzzle& puzzle, const SolveOptions& options, const DigitSink* sink)
        : search_(puzzle), puzzle_(puzzle), options_(options), sink_(sink) {
        searched_.engine = Engine::search;
        searched_.ending = Ending::out_of_budget;
    }

    CountResult answer() {
        search_until(first_turn);
        while (!search_over_ && !search_alone_ && need_of_search() < sat_needs)
            search_until(search_.work() + search_.work() / 4);
        // Our own solver, where the library is not there, is quick for few solutions alone.
        if (!search_over_ && !search_alone_ && (few() || is_built(Engine::sat)) && !found_quickly())
            take_turns();
        return sat_answers_ ? by_sat_ : by_search();
    }

  private:
    std::uint64_t found() const { return searched_.solutions.to_u64().value_or(0); }
    bool few() const { return options_.limit <= few_solutions; }
    bool few_by_rules() const { return few() && !puzzle_.rules().empty(); }
    /// Blocking clauses are quicker for few solutions.
    Engine sat_engine() const { return few() ? Engine::sat : Engine::cubes; }
    bool found_quickly() const { return !few() && found() * quick >= search_.work(); }
    std::uint64_t nodes_left() const {
        return less(options_.budget.max_nodes, searched_.nodes + turns_.nodes);
    }

    void search_until(std::uint64_t work);
    void take_turns();
    Flow pause();
    Flow sat_found(std::span<const std::uint8_t> solution);
    static bool completed(const CountResult& result) {
        return result.exact() || result.ending == Ending::limit_reached;
    }
    double need_of_search() const;
    double need_of_sat() const;
    /// Both have found enough of many solutions for a forecast.
    bool rates_known() const {
        return !few() && found() >= enough_to_go_by && sat_solutions_ >= enough_to_go_by;
    }
    /// How far the one behind may come.
    std::uint64_t turn_behind(std::uint64_t work_of_leader) const {
        return head_start +
               work_of_leader / (rates_known() || few_by_rules() ? share_by_rates : share);
    }
    bool search_leads() const { return need_of_search() < need_of_sat(); }
    CountResult by_search();

    SearchRun search_;
    const Puzzle& puzzle_;
    const SolveOptions& options_;
    const DigitSink* sink_;
    std::uint64_t handed_ = 0;
    bool enough_ = false;  // said the sink
    const DigitSink handed_out_ = [this](std::span<const std::uint8_t> solution) {
        ++handed_;
        const Flow flow = (*sink_)(solution);
        enough_ = flow == Flow::stop;
        return flow;
    };

    CountResult searched_;
    Held search_held_;
    bool search_over_ = false;    // it ended, for whatever reason but its turn
    bool search_alone_ = false;   // it was chosen
    bool search_frozen_ = false;  // SAT was chosen

    Turns turns_;
    CountResult by_sat_;
    Held sat_held_;
    std::uint64_t sat_solutions_ = 0;
    std::uint64_t work_at_first_ = 0;  // SAT's, when it found its first solution
    bool sat_answers_ = false;
    bool search_leads_ = false;
};

/// Goes on searching until so much work is done in all. In pieces, each as large as all before,
/// because what a node costs is known only when it is done.
void SideBySide::search_until(std::uint64_t work) {
    const DigitSink hold = [&](std::span<const std::uint8_t> solution) {
        search_held_.add(solution);
        return Flow::go_on;
    };
    while (!search_over_ && !search_alone_ && search_.work() < work) {
        const std::uint64_t price =
            search_.work() / std::max<std::uint64_t>(searched_.nodes, 1) + 1;
        const std::uint64_t nodes = std::clamp<std::uint64_t>(
            (work - search_.work()) / price, 16, std::max<std::uint64_t>(searched_.nodes, 16));
        SolveOptions piece =
            with_nodes(rest_of(options_, searched_), std::min(nodes, nodes_left()));
        piece.limit = std::min(piece.limit, held_back - found());
        piece.threads = 1;
        if (!search_leads_) piece.on_progress = nullptr;
        searched_ = joined(searched_, search_.go_on(piece, sink_ != nullptr ? &hold : nullptr));
        if (searched_.ending == Ending::out_of_budget && nodes_left() > 0) continue;
        if (searched_.ending == Ending::limit_reached && found() < options_.limit)
            search_alone_ = true;  // as many as may wait
        else
            search_over_ = true;
    }
}

/// The work that search seems to need yet.
double SideBySide::need_of_search() const {
    const auto work = static_cast<double>(search_.work());
    if (few_by_rules()) return work;
    const double explored = std::max(searched_.explored, 1e-12);
    double by_tree = work * (1 - explored) / explored;
    if (few()) by_tree = std::max(by_tree, work);  // the last part of a tree is often the largest
    if (options_.limit == unlimited || found() < enough_to_go_by) return by_tree;
    return std::min(by_tree, work * static_cast<double>(options_.limit - found()) /
                                 static_cast<double>(found()));
}

/// The same of SAT.
double SideBySide::need_of_sat() const {
    const double as_much_again = static_cast<double>(std::max(turns_.work, sat_needs));
    if (few_by_rules()) return odds_with_rules * as_much_again;
    if (few() || sat_solutions_ < enough_to_go_by) return as_much_again;
    double wanted = static_cast<double>(options_.limit);
    if (found() > 0 && searched_.explored > 0)
        wanted = std::min(wanted, static_cast<double>(found()) / searched_.explored);
    else if (options_.limit == unlimited)
        return as_much_again;
    const auto met = static_cast<double>(sat_solutions_);
    return std::max(wanted - met, 0.0) * static_cast<double>(turns_.work - work_at_first_) / met;
}

/// SAT begins, and search goes on in its pauses.
void SideBySide::take_turns() {
    turns_.until = sat_needs;
    turns_.until_nodes = nodes_left();
    turns_.pause = [this] { return pause(); };
    SolveOptions by_sat = options_;
    by_sat.budget.max_nodes = nodes_left();
    if (options_.on_progress)
        by_sat.on_progress = [this](const Progress& progress, Engine by) {
            if (!search_leads_) options_.on_progress(progress, by);
        };
    const DigitSink each = [this](std::span<const std::uint8_t> solution) {
        return sat_found(solution);
    };
    by_sat_ = run_sat(puzzle_, by_sat, sat_engine(), &each, &turns_);
    if (search_alone_ || completed(searched_)) return;
    if (by_sat_.ending == Ending::interrupted && !options_.budget.stopped())
        by_sat_.ending = Ending::out_of_budget;  // as pause() saw
    if (!completed(by_sat_) && !search_frozen_ && by_sat_.solutions < searched_.solutions) {
        searched_.ending = by_sat_.ending;
        search_over_ = true;
        return;
    }
    sat_answers_ = true;
    by_sat_.nodes += searched_.nodes;
    if (sink_ == nullptr) return;
    if (!enough_) sat_held_.deliver(handed_out_);
    if (enough_) by_sat_.ending = Ending::limit_reached;
    by_sat_.solutions = Count{handed_};
}

/// Whose turn it is, each time SAT has had its own.
Flow SideBySide::pause() {
    for (;;) {
        turns_.until_nodes = less(options_.budget.max_nodes, searched_.nodes);
        if (search_over_ || search_alone_ || nodes_left() == 0) return Flow::stop;
        if (search_frozen_) {
            turns_.until = unlimited;
            return Flow::go_on;
        }
        search_leads_ = search_leads();
        std::uint64_t goal = 0;
        if (search_leads_) {
            const std::uint64_t due = turn_behind(search_.work());
            if (due > turns_.work + least_turn) {
                turns_.until = due;
                return Flow::go_on;
            }
            goal = search_.work() + std::max(search_.work() / 4, least_turn);
        } else {
            goal = turn_behind(turns_.work);
            if (goal < search_.work() + least_turn) {
                turns_.until = turns_.work + std::max(turns_.work / 4, least_turn);
                return Flow::go_on;
            }
        }
        if (search_leads_ && rates_known() && options_.threads > 1 && search_.work() > threads_pay)
            search_alone_ = true;
        search_until(goal);
        if (search_alone_ && rates_known() && !search_leads()) {
            search_alone_ = false;
            search_frozen_ = true;
            searched_.ending = Ending::out_of_budget;
        }
    }
}

/// SAT's solutions wait until it is chosen.
Flow SideBySide::sat_found(std::span<const std::uint8_t> solution) {
    if (sat_solutions_++ == 0) work_at_first_ = turns_.work;
    if (sink_ != nullptr) sat_held_.add(solution);
    if (!search_frozen_) {
        if (sat_solutions_ < held_back) return Flow::go_on;
        (search_leads() ? search_alone_ : search_frozen_) = true;
    }
    if (search_alone_) return Flow::stop;
    return sink_ != nullptr ? sat_held_.deliver(handed_out_) : Flow::go_on;
}

/// The search's answer, as far as it has come, and then from there on.
CountResult SideBySide::by_search() {
    searched_.nodes += turns_.nodes;
    if (sink_ != nullptr && search_held_.deliver(handed_out_) == Flow::stop) {
        searched_.solutions = Count{handed_};
        searched_.ending = Ending::limit_reached;
        return searched_;
    }
    if (search_over_) return searched_;
    return joined(searched_, search_.go_on(rest_of(options_, searched_), sink_));
}

}  // namespace

CountResult answer_general(const Puzzle& puzzle, const SolveOptions& options,
                           const DigitSink* sink) {
    return SideBySide(puzzle, options, sink).answer();
}

}  // namespace clew::engines
