// For each place not yet seen in a template, look for a template with it: choose a place in each
// row, the row with the fewest left first, and strike the peers of each chosen place. Rows hold
// every digit on every board that has templates; other houses that must hold it are checked at the
// end (columns and boxes then hold it by counting, diagonals and windows need the look). Every
// template found clears all its places at once.

#include "logic/strategies/templates.hpp"

#include <vector>

namespace clew::logic::inline strategies {
namespace {

class Templates {
  public:
    Templates(const Layout& layout, const CellSet& places, std::uint64_t nodes)
        : layout_(layout), nodes_(nodes), undecided_(places) {}

    /// Whether there is one, or the nodes ran out before that was known.
    bool any() {
        chosen_ = layout_.none();
        return layout_.rows().empty() || place_rest(undecided_) || nodes_ == 0;
    }
    std::uint64_t nodes() const { return nodes_; }

    CellSet run() {
        const CellSet places = undecided_;
        CellSet dead = layout_.none();
        if (layout_.rows().empty()) return dead;  // none that must hold a digit
        while (!undecided_.empty()) {
            const Cell cell = undecided_.first();
            undecided_.reset(cell);
            chosen_ = layout_.none();
            chosen_.set(cell);
            CellSet left = places - layout_.peers(cell);
            if (place_rest(left)) {
                undecided_ -= chosen_;
            } else if (nodes_ == 0) {
                dead.set(cell);
                return dead | undecided_;
            } else {
                dead.set(cell);
            }
        }
        return dead;
    }

  private:
    // `left`: places that no chosen one sees, the chosen ones included.
    bool place_rest(const CellSet& left) {
        if (nodes_ == 0) return false;
        --nodes_;
        const House* best = nullptr;
        std::size_t fewest = 0;
        for (const House& row : layout_.rows()) {
            const CellSet here = left & layout_.cells(row);
            if (here.intersects(chosen_)) continue;
            const std::size_t count = here.size();
            if (count == 0) return false;
            if (best != nullptr && count >= fewest) continue;
            best = &row;
            fewest = count;
        }
        if (best == nullptr) return fills_every_house();
        // Undecided places first: each template should decide as many as it can.
        const CellSet here = left & layout_.cells(*best);
        for (const CellSet& part : {here & undecided_, here - undecided_})
            for (Cell c : part) {
                chosen_.set(c);
                if (place_rest(left - layout_.peers(c))) return true;
                chosen_.reset(c);
            }
        return false;
    }

    bool fills_every_house() const {
        for (House h : layout_.full_houses())
            if (!layout_.cells(h).intersects(chosen_)) return false;
        return true;
    }

    const Layout& layout_;
    std::uint64_t nodes_;
    CellSet undecided_;
    CellSet chosen_;
};

}  // namespace

CellSet places_without_template(const State& state, Digit digit, std::uint64_t max_nodes) {
    // Every kind of fish asks again, and most digits stay as they were from step to step.
    struct Known {
        GeometryPtr geometry;  // held, so that the pointer means no other board
        std::uint64_t nodes = 0;
        CellSet places, dead;
    };
    thread_local std::vector<Known> known;
    if (known.size() <= digit.index()) known.resize(digit.index() + 1);
    Known& last = known[digit.index()];
    if (last.geometry != state.geometry_ptr() || last.nodes != max_nodes ||
        last.places != state.cells(digit))
        last = {state.geometry_ptr(), max_nodes, state.cells(digit),
                Templates{state.layout(), state.cells(digit), max_nodes}.run()};
    return last.dead;
}

bool may_have_template(const Layout& layout, const CellSet& places, std::uint64_t& nodes) {
    Templates search{layout, places, nodes};
    const bool any = search.any();
    nodes = search.nodes();
    return any;
}

}  // namespace clew::logic::inline strategies
