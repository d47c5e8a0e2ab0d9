#include "tools/bench/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/numbers.hpp"

namespace clew::bench {
namespace {

constexpr double long_enough_seconds = 10;

std::string rate_text(double rate) {
    if (rate >= 1e6) return fmt::format("{:.2f} M/s", rate / 1e6);
    if (rate >= 1e4) return fmt::format("{:.1f} k/s", rate / 1e3);
    if (rate >= 100) return fmt::format("{:.0f} /s", rate);
    return fmt::format("{:.3g} /s", rate);
}

/// Three digits of it: "5 330 000", "2.75".
std::string in_short(double number) {
    if (number < 100) return fmt::format("{:.3g}", number);
    const double unit = std::pow(10, std::floor(std::log10(number)) - 2);
    return grouped(static_cast<std::uint64_t>(std::round(number / unit) * unit));
}

std::string in_table(const Row& row, const Figure& f) {
    if (f.failed || f.seconds.empty()) return "";
    if (row.unit == "puzzles") return (f.timed_out ? "below " : "") + in_short(row.rate(f));
    const double seconds = median(f.seconds);
    return (f.timed_out ? "over " : "") +
           (seconds < 0.1 ? in_short(1000 * seconds) + " ms" : in_short(seconds) + " s");
}

}  // namespace

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool Figure::measured() const {
    double sum = 0;
    for (double run : seconds) sum += run;
    return timed_out || failed || sum > long_enough_seconds;
}

double Row::rate(const Figure& f) const {
    std::vector<double> rates;
    for (std::size_t i = 0; i < f.seconds.size(); ++i)
        if (f.per_unit(i) > 0) rates.push_back(1 / f.per_unit(i));
    return median(rates);
}

double Row::ratio(const Figure& f, const Figure& base) const {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(f.seconds.size(), base.seconds.size()); ++i)
        if (f.per_unit(i) > 0) ratios.push_back(base.per_unit(i) / f.per_unit(i));
    return median(ratios);
}

std::string text_of(const Row& row) {
    std::string text = fmt::format("  {}: {}\n", row.name, row.what);
    for (const Figure& f : row.figures) {
        if (f.seconds.empty()) continue;
        std::string beside;
        const Figure& base = row.figures.back();
        if (&f != &base && !base.failed) {
            beside = fmt::format("  {}{:.3g}x {}", base.timed_out ? ">" : "", row.ratio(f, base),
                                 base.program);
        }
        if (f.bytes > 0)
            beside += fmt::format("  {} bytes, {:.4g} each", f.bytes,
                                  static_cast<double>(f.bytes) / f.units);
        text += fmt::format("    {:<18} {:>12} {:>10.3f} s {:>8.1f} MiB{}{}\n", f.program,
                            (f.timed_out ? "<" : "") + rate_text(row.rate(f)), median(f.seconds),
                            static_cast<double>(f.peak_kib) / 1024, beside,
                            f.failed      ? "  (failed)"
                            : f.timed_out ? "  (ended by the limit)"
                                          : "");
    }
    return text;
}

std::string table_of(const std::vector<Row>& rows, std::string_view suite) {
    std::vector<std::string> programs;
    std::vector<const Row*> chosen;
    for (const Row& row : rows) {
        if (row.suite != suite) continue;
        chosen.push_back(&row);
        for (const Figure& f : row.figures)
            if (std::ranges::find(programs, f.program) == programs.end())
                programs.push_back(f.program);
    }
    if (chosen.empty()) return {};
    const bool rates = chosen[0]->unit == "puzzles", alone = programs.size() == 1;
    const bool beside_peer = rates && !alone && programs.front().starts_with("clew") &&
                             !programs.back().starts_with("clew");
    std::string text = rates ? "puzzles a second" : "processor time";
    text += chosen[0]->figures[0].clock == Clock::wall ? " by the clock on the wall:\n\n" : ":\n\n";
    const auto add = [&](const std::string& name, std::vector<std::string> cells,
                         const std::string& last) {
        if (alone || beside_peer) cells.push_back(last);
        text += fmt::format("| {} | {} |\n", name, fmt::join(cells, " | "));
    };
    add("", programs, alone ? "memory" : programs.front() + " : " + programs.back());
    text += "|---|";
    for (std::size_t i = 0; i < programs.size() + (alone || beside_peer ? 1 : 0); ++i)
        text += "---|";
    text += "\n";
    for (const Row* row : chosen) {
        std::vector<std::string> cells;
        for (const std::string& program : programs) {
            const auto f = std::ranges::find(row->figures, program, &Figure::program);
            cells.push_back(f == row->figures.end() ? "" : in_table(*row, *f));
        }
        const Figure &first = row->figures.front(), &last = row->figures.back();
        if (alone) {
            add(row->what, cells, in_short(static_cast<double>(first.peak_kib) / 1024) + " MiB");
        } else {
            const bool known = !last.failed && last.program == programs.back();
            add(row->what, cells,
                known ? (last.timed_out ? "over " : "") + in_short(row->ratio(first, last)) : "");
        }
    }
    return text;
}

std::string table_of_certificates(const std::vector<Row>& rows) {
    constexpr std::array formats{"veripb", "cpog", "lrat", "drat"};
    const auto figure = [](const Row& row, std::string_view program) -> const Figure* {
        const auto f = std::ranges::find(row.figures, program, &Figure::program);
        return f == row.figures.end() || f->seconds.empty() || f->failed ? nullptr : &*f;
    };
    const Row* chosen = nullptr;
    for (const Row& row : rows)
        if (row.suite == "certify" && std::ranges::all_of(formats, [&](const char* format) {
                return figure(row, fmt::format("{}, made", format)) != nullptr;
            }))
            chosen = &row;
    if (chosen == nullptr) return {};
    std::string text = fmt::format(
        "processor time:\n\n| {} | bytes | made | `clew check` | its memory | public checker |\n"
        "|---|---|---|---|---|---|\n",
        chosen->what);
    for (const char* format : formats) {
        const Figure* made = figure(*chosen, fmt::format("{}, made", format));
        const Figure* checked = figure(*chosen, fmt::format("{}, checked", format));
        std::string by_others;
        for (const Figure& f : chosen->figures)
            if (f.program.starts_with(fmt::format("{}, ", format)) && &f != made && &f != checked)
                by_others += fmt::format("{}: {}", f.program.substr(f.program.find(' ') + 1),
                                         in_table(*chosen, f));
        text += fmt::format(
            "| {} | {} | {} | {} | {} | {} |\n", format, grouped(made->bytes),
            in_table(*chosen, *made), checked == nullptr ? "" : in_table(*chosen, *checked),
            checked == nullptr ? ""
                               : in_short(static_cast<double>(checked->peak_kib) / 1024) + " MiB",
            by_others);
    }
    return text;
}

nlohmann::ordered_json to_json(const Row& row) {
    nlohmann::ordered_json one = {{"suite", row.suite},
                                  {"name", row.name},
                                  {"what", row.what},
                                  {"unit", row.unit},
                                  {"programs", nlohmann::ordered_json::array()}};
    for (const Figure& f : row.figures) {
        if (f.seconds.empty()) continue;
        nlohmann::ordered_json figure = {
            {"program", f.program},
            {"units", f.units},
            {f.clock == Clock::wall ? "wall_seconds" : "cpu_seconds", f.seconds},
            {"median_rate", row.rate(f)},
            {"peak_kib", f.peak_kib},
            {"timed_out", f.timed_out}};
        if (const Figure& base = row.figures.back(); !base.failed) {
            figure["ratio"] = row.ratio(f, base);
            figure["ratio_to"] = base.program;
        }
        if (f.bytes > 0) figure["bytes"] = f.bytes;
        if (f.failed) figure["failed"] = true;
        one["programs"].push_back(std::move(figure));
    }
    return one;
}

std::vector<report::Curve> curves(const std::vector<Row>& rows, const std::string& suite,
                                  Shows what,
                                  const std::function<bool(const std::string& program)>& chosen) {
    std::vector<report::Curve> all;
    for (const Row& row : rows) {
        if (row.suite != suite) continue;
        for (const Figure& f : row.figures) {
            if (f.timed_out || f.failed || f.seconds.empty()) continue;
            if ((what == Shows::bytes && f.bytes == 0) || !chosen(f.program)) continue;
            auto curve = std::ranges::find(all, f.program, &report::Curve::name);
            if (curve == all.end()) curve = all.insert(all.end(), {f.program, {}});
            // Below a millisecond the start of the process is all there is.
            curve->points.push_back({f.units, what == Shows::bytes
                                                  ? static_cast<double>(f.bytes)
                                                  : std::max(median(f.seconds), 1e-3)});
        }
    }
    return all;
}

}  // namespace clew::bench
