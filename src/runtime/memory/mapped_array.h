#pragma once

#include <cstddef>
#include <type_traits>

#include "runtime/memory/pages.h"

namespace heddle::runtime {

// An array in pages of its own, with a fixed capacity of which only the used part takes memory. Invariant: elements
// beyond size() may hold old values; push() and extend() do not clear them. Owned by one component, which reports when
// the array is full.
template <class T>
class MappedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  MappedArray() = default;
  MappedArray(const MappedArray&) = delete;
  MappedArray& operator=(const MappedArray&) = delete;
  ~MappedArray() { unmap_pages(data_, capacity_ * sizeof(T)); }

  // False if the kernel refuses.
  bool map(std::size_t capacity) {
    data_ = static_cast<T*>(map_pages(0, capacity * sizeof(T)));
    capacity_ = data_ != nullptr ? capacity : 0;
    return data_ != nullptr;
  }

  // False if it is full.
  bool push(const T& value) {
    if (size_ == capacity_) return false;
    data_[size_++] = value;
    return true;
  }

  // The first of n new elements; null if there is not enough room.
  T* extend(std::size_t n) {
    if (n > capacity_ - size_) return nullptr;
    T* first = data_ + size_;
    size_ += n;
    return first;
  }

  void clear() { size_ = 0; }
  void shrink(std::size_t size) { size_ = size; }
  // Zeroes all elements, at the cost of the pages that were used.
  void discard() {
    discard_pages(reinterpret_cast<std::uintptr_t>(data_), capacity_ * sizeof(T));
    size_ = 0;
  }

  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace heddle::runtime
