// The front of the closure: chooses the engine of the board and holds callers to what each call
// requires. The methods are told in classic.cpp and general.cpp.

#include "logic/closure/closure.hpp"

#include <utility>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "logic/closure/engine.hpp"

namespace clew::logic::inline closure {

const char* to_string(ClosureRules rules) { return enum_name(rules, {"singles", "sudokujm"}); }

std::unique_ptr<ClosureEngine> closure_engine(GeometryPtr geometry, rules::RulebookPtr rules) {
    return geometry->is_classic() && rules == nullptr
               ? classic_closure(std::move(geometry))
               : general_closure(std::move(geometry), std::move(rules));
}

Closure::Closure(GeometryPtr geometry, rules::RulebookPtr rules) {
    CLEW_REQUIRE(geometry != nullptr, "Closure: a geometry is needed");
    engine_ = closure_engine(std::move(geometry), std::move(rules));
}
Closure::~Closure() = default;
Closure::Closure(Closure&&) noexcept = default;
Closure& Closure::operator=(Closure&&) noexcept = default;

ClosureStatus Closure::load(std::span<const DigitSet> candidates) {
    CLEW_REQUIRE(candidates.size() == engine_->cell_count, "Closure::load: one set a cell needed");
    engine_->close(candidates, ClosureRules::singles);
    engine_->keep();
    return engine_->status;
}
ClosureStatus Closure::assign(std::span<const Candidate> assigned, ClosureRules rules) {
    CLEW_REQUIRE(engine_->base_status != ClosureStatus::impossible,
                 "Closure::assign: the base is impossible");
    return engine_->assign(assigned, rules);
}
bool Closure::counts_rounds() const { return engine_->counts_rounds; }
ClosureStatus Closure::assign_within(Candidate assigned, std::size_t most_rounds, Waves* waves) {
    CLEW_REQUIRE(engine_->base_status != ClosureStatus::impossible,
                 "Closure::assign_within: the base is impossible");
    CLEW_REQUIRE(engine_->counts_rounds, "Closure::assign_within: no rounds on this board");
    return engine_->assign_within(assigned, most_rounds, waves);
}
ClosureStatus Closure::extend(ClosureRules rules) {
    CLEW_REQUIRE(engine_->status != ClosureStatus::impossible,
                 "Closure::extend: the trial is impossible");
    return engine_->extend(rules);
}
void Closure::keep() { engine_->keep(); }
ClosureStatus Closure::status() const { return engine_->status; }
std::size_t Closure::rounds() const { return engine_->rounds; }
DigitSet Closure::candidates(Cell cell) const { return engine_->candidates(cell); }
void Closure::candidates(std::span<DigitSet> out) const {
    CLEW_REQUIRE(out.size() == engine_->cell_count, "Closure::candidates: one set a cell needed");
    engine_->candidates(out);
}
std::size_t Closure::freedom() const { return engine_->freedom(); }
std::size_t Closure::grid_code_words() const { return engine_->grid_code_words(); }
void Closure::grid_code(std::span<std::uint64_t> out) const {
    CLEW_REQUIRE(out.size() == grid_code_words(), "Closure::grid_code: wrong number of words");
    engine_->grid_code(out.data());
}
std::vector<std::optional<Digit>> Closure::decode_grid(std::span<const std::uint64_t> code) const {
    CLEW_REQUIRE(code.size() == grid_code_words(), "Closure::decode_grid: wrong number of words");
    return engine_->decode_grid(code.data());
}
std::size_t Closure::marks_code_words() const { return engine_->marks_code_words(); }
void Closure::marks_code(std::span<std::uint64_t> out) const {
    CLEW_REQUIRE(out.size() == marks_code_words(), "Closure::marks_code: wrong number of words");
    engine_->marks_code(out.data());
}
std::vector<DigitSet> Closure::decode_marks(std::span<const std::uint64_t> code) const {
    CLEW_REQUIRE(code.size() == marks_code_words(), "Closure::decode_marks: wrong number of words");
    return engine_->decode_marks(code.data());
}

}  // namespace clew::logic::inline closure
