#include "logic/closure/code_writer.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "logic/closure/engine.hpp"

namespace clew::logic::inline closure {

CodeWriter::CodeWriter(GeometryPtr geometry, rules::RulebookPtr rules) {
    CLEW_REQUIRE(geometry != nullptr, "CodeWriter: a geometry is needed");
    engine_ = closure_engine(std::move(geometry), std::move(rules));
}
CodeWriter::~CodeWriter() = default;

void CodeWriter::grid(std::span<const std::optional<Digit>> digits,
                      std::span<std::uint64_t> out) const {
    CLEW_REQUIRE(digits.size() == engine_->cell_count && out.size() == engine_->grid_code_words(),
                 "CodeWriter::grid: wrong number of cells or words");
    std::ranges::fill(out, 0);
    engine_->encode_grid(digits, out.data());
}

void CodeWriter::marks(std::span<const DigitSet> marks, std::span<std::uint64_t> out) const {
    CLEW_REQUIRE(marks.size() == engine_->cell_count && out.size() == engine_->marks_code_words(),
                 "CodeWriter::marks: wrong number of cells or words");
    std::ranges::fill(out, 0);
    engine_->encode_marks(marks, out.data());
}

}  // namespace clew::logic::inline closure
