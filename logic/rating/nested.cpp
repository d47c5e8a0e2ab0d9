#include "logic/rating/nested.hpp"

#include "core/base/sorted.hpp"
#include "logic/rating/patterns.hpp"

namespace clew::rating {
namespace {

enum Kind : int { locking, hidden_pairs, naked_pairs, x_wings, chains, branching_chains };

/// The candidates that are gone from where the pattern has nothing else, if any.
void add(const Pattern& p, const Board9& now, const Board9& base, std::vector<NestedHint>& found) {
    std::vector<CandidateId> absences;
    for (int i = 0; i < p.base_count; ++i) {
        const int h = p.bases[static_cast<std::size_t>(i)];
        for (unsigned d = p.digits; d != 0; d &= d - 1)
            add_absences(now, base, candidate_id(cell_at(h, 0), low_bit(d)),
                         static_cast<std::uint8_t>(h), absences);
    }
    for (int i = 0; i < p.cell_count; ++i)
        add_absences(now, base, candidate_id(p.cells[static_cast<std::size_t>(i)], 0), by_cell,
                     absences);
    if (absences.empty()) return;
    sort_unique(absences);
    NestedHint hint;
    hint.removed.assign(p.removed.begin(), p.removed.begin() + p.removed_count);
    hint.absences = std::move(absences);
    found.push_back(std::move(hint));
}

}  // namespace

int Nested::kinds() const { return level_ == 1 ? 4 : level_ == 3 ? 6 : 5; }

void Nested::find(int kind, const Board9& now, const Board9& base, std::vector<NestedHint>& found) {
    const auto take = [&](const Pattern& p) {
        add(p, now, base, found);
        return Flow::go_on;
    };
    switch (kind) {
        case locking:
            each_locking(now, take);
            break;
        case hidden_pairs:
            each_hidden_set(now, 2, take);
            break;
        case naked_pairs:
            each_naked_set(now, 2, take);
            break;
        case x_wings:
            each_fish(now, 2, take);
            break;
        case chains:
            if (level_ >= 4)
                multiple_.all(now, base, {.propagation = {.dynamic = true, .stop = stop_}}, found);
            else
                forcing_.all(now, base, found);
            break;
        case branching_chains:
            multiple_.all(now, base, {.propagation = {.stop = stop_}}, found);
            break;
        default:
            break;
    }
}

}  // namespace clew::rating
