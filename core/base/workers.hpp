#pragma once
// Workers: the same function on several threads, until all return.
//
//     run_workers(4, [&](unsigned worker) { while (auto job = next()) ...; });
//
// The caller's thread is worker 0. An exception in any worker is thrown again here, once all have
// come back. What the workers allocate is charged to the caller's account (memory_account.hpp).
// Where the system gives fewer threads, the caller's does the work of those that are missing, so
// every worker's number is worked once.

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/memory_account.hpp"

namespace clew::inline base {

template <class Work>
void run_workers(unsigned count, const Work& work) {
    std::exception_ptr failure;
    std::mutex guard;
    MemoryAccount* const account = memory::payer.account;
    const auto guarded = [&](unsigned worker) {
        const Charged charged{account};
        try {
            work(worker);
        } catch (...) {
            const std::scoped_lock lock{guard};
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::jthread> threads;
    threads.reserve(count);
    unsigned started = 1;
    try {
        for (; started < count; ++started) threads.emplace_back(guarded, started);
    } catch (const std::system_error&) {
    }
    guarded(0);
    for (; started < count; ++started) guarded(started);
    threads.clear();  // joins
    if (failure) std::rethrow_exception(failure);
}

}  // namespace clew::inline base
