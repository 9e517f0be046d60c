#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/layout.h"
#include "runtime/memory/mapped_array.h"

namespace heddle::runtime {

// Memory for what the C library allocates on behalf of the runtime while a thread is prepared: it does not belong to
// any run, so that the addresses of the program's own blocks do not depend on it. Never freed. Owned by the runtime.
class OwnMemory {
 public:
  static constexpr bool kOutlivesRuns = true;  // none of it is the program's

  static constexpr std::size_t kCapacity = std::size_t{256} << 20;

  // As long as it exists, allocations come from here.
  class Use {
   public:
    explicit Use(OwnMemory& memory) : memory_(memory) { memory_.in_use_ = true; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { memory_.in_use_ = false; }

   private:
    OwnMemory& memory_;
  };

  bool in_use() const { return in_use_; }
  bool contains(const void* pointer) const { return pointer >= bytes_.begin() && pointer < bytes_.end(); }
  // Zeroed, as new pages are; null if there is no room.
  void* allocate(std::size_t size, std::size_t alignment) {
    if (bytes_.capacity() == 0 && !bytes_.map(kCapacity)) return nullptr;
    const auto here = reinterpret_cast<std::uintptr_t>(bytes_.end());
    const std::uintptr_t begin = align_up(here + sizeof(std::size_t), alignment);
    if (bytes_.extend(begin + size - here) == nullptr) return nullptr;
    reinterpret_cast<std::size_t*>(begin)[-1] = size;
    return reinterpret_cast<void*>(begin);
  }
  static std::size_t size_of(const void* pointer) { return static_cast<const std::size_t*>(pointer)[-1]; }

 private:
  MappedArray<char> bytes_;
  bool in_use_ = false;
};

}  // namespace heddle::runtime
