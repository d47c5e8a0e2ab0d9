#include "questions/cache.hpp"

#include <chrono>

#include "core/base/contract.hpp"
#include "core/base/memory_account.hpp"

namespace clew::questions {

void Cache::keep(const std::string& key, std::shared_ptr<const void> value, std::type_index type,
                 std::size_t bytes) {
    const Charged nobody{nullptr};  // what goes here was paid for by others
    std::list<Entry> gone;          // destroyed after the lock is given back: it may be large
    const std::lock_guard lock(mutex_);
    if (const auto old = by_key_.find(key); old != by_key_.end()) {
        bytes_ -= old->second->bytes;
        gone.splice(gone.end(), entries_, old->second);
        by_key_.erase(old);
    }
    if (bytes > max_bytes_) return;
    while (bytes_ + bytes > max_bytes_) {
        bytes_ -= entries_.back().bytes;
        by_key_.erase(entries_.back().key);
        gone.splice(gone.end(), entries_, std::prev(entries_.end()));
    }
    entries_.push_front({key, std::move(value), type, bytes});
    by_key_.emplace(key, entries_.begin());
    bytes_ += bytes;
}

std::shared_ptr<const void> Cache::find(const std::string& key, std::type_index type) {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    CLEW_REQUIRE(found->second->type == type, "Cache::get: another type was put under that key");
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
}

std::shared_ptr<Cache::Flight> Cache::take_off(const std::string& key, std::type_index type,
                                               bool& mine) {
    const std::lock_guard lock(flights_mutex_);
    const auto found = flights_.find(key);
    mine = found == flights_.end();
    if (mine)
        return flights_.emplace(key, std::make_shared<Flight>(Flight{.type = type})).first->second;
    CLEW_REQUIRE(found->second->type == type, "Cache::share: another type is made under that key");
    return found->second;
}

void Cache::land(const std::string& key, Flight& flight) {
    {
        const std::lock_guard lock(flights_mutex_);
        flight.landed = true;
        flights_.erase(key);
    }
    landed_.notify_all();
}

bool Cache::wait_for(const Flight& flight, const StopFlag& stop,
                     const std::function<void()>& waiting) {
    constexpr std::chrono::milliseconds look{20};
    std::unique_lock lock(flights_mutex_);
    while (!landed_.wait_for(lock, look, [&] { return flight.landed; })) {
        if (stop.raised()) return false;
        if (!waiting) continue;
        lock.unlock();
        waiting();
        lock.lock();
    }
    return true;
}

std::size_t Cache::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

std::size_t Cache::size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace clew::questions
