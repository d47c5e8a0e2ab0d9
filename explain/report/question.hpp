#pragma once
// The question that an answer is about: how it is named, and how it is written so that it can be
// asked again.
//
//     ordered_json line = question_json("clew/count/1", record);   // then the answer's own keys
//     name_of(record)                  "puzzles.sdm:17"   for whoever asked: messages, batches
//     title_of(record)                 "P-92"             for whoever reads: pages, pictures
//
// Every JSON answer begins with these keys. Where the givens on the usual board of their size do
// not say all (pencil marks, regions, further houses, a player's entries), "question" holds the
// whole puzzle in Clew's own JSON format. Either way the answer is a puzzle file: the reader of the
// format json takes it for its question, so that one command's answers are another's input.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/formats/formats.hpp"

namespace clew::report {

/// What is asked about: the puzzle, or also what a player has done with it.
enum class About : std::uint8_t { puzzle, state };

/// What is to be said before a question is answered: that parts of the text were left out, and of a
/// puzzle without a clue that all its digits
/// are a player's. Empty if there is nothing to say.
std::string remark_on(const Record& record, About about = About::puzzle);

/// {"schema", "source", "line", "puzzle", "geometry"}, "rules" in words if there are any, where
/// the givens and the usual board do not say all "question", and of the puzzle "remark" if there
/// is one.
nlohmann::ordered_json question_json(const char* schema, const Record& record,
                                     About about = About::puzzle);

/// {"schema", "source", "line", "column", "error", "expected"}: in the place of an answer about a
/// puzzle that cannot be read.
nlohmann::ordered_json error_json(const char* schema, const InputError& error);

/// A puzzle as one line that Clew reads again: the clues alone on usual boards, else JSON.
std::string line_of(const Puzzle& puzzle);

/// "examples/p92.sdk:4": where a puzzle came from, for messages and batches.
std::string name_of(const Record& record);

/// What the puzzle calls itself, by its title or the first words of its description; empty if it
/// does not.
std::string own_title_of(const Record& record);

/// What the puzzle calls itself: its title, else the first words of its description ("P-92" of
/// "P-92: the clue 6 ..."). If it has neither, the board and the number of givens. Never where it
/// lies: what is published tells no paths.
std::string title_of(const Record& record, Language language = Language::english);

}  // namespace clew::report
