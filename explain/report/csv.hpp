#pragma once
// Answers as CSV (RFC 4180): a row a puzzle, the columns named as the keys of the JSON answer.
//
//     constexpr const char* columns[] = {"count", "exact", "ending", "engine"};
//     out << csv_head(columns);            "source,line,puzzle,geometry,count,exact,...,error"
//     out << csv_row(columns, to_json(record, counted));
//     out << csv_row(columns, error_json(schema, error));
//
// A list is written with blanks between its entries; a key that the answer does not have is an
// empty field. "a.b" is the key b of the object a, "a.first.b" that of the first entry of the list
// a; what is an object still is written as JSON. Where the givens do not say the whole question,
// the column "puzzle" holds it in Clew's JSON.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace clew::report {

using Columns = std::span<const char* const>;

/// The first line: what every answer begins with, `columns`, "error".
std::string csv_head(Columns columns);
/// The line of an answer, or of what stands in its place.
std::string csv_row(Columns columns, const nlohmann::ordered_json& answer);

/// A field as it is, or in quotes if it needs them.
std::string csv_field(std::string_view text);

}  // namespace clew::report
