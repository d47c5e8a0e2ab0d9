#include "encode/cnf/literals.hpp"

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"

namespace clew::cnf {
namespace {

std::uint64_t packed(const Demand& d) {
    return static_cast<std::uint64_t>(d.kind) << 56 | std::uint64_t{d.rule} << 40 |
           std::uint64_t{d.cell.index()} << 24 | std::uint64_t{d.house.index()} << 8 |
           std::uint64_t{d.digit.index()};
}

}  // namespace

std::string describe(const Demand& demand, const Puzzle& puzzle) {
    const Geometry& geometry = puzzle.geometry();
    const std::string cell = to_string(demand.cell, geometry.size());
    const char digit = digit_symbol(demand.digit);
    const auto house = [&] { return geometry.info(demand.house).name; };
    switch (demand.kind) {
        case DemandKind::cell_at_least_one:
            return cell + " needs a digit";
        case DemandKind::cell_at_most_one:
            return cell + " holds no two digits";
        case DemandKind::house_at_least_one:
            return house() + " needs a " + digit;
        case DemandKind::house_at_most_one:
            return house() + " holds no two " + digit + "s";
        case DemandKind::given:
            return std::string("the clue ") + digit + " at " + cell;
        case DemandKind::marks:
            return "the pencil marks of " + cell;
        case DemandKind::rule:
            return rules::words(puzzle.rules()[demand.rule], geometry);
    }
    return {};
}

VarMap::VarMap(GeometryPtr geometry) : geometry_(std::move(geometry)) {
    CLEW_REQUIRE(geometry_ != nullptr, "VarMap: no geometry");
    size_ = geometry_->candidate_count();
}

Var VarMap::var(Candidate candidate) const {
    CLEW_REQUIRE(candidate.cell.index() < geometry_->cell_count() &&
                     candidate.digit.index() < geometry_->size(),
                 "VarMap::var: candidate outside the board");
    return Var{geometry_->candidate_index(candidate)};
}

Var VarMap::add_helper() { return Var{size_++}; }

Var VarMap::add_selector(const Demand& demand) {
    const auto known = selector_of_.find(packed(demand));
    if (known != selector_of_.end()) return known->second;
    const Var var{size_++};
    place_.emplace(static_cast<std::uint32_t>(var.index()), selectors_.size());
    selectors_.push_back(var);
    demands_.push_back(demand);
    selector_of_.emplace(packed(demand), var);
    return var;
}

std::optional<Demand> VarMap::demand(Var var) const {
    const auto known = place_.find(static_cast<std::uint32_t>(var.index()));
    if (known == place_.end()) return std::nullopt;
    return demands_[known->second];
}

}  // namespace clew::cnf
