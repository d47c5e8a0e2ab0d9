#include "solve/batch.hpp"

#include <span>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "solve/engines.hpp"
#include "solve/solver_impl.hpp"

namespace clew {
namespace {

constexpr std::size_t together = 4096;  // plain puzzles that a thread takes at once
constexpr std::size_t apart = 16;       // other puzzles

Validity validity_of(std::uint32_t count) {
    switch (count) {
        case 0:
            return Validity::none;
        case 1:
            return Validity::unique;
        case search9::unfinished9:
            return Validity::unknown;
        default:
            return Validity::several;
    }
}

/// Calls work(first, last) for ranges of `step` out of 0 .. size-1, from several threads.
template <class Work>
void in_ranges(std::size_t size, std::size_t step, unsigned threads, const Work& work) {
    const auto needed = static_cast<unsigned>(std::min<std::size_t>(threads, size / step + 1));
    map_in_order<std::size_t>(
        {.threads = needed, .largest_chunk = 1},
        [&, next = std::size_t{0}]() mutable -> std::optional<std::size_t> {
            if (next >= size) return std::nullopt;
            return std::exchange(next, next + step);
        },
        [&](std::size_t first) {
            work(first, std::min(size, first + step));
            return first;
        },
        [](std::size_t) {});
}

}  // namespace

struct PuzzleBatch::Impl {
    std::vector<search9::Marks9> plain;
    std::vector<Puzzle> others;
    /// Of each puzzle: which one of `plain`, or past these, of `others`.
    struct Place {
        bool is_plain;
        std::size_t index;
    };
    std::vector<Place> places;

    void add(const search9::Marks9& marks) {
        places.push_back({true, plain.size()});
        plain.push_back(marks);
    }
    void add(const Puzzle& puzzle) {
        places.push_back({false, others.size()});
        others.push_back(puzzle);
    }
};

PuzzleBatch::PuzzleBatch() : impl_(std::make_unique<Impl>()) {}
PuzzleBatch::~PuzzleBatch() = default;
PuzzleBatch::PuzzleBatch(PuzzleBatch&&) noexcept = default;
PuzzleBatch& PuzzleBatch::operator=(PuzzleBatch&&) noexcept = default;

bool PuzzleBatch::gains(const Puzzle& puzzle) { return engines::is_plain9(puzzle); }

void PuzzleBatch::add(const Puzzle& puzzle) {
    if (gains(puzzle))
        impl_->add(search9::marks9(puzzle));
    else
        impl_->add(puzzle);
}

void PuzzleBatch::add(const Solver& question) {
    if (question.impl_->plain)
        impl_->add(question.impl_->marks);
    else
        impl_->add(question.impl_->puzzle);
}

void PuzzleBatch::add_line(std::string_view cells) {
    const auto marks = search9::marks9(cells);
    CLEW_REQUIRE(marks.has_value(), "PuzzleBatch: no line of 81 digits");
    impl_->add(*marks);
}

void PuzzleBatch::reserve(std::size_t puzzles) {
    impl_->plain.reserve(puzzles);
    impl_->places.reserve(puzzles);
}

std::size_t PuzzleBatch::size() const { return impl_->places.size(); }

void PuzzleBatch::clear() {
    impl_->plain.clear();
    impl_->others.clear();
    impl_->places.clear();
}

struct BatchAnswers::Impl {
    std::vector<Validity> validity;
    std::vector<PuzzleBatch::Impl::Place> places;
    std::vector<search9::Solution9> plain;
    std::vector<Grid> others;
    std::vector<GeometryPtr> boards;  // of these
};

BatchAnswers::BatchAnswers(const PuzzleBatch& batch, Witnesses witnesses,
                           const SolveOptions& options) {
    const auto answers = std::make_shared<Impl>();
    const PuzzleBatch::Impl& asked = *batch.impl_;
    std::vector<Validity> plain(asked.plain.size(), Validity::unknown);
    std::vector<Validity> others(asked.others.size(), Validity::unknown);
    const bool first = witnesses != Witnesses::none;
    if (first) {
        answers->places = asked.places;
        answers->plain.resize(plain.size());
        answers->others.resize(others.size());
        for (const Puzzle& puzzle : asked.others) answers->boards.push_back(puzzle.geometry_ptr());
    }
    SolveOptions each = options;
    each.threads = 1;
    const auto alone = [&](const Puzzle& puzzle, Grid* solution) {
        Verdict verdict = verify(puzzle, each);
        if (solution != nullptr && !verdict.witnesses.empty())
            *solution = std::move(verdict.witnesses.front());
        return verdict.validity;
    };
    in_ranges(others.size(), apart, options.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            others[i] = alone(asked.others[i], first ? &answers->others[i] : nullptr);
    });
    const bool by_search = options.engine == Engine::automatic || options.engine == Engine::search;
    if (by_search) {
        in_ranges(plain.size(), together, options.threads, [&](std::size_t begin, std::size_t end) {
            if (options.budget.stopped()) return;
            const std::size_t n = end - begin;
            std::vector<std::uint32_t> counts(n);
            search9::count_batch(std::span(asked.plain).subspan(begin, n), counts,
                                 first ? std::span(answers->plain).subspan(begin, n)
                                       : std::span<search9::Solution9>{},
                                 {.limit = 2, .stop = options.budget.stop});
            std::ranges::transform(counts, plain.begin() + static_cast<std::ptrdiff_t>(begin),
                                   validity_of);
        });
    } else {
        in_ranges(plain.size(), apart, options.threads, [&](std::size_t begin, std::size_t end) {
            Grid solution;
            for (std::size_t i = begin; i < end; ++i) {
                plain[i] = alone(search9::puzzle9(asked.plain[i]), first ? &solution : nullptr);
                if (!first || (plain[i] != Validity::unique && plain[i] != Validity::several))
                    continue;
                std::ranges::transform(solution.digits(), answers->plain[i].begin(), [](Digit d) {
                    return static_cast<std::uint8_t>(d.index());
                });
            }
        });
    }
    answers->validity.reserve(asked.places.size());
    for (const auto& place : asked.places)
        answers->validity.push_back(place.is_plain ? plain[place.index] : others[place.index]);
    impl_ = answers;
}

std::size_t BatchAnswers::size() const { return impl_->validity.size(); }
Validity BatchAnswers::validity(std::size_t i) const { return impl_->validity[i]; }

Grid BatchAnswers::solution(std::size_t i) const {
    const auto& place = impl_->places.at(i);
    if (!place.is_plain) return impl_->others[place.index];
    const search9::Solution9& digits = impl_->plain[place.index];
    return Grid{std::vector<Digit>(digits.begin(), digits.end())};
}

void BatchAnswers::append_line(std::size_t i, std::string& text) const {
    const auto& place = impl_->places.at(i);
    if (!place.is_plain) {
        text += to_line(impl_->others[place.index], *impl_->boards[place.index]);
        return;
    }
    const std::size_t at = text.size();
    text.resize(at + 81);
    for (std::size_t c = 0; c < 81; ++c)
        text[at + c] = static_cast<char>('1' + impl_->plain[place.index][c]);
}

}  // namespace clew
