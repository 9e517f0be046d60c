#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "runtime/race/clocks.h"
#include "runtime/race/detector.h"

namespace heddle::runtime {

// The obvious race detector: it keeps every access with the full vector clock of its moment, and the whole modification
// order of every atomic variable. Clocks advance at every operation.
class RaceTwin {
 public:
  static constexpr std::size_t kThreads = 6;
  using Clock = std::array<std::uint32_t, kThreads>;

  struct Access {
    std::size_t thread;
    std::uintptr_t begin;
    std::uintptr_t end;
    RacingAccess what;
    Clock clock;

    bool covers(std::uintptr_t address) const { return begin <= address && address < end; }
  };

  void create(std::size_t parent, std::size_t child) {
    step(parent);
    learn(child, now_[parent]);
    step(child);
  }
  void join(std::size_t waiter, std::size_t ended) {
    learn(waiter, now_[ended]);
    step(waiter);
  }
  void acquire(std::size_t thread, std::size_t sync) {
    learn(thread, carried_[sync]);
    step(thread);
  }
  void release(std::size_t thread, std::size_t sync) {
    step(thread);
    unite(carried_[sync], now_[thread]);
  }

  void fence(std::size_t thread, Order order) {
    step(thread);
    if (acquires(order)) learn(thread, seen_[thread]);
    if (releases(order)) fence_[thread] = now_[thread];
  }

  // A load of the last value; a store after it. An operation that does both is a read-modify-write, and an idle one (an
  // exchange) stores what was already there: its order with loads and other idle ones does not matter, nor does that of
  // additions with each other.
  void atomic(std::size_t thread, std::size_t sync, Order order, bool loads, bool stores, Update update,
              Access access) {
    if (loads) {
      const Kind kind = stores ? kind_of(update) : Kind::kObserves;
      const Clock published = published_by_last(sync, kind);
      unite(seen_[thread], published);
      if (acquires(order)) learn(thread, published);
    }
    step(thread);
    access.clock = now_[thread];
    accesses_.push_back(access);
    if (!stores) {
      steps_[sync].push_back({{}, true, Kind::kObserves});
      return;
    }
    Clock own = fence_[thread];
    if (releases(order)) unite(own, now_[thread]);
    steps_[sync].push_back({own, loads, loads ? kind_of(update) : Kind::kModifies});
  }

  void plain(Access access) {
    step(access.thread);
    access.clock = now_[access.thread];
    accesses_.push_back(access);
  }

  // The accesses before the last one with which that one races at this byte.
  std::vector<RacingAccess> races_of_last(std::uintptr_t address) const {
    std::vector<RacingAccess> found;
    const Access& last = accesses_.back();
    for (const Access& earlier : accesses_) {
      const bool ordered = earlier.clock[earlier.thread] <= last.clock[earlier.thread];
      const bool conflict =
          (earlier.what.is_write || last.what.is_write) && !(earlier.what.is_atomic && last.what.is_atomic);
      if (earlier.covers(address) && last.covers(address) && conflict && !ordered) found.push_back(earlier.what);
    }
    return found;
  }

 private:
  enum class Kind { kObserves, kAdds, kModifies };
  static Kind kind_of(Update update) {
    if (update == Update::kIdle) return Kind::kObserves;
    return update == Update::kAdds ? Kind::kAdds : Kind::kModifies;
  }

  struct Step {
    Clock published;  // by itself
    bool continues;   // a release sequence: it is not a plain store
    Kind kind;
  };

  static void unite(Clock& clock, const Clock& other) {
    for (std::size_t i = 0; i < kThreads; ++i) clock[i] = std::max(clock[i], other[i]);
  }
  void learn(std::size_t thread, const Clock& clock) { unite(now_[thread], clock); }
  void step(std::size_t thread) { ++now_[thread][thread]; }

  // What an acquire load of the last value learns: from the steps of all release sequences that it belongs to, except
  // for the last ones that commute with it.
  Clock published_by_last(std::size_t sync, Kind kind) {
    Clock clock{};
    const std::vector<Step>& steps = steps_[sync];
    bool is_dependent = kind == Kind::kModifies;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      is_dependent = is_dependent || step->kind != kind;
      if (!is_dependent) continue;
      unite(clock, step->published);
      if (!step->continues) break;
    }
    return clock;
  }

  std::array<Clock, kThreads> now_{};
  std::array<Clock, kThreads> fence_{};  // at the last release fence
  std::array<Clock, kThreads> seen_{};   // by loads
  std::map<std::size_t, Clock> carried_;
  std::map<std::size_t, std::vector<Step>> steps_;
  std::vector<Access> accesses_;
};

}  // namespace heddle::runtime
