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

}  // namespace clew::rules
