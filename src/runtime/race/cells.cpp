#include "runtime/race/cells.h"

#include <bit>

namespace heddle::runtime {

using trace::LocationId;
using trace::ThreadId;

Cells::ByteCells* Cells::divide(Granule& granule) {
  if (granule.bytes != 0) return &bytes_[granule.bytes - 1];
  ByteCells* made = bytes_.extend(1);
  if (made == nullptr) {
    exhausted_ = true;
    return nullptr;
  }
  const std::uint32_t one = (granule.sharing & kWithoutMask) | 1U << kMaskShift;
  for (std::size_t i = 0; i < kGranuleBytes; ++i) {
    made->location[i] = granule.location;
    made->sharing[i] = (granule.sharing >> (kMaskShift + i) & 1) != 0 ? one : 0;
  }
  granule.bytes = static_cast<std::uint32_t>(bytes_.size());
  return made;
}

void Cells::set_location(std::uintptr_t address, std::size_t size, LocationId location) {
  const std::uint32_t value = location.valid() ? location.value + 1 : 0;
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    Granule& granule = Shadow::at(at);
    const std::uint8_t mask = Shadow::mask(at, end);
    if (granule.bytes == 0 && (mask == 0xff || granule.location == value)) {
      granule.location = value;
      continue;
    }
    ByteCells* cells = divide(granule);
    if (cells == nullptr) continue;
    for (unsigned bits = mask; bits != 0; bits &= bits - 1) cells->location[std::countr_zero(bits)] = value;
  }
}

bool Cells::note_all(ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write) {
  const std::uintptr_t end = address + size;
  bool shared = false;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    shared |= note_granule(Shadow::at(at), Shadow::mask(at, end), thread, is_write);
  }
  return shared;
}

bool Cells::is_noted(std::uintptr_t address, std::size_t size) const {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    const Granule& granule = Shadow::at(at);
    const std::uint8_t mask = Shadow::mask(at, end);
    if (granule.bytes == 0) {
      if ((granule.sharing >> kMaskShift & mask) != 0) return true;
      continue;
    }
    for (unsigned bits = mask; bits != 0; bits &= bits - 1) {
      if (bytes_[granule.bytes - 1].sharing[std::countr_zero(bits)] != 0) return true;
    }
  }
  return false;
}

bool Cells::is_written_by_others(trace::ThreadId thread, std::uintptr_t address, std::size_t size) const {
  const auto by_others = [thread](std::uint32_t sharing, std::uint32_t location) {
    return location != 0 || (sharing != 0 && is_shared(noted(sharing, thread, false)));
  };
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end; at = Shadow::next(at)) {
    const Granule& granule = Shadow::at(at);
    const std::uint8_t mask = Shadow::mask(at, end);
    if (granule.bytes == 0) {
      const bool has_these = (granule.sharing >> kMaskShift & mask) != 0;
      if (by_others(has_these ? granule.sharing : 0, granule.location)) return true;
      continue;
    }
    const ByteCells& bytes = bytes_[granule.bytes - 1];
    for (unsigned bits = mask; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits);
      if (by_others(bytes.sharing[i], bytes.location[i])) return true;
    }
  }
  return false;
}

bool Cells::note_granule(Granule& granule, std::uint8_t mask, ThreadId thread, bool is_write) {
  if (const std::uint32_t old = granule.sharing; granule.bytes == 0) {
    const std::uint32_t noted_mask = old >> kMaskShift;
    if (noted_mask == 0 || noted_mask == mask) {
      const std::uint32_t now = noted_mask == 0 ? first_access(thread, is_write, mask) : noted(old, thread, is_write);
      if (now != old) ++changes_;
      granule.sharing = now & 0xffffff;
      return is_shared(now);
    }
    if (has_bytes(old, mask) && noted(old, thread, is_write) == old) return is_shared(old);
    // Now the same is known about these bytes as about the others.
    if (const std::uint32_t first = first_access(thread, is_write, mask);
        (noted_mask & mask) == 0 && ((first ^ old) & kWithoutMask) == 0) {
      ++changes_;
      granule.sharing = (old | first) & 0xffffff;
      return false;
    }
  }
  ByteCells* cells = divide(granule);
  if (cells == nullptr) return true;  // treating too much as shared is safe
  bool shared = false;
  for (unsigned bits = mask; bits != 0; bits &= bits - 1) {
    std::uint32_t& sharing = cells->sharing[std::countr_zero(bits)];
    const std::uint32_t old = sharing;
    sharing = old == 0 ? first_access(thread, is_write, 1) : noted(old, thread, is_write);
    if (sharing != old) ++changes_;
    shared |= is_shared(sharing);
  }
  return shared;
}

}  // namespace heddle::runtime
