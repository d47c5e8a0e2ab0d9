#pragma once
// Clauses: those that a proof may use at a moment, and whether another follows from them by unit
// propagation.
//
//     Clauses known{formula};                             // clause i of the formula is Ref i
//     if (known.implied(clause)) ref = known.add(clause); // a RUP step
//     known.remove(ref);
//     if (known.implied_by(clause, hints)) ...            // a step that names what it uses
//
// A clause is implied if assuming its negation and propagating units runs into a conflict
// [Goldberg2003]. With hints the propagation is told which clauses become unit, in their order, and
// nothing else is looked at; Watches::none then saves the lists.
//
// What follows without any assumption is kept as long as the object lives, whichever clauses go:
// all that was ever known follows from the formula, and a checker may know more than it was told to
// remember, never less.
//
// Memory grows with the clauses and the variables in them, whatever numbers these have.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "proof/checker/cnf.hpp"
#include "proof/checker/numbered.hpp"

namespace clew::proof::inline checker {

enum class Watches : std::uint8_t { kept, none };

/// Used by one thread at a time.
class Clauses {
  public:
    /// Names a clause that is there; the name of one removed is given to another later.
    using Ref = std::uint32_t;

    /// For about so many variables.
    explicit Clauses(std::size_t variables, Watches watches = Watches::kept);
    explicit Clauses(const Cnf& formula, Watches watches = Watches::kept);

    /// A literal that repeats is kept once. Cost: its length.
    Ref add(std::span<const Literal> clause);
    /// Requires a clause that is there.
    void remove(Ref ref);
    /// Requires a clause that is there. The order may change.
    std::vector<Literal> operator[](Ref ref) const;
    /// Those that hold a literal. Cost: a look at every clause.
    std::vector<Ref> with(Literal l) const;
    /// Names given out so far are below this.
    std::size_t bound() const { return slots_.size(); }
    bool is_there(Ref ref) const { return ref < slots_.size() && slots_[ref].there; }

    /// True if unit propagation alone finds the clauses contradictory.
    bool contradictory() const { return contradictory_; }
    /// True if the clause follows by reverse unit propagation. Requires Watches::kept.
    bool implied(std::span<const Literal> clause);
    /// True if it follows by the hinted clauses, each of which must be unit or falsified when its
    /// turn comes; false also for a hint that is not there.
    bool implied_by(std::span<const Literal> clause, std::span<const Ref> hints);

    /// The hints for the resolvent with another clause.
    struct Resolvent {
        Ref with;
        std::vector<Ref> hints;
    };
    /// True if it follows so, or is a resolution asymmetric tautology on its first literal: if,
    /// after those hints, each clause with the negation of that literal gives a resolvent that
    /// follows by the hints told for it. Cost: a look at every clause.
    bool redundant_by(std::span<const Literal> clause, std::span<const Ref> hints,
                      std::span<const Resolvent> resolvents);

    /// Assumes literals one after another, for checks of another kind than implied(): propagates
    /// after each call, false on a conflict. retract() takes all of them back. Requires
    /// Watches::kept.
    bool assume(std::span<const Literal> literals);
    void retract();
    /// 1 true, -1 false, 0 open, under what is assumed.
    int value(Literal l) const {
        const Literal variable = inner_.at(static_cast<std::size_t>(variable_of(l)));
        return variable == 0 ? 0 : truth(l > 0 ? variable : -variable);
    }

  private:
    struct Slot {
        std::size_t begin = 0;
        std::uint32_t size = 0;
        bool there = false;
    };
    /// A clause in the list of a literal that, once false, makes it worth a look; `other` is a
    /// literal of it that, if true, makes it not so.
    struct Watch {
        Ref ref;
        Literal other;
    };

    static std::size_t code(Literal l) {
        return l > 0 ? 2 * static_cast<std::size_t>(l) - 2 : 2 * static_cast<std::size_t>(-l) - 1;
    }
    /// A literal as it is numbered in here, and the way back.
    Literal inner(Literal l);
    Literal outer(Literal l) const;
    /// Valid until it is asked for again.
    std::span<const Literal> inner(std::span<const Literal> literals);
    // What is below knows literals as they are numbered in here.
    std::span<const Literal> literals(Ref ref) const {
        return std::span(pool_).subspan(slots_[ref].begin, slots_[ref].size);
    }
    int truth(Literal l) const { return values_[code(l)]; }
    void set_true(Literal l) {
        values_[code(l)] = 1;
        values_[code(-l)] = -1;
        trail_.push_back(l);
    }
    enum class Followed : std::uint8_t { conflict, all, not_unit };
    Followed follow(std::span<const Ref> hints);
    Followed refute(std::span<const Literal> clause, std::span<const Ref> hints);
    bool propagate();
    void undo_to(std::size_t mark);
    void watch(Ref ref);
    void unwatch(Literal l, Ref ref);
    void rewatch_all();
    void collect_garbage();

    Watches watches_;
    std::size_t variables_;
    Numbered<Literal> inner_;     // by variable; 0: not named yet
    std::vector<Literal> outer_;  // the way back, by inner variable less 1
    std::vector<Literal> asked_;  // literals of a question
    std::vector<Literal> pool_;
    std::size_t dead_ = 0;  // literals of the pool that no clause uses
    std::vector<Slot> slots_;
    std::vector<Ref> free_;
    std::vector<std::vector<Watch>> lists_;  // by code of the literal
    std::vector<std::int8_t> values_;        // by code
    std::vector<bool> seen_;                 // by code, while a clause is added
    std::vector<Literal> rest_;              // of a clause that is resolved with
    std::vector<Literal> trail_;
    std::size_t next_ = 0;       // of the trail, to be propagated
    std::size_t root_ = 0;       // of the trail, true without assumption
    std::size_t rewatched_ = 0;  // root_ when satisfied clauses were last taken from the lists
    bool contradictory_ = false;
};

}  // namespace clew::proof::inline checker
