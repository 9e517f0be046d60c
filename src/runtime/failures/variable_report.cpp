#include "runtime/failures/variable_report.h"

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/heap_report.h"
#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

namespace {

using trace::FailureKind;

void add_access(TextBuffer& text, const BadAccess& access) {
  text.add("%s of %llu bytes", access.is_write ? "write" : "read", static_cast<unsigned long long>(access.size));
}

// "table, 4 bytes past its end"; `size` is 0 if unknown.
void add_position(TextBuffer& text, const char* name, std::int64_t offset, std::uint64_t size) {
  const auto end = static_cast<std::int64_t>(size);
  if (offset < 0) {
    text.add(", %lld bytes before %s", static_cast<long long>(-offset), name);
  } else if (size == 0) {
    text.add(", at offset %lld of %s", static_cast<long long>(offset), name);
  } else if (offset >= end) {
    text.add(", %lld bytes past the end of %s", static_cast<long long>(offset - end), name);
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

// Which memory without a value was last read.
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

using heddle::runtime::runtime;

extern "C" {

void __heddle_beyond(const void* address, uint64_t size, const void* object, const heddle_variable* variable,
                     uint32_t is_write, const heddle_place* place) {
  heddle::runtime::TextBuffer text;
  const auto at = reinterpret_cast<std::uint64_t>(address);
  heddle::runtime::add_access(text, {at, size, is_write != 0, place});
  auto offset = static_cast<std::int64_t>(at - reinterpret_cast<std::uint64_t>(object));
  // Of the first byte that is out of bounds.
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
  heddle::runtime::add_unwritten(text, runtime().run.last_without_value);
  heddle::runtime::fail(heddle::trace::FailureKind::kError, place, "%s", text.text());
}
}
