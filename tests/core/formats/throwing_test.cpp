// Functions of the caller, and streams, that throw while puzzles are read and written.

#include <gtest/gtest.h>

#include <sstream>
#include <streambuf>

#include "core/base/input_error.hpp"
#include "core/formats/formats.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/throwing.hpp"

namespace clew {
namespace {

using reference::gould;
using reference::p92;

/// Hands out a text line by line, and calls before each.
class CallingBuffer final : public std::streambuf {
  public:
    CallingBuffer(std::string text, const Called& called)
        : text_(std::move(text)), called_(called) {}

  private:
    int_type underflow() override {
        called_();
        const std::size_t begin = end_;
        if (begin == text_.size()) return traits_type::eof();
        end_ = text_.find('\n', begin) + 1;
        setg(text_.data() + begin, text_.data() + begin, text_.data() + end_);
        return traits_type::to_int_type(text_[begin]);
    }
    std::string text_;
    std::size_t end_ = 0;
    const Called& called_;
};

/// Reads two puzzles; after an exception the reader is asked again, until the end.
void read(const std::string& text, const Called& called) {
    bool thrown = false;
    const Called once = [&] {
        if (!thrown) called();
    };
    CallingBuffer buffer{text, once};
    std::istream in{&buffer};
    PuzzleReader reader{in, "t"};
    std::size_t records = 0;
    try {
        while (reader.next()) ++records;
    } catch (const Thrown&) {
        thrown = true;
        while (reader.next()) ++records;
        EXPECT_LE(records, 2U);
        throw;
    }
    EXPECT_EQ(records, 2U);
}

TEST(Throwing, WhilePuzzlesAreReadAndWritten) {
    const std::string rows = [] {
        std::string text;
        for (const std::string& line : {p92, gould}) {
            for (std::size_t i = 0; i < 81; i += 9) text += line.substr(i, 9) + "\n";
            text += "\n";
        }
        return text;
    }();
    std::vector<ThrowingCase> cases;
    for (const auto& [name, file] :
         {std::pair{"lines", p92 + "\n" + gould + "\n"}, std::pair{"rows", rows}}) {
        const std::string text = file;
        cases.push_back({std::string{"stream of "} + name,
                         [text](const Called& called) { read(text, called); }});
        cases.push_back({std::string{"waiting for "} + name, [text](const Called& called) {
                             const Called nothing = [] {};
                             CallingBuffer buffer{text, nothing};
                             std::istream in{&buffer};
                             PuzzleReader reader{in, "t", {.soon = [&] {
                                                     called();
                                                     return true;
                                                 }}};
                             while (reader.ready_soon() && reader.next()) {
                             }
                         }});
    }
    const auto foreign = [](const Called& called, const std::string& thrower) {
        const auto when = [&called, thrower](const char* name) {
            if (thrower == name) called();
        };
        ForeignFormat format;
        format.info.name = format.info.description = "mine";
        format.info.sizes = "9x9";
        format.recognise = [when](std::string_view line) {
            when("recognise");
            return line == "mine";
        };
        format.read = [when](std::string_view, const Place&) {
            when("read");
            return Record{.puzzle = Puzzle::from_line(p92)};
        };
        format.write = [when](const Record&) {
            when("write");
            return std::string{"mine\n"};
        };
        return format;
    };
    for (const std::string thrower : {"recognise", "read", "write"})
        cases.push_back({thrower, [=](const Called& called) {
                             const std::vector formats{foreign(called, thrower)};
                             std::istringstream in{"mine\nand more\n"};
                             PuzzleReader reader{in, "t", {.foreign = formats}};
                             const auto record = reader.next();
                             ASSERT_TRUE(record);
                             std::ostringstream out;
                             PuzzleWriter writer{out, "mine", formats};
                             writer.write(*record);
                             writer.finish();
                             EXPECT_EQ(out.str(), "mine\n");
                         }});
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew
