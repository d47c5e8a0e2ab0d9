#include "core/rules/clause_sink.hpp"

namespace clew::rules {

void ClauseSink::add(std::span<const Literal> clause) {
    scratch_.clear();
    for (Literal l : clause) {
        if (l == always) return;
        if (l != never) scratch_.push_back(l);
    }
    keep(scratch_);
}

ClauseSink::Literal ClauseSink::any_of(std::span<const Literal> literals) {
    std::vector<Literal> open;
    for (const Literal literal : literals) {
        if (literal == always) return always;
        if (literal != never) open.push_back(literal);
    }
    if (open.size() < 2) return open.empty() ? never : open.front();
    const Literal any = fresh();
    for (const Literal literal : open) add({-literal, any});
    open.push_back(-any);
    add(open);
    return any;
}

void ClauseSink::exactly(std::size_t many, std::span<const Literal> literals) {
    // at_least[k]: k or more of those so far.
    std::vector<Literal> at_least(many + 2, never);
    at_least[0] = always;
    for (const Literal literal : literals) {
        std::vector<Literal> next = at_least;
        for (std::size_t k = 1; k < at_least.size(); ++k) {
            next[k] = fresh();
            add({-at_least[k], next[k]});
            add({-literal, -at_least[k - 1], next[k]});
            add({at_least[k], literal, -next[k]});
            add({at_least[k - 1], -next[k]});
        }
        at_least = std::move(next);
    }
    add({at_least[many]});
    add({-at_least[many + 1]});
}

}  // namespace clew::rules
