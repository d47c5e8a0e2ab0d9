#pragma once
// Cache: what questions leave behind for the next ones, up to so many bytes in all. What was not
// asked for the longest goes first.
//
//     cache.put("tree:" + id, std::make_shared<const Kept>(...), bytes);
//     if (const auto kept = cache.get<Kept>("tree:" + id)) ...
//
//     const auto kept = cache.share<Kept>("tree:" + id, stop, [&] { return Made{...}; });
//
// The begin of a key says whose it is, and with that the type: a key is put and got as one type.
// What was got stays alive as long as it is held. Thread-safe.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "core/base/outcome.hpp"

namespace clew::questions {

class Cache {
  public:
    explicit Cache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

    /// Keeps the value, of about so many bytes; in the place of an older one of that key. One that
    /// is larger than all the room is not kept.
    template <class T>
    void put(const std::string& key, std::shared_ptr<const T> value, std::size_t bytes) {
        keep(key, std::move(value), typeid(T), bytes);
    }

    /// Null if there is none, or no more.
    template <class T>
    std::shared_ptr<const T> get(const std::string& key) {
        return std::static_pointer_cast<const T>(find(key, typeid(T)));
    }

    /// A value, and about how many bytes it is.
    template <class T>
    struct Made {
        std::shared_ptr<const T> value;
        std::size_t bytes = 0;
    };

    /// The value of that key that is good enough, from here or made now and put here. Of several
    /// that want the same at once one makes it and the others wait; who is told to stop meanwhile
    /// makes his own, which nobody else gets. `waiting` is called about fifty times a second, by
    /// those who wait.
    template <class T, class Make, class Good>
    std::shared_ptr<const T> share(const std::string& key, const StopFlag& stop, Make&& make,
                                   Good&& good, const std::function<void()>& waiting = {}) {
        for (;;) {
            if (auto kept = get<T>(key); kept && good(*kept)) return kept;
            bool mine = false;
            const std::shared_ptr<Flight> flight = take_off(key, typeid(T), mine);
            if (mine) {
                const Landing landing{*this, key, flight};
                // It may have landed since the first look.
                if (auto kept = get<T>(key); kept && good(*kept)) return kept;
                Made<T> made = make();
                put(key, made.value, made.bytes);
                const std::lock_guard lock(flights_mutex_);
                flight->value = made.value;
                return made.value;
            }
            if (!wait_for(*flight, stop, waiting)) return make().value;
            const auto value = std::static_pointer_cast<const T>(flight->value);
            if (value && good(*value)) return value;
        }
    }

    std::size_t bytes() const;
    std::size_t size() const;

  private:
    /// Something that is being made.
    struct Flight {
        std::type_index type;
        std::shared_ptr<const void> value{};  // null if it came to nothing
        bool landed = false;
    };
    /// Tells those who wait, however the making ended.
    struct Landing {
        Cache& cache;
        const std::string& key;
        const std::shared_ptr<Flight>& flight;
        ~Landing() { cache.land(key, *flight); }
    };

    std::shared_ptr<Flight> take_off(const std::string& key, std::type_index type, bool& mine);
    void land(const std::string& key, Flight& flight);
    /// False if the flag was raised before it landed.
    bool wait_for(const Flight& flight, const StopFlag& stop, const std::function<void()>& waiting);

    struct Entry {
        std::string key;
        std::shared_ptr<const void> value;
        std::type_index type;
        std::size_t bytes;
    };

    void keep(const std::string& key, std::shared_ptr<const void> value, std::type_index type,
              std::size_t bytes);
    std::shared_ptr<const void> find(const std::string& key, std::type_index type);

    const std::size_t max_bytes_;
    mutable std::mutex mutex_;
    std::list<Entry> entries_;  // the latest first
    std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
    std::size_t bytes_ = 0;

    std::mutex flights_mutex_;
    std::condition_variable landed_;
    std::unordered_map<std::string, std::shared_ptr<Flight>> flights_;
};

}  // namespace clew::questions
