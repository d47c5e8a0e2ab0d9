#pragma once
// Audit: proves a step from the state and the constraints that it cites, and from nothing else.
//
//     AuditResult result = audit(state, step);
//     if (!result.sound()) std::puts(result.what.c_str());
//         // "r4c4<>7 does not follow: the cited constraints also allow r1c4=7, r4c4=7, r8c1=7"
//
// "The conclusion is true in the solution" is no test of an explanation: a wrong argument can hit
// a true conclusion. The audit takes the cited constraints as the only rules there are, denies a
// conclusion, and searches for an assignment of the state's candidates that obeys them. If there is
// one, the citation does not support the conclusion, and that assignment is the counterexample.
//
// A step that rests on uniqueness names a deadly pattern; the audit shows from the board that every
// filling of it could be exchanged for another, asks the state whether the question is known to
// have one solution, and adds to the citations that the pattern is not filled.
//
// It shares no code with the strategies: it reads which candidates a state has, which cells a house
// has and which clauses a rule has, and does the rest itself. It knows no technique;
// assume-and-propagate steps cite many constraints and are audited by the same search, and line by
// line if they give their reasons.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/path/path.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline auditor {

enum class AuditOutcome : std::uint8_t {
    proved,         ///< every conclusion follows from the cited constraints
    not_implied,    ///< a conclusion does not: see `counterexample`
    malformed,      ///< the step speaks of what is not there: see `what`
    out_of_budget,  ///< the search was given up
    assumed,        ///< a guess: not a deduction, nothing to prove
};

/// "proved", "not implied", "malformed", "out of budget", "assumed".
const char* to_string(AuditOutcome outcome);

struct AuditOptions {
    std::uint64_t max_nodes = 2'000'000;    ///< choices of the search, for all conclusions together
    const StopFlag* stop = nullptr;         ///< once it is raised, what takes long is given up
    Language language = Language::english;  ///< of what does not follow

    Budget budget() const { return {stop, max_nodes}; }
};

struct AuditResult {
    AuditOutcome outcome = AuditOutcome::proved;
    std::string what{};  ///< what is wrong, in words; empty if proved
    /// The candidates that hold in an assignment that obeys the cited constraints but denies the
    /// conclusion; ascending; only for not_implied.
    std::vector<Candidate> counterexample{};
    std::uint64_t nodes = 0;

    bool sound() const {
        return outcome == AuditOutcome::proved || outcome == AuditOutcome::assumed;
    }
};

/// Proves the step, or says what is missing. Checked are: that placements and eliminations are
/// candidates of the state and change it; that each conclusion follows from `cites`, where a
/// citation used as a link gives "at most one" only, and a house with fewer cells than digits never
/// gives more; that groups and links name candidates of the state; that every line of `reasons`
/// follows from the lines and constraints it cites, or from its lemma, proved likewise; and that
/// the branches support the conclusions. Cost: exhaustive search over the cited constraints, that
/// learns; microseconds for the named techniques.
AuditResult audit(const State& before, const Step& step, const AuditOptions& options = {});

/// Those of the candidates that the cited constraints rule out, as far as that is settled within
/// the nodes for each: an audit of each of them, at the cost of one.
std::vector<Candidate> ruled_out(const State& state, std::span<const Citation> cites,
                                 std::span<const Candidate> among,
                                 const AuditOptions& options = {});

/// A whole path proved: each deduction from the state before it; each undo from the thread above,
/// which must have ended in a contradiction or a solution; each contradiction and solution from the
/// state itself.
struct PathAudit {
    AuditResult result;     ///< of the first entry that fails; proved if none does
    std::size_t entry = 0;  ///< its index; the number of entries if none fails
    State end;              ///< the state after the last good entry
    std::size_t proved = 0;

    bool sound() const { return result.sound(); }
};

/// Replays the entries from the start and audits each. Never throws for entries that do not fit:
/// those are malformed.
PathAudit audit(const State& start, std::span<const Entry> entries,
                const AuditOptions& options = {});

}  // namespace clew::logic::inline auditor
