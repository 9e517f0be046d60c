#include "runtime/variables.h"

#include "runtime/anchor.h"
#include "runtime/failures.h"
#include "runtime/heap_report.h"
#include "runtime/lifetimes.h"
#include "runtime/spin.h"
#include "runtime/synchronisation.h"
#include "runtime/text_buffer.h"

// Variables with bounds and lifetimes: what instrumented code says about them, and what findings do.

namespace heddle::runtime {

namespace {

using trace::FailureKind;

void add_access(TextBuffer& text, const BadAccess& access) {
  text.add("%s of %llu bytes", access.is_write ? "write" : "read", static_cast<unsigned long long>(access.size));
}

// "table, 4 bytes behind its end"; `size` is 0 if it is not known.
void add_position(TextBuffer& text, const char* name, std::int64_t offset, std::uint64_t size) {
  const auto end = static_cast<std::int64_t>(size);
  if (offset < 0) {
    text.add(", %lld bytes in front of %s", static_cast<long long>(-offset), name);
  } else if (size == 0) {
    text.add(", at offset %lld of %s", static_cast<long long>(offset), name);
  } else if (offset >= end) {
    text.add(", %lld bytes behind the end of %s", static_cast<long long>(offset - end), name);
  } else {
    text.add(", at offset %lld of %s", static_cast<long long>(offset), name);
  }
  if (size != 0) text.add(", which has %llu bytes", static_cast<unsigned long long>(size));
}

void add_variable(TextBuffer& text, const heddle_variable& variable, std::int64_t offset) {
  add_position(text, variable.name != nullptr ? variable.name : "a temporary variable", offset, variable.size);
  if (variable.place != nullptr)
    text.add(", declared at %s:%u in %s", variable.place->file, variable.place->line, variable.place->function);
}

const char* why_gone(std::uint8_t state) {
  switch (state) {
    case kGone: return ": its function has returned";
    case kOutOfScope: return ": it is out of scope";
    case kThreadGone: return ", a thread-local variable of a thread that has ended";
    default: return "";
  }
}

// The global variable whose zone this address is in.
const heddle_global* global_before(std::uintptr_t address) {
  const Modules& modules = runtime().modules;
  for (std::uint32_t i = 0; i < modules.count(); ++i) {
    for (const heddle_global* g = modules.at(i).globals; g != modules.at(i).globals_end; ++g) {
      if (address - reinterpret_cast<std::uintptr_t>(g->address) < g->size + g->zone) return g;
    }
  }
  return nullptr;
}

void add_global(TextBuffer& text, std::uintptr_t closed) {
  const heddle_global* const global = global_before(closed);
  if (global == nullptr) return;
  const auto offset = static_cast<std::int64_t>(closed - reinterpret_cast<std::uintptr_t>(global->address));
  add_position(text, global->name, offset, global->size);
}

// What is visible or has an expression in new variables must be told.
void tell(Runtime& rt, const void* begin, std::uint64_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  rt.quiet.on_allocate(address, size);
  if (rt.symbolic.memory().any(address, size)) [[unlikely]]
    rt.quiet.add_symbolic(address, size);
}

// The end of a variable is a write to it: whoever uses it at the same time may come too late. No effect in a loop that
// waits (spin.h), since nobody can see it.
void end_variable(Runtime& rt, std::uintptr_t begin, std::uint64_t size) {
  if (!rt.scheduler.running() || rt.quiet.alone() || byte_of(begin) >= kFreed) return;
  if (rt.symbolic.reads_are_variables()) return end_cells(rt, begin, size);
  if (rt.cells.plain_cell(begin, size) != nullptr) [[unlikely]] {
    __heddle_write(reinterpret_cast<void*>(begin), size, nullptr);
    return;
  }
  rt.accesses.plain(rt.scheduler.current(), begin, size, true);
  on_plain_access(rt, begin, size, true, nullptr);
}

// Which memory without a value was read last.
void add_unwritten(TextBuffer& text, std::uint64_t address) {
  if (address == 0) return;
  text.add("; the last one that was read");
  if (!Frames::contains(address)) return add_block(text, address);
  const FrameVariable found = runtime().frames.find(address);
  if (found.variable != nullptr) add_variable(text, *found.variable, found.offset);
}

}  // namespace

void report_variable(const BadAccess& access, std::uintptr_t closed) {
  TextBuffer text;
  add_access(text, access);
  const std::uint8_t state = byte_of(closed);
  if (Frames::contains(closed)) {
    const FrameVariable found = runtime().frames.find(closed);
    if (found.variable != nullptr) add_variable(text, *found.variable, found.offset);
    text.add("%s", why_gone(state));
  } else if (state == kThreadGone) {
    text.add("%s", why_gone(state));
  } else {
    add_global(text, closed);
  }
  const bool gone = state == kGone || state == kOutOfScope || state == kThreadGone;
  fail(gone ? FailureKind::kUseAfterFree : FailureKind::kOutOfRange, access.place, "%s", text.text());
}

}  // namespace heddle::runtime

using heddle::runtime::anchor;
using heddle::runtime::Frames;
using heddle::runtime::runtime;

extern "C" {

void __heddle_beyond(const void* address, uint64_t size, const void* object, const heddle_variable* variable,
                     uint32_t is_write, const heddle_place* place) {
  heddle::runtime::TextBuffer text;
  const auto at = reinterpret_cast<std::uint64_t>(address);
  heddle::runtime::add_access(text, {at, size, is_write != 0, place});
  auto offset = static_cast<std::int64_t>(at - reinterpret_cast<std::uint64_t>(object));
  // Of the first byte that is beyond.
  if (offset >= 0 && static_cast<std::uint64_t>(offset) < variable->size)
    offset = static_cast<std::int64_t>(variable->size);
  heddle::runtime::add_variable(text, *variable, offset);
  heddle::runtime::fail(heddle::trace::FailureKind::kOutOfRange, place, "%s", text.text());
}

void __heddle_index_beyond(const char* type, uint64_t index, uint32_t has_sign, const heddle_place* place) {
  heddle::runtime::TextBuffer text;
  text.add(has_sign != 0 ? "index %lld of an array of type %s" : "index %llu of an array of type %s",
           static_cast<long long>(index), type);
  heddle::runtime::fail(heddle::trace::FailureKind::kOutOfRange, place, "%s", text.text());
}

void __heddle_indeterminate(const char* what, const heddle_place* place) {
  heddle::runtime::TextBuffer text;
  text.add("%s depends on a value that was never written", what);
  heddle::runtime::add_unwritten(text, runtime().last_without_value);
  heddle::runtime::fail(heddle::trace::FailureKind::kError, place, "%s", text.text());
}

void* __heddle_enter(void* block, const heddle_frame* frame) {
  if (anchor == nullptr) return block;
  void* const entered = anchor->frames.enter(block, *frame);
  if (entered != block) heddle::runtime::tell(*anchor, entered, frame->size);
  return entered;
}

void __heddle_leave(void* entered, const heddle_frame* frame) {
  const auto begin = reinterpret_cast<std::uintptr_t>(entered);
  if (!Frames::contains(begin)) return;
  for (std::uint64_t i = 0; i < frame->count; ++i)
    heddle::runtime::end_variable(*anchor, begin + frame->variables[i].offset, frame->variables[i].size);
  Frames::leave(entered, *frame);
}

void* __heddle_enter_array(void* block, uint64_t size, const heddle_variable* variable) {
  void* const array = runtime().frames.enter_array(block, size, *variable);
  if (Frames::contains(reinterpret_cast<std::uintptr_t>(array))) heddle::runtime::tell(*anchor, array, size);
  return array;
}

void __heddle_release(const void* from, const void* to) { Frames::release(from, to); }

void __heddle_unwound(const void* stack) { runtime().frames.unwound(stack); }

void __heddle_scope_begins(void* variable, uint64_t size) {
  Frames::begin_scope(variable, size);
  if (anchor != nullptr) heddle::runtime::tell(*anchor, variable, size);
}

void __heddle_scope_ends(void* variable, uint64_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(variable);
  if (anchor == nullptr) return;
  if (anchor->scheduler.running()) {
    heddle::runtime::Thread& self = anchor->scheduler.current();
    if (self.write_count != 0) heddle::runtime::forget_writes(self, begin, size);
  }
  if (!Frames::contains(begin)) return;
  heddle::runtime::end_variable(*anchor, begin, size);
  Frames::end_scope(variable, size);
}
}
