#include "runtime/names/locations.h"

#include <sys/mman.h>

#include <cstring>

#include "base/hash.h"
#include "runtime/memory/map_pages.h"
#include "runtime/names/naming.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

namespace {

bool same(const abi::LocationRecord& a, const abi::LocationRecord& b) {
  return a.address == b.address && a.kind == b.kind && a.size == b.size && a.initial == b.initial &&
         a.generation == b.generation;
}

std::uint64_t hash(const abi::LocationRecord& r) {
  return base::mix(r.address * 16 + static_cast<std::uint64_t>(r.kind) +
                   base::mix(static_cast<std::uint64_t>(r.initial)) + r.size * 0x9e3779b97f4a7c15ULL + r.generation);
}

}  // namespace

void Locations::init(abi::Channel& channel) {
  channel_ = &channel;
  states_ = map_pages<State>(abi::kMaxLocations);
  slots_ = map_pages<std::uint32_t>(kSlots);
  learn();
}

void Locations::learn() {
  for (; known_ < channel_->locations_size; ++known_) slot(channel_->locations[known_]) = known_ + 1;
}

std::uint32_t& Locations::slot(const abi::LocationRecord& key) {
  for (std::uint64_t i = hash(key);; ++i) {
    std::uint32_t& s = slots_[i & (kSlots - 1)];
    if (s == 0 || same(channel_->locations[s - 1], key)) return s;
  }
}

trace::LocationId Locations::of(abi::LocationKind kind, const void* address, std::uint64_t size, std::int64_t initial,
                                std::uint32_t generation) {
  abi::LocationRecord key{.address = reinterpret_cast<std::uint64_t>(address),
                          .size = size,
                          .initial = initial,
                          .generation = generation,
                          .kind = kind};
  std::uint32_t& recent = recent_[key.address / 8 % kRecent];
  if (recent != 0 && same(channel_->locations[recent - 1], key)) return trace::LocationId(recent - 1);
  std::uint32_t& s = slot(key);
  if (s == 0) [[unlikely]] {
    if (channel_->locations_size == abi::kMaxLocations) {
      channel_->overflow |= static_cast<std::uint32_t>(abi::Overflow::kLocations);
      return trace::LocationId(0);
    }
    key.name = name_location(key);
    channel_->locations[channel_->locations_size] = key;
    s = known_ = ++channel_->locations_size;
  }
  recent = s;
  return trace::LocationId(s - 1);
}

std::int64_t content_of(std::uint64_t low, std::uint64_t high, std::uint64_t size) {
  switch (size) {
    case 1: return static_cast<std::uint8_t>(low);
    case 2: return static_cast<std::uint16_t>(low);
    case 4: return static_cast<std::int32_t>(low);
    case 8: return static_cast<std::int64_t>(low);
    default: return static_cast<std::int64_t>(base::mix(base::mix(low) + high) >> 1);
  }
}

std::int64_t content_of_object(const void* address, std::uint64_t size) {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  if (size == 16) {
    std::memcpy(&low, address, 8);
    std::memcpy(&high, static_cast<const char*>(address) + 8, 8);
    return content_of(low, high, size);
  }
  const auto* bytes = static_cast<const char*>(address);
  std::uint64_t hash = size;
  for (; size >= 8; size -= 8, bytes += 8) {
    std::memcpy(&low, bytes, 8);
    hash = base::mix(hash + low);
  }
  low = 0;
  std::memcpy(&low, bytes, size);
  return static_cast<std::int64_t>(base::mix(hash + low) >> 1);
}

}  // namespace heddle::runtime
