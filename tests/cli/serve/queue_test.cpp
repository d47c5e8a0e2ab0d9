// The queue: shares, limits, the end.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "cli/serve/queue.hpp"

namespace clew::serve {
namespace {

using ::testing::ElementsAre;

bool becomes(const std::function<bool()>& so) {
    for (int i = 0; i < 30'000; ++i) {
        if (so()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

/// Work that says its name and waits to be let go.
class Gate {
  public:
    Queue::Work work(const std::string& name) {
        return [this, name](unsigned) {
            {
                const std::lock_guard lock(mutex_);
                order_.push_back(name);
            }
            go_.acquire();
        };
    }
    void open(std::ptrdiff_t n = 1) { go_.release(n); }
    std::vector<std::string> order() {
        const std::lock_guard lock(mutex_);
        return order_;
    }

  private:
    std::mutex mutex_;
    std::vector<std::string> order_;
    std::counting_semaphore<> go_{0};
};

TEST(Queue, ServesWhoHasLeastInHandFirst) {
    Gate gate;
    Queue queue{{.threads = 1, .each = 1, .waiting = 100, .waiting_each = 100}};
    const auto add = [&](const std::string& address, const std::string& page, const char* name) {
        EXPECT_TRUE(queue.add({address, page}, gate.work(name)).taken());
    };
    add("1", "flood", "f1");
    ASSERT_TRUE(becomes([&] { return gate.order().size() == 1; }));
    for (const char* name : {"f2", "f3", "f4"}) add("1", "flood", name);
    add("1", "other", "o1");
    add("2", "page", "p1");
    add("2", "page", "p2");
    for (std::size_t done = 1; done <= 7; ++done) {
        gate.open();
        ASSERT_TRUE(
            becomes([&] { return gate.order().size() >= std::min<std::size_t>(done + 1, 7); }));
    }
    // The address that was served least, then the page of it: the flood comes in between.
    EXPECT_THAT(gate.order(), ElementsAre("f1", "p1", "o1", "p2", "f2", "f3", "f4"));
}

TEST(Queue, LeavesThreadsForOthersThanAFlood) {
    Gate gate;
    Queue queue{{.threads = 4, .each = 2, .waiting = 100, .waiting_each = 100}};
    for (int i = 0; i < 10; ++i) queue.add({"1", "flood"}, gate.work("f"));
    ASSERT_TRUE(becomes([&] { return queue.working() == 2; }));
    queue.add({"1", "other"}, gate.work("o"));
    ASSERT_TRUE(becomes([&] { return gate.order().size() == 3; }));
    EXPECT_EQ(queue.working(), 3U);
    EXPECT_EQ(queue.waiting(), 8U);
    gate.open(11);
    ASSERT_TRUE(becomes([&] { return gate.order().size() == 11 && queue.working() == 0; }));
}

TEST(Queue, RefusesWhatIsTooMuch) {
    Gate gate;
    Queue queue{{.threads = 1, .each = 1, .waiting = 3, .waiting_each = 2}};
    queue.add({"1", "a"}, gate.work("at work"));
    ASSERT_TRUE(becomes([&] { return queue.working() == 1; }));
    EXPECT_TRUE(queue.add({"1", "a"}, gate.work("")).taken());
    EXPECT_TRUE(queue.add({"1", "a"}, gate.work("")).taken());
    EXPECT_EQ(queue.add({"1", "a"}, gate.work("")).refusal, Queue::Refusal::too_many_of_yours);
    EXPECT_TRUE(queue.add({"1", "b"}, gate.work("")).taken());
    EXPECT_EQ(queue.add({"1", "c"}, gate.work("")).refusal, Queue::Refusal::full);
    gate.open(10);
}

TEST(Queue, TakesBackWhatWaits) {
    Gate gate;
    Queue queue{{.threads = 1, .each = 1, .waiting = 9, .waiting_each = 9}};
    const auto first = queue.add({"1", "a"}, gate.work("1"));
    ASSERT_TRUE(becomes([&] { return queue.working() == 1; }));
    const auto second = queue.add({"1", "a"}, gate.work("2"));
    const auto third = queue.add({"1", "b"}, gate.work("3"));
    EXPECT_TRUE(queue.withdraw(second.number));
    EXPECT_FALSE(queue.withdraw(second.number));
    EXPECT_FALSE(queue.withdraw(first.number));
    gate.open(2);
    ASSERT_TRUE(becomes([&] { return gate.order().size() == 2 && queue.working() == 0; }));
    EXPECT_FALSE(queue.withdraw(third.number));
    EXPECT_THAT(gate.order(), ElementsAre("1", "3"));
}

TEST(Queue, DropsWhatWaitsWhenItCloses) {
    std::atomic<int> done{0};
    Gate gate;
    {
        Queue queue{{.threads = 2, .each = 2, .waiting = 9, .waiting_each = 9}};
        for (int i = 0; i < 2; ++i) queue.add({"1", "a"}, gate.work("w"));
        ASSERT_TRUE(becomes([&] { return queue.working() == 2; }));
        for (int i = 0; i < 5; ++i) queue.add({"1", "a"}, [&](unsigned) { ++done; });
        std::thread closer{[&] { queue.close(); }};
        ASSERT_TRUE(becomes([&] { return queue.waiting() == 0; }));
        EXPECT_EQ(queue.add({"1", "a"}, [&](unsigned) { ++done; }).refusal, Queue::Refusal::closed);
        gate.open(2);
        closer.join();
    }
    EXPECT_EQ(done, 0);
}

TEST(Queue, SharesTheProcessors) {
    std::atomic<unsigned> alone{0};
    {
        Queue queue{{.threads = 4, .each = 4, .waiting = 9, .waiting_each = 9, .processors = 6}};
        queue.add({"1", "a"}, [&](unsigned threads) { alone = threads; });
        ASSERT_TRUE(becomes([&] { return alone != 0; }));
    }
    EXPECT_EQ(alone, 6U);
}

TEST(Queue, DoesAllThatHundredsOfClientsAskForAtOnce) {
    std::atomic<int> done{0};
    Queue queue{{.threads = 8, .each = 2, .waiting = 100'000, .waiting_each = 1'000}};
    std::vector<std::thread> clients;
    for (int c = 0; c < 20; ++c)
        clients.emplace_back([&, c] {
            for (int i = 0; i < 300; ++i)
                queue.add({std::to_string(c % 3), std::to_string(c)}, [&](unsigned) { ++done; });
        });
    for (std::thread& client : clients) client.join();
    EXPECT_TRUE(becomes([&] { return done == 6'000 && queue.working() == 0; }));
    EXPECT_EQ(queue.waiting(), 0U);
}

}  // namespace
}  // namespace clew::serve
