#pragma once
// Box: what one box of the puzzle allows, seen as column maps.
//
// A column map says in which column of the box each digit stands (maps.hpp). Two maps that differ
// only by swapping columns whose three cells have the same options have equally many fillings in
// everything that the band can ask, so they share a *class*: an empty box, or one with a single
// clue, has 280 classes instead of 1680 maps.
//
//     Box box{options};                              // 9 cells, row-major, digits as bits
//     box.class_of(map)                              // no_class if the box cannot be filled so
//     BoxFillings fillings{box};                     // the row maps that go with each class
//
// A filling is a class and a row map. Row maps that go with exactly the same classes share a *row
// type*.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/exact/maps.hpp"

namespace clew::exact {

inline constexpr std::uint16_t no_class = 0xffff;

/// The options of nine cells, row-major, bit d for digit d.
using BoxOptions = std::array<std::uint16_t, 9>;

class Box {
  public:
    explicit Box(const BoxOptions& options);

    const BoxOptions& options() const { return options_; }
    std::size_t class_count() const { return representatives_.size(); }
    /// The smallest map of a class.
    MapId representative(std::size_t cls) const { return representatives_[cls]; }
    /// The class of a column map, or no_class if no filling of the box has it.
    std::uint16_t class_of(MapId map) const { return class_of_[map]; }
    bool allows(MapId map) const { return class_of_[map] != no_class; }
    /// All maps allowed, ascending.
    std::span<const MapId> allowed() const { return allowed_; }

  private:
    BoxOptions options_;
    std::vector<std::uint16_t> class_of_;
    std::vector<MapId> representatives_;
    std::vector<MapId> allowed_;
};

class BoxFillings {
  public:
    explicit BoxFillings(const Box& box);

    std::size_t class_count() const { return rows_of_class_.size(); }
    std::size_t type_count() const { return classes_of_type_.size(); }
    /// The row maps that fill the box together with the representative of a class, ascending.
    std::span<const MapId> rows_of_class(std::size_t cls) const { return rows_of_class_[cls]; }
    /// The type of a row map, or no_class if it goes with no class.
    std::uint16_t type_of(MapId row_map) const { return type_of_[row_map]; }
    /// The classes that a type's row maps go with, ascending.
    std::span<const std::uint16_t> classes_of_type(std::size_t type) const {
        return classes_of_type_[type];
    }

  private:
    std::vector<std::vector<MapId>> rows_of_class_;
    std::vector<std::uint16_t> type_of_;
    std::vector<std::vector<std::uint16_t>> classes_of_type_;
};

}  // namespace clew::exact
