#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/memory/layout.h"
#include "trace/ids.h"

namespace heddle::runtime {

// Of these bytes, about those before the first that nothing is mapped at, if there are many. A size may be garbage, as
// races leave it behind: the access ends there by itself, and nobody needs to look further.
inline constexpr std::size_t kStretch = std::size_t{1} << 20;
std::size_t find_mapped_size(std::uintptr_t address, std::size_t size);
inline std::size_t mapped_size(std::uintptr_t address, std::size_t size) {
  return size <= kStretch ? size : find_mapped_size(address, size);
}

// Where the program's own mappings are. The kernel would put them wherever there is room, which depends on what the
// process and its other threads have mapped before; but a cell is known by its address. So the n-th mapping of a thread
// is at the same place in every run, as long as its earlier ones have the same sizes.
// 1. No place is used twice in a run, and there is a page between two of them that nobody may access.
// Owned by the runtime.
class Mappings {
 public:
  // As mmap(nullptr, …), with its result. -EEXIST if there is no room left.
  long map(trace::ThreadId thread, std::size_t size, int protection, int flags, int descriptor, long offset);
  // As mremap() of all of a mapping to another place.
  long move(trace::ThreadId thread, std::uintptr_t from, std::size_t size, std::size_t new_size, int flags);
  // The run is over: its mappings are gone.
  void put_back();

 private:
  // A place for this many bytes; 0 if there is none.
  std::uintptr_t take(trace::ThreadId thread, std::size_t size);

  std::array<std::size_t, trace::kMaxThreads> used_{};  // by each thread
  std::size_t threads_ = 0;                             // that have used any
};

}  // namespace heddle::runtime
