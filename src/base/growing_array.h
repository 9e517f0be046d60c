#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <type_traits>

#include "base/check.h"

namespace heddle::base {

// A contiguous array of plain values that only grows. It grows by moving page tables (mremap), not bytes, and
// pages that were never written take no memory: the peak is what is in use, where std::vector needs up to three
// times that while it doubles. Growth invalidates pointers, as with std::vector.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  ~GrowingArray() {
    if (data_ != nullptr) munmap(data_, capacity_ * sizeof(T));
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }

  // Returns the index of the new element.
  std::size_t push_back(const T& value) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data_[size_] = value;
    return size_++;
  }
  void pop_back() { --size_; }

  // Makes room for `count` elements after the last one, uninitialised (zero where the memory was never used before).
  std::size_t append(std::size_t count) {
    if (size_ + count > capacity_) [[unlikely]]
      grow(size_ + count);
    const std::size_t first = size_;
    size_ += count;
    return first;
  }
  void resize(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void clear() { size_ = 0; }

 private:
  void grow(std::size_t needed) {
    std::size_t capacity = capacity_ == 0 ? (1 << 16) / sizeof(T) + 1 : capacity_ * 2;
    while (capacity < needed) capacity *= 2;
    void* moved = data_ == nullptr ? mmap(nullptr, capacity * sizeof(T), PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                                   : mremap(data_, capacity_ * sizeof(T), capacity * sizeof(T), MREMAP_MAYMOVE);
    CHECK_MSG(moved != MAP_FAILED, "out of memory: {} bytes", capacity * sizeof(T));
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace heddle::base
