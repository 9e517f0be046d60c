#include "runtime/failures/heap_report.h"

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/variable_report.h"
#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

namespace {

trace::FailureKind failure_of(HeapProblemKind kind) {
  using trace::FailureKind;
  switch (kind) {
    case HeapProblemKind::kNone:
    case HeapProblemKind::kUseAfterFree: return FailureKind::kUseAfterFree;
    case HeapProblemKind::kHeapOverflow:
    case HeapProblemKind::kHeapUnderflow:
    case HeapProblemKind::kWild: return FailureKind::kHeapOverflow;
    case HeapProblemKind::kDoubleFree: return FailureKind::kDoubleFree;
    case HeapProblemKind::kInvalidFree: return FailureKind::kInvalidFree;
  }
  return FailureKind::kInvalidFree;
}

void add_place(TextBuffer& text, trace::PlaceId id) {
  const heddle_place* const place = runtime().modules.place_of(id);
  if (place != nullptr) text.add(" at %s:%u", place->file, place->line);
}

void add_position(TextBuffer& text, const HeapProblem& problem) {
  const auto size = static_cast<long long>(problem.block->size);
  const auto offset = static_cast<long long>(problem.offset);
  if (offset < 0) {
    text.add(", %lld bytes before a block of %lld bytes", -offset, size);
  } else if (offset >= size) {
    text.add(", %lld bytes past the end of a block of %lld bytes", offset - size, size);
  } else {
    text.add(", at offset %lld of a block of %lld bytes", offset, size);
  }
}

}  // namespace

void report_access(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  const std::uintptr_t closed = first_closed(address, size);
  if (!Heap::contains(closed)) report_variable({address, size, is_write, place}, closed);
  TextBuffer what;
  what.add("%s of %llu bytes", is_write ? "write" : "read", static_cast<unsigned long long>(size));
  report(runtime().heap.check(closed, address + size - closed), what.text(), place);
}

bool depends_on_order(std::uint64_t address) {
  return is_gone(byte_of(address)) ||
         (Frames::contains(address) && Frames::thread_of(address) != runtime().current_thread().index());
}

void add_block(TextBuffer& text, std::uint64_t address) {
  const Block* const block = runtime().heap.find_block(address);
  if (block == nullptr) return;
  add_position(text, {HeapProblemKind::kNone, block, static_cast<std::int64_t>(address - block->begin()), address});
  text.add(" allocated");
  add_place(text, block->allocated_at);
}

void report(const HeapProblem& problem, const char* what, const heddle_place* place) {
  if (runtime().slot->capture) runtime().explainer.fault(problem.address, problem.block);
  TextBuffer text;
  text.add("%s", what);
  if (problem.block != nullptr) {
    add_position(text, problem);
    text.add(" allocated");
    add_place(text, problem.block->allocated_at);
    if (problem.block->freed != 0) {
      text.add(", freed");
      add_place(text, problem.block->freed_at);
    }
  }
  fail(failure_of(problem.kind), place, "%s", text.text());
}

}  // namespace heddle::runtime
