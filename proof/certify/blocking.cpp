#include "proof/certify/blocking.hpp"

#include <bit>

namespace clew::certify {

Blocking::Blocking(std::ostream& out, std::span<const cnf::Var> open) : text_(out) {
    for (const cnf::Var v : open) {
        const std::size_t i = v.index();
        if (open_.size() <= i / 64) open_.resize(i / 64 + 1, 0);
        open_[i / 64] |= std::uint64_t{1} << (i % 64);
        if (words_.size() <= i) words_.resize(i + 1);
        words_[i] << cnf::Lit::negative(v).dimacs() << " ";
    }
    holds_.assign(open_.size(), 0);
}

std::span<const cnf::Lit> Blocking::add(const FoundModel& found) {
    for (const cnf::Lit l : found.changed) {
        const std::size_t i = l.var().index();
        if (i / 64 >= holds_.size()) continue;
        const std::uint64_t bit = open_[i / 64] & std::uint64_t{1} << (i % 64);
        if (l.is_negative())
            holds_[i / 64] &= ~bit;
        else
            holds_[i / 64] |= bit;
    }
    clause_.clear();
    for (std::size_t w = 0; w < holds_.size(); ++w)
        for (std::uint64_t left = holds_[w]; left != 0; left &= left - 1) {
            const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
            clause_.push_back(cnf::Lit::negative(cnf::Var{i}));
            text_ << words_[i];
        }
    text_ << "0\n";
    return clause_;
}

}  // namespace clew::certify
