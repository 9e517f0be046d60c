#include "runtime/names/places.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/memory/painted.h"
#include "runtime/names/naming.h"
#include "runtime/sys/die.h"

extern "C" {

const heddle_place* __heddle_place = nullptr;
const heddle_type* __heddle_type = nullptr;
__thread uint64_t __heddle_result_bits = 0;
__thread uint64_t __heddle_argument_bits[HEDDLE_TOLD_ARGUMENTS] = {};

void __heddle_module(uint32_t abi_version, const heddle_place* places, const heddle_place* places_end,
                     const heddle_global* globals, const heddle_global* globals_end) {
  if (abi_version != HEDDLE_ABI_VERSION) {
    heddle::runtime::die(
        "a part of the program was compiled for version %u of Heddle's interface, this is version %u: "
        "compile it again",
        abi_version, static_cast<unsigned>(HEDDLE_ABI_VERSION));
  }
  heddle::runtime::runtime().modules.add({places, places_end, globals, globals_end});
}
}

namespace heddle::runtime {

namespace {

// The last bytes of a number are not checked closely: all accesses to it would have to be announced.
void paint_zone(const heddle_global& global) {
  if (global.zone == 0) return;
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(global.address) + global.size;
  const std::uintptr_t granule = align_up(begin, std::uintptr_t{1} << kQuietGranuleBits);
  if (granule != begin && global.size > kWhole) byte_of(begin) = static_cast<std::uint8_t>(begin % kWhole);
  std::memset(&byte_of(granule), kZone, (begin + global.zone - granule) >> kQuietGranuleBits);
}

}  // namespace

void Modules::add(const Module& module) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (modules_[i].places == module.places && modules_[i].globals == module.globals) return;
  }
  if (count_ == kMaxModules) die("more than %u instrumented shared libraries", kMaxModules);
  const std::uint32_t first =
      count_ == 0 ? 1
                  : modules_[count_ - 1].first_id +
                        static_cast<std::uint32_t>(modules_[count_ - 1].places_end - modules_[count_ - 1].places);
  modules_[count_] = module;
  for (const heddle_global* g = module.globals; g != module.globals_end; ++g) paint_zone(*g);
  modules_[count_].first_id = first;  // 0 is the unknown place
  const auto places = static_cast<std::uint32_t>(module.places_end - module.places);
  const std::uint32_t room = first < abi::kMaxPlaces ? abi::kMaxPlaces - first : 0;
  modules_[count_++].places_bytes = std::uintptr_t{std::min(places, room)} * sizeof(heddle_place);
}

trace::PlaceId Modules::find_id(const heddle_place* place, abi::Channel& channel) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Module& m = modules_[i];
    if (address - reinterpret_cast<std::uintptr_t>(m.places) < m.places_bytes) {
      recent_ = i;
      return id_of(place, channel);
    }
    if (place >= m.places && place < m.places_end)
      channel.overflow |= static_cast<std::uint32_t>(abi::Overflow::kPlaces);
  }
  return trace::PlaceId(0);
}

const heddle_place* Modules::place_of(trace::PlaceId id) const {
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Module& m = modules_[i];
    const auto size = static_cast<std::uint32_t>(m.places_end - m.places);
    if (id.value >= m.first_id && id.value - m.first_id < size) return m.places + (id.value - m.first_id);
  }
  return nullptr;
}

void Modules::publish(std::uint32_t id, const heddle_place& place, abi::Channel& channel) {
  abi::PlaceRecord& record = channel.places[id];
  record.function = add_text(place.function != nullptr ? place.function : "?");
  record.line = place.line;
  record.column = place.column;
  // The explorer may be reading it, because of earlier runs: once the file is set, the rest is there.
  const abi::Text file = add_text(place.file != nullptr ? place.file : "?");
  std::atomic_ref<abi::Text>(record.file).store(file, std::memory_order_release);
  if (id >= channel.places_size) channel.places_size = id + 1;
  ++channel.places_published;
}

const heddle_global* Modules::global_at(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (std::uint32_t i = 0; i < count_; ++i) {
    for (const heddle_global* g = modules_[i].globals; g != modules_[i].globals_end; ++g) {
      const auto begin = reinterpret_cast<std::uintptr_t>(g->address);
      if (at >= begin && at < begin + g->size) return g;
    }
  }
  return nullptr;
}

}  // namespace heddle::runtime
