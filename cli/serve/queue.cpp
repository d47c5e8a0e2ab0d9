// Shares are few (one for each client that has something here) and looked through from one end to
// the other at every turn: no structure to keep in step, and microseconds next to the milliseconds
// of any work.

#include "cli/serve/queue.hpp"

#include <algorithm>
#include <tuple>

#include "core/base/contract.hpp"

namespace clew::serve {

Queue::Queue(const Options& options) : options_(options) {
    CLEW_REQUIRE(options.threads > 0 && options.each > 0, "Queue: a thread is needed");
}

Queue::~Queue() { close(); }

Queue::Ticket Queue::add(const Client& client, Work work) {
    const std::lock_guard lock(mutex_);
    if (closed_) return {Refusal::closed};
    if (waiting_ >= options_.waiting) return {Refusal::full};
    const auto share = shares_.find(client);
    if (share != shares_.end() && share->second.waiting.size() >= options_.waiting_each)
        return {Refusal::too_many_of_yours};
    const std::uint64_t number = ++numbers_;
    shares_[client].waiting.push_back({number, std::move(work)});
    ++waiting_;
    // A thread that was woken and has not come yet counts as idle: so does what it will take.
    if (waiting_ > idle_ && threads_.size() < options_.threads)
        threads_.emplace_back([this] { run(); });
    wake_.notify_one();
    return {Refusal::none, number};
}

bool Queue::withdraw(std::uint64_t number) {
    Work gone;  // destroyed after the lock is given back
    const std::lock_guard lock(mutex_);
    for (auto& [client, share] : shares_) {
        auto& list = share.waiting;
        const auto found = std::ranges::find(list, number, &Waiting::number);
        if (found == list.end()) continue;
        gone = std::move(found->work);
        list.erase(found);
        --waiting_;
        forget_the_idle();
        return true;
    }
    return false;
}

std::map<Client, Queue::Share>::iterator Queue::next() {
    std::map<std::string, std::size_t> in_hand;
    for (const auto& [client, share] : shares_) in_hand[client.address] += share.working;
    auto best = shares_.end();
    std::tuple<std::size_t, std::uint64_t, std::size_t, std::uint64_t> least;
    for (auto at = shares_.begin(); at != shares_.end(); ++at) {
        const auto& [client, share] = *at;
        if (share.waiting.empty() || share.working >= options_.each) continue;
        const std::tuple rank{in_hand[client.address], addresses_served_[client.address],
                              share.working, share.served};
        if (best != shares_.end() && !(rank < least)) continue;
        best = at;
        least = rank;
    }
    return best;
}

void Queue::forget_the_idle() {
    std::erase_if(shares_, [](const auto& entry) {
        return entry.second.waiting.empty() && entry.second.working == 0;
    });
    std::erase_if(addresses_served_, [this](const auto& entry) {
        const auto at = shares_.lower_bound({entry.first, {}});
        return at == shares_.end() || at->first.address != entry.first;
    });
}

void Queue::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        auto at = shares_.end();
        ++idle_;
        wake_.wait(lock, [&] { return closed_ || (at = next()) != shares_.end(); });
        --idle_;
        if (closed_) return;
        Share* const share = &at->second;  // where it is while it has work in hand
        Work work = std::move(share->waiting.front().work);
        share->waiting.pop_front();
        --waiting_;
        ++working_;
        ++share->working;
        share->served = addresses_served_[at->first.address] = ++turns_;
        const auto threads = static_cast<unsigned>(
            std::max<std::size_t>(1, options_.processors / (working_ + waiting_)));
        lock.unlock();
        work(threads);
        work = nullptr;
        lock.lock();
        --working_;
        --share->working;
        forget_the_idle();
        wake_.notify_one();  // this page may have another one
    }
}

void Queue::close() {
    std::map<Client, std::deque<Waiting>> gone;
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        waiting_ = 0;
        for (auto& [client, share] : shares_) gone[client].swap(share.waiting);
    }
    wake_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

std::size_t Queue::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
}

std::size_t Queue::working() const {
    const std::lock_guard lock(mutex_);
    return working_;
}

}  // namespace clew::serve
