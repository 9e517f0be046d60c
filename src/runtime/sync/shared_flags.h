#pragma once

#include <cstdint>

#include "runtime/anchor.h"

// A small value that belongs to a thread and that others use, too: a memory cell. Programs in which nobody else does
// take no steps for it: the cell becomes visible when it is first needed, and the exploration starts again with it, as
// for any other cell.

namespace heddle::runtime {

// The cell, if the exploration knows that the value is needed.
template <class Value>
VisibleCells::Cell* cell_of(const Value& value) {
  return runtime().cells.plain_cell(reinterpret_cast<std::uint64_t>(&value), sizeof value);
}

template <class Value>
void need(const Value& value) {
  if (cell_of(value) == nullptr) runtime().cells.found(reinterpret_cast<std::uint64_t>(&value), sizeof value);
}

template <class Value>
Value read(const Value& value) {
  Runtime& rt = runtime();
  if (VisibleCells::Cell* const cell = cell_of(value); cell != nullptr)
    rt.scheduler.step(trace::OpKind::kRead, rt.cells.location(*cell), nullptr);
  rt.symbolic.decide_read(reinterpret_cast<std::uintptr_t>(&value), sizeof value);
  return value;
}

template <class Value>
void write(Value& value, Value what) {
  Runtime& rt = runtime();
  if (VisibleCells::Cell* const cell = cell_of(value); cell != nullptr)
    rt.scheduler.step(trace::OpKind::kWrite, rt.cells.location(*cell), nullptr);
  value = what;
}

inline void raise(bool& flag) { write(flag, true); }

}  // namespace heddle::runtime
