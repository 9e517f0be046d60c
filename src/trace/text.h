#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/names.h"
#include "trace/trace.h"

// The text form of a trace: complete, one line per operation, made to be read, compared and edited by hand.
//
//   heddle-trace 1
//   outcome failed
//   thread 0 "main" initial 0                       threads, locations and places by id
//   thread 1 "worker" child 0 of 0                  the 0th child of thread 0
//   location 0 "x"
//   place 0 "bank.model" 12:3 "x = a + 1"
//   op 1 read location=0 place=0 effect=observe before=1 value=1   # worker: x = a + 1
//   pending blocked 1 lock location=0 place=0       a thread that did not come to its end
//   failure assertion 1 place=0
//
// A field that is not named has its default. What follows a '#' outside of quotes is a comment.

namespace heddle::trace {

struct NamedTrace {
  Names names;
  Trace trace;

  friend bool operator==(const NamedTrace&, const NamedTrace&) = default;
};

// Every id in the trace must be none or in the tables of `names`; every thread must be in them.
std::string to_text(const Trace& trace, const Names& names);

// The inverse of to_text. `file` is the place of an error, with the line. The result keeps to_text's rule on
// ids; a table has at most kMaxTableSize entries (threads: kMaxThreads).
inline constexpr std::size_t kMaxTableSize = 1'000'000;
base::Result<NamedTrace> parse_text(std::string_view text, const std::string& file);

}  // namespace heddle::trace
