#pragma once
// Workers: the same function on several threads, until all return.
//
//     run_workers(4, [&](unsigned worker) { while (auto job = next()) ...; });
//
// The caller's thread is worker 0. An exception in any worker is thrown again here, once all have
// come back.

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace clew {

template <class Work>
void run_workers(unsigned count, const Work& work) {
    std::exception_ptr failure;
    std::mutex guard;
    const auto guarded = [&](unsigned worker) {
        try {
            work(worker);
        } catch (...) {
            const std::scoped_lock lock{guard};
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    for (unsigned worker = 1; worker < count; ++worker) threads.emplace_back(guarded, worker);
    guarded(0);
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace clew
