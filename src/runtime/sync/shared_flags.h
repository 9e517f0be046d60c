#pragma once

#include <cstdint>

#include "runtime/anchor.h"

// A flag of a thread that other threads see: a memory cell. Programs that never use it take no steps for it: the cell
// becomes visible when it is first needed, and the exploration starts again with it, as for any other cell.

namespace heddle::runtime {

// The cell, if the exploration knows that the flag is needed.
inline VisibleCells::Cell* cell_of(const bool& flag) {
  return runtime().cells.plain_cell(reinterpret_cast<std::uint64_t>(&flag), sizeof flag);
}

inline void need(const bool& flag) {
  if (cell_of(flag) == nullptr) runtime().cells.found(reinterpret_cast<std::uint64_t>(&flag), sizeof flag);
}

inline bool read(const bool& flag) {
  Runtime& rt = runtime();
  if (VisibleCells::Cell* const cell = cell_of(flag); cell != nullptr)
    rt.scheduler.step(trace::OpKind::kRead, rt.cells.location(*cell), nullptr);
  rt.symbolic.decide_read(reinterpret_cast<std::uintptr_t>(&flag), sizeof flag);
  return flag;
}

inline void raise(bool& flag) {
  Runtime& rt = runtime();
  if (VisibleCells::Cell* const cell = cell_of(flag); cell != nullptr)
    rt.scheduler.step(trace::OpKind::kWrite, rt.cells.location(*cell), nullptr);
  flag = true;
}

}  // namespace heddle::runtime
