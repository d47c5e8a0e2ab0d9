// A pivot is a truth of three candidates or more. In a chain each inference has one premise: what
// holds, a candidate or the places of a digit that one link holds together, strikes out what else
// that link has, and of a truth that is struck by it the rest holds. In a net an inference may rest
// on all that was drawn before: singles. As nothing of the argument can be left out, a pivot of
// which all branches come to the conclusion uses all of it. A branch that runs out is none: what is
// told so is an impossible digit, which is the name of everything that singles, locked candidates
// and pairs refute.

#include "logic/shape/shape_argument.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

namespace clew::logic::inline shape {
namespace {

using T = Technique;
using Part = ShapePart;
using Some = std::vector<Candidate>;  // ascending

class Verity {
  public:
    Verity(const ShapeArgument& argument, Truth truth) : argument_(argument), truth_(truth) {
        for (const Part& link : argument.links) all_.push_back(&link);
        for (const Part& link : argument.truths) all_.push_back(&link);
    }

    std::optional<KnownShape> run() const {
        for (const Part& pivot : argument_.truths)
            if (is_pivot(pivot, 3) && every(pivot, [&](Candidate c) { return chain_from(c); }))
                return KnownShape{pivot.is_cell() ? T::cell_forcing_chain : T::region_forcing_chain,
                                  1};
        for (const Part& pivot : argument_.truths)
            if (is_pivot(pivot, pivot.is_cell() ? 2 : 3) &&
                every(pivot, [&](Candidate c) { return net_from(c); }))
                return KnownShape{!pivot.is_cell()            ? T::region_forcing_net
                                  : pivot.members.size() == 2 ? T::binary_verity
                                                              : T::cell_forcing_net,
                                  1};
        return std::nullopt;
    }

  private:
    bool is_pivot(const Part& truth, std::size_t least) const {
        return truth.members.size() >= least && !truth.holds(argument_.asked);
    }
    template <class Leads>
    static bool every(const Part& pivot, const Leads& leads) {
        return std::ranges::all_of(pivot.members, leads);
    }

    /// Whether the conclusion follows as soon as one of these holds.
    bool concludes(const Some& holding) const {
        if (truth_ == Truth::holds) return holding == Some{argument_.asked};
        return std::ranges::any_of(argument_.links, [&](const Part& link) {
            return link.holds(argument_.asked) && all_in(holding, link);
        });
    }
    static bool all_in(const Some& some, const Part& part) {
        return std::ranges::all_of(some, [&](Candidate c) { return part.holds(c); });
    }

    bool chain_from(Candidate start) const {
        std::set<Some> seen{{start}};
        std::vector<Some> next{{start}};
        while (!next.empty()) {
            const Some holding = std::move(next.back());
            next.pop_back();
            if (concludes(holding)) return true;
            for (const Part& link : argument_.links) {
                if (!all_in(holding, link)) continue;
                for (const Part& truth : argument_.truths) {
                    if (!truth.meets(link) || all_in(holding, truth)) continue;
                    Some rest;
                    for (const Candidate c : truth.members)
                        if (!link.holds(c)) rest.push_back(c);
                    if (rest.empty()) return false;  // it runs out
                    if (seen.insert(rest).second) next.push_back(std::move(rest));
                }
            }
        }
        return false;
    }

    bool net_from(Candidate start) const {
        std::set<Candidate> holds{start}, fails;
        return follow(holds, fails) &&
               (truth_ == Truth::holds ? holds : fails).contains(argument_.asked) &&
               !(truth_ == Truth::holds ? fails : holds).contains(argument_.asked);
    }

  public:
    /// By singles, locked candidates and pairs.
    bool runs_out(Candidate start) const {
        std::set<Candidate> holds{start}, fails;
        while (follow(holds, fails))
            if (!sets(fails)) return false;
        return true;
    }

  private:
    /// What follows by singles; false if a truth runs out.
    bool follow(std::set<Candidate>& holds, std::set<Candidate>& fails) const {
        for (bool more = true; more;) {
            more = false;
            for (const Part* part : all_)
                for (const Candidate c : part->members) {
                    if (!holds.contains(c)) continue;
                    for (const Candidate other : part->members)
                        if (other != c) more = fails.insert(other).second || more;
                }
            for (const Part& truth : argument_.truths) {
                Some left;
                for (const Candidate c : truth.members)
                    if (!fails.contains(c)) left.push_back(c);
                if (left.empty()) return false;  // it runs out
                if (left.size() == 1) more = holds.insert(left.front()).second || more;
            }
        }
        return true;
    }

    /// What truths rule out, one or two, that fit into as many links; whether anything.
    bool sets(std::set<Candidate>& fails) const {
        std::vector<Some> left;
        for (const Part& truth : argument_.truths) {
            left.emplace_back();
            for (const Candidate c : truth.members)
                if (!fails.contains(c)) left.back().push_back(c);
        }
        const auto fit = [&](const Some& inside, const Part& one, const Part& other) {
            return std::ranges::all_of(inside,
                                       [&](Candidate c) { return one.holds(c) || other.holds(c); });
        };
        const auto strike = [&](const Some& inside, const Part& one, const Part& other) {
            bool any = false;
            for (const Part* part : {&one, &other})
                for (const Candidate c : part->members)
                    if (!std::ranges::binary_search(inside, c)) any = fails.insert(c).second || any;
            return any;
        };
        for (const Some& inside : left)
            for (const Part* part : all_)
                if (fit(inside, *part, *part) && strike(inside, *part, *part)) return true;
        for (std::size_t i = 0; i < left.size(); ++i)
            for (std::size_t j = i + 1; j < left.size(); ++j) {
                Some both;
                std::ranges::set_union(left[i], left[j], std::back_inserter(both));
                if (both.size() != left[i].size() + left[j].size()) continue;  // one might do
                for (std::size_t a = 0; a < all_.size(); ++a)
                    for (std::size_t b = a + 1; b < all_.size(); ++b)
                        if (fit(both, *all_[a], *all_[b]) && strike(both, *all_[a], *all_[b]))
                            return true;
            }
        return false;
    }

    const ShapeArgument& argument_;
    Truth truth_;
    std::vector<const Part*> all_;
};

}  // namespace

std::optional<KnownShape> forcing_of(const ShapeArgument& argument, Truth truth) {
    return Verity{argument, truth}.run();
}

std::optional<KnownShape> impossible_of(const ShapeArgument& argument) {
    if (!Verity{argument, Truth::fails}.runs_out(argument.asked)) return std::nullopt;
    // Where singles do, the last truth runs out and each other one gives a placement.
    return KnownShape{T::impossible_digit, argument.truths.size()};
}

}  // namespace clew::logic::inline shape
