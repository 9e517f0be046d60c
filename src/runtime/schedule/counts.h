#pragma once

#include <cstdint>

#include "runtime/anchor.h"

// Additions whose threads look only for one sum: reference counts (trace/counts.h, docs/how-it-runs.md).

namespace heddle::runtime {

// The operand of a step that adds this amount and looks for this sum; 0 if it may not commute with others.
std::int64_t count_operand(std::int64_t amount, std::int64_t end, std::uint64_t size);

// The step has been taken, but has not changed the location yet: does it commute with those before it?
void place_count(Runtime& rt, trace::Operation& op, std::int64_t amount);

// Something is added without looking. `amount`: 0 if it is not known.
void note_unseen_addition(Runtime& rt, abi::LocationRecord& record, std::int64_t amount);

}  // namespace heddle::runtime
