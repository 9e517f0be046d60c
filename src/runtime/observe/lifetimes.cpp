#include "runtime/observe/lifetimes.h"

#include "runtime/anchor.h"
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
}

void end_variable(Runtime& rt, std::uint64_t begin, std::uint64_t size) {
  if (!rt.scheduler.running() || rt.quiet.alone() || byte_of(begin) >= kFreed) return;
  if (rt.symbolic.reads_are_variables()) return end_cells(rt, begin, size);
  if (rt.cells.plain_cell(begin, size) != nullptr) [[unlikely]] {
    if (rt.slot->capture) rt.explainer.variable_ends();
    __heddle_write(reinterpret_cast<void*>(begin), size, nullptr);
    return;
  }
  rt.accesses.plain(rt.scheduler.current(), begin, size, true);
  on_plain_access(rt, begin, size, true, nullptr);
}

void end_variables(Runtime& rt, Frames::Range range) {
  if (!rt.scheduler.running() || rt.quiet.alone()) return;
  for (Frames::Range one = rt.frames.first_living(range); one.begin < one.end; one = rt.frames.first_living(range)) {
    end_variable(rt, one.begin, one.end - one.begin);
    range.begin = one.end;
  }
}

void begin_variables(Runtime& rt, Frames::Range range) {
  if (!rt.cells.any_on_stack() || !rt.scheduler.running() || rt.quiet.alone()) return;
  while (VisibleCells::Cell* const cell = rt.cells.first_plain(range.begin, range.end)) {
    range.begin = cell->address + cell->size;
    if (!rt.cells.was_used(*cell)) continue;  // nothing has lived there in this run
    if (rt.symbolic.reads_are_variables())
      return rt.symbolic.not_followed("a part of a stack that is used again, which others use");
    rt.scheduler.step(trace::OpKind::kDestroy, rt.cells.location(*cell, true), nullptr);
  }
}

void note_lent(Runtime& rt, std::uint64_t begin, std::uint64_t size) {
  abi::Channel& channel = *rt.channel;
  for (std::uint32_t i = 0; i < channel.lent_size; ++i) {
    const abi::CellRecord& known = channel.lent[i];
    if (known.address <= begin && begin + size <= known.address + known.size) return;
  }
  if (channel.lent_size == abi::kMaxLent) {
    rt.slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kLent);
    return;
  }
  channel.lent[channel.lent_size++] = {begin, size};
  ++channel.knowledge;
  rt.slot->start_again = true;
}

// Each visible one ends in a step. Of the others, only what other threads have used can be raced on.
void end_thread_locals(Runtime& rt, const void* begin, const void* end) {
  const auto from = reinterpret_cast<std::uint64_t>(begin);
  const auto to = reinterpret_cast<std::uint64_t>(end);
  if (rt.quiet.alone()) return;
  for (std::uint32_t i = 0; i < rt.channel->lent_size; ++i) {
    const abi::CellRecord& lent = rt.channel->lent[i];
    const bool is_mine = from <= lent.address && lent.address + lent.size <= to;
    if (is_mine && !rt.cells.any_plain(lent.address, lent.size)) end_variable(rt, lent.address, lent.size);
  }
  if (!rt.cells.any_thread_local()) return;
  for (std::uint64_t at = from; const VisibleCells::Cell* const cell = rt.cells.first_plain(at, to);) {
    if (rt.symbolic.reads_are_variables())
      return rt.symbolic.not_followed("thread-local variables of a thread that ends, which others use");
    at = cell->address + cell->size;
    end_variable(rt, cell->address, cell->size);
  }
}

}  // namespace heddle::runtime
