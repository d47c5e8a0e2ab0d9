// The global operator new and delete of a program that bounds the memory of its questions: malloc
// and free, told to the account that pays for the thread (core/base/memory_account.hpp). Without
// an account, which is so in all commands but `serve`, they are malloc and free.
//
// Every form is replaced, so that none meets a foreign one. What libraries in C take by malloc is
// not counted, and no new-handler is asked, as nobody here sets one.

#include "questions/counted_memory.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

#include "core/base/memory_account.hpp"

namespace {

constexpr std::size_t usual = alignof(std::max_align_t);

#ifdef _WIN32  // where aligned memory is of a kind of its own, and is not counted
void* aligned(std::size_t bytes, std::size_t alignment) {
    return _aligned_malloc(bytes, alignment);
}
std::size_t size_of(void* p, std::size_t alignment) { return alignment <= usual ? _msize(p) : 0; }
void give_back(void* p, std::size_t alignment) {
    alignment <= usual ? std::free(p) : _aligned_free(p);
}
#else
void* aligned(std::size_t bytes, std::size_t alignment) {
    void* p = nullptr;
    return posix_memalign(&p, alignment, bytes) == 0 ? p : nullptr;
}
std::size_t size_of(void* p, std::size_t) { return malloc_usable_size(p); }
void give_back(void* p, std::size_t) { std::free(p); }
#endif

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
    if (bytes == 0) bytes = 1;
    void* p = alignment <= usual ? std::malloc(bytes) : aligned(bytes, alignment);
    if (p != nullptr) clew::memory::charge(size_of(p, alignment));
    return p;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
    if (void* p = allocate(bytes, alignment)) return p;
    throw std::bad_alloc{};
}

void release(void* p, std::size_t alignment = usual) noexcept {
    if (p == nullptr) return;
    clew::memory::discharge(size_of(p, alignment));
    give_back(p, alignment);
}

std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

namespace clew::questions {
void count_memory() {}
}  // namespace clew::questions

// NOLINTBEGIN(misc-definitions-in-headers, readability-inconsistent-declaration-parameter-name)
void* operator new(std::size_t n) { return allocate_or_throw(n, usual); }
void* operator new[](std::size_t n) { return allocate_or_throw(n, usual); }
void* operator new(std::size_t n, std::align_val_t a) { return allocate_or_throw(n, number(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return allocate_or_throw(n, number(a)); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return allocate(n, usual); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return allocate(n, usual); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
    return allocate(n, number(a));
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
    return allocate(n, number(a));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t a) noexcept { release(p, number(a)); }
void operator delete[](void* p, std::align_val_t a) noexcept { release(p, number(a)); }
void operator delete(void* p, std::size_t, std::align_val_t a) noexcept { release(p, number(a)); }
void operator delete[](void* p, std::size_t, std::align_val_t a) noexcept { release(p, number(a)); }
void operator delete(void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete(void* p, std::align_val_t a, const std::nothrow_t&) noexcept {
    release(p, number(a));
}
void operator delete[](void* p, std::align_val_t a, const std::nothrow_t&) noexcept {
    release(p, number(a));
}
// NOLINTEND(misc-definitions-in-headers, readability-inconsistent-declaration-parameter-name)
