#include "runtime/memory/mappings.h"

#include <algorithm>
#include <cerrno>

#include "runtime/memory/pages.h"

namespace heddle::runtime {

namespace {

bool is_mapped(std::uintptr_t page) {
  unsigned char resident = 0;
  return system_call(SYS_mincore, static_cast<long>(page), kPageSize, reinterpret_cast<long>(&resident)) == 0;
}

}  // namespace

std::size_t find_mapped_size(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t first = align_down(address, kPageSize);
  for (std::uintptr_t page = first; page - first < size; page += kStretch) {
    if (!is_mapped(page)) return page == first ? 0 : page - address;
  }
  return size;
}

std::uintptr_t Mappings::take(trace::ThreadId thread, std::size_t size) {
  const std::size_t index = thread.index();
  const std::size_t room = mappings_size(index) - used_[index];
  if (size > room) return 0;
  const std::size_t taken = align_up(size, kPageSize) + kPageSize;
  if (taken > room) return 0;
  const std::uintptr_t result = mappings_begin(index) + used_[index];
  used_[index] += taken;
  threads_ = std::max(threads_, index + 1);
  return result;
}

long Mappings::map(trace::ThreadId thread, std::size_t size, int protection, int flags, int descriptor, long offset) {
  // A mapping that has grown may be in the way.
  while (const std::uintptr_t at = take(thread, size)) {
    const long result = system_call(SYS_mmap, static_cast<long>(at), static_cast<long>(size), protection,
                                    flags | MAP_FIXED_NOREPLACE, descriptor, offset);
    if (result != -EEXIST) return result;
  }
  return -EEXIST;
}

long Mappings::move(trace::ThreadId thread, std::uintptr_t from, std::size_t size, std::size_t new_size, int flags) {
  const std::uintptr_t at = take(thread, new_size);
  if (at == 0) return -EEXIST;
  return system_call(SYS_mremap, static_cast<long>(from), static_cast<long>(size), static_cast<long>(new_size),
                     flags | MREMAP_MAYMOVE | MREMAP_FIXED, static_cast<long>(at));
}

void Mappings::put_back() {
  for (std::size_t index = 0; index < threads_; ++index) {
    if (used_[index] == 0) continue;
    system_call(SYS_munmap, static_cast<long>(mappings_begin(index)), static_cast<long>(mappings_size(index)));
    used_[index] = 0;
  }
  threads_ = 0;
}

}  // namespace heddle::runtime
