#include "core/formats/marks.hpp"

#include <algorithm>

namespace clew::formats {

std::vector<std::optional<Digit>> placed_cells(const Geometry& geometry,
                                               const std::vector<DigitSet>& marks) {
    std::vector<std::optional<Digit>> placed(marks.size());
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i].size() != 1) continue;
        const Digit digit = marks[i].first();
        const bool elsewhere = std::ranges::any_of(geometry.peers(Cell{i}), [&](Cell peer) {
            return marks[peer.index()].contains(digit);
        });
        if (!elsewhere) placed[i] = digit;
    }
    return placed;
}

void take_as_question(Record& record, const std::vector<DigitSet>& marks) {
    const auto placed = placed_cells(record.puzzle.geometry(), marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (placed[i]) {
            record.puzzle.set_given(Cell{i}, *placed[i]);
        } else {
            record.puzzle.set_marks(Cell{i}, marks[i]);
        }
    }
    drop_idle_marks(record.puzzle);
    if (record.puzzle.given_count() > 0)
        record.notes.emplace_back("placed cells were taken as givens");
    if (record.puzzle.has_marks())
        record.notes.emplace_back("the pencil marks were taken as part of the puzzle");
}

void take_as_progress(Record& record, const std::vector<DigitSet>& marks,
                      const std::vector<std::optional<Digit>>& placed) {
    const Geometry& geometry = record.puzzle.geometry();
    PlayerMarks progress = blank_progress(geometry);
    Puzzle after = record.puzzle;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (record.puzzle.given(Cell{i}) || !placed[i]) continue;
        progress.placed[i] = placed[i];
        after.set_given(Cell{i}, *placed[i]);
    }
    const std::vector<DigitSet> open = after.candidates_after_givens();
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (!after.given(Cell{i})) progress.removed[i] = open[i] - marks[i];
    take_entries(record, std::move(progress));
}

std::vector<DigitSet> standing_candidates(const Record& record) {
    Puzzle after = record.puzzle;
    const std::size_t cells = after.geometry().cell_count();
    if (record.progress)
        for (std::size_t i = 0; i < cells; ++i)
            if (const auto digit = record.progress->placed[i])
                if (!after.given(Cell{i})) after.set_given(Cell{i}, *digit);
    std::vector<DigitSet> open = after.candidates_after_givens();
    if (record.progress)
        for (std::size_t i = 0; i < cells; ++i)
            if (!after.given(Cell{i})) open[i] -= record.progress->removed[i];
    return open;
}

}  // namespace clew::formats
