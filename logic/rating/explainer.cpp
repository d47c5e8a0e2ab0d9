// The walk. Techniques are tried in the order of the scale and the first that finds something is
// applied; within a technique, finders give its first step, chains their lowest rated and least
// complex one. ER, EP and ED are the highest rating so far at the end, at the first step that fills
// a cell, and at the first step of all.

#include "logic/rating/explainer.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "logic/rating/basics.hpp"
#include "logic/rating/exclusion.hpp"
#include "logic/rating/forcing_chains.hpp"
#include "logic/rating/hint.hpp"
#include "logic/rating/multiple_chains.hpp"
#include "logic/rating/nested.hpp"
#include "logic/rating/uniqueness.hpp"

namespace clew::rating {

struct Explainer::Memory {
    ForcingChains forcing;
    MultipleChains multiple;

    std::optional<Deduction> multiple_hint(const Board9& board, SeTechnique technique, int level,
                                           const StopFlag* stop) {
        MultipleRules rules;
        rules.technique = technique;
        rules.propagation.dynamic = technique != SeTechnique::multiple_chains;
        rules.propagation.nishio = technique == SeTechnique::nishio;
        rules.propagation.stop = stop;
        if (level == 0) return multiple.lowest(board, rules);
        Nested nested{level, stop};
        rules.propagation.advanced = &nested;
        return multiple.lowest(board, rules);
    }

    std::optional<Deduction> next(const Board9& board, const SeOptions& options) {
        const bool unique = options.uniqueness == UniquenessUse::granted;
        const auto stopped = [&] { return options.stop != nullptr && options.stop->raised(); };
        if (auto hint = find_direct(board)) return hint;
        if (auto hint = find_locking(board)) return hint;
        if (auto hint = find_naked_set(board, 2)) return hint;
        if (auto hint = find_fish(board, 2)) return hint;
        if (auto hint = find_hidden_set(board, 2)) return hint;
        if (auto hint = find_naked_set(board, 3)) return hint;
        if (auto hint = find_fish(board, 3)) return hint;
        if (auto hint = find_hidden_set(board, 3)) return hint;
        if (auto hint = find_xy_wing(board)) return hint;
        if (auto hint = find_xyz_wing(board)) return hint;
        if (unique)
            if (auto hint = find_unique_loop(board)) return hint;
        if (auto hint = find_naked_set(board, 4)) return hint;
        if (auto hint = find_fish(board, 4)) return hint;
        if (auto hint = find_hidden_set(board, 4)) return hint;
        if (unique)
            if (auto hint = find_bivalue_grave(board)) return hint;
        if (stopped()) return std::nullopt;
        if (auto hint = find_aligned_exclusion(board, 2)) return hint;
        if (auto hint = forcing.lowest(board)) return hint;
        if (stopped() || options.last < SeTechnique::aligned_triplet_exclusion) return std::nullopt;
        if (auto hint = find_aligned_exclusion(board, 3)) return hint;
        struct Row {
            SeTechnique technique;
            int level;
        };
        static constexpr Row rows[] = {
            {SeTechnique::nishio, 0},
            {SeTechnique::multiple_chains, 0},
            {SeTechnique::dynamic_chains, 0},
            {SeTechnique::dynamic_chains_plus, 1},
            {SeTechnique::nested_chains, 2},
            {SeTechnique::nested_multiple_chains, 3},
            {SeTechnique::nested_dynamic_chains, 4},
        };
        for (const Row& row : rows) {
            if (stopped() || options.last < row.technique) return std::nullopt;
            if (auto hint = multiple_hint(board, row.technique, row.level, options.stop))
                return hint;
        }
        return std::nullopt;
    }
};

Explainer::Explainer() : memory_(std::make_unique<Memory>()) {}
Explainer::~Explainer() = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

namespace {

Candidate candidate(CandidateId id) { return {Cell{cell_of(id)}, Digit{digit_of(id)}}; }

SeStep step_of(const Deduction& hint) {
    SeStep step{hint.technique, hint.tenths, hint.complexity, hint.form, std::nullopt, {}};
    if (hint.fills >= 0) step.placement = candidate(static_cast<CandidateId>(hint.fills));
    std::vector<CandidateId> removed = hint.removed;
    std::ranges::sort(removed);
    for (const CandidateId id : removed) step.eliminations.push_back(candidate(id));
    return step;
}

/// Whether a board has nothing but these candidates, and a choice in every open cell and for every
/// digit that a house still needs.
bool nothing_else(const Board9& board, const std::array<Nine, cell_total>& living) {
    for (std::size_t c = 0; c < cell_total; ++c)
        if (board.value[c] == 0 && (ones(board.cell[c]) < 2 || (board.cell[c] & ~living[c]) != 0))
            return false;
    for (const auto& house : board.place)
        for (const Nine spots : house)
            if (ones(spots) == 1) return false;
    return true;
}

bool rests_on_uniqueness(SeTechnique technique) {
    return (technique >= SeTechnique::unique_rectangle_1 &&
            technique <= SeTechnique::unique_rectangle_4) ||
           (technique >= SeTechnique::bug_1 && technique <= SeTechnique::bug_4);
}

}  // namespace

bool can_rate(const Puzzle& puzzle) { return puzzle.is_plain_classic(); }

SeRating Explainer::rate(const Puzzle& puzzle, const SeOptions& options) {
    CLEW_REQUIRE(can_rate(puzzle), "Explainer::rate: a classic board without further rules");
    Board9 board{puzzle};
    SeRating rating;
    bool placed = false;
    for (;;) {
        if (board.impossible()) {
            rating.ending = SeEnding::impossible;
            break;
        }
        if (board.solved()) {
            rating.ending = SeEnding::solved;
            break;
        }
        if (options.living != nullptr && nothing_else(board, *options.living)) {
            rating.ending = SeEnding::settled;
            break;
        }
        const std::optional<Deduction> hint = memory_->next(board, options);
        if (options.stop != nullptr && options.stop->raised()) {
            rating.ending = SeEnding::interrupted;
            break;
        }
        if (!hint) {
            rating.ending = SeEnding::stuck;
            break;
        }
        for (const CandidateId id : hint->removed) board.erase(cell_of(id), digit_of(id));
        if (hint->fills >= 0 && board.has(cell_of(hint->fills), digit_of(hint->fills)))
            board.set(cell_of(hint->fills), digit_of(hint->fills));
        ++rating.steps;
        rating.used_uniqueness = rating.used_uniqueness || rests_on_uniqueness(hint->technique);
        rating.er = std::max(rating.er, hint->tenths);
        if (rating.ed == 0) rating.ed = rating.er;
        if (!placed) rating.ep = rating.er;
        placed = placed || hint->fills >= 0;
        if (options.on_step) options.on_step(step_of(*hint));
    }
    return rating;
}

std::string tenths_text(int tenths) {
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string to_string(const SeRating& rating) {
    return tenths_text(rating.er) + "/" + tenths_text(rating.ep) + "/" + tenths_text(rating.ed);
}

const char* to_string(SeEnding ending) {
    return enum_name(ending, {"solved", "settled", "stuck", "impossible", "interrupted"});
}

std::string title(const SeStep& step) {
    return std::string{to_string(step.technique)} +
           enum_name(step.form, {"", ", to a contradiction", ", from a candidate either way",
                                 ", from a cell", ", from a house"});
}

}  // namespace clew::rating
