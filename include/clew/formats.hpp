#pragma once
// Every text that a puzzle comes in, read and written.
//
//     clew::PuzzleReader reader{file, "puzzles.sdm"};
//     while (auto record = reader.next()) use(record->puzzle);
//
// DIMACS, which knows formulas, is handed to them: {.foreign = clew::cnf::foreign_formats()}.
// A reader or writer is used by one thread at a time; different ones by different threads.

#include "core/formats/formats.hpp"
#include "encode/cnf/dimacs_format.hpp"
