#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/layout.h"
#include "runtime/memory/mapped_array.h"

namespace heddle::runtime {

// The writable memory of the program as it is when the first run starts, and how to restore it after every run.
// 1. A whole page that was not written since it was last protected equals its copy: it is write-protected, and the
//    first write to it is passed to on_fault().
// 2. A page that was written stays writable, so that a steady state makes no system calls; it is copied back by every
//    put_back() until all pages are protected again, which happens now and then to follow what the program currently
//    writes.
// 3. Parts of pages (the ends of regions, what surrounds an exclusion) are never protected and always copied back.
// Owned by the runtime, in memory outside all of its regions.
class Snapshot {
 public:
  // Bounds; add_region and exclude say when they are hit.
  static constexpr std::size_t kMaxRegions = 1 << 16;
  static constexpr std::size_t kMaxPages = std::size_t{1} << 28;
  // Pages are protected again after this many restores at first, and after twice as many each time, ...
  static constexpr std::uint32_t kFirstPeriod = 64;
  static constexpr std::uint32_t kLongestPeriod = 4096;
  // ... if there are more writable ones than this.
  static constexpr std::size_t kFewPages = 16;

  Snapshot() = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  // Makes everything writable again that was protected.
  ~Snapshot();

  // Reserves the address space for its tables; false if the kernel refuses.
  bool map();

  // Regions may overlap. False if there are too many.
  bool add_region(std::uintptr_t begin, std::uintptr_t end, bool executable = false);
  // The writable segments of the executable and the shared libraries, without what is read-only after relocation and
  // without the dynamic linker, whose state must outlive a run.
  bool add_modules();
  // The part of a region that this address is in; empty if it is in none.
  struct Piece {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  };
  Piece piece_of(std::uintptr_t address) const {
    for (const Region& region : regions_) {
      if (address - region.begin < region.end - region.begin) return {region.begin, region.end};
    }
    return {};
  }
  // These bytes keep their values from run to run.
  bool exclude(std::uintptr_t begin, std::uintptr_t end);

  // Copies everything and protects it: the handler that calls on_fault() must already be installed. Called once.
  bool take();
  // Is this a write to a page that is protected by us? Then the page is now writable. Makes no calls into libc: it may
  // be called from a handler, at any point.
  bool on_fault(std::uintptr_t address);
  // Makes these bytes writable before the kernel writes to them: it does not call handlers.
  bool touch(std::uintptr_t begin, std::size_t size);
  void put_back();

  std::size_t bytes() const { return pages_.size() * kPageSize + fragment_bytes_; }
  std::size_t writable_pages() const { return writable_.size(); }
  std::size_t last_copied_pages() const { return last_copied_; }
  std::uint64_t faults() const { return faults_; }

 private:
  struct Region {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool executable = false;
  };
  // Consecutive whole pages of one region.
  struct Span {
    std::uintptr_t begin = 0;
    std::size_t pages = 0;
    std::size_t first_page = 0;  // index into pages_ and the copies
    int protection = 0;          // without write permission
  };
  struct Fragment {
    std::uintptr_t begin = 0;
    std::size_t size = 0;
    std::size_t copy = 0;  // offset in fragment_copies_
  };
  struct WritablePage {
    std::uintptr_t address = 0;
    std::size_t page = 0;
  };
  enum class PageState : std::uint8_t { kProtected, kWritable };

  static void merge(MappedArray<Region>& regions);
  bool plan();
  bool plan_piece(std::uintptr_t begin, std::uintptr_t end, bool executable);
  bool plan_fragment(std::uintptr_t begin, std::uintptr_t end);
  const Span* find_span(std::uintptr_t address) const;
  bool make_writable(const Span& span, std::size_t first, std::size_t count);
  void list_writable(const Span& span, std::size_t first, std::size_t count);
  bool protect_all();
  char* copy_of(std::size_t page) const { return copies_ + page * kPageSize; }

  MappedArray<Region> regions_;
  MappedArray<Region> exclusions_;
  MappedArray<Span> spans_;  // sorted
  MappedArray<Fragment> fragments_;
  MappedArray<PageState> pages_;
  MappedArray<WritablePage> writable_;
  char* copies_ = nullptr;
  char* fragment_copies_ = nullptr;
  std::size_t fragment_bytes_ = 0;
  std::size_t last_copied_ = 0;
  std::uint64_t faults_ = 0;
  std::uint32_t period_ = kFirstPeriod;
  std::uint32_t restores_left_ = kFirstPeriod;  // in this period
};

}  // namespace heddle::runtime
