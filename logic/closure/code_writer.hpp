#pragma once
// CodeWriter: the codes of a closure (closure.hpp) from digits or candidates that come from
// outside, such as a file.
//
//     CodeWriter writer{puzzle.geometry_ptr(), rules};
//     writer.grid(digits, code);            // closure.decode_grid(code) are these digits again

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/board/geometry.hpp"
#include "core/board/types.hpp"
#include "core/rules/rulebook.hpp"

namespace clew::logic::inline closure {

struct ClosureEngine;

class CodeWriter {
  public:
    /// Those of the closure that is made of the same. Requires a geometry.
    explicit CodeWriter(GeometryPtr geometry, rules::RulebookPtr rules = nullptr);
    ~CodeWriter();

    /// Of these digits, one entry a cell: writes Closure::grid_code_words() words.
    void grid(std::span<const std::optional<Digit>> digits, std::span<std::uint64_t> out) const;
    /// Of these candidates, one set a cell: writes Closure::marks_code_words() words.
    void marks(std::span<const DigitSet> marks, std::span<std::uint64_t> out) const;

  private:
    std::unique_ptr<ClosureEngine> engine_;
};

}  // namespace clew::logic::inline closure
