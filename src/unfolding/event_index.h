#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "unfolding/event.h"

namespace heddle::unfolding {

// Events by a key that can be computed from them, with open addressing: an entry is the event alone.
class EventIndex {
 public:
  // The event with this hash for which is_it(event); none if there is none.
  template <class IsIt>
  EventId find(std::size_t hash, IsIt is_it) const {
    for (std::size_t slot = hash & mask(); slots_[slot] != 0; slot = (slot + 1) & mask()) {
      const EventId e(slots_[slot] - 1);
      if (is_it(e)) return e;
    }
    return EventId();
  }

  // hash_of(event) is the hash under which it will be found.
  template <class HashOf>
  void insert(EventId e, HashOf hash_of) {
    if (++count_ * 3 > slots_.size() * 2) {
      std::vector<std::uint32_t> old(slots_.size() * 2, 0);
      old.swap(slots_);
      for (const std::uint32_t link : old) {
        if (link != 0) put(EventId(link - 1), hash_of(EventId(link - 1)));
      }
    }
    put(e, hash_of(e));
  }

 private:
  static constexpr std::size_t kFirstSlots = 1 << 10;

  std::size_t mask() const { return slots_.size() - 1; }
  void put(EventId e, std::size_t hash) {
    std::size_t slot = hash & mask();
    while (slots_[slot] != 0) slot = (slot + 1) & mask();
    slots_[slot] = e.value + 1;
  }

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(kFirstSlots, 0);  // 1 + EventId::value, or 0
  std::size_t count_ = 0;
};

}  // namespace heddle::unfolding
