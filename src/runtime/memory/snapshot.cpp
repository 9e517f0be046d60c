#include "runtime/memory/snapshot.h"

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

#include <cstring>

namespace heddle::runtime {

namespace {

bool is_zero(const char* page) {
  const auto* words = reinterpret_cast<const std::uint64_t*>(page);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < kPageSize / sizeof(std::uint64_t); ++i) all |= words[i];
  return all == 0;
}

char* bytes_at(std::uintptr_t address) { return reinterpret_cast<char*>(address); }

struct ModuleWalk {
  Snapshot* snapshot;
  std::uintptr_t dynamic_linker;
  std::uintptr_t vdso;
};

// Adds the writable segments of one module; they share their pages with nothing else. What the dynamic linker makes
// read-only after relocation is rounded in the same way as the linker does it.
bool add_module(Snapshot& snapshot, const dl_phdr_info& module) {
  std::uintptr_t relro_begin = 0;
  std::uintptr_t relro_end = 0;
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& header = module.dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    relro_begin = align_down(module.dlpi_addr + header.p_vaddr, kPageSize);
    relro_end = align_down(module.dlpi_addr + header.p_vaddr + header.p_memsz, kPageSize);
  }
  const auto within = [](std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end) {
    return address < begin ? begin : address > end ? end : address;
  };
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& header = module.dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    const std::uintptr_t begin = align_down(module.dlpi_addr + header.p_vaddr, kPageSize);
    const std::uintptr_t end = align_up(module.dlpi_addr + header.p_vaddr + header.p_memsz, kPageSize);
    const bool executable = (header.p_flags & PF_X) != 0;
    if (!snapshot.add_region(begin, within(relro_begin, begin, end), executable)) return false;
    if (!snapshot.add_region(within(relro_end, begin, end), end, executable)) return false;
  }
  return true;
}

int visit_module(dl_phdr_info* module, std::size_t /*size*/, void* argument) {
  const auto& walk = *static_cast<const ModuleWalk*>(argument);
  const bool skip =
      module->dlpi_addr != 0 && (module->dlpi_addr == walk.dynamic_linker || module->dlpi_addr == walk.vdso);
  return skip || add_module(*walk.snapshot, *module) ? 0 : 1;
}

}  // namespace

Snapshot::~Snapshot() {
  for (const Span& span : spans_) protect_pages(span.begin, span.pages * kPageSize, span.protection | PROT_WRITE);
  unmap_pages(copies_, pages_.size() * kPageSize);
  unmap_pages(fragment_copies_, fragment_bytes_);
}

bool Snapshot::map() {
  return regions_.map(kMaxRegions) && exclusions_.map(kMaxRegions) && spans_.map(2 * kMaxRegions) &&
         fragments_.map(4 * kMaxRegions) && pages_.map(kMaxPages) && writable_.map(kMaxPages);
}

bool Snapshot::add_region(std::uintptr_t begin, std::uintptr_t end, bool executable) {
  return begin >= end || regions_.push({begin, end, executable});
}

bool Snapshot::exclude(std::uintptr_t begin, std::uintptr_t end) {
  return begin >= end || exclusions_.push({begin, end, false});
}

// The rest of the last page of a segment belongs to nobody else, so whole pages can be protected.
bool Snapshot::add_modules() {
  ModuleWalk walk{this, getauxval(AT_BASE), getauxval(AT_SYSINFO_EHDR)};
  return dl_iterate_phdr(visit_module, &walk) == 0;
}

// Sorts the regions and merges those that touch. There are a few dozen: insertion sort is good enough.
void Snapshot::merge(MappedArray<Region>& regions) {
  for (std::size_t i = 1; i < regions.size(); ++i) {
    const Region region = regions[i];
    std::size_t at = i;
    for (; at > 0 && regions[at - 1].begin > region.begin; --at) regions[at] = regions[at - 1];
    regions[at] = region;
  }
  std::size_t kept = 0;
  for (const Region& region : regions) {
    if (kept != 0 && region.begin <= regions[kept - 1].end) {
      Region& last = regions[kept - 1];
      if (last.end < region.end) last.end = region.end;
      last.executable |= region.executable;
    } else {
      regions[kept++] = region;
    }
  }
  regions.shrink(kept);
}

bool Snapshot::plan() {
  merge(regions_);
  merge(exclusions_);
  for (const Region& region : regions_) {
    std::uintptr_t at = region.begin;
    for (const Region& hole : exclusions_) {
      if (hole.end <= at || hole.begin >= region.end) continue;
      if (hole.begin > at && !plan_piece(at, hole.begin, region.executable)) return false;
      at = hole.end;
    }
    if (at < region.end && !plan_piece(at, region.end, region.executable)) return false;
  }
  return true;
}

bool Snapshot::plan_piece(std::uintptr_t begin, std::uintptr_t end, bool executable) {
  const std::uintptr_t first = align_up(begin, kPageSize);
  const std::uintptr_t last = align_down(end, kPageSize);
  if (first >= last) {
    return plan_fragment(begin, end);
  }
  const Span span{first, (last - first) / kPageSize, pages_.size(), PROT_READ | (executable ? PROT_EXEC : 0)};
  return plan_fragment(begin, first) && pages_.extend(span.pages) != nullptr && spans_.push(span) &&
         plan_fragment(last, end);
}

bool Snapshot::plan_fragment(std::uintptr_t begin, std::uintptr_t end) {
  if (begin == end) return true;
  if (!fragments_.push({begin, end - begin, fragment_bytes_})) return false;
  fragment_bytes_ += end - begin;
  return true;
}

bool Snapshot::take() {
  if (!plan()) return false;
  if (pages_.size() != 0) {
    copies_ = static_cast<char*>(map_pages(0, pages_.size() * kPageSize));
    if (copies_ == nullptr) return false;
  }
  if (fragment_bytes_ != 0) {
    fragment_copies_ = static_cast<char*>(map_pages(0, fragment_bytes_));
    if (fragment_copies_ == nullptr) return false;
  }
  for (const Span& span : spans_) {
    for (std::size_t i = 0; i < span.pages; ++i) {
      const char* page = bytes_at(span.begin + i * kPageSize);
      // A copy of zeros is already there, and takes no memory as long as it is not written.
      if (!is_zero(page)) std::memcpy(copy_of(span.first_page + i), page, kPageSize);
    }
  }
  for (const Fragment& part : fragments_) std::memcpy(fragment_copies_ + part.copy, bytes_at(part.begin), part.size);
  return protect_all();
}

bool Snapshot::protect_all() {
  for (const WritablePage& page : writable_) pages_[page.page] = PageState::kProtected;
  writable_.clear();
  bool all = true;
  for (const Span& span : spans_) {
    // One call for all pages of a span, which also leaves the kernel with a single mapping for them.
    if (protect_pages(span.begin, span.pages * kPageSize, span.protection)) continue;
    list_writable(span, 0, span.pages);
    all = false;
  }
  return all;
}

const Snapshot::Span* Snapshot::find_span(std::uintptr_t address) const {
  std::size_t low = 0;
  std::size_t high = spans_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (spans_[middle].begin + spans_[middle].pages * kPageSize <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < spans_.size() ? &spans_[low] : nullptr;
}

bool Snapshot::make_writable(const Span& span, std::size_t first, std::size_t count) {
  const int protection = span.protection | PROT_WRITE;
  if (!protect_pages(span.begin + first * kPageSize, count * kPageSize, protection)) {
    // The kernel limits the number of mappings. One for the whole span is the minimum.
    first = 0;
    count = span.pages;
    if (!protect_pages(span.begin, count * kPageSize, protection)) return false;
  }
  list_writable(span, first, count);
  return true;
}

void Snapshot::list_writable(const Span& span, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    PageState& state = pages_[span.first_page + i];
    if (state == PageState::kWritable) continue;
    state = PageState::kWritable;
    writable_.push({span.begin + i * kPageSize, span.first_page + i});  // has room for all pages
  }
}

bool Snapshot::on_fault(std::uintptr_t address) {
  const Span* span = find_span(address);
  if (span == nullptr || address < span->begin) return false;
  const std::size_t page = (address - span->begin) / kPageSize;
  if (pages_[span->first_page + page] != PageState::kProtected) return false;
  ++faults_;
  return make_writable(*span, page, 1);
}

bool Snapshot::touch(std::uintptr_t begin, std::size_t size) {
  const std::uintptr_t end = begin + size;
  for (const Span* span = find_span(begin); span != nullptr && span != spans_.end() && span->begin < end; ++span) {
    std::size_t page = begin > span->begin ? (begin - span->begin) / kPageSize : 0;
    const std::size_t needed = align_up(end - span->begin, kPageSize) / kPageSize;
    const std::size_t last = needed < span->pages ? needed : span->pages;
    while (page < last) {
      std::size_t run = 0;
      while (page + run < last && pages_[span->first_page + page + run] == PageState::kProtected) ++run;
      if (run != 0 && !make_writable(*span, page, run)) return false;
      page += run + 1;
    }
  }
  return true;
}

void Snapshot::put_back() {
  for (const Fragment& part : fragments_) std::memcpy(bytes_at(part.begin), fragment_copies_ + part.copy, part.size);
  last_copied_ = writable_.size();
  for (const WritablePage& page : writable_) std::memcpy(bytes_at(page.address), copy_of(page.page), kPageSize);
  if (--restores_left_ != 0) return;
  if (writable_.size() > kFewPages) protect_all();
  if (period_ < kLongestPeriod) period_ *= 2;
  restores_left_ = period_;
}

}  // namespace heddle::runtime
