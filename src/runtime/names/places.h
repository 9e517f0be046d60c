#pragma once

#include "abi/channel.h"
#include "abi/instrumented.h"

namespace heddle::runtime {

// The modules (executable and shared libraries) whose code is instrumented, with their tables. Owned by the runtime.
class Modules {
 public:
  static constexpr bool kOutlivesRuns = true;  // modules stay loaded

  static constexpr std::uint32_t kMaxModules = 64;

  struct Module {
    const heddle_place* places = nullptr;
    const heddle_place* places_end = nullptr;
    const heddle_global* globals = nullptr;
    const heddle_global* globals_end = nullptr;
    std::uint32_t first_id = 0;       // the id of its first place
    std::uintptr_t places_bytes = 0;  // the size of those places that have ids
  };

  void add(const Module& module);
  std::uint32_t count() const { return count_; }
  const Module& at(std::uint32_t i) const { return modules_[i]; }

  // The id of a place; publishes it in `channel` the first time.
  trace::PlaceId id_of(const heddle_place* place, abi::Channel& channel) {
    const Module& m = modules_[recent_];
    const auto offset = reinterpret_cast<std::uintptr_t>(place) - reinterpret_cast<std::uintptr_t>(m.places);
    if (offset >= m.places_bytes) [[unlikely]]
      return find_id(place, channel);
    const std::uint32_t id = m.first_id + static_cast<std::uint32_t>(offset / sizeof(heddle_place));
    if (channel.places[id].line == 0 && channel.places[id].file == 0) [[unlikely]]
      publish(id, *place, channel);
    return trace::PlaceId(id);
  }
  // The inverse; null if there is no such place.
  const heddle_place* place_of(trace::PlaceId id) const;

  // The global variable that contains the address; null if there is none.
  const heddle_global* global_at(const void* address) const;

 private:
  trace::PlaceId find_id(const heddle_place* place, abi::Channel& channel);
  static void publish(std::uint32_t id, const heddle_place& place, abi::Channel& channel);

  Module modules_[kMaxModules];
  std::uint32_t count_ = 0;
  std::uint32_t recent_ = 0;  // the module of the last place
};

}  // namespace heddle::runtime
