#include "runtime/places.h"

#include "runtime/anchor.h"
#include "runtime/die.h"
#include "runtime/naming.h"

extern "C" {

const heddle_place* __heddle_place = nullptr;

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
  modules_[count_++].first_id = first;  // 0 is the place that is not known
}

trace::PlaceId Modules::id_of(const heddle_place* place) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Module& m = modules_[i];
    if (place < m.places || place >= m.places_end) continue;
    const std::uint32_t id = m.first_id + static_cast<std::uint32_t>(place - m.places);
    if (id >= abi::kMaxPlaces) break;
    if (runtime().channel->places[id].line == 0 && runtime().channel->places[id].file == 0) [[unlikely]]
      publish(id, *place);
    return trace::PlaceId(id);
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

void Modules::publish(std::uint32_t id, const heddle_place& place) {
  abi::Channel& channel = *runtime().channel;
  channel.places[id] = {.file = add_text(place.file != nullptr ? place.file : "?"),
                        .function = add_text(place.function != nullptr ? place.function : "?"),
                        .line = place.line,
                        .column = place.column};
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

trace::PlaceId place_id(const heddle_place* place) {
  if (place == nullptr) place = __heddle_place;
  return place == nullptr ? trace::PlaceId(0) : runtime().modules.id_of(place);
}

}  // namespace heddle::runtime
