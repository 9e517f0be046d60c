#pragma once

#include "abi/channel.h"
#include "abi/instrumented.h"

namespace heddle::runtime {

// The modules (executable and shared libraries) whose code is instrumented, with their tables. Owned by the runtime.
class Modules {
 public:
  static constexpr std::uint32_t kMaxModules = 64;

  struct Module {
    const heddle_place* places = nullptr;
    const heddle_place* places_end = nullptr;
    const heddle_global* globals = nullptr;
    const heddle_global* globals_end = nullptr;
    std::uint32_t first_id = 0;  // the id of its first place
  };

  void add(const Module& module);
  std::uint32_t count() const { return count_; }
  const Module& at(std::uint32_t i) const { return modules_[i]; }

  // The id of a place; publishes it in the channel when it is seen for the first time.
  trace::PlaceId id_of(const heddle_place* place);
  // The inverse; null if there is no such place.
  const heddle_place* place_of(trace::PlaceId id) const;

  // The global variable that contains the address; null if there is none.
  const heddle_global* global_at(const void* address) const;

 private:
  void publish(std::uint32_t id, const heddle_place& place);

  Module modules_[kMaxModules];
  std::uint32_t count_ = 0;
};

// The same of the runtime's modules. Null stands for __heddle_place.
trace::PlaceId place_id(const heddle_place* place);

}  // namespace heddle::runtime
