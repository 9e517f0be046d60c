#include "runtime/observe/lifetimes.h"

#include "runtime/anchor.h"
#include "runtime/failures/heap_report.h"
#include "runtime/schedule/synchronisation.h"

namespace heddle::runtime {

namespace {

// One step for each visible cell. The other bytes are accessed one by one: others may have used them in parts of any
// size.
void access_cells(Runtime& rt, trace::OpKind kind, std::uint64_t begin, std::uint64_t size) {
  const bool is_write = kind != trace::OpKind::kRead;
  const std::uint64_t end = begin + size;
  for (std::uint64_t byte = begin; byte < end; ++byte) {
    VisibleCells::Cell* const cell = rt.cells.plain_cell(byte, 1);
    if (cell != nullptr && (byte == begin || byte == cell->address))
      rt.scheduler.step(kind, rt.cells.location(*cell), nullptr);
    on_plain_access(rt, byte, 1, is_write, nullptr);
  }
}

}  // namespace

void end_cells(Runtime& rt, std::uint64_t begin, std::uint64_t size) {
  access_cells(rt, trace::OpKind::kDestroy, begin, size);
}

void read_cells(Runtime& rt, std::uint64_t begin, std::uint64_t size) {
  access_cells(rt, trace::OpKind::kRead, begin, size);
  check_memory(begin, size, false, nullptr);  // somebody may have freed it
}

void end_thread_locals(Runtime& rt, const void* begin, const void* end) {
  const auto from = reinterpret_cast<std::uint64_t>(begin);
  const auto to = reinterpret_cast<std::uint64_t>(end);
  if (!rt.symbolic.reads_are_variables() || rt.quiet.alone()) return;
  for (std::uint64_t byte = from; byte < to; ++byte) {
    if (rt.cells.plain_cell(byte, 1) == nullptr) continue;
    rt.symbolic.not_followed("thread-local variables of a thread that ends, which others use");
    return;
  }
}

}  // namespace heddle::runtime
