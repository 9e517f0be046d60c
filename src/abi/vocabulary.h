#pragma once

#include <cstdint>

#include "abi/bounds.h"
#include "symbolic/kinds.h"
#include "trace/thread_set.h"
#include "trace/trace.h"

namespace heddle::abi {

// A text in Vocabulary::texts, terminated by a zero byte. Offset 0 is the empty text.
using Text = std::uint32_t;

enum class LocationKind : std::uint8_t {
  kMemory,
  kMutex,
  kCondition,
  kRwLock,
  kSpinLock,
  kBarrier,
  kSemaphore,
  kOnce,
  kFutex,
  kThread,
  kFile,  // a file, a pipe or the directory tree: see runtime/sync/kernel_objects.h
};

struct LocationRecord {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // kMemory: of the cell
  std::int64_t initial = 0;
  std::uint32_t generation = 0;  // of the object at this address, for objects that are initialised again
  LocationKind kind = LocationKind::kMemory;
  // Locks, in any run: has a thread checked whether the lock was free, without waiting? Did a loop count as waiting
  // although it locks and unlocks? See runtime/schedule/spin.h.
  bool looked_at = false;
  bool paired = false;
  // Memory, in any run: has a thread waited for it (trace/await.h)? Is waiting for it forbidden because it has plain
  // accesses, too?
  bool awaited = false;
  bool not_awaited = false;
  // Memory, in any run: have threads added to it without looking (OpKind::kAdd)? Not where it is awaited.
  bool added_to = false;
  // Memory, in any run: have threads added to it and looked for one sum only (trace::Count), which one, and was it ever
  // less than that? Was something added without looking? Something that is not known from the source, or negative? Do
  // all of these additions have to stay in their order?
  bool counted = false;
  bool counted_from_below = false;
  bool added_unseen = false;
  bool added_freely = false;
  bool uneven = false;
  std::int32_t count_end = 0;
  // Memory, in any run: does a loop try to replace what it points to, and which part of that does it read before, from
  // which byte and up to which? Must all of its accesses be steps? See runtime/observe/retries.h.
  bool retried = false;
  bool not_retried = false;
  std::int32_t read_begin = 0;
  std::int32_t read_end = 0;
  // Barriers, in any run: have more threads come than a group has? Then it is their order that makes the groups.
  bool crowded = false;
  // Barriers of C++, in any run: do threads arrive without waiting? See include/cxx/barrier.
  bool split = false;
  // Condition variables and barriers, in any run: was it destroyed while others were alive? See sync/objects.h.
  bool destroyed = false;
  Text name = 0;
};

struct PlaceRecord {
  Text file = 0;
  Text function = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct ThreadRecord {
  trace::ThreadId parent;
  std::uint32_t nth = 0;
  Text name = 0;                // of the function it runs, as far as the dynamic linker knows
  Text title = 0;               // what to call it in debuggers; given by the explorer
  std::uint64_t function = 0;   // its address; 0 until the thread is about to be created
  std::uint64_t vtable = 0;     // if the function is a library's and its argument a heap object: the first word of
  std::uint64_t last[2] = {0};  // that object and its last two
};

// An expression in terms of others with smaller numbers; see symbolic/kinds.h. Number 0 means none.
struct ExpressionRecord {
  symbolic::Kind kind = symbolic::Kind::kConstant;
  std::uint8_t width = 0;
  std::uint8_t low = 0;  // kExtract
  std::uint32_t a = 0;   // kVariable: the thread
  std::uint32_t b = 0;   // kVariable: which input of the thread, or kFirstRead + which read or local
  std::uint32_t c = 0;
  std::uint64_t value = 0;  // kConstant

  friend bool operator==(const ExpressionRecord&, const ExpressionRecord&) = default;
};

// How much of the vocabulary existed when a run ended. Later runs may add to it at any time.
struct KnownWords {
  std::uint32_t threads = 0;
  std::uint32_t threads_named = 0;
  std::uint32_t locations = 0;
  std::uint32_t places = 0;
  std::uint32_t places_published = 0;
  std::uint32_t notes = 0;
  std::uint32_t expressions = 0;

  friend bool operator==(const KnownWords&, const KnownWords&) = default;
};

// What the ids in traces mean. Nothing is ever removed, and an id never changes.
struct Vocabulary {
  std::uint32_t threads_size = 0;
  std::uint32_t threads_named = 0;  // changes when the function of a thread becomes known
  std::uint32_t locations_size = 0;
  std::uint32_t places_size = 0;       // places with a smaller id may be published
  std::uint32_t places_published = 0;  // changes when a place is published
  std::uint32_t notes_size = 0;
  std::uint32_t texts_size = 1;
  std::uint32_t expressions_size = 1;
  std::uint32_t overflow = 0;  // a set of Overflow: something did not fit

  ThreadRecord threads[trace::kMaxThreads];
  Text notes[kMaxNotes];
  LocationRecord locations[kMaxLocations];
  PlaceRecord places[kMaxPlaces];
  char texts[kTextBytes];
  ExpressionRecord expressions[kMaxExpressions];
  Text expression_names[kMaxExpressions];            // names of variables
  std::uint32_t expression_slots[kExpressionSlots];  // open addressing, used by the runtime

  KnownWords known() const {
    return {threads_size, threads_named, locations_size, places_size, places_published, notes_size, expressions_size};
  }
};

}  // namespace heddle::abi
