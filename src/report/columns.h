#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::report {

struct Story;

struct ColumnsOptions {
  // Only up to the last operation of this thread: the one that fails. What the others do afterwards explains
  // nothing.
  trace::ThreadId until;
  const Story* story = nullptr;                                // what is shown; null: everything up to there
  const trace::Explanation* explanation = nullptr;             // of the run; may be null
  std::vector<std::size_t> ordered;                            // operations whose place in the order matters: marked
  std::size_t width = 100;                                     // characters per line
  std::size_t rows = std::numeric_limits<std::size_t>::max();  // only this many operations, the last ones, are shown
};

// A trace for people: one column per thread, time runs down, each operation with its source and the values it saw.
// Steps are numbered; what a thread does inside a step has no number. With more than kMaxColumns threads, or when the
// columns would be too narrow to read, it is a list instead, with the name of the thread first. A story longer than a
// screen is shown in blocks, one for each turn of a thread, if that is shorter.
inline constexpr std::size_t kMaxColumns = 6;
std::string columns(const trace::Trace& trace, const trace::Names& names, const ColumnsOptions& options = {});

// The number of the row of a story that this operation is in; 0 if it is in none.
std::size_t row_of(std::size_t operation, const trace::Trace& trace, const trace::Names& names,
                   const ColumnsOptions& options);

}  // namespace heddle::report
