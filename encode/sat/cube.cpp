// Closure by counting. places_ holds, for each house and digit, how many cells of the house can
// still take the digit; removing a candidate takes one off in each of the cell's houses. A cell
// down to one candidate is queued to be taken from its peers, a count down to one names a hidden
// single. When both lists are empty the rules whose cells lost a candidate filter them. A copy of a
// Cube is two small arrays (567 bytes on 9x9), so cubes are copied, never
// undone.

#include "encode/sat/cube.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace clew::sat {

namespace {

constexpr std::uint64_t trial_price = 2500;  // of a copy, and of a digit decided without rules

}  // namespace

Cube::Cube(const Geometry& geometry, std::span<const DigitSet> candidates,
           const rules::Rulebook* book)
    : geometry_(&geometry), book_(book), domains_(candidates.begin(), candidates.end()) {
    CLEW_REQUIRE(candidates.size() == geometry.cell_count(), "sat::Cube: one entry a cell");
    const std::size_t n = geometry.size();
    places_.assign(geometry.house_count() * n, 0);
    for (std::size_t h = 0; h < geometry.house_count(); ++h) {
        if (!geometry.info(House{h}).holds_every_digit()) {
            // never down to one or none: such a house need not hold each digit
            std::fill_n(places_.begin() + static_cast<std::ptrdiff_t>(h * n), n, std::uint8_t{255});
            continue;
        }
        for (Cell cell : geometry.cells_of(House{h}))
            for (Digit d : domains_[cell.index()]) ++places_[h * n + d.index()];
        for (std::size_t d = 0; d < n; ++d) {
            if (places_[h * n + d] == 0) consistent_ = false;
            if (places_[h * n + d] == 1)
                last_place_.push_back(static_cast<std::uint32_t>(h * n + d));
        }
    }
    for (std::size_t i = 0; i < domains_.size(); ++i) {
        if (domains_[i].empty()) consistent_ = false;
        if (domains_[i].size() == 1) decided_.push_back(Cell{i});
    }
    if (book_ != nullptr) {
        waits_.assign(book_->entries().size(), 1);
        for (std::size_t e = waits_.size(); e-- > 0;)
            waiting_.push_back(static_cast<std::uint32_t>(e));
        for (const rules::Rulebook::Entry& entry : book_->entries())
            price_ += entry.primitive->price();
    }
    if (consistent_) close();
}

Part Cube::open_cells() const {
    Part cells;
    for (std::size_t i = 0; i < domains_.size(); ++i)
        if (is_open(Cell{i})) cells.push_back(Cell{i});
    return cells;
}

bool Cube::decide(Cell cell, Digit digit) {
    CLEW_REQUIRE(domain(cell).contains(digit), "sat::Cube::decide: not a candidate");
    for (Digit other : domain(cell) - DigitSet{digit})
        if (!remove(cell, other)) return false;
    return close();
}

bool Cube::exclude(Cell cell, Digit digit) {
    if (domain(cell).contains(digit) && !remove(cell, digit)) return false;
    return close();
}

bool Cube::shave(const Budget& budget, Turns* turns) {
    for (bool again = true; again;) {
        again = false;
        for (Cell cell : open_cells())
            for (Digit digit : domain(cell)) {
                if (!is_open(cell) || !domain(cell).contains(digit)) continue;
                if (budget.stopped()) return false;
                if (turns != nullptr && !turns->go_on()) return false;
                Cube trial = *this;
                const bool possible = trial.decide(cell, digit);
                if (turns != nullptr) turns->work += trial_price + trial.filtered_ - filtered_;
                if (possible) continue;
                if (!exclude(cell, digit)) return true;
                again = true;
            }
    }
    return true;
}

void Cube::touch(Cell cell) {
    if (book_ == nullptr) return;
    for (std::uint32_t e : book_->woken(cell, domain(cell).size())) {
        if (waits_[e] != 0) continue;
        waits_[e] = 1;
        waiting_.push_back(e);
    }
}

bool Cube::filter(std::size_t rule) {
    const rules::Primitive& primitive = *book_->entries()[rule].primitive;
    filtered_ += primitive.price();
    const std::vector<Cell>& cells = primitive.cells();
    thread_local std::vector<DigitSet> some;
    some.clear();
    for (Cell cell : cells) some.push_back(domain(cell));
    if (!primitive.filter(some)) return consistent_ = false;
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (Digit d : domain(cells[i]) - some[i])
            if (!remove(cells[i], d)) return false;
    return true;
}

bool Cube::remove(Cell cell, Digit digit) {
    DigitSet& domain = domains_[cell.index()];
    domain.erase(digit);
    touch(cell);
    if (!is_open(cell)) {
        if (domain.empty()) return consistent_ = false;
        decided_.push_back(cell);
    }
    const std::size_t n = geometry_->size();
    for (House house : geometry_->houses_of(cell)) {
        const std::size_t at = house.index() * n + digit.index();
        std::uint8_t& places = places_[at];
        if (places == 255) continue;
        if (--places <= 1) {
            if (places == 0) return consistent_ = false;
            last_place_.push_back(static_cast<std::uint32_t>(at));
        }
    }
    return true;
}

bool Cube::close() {
    const std::size_t n = geometry_->size();
    for (;;) {
        if (!decided_.empty()) {
            const Cell cell = decided_.back();
            decided_.pop_back();
            const Digit digit = domain(cell).first();
            for (Cell peer : geometry_->peers(cell))
                if (domain(peer).contains(digit) && !remove(peer, digit)) return false;
        } else if (!last_place_.empty()) {
            const House house{last_place_.back() / n};
            const Digit digit{last_place_.back() % n};
            last_place_.pop_back();
            for (Cell cell : geometry_->cells_of(house)) {
                if (!domain(cell).contains(digit)) continue;
                for (Digit other : domain(cell) - DigitSet{digit})
                    if (!remove(cell, other)) return false;
                break;
            }
        } else if (!waiting_.empty()) {
            const std::size_t rule = waiting_.back();
            waiting_.pop_back();
            waits_[rule] = 0;
            if (!filter(rule)) return false;
        } else {
            return true;
        }
    }
}

bool Cube::depend(Cell a, Cell b) const {
    if (!(domain(a) & domain(b)).empty() && geometry_->sees(a, b)) return true;
    if (book_ == nullptr) return false;
    const auto of_a = book_->of(a), of_b = book_->of(b);
    return std::ranges::find_first_of(of_a, of_b) != of_a.end();
}

std::vector<Part> Cube::parts(std::span<const Cell> cells) const {
    std::vector<Part> parts;
    std::vector<Cell> waiting;
    for (Cell cell : cells)
        if (is_open(cell)) waiting.push_back(cell);
    // `waiting` shrinks as parts take their cells; small lists, so a scan beats a table
    while (!waiting.empty()) {
        Part part{waiting.front()};
        waiting.erase(waiting.begin());
        for (std::size_t i = 0; i < part.size() && !waiting.empty(); ++i) {
            const Cell cell = part[i];
            std::size_t kept = 0;
            for (Cell other : waiting) {
                if (depend(cell, other))
                    part.push_back(other);
                else
                    waiting[kept++] = other;
            }
            waiting.resize(kept);
        }
        std::ranges::sort(part);
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace clew::sat
