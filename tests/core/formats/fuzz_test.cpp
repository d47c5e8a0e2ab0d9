// A seeded fuzzer over every reader: puzzles written in every format, then damaged. Whatever the
// text, a reader gives records or an InputError with a line, and comes to an end; a contract
// violation or any other exception is a bug. What it gives can be written as JSON and read back the
// same, and holds as many clues as the text has digits at most. CLEW_FUZZ_SEED and CLEW_FUZZ_ROUNDS
// choose another run.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"

namespace clew {
namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* value = std::getenv(name);
    return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

Record random_record(Random& random) {
    const std::size_t sizes[] = {9, 9, 9, 4, 5, 6, 8, 12, 16, 25};
    GeometryPtr board = Geometry::standard(sizes[random.below(10)]);
    if (random.below(8) == 0)
        board = Geometry::make({.size = 9,
                                .boxes = BoxShape{3, 3},
                                .main_diagonal = true,
                                .anti_diagonal = random.below(2) == 0});
    Record record;
    record.puzzle = Puzzle{board};
    const std::size_t n = board->size();
    const std::uint64_t sparse = 1 + random.below(8);
    const bool marks = random.below(5) == 0;
    const bool clashes = random.below(4) == 0;
    PlayerMarks progress{std::vector<std::optional<Digit>>(n * n), std::vector<DigitSet>(n * n)};
    for (std::size_t i = 0; i < n * n; ++i) {
        const Digit digit{random.below(n)};
        bool fits = clashes;
        if (!clashes)
            fits = std::ranges::none_of(board->peers(Cell{i}), [&](Cell peer) {
                return record.puzzle.given(peer) == digit;
            });
        if (fits && random.below(sparse) == 0) {
            record.puzzle.set_given(Cell{i}, digit);
        } else if (marks && random.below(3) == 0) {
            record.puzzle.set_marks(Cell{i}, DigitSet::all(n) - DigitSet{Digit{random.below(n)}});
        } else if (random.below(4) == 0) {
            progress.placed[i] = Digit{random.below(n)};
        } else {
            progress.removed[i].insert(Digit{random.below(n)});
        }
    }
    if (random.below(4) == 0) record.progress = progress;
    if (random.below(4) == 0) record.metadata["title"] = "a puzzle, number 7";
    return record;
}

/// Rules as the programs of setters write them.
const std::string& rule_text(Random& random) {
    static const std::string texts[] = {
        R"({"size":4,"grid":[[{},{},{},{}],[{},{"value":2,"given":true},{},{}],[{},{},{},{}],[{},{},{},{}]],
"killercage":[{"cells":["R1C1","R1C2"],"value":"5"}],"renban":[{"lines":[["R1C1","R2C1"]]}],
"whispers":[{"lines":[["R3C1","R4C1"]],"value":2}],"minimum":[{"cell":"R1C1"}],
"littlekillersum":[{"cell":"R0C3","direction":"DL","cells":["R1C2","R2C1"],"value":"5"}],
"xsum":[{"cell":"R5C2","value":"5"}],"difference":[{"cells":["R3C3","R3C4"]}],"negative":["ratio","xv"],
"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,2]}],"clone":[{"cells":["R1C1"],"cloneCells":["R4C4"]}],
"line":[{"lines":[["R1C1","R2C1"]],"fromConstraint":"Renban"}],"boxindexer":[{"cells":["R3C1"]}]}
)",
        ".Shape~6x6.~R1C4_1.Thermo~R3C1~R2C1~R1C1.Cage~5~R1C2~R2C2.Whisper~3~R5C5~R6C6.XSum~R1~3~6."
        "FullRank~R2~~9."
        "LittleKiller~5~R3C1.Pair~gH4AGg~_n~R1C1~R1C2~~R4C4~R3C4.Replicate~BE~R1C1.Renban~R1C1~R1C2"
        ".End.WhiteDot~R1C1~R1C2.StrictKropki.Sum~0_=_1_1_-1~R1C1~R1C2~R1C3.EqualSum~R1C1~-~R1C2\n",
        "A<5<7<9<3^v^v^v^v^" + std::string(63, '0') + "\n",
        "3x3:d:k:" +
            [] {
                std::string numbers;
                for (int i = 0; i < 81; ++i) numbers += std::to_string(i / 2 * 2 + 256 * 9) + ":";
                return numbers;
            }() +
            "\n",
        "SumoCueV1D" +
            [] {
                std::string entries;
                for (int i = 0; i < 81; ++i)
                    entries += (i % 2 == 0 ? "=9J" : "+" + std::to_string(i - 1) + "J") +
                               std::to_string(i / 27 * 3 + i % 9 / 3);
                return entries;
            }() +
            "\n",
        // Stored, not compressed, so that damage comes as far as the drawing.
        "https://example.org/penpa-edit/#m=edit&p="
        "AQQB+/5zcXVhcmUsNCw0LCwsLCwsLCwsMCwwLDAsMCxhLGIsLGMKWzAsMCwwLDBdCgp7ek46eyIxOCI6WyIx"
        "IiwxLCIxIl0sIjI4IjpbIjMiLDEsIjEiXX0sekU6eyI4NCw5MiI6MiwiOTIsMTAwIjoyLCIxMDAsMTA4Ijoy"
        "LCIxMDgsMTE2IjoyLCI5OCw5OSI6MiwiOTksMTAwIjoyLCIxMDAsMTAxIjoyLCIxMDEsMTAyIjoyfSx6VDpb"
        "WzE4LDE5XV0sejM6W1syNiwyNywyMF1dLHo2OltbMzYsMzddXX0Ke30KWzE4LDEsMSwxLDUsMSwxLDEsNSwx"
        "LDEsMSw1LDEsMSwxXQ=="
        "\n"};
    return texts[random.below(std::size(texts))];
}

std::string random_text(Random& random) {
    if (random.below(4) == 0) return rule_text(random);
    std::string text;
    for (std::size_t puzzles = 1 + random.below(3); puzzles > 0; --puzzles) {
        const Record record = random_record(random);
        const auto all = known_formats();
        try {
            text += write_record(record, all[random.below(all.size())].name);
        } catch (const InputError&) {
            text += to_line(record.puzzle) + "\n";
        }
    }
    return text;
}

void damage(std::string& text, Random& random) {
    static const std::string pieces[] = {"\n",
                                         "\r\n",
                                         "\r",
                                         " ",
                                         "0",
                                         ".",
                                         "9",
                                         "Z",
                                         "|",
                                         "---",
                                         ":",
                                         "#",
                                         "\"",
                                         "{",
                                         "[",
                                         "]",
                                         "}",
                                         "<",
                                         ">",
                                         ",",
                                         "+",
                                         "=",
                                         std::string(1, '\0'),
                                         "\xff",
                                         "\xef\xbb\xbf",
                                         "u",
                                         "version",
                                         "null",
                                         "-1",
                                         "1e99",
                                         "*-----*\n",
                                         "\t",
                                         "%2",
                                         "scf",
                                         "?load=",
                                         "[Puzzle]\n",
                                         "[State]\n",
                                         "puzzle,solution\n",
                                         "\\begin{array}{c}\n",
                                         "\\\\\n",
                                         "\\end{array}\n",
                                         "&",
                                         "question: ",
                                         "c1 c2 c3 c4\n",
                                         "r1 | ",
                                         "3x3:",
                                         "z",
                                         ".~R1C1_5",
                                         ".Thermo~R1C1~R1C2",
                                         ".Replicate~BE",
                                         ".End",
                                         "~",
                                         "R0C3",
                                         "J8",
                                         "^",
                                         "256",
                                         "\"odd\":[{\"cell\":\"R1C1\"}],",
                                         "\"value\":",
                                         "(",
                                         ")",
                                         "null",
                                         "grid = [",
                                         "Grid 01\n",
                                         "-"};
    const auto piece = [&] { return pieces[random.below(std::size(pieces))]; };
    for (std::size_t edits = random.below(6); edits > 0; --edits) {
        const std::size_t at = random.below(text.size() + 1);
        const std::size_t length = std::min<std::size_t>(random.below(90), text.size() - at);
        switch (random.below(7)) {
            case 0:
                text.erase(at, random.below(2) == 0 ? 1 : length);
                break;
            case 1:
                text.insert(at, piece());
                break;
            case 2:
                text.replace(at, std::min<std::size_t>(1, text.size() - at), piece());
                break;
            case 3:
                text.resize(at);
                break;
            case 4:
                text += text.substr(at, length);
                break;
            case 5:
                if (at < text.size()) text[at] = static_cast<char>(random.below(256));
                break;
            default:
                text.insert(at, text.substr(random.below(text.size() + 1), length));
                break;
        }
    }
}

std::string printable(const std::string& text) {
    std::string shown;
    for (char c : text.substr(0, 3000)) {
        if ((c >= ' ' && c <= '~') || c == '\n') {
            shown += c;
        } else {
            shown += "\\" + std::to_string(static_cast<unsigned char>(c)) + ";";
        }
    }
    return shown;
}

// Empty, or what is wrong.
std::string check(const std::string& text, const std::string& format) {
    const std::size_t lines =
        static_cast<std::size_t>(std::ranges::count(text, '\n') + std::ranges::count(text, '\r')) +
        1;
    std::istringstream input{text};
    std::size_t calls = 0;
    try {
        PuzzleReader reader{input, "t", {.format = format}};
        for (;; ++calls) {
            if (calls > text.size() + lines) return "the reader does not come to an end";
            try {
                const auto record = reader.next();
                if (!record) break;
                if (record->place.line < 1 || record->place.line > lines)
                    return "a record without a line";
                const Record again = read_all(write_record(*record, "json")).at(0);
                if (!(again.puzzle == record->puzzle) || again.progress != record->progress)
                    return "the record is not the same after JSON";
            } catch (const InputError& error) {
                if (error.place().line < 1 || error.place().line > lines)
                    return "an error without a line: " + error.message();
                if (std::string_view(error.what()).empty()) return "an error without words";
            }
        }
    } catch (const std::exception& error) {
        return std::string("thrown: ") + error.what();
    }
    return "";
}

TEST(FormatsFuzz, NoTextCrashesHangsOrConfusesAReader) {
    const std::uint64_t seed = setting("CLEW_FUZZ_SEED", 20060506);
    const std::uint64_t rounds = setting("CLEW_FUZZ_ROUNDS", 4000);
    Random random{seed};
    for (std::uint64_t round = 0; round < rounds; ++round) {
        std::string text = random_text(random);
        damage(text, random);
        const auto all = known_formats();
        const std::string format =
            random.below(3) == 0 ? std::string(all[random.below(all.size())].name) : "auto";
        const std::string fault = check(text, format);
        ASSERT_EQ(fault, "") << "seed " << seed << ", round " << round << ", as " << format << ":\n"
                             << printable(text);
    }
}

// What cells may hold when single candidates are struck from their peers until nothing changes; the
// same for puzzles that differ only in whether a digit stands as a given or as a single mark.
// Empty where some cell may hold nothing.
std::vector<DigitSet> closed(const Puzzle& puzzle) {
    const Geometry& geometry = puzzle.geometry();
    std::vector<DigitSet> open;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) open.push_back(puzzle.options(Cell{i}));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i].empty()) return {};
            if (open[i].size() > 1) continue;
            for (Cell peer : geometry.peers(Cell{i})) {
                if (!open[peer.index()].contains(open[i].first())) continue;
                open[peer.index()].erase(open[i].first());
                changed = true;
            }
        }
    }
    return open;
}

TEST(FormatsFuzz, WhatIsWrittenIsReadBackAsThePuzzleThatItWas) {
    const std::uint64_t seed = setting("CLEW_FUZZ_SEED", 92);
    Random random{seed};
    for (int round = 0; round < 500; ++round) {
        const Record record = random_record(random);
        for (const FormatInfo& info : known_formats()) {
            std::string text;
            try {
                text = write_record(record, info.name);
            } catch (const InputError&) {
                continue;  // the format says that it cannot hold it
            }
            for (const std::string& format : {std::string("auto"), std::string(info.name)}) {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round) +
                             ", " + std::string(info.name) + " as " + format + "\n" +
                             printable(text));
                std::vector<Record> again;
                try {
                    again = read_all(text, "t", {.format = format});
                } catch (const InputError& error) {
                    FAIL() << error.message();
                }
                ASSERT_EQ(again.size(), 1U);
                ASSERT_EQ(again[0].puzzle.geometry(), record.puzzle.geometry());
                ASSERT_EQ(closed(again[0].puzzle), closed(record.puzzle));
            }
        }
    }
}

TEST(FormatsFuzz, OneChangedSymbolOfALinePuzzleIsNeverMissed) {
    Random random{5};
    for (int round = 0; round < 4000; ++round) {
        std::string line(81, '.');
        for (char& c : line)
            if (random.below(3) == 0) c = static_cast<char>('1' + random.below(9));
        std::string changed = line;
        const std::size_t at = random.below(81);
        changed[at] = static_cast<char>(random.below(256));
        if (changed == line) continue;
        try {
            for (const Record& record : read_all(changed))
                ASSERT_EQ(to_line(record.puzzle), changed) << printable(changed);
        } catch (const InputError& error) {
            ASSERT_GE(error.place().line, 1U) << printable(changed);
        }
    }
}

}  // namespace
}  // namespace clew
