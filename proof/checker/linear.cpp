// A negative weight is turned around: -w x is w ~x - w, as x is 1 - ~x; likewise of w x and v ~x
// the smaller is taken out of both, and out of the number on the right.

#include "proof/checker/linear.hpp"

#include <algorithm>

#include "core/base/checked.hpp"
#include "core/base/contract.hpp"

namespace clew::proof::inline checker {

using checked::difference;
using checked::product;
using checked::sum;

Linear Linear::of(std::vector<Term> terms, std::int64_t degree) {
    std::ranges::sort(terms, {}, [](const Term& t) { return variable_of(t.literal); });
    Linear out;
    out.degree_ = degree;
    for (std::size_t i = 0; i < terms.size();) {
        const Literal variable = variable_of(terms[i].literal);
        std::int64_t yes = 0, no = 0;  // weights of the variable and of its negation
        for (; i < terms.size() && variable_of(terms[i].literal) == variable; ++i) {
            std::int64_t& side = terms[i].literal > 0 ? yes : no;
            side = sum(side, terms[i].weight);
        }
        if (yes < 0) {
            out.degree_ = difference(out.degree_, yes);
            no = difference(no, yes);
            yes = 0;
        }
        if (no < 0) {
            out.degree_ = difference(out.degree_, no);
            yes = difference(yes, no);
            no = 0;
        }
        const std::int64_t both = std::min(yes, no);
        out.degree_ = difference(out.degree_, both);
        if (yes > both) out.terms_.push_back({yes - both, variable});
        if (no > both) out.terms_.push_back({no - both, -variable});
    }
    for (const Term& t : out.terms_) out.total_ = sum(out.total_, t.weight);
    return out;
}

Linear Linear::clause(std::span<const Literal> literals) {
    std::vector<Term> terms;
    for (const Literal l : literals) terms.push_back({1, l});
    std::ranges::sort(terms, {}, [](const Term& t) {
        return std::pair{variable_of(t.literal), t.literal};
    });
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return of(std::move(terms), 1);
}

bool Linear::is_clause() const {
    return degree_ > 0 &&
           std::ranges::all_of(terms_, [&](const Term& t) { return t.weight >= degree_; });
}

std::vector<Literal> Linear::literals() const {
    std::vector<Literal> all;
    for (const Term& t : terms_) all.push_back(t.literal);
    return all;
}

void Linear::add(const Linear& other) {
    std::vector<Term> terms = terms_;
    terms.insert(terms.end(), other.terms_.begin(), other.terms_.end());
    *this = of(std::move(terms), sum(degree_, other.degree_));
}

void Linear::multiply(std::int64_t k) {
    CLEW_REQUIRE(k >= 1, "Linear::multiply: by a positive number");
    for (Term& t : terms_) t.weight = product(t.weight, k);
    degree_ = product(degree_, k);
    total_ = product(total_, k);
}

void Linear::divide(std::int64_t k) {
    CLEW_REQUIRE(k >= 1, "Linear::divide: by a positive number");
    total_ = 0;
    for (Term& t : terms_) total_ = sum(total_, t.weight = checked::quotient_up(t.weight, k));
    degree_ = checked::quotient_up(degree_, k);
}

void Linear::saturate() {
    total_ = 0;
    if (degree_ <= 0) {
        terms_.clear();
        degree_ = 0;
    }
    for (Term& t : terms_) total_ = sum(total_, t.weight = std::min(t.weight, degree_));
}

void Linear::weaken(Literal variable) {
    std::erase_if(terms_, [&](const Term& t) {
        if (variable_of(t.literal) != variable_of(variable)) return false;
        degree_ = difference(degree_, t.weight);
        total_ = difference(total_, t.weight);
        return true;
    });
}

Linear Linear::negation() const {
    std::vector<Term> terms;
    for (const Term& t : terms_) terms.push_back({t.weight, -t.literal});
    return of(std::move(terms), sum<std::int64_t>(difference(total_, degree_), 1));
}

bool Linear::implies(const Linear& weaker) const {
    if (weaker.is_trivial() || is_contradiction()) return true;
    // What is lost by going over to the other's weights.
    std::int64_t lost = 0;
    auto at = weaker.terms_.begin();
    for (const Term& t : terms_) {
        while (at != weaker.terms_.end() && variable_of(at->literal) < variable_of(t.literal)) ++at;
        const bool same = at != weaker.terms_.end() && at->literal == t.literal;
        const std::int64_t left = same ? at->weight : 0;
        lost = sum(lost, std::max<std::int64_t>(0, difference(t.weight, left)));
    }
    return difference(degree_, lost) >= weaker.degree_;
}

}  // namespace clew::proof::inline checker
