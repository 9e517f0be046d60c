#include "runtime/sync/objects.h"

#include "base/hash.h"
#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/heap_report.h"
#include "runtime/memory/fresh.h"
#include "runtime/schedule/synchronisation.h"
#include "runtime/sys/address.h"

namespace heddle::runtime {

namespace {}  // namespace

void use_object(const void* object) { __heddle_read(object, 1, nullptr); }

// A thread that is alone does so before anything that others do, as with its plain accesses.
void make_object(void* object) {
  if (!runtime().scheduler.running() || runtime().quiet.alone()) return;
  runtime().symbolic.not_followed("an object that is initialised while other threads run");
  __heddle_write(object, 1, nullptr);
}

void check_new(bool is_made, bool is_used, const char* what, const char* how_used) {
  if (!runtime().scheduler.running() || (!is_made && !is_used)) return;
  fail(trace::FailureKind::kSyncMisuse, nullptr, "initialisation of a %s that %s", what,
       is_used ? how_used : "is initialised, and was not destroyed");
}

// What follows may depend on steps only. If others may free the memory at the same time, use_object() was one: the run
// in which they come first shows what this one would.
void check_object(const void* object) {
  if (!runtime().cells.any_plain(number(object), 1)) check_memory(number(object), 1, false, nullptr);
}

void change_object(const void* word) {
  constexpr std::uint32_t kSize = 4;
  Runtime& rt = runtime();
  if (!rt.scheduler.running() || rt.quiet.alone()) return;
  const std::uint64_t address = number(word);
  bool whole = true;
  VisibleCells::Cell* cell = rt.cells.recent_cell(address, kSize);
  if (cell == nullptr) cell = &rt.cells.atomic_cell(address, kSize, whole);
  cell->accessed_in = rt.scheduler.run_number();
  if (!cell->mixed) [[likely]]
    return;
  // Not a separate step, even where plain accesses are steps: the object is changed in a step on its location.
  if (!cell->plain) rt.accesses.atomic(rt.scheduler.current(), address, kSize, true);
  on_atomic_change(rt, address, kSize);
}

std::uint32_t mark_of(const void* object) { return static_cast<std::uint32_t>(base::mix(number(object))) | 1U; }

// An object that is mapped twice has two addresses.
bool is_copy(const void* object, std::uint32_t mark) {
  return mark != 0 && mark != mark_of(object) && !is_unwritten(mark) && !runtime().mapped_files.any();
}

trace::LocationId location_of_object(abi::LocationKind kind, const void* object, std::uint32_t mark,
                                     std::uint16_t& generation) {
  Locations& locations = runtime().locations;
  trace::LocationId location = locations.of(kind, object, 0, 0, generation);
  if (mark != 0) return location;
  while (!locations.is_fresh(location) && locations.state(location).state != 0 && generation != UINT16_MAX)
    location = locations.of(kind, object, 0, 0, ++generation);
  return location;
}

// Which of the two comes first is not explored: it is enough to know that some thread ever destroys the object.
void leave_object(const void* object, trace::LocationId location) {
  if (!runtime().locations.record(location).destroyed) use_object(object);
}

void destroy_object(trace::LocationId location) {
  Runtime& rt = runtime();
  abi::LocationRecord& record = rt.locations.record(location);
  if (record.destroyed || rt.quiet.alone()) return;
  record.destroyed = true;
  ++rt.channel->flags_changed;
  ++rt.channel->knowledge;
  rt.slot->start_again = true;
}

bool is_unwritten(std::uint32_t word) {
  constexpr std::uint32_t kEachByte = 0x01010101;
  return word == kJunk * kEachByte || word == kNoValue * kEachByte;
}

}  // namespace heddle::runtime
