// A writer who waits for the answer to a puzzle before he writes on: a puzzle that is whole is
// handed out, in every format, and what comes too late to belong to it is said to be that.

#include <gtest/gtest.h>

#include <istream>
#include <streambuf>
#include <string>

#include "core/formats/formats.hpp"
#include "core/formats/reading.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

/// What was written so far. To wait for more is to wait for ever.
class Writer : public std::streambuf {
  public:
    void write(const std::string& text) {
        const std::string unread(gptr(), egptr());
        text_ = unread + text;
        setg(text_.data(), text_.data(), text_.data() + text_.size());
    }
    void end() { ended_ = true; }
    /// How often a moment was waited in vain.
    int moments() const { return moments_; }
    bool soon() {
        const bool there = gptr() != egptr() || ended_;
        if (!there) ++moments_;
        return there;
    }

  private:
    int_type underflow() override {
        EXPECT_TRUE(ended_) << "waits for a writer who waits for the answer";
        return traits_type::eof();
    }
    std::streamsize showmanyc() override { return ended_ ? -1 : 0; }

    std::string text_;
    bool ended_ = false;
    int moments_ = 0;
};

class Dialogue {
  public:
    explicit Dialogue(const std::string& format = {})
        : reader_(input_, "t", {.format = format, .geometry = {}, .foreign = {}, .soon = [this] {
                                    return writer_.soon();
                                }}) {}

    std::optional<Record> ask(const std::string& text) {
        writer_.write(text);
        return reader_.next();
    }
    std::optional<Record> end() {
        writer_.end();
        return reader_.next();
    }
    std::string fault(const std::string& text) {
        try {
            ask(text);
        } catch (const InputError& error) {
            return error.what();
        }
        return "no fault";
    }
    bool ready() { return reader_.ready(); }
    bool ready_soon() { return reader_.ready_soon(); }
    void write(const std::string& text) { writer_.write(text); }
    int moments() const { return writer_.moments(); }

  private:
    Writer writer_;
    std::istream input_{&writer_};
    PuzzleReader reader_;
};

Record jigsaw() {
    Record record;
    record.puzzle = Puzzle{
        Geometry::make({.size = 4, .regions = {0, 0, 0, 1, 2, 0, 1, 1, 2, 3, 3, 1, 2, 2, 3, 3}})};
    record.puzzle.set_given(Cell{0}, Digit{0});
    record.puzzle.set_given(Cell{7}, Digit{2});
    return record;
}

Record classic(bool played) {
    Record record;  // without a naked single, which some formats cannot tell from a given
    record.puzzle = Puzzle::from_line(reference::p92.substr(0, 27) + std::string(54, '.'));
    if (!played) return record;
    record.progress = formats::blank_progress(record.puzzle.geometry());
    record.progress->placed[0] = Digit{4};
    return record;
}

TEST(Dialogue, AWholePuzzleIsHandedOutInEveryFormat) {
    for (const FormatInfo& format : known_formats()) {
        if (format.name == "opensudoku" || !format.can_write)
            continue;  // a document ends with the input
        const std::string name(format.name);
        for (const bool played : {false, true})
            for (const std::string& named : {std::string(), name}) {
                SCOPED_TRACE(name + (played ? ", played" : "") + (named.empty() ? "" : ", named"));
                const Record record = name == "jigsaw" ? jigsaw() : classic(played);
                Dialogue dialogue{named};
                for (int i = 0; i < 4; ++i) {
                    std::string text = write_record(record, format.name);
                    if (name == "csv" && i > 0) text = text.substr(text.find('\n') + 1);
                    const auto read = dialogue.ask(text);
                    ASSERT_TRUE(read);
                    EXPECT_EQ(read->puzzle.options(Cell{5}), record.puzzle.options(Cell{5}));
                    EXPECT_EQ(read->puzzle.geometry(), record.puzzle.geometry());
                    // Two names say how to write, and are recognised as what they look like.
                    const bool looks = name == "sdx" && !played && named.empty();
                    EXPECT_EQ(read->format, name == "sdm" ? "line" : looks ? "pencilmarks" : name);
                    EXPECT_FALSE(dialogue.ready()) << "empty lines are no puzzle";
                    EXPECT_LE(dialogue.moments(), i + 1) << "a puzzle waits once";
                }
                EXPECT_FALSE(dialogue.end());
            }
    }
}

TEST(Dialogue, ALineIsAPuzzleUnlessRegionsComeWithIt) {
    const std::string givens = "1...............", regions = "AAABCABBCDDBCCDD";
    {
        Dialogue together;
        EXPECT_EQ(together.ask(givens + "\n" + regions + "\n")->format, "jigsaw");
        EXPECT_EQ(together.moments(), 0);
        // From then on a line is expected to have regions.
        EXPECT_EQ(together.ask(givens + "\n" + regions + "\n")->format, "jigsaw");
    }
    {
        Dialogue late;
        EXPECT_EQ(late.ask(givens + "\n")->format, "line");
        EXPECT_EQ(late.moments(), 1);
        EXPECT_EQ(late.fault(regions + "\n"),
                  "regions of the puzzle before them, which was taken without");
        EXPECT_EQ(late.ask(givens + "\n")->format, "line");
        EXPECT_EQ(late.moments(), 1 + 1) << "4x4 puzzles may be rows of 16x16 ones";
    }
    {
        Dialogue drawn;
        EXPECT_EQ(drawn.ask("1...\n....\n....\n....\n\n")->format, "sdk");
        EXPECT_EQ(drawn.fault("AAAB\nCABB\nCDDB\nCCDD\n"),
                  "regions of the puzzle before them, which was taken without");
    }
    {
        Dialogue named{"jigsaw"};
        named.write(givens + "\n");
        named.write(regions + "\n");
        EXPECT_EQ(named.ask("")->format, "jigsaw");
        EXPECT_EQ(named.moments(), 0);
    }
}

TEST(Dialogue, ALineOfNineByNineWaitsOnceInAll) {
    Dialogue dialogue;
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(dialogue.ask(reference::p92 + "\n")->format, "line");
        EXPECT_EQ(dialogue.moments(), 1);
    }
    EXPECT_EQ(dialogue
                  .ask("{\"format\": \"clew-puzzle\", \"version\": 1,\n"
                       "\"geometry\": {\"size\": 4}}\n")
                  ->format,
              "json");
    EXPECT_EQ(dialogue.moments(), 1);
}

TEST(Dialogue, HalfALineIsNoLineYet) {
    Dialogue dialogue;
    EXPECT_EQ(dialogue.ask(reference::p92 + "\n" + reference::p92.substr(0, 40))->format, "line");
    EXPECT_FALSE(dialogue.ready());
    EXPECT_FALSE(dialogue.ready_soon());
    dialogue.write(reference::p92.substr(40) + "\r\n");
    EXPECT_TRUE(dialogue.ready());
    EXPECT_TRUE(dialogue.ask(""));
    // A CR ends a line at once; the LF behind it is no line.
    EXPECT_TRUE(dialogue.ask(reference::p92 + "\r"));
    dialogue.write("\n");
    EXPECT_FALSE(dialogue.ready());
    dialogue.write("\n\n# a comment\n");
    EXPECT_FALSE(dialogue.ready());
    EXPECT_FALSE(dialogue.end());
    EXPECT_TRUE(dialogue.ready()) << "that it has ended is known at once";
}

TEST(Dialogue, StagesThatComeLateAreSaidToBe) {
    const std::string played = write_record(classic(true), "ss");
    const std::size_t second = played.find("*---", played.find("*---", 1) + 1);
    {
        Dialogue together;
        const auto read = together.ask(played);
        EXPECT_TRUE(read->progress);
    }
    Dialogue late;
    EXPECT_FALSE(late.ask(played.substr(0, second))->progress);
    const auto read = late.ask(played.substr(
        second, played.find("*---", second + 1) - second + std::string("*-----------*\n").size()));
    ASSERT_TRUE(read);
    ASSERT_EQ(read->notes.size(), 1U);
    EXPECT_NE(read->notes[0].find("a later stage of the puzzle before it"), std::string::npos);
    Dialogue sections;
    EXPECT_TRUE(sections.ask("[Puzzle]\n1...\n....\n....\n....\n"));
    EXPECT_NE(sections.fault("[State]\n").find("a [State] without its puzzle"), std::string::npos);
}

TEST(Dialogue, AnInputThatNeverKeepsOneWaitingIsReadAsAWhole) {
    // As in a file, which is there from its beginning to its end: all lines ahead are seen.
    const auto records = read_all("1...............\nAAABCABBCDDBCCDD\n1...............\n");
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].format, "jigsaw");
    EXPECT_EQ(records[1].format, "line");
}

}  // namespace
}  // namespace clew
