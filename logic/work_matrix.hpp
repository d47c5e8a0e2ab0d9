#pragma once
// WorkMatrix: the 0/1 matrix in which J. Pike's one routine [Pike2016] sees a pair or a fish: which
// plane of the candidate array it is, and which rows meet only which columns.
//
//     if (auto matrix = work_matrix(before, step)) std::cout << to_text(*matrix);
//
//     digits by cells of row 1: rows 2 and 5 meet only columns r1c3 and r1c7
//
// A plane is a house (its cells by its digits, or the other way round) or a digit (rows by columns,
// or the other way round). Steps that are no such structure have no matrix.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic {

struct WorkMatrix {
    std::string plane;                 ///< "row 1", "box 3", "digit 5"
    std::string across;                ///< "cells by digits", "rows by columns", ...
    std::vector<std::string> rows;     ///< what each row stands for: "r1c1", "5", "r1"
    std::vector<std::string> columns;  ///< likewise
    std::vector<Mask> entries;         ///< by row; bit j is column j
    Mask chosen_rows = 0;
    Mask chosen_columns = 0;  ///< all that the chosen rows meet; the other rows' entries here go

    bool operator==(const WorkMatrix&) const = default;
};

/// The matrix of a naked or hidden set or of a fish without fins, as it was before the step.
/// Nothing for a step of any other kind, or one whose citations are not of that form.
std::optional<WorkMatrix> work_matrix(const State& before, const Step& step);

/// One line of words, then the matrix drawn: chosen rows and columns marked with a *, the entries
/// that go with a -.
std::string to_text(const WorkMatrix& matrix);
/// {"plane", "across", "rows", "columns", "entries": ["0110...", ...], "chosen_rows",
/// "chosen_columns"}.
nlohmann::ordered_json to_json(const WorkMatrix& matrix);

}  // namespace clew::logic
