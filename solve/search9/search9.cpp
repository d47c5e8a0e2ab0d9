// The door of the 9x9 engine: which of the walks (walk.ipp) to run.

#include "solve/search9/search9.hpp"

#include <algorithm>
#include <utility>

#include "core/base/contract.hpp"
#include "solve/search9/walk.hpp"

namespace clew::search9 {
namespace {

constexpr std::uint16_t all_digits = 0x1FF;

/// The code for the widest of the sets that are built, up to `set`.
detail::WalkRunner walker(InstructionSet set) {
    if (set >= InstructionSet::avx512_vbmi) return detail::walk_avx512();
    return set >= InstructionSet::avx2 ? detail::walk_avx2() : detail::walk_portable();
}

/// The walk for this processor.
const detail::WalkRunner& walker_here() {
    static const detail::WalkRunner best = walker(best_instructions());
    return best;
}

detail::WalkRunner walker_for(const std::optional<InstructionSet>& wished) {
    if (!wished) return walker_here();
    CLEW_REQUIRE(has_instructions(*wished), "search9: the processor lacks these");
    return walker(*wished);
}

template <class F>
Result9 walk(const Marks9& marks, const Options9& options, F* sink) {
    detail::WalkJob job;
    job.marks = &marks;
    job.limit = options.limit;
    job.max_nodes = options.budget.max_nodes;
    job.stop = options.budget.stop;
    job.from = options.from.data();
    job.from_size = options.from.size();
    job.resumable = options.resumable;
    if (sink != nullptr) {
        job.handed = unlimited;
        job.context = sink;
        job.sink = [](void* context, const Solution9& s) { return (*static_cast<F*>(context))(s); };
    }
    detail::WalkOutcome out;
    walker_for(options.instructions).run(job, out);
    CLEW_REQUIRE(out.fits, "search9: the path to resume from is not one of this puzzle's");
    Result9 result;
    result.solutions = out.solutions;
    result.ending = out.ending;
    result.nodes = out.nodes;
    result.explored = out.explored;
    if (options.resumable || out.ending != Ending::limit_reached)
        result.next.assign(out.next, out.next + out.next_size);
    return result;
}

/// Counts up to the limit; the first solutions are written to `found`, as many as fit.
detail::WalkOutcome walk_up_to(const detail::WalkRunner& engine, const Marks9& marks,
                               std::uint64_t limit, std::span<Solution9> found,
                               const StopFlag* stop) {
    auto keep = [n = std::size_t{0}, found](const Solution9& s) mutable {
        found[n++] = s;
        return Flow::go_on;
    };
    detail::WalkJob job;
    job.marks = &marks;
    job.limit = limit;
    job.stop = stop;
    job.handed = found.size();
    job.resumable = job.more_told = false;
    job.context = &keep;
    job.sink = [](void* context, const Solution9& s) {
        return (*static_cast<decltype(keep)*>(context))(s);
    };
    detail::WalkOutcome out;
    engine.run(job, out);
    return out;
}

}  // namespace

// A line of a list costs a tenth of its puzzle's time. Without a branch or a table, bytes first and
// then pairs of them, all of it becomes vectors: two thirds of the time of a table's look-ups.
std::optional<Marks9> marks9(std::string_view line) {
    if (line.size() != 81) return std::nullopt;
    std::array<std::uint8_t, 81> first_eight, ninth;
    std::uint8_t fault = 0;
    for (std::size_t i = 0; i < 81; ++i) {
        const auto c = static_cast<std::uint8_t>(line[i]);
        const auto mask = [](bool b) { return static_cast<std::uint8_t>(-static_cast<int>(b)); };
        const std::uint8_t blank = mask((c == '.') | (c == '0'));
        std::uint8_t digits = blank;
        for (unsigned d = 0; d < 8; ++d)
            digits = static_cast<std::uint8_t>(digits | (mask(c == '1' + d) & (1U << d)));
        first_eight[i] = digits;
        ninth[i] = (blank | mask(c == '9')) & 1U;
        fault |= static_cast<std::uint8_t>((digits | ninth[i]) == 0);
    }
    if (fault != 0) return std::nullopt;
    std::optional<Marks9> marks{std::in_place};
    for (std::size_t i = 0; i < 81; ++i)
        (*marks)[i] = static_cast<std::uint16_t>(first_eight[i] | (ninth[i] << 8));
    return marks;
}

Marks9 marks9(const Puzzle& puzzle) {
    refuse_rules(puzzle, "search9");
    CLEW_REQUIRE(puzzle.is_plain_classic(), "search9: not a classic board");
    Marks9 marks;
    for (std::size_t i = 0; i < 81; ++i)
        marks[i] = static_cast<std::uint16_t>(puzzle.options(Cell{i}).bits());
    return marks;
}

Puzzle puzzle9(const Marks9& marks) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) {
        const DigitSet digits = DigitSet::from_bits(marks[i] & all_digits);
        if (digits.size() == 1) {
            puzzle.set_given(Cell{i}, digits.first());
        } else if (digits != DigitSet::all(9)) {
            puzzle.set_marks(Cell{i}, digits);
        }
    }
    return puzzle;
}

std::uint64_t count_up_to(const Marks9& marks, std::uint64_t limit, std::span<Solution9> found) {
    if (limit == 0) return 0;
    return walk_up_to(walker_here(), marks, limit, found, nullptr).solutions;
}

void count_batch(std::span<const Marks9> puzzles, std::span<std::uint32_t> counts,
                 std::span<Solution9> first, const BatchOptions9& options) {
    CLEW_REQUIRE(counts.size() == puzzles.size(), "count_batch: one count a puzzle");
    CLEW_REQUIRE(first.empty() || first.size() == puzzles.size(),
                 "count_batch: one solution a puzzle, or none");
    CLEW_REQUIRE(options.limit < unfinished9, "count_batch: limit too high");
    const detail::WalkRunner engine = walker_for(options.instructions);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const detail::WalkOutcome out =
            walk_up_to(engine, puzzles[i], options.limit,
                       first.empty() ? first : first.subspan(i, 1), options.stop);
        counts[i] = out.ending == Ending::interrupted ? unfinished9
                                                      : static_cast<std::uint32_t>(out.solutions);
    }
}

Result9 count9(const Marks9& marks, const Options9& options) {
    return walk<Sink9>(marks, options, nullptr);
}

Result9 enumerate9(const Marks9& marks, const Options9& options, Sink9 sink) {
    return walk(marks, options, &sink);
}

std::vector<Marks9> split9(const Marks9& marks, std::size_t parts, const Path9& from) {
    CLEW_REQUIRE(parts > 0, "split9: no parts");
    const detail::WalkRunner& engine = walker_here();
    std::array<Marks9, detail::max_branches> branches;
    // Down to the place, leaving what stands behind it for later.
    std::vector<Marks9> layer{marks};  // in reverse order here
    for (const std::uint8_t turn : from) {
        const unsigned n = engine.expand(layer.back(), branches.data());
        CLEW_REQUIRE(turn < n, "split9: the path is not one of this puzzle's");
        layer.pop_back();
        for (unsigned i = n; i-- > turn;) layer.push_back(branches[i]);
    }
    std::ranges::reverse(layer);
    // Layer by layer, so that the order is that of the walk; a part without branches stays.
    for (bool grew = true; grew && (layer.size() < parts || from.empty());) {
        grew = false;
        std::vector<Marks9> below;
        for (const Marks9& part : layer) {
            const unsigned n = engine.expand(part, branches.data());
            grew |= n > 1;
            below.insert(below.end(), branches.begin(), branches.begin() + n);
        }
        layer = std::move(below);
        if (layer.size() >= parts) break;
    }
    return layer;
}

std::optional<Path9> path_behind(const Marks9& marks, const Solution9& solution) {
    const detail::WalkRunner& engine = walker_here();
    const auto holds = [&](const Marks9& part) {
        for (std::size_t i = 0; i < part.size(); ++i)
            if (((part[i] >> solution[i]) & 1U) == 0) return false;
        return true;
    };
    std::array<Marks9, detail::max_branches> branches;
    Path9 path;
    std::size_t known = 0;  // the path up to the last turn that has another behind it
    Marks9 here = marks;
    for (;;) {
        const unsigned n = engine.expand(here, branches.data());
        const auto* at = std::find_if(branches.data(), branches.data() + n, holds);
        CLEW_REQUIRE(at != branches.data() + n, "search: the solution is in no part of the tree");
        const auto turn = static_cast<std::uint8_t>(at - branches.data());
        // A node with one branch is a solution alone, or marks that are one already.
        const bool full = std::ranges::all_of(*at, [](unsigned m) { return (m & (m - 1)) == 0; });
        path.push_back(turn);
        if (turn + 1U < n) known = path.size();
        here = *at;
        if (full) break;
    }
    if (known == 0) return std::nullopt;
    path.resize(known);
    ++path.back();
    return path;
}

}  // namespace clew::search9
