#include "proof/checker/drat.hpp"

#include <istream>
#include <streambuf>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/base/sorted.hpp"
#include "proof/checker/clauses.hpp"
#include "proof/checker/scan.hpp"

namespace clew::proof::inline checker {
namespace {

/// Clauses by what is in them.
class Contents {
  public:
    explicit Contents(Clauses& clauses) : clauses_(clauses) {}

    void note(Clauses::Ref ref) { refs_.emplace(key(clauses_[ref]), ref); }
    /// Removes one clause of these literals; false if there is none.
    bool remove(std::span<const Literal> clause) {
        const std::vector<Literal> asked = sorted(clause);
        auto [at, end] = refs_.equal_range(key(clause));
        for (; at != end; ++at)
            if (sorted(clauses_[at->second]) == asked) {
                clauses_.remove(at->second);
                refs_.erase(at);
                return true;
            }
        return false;
    }

  private:
    static std::vector<Literal> sorted(std::span<const Literal> clause) {
        std::vector<Literal> all(clause.begin(), clause.end());
        sort_unique(all);
        return all;
    }
    static std::uint64_t key(std::span<const Literal> clause) {
        std::uint64_t sum = 0;
        for (const Literal l : sorted(clause)) {
            const std::uint64_t mixed =
                static_cast<std::uint64_t>(l + (std::int64_t{1} << 32)) * 0x9e3779b97f4a7c15U;
            sum += mixed ^ (mixed >> 29);
        }
        return sum;
    }

    Clauses& clauses_;
    std::unordered_multimap<std::uint64_t, Clauses::Ref> refs_;
};

struct Step {
    bool deletes = false;
    std::vector<Literal> clause;
};

class TextSteps {
  public:
    TextSteps(std::istream& in, const std::string& source, const StopFlag* stop)
        : in_(in, source, stop) {}
    bool next(Step& step) {
        do
            if (!in_.next_line()) return false;
        while (in_.rest().starts_with('c'));
        step.deletes = in_.rest().starts_with('d');
        if (step.deletes) in_.word();
        step.clause.clear();
        while (const std::int64_t l = in_.number(-max_watched_variable, max_watched_variable))
            step.clause.push_back(static_cast<Literal>(l));
        in_.end_of_line();
        return true;
    }
    std::uint64_t place() const { return in_.line(); }

  private:
    Scanner in_;
};

class BinarySteps {
  public:
    BinarySteps(std::istream& in, const std::string& source, const StopFlag* stop)
        : in_(in), source_(source), stop_(stop) {}
    bool next(Step& step) {
        const int kind = in_.get();
        if (kind == std::istream::traits_type::eof()) return false;
        ++steps_;
        if (kind != 'a' && kind != 'd') refuse("neither 'a' nor 'd'");
        step.deletes = kind == 'd';
        step.clause.clear();
        while (const std::uint64_t code = number()) {
            const auto variable = static_cast<Literal>(code / 2);
            if (variable == 0) refuse("variable 0");
            if (step.clause.size() == longest) refuse("a clause without end");
            if (step.clause.size() % 65536 == 65535 && stop_ != nullptr && stop_->raised())
                throw Stopped{};
            step.clause.push_back(code % 2 == 0 ? variable : -variable);
        }
        return true;
    }
    std::uint64_t place() const { return steps_; }

  private:
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const int byte = in_.get();
            if (byte == std::istream::traits_type::eof()) refuse("the proof ends within a step");
            value |= static_cast<std::uint64_t>(byte & 127) << shift;
            if (value / 2 > static_cast<std::uint64_t>(max_watched_variable) || shift > 35)
                refuse("a literal that is too large");
            if ((byte & 128) == 0) return value;
        }
    }
    [[noreturn]] void refuse(const std::string& what) const {
        throw InputError({source_, 0, 0}, "step " + std::to_string(steps_) + ": " + what,
                         "a binary DRAT proof");
    }

    std::istream& in_;
    std::string source_;
    const StopFlag* stop_;
    std::uint64_t steps_ = 0;
};

/// True if every resolvent with a clause that holds the negation of the first literal is implied.
bool is_rat(Clauses& known, std::span<const Literal> clause, const StopFlag* stop) {
    if (clause.empty() || known.value(clause[0]) != 0) return false;
    std::vector<Literal> resolvent;
    for (const Clauses::Ref ref : known.with(-clause[0])) {
        if (stop != nullptr && stop->raised()) return false;
        resolvent.assign(clause.begin(), clause.end());
        for (const Literal l : known[ref])
            if (l != -clause[0]) resolvent.push_back(l);
        if (!known.implied(resolvent)) return false;
    }
    return true;
}

template <class Steps>
Result check_steps(const Cnf& formula, Steps steps, const StopFlag* stop,
                   const LiteralsSink& added) {
    Clauses known{formula};
    Contents contents{known};
    for (std::size_t i = 0; i < formula.size(); ++i) contents.note(static_cast<Clauses::Ref>(i));
    std::uint64_t checked = 0;
    const auto next = [&](Step& step) {
        try {
            return steps.next(step);
        } catch (const Stopped&) {
            return false;  // as the flag says
        }
    };
    // A contradiction ends the proof, but for who listens: a list says something of each of its
    // clauses, up to the empty one.
    bool ended = known.contradictory() && !added;
    for (Step step; !ended && next(step);) {
        if (stop != nullptr && stop->raised()) return {.steps = checked, .stopped = true};
        ++checked;
        if (known.contradictory()) {  // from which each clause follows
            if (!step.deletes && !step.clause.empty()) added(step.clause);
            ended = !step.deletes && step.clause.empty();
            continue;
        }
        if (step.deletes) {
            contents.remove(step.clause);
            continue;
        }
        if (!known.implied(step.clause) && !is_rat(known, step.clause, stop)) {
            if (stop != nullptr && stop->raised()) return {.steps = checked, .stopped = true};
            return rejected("a clause does not follow from those before it", steps.place(),
                            checked);
        }
        contents.note(known.add(step.clause));
        if (added && !step.clause.empty()) added(step.clause);
        ended = step.clause.empty() || (known.contradictory() && !added);
    }
    if (stop != nullptr && stop->raised()) return {.steps = checked, .stopped = true};
    if (!known.contradictory())
        return rejected("the proof ends before the empty clause", steps.place(), checked);
    if (added) added({});
    return {.accepted = true, .count = "0", .steps = checked};
}

/// The first bytes of a stream, and the stream.
class ReadAhead final : public std::streambuf {
  public:
    explicit ReadAhead(std::istream& in) : in_(in), bytes_(65536) { underflow(); }
    std::string_view start() const { return {gptr(), egptr()}; }

  protected:
    int_type underflow() override {
        in_.read(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
        setg(bytes_.data(), bytes_.data(), bytes_.data() + in_.gcount());
        return in_.gcount() == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
    }

  private:
    std::istream& in_;
    std::vector<char> bytes_;
};

/// Whether a proof that begins so is binary. Text never begins with 'a', and a line of it that
/// begins with 'd' has numbers and blanks up to a last 0. A binary deletion has other bytes, or its
/// zero byte, within 17 bytes unless it names a literal twice.
bool is_binary(std::string_view start) {
    if (!start.starts_with('d')) return start.starts_with('a');
    start = start.substr(0, 64);
    const std::size_t end = start.find_first_not_of("0123456789- \t\r", 1);
    if (end == std::string_view::npos) return false;
    if (start[end] != '\n' || start.substr(0, 18).find('\0') != std::string_view::npos) return true;
    const std::string_view line = start.substr(0, start.find_last_not_of(" \t\r", end - 1) + 1);
    if (line.ends_with(" 0") || line.ends_with("\t0")) return false;
    return start.find_first_not_of("0123456789- \t\r\ndc") != std::string_view::npos;
}

}  // namespace

Result check_drat(const Cnf& formula, std::istream& proof, const std::string& source,
                  const StopFlag* stop, const LiteralsSink& added) {
    ReadAhead bytes{proof};
    std::istream steps{&bytes};
    if (is_binary(bytes.start()))
        return check_steps(formula, BinarySteps{steps, source, stop}, stop, added);
    return check_steps(formula, TextSteps{steps, source, stop}, stop, added);
}

Result check_lrat(const Cnf& formula, std::istream& proof, const std::string& source,
                  const StopFlag* stop, const LiteralsSink& added) try {
    constexpr std::int64_t max_id = std::int64_t{1} << 60;
    Clauses known{formula, Watches::none};
    std::unordered_map<std::int64_t, Clauses::Ref> refs;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        if (formula[i].empty()) {
            if (added) added({});
            return {.accepted = true, .count = "0"};
        }
        refs.emplace(static_cast<std::int64_t>(i) + 1, static_cast<Clauses::Ref>(i));
    }
    Scanner in{proof, source, stop};
    std::vector<Literal> clause;
    std::vector<Clauses::Ref> hints;
    std::vector<Clauses::Resolvent> resolvents;
    std::uint64_t checked = 0;
    while (in.next_line()) {
        if (in.rest().starts_with('c')) continue;
        ++checked;
        const std::int64_t id = in.number(1, max_id);
        if (in.rest().starts_with('d')) {
            in.word();
            while (const std::int64_t gone = in.number(0, max_id)) {
                const auto found = refs.find(gone);
                if (found == refs.end())
                    return rejected("there is no clause " + std::to_string(gone) + " to delete",
                                    in.line(), checked);
                known.remove(found->second);
                refs.erase(found);
            }
            in.end_of_line();
            continue;
        }
        clause.clear();
        while (const std::int64_t l = in.number(-max_watched_variable, max_watched_variable))
            clause.push_back(static_cast<Literal>(l));
        hints.clear();
        resolvents.clear();
        while (const std::int64_t hint = in.number(-max_id, max_id)) {
            const auto found = refs.find(hint < 0 ? -hint : hint);
            if (found == refs.end())
                return rejected("there is no clause " + std::to_string(hint), in.line(), checked);
            if (hint < 0)
                resolvents.push_back({found->second, {}});
            else
                (resolvents.empty() ? hints : resolvents.back().hints).push_back(found->second);
        }
        in.end_of_line();
        if (!known.redundant_by(clause, hints, resolvents))
            return rejected("the clause does not follow by its hints", in.line(), checked);
        if (added) added(clause);
        if (clause.empty()) return {.accepted = true, .count = "0", .steps = checked};
        if (refs.contains(id))
            return rejected("clause " + std::to_string(id) + " is there already", in.line(),
                            checked);
        refs.emplace(id, known.add(clause));
    }
    return rejected("the proof ends before the empty clause", in.line(), checked);
} catch (const Stopped&) {
    return {.stopped = true};
}

}  // namespace clew::proof::inline checker
