#include "encode/sat/fillings.hpp"

#include "core/base/sorted.hpp"
#include "encode/cnf/open_encoding.hpp"
#include "encode/sat/backbone.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {

Fillings::Fillings(const Geometry& geometry, const rules::Rulebook* book, Turns* turns)
    : geometry_(&geometry), book_(book), turns_(turns) {}

std::size_t Fillings::Hash::operator()(const Key& key) const noexcept {
    std::uint64_t h = 0x9e3779b97f4a7c15U;
    for (std::uint64_t word : key) {
        h = (h ^ word) * 0xff51afd7ed558ccdU;
        h ^= h >> 32;
    }
    return h;
}

std::shared_ptr<const Table> Fillings::of(const Cube& cube, const Part& part,
                                          const Budget& budget) {
    key_.clear();
    for (Cell cell : part)
        key_.push_back(std::uint64_t{cell.index()} << 32 | cube.domain(cell).bits());
    if (book_ != nullptr) {
        // A house tells its open cells all by their candidates; a sum does not.
        std::vector<std::uint32_t> entries;
        for (Cell cell : part) {
            const auto of = book_->of(cell);
            entries.insert(entries.end(), of.begin(), of.end());
        }
        sort_unique(entries);
        for (std::uint32_t e : entries)
            for (Cell cell : book_->entries()[e].primitive->cells())
                if (!cube.is_open(cell))
                    key_.push_back(std::uint64_t{cell.index()} << 32 | cube.domain(cell).bits());
    }
    if (const auto known = known_.find(key_); known != known_.end()) return known->second;

    auto table = solve(cube, part, budget);
    if (table->ending == Ending::exhausted || table->ending == Ending::limit_reached) {
        const std::size_t size = sizeof(Table) + 64 + part.size() * 24 + table->digits.size();
        if (bytes_ + size > max_bytes) {
            known_.clear();
            bytes_ = 0;
        }
        bytes_ += size;
        known_.emplace(key_, table);
    }
    return table;
}

std::shared_ptr<const Table> Fillings::solve(const Cube& cube, const Part& part,
                                             const Budget& budget) {
    ++solved_;
    auto table = std::make_shared<Table>();
    table->cells = part;
    const cnf::OpenEncoding open = cnf::encode_open(*geometry_, cube.domains(), part, book_);
    Session session({.inprocessing = Inprocessing::off, .turns = turns_});
    session.add_vars(open.var_count);
    session.add(open.formula);

    cnf::Clause blocking;
    for (;;) {
        const Answer answer = session.solve({}, rest_of(budget, session.conflicts()));
        ++calls_;
        if (answer == Answer::unsatisfiable) {
            ++refuted_;
            break;
        }
        if (answer == Answer::unknown) {
            table->ending = session.why_unknown();
            break;
        }
        if (table->count() == max_rows) {
            table->ending = Ending::limit_reached;
            table->digits.clear();
            break;
        }
        blocking.clear();
        for (std::size_t v = 0; v < open.candidates.size(); ++v) {
            const Lit literal = Lit::positive(Var{v});
            if (!session.value(literal)) continue;
            table->digits.push_back(open.candidates[v].digit);  // candidates are in cell order
            blocking.push_back(~literal);
        }
        session.add(blocking);
        ++blocking_clauses_;
    }
    conflicts_ += session.conflicts();
    return table;
}

}  // namespace clew::sat
