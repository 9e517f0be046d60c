#pragma once

#include <cstdint>

#include "runtime/memory/layout.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/symbolic/expressions.h"

namespace heddle::runtime {

// The expressions of the bytes of memory, each of width 8. A table indexed by page number says whether a page has any;
// instrumented code reads it directly (abi/symbolic.h).
//
// Next to each expression is the byte that was in memory when it was stored: if memory now holds a different one, code
// without shadows has written it, and the expression is void. Empty at the start of each run. Owned by the runtime.
class ShadowMemory {
 public:
  // The bound on pages with shadows in one run; store() reports when it is hit.
  static constexpr std::size_t kMaxPages = 1 << 16;

  // False if the kernel refuses.
  bool map();
  void start_run();

  // The expression of the byte at this address, which is or was `value`; 0 if it has none.
  Expr at(std::uintptr_t address, std::uint8_t value) const {
    const Page* const page = table()[address / kPageSize];
    if (page == nullptr) return 0;
    const std::uintptr_t i = address % kPageSize;
    return page->values[i] == value ? page->expressions[i] : 0;
  }
  bool empty() const { return pages_.size() == 0; }
  // Does one of these bytes have an expression?
  bool has(std::uintptr_t begin, std::uint64_t size) const;
  // Can there be memory at all?
  static bool is_address(std::uintptr_t address) { return address / kPageSize < kSymbolicTableSize / sizeof(void*); }
  // Is there any in the pages of these bytes?
  bool any(std::uintptr_t begin, std::uint64_t size) const;

  // The byte is now `value`, which is that of the expression (0: none). False if there is no room.
  bool store(std::uintptr_t address, Expr e, std::uint8_t value);
  void clear(std::uintptr_t begin, std::uint64_t size);
  // Follows a memmove that has just been done.
  bool copy(std::uintptr_t to, std::uintptr_t from, std::uint64_t size);

 private:
  struct Page {
    Expr expressions[kPageSize];
    std::uint8_t values[kPageSize];
  };

  static Page** table() { return reinterpret_cast<Page**>(kSymbolicTableBase); }
  Page* page_for(std::uintptr_t address);

  MappedArray<Page> pages_;
  MappedArray<std::uintptr_t> used_;  // the memory page that each belongs to
};

}  // namespace heddle::runtime
