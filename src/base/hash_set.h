#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::base {

// A set of fingerprints in one block of memory (open addressing, at most two thirds full), for the millions of events
// and traces of an exploration: insertion allocates only when the set doubles. The zero fingerprint marks a free slot
// and cannot be a member; a structure has it only with a probability of 2^-128.
class HashSet {
 public:
  // True if it was not in the set.
  bool insert(const Hash128& h) {
    CHECK(h != Hash128{});
    if (3 * (size_ + 1) > 2 * slots_.size()) grow();
    Hash128& slot = slots_[slot_of(h)];
    if (slot == h) return false;
    slot = h;
    ++size_;
    return true;
  }

  bool contains(const Hash128& h) const { return !slots_.empty() && slots_[slot_of(h)] == h; }

  std::size_t size() const { return size_; }

  void clear() {
    if (size_ != 0) std::ranges::fill(slots_, Hash128{});
    size_ = 0;
  }

  // In no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Hash128& h : slots_) {
      if (h != Hash128{}) visit(h);
    }
  }

  friend bool operator==(const HashSet& a, const HashSet& b) { return a.size_ == b.size_ && a.is_subset_of(b); }

  bool is_subset_of(const HashSet& other) const {
    return std::ranges::all_of(slots_, [&](const Hash128& h) { return h == Hash128{} || other.contains(h); });
  }

 private:
  static constexpr std::size_t kFirstSize = 64;

  // Where the fingerprint is, or where it would be put. The size of the table is a power of two.
  std::size_t slot_of(const Hash128& h) const {
    std::size_t i = h.low & (slots_.size() - 1);
    while (slots_[i] != Hash128{} && slots_[i] != h) i = (i + 1) & (slots_.size() - 1);
    return i;
  }

  void grow() {
    std::vector<Hash128> old(std::max(kFirstSize, 2 * slots_.size()));
    old.swap(slots_);
    for (const Hash128& h : old) {
      if (h != Hash128{}) slots_[slot_of(h)] = h;
    }
  }

  std::size_t size_ = 0;
  std::vector<Hash128> slots_;
};

}  // namespace heddle::base
