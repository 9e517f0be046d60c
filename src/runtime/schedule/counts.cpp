#include "runtime/schedule/counts.h"

#include "trace/semantics.h"

namespace heddle::runtime {

using trace::CountGroup;
using trace::Operation;

namespace {

// From now on, these additions are modifications like any others, in all runs.
void give_up(Runtime& rt, abi::LocationRecord& record) {
  if (record.uneven) return;
  rt.locations.learn(record.uneven);
  rt.slot->start_again = true;
}

// What its threads add without looking only leads away from the sum.
void check_unseen(Runtime& rt, abi::LocationRecord& record) {
  if (record.counted && (record.added_freely || (record.added_unseen && record.counted_from_below)))
    give_up(rt, record);
}

bool is_small(std::int64_t number) { return number > -CountGroup::kBound && number < CountGroup::kBound; }

void learn(Runtime& rt, abi::LocationRecord& record, const Operation& op, std::int32_t end) {
  if (!record.counted) {
    record.count_end = end;
    rt.locations.learn(record.counted);
    rt.channel->has_counts = true;
  }
  if (op.before <= end) rt.locations.learn(record.counted_from_below);
  if (record.count_end != end || !is_small(op.before)) give_up(rt, record);
  check_unseen(rt, record);
}

// Does it commute with the additions before it, up to the last step on the location that is not one?
bool commutes(Runtime& rt, const Operation& op, std::int64_t amount, std::int32_t end) {
  CountGroup& group = rt.scheduler.count_group();
  group.begin(op.thread, amount);
  std::int64_t base = op.before;
  const Operation* const first = rt.slot->operations;
  for (const Operation* other = &op; other-- != first;) {
    if (other->location != op.location || other->effect == trace::Effect::kNone) continue;
    if (!trace::is_addition(*other)) break;
    group.prepend(other->thread, other->value - other->before);
    base = other->before;
  }
  return group.place(base, end).fits;
}

}  // namespace

std::int64_t count_operand(std::int64_t amount, std::int64_t end, std::uint64_t size) {
  const bool is_known = amount >= -CountGroup::kMostAdded && amount <= CountGroup::kMostAdded;
  if (!is_known || !is_small(end) || (size != 4 && size != 8)) return 0;
  return trace::pack(trace::Count{.end = static_cast<std::int32_t>(end)});
}

void place_count(Runtime& rt, Operation& op, std::int64_t amount) {
  abi::LocationRecord& record = rt.locations.record(op.location);
  trace::Count count = trace::unpack_count(op.operand);
  learn(rt, record, op, count.end);
  count.is_even = !record.uneven;
  count.commutes = count.is_even && commutes(rt, op, amount, count.end);
  op.operand = trace::pack(count);
}

void note_unseen_addition(Runtime& rt, abi::LocationRecord& record, std::int64_t amount) {
  rt.locations.learn(record.added_unseen);
  if (amount <= 0 || amount > CountGroup::kMostAdded) rt.locations.learn(record.added_freely);
  check_unseen(rt, record);
}

}  // namespace heddle::runtime
