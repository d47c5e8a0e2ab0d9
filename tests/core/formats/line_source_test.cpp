// The text in blocks: the same lines, wherever the blocks end; and plain lines by the thousand, the
// same as record by record.

#include "core/formats/line_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/formats/formats.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew {
namespace {

using reference::p92;

/// Hands out a text in pieces of random length, as a pipe does.
class Drip : public std::streambuf {
  public:
    Drip(std::string text, std::uint64_t seed, std::size_t most)
        : text_(std::move(text)), random_(seed), most_(most) {}

  private:
    int_type underflow() override {
        if (at_ == text_.size()) return traits_type::eof();
        const std::size_t size =
            std::min<std::size_t>(1 + random_.below(most_), text_.size() - at_);
        setg(text_.data() + at_, text_.data() + at_, text_.data() + at_ + size);
        at_ += size;
        return traits_type::to_int_type(*gptr());
    }

    std::string text_;
    Random random_;
    std::size_t most_;
    std::size_t at_ = 0;
};

/// Lines by the plainest means: one character after the other.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::string line;
    bool open = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n' && text[i] != '\r') {
            line += text[i];
            open = true;
            continue;
        }
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
        lines.push_back(std::exchange(line, ""));
        open = false;
    }
    if (open) lines.push_back(line);
    return lines;
}

TEST(LineSource, LinesAreTheSameWhereverTheBlocksEnd) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        std::string text;
        const std::size_t longest = seed % 3 == 0 ? 70'000 : 100;
        for (std::uint64_t i = random.below(40); i > 0; --i) {
            text += std::string(random.below(longest), static_cast<char>('a' + random.below(26)));
            const char* ends[] = {"\n", "\r\n", "\r", "\n\n", "\r\r\n", "\n\r"};
            text += ends[random.below(6)];
        }
        text += std::string(random.below(90), 'z');
        const std::vector<std::string> expected = lines_of(text);
        for (std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
            Drip drip{text, seed, most};
            std::istream input{&drip};
            formats::LineSource lines{input, "t"};
            for (std::size_t i = 0; i < expected.size(); ++i) {
                if (const auto line = random.below(2) == 0 ? lines.in_place() : std::nullopt) {
                    // A CR in the middle of it is the reader's business.
                    if (line->find('\r') == std::string_view::npos) {
                        ASSERT_EQ(*line, expected[i]);
                        ASSERT_EQ(lines.number(), i + 1);
                        lines.drop_in_place(*line);
                        continue;
                    }
                }
                const std::size_t ahead =
                    random.below(std::min<std::size_t>(expected.size() - i, 3));
                const std::string* later = lines.peek(ahead);
                ASSERT_NE(later, nullptr);
                ASSERT_EQ(*later, expected[i + ahead]);
                ASSERT_EQ(*lines.peek(), expected[i]);
                ASSERT_EQ(lines.number(), i + 1);
                lines.drop();
            }
            EXPECT_EQ(lines.peek(), nullptr);
        }
    }
}

/// Everything in a text that may stand among line puzzles.
std::string random_text(Random& random) {
    std::string text;
    for (std::uint64_t i = random.below(60); i > 0; --i) {
        std::string line = p92;
        switch (random.below(12)) {
            case 0:
                std::ranges::replace(line, '.', '0');
                break;
            case 1:
                line[random.below(81)] = "0.x*_A\r#"[random.below(8)];
                break;
            case 2:
                line.resize(random.below(100), '.');
                break;
            case 3:
                line += "  # a comment";
                break;
            case 4:
                line = "# between";
                break;
            default:
                break;
        }
        const char* ends[] = {"\n", "\n", "\n", "\r\n", "\r", "\n\n"};
        text += line + ends[random.below(6)];
    }
    if (random.below(2) == 0 && !text.empty()) text.pop_back();
    return text;
}

/// A record or a fault as text.
template <class Next>
std::string told(Next next) {
    try {
        const std::optional<Record> record = next();
        if (!record) return "";
        std::string text =
            to_string(record->place) + " " + record->format + " " + write_record(*record, "json");
        for (const std::string& note : record->notes) text += note + "\n";
        return text;
    } catch (const InputError& error) {
        return error.message();
    }
}

TEST(PlainLines, AreWhatRecordByRecordWouldGive) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        const std::string text = random_text(random);
        std::vector<std::string> expected, found;
        // The plain reader: every line by itself has no line before it, so it is recognised anew.
        std::istringstream whole{text};
        PuzzleReader reader{whole, "t"};
        for (std::string one; !(one = told([&] { return reader.next(); })).empty();)
            expected.push_back(one);
        Drip drip{text, seed, 1 + seed % 200};
        std::istream input{&drip};
        PuzzleReader other{input, "t"};
        std::uint64_t together = 0;
        for (;;) {
            PlainLines lines;
            other.next_lines(lines, 1 + random.below(20));
            for (std::size_t i = 0; i < lines.size(); ++i)
                found.push_back(told([&] { return std::optional{lines.record(i)}; }));
            together += lines.size();
            if (lines.size() > 0) continue;
            const std::string one = told([&] { return other.next(); });
            if (one.empty()) break;
            found.push_back(one);
        }
        EXPECT_EQ(found, expected);
        EXPECT_TRUE(together > 0 || expected.size() < 40);
    }
}

TEST(PlainLines, AreStillThereAfterSomebodyAskedWhetherAnyAre) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += p92 + "\n";
    std::istringstream input{text};
    PuzzleReader reader{input, "t"};
    PlainLines lines;
    std::size_t one_by_one = 0, together = 0;
    while (one_by_one + together < 40) {
        ASSERT_TRUE(reader.ready());
        reader.next_lines(lines, 1);
        together += lines.size();
        if (lines.size() > 0) continue;
        ASSERT_TRUE(reader.next());
        ++one_by_one;
    }
    EXPECT_LT(one_by_one, 10U);  // the first, and those that were looked at to recognise it
}

TEST(PlainLines, ComeOnlyAfterALinePuzzle) {
    std::istringstream input{"puzzle,id\n" + p92 + ",1\n" + p92 + ",2\n"};
    PuzzleReader reader{input, "t"};
    PlainLines lines;
    reader.next_lines(lines, 10);
    EXPECT_EQ(lines.size(), 0U);
    EXPECT_EQ(reader.next()->format, "csv");
    reader.next_lines(lines, 10);
    EXPECT_EQ(lines.size(), 0U);
}

}  // namespace
}  // namespace clew
