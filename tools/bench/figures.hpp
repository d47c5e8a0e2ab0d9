#pragma once
// What `clew-bench` measures: a row a question, a figure a program; as text, JSON and curves.
//
//     Row row{"solutions", "100", "115 solutions", "solutions", {}};
//     row.figures.push_back({.program = "clew count", .units = 115, .seconds = {0.001, 0.001}});
//     out << text_of(row);
//
// A ratio is the median of the ratios of single rounds, in which the programs took turns.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "explain/report/plot.hpp"

namespace clew::bench {

/// 0 if there are none.
double median(std::vector<double> values);

/// What a run's time is taken by.
enum class Clock { processor, wall };

/// The runs of one program in a row.
struct Figure {
    std::string program;
    double units = 0;  ///< puzzles or solutions a run
    Clock clock = Clock::processor;
    std::vector<double> seconds{};  ///< a run each
    long peak_kib = 0;
    std::uint64_t bytes = 0;  ///< of what it wrote, where that is asked for
    bool timed_out = false;
    bool failed = false;  ///< it ended otherwise than it should: no figure

    /// It has taken so long over the row that it is not run again: long runs vary little.
    bool measured() const;
    double per_unit(std::size_t run) const { return seconds[run] / units; }
};

struct Row {
    std::string suite, name, what, unit;
    std::vector<Figure> figures;

    /// Units a second: median over the rounds.
    double rate(const Figure& f) const;
    /// How many times as fast as `base`: median over the rounds.
    double ratio(const Figure& f, const Figure& base) const;
};

/// Some lines, a figure each, every one but the last beside the last.
std::string text_of(const Row& row);
/// What is measured and the rows of that suite, a column a program, as a table of a document; empty
/// if it has none. The last column is the first program's ratio to a peer, or the memory of a
/// single program.
std::string table_of(const std::vector<Row>& rows, std::string_view suite);
/// The same of the suite certify, for its last row with every format: a row a format.
std::string table_of_certificates(const std::vector<Row>& rows);
/// One of the rows of clew/bench/1.
nlohmann::ordered_json to_json(const Row& row);

/// What a curve shows of each figure of a suite, against its units.
enum class Shows { seconds, bytes };
/// A curve a program, in the order of their first figures; of those that `chosen` takes.
std::vector<report::Curve> curves(const std::vector<Row>& rows, const std::string& suite,
                                  Shows what,
                                  const std::function<bool(const std::string& program)>& chosen);

}  // namespace clew::bench
