#pragma once
// Geometry: what board a puzzle lives on. Houses and peers as data.
//
// A geometry is a side length and a list of constraints over cells. Rows and columns are there
// unless the spec says otherwise; boxes, jigsaw regions, diagonals, windows, disjoint groups and
// any other cell sets are added by it. Code outside board/ and the two 9x9 engines asks the
// geometry and never assumes what a row is.
//
//     auto plain = Geometry::classic();                                   // 9x9, 3x3 boxes
//     auto big   = Geometry::make({.size = 12, .boxes = BoxShape{3, 4}});  // 3 rows by 4 columns
//     auto x     = Geometry::make({.size = 9, .boxes = BoxShape{3, 3},
//                                  .main_diagonal = true, .anti_diagonal = true});
//     auto small = Geometry::make({.size = 9, .rows = 6, .columns = 6, .boxes = BoxShape{2, 3}});
//     auto more  = Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .extra_cells = 2});
//     for (House h : plain->houses_of(Cell{40})) ... plain->info(h).name ...
//
// A board with fewer rows or columns than digits lies in the upper left corner of a square of that
// side. Cells are numbered through the square; one outside the board is in no house and has the
// lowest digit alone, so that it changes no count, and nothing that people read shows it. Extra
// cells stand beside the board, numbered behind the square, and are in no house: rules alone speak
// of them.
//
// What the cells of a house must do is its ConstraintKind. No code asks for the kind itself but for
// its traits, which one switch gives; the compiler names it when a kind is added. What is no house
// (a cage with a sum, an arrow) is a Rule of the puzzle: rule.hpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/language.hpp"
#include "core/board/types.hpp"

namespace clew::inline board {

/// What a constraint demands of its cells.
enum class ConstraintKind : std::uint8_t {
    house,      ///< `size` cells that hold every digit exactly once
    different,  ///< fewer cells than digits, no two alike
};

/// What engines and strategies ask of a kind. Every kind forbids two cells to be alike: that is
/// what peers() are.
struct ConstraintTraits {
    bool every_digit;  ///< as many cells as digits, so that each digit has a place
};
constexpr ConstraintTraits traits(ConstraintKind kind) {
    switch (kind) {
        case ConstraintKind::house:
            return {.every_digit = true};
        case ConstraintKind::different:
            return {.every_digit = false};
    }
    return {.every_digit = false};
}

/// Where a constraint comes from; decides its name and how it is drawn.
enum class HouseRole : std::uint8_t {
    row,
    column,
    box,  ///< rectangular box or jigsaw region
    diagonal,
    window,
    disjoint_group,  ///< the cells at one position of every box
    knight,          ///< two cells a knight's move apart
    king,            ///< two cells that touch at a corner
    extra,           ///< given by the user
};

/// One constraint of a geometry.
struct HouseInfo {
    ConstraintKind kind = ConstraintKind::house;
    HouseRole role = HouseRole::row;
    std::size_t number = 0;   ///< 0-based among its role: row 0, row 1, ...
    std::string name;         ///< "row 3", "box 7", "diagonal 1", or the user's own name
    std::vector<Cell> cells;  ///< ascending

    /// True if the cells hold every digit, each once; otherwise they merely differ.
    bool holds_every_digit() const { return traits(kind).every_digit; }
};

/// Box size: `rows` * `columns` == the side of the board.
struct BoxShape {
    std::size_t rows = 0;
    std::size_t columns = 0;

    bool operator==(const BoxShape&) const = default;
};

/// A cell set that the user adds. `size` cells make a house, fewer must merely differ.
struct ExtraHouse {
    std::string name;  ///< may be empty: "extra 1", "extra 2", ...
    std::vector<Cell> cells;

    bool operator==(const ExtraHouse&) const = default;
};

/// Everything that defines a geometry. At most one of `boxes` and `regions`; neither is a Latin
/// square.
struct GeometrySpec {
    std::size_t size = 9;             ///< digits: 4 .. 25 (1 .. 3 are refused)
    std::size_t rows = 0;             ///< 1 .. size; 0: as many as digits
    std::size_t columns = 0;          ///< likewise
    std::optional<BoxShape> boxes{};  ///< rectangular boxes
    /// Jigsaw: the region number of each cell of the square, from 0; of those outside, anything.
    std::vector<std::size_t> regions{};
    bool main_diagonal = false;  ///< r1c1 to the opposite corner
    bool anti_diagonal = false;
    bool windows = false;          ///< box-shaped windows, one cell apart (needs boxes)
    bool disjoint_groups = false;  ///< needs boxes
    bool anti_knight = false;      ///< cells a knight's move apart differ
    bool anti_king = false;        ///< cells that touch at a corner differ
    std::vector<ExtraHouse> extras{};
    int first_digit = 1;          ///< what the lowest digit is called: 0 or 1
    bool lines = true;            ///< rows and columns hold no digit twice
    std::size_t extra_cells = 0;  ///< beside the board; with size * size at most max_cells

    bool operator==(const GeometrySpec&) const = default;
};

/// What a board may have besides rows, columns, boxes and diagonals: the table from which formats,
/// options, questions and pictures take theirs. A new one is a flag of GeometrySpec and a row here.
struct BoardVariant {
    const char* key;    ///< "anti_knight": in JSON, in questions, in Python
    const char* title;  ///< "anti-knight", "disjoint groups"
    const char* help;   ///< "cells a knight's move apart differ"
    bool GeometrySpec::*flag;
    HouseRole role;
    bool needs_boxes;
    bool drawn;  ///< pictures show where it is; otherwise they say `help`
    /// The cells that must differ, in order. Names may be empty.
    std::vector<ExtraHouse> (*houses)(const GeometrySpec& spec);

    /// "anti-knight", "disjoint-groups".
    std::string option() const;
};
std::span<const BoardVariant> board_variants();

class Geometry;
/// Geometries are immutable and shared.
using GeometryPtr = std::shared_ptr<const Geometry>;

/// Houses and peers of a board. Immutable: any number of threads may use one at once.
class Geometry {
  public:
    /// Builds a geometry. Errors: InputError (without place) that says which part of the spec does
    /// not fit: size out of range, boxes that do not tile, regions of unequal size, a cell twice.
    static GeometryPtr make(GeometrySpec spec);
    /// 9x9 with 3x3 boxes. One shared object.
    static GeometryPtr classic();
    /// The usual board of that side: boxes as square as can be, the wider than high (6 -> 2x3,
    /// 12 -> 3x4, 20 -> 4x5); a Latin square where the side is prime.
    static GeometryPtr standard(std::size_t size);
    /// The usual boxes of so many rows and columns: as many cells as the longer side has, as square
    /// as can be. Nothing if none tile the board.
    static std::optional<BoxShape> usual_boxes(std::size_t rows, std::size_t columns);
    /// The same of boxes of so many cells.
    static std::optional<BoxShape> usual_boxes(std::size_t rows, std::size_t columns,
                                               std::size_t cells);

    /// With rows and columns 0 if there are as many as digits, otherwise neither.
    const GeometrySpec& spec() const { return spec_; }
    /// The number of digits; of rows and columns each, if is_whole_square().
    std::size_t size() const { return spec_.size; }
    std::size_t rows() const { return spec_.rows == 0 ? size() : spec_.rows; }
    std::size_t columns() const { return spec_.columns == 0 ? size() : spec_.columns; }
    /// 1, or 0 for boards with digits from 0 on: the value of Digit{0}.
    int first_digit() const { return spec_.first_digit; }
    /// True if there are as many rows and columns as digits.
    bool is_whole_square() const { return spec_.rows == 0; }
    /// True if besides rows and columns hold every digit, and there are no extra cells.
    bool is_latin_square() const {
        return is_whole_square() && spec_.lines && spec_.extra_cells == 0;
    }
    /// True for a cell in one of the rows, false for an extra cell.
    bool in_grid(Cell cell) const { return row_of(cell) < rows() && column_of(cell) < columns(); }
    /// False for a cell of the square that is none of the board, and for what is no cell.
    bool on_board(Cell cell) const {
        return in_grid(cell) || (cell.index() >= size() * size() && cell.index() < cell_count());
    }
    /// Those beside the board: x1, x2, ...
    std::size_t extra_cells() const { return spec_.extra_cells; }
    /// The digits that a cell may have before anything is said of it.
    DigitSet digits_of(Cell cell) const {
        return on_board(cell) ? DigitSet::all(size()) : DigitSet{Digit{0}};
    }
    /// Of the square, those outside the board among them, and the extra cells.
    std::size_t cell_count() const { return size() * size() + spec_.extra_cells; }
    /// Those of the board, ascending: row by row, then the extra cells.
    std::span<const Cell> cells() const { return cells_; }
    /// Cells times digits.
    std::size_t candidate_count() const { return cell_count() * size(); }
    std::size_t house_count() const { return houses_.size(); }
    /// True for plain 9x9 with 3x3 boxes and nothing else. Who is to solve a puzzle asks
    /// Puzzle::is_plain_classic().
    bool is_classic() const { return classic_; }

    /// Rows, then columns, unless they are none; then boxes or regions, then diagonals, then the
    /// variants in the order of their table, then extras.
    std::span<const HouseInfo> houses() const { return houses_; }
    const HouseInfo& info(House house) const { return houses_[house.index()]; }
    std::span<const Cell> cells_of(House house) const { return houses_[house.index()].cells; }
    /// The constraints that a cell is in, ascending.
    std::span<const House> houses_of(Cell cell) const;
    /// The cells that cannot hold the same digit as `cell`, ascending, without itself.
    std::span<const Cell> peers(Cell cell) const;
    /// True if the two cells are peers. False for a cell and itself.
    bool sees(Cell a, Cell b) const;

    Cell cell(std::size_t row, std::size_t column) const { return Cell{row * size() + column}; }
    // Of cells in the square; an extra cell seems to be in a row below it.
    std::size_t row_of(Cell cell) const { return cell.index() / size(); }
    std::size_t column_of(Cell cell) const { return cell.index() % size(); }
    /// The box or region of a cell, 0-based; nothing on a Latin square and of extra cells.
    std::optional<std::size_t> box_of(Cell cell) const;
    /// cell * size + digit: dense, 0 .. candidate_count()-1.
    std::size_t candidate_index(Candidate c) const {
        return c.cell.index() * size() + c.digit.index();
    }
    Candidate candidate(std::size_t index) const {
        return {Cell{index / size()}, Digit{index % size()}};
    }

    /// "9x9", "12x12 with 3x4 boxes", "9x9 jigsaw, both diagonals", "7x7 Latin square",
    /// "6x8", "6x6, digits 1 to 9", "9x9, digits 0 to 8", "9x9, 2 extra cells", ...
    std::string description(Language language = Language::english) const;

    bool operator==(const Geometry& other) const { return spec_ == other.spec_; }

  private:
    explicit Geometry(GeometrySpec spec);
    void add(HouseRole role, std::vector<Cell> cells, std::string name = {});
    void index_cells();

    GeometrySpec spec_;
    bool classic_ = false;
    std::vector<Cell> cells_;
    std::vector<HouseInfo> houses_;
    std::vector<std::size_t> box_of_;       // per cell, empty on a Latin square
    std::vector<House> house_list_;         // houses of cell 0, of cell 1, ...
    std::vector<std::size_t> house_start_;  // cell_count() + 1 offsets into house_list_
    std::vector<Cell> peer_list_;           // likewise
    std::vector<std::size_t> peer_start_;
    std::vector<bool> sees_;  // cell_count()^2 bits
};

}  // namespace clew::inline board
