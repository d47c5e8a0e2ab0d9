#include "explain/report/density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;
using setter::Density;

std::string percent(double share) {
    const double p = 100 * share;
    if (p < 0.05) return "<0.1%";
    return p < 9.95 ? fmt::format("{:.1f}%", p) : fmt::format("{:.0f}%", p);
}

}  // namespace

bool is_empty(const Density& d) { return d.possible(Cell{0}).empty(); }

std::string summary_of(const Density& d) {
    const std::size_t cells = d.geometry().cells().size();
    if (is_empty(d)) return "no solution";
    std::size_t candidates = 0;
    for (const Cell cell : d.geometry().cells()) candidates += d.possible(cell).size();
    return fmt::format(
        "{}; {} candidates in some solution, {} of {} cells the same in all",
        d.counted() ? d.total().to_string() + (d.total() == Count{1} ? " solution" : " solutions")
                    : std::string("solutions not counted"),
        candidates, d.backbone_size(), cells);
}

explain::View view_of(const Puzzle& puzzle, const Density& d) {
    explain::View view = explain::view_of(puzzle);
    const Geometry& geometry = puzzle.geometry();
    bool sure = false;
    double most = 0;
    if (d.counted())
        for (const Cell cell : geometry.cells()) most = std::max(most, d.entropy(cell));
    if (most > 0) view.heat.resize(geometry.cell_count());
    for (const Cell cell : geometry.cells()) {
        if (!puzzle.given(cell)) {
            view.cells[cell.index()].candidates = d.possible(cell);
            if (d.possible(cell).size() == 1) {
                view.mark(Candidate{cell, d.possible(cell).first()}, explain::Tone::gain);
                sure = true;
            }
        }
        if (most > 0) view.heat[cell.index()] = d.entropy(cell) / most;
    }
    if (sure) view.legend.push_back({explain::Tone::gain, "in every solution"});
    return view;
}

std::string shares_text(const Puzzle& puzzle, const Density& d) {
    std::string lines;
    if (!d.counted() || is_empty(d)) return lines;
    const Geometry& geometry = puzzle.geometry();
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
        const Cell cell{i};
        if (d.possible(cell).size() < 2) continue;
        std::vector<std::pair<double, Digit>> parts;
        for (Digit digit : d.possible(cell)) parts.emplace_back(d.share({cell, digit}), digit);
        std::stable_sort(parts.begin(), parts.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        lines += fmt::format("{:7}", to_string(cell, geometry.size()));
        for (const auto& [share, digit] : parts)
            lines += fmt::format(" {} {:>5}", digit_symbol(digit), percent(share));
        lines += "\n";
    }
    return lines;
}

std::string numbers_text(const Puzzle& puzzle, const Density& d) {
    std::string lines;
    const Geometry& geometry = puzzle.geometry();
    for (std::size_t i = 0; i < geometry.candidate_count(); ++i) {
        const Candidate c = geometry.candidate(i);
        if (!d.possible(c.cell).contains(c.digit)) continue;
        lines += to_string(c, geometry.size()) + " " +
                 (d.counted()   ? d.of(c).to_string()
                  : d.in_all(c) ? std::string("all")
                                : std::string("some")) +
                 "\n";
    }
    return lines;
}

ordered_json to_json(const Record& record, const Density& d) {
    const Geometry& geometry = record.puzzle.geometry();
    ordered_json object = question_json("clew/density/1", record);
    object["counted"] = d.counted();
    object["ending"] = to_string(d.ending());
    if (d.engine() != Engine::automatic) object["engine"] = to_string(d.engine());
    if (d.counted()) object["count"] = count_number(d.total());
    object["backbone"] = ordered_json::object();
    object["cells"] = ordered_json::object();
    if (!d.known()) return object;
    for (const Cell cell : geometry.cells()) {
        const std::string name = to_string(cell, geometry.size());
        if (d.possible(cell).size() == 1)
            object["backbone"][name] = std::string(1, digit_symbol(d.possible(cell).first()));
        if (!d.counted()) {
            object["cells"][name] = to_string(d.possible(cell));
            continue;
        }
        ordered_json counts = ordered_json::object();
        for (Digit digit : d.possible(cell))
            counts[std::string(1, digit_symbol(digit))] = count_number(d.of({cell, digit}));
        object["cells"][name] = std::move(counts);
    }
    return object;
}

}  // namespace clew::report
