#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/story.h"
#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::report {

// What one thread does in one row.
struct Cell {
  trace::ThreadId thread;
  std::string source;
  std::string note;    // in brackets, or empty
  bool again = false;  // has the source been shown before?

  std::string text() const { return note.empty() ? source : source + "  " + note; }
};

struct Row {
  std::size_t step = 0;  // the first of its steps, 0 if there is none
  Cell cell;
  std::size_t times = 1;                // turns of a loop
  std::vector<std::size_t> operations;  // that it stands for, by index
  bool matters = false;                 // has one of them a place in an order that matters?
};

std::string bracketed(const std::string& note);

// A story in rows: what a thread does in one statement is one row, and turns of a loop that are alike are one, too.
std::vector<Row> rows_of(const trace::Trace& trace, const trace::Names& names, const trace::Explanation& explanation,
                         const Story& story);

// What a thread does between two steps in one statement, in words.
struct BetweenRow {
  std::size_t operations = 0;  // of the trace, that come before it
  trace::ThreadId thread;
  trace::Names::Place place;
  std::string note;
  bool told = false;
};
std::vector<BetweenRow> between_rows(const trace::Explanation& explanation, const Story& story);

}  // namespace heddle::report
