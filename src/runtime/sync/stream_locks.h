#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "trace/ids.h"

namespace heddle::runtime {

// The locks of flockfile: recursive, one for each stream that is locked. Owned by the runtime.
class StreamLocks {
 public:
  void lock(const FILE* stream);
  bool try_lock(const FILE* stream);
  void unlock(const FILE* stream);
  // Another function is about to use the stream: it would wait for the thread that has locked it, which is named.
  void use(const FILE* stream) const;
  // Has a stream at this address been locked in this run?
  bool is_locked_at(std::uint64_t address) const;

  void put_back() { count_ = 0; }

 private:
  struct Lock {
    const FILE* stream = nullptr;
    trace::ThreadId owner{};
    std::uint32_t depth = 0;  // how often the owner has locked it; 0: it is free
  };
  static constexpr std::size_t kMaxLocks = 256;

  // Null, and named, if there are too many.
  Lock* lock_of(const FILE* stream);

  std::array<Lock, kMaxLocks> locks_{};
  std::size_t count_ = 0;
};

}  // namespace heddle::runtime
