#pragma once
// Corpus: the steps of a walk, an object each, for those who learn from them.
//
//     CorpusLines lines = corpus_lines(record, walk(record), "corpus");
//     lines.text                     // clew/corpus/1, a line a step, each proved
//     kind_of(record)                // the same for equivalent puzzles
//
// A line has what a step is about (the puzzle, the candidates before it), what it concludes, from
// which constraints, by which technique, and its sentences.

#include <optional>
#include <string>

#include "core/base/outcome.hpp"
#include "core/formats/formats.hpp"
#include "explain/report/walk.hpp"

namespace clew::report {

struct CorpusLines {
    std::string text;
    std::size_t steps = 0;
    /// A step that the audit did not prove, in words: it and what follows are not in the text.
    std::optional<std::string> unproved{};
};
/// `command` is what asked for them. Errors: none. Cost: an audit a step, microseconds each but for
/// long arguments.
CorpusLines corpus_lines(const Record& record, const Walked& walked, const std::string& command,
                         const StopFlag* stop = nullptr);

/// Of boards whose symmetries are known, the canonical form of a puzzle without marks; otherwise
/// the question itself.
std::string kind_of(const Record& record);

}  // namespace clew::report
