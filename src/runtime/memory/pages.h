#pragma once

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>

// Pages from the kernel, without libc: its functions may be replaced by the runtime itself, set errno, and are bound
// lazily, which writes to memory that may be protected at that moment.

namespace heddle::runtime {

static_assert(sizeof(void*) == 8 && sizeof(long) == 8, "x86-64 only");

// The result is -errno on failure, as the kernel returns it.
inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

inline bool failed(long result) { return result < 0 && result > -4096; }

// Zero pages that take memory when they are touched: at `address`, or anywhere if that is 0. Null if the kernel refuses
// or the place is taken.
inline void* map_pages(std::uintptr_t address, std::size_t size) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (address != 0 ? MAP_FIXED_NOREPLACE : 0);
  const long result =
      system_call(SYS_mmap, static_cast<long>(address), static_cast<long>(size), PROT_READ | PROT_WRITE, flags, -1, 0);
  if (failed(result)) return nullptr;
  // A few bytes here and there: huge pages would cost a hundred times what is used.
  system_call(SYS_madvise, result, static_cast<long>(size), MADV_NOHUGEPAGE);
  return reinterpret_cast<void*>(result);
}

inline void unmap_pages(void* begin, std::size_t size) {
  if (begin != nullptr) system_call(SYS_munmap, reinterpret_cast<long>(begin), static_cast<long>(size));
}

// Returns the pages to the kernel; they are zero when touched again.
inline void discard_pages(std::uintptr_t begin, std::size_t size) {
  system_call(SYS_madvise, static_cast<long>(begin), static_cast<long>(size), MADV_DONTNEED);
}

inline bool protect_pages(std::uintptr_t begin, std::size_t size, int protection) {
  return !failed(system_call(SYS_mprotect, static_cast<long>(begin), static_cast<long>(size), protection));
}

}  // namespace heddle::runtime
