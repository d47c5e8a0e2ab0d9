// Memory and stops: what a checker holds grows with what it has read, whatever numbers are in it,
// and it stops at any line.

#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <sstream>

#include "core/base/input_error.hpp"
#include "proof/checker/cpog.hpp"
#include "proof/checker/drat.hpp"
#include "proof/checker/scan.hpp"
#include "proof/checker/veripb.hpp"

namespace {

std::atomic<std::int64_t> held{0};
std::atomic<std::int64_t> most_held{0};

}  // namespace

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory,misc-new-delete-overloads)
void* operator new(std::size_t bytes) {
    void* const place = std::malloc(bytes);
    if (place == nullptr) throw std::bad_alloc{};
    held += static_cast<std::int64_t>(malloc_usable_size(place));
    most_held = std::max(most_held.load(), held.load());
    return place;
}
void operator delete(void* place) noexcept {
    held -= static_cast<std::int64_t>(malloc_usable_size(place));
    std::free(place);
}
void operator delete(void* place, std::size_t) noexcept { operator delete(place); }
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory,misc-new-delete-overloads)

namespace clew::proof {
namespace {

struct Text {
    const char* what;
    Result (*check)(const Cnf&, std::istream&, const StopFlag*);
    std::string formula;
    std::string proof;
};

Result drat(const Cnf& formula, std::istream& in, const StopFlag* stop) {
    return check_drat(formula, in, "proof", stop);
}
Result lrat(const Cnf& formula, std::istream& in, const StopFlag* stop) {
    return check_lrat(formula, in, "proof", stop);
}
Result cpog(const Cnf& formula, std::istream& in, const StopFlag* stop) {
    return check_cpog(formula, in, "proof", stop);
}
Result veripb(const Cnf& formula, std::istream& in, const StopFlag* stop) {
    return check_veripb(formula, in, "proof", {.stop = stop});
}

Cnf read(const std::string& text) {
    std::istringstream in{text};
    return read_cnf(in, "formula");
}

std::string lines(int number, std::string (*line)(int)) {
    std::string all;
    for (int i = 1; i <= number; ++i) all += line(i);
    return all;
}

const std::string many_variables = "p cnf 16777216 0\n";
const std::string head = "pseudo-Boolean proof version 3.0\nf 0;\n";

std::vector<Text> texts() {
    return {
        {"a variable of DRAT", drat, "p cnf 1 0\n", "16777216 0\n"},
        {"a variable of binary DRAT", drat, "p cnf 1 0\n", "a\x80\x80\x80\x10" + std::string(1, 0)},
        {"a header, of DRAT", drat, many_variables, "1 0\n-1 2 0\n"},
        {"a variable of LRAT", lrat, "p cnf 1 0\n", "9 16777216 0 0\n"},
        {"numbers of LRAT", lrat, "p cnf 1 0\n",
         lines(100, [](int i) { return std::to_string(std::int64_t{i} << 50) + " 1 -1 0 0\n"; })},
        {"a variable of VeriPB", veripb, "p cnf 1 0\n",
         head + "red 1 x16777216 >= 1 : x16777216 -> 1;\n"},
        {"a header, of VeriPB", veripb, many_variables, head + "red 1 x1 >= 1 : x1 -> 1;\n"},
        {"a formula's last variable", veripb, "p cnf 16777216 1\n16777216 0\n", head},
        {"numbers of CPOG's clauses", cpog, "p cnf 1 0\n",
         lines(140, [](int i) { return std::to_string(i * 1'048'000) + " a 1 -1 0 0\n"; })},
        {"numbers of CPOG's nodes", cpog, "p cnf 1 0\n",
         lines(140,
               [](int i) {
                   return std::to_string(2 * i) + " p " + std::to_string(i * 1'048'000) + " 1 0\n";
               })},
        {"a header, of CPOG", cpog, many_variables,
         lines(140,
               [](int i) {
                   return std::to_string(2 * i) + " p " + std::to_string(16777216 + i) + " " +
                          std::to_string(i) + " 0\n";
               })},
        {"a search in CPOG", cpog, "p cnf 16777216 1\n16777216 0\n", "2 a 16777216 0 *\n"},
        {"names", drat,
         "p cnf 16777216 0\n" +
             lines(140, [](int i) { return "c variable " + std::to_string(i * 65536) + " a\n"; }),
         "0\n"},
    };
}

TEST(Memory, GrowsWithWhatIsRead) {
    for (const Text& text : texts()) {
        std::istringstream in{text.proof};
        const std::int64_t before = held;
        most_held = before;
        try {
            static_cast<void>(text.check(read(text.formula), in, nullptr));
        } catch (const InputError&) {
        }
        const auto size = static_cast<std::int64_t>(text.formula.size() + text.proof.size());
        EXPECT_LE(most_held - before, 300'000 + 2'000 * size) << text.what;
    }
}

// 2^16777216 has five million digits.
TEST(Memory, ANumberOfModelsHasABound) {
    std::istringstream in{"1 p 16777217 0\n2 a 16777217 0 1 0\nr 16777217\n"};
    EXPECT_EQ(cpog(read(many_variables), in, nullptr).why,
              "more than 262144 variables, too many to count models");
    std::string product = "1 p 16777217";
    for (int v = 1; v <= 262145; ++v) product += " " + std::to_string(v);
    std::istringstream longer{product + " 0\nr 1\n"};
    const Result found = cpog(read(many_variables), longer, nullptr);
    EXPECT_EQ(found.why, "more than 262144 variables, too many to count models");
    EXPECT_EQ(found.line, 1U);
}

/// Raises a flag when so many lines were read.
class Raising : public std::streambuf {
  public:
    Raising(std::vector<std::string> lines, std::size_t after, StopFlag& stop)
        : lines_(std::move(lines)), after_(after), stop_(stop) {}

  protected:
    int_type underflow() override {
        if (next_ == after_) stop_.raise();
        if (next_ == lines_.size()) return traits_type::eof();
        std::string& line = lines_[next_++];
        setg(line.data(), line.data(), line.data() + line.size());
        return traits_type::to_int_type(line[0]);
    }

  private:
    std::vector<std::string> lines_;
    std::size_t next_ = 0;
    std::size_t after_;
    StopFlag& stop_;
};

TEST(Memory, EveryCheckerStopsAtAnyLine) {
    const std::vector<
        std::pair<Result (*)(const Cnf&, std::istream&, const StopFlag*), std::vector<std::string>>>
        proofs = {{lrat, {"9 1 -1 0 0\n", "10 1 -1 0 0\n", "11 1 -1 0 0\n", "12 1 -1 0 0\n"}},
                  {veripb,
                   {"pseudo-Boolean proof version 3.0\n", "f 0;\n", "rup >= 0;\n", "rup >= 0;\n"}},
                  {cpog, {"9 a 1 -1 0 0\n", "10 a 1 -1 0 0\n", "11 a 1 -1 0 0\n", "r 1\n"}}};
    for (const auto& [check, steps] : proofs)
        for (std::size_t after = 0; after + 1 < steps.size(); ++after) {
            StopFlag stop;
            Raising bytes{steps, after, stop};
            std::istream in{&bytes};
            const Result found = check(read("p cnf 1 0\n"), in, &stop);
            EXPECT_TRUE(found.stopped) << after;
            EXPECT_FALSE(found.accepted);
        }
    StopFlag stop;
    stop.raise();
    std::istringstream in{"1 -1 0\n"};
    EXPECT_TRUE(drat(read("p cnf 1 0\n"), in, &stop).stopped);
}

/// A beginning, and then the same words for ever. Raises a flag when so many blocks were read.
class Endless : public std::streambuf {
  public:
    Endless(std::string begin, const std::string& words, std::size_t after, StopFlag* stop)
        : block_(std::move(begin)), after_(after), stop_(stop) {
        while (more_.size() < 65536) more_ += words;
    }
    std::size_t bytes() const { return bytes_; }

  protected:
    int_type underflow() override {
        if (blocks_ == after_ && stop_ != nullptr) stop_->raise();
        if (++blocks_ > 1) block_ = more_;
        bytes_ += block_.size();
        setg(block_.data(), block_.data(), block_.data() + block_.size());
        return traits_type::to_int_type(block_[0]);
    }

  private:
    std::string block_;
    std::string more_;
    std::size_t blocks_ = 0;
    std::size_t bytes_ = 0;
    std::size_t after_;
    StopFlag* stop_;
};

Result formula_alone(const Cnf&, std::istream& in, const StopFlag* stop) try {
    read_cnf(in, "t.cnf", stop);
    return {};
} catch (const Stopped&) {
    return {.stopped = true};
}

struct Unending {
    Result (*check)(const Cnf&, std::istream&, const StopFlag*);
    std::string begin;
    std::string words;
    const char* why;  // refused, if nobody stops it
};
const std::vector<Unending> unending = {
    {formula_alone, "p cnf 2 1\n", "1 -2 ", "a line without end"},
    {formula_alone, "p cnf 2 1\n", "1 -2\n", "a clause without end"},
    {formula_alone, "c a ", "word", "a line without end"},
    {drat, "1 ", "-1 1 ", "a line without end"},
    {drat, "a", "\2\3", "step 1: a clause without end"},
    {lrat, "9 1 ", "-1 1 ", "a line without end"},
    {veripb, "pseudo-Boolean proof version 3.0\nf 0;\nrup ", "1 x1 ", "a line without end"},
    {veripb, "pseudo-Boolean proof version 3.0\nf 0;\nrup ", "1 x1\n", "a statement without end"},
    {cpog, "9 a ", "1 -1 ", "a line without end"},
    {cpog, "9 a ", "x", "a line without end"},
};

TEST(Memory, EveryReaderStopsWithinALineThatDoesNotEnd) {
    for (const Unending& text : unending) {
        StopFlag stop;
        Endless bytes{text.begin, text.words, 3, &stop};
        std::istream in{&bytes};
        const Result found = text.check(read("p cnf 1 0\n"), in, &stop);
        EXPECT_TRUE(found.stopped) << text.begin << text.words;
        EXPECT_FALSE(found.accepted);
        EXPECT_LT(bytes.bytes(), std::size_t{1} << 19) << text.begin << text.words;
    }
    for (const std::string blank : {"\n", "c\n"}) {
        StopFlag stop;
        Endless bytes{blank, blank, 3, &stop};
        std::istream in{&bytes};
        EXPECT_TRUE(formula_alone({}, in, &stop).stopped);
    }
}

TEST(Memory, WhatHasNoEndIsRefused) {
    for (const Unending& text : unending) {
        Endless bytes{text.begin, text.words, 0, nullptr};
        std::istream in{&bytes};
        try {
            text.check(read("p cnf 1 0\n"), in, nullptr);
            ADD_FAILURE() << text.begin << text.words;
        } catch (const InputError& error) {
            EXPECT_STREQ(error.what(), text.why) << text.begin << text.words;
        }
        EXPECT_LT(bytes.bytes(), std::size_t{1} << 27) << text.begin << text.words;
    }
    // What is as long as may be is read.
    std::istringstream in{"p cnf 1 1\n1" + std::string((1 << 24) - 4, ' ') + "0\n"};
    EXPECT_EQ(read_cnf(in, "t.cnf").size(), 1U);
}

}  // namespace
}  // namespace clew::proof
