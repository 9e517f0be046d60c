#include <algorithm>
#include <cstring>
#include <utility>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/heap_report.h"
#include "runtime/memory/fresh.h"
#include "runtime/memory/mappings.h"
#include "runtime/observe/await_set.h"
#include "runtime/observe/lifetimes.h"
#include "runtime/schedule/counts.h"
#include "runtime/schedule/spin.h"
#include "runtime/schedule/stepping.h"
#include "runtime/schedule/synchronisation.h"
#include "runtime/sys/address.h"
#include "runtime/sys/standard_streams.h"

// What instrumented code calls before its memory accesses.

namespace heddle::runtime {

namespace {

using trace::OpKind;

// The first access of the thread to these bytes since its last step, if it is ordered after all others.
bool begins(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  const trace::ThreadId thread = rt.scheduler.current().id;
  if (address < kPageSize || is_standard_stream(address) || is_lent(address, thread.index())) return false;
  if (is_write) rt.retries.written(address, size);
  return rt.races.take_easy(thread, address, size, is_write, place_id(place, rt));
}

// The usual case of the following, if several threads exist: nobody shares this memory, and what the access tells the
// race detector takes little, usually nothing since it repeats one that the thread has made since its last step.
[[gnu::always_inline]] inline bool tells_little(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write,
                                                const heddle_place* place) {
  if (size - 1 >= kGranuleBytes - address % kGranuleBytes) return false;  // also if it is 0
  if (rt.quiet.alone() || !may_access(address, size)) return false;
  if (is_fresh(byte_of(address))) return false;
  Thread& self = rt.scheduler.current();
  if (rt.races.has_location(address, size) || !rt.accesses.adds_nothing(self, address, size, is_write)) return false;
  if (is_write && may_be_in_vain(self)) return false;
  if (!rt.races.repeats(self.id, address, size, is_write) && !begins(rt, address, size, is_write, place)) return false;
  if (is_write) self.add_change();
  return true;
}

// Once written, it is like other memory. That is after the step: until then others may find it without a value.
[[gnu::noinline]] void end_freshness(Runtime& rt, std::uint64_t address, std::uint64_t size) {
  if (!is_any_fresh(address, size)) return;
  ++rt.scheduler.current().changes;
  write_fresh(address, size);
  rt.quiet.on_allocate(address, size);
  if (rt.symbolic.memory().any(address, size)) rt.quiet.add_symbolic(address, size);
}

// What a write to a part of a cell leaves there depends on the rest, which another thread may have written.
OpKind kind_of_access(Runtime& rt, bool is_write, bool whole) {
  if (!is_write) return OpKind::kRead;
  return whole || !rt.symbolic.reads_are_variables() ? OpKind::kWrite : OpKind::kRmw;
}

// What the running thread, alone, sees of what the threads it joined have left. Once is enough. What it reads and they
// may write in other runs is recorded.
void look_behind_join(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write) {
  Thread& self = rt.scheduler.current();
  const bool sees = !is_write && rt.races.is_written_by_others(self.id, address, size);
  if (!sees && rt.quiet.tell_another()) return rt.accesses.plain(self, address, size, is_write);
  rt.accesses.other(self);
  rt.quiet.begin();
}

// An access that is not atomic: checked, and a step if its cell is visible. Freeing a block, or reading what it is
// moved to, may find it already freed, which is reported elsewhere.
template <bool kFrees = false>
[[gnu::noinline]] HEDDLE_COLD void unusual_plain_access(Runtime& rt, std::uint64_t address, std::uint64_t size,
                                                        bool is_write, const heddle_place* place) {
  if (size == 0 || is_standard_stream(address)) [[unlikely]]
    return;
  const bool tells = rt.quiet.tells_behind_join();
  if (tells) [[unlikely]] {
    look_behind_join(rt, address, size, is_write);
    if (rt.quiet.is_untold(address, size, is_write)) return;
  }
  const bool quiet = tells || rt.quiet.holds();
  rt.quiet.note_place(address, size, place);  // the access may be a fault
  if (address < kPageSize) [[unlikely]]
    return;  // a null pointer: nobody shares what is not there
  if (quiet && !kFrees) {
    check_memory(address, size, is_write, place);
  } else {
    check_memory_before_step(address, size, is_write, place);
  }
  size = mapped_size(address, size);
  if (!quiet && is_lent(address, rt.scheduler.current().id.index())) [[unlikely]]
    note_lent(rt, address, size);
  if (quiet && !rt.symbolic.memory().any(address, 1)) rt.quiet.admit(address, rt.snapshot);
  bool is_step = false;
  if (VisibleCells::Cell* const cell = rt.cells.plain_cell(address, size); cell != nullptr) [[unlikely]] {
    const bool whole = cell->address == address && cell->size == size;
    const trace::LocationId location = rt.cells.location(*cell, is_write && whole);
    Retries::interrupted(rt.scheduler.current());
    if (rt.slot->capture) rt.scheduler.current().accessed = {address, size};
    if (!HeldReads::continues(rt.scheduler.current(), is_write, location)) {
      rt.held_reads.before_step(rt.scheduler.current(), is_write, place);
      rt.scheduler.step(kind_of_access(rt, is_write, whole), location, place);
    }
    is_step = true;
  } else {
    if (is_write) before_write(rt.scheduler.current(), address, size);
    if (is_write && quiet) end_freshness(rt, address, size);
    if (quiet) return;
    rt.accesses.plain(rt.scheduler.current(), address, size, is_write);
  }
  if (is_write) end_freshness(rt, address, size);
  on_plain_access(rt, address, size, is_write, place);
  if (kFrees) return;
  check_memory(address, size, is_write, place);  // it may be gone, perhaps since the step
  if (is_step) {
    rt.held_reads.after_step(rt.scheduler.current(), address, size, is_write, place);
  } else {
    rt.moment.add(rt, address, size, is_write);
  }
}

// In a run that is to be explained. What a write leaves is seen later: it has not been written yet.
[[gnu::noinline]] HEDDLE_COLD void explained_access(Runtime& rt, std::uint64_t address, std::uint64_t size,
                                                    bool is_write, const heddle_place* place) {
  const bool is_step = rt.cells.plain_cell(address, std::min(size, BetweenSteps::kMostBytes)) != nullptr;
  unusual_plain_access(rt, address, size, is_write, place);
  if (!is_step) rt.between_steps.access(rt.scheduler.current().id, {address, size}, is_write, place);
}

[[gnu::always_inline]] inline void plain_access(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write,
                                                const heddle_place* place) {
  if (size - 1 < kGranuleBytes - address % kGranuleBytes && rt.moment.remembers(address, size, is_write)) return;
  if (rt.slot->capture) [[unlikely]]
    return explained_access(rt, address, size, is_write, place);
  if (!tells_little(rt, address, size, is_write, place))
    return unusual_plain_access(rt, address, size, is_write, place);
  rt.quiet.note_place(address, size, place);  // the access may be a fault
  rt.moment.add(rt, address, size, is_write);
}

}  // namespace

void read_block(Runtime& rt, std::uint64_t begin, std::uint64_t size) {
  unusual_plain_access<true>(rt, begin, size, false, nullptr);
}

void end_block(Runtime& rt, std::uint64_t begin, std::uint64_t size) {
  unusual_plain_access<true>(rt, begin, size, true, nullptr);
}

namespace {

// One access of the program, as announced.
struct AtomicAccess {
  std::uint64_t address;
  std::uint32_t size;
  std::uint32_t order;
  std::uint32_t failure;  // the order of a compare-exchange that changes nothing
  std::int64_t operand;
  const heddle_place* place;
  std::int64_t amount = 0;  // of an addition; 0 if it is not known
};

// To the race detector a compare-exchange that fails is a load, whichever kind of step it was.
trace::Operation as_load(trace::Operation op) {
  op.kind = OpKind::kRead;
  op.effect = trace::Effect::kObserve;
  return op;
}

// If plain accesses are steps as well, all races are between steps.
void record_atomic(Runtime& rt, const trace::Operation& op, const AtomicAccess& access,
                   const VisibleCells::Cell& cell) {
  if (op.effect == trace::Effect::kModify) rt.retries.changed(op, rt.locations.record(op.location));
  if (cell.mixed && !cell.plain) [[unlikely]]
    rt.accesses.atomic(rt.scheduler.current(), access.address, access.size, !only_loads(op));
}

// May what is added be an expression? Sums of expressions differ depending on their order.
bool adds_expressions(Runtime& rt) {
  return rt.channel->has_shadows && (rt.channel->takes_inputs || rt.symbolic.reads_are_variables());
}

// Does the order of additions to this cell show only in what others find there? Where a thread waits for the cell, each
// of them decides whether it continues.
bool adds_commute(Runtime& rt, abi::LocationRecord& record) {
  if (adds_expressions(rt) || record.awaited || record.size > sizeof(std::uint64_t)) return false;
  rt.locations.learn(record.added_to);
  rt.channel->sums_commute = rt.channel->has_shadows;
  return true;
}
bool adds_commute(Runtime& rt, trace::LocationId location, std::int64_t amount) {
  abi::LocationRecord& record = rt.locations.record(location);
  if (!adds_commute(rt, record)) return false;
  note_unseen_addition(rt, record, amount);
  return true;
}

// The operand of a read-modify-write: see trace::Count.
std::int64_t operand_of_rmw(Runtime& rt, trace::LocationId location, const AtomicAccess& access) {
  if (access.operand == 0) [[likely]]
    return 0;
  return adds_commute(rt, rt.locations.record(location)) ? access.operand : 0;
}

// The first access to its cell in a run, and any other unusual case.
[[gnu::noinline]] void unusual_atomic_access(Runtime& rt, OpKind kind, AtomicAccess access) {
  const bool is_write = kind != OpKind::kRead;
  bool whole = true;
  VisibleCells::Cell& cell = rt.cells.atomic_cell(access.address, access.size, whole);
  const bool compares = kind == OpKind::kCas;
  // What an operation on a part of a cell does cannot be derived from the state of the whole.
  const bool known = whole && !rt.symbolic.is_compared(access.address);
  const bool counts = known && kind == OpKind::kRmw;
  std::int64_t operand = known ? access.operand : 0;
  if (!known && (compares || kind == OpKind::kExchange || kind == OpKind::kAdd)) kind = OpKind::kRmw;
  if (kind == OpKind::kExchange && rt.symbolic.exchanges_modify()) kind = OpKind::kRmw;
  if (kind == OpKind::kWrite) kind = kind_of_access(rt, true, whole);
  const trace::LocationId location = rt.cells.location(cell, kind == OpKind::kWrite && whole);
  if (kind == OpKind::kAdd && !adds_commute(rt, location, access.amount)) kind = OpKind::kRmw;
  if (rt.slot->capture) rt.scheduler.current().accessed = {access.address, access.size};
  Thread& self = rt.scheduler.current();
  const std::uint64_t effects = self.effects;
  if (kind == OpKind::kRmw) operand = counts ? operand_of_rmw(rt, location, access) : 0;
  const trace::Operation& op = rt.scheduler.step(kind, location, access.place, operand);
  if (trace::is_count(op)) place_count(rt, rt.scheduler.last_step(), access.amount);
  if (is_write) end_freshness(rt, access.address, access.size);
  const bool failed = compares && content(reinterpret_cast<const void*>(access.address), access.size) != access.operand;
  const trace::Operation seen = failed ? as_load(op) : op;
  if (failed) self.effects = effects;  // it has changed nothing: a loop may wait like this
  on_atomic(seen, access.address, access.size, failed ? access.failure : access.order, cell.mixed);
  record_atomic(rt, seen, access, cell);
  check_memory(access.address, access.size, is_write, access.place);  // it may be gone, perhaps since the step
}

// May a thread wait for the memory of this cell without looking? Not if it may race with plain accesses, nor if its
// content may be an expression; then every look is a step of its own.
bool may_await(Runtime& rt, const VisibleCells::Cell& cell, trace::LocationId location) {
  abi::LocationRecord& record = rt.locations.record(location);
  if (!cell.mixed && !record.not_awaited) {
    if (record.added_to && !record.awaited) rt.slot->start_again = true;
    rt.locations.learn(record.awaited);
    return true;
  }
  if (!record.not_awaited) {
    record.not_awaited = true;
    ++rt.channel->flags_changed;
    ++rt.channel->knowledge;
    if (record.awaited) rt.slot->start_again = true;
  }
  return false;
}

// Was plain memory that a loop reads before its look visible? Then it may change while the thread waits.
bool has_stepped_since_await_began(Runtime& rt) {
  return rt.scheduler.current().await_begins != rt.scheduler.current().segment;
}

// The cell of an access that its loop has announced to be at this address; none if the access must be treated like any
// other.
VisibleCells::Cell* announced_cell(Runtime& rt, std::uint64_t announced, const AtomicAccess& access) {
  if (announced != access.address || access.size > sizeof(std::uint64_t)) return nullptr;
  if (rt.channel->has_shadows || is_any_fresh(access.address, access.size)) return nullptr;
  bool whole = true;
  VisibleCells::Cell& cell = rt.cells.atomic_cell(access.address, access.size, whole);
  return whole ? &cell : nullptr;
}

// The access is announced as the only one of a loop that waits. False if it must be treated like any other.
[[gnu::noinline]] bool await(Runtime& rt, OpKind kind, AtomicAccess access) {
  const AwaitNext announced = std::exchange(rt.run.await_next, {});
  const bool is_write = kind != OpKind::kRead;
  if (is_write && kind != OpKind::kCas && kind != OpKind::kExchange) return false;
  VisibleCells::Cell* const cell = announced_cell(rt, announced.address, access);
  if (cell == nullptr) return false;
  const trace::LocationId location = rt.cells.location(*cell);
  if (!may_await(rt, *cell, location)) return false;
  access.operand = announced.condition;
  const trace::Operation& op =
      rt.scheduler.step(is_write ? OpKind::kAwaitRmw : OpKind::kAwait, location, access.place, access.operand);
  on_atomic(op, access.address, access.size, access.order, cell->mixed);
  record_atomic(rt, op, access, *cell);
  check_memory(access.address, access.size, is_write, access.place);
  return true;
}

// The load is announced as the beginning of a turn that ends with a compare-exchange: both are one step, which changes
// the variable unless it finds the value with which the loop is left. False if it must be treated like any other.
[[gnu::noinline]] bool begin_retry(Runtime& rt, const AtomicAccess& access) {
  const RetryNext announced = std::exchange(rt.run.retry_next, {});
  VisibleCells::Cell* const cell = announced_cell(rt, announced.address, access);
  if (cell == nullptr) return false;
  const trace::LocationId location = rt.cells.location(*cell);
  if (!Retries::may_begin(*cell, location, announced)) return false;
  const OpKind kind = announced.leaves ? OpKind::kExchange : OpKind::kRmw;
  const std::int64_t operand = announced.leaves ? content_of(announced.value, 0, access.size) : 0;
  if (rt.slot->capture) rt.scheduler.current().accessed = {access.address, access.size};
  const trace::Operation& op = rt.scheduler.step(kind, location, access.place, operand);
  Retries::begin(rt.scheduler.current(), op, announced);
  on_atomic(as_load(op), access.address, access.size, access.order, cell->mixed);
  record_atomic(rt, op, access, *cell);
  check_memory(access.address, access.size, false, access.place);
  return true;
}

// The compare-exchange with which such a turn ends. It finds what was loaded, and is no step of its own.
[[gnu::noinline]] void end_retry(Runtime& rt, const AtomicAccess& access) {
  Thread& self = rt.scheduler.current();
  rt.run.await_next = {};
  rt.moment.end();  // it publishes
  self.retry_segment = 0;
  bool whole = true;
  const VisibleCells::Cell& cell = rt.cells.atomic_cell(access.address, access.size, whole);
  const trace::Operation op = {.kind = OpKind::kRmw,
                               .effect = trace::Effect::kModify,
                               .thread = self.id,
                               .location = self.retry_location,
                               .place = place_id(access.place, rt)};
  on_atomic(op, access.address, access.size, access.order, cell.mixed);
  check_memory(access.address, access.size, true, access.place);
}

// An atomic access is always a step.
template <OpKind kKind>
[[gnu::always_inline]] inline void atomic_access(AtomicAccess access) {
  Runtime* const rt = anchor;
  if (rt == nullptr || !rt->scheduler.running()) return;
  if (access.place != nullptr) __heddle_place = access.place;
  if (access.order != HEDDLE_SEQ_CST) rt->channel->weak_orders = true;
  constexpr bool kIsWrite = kKind != OpKind::kRead;
  check_memory_before_step(access.address, access.size, kIsWrite, access.place);
  if (is_lent(access.address, rt->scheduler.current().id.index())) [[unlikely]]
    note_lent(*rt, access.address, access.size);
  if constexpr (kKind == OpKind::kCas) {
    if (Retries::completes(rt->scheduler.current(), access.address)) [[unlikely]]
      return end_retry(*rt, access);
  }
  rt->scheduler.settle();  // the thread's own last write was a step
  if constexpr (kKind == OpKind::kRead) {
    if (rt->run.retry_next.address != 0 && begin_retry(*rt, access)) [[unlikely]]
      return;
  }
  if (rt->run.await_next.address != 0) [[unlikely]] {
    if (await(*rt, kKind, access)) return;
  }
  constexpr bool kCompares = kKind == OpKind::kCas || kKind == OpKind::kExchange;
  VisibleCells::Cell* const cell = rt->cells.recent_cell(access.address, access.size);
  if (cell == nullptr || !cell->location.valid() ||
      !rt->locations.is_known(cell->location, content(reinterpret_cast<const void*>(access.address), access.size)) ||
      (kCompares && rt->channel->compared_size != 0 && rt->symbolic.is_compared(access.address)) ||
      (kKind == OpKind::kExchange && rt->symbolic.exchanges_modify())) [[unlikely]] {
    return unusual_atomic_access(*rt, kKind, access);
  }
  if (kKind == OpKind::kAdd && !adds_commute(*rt, cell->location, access.amount)) [[unlikely]]
    return unusual_atomic_access(*rt, OpKind::kAdd, access);
  if (kKind == OpKind::kRmw) access.operand = operand_of_rmw(*rt, cell->location, access);
  cell->accessed_in = rt->scheduler.run_number();
  const trace::Operation& op = rt->scheduler.access<kKind>(cell->location, access.address, access.size,
                                                           place_id(access.place, *rt), access.operand);
  if (kKind == OpKind::kRmw && access.operand != 0) [[unlikely]]
    place_count(*rt, rt->scheduler.last_step(), access.amount);
  if (kIsWrite && is_fresh(byte_of(access.address))) [[unlikely]]
    end_freshness(*rt, access.address, access.size);
  const bool failed = kKind == OpKind::kCas && op.effect != trace::Effect::kModify;
  on_atomic(op, access.address, access.size, failed ? access.failure : access.order, cell->mixed);
  record_atomic(*rt, op, access, *cell);
  check_memory(access.address, access.size, kIsWrite, access.place);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::number;
using heddle::runtime::Runtime;
using heddle::trace::AwaitCondition;
using heddle::trace::OpKind;

namespace {

bool in_run(Runtime*& rt) {
  rt = heddle::runtime::anchor;
  return rt != nullptr && rt->scheduler.running();
}

std::uint64_t bits_at(std::uint64_t address, std::uint64_t size) {
  if (!heddle::runtime::is_any_fresh(address, size)) [[likely]]
    return 0;
  const std::uint64_t bits = heddle::runtime::bits_without_value(address, size);
  if (bits != 0) heddle::runtime::anchor->run.last_without_value = address;
  return bits;
}

}  // namespace

extern "C" {

void __heddle_read(const void* address, uint64_t size, const heddle_place* place) {
  if (Runtime* rt = nullptr; in_run(rt)) heddle::runtime::plain_access(*rt, number(address), size, false, place);
}

// What is read is what is there when the hook returns.
uint64_t __heddle_read_bits(const void* address, uint64_t size, const heddle_place* place) {
  Runtime* rt = nullptr;
  if (!in_run(rt)) return 0;
  heddle::runtime::plain_access(*rt, number(address), size, false, place);
  return bits_at(number(address), size);
}

heddle_read_value __heddle_sym_read(const void* address, uint64_t size, const heddle_place* place) {
  Runtime* rt = nullptr;
  if (in_run(rt)) heddle::runtime::plain_access(*rt, number(address), size, false, place);
  heddle_read_value read = {bits_at(number(address), size), 0};
  if (rt != nullptr && rt->symbolic.memory().any(number(address), size)) {
    uint64_t value = 0;
    std::memcpy(&value, address, size);
    read.shadow = rt->symbolic.load(number(address), size, value);
  }
  return read;
}

void __heddle_sym_write(void* address, uint64_t size, const heddle_place* place, uint32_t shadow, uint64_t value) {
  Runtime* rt = nullptr;
  if (in_run(rt)) heddle::runtime::plain_access(*rt, number(address), size, true, place);
  if (rt == nullptr || !heddle::runtime::ShadowMemory::is_address(number(address) + size)) return;
  if (shadow != 0 || rt->symbolic.memory().any(number(address), size))
    rt->symbolic.store(number(address), size, shadow, value);
}

void __heddle_keep_bits(void* address, uint64_t size, uint64_t bits) {
  Runtime* rt = nullptr;
  if (!in_run(rt)) return;
  ++rt->scheduler.current().changes;
  heddle::runtime::take_values(number(address), size, bits);
}

void __heddle_copy_bits(void* to, const void* from, uint64_t size) {
  Runtime* rt = nullptr;
  const bool apart = number(to) + size <= number(from) || number(from) + size <= number(to);
  if (!in_run(rt) || !apart || !heddle::runtime::is_any_fresh(number(from), size)) return;
  ++rt->scheduler.current().changes;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t bits = heddle::runtime::bits_without_value(number(from) + i, 1);
    if (bits != 0) heddle::runtime::take_values(number(to) + i, 1, bits);
  }
}

void __heddle_give_bits(void* to, const void* bits, uint64_t size) {
  Runtime* rt = nullptr;
  if (!in_run(rt)) return;
  ++rt->scheduler.current().changes;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint8_t byte = static_cast<const std::uint8_t*>(bits)[i];
    if (byte != 0) heddle::runtime::take_values(number(to) + i, 1, byte);
  }
}

void __heddle_take_bits(void* bits, const void* from, uint64_t size) {
  std::memset(bits, 0, size);
  if (!heddle::runtime::is_any_fresh(number(from), size)) return;
  for (std::uint64_t i = 0; i < size; ++i)
    static_cast<std::uint8_t*>(bits)[i] =
        static_cast<std::uint8_t>(heddle::runtime::bits_without_value(number(from) + i, 1));
}

void __heddle_no_value(void* variable, uint64_t size) {
  Runtime* rt = nullptr;
  if (!in_run(rt)) return;
  ++rt->scheduler.current().changes;
  heddle::runtime::take_all_values(number(variable), size);
}

void __heddle_write(void* address, uint64_t size, const heddle_place* place) {
  if (Runtime* rt = nullptr; in_run(rt)) heddle::runtime::plain_access(*rt, number(address), size, true, place);
}

void __heddle_atomic_load(const void* address, uint32_t size, uint32_t order, const heddle_place* place) {
  heddle::runtime::atomic_access<OpKind::kRead>({number(address), size, order, order, 0, place});
}

void __heddle_atomic_store(void* address, uint32_t size, uint32_t order, const heddle_place* place) {
  heddle::runtime::atomic_access<OpKind::kWrite>({number(address), size, order, order, 0, place});
}

void __heddle_atomic_rmw(void* address, uint32_t size, uint32_t order, const heddle_place* place) {
  heddle::runtime::atomic_access<OpKind::kRmw>({number(address), size, order, order, 0, place});
}

void __heddle_atomic_add(void* address, uint32_t size, uint32_t order, int64_t amount, const heddle_place* place) {
  heddle::runtime::atomic_access<OpKind::kAdd>({number(address), size, order, order, size, place, amount});
}

void __heddle_atomic_count(void* address, uint32_t size, uint32_t order, int64_t amount, int64_t end,
                           const heddle_place* place) {
  const std::int64_t operand = heddle::runtime::count_operand(amount, end, size);
  heddle::runtime::atomic_access<OpKind::kRmw>({number(address), size, order, order, operand, place, amount});
}

void __heddle_atomic_exchange(void* address, uint32_t size, uint32_t order, uint64_t value, uint64_t high,
                              const heddle_place* place) {
  const std::int64_t operand = heddle::runtime::content_of(value, high, size);
  heddle::runtime::atomic_access<OpKind::kExchange>({number(address), size, order, order, operand, place});
}

void __heddle_atomic_cas(void* address, uint32_t size, uint32_t success, uint32_t failure, uint64_t expected,
                         uint64_t high, const heddle_place* place) {
  const std::int64_t operand = heddle::runtime::content_of(expected, high, size);
  heddle::runtime::atomic_access<OpKind::kCas>({number(address), size, success, failure, operand, place});
}

static_assert(static_cast<int>(AwaitCondition::Relation::kGreaterEqual) == HEDDLE_GREATER_EQUAL &&
              static_cast<int>(AwaitCondition::Relation::kBelow) == HEDDLE_BELOW);

void __heddle_await_next(const void* address, uint32_t relation, uint32_t bits, uint64_t value, uint32_t how) {
  Runtime* rt = nullptr;
  if (!in_run(rt) || !heddle::trace::can_await(static_cast<std::int64_t>(value))) return;
  if ((how & HEDDLE_AWAIT_LOADS) != 0 && heddle::runtime::has_stepped_since_await_began(*rt)) return;
  const AwaitCondition condition{static_cast<AwaitCondition::Relation>(relation), static_cast<std::uint8_t>(bits),
                                 static_cast<std::int64_t>(value)};
  rt->run.await_next = {number(address), heddle::trace::pack(condition)};
}

void __heddle_await_set(const void* address, uint32_t bits, bool (*leaves)(const uint64_t*, uint64_t),
                        const uint64_t* same, const uint64_t* points, uint32_t count, uint32_t how) {
  Runtime* rt = nullptr;
  if (!in_run(rt)) return;
  if ((how & HEDDLE_AWAIT_LOADS) != 0 && heddle::runtime::has_stepped_since_await_began(*rt)) return;
  auto condition = heddle::runtime::find_condition({leaves, same, bits}, std::span(points, count), how);
  if (!condition) return;
  if ((how & HEDDLE_AWAIT_ASSUMED) != 0) condition->otherwise = AwaitCondition::Otherwise::kAssumption;
  if ((how & HEDDLE_AWAIT_TURN) != 0) {
    if (!rt->run.last_look) return;
    condition->otherwise = AwaitCondition::Otherwise::kNextTurn;
  }
  rt->run.await_next = {number(address), heddle::trace::pack(*condition)};
}

void __heddle_retry_next(const void* address, uint32_t leaves, uint64_t value, int32_t read_begin, int32_t read_end,
                         const uint64_t* fixed, uint32_t count) {
  if (Runtime* rt = nullptr; in_run(rt))
    rt->run.retry_next = {number(address), leaves != 0, value, read_begin, read_end, fixed, count};
}

void __heddle_await_turn(const void* frame, const heddle_place* place) {
  if (Runtime* rt = nullptr; in_run(rt))
    rt->run.last_look = heddle::runtime::begin_last_look(rt->scheduler.current(), frame, place);
}

void __heddle_await_begins(void) {
  if (Runtime* rt = nullptr; in_run(rt)) rt->scheduler.current().await_begins = rt->scheduler.current().segment;
}

void __heddle_fence(uint32_t order, const heddle_place* /*place*/) {
  Runtime* rt = nullptr;
  if (!in_run(rt)) return;
  rt->moment.end();
  rt->races.fence(rt->scheduler.current().id, static_cast<heddle::runtime::Order>(order));
}

void __heddle_effect(void) {
  if (Runtime* rt = nullptr; in_run(rt)) rt->scheduler.current().add_change();
}

void __heddle_loop(const void* frame, uint64_t state, const heddle_place* place) {
  if (Runtime* rt = nullptr; in_run(rt))
    heddle::runtime::at_loop_head(rt->scheduler, {frame, __builtin_frame_address(0), place}, state);
}
}
