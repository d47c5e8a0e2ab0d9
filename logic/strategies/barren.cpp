#include "logic/strategies/barren.hpp"

#include <array>

namespace clew::logic::inline strategies {

const History& History::of(const State& state) {
    thread_local History history;
    history.catch_up(state);
    return history;
}

void History::catch_up(const State& state) {
    const Layout& layout = state.layout();
    const std::uint64_t next = now_ + 1;
    bool anew = geometry_ != state.geometry_ptr();
    bool changed = anew;
    if (anew) {
        geometry_ = state.geometry_ptr();
        candidates_.assign(state.cell_count(), {});
        house_.assign(layout.house_count(), 0);
        digit_.assign(state.size(), 0);
        open_ = layout.none();
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Cell c{i};
        const DigitSet was = candidates_[i];
        const DigitSet is = state.candidates(c);
        if (was == is && open_.test(c) == state.open().test(c)) continue;
        changed = true;
        anew = anew || !was.contains(is) || (state.open().test(c) && !open_.test(c));
        candidates_[i] = is;
        for (Digit d : was - is) digit_[d.index()] = next;
        for (const HousePosition& seat : layout.seats(c)) house_[seat.house.index()] = next;
    }
    if (!changed) return;
    open_ = state.open();
    now_ = next;
    if (!anew) return;
    house_.assign(house_.size(), next);
    digit_.assign(digit_.size(), next);
}

namespace {

/// By technique, since every search asks about parts of its own.
struct Notes {
    std::size_t max_size = 0;
    std::uint64_t max_nodes = 0;
    std::vector<std::uint64_t> when;
};

std::vector<std::uint64_t>& notes_of(const Query& query) {
    thread_local std::array<Notes, technique_count> all;
    Notes& notes = all[static_cast<std::size_t>(query.technique)];
    // With few nodes, what is skipped would leave more of them for the rest: nothing is remembered.
    if (notes.max_size != query.max_size || notes.max_nodes != query.max_nodes ||
        query.max_nodes < Query{}.max_nodes)
        notes = {query.max_size, query.max_nodes, {}};
    return notes.when;
}

}  // namespace

Barren::Barren(const State& state, const Query& query)
    : history_(History::of(state)), now_(history_.now()), when_(notes_of(query)) {}

void Barren::note(std::size_t part) {
    if (part >= when_.size()) when_.resize(part + 1, 0);
    when_[part] = now_;
}

}  // namespace clew::logic::inline strategies
