#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/scheduler.h"

// What the steps of a run mean for the order of its accesses to memory: the happens-before relation of C and C++,
// kept by the race detector.

namespace heddle::runtime {

void on_create(const Thread& parent, const Thread& child);
void on_join(const Thread& waiter, const Thread& ended);
// An atomic operation with this order (heddle_order).
void on_atomic(const trace::Operation& op, std::uint32_t order);
// Any other synchronisation.
void on_synchronisation(const trace::Operation& op);

// Looks for an earlier access that is not ordered with this one, and reports the race.
void check_race(std::uint64_t address, std::uint64_t size, bool is_write, bool is_atomic, const heddle_place* place);

}  // namespace heddle::runtime
