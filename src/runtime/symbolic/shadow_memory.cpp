#include "runtime/symbolic/shadow_memory.h"

#include <cstring>

#include "abi/symbolic.h"

namespace heddle::runtime {

static_assert(kSymbolicTableBase == HEDDLE_SHADOW_TABLE && kPageSize == 1 << HEDDLE_SHADOW_PAGE_BITS);

bool ShadowMemory::map() {
  return map_pages(kSymbolicTableBase, kSymbolicTableSize) != nullptr && pages_.map(kMaxPages) && used_.map(kMaxPages);
}

void ShadowMemory::start_run() {
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    table()[used_[i]] = nullptr;
    std::memset(pages_[i].expressions, 0, sizeof pages_[i].expressions);
  }
  pages_.clear();
  used_.clear();
}

bool ShadowMemory::any(std::uintptr_t begin, std::uint64_t size) const {
  if (size == 0 || pages_.size() == 0 || !is_address(begin) || !is_address(begin + size - 1)) return false;
  for (std::uintptr_t page = begin / kPageSize; page <= (begin + size - 1) / kPageSize; ++page) {
    if (table()[page] != nullptr) return true;
  }
  return false;
}

bool ShadowMemory::has(std::uintptr_t begin, std::uint64_t size) const {
  if (!any(begin, size)) return false;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (at(begin + i, *reinterpret_cast<const std::uint8_t*>(begin + i)) != 0) return true;
  }
  return false;
}

ShadowMemory::Page* ShadowMemory::page_for(std::uintptr_t address) {
  Page*& page = table()[address / kPageSize];
  if (page != nullptr) return page;
  if (!used_.push(address / kPageSize)) return nullptr;
  page = pages_.extend(1);
  return page;
}

bool ShadowMemory::store(std::uintptr_t address, Expr e, std::uint8_t value) {
  Page* const page = e == 0 ? table()[address / kPageSize] : page_for(address);
  if (page == nullptr) return e == 0;
  page->expressions[address % kPageSize] = e;
  page->values[address % kPageSize] = value;
  return true;
}

void ShadowMemory::clear(std::uintptr_t begin, std::uint64_t size) {
  if (pages_.size() == 0) return;
  for (const std::uintptr_t end = begin + size; begin < end;) {
    const std::uintptr_t next = align_down(begin, kPageSize) + kPageSize;
    const std::uintptr_t stop = next < end ? next : end;
    if (Page* const page = table()[begin / kPageSize]; page != nullptr)
      std::memset(page->expressions + begin % kPageSize, 0, (stop - begin) * sizeof(Expr));
    begin = stop;
  }
}

bool ShadowMemory::copy(std::uintptr_t to, std::uintptr_t from, std::uint64_t size) {
  if (!any(from, size)) {
    clear(to, size);
    return true;
  }
  bool room = true;
  const auto one = [&](std::uint64_t i) {
    const Page* const page = table()[(from + i) / kPageSize];
    const std::uintptr_t at = (from + i) % kPageSize;
    // What was copied is now at `to`; where they overlap, `from` is no longer what it was.
    const std::uint8_t value = *reinterpret_cast<const std::uint8_t*>(to + i);
    const bool valid = page != nullptr && page->values[at] == value;
    room = store(to + i, valid ? page->expressions[at] : 0, value) && room;
  };
  if (to <= from) {
    for (std::uint64_t i = 0; i < size; ++i) one(i);
  } else {
    for (std::uint64_t i = size; i-- > 0;) one(i);
  }
  return room;
}

}  // namespace heddle::runtime
