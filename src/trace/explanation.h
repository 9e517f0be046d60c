#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/ids.h"
#include "trace/names.h"

namespace heddle::trace {

// What one operation of one run is about, in the words of the source. Empty where there are none; then Names::locations
// and the numbers of the operation are used.
struct Words {
  std::string location;       // "q.closed", "Node#2.next"
  std::string before;         // "false", "null", "Node#1"
  std::string after;          // the value after a write, or what a compare-exchange failed to find
  std::uint64_t address = 0;  // of the object that it is part of
  bool opaque = false;        // the values that it has itself mean nothing to the user: `before` and `after`, if there
                              // are any, are those of the object of the library that it is part of, or
                              // "freed" or "gone": its memory, or the scope of its variable, ends

  bool is_ended() const { return opaque && (after == "freed" || after == "gone"); }
};

// What a thread reads or writes between its steps, of what others use, too.
struct BetweenAccess {
  std::size_t operations = 0;  // of the trace, that come before it
  ThreadId thread;
  bool is_write = false;
  std::uint64_t address = 0;  // of its bytes
  std::uint64_t size = 0;
  Words words;
  Names::Place place;
};

// A call on a stack.
struct Frame {
  std::string function;
  std::string file;  // without directories
  std::uint32_t line = 0;

  friend bool operator==(const Frame&, const Frame&) = default;
};

struct Stack {
  enum class What : std::uint8_t { kStands, kReads, kWrites, kSteps };

  ThreadId thread;
  What what = What::kStands;  // where it stands when the run ends, its access in a race, or a step
  std::vector<Frame> frames;  // from the innermost call
  bool is_cut = false;        // were there more of them than are worth showing?

  friend bool operator==(const Stack&, const Stack&) = default;
};

// What an executor can say about a run after executing it once more for that purpose.
struct Explanation {
  std::vector<Stack> stacks;           // of the threads that have not ended, or of both sides of a race
  bool has_symbolizer = true;          // without one there are no stacks
  std::vector<Words> operations;       // by index into Trace::operations; may be shorter
  std::vector<Stack> steps;            // by index into Trace::operations; empty where it is not known, may be shorter
  std::vector<BetweenAccess> between;  // in order; the last ones may be missing
  std::vector<Words> waiting;          // by index into Trace::pending; may be shorter
  std::string note;                    // about the failure, with better names than in its message; may be empty
  Words fault;                         // what the failing heap access is about,
  ThreadId freed_by;                   // who freed it,
  PlaceId freed_at;                    // and where

  const Words* of_operation(std::size_t i) const { return i < operations.size() ? &operations[i] : nullptr; }
  const Stack* stack_of(std::size_t i) const {
    return i < steps.size() && !steps[i].frames.empty() ? &steps[i] : nullptr;
  }
  const Words* of_waiting(std::size_t i) const { return i < waiting.size() ? &waiting[i] : nullptr; }
};

}  // namespace heddle::trace
