// Functions that throw while a batch is asked and printed.

#include <gtest/gtest.h>

#include <sstream>

#include "cli/batch.hpp"
#include "cli/host.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/throwing.hpp"

namespace clew::cli {
namespace {

TEST(Throwing, WhileABatchIsAsked) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += reference::p92 + "\n";
    std::vector<ThrowingCase> cases;
    for (const unsigned threads : {1U, 3U})
        for (const std::string thrower : {"question", "before_print", "on_done", "on_skipped"}) {
            const auto batch = [=](const Called& called) {
                const auto when = [&called, thrower](const char* name) {
                    if (thrower == name) called();
                };
                std::istringstream in{text};
                std::ostringstream out, err;
                Host host{.in = in, .out = out, .err = err};
                PuzzleInput::Options input;
                input.files = {"-"};
                const BatchOptions options{.threads = threads,
                                           .unreadable = {},
                                           .before_print = [=] { when("before_print"); },
                                           .on_done = [=](const Printed&) { when("on_done"); },
                                           .skip = 10,
                                           .on_skipped = [=](auto&&...) { when("on_skipped"); }};
                const auto print = [&] {
                    return run_batch(host, input, options,
                                     [=](const Record& record, unsigned, const Say&) {
                                         when("question");
                                         BatchAnswer answer;
                                         answer.out = std::to_string(record.place.line) + "\n";
                                         return answer;
                                     });
                };
                // Whatever ends it, what is printed are the first answers.
                const auto check = [&] {
                    std::size_t line = 10;
                    for (const std::string& said : lines_of(out.str()))
                        EXPECT_EQ(said, std::to_string(++line));
                    return line;
                };
                try {
                    print();
                } catch (const Thrown&) {
                    check();
                    throw;
                }
                EXPECT_EQ(check(), 100U);
            };
            cases.push_back({thrower + " on " + std::to_string(threads) + " threads", batch,
                             threads == 1 && thrower != "before_print" && thrower != "on_done"
                                 ? ThrowingCase::Calls::same
                                 : ThrowingCase::Calls::differ});
        }
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew::cli
