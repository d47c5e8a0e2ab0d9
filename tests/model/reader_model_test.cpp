// PuzzleReader against itself reading all at once: whatever the pieces that a text comes in, and
// whatever is asked in between, the same records and the same faults come in the same order.

#include <gtest/gtest.h>

#include <istream>
#include <sstream>
#include <streambuf>

#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "tests/model/model.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using model::Call;
using model::Trial;

std::string rows(const std::string& line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); i += 9) text += line.substr(i, 9) + "\n";
    return text;
}

const std::vector<std::string>& fragments() {
    static const std::vector<std::string> all = {
        reference::p92 + "\n",
        reference::gould + "\n",
        "1...............\n",
        "\n",
        "\r\n",
        "# a comment\n",
        "#A author\n",
        rows(reference::p92),
        rows(reference::gould) + "\n",
        "[Puzzle]\n" + rows(reference::p92) + "[State]\n5" + rows(reference::p92).substr(1),
        R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 4}})"
        "\n",
        "{\n\"format\": \"clew-puzzle\", \"version\": 1,\n\"geometry\": {\"size\": 4}}\n",
        "what is this?\n",
        "12345\n",
        reference::p92.substr(0, 80) + "x\n",
        "AAABCABBCDDBCCDD\n",
        "1...............AAABCABBCDDBCCDD\n",
        "1...\n....\n....\n....\n\nAAAB\nCABB\nCDDB\nCCDD\n",
        "{\"format\": 5}\n",
        ":0000:x:" + reference::p92 + "::::\n",
        reference::p92 + " # with a comment\r\n",
        reference::p92 + "\r",
    };
    return all;
}

/// Gives the text in pieces, as a pipe does.
class Pieces : public std::streambuf {
  public:
    Pieces(std::string text, Random random) : text_(std::move(text)), random_(random) {}

  private:
    int_type underflow() override {
        if (at_ == text_.size()) return traits_type::eof();
        const std::size_t size = std::min<std::size_t>(
            1 + random_.below(random_.below(3) == 0 ? 200 : 12), text_.size() - at_);
        setg(text_.data() + at_, text_.data() + at_, text_.data() + at_ + size);
        at_ += size;
        return traits_type::to_int_type(*gptr());
    }
    std::streamsize showmanyc() override { return at_ < text_.size() ? 1 : -1; }

    std::string text_;
    std::size_t at_ = 0;
    Random random_;
};

std::string told(const Record& record) {
    std::string text = to_string(record.place) + " " + record.format + " " +
                       record.puzzle.geometry().description() + " " + to_line(record.puzzle);
    for (const auto& [key, value] : record.metadata) text += " " + key + "=" + value;
    if (record.progress) text += " progress";
    return text;
}

std::string told(const InputError& error) { return "fault " + error.message(); }

/// The next answer of a reader; false at the end.
bool take(PuzzleReader& reader, std::vector<std::string>& out) {
    try {
        const auto record = reader.next();
        if (!record) return false;
        out.push_back(told(*record));
    } catch (const InputError& error) {
        out.push_back(told(error));
    }
    return true;
}

std::optional<std::string> play(const Trial& trial) {
    std::string text;
    for (const Call& call : trial.calls)
        if (call.pick(0, 2) == 0) text += fragments()[call.pick(1, fragments().size())];
    std::vector<std::string> expected, found;
    {
        std::istringstream whole{text};
        PuzzleReader reader{whole, "t"};
        while (take(reader, expected))
            if (expected.size() > text.size() + 1) return "no end";
    }
    Pieces pieces{text, Random{trial.world}};
    std::istream in{&pieces};
    ReaderOptions options;
    if (trial.world % 2 == 0) options.soon = [] { return true; };
    PuzzleReader reader{in, "t", options};
    PlainLines lines;
    for (const Call& call : trial.calls) {
        if (call.pick(0, 2) == 0) continue;
        switch (call.pick(1, 5)) {
            case 0:
            case 1:
                take(reader, found);
                break;
            case 2:
                reader.next_lines(lines, 1 + call.pick(2, 5));
                for (std::size_t i = 0; i < lines.size(); ++i)
                    found.push_back(told(lines.record(i)));
                break;
            case 3:
                reader.ready();
                break;
            case 4:
                reader.ready_soon();
                break;
        }
    }
    while (take(reader, found))
        if (found.size() > expected.size()) return "more than there is";
    if (found == expected) return std::nullopt;
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
        if (found[i] != expected[i]) return "'" + found[i] + "' instead of '" + expected[i] + "'";
    return "fewer than there are";
}

TEST(ReaderModel, GivesTheSameWhateverThePieces) {
    model::check("reader", play, {.rounds = 60, .calls = 30});
}

}  // namespace
}  // namespace clew
