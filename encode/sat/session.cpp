// CryptoMiniSat 5.11 [Soos2009], made safe. What the packaged library does on misuse, and what is
// done about it here (each found by trying):
//
//   literal of an undeclared variable     assertion, SIGABRT       every literal is checked
//   add_clause({}) returns false, but     okay() stays true        contradiction_ is kept here
//   get_conflict()                        negated assumptions      turned round, put in order
//   interrupt_asap()                      not sticky, 10-30 ms     see below
//
// Budgets. The conflict limit is the library's own. The stop flag is polled in two ways: calls are
// usually over within microseconds, so the first `first_slice` conflicts run without any watching;
// only then is a watching thread started, which looks at the flag every few milliseconds and calls
// interrupt_asap(). Slicing the whole run by conflict limits was not taken: each new call restarts
// the library's restart and clean-up schedules. With turns there are such slices, each a part of
// all that was done before, so that there are few of them.

#include "encode/sat/session.hpp"

#include <cryptominisat5/cryptominisat.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/base/contract.hpp"

namespace clew::sat {
namespace {

constexpr std::uint64_t first_slice = 1000;  // conflicts: some 20 ms
constexpr auto poll_interval = std::chrono::milliseconds(3);

// What the library takes, roughly, in nanoseconds.
constexpr std::uint64_t call_price = 3000;
constexpr std::uint64_t variable_price = 35;  // a call
constexpr std::uint64_t propagation_price = 60;
constexpr std::uint64_t conflict_price = 7000;
// What has been learnt without an answer makes each conflict dearer: twice as dear after so many.
constexpr std::uint64_t doubled_after = 6'700;
constexpr std::uint64_t most_learnt = 100'000;
constexpr std::uint64_t least_turn = 50;                 // conflicts
constexpr std::uint64_t literal_price = 100;             // in a clause added
constexpr std::uint64_t rewritten_literal_price = 1500;  // where the formula is rewritten at once

CMSat::Lit theirs(Lit l) {
    return CMSat::Lit(static_cast<std::uint32_t>(l.var().index()), l.is_negative());
}

// Interrupts the solver when the flag is raised; stops watching when destroyed.
class Watcher {
  public:
    Watcher(CMSat::SATSolver& solver, const StopFlag& stop)
        : thread_([this, &solver, &stop] {
              std::unique_lock lock(mutex_);
              while (!done_) {
                  if (stop.raised()) solver.interrupt_asap();  // again and again: not sticky
                  wake_.wait_for(lock, poll_interval);
              }
          }) {}
    ~Watcher() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool done_ = false;
    std::thread thread_;
};

}  // namespace

struct Session::Impl {
    CMSat::SATSolver solver;
    Turns* turns = nullptr;
    std::uint64_t literal_price = sat::literal_price;
    bool contradiction = false;  // unsatisfiable without assumptions
    std::size_t vars = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t runs = 0;
    std::vector<CMSat::Lit> buffer;

    void check(Lit l) const {
        CLEW_REQUIRE(l.var().index() < vars, "Session: literal of an undeclared variable");
    }
    /// The price of what was done while so much was learnt.
    std::uint64_t dearer(std::uint64_t price) const {
        const std::uint64_t learnt = std::min(conflicts - std::min(runs, conflicts), most_learnt);
        return price + price * learnt / doubled_after;
    }
    CMSat::lbool run(const std::vector<CMSat::Lit>& assumptions, std::uint64_t max_conflicts) {
        if (max_conflicts != unlimited) solver.set_max_confl(max_conflicts);
        const CMSat::lbool answer = solver.solve(&assumptions);
        const std::uint64_t spent = solver.get_last_conflicts();
        conflicts += spent;
        ++runs;
        if (turns != nullptr) {
            turns->nodes += spent;
            turns->work +=
                call_price + variable_price * vars +
                dearer(conflict_price * spent + propagation_price * solver.get_last_propagations());
        }
        return answer;
    }
    CMSat::lbool run_watched(const Budget& budget) {
        if (budget.stop == nullptr) return run(buffer, budget.max_nodes);
        const std::uint64_t before = conflicts;
        const CMSat::lbool found = run(buffer, std::min(budget.max_nodes, first_slice));
        const std::uint64_t spent = conflicts - before;
        if (found != CMSat::l_Undef || spent >= budget.max_nodes || budget.stopped()) return found;
        const Watcher watcher(solver, *budget.stop);
        return run(buffer, budget.max_nodes == unlimited ? std::uint64_t{1} << 62
                                                         : budget.max_nodes - spent);
    }
    /// The conflicts until it is time to pause, going by those so far.
    std::uint64_t next_turn() const {
        const std::uint64_t price =
            conflicts == 0 ? 4 * conflict_price
                           : dearer(conflict_price +
                                    propagation_price * solver.get_sum_propagations() / conflicts);
        return std::min(std::max((turns->until - turns->work) / price, least_turn),
                        turns->until_nodes - turns->nodes);
    }
};

Session::Session(const SessionOptions& options) : impl_(std::make_unique<Impl>()) {
    impl_->turns = options.turns;
    if (options.inprocessing == Inprocessing::off) impl_->solver.set_no_simplify();
    if (options.inprocessing == Inprocessing::at_once) {
        impl_->solver.set_up_for_scalmc();  // the library's own setting for model counters
        impl_->solver.set_find_xors(false);
        impl_->literal_price = rewritten_literal_price;
    }
    if (options.guess == Phase::positive) impl_->solver.set_default_polarity(true);
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::size_t Session::var_count() const { return impl_->vars; }

void Session::add_vars(std::size_t count) {
    CLEW_REQUIRE(count < (std::size_t{1} << 27) && impl_->vars + count < (std::size_t{1} << 27),
                 "Session::add_vars: more variables than the library can number");
    state_ = SessionState::ready;
    if (count == 0) return;
    impl_->solver.new_vars(count);
    impl_->vars += count;
}

void Session::add(std::span<const Lit> clause) {
    for (Lit l : clause) impl_->check(l);
    state_ = SessionState::ready;
    if (impl_->contradiction) return;
    if (impl_->turns != nullptr) impl_->turns->work += impl_->literal_price * clause.size();
    impl_->buffer.clear();
    for (Lit l : clause) impl_->buffer.push_back(theirs(l));
    if (!impl_->solver.add_clause(impl_->buffer)) impl_->contradiction = true;
}

Answer Session::solve(std::span<const Lit> assumptions, const Budget& budget) {
    for (Lit l : assumptions) impl_->check(l);
    core_.clear();
    ++calls_;
    const auto answer = [this](SessionState state) {
        state_ = state;
        return state == SessionState::satisfied     ? Answer::satisfiable
               : state == SessionState::unsatisfied ? Answer::unsatisfiable
                                                    : Answer::unknown;
    };
    const auto give_up = [&](Ending why) {
        why_ = why;
        return answer(SessionState::unknown);
    };
    if (impl_->contradiction) return answer(SessionState::unsatisfied);
    if (budget.stopped()) return give_up(Ending::interrupted);

    impl_->buffer.clear();
    for (Lit l : assumptions) impl_->buffer.push_back(theirs(l));

    CMSat::lbool found = CMSat::l_Undef;
    if (impl_->turns == nullptr) {
        found = impl_->run_watched(budget);
    } else {
        Budget left = budget;
        do {
            if (!impl_->turns->go_on()) return give_up(Ending::interrupted);
            const std::uint64_t before = impl_->conflicts;
            found = impl_->run_watched({left.stop, std::min(left.max_nodes, impl_->next_turn())});
            if (left.max_nodes != unlimited)
                left.max_nodes -= std::min(left.max_nodes, impl_->conflicts - before);
        } while (found == CMSat::l_Undef && left.max_nodes > 0 && !left.stopped());
    }

    if (found == CMSat::l_True) return answer(SessionState::satisfied);
    if (found == CMSat::l_Undef)
        return give_up(budget.stopped() ? Ending::interrupted : Ending::out_of_budget);

    const auto& conflict = impl_->solver.get_conflict();
    for (Lit l : assumptions)
        if (std::ranges::find(conflict, theirs(~l)) != conflict.end() &&
            std::ranges::find(core_, l) == core_.end())
            core_.push_back(l);
    if (core_.empty()) impl_->contradiction = true;
    return answer(SessionState::unsatisfied);
}

bool Session::value(Lit literal) const {
    CLEW_REQUIRE(state_ == SessionState::satisfied, "Session::value: no model");
    impl_->check(literal);
    const CMSat::lbool value = impl_->solver.get_model()[literal.var().index()];
    return (value == CMSat::l_True) != literal.is_negative();
}

void Session::clean() {
    static const std::string only_this = "clean-cls";
    state_ = SessionState::ready;
    if (!impl_->contradiction && impl_->solver.simplify(nullptr, &only_this) == CMSat::l_False)
        impl_->contradiction = true;
}

std::uint64_t Session::conflicts() const { return impl_->conflicts; }

bool Session::available() { return true; }

std::string Session::library() {
    return std::string("CryptoMiniSat ") + CMSat::SATSolver::get_version();
}

}  // namespace clew::sat
