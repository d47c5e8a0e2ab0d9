#include "logic/strategies/citing.hpp"

#include "core/base/contract.hpp"

namespace clew::logic::inline strategies {

Step blank_step(Technique technique, std::size_t size) {
    Step step;
    step.technique = technique;
    step.size = size;
    return step;
}

void cite_links(Step& step, const Layout& layout, Digit digit, Cell from, const CellSet& seen) {
    CellSet left = seen;
    while (!left.empty()) {
        House best{};
        std::size_t most = 0;
        for (const HousePosition& seat : layout.seats(from)) {
            const std::size_t held = (layout.cells(seat.house) & left).size();
            if (held <= most) continue;
            most = held;
            best = seat.house;
        }
        CLEW_REQUIRE(most > 0, "cite_links: a cell that is not seen");
        left -= layout.cells(best);
        step.cites.push_back({Constraint::of(best, digit), Use::link});
    }
}

void cite_victims(Step& step, const Layout& layout, Digit digit, std::span<const Candidate> victims,
                  const CellSet& holders) {
    for (Candidate victim : victims)
        if (victim.digit == digit)
            cite_links(step, layout, digit, victim.cell, layout.peers(victim.cell) & holders);
}

Group cell_group(const State& state, Role role, Cell cell) {
    Group group{role, {}, Constraint::of(cell)};
    for (Digit d : state.candidates(cell)) group.candidates.push_back({cell, d});
    return group;
}

Group digit_group(Role role, Digit digit, const CellSet& cells, std::optional<Constraint> in) {
    Group group{role, {}, in};
    for (Cell c : cells) group.candidates.push_back({c, digit});
    return group;
}

}  // namespace clew::logic::inline strategies
