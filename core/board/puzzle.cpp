#include "core/board/puzzle.hpp"

#include <algorithm>
#include <utility>

#include "core/base/contract.hpp"

namespace clew::inline board {

Puzzle::Puzzle(GeometryPtr geometry) : geometry_(std::move(geometry)) {
    CLEW_REQUIRE(geometry_ != nullptr, "Puzzle: a geometry is needed");
    givens_.assign(geometry_->cell_count(), 0);
    for (std::size_t i = 0; i < givens_.size(); ++i)
        marks_.push_back(geometry_->digits_of(Cell{i}));
}

Puzzle Puzzle::from_line(std::string_view line) {
    CLEW_REQUIRE(line.size() == 81, "Puzzle::from_line: 81 characters needed");
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) {
        if (line[i] == '.' || line[i] == '0') continue;
        CLEW_REQUIRE(line[i] >= '1' && line[i] <= '9', "Puzzle::from_line: not a digit");
        puzzle.set_given(Cell{i}, Digit{line[i] - '1'});
    }
    return puzzle;
}

void Puzzle::set_given(Cell cell, Digit digit) {
    CLEW_REQUIRE(cell.index() < geometry_->cell_count(), "Puzzle::set_given: no such cell");
    CLEW_REQUIRE(digit.index() < geometry_->size(), "Puzzle::set_given: no such digit");
    if (geometry_->on_board(cell))
        givens_[cell.index()] = static_cast<std::uint8_t>(digit.index() + 1);
}

void Puzzle::set_givens(std::span<const std::uint8_t> digits) {
    CLEW_REQUIRE(digits.size() == givens_.size(), "Puzzle::set_givens: an entry a cell needed");
    std::uint8_t largest = 0;
    for (std::uint8_t digit : digits) largest = std::max(largest, digit);
    CLEW_REQUIRE(largest <= geometry_->size(), "Puzzle::set_givens: no such digit");
    std::ranges::copy(digits, givens_.begin());
    if (geometry_->is_whole_square()) return;
    for (std::size_t i = 0; i < digits.size(); ++i)
        if (!geometry_->on_board(Cell{i})) givens_[i] = 0;
}

void Puzzle::clear_given(Cell cell) {
    CLEW_REQUIRE(cell.index() < geometry_->cell_count(), "Puzzle::clear_given: no such cell");
    givens_[cell.index()] = 0;
}

std::size_t Puzzle::given_count() const {
    return givens_.size() - static_cast<std::size_t>(std::ranges::count(givens_, 0));
}

void Puzzle::set_marks(Cell cell, DigitSet marks) {
    CLEW_REQUIRE(cell.index() < geometry_->cell_count(), "Puzzle::set_marks: no such cell");
    CLEW_REQUIRE(DigitSet::all(geometry_->size()).contains(marks),
                 "Puzzle::set_marks: no such digit");
    if (geometry_->on_board(cell)) marks_[cell.index()] = marks;
}

bool Puzzle::has_marks() const {
    for (std::size_t i = 0; i < marks_.size(); ++i)
        if (marks_[i] != geometry_->digits_of(Cell{i})) return true;
    return false;
}

std::vector<DigitSet> Puzzle::candidates_after_givens() const {
    std::vector<DigitSet> open(geometry_->cell_count());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = options(Cell{i});
    for (std::size_t i = 0; i < open.size(); ++i)
        if (const auto digit = given(Cell{i}))
            for (Cell peer : geometry_->peers(Cell{i})) open[peer.index()].erase(*digit);
    return open;
}

void Puzzle::add_rule(Rule rule) {
    for (Cell cell : rule.cells)
        CLEW_REQUIRE(cell.index() < geometry_->cell_count() && geometry_->on_board(cell),
                     "Puzzle::add_rule: no such cell");
    rules_.push_back(std::move(rule));
}

bool Puzzle::operator==(const Puzzle& other) const {
    return *geometry_ == *other.geometry_ && givens_ == other.givens_ && marks_ == other.marks_ &&
           rules_ == other.rules_;
}

Grid Grid::from_line(std::string_view line) {
    CLEW_REQUIRE(line.size() == 81, "Grid::from_line: 81 digits needed");
    std::vector<Digit> digits;
    for (char c : line) {
        CLEW_REQUIRE(c >= '1' && c <= '9', "Grid::from_line: not a digit");
        digits.push_back(Digit{c - '1'});
    }
    return Grid{std::move(digits)};
}

}  // namespace clew::inline board
