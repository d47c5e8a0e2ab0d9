#include "core/base/memory_account.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace clew::inline base {
namespace {

std::size_t positive(std::int64_t bytes) {
    return static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0));
}

std::int64_t bounded(std::size_t bytes) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 8;
    return bytes > static_cast<std::size_t>(largest) ? largest : static_cast<std::int64_t>(bytes);
}

}  // namespace

std::size_t MemoryPool::bytes() const { return positive(bytes_.load(std::memory_order_relaxed)); }

/// Nobody but the heaviest, and it once: while it winds up, the others go on.
void MemoryPool::stop_heaviest() noexcept {
    const std::lock_guard lock(mutex_);
    const auto heaviest =
        std::ranges::max_element(accounts_, {}, [](const MemoryAccount* a) { return a->bytes(); });
    if (heaviest != accounts_.end()) (*heaviest)->exceed();
}

MemoryAccount::MemoryAccount(MemoryPool& pool, std::size_t most, StopFlag& stop)
    : pool_(pool), most_(bounded(most)), stop_(stop) {
    const Charged nobody{nullptr};  // who allocates under this lock must not come back to it
    const std::lock_guard lock(pool_.mutex_);
    pool_.accounts_.push_back(this);
}

MemoryAccount::~MemoryAccount() {
    const std::lock_guard lock(pool_.mutex_);
    std::erase(pool_.accounts_, this);
    pool_.bytes_.fetch_sub(bytes_.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

std::size_t MemoryAccount::bytes() const {
    return positive(bytes_.load(std::memory_order_relaxed));
}

bool MemoryAccount::overdrawn() const {
    // The light ones need not end for what a heavy one holds.
    return bytes_.load(std::memory_order_relaxed) > 2 * most_ ||
           (exceeded() && pool_.bytes_.load(std::memory_order_relaxed) > 2 * bounded(pool_.most_));
}

void MemoryAccount::add(std::int64_t bytes) noexcept {
    const std::int64_t now = bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    const std::int64_t all = pool_.bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (bytes <= 0) return;
    if (now > most_) exceed();
    if (all > bounded(pool_.most_)) pool_.stop_heaviest();
}

void MemoryAccount::exceed() noexcept {
    exceeded_.store(true, std::memory_order_relaxed);
    stop_.raise();
}

void memory::check() {
    if (payer.account == nullptr) return;
    if (payer.pending > 0) payer.account->add(std::exchange(payer.pending, 0));
    if (payer.account->overdrawn()) throw std::bad_alloc{};
}

}  // namespace clew::inline base
