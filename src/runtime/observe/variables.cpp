#include "runtime/anchor.h"
#include "runtime/observe/lifetimes.h"
#include "runtime/schedule/spin.h"

// Variables with bounds and lifetimes: what instrumented code announces about them.

namespace heddle::runtime {

namespace {

// Accesses to parts of new variables that are visible or have an expression must be announced.
void tell(Runtime& rt, const void* begin, std::uint64_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  rt.quiet.on_allocate(address, size);
  if (rt.symbolic.memory().any(address, size)) [[unlikely]]
    rt.quiet.add_symbolic(address, size);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::anchor;
using heddle::runtime::Frames;
using heddle::runtime::runtime;

extern "C" {

void* __heddle_enter(void* block, const heddle_frame* frame) {
  if (anchor == nullptr) return block;
  heddle::runtime::begin_variables(*anchor, Frames::entered(block, frame->size));
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
  heddle::runtime::begin_variables(runtime(), Frames::entered(block, HEDDLE_FRAME_HEADER + size));
  void* const array = runtime().frames.enter_array(block, size, *variable);
  if (Frames::contains(reinterpret_cast<std::uintptr_t>(array))) heddle::runtime::tell(*anchor, array, size);
  return array;
}

void __heddle_release(const void* from, const void* to) {
  if (anchor == nullptr) return;
  heddle::runtime::end_variables(*anchor, Frames::released(from, to));
  Frames::release(from, to);
}

void __heddle_unwound(const void* stack) {
  heddle::runtime::end_variables(runtime(), anchor->frames.left_by_unwinding(stack));
  anchor->frames.unwound(stack);
}

void __heddle_scope_begins(void* variable, uint64_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(variable);
  if (anchor != nullptr && Frames::contains(begin)) heddle::runtime::begin_variables(*anchor, {begin, begin + size});
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
