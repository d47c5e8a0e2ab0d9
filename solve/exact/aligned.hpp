#pragma once
// Aligned: a fixed block of numbers that starts on a cache line, for vector loads.
//
//     Aligned<std::uint16_t> rows{280 * 32};      // zeros

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace clew::exact {

template <class T>
class Aligned {
    static_assert(std::is_trivial_v<T>);
    static constexpr std::align_val_t line{64};

  public:
    Aligned() = default;
    explicit Aligned(std::size_t size) { reset(size); }

    /// A new block of `size` zeros. What was there is gone.
    void reset(std::size_t size) {
        size_ = size;
        data_.reset();  // before the new one, so that both never stand side by side
        if (size == 0) return;
        data_.reset(static_cast<T*>(::operator new(size * sizeof(T), line)));
        clear();
    }
    void clear() {
        if (size_ != 0) std::memset(data_.get(), 0, size_ * sizeof(T));
    }

    std::size_t size() const { return size_; }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    T& operator[](std::size_t i) { return data_.get()[i]; }
    const T& operator[](std::size_t i) const { return data_.get()[i]; }

  private:
    struct Free {
        void operator()(T* p) const { ::operator delete(p, line); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

}  // namespace clew::exact
